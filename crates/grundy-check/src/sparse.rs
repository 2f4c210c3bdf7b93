//! Values by an exact sparse pass: the same values as by the plain definition, but most pairs of heaps are not
//! examined.
//!
//! For rules whose moves leave at most two heaps, with a class that fits the rule (see `class`). The value of n is the
//! least number that is not the value of an option:
//!
//! 1. Mark the value of every option that is one heap or none, or a pair with a rare heap. By the lemma all options of
//!    *common* value are now marked.
//! 2. Take the least value x that is not marked. If it is common at n, no option has it, and it is the value of n.
//! 3. If it is rare at n, search the pairs for one of value x, a *witness*. If there is none, x is the value of n. If
//!    there is one, mark x and go back to step 2.
//!
//! Each x that was skipped is the value of an option, so the result is the mex, whatever the class. With a good class
//! few heaps are rare and witnesses are found quickly.
//!
//! Source: *sparse spaces*, *Winning Ways*, ch. 4; the witnesses, which avoid any assumption, are ours.

use crate::{Cells, Class, Code, Meter, Mex, Refusal, Verdict};

/// Heaps below this are treated as partners like the rare ones: their pairs nearly always contain enough witnesses.
const EARLY: usize = 33;

/// How many pairs of each digit are searched for a witness before the next digit has its turn.
const STRETCH: usize = 64;

/// Which pairs of heaps are examined, and which values are stored.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    /// For a heap below this all pairs are examined; the values of all these heaps are stored.
    pub(crate) whole: usize,
    /// For other heaps only pairs with one heap below this are examined. Rare heaps must be below this.
    pub(crate) small: usize,
    /// This many heaps before the next one are stored. Earlier ones are dropped once there are as many again.
    pub(crate) window: usize,
}

/// The pass, heap by heap.
pub(crate) struct Sparse<'a> {
    code: &'a Code,
    class: Class,
    sight: Sight,
    /// The next heap.
    heap: usize,
    /// The values of the heaps below `sight.whole` at their places, and of the last ones `gap` places earlier.
    values: Cells,
    gap: usize,
    /// The rare heaps and the early ones in ascending order, with their values.
    partners: Vec<(usize, usize)>,
    options: Mex,
}

impl<'a> Sparse<'a> {
    /// Starts a pass. The class must fit the code.
    pub(crate) fn new(code: &'a Code, class: Class, sight: Sight, meter: &mut Meter<'_>) -> Verdict<Self> {
        let values = Cells::Narrow(meter.room(sight.whole as u128 + 2 * sight.window as u128)?);
        Ok(Self { code, class, sight, heap: 0, values, gap: 0, partners: Vec::new(), options: Mex::default() })
    }

    /// The value of the next heap, starting with heap 0.
    pub(crate) fn next(&mut self, meter: &mut Meter<'_>) -> Verdict<usize> {
        let (n, Sight { whole, small, window }) = (self.heap, self.sight);
        let mut steps = self.mark_options();
        let (value, rare) = loop {
            let value = self.options.mex();
            let rare = self.class.is_rare(value, n);
            if !rare || !self.has_witness(value, &mut steps) {
                break (value, rare);
            }
            self.options.add(value);
        };
        meter.spend(1, steps)?;
        if rare && n >= whole {
            return Err(Refusal::NoWitness { heap: n as u64, value: value as u64 });
        }
        if rare && n >= small {
            return Err(Refusal::RareHeap { heap: n as u64, bound: small as u64 });
        }
        if n > 0 && (rare || n < small.min(EARLY)) {
            meter.keep(size_of::<(usize, usize)>() as u128)?;
            self.partners.push((n, value));
        }
        if n - self.gap == whole + 2 * window {
            self.values.forget(whole..whole + window);
            self.gap += window;
        }
        self.values.push(value, meter)?;
        self.heap += 1;
        Ok(value)
    }

    /// Step 1, and the pairs with an early heap. Returns the number of steps.
    fn mark_options(&mut self) -> usize {
        let Self { code, options, partners, .. } = self;
        options.clear();
        let mut steps = 1;
        for digit in code.digits.iter().take_while(|digit| digit.take <= self.heap) {
            let rest = self.heap - digit.take;
            steps += 1;
            if digit.leaves(usize::from(rest > 0)) {
                options.add(self.values.get(rest - self.gap));
            }
            if digit.leaves(2) {
                for partners in fitting(partners, rest, code.unequal) {
                    steps += partners.len();
                    match &self.values {
                        Cells::Narrow(values) => mark_pairs(partners, values, rest - self.gap, options),
                        Cells::Wide(values) => mark_pairs(partners, values, rest - self.gap, options),
                    }
                }
            }
        }
        steps
    }

    /// Whether a pair that may be examined has the value. Counts the steps.
    fn has_witness(&self, value: usize, steps: &mut usize) -> bool {
        let rests = || self.code.takes_that_leave(2).map_while(|take| self.heap.checked_sub(take));
        // The smaller heap of a pair is at most half of the rest; in Grundy's game it is less than half.
        let last = |rest: usize| {
            let half = if self.code.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            if self.heap < self.sight.whole { half } else { half.min(self.sight.small - 1) }
        };
        let most = rests().map(last).max().unwrap_or(0);
        (1..=most).step_by(STRETCH).any(|first| {
            rests().any(|rest| {
                let parts = first..(first + STRETCH).min(last(rest) + 1);
                *steps += 1 + parts.len();
                match &self.values {
                    _ if parts.is_empty() => false,
                    Cells::Narrow(values) => has_pair(values, parts, rest - self.gap, value),
                    Cells::Wide(values) => has_pair(values, parts, rest - self.gap, value),
                }
            })
        })
    }
}

/// The partners that leave a heap of at least 1 from the rest, without half of the rest if the heaps must differ.
fn fitting(partners: &[(usize, usize)], rest: usize, unequal: bool) -> [&[(usize, usize)]; 2] {
    // Usually all of them fit.
    if partners.last().is_none_or(|&(last, _)| last < rest / 2) {
        return [partners, &[]];
    }
    let below = |end: usize| partners.partition_point(|&(heap, _)| heap < end);
    let (end, next) = if unequal { (rest.div_ceil(2), rest / 2 + 1) } else { (rest, rest) };
    [&partners[..below(end)], &partners[below(next)..below(rest)]]
}

/// Marks the values of the partners' pairs. The other heap of a pair is at `rest` minus the partner.
fn mark_pairs<C: Copy + Into<u32>>(partners: &[(usize, usize)], values: &[C], rest: usize, options: &mut Mex) {
    options.extend(partners.iter().map(|&(heap, value)| value ^ values[rest - heap].into() as usize));
}

/// Whether some part, together with the heap at `rest` minus the part, has this value.
fn has_pair<C: Copy + Into<u32>>(values: &[C], parts: std::ops::Range<usize>, rest: usize, value: usize) -> bool {
    let others = &values[rest + 1 - parts.end..rest + 1 - parts.start];
    values[parts].iter().zip(others.iter().rev()).any(|(&part, &other)| (part.into() ^ other.into()) as usize == value)
}
