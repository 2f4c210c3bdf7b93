//! The key of a component.

use super::{RuleId, SetId};

/// One component of a sum: the three kinds of term that the notation knows. It has a meaning only with the
/// [`Rules`](super::Rules) that made it; components that are equal are the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// The nim-heap `*n`.
    Nim(u64),
    /// A position given as the set of its options.
    Set(SetId),
    /// A position of a rule, by its number in that rule's table.
    Of(RuleId, u32),
}
