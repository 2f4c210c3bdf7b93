//! Boards as the bits of a word, with their components and symmetries.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::Outcome;

/// A board of [`Cram`](super::Cram): a rectangle of at most 64 squares, some of which are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CramBoard {
    /// The free squares: bit `row * columns + column`.
    pub(super) free: u64,
    pub(super) rows: u8,
    pub(super) columns: u8,
}

/// The squares of a board are the bits of a word.
pub(super) const SQUARES: u32 = u64::BITS;

/// For each number of columns, the first column of a board with as many rows as a word can hold.
const FIRST_COLUMNS: [u64; SQUARES as usize + 1] = {
    let mut masks = [0; SQUARES as usize + 1];
    let mut columns = 1;
    while columns < masks.len() {
        let mut square = 0;
        while square < masks.len() - 1 {
            masks[columns] |= 1 << square;
            square += columns;
        }
        columns += 1;
    }
    masks
};

impl CramBoard {
    /// The rectangle with this many rows and columns, all free; `None` if it has more than 64 squares.
    #[must_use]
    pub fn rectangle(rows: u64, columns: u64) -> Option<Self> {
        let squares = rows.checked_mul(columns).and_then(|squares| u32::try_from(squares).ok());
        let squares = squares.filter(|&squares| squares <= SQUARES)?;
        // A board without squares has no shape and could have any number of rows.
        let (rows, columns) = if squares == 0 { (0, 0) } else { (rows, columns) };
        Some(Self { free: lowest(squares), rows: u8::try_from(rows).ok()?, columns: u8::try_from(columns).ok()? })
    }

    /// The board with these free squares, each given by its row and column from 0, in any order. Translation does not
    /// change the game, so the board is the smallest rectangle around them; `None` if that has more than 64 squares.
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

    /// Whether the square in this row and column, both from 0, is free.
    #[must_use]
    pub fn is_free(&self, row: u8, column: u8) -> bool {
        row < self.rows
            && column < self.columns
            && self.free >> (u32::from(row) * u32::from(self.columns) + u32::from(column)) & 1 == 1
    }

