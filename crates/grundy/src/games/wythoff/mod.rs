//! Wythoff's game: a queen on her way to a corner.

mod golden;
mod table;

use std::sync::{Mutex, PoisonError};

use super::numbers::{Pair, pair, piece, rows, two_numbers};
use super::{Entry, ReadError};
use crate::picture::Picture;
use crate::pool::lock_within;
use crate::syntax::NotationError;
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, Outcome};
use table::Table;

pub(super) const ENTRY: Entry = Entry {
    name: "wythoff",
    parameters: "t",
    arguments: "two heap sizes, which are one position",
    rules: "Take any number of tokens from one of two heaps, or i from one and j from the other with |i - j| < t (without t as many from both).",
    example: "wythoff(3, 5)",
    source: "Wythoff, A modification of the game of Nim, 1907; with t Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982",
    build: |call, rules| {
        let t = match call.parameters {
            None => 1,
            Some(parameters) => match parameters.integers()?[..] {
                [(t @ 1.., _)] => t,
                _ => {
                    let error = NotationError::new(parameters.span(), "`wythoff` takes one number from 1 in braces");
                    let help =
                        "write `wythoff{2}(3, 5)` if the numbers taken from the two heaps may differ by less than 2";
                    return Err::<_, ReadError>(error.with_help(help).into());
                }
            },
        };
        Ok(pair(rules, Wythoff::new(t), two_numbers, 0))
    },
};

pub(super) const QUEEN: Entry = Entry {
    name: "queen",
    parameters: "",
    arguments: "the two coordinates of one queen, counted from 0 at the corner",
    rules: "Move the queen any number of squares along her row, her column or her diagonal towards the corner; this is Wythoff's game.",
    example: "queen(3, 5)",
    source: "Isaacs, about 1960",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(pair(rules, Wythoff { name: "queen", ..Wythoff::new(1) }, two_numbers, 0))
    },
};

/// Wythoff's game with a parameter t: take any number of tokens from one of two heaps, or i > 0 from one and j > 0 from the
/// other with |i - j| < t. With t = 1, as many from both, it is the original game.
///
/// The P-positions are known for heaps of any size: (⌊nα⌋, ⌊nα⌋ + tn) with α = (2 - t + √(t² + 4))/2. They tell who wins, and all
/// moves that win alone. For other values no formula is known; they come from a table.
///
/// # Source
/// Wythoff 1907; Fraenkel 1982, *How to beat your Wythoff games' opponent on three fronts*.
///
/// # Examples
/// ```
/// use grundy::games::Wythoff;
/// use grundy::{Game, Limits, Meter, Nimber, Options, Outcome};
/// let (game, limits) = (Wythoff::new(1), Limits::default());
/// let mut meter = Meter::new(&limits);
/// assert_eq!(game.value(&[10, 10], &mut meter)?, Some(Nimber(14)));
/// let large = [10_u64.pow(18), 10_u64.pow(18) + 7];
/// assert_eq!(game.outcome(&large), Some(Outcome::N));
/// let mut wins = Options::new();
/// assert!(game.options_worth(&large, Nimber(0), &mut meter, &mut wins)?);
/// assert!(wins.iter().any(|parts| parts == [[11, 18]]));
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Wythoff {
    name: &'static str,
    t: u64,
    table: Mutex<Table>,
}

/// The largest heap whose value is looked up in a table, which takes a few seconds and some hundred megabytes at most.
const TABLE: u64 = (1 << 13) - 1;
/// The work for a position of the table grows with t; so large heaps times t may be at most this.
const TABLE_WORK: u64 = 1 << 18;

impl Wythoff {
    /// The game in which the numbers taken from the two heaps differ by less than t. A t of 0 is read as 1.
    #[must_use]
    pub fn new(t: u64) -> Self {
        let t = t.max(1);
        // More than the largest heap of the table is no restriction there.
        let near = usize::try_from(t.min(TABLE + 1)).unwrap_or(usize::MAX);
        Self { name: "wythoff", t, table: Mutex::new(Table::new(near)) }
    }

    /// The position, if its value is looked up in a table.
    fn in_table(&self, [a, b]: Pair) -> Option<[usize; 2]> {
        let largest = a.max(b);
        (largest <= TABLE && largest * self.t.min(largest) <= TABLE_WORK)
            .then_some([usize::try_from(a).ok()?, usize::try_from(b).ok()?])
    }

    /// The P-positions that a move in both heaps leads to. Their difference is a multiple of t, and nearer than t to the
    /// difference of the position: one or two are left, or with their order three.
    fn p_positions_in_both(&self, [a, b]: Pair) -> impl Iterator<Item = Pair> {
        let apart = i128::from(a) - i128::from(b);
        let t = i128::from(self.t);
        let below = apart.div_euclid(t);
        let near = [below, below + 1].into_iter().filter(move |&times| (times * t - apart).abs() < t);
        near.filter_map(move |times| {
            let n = u64::try_from(times.unsigned_abs()).ok()?;
            let smaller = golden::smaller(n, self.t)?;
            let larger = smaller.checked_add(n.checked_mul(self.t)?)?;
            let pair = if times < 0 { [smaller, larger] } else { [larger, smaller] };
            (pair[0] < a && pair[1] < b).then_some(pair)
        })
    }
}

