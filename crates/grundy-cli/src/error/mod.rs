//! Why a run ended without its answer, from whatever part of the program, as people and scripts are told.

mod json;
mod kind;
mod text;
mod visible;
mod window;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use grundy::games::ReadError;
use grundy::syntax::{NotationError, Related, Span};
use grundy::{Bound, Done, Error, graph};
use serde::Serialize;

pub(crate) use json::Envelope;
pub(crate) use kind::Kind;
pub(crate) use visible::visible;

use crate::face::Face;

/// A run, or a line of a batch, that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    message: String,
    /// What to do next.
    help: Option<String>,
    about: About,
}

/// What a failure has to show besides its message.
#[derive(Debug)]
enum About {
    Nothing,
    /// The place in a text that was given.
    Place(Box<Place>),
    /// The positions of a cycle.
    Cycle(Vec<String>),
    /// How far the work had come when it reached a bound.
    Done(Bound, Box<Done>),
    /// Input that did not come before the program was told to stop.
    Waiting,
    /// The whole error as the parser of the command line shows it, with styles.
    Usage(String),
    /// The output cannot be written.
    Output,
    /// The reader of our output has gone away, which is no error.
    ClosedPipe,
}

#[derive(Debug)]
struct Place {
    text: String,
    span: Span,
    related: Option<Related>,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: visible::shortened(message.into()), help: None, about: About::Nothing }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(visible::shortened(help.into()));
        self
    }

    /// The same failure, with this advice if it has none of its own but the flag that raises a limit.
    pub(crate) fn or_help(self, help: impl Into<String>) -> Self {
        let of_a_limit = matches!(self.about, About::Done(..));
        if of_a_limit || self.help.is_none() { self.with_help(help) } else { self }
    }

    /// Arguments that parse and yet make no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// Arguments that do not parse: as a message and as the parser shows it.
    pub(crate) fn usage_shown(message: impl Into<String>, help: Option<String>, shown: String) -> Self {
        Self { help, about: About::Usage(shown), ..Self::new(Kind::Usage, message) }
    }

    /// A game whose positions are no single integers, asked for what only sequences have.
    pub(crate) fn no_heaps(rule: &str) -> Self {
        let failure = Self::usage(format!("the positions of `{rule}` are not single integers"));
        failure.with_help("`grundy solve` values one position; this command is for games of heaps")
    }

    /// Input that cannot be read.
    pub(crate) fn input(name: &str, error: &io::Error) -> Self {
        Self::new(Kind::Io, format!("cannot read {name}: {error}"))
    }

    /// A file that cannot be written.
    pub(crate) fn output(name: &str, error: &io::Error) -> Self {
        let failure = Self::new(Kind::Io, format!("cannot write {name}: {error}"));
        failure.with_help("a file of this name, if there was one, is as it was")
    }

    /// Input that did not come before the program was told to stop.
    pub(crate) fn stopped_waiting() -> Self {
        Self { about: About::Waiting, ..Self::new(Kind::Budget, "stopped while waiting for input") }
    }

    /// A text that cannot be read as a position.
    pub(crate) fn read(error: ReadError, text: &str) -> Self {
        let at = |failure: Self, span: Span| failure.at(text, span, None);
        match error {
            ReadError::Notation(error) => Self::notation(error, text),
            ReadError::Unsupported { name, span } => {
                let failure = Self::new(Kind::Unsupported, format!("`{name}` cannot be played yet"));
                at(failure.with_help("`grundy games` lists what can be played"), span)
            }
            ReadError::File { file, span, source } => at(Self::input(&file, &source), span),
            ReadError::Graph { file, span, source } => at(Self::graph(&file, &source), span),
            ReadError::Game(error) => error.into(),
            ReadError::Rules { span, reason, .. } => at(Self::new(Kind::Rules, reason), span),
            other => Self::new(Kind::Notation, other.to_string()),
        }
    }

    /// A text that breaks the notation.
    pub(crate) fn notation(error: NotationError, text: &str) -> Self {
        let failure = Self::new(Kind::Notation, error.message);
        let failure = Self { help: error.help.map(visible::shortened), ..failure };
        failure.at(text, error.span, error.related)
    }

    /// A file that holds no graph.
    pub(crate) fn graph(file: &str, error: &graph::GraphReadError) -> Self {
        let kind = match error {
            graph::GraphReadError::Unsupported { .. } => Kind::Unsupported,
            graph::GraphReadError::Graph(_) => Kind::Overflow,
            graph::GraphReadError::Partizan { .. } => Kind::Partizan,
            _ => Kind::Notation,
        };
        let failure = Self::new(kind, format!("{file}: {error}"));
        if kind == Kind::Partizan { failure.with_help(IMPARTIAL) } else { failure }
    }

    fn at(self, text: &str, span: Span, related: Option<Related>) -> Self {
        Self { about: About::Place(Box::new(Place { text: text.to_owned(), span, related })), ..self }
    }

    /// What a run that was stopped says of itself.
    pub(crate) fn stopped(done: Done) -> Self {
        Error::Budget { bound: Bound::Cancel, done }.into()
    }

    /// The same failure, told of work counted otherwise, if it tells how far the work had come.
    pub(crate) fn counting(self, recount: impl FnOnce(Done) -> Done) -> Self {
        match self.about {
            About::Done(bound, done) => {
                let (before, done) = (done.to_string(), recount(*done));
                let message = self.message.replace(&before, &done.to_string());
                Self { message, about: About::Done(bound, Box::new(done)), ..self }
            }
            _ => self,
        }
    }

    /// Whether only a limit stood in the way.
    pub(crate) fn is_budget(&self) -> bool {
        self.kind == Kind::Budget
    }

    /// Whether the output cannot be written, so that nothing that follows can be either.
    pub(crate) fn is_of_output(&self) -> bool {
        matches!(self.about, About::Output | About::ClosedPipe)
    }

    /// The message alone.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Tells standard error, in the form that was asked for, and says with which status the program ends.
    pub(crate) fn report(&self, face: Face) -> ExitCode {
        if matches!(self.about, About::ClosedPipe) {
            return ExitCode::SUCCESS;
        }
        tell(face, &Envelope::new(self), || text::render(self));
        ExitCode::from(self.kind.status())
    }

    /// Tells standard error what went wrong while the run goes on.
    pub(crate) fn warn(&self, face: Face) {
        tell(face, &json::Warning::new(self), || text::warning(self));
    }
}

