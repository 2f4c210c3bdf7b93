//! Misère play: sums are searched as a whole, and sums of nim-heaps follow the rule of misère Nim.

use super::moves::distinct;
use super::{Detail, Move, Moves, Solution, Solver};
use crate::misere::Form;
use crate::{Component, Convention, Error, Game, Meter, Nimber, Outcome, misere_nim_outcome};

impl Solver {
    pub(super) fn solve_misere(
        &mut self,
        sum: &[Component],
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<Solution, Error> {
        let (outcome, loopy) = self.misere_outcome(sum, meter)?;
        let (mut winning, mut drawing) = (Moves::default(), loopy.then(Moves::default));
        if detail == Detail::Outcome || outcome == Outcome::P {
            drawing.iter_mut().for_each(|drawing| drawing.more = outcome != Outcome::P);
        } else {
            match self.nim_heaps(sum, meter)? {
                Some(heaps) => winning = self.misere_nim_moves(sum, &heaps, detail, meter)?,
                None => self.misere_moves(sum, detail, &mut winning, drawing.as_mut(), meter)?,
            }
        }
        Ok(Solution {
            convention: Convention::Misere,
            values: Vec::new(),
            value: None,
            outcome,
            winning,
            drawing,
            unlisted: None,
        })
    }

    /// The outcome in misère play, and whether play need not end. If it need not end, there are no forms, and the
    /// positions of the whole sum are searched.
    pub(super) fn misere_outcome(
        &mut self,
        sum: &[Component],
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome, bool), Error> {
        if let Some(outcome) = self.whole.known_outcome(sum, Convention::Misere) {
            return Ok((outcome, true));
        }
        match self.misere.outcome(sum, meter) {
            Err(error @ Error::Cycle(_)) => {
                if !self.loopy && !self.allows_repetition(sum, meter)? {
                    return Err(error);
                }
                Ok((self.whole.outcome(sum, Convention::Misere, meter)?, true))
            }
            ends => Ok((ends?, false)),
        }
    }

    /// Whether the game of some component allows positions to repeat.
    fn allows_repetition(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<bool, Error> {
        for component in sum {
            if matches!(component, Component::Of(..)) && self.rules.loopy_value(component, meter)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sizes of the components, if all of them are nim-heaps up to isomorphism. The rule of misère Nim then gives
    /// the outcome.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn nim_heaps(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<Option<Vec<u64>>, Error> {
        let mut heaps = Vec::with_capacity(sum.len());
        for component in sum {
            match self.misere.forms(&[*component], meter) {
                Ok(forms) => match forms[..] {
                    [] => heaps.push(0),
                    [Form::Nim(size)] => heaps.push(size),
                    _ => return Ok(None),
                },
                Err(Error::Cycle(_)) => return Ok(None), // play in a nim-heap ends
                Err(error) => return Err(error),
            }
        }
        Ok(Some(heaps))
    }

    /// Tries every option.
    fn misere_moves(
        &mut self,
        sum: &[Component],
        detail: Detail,
        winning: &mut Moves,
        mut drawing: Option<&mut Moves>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        for (component, of) in sum.iter().enumerate() {
            for parts in distinct(usize::MAX, meter, |out, meter| self.list(of, out, meter))?.list {
                let to = Move { component, parts };
                let moves = match (self.misere_outcome(&to.apply(sum), meter)?.0, &mut drawing) {
                    (Outcome::P, _) => &mut *winning,
                    (Outcome::D, Some(drawing)) => &mut **drawing,
                    _ => continue,
                };
                if moves.list.len() == detail.moves() {
                    moves.more = true;
                } else {
                    moves.list.push(to);
                }
                let enough = match (&drawing, detail) {
                    (_, Detail::OneMove) => !winning.list.is_empty(),
                    (None, _) => winning.more,
                    (Some(drawing), _) => winning.more && drawing.more,
                };
                if enough {
                    winning.more = true;
                    drawing.iter_mut().for_each(|drawing| drawing.more = true);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Finds the winning moves of misère Nim. Only three sizes can win: the one that wins in normal play, 0 and 1.
    fn misere_nim_moves(
        &mut self,
        sum: &[Component],
        heaps: &[u64],
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<Moves, Error> {
        let total = heaps.iter().fold(0, |total, heap| total ^ heap);
        let large = heaps.iter().filter(|&&heap| heap >= 2).count();
        let mut winning = Moves::default();
        for (component, of) in sum.iter().enumerate() {
            let heap = heaps[component];
            let mut sizes = vec![0, 1, heap ^ total];
            sizes.sort_unstable();
            sizes.dedup();
            for size in sizes.into_iter().filter(|&size| size < heap) {
                let others = total ^ heap;
                let other_large = large - usize::from(heap >= 2);
                // The outcome depends only on the nim-sum of the other heaps and on whether one of them is large, so
                // they are replaced by one heap of that size and, if one is large, a pair of heaps of size 2.
                let pair = if other_large > 0 { &[2, 2][..] } else { &[] };
                let left = [others, size].into_iter().chain(pair.iter().copied());
                if misere_nim_outcome(left) == Outcome::P {
                    // The options of a nim-heap with value `size` are exactly those that are the nim-heap of that size.
                    let most = detail.moves() - winning.list.len();
                    let options = distinct(most, meter, |out, meter| self.options_worth(of, Nimber(size), out, meter))?;
                    winning.more |= options.more;
                    winning.list.extend(options.list.into_iter().map(|parts| Move { component, parts }));
                    if detail == Detail::OneMove {
                        winning.more = true;
                        return Ok(winning);
                    }
                }
            }
        }
        Ok(winning)
    }
}
