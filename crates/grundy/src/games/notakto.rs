//! Notakto: tic-tac-toe in which both players place crosses.

use super::{ArgumentReader, Context, Entry, ReadError};
use crate::move_name::square;
use crate::picture::{Board, Cell, Coordinates, Picture};
use crate::syntax::{Arguments, Item, NotationError};
use crate::{Component, Error, Game, Options, RuleHandle};

pub(super) const ENTRY: Entry = Entry {
    name: "notakto",
    parameters: "",
    arguments: "boards: \"x../.x./...\", 3x3",
    rules: "Cross a free square of a board without three in a row; as it is played, with --misere, the last cross loses.",
    example: "notakto(3x3, 3x3)",
    source: "Plambeck and Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(Boards(rules.add(Notakto))))
    },
};

/// Notakto. Both players place crosses on boards of three by three squares, and a board with three in a row is dead.
/// The player who places the last cross loses, so the game is naturally a misère game. In normal play, where the last
/// cross wins, it is a different game.
///
/// # Source
/// Plambeck & Whitehead 2013, *The secrets of Notakto: winning at X-only tic-tac-toe*.
///
/// # Examples
/// ```
/// use grundy::games::{Notakto, NotaktoBoard};
/// use grundy::{Limits, Meter, Misere, Outcome};
/// let limits = Limits::default();
/// let mut misere = Misere::new(Notakto);
/// assert_eq!(misere.outcome(&[NotaktoBoard::EMPTY], &mut Meter::new(&limits))?, Outcome::N);
/// assert_eq!(misere.outcome(&[NotaktoBoard::EMPTY; 2], &mut Meter::new(&limits))?, Outcome::P);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Notakto;

/// A board of [`Notakto`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotaktoBoard(u16);

const SIDE: usize = 3;
const SQUARES: usize = SIDE * SIDE;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

impl NotaktoBoard {
    /// The empty board.
    pub const EMPTY: Self = Self(0);

    /// The board with crosses on these squares, numbered row by row from 0. Numbers above 8 are ignored.
    #[must_use]
    pub fn with_crosses(squares: impl IntoIterator<Item = usize>) -> Self {
        Self(squares.into_iter().filter(|&square| square < SQUARES).fold(0, |board, square| board | 1 << square))
    }

    /// Whether a square has a cross.
    #[must_use]
    pub const fn is_crossed(self, square: usize) -> bool {
        self.0 >> square & 1 == 1
    }

    /// Whether there are three crosses in a row, in a column or on a diagonal.
    #[must_use]
    pub fn is_over(self) -> bool {
        LINES.iter().any(|line| self.0 & line == *line)
    }

    /// The board with its squares permuted.
    fn moved(self, place: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        Self::with_crosses((0..SQUARES).filter(|&square| self.is_crossed(square)).map(|square| {
            let (row, column) = place(square / SIDE, square % SIDE);
            row * SIDE + column
        }))
    }

    /// The smallest of the eight symmetric images of the board.
    fn least(self) -> Self {
        let (mut least, mut turned) = (self, self);
        for _ in 0..4 {
            turned = turned.moved(|row, column| (column, SIDE - 1 - row));
            least = least.min(turned).min(turned.moved(|row, column| (column, row)));
        }
        least
    }
}

impl Game for Notakto {
    type Position = NotaktoBoard;

    fn options(&self, board: &NotaktoBoard, out: &mut Options<NotaktoBoard>) {
        if !board.is_over() {
            let free = (0..SQUARES).filter(|&square| !board.is_crossed(square));
            free.for_each(|square| out.push(NotaktoBoard(board.0 | 1 << square)));
        }
    }

    fn reduce(&self, board: NotaktoBoard, parts: &mut Vec<NotaktoBoard>) -> Result<(), Error> {
        if !board.is_over() {
            parts.push(board.least());
        }
        Ok(())
    }

    fn ends(&self) -> bool {
        true
    }

    fn name_move(&self, board: &NotaktoBoard, parts: &[NotaktoBoard]) -> Option<String> {
        let cross = (board.0 ^ parts.first()?.0).trailing_zeros() as usize;
        Some(format!("cross {}", square(cross / SIDE, cross % SIDE)))
    }

    fn picture(&self, board: &NotaktoBoard, left: Option<&[NotaktoBoard]>) -> Option<Picture> {
        let cell = |place| if board.is_crossed(place) { Cell::Cross } else { Cell::Free };
        let drawn = Board::new(SIDE as u64, SIDE as u64, Coordinates::Squares, |row, column| cell(row * SIDE + column));
        let after = left.map(|left| left.first().copied().unwrap_or(*board));
        let crossed = |place| after.is_some_and(|after| after.is_crossed(place) && !board.is_crossed(place));
        Some(Picture::Board(drawn.marking(|row, column| crossed(row * SIDE + column))))
    }

    fn show(&self, board: &NotaktoBoard) -> String {
        self.show_sum(&[*board])
    }

    fn show_sum(&self, boards: &[NotaktoBoard]) -> String {
        let square = |board: NotaktoBoard, square| if board.is_crossed(square) { 'x' } else { '.' };
        let row = |board, row| (0..SIDE).map(|column| square(board, row * SIDE + column)).collect::<String>();
        let shown = |&board: &NotaktoBoard| format!("\"{}/{}/{}\"", row(board, 0), row(board, 1), row(board, 2));
        format!("notakto({})", boards.iter().map(shown).collect::<Vec<_>>().join(", "))
    }
}

struct Boards(RuleHandle<Notakto>);

impl ArgumentReader for Boards {
    fn read(&self, arguments: &Arguments, _: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        arguments.items()?.iter().map(|item| Ok(self.0.at(board(item)?)?)).collect()
    }
}

fn board(item: &Item<'_>) -> Result<NotaktoBoard, NotationError> {
    let (rows, columns, crosses) = if item.is_string() {
        let board = item.board(".xX")?;
        let crosses = board.squares.iter().enumerate().filter(|&(_, &square)| square != '.').map(|(place, _)| place);
        (board.rows as u64, board.columns as u64, NotaktoBoard::with_crosses(crosses))
    } else {
        let (rows, columns) = item.rows_by_columns()?;
        (rows, columns, NotaktoBoard::EMPTY)
    };
    if (rows, columns) != (SIDE as u64, SIDE as u64) {
        let message = format!("a board of Notakto has 3 rows of 3 squares, not {rows} of {columns}");
        return Err(NotationError::new(item.span(), message).with_help("write `\"x../.x./...\"`, or `3x3`"));
    }
    Ok(crosses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_and_mirrored_boards_have_one_representative() {
        let mut representatives: Vec<NotaktoBoard> =
            (0..1 << SQUARES).map(|board| NotaktoBoard(board).least()).collect();
        representatives.sort();
        representatives.dedup();
        // The number of colourings of the squares with two colours, up to the eight symmetries (OEIS A054247).
        assert_eq!(representatives.len(), 102);
        assert!(representatives.iter().all(|board| board.least() == *board));
    }

    #[test]
    fn a_full_board_is_over() {
        assert!(NotaktoBoard::with_crosses(0..9).is_over() && !NotaktoBoard::EMPTY.is_over());
        let mut options = Options::new();
        Notakto.options(&NotaktoBoard::with_crosses([2, 4, 6]), &mut options);
        assert!(options.is_empty());
    }
}
