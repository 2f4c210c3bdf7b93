//! `grundy games`: what can be played.

use std::process::ExitCode;

use clap::Args;

use crate::context::Context;
use crate::error::Failure;
use crate::render;

/// The games that can be played, with an example of each.
#[derive(Args, Debug)]
#[command(name = "games", after_help = EXAMPLES)]
pub(crate) struct ListGames {}

const EXAMPLES: &str = "\
Examples:
  grundy games
  grundy games --json";

impl ListGames {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let answer = context.session.games();
        if context.json {
            render::json(&answer, &mut context.out)?;
        } else {
            render::games::text(&answer, &mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
