//! Answers as text for people, a file for each command, and the other forms of lists. JSON is the serialised answer itself.

pub(crate) mod atlas;
pub(crate) mod check;
pub(crate) mod compare;
mod derivation;
mod dot;
pub(crate) mod elide;
pub(crate) mod equal;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod graph;
mod limit;
pub(crate) mod moves;
pub(crate) mod period;
pub(crate) mod picture;
pub(crate) mod rules;
pub(crate) mod solve;
mod style;
mod table;
pub(crate) mod tree;
pub(crate) mod values;
mod words;

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{is_visible, visible};
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

/// An answer in the form that was asked for: as JSON, or as `text` writes it for people.
///
/// Names of files and vertices, what a rule file shows and what a certificate claims are the work of others: whatever could move
/// the cursor, change colours or reverse the direction of the text is shown as an escape. JSON has it as it is.
pub(crate) fn answer<A: Serialize + DeserializeOwned>(
    answer: &A,
    json: bool,
    out: &mut dyn Write,
    text: impl FnOnce(&A, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if json {
        return self::json(answer, out);
    }
    let written = serde_json::to_string(answer)?;
    if holds_only_visible(&written) {
        return text(answer, out);
    }
    let mut value = serde_json::from_str(&written)?;
    make_visible(&mut value);
    text(&serde_json::from_value(value)?, out)
}

/// Whether no text in this JSON has a character that is not to be shown.
fn holds_only_visible(json: &str) -> bool {
    let mut bytes = json.bytes();
    let mut escapes = false;
    while let Some(byte) = bytes.next() {
        // Control characters are escaped, but so are quotes and backslashes.
        escapes |= byte == b'\\' && !matches!(bytes.next(), Some(b'"' | b'\\'));
    }
    !escapes && is_visible(json)
}

/// As deep as the type of an answer is, at most.
fn make_visible(value: &mut Value) {
    match value {
        Value::String(text) => *text = visible(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(make_visible),
        Value::Object(fields) => fields.values_mut().for_each(make_visible),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_an_answer_can_move_the_cursor_or_turn_the_writing_round() {
        let shown = |answer: [&str; 2]| {
            let mut out = Vec::new();
            let answer = answer.map(str::to_owned);
            self::answer(&answer, false, &mut out, |[a, b], out| write!(out, "{a}|{b}")).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(shown(["nim(3)", "\"é\\\".star\"(4)"]), "nim(3)|\"é\\\".star\"(4)");
        assert_eq!(shown(["a\x1b[2Jb", "\n\u{9b}31m"]), "a\\u{1b}[2Jb|\\n\\u{9b}31m");
        assert_eq!(shown(["x", "\u{202e}y"]), "x|\\u{202e}y");
        let mut out = Vec::new();
        self::answer(&"\u{1b}".to_owned(), true, &mut out, |_, _| Ok(())).unwrap_or_default();
        assert_eq!(String::from_utf8(out).unwrap(), "\"\\u001b\"\n");
    }
}
