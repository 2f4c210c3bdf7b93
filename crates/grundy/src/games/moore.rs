//! Moore's Nim: a move takes from up to k heaps.

use super::Entry;
use super::numbers::{one_position, rows};
use crate::picture::Picture;
use crate::syntax::NotationError;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, Outcome};

pub(super) const ENTRY: Entry = Entry {
    name: "moore",
    parameters: "k",
    arguments: "heap sizes, which are one position",
    rules: "Take any numbers of tokens, at least one in all, from up to k heaps.",
    example: "moore{2}(1, 2, 3)",
    source: "Moore, A generalization of the game called Nim, 1910",
    build: |call, rules| {
        let parameters = call.needs_parameters("the number of heaps that a move may take from: `moore{2}(1, 2, 3)`")?;
        let [(k @ 1.., _)] = parameters.integers()?[..] else {
            let error = NotationError::new(parameters.span(), "`moore` takes one number from 1 in braces");
            return Err(error.with_help("write `moore{2}(1, 2, 3)` if a move may take from up to 2 heaps").into());
        };
        Ok(one_position(rules, Moore { k }, |_, numbers, _| Ok(numbers.iter().map(|&(size, _)| size).collect())))
    },
};

/// Moore's Nim: a move takes tokens from at least one heap and at most `k`, any number from each of them.
///
/// A position is lost iff in each binary place the number of heaps with digit 1 is a multiple of k + 1. For heaps of any number
/// and size that tells who wins, and all moves that win. Values are known if k is 1, which is Nim, and where there are at most k
/// heaps: a move leaves any smaller total then, so the value is the total.
///
/// # Source
/// Moore 1910, *A generalization of the game called Nim*; Berlekamp, Conway & Guy, *Winning Ways*, ch. 15.
///
/// # Examples
/// ```
/// use grundy::games::Moore;
/// use grundy::{Game, Outcome};
/// let game = Moore { k: 2 };
/// assert_eq!(game.outcome(&vec![1, 2, 3]), Some(Outcome::N));
/// assert_eq!(game.outcome(&vec![5, 5, 5]), Some(Outcome::P));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Moore {
    /// The most heaps that a move may take from, at least 1.
    pub k: u64,
}

/// How many heaps have digit 1 in a binary place.
fn ones(heaps: &[u64], bit: u32) -> u64 {
    heaps.iter().filter(|&&heap| heap >> bit & 1 == 1).count() as u64
}

impl Moore {
    fn is_lost(self, heaps: &[u64]) -> bool {
        // k + 1 heaps and more than there are: the only multiple is 0.
        (0..u64::BITS).all(|bit| match self.k.checked_add(1) {
            Some(modulus) => ones(heaps, bit).is_multiple_of(modulus),
            None => ones(heaps, bit) == 0,
        })
    }

    /// Why the value is known, and the value. A total above 2^64 - 1 is not a nimber here; who wins is known all the same.
    fn known(self, heaps: &[u64]) -> Option<(&'static str, u64)> {
        if self.k == 1 {
            return Some(("with k = 1 it is Nim", heaps.iter().fold(0, |total, heap| total ^ heap)));
        }
        if heaps.iter().filter(|&&heap| heap > 0).count() as u64 <= self.k {
            let total = heaps.iter().try_fold(0_u64, |total, &heap| total.checked_add(heap))?;
            return Some(("at most k heaps are worth their total, since a move leaves any smaller total", total));
        }
        let statement = "a position is lost iff in each binary place a multiple of k + 1 heaps has digit 1";
        self.is_lost(heaps).then_some((statement, 0))
    }

