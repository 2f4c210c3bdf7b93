//! The form of take-and-break codes. The meaning of the digits is defined elsewhere.

use super::brackets::unclosed;
use super::character::{is_word, quoted};
use super::cursor::Cursor;
use super::{NotationError, Span};

/// Whether a word is the start of a code, well formed or not, rather than a name: it has a digit in either case, or a
/// number, before a point.
pub(super) fn begins(word: &str) -> bool {
    word.split_once('.').is_some_and(|(first, _)| {
        first.bytes().next().is_some_and(|b| b.is_ascii_digit())
            || first.len() == 1 && first.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

/// Reads the code at the cursor. [`begins`] must hold there.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<String, NotationError> {
    let (text, start) = (cursor.text, cursor.at);
    let word = cursor.take_word();
    let point = start + word.find('.').unwrap_or(word.len());
    if point > start + 1 {
        let shown = quoted(&text[start..point]);
        return Err(NotationError::new(
            Span::new(start, point),
            format!("a code has one digit before its point, not {shown}"),
        ));
    }
    digits(text, start, Span::new(start, point))?;
    digits(text, start, Span::new(point + 1, cursor.at))?;
    if cursor.peek() == Some('[') {
        repeated(cursor, start)?;
    } else if point + 1 >= cursor.at {
        return Err(NotationError::new(Span::new(start, cursor.at), "a code needs a digit after its point"));
    }
    Ok(text[start..cursor.at].to_owned())
}

/// Reads the repeating digit in its brackets.
fn repeated(cursor: &mut Cursor<'_>, start: usize) -> Result<(), NotationError> {
    let (text, opening) = (cursor.text, cursor.at);
    cursor.at += 1;
    let inside = Span::new(cursor.at, cursor.at + cursor.take_word().len());
    digits(text, start, inside)?;
    match cursor.peek() {
        Some(']') if inside.len() == 1 => {}
        Some(']') => {
            let span = Span::new(opening, cursor.at + 1);
            return Err(NotationError::new(
                span,
                "the brackets of a code contain exactly one digit, which repeats forever",
            ));
        }
        None => return Err(unclosed(text, opening)),
        Some(_) => return Err(cursor.unexpected("`]` after the repeated digit")),
    }
    cursor.at += 1;
    if cursor.peek().is_some_and(|c| is_word(c) || c == '[') {
        return Err(NotationError::new(cursor.here(), "nothing may follow the repeating digit of a code"));
    }
    Ok(())
}

/// Checks that every character in `span` is a digit of the code that starts at `start`.
fn digits(text: &str, start: usize, span: Span) -> Result<(), NotationError> {
    for (i, c) in text[span.range()].char_indices() {
        let at = span.start + i;
        let here = Span::new(at, at + c.len_utf8());
        match c {
            '0'..='9' | 'A'..='F' => {}
            'a'..='f' => {
                let rest = &text[start..];
                let end = rest.find(|c: char| !(is_word(c) || c == '[' || c == ']')).unwrap_or(rest.len());
                return Err(NotationError::new(here, format!("the digit `{c}` of a code must be in upper case"))
                    .with_help(format!("write {}", quoted(&rest[..end].to_ascii_uppercase()))));
            }
            '.' => return Err(NotationError::new(here, "a code has only one point")),
            _ => return Err(NotationError::new(here, format!("`{c}` is not a digit of a code: 0-9 or A-F"))),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_every_shape_are_read() {
        for text in ["0.77", "4.7", "0.3F", "0.[3]", "4.[3]", "C.8", "0.137[F]", "A.A[A]"] {
            let mut cursor = Cursor::new(text);
            assert!(begins(cursor.clone().take_word()), "{text}");
            assert_eq!(read(&mut cursor).as_deref(), Ok(text));
            assert_eq!(cursor.at, text.len());
        }
    }

    #[test]
    fn words_that_are_no_codes_are_left_alone() {
        for word in ["", "nim", "take.star", "12", ".77", "g.7", "ab.7"] {
            assert!(!begins(word), "{word}");
        }
    }

    #[test]
    fn misshapen_codes_are_errors_at_the_fault() {
        for (text, span, message, help) in [
            ("0.3f(2)", 3..4, "the digit `f` of a code must be in upper case", Some("write `0.3F`")),
            ("c.8", 0..1, "the digit `c` of a code must be in upper case", Some("write `C.8`")),
            ("0.[a](4)", 3..4, "the digit `a` of a code must be in upper case", Some("write `0.[A]`")),
            ("12.3", 0..2, "a code has one digit before its point, not `12`", None),
            ("0.", 0..2, "a code needs a digit after its point", None),
            ("0.(3)", 0..2, "a code needs a digit after its point", None),
            ("0.7.7", 3..4, "a code has only one point", None),
            ("0.7-7", 3..4, "`-` is not a digit of a code: 0-9 or A-F", None),
            ("0.7g", 3..4, "`g` is not a digit of a code: 0-9 or A-F", None),
            ("0.[]", 2..4, "the brackets of a code contain exactly one digit, which repeats forever", None),
            ("0.7[34]", 3..7, "the brackets of a code contain exactly one digit, which repeats forever", None),
            ("0.7[3]7", 6..7, "nothing may follow the repeating digit of a code", None),
            ("0.7[3][3]", 6..7, "nothing may follow the repeating digit of a code", None),
            ("0.[3", 4..4, "expected `]` before the end: the `[` at character 3 is never closed", None),
            ("0.[3(4)", 4..5, "expected `]` after the repeated digit, found `(`", None),
            ("0.[é]", 3..5, "unexpected character `é`: expected `]` after the repeated digit", None),
        ] {
            let error = read(&mut Cursor::new(text)).unwrap_err();
            assert_eq!(error.span.range(), span, "{text}");
            assert_eq!((error.message.as_str(), error.help.as_deref()), (message, help), "{text}");
        }
    }
}
