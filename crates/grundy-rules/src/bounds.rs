//! What the calls of a rule file may cost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::Cancel;

/// Bounds of each call of a rule file's functions, and of the reading of the file.
///
/// A call that exceeds one of the first three ends with [`Error::Rules`](grundy::Error::Rules), which names the line; the
/// last two end it as they end every computation, with [`Error::Budget`](grundy::Error::Budget).
///
/// Steps and memory are looked at every thousand steps. One step may be long, since the interpreter's own functions are
/// one step each: `[0] * 10**9` is, and a product of huge integers. What must never take more memory or time than it was
/// given runs in a process of its own, see [`contain`](crate::contain).
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most steps of one call: calls of functions, and turns of loops. 10^8 by default, seconds.
    pub steps: u64,
    /// The deepest that functions of the file may call each other. 1000 by default, as in Python.
    pub depth: usize,
    /// The most memory, in bytes, that the interpreter's values may take in one call. 64 MiB by default.
    pub bytes: usize,
    /// The most memory, in bytes, that a thread may keep the answers of each function in, so that it need not be asked twice:
    /// `parts` and `canonical`, `value`, and the number of options. It changes no answer, and counts in a search for values
    /// against [`Limits::bytes`](grundy::Limits::bytes). 64 MiB by default: some hundred thousand boards.
    pub remembered: usize,
    /// Ends every call from outside.
    pub cancel: Cancel,
    /// When every call ends.
    pub deadline: Deadline,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            depth: 1000,
            bytes: 64 << 20,
            remembered: 64 << 20,
            cancel: Cancel::default(),
            deadline: Deadline::default(),
        }
    }
}

/// A moment that may be moved: clones share it. By default it never comes.
///
/// A reader of positions keeps its rule files from one question to the next, each of which has its own time.
#[derive(Clone, Debug, Default)]
pub struct Deadline(Arc<Mutex<Option<Instant>>>);

impl Deadline {
    /// Moves the deadline; `None`: there is none.
    pub fn set(&self, moment: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }

    /// Moves the deadline to `time` from now. A time that no clock can show is none.
    pub fn set_after(&self, time: Duration) {
        self.set(Instant::now().checked_add(time));
    }

    /// Whether the deadline has passed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|moment| Instant::now() > moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_shared_and_can_be_moved() {
        let deadline = Deadline::default();
        assert!(!deadline.has_passed());
        let shared = deadline.clone();
        shared.set(Some(Instant::now() - Duration::from_millis(1)));
        assert!(deadline.has_passed());
        deadline.set_after(Duration::MAX);
        assert!(!shared.has_passed());
    }
}
