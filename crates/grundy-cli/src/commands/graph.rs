//! `grundy graph`: the value of every vertex of a graph.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use grundy_answers::{GRAPH_FORMATS, Graph};

use crate::context::{Context, metered};
use crate::error::Failure;
use crate::input::{self, STDIN};
use crate::limits::CountedLimits;
use crate::note;
use crate::progress::Bar;
use crate::render::graph::Sheet;

/// The value of every vertex of a graph.
///
/// A vertex is a position, and its options are where its edges lead. The file is an edge list (`a b`, `a,b` or `a -> b` per
/// line, `#` begins a comment), also below a line `n m` with the numbers of vertices and edges, a list of options (`a: b c`),
/// JSON adjacency lists ({"a": ["b"], "b": []}), DOT, graph6 or digraph6; the end of its name says which (.json, .dot or .gv,
/// .g6, .d6), or else its content. Without --json a note on standard error says how the file was understood. A text that can be
/// read in two ways is an error; --input-format says which is meant. A cycle is an error that shows it, and so is a move that
/// belongs to one player.
///
/// With `--loopy` play may never end. Then a value is a number or infinite: ∞(0, 2) has options worth 0 and 2. An infinite
/// position is a draw (D), unless a move to 0 wins.
#[derive(Args, Debug)]
#[command(name = "graph", after_help = EXAMPLES)]
pub(crate) struct ValueGraph {
    /// The file that holds the graph; `-` reads standard input.
    file: String,

    /// Allow positions to repeat: play that never ends is a draw.
    #[arg(long)]
    loopy: bool,

    /// Misère play: the player who cannot move wins. There are outcomes but no values.
    #[arg(long)]
    misere: bool,

    /// Tell how many moves play lasts if the winner hurries and the loser delays.
    #[arg(long)]
    remoteness: bool,

    /// The format of the file, whatever its name and content suggest.
    ///
    /// `edge-list`: `a b` per line, names of any characters; `csv`: `a,b`; `arrows`: `a -> b, c`; `contest`: a line `n m`, then m
    /// edges; `adjacency`: `a: b c`; `counts-from-0`, `counts-from-1`: a line n, then for each vertex from 0 or 1 on the number
    /// of its options and these.
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(GRAPH_FORMATS))]
    input_format: Option<String>,

    /// The form of the output [default: text].
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,

    #[command(flatten)]
    pub(super) limits: CountedLimits,
}

const EXAMPLES: &str = "\
Examples:
  printf 'a b\\na c\\nb c\\n' | grundy graph -
  echo '{\"a\": [\"b\", \"c\"], \"b\": [\"c\"]}' | grundy graph - --json
  echo 'digraph { a -> b -> c; a -> c }' | grundy graph - --format csv
  grundy graph moves.json --format dot > moves.dot
  printf 'a b\\nb a\\nb c\\n' | grundy graph - --loopy --remoteness
  printf 'a b\\na c\\nb c\\n' | grundy graph - --misere
  printf '3 2\\n3 1\\n2 1\\n' | grundy graph - --input-format contest
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
        let &Self { loopy, misere, remoteness, .. } = self;
        let (file, format_read) = (self.file.clone(), self.input_format.clone());
        let question = Graph { file, text: None, format: format_read, loopy, misere, remoteness };
        let Context { session, limits, out, mode, .. } = context;
        let answer = metered(limits, Bar::new(), |meter| match self.file.as_str() {
            STDIN => session.graph_from(input::open_stdin(limits), "standard input", None, &question, meter),
            _ => session.graph(&question, meter),
        })?;
        if format != Format::Json {
            note::tell(*mode, &format!("read {}", answer.understood()));
        }
        let sheet = Sheet { answer: &answer, cancel: &limits.cancel };
        match format {
            Format::Text => sheet.text(&mut **out)?,
            Format::Csv => sheet.csv(&mut **out)?,
            Format::Dot => sheet.dot(&mut **out)?,
            Format::Json => sheet.json(&mut **out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
