//! Welter's game: coins on a strip, one on a square at most.

use super::Entry;
use super::numbers::{coins, one_position};
use crate::picture::Picture;
use crate::syntax::{NotationError, Span};
use crate::{Error, Game, Knowledge, Meter, Nimber, Options};

pub(super) const ENTRY: Entry = Entry {
    name: "welter",
    parameters: "",
    arguments: "different places of the coins, counted from 0; all coins are one position",
    rules: "Move a coin to a free square of a lower number; it may jump over others.",
    example: "welter(0, 3, 7)",
    source: "Welter, The theory of a class of games on a sequence of squares, 1954; Conway, On Numbers and Games, ch. 13",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(one_position(rules, Welter, |_, numbers, _| different(numbers, 0, "coin")))
    },
};

/// The numbers in order, which have to be different, and at least `least`.
pub(super) fn different(numbers: &[(u64, Span)], least: u64, what: &str) -> Result<Vec<u64>, NotationError> {
    let mut sorted: Vec<(u64, Span)> = numbers.to_vec();
    sorted.sort_by_key(|&(number, span)| (number, span.start));
    if let Some(&(number, span)) = sorted.first().filter(|&&(number, _)| number < least) {
        let error = NotationError::new(span, format!("there is no square {number}"));
        return Err(error.with_help(format!("squares are counted from {least}")));
    }
    for pair in sorted.windows(2) {
        if let [(first, _), (second, span)] = *pair
            && first == second
        {
            let error = NotationError::new(span, format!("there is a {what} on square {first} already"));
            return Err(error.with_help(format!("a square holds one {what} at most")));
        }
    }
    Ok(sorted.into_iter().map(|(number, _)| number).collect())
}

/// Welter's game. A position is a set of numbers, the places of the coins in increasing order, and a move replaces one of them
/// by a smaller number that is not in the set.
///
/// The value is the xor of all places a and of all (a|b) for pairs of places, where (a|b) = 2^(j+1) - 1 and 2^j is the largest
/// power of 2 that divides a - b. Bit k of (a|b) is set iff a and b agree in the k bits below, so the place of a coin that gives
/// a certain value is found bit by bit from the lowest.
///
/// # Source
/// Welter 1954; Conway, *On Numbers and Games*, ch. 13.
///
/// # Complexity
/// O(n²) for the value of n coins, and O(64 n²) for all options of a given value.
///
/// # Examples
/// ```
/// use grundy::games::Welter;
/// use grundy::{Game, Limits, Meter, Nimber};
/// let limits = Limits::default();
/// assert_eq!(Welter.value(&vec![2, 3, 5, 7], &mut Meter::new(&limits))?, Some(Nimber(5)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Welter;

/// (a|b) for different numbers.
const fn mated(a: u64, b: u64) -> u64 {
    let difference = a ^ b;
    difference ^ (difference - 1)
}

fn value(places: &[u64], meter: &mut Meter<'_>) -> Result<u64, Error> {
    let mut total = 0;
    for (number, &place) in places.iter().enumerate() {
        meter.work(number as u64 + 1)?;
        total = places[..number].iter().fold(total ^ place, |total, &other| total ^ mated(place, other));
    }
    Ok(total)
}

/// The only number that gives this value together with `others`, if there is one below 2^64.
fn place_worth(others: &[u64], without: u64, value: u64) -> u64 {
    (0..64).fold(0, |place, bit| {
        let below = (1 << bit) - 1;
        let agreeing = others.iter().filter(|&&other| (other ^ place) & below == 0).count() as u64;
        place | ((((value ^ without) >> bit) ^ agreeing) & 1) << bit
    })
}

impl Game for Welter {
    type Position = Vec<u64>;

    fn options(&self, places: &Vec<u64>, out: &mut Options<Vec<u64>>) {
        for number in 0..places.len() {
            // The squares below hold the coins before, each on one of them.
            let mut coins = places[..number].iter().rev().peekable();
            for to in (0..places[number]).rev() {
                if coins.next_if_eq(&&to).is_some() {
                    continue;
                }
                out.push(moved(places, number, to));
                if out.more() {
                    return;
                }
            }
        }
    }

    fn value(&self, places: &Vec<u64>, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        value(places, meter).map(Nimber).map(Some)
    }

    fn knowledge(&self, _: &Vec<u64>) -> Option<Knowledge> {
        let statement = "the places a, b, c, … are worth the xor of all places and of all (a|b), where (a|b) is 2^(j+1) - 1 for the largest power 2^j that divides a - b";
        Some(Knowledge::Theorem(statement.to_owned()))
    }

    fn options_worth(
        &self,
        places: &Vec<u64>,
        wanted: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<Vec<u64>>,
    ) -> Result<bool, Error> {
        let total = value(places, meter)?;
        for (number, &place) in places.iter().enumerate() {
            meter.work(64 * places.len() as u64)?;
            let mut others = places.clone();
            others.remove(number);
            let without = others.iter().fold(total ^ place, |total, &other| total ^ mated(place, other));
            let to = place_worth(&others, without, wanted.0);
            if to < place && others.binary_search(&to).is_err() {
                out.push(moved(places, number, to));
            }
        }
        Ok(true)
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, places: &Vec<u64>) -> u64 {
        places.iter().fold(0, |total, &place| total.saturating_add(place))
    }

    fn bytes(&self, places: &Vec<u64>) -> usize {
        size_of_val(places.as_slice())
    }

    fn name_move(&self, places: &Vec<u64>, parts: &[Vec<u64>]) -> Option<String> {
        name(places, parts.first()?)
    }

    fn picture(&self, places: &Vec<u64>, left: Option<&[Vec<u64>]>) -> Option<Picture> {
        Some(coins(places, left))
    }

    fn show(&self, places: &Vec<u64>) -> String {
        show("welter", places)
    }
}

/// The places, in order, with one of them replaced.
pub(super) fn moved(places: &[u64], number: usize, to: u64) -> Vec<u64> {
    let mut moved = places.to_vec();
    moved.remove(number);
    let at = moved.partition_point(|&place| place < to);
    moved.insert(at, to);
    moved
}

/// `5 to 2`: the coin that moved is missing, and another place is new.
pub(super) fn name(before: &[u64], after: &[u64]) -> Option<String> {
    // Both are in order, and a coin moves down: they differ first in the new place and last in the old one.
    let new = before.iter().zip(after).find(|(before, after)| before != after)?.1;
    let old = before.iter().zip(after).rfind(|(before, after)| before != after)?.0;
    Some(format!("move {old} to {new}"))
}

/// The numbers after the name of their game.
pub(super) fn show(name: &str, numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("{name}({})", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;
    use crate::Limits;

    #[test]
    fn the_closed_form_agrees_with_the_search() {
        let sets = (0..1_u64 << 11).filter(|set| set.count_ones() <= 6);
        let places = |set: u64| (0..11).filter(|place| set >> place & 1 == 1).collect();
        let claims = agree_with_search(Welter, sets.map(places));
        assert_eq!((claims.values, claims.wins), (claims.positions, claims.positions));
    }

    #[test]
    fn options_of_a_value_are_found_far_away() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let places = vec![3, 1 << 20, (1 << 63) + 5, u64::MAX - 1, u64::MAX];
        let mut out = Options::new();
        assert!(Welter.options_worth(&places, Nimber::ZERO, &mut meter, &mut out).unwrap());
        assert!(!out.is_empty());
        for parts in out.iter() {
            assert_eq!(Welter.value(&parts[0], &mut meter).unwrap(), Some(Nimber::ZERO), "{parts:?}");
        }
    }
}
