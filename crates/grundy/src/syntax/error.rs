//! Places in a text, and errors that refer to them.

use std::ops::Range;

/// A part of a text in byte offsets, from `start` up to but not including `end`. Both lie on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to but not including `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty place before the byte at `offset`.
    #[must_use]
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The span from the start of this one to the end of `last`.
    #[must_use]
    pub const fn to(self, last: Self) -> Self {
        Self::new(self.start, last.end)
    }

    /// The number of bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span is empty, a place between two characters.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The span as a range, for indexing a `str`.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The part of `text` at this span; `None` if the span does not fit the text.
    #[must_use]
    pub fn slice(self, text: &str) -> Option<&str> {
        text.get(self.range())
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

/// A text that cannot be read or has no meaning: what is wrong, where, and what to write instead.
///
/// The message is complete without the other fields. A front end that can show the text marks the spans in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct NotationError {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where it is wrong.
    pub span: Span,
    /// What to write instead, if there is a suggestion.
    pub help: Option<String>,
    /// A related place, such as the bracket that is never closed.
    pub related: Option<Related>,
}

/// A related place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// How it is related to the error.
    pub message: String,
}

impl NotationError {
    /// An error with this message at `span`.
    #[must_use]
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { message: message.into(), span, help: None, related: None }
    }

    /// The same error with a suggestion.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error with a related place.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related = Some(Related { span, message: message.into() });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_names_a_piece_of_its_text() {
        let span = Span::new(4, 5).to(Span::new(6, 8));
        assert_eq!((span, span.len(), span.slice("nim(3, 4)")), (Span::new(4, 8), 4, Some("3, 4")));
        assert_eq!(span.slice("nim"), None);
        assert_eq!(Span::new(1, 2).slice("é"), None);
        assert!(Span::at(3).is_empty());
        assert_eq!(Range::from(Span::at(3)), 3..3);
    }

    #[test]
    fn an_error_is_shown_as_its_message() {
        let error = NotationError::new(Span::at(0), "no").with_help("yes").with_related(Span::at(1), "here");
        assert_eq!(error.to_string(), "no");
        assert_eq!(error.help.as_deref(), Some("yes"));
        assert_eq!(error.related, Some(Related { span: Span::at(1), message: "here".to_owned() }));
    }
}
