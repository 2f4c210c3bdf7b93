//! Cram: placing dominoes on a board in either direction.

mod board;
mod rules;
#[cfg(test)]
mod tests;

pub use self::board::CramBoard;
use self::board::SQUARES;
use super::{ArgumentReader, Context, Entry, ReadError};
use crate::syntax::{Arguments, NotationError, Span};
use crate::{Component, RuleHandle};

pub(super) const ENTRY: Entry = Entry {
    name: "cram",
    parameters: "",
    arguments: "rows x columns, or squares row by row: `.` free, `#` blocked, `/` next row",
    rules: "Place a domino on two free squares that share a side.",
    example: "cram(3x4)",
    source: "Gardner, Mathematical Games, Scientific American, February 1974; Berlekamp, Conway, Guy, Winning Ways, chapter 15",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(Boards(rules.add(Cram))))
    },
};

/// Cram, also called Plugg or Dots-and-Pairs: place a domino, horizontally or vertically, on two free squares. The
/// player who cannot move loses.
///
/// ```text
/// . . . .        # # . .      two moves on the board of 2 by 4 squares
/// . . . .        . . # #
/// ```
///
/// Two facts are known without search, both from symmetry strategies. If a half turn maps a board to itself and no
/// domino fits on its centre, its value is 0: the second player answers each domino with its image. In particular, a
/// rectangle with an even number of rows and of columns has value 0. If one of the two is even and the other odd, the
/// first player wins with the domino in the centre.
///
/// # Source
/// Gardner, *Mathematical Games*, Scientific American, February 1974; Berlekamp, Conway & Guy, *Winning Ways*, ch. 15;
/// Lemoine & Viennot 2012, *Nimbers are inevitable*.
///
/// # Examples
/// ```
/// use grundy::games::{Cram, CramBoard};
/// use grundy::{Limits, Nimber, value};
/// let board = CramBoard::rectangle(3, 5).expect("it has at most 64 squares");
/// assert_eq!(value(Cram, &board, &Limits::default())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cram;

struct Boards(RuleHandle<Cram>);

impl ArgumentReader for Boards {
    fn read(&self, arguments: &Arguments, _: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let board = arguments.whole();
        let read = if board.is_string() {
            let board = board.board(".#")?;
            let free =
                || board.squares.iter().enumerate().filter(|&(_, &square)| square == '.').map(|(at, _)| at as u64);
            match CramBoard::rectangle(board.rows as u64, board.columns as u64) {
                Some(all) => Some(CramBoard { free: free().map(|at| 1 << at).sum(), ..all }),
                // The board may still fit without its blocked borders.
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
    let message = format!(
        "this board of Cram is too large: its free squares must lie in a rectangle of at most {SQUARES} squares"
    );
    NotationError::new(board, message).with_help("a board is stored in 64 bits; leave out blocked borders")
}
