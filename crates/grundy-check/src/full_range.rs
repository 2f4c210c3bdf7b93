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
//!
//! **Grundy's game** (k = 0, s = 2, and the two heaps differ). If g(n+p) = g(n) for n0 <= n < 2m + 2p, then for all
//! n >= n0. For n >= 2m + 2p the proof above stands, but for a > b with a-p = b, where the swap would leave two equal
//! heaps. Then n = 2b, b >= m+p, and the option of n+p has the value g(b+p) xor g(b) = 0. That is also the value of an
//! option of n, the heaps b+p and b-p: they differ, b-p >= m, and b+p < n, so that g(b+p) = g(b) = g(b-p). The other
//! way the larger heap grows, so that the heaps still differ.

use crate::check::Method;
use crate::meter::Meter;
use crate::plain::{Plain, steps};
use crate::progression::Progression;
use crate::rule::{Moves, Rule};
use crate::sparse::{Sight, Sparse};
use crate::{Class, Cost, Refusal};

/// A claim that is to be proved over the full range, for a rule that is not `allbut`.
pub(crate) struct FullRange<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) claim: Progression,
    pub(crate) class: Option<Class>,
}

impl Method for FullRange<'_> {
    /// The values by the plain definition if there is no class, else by a sparse pass.
    fn cost(&self) -> Result<Cost, Refusal> {
        let (heaps, steps) = (self.heaps(), self.class.is_none().then(|| steps(self.rule, self.heaps())));
        let a_heap = if self.class.is_none() { 8 } else { 1 };
        Ok(Cost { heaps, memory: a_heap * heaps + self.claim.memory(u64::MAX), steps })
    }

    fn verify(&self, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let heaps = self.heaps();
        // More would not be allowed.
        let most = u64::try_from(heaps).unwrap_or(u64::MAX);
        match (self.class, &self.rule.0) {
            (None, _) => self.claim.verify(&mut Plain::new(self.rule, heaps, meter)?, most, most, meter),
            (Some(class), Moves::TakeAndBreak(code)) => {
                let mut sparse = Sparse::new(code, class, Sight::all(heaps), heaps, meter)?;
                self.claim.verify(&mut sparse, most, most, meter)
            }
            (Some(_), _) => Err(Refusal::Class { reason: "no move of the rule leaves two heaps" }),
        }
    }
}

impl FullRange<'_> {
    /// How many heaps are needed: a period more than the range has. Below 2^73.
    fn heaps(&self) -> u128 {
        let (n0, p) = (u128::from(self.claim.preperiod), u128::from(self.claim.period));
        p + match &self.rule.0 {
            Moves::TakeAndBreak(code) if code.unequal => 2 * n0.max(1) + 2 * p,
            Moves::TakeAndBreak(code) => {
                let s = u128::from(code.most_heaps_left());
                s * n0.max(1) + (s - 1) * p + code.last_digit() as u128
            }
            Moves::Subtraction(set) | Moves::AllBut(set) => n0 + u128::from(set.largest()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, RuleError, values};

    /// The codes for which the theorem with m = n0 = 0 is false.
    const COUNTEREXAMPLES: [&str; 4] = ["0.2", "0.8", "4.00", "0.004"];

    fn heaps(rule: &Rule, preperiod: u64, period: u64) -> u128 {
        FullRange { rule, claim: Progression { period, preperiod, saltus: 0 }, class: None }.heaps()
    }

    #[test]
    fn a_part_that_could_be_empty_needs_m_at_least_1() -> Result<(), RuleError> {
        for code in COUNTEREXAMPLES {
            let rule: Rule = code.parse()?;
            let Moves::TakeAndBreak(read) = &rule.0 else { panic!("{code}") };
            let (s, k) = (read.most_heaps_left() as usize, read.last_digit());

            // With p = 1, n0 = 0 and m = 0 the range holds ...
            let values = values(&rule, 20, &Limits::default()).unwrap();
            assert!((0..s - 1 + k).all(|n| values[n] == values[n + 1]), "{code}");
            // ... and the conclusion does not: not all values are equal.
            assert!(values.iter().any(|&value| value != 0), "{code}");

            assert_eq!(heaps(&rule, 0, 1), (s + s - 1 + k + 1) as u128, "{code}");
        }
        Ok(())
    }

    #[test]
    fn a_period_more_than_the_range_is_needed() -> Result<(), RuleError> {
        for (rule, n0, p, want) in [
            ("0.77", 71, 12, 2 * 71 + 2 * 12 + 2),
            ("0.0F", 10, 3, 3 * 10 + 3 * 3 + 2),
            ("0.3033", 0, 7, 1 + 4 + 7),
            ("subtract{1,3,4}", 0, 7, 4 + 7),
            ("subtract{1..3}", 5, 7, 8 + 7),
            ("grundys-game", 5, 7, 2 * 5 + 3 * 7),
            ("0.000", 0, 1, 2),
        ] {
            assert_eq!(heaps(&rule.parse()?, n0, p), want, "{rule}");
        }
        Ok(())
    }
}
