//! What is known of every vertex besides the value of play that ends: the page of `grundy graph` with `--loopy`, `--misere` or
//! `--remoteness`.

use std::io::{self, Write};
use std::time::Instant;

use grundy::graph::{Graph, LoopyValues, Remoteness};
use grundy::{Cancel, Done, LoopyValue, Nimber, Outcome};
use serde::Serialize;

use super::position::ValueJson;
use super::style::STRONG;
use super::words;
use crate::error::{Failure, visible};

/// The vertices of a graph with what is known of them.
pub(crate) struct ToldVertices<'a> {
    pub(crate) graph: &'a Graph,
    /// None in misère play.
    pub(crate) values: Option<Values>,
    /// Who wins, if no value tells, and how long that takes.
    pub(crate) play: Option<Remoteness>,
    /// Whether it is to be told how long.
    pub(crate) remoteness: bool,
    pub(crate) cancel: &'a Cancel,
}

/// The values of all vertices.
pub(crate) enum Values {
    /// Of a graph without cycles.
    Finite(Vec<u32>),
    Loopy(LoopyValues),
}

#[derive(Serialize)]
struct VertexJson<'a> {
    id: &'a str,
    value: Option<ValueJson>,
    outcome: String,
    /// How many moves play lasts; null if for ever. Left out unless it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u32>>,
}

/// What a line tells of a vertex.
struct Told<'a> {
    id: &'a str,
    value: Option<LoopyValue>,
    outcome: Outcome,
    remoteness: Option<Option<u32>>,
}

/// Longer names and values do not widen the column for all others.
const WIDEST: usize = 40;

impl ToldVertices<'_> {
    /// The object is written piece by piece: a graph may have millions of vertices.
    pub(crate) fn json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        out.write_all(b"{\"vertices\":[")?;
        let mut separator = "";
        self.for_each(|Told { id, value, outcome, remoteness }| {
            out.write_all(separator.as_bytes())?;
            separator = ",";
            let (value, outcome) = (value.as_ref().map(ValueJson::from), outcome.to_string());
            Ok(serde_json::to_writer(&mut *out, &VertexJson { id, value, outcome, remoteness })?)
        })?;
        Ok(out.write_all(b"]}\n")?)
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let name = self.graph.names().map(|name| visible(&name).chars().count()).max().unwrap_or_default();
        let name = name.clamp("vertex".len(), WIDEST);
        let value = match &self.values {
            None => 0,
            Some(Values::Finite(values)) => values.iter().max().map_or(0, |value| value.to_string().len()),
            Some(Values::Loopy(values)) => {
                let widths = self.graph.vertices().map(|at| values.get(self.graph, at).to_string().chars().count());
                widths.max().unwrap_or_default()
            }
        };
        let value = value.clamp("value".len(), WIDEST);
        let title = if self.remoteness { "  remoteness" } else { "" };
        match self.values {
            Some(_) => writeln!(out, "{STRONG}{:name$}  {:>value$}  outcome{title}{STRONG:#}", "vertex", "value")?,
            None => writeln!(out, "{STRONG}{:name$}  outcome{title}{STRONG:#}", "vertex")?,
        }
        self.for_each(|Told { id, value: worth, outcome, remoteness }| {
            write!(out, "{:name$}  ", visible(id))?;
            if let Some(worth) = worth {
                write!(out, "{worth:>value$}  ")?;
            }
            match remoteness {
                Some(moves) => writeln!(out, "{:7}  {}", outcome.to_string(), words::lasts(moves)),
                None => writeln!(out, "{outcome}"),
            }
        })
    }

    fn for_each(&self, mut each: impl FnMut(Told<'_>) -> io::Result<()>) -> Result<(), Failure> {
        let started = Instant::now();
        for vertex in self.graph.vertices() {
            if self.cancel.is_cancelled() {
                let goal = Some(self.graph.vertex_count() as u64);
                let done = Done { noun: "vertices", count: vertex.into(), goal, elapsed: started.elapsed(), bytes: 0 };
                return Err(Failure::stopped(done));
            }
            let value = self.values.as_ref().map(|values| match values {
                Values::Finite(values) => Nimber(values[vertex as usize].into()).into(),
                Values::Loopy(values) => values.get(self.graph, vertex),
            });
            let outcome = match (&value, &self.play) {
                (Some(value), _) => value.outcome(),
                (None, Some(play)) => play.outcome(vertex),
                (None, None) => continue, // nothing is known, so nothing was asked
            };
            let remoteness = self.play.as_ref().filter(|_| self.remoteness).map(|play| play.moves(vertex));
            each(Told { id: &self.graph.name(vertex), value, outcome, remoteness })?;
        }
        Ok(())
    }
}
