//! Values by an exact sparse pass: as the plain definition, but most pairs of heaps are not looked at.
//!
//! For rules whose moves leave at most two heaps, with a class that fits the rule (see `class`). The values of all
//! smaller heaps are known, and with them which are rare. The value of n is the least value that no option has:
//!
//! 1. Mark the value of every option that is one heap or none, and of every option that is a pair with a rare heap.
//!    By the lemma all options of *common* value are now marked.
//! 2. Take the least value x that is not marked. If it is common at n, no option has it, and it is the value of n.
//! 3. If it is rare at n, look through the pairs for one of the value x, a *witness*. If there is none, no option has
//!    x, and it is the value of n. If there is one, mark x and go back to 2.
//!
//! Each x that was passed over is the value of an option, so what is found is the mex, whatever the class. With a good
//! class few heaps are rare and witnesses are found soon.
//!
//! Source: *sparse spaces*, *Winning Ways*, ch. 4; with witnesses, so that nothing is assumed, ours.

use crate::cells::Cells;
use crate::code::Code;
use crate::meter::Meter;
use crate::progression::Source;
use crate::{Class, Refusal};

/// So many pairs with common heaps, the first ones, are marked with the rare ones: nearly always they are witnesses
/// enough. With 16 of them `0.104` takes a tenth longer, with 64 a fifth.
const EARLY: usize = 32;

/// So many pairs of each digit are looked through for a witness before the turn of the next digit.
const STRETCH: usize = 64;

/// Which pairs of heaps are looked at.
pub(crate) struct Sight {
    /// Of a heap below this all pairs; so many heaps from 0 on are kept.
    pub(crate) whole: usize,
    /// Of other heaps those pairs of which one heap is below this. Rare heaps must be.
    pub(crate) small: usize,
    /// So many heaps before the next are kept.
    pub(crate) window: usize,
}

impl Sight {
    /// All pairs of so many heaps.
    pub(crate) fn all(heaps: u128) -> Self {
        let heaps = usize::try_from(heaps).unwrap_or(usize::MAX);
        Self { whole: heaps, small: heaps, window: 0 }
    }

    /// How many values are kept. What is beyond the window is forgotten a stretch at a time.
    pub(crate) fn room(&self) -> u128 {
        self.whole as u128 + self.window as u128 + self.stretch() as u128
    }

    fn stretch(&self) -> usize {
        if self.window == 0 { 0 } else { self.window.max(1 << 16) }
    }
}

/// A heap that is paired with others.
struct Partner {
    heap: usize,
    value: u32,
}

/// The pass, heap by heap.
pub(crate) struct Sparse {
    code: Code,
    takes_to: [Vec<usize>; 3],
    class: Class,
    sight: Sight,
    heap: usize,
    /// The values of the heaps below `sight.whole` at their places, and of those before the next heap, all of the
    /// window at least, `gap` places before theirs.
    values: Cells,
    gap: usize,
    rare: Vec<Partner>,
    early: Vec<Partner>,
    /// The values that options of the heap have, as bits. There are bits for all that an option can have.
    marked: Vec<u64>,
}

