//! `grundy moves`: every move, and what it leads to.

use std::process::ExitCode;

use clap::Args;
use grundy_answers::Moves;

use super::layout::Layout;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::limits::SearchLimits;
use crate::progress::Bar;
use crate::{input, note, render};

/// Every move of a position, and what it leads to.
///
/// Prints for each move the value of the sum after it and its outcome: a move to P wins, a move to D draws.
#[derive(Args, Debug)]
#[command(name = "moves", after_help = EXAMPLES)]
pub(crate) struct ListMoves {
    /// The position; `-` reads it from standard input.
    #[arg(allow_negative_numbers = true)]
    sum: String,

    /// Misère play: the player who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Allow positions to repeat, in rule files too: play that never ends is a draw.
    ///
    /// `graph("file", …)` always allows it. In any other game a cycle is an error without this flag, since most cycles are
    /// mistakes in the rules.
    #[arg(long)]
    loopy: bool,

    /// Tell how many moves play lasts if the winner hurries and the loser delays; the sum is searched as a whole.
    #[arg(long)]
    remoteness: bool,

    /// List a move that can be made in several equal components once, with the others in `also` in JSON.
    #[arg(long)]
    merge: bool,

    #[command(flatten)]
    layout: Layout,

    /// List at most this many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "100000")]
    moves: Most,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy moves \"kayles(5) + nim(2)\"
  grundy moves \"officers(20)\" --moves all --json
  grundy moves \"nim(1, 2, 4)\" --remoteness
  grundy moves --misere \"nim(1, 1, 2)\"";

impl ListMoves {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let &Self { misere, loopy, remoteness, merge, .. } = self;
        let position = input::text(&self.sum, &context.limits)?;
        let question = Moves { position, misere, loopy, remoteness, merge, most: self.moves.entries(&context.limits) };
        let answer = metered(&context.limits, Bar::new(), |meter| context.session.moves(&question, meter))?;
        if let Some(failure) = self.moves.cut(answer.more) {
            return Err(failure);
        }
        note::tell_all(context.mode, &answer.notes);
        let answer = self.layout.fitted(answer, context.json);
        render::answer(&answer, context.json, &mut context.out, render::moves::text)?;
        Ok(ExitCode::SUCCESS)
    }
}
