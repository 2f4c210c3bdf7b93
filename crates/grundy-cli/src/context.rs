//! What every command is given: whom to ask, where to write, in which form, and what it may cost.

use std::io::Write;

use grundy::{Limits, Meter};
use grundy_answers::Session;

use crate::error::Failure;
use crate::output_mode::OutputMode;
use crate::progress::Bar;

/// The surroundings of a command.
pub(crate) struct Context {
    pub(crate) session: Session,
    pub(crate) out: Box<dyn Write>,
    /// Whether text for people has styles. The output takes them away where not, but for commands that print millions of
    /// lines and leave them out themselves.
    pub(crate) styled: bool,
    pub(crate) json: bool,
    pub(crate) mode: OutputMode,
    pub(crate) limits: Limits,
}

/// Asks within the limits, showing the progress until the answer is there.
pub(crate) fn metered<T, E>(
    limits: &Limits,
    mut bar: Bar,
    ask: impl FnOnce(&mut Meter<'_>) -> Result<T, E>,
) -> Result<T, Failure>
where
    Failure: From<E>,
{
    Ok(ask(&mut Meter::new(limits).reporting(&mut bar))?)
}
