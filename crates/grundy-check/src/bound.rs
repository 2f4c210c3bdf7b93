//! How many options the plain definition looks at: a bound that is known before any of it is done.

use crate::code::Digit;
use crate::rule::{Moves, Rule};

/// An upper bound of the steps for the values of the heaps below `heaps` < 2^64; at most `u128::MAX`.
pub(crate) fn steps(rule: &Rule, heaps: u128) -> u128 {
    match &rule.0 {
        Moves::TakeAndBreak(code) => {
            code.digits.iter().fold(heaps, |sum, digit| sum.saturating_add(digit_steps(*digit, heaps)))
        }
        // A number above every heap is not looked at, but its range is.
        Moves::Subtraction(set) => set.ranges.iter().fold(heaps, |sum, range| {
            let takes = u128::from(range.end() - range.start()) + 1;
            sum.saturating_add(heaps.saturating_mul(takes.min(heaps) + 1))
        }),
        // Every number up to the heap is looked up in every range.
        Moves::AllBut(set) => {
            let numbers = heaps.saturating_mul(heaps) / 2;
            numbers.saturating_mul(set.ranges.len() as u128 + 1).saturating_add(heaps)
        }
    }
}

fn digit_steps(digit: Digit, heaps: u128) -> u128 {
    // With no heap that large the digit allows nothing.
    let most_left = heaps.saturating_sub(digit.take as u128 + 1);
    digit.heaps_left().fold(heaps, |sum, parts| sum.saturating_add(splits(most_left, parts)))
}

/// An upper bound of the number of ways to write the numbers up to `most` as sums of j = `parts` positive numbers,
/// regardless of order.
///
/// Proof: add 0, 1, …, j - 1 to the parts in rising order. They are now different, so that j! orders of them are
/// different ways to write r + j(j-1)/2 as an ordered sum, of which there are C(r + j(j-1)/2 - 1, j - 1). Summed
/// over r <= most that is at most C(most + j(j-1)/2, j).
///
/// Where a product would overflow the result is a wrong number, but above 2^64 and so above every limit.
fn splits(most: u128, parts: u32) -> u128 {
    let parts = u128::from(parts);
    let top = most + parts * parts.saturating_sub(1) / 2;
    let binomial = (0..parts).fold(1_u128, |c, i| c.saturating_mul(top.saturating_sub(i)) / (i + 1));
    binomial.div_ceil((1..=parts).product())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleError;

    /// The number of ways itself, by dynamic programming.
    fn counted(most: usize, parts: usize) -> u128 {
        // ways[j][r]: r as j positive parts; either the least part is 1, or all parts can be lessened by 1.
        let mut ways = vec![vec![0_u128; most + 1]; parts + 1];
        ways[0][0] = 1;
        for r in 1..=most {
            for j in 1..=parts.min(r) {
                ways[j][r] = ways[j - 1][r - 1] + ways[j][r - j];
            }
        }
        ways[parts].iter().sum()
    }

    #[test]
    fn the_bound_on_splits_is_a_bound_and_close() {
        for parts in 0..=4 {
            for most in 0..=80 {
                let (bound, count) = (splits(most as u128, u32::try_from(parts).unwrap()), counted(most, parts));
                assert!(bound >= count, "{most} in {parts}: {bound} < {count}");
                assert!(most < 40 || bound <= 2 * count, "{most} in {parts}: {bound} is far above {count}");
            }
        }
    }

    #[test]
    fn sizes_that_overflow_are_above_every_limit() {
        for parts in 2..8 {
            assert!(splits(1 << 64, parts) > u128::from(u64::MAX), "{parts}");
        }
    }

    #[test]
    fn every_digit_costs_a_look_at_each_heap() -> Result<(), RuleError> {
        let long = format!("0.{}", "1".repeat(1000)).parse()?;
        assert!(steps(&long, 2000) >= 1000 * 2000);
        Ok(())
    }
}
