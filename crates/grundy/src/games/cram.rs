//! Cram: dominoes on a board, either way.

use std::collections::BTreeSet;

use super::{Context, Entry, Playable, ReadError};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Added, Component, Error, Game, Meter, Nimber, Options};

pub(super) const ENTRY: Entry = Entry {
    name: "cram",
    parameters: "",
    arguments: "rows x columns, or squares row by row: `.` free, `#` blocked, `/` next row",
    rules: "Place a domino on two free squares that share a side.",
    example: "cram(3x4)",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(OnBoards(rules.add(Cram))))
    },
};

/// Cram, which is also called Plugg or Dots-and-Pairs: place a domino, upright or lying, on two free squares. Who cannot,
/// loses.
///
/// ```text
/// . . . .        # # . .      two moves on the board of 2 by 4 squares
/// . . . .        . . # #
/// ```
///
/// Two facts are known without search, both from replies by symmetry. A board that a half turn carries into itself, and
/// whose centre no domino can lie on, is worth 0: the second player answers each domino by its image. So a rectangle with
/// an even number of rows and of columns is worth 0. With an even and an odd number the first player wins, by the domino
/// in the centre.
///
/// Sources: Gardner, *Mathematical Games*, Scientific American, February 1974; Berlekamp, Conway & Guy, *Winning Ways*,
/// ch. 15; Lemoine & Viennot, *Nimbers are inevitable*, 2012.
///
/// ```
/// use grundy::games::{Cram, CramBoard};
/// use grundy::{Limits, Nimber, value};
/// let board = CramBoard::rectangle(3, 5).expect("it has at most 64 squares");
/// assert_eq!(value(Cram, &board, &Limits::default())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cram;

/// A board of [`Cram`]: a rectangle of at most 64 squares, of which some are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CramBoard {
    /// The free squares: bit `row * columns + column`.
    free: u64,
    rows: u8,
    columns: u8,
}

/// The squares of a board are the bits of a word.
const SQUARES: u64 = u64::BITS as u64;

impl CramBoard {
    /// The rectangle of so many rows and columns, all free; `None` if that is more than 64 squares.
    #[must_use]
    pub fn rectangle(rows: u64, columns: u64) -> Option<Self> {
        let squares = rows.checked_mul(columns).filter(|&squares| squares <= SQUARES)?;
        // A board without squares needs no shape, and may claim any number of rows.
        let (rows, columns) = if squares == 0 { (0, 0) } else { (rows, columns) };
        Some(Self { free: lowest(squares), rows: u8::try_from(rows).ok()?, columns: u8::try_from(columns).ok()? })
    }

    /// The board of which these squares are free, each as its row and column from 0, in any order. A translation changes
    /// nothing in the game, so the board is the least rectangle around them; `None` if that is more than 64 squares.
    #[must_use]
    pub fn around(free: impl IntoIterator<Item = (u64, u64)>) -> Option<Self> {
        let free: BTreeSet<(u64, u64)> = free.into_iter().collect();
        let (Some(&(top, _)), Some(&(bottom, _))) = (free.first(), free.last()) else { return Self::rectangle(0, 0) };
        let left = free.iter().map(|&(_, column)| column).min()?;
        let right = free.iter().map(|&(_, column)| column).max()?;
        let mut board = Self::rectangle((bottom - top).checked_add(1)?, (right - left).checked_add(1)?)?;
        let columns = u64::from(board.columns);
        board.free = free.iter().map(|&(row, column)| 1 << ((row - top) * columns + column - left)).sum();
        Some(board)
    }

    /// Whether a square is free, given by its row and column from 0.
    #[must_use]
    pub fn is_free(&self, row: u8, column: u8) -> bool {
        row < self.rows
            && column < self.columns
            && self.free >> (u32::from(row) * u32::from(self.columns) + u32::from(column)) & 1 == 1
    }

