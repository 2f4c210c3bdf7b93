//! Why a text is not a rule file.

use std::fmt;

use grundy::Bound;

use crate::fault::{self, Fault};

/// Why a rule file could not be read.
///
/// It is shown as `take.star:3:7: …`, for a person.
///
/// # Examples
/// ```
/// use grundy_rules::{Bounds, RuleGame};
/// let error = RuleGame::read("take.star", "def options(n):\n    while n:\n", Bounds::default()).err().expect("an error");
/// assert_eq!((error.line, error.column), (Some(2), Some(5)));
/// assert!(error.to_string().starts_with("take.star:2:5: cannot use reserved keyword `while`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1, if the error has one.
    pub line: Option<usize>,
    /// The column, from 1, if the error has one.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// The limit of the question that ended the reading, if one did: then nothing is said about the file.
    pub bound: Option<Bound>,
}

impl std::error::Error for LoadError {}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl LoadError {
    /// What the interpreter's parser says.
    pub(crate) fn parse(file: &str, error: &starlark::Error) -> Self {
        let begin = error.span().map(|span| span.resolve_span().begin);
        Self {
            file: file.to_owned(),
            line: begin.map(|begin| begin.line + 1),
            column: begin.map(|begin| begin.column + 1),
            message: fault::sentence(error),
            bound: None,
        }
    }

    /// What went wrong when the statements of the file were run.
    pub(crate) fn of(file: &str, fault: &Fault) -> Self {
        let (line, message, bound) = match fault {
            Fault::Rules { line, message } => (*line, message.clone(), None),
            Fault::Partizan(reason) => (None, reason.clone(), None),
            Fault::Stopped(bound @ Bound::Time) => (None, "the time limit was reached".to_owned(), Some(*bound)),
            Fault::Stopped(bound) => (None, "stopped".to_owned(), Some(*bound)),
        };
        Self { file: file.to_owned(), line, column: None, message, bound }
    }
}
