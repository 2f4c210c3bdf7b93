//! The errors of the grammar. Each is built at the cursor, where parsing stopped.

use super::super::brackets::{closing, mismatched, stray, unclosed};
use super::super::character::{begins_term, is_word, quoted};
use super::super::cursor::Cursor;
use super::super::{NotationError, RuleKind, RuleText, Span, integer};
use super::{Before, Open};

/// How a term looks.
const TERM: &str = "a position such as `nim(3, 4)` or `*3`";

/// The error for a number in place of a position, if there is one.
pub(super) fn bare_number(cursor: &Cursor<'_>) -> Option<NotationError> {
    let mut ahead = *cursor;
    let word = ahead.take_integer();
    let digits = word.trim_start_matches('-');
    if !integer::is_integer(digits) {
        return None;
    }
    let shown = quoted(word);
    let message = if digits.len() < word.len() {
        format!("{shown} is a negative integer, not a position")
    } else {
        format!("{shown} is an integer, not a position")
    };
    let error = NotationError::new(Span::new(cursor.at, ahead.at), message);
    Some(error.with_help(format!("a nim-heap is written {}", quoted(&format!("*{digits}")))))
}

/// The error for a rule without arguments.
pub(super) fn no_arguments(cursor: &Cursor<'_>, rule: &RuleText) -> NotationError {
    let name = rule.canonical();
    let error = match cursor.peek() {
        Some('{') => {
            let message = match rule.kind {
                RuleKind::Code(_) => "a code takes no parameters",
                RuleKind::File(_) => "a rule file takes no parameters",
                RuleKind::Named { .. } => "a rule takes its parameters in one pair of braces",
            };
            NotationError::new(cursor.here(), message)
        }
        Some('[') if matches!(rule.kind, RuleKind::Code(_)) => {
            return NotationError::new(cursor.here(), "a code must not contain white space");
        }
        Some('[') => NotationError::new(cursor.here(), "arguments are written in round brackets"),
        Some(c) if !begins_term(c) && !matches!(c, '+' | ',' | ')' | '}') => {
            cursor.unexpected("the rule's arguments in brackets")
        }
        _ => {
            let written = rule.span.slice(cursor.text).unwrap_or(&name);
            NotationError::new(rule.span, format!("{} needs its arguments in brackets", quoted(written)))
        }
    };
    error.with_help(format!("write {}", quoted(&format!("{name}(...)"))))
}

/// The error for brackets at the cursor, straight after the arguments of a rule; `None` if they are never closed.
pub(super) fn second_brackets(cursor: &Cursor<'_>, rule: &RuleText, arguments: Span) -> Option<NotationError> {
    let (text, opening) = (cursor.text, cursor.at);
    let end = closing(text, opening).ok()?;
    let (first, second) = (text[arguments.range()].trim(), text[opening + 1..end].trim());
    let name = rule.canonical();
    let parameters = match rule.kind {
        RuleKind::Named { parameters: None, .. } => {
            format!("parameters go in braces, {}, and ", quoted(&format!("{name}{{{first}}}({second})")))
        }
        _ => String::new(),
    };
    let joined = [first, second].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let help = format!("{parameters}all arguments in one pair of brackets, {}", quoted(&format!("{name}({joined})")));
    let error = NotationError::new(Span::new(opening, end + 1), "a rule has one pair of round brackets");
    Some(error.with_help(help))
}

/// The error for a missing term.
pub(super) fn no_term(cursor: &Cursor<'_>, before: Before, innermost: Option<&Open>) -> NotationError {
    let (text, here) = (cursor.text, cursor.here());
    match (before, cursor.peek(), innermost) {
        (Before::Plus(at), None | Some('+' | ',' | ')' | '}'), _) => {
            NotationError::new(Span::new(at, at + 1), "expected a position after this `+`")
        }
        (Before::Comma(at), Some(',' | '}'), _) => {
            NotationError::new(Span::new(at, at + 1), "expected a position after this `,`")
        }
        (Before::Group(at), Some(')'), _) => NotationError::new(Span::new(at, here.end), "these brackets are empty")
            .with_help("the position without options is written `{}` or `*0`"),
        (_, Some(')' | '}'), Some(open)) => mismatched(text, open.at(), cursor.at),
        (_, Some(')' | '}'), None) => stray(text, cursor.at),
        (_, None, Some(open)) => unclosed(text, open.at()),
        (_, None, None) => NotationError::new(here, format!("expected {TERM}, found nothing")),
        _ => cursor.unexpected(TERM),
    }
}

