//! Many equal parts as one position.
//!
//! A move may leave a billion equal piles. In normal play only the parity of their number matters, so they are never listed one by one:
//! `k` copies of a position are a position themselves, whose options are those of one copy beside `k - 1` others. That is true in every
//! convention. The value in normal play follows at once if `k` is even.

use std::sync::Arc;

use grundy::syntax::{Arguments, NotationError, Span};

use crate::position::Position;

/// How many equal parts are written side by side; more are counted. Misère play knows sums of parts well, and counted ones less.
pub(crate) const MOST_LISTED: u64 = 256;

/// What a file calls to make copies, and how they are written in brackets.
pub(crate) const TIMES: &str = "times";

/// Appends so many copies of a position to the parts of an option.
pub(crate) fn push(count: u64, position: Position, parts: &mut Vec<Position>) {
    match count {
        // A few are parts like others.
        0..=MOST_LISTED => parts.extend((0..count).map(|_| position.clone())),
        _ => parts.push(of(count, position)),
    }
}

/// So many copies of a position, at least one.
pub(crate) fn of(count: u64, position: Position) -> Position {
    if count == 1 { position } else { Position::Copies(count, Arc::new(position)) }
}

/// The number of copies and the text of one of them, if the arguments are written so: `times(1000, (3, 2))`.
///
/// # Errors
/// If the number is none.
pub(crate) fn read(arguments: &Arguments) -> Result<Option<(u64, Arguments)>, NotationError> {
    let text = arguments.text();
    let trimmed = text.trim();
    let inside = trimmed
        .strip_prefix(TIMES)
        .and_then(|rest| rest.trim_start().strip_prefix('('))
        .and_then(|rest| rest.strip_suffix(')'));
    let Some((count, of)) = inside.and_then(|inside| inside.split_once(',')) else { return Ok(None) };
    let of = of.trim();
    let start = arguments.span().start;
    let place = |piece: &str| start + (piece.as_ptr() as usize - text.as_ptr() as usize);
    match count.trim().parse::<i64>() {
        Ok(number @ 1..) => Ok(Some((number.unsigned_abs(), Arguments::new(of, place(of))))),
        _ => {
            let span = Span::new(place(count), place(count) + count.len());
            Err(NotationError::new(span, "a number of copies is an integer from 1 to 2^63 - 1"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_read_as_they_are_written() {
        let read = |text: &str| read(&Arguments::new(text, 10));
        let written = of(1000, Position::Tuple([3.into(), 2.into()].into())).to_string();
        assert_eq!(written, "times(1000, (3, 2))");
        let (count, one) = read(&written).unwrap().unwrap();
        assert_eq!((count, one.text(), one.span().start), (1000, "(3, 2)", 22));
        for text in ["3, 2", "times", "times(3)", "\"times(3, 4)\""] {
            assert!(read(text).unwrap().is_none(), "{text}");
        }
        for text in ["times(0, 3)", "times(-1, 3)", "times(x, 3)", "times(9223372036854775808, 3)"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_few_copies_are_parts_like_others() {
        let mut parts = Vec::new();
        for (count, more) in [(0, 0), (1, 1), (256, 256), (257, 1)] {
            let before = parts.len();
            push(count, 5.into(), &mut parts);
            assert_eq!(parts.len() - before, more, "{count}");
        }
    }
}
