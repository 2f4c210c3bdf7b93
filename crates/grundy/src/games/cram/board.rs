//! Boards as the bits of a word: components, symmetries.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::Outcome;

/// A board of [`Cram`](super::Cram): a rectangle of at most 64 squares, of which some are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CramBoard {
    /// The free squares: bit `row * columns + column`.
    pub(super) free: u64,
    pub(super) rows: u8,
    pub(super) columns: u8,
}

/// The squares of a board are the bits of a word.
pub(super) const SQUARES: u32 = u64::BITS;

/// For each number of columns, the first one of a board of as many rows as a word takes.
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
    /// The rectangle of so many rows and columns, all free; `None` if that is more than 64 squares.
    #[must_use]
    pub fn rectangle(rows: u64, columns: u64) -> Option<Self> {
        let squares = rows.checked_mul(columns).and_then(|squares| u32::try_from(squares).ok());
        let squares = squares.filter(|&squares| squares <= SQUARES)?;
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

    pub(super) const fn squares(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// The first column, as squares.
    fn first_column(self) -> u64 {
        FIRST_COLUMNS[usize::from(self.columns)] & lowest(self.squares())
    }

    /// The left squares of the dominoes that can lie, and the upper squares of those that can stand.
    pub(super) fn dominoes(self) -> (u64, u64) {
        let right_is_free = (self.free & !self.first_column()) >> 1;
        (self.free & right_is_free, self.free & up(self.free, self.columns))
    }

    /// The dominoes that fit, each as its two squares, those near the centre of the rectangle first: they split a board, which
    /// makes for short searches.
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

    /// The left squares of lying dominoes and the upper squares of standing ones, by the distance from the centre.
    fn rings(self) -> &'static [(u64, u64)] {
        static RINGS: [OnceLock<Vec<(u64, u64)>>; SHAPES] = [const { OnceLock::new() }; SHAPES];
        RINGS[usize::from(self.rows) * (SQUARES as usize + 1) + usize::from(self.columns)].get_or_init(|| {
            let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
            // Twice the distances, in half squares: the middle of a domino is that of two squares.
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

    /// The board's components, each as its representative: free squares that hang together, more than one, since no domino
    /// lies on one.
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

    /// Whether the free squares are known to hang together. From each square that is not the only one without a free
    /// square to its left and without one above it, one comes to that one, if there is one such square. So for the other
    /// three pairs of neighbours. `false`: they may all the same.
    const fn hangs_together(self, lying: u64, standing: u64) -> bool {
        // The squares with a free one to the left, to the right, above, below.
        let (left, right) = (lying << 1, lying);
        let (above, below) = (down(standing, self.columns), standing);
        is_one(self.free & !(left | above))
            || is_one(self.free & !(right | below))
            || is_one(self.free & !(right | above))
            || is_one(self.free & !(left | below))
    }

    /// The free squares that hang together with the first one.
    fn around_first(self, lying: u64, standing: u64) -> u64 {
        // Bit i of the second: a step of two squares to the left ends at i; of the third, a step of four.
        let by_two = lying & lying >> 1;
        let by_four = by_two & by_two >> 2;
        let mut part = self.free & self.free.wrapping_neg();
        loop {
            // The carry of a sum runs to the right through squares that have a free one to their right.
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

    /// The representative of a board under all symmetries: the least rectangle around its free squares, of which there is
    /// one, not taller than wide, and least in order.
    fn representative(self) -> Self {
        let row = lowest(self.columns.into());
        let mut free = self.free;
        while free & row == 0 {
            free = up(free, self.columns);
        }
        // The rows down to the last one with a free square, and the columns with one.
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

    /// Rows become columns.
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
        // A board without squares has none free.
        self.free.reverse_bits().wrapping_shr(u64::BITS.wrapping_sub(self.squares()))
    }

    /// The free squares with the rows upside down.
    fn flipped(self) -> u64 {
        let columns = u32::from(self.columns);
        let row = lowest(columns);
        let (mut rest, mut flipped) = (self.free, 0_u64);
        for _ in 0..self.rows {
            // A row of 64 columns is the only one.
            flipped = flipped.wrapping_shl(columns) | rest & row;
            rest = up(rest, self.columns);
        }
        flipped
    }

    /// The board among its images under reflections and half turns that is least in order.
    fn least_upright(self, flipped: u64) -> Self {
        let flipped = Self { free: flipped, ..self };
        let free = self.free.min(self.turned()).min(flipped.free).min(flipped.turned());
        Self { free, ..self }
    }

    /// How many of the symmetries that a rectangle has carry the board into itself, all but the identity.
    pub(super) fn symmetries(self) -> u8 {
        let (turned, flipped) = (self.turned(), self.flipped());
        let mirrored = Self { free: flipped, ..self }.turned();
        u8::from(turned == self.free) + u8::from(flipped == self.free) + u8::from(mirrored == self.free)
    }

    /// Who wins, if a half turn carries the board into itself: then each domino is answered by its image, unless they
    /// overlap in the centre. `None`: the board is not symmetric, or has a free square in its centre.
    pub(super) fn by_half_turn(self) -> Option<Outcome> {
        if self.turned() != self.free {
            return None;
        }
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        if rows % 2 == 0 && columns % 2 == 0 {
            return Some(Outcome::P);
        }
        // The square in the centre, or either of the two there: the image of a free one is free.
        let is_free = self.free >> ((rows - 1) / 2 * columns + (columns - 1) / 2) & 1 == 1;
        match (is_free, rows % 2 == columns % 2) {
            (false, _) => Some(Outcome::P),
            // A domino on both leaves a board on which the other player answers.
            (true, false) => Some(Outcome::N),
            (true, true) => None,
        }
    }
}

/// The pairs of a number of rows and one of columns, each at most 64.
const SHAPES: usize = (SQUARES as usize + 1).pow(2);

/// The lowest bits of a word, at most all.
pub(super) const fn lowest(bits: u32) -> u64 {
    if bits >= SQUARES { u64::MAX } else { (1 << bits) - 1 }
}

/// The squares below those, of a board of so many columns. In two steps, since a shift by all 64 bits is none.
const fn down(squares: u64, columns: u8) -> u64 {
    (squares << 1).wrapping_shl((columns as u32).wrapping_sub(1))
}

/// The squares above those, of a board of so many columns.
const fn up(squares: u64, columns: u8) -> u64 {
    (squares >> 1).wrapping_shr((columns as u32).wrapping_sub(1))
}

/// Whether it is one square.
const fn is_one(squares: u64) -> bool {
    squares & squares.wrapping_sub(1) == 0
}

/// A number of rows or columns that is at most 64.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
const fn small(number: u32) -> u8 {
    number as u8
}
