//! `grundy explain`: why a position is won or lost.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::Args;
use grundy::strategy::Solver;
use grundy::{Component, Convention};

use super::solve::convention;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::input;
use crate::output::{Lasts, Reasons};
use crate::progress::Bar;

/// Why a position is won or lost.
///
/// In normal play: the values of the components and their xor in binary columns, and why each winning move wins; from a
/// position that is lost, the reply that beats each move; of a position given as a set, the moves that reverse its options. In
/// misère play: what the answer rests on, and the same lists.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
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

    /// Explain at most so many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "20")]
    moves: Most,
}

const EXAMPLES: &str = "\
Examples:
  grundy explain \"nim(3, 4) + subtract{1,2,3}(10)\"
  grundy explain \"nim(1, 2, 3)\" --moves all
  grundy explain \"{*0, *2}\"
  grundy explain \"nim(2, 3)\" --remoteness
  grundy explain --misere \"nim(1, 1, 2)\"";

impl Explain {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let sum = input::sum(&self.sum, &context.limits)?;
        let mut solver = Solver::new(sum.rules.clone()).loopy(self.loopy).hasty(self.remoteness);
        let (convention, most) = (convention(self.misere), self.moves.entries(&context.limits));
        let (explanation, nim_heaps, sets, lasts) = metered(&context.limits, Bar::new(), |meter| {
            let explanation = solver.explain(&sum.components, convention, most, meter)?;
            let nim_heaps = match convention {
                Convention::Normal => None,
                Convention::Misere => solver.nim_heaps(&sum.components, meter)?,
            };
            let mut sets = Vec::new();
            if convention == Convention::Normal {
                let all = sum.components.iter().filter(|component| matches!(component, Component::Set(_)));
                for set in all.collect::<BTreeSet<_>>() {
                    sets.extend(solver.simplify(set, most, meter)?.map(|found| (*set, found)));
                }
            }
            let after = explanation.reasons.iter().map(|reason| &reason.to);
            let lasts = match self.remoteness {
                true => Some(Lasts::of(&mut solver, &sum.components, convention, after, meter)?),
                false => None,
            };
            Ok((explanation, nim_heaps, sets, lasts))
        })?;
        if let Some(failure) = self.moves.cut(explanation.more) {
            return Err(failure);
        }
        let page = Reasons { sum: &sum, explanation, nim_heaps, sets, lasts };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
