//! What two searchers of one question share, besides the table of facts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::frame::Part;

/// Two searchers with the same question.
pub(super) struct SharedSearch {
    open: [Open; 2],
    /// Whether one of them has finished.
    over: AtomicBool,
}

/// The hashes of the positions that one searcher has open, from the root on; 0 for none. Each searcher has its own
/// cache line.
#[repr(align(128))]
struct Open([AtomicU64; SHOWN]);

/// One searcher's view of the pair.
#[derive(Clone, Copy)]
pub(super) struct Searching<'a> {
    shared: &'a SharedSearch,
    own: usize,
}

/// How many open positions are shown. Deeper positions are not worth dividing between the searchers.
const SHOWN: usize = 8;

impl SharedSearch {
    /// A pair of searchers, neither of which has finished.
    pub(super) const fn new() -> Self {
        Self { open: [const { Open([const { AtomicU64::new(0) }; SHOWN]) }; 2], over: AtomicBool::new(false) }
    }

    /// The views of both searchers.
    pub(super) fn sides(&self) -> [Searching<'_>; 2] {
        [0, 1].map(|own| Searching { shared: self, own })
    }
}

impl Searching<'_> {
    /// Shows that a position is open at this place of the stack.
    pub(super) fn show<P>(self, place: usize, of: &Part<P>) {
        if let Some(open) = self.shared.open[self.own].0.get(place) {
            open.store(of.hash, Ordering::Relaxed);
        }
    }

    /// Withdraws what was shown.
    pub(super) fn hide(self, place: usize) {
        if let Some(open) = self.shared.open[self.own].0.get(place) {
            open.store(0, Ordering::Relaxed);
        }
    }

    /// Whether this searcher should leave the position to the other one, which has it open. The first searcher leaves
    /// nothing to the second. It is therefore about as fast as it would be alone; only the facts it takes over can make
    /// it search differently.
    pub(super) fn is_taken<P>(self, of: &Part<P>) -> bool {
        self.own == 1 && self.shared.open[1 - self.own].0.iter().any(|open| open.load(Ordering::Relaxed) == of.hash)
    }

    /// Reports that this searcher has finished: it has an answer, or the table has to grow.
    pub(super) fn end(self) {
        self.shared.over.store(true, Ordering::Relaxed);
    }

    /// Whether a searcher has finished.
    pub(super) fn is_over(self) -> bool {
        self.shared.over.load(Ordering::Relaxed)
    }
}
