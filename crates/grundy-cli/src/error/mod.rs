//! Why a run ended without its answer, as people and scripts are told: the failures of the session, and those of the command itself.

mod json;
mod status;
mod text;
mod visible;
mod window;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use grundy::{Bound, Done, Error};
use grundy_answers::{Kind, Limit};
use indicatif::HumanBytes;
use serde::Serialize;

pub(crate) use json::{BatchEnvelope, Envelope};
pub(crate) use visible::{is_visible, visible};

use crate::interrupt::INTERRUPTED;
use crate::output_mode::OutputMode;

/// A run, or a line of a batch, that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    what: Box<grundy_answers::Failure>,
    about: About,
}

/// What only the command knows of a failure.
#[derive(Debug)]
enum About {
    /// It is the session's.
    Answer,
    /// The whole error as the parser of the command line shows it, with styles.
    Usage(String),
    /// The output cannot be written.
    Output,
    /// The reader of our output has gone away, which is not an error.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        grundy_answers::Failure::new(kind, visible::shortened(&message.into())).into()
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.what.help = Some(visible::shortened(&help.into()).into());
        self
    }

    /// The same failure, with this advice if it has none of its own but the flag that raises a limit.
    pub(crate) fn or_help(self, help: impl Into<String>) -> Self {
        if self.what.limit.is_some() || self.what.help.is_none() { self.with_help(help) } else { self }
    }

    /// Arguments that parse and yet make no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// Arguments that do not parse: as a message and as the parser shows it.
    pub(crate) fn usage_shown(message: impl Into<String>, help: Option<String>, shown: String) -> Self {
        let mut failure = Self::usage(message);
        failure.what.help = help.map(Into::into);
        Self { about: About::Usage(shown), ..failure }
    }

    /// The same failure, with this advice if it has none.
    pub(crate) fn else_help(self, help: impl Into<String>) -> Self {
        if self.what.help.is_none() { self.with_help(help) } else { self }
    }

    /// Input that cannot be read.
    pub(crate) fn input(name: &str, error: &io::Error) -> Self {
        Self::new(Kind::Io, format!("cannot read {name}: {error}"))
    }

    /// A file that cannot be written.
    pub(crate) fn output(name: &str, error: &io::Error) -> Self {
        let failure = Self::new(Kind::Io, format!("cannot write {name}: {error}"));
        failure.with_help("a file of this name, if there was one, is unchanged")
    }

    /// What a run that was stopped says of itself.
    pub(crate) fn stopped(done: Done) -> Self {
        Error::Budget { bound: Bound::Cancel, done }.into()
    }

    /// The same failure, told of work counted otherwise, if it tells how far the work had come.
    pub(crate) fn counting(self, done: &Done) -> Self {
        Self { what: Box::new(self.what.counting(|_| done.into())), ..self }
    }

    /// The same failure, of which the message begins with what it is about.
    pub(crate) fn about(mut self, name: &str) -> Self {
        if self.what.done.is_none() {
            self.what.message = visible::shortened(&format!("{name}: {}", self.what.message));
        }
        self
    }

    /// The message alone.
    pub(crate) fn message(&self) -> &str {
        &self.what.message
    }

    /// Whether only a limit stood in the way.
    pub(crate) fn is_budget(&self) -> bool {
        self.what.is_budget()
    }

    /// Whether the output cannot be written, so that nothing that follows can be either.
    pub(crate) fn is_of_output(&self) -> bool {
        matches!(self.about, About::Output | About::ClosedPipe)
    }

    /// Whether somebody stopped the work, which is not an error.
    pub(crate) fn is_stop(&self) -> bool {
        self.what.limit == Some(Limit::Cancel)
    }

    /// Tells standard error, in the form that was asked for, and says with which status the program ends.
    pub(crate) fn report(&self, mode: OutputMode) -> ExitCode {
        if matches!(self.about, About::ClosedPipe) {
            return ExitCode::SUCCESS;
        }
        tell(mode, &Envelope::new(self), || text::render(self));
        ExitCode::from(self.status())
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        if self.is_stop() { INTERRUPTED } else { status::of(self.what.kind) }
    }

    /// What an answer that holds several failures tells of this one.
    pub(crate) fn into_data(self) -> Box<grundy_answers::Failure> {
        self.what
    }

    /// Tells standard error what went wrong while the run goes on.
    pub(crate) fn warn(&self, mode: OutputMode) {
        tell(mode, &json::Warning::new(self), || text::warning(self));
    }
}

/// Writes to standard error, in the form that was asked for.
fn tell(mode: OutputMode, object: &impl Serialize, text: impl FnOnce() -> String) {
    let stderr = io::stderr().lock();
    // If standard error cannot be written to, nobody is left to be told.
    let _ = if mode.json {
        let mut out = io::BufWriter::new(stderr);
        serde_json::to_writer(&mut out, object)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
    } else {
        AutoStream::new(stderr, mode.color).write_all(text().as_bytes())
    };
}

/// A failure of the session, with advice in terms of the command line.
impl From<grundy_answers::Failure> for Failure {
    fn from(mut what: grundy_answers::Failure) -> Self {
        what.message = visible::shortened(&what.message);
        let advice = match (what.limit, what.kind) {
            (Some(Limit::Positions), _) => Some("`--max-positions` raises the limit".to_owned()),
            (Some(Limit::Memory), _) => Some(format!("{}`--max-memory` raises the limit", least_memory(&what))),
            (Some(Limit::Time), _) => Some("`--timeout` raises the limit".to_owned()),
            (None, Kind::Cycle) => {
                Some("to allow positions to repeat, use `--loopy`: play that never ends is a draw".to_owned())
            }
            _ => None,
        };
        // Advice that says more than which limit it was stays.
        if what.help.is_none() || what.kind == Kind::Cycle {
            what.help = advice.map(Into::into).or(what.help);
        }
        what.help = what.help.map(|help| visible::shortened(&help).into());
        Self { what: Box::new(what), about: About::Answer }
    }
}

/// How much memory a table of heaps takes at least, where that is what a computation was to fill.
fn least_memory(failure: &grundy_answers::Failure) -> String {
    match failure.done.as_deref() {
        Some(done) if done.noun == "heaps" && done.goal.is_some_and(|goal| goal > 1 << 20) => {
            let goal = done.goal.unwrap_or_default();
            format!("a table of {goal} heaps takes at least {}; ", HumanBytes(goal))
        }
        _ => String::new(),
    }
}

/// A question without an answer.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        grundy_answers::Failure::from(error).into()
    }
}

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
