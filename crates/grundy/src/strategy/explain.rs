//! Why a sum is won or lost: the moves that win, or the reply that beats each move.

use super::{Detail, Move, Moves, Solution, Solver};
use crate::{Component, Convention, Error, LoopyValue, Meter, Outcome};

/// What an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// Every component is equal to a nim-heap, and the sum to that of the nim-sum of their sizes: Sprague 1936, Grundy 1939.
    SpragueGrundy,
    /// Play need not end: a component is equal to a nim-heap or infinite, and such values add up: Smith 1966, Fraenkel and
    /// Perl 1975.
    Smith,
    /// Misère play of nim-heaps: as in normal play if a heap is larger than 1, otherwise by the parity of the heaps of 1: Bouton
    /// 1902.
    MisereNim {
        /// The sizes of the components as nim-heaps.
        sizes: Vec<u64>,
    },
    /// No theorem: the sums that can be reached were searched, and an N-position is one with a move to a P-position.
    Search,
}

/// An answer with its reasons; prose is made of it elsewhere.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The answer.
    pub solution: Solution,
    /// What it rests on.
    pub theorem: Theorem,
    /// From an N-position: the winning moves. From a P-position or a draw: every move, with a reply that wins if the move loses.
    pub reasons: Vec<Reason>,
    /// Whether there are more moves than those listed.
    pub more: bool,
}

/// A move, and what decides it.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The move.
    pub to: Move,
    /// What the component is worth after it, in normal play.
    pub worth: Option<LoopyValue>,
    /// Who wins after it.
    pub outcome: Outcome,
    /// A winning reply, if the move loses: a move in the sum that the first move left.
    pub reply: Option<Reply>,
}

/// A reply to a move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The component that is moved in, as it stands before the reply.
    pub from: Component,
    /// What replaces it.
    pub parts: Vec<Component>,
}

impl Solver {
    /// The answer of [`solve`](Self::solve) with reasons for at most `most` moves.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn explain(
        &mut self,
        sum: &[Component],
        convention: Convention,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Explanation, Error> {
        let solution = self.solve(sum, convention, Detail::Moves(most), meter)?;
        let (moves, more): (Vec<(Move, Outcome)>, bool) = match solution.outcome {
            Outcome::N => {
                let winning = solution.winning.list.iter().cloned().map(|to| (to, Outcome::P));
                (winning.collect(), solution.winning.more)
            }
            Outcome::P | Outcome::D => {
                let options = self.options(sum, convention, most, meter)?;
                (options.list.into_iter().map(|option| (option.to, option.outcome)).collect(), options.more)
            }
        };
        let mut reasons = Vec::with_capacity(moves.len());
        for (to, outcome) in moves {
            let worth = match convention {
                Convention::Normal => Some(self.worth(&to.parts, meter)?),
                Convention::Misere => None,
            };
            let reply = match outcome {
                Outcome::N => self.reply(&to.apply(sum), convention, meter)?,
                Outcome::P | Outcome::D => None,
            };
            reasons.push(Reason { to, worth, outcome, reply });
        }
        let theorem = match convention {
            Convention::Normal if solution.drawing.is_some() => Theorem::Smith,
            Convention::Normal => Theorem::SpragueGrundy,
            Convention::Misere => match self.nim_heaps(sum, meter)? {
                Some(sizes) => Theorem::MisereNim { sizes },
                None => Theorem::Search,
            },
        };
        Ok(Explanation { solution, theorem, reasons, more })
    }

    /// One of the winning moves after which play is over soonest.
    fn fastest(&mut self, sum: &[Component], convention: Convention, meter: &mut Meter<'_>) -> Result<Moves, Error> {
        let winning = self.solve(sum, convention, Detail::Moves(usize::MAX), meter)?.winning;
        let mut best: Option<(u32, Move)> = None;
        for to in winning.list {
            let lasts = self.remoteness(&to.apply(sum), convention, meter)?.unwrap_or(u32::MAX);
            if best.as_ref().is_none_or(|(least, _)| lasts < *least) {
                best = Some((lasts, to));
            }
        }
        Ok(Moves { list: best.into_iter().map(|(_, to)| to).collect(), more: false })
    }

    fn reply(
        &mut self,
        sum: &[Component],
        convention: Convention,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Reply>, Error> {
        let winning = match self.fastest_replies {
            false => self.solve(sum, convention, Detail::OneMove, meter)?.winning,
            true => self.fastest(sum, convention, meter)?,
        };
        Ok(winning.list.into_iter().next().map(|reply| Reply { from: sum[reply.component], parts: reply.parts }))
    }
}
