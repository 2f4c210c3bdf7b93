//! Unsigned integers below 2^64.

use super::character::quoted;
use super::{NotationError, Span};

/// Reads an integer below 2^64 as the notation writes it: `1000000`, `1_000_000`, `1e6` or `10^6`.
///
/// # Errors
/// If the text is anything else, or the number is too large. Numbers are exact: `1.5e3` is refused.
///
/// # Examples
/// ```
/// use grundy::syntax::parse_integer;
/// assert_eq!(parse_integer("10^18"), Ok(1_000_000_000_000_000_000));
/// assert_eq!(parse_integer("2^63"), Ok(1 << 63));
/// assert_eq!(parse_integer("1e20").unwrap_err().message, "`1e20` is too large: at most 18446744073709551615");
/// ```
pub fn parse_integer(text: &str) -> Result<u64, NotationError> {
    read(text, Span::new(0, text.len()))
}

/// Reads the whole of `text`, which is at `span`, as an integer.
pub(super) fn read(text: &str, span: Span) -> Result<u64, NotationError> {
    if let Some(integer) = Integer::of(text) {
        let too_large = || NotationError::new(span, format!("{} is too large: at most {}", quoted(text), u64::MAX));
        return integer.value().ok_or_else(too_large);
    }
    Err(fault(text, span))
}

/// Whether `text` has the form of an integer, however large.
pub(super) fn is_integer(text: &str) -> bool {
    Integer::of(text).is_some()
}

/// An integer as written: digits · base ^ exponent.
struct Integer {
    digits: String,
    power: Option<(String, String)>,
}

impl Integer {
    fn of(text: &str) -> Option<Self> {
        if is_decimal(text) {
            return Some(Self { digits: text.to_owned(), power: None });
        }
        if let Some((base, exponent)) = text.split_once('^') {
            let power = Some((digits(base)?, digits(exponent)?));
            return Some(Self { digits: "1".to_owned(), power });
        }
        match text.split_once(['e', 'E']) {
            Some((first, exponent)) => {
                Some(Self { digits: digits(first)?, power: Some(("10".to_owned(), digits(exponent)?)) })
            }
            None => Some(Self { digits: digits(text)?, power: None }),
        }
    }

    /// The value; `None` if it is too large.
    fn value(&self) -> Option<u64> {
        let factor: u64 = self.digits.parse().ok()?;
        match &self.power {
            Some((base, exponent)) if factor > 0 => factor.checked_mul(power(base, exponent)?),
            _ => Some(factor),
        }
    }
}

fn power(base: &str, exponent: &str) -> Option<u64> {
    let base: u64 = base.parse().ok()?;
    match (base, exponent.parse::<u32>()) {
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (0 | 1, Err(_)) => Some(base),
        (_, Err(_)) => None,
    }
}

/// Decimal digits, which may be grouped by `_`, without these.
fn digits(text: &str) -> Option<String> {
    text.split('_').all(is_decimal).then(|| text.replace('_', ""))
}

/// Whether `text` consists of decimal digits only.
fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// What is wrong with a text that is not an integer.
fn fault(text: &str, span: Span) -> NotationError {
    let error = |message: String| NotationError::new(span, message);
    if text.is_empty() {
        return error("an integer is missing here".to_owned());
    }
    let shown = quoted(text);
    if text.strip_prefix(['-', '−']).is_some_and(|rest| is_integer(rest.trim_start())) {
        return error(format!("{shown} is negative: expected a non-negative integer"));
    }
    if text.contains("..") {
        return error(format!("expected one integer, found {shown}"));
    }
    let whole = |part: &str| part.is_empty() || is_decimal(part);
    if text.split_once('.').is_some_and(|(whole_part, rest)| whole(whole_part) && is_integer(rest)) {
        return error(format!("{shown} is a fraction: expected an integer"));
    }
    let listed: Vec<&str> = text.split([' ', '\t', '\n', '\r', ';']).filter(|part| !part.is_empty()).collect();
    if listed.len() > 1 && listed.iter().all(|part| is_integer(part)) {
        let separated = quoted(&listed.join(", "));
        return error(format!("expected `,` between integers, found {shown}")).with_help(match grouped(text) {
            // No heap has a size such as 000.
            Some((number, true)) => format!("write {} for one number", quoted(&number)),
            Some((number, false)) => format!("write {separated}, or {} for one number", quoted(&number)),
            None => format!("write {separated}"),
        });
    }
    let error = error(format!("expected an integer, found {shown}"));
    match grouped(text) {
        Some((number, _)) => error.with_help(format!("write {}", quoted(&number))),
        None if is_integer(&text.replacen("**", "^", 1)) => {
            error.with_help(format!("write {}", quoted(&text.replacen("**", "^", 1))))
        }
        None => error,
    }
}

