//! Failures for scripts: `{"error": {"kind", "message", …}}`.

use serde::Serialize;

use super::{Failure, visible};

/// The object that stands for a failure.
#[derive(Serialize)]
pub(crate) struct Envelope<'a> {
    error: &'a grundy_answers::Failure,
}

/// The object that stands for what went wrong and does not end the run.
#[derive(Serialize)]
pub(super) struct Warning<'a> {
    warning: &'a grundy_answers::Failure,
}

impl<'a> Envelope<'a> {
    pub(crate) fn new(failure: &'a Failure) -> Self {
        Self { error: &failure.what }
    }
}

impl<'a> Warning<'a> {
    pub(super) fn new(failure: &'a Failure) -> Self {
        Self { warning: &failure.what }
    }
}

/// The object that stands for a failure in a batch.
#[derive(Serialize)]
pub(crate) struct BatchEnvelope<'a> {
    error: FailureOfLine<'a>,
}

#[derive(Serialize)]
struct FailureOfLine<'a> {
    #[serde(flatten)]
    failure: &'a grundy_answers::Failure,
    /// The number of the line, from 1 on.
    line: u64,
    /// What stands in the line; the middle of a long text is left out.
    input: String,
}

impl<'a> BatchEnvelope<'a> {
    pub(crate) fn new(failure: &'a Failure, line: u64, input: &[u8]) -> Self {
        let input = visible::shortened(&String::from_utf8_lossy(input));
        Self { error: FailureOfLine { failure: &failure.what, line, input } }
    }
}
