//! Strings as in JSON (RFC 8259, section 7).

use super::character::quoted;
use super::{NotationError, Span};

/// The end of the string whose `"` is at `start`: the offset after its closing `"`.
///
/// A string that passes is well formed, except perhaps its `\u` escapes, which [`decode`] checks.
pub(super) fn end(text: &str, start: usize) -> Result<usize, NotationError> {
    let mut chars = text[start + 1..].char_indices().map(|(i, c)| (start + 1 + i, c));
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok(at + 1),
            '\\' => match chars.next() {
                Some((_, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) => {}
                Some((next, escape)) => {
                    let span = Span::new(at, next + escape.len_utf8());
                    let shown = quoted(&text[span.range()]);
                    let error = NotationError::new(span, format!("{shown} is not a valid escape"));
                    return Err(error.with_help("write a backslash as `\\\\`"));
                }
                None => break,
            },
            '\0'..' ' => {
                let span = Span::new(at, at + 1);
                let shown = quoted(&text[span.range()]);
                return Err(NotationError::new(span, format!("a string cannot contain an unescaped {shown}"))
                    .with_help(format!("write `\\u{:04x}`", u32::from(c))));
            }
            _ => {}
        }
    }
    let opening = Span::new(start, start + 1);
    Err(NotationError::new(opening, "this string is never closed").with_help("a string ends with `\"`"))
}

/// The contents of the string at `span`, without quotes and escapes.
pub(super) fn decode(raw: &str, span: Span) -> Result<String, NotationError> {
    serde_json::from_str(raw).map_err(|_| {
        NotationError::new(span, "a `\\u` escape in this string is not a valid character")
            .with_help("`\\u` is followed by four hexadecimal digits, and surrogates come in pairs")
    })
}

/// The text as a string of the notation.
pub(super) fn encode(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_ends_at_its_own_quote() {
        for (text, want, says) in [
            (r#""" rest"#, 2, ""),
            (r#""take.star"(10)"#, 11, "take.star"),
            (r#""a\"b\\" "c""#, 8, "a\"b\\"),
            (r#""\u00e9\ud83d\ude00\/\n""#, 24, "é😀/\n"),
            ("\"é😀\"", 8, "é😀"),
        ] {
            let end = end(text, 0).unwrap();
            assert_eq!(end, want, "{text}");
            assert_eq!(decode(&text[..end], Span::new(0, end)).unwrap(), says);
            assert_eq!(decode(&encode(says), Span::default()).unwrap(), says);
        }
    }

    #[test]
    fn malformed_strings_are_errors_at_the_fault() {
        for (text, span, message) in [
            (r#"x"abc"#, 1..2, "this string is never closed"),
            (r#"x"abc\"#, 1..2, "this string is never closed"),
            (r#"x"abc\""#, 1..2, "this string is never closed"),
            (r#"x"a\é""#, 3..6, "`\\é` is not a valid escape"),
            ("x\"a\tb\"", 3..4, "a string cannot contain an unescaped `\\t`"),
        ] {
            let error = end(text, 1).unwrap_err();
            assert_eq!((error.span.range(), error.message.as_str()), (span, message), "{text}");
        }
    }

    #[test]
    fn escapes_that_are_no_character_are_errors() {
        for raw in [r#""\u12""#, r#""\uzzzz""#, r#""\ud800""#] {
            assert_eq!(end(raw, 0), Ok(raw.len()));
            let error = decode(raw, Span::new(3, 9)).unwrap_err();
            assert_eq!((error.span, error.help.is_some()), (Span::new(3, 9), true), "{raw}");
        }
    }
}
