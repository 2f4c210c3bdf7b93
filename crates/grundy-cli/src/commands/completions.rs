//! `grundy completions`: scripts that let a shell complete the command line.

use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};
use grundy_answers::NamedGame;

use crate::context::Context;
use crate::error::Failure;

/// The script that lets a shell complete this command: its options, and the names of games where a rule is expected.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  grundy completions bash > grundy.bash
  grundy completions zsh > _grundy
  grundy completions fish > grundy.fish";

impl Completions {
    pub(crate) fn run(&self, command: clap::Command, context: &mut Context) -> Result<ExitCode, Failure> {
        if context.json {
            return Err(Failure::usage("a completion script has no JSON form").with_help("leave out `--json`"));
        }
        let mut command = with_names(command, context);
        // The generator panics where it cannot write, which into memory it always can.
        let mut script = Vec::new();
        generate(self.shell, &mut command, "grundy", &mut script);
        context.out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The arguments that are the name of a game, or may be one.
const RULES: [(&str, &[&str]); 4] =
    [("values", &["rule"]), ("period", &["rule"]), ("compare", &["first", "second"]), ("games", &["name"])];

/// The command line for which the names of games are possible values of these arguments.
fn with_names(command: clap::Command, context: &Context) -> clap::Command {
    let games = context.session.games().games;
    RULES.into_iter().fold(command, |command, (name, arguments)| {
        let can_be_asked = |questions: &[String]| questions.iter().any(|question| question == name);
        // Parameters are left out: a shell takes their braces away.
        let is_proposed =
            |game: &&NamedGame| name == "games" || game.name == game.rule && can_be_asked(&game.questions);
        let names: Vec<String> = games.iter().filter(is_proposed).map(|game| game.name.clone()).collect();
        command.mut_subcommand(name, |command| {
            arguments.iter().fold(command, |command, argument| {
                let names = PossibleValuesParser::new(&names);
                command.mut_arg(argument, |argument| argument.value_parser(names))
            })
        })
    })
}
