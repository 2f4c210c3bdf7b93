//! Why a position is won or lost.

use std::collections::BTreeSet;

use grundy::strategy::{self, Simplification};
use grundy::{Convention as Play, Game, LoopyValue, Meter, Nimber, Sum};
use serde::{Deserialize, Serialize};

use super::derivation::{Derivation, derivations};
use super::position::{Component, Move, Reply, add_pictures, asked_for, components, merged, remoteness};
use crate::{Convention, Failure, Outcome, Question, Session, Value};

/// Why a position is won or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Explain {
    /// The position.
    pub position: String,
    /// Misère play: the player who cannot move wins.
    pub misere: bool,
    /// Allow positions to repeat: play that never ends is a draw.
    pub loopy: bool,
    /// Also how many moves play lasts if the winner hurries and the loser delays; the sum is searched as a whole. Replies are then
    /// those that end play soonest.
    pub remoteness: bool,
    /// List a move that can be made in several equal components once, with the others in `also`.
    pub merge: bool,
    /// The most moves that are explained; 20 by default.
    pub most: usize,
    /// Also what each component looks like.
    pub picture: bool,
}

impl Default for Explain {
    fn default() -> Self {
        let (position, most) = (String::new(), 20);
        Self { position, misere: false, loopy: false, remoteness: false, merge: false, most, picture: false }
    }
}

/// Why a position is won or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExplainAnswer {
    /// The value of the sum; null in misère play.
    pub value: Option<Value>,
    /// Who wins.
    pub outcome: Outcome,
    /// The convention that was asked about.
    pub convention: Convention,
    /// The theorem that decided.
    pub theorem: Theorem,
    /// Whether play need not end, so that a player who wins has to bring the end nearer too. Left out where play ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loopy: bool,
    /// How many moves play lasts; null if it never ends. Left out unless it was asked for.
    #[serde(default, deserialize_with = "asked_for", skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
    /// The components in textual order, each with its value.
    pub components: Vec<Component>,
    /// Where the values of the components come from, each different one once, as many as moves are explained and at most 100; in
    /// normal play. Sets that are equal to nim-heaps have
    /// their options among the simplifications.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derivations: Vec<Derivation>,
    /// Why each set is equal to a nim-heap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub simplifications: Vec<SimplifiedSet>,
    /// The winning moves of an N-position, all moves otherwise.
    pub reasons: Vec<Reason>,
    /// Whether there are more moves than those listed.
    pub more: bool,
    /// How the files were understood that the position names: a format, and how many vertices and edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Why moves are missing, if the rules of a game could not list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What the values rest on beside the rules of the games: assumptions that were not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
}

/// The theorem that decided, with what it was applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "name", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Theorem {
    /// Every component is equal to a nim-heap, and the sum to that of the nim-sum (exclusive or) of their sizes. Sprague 1936,
    /// Grundy 1939.
    SpragueGrundy,
    /// Play need not end; a component is equal to a nim-heap or infinite. Smith 1966, Fraenkel and Perl 1975.
    Smith {
        /// How many components are infinite.
        infinite: usize,
        /// The nim-sum of the others.
        finite: u64,
    },
    /// Misère play of nim-heaps: as in normal play if a heap is larger than 1, otherwise the player to move wins iff the number of
    /// heaps of 1 is even. Bouton 1902.
    MisereNim {
        /// The sizes of the components as nim-heaps.
        sizes: Vec<u64>,
        /// Their nim-sum.
        xor: u64,
        /// How many are of size 1.
        ones: usize,
        /// Whether one is larger than 1.
        large: bool,
    },
    /// No theorem: the sums that can be reached were searched.
    Search,
    /// A theorem that has no name here yet.
    #[serde(other)]
    Other,
}

/// A move, and what decides it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reason {
    /// The move.
    #[serde(flatten)]
    pub to: Move,
    /// What the component is worth after the move; null in misère play.
    pub worth: Option<Value>,
    /// Who wins the sum after the move.
    pub outcome: Outcome,
    /// How many moves play lasts after the move; null if it never ends. Left out unless it was asked for.
    #[serde(default, deserialize_with = "asked_for", skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
    /// What beats the move, if it loses.
    pub reply: Option<Reply>,
}

/// Why a set is equal to a nim-heap: options worth all smaller sizes, and others that are reversed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SimplifiedSet {
    /// The set.
    pub position: String,
    /// The size of the nim-heap.
    pub value: u64,
    /// Its options.
    pub options: Vec<SimplifiedOption>,
    /// Whether there are more options than those listed.
    pub more: bool,
}

/// An option of a set that is equal to a nim-heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SimplifiedOption {
    /// The option.
    pub to: String,
    /// What it is worth.
    pub worth: Value,
    /// The move in it that leaves it worth what the set is, if it is not an option of the nim-heap.
    pub reversed_by: Option<Reply>,
}

