//! `grundy graph`: the value of every vertex of a graph.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use grundy::graph::{self, Graph, ReadFromError};
use grundy::{Limits, Meter};

use super::solve::convention;
use crate::context::{Context, metered};
use crate::error::{Failure, Kind};
use crate::input;
use crate::output::{Known, Vertices};
use crate::progress::Bar;

/// The value of every vertex of a graph.
///
/// A vertex is a position, and its options are where its edges lead. The file is an edge list (`a b` a line, `#` begins a
/// comment), JSON adjacency lists ({"a": ["b"], "b": []}), DOT, graph6 or digraph6; the end of its name says which
/// (.json, .dot or .gv, .g6, .d6), or else its content. A cycle is an error that shows it, and so is a move that belongs to
/// one player.
///
/// With `--loopy` play may go on for ever. Then a value is a number or infinite, ∞(0, 2): with options worth 0 and 2. An infinite
/// position is a draw (D), unless a move to 0 wins.
#[derive(Args, Debug)]
#[command(name = "graph", after_help = EXAMPLES)]
pub(crate) struct ValueGraph {
    /// The file that holds the graph; `-` reads standard input.
    file: String,

    /// Play on where positions recur: play that never ends is a draw.
    #[arg(long)]
    loopy: bool,

    /// Misère play: who cannot move wins. There are outcomes and no values.
    #[arg(long)]
    misere: bool,

    /// Tell how many moves play lasts if the winner makes haste and the loser delays.
    #[arg(long)]
    remoteness: bool,

    /// The form of the output [default: text].
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,
}

const EXAMPLES: &str = "\
Examples:
  printf 'a b\\na c\\nb c\\n' | grundy graph -
  echo '{\"a\": [\"b\", \"c\"], \"b\": [\"c\"]}' | grundy graph - --json
  echo 'digraph { a -> b -> c; a -> c }' | grundy graph - --format csv
  grundy graph moves.json --format dot > moves.dot
  printf 'a b\\nb a\\nb c\\n' | grundy graph - --loopy --remoteness
  printf 'a b\\na c\\nb c\\n' | grundy graph - --misere
  grundy solve 'graph(\"moves.json\", a, b)'";

/// The forms that the vertices can be printed in.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A table, for people.
    Text,
    /// Lines `vertex,value,outcome` below a header.
    Csv,
    /// The graph as DOT, coloured by outcome, with values as labels.
    Dot,
    /// The same as --json.
    Json,
}

impl ValueGraph {
    /// Whether the output is for programs: names stand in it as they are, with whatever characters they hold.
    pub(super) const fn is_bare(&self) -> bool {
        matches!(self.format, Some(Format::Csv | Format::Dot))
    }

    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let format = match (context.json, self.format) {
            (false, format) => format.unwrap_or(Format::Text),
            (true, None | Some(Format::Json)) => Format::Json,
            (true, Some(_)) => return Err(Failure::usage("--json and --format ask for different forms")),
        };
        let (graph, known, play) = metered(&context.limits, Bar::new(), |meter| {
            let graph = self.read(&context.limits, meter)?;
            let ends = if self.loopy { None } else { Some(graph::sweep(&graph, meter)?) };
            let play = match self.misere || self.remoteness {
                true => Some(graph::remoteness(&graph, convention(self.misere), meter)?),
                false => None,
            };
            Ok(match (self.misere, ends, play) {
                // The sweep only looked for a cycle.
                (true, _, Some(play)) => (graph, Known::Outcomes(play), None),
                (_, Some(values), play) => (graph, Known::Finite(values), play),
                (_, None, play) => {
                    let values = graph::loopy_values(&graph, meter)?;
                    (graph, Known::Loopy(values), play)
                }
            })
        })?;
        let play = match &known {
            Known::Outcomes(play) => Some(play),
            Known::Finite(_) | Known::Loopy(_) => play.as_ref(),
        };
        let remoteness = play.filter(|_| self.remoteness);
        let page = Vertices { graph: &graph, known: &known, remoteness, cancel: &context.limits.cancel };
        let out = &mut *context.out;
        match format {
            Format::Text => page.text(out)?,
            Format::Csv => page.csv(out)?,
            Format::Dot => page.dot(out)?,
            Format::Json => page.json(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn read(&self, limits: &Limits, meter: &mut Meter<'_>) -> Result<Graph, Failure> {
        let source = input::open(&self.file, limits)?;
        let (name, size) = (source.name, source.size);
        graph::read_from(source, graph::Format::of_name(&self.file), size, meter).map_err(|failure| match failure {
            ReadFromError::Graph(error) => Failure::graph(name, &error),
            ReadFromError::Io(_) if limits.cancel.is_cancelled() => Failure::stopped_waiting(),
            ReadFromError::Io(error) => Failure::input(name, &error),
            ReadFromError::Stopped(error) => error.into(),
            other => Failure::new(Kind::Unsupported, other.to_string()),
        })
    }
}
