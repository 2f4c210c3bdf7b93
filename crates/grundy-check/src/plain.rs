//! Values by the plain definition: every option of every heap.

use crate::bound::steps;
use crate::code::Digit;
use crate::meter::Meter;
use crate::mex::Mex;
use crate::number_set::NumberSet;
use crate::progression::Source;
use crate::rule::{Moves, Rule};
use crate::{Limits, Refusal};

/// The Grundy values of the heaps 0, 1, …, `heaps` - 1.
///
/// The value of a heap is the mex of the values of its options; the value of an option that is several heaps is their
/// nim-sum, the exclusive or. Nothing else is used: no table, no symmetry but the order of parts, no shortcut.
///
/// # Errors
/// [`Refusal::TooMuchMemory`] or [`Refusal::TooManySteps`], before anything is computed.
///
/// # Complexity
/// With N heaps, O(N) time for each digit or number of the rule, O(N²) where two heaps can be left, O(N³) where three.
/// O(N) space, and as much again for the mex as the largest value of an option.
///
/// # Source
/// Sprague 1936; Grundy 1939; Guy & Smith 1956.
///
/// ```
/// use grundy_check::{Limits, values};
/// let kayles = values(&"0.77".parse()?, 13, &Limits::default())?;
/// assert_eq!(kayles, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values(rule: &Rule, heaps: u64, limits: &Limits) -> Result<Vec<u64>, Refusal> {
    let mut watch = |_, _| true;
    let mut meter = Meter::new(limits, &mut watch);
    let mut plain = Plain::new(rule, u128::from(heaps), &mut meter)?;
    (0..heaps).map(|_| plain.next(&mut meter)).collect()
}

/// The values of a rule, heap by heap.
pub(crate) struct Plain<'a> {
    rule: &'a Rule,
    values: Vec<usize>,
    options: Mex,
    /// No heap takes more steps than this.
    steps: usize,
}

impl<'a> Plain<'a> {
    /// For so many heaps, if they are allowed.
    pub(crate) fn new(rule: &'a Rule, heaps: u128, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let values = meter.room(heaps)?;
        let steps = steps(rule, heaps);
        meter.allow(steps)?;
        meter.expect(heaps)?;
        let a_heap = usize::try_from(steps / heaps.max(1)).unwrap_or(usize::MAX);
        Ok(Self { rule, values, options: Mex::default(), steps: a_heap })
    }

    /// The values so far.
    pub(crate) fn into_values(self) -> Vec<usize> {
        self.values
    }
}

impl Source for Plain<'_> {
    fn next(&mut self, meter: &mut Meter<'_>) -> Result<u64, Refusal> {
        let (heap, values, options) = (self.values.len(), &self.values, &mut self.options);
        options.clear();
        match &self.rule.0 {
            Moves::TakeAndBreak(code) => {
                for &digit in code.digits.iter().take_while(|digit| digit.take <= heap) {
                    add_taken_and_broken(digit, code.unequal, heap, values, options);
                }
            }
            Moves::Subtraction(set) => add_subtracted(set, heap, values, options),
            Moves::AllBut(set) => {
                let takes = (1..=heap).filter(|&take| !set.contains(take as u64));
                takes.for_each(|take| options.add(values[heap - take]));
            }
        }
        let value = options.mex();
        self.values.push(value);
        meter.heap(self.steps)?;
        Ok(value as u64)
    }
}

fn add_subtracted(set: &NumberSet, heap: usize, values: &[usize], options: &mut Mex) {
    for range in &set.ranges {
        // A number that does not fit is above every heap.
        let Ok(first) = usize::try_from(*range.start()) else { continue };
        let last = usize::try_from(*range.end()).unwrap_or(usize::MAX).min(heap);
        for take in first..=last {
            options.add(values[heap - take]);
        }
    }
}

fn add_taken_and_broken(digit: Digit, unequal: bool, heap: usize, values: &[usize], options: &mut Mex) {
    let rest = heap - digit.take;
    for parts in digit.heaps_left() {
        match parts {
            0 if rest == 0 => options.add(0),
            1 if rest >= 1 => options.add(values[rest]),
            0 | 1 => {}
            2 if unequal => (1..rest.div_ceil(2)).for_each(|part| options.add(values[part] ^ values[rest - part])),
            _ => add_splits(rest, parts as usize, values, options),
        }
    }
}

