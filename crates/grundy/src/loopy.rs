//! The values of loopy games: positions from which play need not end.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use crate::{Nimber, Outcome};

/// The value of a position in normal play where play may continue forever, which is a draw.
///
/// Some such positions still equal a nim-heap. Any other position is *infinite*: it is characterized by the set K of
/// the nimbers among the values of its options. The sum of such a position and the nim-heap of size n is an N-position
/// if n is in K, and a draw otherwise. Two positions behave alike in every sum of impartial games iff these values are
/// equal.
///
/// `+` is the value of a disjunctive sum. Nim-heaps are added to one another and to the members of a set K. With two
/// infinite components neither player can be forced to lose, and no option equals a nim-heap.
///
/// # Source
/// Smith 1966; Fraenkel & Perl 1975; Berlekamp, Conway & Guy, *Winning Ways*, ch. 12; Siegel, *Combinatorial Game
/// Theory*, IV.4.
///
/// # Examples
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
    /// Infinite, with the set of the nimbers among the values of the options.
    Infinity(BTreeSet<Nimber>),
}

impl LoopyValue {
    /// The infinite value whose options have these nimbers among their values.
    pub fn infinity(options: impl IntoIterator<Item = u64>) -> Self {
        Self::Infinity(options.into_iter().map(Nimber).collect())
    }

    /// The nimber; `None` if the value is infinite.
    #[must_use]
    pub const fn nimber(&self) -> Option<Nimber> {
        match self {
            Self::Nimber(value) => Some(*value),
            Self::Infinity(_) => None,
        }
    }

    /// The outcome of a position of this value.
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
                // The common sum of one infinite component and many of value 0 is not rebuilt.
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
