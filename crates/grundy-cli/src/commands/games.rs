//! `grundy games`: what can be played.

use std::process::ExitCode;

use clap::Args;
use grundy::games;

use crate::context::Context;
use crate::error::Failure;
use crate::output::Catalogue;

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
        let page = Catalogue { games: games::list() };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
