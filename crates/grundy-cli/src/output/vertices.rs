//! The value of every vertex: the page of `grundy graph`.

use std::io::{self, Write};
use std::time::Instant;

use grundy::graph::Graph;
use grundy::{Cancel, Done, Nimber, Outcome};
use serde::Serialize;

use super::style::STRONG;
use crate::error::{Failure, visible};

/// The vertices of a graph with their values.
pub(crate) struct Vertices<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) values: &'a [u32],
    pub(crate) cancel: &'a Cancel,
}

#[derive(Serialize)]
struct VertexJson<'a> {
    id: &'a str,
    value: u32,
    outcome: String,
}

/// Longer names do not widen the column for all others.
const WIDEST: usize = 40;

impl Vertices<'_> {
    /// The object is written piece by piece: a graph may have millions of vertices.
    pub(crate) fn json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        out.write_all(b"{\"vertices\":[")?;
        let mut separator = "";
        self.for_each(|id, value, outcome| {
            out.write_all(separator.as_bytes())?;
            separator = ",";
            Ok(serde_json::to_writer(&mut *out, &VertexJson { id, value, outcome: outcome.to_string() })?)
        })?;
        Ok(out.write_all(b"]}\n")?)
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let name = self.graph.names().map(|name| visible(&name).chars().count()).max().unwrap_or_default();
        let name = name.clamp("vertex".len(), WIDEST);
        let value = self.values.iter().max().map_or(0, |value| value.to_string().len()).max("value".len());
        writeln!(out, "{STRONG}{:name$}  {:>value$}  outcome{STRONG:#}", "vertex", "value")?;
        self.for_each(|id, worth, outcome| writeln!(out, "{:name$}  {worth:>value$}  {outcome}", visible(id)))
    }

    fn for_each(&self, mut each: impl FnMut(&str, u32, Outcome) -> io::Result<()>) -> Result<(), Failure> {
        let started = Instant::now();
        for (vertex, &value) in self.graph.vertices().zip(self.values) {
            if self.cancel.is_cancelled() {
                let goal = Some(self.values.len() as u64);
                let done = Done { noun: "vertices", count: vertex.into(), goal, elapsed: started.elapsed(), bytes: 0 };
                return Err(Failure::stopped(done));
            }
            each(&self.graph.name(vertex), value, Outcome::of(Nimber(value.into())))?;
        }
        Ok(())
    }
}
