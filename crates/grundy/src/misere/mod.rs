//! Misère play: the player who cannot move wins. Grundy values do not add here, so sums are searched as a whole.
//!
//! A position is first reduced to its *form*, the tree of its options up to isomorphism ([`Forms`]). A sum is then a
//! multiset of forms, and the search is over multisets ([`Misere`]). Sums of nim-heaps have a closed form.

mod form;
mod multiset;
mod nim;

pub use form::{Form, Forms};
pub use multiset::Misere;
pub use nim::{misere_nim_outcome, misere_nim_value};
