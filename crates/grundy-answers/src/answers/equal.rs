//! Whether two positions are equal, and what proves it.

use grundy::strategy::Verdict;
use grundy::{Convention as Play, Error, Meter, Sum};
use serde::{Deserialize, Serialize};

use super::position::{Move, Reply};
use crate::{Failure, Kind, Outcome, Question, Session, Value};

/// Whether two positions are equal, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Equal {
    /// The two positions.
    pub positions: [String; 2],
    /// Misère play, where equality is not decided yet.
    pub misere: bool,
    /// Allow positions to repeat: play that never ends is a draw.
    pub loopy: bool,
    /// The most moves whose replies are listed; 20 by default.
    pub most: usize,
}

impl Default for Equal {
    fn default() -> Self {
        Self { positions: Default::default(), misere: false, loopy: false, most: 20 }
    }
}

/// Whether two positions are equal, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EqualAnswer {
    /// Whether they are.
    pub equal: bool,
    /// The positions as they are written.
    pub positions: [String; 2],
    /// What they are worth.
    pub values: [Value; 2],
    /// Whether play need not end, so that equality is that among impartial games of this kind.
    pub loopy: bool,
    /// A reply to each move in the sum of both, which leaves it worth 0; null if that proves nothing or was not searched.
    pub replies: Option<Vec<EqualReply>>,
    /// Whether there are more moves than those listed.
    pub more: bool,
    /// A game beside which different players win; null if the positions are equal.
    pub distinguished_by: Option<Distinguished>,
    /// How the files were understood that the position names: a format, and how many vertices and edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
}

/// A move in the sum of two equal positions, and the reply to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EqualReply {
    /// The move.
    #[serde(flatten)]
    pub to: Move,
    /// The reply.
    pub reply: Option<Reply>,
}

/// A game that tells two positions apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Distinguished {
    /// The game.
    pub position: String,
    /// Who wins each of the two positions beside it.
    pub outcomes: [Outcome; 2],
}

impl Session {
    /// Whether two positions are equal, and what proves it.
    ///
    /// # Errors
    /// As for [`solve_within`](Self::solve_within); also a [`Failure`] of the kind `unsupported` for misère play.
    pub fn equal(&self, question: &Equal, meter: &mut Meter<'_>) -> Result<EqualAnswer, Failure> {
        if question.misere {
            let message =
                "equality in misère play is not decided: it depends on every sum that the positions may stand in";
            let help = "misère `solve` says who wins a given sum";
            return Err(Failure::new(Kind::Unsupported, message).with_help(help));
        }
        let [first, second] = &question.positions;
        match self.route(&[first, second], || Question::Equal(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let (first, second) = (self.sum(first, meter)?, self.sum(second, meter)?);
                self.compare_sums(&[first, second], question, meter)
            }
        }
    }

    fn compare_sums(&self, sums: &[Sum; 2], question: &Equal, meter: &mut Meter<'_>) -> Result<EqualAnswer, Failure> {
        let [a, b] = sums;
        let both = Sum { rules: b.rules.clone(), components: [&a.components[..], &b.components].concat() };
        let mut solver = self.solver(question.loopy);
        let equality = solver.equal(&a.components, &b.components, meter)?;
        let finite = equality.values.iter().all(|value| value.nimber().is_some());
        let proof = if equality.verdict == Verdict::Equal && finite {
            // Where play need not end a reply has to bring the end nearer, or it proves nothing.
            solver.set_fastest_replies(equality.loopy);
            match solver.explain(&both.components, Play::Normal, question.most, meter) {
                Ok(explanation) if explanation.solution.unlisted.is_none() => Some(explanation),
                // The answer stands without the list of replies.
                Ok(_) | Err(Error::Budget { .. }) => None,
                Err(error) => return Err(error.into()),
            }
        } else {
            None
        };
        let distinguished_by = match &equality.verdict {
            Verdict::Equal => None,
            Verdict::Different { beside, outcomes } => {
                Some(Distinguished { position: beside.to_string(), outcomes: outcomes.map(Outcome::from) })
            }
        };
        let replies = proof.as_ref().map(|proof| {
            let mut reply = |reason: &grundy::strategy::Reason| {
                let reply = reason.reply.as_ref();
                let reply = reply.map(|reply| Reply::new(&both.rules, &reply.from, &reply.parts, meter));
                Ok::<_, Error>(EqualReply { to: Move::new(&both, &reason.to, meter)?, reply: reply.transpose()? })
            };
            proof.reasons.iter().map(&mut reply).collect::<Result<_, _>>()
        });
        let replies = replies.transpose()?;
        Ok(EqualAnswer {
            equal: distinguished_by.is_none(),
            positions: [a.to_string(), b.to_string()],
            values: [(&equality.values[0]).into(), (&equality.values[1]).into()],
            loopy: equality.loopy,
            replies,
            more: proof.as_ref().is_some_and(|proof| proof.more),
            distinguished_by,
            notes: both.rules.file_notes(&both.components),
            premises: both.rules.premises(&both.components),
        })
    }
}
