//! Unsigned integers below 2^64.

use super::character::quoted;
use super::{NotationError, Span};

/// Reads the whole of `text`, which is at `span`, as an integer.
pub(super) fn read(text: &str, span: Span) -> Result<u64, NotationError> {
    let fail = |what: String| Err(NotationError::new(span, what));
    if text.is_empty() {
        return fail("an integer is missing here".to_owned());
    }
    let shown = quoted(text);
    if is_decimal(text) {
        let too_large = || NotationError::new(span, format!("{shown} is too large: at most {}", u64::MAX));
        return text.parse().map_err(|_| too_large());
    }
    if text.strip_prefix(['-', '−']).is_some_and(|rest| is_decimal(rest.trim_start())) {
        return fail(format!("{shown} is negative: expected a non-negative integer"));
    }
    if text.contains("..") {
        return fail(format!("expected one integer, found {shown}"));
    }
    if text.split_once('.').is_some_and(|(whole, part)| is_decimal(part) && (whole.is_empty() || is_decimal(whole))) {
        return fail(format!("{shown} is a fraction: expected an integer"));
    }
    fail(format!("expected an integer, found {shown}"))
}

/// Whether `text` consists of decimal digits only.
pub(super) fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_up_to_the_largest_are_read_exactly() {
        for (text, want) in [("0", 0), ("007", 7), ("18446744073709551615", u64::MAX)] {
            assert_eq!(read(text, Span::at(0)), Ok(want));
        }
    }

    #[test]
    fn every_other_text_is_told_apart() {
        for (text, want) in [
            ("", "an integer is missing here"),
            ("18446744073709551616", "`18446744073709551616` is too large: at most 18446744073709551615"),
            ("-3", "`-3` is negative: expected a non-negative integer"),
            ("− 3", "`− 3` is negative: expected a non-negative integer"),
            ("1.5", "`1.5` is a fraction: expected an integer"),
            (".5", "`.5` is a fraction: expected an integer"),
            ("1..3", "expected one integer, found `1..3`"),
            ("+3", "expected an integer, found `+3`"),
            ("1e6", "expected an integer, found `1e6`"),
            ("1 2", "expected an integer, found `1 2`"),
            ("٣", "expected an integer, found `٣`"),
            ("\"3\"", "expected an integer, found `\"3\"`"),
        ] {
            assert_eq!(read(text, Span::new(2, 5)), Err(NotationError::new(Span::new(2, 5), want)), "{text}");
        }
    }
}
