//! How much a search has done, so that methods can be compared without a clock.

/// What a method has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) expanded: u64,
    /// The options that were looked at. Nimber search does not look at all of them.
    pub(super) options: u64,
}

impl Effort {
    pub(super) const fn and(self, other: Self) -> Self {
        Self { expanded: self.expanded + other.expanded, options: self.options + other.options }
    }

    /// In the time that an option takes: an expansion takes as long as some options besides.
    pub(super) const fn total(self) -> u64 {
        4 * self.expanded + self.options
    }

    /// Of one expansion.
    pub(super) fn each(self) -> u64 {
        (self.total() / self.expanded.max(1)).max(1)
    }
}
