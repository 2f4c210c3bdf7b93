//! Cram: dominoes on a board, either way.

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
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(Boards(rules.add(Cram))))
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