    const fn squares(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// The first column, as squares.
    fn first_column(self) -> u64 {
        (0..u32::from(self.rows)).map(|row| 1 << (row * u32::from(self.columns))).sum()
    }

    /// The left squares of the dominoes that can lie, and the upper squares of those that can stand.
    fn dominoes(self) -> (u64, u64) {
        let columns = u32::from(self.columns);
        let right_is_free = (self.free & !self.first_column()) >> 1;
        (self.free & right_is_free, self.free & self.free.checked_shr(columns).unwrap_or(0))
    }

    /// The free squares that hang together with those of `part`.
    fn connected(self, part: u64, first_column: u64) -> u64 {
        let columns = u32::from(self.columns);
        let last_column = first_column.checked_shl(columns - 1).unwrap_or(0);
        let mut part = part;
        loop {
            let beside = (part & !last_column) << 1 | (part & !first_column) >> 1;
            let above_and_below = part.checked_shl(columns).unwrap_or(0) | part.checked_shr(columns).unwrap_or(0);
            let grown = part | (beside | above_and_below) & self.free;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The least rectangle around the free squares, of which there is one.
    fn cropped(self, first_column: u64) -> Self {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        let touches = |squares: u64| self.free & squares != 0;
        let last_row = (rows - 1) * columns;
        if touches(lowest(u64::from(columns)))
            && self.free >> last_row != 0
            && touches(first_column)
            && touches(first_column << (columns - 1))
        {
            return self;
        }
        let (top, bottom) = (self.free.trailing_zeros() / columns, self.free.ilog2() / columns);
        let (mut left, mut right) = (0, columns - 1);
        while !touches(first_column << left) {
            left += 1;
        }
        while !touches(first_column << right) {
            right -= 1;
        }
        let (rows, width) = (bottom - top + 1, right - left + 1);
        let mut rest = self.free >> (top * columns);
        if width < columns {
            let (row, mut packed) = (lowest(u64::from(width)), 0);
            for at in 0..rows {
                packed |= (rest >> left & row) << (at * width);
                rest = rest.checked_shr(columns).unwrap_or(0);
            }
            rest = packed;
        }
        Self { free: rest, rows: small(rows), columns: small(width) }
    }

    /// Rows become columns.
    fn transposed(self) -> Self {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        let mut free = 0;
        let mut rest = self.free;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            free |= 1 << (square % columns * rows + square / columns);
        }
        Self { free, rows: self.columns, columns: self.rows }
    }

    /// The free squares after a half turn.
    fn turned(self) -> u64 {
        self.free.reverse_bits().checked_shr(u64::BITS - self.squares()).unwrap_or(0)
    }

    /// The free squares with the rows upside down.
    fn flipped(self) -> u64 {
        let columns = u32::from(self.columns);
        let row = lowest(u64::from(columns));
        let (mut rest, mut flipped) = (self.free, 0_u64);
        for _ in 0..self.rows {
            flipped = flipped.checked_shl(columns).unwrap_or(0) | rest & row;
            rest = rest.checked_shr(columns).unwrap_or(0);
        }
        flipped
    }

    /// The board among its images under reflections and half turns that is least in order.
    fn least_upright(self) -> Self {
        let flipped = Self { free: self.flipped(), ..self };
        let free = self.free.min(self.turned()).min(flipped.free).min(flipped.turned());
        Self { free, ..self }
    }

    /// The representative under all symmetries: not taller than wide, and least in order.
    fn representative(self) -> Self {
        if self.rows < self.columns {
            return self.least_upright();
        }
        let transposed = self.transposed().least_upright();
        if self.rows > self.columns { transposed } else { transposed.min(self.least_upright()) }
    }

    /// Whether a half turn carries the board into itself and no domino into one that it overlaps.
    fn answers_by_half_turn(self) -> bool {
        if self.turned() != self.free {
            return false;
        }
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        if rows % 2 == 0 && columns % 2 == 0 {
            return true;
        }
        // The square in the centre, or either of the two there: the image of a free one is free.
        self.free >> ((rows - 1) / 2 * columns + (columns - 1) / 2) & 1 == 0
    }
}

/// The lowest bits of a word, at most all.
const fn lowest(bits: u64) -> u64 {
    if bits >= SQUARES { u64::MAX } else { (1 << bits) - 1 }
}

/// A number of rows or columns that is at most 64.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
const fn small(number: u32) -> u8 {
    number as u8
}

impl Game for Cram {
    type Position = CramBoard;

    fn options(&self, board: &CramBoard, out: &mut Options<CramBoard>) {
        let (mut lying, mut standing) = board.dominoes();
        while lying != 0 {
            let square = lying & lying.wrapping_neg();
            lying ^= square;
            out.push(CramBoard { free: board.free ^ square ^ square << 1, ..*board });
        }
        while standing != 0 {
            let square = standing & standing.wrapping_neg();
            standing ^= square;
            out.push(CramBoard { free: board.free ^ square ^ square << board.columns, ..*board });
        }
    }

    fn reduce(&self, board: CramBoard, parts: &mut Vec<CramBoard>) -> Result<(), Error> {
        let first_column = board.first_column();
        let mut rest = board.free;
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            let part = board.connected(square, first_column);
            rest ^= part;
            // No domino lies on one square.
            if part != square {
                parts.push(CramBoard { free: part, ..board }.cropped(first_column).representative());
            }
        }
        Ok(())
    }

    fn value(&self, board: &CramBoard, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(board.answers_by_half_turn().then_some(Nimber::ZERO))
    }

    fn weight(&self, board: &CramBoard) -> u64 {
        let (lying, standing) = board.dominoes();
        let moves = u64::from(lying.count_ones() + standing.count_ones());
        // A symmetry makes moves alike.
        let (turned, flipped) = (board.turned(), board.flipped());
        let mirrored = CramBoard { free: flipped, ..*board }.turned();
        let symmetries = [turned, flipped, mirrored].iter().filter(|&&image| image == board.free).count();
        moves * 4 / (1 + symmetries as u64)
    }

    fn show(&self, board: &CramBoard) -> String {
        if board.free == lowest(u64::from(board.squares())) {
            return format!("cram({}x{})", board.rows, board.columns);
        }
        let row = |row| (0..board.columns).map(|column| if board.is_free(row, column) { '.' } else { '#' }).collect();
        format!("cram(\"{}\")", (0..board.rows).map(row).collect::<Vec<String>>().join("/"))
    }

    fn show_sum(&self, parts: &[CramBoard]) -> String {
        if parts.is_empty() {
            return "cram(0x0)".to_owned();
        }
        parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" + ")
    }
}

struct OnBoards(Added<Cram>);

impl Playable for OnBoards {
    fn read(&mut self, arguments: &Arguments, _: &mut Context<'_>) -> Result<Vec<Component>, ReadError> {
        let board = arguments.whole();
        let read = if board.is_string() {
            let board = board.board(".#")?;
            let free =
                || board.squares.iter().enumerate().filter(|&(_, &square)| square == '.').map(|(at, _)| at as u64);
            match CramBoard::rectangle(board.rows as u64, board.columns as u64) {
                Some(all) => Some(CramBoard { free: free().map(|at| 1 << at).sum(), ..all }),
                // What is free may be smaller.
                None => CramBoard::around(free().map(|at| (at / board.columns as u64, at % board.columns as u64))),
            }
        } else {
            let (rows, columns) = board.rows_by_columns()?;
            CramBoard::rectangle(rows, columns)
        };
        Ok(vec![self.0.at(read.ok_or_else(|| too_large(board.span()))?)?])
    }
}

fn too_large(board: Span) -> NotationError {
    let message = format!("this board of Cram is too large: free squares may lie in a rectangle of at most {SQUARES}");
    NotationError::new(board, message)
        .with_help("a board is kept as the 64 bits of one word; leave out blocked borders")
}
