//! Positions as literals in the arguments of a component: `(1, 2), "x", True`.

use grundy::syntax::{Arguments, NotationError, Span, parse_integer};

use crate::position::{DEEPEST, Position};

/// The position that some arguments stand for: one literal is itself, several are the tuple of them.
///
/// # Errors
/// If there is none, or a piece is not a literal; the error points at it.
pub(crate) fn read(arguments: &Arguments) -> Result<Position, NotationError> {
    let mut reader = Reader { text: arguments.text(), at: 0, start: arguments.span().start };
    let mut items = Vec::new();
    let comma = reader.list(None, &mut items, DEEPEST)?;
    match (items.pop(), comma) {
        (None, _) => Err(NotationError::new(arguments.span(), "a position is missing in these brackets")
            .with_help("the empty tuple is written `(())`")),
        (Some(only), false) if items.is_empty() => Ok(only),
        (Some(last), _) => {
            items.push(last);
            Ok(Position::Tuple(items.into()))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the text begins in the one it was cut from.
    start: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }

    fn take(&mut self, c: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// Literals with commas between them up to `close`, or to the end. Whether a comma stands behind the last one.
    fn list(&mut self, close: Option<char>, items: &mut Vec<Position>, deeper: usize) -> Result<bool, NotationError> {
        let mut comma = false;
        loop {
            self.skip_space();
            let ends = match close {
                Some(close) => self.take(close),
                None => self.rest().is_empty(),
            };
            if ends {
                return Ok(comma);
            }
            if !items.is_empty() && !comma {
                return Err(self.unexpected("`,` or the end"));
            }
            items.push(self.literal(deeper)?);
            comma = self.take(',');
        }
    }

    fn literal(&mut self, deeper: usize) -> Result<Position, NotationError> {
        let from = self.at;
        match self.rest().chars().next() {
            Some('(') => {
                self.at += 1;
                let Some(deeper) = deeper.checked_sub(1) else {
                    let message = format!("a position nests more than {DEEPEST} tuples");
                    return Err(NotationError::new(self.span(from, self.at), message));
                };
                let mut items = Vec::new();
                let comma = self.list(Some(')'), &mut items, deeper)?;
                match items.pop() {
                    // As in Python: brackets around one literal are only brackets.
                    Some(only) if items.is_empty() && !comma => Ok(only),
                    last => {
                        items.extend(last);
                        Ok(Position::Tuple(items.into()))
                    }
                }
            }
            Some('"') => self.string(),
            _ => self.word(),
        }
    }

    fn string(&mut self) -> Result<Position, NotationError> {
        let from = self.at;
        let mut escaped = false;
        let length = self.rest()[1..].find(|c: char| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        self.at = length.map_or(self.text.len(), |length| from + length + 2);
        let literal = Arguments::new(&self.text[from..self.at], self.start + from);
        Ok(Position::Text(literal.whole().string()?.into()))
    }

    fn word(&mut self) -> Result<Position, NotationError> {
        let from = self.at;
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.' | '^');
        let length = self.rest().find(|c| !word(c)).unwrap_or(self.rest().len());
        let (text, span) = (&self.text[from..from + length], self.span(from, from + length));
        self.at += length;
        let error = |message: String| Err(NotationError::new(span, message));
        match text {
            "True" => return Ok(Position::True),
            "False" => return Ok(Position::False),
            "true" => return error("`true` is not a literal".to_owned()).map_err(|e| e.with_help("write `True`")),
            "false" => return error("`false` is not a literal".to_owned()).map_err(|e| e.with_help("write `False`")),
            "" => return Err(self.unexpected("a position: an integer, a string, `True`, `False` or a tuple")),
            _ => {}
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_decimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        // As in other games: 10^18, 1e18, 1_000.
        let power = parse_integer(digits).ok();
        let signed = |n: u64| if digits.len() == text.len() { i128::from(n) } else { -i128::from(n) };
        let read = if is_decimal { text.parse().ok() } else { power.and_then(|n| i64::try_from(signed(n)).ok()) };
        match read {
            Some(n) => Ok(Position::Integer(n)),
            None if is_decimal || power.is_some() => {
                error(format!("`{text}` does not fit: integers go from {} to {}", i64::MIN, i64::MAX))
            }
            None => error(format!("expected an integer, a string, `True`, `False` or a tuple, found `{text}`"))
                .map_err(|error| error.with_help(format!("a string stands in double quotes: `\"{text}\"`"))),
        }
    }

    /// The error that something else stands at the cursor.
    fn unexpected(&self, expected: &str) -> NotationError {
        match self.rest().chars().next() {
            None => NotationError::new(self.span(self.at, self.at), format!("expected {expected}, found nothing")),
            Some(c) => {
                let span = self.span(self.at, self.at + c.len_utf8());
                NotationError::new(span, format!("expected {expected}, found `{c}`"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Result<Position, NotationError> {
        read(&Arguments::new(text, 10))
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (text, want) in [
            ("3", "3"),
            (" -3 ", "-3"),
            ("(3)", "3"),
            ("(3,)", "(3,)"),
            ("3,", "(3,)"),
            ("(())", "()"),
            ("1, 2", "(1, 2)"),
            ("(1,2), \"x)\\\"\\u00e9\", True", "((1, 2), \"x)\\\"é\", True)"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("(10^18, 0)", "(1000000000000000000, 0)"),
            ("-1e3, 1_000", "(-1000, 1000)"),
            ("007", "7"),
        ] {
            let read = position(text).unwrap();
            assert_eq!(read.to_string(), want, "{text}");
            assert_eq!(position(&read.to_string()).unwrap(), read, "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_piece() {
        for (text, span, part) in [
            ("", 10..10, "a position is missing"),
            ("1, x", 13..14, "found `x`"),
            ("1.5", 10..13, "found `1.5`"),
            ("1 2", 12..13, "expected `,` or the end, found `2`"),
            ("(1, true)", 14..18, "`true` is not a literal"),
            ("9223372036854775808", 10..29, "does not fit"),
            ("10^19", 10..15, "does not fit"),
            ("10^x", 10..14, "found `10^x`"),
            ("1,,2", 12..13, "found `,`"),
            ("[1]", 10..11, "found `[`"),
            ("\"\\q\"", 11..13, "is not a valid escape"),
        ] {
            let error = position(text).unwrap_err();
            assert_eq!(error.span.range(), span, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
        let deep = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(position(&deep).unwrap_err().message.contains("nests more than 100"));
    }
}
