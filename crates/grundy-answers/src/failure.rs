//! Why a question has no answer, as data.

use std::fmt;

use grundy::games::ReadError;
use grundy::syntax::NotationError;
use grundy::{Bound, Done, Error, graph};
use serde::{Deserialize, Serialize};

/// Why a question has no answer. Fields appear in JSON where they apply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failure {
    /// What went wrong, for programs.
    pub kind: Kind,
    /// What went wrong, for people: one sentence.
    pub message: String,
    /// Where in the text that was given, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// A second place in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related: Option<Box<Place>>,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Box<str>>,
    /// The positions of a cycle: each leads to the next, the last one to the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Box<[String]>>,
    /// The limit that was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// How far the work had come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Box<Progress>>,
    /// The text that `span` is a place in.
    #[serde(skip)]
    pub text: Option<Box<str>>,
}

/// What went wrong, by the names that programs can rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// A text is not a position or rule.
    Notation,
    /// The question makes no sense.
    Usage,
    /// A position can recur, so play need not end.
    Cycle,
    /// The players have different moves.
    Partizan,
    /// A limit was reached, or somebody stopped the work.
    Budget,
    /// A number is too large.
    Overflow,
    /// Something cannot be read or written.
    Io,
    /// The rules of a game fail.
    Rules,
    /// This version cannot do that.
    Unsupported,
    /// A defect of this program.
    Internal,
}

/// A limit on what an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Limit {
    /// The number of heaps that the question asks about.
    Heaps,
    /// The number of positions that may be expanded.
    Positions,
    /// Memory.
    Memory,
    /// Time.
    Time,
    /// Somebody asked the computation to stop.
    Cancel,
}

/// A place in a text, in bytes: from `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// A second place in a text, with what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// What is there.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// How far a computation came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// What is counted: `positions`, `heaps`, `vertices`.
    pub noun: String,
    /// How many of them are done.
    pub count: u64,
    /// How many there are, if that is known.
    pub goal: Option<u64>,
    /// Time since the computation began.
    pub seconds: f64,
    /// Bytes that its tables hold.
    pub bytes: u64,
}

impl Failure {
    /// A failure of this kind, told in one sentence.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            span: None,
            related: None,
            help: None,
            cycle: None,
            limit: None,
            done: None,
            text: None,
        }
    }

    /// The same failure with advice.
    #[must_use]
    pub fn with_help(self, help: impl Into<Box<str>>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The same failure at a place of a text.
    #[must_use]
    pub fn at(self, text: &str, span: grundy::syntax::Span) -> Self {
        Self { span: Some(span.into()), text: Some(text.into()), ..self }
    }

    /// A text that breaks the notation.
    pub fn notation(error: NotationError, text: &str) -> Self {
        let related =
            error.related.map(|related| Box::new(Place { message: related.message, span: related.span.into() }));
        Self {
            related,
            help: error.help.map(Into::into),
            ..Self::new(Kind::Notation, error.message).at(text, error.span)
        }
    }

    /// A text that cannot be read as a position or a rule.
    pub fn read(error: ReadError, text: &str) -> Self {
        let message = error.to_string();
        match error {
            ReadError::Notation(error) => Self::notation(error, text),
            ReadError::Unsupported { name, span, help } => {
                Self::new(Kind::Unsupported, format!("`{name}` cannot be played yet"))
                    .with_help(help.unwrap_or("`grundy games` lists what can be played"))
                    .at(text, span)
            }
            ReadError::Partizan { span, help, .. } => {
                let failure = Self::new(Kind::Partizan, message);
                failure.with_help(help.unwrap_or(IMPARTIAL)).at(text, span)
            }
            ReadError::File { file, span, source } => {
                Self::new(Kind::Io, format!("cannot read {file}: {source}")).at(text, span)
            }
            ReadError::Graph { file, span, source } => Self::graph(&file, &source).at(text, span),
            ReadError::Game(error) => error.into(),
            ReadError::Rules { span, reason, .. } => Self::new(Kind::Rules, reason).at(text, span),
            _ => Self::new(Kind::Notation, message),
        }
    }

    /// A file that does not hold a graph.
    pub fn graph(file: &str, error: &graph::GraphReadError) -> Self {
        let kind = match error {
            graph::GraphReadError::Unsupported { .. } => Kind::Unsupported,
            graph::GraphReadError::Graph(_) => Kind::Overflow,
            graph::GraphReadError::Partizan { .. } => Kind::Partizan,
            _ => Kind::Notation,
        };
        let failure = Self::new(kind, format!("{file}: {error}"));
        match error {
            graph::GraphReadError::Partizan { .. } => failure.with_help(IMPARTIAL),
            graph::GraphReadError::Words { .. } => {
                failure.with_help("a vertex with several options can be written `a: b c`")
            }
            graph::GraphReadError::Unclear { formats, .. } => failure.with_help(which(formats)),
            _ => failure,
        }
    }

    /// A game whose positions are not single integers, asked about as if they were.
    pub(crate) fn no_heaps(rule: &str) -> Self {
        Self::new(Kind::Usage, format!("the positions of `{rule}` are not single integers"))
            .with_help("`solve` values one position; this question is for games of heaps")
    }

    /// Whether only a limit stood in the way.
    #[must_use]
    pub fn is_budget(&self) -> bool {
        self.kind == Kind::Budget
    }

    /// The same failure, told of work that is counted otherwise, if it tells how far the work had come.
    #[must_use]
    pub fn counting(mut self, recount: impl FnOnce(Progress) -> Progress) -> Self {
        if let Some(done) = self.done.take() {
            let before = done.to_string();
            let done = recount(*done);
            self.message = self.message.replace(&before, &done.to_string());
            self.done = Some(Box::new(done));
        }
        self
    }
}

