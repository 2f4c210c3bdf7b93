//! Why a position equals a nim-heap: it has the heap's options, and its other options are reversible.

use super::{Detail, Move, Solver};
use crate::{Component, Convention, Error, LoopyValue, Meter, Nimber};

/// A position that equals a nim-heap, and why: it has options of every smaller value, and any move to another option is
/// answered by a move back to the heap's value.
///
/// # Source
/// Sprague 1936; Grundy 1939; Siegel, *Combinatorial Game Theory*, IV.1 (reversible moves).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplification {
    /// The size of the heap.
    pub value: Nimber,
    /// The options of the position, in order.
    pub options: Vec<SimplifiedOption>,
    /// Whether there are further options that are not listed.
    pub more: bool,
}

/// An option of a position that equals a nim-heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimplifiedOption {
    /// The parts of the option.
    pub parts: Vec<Component>,
    /// The value of the option; it differs from the value of the position.
    pub worth: LoopyValue,
    /// If the value is not that of an option of the nim-heap: the move in [`parts`](Self::parts) that reverses the
    /// option, to the value of the heap.
    pub reversed_by: Option<Move>,
}

impl Solver {
    /// Why a component equals a nim-heap in normal play, with at most `most` of its options; `None` if its value is
    /// infinite.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    ///
    /// # Examples
    /// ```
    /// use grundy::strategy::Solver;
    /// use grundy::{Component, Limits, Meter, Nimber, Rules};
    /// let mut rules = Rules::default();
    /// let set = rules.set([vec![], vec![Component::Nim(2)]])?; // {*0, *2}
    /// let limits = Limits::default();
    /// let found = Solver::new(rules).simplify(&set, 10, &mut Meter::new(&limits))?.expect("play ends");
    /// assert_eq!(found.value, Nimber(1));
    /// let reply = found.options[1].reversed_by.as_ref().expect("*2 is not an option of *1");
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
                    // In the sum with the heap, a winning move gives the parts the heap's value: a move in the heap
                    // itself cannot win.
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