    /// Appends all options that are lost. Digits are chosen from the highest place on. A heap that was made smaller in a higher
    /// place is free: its digits may be anything. In each place free heaps get digits 1, or heaps with digit 1 become free and
    /// get 0, until the number of ones is a multiple of k + 1; whatever was chosen before, one of the two can be done.
    fn push_lost(self, heaps: &[u64], meter: &mut Meter<'_>, out: &mut Options<Vec<u64>>) -> Result<(), Error> {
        let start = Partial { heaps: heaps.to_vec(), free: vec![false; heaps.len()], bit: u64::BITS };
        let mut open = vec![start.choices(self.k)];
        while let Some(choices) = open.last_mut() {
            meter.work(heaps.len() as u64 + 1)?;
            let Some(next) = choices.next() else {
                open.pop();
                continue;
            };
            if next.bit > 0 {
                open.push(next.choices(self.k));
            } else if next.heaps != heaps {
                out.push(next.heaps);
                if out.more() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Heaps of which the digits from `bit` on are chosen.
#[derive(Clone)]
struct Partial {
    heaps: Vec<u64>,
    free: Vec<bool>,
    bit: u32,
}

impl Partial {
    /// The ways to choose the digits in the next place.
    fn choices(self, k: u64) -> Choices {
        let digit = 1 << (self.bit - 1);
        let (free, others): (Vec<usize>, Vec<usize>) = (0..self.heaps.len()).partition(|&heap| self.free[heap]);
        let fixed: Vec<usize> = others.into_iter().filter(|&heap| self.heaps[heap] & digit != 0).collect();
        let room = usize::try_from(k).unwrap_or(usize::MAX).saturating_sub(free.len()).min(fixed.len());
        // How many heaps become free, and how many free ones get digit 1.
        let mut counts = Vec::new();
        for lowered in 0..=room {
            for raised in 0..=free.len() {
                let ones = (fixed.len() - lowered + raised) as u64;
                if k.checked_add(1).map_or(ones == 0, |modulus| ones.is_multiple_of(modulus)) {
                    counts.push((lowered, raised));
                }
            }
        }
        counts.reverse();
        Choices { partial: self, digit, fixed, free, counts, subsets: None }
    }
}

/// An iterator over the ways to choose the digits in one place.
struct Choices {
    partial: Partial,
    digit: u64,
    /// The heaps that are not free and have digit 1.
    fixed: Vec<usize>,
    free: Vec<usize>,
    /// How many of either are to be chosen, in turn.
    counts: Vec<(usize, usize)>,
    /// The places in `fixed` and in `free` that are chosen next.
    subsets: Option<(Vec<usize>, Vec<usize>)>,
}

impl Iterator for Choices {
    type Item = Partial;

    fn next(&mut self) -> Option<Partial> {
        if self.subsets.is_none() {
            let (lowered, raised) = self.counts.pop()?;
            self.subsets = Some(((0..lowered).collect(), (0..raised).collect()));
        }
        let (lowered, raised) = self.subsets.as_mut()?;
        let mut next = self.partial.clone();
        next.bit -= 1;
        for &heap in &self.free {
            next.heaps[heap] &= !self.digit;
        }
        for &place in raised.iter() {
            next.heaps[self.free[place]] |= self.digit;
        }
        for &place in lowered.iter() {
            next.heaps[self.fixed[place]] &= !self.digit;
            next.free[self.fixed[place]] = true;
        }
        if !next_subset(raised, self.free.len()) {
            *raised = (0..raised.len()).collect();
            if !next_subset(lowered, self.fixed.len()) {
                self.subsets = None;
            }
        }
        Some(next)
    }
}

/// The next set of as many numbers below `of`, in lexicographic order; whether there is one.
fn next_subset(subset: &mut [usize], of: usize) -> bool {
    let size = subset.len();
    let Some(place) = (0..size).rfind(|&place| subset[place] < of - size + place) else { return false };
    let first = subset[place] + 1;
    subset[place..].iter_mut().zip(first..).for_each(|(number, next)| *number = next);
    true
}

impl Game for Moore {
    type Position = Vec<u64>;

    fn options(&self, heaps: &Vec<u64>, out: &mut Options<Vec<u64>>) {
        // Counts down like a number whose digits are what is left of the heaps, the first heap the lowest digit, and passes over
        // those that change too many heaps.
        let mut left = heaps.clone();
        let mut changed = 0;
        let mut heap = 0;
        while heap < left.len() {
            // Here `changed` counts the heaps from this one on.
            let is_changed = left[heap] < heaps[heap];
            if left[heap] > 0 && (is_changed || changed < self.k) {
                changed += u64::from(!is_changed);
                left[heap] -= 1;
                out.push(left.clone());
                if out.more() {
                    return;
                }
                heap = 0;
            } else {
                changed -= u64::from(is_changed);
                left[heap] = heaps[heap];
                heap += 1;
            }
        }
    }

    fn reduce(&self, mut heaps: Vec<u64>, parts: &mut Vec<Vec<u64>>) -> Result<(), Error> {
        heaps.retain(|&heap| heap > 0);
        if self.k == 1 {
            parts.extend(heaps.into_iter().map(|heap| vec![heap]));
        } else {
            heaps.sort_unstable();
            parts.push(heaps);
        }
        Ok(())
    }

    fn value(&self, heaps: &Vec<u64>, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(self.known(heaps).map(|(_, value)| Nimber(value)))
    }

    fn outcome(&self, heaps: &Vec<u64>) -> Option<Outcome> {
        Some(if self.is_lost(heaps) { Outcome::P } else { Outcome::N })
    }

    fn knowledge(&self, heaps: &Vec<u64>) -> Option<Knowledge> {
        self.known(heaps).map(|(statement, _)| Knowledge::Theorem(statement.to_owned()))
    }

    fn options_worth(
        &self,
        heaps: &Vec<u64>,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<Vec<u64>>,
    ) -> Result<bool, Error> {
        if value.is_zero() {
            self.push_lost(heaps, meter, out)?;
        }
        Ok(value.is_zero())
    }

    fn nim_heap(&self, heaps: &Vec<u64>) -> Option<u64> {
        let mut others = heaps.iter().filter(|&&heap| heap > 0);
        let heap = others.next().copied().unwrap_or_default();
        others.next().is_none().then_some(heap)
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, heaps: &Vec<u64>) -> u64 {
        heaps.iter().fold(0, |total, &heap| total.saturating_add(heap))
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        size_of_val(heaps.as_slice())
    }

    fn name_move(&self, heaps: &Vec<u64>, parts: &[Vec<u64>]) -> Option<String> {
        let mut taken = Vec::new();
        for (number, (before, after)) in heaps.iter().zip(parts.first()?).enumerate() {
            let by = before.checked_sub(*after)?;
            if by > 0 {
                taken.push(format!("{by} from heap {}", number + 1));
            }
        }
        let last = taken.pop()?;
        Some(if taken.is_empty() { format!("take {last}") } else { format!("take {} and {last}", taken.join(", ")) })
    }

    fn picture(&self, heaps: &Vec<u64>, left: Option<&[Vec<u64>]>) -> Option<Picture> {
        Some(rows(heaps, left.and_then(<[_]>::first).map(Vec::as_slice)))
    }

    fn show(&self, heaps: &Vec<u64>) -> String {
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        format!("moore{{{}}}({})", self.k, heaps.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;
    use crate::Limits;

    #[test]
    fn what_is_known_agrees_with_the_search() {
        for k in 1..=4 {
            let heaps = |number: u64| (0..4).map(|heap| number / 5_u64.pow(heap) % 5).collect();
            let claims = agree_with_search(Moore { k }, (0..5_u64.pow(4)).map(heaps));
            assert_eq!((claims.outcomes, claims.wins), (claims.positions, claims.positions), "{k}");
        }
    }

    #[test]
    fn a_total_above_64_bits_hides_the_value_and_not_the_winner() {
        let (game, heaps) = (Moore { k: 3 }, vec![u64::MAX, 3]);
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        assert_eq!((game.value(&heaps, &mut meter).unwrap(), game.outcome(&heaps)), (None, Some(Outcome::N)));
        let mut wins = Options::new();
        assert!(game.options_worth(&heaps, Nimber::ZERO, &mut meter, &mut wins).unwrap());
        assert_eq!(wins.iter().collect::<Vec<_>>(), [[vec![0, 0]]]);
    }
}