/// What a partizan game lacks.
const IMPARTIAL: &str = "both players must have the same options for this theory to apply";

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Cycle(cycle) => Self {
                cycle: Some(cycle.positions.into()),
                ..Self::new(Kind::Cycle, message).with_help("to allow positions to repeat, ask with `loopy`")
            },
            Error::Budget { bound, done } => Self {
                limit: Some(bound.into()),
                done: Some(Box::new((&done).into())),
                ..Self::new(Kind::Budget, message)
            },
            Error::Overflow(_) => Self::new(Kind::Overflow, message),
            Error::Rules { .. } => Self::new(Kind::Rules, message),
            Error::Partizan { .. } => Self::new(Kind::Partizan, message).with_help(IMPARTIAL),
            _ => Self::new(Kind::Unsupported, message),
        }
    }
}

impl From<Bound> for Limit {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Positions => Self::Positions,
            Bound::Bytes => Self::Memory,
            Bound::Time => Self::Time,
            Bound::Cancel => Self::Cancel,
        }
    }
}

impl Limit {
    /// The limit that ended a search which came to no proof: without an error all heaps that were asked for were computed.
    pub(crate) const fn of(stopped: Option<&Error>) -> Self {
        match stopped {
            Some(Error::Budget { bound: Bound::Positions, .. }) => Self::Positions,
            Some(Error::Budget { bound: Bound::Bytes, .. }) => Self::Memory,
            Some(Error::Budget { bound: Bound::Time, .. }) => Self::Time,
            Some(Error::Budget { bound: Bound::Cancel, .. }) => Self::Cancel,
            _ => Self::Heaps,
        }
    }
}

impl From<grundy::syntax::Span> for Span {
    fn from(span: grundy::syntax::Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

impl From<&Done> for Progress {
    fn from(done: &Done) -> Self {
        let &Done { noun, count, goal, elapsed, bytes } = done;
        Self { noun: noun.to_owned(), count, goal, seconds: elapsed.as_secs_f64(), bytes }
    }
}

/// `40 of 100 heaps in 1.2 s`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count)?;
        if let Some(goal) = self.goal {
            write!(f, " of {goal}")?;
        }
        write!(f, " {} in {:.1} s", self.noun, self.seconds)
    }
}
/// How to say which of several formats is meant.
fn which(formats: &[graph::Format]) -> String {
    let names = |formats: &[graph::Format], dot: &str| {
        formats.iter().map(|format| format!("`{dot}{}`", format.name())).collect::<Vec<_>>().join(" or ")
    };
    let ends_so = |&format: &graph::Format| graph::Format::of_name(&format!("x.{}", format.name())) == Some(format);
    let endings: Vec<_> = formats.iter().copied().filter(ends_so).collect();
    let (asked, endings) = (names(formats, ""), names(&endings, "."));
    format!("`grundy graph --input-format` says which is meant, {asked}, and so does the ending of a file, {endings}")
}
