//! Misère play: who cannot move wins. Values of sums do not add here, so sums are searched whole.
//!
//! A position is first turned into its *form*, the tree of its options up to isomorphism ([`Forms`]); a sum is then a
//! multiset of forms, and multisets are searched ([`Misere`]). Sums of nim-heaps have a closed form.

mod form;
mod multiset;
mod nim;

pub use form::{Form, Forms};
pub use multiset::Misere;
pub use nim::{misere_nim_outcome, misere_nim_value};
