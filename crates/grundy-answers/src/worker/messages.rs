//! The messages between a session and a worker, one JSON object per line.

use std::ffi::OsString;
use std::time::Duration;

use grundy::{Cancel, Limits};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Failure, Kind, Progress, Question};

/// The limits of a question.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RequestLimits {
    pub(super) positions: Option<u64>,
    pub(super) bytes: Option<u64>,
    pub(super) seconds: Option<f64>,
    pub(super) threads: usize,
}

/// A message to a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Request {
    Question {
        question: Question,
        limits: RequestLimits,
        /// Where files are read from; `None`: nowhere.
        folder: Option<OsString>,
    },
    Cancel,
}

/// A message from a worker. An answer stays text until it is known which question it belongs to.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Response {
    Progress(Progress),
    /// A line that a rule file prints.
    Print(String),
    Answer {
        answer: Box<RawValue>,
        positions: u64,
    },
    Failure {
        failure: Box<Failure>,
        positions: u64,
        text: Option<usize>,
    },
}

/// The same message as the worker writes it.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ResponseRef<'a> {
    Progress(Progress),
    Print(&'a str),
    Answer { answer: &'a crate::Answer, positions: u64 },
    Failure { failure: &'a Failure, positions: u64, text: Option<usize> },
}

impl RequestLimits {
    pub(super) fn limits(&self) -> Limits {
        Limits {
            positions: self.positions,
            bytes: self.bytes,
            time: self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            threads: self.threads,
            cancel: Cancel::default(),
        }
    }
}

pub(super) fn unreadable(reason: &str) -> Failure {
    Failure::new(
        Kind::Internal,
        format!("the program for rule files sent or was sent a message that cannot be read: {reason}"),
    )
}
