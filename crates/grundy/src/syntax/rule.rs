//! The syntax of rules.

use super::brackets::closing;
use super::character::{is_word, quoted};
use super::cursor::Cursor;
use super::{Arguments, NotationError, Span, code, string};

/// A rule as written, without its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The place of the whole rule, including parameters.
    pub span: Span,
    /// The kind of rule.
    pub kind: RuleKind,
}

/// The ways to name a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleKind {
    /// A take-and-break code (an octal or hexadecimal code) such as `0.77`, `C.8` or `0.[3]`. Only its form has been
    /// checked.
    Code(String),
    /// A name, with or without parameters: `nim`, `subtract{1,3,4}`.
    Named {
        /// The name.
        name: String,
        /// The text in the braces, if there are any.
        parameters: Option<Arguments>,
    },
    /// A rule file, by the contents of the string: `"take.star"`.
    File(String),
}

impl RuleText {
    /// The canonical form of the rule: without unnecessary white space, for display and comparison.
    ///
    /// Parsing it gives the same rule, up to white space.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::parse_rule;
    /// assert_eq!(parse_rule(" subtract { 1, 3 .. 5 } ")?.canonical(), "subtract{1,3..5}");
    /// assert_eq!(parse_rule("\"rules\\/take.star\"")?.canonical(), "\"rules/take.star\"");
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> String {
        match &self.kind {
            RuleKind::Code(code) => code.clone(),
            RuleKind::Named { name, parameters: None } => name.clone(),
            RuleKind::Named { name, parameters: Some(parameters) } => {
                format!("{name}{{{}}}", without_space(parameters.text()))
            }
            RuleKind::File(path) => string::encode(path),
        }
    }

    /// Reads the rule at the cursor. The cursor must not be at white space.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let start = cursor.at;
        let kind = if cursor.peek() == Some('"') {
            cursor.at = string::end(cursor.text, start)?;
            RuleKind::File(string::decode(&cursor.text[start..cursor.at], Span::new(start, cursor.at))?)
        } else if code::begins(cursor.clone().take_word()) {
            RuleKind::Code(code::read(cursor)?)
        } else {
            RuleKind::Named { name: name(cursor)?.to_owned(), parameters: parameters(cursor)? }
        };
        Ok(Self { span: Span::new(start, cursor.at), kind })
    }
}

