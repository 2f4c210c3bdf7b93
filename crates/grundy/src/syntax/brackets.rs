//! Matching brackets.

use super::{NotationError, Span, string};

/// The offset of the bracket that closes the one at `opening`. Strings are skipped as a whole.
///
/// # Complexity
/// Time and space O(length of the bracketed text).
pub(super) fn closing(text: &str, opening: usize) -> Result<usize, NotationError> {
    let bytes = text.as_bytes();
    let mut open = vec![opening];
    let mut at = opening + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = string::end(text, at)?;
                string::decode(&text[at..end], Span::new(at, end))?;
                at = end;
                continue;
            }
            b'(' | b'[' | b'{' => open.push(at),
            b')' | b']' | b'}' => match open.pop() {
                Some(from) if partner(bytes[from]) == byte as char => {
                    if open.is_empty() {
                        return Ok(at);
                    }
                }
                Some(from) => return Err(mismatched(text, from, at)),
                None => break,
            },
            _ => {}
        }
        at += 1;
    }
    Err(unclosed(text, open.last().copied().unwrap_or(opening)))
}

/// The bracket that closes `opening`.
const fn partner(opening: u8) -> char {
    match opening {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}

/// The error for a text that ends before the bracket at `opening` is closed.
pub(super) fn unclosed(text: &str, opening: usize) -> NotationError {
    let (bracket, closing, place) = describe(text, opening);
    NotationError::new(
        Span::at(text.len()),
        format!("expected `{closing}` before the end: the `{bracket}` at character {place} is never closed"),
    )
    .with_related(Span::new(opening, opening + 1), format!("this `{bracket}` is never closed"))
}

/// The error for a bracket at `closing` that does not match the one at `opening`.
pub(super) fn mismatched(text: &str, opening: usize, closing: usize) -> NotationError {
    let (bracket, wanted, place) = describe(text, opening);
    let span = Span::new(closing, closing + 1);
    let found = &text[span.range()];
    NotationError::new(
        span,
        format!("expected `{wanted}`, found `{found}`: it cannot close the `{bracket}` at character {place}"),
    )
    .with_related(Span::new(opening, opening + 1), format!("this `{bracket}` is still open"))
}

/// The error for a bracket at `closing` that was never opened.
pub(super) fn stray(text: &str, closing: usize) -> NotationError {
    let span = Span::new(closing, closing + 1);
    NotationError::new(span, format!("this `{}` has no matching opening bracket", &text[span.range()]))
}

/// An opening bracket, its partner, and its position counted in characters from 1.
fn describe(text: &str, opening: usize) -> (char, char, usize) {
    let bracket = text.as_bytes()[opening];
    (char::from(bracket), partner(bracket), text[..opening].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_is_closed_by_its_partner() {
        for (text, want) in [("()", 1), ("(a(b)[c]{d})e)", 11), (r#"(")(\"]", {x})"#, 13), ("(é)", 3)] {
            assert_eq!(closing(text, 0), Ok(want), "{text}");
        }
        assert_eq!(closing("nim(3)(", 3), Ok(5));
    }

    #[test]
    fn an_unclosed_bracket_is_named_and_the_end_marked() {
        let error = closing("é(3, [4", 2).unwrap_err();
        assert_eq!(error.message, "expected `]` before the end: the `[` at character 6 is never closed");
        assert_eq!(error.span, Span::at(8));
        let related = error.related.unwrap();
        assert_eq!((related.span, related.message.as_str()), (Span::new(6, 7), "this `[` is never closed"));
    }

    #[test]
    fn a_wrong_partner_is_marked() {
        let error = closing("nim(3]", 3).unwrap_err();
        assert_eq!(error.message, "expected `)`, found `]`: it cannot close the `(` at character 4");
        assert_eq!((error.span, error.related.unwrap().span), (Span::new(5, 6), Span::new(3, 4)));
    }

    #[test]
    fn a_million_brackets_are_matched() {
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert_eq!(closing(&deep, 0), Ok(1_999_999));
        assert!(closing(&deep[..1_999_999], 0).is_err());
    }
}
