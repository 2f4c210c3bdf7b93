//! The rules of Cram, and what is known without search.

use super::Cram;
use super::board::{CramBoard, lowest};
use crate::move_name::square;
use crate::picture::{Board, Cell, Coordinates, Picture};
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, Outcome};

impl Game for Cram {
    type Position = CramBoard;

    fn options(&self, board: &CramBoard, out: &mut Options<CramBoard>) {
        board.each_domino(|domino| out.push(CramBoard { free: board.free ^ domino, ..*board }));
    }

    fn reduce(&self, board: CramBoard, parts: &mut Vec<CramBoard>) -> Result<(), Error> {
        board.components(|part| parts.push(part));
        Ok(())
    }

    fn value(&self, board: &CramBoard, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(if self.outcome(board) == Some(Outcome::P) { Some(Nimber::ZERO) } else { None })
    }

    fn knowledge(&self, board: &CramBoard) -> Option<Knowledge> {
        let statement = "every domino is answered by its image under a half turn of the board";
        (self.outcome(board) == Some(Outcome::P)).then(|| Knowledge::Theorem(statement.to_owned()))
    }

    fn outcome(&self, board: &CramBoard) -> Option<Outcome> {
        board.by_half_turn()
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, board: &CramBoard) -> u64 {
        // Symmetry makes moves equivalent. The number of squares is squared, since several small boards are easier than
        // one large board.
        u64::from(board.free.count_ones().pow(2)) / u64::from(1 + board.symmetries())
    }

    fn name_move(&self, board: &CramBoard, parts: &[CramBoard]) -> Option<String> {
        let domino = board.free ^ parts.first()?.free;
        let columns = usize::from(board.columns);
        let name = |place: u32| square(place as usize / columns, place as usize % columns);
        (domino.count_ones() == 2)
            .then(|| format!("domino {}-{}", name(domino.trailing_zeros()), name(63 - domino.leading_zeros())))
    }

    fn picture(&self, board: &CramBoard, left: Option<&[CramBoard]>) -> Option<Picture> {
        let cell = |row, column| if board.is_free(small(row), small(column)) { Cell::Free } else { Cell::Blocked };
        let drawn = Board::new(board.rows.into(), board.columns.into(), Coordinates::Squares, cell);
        let after = left.map(|left| left.first().copied().unwrap_or(CramBoard { free: 0, ..*board }));
        let covered =
            |row, column| after.is_some_and(|after| board.is_free(row, column) && !after.is_free(row, column));
        Some(Picture::Board(drawn.marking(|row, column| covered(small(row), small(column)))))
    }

    fn show(&self, board: &CramBoard) -> String {
        if board.free == lowest(board.squares()) {
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

/// A row or a column, of which a board has at most 64.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
const fn small(number: usize) -> u8 {
    number as u8
}
