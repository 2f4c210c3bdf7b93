//! `grundy games`: what can be played.

use std::process::ExitCode;

use clap::Args;
use grundy::Meter;
use grundy_answers::{Answer, Games, Question};

use crate::context::Context;
use crate::error::Failure;
use crate::render;

/// The games that can be played, with an example of each.
///
/// With the name of a game, or a rule: its rules and notation, where it is described, which commands answer questions about it,
/// and for take-and-break games what the digits of the code mean.
#[derive(Args, Debug)]
#[command(name = "games", after_help = EXAMPLES)]
pub(crate) struct ListGames {
    /// The name of a game, or a rule such as 0.137 or subtract{1,3,4}.
    name: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  grundy games
  grundy games kayles
  grundy games 0.137
  grundy games --json";

impl ListGames {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let question = Question::Games(Games { name: self.name.clone() });
        let answer = context.session.ask(&question, &mut Meter::new(&context.limits))?;
        match answer {
            Answer::Games(answer) if !context.json => match (&self.name, answer.games.first()) {
                (Some(_), Some(game)) => render::games::page(game, &mut context.out)?,
                _ => render::games::text(&answer, &mut context.out)?,
            },
            answer => render::json(&answer, &mut context.out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
