//! `grundy moves`: every move, and what it leads to.

use std::process::ExitCode;

use clap::Args;
use grundy::strategy::Solver;

use super::solve::convention;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::input;
use crate::output::{Lasts, Moves};
use crate::progress::Bar;

/// Every move of a position, and what it leads to.
///
/// Prints for each move the value of the sum after it and its outcome: a move to P wins, a move to D draws.
#[derive(Args, Debug)]
#[command(name = "moves", after_help = EXAMPLES)]
pub(crate) struct ListMoves {
    /// The position; `-` reads it from standard input.
    #[arg(allow_negative_numbers = true)]
    sum: String,

    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Play on where positions recur, in rule files too: play that never ends is a draw.
    ///
    /// Graphs of `graph("file", …)` are always played so. Any other cycle is an error without this flag, since most are
    /// mistakes in the rules.
    #[arg(long)]
    loopy: bool,

    /// Tell how many moves play lasts if the winner makes haste and the loser delays; the sum is searched whole.
    #[arg(long)]
    remoteness: bool,

    /// List at most so many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "100000")]
    moves: Most,
}

const EXAMPLES: &str = "\
Examples:
  grundy moves \"kayles(5) + nim(2)\"
  grundy moves \"officers(20)\" --moves all --json
  grundy moves \"nim(1, 2, 4)\" --remoteness
  grundy moves --misere \"nim(1, 1, 2)\"";

impl ListMoves {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let sum = input::sum(&self.sum, &context.limits)?;
        let mut solver = Solver::new(sum.rules.clone()).loopy(self.loopy);
        let (convention, most) = (convention(self.misere), self.moves.entries(&context.limits));
        let (moves, lasts) = metered(&context.limits, Bar::new(), |meter| {
            let moves = solver.options(&sum.components, convention, most, meter)?;
            let after = moves.list.iter().map(|option| &option.to);
            let lasts = match self.remoteness {
                true => Some(Lasts::of(&mut solver, &sum.components, convention, after, meter)?),
                false => None,
            };
            Ok((moves, lasts))
        })?;
        if let Some(failure) = self.moves.cut(moves.more) {
            return Err(failure);
        }
        let page = Moves { sum: &sum, convention, moves, lasts };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
