//! Nimbers, their sum, and the minimal excludant.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A *nimber*, also called Grundy value or nim-value: the size of the nim-heap that equals an impartial position in
/// normal play.
///
/// `+` is the nim-sum (XOR), the value of a disjunctive sum of games.
///
/// # Source
/// Sprague 1936; Grundy 1939; Berlekamp, Conway & Guy, *Winning Ways*, ch. 3.
///
/// # Examples
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert!((Nimber(4) + Nimber(4)).is_zero());
/// assert_eq!(Nimber(3).to_string(), "*3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of the empty game and of every P-position.
    pub const ZERO: Self = Self(0);

    /// Whether a position of this value is a P-position: the previous player wins.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

// By the Sprague–Grundy theorem nimbers are added by XOR.
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for Nimber {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

/// The *minimal excludant* (mex): the least of 0, 1, 2, … that is not among `values`.
///
/// # Complexity
/// Time and space O(number of values).
///
/// # Examples
/// ```
/// use grundy::{Nimber, mex};
/// assert_eq!(mex([0, 2, 3].map(Nimber)), Nimber(1));
/// assert_eq!(mex([]), Nimber(0));
/// ```
#[must_use]
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let values: Vec<Nimber> = values.into_iter().collect();
    let mut seen = Excludant::default();
    seen.start(values.len());
    for value in values {
        seen.add(value);
    }
    seen.mex()
}

/// Computes mex repeatedly in the same memory, with one stamp for each value that can matter.
///
/// With m values the mex is at most m, so larger ones are ignored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excludant {
    stamps: Vec<u32>,
    stamp: u32,
    bound: usize,
}

impl Excludant {
    /// Begins a new set of at most `count` values.
    pub(crate) fn start(&mut self, count: usize) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.bound = count;
        if self.stamps.len() < count {
            self.stamps.resize(count, 0);
        }
    }

    /// Adds a value to the set.
    pub(crate) fn add(&mut self, value: Nimber) {
        if let Ok(place) = usize::try_from(value.0)
            && place < self.bound
        {
            self.stamps[place] = self.stamp;
        }
    }

    /// The least value that was not added.
    pub(crate) fn mex(&self) -> Nimber {
        let missing = self.stamps[..self.bound].iter().position(|&s| s != self.stamp);
        Nimber(missing.unwrap_or(self.bound) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_of_the_worked_examples() {
        for (set, want) in [(&[][..], 0), (&[0, 1, 2], 3), (&[1, 2], 0), (&[0, 2, 3], 1), (&[1, 1, 0], 2)] {
            assert_eq!(mex(set.iter().copied().map(Nimber)), Nimber(want), "{set:?}");
        }
    }

    #[test]
    fn mex_ignores_values_that_no_index_can_hold() {
        assert_eq!(mex([Nimber(u64::MAX), Nimber(0)]), Nimber(1));
    }

    #[test]
    fn a_stamp_array_survives_its_own_wrap() {
        let mut seen = Excludant { stamp: u32::MAX - 1, ..Excludant::default() };
        for _ in 0..4 {
            seen.start(2);
            seen.add(Nimber(0));
            assert_eq!(seen.mex(), Nimber(1));
        }
    }
}
