//! Slow, obviously right answers, which share nothing with the engines.
//!
//! - [`Oracle`] searches whole sums, move by move, to the end of play. It knows no theorem.
//! - [`Piece`] and [`Rule`] write the rules of every game a second time, from how the game is played.
//! - [`Shapes`] tells whether two positions are played alike, all the way down.

mod board;
mod field;
mod numbers;
mod piece;
mod rule;
mod search;
mod shape;

pub(crate) use field::Field;
pub(crate) use numbers::Numbers;
pub(crate) use piece::{Graph, Piece, options_text, sum_text};
pub(crate) use rule::Rule;
pub(crate) use search::{Oracle, replaced};
pub(crate) use shape::Shapes;

use grundy::{Component, Game, Options, Rules};

/// The options that the library lists for a component.
pub(crate) fn listed(rules: &Rules, component: &Component) -> Vec<Vec<Component>> {
    let mut options = Options::new();
    rules.options(component, &mut options);
    assert!(options.failure().is_none() && !options.more());
    options.iter().map(<[Component]>::to_vec).collect()
}

/// The search of sums of components, driven by what the library lists.
pub(crate) type ComponentOracle = Oracle<Component, Box<dyn Fn(&Component) -> Vec<Vec<Component>>>>;

/// The oracle for sums of components of these rules.
pub(crate) fn of_components(rules: &Rules) -> ComponentOracle {
    let rules = rules.clone();
    Oracle::new(Box::new(move |component| listed(&rules, component)))
}
