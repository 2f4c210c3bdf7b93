//! Exit statuses.

use grundy_answers::Kind;

/// The exit status of a failure: 2 if the question was put wrongly, 1 if it has no answer here.
pub(super) const fn of(kind: Kind) -> u8 {
    match kind {
        Kind::Notation | Kind::Usage | Kind::Io => 2,
        _ => 1,
    }
}
