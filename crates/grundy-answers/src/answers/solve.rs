//! Who wins, and by which moves.

use grundy::{Meter, Method, Sum, strategy};
use serde::{Deserialize, Serialize};

use super::position::{Component, Move, add_pictures, components, merged};
use crate::{Convention, Failure, Kind, Outcome, Question, RulesCheck, Session, Value};

/// Who wins a position, and by which moves.
///
/// A text is the question about that position in normal play: `session.solve("nim(3, 4)")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Solve {
    /// The position.
    pub position: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// Allow positions to repeat: play that never ends is a draw.
    pub loopy: bool,
    /// How much of the answer is wanted; at most 1000 winning moves by default.
    pub detail: Detail,
    /// List a move that can be made in several equal components once, with the others in `also`.
    pub merge: bool,
    /// Also how the answer was found.
    pub plan: bool,
    /// Compare what the rules claim of positions with plain search on some of them, and fail where they differ; see
    /// [`RulesCheck`](crate::RulesCheck).
    pub check_rules: bool,
    /// Also what each component looks like.
    pub picture: bool,
}

/// How much of an answer is wanted: the less, the cheaper it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Who wins.
    Outcome,
    /// Also one winning move, if there is one.
    OneMove,
    /// Also the winning moves, at most so many.
    Moves(usize),
}

impl Default for Detail {
    fn default() -> Self {
        Self::Moves(1000)
    }
}

/// Who wins a position, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SolveAnswer {
    /// The value of the sum; null in misère play, and where the answer did not need it.
    pub value: Option<Value>,
    /// Who wins.
    pub outcome: Outcome,
    /// The convention that was asked about.
    pub convention: Convention,
    /// The components in textual order, each with its value.
    pub components: Vec<Component>,
    /// The moves that win, at most as many as were asked for.
    pub winning_moves: Vec<Move>,
    /// Where play need not end: the moves that keep a draw and do not win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing_moves: Option<Vec<Move>>,
    /// Whether there are, or may be, more moves than those listed.
    pub more: bool,
    /// How each component was valued, one entry for each of its parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<Vec<String>>>,
    /// How the files were understood that the position names: a format, and how many vertices and edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Why the lists of moves are not complete, if a limit ended them or the rules of a game could not list its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
    /// How many positions were compared with plain search; left out unless that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<usize>,
}

impl From<&str> for Solve {
    fn from(position: &str) -> Self {
        Self { position: position.to_owned(), ..Self::default() }
    }
}

impl Session {
    /// Who wins a position in normal play, and by which moves, without limits: the question that most people have.
    ///
    /// # Errors
    /// As for [`solve_within`](Self::solve_within).
    pub fn solve(&self, position: &str) -> Result<SolveAnswer, Failure> {
        self.solve_within(&position.into(), &mut Meter::new(&grundy::Limits::default()))
    }

    /// Who wins a position, and by which moves. If a limit is reached when it is known who wins, the answer is what was found.
    ///
    /// # Errors
    /// A [`Failure`] of the kinds `notation` and `io` where the position cannot be read, `cycle` where play need not end,
    /// `budget` at a limit, `rules` and `partizan` where rules fail.
    pub fn solve_within(&self, question: &Solve, meter: &mut Meter<'_>) -> Result<SolveAnswer, Failure> {
        match self.route(&[&question.position], || Question::Solve(question.clone()), meter) {
            Some(answer) => answer,
            None => self.sum(&question.position, meter).and_then(|sum| self.solve_sum(&sum, question, meter)),
        }
    }

    fn solve_sum(&self, sum: &Sum, question: &Solve, meter: &mut Meter<'_>) -> Result<SolveAnswer, Failure> {
        let mut solver = self.solver(question.loopy);
        let play = Convention::of(question.misere);
        let detail = match question.detail {
            Detail::Outcome => strategy::Detail::Outcome,
            Detail::OneMove => strategy::Detail::OneMove,
            Detail::Moves(most) => strategy::Detail::Moves(most),
        };
        let (solution, stopped) = solver.solve_within(&sum.components, play, detail, meter)?;
        let plan = match question.plan {
            true => Some(solver.plan(&sum.components, play, meter)?),
            false => None,
        };
        let compared = if question.check_rules { Some(agreement(sum, meter)?) } else { None };
        let strategy::Solution { convention, values, value, outcome, winning, drawing, .. } = solution;
        let mut components = components(sum, &values);
        if question.picture {
            add_pictures(&mut components, sum, winning.list.iter(), meter)?;
        }
        let mut more = winning.more || drawing.as_ref().is_some_and(|drawing| drawing.more);
        let mut stopped = stopped;
        // The answer stands if there is no room for the text of all moves.
        let mut moves = |moves: strategy::Moves| {
            let mut texts = Vec::new();
            for to in &moves.list {
                match Move::new(sum, to, meter) {
                    Ok(text) => texts.push(text),
                    Err(error @ grundy::Error::Budget { .. }) => {
                        more = true;
                        stopped.get_or_insert(error);
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(if question.merge { merged(texts, |to| to) } else { texts })
        };
        let (winning_moves, drawing_moves) = (moves(winning)?, drawing.map(moves).transpose()?);
        Ok(SolveAnswer {
            value: value.as_ref().map(Value::from),
            outcome: outcome.into(),
            convention: convention.into(),
            components,
            winning_moves,
            drawing_moves,
            more,
            plan: plan.map(|plan| plan.iter().map(|methods| names(methods)).collect()),
            notes: sum.rules.file_notes(&sum.components),
            stopped: stopped.map(|error| error.to_string()),
            premises: sum.rules.premises(&sum.components),
            compared,
        })
    }
}

/// How many positions were compared with plain search.
fn agreement(sum: &Sum, meter: &mut Meter<'_>) -> Result<usize, Failure> {
    let most = RulesCheck::default().most;
    let seen = strategy::inspect(&sum.rules, &sum.components, most, meter)?;
    match seen.faults.first() {
        None => Ok(seen.compared),
        Some(fault) => {
            let failure = Failure::new(Kind::Rules, format!("the rules contradict their options: {fault}"));
            Err(failure.with_help("`grundy rules check` compares what a rule file claims with its options"))
        }
    }
}

/// The methods, each once, in the order of their names.
fn names(methods: &[Method]) -> Vec<String> {
    let mut names: Vec<&'static str> = methods.iter().map(|&method| name(method)).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

fn name(method: Method) -> &'static str {
    match method {
        Method::Known => "known to the game",
        Method::FullExpansion => "full expansion",
        Method::NimberSearch => "nimber search",
        Method::LoopyLabels => "labels of the whole graph",
        Method::WholeSum => "search of the whole sum",
        Method::MisereNim => "the rule of misère Nim",
        Method::MisereSearch => "search of multisets of components",
        _ => "another method",
    }
}
