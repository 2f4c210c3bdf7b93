//! Failures for scripts: `{"error": {"kind", "message", …}}`.

use serde::Serialize;

use super::Failure;

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
