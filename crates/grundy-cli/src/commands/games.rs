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
/// With the name of a game: its rules and notation, where it is described, and which commands answer questions about it.
#[derive(Args, Debug)]
#[command(name = "games", after_help = EXAMPLES)]
pub(crate) struct ListGames {
    /// The name of a game.
    name: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  grundy games
  grundy games kayles
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
