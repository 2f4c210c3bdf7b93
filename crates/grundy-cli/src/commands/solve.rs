//! `grundy solve`: who wins, and by which moves.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::strategy::{Detail, Solver};
use grundy::{Convention, Limits, Sum};

use super::batch;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::input;
use crate::output::Answer;
use crate::progress::Bar;

/// Who wins a position, and by which moves.
///
/// Prints the value of each component and of the sum, the outcome, and the moves that win. The outcome is N if the next
/// player, the one to move, wins, and P if the previous player does. In misère play, where who cannot move wins, values
/// decide nothing and are left out.
///
/// Where play need not end a value may be infinite, ∞(0, 2): with options worth 0 and 2. The outcome is D, a draw, if nobody can
/// force a win; the moves that keep a draw are listed too.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    /// The position; `-` reads it from standard input, which takes texts of any length.
    #[arg(required_unless_present = "batch", allow_negative_numbers = true)]
    sum: Option<String>,

    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Play on where positions recur, in rule files too: play that never ends is a draw.
    ///
    /// Graphs of `graph("file", …)` are always played so. Any other cycle is an error without this flag, since most are
    /// mistakes in the rules.
    #[arg(long)]
    loopy: bool,

    /// List at most so many winning moves, or `all`.
    #[arg(long, value_name = "N", default_value = "1000")]
    moves: Most,

    /// Only who wins, no moves: the cheapest question.
    #[arg(long, conflicts_with_all = ["moves", "one_move"])]
    outcome_only: bool,

    /// Only one winning move.
    #[arg(long, conflicts_with = "moves")]
    one_move: bool,

    /// Also say by which method each component was valued: known to its game (a closed form, a table, a period), full
    /// expansion of its positions, or nimber search.
    #[arg(long)]
    explain_plan: bool,

    /// Read positions from a file, or standard input for `-`: a position a line in, a JSON object a line out.
    ///
    /// A line that fails gives `{"error": …}` as its object and the rest goes on; the exit status is then 1. Limits hold
    /// for each line.
    #[arg(long, value_name = "FILE", conflicts_with = "sum")]
    batch: Option<PathBuf>,
}

#[cfg(feature = "rules")]
impl Solve {
    /// Whether many positions are asked for, a line each.
    pub(crate) const fn is_batch(&self) -> bool {
        self.batch.is_some()
    }
}

const EXAMPLES: &str = "\
Examples:
  grundy solve \"nim(3, 4) + subtract{1,2,3}(10)\"
  grundy solve \"{*1, {*1}, *2} + 0.77(9)\" --json
  grundy solve --misere \"nim(1, 1, 2)\"
  grundy solve --explain-plan \"cram(5x5)\"
  grundy solve --one-move --timeout 10s \"grundys-game(5000)\"
  grundy solve --loopy '\"ring.star\"(5) + nim(3)'
  echo \"kayles(12, 30)\" | grundy solve -
  printf 'nim(1, 2)\\nkayles(7)\\n' | grundy solve --batch -";

impl Solve {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let question = self.question(&context.limits);
        if let Some(file) = &self.batch {
            return batch::run(file, question, context);
        }
        let sum = input::sum(self.sum.as_deref().unwrap_or_default(), &context.limits)?;
        let answer = question.answer(&sum, &context.limits)?;
        if context.json {
            answer.json(&mut context.out)?;
        } else {
            answer.text(&mut context.out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn question(&self, limits: &Limits) -> Question {
        let detail = match self {
            Self { outcome_only: true, .. } => Detail::Outcome,
            Self { one_move: true, .. } => Detail::OneMove,
            _ => Detail::Moves(self.moves.entries(limits)),
        };
        Question {
            convention: convention(self.misere),
            loopy: self.loopy,
            detail,
            wanted: self.moves,
            plan: self.explain_plan,
        }
    }
}

/// The convention that the flag `--misere` chooses.
pub(super) const fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

/// What is asked of a position.
#[derive(Clone, Copy)]
pub(super) struct Question {
    convention: Convention,
    loopy: bool,
    /// How much of the answer is wanted.
    detail: Detail,
    /// How many moves were asked for.
    wanted: Most,
    /// Whether the methods are wanted too.
    plan: bool,
}

impl Question {
    /// Who wins, and by which moves. If a limit is reached when it is known who wins, the answer is what was found.
    pub(super) fn answer<'a>(&self, sum: &'a Sum, limits: &Limits) -> Result<Answer<'a>, Failure> {
        let mut solver = Solver::new(sum.rules.clone()).loopy(self.loopy);
        let ((solution, stopped), plan) = metered(limits, Bar::new(), |meter| {
            let solved = solver.solve_within(&sum.components, self.convention, self.detail, meter)?;
            // Misère play has no values to find.
            let plan = self.plan && self.convention == Convention::Normal;
            Ok((solved, plan.then(|| solver.plan(&sum.components, meter)).transpose()?))
        })?;
        let cut = || {
            self.wanted.cut(
                (solution.winning.more || solution.drawing.as_ref().is_some_and(|drawing| drawing.more))
                    && matches!(self.detail, Detail::Moves(_)),
            )
        };
        let stopped = stopped.map(Failure::from).or_else(cut);
        Ok(Answer { sum, solution, stopped, listed: self.detail, plan })
    }
}
