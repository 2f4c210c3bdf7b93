//! Values by the plain definition: every option of every heap.

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
    if digit.leaves(0) && rest == 0 {
        options.add(0);
    }
    if digit.leaves(1) && rest > 0 {
        options.add(values[rest]);
    }
    if digit.leaves(2) {
        // Two different heaps: the smaller one is below half of the rest.
        let end = if unequal { rest.div_ceil(2) } else { rest / 2 + 1 };
        (1..end).for_each(|part| options.add(values[part] ^ values[rest - part]));
    }
    if digit.leaves(3) {
        // The parts rise.
        for first in 1..=rest / 3 {
            for second in first..=(rest - first) / 2 {
                options.add(values[first] ^ values[second] ^ values[rest - first - second]);
            }
        }
    }
}

/// An upper bound of the options that there are below `heaps`, each digit of each heap counting as one more. At most
/// `u128::MAX`.
pub(crate) fn steps(rule: &Rule, heaps: u128) -> u128 {
    let of_all = |a_heap: u128| heaps.saturating_mul(a_heap);
    match &rule.0 {
        // A rest r is two parts in at most r/2 ways, and three in at most r²/12 + 1.
        Moves::TakeAndBreak(code) => code.digits.iter().fold(heaps, |sum, digit| {
            let two = if digit.leaves(2) { of_all(heaps) / 4 } else { 0 };
            let three = if digit.leaves(3) { of_all(of_all(heaps)) / 36 + heaps } else { 0 };
            sum.saturating_add(heaps).saturating_add(two).saturating_add(three)
        }),
        // A number above every heap is not looked at, but its range is.
        Moves::Subtraction(set) => set.ranges.iter().fold(heaps, |sum, range| {
            sum.saturating_add(of_all(heaps.min(u128::from(range.end() - range.start()) + 1) + 1))
        }),
        // Every number up to the heap is looked up in every range.
        Moves::AllBut(set) => (of_all(heaps) / 2).saturating_mul(set.ranges.len() as u128 + 1).saturating_add(heaps),
    }
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
                for parts in (0..4).filter(|j| digit.leave & 1 << j != 0) {
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

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

        #[test]
        fn values_agree_with_sets_of_sums(code in "[048C]\\.[0-9A-F]{1,4}") {
            let rule: Rule = code.parse().unwrap();
            let Moves::TakeAndBreak(read) = &rule.0 else { panic!("{code}") };
            prop_assert_eq!(values(&rule, 24, &Limits::default()), Ok(by_sets_of_sums(read, 24)));
        }
    }

    /// The options of all heaps below `heaps`, counted, with one more for each heap, and for each digit of each.
    fn counted(leave: u8, heaps: usize) -> u128 {
        let parts = |rest: usize| {
            let triples = (1..=rest / 3).map(|first| ((rest - first) / 2 + 1).saturating_sub(first)).sum::<usize>();
            let one = usize::from(leave & 1 != 0 && rest == 0 || leave & 2 != 0 && rest > 0);
            one + if leave & 4 != 0 { rest / 2 } else { 0 } + if leave & 8 != 0 { triples } else { 0 }
        };
        (0..heaps).map(|heap| 1 + parts(heap) as u128).sum()
    }

    #[test]
    fn the_bound_on_steps_is_a_bound_and_close() {
        for (code, leave) in [("4.0", 4), ("8.0", 8), ("C.0", 12)] {
            let rule = code.parse().unwrap();
            for heaps in 1..100 {
                let (bound, count) = (steps(&rule, heaps as u128), counted(leave, heaps));
                assert!(bound >= count, "{code}, {heaps}: {bound} < {count}");
                assert!(heaps < 50 || bound <= 2 * count, "{code}, {heaps}: {bound} is far above {count}");
            }
        }
    }

    #[test]
    fn sizes_that_overflow_are_above_every_limit() {
        for rule in ["0.77", "8.8", "subtract{1..18446744073709551615}", "allbut{1}"] {
            assert!(steps(&rule.parse().unwrap(), 1 << 72) > u128::from(u64::MAX), "{rule}");
        }
        let long = format!("0.{}", "1".repeat(1000)).parse().unwrap();
        assert!(steps(&long, 2000) >= 1000 * 2000);
    }
}
