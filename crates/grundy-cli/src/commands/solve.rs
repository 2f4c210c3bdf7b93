//! `grundy solve`: who wins, and by which moves.

mod batch;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::Limits;
use grundy_answers::{Detail, Session, Solve as Question, SolveAnswer};

use super::layout::Layout;
use super::pictures::Pictures;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::limits::SearchLimits;
use crate::progress::Bar;
use crate::{input, note, render};

/// Who wins a position, and by which moves.
///
/// Prints the value of each component and of the sum, the outcome, and the moves that win. The outcome is N if the next
/// player, the one to move, wins, and P if the previous player does. In misère play, where the player who cannot move wins,
/// values decide nothing and are left out.
///
/// Where play need not end a value may be infinite, ∞(0, 2): with options worth 0 and 2. The outcome is D, a draw, if nobody can
/// force a win; the moves that keep a draw are listed too.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    /// The position; `-` reads it from standard input, which takes texts of any length.
    #[arg(required_unless_present = "batch", allow_negative_numbers = true)]
    sum: Option<String>,

    /// Misère play: the player who cannot move wins.
    #[arg(long)]
    misere: bool,

    /// Allow positions to repeat, in rule files too: play that never ends is a draw.
    ///
    /// `graph("file", …)` always allows it. In any other game a cycle is an error without this flag, since most cycles are
    /// mistakes in the rules.
    #[arg(long)]
    loopy: bool,

    /// List at most this many winning moves, or `all`.
    #[arg(long, value_name = "N", default_value = "1000")]
    moves: Most,

    /// List a move that can be made in several equal components once, in JSON with the others in `also`, as text always does.
    #[arg(long)]
    merge: bool,

    /// Only who wins, no moves: the cheapest question.
    #[arg(long, conflicts_with_all = ["moves", "one_move"])]
    outcome_only: bool,

    /// Only one winning move.
    #[arg(long, conflicts_with = "moves")]
    one_move: bool,

    /// Also print how each component was solved: known to its game (a closed form, a table, a period), by full expansion of
    /// its positions, by nimber search; in misère play the method for the whole sum.
    #[arg(long)]
    explain_plan: bool,

    /// Also compare what the rules claim of positions (`canonical`, `parts`, `value` of a rule file) with plain search on some of
    /// them. A difference is an error.
    #[arg(long)]
    check_rules: bool,

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    pictures: Pictures,

    /// Read positions from a file, or standard input for `-`: one position per line in, one JSON object per line out.
    ///
    /// Empty lines, and everything after a `#`, are skipped. A line that fails gives the object `{"error": …}` with the number
    /// of the line and its text in `line` and `input`, and the next line is read; the exit status is then 1. Limits apply to each
    /// line.
    #[arg(long, value_name = "FILE", conflicts_with = "sum")]
    batch: Option<PathBuf>,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy solve \"nim(3, 4) + subtract{1,2,3}(10)\"
  grundy solve \"{*1, {*1}, *2} + 0.77(9)\" --json
  grundy solve --misere \"nim(1, 1, 2)\"
  grundy solve \"chomp(3x4)\" --picture
  grundy solve --explain-plan \"cram(5x5)\"
  grundy solve --one-move --timeout 10s \"grundys-game(5000)\"
  grundy solve --loopy '\"ring.star\"(5) + nim(3)'
  echo \"kayles(12, 30)\" | grundy solve -
  printf 'nim(1, 2)\\nkayles(7)\\n' | grundy solve --batch -";

impl Solve {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.batch {
            return batch::run(file, self, context);
        }
        let drawing = self.pictures.drawing(context.json, &self.layout)?;
        let position = input::text(self.sum.as_deref().unwrap_or_default(), &context.limits)?;
        let answer = self.ask(&context.session, position, &context.limits, context.json)?;
        note::tell_all(context.mode, &answer.notes);
        let answer = self.layout.fitted(answer, context.json);
        let detail = self.detail(&context.limits);
        render::answer(&answer, context.json, &mut context.out, |answer, out| {
            if drawing.draw(&answer.components, out)? {
                render::solve::text(answer, detail, out)?;
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }

    /// The answer about one position, as `data` or for people.
    pub(super) fn ask(
        &self,
        session: &Session,
        position: String,
        limits: &Limits,
        data: bool,
    ) -> Result<SolveAnswer, Failure> {
        let detail = self.detail(limits);
        let &Self { misere, loopy, merge, explain_plan: plan, check_rules, .. } = self;
        let picture = self.pictures.are_wanted(data);
        let question = Question { position, misere, loopy, detail, merge, plan, check_rules, picture };
        let mut answer = metered(limits, Bar::new(), |meter| session.solve_within(&question, meter))?;
        if answer.stopped.is_none() && matches!(detail, Detail::Moves(_)) {
            answer.stopped = self.moves.cut(answer.more).map(|failure| failure.message().to_owned());
        }
        Ok(answer)
    }

    fn detail(&self, limits: &Limits) -> Detail {
        match self {
            Self { outcome_only: true, .. } => Detail::Outcome,
            Self { one_move: true, .. } => Detail::OneMove,
            _ => Detail::Moves(self.moves.entries(limits)),
        }
    }
}
