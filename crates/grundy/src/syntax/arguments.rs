//! The arguments of a component, and the readers that rules share.

use std::borrow::Cow;

use super::character::{is_word, quoted};
use super::{NotationError, Span, integer, string};

/// The text between the brackets of a component, or between the braces of a rule's parameters.
///
/// Each rule reads its own arguments, usually with [`items`](Self::items) or [`integers`](Self::integers). Errors refer
/// to places in the text that the arguments were taken from.
///
/// # Examples
/// ```
/// use grundy::syntax::{Arguments, Span};
/// let arguments = Arguments::new("\"moves.dot\", a, 7", 6);     // taken from: graph("moves.dot", a, 7)
/// let items = arguments.items()?;
/// assert_eq!(items[0].string()?, "moves.dot");
/// assert_eq!(items[1].word()?, "a");
/// assert_eq!(items[2].integer()?, 7);
/// assert_eq!(items[2].span(), Span::new(22, 23));
/// # Ok::<(), grundy::syntax::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments {
    text: String,
    start: usize,
}

impl Arguments {
    /// Arguments with this text, which starts at offset `start` of the text they are taken from.
    #[must_use]
    pub fn new(text: impl Into<String>, start: usize) -> Self {
        Self { text: text.into(), start }
    }

    /// The text exactly as written, including white space.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place between the brackets, including white space.
    #[must_use]
    pub const fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// The arguments between semicolons, each with its place; without a semicolon these arguments themselves. Semicolons inside
    /// strings and brackets do not count.
    ///
    /// # Errors
    /// If nothing stands before, between or after semicolons.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::Arguments;
    /// let arguments = Arguments::new("1, 2; 4", 4);
    /// let parts = arguments.components()?;
    /// assert_eq!((parts.len(), parts[1].text(), parts[1].span().start), (2, " 4", 9));
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    pub fn components(&self) -> Result<Vec<Self>, NotationError> {
        let whole = Item { text: &self.text, start: self.start };
        let (mut parts, mut from) = (Vec::new(), 0);
        let mut push = |from: usize, to: usize, semicolon: usize, side: &str| {
            let text = &self.text[from..to];
            if text.trim_start().is_empty() {
                let span = Span::new(self.start + semicolon, self.start + semicolon + 1);
                return Err(NotationError::new(span, format!("a component is missing {side} this `;`")));
            }
            parts.push(Self::new(text, self.start + from));
            Ok(())
        };
        while let Some(semicolon) = whole.find(";", from)? {
            push(from, semicolon, semicolon, "before")?;
            from = semicolon + 1;
        }
        if from == 0 {
            return Ok(vec![self.clone()]);
        }
        push(from, self.text.len(), from - 1, "after")?;
        Ok(parts)
    }

    /// All arguments as one item, for an argument that extends to the closing bracket, such as a graph.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::Arguments;
    /// let arguments = Arguments::new("edges:0-1, 1-2", 0);
    /// let (kind, list) = arguments.whole().split_once(":")?.expect("there is a colon");
    /// assert_eq!(kind.text(), "edges");
    /// assert_eq!(list.items()?[1].text(), "1-2");
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    #[must_use]
    pub fn whole(&self) -> Item<'_> {
        Item::trimmed(&self.text, self.start)
    }

    /// The items between commas; see [`Item::items`].
    ///
    /// # Errors
    /// If an item is empty, as in `1,,2` or `1,`.
    pub fn items(&self) -> Result<Vec<Item<'_>>, NotationError> {
        self.whole().items()
    }

    /// The items between commas where each is a number or a range of numbers. A comma separates numbers, never the digits of one.
    ///
    /// # Errors
    /// If an item is empty, or if a comma stands in a number, as in `1,000`, for no number is written `000`.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::Arguments;
    /// assert_eq!(Arguments::new("1,200", 0).numbers()?.len(), 2);
    /// let error = Arguments::new("1,000", 0).numbers().unwrap_err();
    /// assert_eq!(error.help.as_deref(), Some("write `1_000` for one number, `1, 0` for several"));
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    pub fn numbers(&self) -> Result<Vec<Item<'_>>, NotationError> {
        let items = self.items()?;
        match split_number(&items) {
            Some(error) => Err(error),
            None => Ok(items),
        }
    }

    /// The items between commas as integers, with their places.
    ///
    /// # Errors
    /// As for [`numbers`](Self::numbers), and if an item is not an integer from 0 to 2^64-1.
    pub fn integers(&self) -> Result<Vec<(u64, Span)>, NotationError> {
        self.numbers()?.into_iter().map(|item| Ok((item.integer()?, item.span()))).collect()
    }
}

