//! The set of a subtraction game: the numbers of tokens that a move may take.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::primes::Primes;

/// A set of positive numbers: how many tokens a move of a subtraction game may take.
///
/// # Examples
/// ```
/// use grundy::heap::SubtractionSet;
/// let set = SubtractionSet::ranges([3..=4, 1..=1])?;
/// let mut members = Vec::new();
/// set.for_each_up_to(10, |take| {
///     members.push(take);
///     true
/// });
/// assert_eq!(members, [1, 3, 4]);
/// # Ok::<(), grundy::heap::SubtractionSetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SubtractionSet(Set);

#[derive(Clone, Debug)]
enum Set {
    /// A finite set, as disjoint, not touching, ascending ranges.
    Ranges(Vec<RangeInclusive<u64>>),
    /// All positive numbers but those of such a set.
    AllBut(Vec<RangeInclusive<u64>>),
    Squares,
    /// With the primes found so far, which clones share.
    Primes(Arc<Primes>),
    /// Of a base of at least 2.
    Powers(u64),
    Fibonacci,
}

/// Why numbers do not make a subtraction set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubtractionSetError {
    /// Zero is among the numbers.
    #[error("a move takes at least 1 token")]
    Zero,
    /// The base of the powers is below 2.
    #[error("powers need a base of at least 2")]
    Base,
}

impl SubtractionSet {
    /// The finite set that is the union of these ranges, in any order, overlapping or not.
    ///
    /// # Errors
    /// [`SubtractionSetError::Zero`] if 0 is in it.
    pub fn ranges(ranges: impl IntoIterator<Item = RangeInclusive<u64>>) -> Result<Self, SubtractionSetError> {
        Ok(Self(Set::Ranges(merged(ranges)?)))
    }

    /// All positive numbers but those in the union of these ranges.
    ///
    /// # Errors
    /// [`SubtractionSetError::Zero`] if 0 is in it.
    pub fn all_but(ranges: impl IntoIterator<Item = RangeInclusive<u64>>) -> Result<Self, SubtractionSetError> {
        Ok(Self(Set::AllBut(merged(ranges)?)))
    }

    /// The squares 1, 4, 9, …
    #[must_use]
    pub const fn squares() -> Self {
        Self(Set::Squares)
    }

    /// The primes 2, 3, 5, …
    #[must_use]
    pub fn primes() -> Self {
        Self(Set::Primes(Arc::default()))
    }

    /// The Fibonacci numbers 1, 2, 3, 5, 8, …
    #[must_use]
    pub const fn fibonacci() -> Self {
        Self(Set::Fibonacci)
    }

    /// The powers of `base`, 1 included.
    ///
    /// # Errors
    /// [`SubtractionSetError::Base`] if `base` is below 2.
    pub const fn powers(base: u64) -> Result<Self, SubtractionSetError> {
        if base < 2 { Err(SubtractionSetError::Base) } else { Ok(Self(Set::Powers(base))) }
    }

    /// Calls `each` with the members up to `most` in ascending order, until it returns `false`.
    pub fn for_each_up_to(&self, most: u64, mut each: impl FnMut(u64) -> bool) {
        match &self.0 {
            Set::Ranges(ranges) => {
                for range in ranges {
                    for take in *range.start()..=most.min(*range.end()) {
                        if !each(take) {
                            return;
                        }
                    }
                }
            }
            Set::AllBut(forbidden) => {
                let mut next = 1;
                for range in forbidden {
                    for take in next..*range.start() {
                        if take > most || !each(take) {
                            return;
                        }
                    }
                    match range.end().checked_add(1) {
                        Some(after) => next = after,
                        None => return,
                    }
                }
                for take in next..=most {
                    if !each(take) {
                        return;
                    }
                }
            }
            Set::Squares => {
                for take in (1u64..).map_while(|root| root.checked_mul(root)).take_while(|&take| take <= most) {
                    if !each(take) {
                        return;
                    }
                }
            }
            Set::Primes(primes) => primes.for_each_up_to(most, each),
            Set::Powers(base) => {
                let powers = std::iter::successors(Some(1u64), |power| power.checked_mul(*base));
                for take in powers.take_while(|&take| take <= most) {
                    if !each(take) {
                        return;
                    }
                }
            }
            Set::Fibonacci => {
                let (mut take, mut after) = (1u64, Some(2u64));
                while take <= most && each(take) {
                    let Some(next) = after else { return };
                    (take, after) = (next, next.checked_add(take));
                }
            }
        }
    }

    /// Whether a number is a member, for a finite set and its complement; `None` for the other sets.
    pub(super) fn contains(&self, number: u64) -> Option<bool> {
        let among = |ranges: &[RangeInclusive<u64>]| ranges.iter().any(|range| range.contains(&number));
        match &self.0 {
            Set::Ranges(ranges) => Some(among(ranges)),
            Set::AllBut(forbidden) => Some(number > 0 && !among(forbidden)),
            _ => None,
        }
    }

    /// The canonical name of the set.
    pub(super) fn name(&self) -> String {
        let list = |ranges: &[RangeInclusive<u64>]| {
            let ranges = ranges.iter().map(|range| format!("{}..{}", range.start(), range.end()));
            ranges.collect::<Vec<_>>().join(",")
        };
        match &self.0 {
            Set::Ranges(ranges) => format!("subtract{{{}}}", list(ranges)),
            Set::AllBut(ranges) => format!("allbut{{{}}}", list(ranges)),
            Set::Squares => "squares".to_owned(),
            Set::Primes(_) => "primes".to_owned(),
            Set::Powers(base) => format!("powers({base})"),
            Set::Fibonacci => "fibonacci".to_owned(),
        }
    }

