//! Nimble: coins on a strip, any number on a square.

use super::Entry;
use super::numbers::{coins, one_position};
use super::welter::{moved, name, show};
use crate::picture::Picture;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options};

pub(super) const ENTRY: Entry = Entry {
    name: "nimble",
    parameters: "",
    arguments: "places of the coins, counted from 0",
    rules: "Move a coin to a square of a lower number, past or onto other coins; this is Nim with the places as heaps.",
    example: "nimble(2, 2, 5)",
    source: "Berlekamp, Conway and Guy, Winning Ways, ch. 3",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(one_position(rules, Nimble, |_, numbers, _| {
            let mut places: Vec<u64> = numbers.iter().map(|&(place, _)| place).collect();
            places.sort_unstable();
            Ok(places)
        }))
    },
};

/// Nimble: coins on a strip whose squares are numbered from 0. A move takes one coin to a square of a lower number. Each coin is
/// a heap of Nim of the size of its place. Positions are the places in order.
///
/// # Source
/// Berlekamp, Conway & Guy, *Winning Ways*, ch. 3.
///
/// # Examples
/// ```
/// use grundy::games::Nimble;
/// use grundy::{Game, Limits, Meter, Nimber};
/// let limits = Limits::default();
/// assert_eq!(Nimble.value(&vec![2, 2, 5], &mut Meter::new(&limits))?, Some(Nimber(5)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nimble;

fn total(places: &[u64]) -> u64 {
    places.iter().fold(0, |total, place| total ^ place)
}

/// The numbers of the coins, one for each place that holds some.
fn one_of_each(places: &[u64]) -> impl Iterator<Item = usize> {
    (0..places.len()).filter(|&number| number == 0 || places[number] != places[number - 1])
}

impl Game for Nimble {
    type Position = Vec<u64>;

    fn options(&self, places: &Vec<u64>, out: &mut Options<Vec<u64>>) {
        for number in one_of_each(places) {
            for to in (0..places[number]).rev() {
                out.push(moved(places, number, to));
                if out.more() {
                    return;
                }
            }
        }
    }

    fn reduce(&self, places: Vec<u64>, parts: &mut Vec<Vec<u64>>) -> Result<(), Error> {
        parts.extend(places.into_iter().filter(|&place| place > 0).map(|place| vec![place]));
        Ok(())
    }

    fn value(&self, places: &Vec<u64>, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(Some(Nimber(total(places))))
    }

    fn knowledge(&self, _: &Vec<u64>) -> Option<Knowledge> {
        Some(Knowledge::Theorem("each coin is a heap of Nim of the size of its place".to_owned()))
    }

    fn options_worth(
        &self,
        places: &Vec<u64>,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<Vec<u64>>,
    ) -> Result<bool, Error> {
        let change = total(places) ^ value.0;
        for number in one_of_each(places) {
            meter.work(1)?;
            let to = places[number] ^ change;
            if to < places[number] {
                out.push(moved(places, number, to));
            }
        }
        Ok(true)
    }

    fn nim_heap(&self, places: &Vec<u64>) -> Option<u64> {
        let mut heaps = places.iter().filter(|&&place| place > 0);
        let heap = heaps.next().copied().unwrap_or_default();
        heaps.next().is_none().then_some(heap)
    }

    fn ends(&self) -> bool {
        true
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
        show("nimble", places)
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;

    #[test]
    fn the_closed_form_agrees_with_the_search() {
        let places = |number: u64| {
            let mut places: Vec<u64> = (0..4).map(|coin| number / 5_u64.pow(coin) % 5).collect();
            places.sort_unstable();
            places
        };
        let claims = agree_with_search(Nimble, (0..5_u64.pow(4)).map(places));
        assert_eq!((claims.values, claims.wins), (claims.positions, claims.positions));
    }
}