/// Adds the value of every way to split `rest` into `parts` >= 2 heaps, none empty, their order disregarded.
///
/// All parts but the last two stand in `first`, in rising order, and are counted through like the digits of a number;
/// for each of their settings the last two run over all pairs that rise on.
fn add_splits(rest: usize, parts: usize, values: &[usize], options: &mut Mex) {
    if rest < parts {
        return;
    }
    let mut first = vec![1; parts - 2];
    loop {
        let least = first.last().copied().unwrap_or(1);
        let left = rest - first.iter().sum::<usize>();
        let sum = first.iter().fold(0, |sum, &part| sum ^ values[part]);
        let (half, other_half) = (&values[least..=left / 2], &values[left - left / 2..=left - least]);
        for (part, other) in half.iter().zip(other_half.iter().rev()) {
            options.add(sum ^ part ^ other);
        }
        if !advance(&mut first, rest) {
            return;
        }
    }
}

/// Raises the last part that can be raised, makes those after it equal to it, and says whether there was one: two parts
/// at least as large as the last must still fit into `rest`.
fn advance(first: &mut [usize], rest: usize) -> bool {
    for raised in (0..first.len()).rev() {
        let part = first[raised] + 1;
        let before = first[..raised].iter().sum::<usize>();
        if before + part * (first.len() - raised + 2) <= rest {
            first[raised..].fill(part);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The values once more, by sets of sums: each of the `parts` heaps in turn takes any share, in any order.
    fn by_sets_of_sums(code: &Code, heaps: usize) -> Vec<u64> {
        let mut values: Vec<usize> = Vec::new();
        for heap in 0..heaps {
            let mut options = BTreeSet::new();
            for digit in code.digits.iter().filter(|digit| digit.take <= heap) {
                for parts in (0..8).filter(|j| digit.leave & 1 << j != 0) {
                    options.append(&mut sums(&values, heap - digit.take, parts));
                }
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values.into_iter().map(|value| value as u64).collect()
    }

    fn sums(values: &[usize], rest: usize, parts: usize) -> BTreeSet<usize> {
        let mut ways = vec![BTreeSet::new(); rest + 1];
        ways[0].insert(0);
        for _ in 0..parts {
            let mut more = vec![BTreeSet::new(); rest + 1];
            for total in 0..=rest {
                for (part, value) in values.iter().enumerate().take(total + 1).skip(1) {
                    more[total].extend(ways[total - part].iter().map(|way| way ^ value));
                }
            }
            ways = more;
        }
        ways.swap_remove(rest)
    }

    fn any_code() -> impl Strategy<Value = Code> {
        // Bit 4, five ways to leave heaps, is beyond the notation and not beyond the definition.
        (prop::collection::vec(0_u8..32, 1..4), 0_u8..8).prop_map(|(digits, d0)| {
            let all = std::iter::once(d0 << 2).chain(digits);
            Code {
                digits: all.enumerate().map(|(take, leave)| Digit { take, leave }).filter(|d| d.leave != 0).collect(),
                unequal: false,
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

        #[test]
        fn values_agree_with_sets_of_sums(code in any_code()) {
            let want = by_sets_of_sums(&code, 24);
            prop_assert_eq!(values(&Rule(Moves::TakeAndBreak(code)), 24, &Limits::default()), Ok(want));
        }
    }

    #[test]
    fn splits_are_counted_through_once_each() {
        for (rest, parts, want) in [(4, 2, 2), (10, 3, 8), (12, 4, 15), (4, 4, 1), (9, 5, 5)] {
            let mut first = vec![1; parts - 2];
            let pairs = |first: &[usize]| {
                let left = rest - first.iter().sum::<usize>();
                left / 2 + 1 - first.last().copied().unwrap_or(1)
            };
            let mut count = pairs(&first);
            while advance(&mut first, rest) {
                count += pairs(&first);
            }
            assert_eq!(count, want, "partitions of {rest} in {parts} parts");
        }
    }
}
