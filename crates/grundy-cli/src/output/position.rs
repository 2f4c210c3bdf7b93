//! Components and moves: as JSON, and as `nim(4) -> nim(1)`.

use std::collections::HashMap;

use grundy::strategy::Move;
use grundy::{Component, Game, LoopyValue, Rules, Sum};
use serde::Serialize;

use super::style::FAINT;
use super::table::Cell;

/// A component with its value, which misère play has none of.
#[derive(Serialize)]
pub(super) struct ComponentJson {
    position: String,
    value: Option<ValueJson>,
}

/// A value: an integer, or `{"infinity": [0, 2]}`.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ValueJson {
    Nimber(u64),
    Infinity { infinity: Vec<u64> },
}

impl From<&LoopyValue> for ValueJson {
    fn from(value: &LoopyValue) -> Self {
        match value {
            LoopyValue::Nimber(value) => Self::Nimber(value.0),
            LoopyValue::Infinity(options) => Self::Infinity { infinity: options.iter().map(|value| value.0).collect() },
        }
    }
}

/// The components of a sum, in textual order; no values in misère play.
pub(super) fn components<'a>(sum: &'a Sum, values: &'a [LoopyValue]) -> impl Iterator<Item = ComponentJson> + 'a {
    sum.components.iter().enumerate().map(|(place, component)| ComponentJson {
        position: sum.rules.show(component),
        value: values.get(place).map(ValueJson::from),
    })
}

/// A move.
#[derive(Serialize)]
pub(super) struct MoveJson {
    component: usize,
    from: String,
    to: String,
    parts: Vec<PartJson>,
}

/// What is left of a component: the size of a heap, or a text that reads back.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum PartJson {
    Size(u64),
    Text(String),
}

impl MoveJson {
    pub(super) fn new(sum: &Sum, to: &Move) -> Self {
        let of = &sum.components[to.component];
        Self {
            component: to.component,
            from: sum.rules.show(of),
            to: sum.rules.show_option(of, &to.parts),
            parts: parts(&sum.rules, of, &to.parts),
        }
    }
}

/// The parts that replace a component.
pub(super) fn parts(rules: &Rules, of: &Component, parts: &[Component]) -> Vec<PartJson> {
    // A size alone says of which game the heap is only where the game is that of the component.
    let of_a_rule = matches!(of, Component::Of(..));
    let part = |part: &Component| match rules.heap(part).filter(|_| of_a_rule) {
        Some(size) => PartJson::Size(size),
        None => PartJson::Text(rules.show(part)),
    };
    parts.iter().map(part).collect()
}

/// A component and what replaces it, as a person reads a move.
pub(super) fn arrow(rules: &Rules, of: &Component, parts: &[Component]) -> String {
    format!("{} -> {}", rules.show(of), rules.show_option(of, parts))
}

/// Items that each are of a move, those of the same move in equal components taken as one, with their number.
pub(super) fn merged<'a, T>(sum: &Sum, items: &'a [T], of: impl Fn(&T) -> &Move) -> Vec<(&'a T, usize)> {
    let mut merged: Vec<(&T, usize)> = Vec::new();
    let mut places: HashMap<(Component, &[Component]), usize> = HashMap::new();
    for item in items {
        let to = of(item);
        let place = *places.entry((sum.components[to.component], &to.parts)).or_insert(merged.len());
        match merged.get_mut(place) {
            Some((_, times)) => *times += 1,
            None => merged.push((item, 1)),
        }
    }
    merged
}

/// What is said of a move that can be made in several equal components.
pub(super) fn times(times: usize) -> Cell {
    let text = if times > 1 { format!("in any of {times} equal components") } else { String::new() };
    Cell::left(text).styled(FAINT)
}
