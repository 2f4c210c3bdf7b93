//! The Silver Dollar game without the dollar: coins on a strip that cannot pass each other.

use super::Entry;
use super::numbers::{coins, one_position};
use super::staircase;
use super::welter::{different, moved, name, show};
use crate::picture::Picture;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options};

pub(super) const ENTRY: Entry = Entry {
    name: "silver-dollar",
    parameters: "",
    arguments: "different squares of the coins, counted from 1, in any order; all coins are one position",
    rules: "Move a coin to the left over free squares, as far as the next coin allows; no coin is a dollar. Also called Georgia and Bob.",
    example: "silver-dollar(5, 1, 7, 6)",
    source: "de Bruijn; Berlekamp, Conway and Guy, Winning Ways, ch. 3",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(one_position(rules, SilverDollar, |_, numbers, _| different(numbers, 1, "coin")))
    },
};

/// The Silver Dollar game without the dollar. A position is the squares of the coins, from 1 and in increasing order; a move
/// takes one coin to the left over free squares, and coins do not pass each other. Who cannot move loses.
///
/// The gap in front of the last coin is the lowest step of a [`Staircase`](super::Staircase), the gap in front of the coin
/// before is the next step, and so on: a move takes free squares from the gap in front of the coin to the gap behind it.
///
/// # Source
/// Berlekamp, Conway & Guy, *Winning Ways*, ch. 3, who credit N. G. de Bruijn.
///
/// # Examples
/// ```
/// use grundy::games::SilverDollar;
/// use grundy::{Game, Limits, Meter, Nimber};
/// let limits = Limits::default();
/// assert_eq!(SilverDollar.value(&vec![1, 5, 6, 7], &mut Meter::new(&limits))?, Some(Nimber(3)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SilverDollar;

/// The free squares in front of each coin.
fn gaps(squares: &[u64]) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
    (0..squares.len()).map(|number| squares[number] - 1 - number.checked_sub(1).map_or(0, |before| squares[before]))
}

/// The staircase that is played alike; step k is the gap of the k-th coin from the right.
fn steps(squares: &[u64]) -> Vec<u64> {
    gaps(squares).rev().collect()
}

impl Game for SilverDollar {
    type Position = Vec<u64>;

    fn options(&self, squares: &Vec<u64>, out: &mut Options<Vec<u64>>) {
        for (number, gap) in gaps(squares).enumerate() {
            for by in 1..=gap {
                out.push(moved(squares, number, squares[number] - by));
                if out.more() {
                    return;
                }
            }
        }
    }

    fn value(&self, squares: &Vec<u64>, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(Some(Nimber(staircase::value(&steps(squares)))))
    }

    fn knowledge(&self, _: &Vec<u64>) -> Option<Knowledge> {
        let statement = "the gaps before the last coin, before the third last one and so on are heaps of Nim, and the other gaps count nothing";
        Some(Knowledge::Theorem(statement.to_owned()))
    }

    fn options_worth(
        &self,
        squares: &Vec<u64>,
        wanted: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<Vec<u64>>,
    ) -> Result<bool, Error> {
        let steps = steps(squares);
        for (step, by) in staircase::moves_to(&steps, wanted.0) {
            let number = squares.len() - 1 - step;
            out.push(moved(squares, number, squares[number] - by));
        }
        Ok(true)
    }

    fn ends(&self) -> bool {
        true
    }

    fn bytes(&self, squares: &Vec<u64>) -> usize {
        size_of_val(squares.as_slice())
    }

    fn name_move(&self, squares: &Vec<u64>, parts: &[Vec<u64>]) -> Option<String> {
        name(squares, parts.first()?)
    }

    fn picture(&self, squares: &Vec<u64>, left: Option<&[Vec<u64>]>) -> Option<Picture> {
        Some(coins(squares, left))
    }

    fn show(&self, squares: &Vec<u64>) -> String {
        show("silver-dollar", squares)
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;

    #[test]
    fn the_closed_form_agrees_with_the_search() {
        let squares = |set: u64| (1..=11).filter(|square| set >> (square - 1) & 1 == 1).collect();
        let claims = agree_with_search(SilverDollar, (0..1_u64 << 11).map(squares));
        assert_eq!((claims.values, claims.wins), (claims.positions, claims.positions));
    }
}
