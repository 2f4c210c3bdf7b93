//! Nim and subtraction games: take a number of tokens in a given set from one heap.

use super::heaps::HeapArguments;
use super::{Entry, ReadError};
use crate::heap::{HeapRule, SubtractionSet, SubtractionSetError};
use crate::syntax::{Arguments, Item, NotationError, Span, nearest};

pub(super) const NIM: Entry = Entry {
    name: "nim",
    parameters: "",
    arguments: "heap sizes",
    rules: "Take any number of tokens from one heap.",
    example: "nim(3, 4, 5)",
    source: "Bouton, Nim, a game with a complete mathematical theory, 1902",
    build: |call, rules| {
        call.no_parameters()?;
        let takes = SubtractionSet::all_but([]).map_err(|error| refuse(&error, call.span))?;
        Ok(HeapArguments::add(&call.name, HeapRule::Subtraction(takes), rules))
    },
};

pub(super) const SUBTRACT: Entry = Entry {
    name: "subtract",
    parameters: "1,3,4 | 1..3 | squares | primes | powers:2 | fibonacci",
    arguments: "heap sizes",
    rules: "Take one of the listed numbers of tokens from one heap.",
    example: "subtract{1,3,4}(10)",
    source: "Berlekamp, Conway, Guy, Winning Ways, chapter 4",
    build: |call, rules| {
        let takes = takes(call.needs_parameters("the numbers that may be taken, as in `subtract{1,3,4}`")?)?;
        Ok(HeapArguments::add(&call.name, HeapRule::Subtraction(takes), rules))
    },
};

pub(super) const ALL_BUT: Entry = Entry {
    name: "allbut",
    parameters: "2,3,7",
    arguments: "heap sizes",
    rules: "Take any number of tokens from one heap, but none of the listed numbers.",
    example: "allbut{2,3,7}(20)",
    source: "Berlekamp, Conway, Guy, Winning Ways, chapter 4",
    build: |call, rules| {
        let listed = call.needs_parameters("the numbers that may not be taken, as in `allbut{2,3,7}`")?;
        let takes = SubtractionSet::all_but(ranges(listed)?).map_err(|error| refuse(&error, listed.span()))?;
        Ok(HeapArguments::add(&call.name, HeapRule::Subtraction(takes), rules))
    },
};

/// The named sets.
const SETS: [&str; 4] = ["squares", "primes", "powers", "fibonacci"];

fn takes(parameters: &Arguments) -> Result<SubtractionSet, ReadError> {
    let whole = parameters.whole();
    if !whole.text().starts_with(|first: char| first.is_ascii_alphabetic()) {
        return SubtractionSet::ranges(ranges(parameters)?).map_err(|error| refuse(&error, whole.span()));
    }
    match whole.text() {
        "squares" => Ok(SubtractionSet::squares()),
        "primes" => Ok(SubtractionSet::primes()),
        "fibonacci" => Ok(SubtractionSet::fibonacci()),
        _ => match whole.split_once(":")? {
            Some((kind, base)) if kind.text() == "powers" => {
                SubtractionSet::powers(base.integer()?).map_err(|error| refuse(&error, base.span()))
            }
            _ => Err(unknown_set(&whole).into()),
        },
    }
}

fn unknown_set(whole: &Item<'_>) -> NotationError {
    let error = NotationError::new(whole.span(), format!("`{}` is not a set of numbers", whole.text()));
    match nearest(whole.text(), SETS.into_iter()) {
        Some("powers") => error.with_help("the powers of two are `powers:2`"),
        Some(name) => error.with_help(format!("did you mean `{name}`?")),
        None => {
            error.with_help("write numbers and ranges, `1,3,5..9`, or `squares`, `primes`, `powers:2`, `fibonacci`")
        }
    }
}

fn ranges(list: &Arguments) -> Result<Vec<std::ops::RangeInclusive<u64>>, ReadError> {
    let mut ranges = Vec::new();
    for item in list.numbers()? {
        let (low, high) = item.range()?;
        if low == 0 {
            return Err(refuse(&SubtractionSetError::Zero, item.span()));
        }
        ranges.push(low..=high);
    }
    Ok(ranges)
}

fn refuse(error: &SubtractionSetError, span: Span) -> ReadError {
    NotationError::new(span, error.to_string()).into()
}
