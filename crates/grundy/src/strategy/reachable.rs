//! All positions that can be reached from a sum: the graph of its game.

use rustc_hash::FxHashMap;

use super::moves::distinct;
use super::{Move, Solver};
use crate::{Component, Convention, Error, LoopyValue, Meter, Outcome};

/// A position that can be reached from a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedPosition {
    /// The position.
    pub sum: Vec<Component>,
    /// Its value; `None` in misère play.
    pub value: Option<LoopyValue>,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its moves, one for each position that they lead to.
    pub moves: Vec<ReachedMove>,
}

/// A move from one reached position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedMove {
    /// The move; where several lead to the same position, the first.
    pub by: Move,
    /// The number of the position that it leads to.
    pub to: usize,
}

/// A position and its moves.
type Expanded = (Vec<Component>, Vec<ReachedMove>);

impl Solver {
    /// The positions that can be reached from a sum, the sum itself first, each after the one from which it is first reached.
    /// Sums of the same components in another order are one position. `None` if there are more than `most`.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    ///
    /// # Complexity
    /// Not more than `most` positions are expanded, and nothing is valued if there are more.
    ///
    /// # Examples
    /// ```
    /// use grundy::strategy::Solver;
    /// use grundy::{Component, Convention, Limits, Meter, Rules};
    /// let mut solver = Solver::new(Rules::default());
    /// let (sum, limits) = ([Component::Nim(1), Component::Nim(2)], Limits::default());
    /// let reached = solver.reachable(&sum, Convention::Normal, 10, &mut Meter::new(&limits))?.expect("few positions");
    /// // *1 + *2, *2, *1, *1 + *1, the empty sum
    /// assert_eq!(reached.len(), 5);
    /// assert_eq!(reached[0].moves.len(), 3);
    /// assert_eq!(solver.reachable(&sum, Convention::Normal, 4, &mut Meter::new(&limits))?, None);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn reachable(
        &mut self,
        sum: &[Component],
        convention: Convention,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<ReachedPosition>>, Error> {
        let Some(expanded) = self.graph_of(sum, most, meter)? else { return Ok(None) };
        let mut reached = Vec::with_capacity(expanded.len());
        for (sum, moves) in expanded {
            let (value, outcome) = match convention {
                Convention::Normal => {
                    let value = self.worth(&sum, meter)?;
                    let outcome = value.outcome();
                    (Some(value), outcome)
                }
                Convention::Misere => (None, self.misere_outcome(&sum, meter)?.0),
            };
            reached.push(ReachedPosition { sum, value, outcome, moves });
        }
        Ok(Some(reached))
    }

    /// The positions, each with its moves; `None` if there are more than `most`.
    fn graph_of(&self, sum: &[Component], most: usize, meter: &mut Meter<'_>) -> Result<Option<Vec<Expanded>>, Error> {
        if most == 0 {
            return Ok(None);
        }
        let sorted = |sum: &[Component]| {
            let mut sum = sum.to_vec();
            sum.sort_unstable();
            sum
        };
        let mut numbers = FxHashMap::from_iter([(sorted(sum), 0)]);
        let (mut sums, mut moves) = (vec![sum.to_vec()], Vec::new());
        while let Some(sum) = sums.get(moves.len()).cloned() {
            let mut own: Vec<ReachedMove> = Vec::new();
            for (component, of) in sum.iter().enumerate() {
                // A component that was seen before in this sum has the same moves.
                if sum[..component].contains(of) {
                    continue;
                }
                let options = distinct(most, meter, |out, meter| self.list(of, out, meter))?;
                if options.more {
                    return Ok(None);
                }
                for parts in options.list {
                    let by = Move { component, parts };
                    let left = by.apply(&sum);
                    meter.grow((4 * left.len() * size_of::<Component>()) as u64)?;
                    meter.work(1)?;
                    let next = sums.len();
                    let to = *numbers.entry(sorted(&left)).or_insert(next);
                    if to == next {
                        if next == most {
                            return Ok(None);
                        }
                        sums.push(left);
                    }
                    if own.iter().all(|known| known.to != to) {
                        own.push(ReachedMove { by, to });
                    }
                }
            }
            moves.push(own);
        }
        Ok(Some(sums.into_iter().zip(moves).collect()))
    }
}
