//! Lists that are written as they are made.

use std::cell::RefCell;

use serde::{Serialize, Serializer};

/// An iterator as a JSON list, which is never held whole. It can be written once.
pub(super) struct Stream<I>(RefCell<Option<I>>);

impl<I> Stream<I> {
    pub(super) const fn new(items: I) -> Self {
        Self(RefCell::new(Some(items)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Stream<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}
