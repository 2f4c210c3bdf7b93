//! Remarks for people that are not part of the answer.

use std::io::{self, Write};

use anstream::AutoStream;
use anstyle::Style;

use crate::error::visible;
use crate::output_mode::OutputMode;

const NAME: Style = Style::new().bold();

/// Writes notes of an answer to standard error; JSON has them itself.
pub(crate) fn tell_all(mode: OutputMode, notes: &[String]) {
    if !mode.json {
        notes.iter().for_each(|note| tell(mode, note));
    }
}

/// Writes a note to standard error.
pub(crate) fn tell(mode: OutputMode, text: &str) {
    let line = format!("{NAME}note{NAME:#}: {}\n", visible(text));
    // If standard error is closed, the note is lost.
    let _ = AutoStream::new(io::stderr().lock(), mode.color).write_all(line.as_bytes());
}
