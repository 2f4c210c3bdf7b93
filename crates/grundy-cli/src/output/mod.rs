//! The pages that commands print, a file each, text for people and JSON for scripts side by side.

mod answer;
pub(crate) mod atlas;
mod catalogue;
mod comparison;
mod dot;
mod ending;
mod equality;
mod moves;
mod periodicity;
mod position;
mod reasons;
pub(crate) mod sequence;
mod stream;
mod style;
mod table;
mod vertices;
mod words;

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};

pub(crate) use answer::Answer;
pub(crate) use catalogue::Catalogue;
pub(crate) use comparison::Compared;
pub(crate) use equality::Equal;
pub(crate) use moves::Moves;
pub(crate) use periodicity::Periodicity;
pub(crate) use reasons::{Lasts, Reasons};
pub(crate) use vertices::{Known, Vertices};

use crate::face::Face;

/// Whether text for people has styles.
pub(crate) fn styled(face: Face) -> bool {
    let choice = if face.color == ColorChoice::Auto { AutoStream::choice(&io::stdout()) } else { face.color };
    choice != ColorChoice::Never
}

/// Standard output, buffered; styles are taken away unless they are wanted, or `bare` output holds none that are not.
pub(crate) fn stdout(face: Face, bare: bool) -> Box<dyn Write> {
    // JSON holds no styles: its control characters are escaped, and nothing needs to be looked for.
    let choice = if face.json || bare { ColorChoice::AlwaysAnsi } else { face.color };
    Box::new(BufWriter::with_capacity(BUFFER, AutoStream::new(io::stdout().lock(), choice)))
}

/// A pipe of Linux holds as much.
const BUFFER: usize = 1 << 16;
