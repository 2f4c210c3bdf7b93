//! Why a sum is won or lost: the moves that win, or the reply that beats each move.

use super::{Detail, Move, Solution, Solver};
use crate::{Component, Convention, Error, Meter, Nimber, Outcome};

/// An answer with its reasons; prose is made of it elsewhere.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The answer.
    pub solution: Solution,
    /// From an N-position: the winning moves. From a P-position: every move, with a reply that wins.
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
    pub worth: Option<Nimber>,
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
        let (moves, more) = match solution.outcome {
            Outcome::N => (solution.winning.list.clone(), solution.winning.more),
            Outcome::P => {
                let options = self.options(sum, convention, most, meter)?;
                (options.list.into_iter().map(|option| option.to).collect(), options.more)
            }
        };
        let mut reasons = Vec::with_capacity(moves.len());
        for to in moves {
            let worth = match convention {
                Convention::Normal => Some(self.worth(&to.parts, meter)?),
                Convention::Misere => None,
            };
            let reply = match solution.outcome {
                Outcome::N => None,
                Outcome::P => self.reply(&to.apply(sum), convention, meter)?,
            };
            reasons.push(Reason { to, worth, reply });
        }
        Ok(Explanation { solution, reasons, more })
    }

    fn reply(
        &mut self,
        sum: &[Component],
        convention: Convention,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Reply>, Error> {
        let winning = self.solve(sum, convention, Detail::OneMove, meter)?.winning;
        Ok(winning.list.into_iter().next().map(|reply| Reply { from: sum[reply.component], parts: reply.parts }))
    }
}
