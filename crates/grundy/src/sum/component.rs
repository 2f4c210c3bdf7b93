//! Keys of components.

use super::{RuleId, SetId};

/// One component of a sum: one of the three kinds of term in the notation. It is meaningful only with the
/// [`Rules`](super::Rules) that made it. Equal keys are the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Component {
    /// The nim-heap `*n`.
    Nim(u64),
    /// A position given as the set of its options.
    Set(SetId),
    /// A position of a rule, by its number in the rule's table.
    Of(RuleId, u32),
}
