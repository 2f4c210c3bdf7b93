//! Equality of positions: two positions are equal if they can be exchanged in every sum.

use super::{Detail, Solver};
use crate::{Component, Convention, Error, LoopyValue, Meter, Nimber, Outcome};

/// Whether two sums are equal in normal play, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equality {
    /// The values of the two sums.
    pub values: [LoopyValue; 2],
    /// Whether play of one of them need not end. In that case equality is that among loopy impartial games.
    pub loopy: bool,
    /// The verdict.
    pub verdict: Verdict,
}

/// Whether two sums are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are equal: the outcomes agree in the sum with any game. If their value is finite, their sum is a
    /// P-position, and a winning reply to each of its moves is the proof.
    Equal,
    /// They are different: their sums with this nim-heap have different outcomes.
    Different {
        /// The size of the nim-heap.
        beside: Nimber,
        /// The outcomes of the two sums with it.
        outcomes: [Outcome; 2],
    },
}

impl Solver {
    /// Whether `a` and `b` are equal in normal play: whether a + X and b + X have the same outcome for every game X.
    ///
    /// If play of both ends, a and b are equal iff a + b is a P-position. If play need not end, X may also be any loopy
    /// impartial game, and a and b are equal iff their [values](LoopyValue) are equal. Two infinite positions may be
    /// equal although their sum is a draw.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    ///
    /// # Source
    /// Sprague 1936; Grundy 1939; Smith 1966; Siegel, *Combinatorial Game Theory*, IV.1 and IV.4.
    ///
    /// # Examples
    /// ```
    /// use grundy::strategy::{Solver, Verdict};
    /// use grundy::{Component, Limits, Meter, Nimber, Outcome, Rules};
    /// let mut rules = Rules::default();
    /// let set = rules.set([vec![], vec![Component::Nim(2)]])?; // {*0, *2}
    /// let mut solver = Solver::new(rules);
    /// let limits = Limits::default();
    /// let mut meter = Meter::new(&limits);
    /// assert_eq!(solver.equal(&[set], &[Component::Nim(1)], &mut meter)?.verdict, Verdict::Equal);
    /// let different = solver.equal(&[set], &[Component::Nim(3)], &mut meter)?;
    /// let outcomes = [Outcome::P, Outcome::N];
    /// assert_eq!(different.verdict, Verdict::Different { beside: Nimber(1), outcomes });
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn equal(&mut self, a: &[Component], b: &[Component], meter: &mut Meter<'_>) -> Result<Equality, Error> {
        let values = [self.component_values(a, meter)?, self.component_values(b, meter)?];
        let loopy = values.iter().any(super::normal::Values::is_loopy);
        let values = values.map(|values| values.total());
        let verdict = match distinguishing(&values) {
            None => Verdict::Equal,
            Some(beside) => {
                let mut outcome = |sum: &[Component]| {
                    let sum = [sum, &[Component::Nim(beside.0)]].concat();
                    self.solve(&sum, Convention::Normal, Detail::Outcome, meter).map(|solution| solution.outcome)
                };
                Verdict::Different { beside, outcomes: [outcome(a)?, outcome(b)?] }
            }
        };
        Ok(Equality { values, loopy, verdict })
    }
}

/// The smallest nim-heap whose sums with positions of these values have different outcomes.
fn distinguishing(values: &[LoopyValue; 2]) -> Option<Nimber> {
    let [a, b] = values;
    if a == b {
        return None;
    }
    // With *k a nimber is a P-position only if it equals k, and an infinite value is an N-position only if k is one of
    // its members. No other heap can distinguish the two.
    let mut heaps: Vec<Nimber> = Vec::new();
    for value in values {
        match value {
            LoopyValue::Nimber(value) => heaps.push(*value),
            LoopyValue::Infinity(options) => heaps.extend(options),
        }
    }
    heaps.sort_unstable();
    let beside = |value: &LoopyValue, heap: Nimber| (value.clone() + heap.into()).outcome();
    heaps.into_iter().find(|&heap| beside(a, heap) != beside(b, heap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_values_are_told_apart_by_a_nim_heap() {
        let infinite = [&[][..], &[0], &[0, 2], &[1, 3], &[2]].map(|set| LoopyValue::infinity(set.iter().copied()));
        let all: Vec<LoopyValue> = (0..5).map(|value| Nimber(value).into()).chain(infinite).collect();
        for a in &all {
            for b in &all {
                match distinguishing(&[a.clone(), b.clone()]) {
                    None => assert_eq!(a, b),
                    Some(heap) => {
                        let beside = |value: &LoopyValue| (value.clone() + heap.into()).outcome();
                        assert!(a != b && beside(a) != beside(b));
                    }
                }
            }
        }
    }
}
