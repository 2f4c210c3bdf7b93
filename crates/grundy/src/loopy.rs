//! The values of positions where play need not end.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use crate::{Nimber, Outcome};

/// The value of a position in normal play, where play may go on for ever and then nobody wins.
///
/// Some such positions are still worth a nim-heap. Any other is *infinite*, and all that matters of it is the set K of the
/// nimbers that its options are worth: together with the nim-heap of n it is won by the player to move if n is in K, and
/// drawn if not. Two positions behave alike in every sum of impartial games iff these values are equal.
///
/// `+` is the value of a disjunctive sum: nim-heaps are added to one another and to the members of one set K, and with
/// two infinite components nobody can be forced to lose, and no option is worth a nim-heap.
///
/// Source: Smith 1966; Fraenkel & Perl 1975; Berlekamp, Conway & Guy, *Winning Ways*, ch. 12; Siegel, *Combinatorial Game
/// Theory*, IV.4.
///
/// ```
/// use grundy::{LoopyValue, Nimber, Outcome};
/// let loops = LoopyValue::infinity([0, 2]);
/// assert_eq!(loops.to_string(), "∞(0, 2)");
/// assert_eq!(loops.outcome(), Outcome::N);
/// let sum = loops.clone() + Nimber(3).into();
/// assert_eq!(sum, LoopyValue::infinity([1, 3]));
/// assert_eq!(sum.outcome(), Outcome::D);
/// assert_eq!(loops.clone() + loops, LoopyValue::infinity([]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyValue {
    /// The value of a nim-heap.
    Nimber(Nimber),
    /// Infinite, with these nimbers among the values of the options.
    Infinity(BTreeSet<Nimber>),
}

impl LoopyValue {
    /// Infinite, with options worth these nimbers.
    pub fn infinity(options: impl IntoIterator<Item = u64>) -> Self {
        Self::Infinity(options.into_iter().map(Nimber).collect())
    }

    /// The nimber, unless the value is infinite.
    #[must_use]
    pub const fn nimber(&self) -> Option<Nimber> {
        match self {
            Self::Nimber(value) => Some(*value),
            Self::Infinity(_) => None,
        }
    }

    /// Who wins a position of this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Nimber(value) => Outcome::of(*value),
            Self::Infinity(options) if options.contains(&Nimber::ZERO) => Outcome::N,
            Self::Infinity(_) => Outcome::D,
        }
    }
}

impl Default for LoopyValue {
    /// The value of the empty game.
    fn default() -> Self {
        Nimber::ZERO.into()
    }
}

impl From<Nimber> for LoopyValue {
    fn from(value: Nimber) -> Self {
        Self::Nimber(value)
    }
}

impl Add for LoopyValue {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nimber(a), Self::Nimber(b)) => Self::Nimber(a + b),
            (Self::Nimber(heap), Self::Infinity(options)) | (Self::Infinity(options), Self::Nimber(heap)) => {
                // Nothing is built anew in the common sum of one infinite component and many that are worth nothing.
                if heap.is_zero() {
                    return Self::Infinity(options);
                }
                Self::Infinity(options.into_iter().map(|option| option + heap).collect())
            }
            (Self::Infinity(_), Self::Infinity(_)) => Self::Infinity(BTreeSet::new()),
        }
    }
}

impl Sum for LoopyValue {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(value) => value.0.fmt(f),
            Self::Infinity(options) => {
                let options: Vec<String> = options.iter().map(|option| option.0.to_string()).collect();
                f.pad(&format!("∞({})", options.join(", ")))
            }
        }
    }
}
