//! The theorem of Guy and Smith on periods.

use crate::heap::{HeapRule, SubtractionSet};

/// The theorem of Guy and Smith for a rule with finitely many moves.
///
/// Let k be the largest number of tokens that a move takes, s the largest number of heaps that it leaves, at least 1, and
/// m = max(n0, 1). If g(n + p) = g(n) for all n with n0 <= n < s·m + (s - 1)·p + k, then for all n >= n0.
///
/// Proof. Suppose that it fails, first at n, which is past the range. Of the parts that a move of i tokens leaves of n + p,
/// at most s, the largest is a >= m + p, since they sum to n + p - i >= s·(m + p). So a - p is a heap of at least m, below n
/// (there is another part if i = 0), and g(a) = g(a - p): with a - p in the place of a, the move leaves the same value of
/// n. Likewise, of the parts left of n the largest is a >= m, since they sum to at least s·m; and g(a) = g(a + p). So n and
/// n + p have options of the same values, and g(n + p) = g(n). (With m = 0 the exchange could leave an empty heap, which
/// is no heap: `0.2`, `0.8` and `4.00` show that the statement is false then.)
///
/// Source: Guy & Smith 1956; Siegel, *Combinatorial Game Theory*, IV.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuySmithTheorem {
    /// k
    largest_take: u64,
    /// s
    most_parts: u64,
}

impl GuySmithTheorem {
    /// The theorem for a rule; `None` if the rule has infinitely many moves, or asks for parts of different sizes.
    pub(crate) fn of(rule: &HeapRule) -> Option<Self> {
        match rule {
            HeapRule::Code(code) => {
                let largest_take = code.last()?;
                let (digits, _) = code.digits();
                let parts = digits.iter().map(|digit| u64::from((digit >> 1).checked_ilog2().map_or(1, |bit| bit + 1)));
                Some(Self { largest_take, most_parts: parts.max().unwrap_or(1) })
            }
            HeapRule::Subtraction(set) => Some(Self { largest_take: set.largest()?, most_parts: 1 }),
            HeapRule::GrundysGame => None,
        }
    }

    /// The number of heaps whose values must be known to prove this period with this preperiod; `None` if no table can hold
    /// them.
    pub(crate) fn heaps_needed(self, period: u64, preperiod: u64) -> Option<u64> {
        preperiod.max(1).checked_add(period)?.checked_mul(self.most_parts)?.checked_add(self.largest_take)
    }
}

impl SubtractionSet {
    /// The largest number that may be taken, 0 if none; `None` if there is no largest.
    fn largest(&self) -> Option<u64> {
        self.finite().map(|ranges| ranges.last().map_or(0, |range| *range.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theorem(code: &str) -> GuySmithTheorem {
        GuySmithTheorem::of(&HeapRule::Code(code.parse().unwrap())).unwrap()
    }

    #[test]
    fn the_theorem_knows_the_largest_take_and_the_most_parts() {
        for (code, largest_take, most_parts) in [
            ("0.77", 2, 2),
            ("0.3033", 4, 1),
            ("4.0", 0, 2),
            ("0.8", 1, 3),
            ("0.001", 3, 1),
            ("0.0", 0, 1),
            ("0.6", 1, 2),
        ] {
            assert_eq!(theorem(code), GuySmithTheorem { largest_take, most_parts }, "{code}");
        }
        assert_eq!(GuySmithTheorem::of(&HeapRule::Code("0.[3]".parse().unwrap())), None);
        assert_eq!(GuySmithTheorem::of(&HeapRule::GrundysGame), None);
        assert_eq!(GuySmithTheorem::of(&HeapRule::Subtraction(SubtractionSet::squares())), None);
    }

    #[test]
    fn the_range_of_kayles() {
        // 2·71 + 2·12 + 2
        assert_eq!(theorem("0.77").heaps_needed(12, 71), Some(168));
        assert_eq!(theorem("0.77").heaps_needed(u64::MAX, 71), None);
    }
}
