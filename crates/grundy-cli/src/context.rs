//! What every command is given: where to write, in which form, and what it may cost.

use std::io::Write;

use grundy::{Limits, Meter};

use crate::error::Failure;
use crate::face::Face;
use crate::progress::Bar;

/// The surroundings of a command.
pub(crate) struct Context {
    pub(crate) out: Box<dyn Write>,
    /// Whether text for people has styles. The output takes them away where not, but for commands that print millions of
    /// lines and leave them out themselves.
    pub(crate) styled: bool,
    pub(crate) json: bool,
    pub(crate) face: Face,
    pub(crate) limits: Limits,
}

/// Does work on the account of the limits, showing its progress until it is done.
pub(crate) fn metered<T>(
    limits: &Limits,
    mut bar: Bar,
    work: impl FnOnce(&mut Meter<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    work(&mut Meter::new(limits).reporting(&mut bar))
}
