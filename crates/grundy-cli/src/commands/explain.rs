//! `grundy explain`: why a position is won or lost.

use std::process::ExitCode;

use clap::Args;
use grundy::Convention;
use grundy::strategy::Solver;

use super::solve::convention;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::input;
use crate::output::Reasons;
use crate::progress::Bar;

/// Why a position is won or lost.
///
/// In normal play: the values of the components and their xor in binary columns, and why each winning move wins; from a
/// position that is lost, the reply that beats each move. In misère play: what the answer rests on, and the same lists.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// The position; `-` reads it from standard input.
    #[arg(allow_negative_numbers = true)]
    sum: String,

    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Explain at most so many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "20")]
    moves: Most,
}

const EXAMPLES: &str = "\
Examples:
  grundy explain \"nim(3, 4) + subtract{1,2,3}(10)\"
  grundy explain \"nim(1, 2, 3)\" --moves all
  grundy explain --misere \"nim(1, 1, 2)\"";

impl Explain {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let sum = input::sum(&self.sum, &context.limits)?;
        let mut solver = Solver::new(sum.rules.clone());
        let (convention, most) = (convention(self.misere), self.moves.entries(&context.limits));
        let (explanation, nim_heaps) = metered(&context.limits, Bar::new(), |meter| {
            let explanation = solver.explain(&sum.components, convention, most, meter)?;
            let nim_heaps = match convention {
                Convention::Normal => None,
                Convention::Misere => solver.nim_heaps(&sum.components, meter)?,
            };
            Ok((explanation, nim_heaps))
        })?;
        if let Some(failure) = self.moves.cut(explanation.more) {
            return Err(failure);
        }
        let page = Reasons { sum: &sum, explanation, nim_heaps };
        if context.json {
            page.json(&mut context.out)?;
        } else {
            page.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
