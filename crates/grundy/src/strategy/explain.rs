//! Explanations of who wins a sum: the winning moves, or the reply that beats each move.

use super::{Detail, Move, Moves, Solution, Solver};
use crate::{Component, Convention, Error, LoopyValue, Meter, Outcome};

/// The theorem that an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// Every component equals a nim-heap, and the sum equals the nim-heap of the nim-sum of their sizes. Sprague 1936,
    /// Grundy 1939.
    SpragueGrundy,
    /// Play need not end: every component equals a nim-heap or is infinite, and these values can be added. Smith 1966,
    /// Fraenkel & Perl 1975.
    Smith,
    /// Misère play of nim-heaps: as in normal play if some heap is larger than 1, otherwise by the parity of the number
    /// of heaps of size 1. Bouton 1902.
    MisereNim {
        /// The sizes of the components as nim-heaps.
        sizes: Vec<u64>,
    },
    /// No theorem: the reachable sums were searched. An N-position is one with a move to a P-position.
    Search,
}

/// An answer with its reasons as data, without prose.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The answer.
    pub solution: Solution,
    /// The theorem it rests on.
    pub theorem: Theorem,
    /// For an N-position, the winning moves. For a P-position or a draw, every move, with a winning reply if the move
    /// loses.
    pub reasons: Vec<Reason>,
    /// Whether there are further moves that are not listed.
    pub more: bool,
}

/// A move and its justification.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The move.
    pub to: Move,
    /// The value of the component after the move, in normal play.
    pub worth: Option<LoopyValue>,
    /// The outcome after the move.
    pub outcome: Outcome,
    /// A winning reply, if the move loses. It is a move in the sum that the first move left.
    pub reply: Option<Reply>,
}

/// A reply to a move.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The component in which the reply is made, as it was before the reply.
    pub from: Component,
    /// The parts that replace it.
    pub parts: Vec<Component>,
}

impl Solution {
    /// What was found about moves; `None` if the rules could not list them, which is recorded.
    fn listed<T>(&mut self, found: Result<T, Error>) -> Result<Option<T>, Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(error @ Error::Rules { .. }) if self.convention == Convention::Normal => {
                self.unlisted.get_or_insert(error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl Solver {
    /// The answer of [`solve`](Self::solve), with reasons for at most `most` moves.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve). If the rules know the outcome and fail to list moves or replies, the reasons end there;
    /// see [`Solution::unlisted`].
    pub fn explain(
        &mut self,
        sum: &[Component],
        convention: Convention,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Explanation, Error> {
        let mut solution = self.solve(sum, convention, Detail::Moves(most), meter)?;
        let (moves, mut more): (Vec<(Move, Outcome)>, bool) = match solution.outcome {
            Outcome::N => {
                let winning = solution.winning.list.iter().cloned().map(|to| (to, Outcome::P));
                (winning.collect(), solution.winning.more)
            }
            Outcome::P | Outcome::D => match solution.listed(self.options(sum, convention, most, meter))? {
                Some(options) => {
                    (options.list.into_iter().map(|option| (option.to, option.outcome)).collect(), options.more)
                }
                None => (Vec::new(), true),
            },
        };
        let mut reasons = Vec::with_capacity(moves.len());
        for (to, outcome) in moves {
            let worth = match convention {
                Convention::Normal => Some(self.worth(&to.parts, meter)?),
                Convention::Misere => None,
            };
            let reply = match outcome {
                Outcome::N => match solution.listed(self.reply(&to.apply(sum), convention, meter))? {
                    Some(reply) => reply,
                    None => {
                        more = true;
                        break;
                    }
                },
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

    /// A winning move after which play ends soonest.
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
            false => {
                let solution = self.solve(sum, convention, Detail::OneMove, meter)?;
                if let Some(error) = solution.unlisted {
                    return Err(error);
                }
                solution.winning
            }
            true => self.fastest(sum, convention, meter)?,
        };
        Ok(winning.list.into_iter().next().map(|reply| Reply { from: sum[reply.component], parts: reply.parts }))
    }
}
