//! `grundy equal`: whether two positions are equal, and what proves it.

use std::process::ExitCode;

use clap::Args;
use grundy::strategy::{Solver, Verdict};
use grundy::{Convention, Error, Sum};

use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::{Failure, Kind};
use crate::input;
use crate::output::Equal;
use crate::progress::Bar;

/// Whether two positions are equal, and what proves it.
///
/// Two positions are equal if each can take the place of the other in every sum without changing who wins. In normal play that
/// is so iff their sum is lost for the player to move, and the proof is a reply to each move in it. Positions that differ are
/// told apart by a nim-heap: beside it different players win.
///
/// Where play need not end, positions are equal if no impartial game, with or without an end, tells them apart. Infinite positions
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

    /// Play on where positions recur, in rule files too: play that never ends is a draw.
    #[arg(long)]
    loopy: bool,

    /// Misère play is refused: there few positions are equal, and no value tells which.
    #[arg(long)]
    misere: bool,

    /// Show the replies to at most so many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "20")]
    moves: Most,
}

const EXAMPLES: &str = "\
Examples:
  grundy equal \"{*0, *2}\" \"*1\"
  grundy equal \"kayles(5)\" \"nim(4)\" --json
  grundy equal \"kayles(5)\" \"nim(3)\"
  grundy equal --loopy '\"ring.star\"(5)' '\"ring.star\"(1)'";

impl CompareSums {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if self.misere {
            let message =
                "equality in misère play is not decided: it depends on every sum that the positions may stand in";
            let help = "`grundy solve --misere` says who wins a given sum; without `--misere` normal play is asked for";
            return Err(Failure::new(Kind::Unsupported, message).with_help(help));
        }
        let sums = input::two_sums([&self.first, &self.second], &context.limits)?;
        let [a, b] = &sums;
        let both = Sum { rules: b.rules.clone(), components: [&a.components[..], &b.components].concat() };
        let mut solver = Solver::new(both.rules.clone()).loopy(self.loopy);
        let most = self.moves.entries(&context.limits);
        let (equality, proof) = metered(&context.limits, Bar::new(), |meter| {
            let equality = solver.equal(&a.components, &b.components, meter)?;
            let finite = equality.values.iter().all(|value| value.nimber().is_some());
            if equality.verdict != Verdict::Equal || !finite {
                return Ok((equality, None));
            }
            // Where play need not end a reply has to bring the end nearer, or it proves nothing.
            let mut solver = Solver::new(both.rules.clone()).loopy(self.loopy).hasty(equality.recur);
            match solver.explain(&both.components, Convention::Normal, most, meter) {
                Ok(explanation) => Ok((equality, Some(explanation))),
                // The answer stands without the list of replies.
                Err(Error::Budget { .. }) => Ok((equality, None)),
                Err(error) => Err(error.into()),
            }
        })?;
        let page = Equal { sums: &sums, both: &both, equality, proof };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
