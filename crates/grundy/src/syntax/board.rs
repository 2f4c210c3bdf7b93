//! Boards as arguments: `4x5`, or squares row by row, `"......./##.####"`.

use super::character::quoted;
use super::{Item, NotationError, Span};

/// A board as written: rows of squares, all of the same length. It may have no squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of rows, at least 1.
    pub rows: usize,
    /// The number of squares in a row.
    pub columns: usize,
    /// The character of each square, row by row.
    pub squares: Vec<char>,
}

impl Item<'_> {
    /// The two numbers of `RxC`: rows and columns.
    ///
    /// # Errors
    /// If this is not two integers separated by an `x`.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::Arguments;
    /// assert_eq!(Arguments::new("4 x 5", 0).whole().rows_by_columns()?, (4, 5));
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    pub fn rows_by_columns(&self) -> Result<(u64, u64), NotationError> {
        if let Some((rows, columns)) = self.split_once("x")? {
            return Ok((rows.integer()?, columns.only_integer()?));
        }
        let message = match self.text() {
            "" => "rows and columns are missing here".to_owned(),
            text => format!("expected rows and columns, found {}", quoted(text)),
        };
        Err(NotationError::new(self.span(), message).with_help("write `2x5` for 2 rows of 5"))
    }

    /// The item as an integer. If it contains a comma, the error suggests a sum, since several boards or graphs were
    /// written.
    pub(super) fn only_integer(&self) -> Result<u64, NotationError> {
        self.integer().map_err(|error| match self.text().contains(',') {
            true => error.with_help("each board or graph is one component: join several with `+`"),
            false => error,
        })
    }

    /// The board that this string draws, with one character for each square and `/` between rows. `squares` are the
    /// characters allowed for squares.
    ///
    /// # Errors
    /// If this is not a string, a character is not one of `squares`, or the rows differ in length.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::Arguments;
    /// let board = Arguments::new("\"..#/#..\"", 0).whole().board(".#")?;
    /// assert_eq!((board.rows, board.columns), (2, 3));
    /// assert_eq!(board.squares, ['.', '.', '#', '#', '.', '.']);
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    pub fn board(&self, squares: &str) -> Result<Board, NotationError> {
        let text = self.string()?;
        // A string without escapes appears in the text as it is, after its quote. One with escapes is marked as a
        // whole.
        let place = |from: usize, to: usize| {
            let start = self.span().start + 1;
            if self.text().contains('\\') { self.span() } else { Span::new(start + from, start + to) }
        };
        let mut board = Board { rows: 0, columns: 0, squares: Vec::with_capacity(text.len()) };
        let mut start = 0;
        for row in text.split('/') {
            for (at, c) in row.char_indices() {
                if !squares.contains(c) {
                    let span = place(start + at, start + at + c.len_utf8());
                    let message = format!("{} is not a square of this board", quoted(c.encode_utf8(&mut [0; 4])));
                    return Err(NotationError::new(span, message).with_help(squares_are(squares)));
                }
                board.squares.push(c);
            }
            let length = row.chars().count();
            if board.rows == 0 {
                board.columns = length;
            } else if length != board.columns {
                let message =
                    format!("row {} has {length} squares, but the rows above have {}", board.rows + 1, board.columns);
                let error = NotationError::new(place(start, start + row.len()), message);
                return Err(error.with_help("all rows of a board have the same length"));
            }
            board.rows += 1;
            start += row.len() + 1;
        }
        Ok(board)
    }
}

/// Lists the allowed characters: "a square is `.` or `#`, and `/` begins the next row".
fn squares_are(squares: &str) -> String {
    let named: Vec<String> = squares.chars().map(|c| format!("`{c}`")).collect();
    let listed = match named.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => named.concat(),
    };
    format!("a square is {listed}, and `/` begins the next row")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Arguments;

    fn fault<T: std::fmt::Debug>(result: Result<T, NotationError>) -> (std::ops::Range<usize>, String) {
        let error = result.unwrap_err();
        (error.span.range(), error.message)
    }

    #[test]
    fn rows_and_columns_are_two_integers() {
        let read = |text: &str| Arguments::new(text, 10).whole().rows_by_columns();
        assert_eq!(read("4x5"), Ok((4, 5)));
        assert_eq!(read(" 0 x 18446744073709551615 "), Ok((0, u64::MAX)));
        let several = read("2x2, 1x3").unwrap_err();
        assert_eq!(several.help.as_deref(), Some("each board or graph is one component: join several with `+`"));
        for (text, span, message) in [
            ("", 10..10, "rows and columns are missing here"),
            ("12", 10..12, "expected rows and columns, found `12`"),
            ("4x", 12..12, "an integer is missing here"),
            ("4x5x6", 12..15, "expected an integer, found `5x6`"),
            ("-4x5", 10..12, "`-4` is negative: expected a non-negative integer"),
            ("4X5", 10..13, "expected rows and columns, found `4X5`"),
        ] {
            assert_eq!(fault(read(text)), (span, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_board_is_rows_of_squares() {
        let read = |text: &str| Arguments::new(text, 10).whole().board("xo.");
        let board = |rows, columns, squares: &str| Ok(Board { rows, columns, squares: squares.chars().collect() });
        assert_eq!(read("\"x../.o.\""), board(2, 3, "x...o."));
        assert_eq!(read("\"\""), board(1, 0, ""));
        assert_eq!(read("\"//\""), board(3, 0, ""));
        assert_eq!(read(r#""x\/o""#), board(2, 1, "xo"));
    }

    #[test]
    fn a_board_that_is_none_is_an_error_at_its_place() {
        for (text, span, message) in [
            ("x../.o.", 10..17, "expected a string, found `x../.o.`"),
            ("\"x./.é\"", 15..17, "`é` is not a square of this board"),
            ("\"x./..o/..\"", 14..17, "row 2 has 3 squares, but the rows above have 2"),
            ("\"x./..\\/o\"", 10..20, "row 3 has 1 squares, but the rows above have 2"),
            ("\"../\"", 14..14, "row 2 has 0 squares, but the rows above have 2"),
        ] {
            assert_eq!(fault(Arguments::new(text, 10).whole().board("xo.")), (span, message.to_owned()), "{text}");
        }
        let error = Arguments::new("\"y\"", 0).whole().board("xo.").unwrap_err();
        assert_eq!(error.help.as_deref(), Some("a square is `x`, `o` or `.`, and `/` begins the next row"));
    }
}