/// The error for the digits of one number that commas have separated, if it is certain that they are of one.
fn split_number(items: &[Item<'_>]) -> Option<NotationError> {
    let goes_on = |last: &Item<'_>, next: &Item<'_>| last.span().end + 1 == next.start && integer::is_group(next.text);
    let mut first = 0;
    while first < items.len() {
        let more = items[first..].windows(2).take_while(|pair| goes_on(&pair[0], &pair[1])).count();
        let groups = &items[first..=first + more];
        if integer::begins_groups(groups[0].text) && groups[1..].iter().any(|group| group.text.starts_with('0')) {
            let joined = groups.iter().map(Item::text).collect::<Vec<_>>().join("_");
            let several = groups.iter().map(|group| group.integer().map(|value| value.to_string()));
            let several = several.collect::<Result<Vec<_>, _>>().ok()?.join(", ");
            let span = groups[0].span().to(groups[more].span());
            let error = NotationError::new(span, "a comma separates two numbers, not the digits of one");
            let help = format!("write {} for one number, {} for several", quoted(&joined), quoted(&several));
            return Some(error.with_help(help));
        }
        first += more + 1;
    }
    None
}

/// A part of some arguments, without surrounding white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Item<'a> {
    /// The item with this text at offset `start`, without surrounding white space.
    fn trimmed(text: &'a str, start: usize) -> Self {
        let from_first = text.trim_start();
        Self { text: from_first.trim_end(), start: start + text.len() - from_first.len() }
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The place; an empty span if the item is empty.
    #[must_use]
    pub const fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Whether the item is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether the item starts with a string.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.text.starts_with('"')
    }

    /// The items between commas. Commas inside strings and brackets do not count. An empty text has no items.
    ///
    /// # Errors
    /// If an item is empty, as in `1,,2` or `1,`.
    ///
    /// # Complexity
    /// Time O(length of the text).
    pub fn items(&self) -> Result<Vec<Self>, NotationError> {
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let mut items = Vec::new();
        let mut from = 0;
        while let Some(comma) = self.find(",", from)? {
            let item = Self::trimmed(&self.text[from..comma], self.start + from);
            if item.is_empty() {
                let span = Span::new(self.start + comma, self.start + comma + 1);
                return Err(NotationError::new(span, "an argument is missing before this `,`"));
            }
            items.push(item);
            from = comma + 1;
        }
        let last = Self::trimmed(&self.text[from..], self.start + from);
        if last.is_empty() {
            let span = Span::new(self.start + from - 1, self.start + from);
            return Err(NotationError::new(span, "an argument is missing after this `,`"));
        }
        items.push(last);
        Ok(items)
    }

    /// The parts before and after the first `separator` outside strings and brackets: the two numbers of `3:5` or
    /// `3x4`, the two ends of `1-2`. `None` if there is no separator. Either part may be empty.
    ///
    /// # Errors
    /// If a string is malformed; this cannot happen inside brackets that have been parsed.
    pub fn split_once(&self, separator: &str) -> Result<Option<(Self, Self)>, NotationError> {
        Ok(self.find(separator, 0)?.map(|at| {
            let after = at + separator.len();
            (Self::trimmed(&self.text[..at], self.start), Self::trimmed(&self.text[after..], self.start + after))
        }))
    }

    /// The first place at or after offset `from` of this item where `separator` is outside strings and brackets.
    fn find(&self, separator: &str, from: usize) -> Result<Option<usize>, NotationError> {
        let mut depth = 0_usize;
        let mut at = from;
        while let Some(c) = self.text[at..].chars().next() {
            if depth == 0 && self.text[at..].starts_with(separator) {
                return Ok(Some(at));
            }
            match c {
                '"' => {
                    at = string::end(self.text, at).map_err(|error| self.shifted(error))?;
                    continue;
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += c.len_utf8();
        }
        Ok(None)
    }

    /// The item as an integer.
    ///
    /// # Errors
    /// If it is negative, above 2^64-1, a fraction, or not a number.
    pub fn integer(&self) -> Result<u64, NotationError> {
        integer::read(self.text, self.span())
    }

    /// The range `lo..hi` with both ends included, or a single integer, which is both `lo` and `hi`.
    ///
    /// # Errors
    /// If an end is not an [`integer`](Self::integer), or if `lo` is above `hi`.
    ///
    /// # Examples
    /// ```
    /// use grundy::syntax::Arguments;
    /// let arguments = Arguments::new("1..3, 7", 0);
    /// let ranges: Result<Vec<_>, _> = arguments.items()?.iter().map(|item| item.range()).collect();
    /// assert_eq!(ranges?, [(1, 3), (7, 7)]);
    /// # Ok::<(), grundy::syntax::NotationError>(())
    /// ```
    pub fn range(&self) -> Result<(u64, u64), NotationError> {
        let Some((first, last)) = self.split_once("..")? else {
            let only = self.integer()?;
            return Ok((only, only));
        };
        let (lo, hi) = (first.integer()?, last.integer()?);
        if lo > hi {
            return Err(NotationError::new(self.span(), format!("the range {} is empty", quoted(self.text)))
                .with_help(format!("write `{hi}..{lo}`")));
        }
        Ok((lo, hi))
    }

    /// The contents of the item as a string.
    ///
    /// # Errors
    /// If this is not a single string in double quotes.
    pub fn string(&self) -> Result<String, NotationError> {
        if !self.is_string() {
            let error = NotationError::new(self.span(), format!("expected a string, found {}", quoted(self.text)));
            return Err(
                error.with_help(format!("write a string in double quotes: {}", quoted(&string::encode(self.text))))
            );
        }
        let end = string::end(self.text, 0).map_err(|error| self.shifted(error))?;
        if end < self.text.len() {
            let rest = Self::trimmed(&self.text[end..], self.start + end);
            return Err(NotationError::new(rest.span(), format!("unexpected {} after the string", quoted(rest.text))));
        }
        string::decode(self.text, self.span())
    }

    /// The item as a word, such as the name of a vertex: letters A-Z and a-z, digits, `_`, `.` and `-`, or any string.
    ///
    /// # Errors
    /// If the item is empty or anything else.
    pub fn word(&self) -> Result<Cow<'a, str>, NotationError> {
        if self.is_string() {
            return self.string().map(Cow::Owned);
        }
        if self.is_empty() {
            return Err(NotationError::new(self.span(), "a name is missing here"));
        }
        match self.text.char_indices().find(|&(_, c)| !is_word(c)) {
            None => Ok(Cow::Borrowed(self.text)),
            Some((i, c)) => {
                let at = self.start + i;
                let shown = quoted(&self.text[i..i + c.len_utf8()]);
                let as_string = format!("write it as a string: {}", quoted(&string::encode(self.text)));
                let words: Vec<&str> = self.text.split_whitespace().collect();
                let are_words = words.len() > 1 && words.iter().all(|word| word.chars().all(is_word));
                let help = if are_words {
                    format!("write {} for several names; if it is one name, {as_string}", quoted(&words.join(", ")))
                } else {
                    as_string
                };
                let message = format!("an unquoted name cannot contain {shown}");
                Err(NotationError::new(Span::new(at, at + c.len_utf8()), message).with_help(help))
            }
        }
    }

    /// Shifts the place of an error from this item's text to the text the item was taken from.
    fn shifted(&self, mut error: NotationError) -> NotationError {
        error.span = Span::new(error.span.start + self.start, error.span.end + self.start);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only item of a text at offset 10.
    fn with_item<T>(text: &str, read: impl FnOnce(Item<'_>) -> T) -> T {
        read(Arguments::new(text, 10).whole())
    }

    fn fault<T: std::fmt::Debug>(result: Result<T, NotationError>) -> (std::ops::Range<usize>, String) {
        let error = result.unwrap_err();
        (error.span.range(), error.message)
    }

    #[test]
    fn items_are_what_stands_between_outer_commas() {
        for (text, want) in [
            ("", &[][..]),
            (" \t", &[]),
            ("3, 4", &[("3", 10, 11), ("4", 13, 14)]),
            (" 3 ,\u{a0}é ", &[("3", 11, 12), ("é", 16, 18)]),
            ("\"a,b\",c{1,2}(x,[y,z]),d", &[("\"a,b\"", 10, 15), ("c{1,2}(x,[y,z])", 16, 31), ("d", 32, 33)]),
        ] {
            let arguments = Arguments::new(text, 10);
            let items = arguments.items().unwrap();
            let found: Vec<_> = items.iter().map(|i| (i.text(), i.span().start, i.span().end)).collect();
            assert_eq!(found, want, "{text}");
        }
    }

    #[test]
    fn an_empty_piece_is_an_error() {
        for (text, span, side) in [
            ("1,,2", 12..13, "before"),
            (",", 10..11, "before"),
            ("1, ", 11..12, "after"),
            ("1, 2 , ", 15..16, "after"),
        ] {
            let (at, message) = fault(Arguments::new(text, 10).items());
            assert_eq!((at, message), (span, format!("an argument is missing {side} this `,`")), "{text}");
        }
    }

    #[test]
    fn integers_come_with_their_places() {
        let integers = Arguments::new("5, 18446744073709551615", 4).integers().unwrap();
        assert_eq!(integers, [(5, Span::new(4, 5)), (u64::MAX, Span::new(7, 27))]);
        assert_eq!(Arguments::new("", 4).integers(), Ok(vec![]));
        for (text, message) in [
            ("5, -3", "`-3` is negative: expected a non-negative integer"),
            ("5, 18446744073709551616", "`18446744073709551616` is too large: at most 18446744073709551615"),
            ("5, 1.5", "`1.5` is a fraction: expected an integer"),
            ("5, x", "expected an integer, found `x`"),
        ] {
            assert_eq!(fault(Arguments::new(text, 4).integers()), (7..4 + text.len(), message.to_owned()));
        }
    }

    #[test]
    fn commas_separate_numbers_and_not_their_digits() {
        let read = |text: &str| Arguments::new(text, 4).integers();
        let sizes = |text: &str| read(text).unwrap().into_iter().map(|(size, _)| size).collect::<Vec<_>>();
        assert_eq!(sizes("1,234,567"), [1, 234, 567]);
        assert_eq!(sizes("1_000_000, 10^6,1e6"), [1_000_000; 3]);
        // Two heaps, as the blank or the length of the second says.
        for text in ["1, 000", "1,00", "1,0000", "0,000", "1000,000"] {
            assert_eq!(sizes(text)[1], 0, "{text}");
        }
        for (text, span, help) in [
            ("1,000,000", 4..13, "write `1_000_000` for one number, `1, 0, 0` for several"),
            ("7, 12,345,067, 3", 7..17, "write `12_345_067` for one number, `12, 345, 67` for several"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.span.range(), error.help.as_deref()), (span, Some(help)), "{text}");
            assert_eq!(error.message, "a comma separates two numbers, not the digits of one");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(with_item("1..3", |i| i.range()), Ok((1, 3)));
        assert_eq!(with_item("1 .. 1", |i| i.range()), Ok((1, 1)));
        assert_eq!(with_item("7", |i| i.range()), Ok((7, 7)));
        for (text, span, message) in [
            ("3..1", 10..14, "the range `3..1` is empty"),
            ("3..", 13..13, "an integer is missing here"),
            ("..3", 10..10, "an integer is missing here"),
            ("1...3", 13..15, "`.3` is a fraction: expected an integer"),
            ("1..-3", 13..15, "`-3` is negative: expected a non-negative integer"),
        ] {
            assert_eq!(fault(with_item(text, |i| i.range())), (span, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn strings_are_decoded() {
        assert_eq!(with_item(r#" "a\n/b" "#, |i| i.string()).as_deref(), Ok("a\n/b"));
        for (text, span, message) in [
            ("abc", 10..13, "expected a string, found `abc`"),
            ("", 10..10, "expected a string, found ``"),
            ("\"a\" b", 14..15, "unexpected `b` after the string"),
            (" \"a", 11..12, "this string is never closed"),
            (" \"\\x\"", 12..14, "`\\x` is not a valid escape"),
            ("\"\\ud800\"", 10..18, "a `\\u` escape in this string is not a valid character"),
        ] {
            assert_eq!(fault(with_item(text, |i| i.string())), (span, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn words_are_bare_or_quoted() {
        assert_eq!(with_item("v_1.a-B", |i| i.word().map(Cow::into_owned)).as_deref(), Ok("v_1.a-B"));
        assert_eq!(with_item("\"v 1\"", |i| i.word().map(Cow::into_owned)).as_deref(), Ok("v 1"));
        assert_eq!(
            fault(with_item("vé", |i| i.word().map(Cow::into_owned))),
            (11..13, "an unquoted name cannot contain `é`".to_owned())
        );
        let error = with_item("a b", |i| i.word().unwrap_err());
        let help = "write `a, b` for several names; if it is one name, write it as a string: `\"a b\"`";
        assert_eq!(error.help.as_deref(), Some(help));
        assert_eq!(
            fault(with_item("", |i| i.word().map(Cow::into_owned))),
            (10..10, "a name is missing here".to_owned())
        );
    }

    #[test]
    fn a_separator_inside_strings_or_brackets_does_not_count() {
        with_item("\"a-b\"{-} - c-d", |item| {
            let (a, b) = item.split_once("-").unwrap().unwrap();
            assert_eq!((a.text(), b.text(), b.span()), ("\"a-b\"{-}", "c-d", Span::new(21, 24)));
            assert_eq!(item.split_once(":"), Ok(None));
        });
    }

    #[test]
    fn a_graph_may_have_no_edges() {
        with_item("edges:", |item| {
            let (kind, list) = item.split_once(":").unwrap().unwrap();
            assert_eq!((kind.text(), list.items(), list.span()), ("edges", Ok(vec![]), Span::at(16)));
        });
    }
}