    /// The members as disjoint, not touching, ascending ranges, if there are finitely many that a heap can have.
    #[must_use]
    pub(super) fn finite(&self) -> Option<Vec<RangeInclusive<u64>>> {
        match &self.0 {
            Set::Ranges(ranges) => Some(ranges.clone()),
            Set::AllBut(forbidden) if forbidden.last().is_some_and(|range| *range.end() == u64::MAX) => {
                let mut next = 1;
                let mut ranges = Vec::new();
                for range in forbidden {
                    if next < *range.start() {
                        ranges.push(next..=range.start() - 1);
                    }
                    next = range.end().saturating_add(1);
                }
                Some(ranges)
            }
            _ => None,
        }
    }

    /// The numbers that may not be taken, in such ranges, if all others may be.
    pub(super) fn forbidden(&self) -> Option<&[RangeInclusive<u64>]> {
        match &self.0 {
            Set::AllBut(forbidden) if self.finite().is_none() => Some(forbidden),
            _ => None,
        }
    }

    /// The k of "take 1 to k tokens", if this set is that.
    #[must_use]
    pub fn up_to(&self) -> Option<u64> {
        match &self.0 {
            Set::Ranges(ranges) => match ranges.as_slice() {
                [range] if *range.start() == 1 => Some(*range.end()),
                _ => None,
            },
            Set::AllBut(forbidden) if forbidden.is_empty() => Some(u64::MAX),
            _ => None,
        }
    }
}

/// The union of ranges as disjoint, not touching, ascending ranges.
fn merged(
    ranges: impl IntoIterator<Item = RangeInclusive<u64>>,
) -> Result<Vec<RangeInclusive<u64>>, SubtractionSetError> {
    let mut ranges: Vec<_> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
    ranges.sort_unstable_by_key(|range| *range.start());
    if ranges.first().is_some_and(|range| *range.start() == 0) {
        return Err(SubtractionSetError::Zero);
    }
    let mut union: Vec<RangeInclusive<u64>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match union.last_mut() {
            Some(last) if range.start() - 1 <= *last.end() => {
                *last = *last.start()..=*last.end().max(range.end());
            }
            _ => union.push(range),
        }
    }
    Ok(union)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up_to(set: &SubtractionSet, most: u64) -> Vec<u64> {
        let mut members = Vec::new();
        set.for_each_up_to(most, |take| {
            members.push(take);
            true
        });
        members
    }

    #[test]
    fn members_are_listed_in_ascending_order() {
        let finite = |ranges: &[RangeInclusive<u64>]| SubtractionSet::ranges(ranges.iter().cloned()).unwrap();
        let all_but = |ranges: &[RangeInclusive<u64>]| SubtractionSet::all_but(ranges.iter().cloned()).unwrap();
        for (set, want) in [
            (finite(&[4..=4, 1..=1, 3..=3]), &[1, 3, 4][..]),
            (finite(&[3..=5, 4..=8, 2..=2]), &[2, 3, 4, 5, 6, 7, 8]),
            (finite(&[]), &[]),
            (all_but(&[2..=3, 7..=7]), &[1, 4, 5, 6, 8, 9, 10]),
            (all_but(&[1..=u64::MAX]), &[]),
            (all_but(&[]), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
            (SubtractionSet::squares(), &[1, 4, 9]),
            (SubtractionSet::primes(), &[2, 3, 5, 7]),
            (SubtractionSet::powers(2).unwrap(), &[1, 2, 4, 8]),
            (SubtractionSet::fibonacci(), &[1, 2, 3, 5, 8]),
        ] {
            assert_eq!(up_to(&set, 10), want, "{set:?}");
            assert_eq!(up_to(&set, 0), [0; 0], "{set:?}");
        }
    }

    #[test]
    fn sets_end_at_the_largest_number() {
        assert_eq!(up_to(&SubtractionSet::powers(3).unwrap(), u64::MAX).len(), 41);
        assert_eq!(up_to(&SubtractionSet::powers(2).unwrap(), u64::MAX).last(), Some(&(1 << 63)));
        assert_eq!(up_to(&SubtractionSet::fibonacci(), u64::MAX).last(), Some(&12_200_160_415_121_876_738));
        let mut last = 0;
        SubtractionSet::ranges([u64::MAX - 1..=u64::MAX]).unwrap().for_each_up_to(u64::MAX, |take| {
            last = take;
            true
        });
        assert_eq!(last, u64::MAX);
    }

    #[test]
    fn zero_and_bases_below_two_are_refused() {
        assert_eq!(SubtractionSet::ranges([0..=3]).unwrap_err(), SubtractionSetError::Zero);
        assert_eq!(SubtractionSet::powers(1).unwrap_err(), SubtractionSetError::Base);
    }

    #[test]
    fn take_one_to_k_is_recognised_however_it_is_written() {
        assert_eq!(SubtractionSet::ranges([3..=3, 1..=2]).unwrap().up_to(), Some(3));
        assert_eq!(SubtractionSet::ranges([1..=1, 3..=3]).unwrap().up_to(), None);
        assert_eq!(SubtractionSet::all_but([]).unwrap().up_to(), Some(u64::MAX));
    }
}