impl Session {
    /// Why a position is won or lost.
    ///
    /// # Errors
    /// As for [`solve_within`](Self::solve_within).
    pub fn explain(&self, question: &Explain, meter: &mut Meter<'_>) -> Result<ExplainAnswer, Failure> {
        match self.route(&[&question.position], || Question::Explain(question.clone()), meter) {
            Some(answer) => answer,
            None => self.sum(&question.position, meter).and_then(|sum| self.reasons(&sum, question, meter)),
        }
    }

    fn reasons(&self, sum: &Sum, question: &Explain, meter: &mut Meter<'_>) -> Result<ExplainAnswer, Failure> {
        let mut solver = self.solver(question.loopy);
        solver.set_fastest_replies(question.remoteness);
        let play = Convention::of(question.misere);
        let mut explanation = solver.explain(&sum.components, play, question.most, meter)?;
        let loopy = explanation.solution.drawing.is_some();
        if loopy && question.misere {
            // The whole sum was searched anyway, and a reply that leads round a cycle would explain nothing.
            solver.set_fastest_replies(true);
            explanation = solver.explain(&sum.components, play, question.most, meter)?;
        }
        let mut simplifications = Vec::new();
        if play == Play::Normal {
            let sets = sum.components.iter().filter(|component| matches!(component, grundy::Component::Set(_)));
            for set in sets.collect::<BTreeSet<_>>() {
                let found = solver.simplify(set, question.most, meter)?;
                if let Some(found) = found {
                    simplifications.push(simplified(sum, set, &found, meter)?);
                }
            }
        }
        let after = explanation.reasons.iter().map(|reason| &reason.to);
        let remoteness = remoteness(question.remoteness, &mut solver, sum, play, after, meter)?;
        let reason = |(place, reason): (usize, &strategy::Reason)| {
            let reply = reason.reply.as_ref().map(|reply| Reply::new(&sum.rules, &reply.from, &reply.parts, meter));
            Ok::<_, grundy::Error>(Reason {
                to: Move::new(sum, &reason.to, meter)?,
                worth: reason.worth.as_ref().map(Value::from),
                outcome: reason.outcome.into(),
                remoteness: remoteness.as_ref().map(|found| found.after[place]),
                reply: reply.transpose()?,
            })
        };
        let reasons: Vec<Reason> = explanation.reasons.iter().enumerate().map(reason).collect::<Result<_, _>>()?;
        let reasons = if question.merge { merged(reasons, |reason| &mut reason.to) } else { reasons };
        let solution = &explanation.solution;
        let mut derivations = derivations(&mut solver, sum, &solution.values, question.most, meter)?;
        derivations
            .retain(|derived| simplifications.iter().all(|set: &SimplifiedSet| set.position != derived.position));
        let mut components = components(sum, &solution.values);
        if question.picture {
            let wins = explanation.reasons.iter().map(|reason| &reason.to);
            add_pictures(&mut components, sum, wins.filter(|_| solution.outcome == grundy::Outcome::N), meter)?;
        }
        Ok(ExplainAnswer {
            value: solution.value.as_ref().map(Value::from),
            outcome: solution.outcome.into(),
            convention: solution.convention.into(),
            theorem: theorem(&explanation.theorem, &solution.values),
            loopy,
            remoteness: remoteness.as_ref().map(|found| found.whole),
            components,
            derivations,
            simplifications,
            reasons,
            more: explanation.more,
            notes: sum.rules.file_notes(&sum.components),
            stopped: solution.unlisted.as_ref().map(ToString::to_string),
            premises: sum.rules.premises(&sum.components),
        })
    }
}

fn theorem(decided: &strategy::Theorem, values: &[LoopyValue]) -> Theorem {
    match decided {
        strategy::Theorem::SpragueGrundy => Theorem::SpragueGrundy,
        strategy::Theorem::Smith => {
            let finite: Nimber = values.iter().filter_map(LoopyValue::nimber).sum();
            let infinite = values.iter().filter(|value| value.nimber().is_none()).count();
            Theorem::Smith { infinite, finite: finite.0 }
        }
        strategy::Theorem::MisereNim { sizes } => Theorem::MisereNim {
            xor: sizes.iter().map(|&size| Nimber(size)).sum::<Nimber>().0,
            ones: sizes.iter().filter(|&&size| size == 1).count(),
            large: sizes.iter().any(|&size| size > 1),
            sizes: sizes.clone(),
        },
        strategy::Theorem::Search => Theorem::Search,
        _ => Theorem::Other,
    }
}

fn simplified(
    sum: &Sum,
    set: &grundy::Component,
    found: &Simplification,
    meter: &mut Meter<'_>,
) -> Result<SimplifiedSet, Failure> {
    let rules = &sum.rules;
    let mut options = Vec::with_capacity(found.options.len());
    for option in &found.options {
        let reply = option.reversed_by.as_ref();
        let reply = reply.map(|reply| Reply::new(rules, &option.parts[reply.component], &reply.parts, meter));
        let to = rules.show_option(set, &option.parts);
        meter.grow(to.len() as u64)?;
        options.push(SimplifiedOption { to, worth: (&option.worth).into(), reversed_by: reply.transpose()? });
    }
    Ok(SimplifiedSet { position: rules.show(set), value: found.value.0, options, more: found.more })
}
