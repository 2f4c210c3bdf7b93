//! Disjunctive sums of components from different games; each move is made in one component.
//!
//! A [`Component`] is a small key. [`Rules`] holds the games to which the keys belong, with their tables. It is itself
//! a [`Game`](crate::Game) whose positions are components, so every search also works on mixed sums.

mod component;
mod rule;
mod rules;
mod sets;
mod whole;
mod written;

use std::fmt;

use crate::search::{Grundy, Labels};
use crate::{Error, Game, Limits, Meter, Misere, Nimber, Outcome};

pub use component::Component;
pub use rules::{RuleHandle, RuleId, Rules};
pub use sets::SetId;
pub(crate) use whole::WholeSums;

/// A sum of games: the rules, and the components in the order in which they were written.
///
/// # Examples
/// ```
/// use grundy::{Component, Limits, Nimber, Outcome, Sum, heap::HeapGame};
/// let mut sum = Sum::default();
/// let kayles = sum.rules.add("0.77".parse::<HeapGame>()?);
/// sum.components.extend([kayles.at(4)?, Component::Nim(1)]);
/// assert_eq!(sum.value(&Limits::default())?, Nimber(0));
/// assert_eq!(sum.outcome(&Limits::default())?, Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// The games that the components belong to.
    pub rules: Rules,
    /// The components, in the order of the text.
    pub components: Vec<Component>,
}

impl Sum {
    /// The value in normal play: the nim-sum of the values of the components.
    ///
    /// # Errors
    /// As for [`Values::value`](crate::Values::value): a cycle, a limit, or rules that fail.
    pub fn value(&self, limits: &Limits) -> Result<Nimber, Error> {
        let mut values = Labels::new(self.rules.clone(), Grundy::default());
        let mut meter = Meter::new(limits);
        self.components.iter().map(|component| values.value(component, &mut meter)).sum()
    }

    /// The outcome in normal play.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn outcome(&self, limits: &Limits) -> Result<Outcome, Error> {
        self.value(limits).map(Outcome::of)
    }

    /// The outcome in misère play, found by searching the sum as a whole.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn misere_outcome(&self, limits: &Limits) -> Result<Outcome, Error> {
        Misere::new(self.rules.clone()).outcome(&self.components, &mut Meter::new(limits))
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.show_sum(&self.components))
    }
}
