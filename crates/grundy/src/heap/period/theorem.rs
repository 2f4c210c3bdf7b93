//! The theorem on periods, and the repetition that it is applied to.

use crate::heap::{HeapRule, SubtractionSet};

/// What the theorem on periods needs to know of a rule with finitely many moves.
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
pub(crate) struct Theorem {
    /// k
    last: u64,
    /// s
    parts: u64,
}

impl Theorem {
    /// The theorem for a rule; `None` if it has infinitely many moves, or asks for parts of different sizes.
    pub(crate) fn of(rule: &HeapRule) -> Option<Self> {
        match rule {
            HeapRule::Code(code) => {
                let last = code.last()?;
                let (digits, _) = code.digits();
                let parts = digits.iter().map(|digit| u64::from((digit >> 1).checked_ilog2().map_or(1, |bit| bit + 1)));
                Some(Self { last, parts: parts.max().unwrap_or(1) })
            }
            HeapRule::Subtraction(set) => Some(Self { last: set.last()?, parts: 1 }),
            HeapRule::GrundysGame => None,
        }
    }

    /// How many values must be known to prove this period with this preperiod: those of all heaps below this number.
    /// `None` if no table can hold them.
    pub(crate) fn needs(self, period: u64, preperiod: u64) -> Option<u64> {
        preperiod.max(1).checked_add(period)?.checked_mul(self.parts)?.checked_add(self.last)
    }
}

/// A repetition at the end of a table: g(n + period) = g(n) + saltus for all n from `preperiod` to the end, and `preperiod`
/// is the least with that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repetition {
    pub(crate) period: usize,
    pub(crate) preperiod: usize,
}

/// The share of the table that must have been seen before.
const SHARE: usize = 8;
/// A table shorter than this is not searched.
const SHORTEST: usize = 16;

impl Repetition {
    /// The repetition with the least period of which the last eighth of the table is part.
    ///
    /// If the table is periodic from a heap n0 on with the least period p, and its length is at least 8/7·(n0 + p), this is
    /// the period p: the end of the table is p further back too, and at no smaller distance. Time O(length) unless the
    /// table nearly repeats at many distances.
    pub(crate) fn at_end_of<T: Copy + Eq>(table: &[T]) -> Option<Self> {
        let length = table.len();
        if length < SHORTEST {
            return None;
        }
        let tail = &table[length - length / SHARE..];
        let (&last, before) = tail.split_last()?;
        let mut end = length - 1;
        loop {
            end = table[..end].iter().rposition(|&value| value == last)?;
            let earlier = &table[end.checked_sub(before.len())?..end];
            // From the end backwards: near repetitions differ in their far past as often as in their near one.
            if earlier == before {
                let period = length - 1 - end;
                return Some(Self { period, preperiod: Self::preperiod(table, period) });
            }
        }
    }

    /// Whether a table of this length repeats for so long that a person would take it for a period: three times, and for a
    /// quarter of its length.
    pub(crate) const fn is_convincing(self, length: usize) -> bool {
        let repeated = length - self.preperiod;
        repeated / 3 >= self.period && repeated >= length / 4
    }

    /// The least heap from which the table repeats with this period.
    fn preperiod<T: Copy + Eq>(table: &[T], period: usize) -> usize {
        let later = &table[period..];
        table[..later.len()].iter().zip(later).rposition(|(n, later)| n != later).map_or(0, |n| n + 1)
    }
}

impl SubtractionSet {
    /// The largest number that may be taken, 0 if none; `None` if there is no largest.
    fn last(&self) -> Option<u64> {
        self.finite().map(|ranges| ranges.last().map_or(0, |range| *range.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theorem(code: &str) -> Theorem {
        Theorem::of(&HeapRule::Code(code.parse().unwrap())).unwrap()
    }

    #[test]
    fn rules_are_measured() {
        for (code, last, parts) in [
            ("0.77", 2, 2),
            ("0.3033", 4, 1),
            ("4.0", 0, 2),
            ("0.8", 1, 3),
            ("0.001", 3, 1),
            ("0.0", 0, 1),
            ("0.6", 1, 2),
        ] {
            assert_eq!(theorem(code), Theorem { last, parts }, "{code}");
        }
        assert_eq!(Theorem::of(&HeapRule::Code("0.[3]".parse().unwrap())), None);
        assert_eq!(Theorem::of(&HeapRule::GrundysGame), None);
        assert_eq!(Theorem::of(&HeapRule::Subtraction(SubtractionSet::squares())), None);
    }

    #[test]
    fn the_range_of_kayles() {
        // 2·71 + 2·12 + 2
        assert_eq!(theorem("0.77").needs(12, 71), Some(168));
        assert_eq!(theorem("0.77").needs(u64::MAX, 71), None);
    }

    #[test]
    fn repetitions_are_least_and_exact() {
        let table: Vec<u8> =
            [9, 9, 1, 2, 3].into_iter().chain([1, 2, 3, 1, 2, 4].into_iter().cycle()).take(60).collect();
        assert_eq!(Repetition::at_end_of(&table), Some(Repetition { period: 6, preperiod: 5 }));
        assert_eq!(Repetition::at_end_of(&[7u8; 40]), Some(Repetition { period: 1, preperiod: 0 }));
        let growing: Vec<u32> = (0..100).collect();
        assert_eq!(Repetition::at_end_of(&growing), None);
    }
}
