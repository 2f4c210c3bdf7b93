//! `grundy moves`: every move, and what it leads to.

use std::process::ExitCode;

use clap::Args;
use grundy::strategy::Solver;

use super::solve::convention;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::input;
use crate::output::Moves;
use crate::progress::Bar;

/// Every move of a position, and what it leads to.
///
/// Prints for each move the value of the sum after it and its outcome: a move to P wins.
#[derive(Args, Debug)]
#[command(name = "moves", after_help = EXAMPLES)]
pub(crate) struct ListMoves {
    /// The position; `-` reads it from standard input.
    #[arg(allow_negative_numbers = true)]
    sum: String,

    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// List at most so many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "100000")]
    moves: Most,
}

const EXAMPLES: &str = "\
Examples:
  grundy moves \"kayles(5) + nim(2)\"
  grundy moves \"officers(20)\" --moves all --json
  grundy moves --misere \"nim(1, 1, 2)\"";

impl ListMoves {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let sum = input::sum(&self.sum, &context.limits)?;
        let mut solver = Solver::new(sum.rules.clone());
        let (convention, most) = (convention(self.misere), self.moves.entries(&context.limits));
        let moves = metered(&context.limits, Bar::new(), |meter| {
            Ok(solver.options(&sum.components, convention, most, meter)?)
        })?;
        if let Some(failure) = self.moves.cut(moves.more) {
            return Err(failure);
        }
        let page = Moves { sum: &sum, convention, moves };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
