//! Misère play: sums are searched whole, and sums of nim-heaps follow the rule of misère Nim.

use super::moves::distinct;
use super::{Detail, Move, Moves, Solution, Solver};
use crate::misere::Form;
use crate::{Component, Convention, Error, Meter, Nimber, Outcome, misere_nim_outcome};

impl Solver {
    pub(super) fn solve_misere(
        &mut self,
        sum: &[Component],
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<Solution, Error> {
        let outcome = self.misere.outcome(sum, meter)?;
        let winning = match outcome {
            Outcome::N if detail != Detail::Outcome => match self.nim_heaps(sum, meter)? {
                Some(heaps) => self.misere_nim_moves(sum, &heaps, detail, meter)?,
                None => self.misere_moves(sum, detail, meter)?,
            },
            _ => Moves::default(),
        };
        Ok(Solution { convention: Convention::Misere, values: Vec::new(), value: None, outcome, winning })
    }

    /// The sizes of the components, if all of them are nim-heaps up to isomorphism: then the rule of misère Nim decides.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn nim_heaps(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<Option<Vec<u64>>, Error> {
        let mut heaps = Vec::with_capacity(sum.len());
        for component in sum {
            match self.misere.forms(&[*component], meter)?[..] {
                [] => heaps.push(0),
                [Form::Nim(size)] => heaps.push(size),
                _ => return Ok(None),
            }
        }
        Ok(Some(heaps))
    }

    /// Every option is tried.
    fn misere_moves(&mut self, sum: &[Component], detail: Detail, meter: &mut Meter<'_>) -> Result<Moves, Error> {
        let mut winning = Moves::default();
        for (component, of) in sum.iter().enumerate() {
            for parts in distinct(usize::MAX, meter, |out, meter| self.list(of, out, meter))?.list {
                let to = Move { component, parts };
                if self.misere.outcome(&to.apply(sum), meter)? == Outcome::P {
                    if winning.list.len() == detail.moves() {
                        winning.more = true;
                        return Ok(winning);
                    }
                    winning.list.push(to);
                    if detail == Detail::OneMove {
                        winning.more = true;
                        return Ok(winning);
                    }
                }
            }
        }
        Ok(winning)
    }

    /// In misère Nim only three sizes can win: the one that wins in normal play, 0 and 1.
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
                // To the outcome, all other heaps are as one of their sum, and a pair of large ones if any is large.
                let pair = if other_large > 0 { &[2, 2][..] } else { &[] };
                let left = [others, size].into_iter().chain(pair.iter().copied());
                if misere_nim_outcome(left) == Outcome::P {
                    // The options of a nim-heap that are worth `size` are those that are the nim-heap of that size.
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