/// Reads a name.
fn name<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, NotationError> {
    let start = *cursor;
    let word = cursor.take_word();
    let span = Span::new(start.at, cursor.at);
    let shown = quoted(word);
    let fail = |message: String, help: String| Err(NotationError::new(span, message).with_help(help));
    if word.is_empty() {
        return Err(start.unexpected("a rule"));
    }
    if is_name(word) {
        return Ok(word);
    }
    if word.starts_with('.') {
        return fail(format!("expected a rule, found {shown}"), format!("a code starts with a digit: `0{word}`"));
    }
    if word.contains('.') {
        return fail(
            format!("{shown} is neither a code nor a name"),
            format!("write a file name as a string: `{}`", string::encode(word)),
        );
    }
    let usual = word.to_ascii_lowercase().replace('_', "-");
    if is_name(&usual) {
        return fail(
            format!("{shown} is not a name: names use lower case and `-`"),
            format!("write {}", quoted(&usual)),
        );
    }
    fail(
        format!("expected a rule, found {shown}"),
        "a rule is a code such as `0.77`, a name such as `nim`, or a file such as `\"take.star\"`".to_owned(),
    )
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// Reads the parameters after a name. If there are none, the cursor does not move.
fn parameters(cursor: &mut Cursor<'_>) -> Result<Option<Arguments>, NotationError> {
    let mut ahead = *cursor;
    ahead.skip_space();
    if ahead.peek() != Some('{') {
        return Ok(None);
    }
    let inside = Span::new(ahead.at + 1, closing(ahead.text, ahead.at)?);
    cursor.at = inside.end + 1;
    Ok(Some(Arguments::new(&cursor.text[inside.range()], inside.start)))
}

/// Removes white space, except for one space between two words, so that texts with different meanings stay different:
/// `1 3` is not `13`. The dots of a range are not a word: `1 .. 3` becomes `1..3`.
fn without_space(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut cursor = Cursor::new(text);
    loop {
        let before = cursor.at;
        cursor.skip_space();
        let Some(c) = cursor.peek() else { return out };
        let words = out.ends_with(is_word) && is_word(c);
        let dots = out.ends_with("..") || text[cursor.at..].starts_with("..");
        if cursor.at > before && words && !dots {
            out.push(' ');
        }
        let start = cursor.at;
        cursor.at = match c {
            '"' => string::end(text, start).unwrap_or(text.len()),
            _ => start + c.len_utf8(),
        };
        out.push_str(&text[start..cursor.at]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(RuleText, usize), NotationError> {
        let mut cursor = Cursor::new(text);
        RuleText::read(&mut cursor).map(|rule| (rule, cursor.at))
    }

    #[test]
    fn each_way_to_name_a_rule_is_read() {
        let named = |name: &str, parameters| RuleKind::Named { name: name.to_owned(), parameters };
        for (text, end, kind) in [
            ("0.[3](4)", 5, RuleKind::Code("0.[3]".to_owned())),
            ("C.8", 3, RuleKind::Code("C.8".to_owned())),
            ("nim (3)", 3, named("nim", None)),
            ("dawson-kayles", 13, named("dawson-kayles", None)),
            ("subtract {1, 3}(10)", 15, named("subtract", Some(Arguments::new("1, 3", 10)))),
            ("product{a{1},b}", 15, named("product", Some(Arguments::new("a{1},b", 8)))),
            (r#""take.star"(10)"#, 11, RuleKind::File("take.star".to_owned())),
        ] {
            assert_eq!(read(text), Ok((RuleText { span: Span::new(0, end), kind }, end)), "{text}");
        }
    }

    #[test]
    fn equal_rules_have_equal_canonical_text() {
        for (text, want) in [
            ("0.77", "0.77"),
            ("nim", "nim"),
            ("subtract{}", "subtract{}"),
            ("subtract\n{ 1,\t3 , 4 }", "subtract{1,3,4}"),
            ("subtract{1 .. 3}", "subtract{1..3}"),
            ("subtract{powers : 2}", "subtract{powers:2}"),
            ("subtract{1  3}", "subtract{1 3}"),
            ("subtract{1. .3}", "subtract{1. .3}"),
            ("x{ \"a  b\" , \"\\\" \" }", "x{\"a  b\",\"\\\" \"}"),
            (r#""t\u0061ke.star""#, r#""take.star""#),
        ] {
            let canonical = read(text).unwrap().0.canonical();
            assert_eq!(canonical, want, "{text}");
            assert_eq!(read(&canonical).unwrap().0.canonical(), want, "{text}");
        }
    }

    #[test]
    fn what_is_no_rule_is_an_error_with_advice() {
        for (text, span, message, help) in [
            ("Nim(3)", 0..3, "`Nim` is not a name: names use lower case and `-`", Some("write `nim`")),
            ("CHOMP", 0..5, "`CHOMP` is not a name: names use lower case and `-`", Some("write `chomp`")),
            (
                "dawson_kayles",
                0..13,
                "`dawson_kayles` is not a name: names use lower case and `-`",
                Some("write `dawson-kayles`"),
            ),
            (".77(9)", 0..3, "expected a rule, found `.77`", Some("a code starts with a digit: `0.77`")),
            (
                "take.star",
                0..9,
                "`take.star` is neither a code nor a name",
                Some("write a file name as a string: `\"take.star\"`"),
            ),
            (
                "3x4",
                0..3,
                "expected a rule, found `3x4`",
                Some("a rule is a code such as `0.77`, a name such as `nim`, or a file such as `\"take.star\"`"),
            ),
            ("", 0..0, "expected a rule, found the end of the text", None),
            ("*3", 0..1, "expected a rule, found `*`", None),
            ("é", 0..2, "unexpected character `é`: expected a rule", None),
            (
                "“take.star”",
                0..3,
                "unexpected character `“`: expected a rule",
                Some("write a string in straight double quotes: `\"`"),
            ),
            ("subtract{1", 10..10, "expected `}` before the end: the `{` at character 9 is never closed", None),
            ("\"take", 0..1, "this string is never closed", Some("a string ends with `\"`")),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.span.range(), span, "{text}");
            assert_eq!((error.message.as_str(), error.help.as_deref()), (message, help), "{text}");
        }
    }
}
