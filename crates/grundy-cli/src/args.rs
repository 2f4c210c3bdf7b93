//! The command line: what can be asked, and the errors of what cannot.

use std::ffi::OsString;
use std::io::{self, Write};

use anstream::AutoStream;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::commands::{
    atlas, check, compare, completions, equal, explain, games, graph, man, moves, period, solve, values,
};
use crate::error::Failure;
use crate::limits::LimitArgs;
use crate::output_mode::OutputMode;

/// Impartial combinatorial games: who wins, why, and by which move.
///
/// A position is a sum of components, and a move is made in one of them:
///
///   nim(3, 4)                  heaps of a game, each a component
///   subtract{1,3,4}(10)        a game with parameters
///   0.77(9)                    a take-and-break game by its octal code
///   *3                         the nim-heap of 3
///   {*1, {*1}, *2}             a position by its options
///   graph("moves.json", a, b)  tokens on a graph that a file holds
///   "take.star"(10)            a position of your own rules, in a file
#[derive(Parser, Debug)]
#[command(name = "grundy", version, verbatim_doc_comment, args_override_self = true, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  grundy solve \"nim(3, 4) + subtract{1,2,3}(10)\"
  grundy explain \"nim(1, 2, 3)\"
  grundy values kayles --to 100
  grundy period kayles
  grundy compare 0.07 0.137
  grundy equal \"{*0, *2}\" \"*1\"
  grundy atlas 0.dd
  grundy games

Exit status: 0 done; 1 the question has no answer here; 2 wrong usage or notation; 130 ended by Ctrl-C.";

/// The options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct Common {
    /// Print one JSON object; errors are JSON objects on standard error.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// When to colour text: auto is on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// When text is coloured. The program takes it from the raw arguments, see [`OutputMode`].
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Moves(moves::ListMoves),
    Explain(explain::Explain),
    Values(values::ListValues),
    Period(period::FindPeriod),
    Compare(compare::CompareRules),
    Equal(equal::CompareSums),
    Atlas(atlas::MakeAtlas),
    Check(check::Check),
    Graph(graph::ValueGraph),
    Games(games::ListGames),
    Completions(completions::Completions),
    Man(man::Man),
    /// Answers the questions of another process: for rule files, which run within bounds of their own.
    #[cfg(feature = "rules")]
    #[command(hide = true)]
    Worker,
}

/// What the command line asks for.
pub(crate) enum Parsed {
    /// To run a command.
    Command(Box<Cli>),
    /// To see a help page or the version, and that has been printed.
    Shown,
}

/// The command line as clap knows it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Reads the command line, or shows the help that it asks for.
pub(crate) fn parse(raw: Vec<OsString>, mode: OutputMode) -> Result<Parsed, Failure> {
    // Styles are written always, and taken away by the stream that they go to.
    let command = command().color(ColorChoice::Always);
    let parsed = command.try_get_matches_from(raw).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => Ok(Parsed::Command(Box::new(cli))),
        Err(error) if !error.use_stderr() => {
            let mut out = AutoStream::new(io::stdout().lock(), mode.color);
            out.write_all(error.render().ansi().to_string().as_bytes())?;
            out.flush()?;
            Ok(Parsed::Shown)
        }
        Err(error) => Err(usage(&error)),
    }
}

/// Clap's report of wrong usage, also cut into a message and advice.
fn usage(error: &clap::Error) -> Failure {
    let shown = error.render().ansi().to_string();
    let plain = error.render().to_string();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = plain.split("\n\n");
    let message = one_line(paragraphs.next().unwrap_or_default().trim_start_matches("error:"));
    let tip = paragraphs.find_map(|text| text.trim().strip_prefix("tip:").map(one_line));
    let help = tip.unwrap_or_else(|| "`--help` shows what can be written".to_owned());
    Failure::usage_shown(message, Some(help), shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }
}
