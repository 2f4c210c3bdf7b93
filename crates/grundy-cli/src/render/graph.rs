//! What is known of every vertex of a graph, as text, CSV and DOT. All forms are written piece by piece: a graph may have millions
//! of vertices.

use std::io::{self, BufWriter, Write};
use std::time::Instant;

use grundy::{Cancel, Done};
use grundy_answers::{GraphAnswer, Kind, Outcome, Vertex};
use itoa::Buffer;

use super::dot;
use super::style::STRONG;
use super::table::width_of;
use super::words;
use crate::error::{Failure, visible};

/// Longer names and values do not widen the column for all others.
const WIDEST: usize = 40;

/// A graph, and what may stop the writing of it.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    pub(crate) answer: &'a GraphAnswer,
    pub(crate) cancel: &'a Cancel,
}

impl Sheet<'_> {
    pub(crate) fn json(self, out: &mut dyn Write) -> Result<(), Failure> {
        let started = Instant::now();
        // Pages, so that the cancellation is not looked at for each field.
        let mut page = BufWriter::with_capacity(PAGE, UntilCancelled { out, cancel: self.cancel });
        let written = serde_json::to_writer(&mut page, self.answer)
            .map_err(io::Error::from)
            .and_then(|()| page.write_all(b"\n"))
            .and_then(|()| page.flush());
        written.map_err(|error| match self.cancel.is_cancelled() {
            true => {
                let goal = Some(self.answer.graph().vertex_count() as u64);
                Failure::stopped(Done { noun: "vertices", count: 0, goal, elapsed: started.elapsed(), bytes: 0 })
            }
            false => error.into(),
        })
    }

    /// A field that is not known, as a value in misère play and the length of play without end, is empty.
    pub(crate) fn csv(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("vertex,value,outcome");
        page.push(if self.answer.has_remoteness() { ",remoteness\n" } else { "\n" });
        for (vertex, told) in self.list() {
            push_field(&told.id, &mut page.bytes);
            page.push(",");
            match self.answer.nimber(vertex) {
                Some(value) => page.push_number(value),
                None => {
                    let value = told.value.map_or_else(String::new, |value| value.to_string());
                    push_field(&value, &mut page.bytes);
                }
            }
            page.push(",");
            page.push(letter(told.outcome));
            if let Some(lasts) = told.remoteness {
                page.push(",");
                lasts.into_iter().for_each(|moves| page.push_number(moves));
            }
            page.push("\n");
            page.turn(vertex)?;
        }
        page.end()
    }

    pub(crate) fn text(self, out: &mut dyn Write) -> Result<(), Failure> {
        let graph = self.answer.graph();
        let name = graph.names().map(|name| width_of(&visible(&name))).max().unwrap_or_default();
        let name = name.clamp("vertex".len(), WIDEST);
        let width = |vertex: u32| match self.answer.nimber(vertex) {
            Some(value) => value.checked_ilog10().unwrap_or(0) as usize + 1,
            None => self.answer.vertex(vertex).value.map_or(0, |value| width_of(&value.to_string())),
        };
        let value = match self.answer.has_values() {
            true => graph.vertices().map(width).max().unwrap_or_default(),
            false => 0,
        };
        let value = value.clamp("value".len(), WIDEST);
        let title = if self.answer.has_remoteness() { "  remoteness" } else { "" };
        let mut page = Page::new(self, out);
        match self.answer.has_values() {
            false => writeln!(page.bytes, "{STRONG}{:name$}  outcome{title}{STRONG:#}", "vertex")?,
            true => writeln!(page.bytes, "{STRONG}{:name$}  {:>value$}  outcome{title}{STRONG:#}", "vertex", "value")?,
        }
        for (vertex, told) in self.list() {
            let shown = visible(&told.id);
            page.push(&shown);
            page.push_blanks(name.saturating_sub(width_of(&shown)) + 2);
            if let Some(worth) = &told.value {
                let text = worth.to_string();
                page.push_blanks(value.saturating_sub(width_of(&text)));
                page.push(&text);
                page.push("  ");
            }
            match told.remoteness {
                Some(moves) => writeln!(page.bytes, "{:7}  {}", letter(told.outcome), words::lasts(moves))?,
                None => writeln!(page.bytes, "{}", letter(told.outcome))?,
            }
            page.turn(vertex)?;
        }
        page.end()
    }

    /// The graph in the language of Graphviz, which can be read again.
    pub(crate) fn dot(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("digraph {\n  node [style=filled];\n");
        for (vertex, told) in self.list() {
            page.push("  ");
            if !dot::push_id(&told.id, &mut page.bytes) {
                let message = format!("DOT has no way to write the name {:?}", &*told.id);
                return Err(
                    Failure::new(Kind::Unsupported, message).with_help("`--format csv` and `--json` write any name")
                );
            }
            page.push(" [label=\"");
            dot::push_label(&told.id, &mut page.bytes);
            page.push(": ");
            match &told.value {
                None => page.push(letter(told.outcome)),
                Some(value) => page.push(&value.to_string()),
            }
            if let Some(lasts) = told.remoteness {
                page.push(", lasts ");
                page.push(&words::lasts(lasts));
            }
            page.push("\", fillcolor=");
            page.push(match told.outcome {
                Outcome::P => "lightpink",
                Outcome::N => "palegreen",
                Outcome::D => "lightyellow",
            });
            page.push("];\n");
            page.turn(vertex)?;
        }
        let graph = self.answer.graph();
        let mut from = Vec::new();
        for vertex in graph.vertices() {
            from.clear();
            from.extend_from_slice(b"  ");
            dot::push_id(&graph.name(vertex), &mut from);
            from.extend_from_slice(b" -> ");
            for &option in graph.options(vertex) {
                page.bytes.extend_from_slice(&from);
                dot::push_id(&graph.name(option), &mut page.bytes);
                page.push(";\n");
                page.turn(vertex)?;
            }
        }
        page.push("}\n");
        page.end()
    }

    fn list(&self) -> impl Iterator<Item = (u32, Vertex<'_>)> {
        self.answer.graph().vertices().map(|vertex| (vertex, self.answer.vertex(vertex)))
    }
}

const fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N",
        Outcome::P => "P",
        Outcome::D => "D",
    }
}

/// A text as a field of CSV. White space at its ends stands in quotes too, since many readers take it away.
///
/// Source: RFC 4180, 2.
fn push_field(text: &str, out: &mut Vec<u8>) {
    let bare = text.trim() == text && !text.contains([',', '"', '\n', '\r']);
    if bare {
        return out.extend_from_slice(text.as_bytes());
    }
    // A quote is doubled at worst.
    let start = out.len();
    out.push(b'"');
    out.resize(start + 1 + 2 * text.len(), 0);
    let (_, _, written) = csv_core::quote(text.as_bytes(), &mut out[start + 1..], b'"', b'\\', true);
    out.truncate(start + 1 + written);
    out.push(b'"');
}

/// Output that is gathered, and written a page at a time.
struct Page<'a> {
    sheet: Sheet<'a>,
    out: &'a mut dyn Write,
    bytes: Vec<u8>,
    started: Instant,
}

/// Bytes that are written at once.
const PAGE: usize = 1 << 16;

impl<'a> Page<'a> {
    fn new(sheet: Sheet<'a>, out: &'a mut dyn Write) -> Self {
        Self { sheet, out, bytes: Vec::with_capacity(PAGE), started: Instant::now() }
    }

    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn push_blanks(&mut self, count: usize) {
        self.bytes.resize(self.bytes.len() + count, b' ');
    }

    fn push_number(&mut self, number: u32) {
        self.push(Buffer::new().format(number));
    }

    /// Begins a new page if this one is full. `vertex` is where the list is, if it is stopped here.
    fn turn(&mut self, vertex: u32) -> Result<(), Failure> {
        if self.bytes.len() < PAGE {
            return Ok(());
        }
        if self.sheet.cancel.is_cancelled() {
            let goal = Some(self.sheet.answer.graph().vertex_count() as u64);
            let elapsed = self.started.elapsed();
            return Err(Failure::stopped(Done { noun: "vertices", count: vertex.into(), goal, elapsed, bytes: 0 }));
        }
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    fn end(self) -> Result<(), Failure> {
        Ok(self.out.write_all(&self.bytes)?)
    }
}

/// Output that ends once the computation is cancelled, for an answer that is serialised in one go.
struct UntilCancelled<'a> {
    out: &'a mut dyn Write,
    cancel: &'a Cancel,
}

impl Write for UntilCancelled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_csv_is_quoted_where_it_has_to_be() {
        for (name, want) in [("a", "a"), ("", ""), ("a b", "a b"), (" a", "\" a\""), ("a,\"b\"", "\"a,\"\"b\"\"\"")] {
            let mut out = Vec::new();
            push_field(name, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), want);
        }
    }
}
