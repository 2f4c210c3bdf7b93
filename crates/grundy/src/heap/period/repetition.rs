//! Repetitions at the end of a table of values: what looks like a period before a theorem proves it.

/// A repetition at the end of a table: g(n + period) = g(n) + saltus for all n from `preperiod` to the end, and `preperiod`
/// is the least with that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repetition {
    pub(crate) period: usize,
    pub(crate) preperiod: usize,
}

/// The last `1 / SHARE` of the table must occur before.
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

    /// Whether a table of this length repeats for so long that the repetition is reported as observed: at least three times,
    /// and over at least a quarter of the length.
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

#[cfg(test)]
mod tests {
    use super::*;

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
