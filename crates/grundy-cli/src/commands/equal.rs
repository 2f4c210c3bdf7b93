//! `grundy equal`: whether two positions are equal, and what proves it.

use std::process::ExitCode;

use clap::Args;
use grundy_answers::Equal;

use super::layout::Layout;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::limits::SearchLimits;
use crate::progress::Bar;
use crate::{input, note, render};

/// Whether two positions are equal, and what proves it.
///
/// Two positions are equal if each can replace the other in every sum without changing who wins. In normal play they are equal
/// iff the player to move loses their sum, and the proof is a reply to each move in it. Positions that differ are told apart
/// by a nim-heap: beside it different players win.
///
/// Where play need not end, positions are equal if no impartial game, loopy or not, tells them apart. Infinite positions
/// with the same set of values among their options are, though their sum is a draw.
#[derive(Args, Debug)]
#[command(name = "equal", after_help = EXAMPLES)]
pub(crate) struct CompareSums {
    /// The first position; `-` reads it from standard input.
    #[arg(allow_negative_numbers = true)]
    first: String,

    /// The second position.
    #[arg(allow_negative_numbers = true)]
    second: String,

    /// Allow positions to repeat, in rule files too: play that never ends is a draw.
    #[arg(long)]
    loopy: bool,

    /// Misère play, where equality is not decided.
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    layout: Layout,

    /// Show the replies to at most this many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "20")]
    moves: Most,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy equal \"{*0, *2}\" \"*1\"
  grundy equal \"kayles(5)\" \"nim(4)\" --json
  grundy equal \"kayles(5)\" \"nim(3)\"
  grundy equal --loopy '\"ring.star\"(5)' '\"ring.star\"(1)'";

impl CompareSums {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let &Self { misere, loopy, .. } = self;
        // What cannot be answered does not wait for input.
        let arguments = if misere { ["", ""] } else { [&*self.first, &self.second] };
        let positions = input::two_texts(arguments, &context.limits)?;
        let question = Equal { positions, misere, loopy, most: self.moves.entries(&context.limits) };
        let answer = metered(&context.limits, Bar::new(), |meter| context.session.equal(&question, meter))?;
        note::tell_all(context.mode, &answer.notes);
        let answer = self.layout.fitted(answer, context.json);
        render::answer(&answer, context.json, &mut context.out, render::equal::text)?;
        Ok(ExitCode::SUCCESS)
    }
}
