//! The account of one call against its bounds, and against the limits of the question that it is made for.

use std::cell::{Cell, RefCell};

use grundy::{Bound, Watch};
use starlark::eval::Evaluator;

use crate::bounds::Bounds;
use crate::convert::Room;
use crate::fault::Stop;

/// The interpreter checks the budget after so many steps, and once more at the end of a call.
const STEPS_OF_A_CHECK: u64 = 1000;
/// Most calls are checked at their end only. One in so many of these checks looks at the clock, which costs as much as a few
/// steps; whoever asks for many short calls looks at it too.
const CHECKS_OF_A_CLOCK: u32 = 32;

/// The watch of the question that an interpreter works for.
#[derive(Default)]
pub(crate) struct CurrentWatch {
    watch: RefCell<Option<Watch>>,
    /// Whether the watch belongs to an earlier request, which perhaps was part of another question.
    is_inherited: Cell<bool>,
}

impl CurrentWatch {
    /// The next request is part of the question with this watch; `None`: nothing but its bounds ends it.
    pub(crate) fn set(&self, watch: Option<Watch>) {
        self.watch.replace(watch);
        self.is_inherited.set(false);
    }

    /// The next request says nothing of its question, which is taken to be that of the request before.
    pub(crate) fn inherit(&self) {
        self.is_inherited.set(true);
    }

    /// A call begins. A watch that is inherited and has been reached already is that of a question that is over.
    fn start(&self) {
        if self.is_inherited.get() && self.reached().is_some() {
            self.watch.replace(None);
        }
    }

    fn reached(&self) -> Option<Bound> {
        self.watch.borrow().as_ref().and_then(Watch::reached)
    }
}

/// Counts the steps of a call, and remembers which bound ended it.
pub(crate) struct CallBudget<'a> {
    bounds: &'a Bounds,
    watch: &'a CurrentWatch,
    steps: Cell<u64>,
    /// How many checks there were, of all calls.
    checks: Cell<u32>,
    /// What the heap held when the call began, and what the allocator of the program had given.
    base: Cell<usize>,
    given: Cell<usize>,
    /// What calls have left behind, as far as the allocator knows.
    left: Cell<usize>,
    stop: Cell<Option<Stop>>,
    /// The memory for the positions that a call returns.
    pub(crate) room: Room,
}

impl<'a> CallBudget<'a> {
    pub(crate) const fn new(bounds: &'a Bounds, watch: &'a CurrentWatch) -> Self {
        Self {
            bounds,
            watch,
            steps: Cell::new(0),
            checks: Cell::new(0),
            base: Cell::new(0),
            given: Cell::new(0),
            left: Cell::new(0),
            stop: Cell::new(None),
            room: Room::new(bounds.at_once()),
        }
    }

    /// Makes the evaluator check this budget.
    pub(crate) fn set<'v>(&'a self, evaluator: &mut Evaluator<'v, 'a, '_>) {
        let heap = evaluator.heap();
        self.start(heap.allocated_bytes());
        evaluator.set_check_cancelled(Box::new(move || self.is_exceeded(heap.peak_allocated_bytes())));
        // It fails only for a depth of 0, or if it was set before.
        let _ = evaluator.set_max_callstack_size(self.bounds.depth.max(1));
    }

    /// A call begins, on a heap that holds so many bytes.
    pub(crate) fn start(&self, allocated: usize) {
        self.steps.set(0);
        self.base.set(allocated);
        self.stop.set(None);
        self.room.restart(self.bounds.at_once());
        self.watch.start();
        if let Some(allocator) = self.bounds.allocator {
            let given = allocator.allocated();
            self.given.set(given);
            // It fails only where more was given meanwhile than the call may take.
            let _ = allocator.set_limit(given.saturating_add(self.bounds.at_once()));
        }
    }

    /// A call ends: what is allocated from now on is not its own.
    pub(crate) fn end(&self) {
        if let Some(allocator) = self.bounds.allocator {
            let _ = allocator.set_limit(usize::MAX);
            self.left.set(self.left.get() + allocator.allocated().saturating_sub(self.given.get()));
        }
    }

    /// What calls have left behind outside the heap and inside, in bytes, as far as that is known.
    pub(crate) const fn left(&self) -> usize {
        self.left.get()
    }

    /// Whether the call has to end, now that the heap holds so many bytes.
    pub(crate) fn is_exceeded(&self, allocated: usize) -> bool {
        let stop = self.check(allocated);
        if stop.is_some() {
            self.stop.set(stop);
        }
        stop.is_some()
    }

    /// The bound that ended the call, if one did.
    pub(crate) const fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }

    fn check(&self, allocated: usize) -> Option<Stop> {
        let steps = self.steps.get();
        self.steps.set(steps + STEPS_OF_A_CHECK);
        if steps >= self.bounds.steps {
            return Some(Stop::Steps);
        }
        let given = self.bounds.allocator.map_or(0, |allocator| allocator.allocated());
        let taken = allocated.saturating_sub(self.base.get()).max(given.saturating_sub(self.given.get()));
        if taken > self.bounds.bytes {
            return Some(Stop::Memory);
        }
        let checks = self.checks.get();
        self.checks.set((checks + 1) % CHECKS_OF_A_CLOCK);
        if steps > 0 || checks == 0 { self.watch.reached().map(Stop::Limit) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use grundy::{Limits, Meter};

    use super::*;

    /// What a call of some thousand steps, of a request that begins now, is ended by.
    fn ended_by(watch: &CurrentWatch, during: impl FnOnce()) -> Option<Stop> {
        let bounds = Bounds::default();
        let budget = CallBudget::new(&bounds, watch);
        budget.start(0);
        during();
        (0..3).find(|_| budget.is_exceeded(0));
        budget.stop()
    }

    #[test]
    fn a_limit_ends_the_calls_of_its_question_and_no_later_ones() {
        let limits = Limits::default();
        let watch = CurrentWatch::default();
        watch.set(Some(Meter::new(&limits).watch()));
        assert_eq!(ended_by(&watch, || ()), None);
        watch.inherit();
        assert_eq!(ended_by(&watch, || limits.cancel.cancel()), Some(Stop::Limit(Bound::Cancel)));
        // The question is over, and whoever asks next without saying for which question asks for another.
        assert_eq!(ended_by(&watch, || ()), None);

        let over = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        watch.set(Some(Meter::new(&over).watch()));
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(ended_by(&watch, || ()), Some(Stop::Limit(Bound::Time)));
        watch.inherit();
        assert_eq!(ended_by(&watch, || ()), None);
        watch.set(None);
        assert_eq!(ended_by(&watch, || ()), None);
    }

    #[test]
    fn short_calls_look_at_the_clock_now_and_then() {
        let limits = Limits::default();
        limits.cancel.cancel();
        let (bounds, watch) = (Bounds::default(), CurrentWatch::default());
        watch.set(Some(Meter::new(&limits).watch()));
        let budget = CallBudget::new(&bounds, &watch);
        let calls = 3 * CHECKS_OF_A_CLOCK;
        let ended = (0..calls).filter(|_| {
            budget.start(0);
            budget.is_exceeded(0)
        });
        assert_eq!(ended.count(), 3);
    }
}
