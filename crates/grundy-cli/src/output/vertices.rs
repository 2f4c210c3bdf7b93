//! What is known of every vertex: the page of `grundy graph`.

use std::io::Write;
use std::time::Instant;

use grundy::graph::{Graph, LoopyValues, Remoteness, ValueTable};
use grundy::{Cancel, Done, LoopyValue, Nimber, Outcome};
use itoa::Buffer;

use super::dot;
use super::position::ValueJson;
use super::style::STRONG;
use super::words;
use crate::error::{Failure, Kind, visible};

/// The vertices of a graph with what is known of them.
///
/// All forms are written piece by piece: a graph may have millions of vertices.
pub(crate) struct Vertices<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) known: &'a Known,
    /// How long play lasts, if that is to be told.
    pub(crate) remoteness: Option<&'a Remoteness>,
    pub(crate) cancel: &'a Cancel,
}

/// What tells who wins.
pub(crate) enum Known {
    /// The values of a graph without cycles.
    Finite(ValueTable),
    /// Those of a graph whose play need not end.
    Loopy(LoopyValues),
    /// No values: misère play.
    Outcomes(Remoteness),
}

/// What is told of a vertex.
struct Told {
    value: Option<Worth>,
    outcome: Outcome,
    /// How many moves play lasts, `None` if for ever; not told unless it was asked for.
    lasts: Option<Option<u32>>,
}

/// A value as it is kept.
enum Worth {
    Number(u32),
    Loopy(LoopyValue),
}

/// Longer names and values do not widen the column for all others.
const WIDEST: usize = 40;

