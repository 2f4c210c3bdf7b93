//! The values that are known when the next ones are computed.

use crate::compact::Cell;

/// The values of the first heaps and of the last ones. While all values are stored the two are the same table; in a run that
/// stores only a window of the last values there is a gap between them.
#[derive(Clone, Copy, Debug)]
pub(in crate::heap::sequence) struct KnownValues<'a, T> {
    /// The values of the heaps 0, 1, 2, …
    pub(in crate::heap::sequence) first: &'a [T],
    /// The values of the heaps from `base` up to the last one that is known.
    pub(in crate::heap::sequence) last: &'a [T],
    pub(in crate::heap::sequence) base: usize,
}

impl<'a, T: Cell> KnownValues<'a, T> {
    /// All values are stored.
    pub(in crate::heap::sequence) const fn all(table: &'a [T]) -> Self {
        Self { first: table, last: table, base: 0 }
    }

    /// The same values as bytes, if they are bytes.
    #[inline(always)]
    pub(in crate::heap::sequence) fn as_bytes(self) -> Option<KnownValues<'a, u8>> {
        Some(KnownValues { first: T::as_bytes(self.first)?, last: T::as_bytes(self.last)?, base: self.base })
    }

    /// The first heap whose value is not known.
    #[inline(always)]
    pub(in crate::heap::sequence) const fn next(&self) -> usize {
        self.base + self.last.len()
    }

    /// The value of a heap that is among the last ones.
    #[inline(always)]
    pub(in crate::heap::sequence) fn at(&self, heap: usize) -> T {
        self.last[heap - self.base]
    }
}
