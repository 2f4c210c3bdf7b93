//! Components and moves.

use grundy::strategy::{self, Solver};
use grundy::{Component as Place, Game, LoopyValue, Meter, Rules, Sum};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Value;

/// A component with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Component {
    /// The component as it is written.
    pub position: String,
    /// Its value; null in misère play, where values decide nothing, and where the answer did not need it.
    pub value: Option<Value>,
}

/// A move: one component is replaced by its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// Which component, from 0 in textual order.
    pub component: usize,
    /// The component before the move.
    pub from: String,
    /// What replaces it, as it is written.
    pub to: String,
    /// What replaces it, part by part; none: the component ends.
    pub parts: Vec<Part>,
}

/// What is left of a component: the size of a heap of the same game, or a text that can be read back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Part {
    /// The size of a heap.
    Size(u64),
    /// The part as it is written.
    Text(String),
}

/// A move in answer to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The component before the reply.
    pub from: String,
    /// What replaces it, as it is written.
    pub to: String,
    /// What replaces it, part by part.
    pub parts: Vec<Part>,
}

impl Move {
    /// # Errors
    /// Of rules that cannot write what is left.
    pub(crate) fn new(sum: &Sum, to: &strategy::Move) -> Result<Self, grundy::Error> {
        let of = &sum.components[to.component];
        let Reply { from, to: after, parts } = Reply::new(&sum.rules, of, &to.parts)?;
        Ok(Self { component: to.component, from, to: after, parts })
    }
}

impl Reply {
    /// # Errors
    /// Of rules that cannot write what is left.
    pub(crate) fn new(rules: &Rules, of: &Place, parts: &[Place]) -> Result<Self, grundy::Error> {
        parts.iter().try_for_each(|part| rules.check_shown(part))?;
        // A size alone says of which game the heap is only where the game is that of the component.
        let of_a_rule = matches!(of, Place::Of(..));
        let part = |part: &Place| match rules.heap(part).filter(|_| of_a_rule) {
            Some(size) => Part::Size(size),
            None => Part::Text(rules.show(part)),
        };
        let replaced = parts.iter().map(part).collect();
        Ok(Self { from: rules.show(of), to: rules.show_option(of, parts), parts: replaced })
    }
}

/// The components of a sum, in textual order; `values` is empty where they were not found.
pub(crate) fn components(sum: &Sum, values: &[LoopyValue]) -> Vec<Component> {
    let each = sum.components.iter().enumerate();
    each.map(|(place, component)| Component {
        position: sum.rules.show(component),
        value: values.get(place).map(Value::from),
    })
    .collect()
}

/// How many moves play lasts; `None` if it never ends.
pub(crate) struct Remoteness {
    /// From the position.
    pub(crate) whole: Option<u32>,
    /// After each move.
    pub(crate) after: Vec<Option<u32>>,
}

/// The remoteness of a sum and of what these moves lead to, if that is asked for.
pub(crate) fn remoteness<'a>(
    wanted: bool,
    solver: &mut Solver,
    sum: &Sum,
    convention: grundy::Convention,
    moves: impl Iterator<Item = &'a strategy::Move>,
    meter: &mut Meter<'_>,
) -> Result<Option<Remoteness>, grundy::Error> {
    if !wanted {
        return Ok(None);
    }
    let whole = solver.remoteness(&sum.components, convention, meter)?;
    let after = moves.map(|to| solver.remoteness(&to.apply(&sum.components), convention, meter));
    Ok(Some(Remoteness { whole, after: after.collect::<Result<_, _>>()? }))
}

/// Reads a field that is left out where it is not asked for, and null where play never ends.
pub(crate) fn asked_for<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u32>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