impl Vertices<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("{\"vertices\":[");
        let mut separator = "";
        for (vertex, told) in self.list() {
            page.push(separator);
            separator = ",";
            page.push("{\"id\":");
            serde_json::to_writer(&mut page.bytes, &*self.graph.name(vertex))?;
            page.push(",\"value\":");
            match &told.value {
                None => page.push("null"),
                Some(Worth::Number(value)) => page.push_number(*value),
                Some(Worth::Loopy(value)) => serde_json::to_writer(&mut page.bytes, &ValueJson::from(value))?,
            }
            page.push(",\"outcome\":\"");
            page.push(letter(told.outcome));
            page.push("\"");
            if let Some(lasts) = told.lasts {
                page.push(",\"remoteness\":");
                serde_json::to_writer(&mut page.bytes, &lasts)?;
            }
            page.push("}");
            page.turn(vertex)?;
        }
        page.push("]}\n");
        page.end()
    }

    /// A field that is not known, as a value in misère play and the length of play without end, is empty.
    pub(crate) fn csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("vertex,value,outcome");
        page.push(if self.remoteness.is_some() { ",remoteness\n" } else { "\n" });
        for (vertex, told) in self.list() {
            push_field(&self.graph.name(vertex), &mut page.bytes);
            page.push(",");
            match &told.value {
                None => {}
                Some(Worth::Number(value)) => page.push_number(*value),
                Some(Worth::Loopy(value)) => push_field(&value.to_string(), &mut page.bytes),
            }
            page.push(",");
            page.push(letter(told.outcome));
            if let Some(lasts) = told.lasts {
                page.push(",");
                lasts.into_iter().for_each(|moves| page.push_number(moves));
            }
            page.push("\n");
            page.turn(vertex)?;
        }
        page.end()
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let name = self.graph.names().map(|name| visible(&name).chars().count()).max().unwrap_or_default();
        let name = name.clamp("vertex".len(), WIDEST);
        let value = match self.known {
            Known::Outcomes(_) => 0,
            Known::Finite(values) => values.iter().max().map_or(0, |value| value.to_string().len()),
            Known::Loopy(values) => {
                let widths = self.graph.vertices().map(|at| values.get(self.graph, at).to_string().chars().count());
                widths.max().unwrap_or_default()
            }
        };
        let value = value.clamp("value".len(), WIDEST);
        let title = if self.remoteness.is_some() { "  remoteness" } else { "" };
        let mut page = Page::new(self, out);
        match self.known {
            Known::Outcomes(_) => writeln!(page.bytes, "{STRONG}{:name$}  outcome{title}{STRONG:#}", "vertex")?,
            _ => writeln!(page.bytes, "{STRONG}{:name$}  {:>value$}  outcome{title}{STRONG:#}", "vertex", "value")?,
        }
        for (vertex, told) in self.list() {
            write!(page.bytes, "{:name$}  ", visible(&self.graph.name(vertex)))?;
            match told.value {
                None => {}
                Some(Worth::Number(worth)) => write!(page.bytes, "{worth:>value$}  ")?,
                Some(Worth::Loopy(worth)) => write!(page.bytes, "{worth:>value$}  ")?,
            }
            match told.lasts {
                Some(moves) => writeln!(page.bytes, "{:7}  {}", letter(told.outcome), words::lasts(moves))?,
                None => writeln!(page.bytes, "{}", letter(told.outcome))?,
            }
            page.turn(vertex)?;
        }
        page.end()
    }

    /// The graph in the language of Graphviz, which can be read again.
    pub(crate) fn dot(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("digraph {\n  node [style=filled];\n");
        for (vertex, told) in self.list() {
            let name = self.graph.name(vertex);
            page.push("  ");
            if !dot::push_id(&name, &mut page.bytes) {
                let failure = Failure::new(Kind::Unsupported, format!("DOT has no way to write the name {name:?}"));
                return Err(failure.with_help("`--format csv` and `--json` write any name"));
            }
            page.push(" [label=\"");
            dot::push_label(&name, &mut page.bytes);
            page.push(": ");
            match &told.value {
                None => page.push(letter(told.outcome)),
                Some(Worth::Number(value)) => page.push_number(*value),
                Some(Worth::Loopy(value)) => page.push(&value.to_string()),
            }
            if let Some(lasts) = told.lasts {
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
        let mut from = Vec::new();
        for vertex in self.graph.vertices() {
            from.clear();
            from.extend_from_slice(b"  ");
            dot::push_id(&self.graph.name(vertex), &mut from);
            from.extend_from_slice(b" -> ");
            for &option in self.graph.options(vertex) {
                page.bytes.extend_from_slice(&from);
                dot::push_id(&self.graph.name(option), &mut page.bytes);
                page.push(";\n");
                page.turn(vertex)?;
            }
        }
        page.push("}\n");
        page.end()
    }

    fn list(&self) -> impl Iterator<Item = (u32, Told)> {
        self.graph.vertices().map(|vertex| {
            let (value, outcome) = match self.known {
                Known::Finite(values) => {
                    let value = values.get(vertex);
                    (Some(Worth::Number(value)), Outcome::of(Nimber(value.into())))
                }
                Known::Loopy(values) => {
                    let value = values.get(self.graph, vertex);
                    let outcome = value.outcome();
                    (Some(Worth::Loopy(value)), outcome)
                }
                Known::Outcomes(play) => (None, play.outcome(vertex)),
            };
            (vertex, Told { value, outcome, lasts: self.remoteness.map(|play| play.moves(vertex)) })
        })
    }
}

const fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N",
        Outcome::P => "P",
        Outcome::D => "D",
    }
}

/// A name as a field of CSV.
///
/// Source: RFC 4180, 2.
fn push_field(name: &str, out: &mut Vec<u8>) {
    if !name.contains([',', '"', '\n', '\r']) && name.trim() == name {
        return out.extend_from_slice(name.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(name.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// Output that is gathered, and written a page at a time.
struct Page<'a> {
    vertices: &'a Vertices<'a>,
    out: &'a mut dyn Write,
    bytes: Vec<u8>,
    started: Instant,
}

/// Bytes that are written at once.
const PAGE: usize = 1 << 16;

impl<'a> Page<'a> {
    fn new(vertices: &'a Vertices<'a>, out: &'a mut dyn Write) -> Self {
        Self { vertices, out, bytes: Vec::with_capacity(PAGE), started: Instant::now() }
    }

    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn push_number(&mut self, number: u32) {
        self.push(Buffer::new().format(number));
    }

    /// Begins a new page if this one is full. `vertex` is where the list is, if it is stopped here.
    fn turn(&mut self, vertex: u32) -> Result<(), Failure> {
        if self.bytes.len() < PAGE {
            return Ok(());
        }
        if self.vertices.cancel.is_cancelled() {
            let goal = Some(self.vertices.graph.vertex_count() as u64);
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
