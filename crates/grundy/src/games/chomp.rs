//! Chomp: bars of chocolate, bitten from the lower right, with a poisoned square in the upper left corner.

use super::{ArgumentReader, Context, Entry, ReadError};
use crate::picture::{Board, Cell, Coordinates, Picture};
use crate::syntax::{Arguments, NotationError};
use crate::{Component, Error, Game, Knowledge, Meter, Nimber, Options, Outcome, RuleHandle};

pub(super) const ENTRY: Entry = Entry {
    name: "chomp",
    parameters: "",
    arguments: "row lengths, or rows x columns",
    rules: "Bite off a square with all to the right of it and below; nobody bites the upper left one, which is poisoned.",
    example: "chomp(3x4)",
    source: "Schuh 1952, as a game of divisors; Gale, A curious Nim-type game, 1974",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(Boards(rules.add(Chomp))))
    },
};

/// Chomp. A move takes a square together with all squares to the right of it and below, but never the poisoned one in
/// the upper left corner. The player who is left with only that square loses.
///
/// No closed form is known beyond two rows. The first player wins from every full board except 1x1 by strategy
/// stealing: a bite at the lower right corner leaves nothing that another first bite would not also leave. Finding a
/// winning bite takes a search. A board of two rows is a P-position iff the lower row is shorter by one. One row of n
/// squares is the nim-heap of n - 1, and a row together with a column is the sum of both.
///
/// # Source
/// Schuh 1952 (as a game of divisors); Gale 1974, *A curious Nim-type game*.
///
/// # Examples
/// ```
/// use grundy::games::{Chomp, ChompBoard};
/// use grundy::{Limits, Nimber, value};
/// let board = ChompBoard::new(&[4, 3]).expect("no row is longer than the row above");
/// assert_eq!(value(Chomp, &board, &Limits::default())?, Nimber(0));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chomp;

/// A board of [`Chomp`]: left-aligned rows of squares, none longer than the row above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChompBoard {
    /// A single row with this number of squares, possibly none.
    Row(u64),
    /// Two or more rows.
    Rows(Border),
}

/// A board as the path along its border, from the lower left corner to the upper right one. There is a 0 for each step
/// to the right, below a column, and a 1 for each step up, beside a row; the first step is the lowest bit. The last
/// step goes up, so the highest bit ends the path.
///
/// A square is a step to the right together with a later step up. A bite sorts the steps between the two. The mirror
/// image of a board is its path in reverse with the two kinds of steps exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Border {
    high: u64,
    low: u64,
}

/// The number of steps of a border: the most rows and columns in total.
const STEPS: u64 = 128;

impl Border {
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    const fn of(steps: u128) -> Self {
        Self { high: (steps >> 64) as u64, low: steps as u64 }
    }

    const fn steps(self) -> u128 {
        (self.high as u128) << 64 | self.low as u128
    }
}

/// The number of rows and columns.
const fn length(steps: u128) -> u32 {
    128 - steps.leading_zeros()
}

/// The path along the border of the mirror image.
const fn mirrored(steps: u128) -> u128 {
    let length = length(steps);
    (!steps.reverse_bits()) >> (128 - length)
}

impl ChompBoard {
    /// The board with these rows, from the top; empty rows at the end are ignored. `None` if a row is longer than the
    /// row above, or if there are two or more rows and more than 128 rows and columns in total.
    #[must_use]
    pub fn new(rows: &[u64]) -> Option<Self> {
        let filled = rows.iter().take_while(|&&row| row > 0).count();
        if !rows.is_sorted_by(|above, below| above >= below) {
            return None;
        }
        match rows[..filled] {
            [] => Some(Self::Row(0)),
            [row] => Some(Self::Row(row)),
            [first, ..] if first.saturating_add(filled as u64) > STEPS => None,
            [..] => {
                let (mut steps, mut at, mut column) = (0_u128, 0, 0);
                for &row in rows[..filled].iter().rev() {
                    at += row - column;
                    column = row;
                    steps |= 1 << at;
                    at += 1;
                }
                Some(Self::Rows(Border::of(steps)))
            }
        }
    }

    /// The lengths of the rows, from the top.
    #[must_use]
    pub fn rows(&self) -> Vec<u64> {
        match *self {
            Self::Row(0) => Vec::new(),
            Self::Row(squares) => vec![squares],
            Self::Rows(border) => {
                let steps = border.steps();
                let mut rows = Vec::with_capacity(steps.count_ones() as usize);
                let mut column = 0;
                for step in 0..length(steps) {
                    if steps >> step & 1 == 1 { rows.push(column) } else { column += 1 }
                }
                rows.reverse();
                rows
            }
        }
    }

    /// The board of a path, which may start with empty rows.
    fn walked(steps: u128) -> Self {
        let steps = steps >> steps.trailing_ones();
        match steps.count_ones() {
            0 => Self::Row(0),
            1 => Self::Row(u64::from(length(steps)) - 1),
            _ => Self::Rows(Border::of(steps)),
        }
    }
}

impl Game for Chomp {
    type Position = ChompBoard;

