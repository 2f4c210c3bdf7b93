//! Normal play: the theorem of Sprague and Grundy.

use super::moves::distinct;
use super::{Detail, Move, Moves, Solution, Solver};
use crate::{Component, Convention, Error, Game, Meter, Nimber, Options, Outcome};

impl Solver {
    pub(super) fn solve_normal(
        &mut self,
        sum: &[Component],
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<Solution, Error> {
        let values = self.component_values(sum, meter)?;
        let total: Nimber = values.iter().copied().sum();
        let mut winning = Moves::default();
        if !total.is_zero() && detail != Detail::Outcome {
            for (component, of) in sum.iter().enumerate() {
                // The move leaves the sum worth 0 iff it leaves this component worth what all others are.
                let value = values[component] + total;
                if detail == Detail::OneMove {
                    let mut options = Options::at_most(1);
                    self.options_worth(of, value, &mut options, meter)?;
                    if let Some(parts) = options.iter().next() {
                        let list = vec![Move { component, parts: parts.to_vec() }];
                        winning = Moves { list, more: true };
                        break;
                    }
                    continue;
                }
                let most = detail.moves() - winning.list.len();
                let options = distinct(most, meter, |out, meter| self.options_worth(of, value, out, meter))?;
                winning.more |= options.more;
                winning.list.extend(options.list.into_iter().map(|parts| Move { component, parts }));
            }
        }
        if !total.is_zero() && detail.moves() > 0 && winning.list.is_empty() {
            // By the definition of the mex some option wins, so what a game says of its values is false.
            let position = Some(self.rules.show_sum(sum));
            let reason = format!("the value is said to be {}, and no move leads to the value 0", total.0);
            return Err(Error::Rules { position, reason });
        }
        let outcome = Outcome::of(total);
        Ok(Solution { convention: Convention::Normal, values, value: Some(total), outcome, winning })
    }

    pub(super) fn component_values(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<Vec<Nimber>, Error> {
        sum.iter().map(|component| self.values.value(component, meter)).collect()
    }

    /// The value of an option with these parts.
    pub(super) fn worth(&mut self, parts: &[Component], meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        parts.iter().map(|part| self.values.value(part, meter)).sum()
    }

    /// Appends the options of a component that are worth `value`.
    pub(super) fn options_worth(
        &mut self,
        component: &Component,
        value: Nimber,
        out: &mut Options<Component>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        if !self.rules.options_worth(component, value, meter, out)? {
            let mut all = Options::new();
            self.list(component, &mut all, meter)?;
            for parts in all.iter() {
                if self.worth(parts, meter)? == value {
                    out.push_sum(parts.iter().copied());
                }
            }
        }
        match out.failure() {
            Some(error) => Err(error.clone().at(|| self.rules.show(component))),
            None => Ok(()),
        }
    }
}
