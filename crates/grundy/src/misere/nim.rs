//! Misère Nim, which has a well-known closed form.

use crate::{Nimber, Outcome};

/// The outcome of the sum of nim-heaps of these sizes in misère play.
///
/// If some heap has size 2 or more, the outcome is as in normal play. Otherwise the player to move wins iff the number
/// of heaps of size 1 is even.
///
/// # Complexity
/// Time O(number of heaps).
///
/// # Source
/// Bouton 1902; Berlekamp, Conway & Guy, *Winning Ways*, ch. 13.
///
/// # Examples
/// ```
/// use grundy::{Outcome, misere_nim_outcome};
/// assert_eq!(misere_nim_outcome([1]), Outcome::P);
/// assert_eq!(misere_nim_outcome([1, 1]), Outcome::N);
/// assert_eq!(misere_nim_outcome([2, 2]), Outcome::P);
/// assert_eq!(misere_nim_outcome([]), Outcome::N);
/// ```
#[must_use]
pub fn misere_nim_outcome(heaps: impl IntoIterator<Item = u64>) -> Outcome {
    Outcome::of(misere_nim_value(heaps))
}

/// The *misère value* of a sum of nim-heaps: the mex of the options' misère values, or 1 for the position without
/// moves.
///
/// # Examples
/// ```
/// use grundy::{Nimber, misere_nim_value};
/// assert_eq!(misere_nim_value([]), Nimber(1));
/// assert_eq!(misere_nim_value([1]), Nimber(0));
/// assert_eq!(misere_nim_value([2, 3]), Nimber(1));
/// ```
#[must_use]
pub fn misere_nim_value(heaps: impl IntoIterator<Item = u64>) -> Nimber {
    let (mut sum, mut large) = (0, false);
    for heap in heaps {
        sum ^= heap;
        large |= heap >= 2;
    }
    Nimber(if large { sum } else { sum ^ 1 })
}
