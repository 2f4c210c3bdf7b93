//! The options of a component by their values, of which its own value is the least missing one.

use std::collections::{BTreeMap, BTreeSet};

use super::Solver;
use super::moves::distinct;
use crate::{Component, Error, LoopyValue, Meter, Nimber, mex};

/// The options of a component that have the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedOptions {
    /// Their value.
    pub value: LoopyValue,
    /// Their parts.
    pub options: Vec<Vec<Component>>,
}

impl Solver {
    /// All options of a component in normal play, by their values in ascending order; `None` if there are more than `most`.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    ///
    /// # Examples
    /// ```
    /// use grundy::{Limits, Meter, notation::Reader, strategy::Solver};
    /// let sum = Reader::default().sum("kayles(3)")?;
    /// let limits = Limits::default();
    /// let mut solver = Solver::new(sum.rules.clone());
    /// let found = solver.options_by_value(&sum.components[0], 100, &mut Meter::new(&limits))?.expect("they are few");
    /// let counts: Vec<_> = found.iter().map(|same| (same.value.to_string(), same.options.len())).collect();
    /// assert_eq!(counts, [("0", 1), ("1", 1), ("2", 1)].map(|(value, count)| (value.to_owned(), count)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_by_value(
        &mut self,
        component: &Component,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<ValuedOptions>>, Error> {
        let listed = distinct(most, meter, |out, meter| self.list(component, out, meter))?;
        if listed.more {
            return Ok(None);
        }
        let mut by_value: BTreeMap<LoopyValue, Vec<Vec<Component>>> = BTreeMap::new();
        for parts in listed.list {
            by_value.entry(self.worth(&parts, meter)?).or_default().push(parts);
        }
        Ok(Some(by_value.into_iter().map(|(value, options)| ValuedOptions { value, options }).collect()))
    }
}

impl ValuedOptions {
    /// Whether a position with these options has this value: a number is the mex of the numbers among their values, and each
    /// infinite option has an option worth it; an infinite value holds the numbers.
    ///
    /// # Source
    /// Sprague 1936, Grundy 1939; Smith 1966 where play need not end.
    #[must_use]
    pub fn give(options: &[Self], value: &LoopyValue) -> bool {
        follows(value, options.iter().map(|same| &same.value))
    }
}

fn follows<'a>(value: &LoopyValue, options: impl Iterator<Item = &'a LoopyValue> + Clone) -> bool {
    let numbers = || options.clone().filter_map(LoopyValue::nimber);
    match value {
        LoopyValue::Nimber(value) => {
            let reverses = |option: &LoopyValue| match option {
                LoopyValue::Nimber(_) => true,
                LoopyValue::Infinity(back) => back.contains(value),
            };
            mex(numbers()) == *value && options.clone().all(reverses)
        }
        LoopyValue::Infinity(found) => numbers().collect::<BTreeSet<Nimber>>() == found.iter().copied().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Reader;
    use crate::{Game, Limits, Options, Rules};

    #[test]
    fn the_options_of_a_value_are_those_that_the_search_gives_it() {
        let limits = Limits::default();
        let reader = Reader::default();
        for text in [
            "kayles(9)",
            "nim(5)",
            "*4",
            "{*0, *2, kayles(3)}",
            "chomp(3x3)",
            "cram(3x3)",
            "subtract{1..3}(10)",
            "nim()",
        ] {
            let sum = reader.sum(text).unwrap();
            let mut solver = Solver::new(sum.rules.clone());
            for component in &sum.components {
                let mut meter = Meter::new(&limits);
                let found = solver.options_by_value(component, 1000, &mut meter).unwrap().unwrap();
                let all = solver.options(&[*component], crate::Convention::Normal, 1000, &mut meter).unwrap();
                let mut want: Vec<_> =
                    all.list.into_iter().map(|option| (option.value.unwrap(), option.to.parts)).collect();
                want.sort();
                let mut have: Vec<_> = found
                    .iter()
                    .flat_map(|same| same.options.iter().map(|parts| (same.value.clone(), parts.clone())))
                    .collect();
                have.sort();
                assert_eq!(have, want, "{text}");
                let count = have.len();
                assert!(solver.options_by_value(component, count, &mut meter).unwrap().is_some());
                if count > 0 {
                    assert_eq!(solver.options_by_value(component, count - 1, &mut meter).unwrap(), None, "{text}");
                }
            }
        }
    }

    #[test]
    fn a_value_that_is_not_the_mex_is_noticed() {
        /// A heap that claims to be worth one more than it is.
        struct Boaster;
        impl Game for Boaster {
            type Position = u64;
            fn options(&self, heap: &u64, out: &mut Options<u64>) {
                (0..*heap).for_each(|left| out.push(left));
            }
            fn value(&self, heap: &u64, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
                Ok(Some(Nimber(heap + u64::from(*heap == 3))))
            }
        }
        let rules = Rules::default();
        let game = rules.add(Boaster);
        let limits = Limits::default();
        let mut solver = Solver::new(rules);
        for (heap, is_right) in [(2, true), (3, false)] {
            let component = game.at(heap).unwrap();
            let mut meter = Meter::new(&limits);
            let value = solver.valued(&component, &mut meter).unwrap().value;
            let options = solver.options_by_value(&component, 10, &mut meter).unwrap().unwrap();
            assert_eq!(ValuedOptions::give(&options, &value), is_right, "{heap}");
        }
    }

    #[test]
    fn the_values_of_a_loopy_position_follow_from_its_options() {
        let [zero, two] = [0, 2].map(|value| LoopyValue::from(Nimber(value)));
        let infinite = |numbers: &[u64]| LoopyValue::infinity(numbers.iter().copied());
        for (value, options, follows_from) in [
            (Nimber(1).into(), vec![zero.clone(), two.clone()], true),
            (Nimber(1).into(), vec![zero.clone(), infinite(&[1])], true),
            (Nimber(1).into(), vec![zero.clone(), infinite(&[2])], false),
            (infinite(&[0, 2]), vec![zero.clone(), two.clone(), infinite(&[])], true),
            (infinite(&[0]), vec![zero, two], false),
        ] {
            assert_eq!(follows(&value, options.iter()), follows_from, "{value} {options:?}");
        }
    }
}
