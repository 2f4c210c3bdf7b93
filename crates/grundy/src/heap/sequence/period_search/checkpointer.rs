//! When the checkpoints of a search for a period are saved.

use std::time::Duration;

use crate::clock::Moment;
use crate::heap::PeriodTheorem;
use crate::heap::checkpoint::{Checkpoint, CheckpointSink};
use crate::heap::sequence::engine::splits::planes::LANES;

/// What a search has decided so far, and a checkpoint must therefore hold.
#[derive(Clone, Copy, Debug)]
pub(in crate::heap::sequence) struct Schedule {
    pub(in crate::heap::sequence) theorem: PeriodTheorem,
    /// The length of the table after which a stream is tried.
    pub(in crate::heap::sequence) stream_at: u64,
    /// The shortest window that is worth a try.
    pub(in crate::heap::sequence) shortest_window: usize,
}

/// A stream may continue a table of at least this length; below, a table takes little memory.
const STREAM_FROM: u64 = 1 << 22;

impl Schedule {
    /// The schedule of a search that begins.
    pub(in crate::heap::sequence) const fn new(theorem: PeriodTheorem) -> Self {
        let stream_at = match theorem {
            PeriodTheorem::Any => STREAM_FROM,
            PeriodTheorem::FullRange => u64::MAX,
            PeriodTheorem::Window => 1 << 12,
        };
        Self { theorem, stream_at, shortest_window: 0 }
    }
}

/// Passes the checkpoints of a search on to a sink, if there is one.
pub(in crate::heap::sequence) struct Checkpointer<'s> {
    sink: Option<&'s mut dyn CheckpointSink>,
    pub(in crate::heap::sequence) schedule: Schedule,
    /// The number of heaps between two calls of `is_due`: they take some hundredths of a second.
    portion: usize,
    began: Moment,
}

/// A portion that took less time is doubled, one that took more than four times as long is halved.
const SHORT: Duration = Duration::from_millis(10);
const FIRST_PORTION: usize = 64;

impl<'s> Checkpointer<'s> {
    pub(in crate::heap::sequence) fn new(schedule: Schedule, sink: Option<&'s mut dyn CheckpointSink>) -> Self {
        Self { sink, schedule, portion: FIRST_PORTION, began: Moment::now() }
    }

    /// Without a sink.
    pub(in crate::heap::sequence) fn none() -> Self {
        Self::new(Schedule::new(PeriodTheorem::Any), None)
    }

    /// The last heap that is computed before the sink is asked again, of the heaps `from` to `to`.
    pub(in crate::heap::sequence) fn portion(&mut self, from: usize, to: usize) -> usize {
        if self.sink.is_none() {
            return to;
        }
        self.began = Moment::now();
        let next = from.saturating_add(self.portion);
        // Where blocks of bit planes end.
        let next = if self.portion < LANES { next } else { next.checked_next_multiple_of(LANES).unwrap_or(next) };
        to.min(next - 1)
    }

    /// Ends a portion: saves a checkpoint if one is due.
    pub(in crate::heap::sequence) fn after_portion<'a>(&mut self, state: impl FnOnce(&Schedule) -> Checkpoint<'a>) {
        if self.sink.is_none() {
            return;
        }
        let took = self.began.elapsed();
        if took < SHORT {
            self.portion = self.portion.saturating_mul(2);
        } else if took > 4 * SHORT {
            self.portion = (self.portion / 2).max(1);
        }
        self.save_if_due(state);
    }

    /// Saves a checkpoint if one is due.
    pub(in crate::heap::sequence) fn save_if_due<'a>(&mut self, state: impl FnOnce(&Schedule) -> Checkpoint<'a>) {
        if let Some(sink) = &mut self.sink
            && sink.is_due()
        {
            sink.save(&state(&self.schedule));
        }
    }

    /// Saves a checkpoint.
    pub(in crate::heap::sequence) fn save<'a>(&mut self, state: impl FnOnce(&Schedule) -> Checkpoint<'a>) {
        if let Some(sink) = &mut self.sink {
            sink.save(&state(&self.schedule));
        }
    }
}
