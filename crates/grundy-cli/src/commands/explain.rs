//! `grundy explain`: why a position is won or lost.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use grundy_answers::{Explain as Question, Tree};

use super::layout::Layout;
use super::pictures::Pictures;
use crate::context::{Context, metered};
use crate::count::Most;
use crate::error::Failure;
use crate::limits::SearchLimits;
use crate::progress::Bar;
use crate::{input, note, render};

/// Why a position is won or lost.
///
/// In normal play: the options of each component by their values, of which its own value is the least missing one (mex), or the
/// theorem or period that gives it; the xor (nim-sum) of the values in binary columns, and why each winning move wins; in a lost
/// position, the reply that beats each move; for a position given as a set, the moves that reverse its options. In misère play:
/// what the answer is based on, and the same lists.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
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

    /// List a move that can be made in several equal components once, in JSON with the others in `also`, as text always does.
    #[arg(long)]
    merge: bool,

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    pictures: Pictures,

    /// The form of the output [default: text].
    #[arg(long, value_name = "FORM")]
    format: Option<Format>,

    /// With `--format dot`: the most positions of the graph, or `all`. If more can be reached, that is an error.
    #[arg(long, value_name = "N", default_value = "200")]
    tree_size: Most,

    /// Explain at most this many moves, or `all`.
    #[arg(long, value_name = "N", default_value = "20")]
    moves: Most,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy explain \"nim(3, 4) + subtract{1,2,3}(10)\"
  grundy explain \"nim(1, 2, 3)\" --moves all
  grundy explain \"{*0, *2}\"
  grundy explain \"nim(2, 3)\" --remoteness
  grundy explain \"node-kayles(grid:3x3)\" --picture
  grundy explain \"cram(3x4)\" --picture=svg > cram.svg
  grundy explain \"nim(1, 2)\" --format dot > tree.dot
  grundy explain --misere \"nim(1, 1, 2)\"";

/// The forms of an explanation.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// For people.
    Text,
    /// The game tree for Graphviz, equal positions as one: every position that can be reached, with its value, and the moves.
    Dot,
    /// The same as --json.
    Json,
}

impl Explain {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        match (context.json, self.format) {
            (false, Some(Format::Dot)) => return self.tree(context),
            (true, Some(Format::Text | Format::Dot)) => {
                return Err(Failure::usage("--json and --format ask for different forms"));
            }
            (false, Some(Format::Json)) => context.json = true,
            (_, Some(Format::Text | Format::Json) | None) => {}
        }
        let drawing = self.pictures.drawing(context.json, &self.layout)?;
        let picture = self.pictures.are_wanted(context.json);
        let &Self { misere, loopy, remoteness, merge, .. } = self;
        let position = input::text(&self.sum, &context.limits)?;
        let most = self.moves.entries(&context.limits);
        let question = Question { position, misere, loopy, remoteness, merge, most, picture };
        let answer = metered(&context.limits, Bar::new(), |meter| context.session.explain(&question, meter))?;
        if let Some(failure) = self.moves.cut(answer.more) {
            return Err(failure);
        }
        note::tell_all(context.mode, &answer.notes);
        let answer = self.layout.fitted(answer, context.json);
        render::answer(&answer, context.json, &mut context.out, |answer, out| {
            if drawing.draw(&answer.components, out)? {
                render::explain::text(answer, out)?;
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }

    /// The game tree in the language of Graphviz.
    fn tree(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if self.remoteness || self.pictures.are_asked_for() {
            return Err(Failure::usage("--remoteness and --picture have no meaning with --format dot"));
        }
        let &Self { misere, loopy, .. } = self;
        let position = input::text(&self.sum, &context.limits)?;
        let question = Tree { position, misere, loopy, most: self.tree_size.entries(&context.limits) };
        let answer = metered(&context.limits, Bar::new(), |meter| context.session.tree(&question, meter)).map_err(
            |failure| failure.else_help("`--tree-size` allows more, and fewer can be reached later in play"),
        )?;
        render::answer(&answer, false, &mut context.out, render::tree::dot)?;
        Ok(ExitCode::SUCCESS)
    }
}