/// The error for a term that is followed neither by `+` nor by the end of its sum.
pub(super) fn no_plus(cursor: &Cursor<'_>, innermost: Option<&Open>) -> NotationError {
    let expected = match innermost {
        None => "`+` or the end",
        Some(Open::Group(_)) => "`+` or `)`",
        Some(Open::Set { .. }) => "`+`, `,` or `}`",
    };
    match cursor.peek() {
        Some('-') => cursor.unexpected(expected).with_help("an impartial game is its own negative: write `+`"),
        Some(',') => cursor.unexpected(expected).with_help("the terms of a sum are joined by `+`"),
        Some(c) if begins_term(c) => {
            let mut ahead = *cursor;
            let end = if is_word(c) { cursor.at + ahead.take_word().len() } else { cursor.here().end };
            NotationError::new(Span::new(cursor.at, end), "expected `+` before this term")
                .with_help("the terms of a sum are joined by `+`")
        }
        _ => cursor.unexpected(expected),
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use crate::syntax::parse_sum;

    fn error(text: &str) -> NotationError {
        match parse_sum(text) {
            Err(error) => error,
            Ok(syntax) => panic!("{text} was read as {syntax:?}"),
        }
    }

    #[test]
    fn errors_mark_the_fault_and_say_what_was_expected() {
        const TERM: &str = "expected a position such as `nim(3, 4)` or `*3`";
        for (text, span, message) in [
            ("", 0..0, format!("{TERM}, found nothing")),
            (" \u{a0}", 3..3, format!("{TERM}, found nothing")),
            ("*1 +", 3..4, "expected a position after this `+`".to_owned()),
            ("(*1 + )", 4..5, "expected a position after this `+`".to_owned()),
            ("*1 ++ *2", 3..4, "expected a position after this `+`".to_owned()),
            ("+ *1", 0..1, format!("{TERM}, found `+`")),
            ("*1 *2", 3..4, "expected `+` before this term".to_owned()),
            ("nim(3) nim(4)", 7..10, "expected `+` before this term".to_owned()),
            ("nim(3) - nim(4)", 7..8, "expected `+` or the end, found `-`".to_owned()),
            ("*1, *2", 2..3, "expected `+` or the end, found `,`".to_owned()),
            ("(*1, *2)", 3..4, "expected `+` or `)`, found `,`".to_owned()),
            ("{*1]", 3..4, "expected `+`, `,` or `}`, found `]`".to_owned()),
            ("{*1,}", 3..4, "expected a position after this `,`".to_owned()),
            ("{*1,,*2}", 3..4, "expected a position after this `,`".to_owned()),
            ("{,*2}", 1..2, format!("{TERM}, found `,`")),
            ("()", 0..2, "these brackets are empty".to_owned()),
            ("*1)", 2..3, "this `)` has no matching opening bracket".to_owned()),
            ("}", 0..1, "this `}` has no matching opening bracket".to_owned()),
            ("nim(3))", 6..7, "this `)` has no matching opening bracket".to_owned()),
            ("{*1)", 3..4, "expected `}`, found `)`: it cannot close the `{` at character 1".to_owned()),
            ("{)", 1..2, "expected `}`, found `)`: it cannot close the `{` at character 1".to_owned()),
            ("nim(3]", 5..6, "expected `)`, found `]`: it cannot close the `(` at character 4".to_owned()),
            ("(*1", 3..3, "expected `)` before the end: the `(` at character 1 is never closed".to_owned()),
            ("*1 + {{}", 8..8, "expected `}` before the end: the `{` at character 6 is never closed".to_owned()),
            ("{*1, ", 5..5, "expected `}` before the end: the `{` at character 1 is never closed".to_owned()),
            ("nim(3", 5..5, "expected `)` before the end: the `(` at character 4 is never closed".to_owned()),
            ("0.7 [3](4)", 4..5, "a code must not contain white space".to_owned()),
            ("é", 0..2, "unexpected character `é`: expected a position such as `nim(3, 4)` or `*3`".to_owned()),
            ("*1 é", 3..5, "unexpected character `é`: expected `+` or the end".to_owned()),
            ("nim$", 3..4, "unexpected character `$`: expected the rule's arguments in brackets".to_owned()),
            ("cram(\"..)", 5..6, "this string is never closed".to_owned()),
            ("cram(\"\\q\")", 6..8, "`\\q` is not a valid escape".to_owned()),
            ("cram(\"\\ud800\")", 5..13, "a `\\u` escape in this string is not a valid character".to_owned()),
            ("*", 0..1, "`*` needs an integer".to_owned()),
            ("* + *1", 0..1, "`*` needs an integer".to_owned()),
            ("*x", 1..2, "expected an integer, found `x`".to_owned()),
            ("*-3", 1..3, "`-3` is negative: expected a non-negative integer".to_owned()),
            ("*1.5", 1..4, "`1.5` is a fraction: expected an integer".to_owned()),
            (
                "*18446744073709551616",
                1..21,
                "`18446744073709551616` is too large: at most 18446744073709551615".to_owned(),
            ),
        ] {
            let error = error(text);
            assert_eq!((error.span.range(), error.message), (span, message), "{text}");
        }
    }

    #[test]
    fn errors_advise() {
        for (text, span, message, help) in [
            ("3", 0..1, "`3` is an integer, not a position", "a nim-heap is written `*3`"),
            (
                "*1 + 18446744073709551616",
                5..25,
                "`18446744073709551616` is an integer, not a position",
                "a nim-heap is written `*18446744073709551616`",
            ),
            ("-3", 0..2, "`-3` is a negative integer, not a position", "a nim-heap is written `*3`"),
            ("nim", 0..3, "`nim` needs its arguments in brackets", "write `nim(...)`"),
            ("(nim + *1)", 1..4, "`nim` needs its arguments in brackets", "write `nim(...)`"),
            ("nim 3", 0..3, "`nim` needs its arguments in brackets", "write `nim(...)`"),
            ("subtract{1, 3}", 0..14, "`subtract{1, 3}` needs its arguments in brackets", "write `subtract{1,3}(...)`"),
            ("0.77", 0..4, "`0.77` needs its arguments in brackets", "write `0.77(...)`"),
            ("\"a.star\"", 0..8, "`\"a.star\"` needs its arguments in brackets", "write `\"a.star\"(...)`"),
            ("nim[3, 4]", 3..4, "arguments are written in round brackets", "write `nim(...)`"),
            ("0.77{1}(3)", 4..5, "a code takes no parameters", "write `0.77(...)`"),
            ("\"a\"{1}(3)", 3..4, "a rule file takes no parameters", "write `\"a\"(...)`"),
            ("x{1}{2}(3)", 4..5, "a rule takes its parameters in one pair of braces", "write `x{1}(...)`"),
            ("Kayles(3)", 0..6, "`Kayles` is not a name: names use lower case and `-`", "write `kayles`"),
            ("0.3f(12)", 3..4, "the digit `f` of a code must be in upper case", "write `0.3F`"),
            ("c.8(3)", 0..1, "the digit `c` of a code must be in upper case", "write `C.8`"),
            ("*1 ⊕ *2", 3..6, "unexpected character `⊕`: expected `+` or the end", "terms are joined by `+`"),
            ("10^18", 0..5, "`10^18` is an integer, not a position", "a nim-heap is written `*10^18`"),
            (
                "subtract(1,3,4)(10)",
                15..19,
                "a rule has one pair of round brackets",
                "parameters go in braces, `subtract{1,3,4}(10)`, and all arguments in one pair of brackets, \
                 `subtract(1,3,4, 10)`",
            ),
            (
                "subtract{1}(3)( 4 )",
                14..19,
                "a rule has one pair of round brackets",
                "all arguments in one pair of brackets, `subtract{1}(3, 4)`",
            ),
            ("nim(3) (*4)", 7..8, "expected `+` before this term", "the terms of a sum are joined by `+`"),
            ("()", 0..2, "these brackets are empty", "the position without options is written `{}` or `*0`"),
        ] {
            let error = error(text);
            assert_eq!(error.span.range(), span, "{text}");
            assert_eq!((error.message.as_str(), error.help.as_deref()), (message, Some(help)), "{text}");
        }
    }

    #[test]
    fn an_unclosed_bracket_is_the_second_place_of_its_error() {
        for (text, opening) in [("*1 + (*2", 5), ("{*1, {", 5), ("x{1(3)", 1), ("nim(3, [4)", 7)] {
            let related = error(text).related.unwrap_or_else(|| panic!("{text}"));
            assert_eq!(related.span, Span::new(opening, opening + 1), "{text}");
        }
    }
}
