//! The command line: what can be asked, and the errors of what cannot.

use std::ffi::OsString;
use std::io::{self, Write};

use anstream::AutoStream;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::commands::{
    atlas, check, compare, completions, equal, explain, games, graph, man, moves, period, rules, solve, values,
};
use crate::error::{Failure, is_visible, visible};
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
    Rules(rules::RuleFiles),
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
    let parsed = command.try_get_matches_from(&raw).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => Ok(Parsed::Command(Box::new(cli))),
        Err(error) if !error.use_stderr() => {
            let mut out = AutoStream::new(io::stdout().lock(), mode.color);
            out.write_all(error.render().ansi().to_string().as_bytes())?;
            out.flush()?;
            Ok(Parsed::Shown)
        }
        Err(error) => Err(usage(&advised(error, &raw), &raw)),
    }
}

/// The same error, with advice that the parser does not know to give.
fn advised(mut error: clap::Error, raw: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return error };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => elsewhere(argument).or_else(|| expanded_braces(argument, raw)),
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The commands that have an option which the one in use does not have.
fn elsewhere(option: &str) -> Option<String> {
    let name = option.strip_prefix("--")?;
    let mut command = command();
    command.build();
    let owners: Vec<String> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .filter(|command| command.get_arguments().any(|argument| argument.get_long() == Some(name)))
        .map(|command| format!("`{}`", command.get_name()))
        .collect();
    let (last, others) = owners.split_last()?;
    let owners = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
    Some(format!("`{option}` is an option of {owners}, and stands after the command"))
}

/// What the shell has made several arguments of: `subtract1 subtract3` was `subtract{1,3}`.
fn expanded_braces(argument: &str, raw: &[OsString]) -> Option<String> {
    let raw: Vec<&str> = raw.iter().filter_map(|argument| argument.to_str()).collect();
    let place = raw.iter().position(|&other| other == argument)?;
    let first = raw.get(place.checked_sub(1)?)?;
    let name = first.find(|c: char| c.is_ascii_digit()).map(|end| &first[..end])?;
    let parts = |text: &'_ str| -> Option<(String, String)> {
        let rest = text.strip_prefix(name)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (digits > 0).then(|| (rest[..digits].to_owned(), rest[digits..].to_owned()))
    };
    let (_, end) = parts(first)?;
    // The shell puts what stands around the braces around each of the numbers.
    let run = raw[place - 1..].iter().map_while(|text| parts(text).filter(|(_, other)| *other == end));
    let numbers: Vec<String> = run.map(|(number, _)| number).collect();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let quoted = format!("'{name}{{{}}}{end}'", numbers.join(","));
    (is_name && numbers.len() > 1).then(|| format!("the shell expands braces that are not quoted: write {quoted}"))
}

/// Clap's report of wrong usage, also cut into a message and advice.
fn usage(error: &clap::Error, raw: &[OsString]) -> Failure {
    let mut shown = error.render().ansi().to_string();
    // An argument may come from a list of files, so it may hold anything. The parser repeats it, or what stands behind `=`.
    for argument in raw.iter().filter_map(|argument| argument.to_str()).filter(|argument| !is_visible(argument)) {
        let value = argument.split_once('=').map_or(argument, |(_, value)| value);
        for text in [argument, value] {
            shown = shown.replace(text, &visible(text));
        }
    }
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

    #[test]
    fn braces_that_a_shell_expanded_are_put_back() {
        let advice = |line: &str, argument: &str| {
            let raw: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            expanded_braces(argument, &raw)
        };
        let told = |quoted: &str| Some(format!("the shell expands braces that are not quoted: write {quoted}"));
        let line = "grundy period subtract1 subtract3 subtract14";
        assert_eq!(advice(line, "subtract3"), told("'subtract{1,3,14}'"));
        let line = "grundy solve subtract1(10) subtract3(10) --json";
        assert_eq!(advice(line, "subtract3(10)"), told("'subtract{1,3}(10)'"));
        for line in ["grundy solve nim(3) nim(4)", "grundy period 0.7 0.77", "grundy period kayles nim"] {
            let last = line.rsplit(' ').next().unwrap();
            assert_eq!(advice(line, last), None, "{line}");
        }
    }
}