/// The digits of one number in groups of three, separated by something else than `_`: the number with `_`, and whether it must
/// be one number, since a group begins with 0.
fn grouped(text: &str) -> Option<(String, bool)> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '\'' | '’');
    let separator = text.chars().find(|&c| is_separator(c))?;
    let groups: Vec<&str> = text.split(separator).collect();
    let is_one = begins_groups(groups[0]) && groups[1..].iter().all(|group| is_group(group));
    is_one.then(|| (groups.join("_"), groups[1..].iter().any(|group| group.starts_with('0'))))
}

/// Whether this may be a group of digits after the first one.
pub(super) fn is_group(text: &str) -> bool {
    text.len() == 3 && is_decimal(text)
}

/// Whether this may be the first group of digits of a number.
pub(super) fn begins_groups(text: &str) -> bool {
    text.len() <= 3 && is_decimal(text) && !text.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_up_to_the_largest_are_read_exactly() {
        for (text, want) in [
            ("0", 0),
            ("007", 7),
            ("18446744073709551615", u64::MAX),
            ("1_000_000", 1_000_000),
            ("1e18", 1_000_000_000_000_000_000),
            ("10^18", 1_000_000_000_000_000_000),
            ("10^19", 10_000_000_000_000_000_000),
            ("25E1", 250),
            ("1_5e3", 15_000),
            ("2^63", 1 << 63),
            ("0e99", 0),
            ("7^0", 1),
            ("0^99999999999999999999", 0),
            ("1^99999999999999999999", 1),
        ] {
            assert_eq!(read(text, Span::at(0)), Ok(want), "{text}");
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
            ("2^64", "`2^64` is too large: at most 18446744073709551615"),
            ("2e19", "`2e19` is too large: at most 18446744073709551615"),
            ("1e99999999999999999999", "`1e99999999999999999999` is too large: at most 18446744073709551615"),
            ("-1e3", "`-1e3` is negative: expected a non-negative integer"),
            ("1.5e3", "`1.5e3` is a fraction: expected an integer"),
            ("1e", "expected an integer, found `1e`"),
            ("e6", "expected an integer, found `e6`"),
            ("1e-3", "expected an integer, found `1e-3`"),
            ("2^3^4", "expected an integer, found `2^3^4`"),
            ("_1", "expected an integer, found `_1`"),
            ("1__0", "expected an integer, found `1__0`"),
            ("1_", "expected an integer, found `1_`"),
            ("٣", "expected an integer, found `٣`"),
            ("\"3\"", "expected an integer, found `\"3\"`"),
        ] {
            assert_eq!(read(text, Span::new(2, 5)), Err(NotationError::new(Span::new(2, 5), want)), "{text}");
        }
    }

    #[test]
    fn other_ways_to_write_integers_are_told_the_right_one() {
        let comma = "expected `,` between integers, found";
        for (text, message, help) in [
            ("1 2", comma, "write `1, 2`"),
            ("3 4  5", comma, "write `3, 4, 5`"),
            ("3; 4", comma, "write `3, 4`"),
            ("10^6 4", comma, "write `10^6, 4`"),
            ("1 000 000", comma, "write `1_000_000` for one number"),
            ("1 234", comma, "write `1, 234`, or `1_234` for one number"),
            ("1,000,000", "expected an integer, found", "write `1_000_000`"),
            ("1'234", "expected an integer, found", "write `1_234`"),
            ("1\u{202f}000", "expected an integer, found", "write `1_000`"),
            ("1.000.000", "expected an integer, found", "write `1_000_000`"),
            ("10**18", "expected an integer, found", "write `10^18`"),
        ] {
            let error = read(text, Span::at(0)).unwrap_err();
            assert_eq!(error.message, format!("{message} {}", quoted(text)), "{text}");
            assert_eq!(error.help.as_deref(), Some(help), "{text}");
        }
        for text in ["1 x", "01,000", "1,00", "1,000 000"] {
            assert_eq!(read(text, Span::at(0)).unwrap_err().help, None, "{text}");
        }
    }
}
