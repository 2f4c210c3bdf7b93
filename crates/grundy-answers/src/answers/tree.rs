//! All positions that can be reached, with their moves.

use grundy::{Game, Meter, Sum};
use serde::{Deserialize, Serialize};

use crate::{Convention, Failure, Kind, Outcome, Question, Session, Value};

/// All positions that can be reached from a position, and the moves between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Tree {
    /// The position.
    pub position: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// Allow positions to repeat: play that never ends is a draw.
    pub loopy: bool,
    /// The most positions; 200 by default. If there are more, that is an error.
    pub most: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self { position: String::new(), misere: false, loopy: false, most: 200 }
    }
}

/// All positions that can be reached from a position, and the moves between them: a graph, since equal positions are one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TreeAnswer {
    /// The convention that was asked about.
    pub convention: Convention,
    /// The positions, that which was asked about first. Sums of the same components in another order are one position.
    pub positions: Vec<TreePosition>,
}

/// A position that can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TreePosition {
    /// The position as it is written.
    pub position: String,
    /// Its value; null in misère play.
    pub value: Option<Value>,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its moves, one for each position that they lead to.
    pub moves: Vec<TreeMove>,
}

/// A move from one position to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TreeMove {
    /// The place in the list of the position that it leads to, from 0.
    pub to: usize,
    /// What is done, in the words of the game, if it has words for it. Where several moves lead to the same, one of them.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Session {
    /// All positions that can be reached from a position, and the moves between them.
    ///
    /// # Errors
    /// As for [`solve_within`](Self::solve_within); also `budget` if there are more than were asked for.
    pub fn tree(&self, question: &Tree, meter: &mut Meter<'_>) -> Result<TreeAnswer, Failure> {
        match self.route(&[&question.position], || Question::Tree(question.clone()), meter) {
            Some(answer) => answer,
            None => self.sum(&question.position, meter).and_then(|sum| self.tree_of(&sum, question, meter)),
        }
    }

    fn tree_of(&self, sum: &Sum, question: &Tree, meter: &mut Meter<'_>) -> Result<TreeAnswer, Failure> {
        let mut solver = self.solver(question.loopy);
        let play = Convention::of(question.misere);
        let reached = solver.reachable(&sum.components, play, question.most, meter)?.ok_or_else(|| {
            Failure::new(Kind::Budget, format!("more than {} positions can be reached", question.most))
        })?;
        let rules = &sum.rules;
        let text = |components: &[grundy::Component]| match (components, &*sum.components) {
            // The empty sum is written as the end of the game, where there is but one game.
            ([], [only]) => rules.show_option(only, &[]),
            _ => rules.show_sum(components),
        };
        let mut positions = Vec::with_capacity(reached.len());
        for position in &reached {
            position.sum.iter().try_for_each(|component| rules.check_shown(component))?;
            let moves: Vec<TreeMove> = position
                .moves
                .iter()
                .map(|to| TreeMove { to: to.to, name: rules.name_move(&position.sum[to.by.component], &to.by.parts) })
                .collect();
            let told = TreePosition {
                position: text(&position.sum),
                value: position.value.as_ref().map(Value::from),
                outcome: position.outcome.into(),
                moves,
            };
            let names: usize = told.moves.iter().filter_map(|to| to.name.as_ref()).map(String::len).sum();
            let bytes = told.position.len() + names + told.moves.len() * size_of::<TreeMove>();
            meter.grow(bytes as u64)?;
            meter.work(bytes as u64)?;
            positions.push(told);
        }
        Ok(TreeAnswer { convention: play.into(), positions })
    }
}
