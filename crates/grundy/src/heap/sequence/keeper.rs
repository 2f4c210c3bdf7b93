//! A search for a period that somebody keeps: when its state is given out.

use std::time::Duration;

use super::planes::LANES;
use crate::clock::Moment;
use crate::heap::By;
use crate::heap::checkpoint::{Checkpoint, Keep};

/// What a search has decided so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub(super) by: By,
    /// The length of the table after which a stream is tried.
    pub(super) stream_at: u64,
    /// The shortest window that is worth a try.
    pub(super) shortest: usize,
}

/// The length of the table from which on a stream may go on: so long a table costs little memory.
const STREAM_FROM: u64 = 1 << 22;

impl Course {
    /// The course of a search that begins.
    pub(super) const fn new(by: By) -> Self {
        let stream_at = match by {
            By::Any => STREAM_FROM,
            By::FullRange => u64::MAX,
            By::Window => 1 << 12,
        };
        Self { by, stream_at, shortest: 0 }
    }
}

/// Whoever keeps a search, if there is somebody.
pub(super) struct Keeper<'k> {
    keep: Option<&'k mut dyn Keep>,
    pub(super) course: Course,
    /// How many heaps are computed in one go: for some hundredths of a second.
    portion: usize,
    began: Moment,
}

/// Shorter portions are doubled, and longer ones than four times this halved.
const SHORT: Duration = Duration::from_millis(10);
const FIRST_PORTION: usize = 64;

impl<'k> Keeper<'k> {
    pub(super) fn new(course: Course, keep: Option<&'k mut dyn Keep>) -> Self {
        Self { keep, course, portion: FIRST_PORTION, began: Moment::now() }
    }

    /// Nobody keeps anything.
    pub(super) fn none() -> Self {
        Self::new(Course::new(By::Any), None)
    }

    /// The last heap to be computed in one go, of those up to `to`, when the next one is `from`.
    pub(super) fn portion(&mut self, from: usize, to: usize) -> usize {
        if self.keep.is_none() {
            return to;
        }
        self.began = Moment::now();
        let next = from.saturating_add(self.portion);
        // Where blocks of bit planes end.
        let next = if self.portion < LANES { next } else { next.checked_next_multiple_of(LANES).unwrap_or(next) };
        to.min(next - 1)
    }

    /// After a portion the state is kept if it is time to.
    pub(super) fn after_portion<'a>(&mut self, state: impl FnOnce(&Course) -> Checkpoint<'a>) {
        if self.keep.is_none() {
            return;
        }
        let took = self.began.elapsed();
        if took < SHORT {
            self.portion = self.portion.saturating_mul(2);
        } else if took > 4 * SHORT {
            self.portion = (self.portion / 2).max(1);
        }
        self.if_due(state);
    }

    /// The state is kept if it is time to.
    pub(super) fn if_due<'a>(&mut self, state: impl FnOnce(&Course) -> Checkpoint<'a>) {
        if let Some(keep) = &mut self.keep
            && keep.due()
        {
            keep.keep(&state(&self.course));
        }
    }

    /// The state is kept.
    pub(super) fn keep<'a>(&mut self, state: impl FnOnce(&Course) -> Checkpoint<'a>) {
        if let Some(keep) = &mut self.keep {
            keep.keep(&state(&self.course));
        }
    }
}
