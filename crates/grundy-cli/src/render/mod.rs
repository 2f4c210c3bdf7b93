//! Answers as text for people, a file for each command, and the other forms of lists. JSON is the serialised answer itself.

pub(crate) mod atlas;
pub(crate) mod check;
pub(crate) mod compare;
mod dot;
pub(crate) mod elide;
pub(crate) mod equal;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod graph;
mod limit;
pub(crate) mod moves;
pub(crate) mod period;
pub(crate) mod solve;
mod style;
mod table;
pub(crate) mod values;
mod words;

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use crate::output_mode::OutputMode;

/// Whether text for people has styles.
pub(crate) fn styled(mode: OutputMode) -> bool {
    let choice = if mode.color == ColorChoice::Auto { AutoStream::choice(&io::stdout()) } else { mode.color };
    choice != ColorChoice::Never
}

/// Standard output, buffered; styles are taken away unless they are wanted, or `bare` output holds none that are not.
pub(crate) fn stdout(mode: OutputMode, bare: bool) -> Box<dyn Write> {
    // JSON holds no styles: its control characters are escaped, and nothing needs to be looked for.
    let choice = if mode.json || bare { ColorChoice::AlwaysAnsi } else { mode.color };
    Box::new(BufWriter::with_capacity(BUFFER, AutoStream::new(io::stdout().lock(), choice)))
}

/// A pipe of Linux holds as much.
const BUFFER: usize = 1 << 16;

/// An answer as one JSON object on a line.
pub(crate) fn json(answer: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    // A long answer is written in many small pieces.
    let mut page = BufWriter::with_capacity(BUFFER, out);
    serde_json::to_writer(&mut page, answer)?;
    page.write_all(b"\n")?;
    page.flush()
}
