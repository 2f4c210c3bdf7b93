//! A cursor in a text.

use super::character::{advice, is_known, is_word, quoted};
use super::{NotationError, Span};

/// A text and the offset up to which it has been read; `at` is always on a character boundary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The place of the next character; an empty span at the end of the text.
    pub(super) fn here(&self) -> Span {
        Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    /// Moves past white space.
    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Moves past the longest run of word characters and returns it.
    pub(super) fn take_word(&mut self) -> &'a str {
        self.take_while(is_word)
    }

    /// Moves past a word that may be an integer, also a power such as `10^18`, and returns it.
    pub(super) fn take_integer(&mut self) -> &'a str {
        let start = self.at;
        self.take_word();
        if self.at > start && self.peek() == Some('^') {
            self.at += 1;
            self.take_word();
        }
        &self.text[start..self.at]
    }

    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !holds(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// The error for a next character that is not `expected`.
    pub(super) fn unexpected(&self, expected: &str) -> NotationError {
        let Some(c) = self.peek() else {
            return NotationError::new(self.here(), format!("expected {expected}, found the end of the text"));
        };
        let shown = quoted(c.encode_utf8(&mut [0; 4]));
        if is_known(c) {
            return NotationError::new(self.here(), format!("expected {expected}, found {shown}"));
        }
        let error = NotationError::new(self.here(), format!("unexpected character {shown}: expected {expected}"));
        match advice(c) {
            Some(advice) => error.with_help(advice),
            None => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_space_are_passed_over_whole() {
        let mut cursor = Cursor::new("\u{a0}\t dawson-kayles (é");
        cursor.skip_space();
        assert_eq!(cursor.take_word(), "dawson-kayles");
        cursor.skip_space();
        assert_eq!((cursor.peek(), cursor.take_word()), (Some('('), ""));
        cursor.at += 1;
        assert_eq!(cursor.here().len(), 2);
        assert_eq!(cursor.unexpected("a term").message, "unexpected character `é`: expected a term");
        cursor.at += 2;
        assert_eq!(cursor.here(), Span::at(cursor.text.len()));
        assert_eq!(cursor.unexpected("a term").message, "expected a term, found the end of the text");
    }
}