/// Writes to standard error, in the form that was asked for.
fn tell(face: Face, object: &impl Serialize, text: impl FnOnce() -> String) {
    let stderr = io::stderr().lock();
    // If standard error cannot be written to, nobody is left to be told.
    let _ = if face.json {
        let mut out = io::BufWriter::new(stderr);
        serde_json::to_writer(&mut out, object)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
    } else {
        AutoStream::new(stderr, face.color).write_all(text().as_bytes())
    };
}

/// What a partizan game lacks.
const IMPARTIAL: &str = "both players must have the same options for this theory to apply";

/// Output that cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let failure = Self::new(Kind::Io, format!("cannot write the output: {error}"));
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { about: About::ClosedPipe, ..failure },
            _ => Self { about: About::Output, ..failure },
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

/// A question without an answer.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Cycle(cycle) => {
                let failure = Self::new(Kind::Cycle, message)
                    .with_help("if this is meant, `--loopy` takes play that never ends for a draw");
                Self { about: About::Cycle(cycle.positions), ..failure }
            }
            Error::Budget { bound, done } => {
                let failure = Self::new(Kind::Budget, message);
                let failure = match bound {
                    Bound::Positions => failure.with_help("`--max-positions` raises the limit"),
                    Bound::Bytes => failure.with_help("`--max-memory` raises the limit"),
                    Bound::Time => failure.with_help("`--timeout` raises the limit"),
                    Bound::Cancel => failure,
                };
                Self { about: About::Done(bound, Box::new(done)), ..failure }
            }
            Error::Overflow(_) => Self::new(Kind::Overflow, message),
            Error::Rules { .. } => Self::new(Kind::Rules, message),
            Error::Partizan { .. } => Self::new(Kind::Partizan, message).with_help(IMPARTIAL),
            _ => Self::new(Kind::Unsupported, message),
        }
    }
}
