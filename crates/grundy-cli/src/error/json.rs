//! Failures for scripts: `{"error": {"kind", "message", …}}`.

use grundy::Done;
use grundy::syntax::Span;
use serde::Serialize;

use super::{About, Failure};

/// The object that stands for a failure.
#[derive(Serialize)]
pub(crate) struct Envelope<'a> {
    error: Report<'a>,
}

/// Fields appear where they apply.
#[derive(Serialize)]
struct Report<'a> {
    kind: &'static str,
    message: &'a str,
    /// Where in the text, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<RelatedPlace<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<HowFar>,
}

#[derive(Serialize)]
struct Bytes {
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct RelatedPlace<'a> {
    message: &'a str,
    span: Bytes,
}

#[derive(Serialize)]
struct HowFar {
    noun: &'static str,
    count: u64,
    goal: Option<u64>,
    seconds: f64,
    bytes: u64,
}

/// The object that stands for what went wrong and does not end the run.
#[derive(Serialize)]
pub(super) struct Warning<'a> {
    warning: Report<'a>,
}

impl<'a> Warning<'a> {
    pub(super) fn new(failure: &'a Failure) -> Self {
        Self { warning: Report::new(failure) }
    }
}

impl<'a> Envelope<'a> {
    pub(crate) fn new(failure: &'a Failure) -> Self {
        Self { error: Report::new(failure) }
    }
}

impl<'a> Report<'a> {
    fn new(failure: &'a Failure) -> Self {
        let mut report = Self {
            kind: failure.kind.name(),
            message: &failure.message,
            span: None,
            related: None,
            help: failure.help.as_deref(),
            cycle: None,
            done: None,
        };
        match &failure.about {
            About::Nothing | About::Waiting | About::Usage(_) | About::Output | About::ClosedPipe => {}
            About::Place(place) => {
                report.span = Some(place.span.into());
                report.related = place
                    .related
                    .as_ref()
                    .map(|related| RelatedPlace { message: &related.message, span: related.span.into() });
            }
            About::Cycle(positions) => report.cycle = Some(positions),
            About::Done(_, done) => report.done = Some((&**done).into()),
        }
        report
    }
}

impl From<Span> for Bytes {
    fn from(span: Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

impl From<&Done> for HowFar {
    fn from(done: &Done) -> Self {
        let &Done { noun, count, goal, elapsed, bytes } = done;
        Self { noun, count, goal, seconds: elapsed.as_secs_f64(), bytes }
    }
}