impl Game for Wythoff {
    type Position = Pair;

    fn options(&self, &[a, b]: &Pair, out: &mut Options<Pair>) {
        let single = (0..a).rev().map(|left| [left, b]).chain((0..b).rev().map(|left| [a, left]));
        let both = (1..=a.min(b.saturating_add(self.t - 1))).flat_map(|i| {
            let least = i.saturating_sub(self.t - 1).max(1);
            let most = i.saturating_add(self.t - 1).min(b);
            (least..=most).map(move |j| [a - i, b - j])
        });
        for option in single.chain(both) {
            out.push(option);
            if out.more() {
                return;
            }
        }
    }

    fn value(&self, pair: &Pair, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let Some(position) = self.in_table(*pair) else {
            return Ok(golden::is_p(*pair, self.t).then_some(Nimber::ZERO));
        };
        let mut table = lock_within(&self.table, meter)?.unwrap_or_else(PoisonError::into_inner);
        table.value(position, meter).map(Nimber).map(Some)
    }

    fn outcome(&self, pair: &Pair) -> Option<Outcome> {
        Some(if golden::is_p(*pair, self.t) { Outcome::P } else { Outcome::N })
    }

    fn knowledge(&self, pair: &Pair) -> Option<Knowledge> {
        golden::is_p(*pair, self.t).then(|| {
            let t = self.t;
            let statement = match t {
                1 => "(a, b) with a ≤ b is lost iff a = ⌊(b - a)φ⌋, where φ = (1 + √5)/2".to_owned(),
                _ => format!(
                    "(a, b) with a ≤ b is lost iff b - a = {t}n and a = ⌊nα⌋ for some n, where α is the positive root of α² + {}α = {t}",
                    t - 2
                ),
            };
            Knowledge::Theorem(statement)
        })
    }

    fn options_worth(
        &self,
        pair: &Pair,
        value: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<Pair>,
    ) -> Result<bool, Error> {
        if !value.is_zero() {
            return Ok(false);
        }
        let [a, b] = *pair;
        let in_first = golden::partner(b, self.t).filter(|&left| left < a).map(|left| [left, b]);
        let in_second = golden::partner(a, self.t).filter(|&left| left < b).map(|left| [a, left]);
        in_first
            .into_iter()
            .chain(in_second)
            .chain(self.p_positions_in_both(*pair))
            .for_each(|option| out.push(option));
        Ok(true)
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, &[a, b]: &Pair) -> u64 {
        a.saturating_add(b)
    }

    fn name_move(&self, &[a, b]: &Pair, parts: &[Pair]) -> Option<String> {
        let &[left, right] = parts.first()?;
        if self.name == "queen" {
            return Some(format!("to ({left}, {right})"));
        }
        Some(match (a.checked_sub(left)?, b.checked_sub(right)?) {
            (taken, 0) => format!("take {taken} from heap 1"),
            (0, taken) => format!("take {taken} from heap 2"),
            (first, second) if first == second => format!("take {first} from each heap"),
            (first, second) => format!("take {first} from heap 1 and {second} from heap 2"),
        })
    }

    fn picture(&self, pair: &Pair, left: Option<&[Pair]>) -> Option<Picture> {
        if self.name == "queen" {
            return piece(*pair, left);
        }
        Some(rows(pair, left.and_then(<[_]>::first).map(Pair::as_slice)))
    }

    fn show(&self, [a, b]: &Pair) -> String {
        match self.t {
            1 => format!("{}({a}, {b})", self.name),
            t => format!("{}{{{t}}}({a}, {b})", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::{Claims, agree_with_search};
    use super::*;
    use crate::Limits;

    #[test]
    fn values_and_winning_moves_are_those_of_the_search() {
        for t in [1, 2, 3, 5, 40] {
            let pairs = (0..26).flat_map(|a| (0..26).map(move |b| [a, b]));
            let claims = agree_with_search(Wythoff::new(t), pairs);
            let all = claims.positions;
            assert_eq!(claims, Claims { positions: all, values: all, outcomes: all, wins: all }, "{t}");
        }
    }

    #[test]
    fn the_table_and_the_formula_agree_on_who_wins() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        for t in [1, 2, 7] {
            let game = Wythoff::new(t);
            for (a, b) in (0..300).flat_map(|a| (0..300).map(move |b| (a, b))) {
                let value = game.value(&[a, b], &mut meter).unwrap().unwrap();
                assert_eq!(value.is_zero(), golden::is_p([a, b], t), "{a} {b} {t}");
            }
        }
    }
}
