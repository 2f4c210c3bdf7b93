//! Ultimate periodicity, verified over the full range that the theorem on periods asks for.
//!
//! **Theorem** (Guy & Smith 1956; Siegel, *Combinatorial Game Theory*, IV.2). Let d_k be the last digit of a
//! take-and-break code that is not 0 (d_0 counts, so k may be 0; let k = 0 if all are 0), and let s be the largest
//! number of heaps that a move can leave, at least 1. Let p >= 1, n0 >= 0 and m = max(n0, 1).
//! If g(n+p) = g(n) for n0 <= n < s·m + (s-1)·p + k, then g(n+p) = g(n) for all n >= n0.
//!
//! *Proof*, by induction. Let n >= s·m + (s-1)·p + k, and let the equation hold for all heaps from n0 to n-1.
//! - A move from n+p takes i <= k and leaves at most s heaps, in all n+p-i >= s·(m+p) > 0. So it leaves some heap, and
//!   the largest, a, is at least m+p. Then a-p is at least m, so it is a heap that is not empty and not below n0. It is
//!   below n, since a < n+p: either i > 0, or the heap was split. So g(a-p) = g(a), and with a-p in the place of a the
//!   move is one from n, leaving as many heaps, to an option of the same value.
//! - A move from n takes i <= k and leaves at most s heaps, in all n-i >= s·m > 0. The largest, b, is at least m, so
//!   it is not below n0, and it is below n. So g(b+p) = g(b), and with b+p in the place of b the move is one
//!   from n+p, leaving as many heaps, to an option of the same value.
//!
//! So n+p and n have options of the same values, and the same mex. ∎
//!
//! With m = n0 = 0 the heap a-p might be empty, and a digit tells empty heaps from others: that statement is false, and
//! `0.2`, `0.8`, `4.00`, `0.004` are counterexamples.
//!
//! **Subtraction sets.** For a finite set S, if g(n+p) = g(n) for n0 <= n < n0 + max S, then for all n >= n0: past
//! that range n-t >= n0 for every t in S, so that by induction g(n+p-t) = g(n-t), and these are all options of both.

use crate::Refusal;
use crate::limits::Limits;
use crate::plain;
use crate::prime::prime_divisors;
use crate::rule::{Moves, Rule};

/// Verifies that `period` is the least period of the rule's values, and `preperiod` the least heap from
/// which they have it.
///
/// That p is least is decided by its divisors p/q, q prime: the values from n0 on are a word of p letters repeated,
/// their least period divides every other, and if it is not p it divides some p/q. That n0 is least is decided by the
/// heap n0 - 1 alone.
///
/// # Complexity
/// That of the values of about s·(preperiod + period) heaps by the plain definition.
pub(crate) fn verify(rule: &Rule, period: u64, preperiod: u64, limits: &Limits) -> Result<(), Refusal> {
    if period == 0 {
        return Err(Refusal::ZeroPeriod);
    }
    let end = range_end(rule, preperiod, period);
    let heaps = limits.allow(rule, end + u128::from(period))?;
    // Both are below the number of heaps, which fits: the range does not end before the preperiod.
    let (Ok(p), Ok(n0)) = (usize::try_from(period), usize::try_from(preperiod)) else {
        return Err(Refusal::TooManyHeaps { needed: end + u128::from(period), limit: limits.heaps });
    };
    let values = plain::below(rule, heaps);

    if let Some(heap) = (n0..heaps - p).find(|&heap| values[heap] != values[heap + p]) {
        let (value, later) = (values[heap] as u64, values[heap + p] as u64);
        return Err(Refusal::Differs { heap: heap as u64, value, period, later });
    }
    let word = &values[n0..n0 + p];
    for divisor in prime_divisors(p).into_iter().map(|prime| p / prime) {
        if word[divisor..] == word[..p - divisor] {
            return Err(Refusal::PeriodNotLeast { claimed: period, smaller: divisor as u64 });
        }
    }
    if n0 > 0 && values[n0 - 1] == values[n0 - 1 + p] {
        return Err(Refusal::PreperiodNotLeast { claimed: preperiod });
    }
    Ok(())
}

/// The end of the range that starts at n0: g(n+p) = g(n) below it is enough. At least n0, and below 2^73.
fn range_end(rule: &Rule, preperiod: u64, period: u64) -> u128 {
    let (n0, p) = (u128::from(preperiod), u128::from(period));
    match &rule.0 {
        Moves::TakeAndBreak(code) => {
            let s = u128::from(code.most_heaps_left());
            s * n0.max(1) + (s - 1) * p + code.last_digit() as u128
        }
        Moves::Subtraction(set) => n0 + u128::from(set.largest()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleError;

    /// The codes for which the theorem with m = n0 = 0 is false.
    const COUNTEREXAMPLES: [&str; 4] = ["0.2", "0.8", "4.00", "0.004"];

    #[test]
    fn a_part_that_could_be_empty_needs_m_at_least_1() -> Result<(), RuleError> {
        for code in COUNTEREXAMPLES {
            let rule: Rule = code.parse()?;
            let Moves::TakeAndBreak(read) = &rule.0 else { panic!("{code}") };
            let (s, k) = (read.most_heaps_left() as usize, read.last_digit());

            // With p = 1, n0 = 0 and m = 0 the range holds ...
            let values = plain::below(&rule, 20);
            assert!((0..s - 1 + k).all(|n| values[n] == values[n + 1]), "{code}");
            // ... and the conclusion does not: not all values are equal.
            assert!(values.iter().any(|&value| value != 0), "{code}");

            assert_eq!(range_end(&rule, 0, 1), (s + s - 1 + k) as u128, "{code}");
            let refusal = verify(&rule, 1, 0, &Limits::default());
            assert!(matches!(refusal, Err(Refusal::Differs { value: 0, later: 1, .. })), "{code}: {refusal:?}");
        }
        Ok(())
    }

    #[test]
    fn the_end_of_the_range() -> Result<(), RuleError> {
        for (rule, n0, p, want) in [
            ("0.77", 71, 12, 2 * 71 + 12 + 2),
            ("0.0F", 10, 3, 3 * 10 + 2 * 3 + 2),
            ("0.3033", 0, 7, 1 + 4),
            ("subtract{1,3,4}", 0, 7, 4),
            ("subtract{1..3}", 5, 7, 8),
            ("0.000", 0, 1, 1),
        ] {
            assert_eq!(range_end(&rule.parse()?, n0, p), want, "{rule}");
        }
        Ok(())
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() -> Result<(), RuleError> {
        let most = u64::MAX;
        for rule in ["0.77", "0.FFF", "C.0", "0.0", "subtract{1..18446744073709551615}", "subtract{1}"] {
            for (period, preperiod) in [(most, most), (1, most), (most, 0)] {
                let refusal = verify(&rule.parse()?, period, preperiod, &Limits::default());
                assert!(matches!(refusal, Err(Refusal::TooManyHeaps { .. })), "{rule}: {refusal:?}");
            }
        }
        Ok(())
    }
}