impl Sparse {
    /// For so many heaps.
    pub(crate) fn new(
        code: &Code,
        class: Class,
        sight: Sight,
        heaps: u128,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Refusal> {
        class.fits(code)?;
        meter.expect(heaps)?;
        Ok(Self {
            code: code.clone(),
            takes_to: [0, 1, 2].map(|heaps| code.takes_that_leave(heaps).collect()),
            class,
            values: Cells::with_room(sight.room(), meter)?,
            sight,
            heap: 0,
            gap: 0,
            rare: Vec::new(),
            early: Vec::new(),
            marked: vec![0],
        })
    }

    /// Marks the values of options of the three kinds of step 1, and of some other pairs.
    fn mark_options(&mut self) -> usize {
        let (n, unequal) = (self.heap, self.code.unequal);
        self.marked.fill(0);
        let [to_none, to_one, to_two] = &self.takes_to;
        if to_none.contains(&n) {
            mark(&mut self.marked, 0);
        }
        for take in to_one.iter().take_while(|&&take| take < n) {
            mark(&mut self.marked, self.values.get(n - take - self.gap));
        }
        let mut steps = 1 + to_none.len() + to_one.len();
        for rest in to_two.iter().map_while(|&take| n.checked_sub(take)) {
            steps += 1;
            for partners in [&self.rare, &self.early] {
                for partners in fitting(partners, rest, unequal) {
                    let marked = &mut self.marked;
                    steps += partners.len();
                    match &self.values {
                        Cells::Narrow(values) => mark_pairs(partners, values, rest - self.gap, marked),
                        Cells::Wide(values) => mark_pairs(partners, values, rest - self.gap, marked),
                    }
                }
            }
        }
        steps
    }

    /// Whether a pair that may be looked at has the value; counts the steps.
    fn has_witness(&self, value: u32, steps: &mut usize) -> bool {
        let rests = || self.takes_to[2].iter().map_while(|&take| self.heap.checked_sub(take));
        // The smaller heap of a pair is at most half of the rest, and in Grundy's game less.
        let last = |rest: usize| {
            let half = if self.code.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            if self.heap < self.sight.whole { half } else { half.min(self.sight.small - 1) }
        };
        let most = rests().map(last).max().unwrap_or(0);
        (1..=most).step_by(STRETCH).any(|first| {
            rests().any(|rest| {
                let parts = first..(first + STRETCH).min(last(rest) + 1);
                *steps += 1 + parts.len();
                !parts.is_empty()
                    && match &self.values {
                        Cells::Narrow(values) => has_pair(values, parts, rest - self.gap, value),
                        Cells::Wide(values) => has_pair(values, parts, rest - self.gap, value),
                    }
            })
        })
    }

    /// Notes the value of the heap, which is not rare or rare as said.
    fn note(&mut self, value: u32, rare: bool, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let heap = self.heap;
        if rare && heap > 0 {
            meter.keep(size_of::<Partner>() as u128)?;
            self.rare.push(Partner { heap, value });
        } else if heap > 0 && self.early.len() < EARLY && heap < self.sight.small {
            self.early.push(Partner { heap, value });
        }
        // The xor of two values is below the power of two above both.
        let bits = (value as usize + 1).next_power_of_two();
        if bits > 64 * self.marked.len() {
            self.marked.resize(bits / 64, 0);
        }
        let Sight { whole, window, .. } = self.sight;
        if whole + window + self.sight.stretch() == self.values.len() && window > 0 {
            let forgotten = whole..self.values.len() - window;
            self.gap += forgotten.len();
            self.values.forget(forgotten);
        }
        self.values.push(u64::from(value), meter)?;
        self.heap += 1;
        Ok(())
    }
}

impl Source for Sparse {
    fn next(&mut self, meter: &mut Meter<'_>) -> Result<u64, Refusal> {
        let heap = self.heap;
        let mut steps = self.mark_options();
        let (value, rare) = loop {
            let value = least_unmarked(&self.marked).ok_or(Refusal::ValueTooLarge)?;
            let rare = self.class.is_rare(value, heap);
            if !rare || !self.has_witness(value, &mut steps) {
                break (value, rare);
            }
            mark(&mut self.marked, value);
        };
        meter.heap(steps)?;
        if rare && heap >= self.sight.whole {
            return Err(Refusal::NoWitness { heap: heap as u64, value: u64::from(value) });
        }
        if rare && heap >= self.sight.small {
            return Err(Refusal::RareHeap { heap: heap as u64, bound: self.sight.small as u64 });
        }
        self.note(value, rare, meter)?;
        Ok(u64::from(value))
    }
}

/// The partners, in one or two slices, that leave a heap of at least 1 of the rest, and a different one if they must.
fn fitting(partners: &[Partner], rest: usize, unequal: bool) -> [&[Partner]; 2] {
    // Mostly all of them fit.
    if partners.last().is_none_or(|last| last.heap < rest / 2) {
        return [partners, &[]];
    }
    let below = |heap: usize| partners.partition_point(|partner| partner.heap < heap);
    let fit = below(rest);
    if unequal && rest.is_multiple_of(2) {
        [&partners[..below(rest / 2)], &partners[below(rest / 2 + 1).min(fit)..fit]]
    } else {
        [&partners[..fit], &[]]
    }
}

/// Marks the values of the partners' pairs: the other heap of a pair is at `rest` less the partner's heap.
fn mark_pairs<C: Copy + Into<u32>>(partners: &[Partner], values: &[C], rest: usize, marked: &mut [u64]) {
    if let [word] = marked {
        // All values are below 64.
        let pairs = partners.iter().map(|partner| partner.value ^ values[rest - partner.heap].into());
        *word |= pairs.fold(0, |word, value| word | 1 << (value % 64));
    } else {
        for partner in partners {
            mark(marked, partner.value ^ values[rest - partner.heap].into());
        }
    }
}

fn mark(marked: &mut [u64], value: u32) {
    marked[value as usize / 64] |= 1 << (value % 64);
}

/// The least value without a mark, which may be the first one past all bits.
fn least_unmarked(marked: &[u64]) -> Option<u32> {
    let full = marked.iter().take_while(|&&word| word == u64::MAX).count();
    let bit = marked.get(full).map_or(0, |word| word.trailing_ones());
    u32::try_from(full).ok()?.checked_mul(64)?.checked_add(bit)
}

/// Whether one of the parts and the heap at `rest` less the part have this value together.
fn has_pair<C: Copy + Into<u32>>(values: &[C], parts: std::ops::Range<usize>, rest: usize, value: u32) -> bool {
    let others = &values[rest + 1 - parts.end..rest + 1 - parts.start];
    values[parts].iter().zip(others.iter().rev()).any(|(&part, &other)| part.into() ^ other.into() == value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Moves;
    use crate::{Limits, Rule, values};
    use proptest::prelude::*;

    fn any_rule() -> impl Strategy<Value = String> {
        prop_oneof![8 => "[04]\\.[0-7]{1,5}", 1 => Just("grundys-game".to_owned())]
    }

    fn any_class() -> impl Strategy<Value = Class> {
        (prop_oneof![0_u64..64, any::<u64>()], prop::option::of(0_u8..3))
            .prop_map(|(mask, parity)| Class { mask, parity })
    }

    /// The values of so many heaps as far as the pass gets, and why it stops.
    fn pass(rule: &Rule, class: Class, sight: Sight, heaps: usize) -> (Vec<u64>, Option<Refusal>) {
        let Moves::TakeAndBreak(code) = &rule.0 else { panic!("{rule:?}") };
        let mut watch = |_, _| true;
        let mut meter = Meter::new(&Limits::default(), &mut watch);
        let mut found = Vec::new();
        let refusal = Sparse::new(code, class, sight, heaps as u128, &mut meter).and_then(|mut sparse| {
            for _ in 0..heaps {
                found.push(sparse.next(&mut meter)?);
            }
            Ok(())
        });
        (found, refusal.err())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

        #[test]
        fn values_do_not_depend_on_the_class(rule in any_rule(), class in any_class()) {
            let rule: Rule = rule.parse().unwrap();
            let (found, refusal) = pass(&rule, class, Sight::all(300), 300);
            match refusal {
                None => prop_assert_eq!(found, values(&rule, 300, &Limits::default()).unwrap()),
                Some(Refusal::Class { .. }) => prop_assert!(class.parity.is_some()),
                Some(other) => prop_assert!(false, "{:?}", other),
            }
        }

        #[test]
        fn what_is_seen_in_a_window_is_right(rule in any_rule(), class in any_class(), window in 8_usize..70) {
            let rule: Rule = rule.parse().unwrap();
            let Moves::TakeAndBreak(code) = &rule.0 else { panic!("{rule:?}") };
            let sight = Sight { whole: 2 * window, small: window - code.last_digit(), window };
            let (found, _) = pass(&rule, class, sight, 300);
            prop_assert_eq!(&found[..], &values(&rule, 300, &Limits::default()).unwrap()[..found.len()]);
        }
    }

    #[test]
    fn forgetting_what_is_before_the_window_changes_nothing() {
        // The last rare heap of Kayles under this class is 70. A stretch is 2^16 heaps, so that some are forgotten.
        let (rule, class) = ("0.77".parse().unwrap(), Class { mask: 0b1111, parity: None });
        let (found, refusal) = pass(&rule, class, Sight { whole: 2000, small: 998, window: 1000 }, 300_000);
        assert_eq!(refusal, None);
        assert!((71..300_000 - 12).all(|heap| found[heap] == found[heap + 12]));
    }

    #[test]
    fn values_above_255_are_kept() {
        let rule = format!("4.{}", "3".repeat(300)).parse().unwrap();
        let found = pass(&rule, Class { mask: 2, parity: None }, Sight::all(300), 300);
        let want = values(&rule, 300, &Limits::default()).unwrap();
        assert!(want.iter().any(|&value| value > 255), "{:?}", want.iter().max());
        assert_eq!(found, (want, None));
    }
}
