//! The sparse space of a table of values: its class and its rare heaps.

use super::block_options::{Pairs, Part};
use super::class::Class;

/// The class in use and the heaps that are rare in it, ascending.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Sparse {
    pub(in crate::heap::sequence) class: Class,
    pub(in crate::heap::sequence) rare: Vec<Part>,
}

impl Sparse {
    /// The pairs that are looked at.
    pub(super) fn pairs(&self) -> Pairs<'_> {
        Pairs::Sparse { class: self.class, rare: &self.rare }
    }
}
