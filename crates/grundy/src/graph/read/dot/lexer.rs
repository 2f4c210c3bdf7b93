//! The words of DOT.
//!
//! Source: the DOT language, graphviz.org/doc/info/lang.html.

use std::borrow::Cow;

use crate::graph::GraphReadError;

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, a number, a text in quotes or in angle brackets; a keyword is a name.
    Id(Cow<'a, str>),
    /// `graph`, `digraph`, `subgraph`, `node`, `edge` or `strict`, in any case and not in quotes.
    Keyword(Keyword),
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// One of `{}[];,=:`.
    Sign(u8),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Graph,
    Digraph,
    Subgraph,
    Node,
    Edge,
    Strict,
}

const KEYWORDS: [(&str, Keyword); 6] = [
    ("graph", Keyword::Graph),
    ("digraph", Keyword::Digraph),
    ("subgraph", Keyword::Subgraph),
    ("node", Keyword::Node),
    ("edge", Keyword::Edge),
    ("strict", Keyword::Strict),
];

/// Reads a text word by word.
pub(super) struct Lexer<'a> {
    text: &'a str,
    place: usize,
    /// The line of a place that has been passed, and that place: lines are counted only when they are asked for.
    line: (usize, usize),
    /// Where the last word begins.
    start: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, place: 0, line: (1, 0), start: 0 }
    }

    /// How many bytes have been read.
    pub(super) const fn place(&self) -> usize {
        self.place
    }

    /// The line of the last word.
    pub(super) fn line(&mut self) -> usize {
        let (line, counted) = self.line;
        // A text in quotes that goes on after a `+` begins before what has been counted.
        if self.start > counted {
            let more = self.text.as_bytes()[counted..self.start].iter().filter(|&&byte| byte == b'\n').count();
            self.line = (line + more, self.start);
        }
        self.line.0
    }

    /// An error on the line of the last word.
    pub(super) fn error(&mut self, message: impl Into<String>) -> GraphReadError {
        GraphReadError::Malformed { line: self.line(), message: message.into() }
    }

    /// The next word.
    pub(super) fn next(&mut self) -> Result<Token<'a>, GraphReadError> {
        self.skip_blanks()?;
        self.start = self.place;
        let rest = &self.text.as_bytes()[self.place..];
        match *rest {
            [] => Ok(Token::End),
            [b'-', b'>', ..] => Ok(self.advance(2, Token::Arrow)),
            [b'-', b'-', ..] => Ok(self.advance(2, Token::Line)),
            [sign @ (b'{' | b'}' | b'[' | b']' | b';' | b',' | b'=' | b':'), ..] => {
                Ok(self.advance(1, Token::Sign(sign)))
            }
            [b'"', ..] => Ok(Token::Id(self.quoted()?)),
            [b'<', ..] => Ok(Token::Id(self.bracketed()?.into())),
            [b'0'..=b'9' | b'.' | b'-', ..] => Ok(Token::Id(self.numeral()?.into())),
            _ => self.word(),
        }
    }

    fn advance(&mut self, length: usize, token: Token<'a>) -> Token<'a> {
        self.place += length;
        token
    }

    fn skip_blanks(&mut self) -> Result<(), GraphReadError> {
        loop {
            let rest = &self.text.as_bytes()[self.place..];
            let length = match *rest {
                [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => 1,
                [b'#', ..] | [b'/', b'/', ..] => {
                    rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1)
                }
                [b'/', b'*', ..] => match rest[2..].windows(2).position(|pair| pair == b"*/") {
                    Some(length) => length + 4,
                    None => {
                        self.start = self.place;
                        return Err(self.error("the comment that begins here is not closed by `*/`"));
                    }
                },
                _ => return Ok(()),
            };
            self.place += length;
        }
    }

    fn word(&mut self) -> Result<Token<'a>, GraphReadError> {
        let rest = &self.text[self.place..];
        let in_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
        let length = rest.bytes().position(|byte| !in_word(byte)).unwrap_or(rest.len());
        if length == 0 {
            let found = rest.chars().next().unwrap_or_default();
            return Err(
                self.error(format!("`{}` is not part of DOT; names with it stand in quotes", found.escape_default()))
            );
        }
        self.place += length;
        let word = &rest[..length];
        // The longest keyword has eight letters.
        let keyword = KEYWORDS.iter().find(|(text, _)| length <= 8 && text.eq_ignore_ascii_case(word));
        Ok(keyword.map_or_else(|| Token::Id(word.into()), |&(_, keyword)| Token::Keyword(keyword)))
    }

    /// `-1`, `2`, `.5` or `2.5`.
    fn numeral(&mut self) -> Result<&'a str, GraphReadError> {
        let rest = &self.text[self.place..];
        let bytes = rest.as_bytes();
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(bytes[0] == b'-');
        let whole = digits(sign);
        let mut length = sign + whole;
        if bytes.get(length) == Some(&b'.') {
            let part = digits(length + 1);
            length += usize::from(whole + part > 0) + part;
        }
        let ended =
            bytes.get(length).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_' && byte.is_ascii());
        if length == sign || !ended {
            return Err(self.error("expected a number such as -2.5; a name that begins so stands in quotes"));
        }
        self.place += length;
        Ok(&rest[..length])
    }

    /// A text in quotes, or several joined by `+`.
    fn quoted(&mut self) -> Result<Cow<'a, str>, GraphReadError> {
        let mut text = self.one_quoted()?;
        loop {
            let end = self.place;
            self.skip_blanks()?;
            if !self.text[self.place..].starts_with('+') {
                // What was skipped is skipped again: the line is that of the next word then.
                self.place = end;
                return Ok(text);
            }
            self.place += 1;
            self.skip_blanks()?;
            if !self.text[self.place..].starts_with('"') {
                return Err(self.error("expected a text in quotes after `+`"));
            }
            let more = self.one_quoted()?;
            text.to_mut().push_str(&more);
        }
    }

    /// One text in quotes. Only `\"` stands for something else, and a backslash before the end of a line for nothing.
    fn one_quoted(&mut self) -> Result<Cow<'a, str>, GraphReadError> {
        let rest = &self.text[self.place + 1..];
        let bytes = rest.as_bytes();
        let mut text = Cow::Borrowed("");
        // What has been read and is not in the text yet.
        let (mut start, mut place) = (0, 0);
        loop {
            match bytes[place..] {
                [] => return Err(self.error("the text that begins here is not closed by `\"`")),
                [b'"', ..] => break,
                [b'\\', b'"', ..] => {
                    text.to_mut().push_str(&rest[start..place]);
                    start = place + 1;
                    place += 2;
                }
                [b'\\', b'\n', ..] => {
                    text.to_mut().push_str(&rest[start..place]);
                    place += 2;
                    start = place;
                }
                [b'\\', b'\\', ..] => place += 2,
                _ => place += 1,
            }
        }
        self.place += place + 2;
        if start == 0 && text.is_empty() {
            return Ok(Cow::Borrowed(&rest[..place]));
        }
        text.to_mut().push_str(&rest[start..place]);
        Ok(text)
    }

    /// What stands in angle brackets, which may hold others.
    fn bracketed(&mut self) -> Result<&'a str, GraphReadError> {
        let rest = &self.text[self.place..];
        let mut depth = 0_usize;
        for (place, byte) in rest.bytes().enumerate() {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.place += place + 1;
                return Ok(&rest[1..place]);
            }
        }
        Err(self.error("the text that begins here is not closed by `>`"))
    }
}
