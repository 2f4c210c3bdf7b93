//! The values that are known when the next ones are computed.

use super::cells::Cell;

/// Values of the first heaps and of the last ones. While all are kept the two are the same table; a run that keeps only a
/// window of the last values has a gap between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a, T> {
    /// The values of the heaps 0, 1, 2, …
    pub(super) first: &'a [T],
    /// The values of the heaps from `base` up to the last one that is known.
    pub(super) last: &'a [T],
    pub(super) base: usize,
}

impl<'a, T: Cell> Known<'a, T> {
    /// All values are kept.
    pub(super) const fn all(table: &'a [T]) -> Self {
        Self { first: table, last: table, base: 0 }
    }

    /// The first heap whose value is not known.
    #[inline(always)]
    pub(super) const fn next(&self) -> usize {
        self.base + self.last.len()
    }

    /// The value of a heap that is among the last ones.
    #[inline(always)]
    pub(super) fn at(&self, heap: usize) -> T {
        self.last[heap - self.base]
    }
}
