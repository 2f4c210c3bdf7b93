//! What goes wrong in a rule file, with its line.

use std::fmt;

use grundy::{Bound, Done, Error};

use crate::bounds::Bounds;

/// The bound that ended a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Steps,
    Memory,
    /// A limit of the question that the call was made for.
    Limit(Bound),
}

/// Why a call has no answer.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The file is wrong, at this line if that is known.
    Rules { line: Option<usize>, message: String },
    /// The players have different options: how they differ.
    Partizan(String),
    /// A limit of the question was reached: the time is over, or it was cancelled.
    Stopped(Bound),
}

impl Fault {
    pub(crate) fn rules(line: Option<usize>, message: impl Into<String>) -> Self {
        Self::Rules { line, message: message.into() }
    }

    /// What the interpreter says, in terms of the file.
    pub(crate) fn of(error: &starlark::Error, stop: Option<Stop>, bounds: &Bounds) -> Self {
        let line = error.span().map(|span| span.resolve_span().begin.line + 1);
        let message = match stop {
            Some(Stop::Limit(bound)) => return Self::Stopped(bound),
            Some(Stop::Steps) => format!("one call took more than {} steps", bounds.steps),
            Some(Stop::Memory) => format!("one call took more than {} of memory", Bytes(bounds.bytes)),
            None if matches!(error.kind(), starlark::ErrorKind::StackOverflow(_)) => {
                format!("functions call each other more than {} deep", bounds.depth)
            }
            None => sentence(error),
        };
        Self::Rules { line, message }
    }

    /// The same fault, at this line if it has none.
    pub(crate) fn or_line(self, other: Option<usize>) -> Self {
        match self {
            Self::Rules { line, message } => Self::Rules { line: line.or(other), message },
            fault => fault,
        }
    }

    /// The error of the library, about the position that `show` writes.
    pub(crate) fn into_error(self, file: &str, done: Done, show: impl FnOnce() -> String) -> Error {
        match self {
            Self::Rules { line, message } => {
                Error::Rules { position: Some(show()), reason: located(file, line, &message) }
            }
            Self::Partizan(reason) => Error::Partizan { position: show(), reason },
            Self::Stopped(bound) => Error::Budget { bound, done },
        }
    }

    /// The message with the place in the file, for a call that was about no position.
    pub(crate) fn located(&self, file: &str) -> String {
        match self {
            Self::Rules { line, message } => located(file, *line, message),
            Self::Partizan(reason) => format!("{file}: {reason}"),
            Self::Stopped(Bound::Time) => format!("{file}: the time limit was reached"),
            Self::Stopped(_) => format!("{file}: stopped"),
        }
    }
}

fn located(file: &str, line: Option<usize>, message: &str) -> String {
    match line {
        Some(line) => format!("{file}:{line}: {message}"),
        None => format!("{file}: {message}"),
    }
}

/// The longest message that is passed on: a rule file may fail with a text of megabytes.
const LONGEST: usize = 400;

/// The interpreter's message on one line, without the name of its kind.
pub(crate) fn sentence(error: &starlark::Error) -> String {
    let text = error.without_diagnostic().to_string();
    let text = text.strip_prefix("fail: ").or_else(|| text.strip_prefix("Parse error: ")).unwrap_or(&text);
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(cut);
        line.push('…');
    }
    if let Some(help) = missing(&line) {
        line.push_str("; ");
        line.push_str(help);
    }
    line
}

/// Advice for what Python has and Starlark does not.
fn missing(message: &str) -> Option<&'static str> {
    if message == "Immutable" {
        return Some("tuples and what stands outside functions cannot be changed, so that no call depends on another");
    }
    let word = |word: &str| message.contains(&format!("`{word}`"));
    if word("while") {
        return Some("Starlark has no `while`: write `for _ in range(n):` with a `break`");
    }
    if ["import", "class", "try", "with", "is", "global", "nonlocal", "yield", "raise"].into_iter().any(word) {
        return Some("rule files are Starlark: functions, `if`, `for` and expressions of Python, nothing else");
    }
    None
}

/// A number of bytes as people read it.
pub(crate) struct Bytes(pub(crate) usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n >= 1 << 30 && n % (1 << 30) == 0 => write!(f, "{} GiB", n >> 30),
            n if n >= 1 << 20 => write!(f, "{} MiB", n >> 20),
            n => write!(f, "{n} bytes"),
        }
    }
}
