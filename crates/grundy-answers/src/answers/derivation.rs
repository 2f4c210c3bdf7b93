//! Where the value of a component comes from: its options with their values, and the theorem that gives it without them.

use grundy::strategy::{Solver, ValuedOptions};
use grundy::{Bound, Error, Game, Knowledge, Limits, LoopyValue, Meter, Nimber, Sum};
use serde::{Deserialize, Serialize};

use super::position::Reply;
use crate::{Failure, Value};

/// Where the value of a component in normal play comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Derivation {
    /// The component.
    pub position: String,
    /// The places of the equal components that this is about, from 0.
    pub components: Vec<usize>,
    /// Its value: the mex of those of its options, the least number that none of them is worth. Where play need not end, the
    /// mex of the numbers among them; an infinite value is the set of these numbers.
    pub value: Value,
    /// What gives the value.
    pub origin: Origin,
    /// The number of its options; null if they are not listed.
    pub options: Option<usize>,
    /// The options by their values in ascending order, for the first 32 values.
    pub by_value: Vec<OptionsOfValue>,
    /// How many further values there are among the options.
    pub more_values: usize,
    /// The numbers among the values of all options, as ranges in ascending order, the first and the last number of each.
    pub numbers: Vec<[u64; 2]>,
    /// Why the options are not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<String>,
}

/// The options of a component that are worth the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OptionsOfValue {
    /// What they are worth.
    pub worth: Value,
    /// How many there are.
    pub count: usize,
    /// Up to three of them.
    pub moves: Vec<Reply>,
}

/// What gives a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Origin {
    /// The options that are listed.
    Options,
    /// Options that are not listed: the value was searched for, or is in a table.
    Computed,
    /// A theorem or a closed form.
    Theorem {
        /// What it says, as a clause: `a heap of n is worth n mod 4`.
        statement: String,
    },
    /// A period that is proved: the heap is worth what the smaller heap `like` is worth, and `times` times the saltus more.
    Period {
        /// The period.
        period: u64,
        /// The least heap from which the values repeat.
        preperiod: u64,
        /// What the values grow by in a period.
        saltus: u64,
        /// The smaller heap, at the same place of a period.
        like: u64,
        /// The number of periods between the two.
        times: u64,
    },
    /// The labels of all positions that can be reached, where play need not end.
    LoopyLabels,
    /// A method that has no name here yet.
    #[serde(other)]
    Other,
}

/// The most components that are derived.
const MOST_COMPONENTS: usize = 100;
/// The most options that are listed and valued.
const MOST_OPTIONS: usize = 1000;
/// The most positions that are searched for the values of options.
const EFFORT: u64 = 20_000;
/// The most values of options that are told.
const MOST_VALUES: usize = 32;
/// The most options of a value that are told.
const MOST_OF_A_VALUE: usize = 3;

/// Where the values of the components of a sum come from, for at most `most` different ones and no more than 100, with their options if these are
/// cheap to value.
pub(crate) fn derivations(
    solver: &mut Solver,
    sum: &Sum,
    values: &[LoopyValue],
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Derivation>, Failure> {
    let mut distinct: Vec<(&grundy::Component, Vec<usize>)> = Vec::new();
    for (place, component) in sum.components.iter().enumerate().take(values.len()) {
        match distinct.iter().position(|(other, _)| *other == component) {
            Some(found) => distinct[found].1.push(place),
            None if distinct.len() < most.min(MOST_COMPONENTS) => distinct.push((component, vec![place])),
            None => {}
        }
    }
    let mut derivations = Vec::with_capacity(distinct.len());
    for (component, components) in distinct {
        let value = &values[components[0]];
        let (by_value, unlisted) = match options(solver, component, meter)? {
            Ok(by_value) => (Some(by_value), None),
            Err(reason) => (None, Some(reason)),
        };
        if let Some(by_value) = &by_value
            && !ValuedOptions::give(by_value, value)
        {
            let position = Some(sum.rules.show(component));
            let reason = format!("the game gives the value {value}, which is not what its options give");
            return Err(Error::Rules { position, reason }.into());
        }
        let origin = origin(sum, component, value, by_value.is_some());
        let listed = by_value.as_deref().unwrap_or_default();
        let shown = listed.iter().take(MOST_VALUES).map(|same| told(sum, component, same, meter));
        derivations.push(Derivation {
            position: sum.rules.show(component),
            components,
            origin,
            value: value.into(),
            options: by_value.as_ref().map(|listed| listed.iter().map(|same| same.options.len()).sum()),
            by_value: shown.collect::<Result<_, _>>()?,
            more_values: listed.len().saturating_sub(MOST_VALUES),
            numbers: ranges(listed.iter().filter_map(|same| same.value.nimber())),
            unlisted,
        });
    }
    Ok(derivations)
}

/// Ascending numbers as ranges.
fn ranges(numbers: impl Iterator<Item = Nimber>) -> Vec<[u64; 2]> {
    let mut ranges: Vec<[u64; 2]> = Vec::new();
    for Nimber(number) in numbers {
        match ranges.last_mut() {
            Some([_, last]) if last.checked_add(1) == Some(number) => *last = number,
            _ => ranges.push([number; 2]),
        }
    }
    ranges
}

/// The options of a component by their values, or why they are not told.
fn options(
    solver: &mut Solver,
    component: &grundy::Component,
    meter: &Meter<'_>,
) -> Result<Result<Vec<ValuedOptions>, String>, Failure> {
    let all = meter.limits();
    let limits = Limits {
        positions: Some(meter.positions_left().map_or(EFFORT, |left| left.min(EFFORT))),
        bytes: meter.room(),
        time: all.time.map(|most| most.saturating_sub(meter.elapsed())),
        threads: 1,
        cancel: all.cancel.clone(),
    };
    match solver.options_by_value(component, MOST_OPTIONS, &mut Meter::new(&limits)) {
        Ok(Some(by_value)) => Ok(Ok(by_value)),
        Ok(None) => Ok(Err(format!("there are more than {MOST_OPTIONS}"))),
        Err(Error::Budget { bound: Bound::Cancel, .. }) => Err(meter.stopped(Bound::Cancel).into()),
        Err(Error::Budget { .. }) => Ok(Err("their values take a search".to_owned())),
        // The game knew the value without its options.
        Err(error @ Error::Rules { .. }) => Ok(Err(error.to_string())),
        Err(error) => Err(error.into()),
    }
}

fn told(
    sum: &Sum,
    component: &grundy::Component,
    same: &ValuedOptions,
    meter: &mut Meter<'_>,
) -> Result<OptionsOfValue, Error> {
    let moves = same.options.iter().take(MOST_OF_A_VALUE).map(|parts| Reply::new(&sum.rules, component, parts, meter));
    Ok(OptionsOfValue {
        worth: (&same.value).into(),
        count: same.options.len(),
        moves: moves.collect::<Result<_, _>>()?,
    })
}

fn origin(sum: &Sum, component: &grundy::Component, value: &LoopyValue, listed: bool) -> Origin {
    match sum.rules.knowledge(component) {
        _ if value.nimber().is_none() => Origin::LoopyLabels,
        Some(Knowledge::Theorem(statement)) => Origin::Theorem { statement },
        Some(Knowledge::Period { period, preperiod, saltus, like, times }) => {
            Origin::Period { period, preperiod, saltus, like, times }
        }
        _ if listed => Origin::Options,
        _ => Origin::Computed,
    }
}
