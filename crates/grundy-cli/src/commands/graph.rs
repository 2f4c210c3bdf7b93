//! `grundy graph`: the value of every vertex of a graph.

use std::process::ExitCode;

use clap::Args;
use grundy::graph::{self, Graph};

use crate::context::{Context, metered};
use crate::error::{Failure, Kind};
use crate::input;
use crate::output::Vertices;
use crate::progress::Bar;

/// The value of every vertex of a graph.
///
/// A vertex is a position, and its options are where its edges lead. The file is an edge list (`a b` a line, `#` begins a
/// comment) or JSON adjacency lists ({"a": ["b"], "b": []}). A cycle is an error that shows it.
#[derive(Args, Debug)]
#[command(name = "graph", after_help = EXAMPLES)]
pub(crate) struct ValueGraph {
    /// The file that holds the graph; `-` reads standard input.
    file: String,

    /// Value graphs with cycles, where play need not end. Not in this version.
    #[arg(long)]
    loopy: bool,
}

const EXAMPLES: &str = "\
Examples:
  printf 'a b\\na c\\nb c\\n' | grundy graph -
  echo '{\"a\": [\"b\", \"c\"], \"b\": [\"c\"]}' | grundy graph - --json
  grundy graph moves.json
  grundy solve 'graph(\"moves.json\", a, b)'";

impl ValueGraph {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if self.loopy {
            let failure = Failure::new(Kind::Unsupported, "graphs with cycles cannot be valued yet");
            return Err(failure.with_help("without `--loopy` a graph whose play ends is valued, and a cycle is shown"));
        }
        let graph = self.read(context)?;
        let values = metered(&context.limits, Bar::new(), |meter| Ok(graph::values(&graph, meter)?))?;
        let page = Vertices { graph: &graph, values: &values, cancel: &context.limits.cancel };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn read(&self, context: &Context) -> Result<Graph, Failure> {
        let (name, bytes) = input::file(&self.file, &context.limits)?;
        graph::read(&bytes).map_err(|error| Failure::graph(name, &error))
    }
}
