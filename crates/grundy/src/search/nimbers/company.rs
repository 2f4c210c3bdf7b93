//! What two searchers of one question show each other, besides the table of facts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::frame::Part;

/// Two searchers that are asked the same question.
pub(super) struct Company {
    open: [Open; 2],
    /// Whether one of them has come to an end.
    over: AtomicBool,
}

/// The hashes of the positions that one of them has open, from the root on; 0 for none. Each has a line of the cache of its
/// own.
#[repr(align(128))]
struct Open([AtomicU64; SHOWN]);

/// What one of them sees of the other.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    company: &'a Company,
    own: usize,
}

/// Open positions that are shown. Further from the root little is worth dividing.
const SHOWN: usize = 8;

impl Company {
    /// Nobody has come to an end.
    pub(super) const fn new() -> Self {
        Self { open: [const { Open([const { AtomicU64::new(0) }; SHOWN]) }; 2], over: AtomicBool::new(false) }
    }

    /// The sides of both.
    pub(super) fn sides(&self) -> [Side<'_>; 2] {
        [0, 1].map(|own| Side { company: self, own })
    }
}

impl Side<'_> {
    /// Shows that a position is open at this place of the stack.
    pub(super) fn show<P>(self, place: usize, of: &Part<P>) {
        if let Some(open) = self.company.open[self.own].0.get(place) {
            open.store(of.hash, Ordering::Relaxed);
        }
    }

    /// Takes back what was shown.
    pub(super) fn hide(self, place: usize) {
        if let Some(open) = self.company.open[self.own].0.get(place) {
            open.store(0, Ordering::Relaxed);
        }
    }

    /// Whether this one leaves the position to the other, which has it open. The first searcher leaves nothing to the second:
    /// so it is never slower than it would be alone, but for what it hears and what that makes it try.
    pub(super) fn is_taken<P>(self, of: &Part<P>) -> bool {
        self.own == 1 && self.company.open[1 - self.own].0.iter().any(|open| open.load(Ordering::Relaxed) == of.hash)
    }

    /// Says that this one has come to an end: with an answer, or since the table has to grow.
    pub(super) fn end(self) {
        self.company.over.store(true, Ordering::Relaxed);
    }

    /// Whether the other one has come to an end.
    pub(super) fn is_over(self) -> bool {
        self.company.over.load(Ordering::Relaxed)
    }
}