    fn options(&self, board: &ChompBoard, out: &mut Options<ChompBoard>) {
        let steps = match *board {
            ChompBoard::Row(squares) => {
                for left in (1..squares).rev() {
                    if out.more() {
                        return;
                    }
                    out.push(ChompBoard::Row(left));
                }
                return;
            }
            ChompBoard::Rows(border) => border.steps(),
        };
        let length = length(steps);
        for up in (1..length).rev().filter(|&up| steps >> up & 1 == 1) {
            for right in (0..up).filter(|&right| steps >> right & 1 == 0) {
                if (right, up) == (0, length - 1) {
                    continue; // the poisoned square
                }
                if out.more() {
                    return;
                }
                let between = (u128::MAX >> (127 - up)) & (u128::MAX << right);
                let ups = (steps & between).count_ones();
                out.push(ChompBoard::walked((steps & !between) | (((1 << ups) - 1) << right)));
            }
        }
    }

    fn reduce(&self, board: ChompBoard, parts: &mut Vec<ChompBoard>) -> Result<(), Error> {
        let ChompBoard::Rows(border) = board else {
            parts.push(board);
            return Ok(());
        };
        let steps = border.steps();
        let (rows, columns) = (u64::from(steps.count_ones()), u64::from(length(steps) - steps.count_ones()));
        // Only the first row and the first column are left, and they are independent.
        if is_hook(steps) {
            parts.extend([columns, rows].into_iter().filter(|&squares| squares > 1).map(ChompBoard::Row));
        } else {
            parts.push(ChompBoard::Rows(Border::of(steps.min(mirrored(steps)))));
        }
        Ok(())
    }

    fn value(&self, board: &ChompBoard, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(match *board {
            ChompBoard::Row(squares) => Some(Nimber(squares.saturating_sub(1))),
            ChompBoard::Rows(border) => {
                let steps = border.steps();
                let two = |steps: u128| steps.count_ones() == 2 && steps >> (length(steps) - 3) == 0b101;
                (two(steps) || two(mirrored(steps))).then_some(Nimber::ZERO)
            }
        })
    }

    fn knowledge(&self, board: &ChompBoard) -> Option<Knowledge> {
        let is_row = matches!(board, ChompBoard::Row(_));
        is_row.then(|| Knowledge::Theorem("a row of n squares is the nim-heap of n - 1".to_owned()))
    }

    /// A rectangle is an N-position by strategy stealing: after the bite at the lower right square, every reply could
    /// have been the first move.
    fn outcome(&self, board: &ChompBoard) -> Option<Outcome> {
        match *board {
            ChompBoard::Row(squares) => Some(if squares > 1 { Outcome::N } else { Outcome::P }),
            ChompBoard::Rows(border) => {
                let steps = border.steps();
                // All steps to the right come before all steps up.
                let is_rectangle = steps.trailing_zeros() + steps.count_ones() == length(steps);
                is_rectangle.then_some(Outcome::N)
            }
        }
    }

    fn options_worth(
        &self,
        board: &ChompBoard,
        value: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<ChompBoard>,
    ) -> Result<bool, Error> {
        let ChompBoard::Row(squares) = *board else { return Ok(false) };
        if let Some(left) = value.0.checked_add(1).filter(|&left| left < squares) {
            out.push(ChompBoard::Row(left));
        }
        Ok(true)
    }

    fn nim_heap(&self, board: &ChompBoard) -> Option<u64> {
        if let ChompBoard::Row(squares) = board { Some(squares.saturating_sub(1)) } else { None }
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, board: &ChompBoard) -> u64 {
        board.rows().iter().sum()
    }

    fn name_move(&self, board: &ChompBoard, parts: &[ChompBoard]) -> Option<String> {
        let left = parts.first().map_or_else(Vec::new, ChompBoard::rows);
        let left = left.into_iter().chain(std::iter::repeat(0));
        let (row, (_, left)) =
            board.rows().into_iter().zip(left).enumerate().find(|(_, (before, left))| left < before)?;
        Some(format!("bite row {}, column {}", row + 1, left + 1))
    }

    fn picture(&self, board: &ChompBoard, left: Option<&[ChompBoard]>) -> Option<Picture> {
        let rows = board.rows();
        let left = left.map(|left| left.first().map_or_else(Vec::new, ChompBoard::rows));
        let cell = |row: usize, column: usize| match (row, column) {
            (0, 0) => Cell::Poisoned,
            _ if (column as u64) < rows[row] => Cell::Filled,
            _ => Cell::Absent,
        };
        let columns = rows.first().copied().unwrap_or(0);
        let drawn = Board::new(rows.len() as u64, columns, Coordinates::Numbers, cell);
        let is_bitten = |left: &Vec<u64>, row: usize, column: u64| {
            (left.get(row).copied().unwrap_or(0)..rows[row]).contains(&column)
        };
        let touched = |row, column| left.as_ref().is_some_and(|left| is_bitten(left, row, column as u64));
        Some(Picture::Board(drawn.marking(touched)))
    }

    fn show(&self, board: &ChompBoard) -> String {
        let rows: Vec<String> = board.rows().iter().map(u64::to_string).collect();
        format!("chomp({})", rows.join(", "))
    }
}

