//! Components and moves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use grundy::notation::NamedRule;
use grundy::strategy::{self, Solver};
use grundy::{Game, LoopyValue, Meter, Rules, Sum};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Picture, Value};

/// A component with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Component {
    /// The component as it is written.
    pub position: String,
    /// Its value; null in misère play, where values decide nothing, and where the answer did not need it.
    pub value: Option<Value>,
    /// What it looks like. Left out unless it was asked for, and where there is nothing to draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// The move that the picture marks: one that wins, if there is one in this component.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marked_move: Option<String>,
}

/// A move: one component is replaced by its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// Which component, from 0 in textual order.
    pub component: usize,
    /// The equal components in which the same move can be made, if it was asked that these are merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<usize>,
    /// What is done, in the words of the game: `take 2`, `vertex 9`, `domino b2-c2`. Left out where there are no better words than
    /// what it leads to. Where several moves lead to the same, one of them.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
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
    /// What is done, in the words of the game: `take 2`, `vertex 9`, `domino b2-c2`. Left out where there are no better words than
    /// what it leads to. Where several moves lead to the same, one of them.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The component before the reply.
    pub from: String,
    /// What replaces it, as it is written.
    pub to: String,
    /// What replaces it, part by part.
    pub parts: Vec<Part>,
}

impl Move {
    /// The move in text, which counts as memory: the name of a rule may be long, and every move repeats it.
    ///
    /// # Errors
    /// Of the meter, and of rules that cannot write what is left.
    pub(crate) fn new(sum: &Sum, to: &strategy::Move, meter: &mut Meter<'_>) -> Result<Self, grundy::Error> {
        let of = &sum.components[to.component];
        let Reply { name, from, to: after, parts } = Reply::new(&sum.rules, of, &to.parts, meter)?;
        Ok(Self { component: to.component, also: Vec::new(), name, from, to: after, parts })
    }
}

/// Items that each are about a move, those about the same move in equal components taken as one.
pub(crate) fn merged<T>(items: Vec<T>, of: impl Fn(&mut T) -> &mut Move) -> Vec<T> {
    let mut merged: Vec<T> = Vec::new();
    let mut places = HashMap::new();
    for mut item in items {
        let to = of(&mut item);
        match places.entry((to.from.clone(), to.parts.clone(), to.to.clone())) {
            Entry::Vacant(place) => {
                place.insert(merged.len());
                merged.push(item);
            }
            Entry::Occupied(place) => {
                let component = to.component;
                of(&mut merged[*place.get()]).also.push(component);
            }
        }
    }
    merged
}

impl Reply {
    /// The same of a reply.
    pub(crate) fn new(
        rules: &Rules,
        of: &grundy::Component,
        parts: &[grundy::Component],
        meter: &mut Meter<'_>,
    ) -> Result<Self, grundy::Error> {
        parts.iter().try_for_each(|part| rules.check_shown(part))?;
        // A size alone says of which game the heap is only where the game is that of the component.
        let of_a_rule = matches!(of, grundy::Component::Of(..));
        let part = |part: &grundy::Component| match rules.heap(part).filter(|_| of_a_rule) {
            Some(size) => Part::Size(size),
            None => Part::Text(rules.show(part)),
        };
        let replaced: Vec<Part> = parts.iter().map(part).collect();
        rules.check_named(of, parts)?;
        let name = rules.name_move(of, parts);
        let reply = Self { name, from: rules.show(of), to: rules.show_option(of, parts), parts: replaced };
        let bytes = reply.bytes() as u64;
        meter.grow(bytes)?;
        meter.work(bytes)?;
        Ok(reply)
    }
}

impl Reply {
    /// Memory that it takes.
    fn bytes(&self) -> usize {
        let part = |part: &Part| if let Part::Text(text) = part { text.len() } else { 0 };
        let texts = self.name.as_ref().map_or(0, String::len) + self.from.len() + self.to.len();
        size_of::<Move>() + texts + self.parts.iter().map(|of| size_of::<Part>() + part(of)).sum::<usize>()
    }
}

/// The components of a sum, in textual order; `values` is empty where they were not found.
pub(crate) fn components(sum: &Sum, values: &[LoopyValue]) -> Vec<Component> {
    let each = sum.components.iter().enumerate();
    each.map(|(place, component)| Component {
        position: sum.rules.show(component),
        value: values.get(place).map(Value::from),
        picture: None,
        marked_move: None,
    })
    .collect()
}

/// Adds the picture of each component, with marks on what the first of these moves in it touches.
///
/// # Errors
/// Of the meter.
pub(crate) fn add_pictures<'a>(
    components: &mut [Component],
    sum: &Sum,
    marked: impl Iterator<Item = &'a strategy::Move>,
    meter: &mut Meter<'_>,
) -> Result<(), grundy::Error> {
    let mut first: Vec<Option<&[grundy::Component]>> = vec![None; components.len()];
    for to in marked {
        first[to.component].get_or_insert(&to.parts);
    }
    for ((told, of), left) in components.iter_mut().zip(&sum.components).zip(first) {
        told.picture = sum.rules.picture(of, left).and_then(Picture::of);
        let marks = left.filter(|_| told.picture.as_ref().is_some_and(Picture::is_marked));
        told.marked_move = marks.and_then(|left| sum.rules.name_move(of, left));
        let bytes = told.picture.as_ref().map_or(0, Picture::bytes) as u64;
        meter.grow(bytes)?;
        meter.work(bytes)?;
    }
    Ok(())
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

/// What the values of a rule rest on beside it, once some are known; `at` is one of its positions.
pub(crate) fn premises(rule: &NamedRule, at: Option<grundy::Component>) -> Vec<String> {
    at.map(|at| rule.rules.premises(&[at])).unwrap_or_default()
}

/// Reads a field that is left out where it is not asked for, and null where play never ends.
pub(crate) fn asked_for<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u32>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
