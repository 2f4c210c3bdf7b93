//! The account of one call against its bounds.

use std::cell::Cell;

use starlark::eval::Evaluator;

use crate::bounds::Bounds;
use crate::fault::Stop;

/// The interpreter looks at the watch after so many steps, and once more at the end of a call.
const STEPS_OF_A_LOOK: u64 = 1000;
/// Looks for each look at the clock, which costs as much as a few steps.
const LOOKS_OF_A_CLOCK: u32 = 32;

/// Counts the steps of a call, and remembers which bound ended it.
pub(crate) struct Watch<'a> {
    bounds: &'a Bounds,
    steps: Cell<u64>,
    looks: Cell<u32>,
    /// What the heap held when the call began.
    base: Cell<usize>,
    stop: Cell<Option<Stop>>,
}

impl<'a> Watch<'a> {
    pub(crate) const fn new(bounds: &'a Bounds) -> Self {
        Self { bounds, steps: Cell::new(0), looks: Cell::new(0), base: Cell::new(0), stop: Cell::new(None) }
    }

    /// Makes the evaluator ask this watch.
    pub(crate) fn set<'v>(&'a self, evaluator: &mut Evaluator<'v, 'a, '_>, bounds: &Bounds) {
        let heap = evaluator.heap();
        self.start(heap.allocated_bytes());
        evaluator.set_check_cancelled(Box::new(move || self.exceeded(heap.peak_allocated_bytes())));
        // It fails only for a depth of 0, or if it was set before.
        let _ = evaluator.set_max_callstack_size(bounds.depth.max(1));
    }

    /// A call begins, on a heap that holds so many bytes.
    pub(crate) fn start(&self, allocated: usize) {
        self.steps.set(0);
        self.base.set(allocated);
        self.stop.set(None);
    }

    /// Whether the call has to end, now that the heap holds so many bytes.
    pub(crate) fn exceeded(&self, allocated: usize) -> bool {
        let stop = self.look(allocated);
        if stop.is_some() {
            self.stop.set(stop);
        }
        stop.is_some()
    }

    /// The bound that ended the call, if one did.
    pub(crate) const fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }

    fn look(&self, allocated: usize) -> Option<Stop> {
        let steps = self.steps.get();
        self.steps.set(steps + STEPS_OF_A_LOOK);
        if steps >= self.bounds.steps {
            return Some(Stop::Steps);
        }
        if allocated.saturating_sub(self.base.get()) > self.bounds.bytes {
            return Some(Stop::Memory);
        }
        if self.bounds.cancel.is_cancelled() {
            return Some(Stop::Cancel);
        }
        let looks = self.looks.get();
        self.looks.set((looks + 1) % LOOKS_OF_A_CLOCK);
        (looks == 0 && self.bounds.deadline.has_passed()).then_some(Stop::Time)
    }
}
