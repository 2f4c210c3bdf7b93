//! Values by the plain definition, from every option of every heap.

use crate::{Cost, Limits, Meter, Mex, Moves, Progression, Refusal, Rule, Verdict, size};

/// The Grundy values of the heaps 0, 1, …, `heaps` - 1.
///
/// The value of a heap is the mex of the values of its options; the value of an option of several heaps is their
/// nim-sum (XOR). The computation uses only two more facts: that the order of parts does not matter and, for `allbut`,
/// that the values below some heap have no gap.
///
/// # Errors
/// [`Refusal::TooMuchMemory`] or [`Refusal::TooManySteps`], before anything is computed.
///
/// # Complexity
/// With N heaps, O(N) time for each digit or number of the rule, O(N²) if two heaps can be left, O(N³) if three. O(N)
/// space, and space for the mex proportional to the largest value of an option.
///
/// # Source
/// Sprague 1936; Grundy 1939; Guy & Smith 1956.
///
/// # Examples
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
    (0..heaps).map(|_| plain.next(&mut meter).map(|value| value as u64)).collect()
}

/// The cost of verifying a claim for this many heaps.
pub(crate) fn cost(rule: &Rule, claim: Progression, heaps: u128) -> Cost {
    Cost { heaps, memory: 8 * heaps + claim.kept(usize::MAX).len() as u128, steps: Some(steps(rule, heaps)) }
}

/// The values of a rule, heap by heap.
pub(crate) struct Plain<'a> {
    rule: &'a Rule,
    heaps: usize,
    values: Vec<usize>,
    /// The values of the options of a heap, minus `below`.
    options: Mex,
    /// For `allbut`: the number of values taken by heaps that are all options, M in `states`.
    below: usize,
    /// An upper bound on the average number of steps per heap.
    steps: usize,
}

impl<'a> Plain<'a> {
    /// Prepares the computation of this many heaps, if the limits allow it.
    pub(crate) fn new(rule: &'a Rule, heaps: u128, meter: &mut Meter<'_>) -> Verdict<Self> {
        let (values, steps) = (meter.room(heaps)?, steps(rule, heaps));
        meter.allow(steps)?;
        let heaps = meter.expect(heaps)?;
        Ok(Self { rule, heaps, values, options: Mex::default(), below: 0, steps: size(steps / heaps.max(1) as u128) })
    }

    /// Verifies the claim for these heaps, and returns their values.
    pub(crate) fn verify(mut self, claim: Progression, meter: &mut Meter<'_>) -> Verdict<Vec<usize>> {
        claim.verify(self.heaps, self.heaps, meter, |meter| self.next(meter))?;
        Ok(self.values)
    }

    fn next(&mut self, meter: &mut Meter<'_>) -> Verdict<usize> {
        let Self { rule, values, options, below, .. } = self;
        let heap = values.len();
        options.clear();
        match &rule.0 {
            Moves::TakeAndBreak(code) => {
                for digit in code.digits.iter().take_while(|digit| digit.take <= heap) {
                    let rest = heap - digit.take;
                    // Leaving no heap is like leaving heap 0.
                    if digit.leaves(usize::from(rest > 0)) {
                        options.add(values[rest]);
                    }
                    if digit.leaves(2) {
                        // Two different heaps: the smaller one is below half of the rest.
                        let end = if code.unequal { rest.div_ceil(2) } else { rest / 2 + 1 };
                        options.extend((1..end).map(|part| values[part] ^ values[rest - part]));
                    }
                    // The parts are in ascending order.
                    for first in 1..=if digit.leaves(3) { rest / 3 } else { 0 } {
                        let others = first..(rest - first) / 2 + 1;
                        options.extend(others.map(|part| values[first] ^ values[part] ^ values[rest - first - part]));
                    }
                }
            }
            Moves::Subtraction(takes) | Moves::AllBut(takes) => {
                let all = matches!(rule.0, Moves::AllBut(_));
                if all && heap > takes.largest && values[heap - takes.largest - 1] == *below {
                    *below += 1;
                }
                for range in takes.ranges.iter().filter(|range| *range.start() <= heap) {
                    let heaps = &values[heap.saturating_sub(*range.end())..heap - range.start() + 1];
                    options.extend(heaps.iter().filter_map(|value| value.checked_sub(*below)));
                }
            }
        }
        let value = *below + options.mex();
        values.push(value);
        meter.spend(1, self.steps)?;
        Ok(value)
    }
}

/// An upper bound on the number of options below `heaps`, plus one for each digit of each heap. At most `u128::MAX`.
fn steps(rule: &Rule, heaps: u128) -> u128 {
    let of_all = |a_heap: u128| heaps.saturating_mul(a_heap);
    match &rule.0 {
        // A rest r can be split into two parts in at most r/2 ways, and into three in at most r²/12 + 1 ways.
        Moves::TakeAndBreak(code) => code.digits.iter().fold(heaps, |sum, digit| {
            let two = if digit.leaves(2) { of_all(heaps) / 4 } else { 0 };
            let three = if digit.leaves(3) { of_all(of_all(heaps)) / 36 + heaps } else { 0 };
            sum.saturating_add(heaps).saturating_add(two).saturating_add(three)
        }),
        // A number larger than every heap costs nothing, but its range does.
        Moves::Subtraction(takes) | Moves::AllBut(takes) => takes.ranges.iter().fold(heaps, |sum, range| {
            sum.saturating_add(of_all(heaps.min((range.end() - range.start()) as u128 + 1) + 1))
        }),
    }
}
