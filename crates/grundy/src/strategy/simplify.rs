//! Why a position is equal to a nim-heap: its options are those of the heap, and others that are reversed.

use super::{Detail, Move, Solver};
use crate::{Component, Convention, Error, LoopyValue, Meter, Nimber};

/// A position that is equal to a nim-heap, and why: options of it are worth all that the options of the heap are, and whoever
/// moves to any other option is answered by a move to the heap's value.
///
/// Source: Sprague 1936, Grundy 1939; Siegel, *Combinatorial Game Theory*, IV.1 (reversible moves).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplification {
    /// The size of the heap.
    pub value: Nimber,
    /// The options of the position, in order.
    pub options: Vec<SimplifiedOption>,
    /// Whether there are more options than those listed.
    pub more: bool,
}

/// An option of a position that is equal to a nim-heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimplifiedOption {
    /// What the option leaves.
    pub parts: Vec<Component>,
    /// What it is worth; never what the position is.
    pub worth: LoopyValue,
    /// If it is no option of the nim-heap: the move in [`parts`](Self::parts) that reverses it, leaving them worth the heap.
    pub reversed_by: Option<Move>,
}

impl Solver {
    /// Why a component is equal to a nim-heap in normal play, with at most `most` of its options; `None` if its value is
    /// infinite.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    ///
    /// ```
    /// use grundy::strategy::Solver;
    /// use grundy::{Component, Limits, Meter, Nimber, Rules};
    /// let mut rules = Rules::default();
    /// let set = rules.set([vec![], vec![Component::Nim(2)]])?; // {*0, *2}
    /// let limits = Limits::default();
    /// let found = Solver::new(rules).simplify(&set, 10, &mut Meter::new(&limits))?.expect("play ends");
    /// assert_eq!(found.value, Nimber(1));
    /// let reply = found.options[1].reversed_by.as_ref().expect("*2 is no option of *1");
    /// assert_eq!(reply.parts, [Component::Nim(1)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn simplify(
        &mut self,
        component: &Component,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Simplification>, Error> {
        let Some(value) = self.valued(component, meter)?.value.nimber() else { return Ok(None) };
        let listed = super::moves::distinct(most, meter, |out, meter| self.list(component, out, meter))?;
        let mut options = Vec::with_capacity(listed.list.len());
        for parts in listed.list {
            let worth = self.worth(&parts, meter)?;
            let reversed_by = match worth.nimber() {
                Some(smaller) if smaller < value => None,
                _ => {
                    // Beside the heap a winning move makes the parts worth the heap: the heap itself is too small to win in.
                    let sum = [&parts[..], &[Component::Nim(value.0)]].concat();
                    let winning = self.solve(&sum, Convention::Normal, Detail::OneMove, meter)?.winning;
                    winning.list.into_iter().next()
                }
            };
            options.push(SimplifiedOption { parts, worth, reversed_by });
        }
        Ok(Some(Simplification { value, options, more: listed.more }))
    }
}
