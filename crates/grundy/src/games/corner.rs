//! A rook, bishop, king or knight on its way to a corner of the board. The queen plays [`Wythoff`](super::Wythoff)'s game.

use super::numbers::{Pair, pair, piece, two_numbers};
use super::{ArgumentReader, Call, Entry, ReadError};
use crate::picture::Picture;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, Rules};

const ARGUMENTS: &str = "the two coordinates of one piece, counted from 0 at the corner";
const SOURCE: &str = "Berlekamp, Conway and Guy, Winning Ways, ch. 3";

pub(super) const ENTRIES: [Entry; 4] = [
    Entry {
        name: "rook",
        parameters: "",
        arguments: ARGUMENTS,
        rules: "Move the rook any number of squares along its row or column towards the corner; this is Nim with two heaps.",
        example: "rook(3, 5)",
        source: SOURCE,
        build: |call, rules| build(Corner::Rook, call, rules),
    },
    Entry {
        name: "bishop",
        parameters: "",
        arguments: ARGUMENTS,
        rules: "Move the bishop any number of squares along its diagonal towards both edges; this is one heap of Nim.",
        example: "bishop(3, 5)",
        source: SOURCE,
        build: |call, rules| build(Corner::Bishop, call, rules),
    },
    Entry {
        name: "king",
        parameters: "",
        arguments: ARGUMENTS,
        rules: "Move the king one square along its row, its column or its diagonal towards the corner.",
        example: "king(3, 4)",
        source: SOURCE,
        build: |call, rules| build(Corner::King, call, rules),
    },
    Entry {
        name: "knight",
        parameters: "",
        arguments: ARGUMENTS,
        rules: "Move the knight two squares towards one edge and one square along it, either way, on a board without other edges.",
        example: "knight(6, 7)",
        source: SOURCE,
        build: |call, rules| build(Corner::Knight, call, rules),
    },
];

fn build(piece: Corner, call: &Call<'_>, rules: &Rules) -> Result<Box<dyn ArgumentReader>, ReadError> {
    call.no_parameters()?;
    Ok(pair(rules, piece, two_numbers, 0))
}

/// A chess piece on a quarter of the plane that moves towards the corner (0, 0). Who cannot move loses.
///
/// # Source
/// Berlekamp, Conway & Guy, *Winning Ways*, ch. 3.
///
/// # Examples
/// ```
/// use grundy::games::Corner;
/// use grundy::{Game, Limits, Meter, Nimber};
/// let limits = Limits::default();
/// let mut meter = Meter::new(&limits);
/// assert_eq!(Corner::Rook.value(&[3, 5], &mut meter)?, Some(Nimber(6)));
/// assert_eq!(Corner::Bishop.value(&[3, 5], &mut meter)?, Some(Nimber(3)));
/// assert_eq!(Corner::King.value(&[3, 4], &mut meter)?, Some(Nimber(3)));
/// assert_eq!(Corner::Knight.value(&[3, 4], &mut meter)?, Some(Nimber(4)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Any number of squares along its row or column.
    Rook,
    /// Any number of squares along its diagonal, towards both edges.
    Bishop,
    /// One square along its row, its column, or its diagonal towards both edges.
    King,
    /// Two squares towards one edge and one square along it.
    Knight,
}

impl Corner {
    const fn name(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::King => "king",
            Self::Knight => "knight",
        }
    }
}

/// The value of a king. On an edge the moves are forced, and it is 0 or 1 by the parity of the way. By induction g(a, b) for
/// a ≤ b is the parity of b if a is even; if a is odd it is 2 for odd b and 3 for even b.
const fn king([a, b]: Pair) -> u64 {
    let (near, far) = if a < b { (a, b) } else { (b, a) };
    if near.is_multiple_of(2) { far % 2 } else { 3 - far % 2 }
}

/// The values of a knight near an edge: the rows are the distances 0 to 3 from it. A value depends on those of the six
/// columns before, so the last four columns, which come three times in the test, repeat forever.
const KNIGHT: [[u8; 9]; 4] = [
    [0, 0, 1, 1, 0, 0, 1, 1, 0],
    [0, 0, 2, 1, 0, 0, 1, 1, 0],
    [1, 2, 2, 2, 3, 2, 2, 2, 3],
    [1, 1, 2, 1, 4, 3, 2, 3, 3],
];

/// The value of a knight: g(a + 4, b + 4) = g(a, b).
fn knight([a, b]: Pair) -> Option<u64> {
    let (near, far) = (a.min(b), a.max(b));
    let (row, column) = (near % 4, far - near / 4 * 4);
    let column = if column < 9 { column } else { 5 + (column - 5) % 4 };
    KNIGHT.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).map(|&value| value.into())
}

impl Game for Corner {
    type Position = Pair;