    pub(super) const fn squares(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// The squares of the first column.
    fn first_column(self) -> u64 {
        FIRST_COLUMNS[usize::from(self.columns)] & lowest(self.squares())
    }

    /// The left squares of the horizontal dominoes that fit, and the upper squares of the vertical ones.
    pub(super) fn dominoes(self) -> (u64, u64) {
        let right_is_free = (self.free & !self.first_column()) >> 1;
        (self.free & right_is_free, self.free & up(self.free, self.columns))
    }

    /// Calls `domino` with every domino that fits, as its two squares. Those near the centre of the rectangle come
    /// first: they split a board, which shortens searches.
    pub(super) fn each_domino(self, mut domino: impl FnMut(u64)) {
        let (lying, standing) = self.dominoes();
        for &(left, upper) in self.rings() {
            let (mut left, mut upper) = (lying & left, standing & upper);
            while upper != 0 {
                let square = upper & upper.wrapping_neg();
                upper ^= square;
                domino(square | down(square, self.columns));
            }
            while left != 0 {
                let square = left & left.wrapping_neg();
                left ^= square;
                domino(square | square << 1);
            }
        }
    }

    /// The left squares of horizontal dominoes and the upper squares of vertical ones, by distance from the centre.
    fn rings(self) -> &'static [(u64, u64)] {
        static RINGS: [OnceLock<Vec<(u64, u64)>>; SHAPES] = [const { OnceLock::new() }; SHAPES];
        RINGS[usize::from(self.rows) * (SQUARES as usize + 1) + usize::from(self.columns)].get_or_init(|| {
            let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
            // Twice the distance, in half squares, since the middle of a domino is between two squares.
            let far = |row: u32, column: u32| (row + 1).abs_diff(rows).pow(2) + (column + 1).abs_diff(columns).pow(2);
            let mut rings: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let square = 1_u64 << (row * columns + column);
                if column + 1 < columns {
                    rings.entry(far(2 * row, 2 * column + 1)).or_default().0 |= square;
                }
                if row + 1 < rows {
                    rings.entry(far(2 * row + 1, 2 * column)).or_default().1 |= square;
                }
            }
            rings.into_values().collect()
        })
    }

    /// Calls `component` with the representative of each connected component of at least two free squares; no domino
    /// fits on a single square.
    pub(super) fn components(self, mut component: impl FnMut(Self)) {
        let (lying, standing) = self.dominoes();
        let lone = self.free & !(lying | lying << 1 | standing | down(standing, self.columns));
        let mut rest = self.free & !lone;
        while rest != 0 {
            let part = Self { free: rest, ..self };
            let free = if part.hangs_together(lying, standing) { rest } else { part.around_first(lying, standing) };
            rest ^= free;
            component(Self { free, ..self }.representative());
        }
    }

    /// Whether the free squares are known to be connected. If only one free square has no free square to its left and
    /// none above it, then every free square is connected to that one by steps left and up. The same holds for the
    /// other three pairs of directions. `false` means unknown.
    const fn hangs_together(self, lying: u64, standing: u64) -> bool {
        // The squares with a free neighbour to the left, to the right, above, and below.
        let (left, right) = (lying << 1, lying);
        let (above, below) = (down(standing, self.columns), standing);
        is_one(self.free & !(left | above))
            || is_one(self.free & !(right | below))
            || is_one(self.free & !(right | above))
            || is_one(self.free & !(left | below))
    }

    /// The free squares connected to the first one.
    fn around_first(self, lying: u64, standing: u64) -> u64 {
        // In `by_two` bit i is set if a walk of two squares to the left can end at square i, and in `by_four` a walk of
        // four.
        let by_two = lying & lying >> 1;
        let by_four = by_two & by_two >> 2;
        let mut part = self.free & self.free.wrapping_neg();
        loop {
            // The carry of the addition runs to the right through squares with a free square to their right.
            let mut grown = part | (lying.wrapping_add(part & lying) ^ lying);
            grown |= grown >> 1 & lying;
            grown |= grown >> 2 & by_two;
            grown |= grown >> 4 & by_four;
            grown |= down(grown & standing, self.columns) | up(grown, self.columns) & standing;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The representative of a board under all symmetries: the smallest rectangle around its free squares (there must
    /// be one), not taller than wide, and the smallest of the images.
    fn representative(self) -> Self {
        let row = lowest(self.columns.into());
        let mut free = self.free;
        while free & row == 0 {
            free = up(free, self.columns);
        }
        // The rows down to the last one with a free square, and the columns with a free square.
        let (mut touched, mut rest, mut rows) = (0, free, 0);
        while rest != 0 {
            touched |= rest & row;
            rest = up(rest, self.columns);
            rows += 1;
        }
        let left = touched.trailing_zeros();
        let columns = u64::BITS - touched.leading_zeros() - left;
        let mask = lowest(columns);
        let (mut rest, mut packed, mut flipped, mut place) = (free.wrapping_shr(left), 0, 0_u64, 0);
        for _ in 0..rows {
            let own = rest & mask;
            packed |= own.wrapping_shl(place);
            flipped = flipped.wrapping_shl(columns) | own;
            rest = up(rest, self.columns);
            place += columns;
        }
        let board = Self { free: packed, rows: small(rows), columns: small(columns) };
        match rows.cmp(&columns) {
            Ordering::Less => board.least_upright(flipped),
            Ordering::Equal => {
                let transposed = board.transposed();
                board.least_upright(flipped).min(transposed.least_upright(transposed.flipped()))
            }
            Ordering::Greater => {
                let transposed = board.transposed();
                transposed.least_upright(transposed.flipped())
            }
        }
    }

    /// The board with rows and columns exchanged.
    fn transposed(self) -> Self {
        let row = lowest(self.columns.into());
        let (mut free, mut rest) = (0_u64, self.free);
        for at in 0..u32::from(self.rows) {
            let mut own = rest & row;
            rest = up(rest, self.columns);
            while own != 0 {
                free |= 1_u64.wrapping_shl(own.trailing_zeros() * u32::from(self.rows) + at);
                own &= own - 1;
            }
        }
        Self { free, rows: self.columns, columns: self.rows }
    }

    /// The free squares after a half turn.
    fn turned(self) -> u64 {
        // A board without squares has no free squares.
        self.free.reverse_bits().wrapping_shr(u64::BITS.wrapping_sub(self.squares()))
    }

    /// The free squares with the rows in reverse order.
    fn flipped(self) -> u64 {
        let columns = u32::from(self.columns);
        let row = lowest(columns);
        let (mut rest, mut flipped) = (self.free, 0_u64);
        for _ in 0..self.rows {
            // A row of 64 columns is the only row.
            flipped = flipped.wrapping_shl(columns) | rest & row;
            rest = up(rest, self.columns);
        }
        flipped
    }

    /// The smallest image of the board under reflections and half turns.
    fn least_upright(self, flipped: u64) -> Self {
        let flipped = Self { free: flipped, ..self };
        let free = self.free.min(self.turned()).min(flipped.free).min(flipped.turned());
        Self { free, ..self }
    }

    /// How many of the rectangle's symmetries other than the identity map the board to itself.
    pub(super) fn symmetries(self) -> u8 {
        let (turned, flipped) = (self.turned(), self.flipped());
        let mirrored = Self { free: flipped, ..self }.turned();
        u8::from(turned == self.free) + u8::from(flipped == self.free) + u8::from(mirrored == self.free)
    }

    /// The outcome, if a half turn maps the board to itself: each domino can be answered by its image unless the two
    /// overlap in the centre. `None` if the board is not symmetric, or has a free square exactly in its centre.
    pub(super) fn by_half_turn(self) -> Option<Outcome> {
        if self.turned() != self.free {
            return None;
        }
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        if rows % 2 == 0 && columns % 2 == 0 {
            return Some(Outcome::P);
        }
        // The centre square, or one of the two: both are free or neither is.
        let is_free = self.free >> ((rows - 1) / 2 * columns + (columns - 1) / 2) & 1 == 1;
        match (is_free, rows % 2 == columns % 2) {
            (false, _) => Some(Outcome::P),
            // A domino on both central squares leaves a board on which the second player's symmetry strategy works.
            (true, false) => Some(Outcome::N),
            (true, true) => None,
        }
    }
}

/// The number of pairs of row and column counts, each at most 64.
const SHAPES: usize = (SQUARES as usize + 1).pow(2);

/// A word with this many of the lowest bits set, at most all.
pub(super) const fn lowest(bits: u32) -> u64 {
    if bits >= SQUARES { u64::MAX } else { (1 << bits) - 1 }
}

/// The squares below these, on a board with this many columns. The shift is done in two steps, since shifting by all 64
/// bits is not defined.
const fn down(squares: u64, columns: u8) -> u64 {
    (squares << 1).wrapping_shl((columns as u32).wrapping_sub(1))
}

/// The squares above these, on a board with this many columns.
const fn up(squares: u64, columns: u8) -> u64 {
    (squares >> 1).wrapping_shr((columns as u32).wrapping_sub(1))
}

/// Whether there is at most one square.
const fn is_one(squares: u64) -> bool {
    squares & squares.wrapping_sub(1) == 0
}

/// A number of rows or columns, which is at most 64.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
const fn small(number: u32) -> u8 {
    number as u8
}
