//! The effort of a search, so that methods can be compared without a clock.

/// The effort of a method.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    pub(super) expanded: u64,
    /// The number of options examined. Nimber search does not examine all of them.
    pub(super) options: u64,
}

impl Effort {
    pub(super) const fn and(self, other: Self) -> Self {
        Self { expanded: self.expanded + other.expanded, options: self.options + other.options }
    }

    /// The total effort in units of one option: an expansion costs as much as four options in addition to its own.
    pub(super) const fn total(self) -> u64 {
        4 * self.expanded + self.options
    }

    /// The effort per expansion.
    pub(super) fn each(self) -> u64 {
        (self.total() / self.expanded.max(1)).max(1)
    }
}
