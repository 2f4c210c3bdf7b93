//! Every move, and what it leads to.

use grundy::{Meter, Sum};
use serde::{Deserialize, Serialize};

use super::position::{Move, asked_for, merged, remoteness};
use crate::{Convention, Failure, Outcome, Question, Session, Value};

/// Every move of a position, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Moves {
    /// The position.
    pub position: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// Allow positions to repeat: play that never ends is a draw.
    pub loopy: bool,
    /// Also how many moves play lasts if the winner hurries and the loser delays; the sum is searched as a whole.
    pub remoteness: bool,
    /// List a move that can be made in several equal components once, with the others in `also`.
    pub merge: bool,
    /// The most moves that are listed; 100,000 by default.
    pub most: usize,
}

impl Default for Moves {
    fn default() -> Self {
        Self { position: String::new(), misere: false, loopy: false, remoteness: false, merge: false, most: 100_000 }
    }
}

/// Every move of a position, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovesAnswer {
    /// The convention that was asked about.
    pub convention: Convention,
    /// How many moves play lasts; null if it never ends. Left out unless it was asked for.
    #[serde(default, deserialize_with = "asked_for", skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
    /// The moves, each once.
    pub options: Vec<MoveAnswer>,
    /// Whether there are more moves than those listed.
    pub more: bool,
    /// How the files were understood that the position names: a format, and how many vertices and edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
}

/// A move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The move.
    #[serde(flatten)]
    pub to: Move,
    /// The value of the whole sum after the move; null in misère play.
    pub value: Option<Value>,
    /// Who wins the sum after the move: `P` means that the move wins, `D` that it draws.
    pub outcome: Outcome,
    /// How many moves play lasts after the move; null if it never ends. Left out unless it was asked for.
    #[serde(default, deserialize_with = "asked_for", skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
}

impl Session {
    /// Every move of a position, and what it leads to.
    ///
    /// # Errors
    /// As for [`solve_within`](Self::solve_within).
    pub fn moves(&self, question: &Moves, meter: &mut Meter<'_>) -> Result<MovesAnswer, Failure> {
        match self.route(&[&question.position], || Question::Moves(question.clone()), meter) {
            Some(answer) => answer,
            None => self.sum(&question.position, meter).and_then(|sum| self.moves_of(&sum, question, meter)),
        }
    }

    fn moves_of(&self, sum: &Sum, question: &Moves, meter: &mut Meter<'_>) -> Result<MovesAnswer, Failure> {
        let mut solver = self.solver(question.loopy);
        let play = Convention::of(question.misere);
        let moves = solver.options(&sum.components, play, question.most, meter)?;
        let after = moves.list.iter().map(|option| &option.to);
        let remoteness = remoteness(question.remoteness, &mut solver, sum, play, after, meter)?;
        let option = |(place, option): (usize, &grundy::strategy::ValuedMove)| {
            Ok::<_, grundy::Error>(MoveAnswer {
                to: Move::new(sum, &option.to, meter)?,
                value: option.value.as_ref().map(Value::from),
                outcome: option.outcome.into(),
                remoteness: remoteness.as_ref().map(|found| found.after[place]),
            })
        };
        let options: Vec<MoveAnswer> = moves.list.iter().enumerate().map(option).collect::<Result<_, _>>()?;
        Ok(MovesAnswer {
            convention: play.into(),
            remoteness: remoteness.as_ref().map(|found| found.whole),
            options: if question.merge { merged(options, |option| &mut option.to) } else { options },
            more: moves.more,
            notes: sum.rules.file_notes(&sum.components),
            premises: sum.rules.premises(&sum.components),
        })
    }
}