    fn options(&self, &[a, b]: &Pair, out: &mut Options<Pair>) {
        let mut push = |option| {
            out.push(option);
            !out.more()
        };
        let back = |a: u64, by_a: u64, b: u64, by_b: u64| Some([a.checked_sub(by_a)?, b.checked_sub(by_b)?]);
        match self {
            Self::Rook => {
                let _ = (0..a).rev().map(|left| [left, b]).chain((0..b).rev().map(|left| [a, left])).all(&mut push);
            }
            Self::Bishop => {
                let _ = (1..=a.min(b)).map(|by| [a - by, b - by]).all(&mut push);
            }
            Self::King => {
                let moves = [back(a, 1, b, 0), back(a, 0, b, 1), back(a, 1, b, 1)];
                let _ = moves.into_iter().flatten().all(&mut push);
            }
            Self::Knight => {
                let up = |n: u64| n.checked_add(1);
                let moves = [
                    back(a, 2, b, 1),
                    up(b).and_then(|b| back(a, 2, b, 0)),
                    back(a, 1, b, 2),
                    up(a).and_then(|a| back(a, 0, b, 2)),
                ];
                if [a, b].contains(&u64::MAX) {
                    out.fail("a knight may leave the numbers of 64 bits");
                    return;
                }
                let _ = moves.into_iter().flatten().all(&mut push);
            }
        }
    }

    fn reduce(&self, pair: Pair, parts: &mut Vec<Pair>) -> Result<(), Error> {
        match (self, pair) {
            (Self::Rook, [a, b]) => parts.extend([a, b].into_iter().filter(|&n| n > 0).map(|n| [0, n])),
            // The way to the nearer edge is all that matters.
            (Self::Bishop, [a, b]) => parts.push([a.min(b), a.min(b)]),
            (Self::King | Self::Knight, [a, b]) => parts.push([a.min(b), a.max(b)]),
        }
        Ok(())
    }

    fn value(&self, pair: &Pair, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let [a, b] = *pair;
        Ok(match self {
            Self::Rook => Some(a ^ b),
            Self::Bishop => Some(a.min(b)),
            Self::King => Some(king(*pair)),
            Self::Knight => knight(*pair),
        }
        .map(Nimber))
    }

    fn knowledge(&self, _: &Pair) -> Option<Knowledge> {
        let statement = match self {
            Self::Rook => "(a, b) is two heaps of Nim, worth a xor b",
            Self::Bishop => "(a, b) is a heap of Nim of min(a, b)",
            Self::King => {
                "(a, b) with a ≤ b is worth b mod 2 for even a; for odd a it is worth 2 if b is odd and 3 if b is even"
            }
            Self::Knight => {
                "(a + 4, b + 4) is worth the same as (a, b), and near an edge the values repeat every 4 squares"
            }
        };
        Some(Knowledge::Theorem(statement.to_owned()))
    }

    fn options_worth(
        &self,
        &[a, b]: &Pair,
        Nimber(value): Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<Pair>,
    ) -> Result<bool, Error> {
        match self {
            Self::Rook => {
                let first = Some(value ^ b).filter(|&left| left < a).map(|left| [left, b]);
                let second = Some(value ^ a).filter(|&left| left < b).map(|left| [a, left]);
                first.into_iter().chain(second).for_each(|option| out.push(option));
            }
            Self::Bishop => {
                let by = a.min(b).checked_sub(value).filter(|&by| by > 0);
                by.into_iter().for_each(|by| out.push([a - by, b - by]));
            }
            // They have few moves.
            Self::King | Self::Knight => return Ok(false),
        }
        Ok(true)
    }

    fn nim_heap(&self, &[a, b]: &Pair) -> Option<u64> {
        match self {
            Self::Rook if a.min(b) == 0 => Some(a.max(b)),
            Self::Bishop => Some(a.min(b)),
            _ => None,
        }
    }

    fn ends(&self) -> bool {
        true
    }

    fn name_move(&self, _: &Pair, parts: &[Pair]) -> Option<String> {
        let [a, b] = parts.first()?;
        Some(format!("to ({a}, {b})"))
    }

    fn picture(&self, pair: &Pair, left: Option<&[Pair]>) -> Option<Picture> {
        piece(*pair, left)
    }

    fn show(&self, [a, b]: &Pair) -> String {
        format!("{}({a}, {b})", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;

    #[test]
    fn the_closed_forms_agree_with_the_search() {
        for piece in [Corner::Rook, Corner::Bishop, Corner::King, Corner::Knight] {
            let claims = agree_with_search(piece, (0..40).flat_map(|a| (0..40).map(move |b| [a, b])));
            assert_eq!(claims.values, claims.positions, "{piece:?}");
        }
    }
}