/// Whether all rows but the first have one square: right, up along the column, right along the row, up.
const fn is_hook(steps: u128) -> bool {
    // Without the first and the last step, all steps up come before all steps to the right.
    let inner = (steps ^ 1 << (length(steps) - 1)) >> 1;
    inner & inner.wrapping_add(1) == 0
}

struct Boards(RuleHandle<Chomp>);

impl ArgumentReader for Boards {
    fn read(&self, arguments: &Arguments, _: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let whole = arguments.whole();
        let rows: Vec<u64> = match whole.split_once("x")? {
            Some(_) => {
                let (rows, columns) = whole.rows_by_columns()?;
                match rows {
                    0 => Vec::new(),
                    1 => vec![columns],
                    // A board that is too high is rejected below, whatever its height.
                    rows => (0..rows.min(STEPS + 1)).map(|_| columns).collect(),
                }
            }
            None => {
                let rows = arguments.integers()?;
                for (number, pair) in rows.windows(2).enumerate() {
                    let [(above, _), (below, span)] = *pair else { continue };
                    if below > above {
                        let message = format!("row {} has {below} squares, but the row above has {above}", number + 2);
                        let error = NotationError::new(span, message);
                        return Err(error.with_help("a row must not be longer than the row above").into());
                    }
                }
                rows.into_iter().map(|(row, _)| row).collect()
            }
        };
        let Some(board) = ChompBoard::new(&rows) else {
            let error = NotationError::new(whole.span(), "the board is too large to be searched");
            let help = format!("a board of two or more rows has at most {STEPS} rows and columns in total");
            return Err(error.with_help(help).into());
        };
        Ok(vec![self.0.at(board)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::search::{Grundy, Labels};

    /// All boards that fit in this many rows and columns, as rows.
    fn boards(rows: usize, columns: u64) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for _ in 0..rows {
            let longer = all.iter().flat_map(|board: &Vec<u64>| {
                let last = board.last().copied().unwrap_or(columns);
                (1..=last).map(move |row| [&board[..], &[row]].concat())
            });
            let longer: Vec<Vec<u64>> = longer.collect();
            all.extend(longer);
        }
        all.sort();
        all.dedup();
        all
    }

    fn bitten(rows: &[u64]) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for (row, &squares) in rows.iter().enumerate() {
            for column in (0..squares).filter(|&column| (row, column) != (0, 0)) {
                let mut left = rows.to_vec();
                left[row..].iter_mut().for_each(|below| *below = (*below).min(column));
                left.retain(|&row| row > 0);
                all.push(left);
            }
        }
        all
    }

    #[test]
    fn bites_take_what_is_right_and_below() {
        for rows in boards(5, 5) {
            let board = ChompBoard::new(&rows).unwrap();
            assert_eq!(board.rows(), rows);
            let mut options = Options::new();
            Chomp.options(&board, &mut options);
            let mut found: Vec<Vec<u64>> = options.iter().map(|parts| parts[0].rows()).collect();
            let mut want = bitten(&rows);
            found.sort();
            want.sort();
            assert_eq!(found, want, "{rows:?}");
        }
    }

    #[test]
    fn representatives_and_closed_forms_are_worth_what_the_search_says() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        /// The game without its closed forms and other knowledge.
        struct Bites;
        impl Game for Bites {
            type Position = Vec<u64>;
            fn options(&self, rows: &Vec<u64>, out: &mut Options<Vec<u64>>) {
                bitten(rows).into_iter().for_each(|rows| out.push(rows));
            }
        }
        let mut plain = Labels::new(Bites, Grundy::plain());
        let mut quick = Labels::new(Chomp, Grundy::default());
        for rows in boards(5, 5).into_iter().chain(boards(2, 12)).chain(boards(12, 2)) {
            let want = plain.value(&rows, &mut meter).unwrap();
            let board = ChompBoard::new(&rows).unwrap();
            assert_eq!(quick.value(&board, &mut meter).unwrap(), want, "{rows:?}");
            if let Some(value) = Chomp.value(&board, &mut meter).unwrap() {
                assert_eq!(value, want, "{rows:?}");
            }
            let full = rows.iter().all(|&row| row == rows[0]);
            let outcome = Chomp.outcome(&board);
            assert!(outcome.is_none_or(|outcome| outcome == Outcome::of(want)), "{rows:?} {outcome:?}");
            assert_eq!(outcome.is_some(), full || rows.len() == 1, "{rows:?}");
        }
    }

    #[test]
    fn the_largest_boards_are_held_exactly() {
        for rows in [vec![64; 64], vec![126, 126], vec![1; 127], vec![u64::MAX]] {
            assert_eq!(ChompBoard::new(&rows).unwrap().rows(), rows);
        }
        let mut options = Options::new();
        Chomp.options(&ChompBoard::new(&[64; 64]).unwrap(), &mut options);
        assert_eq!(options.len(), 64 * 64 - 1);
        assert_eq!(ChompBoard::new(&[127, 127]), None);
        assert_eq!(ChompBoard::new(&[3, 4]), None);
    }
}
