//! The value of every vertex: the page of `grundy graph`.

use std::io::Write;
use std::time::Instant;

use grundy::graph::{Graph, ValueTable};
use grundy::{Cancel, Done, Nimber};
use itoa::Buffer;

use super::dot;
use super::style::STRONG;
use crate::error::{Failure, Kind, visible};

/// The vertices of a graph with their values.
///
/// All forms are written piece by piece: a graph may have millions of vertices.
pub(crate) struct Vertices<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) values: &'a ValueTable,
    pub(crate) cancel: &'a Cancel,
}

/// Longer names do not widen the column for all others.
const WIDEST: usize = 40;

impl Vertices<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("{\"vertices\":[");
        let mut separator = "";
        for (vertex, value) in self.list() {
            page.push(separator);
            separator = ",";
            page.push("{\"id\":");
            serde_json::to_writer(&mut page.bytes, &*self.graph.name(vertex))?;
            page.push(",\"value\":");
            page.push_number(value);
            page.push(",\"outcome\":\"");
            page.push(outcome(value));
            page.push("\"}");
            page.turn(vertex)?;
        }
        page.push("]}\n");
        page.end()
    }

    pub(crate) fn csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("vertex,value,outcome\n");
        for (vertex, value) in self.list() {
            push_field(&self.graph.name(vertex), &mut page.bytes);
            page.push(",");
            page.push_number(value);
            page.push(",");
            page.push(outcome(value));
            page.push("\n");
            page.turn(vertex)?;
        }
        page.end()
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let name = self.graph.names().map(|name| visible(&name).chars().count()).max().unwrap_or_default();
        let name = name.clamp("vertex".len(), WIDEST);
        let value = self.values.iter().max().map_or(0, |value| value.to_string().len()).max("value".len());
        let mut page = Page::new(self, out);
        writeln!(page.bytes, "{STRONG}{:name$}  {:>value$}  outcome{STRONG:#}", "vertex", "value")?;
        for (vertex, worth) in self.list() {
            let (id, outcome) = (self.graph.name(vertex), outcome(worth));
            writeln!(page.bytes, "{:name$}  {worth:>value$}  {outcome}", visible(&id))?;
            page.turn(vertex)?;
        }
        page.end()
    }

    /// The graph in the language of Graphviz, which can be read again.
    pub(crate) fn dot(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut page = Page::new(self, out);
        page.push("digraph {\n  node [style=filled];\n");
        for (vertex, value) in self.list() {
            let name = self.graph.name(vertex);
            page.push("  ");
            if !dot::push_id(&name, &mut page.bytes) {
                let failure = Failure::new(Kind::Unsupported, format!("DOT has no way to write the name {name:?}"));
                return Err(failure.with_help("`--format csv` and `--json` write any name"));
            }
            page.push(" [label=\"");
            dot::push_label(&name, &mut page.bytes);
            page.push(": ");
            page.push_number(value);
            page.push("\", fillcolor=");
            page.push(if value == 0 { "lightpink" } else { "palegreen" });
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

    fn list(&self) -> impl Iterator<Item = (u32, u32)> {
        self.graph.vertices().zip(self.values.iter())
    }
}

fn outcome(value: u32) -> &'static str {
    // Play ends here, so nobody draws.
    if Nimber(value.into()).is_zero() { "P" } else { "N" }
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
            let goal = Some(self.vertices.values.len() as u64);
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
