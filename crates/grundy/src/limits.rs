//! How much a computation may cost, how it is stopped from outside, and how far it has come.

use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

/// Limits of one computation. The default has none.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use grundy::Limits;
/// let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The largest number of positions that may be expanded.
    pub positions: Option<u64>,
    /// The most memory, in bytes, that tables may use. The tables keep this account, not the allocator. With 32-bit
    /// addresses the limit is at most 2^30 bytes, whatever this says.
    pub bytes: Option<u64>,
    /// The time limit. On `wasm32-unknown-unknown` time passes only if a clock was [set](crate::set_clock).
    pub time: Option<Duration>,
    /// The largest number of threads that may work at the same time; 0 means as many as the machine runs in parallel.
    /// On WebAssembly without threads there is one, whatever this says.
    pub threads: usize,
    /// Stops the computation from outside, such as from another thread or a signal handler.
    pub cancel: Cancel,
}

impl Limits {
    /// How many threads may work at the same time: [`threads`](Self::threads), or as many as the machine runs in
    /// parallel. At least one.
    ///
    /// # Examples
    /// ```
    /// use grundy::Limits;
    /// assert_eq!(Limits { threads: 3, ..Limits::default() }.threads_to_use(), 3);
    /// assert!(Limits::default().threads_to_use() >= 1);
    /// ```
    #[must_use]
    pub fn threads_to_use(&self) -> usize {
        // The machine is asked only once: the query takes as long as solving many small games.
        static AVAILABLE_THREADS: OnceLock<usize> = OnceLock::new();
        match self.threads {
            _ if cfg!(all(target_family = "wasm", not(target_feature = "atomics"))) => 1,
            0 => *AVAILABLE_THREADS.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get)),
            threads => threads,
        }
    }
}

/// A flag that stops every computation holding a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the computations to stop. They do so within milliseconds, with
    /// [`Error::Budget`](crate::Error::Budget).
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) has been called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a computation has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// What is counted: "positions", "heaps", "vertices".
    pub noun: &'static str,
    /// How many of them are done.
    pub count: u64,
    /// How many there are in total, if known.
    pub goal: Option<u64>,
    /// The time since the computation began.
    pub elapsed: Duration,
    /// The bytes that its tables hold.
    pub bytes: u64,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count)?;
        if let Some(goal) = self.goal {
            write!(f, " of {goal}")?;
        }
        write!(f, " {} in {:.1} s", self.noun, self.elapsed.as_secs_f64())
    }
}

/// The bound that ended a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// [`Limits::positions`].
    Positions,
    /// [`Limits::bytes`].
    Bytes,
    /// [`Limits::time`].
    Time,
    /// [`Limits::cancel`].
    Cancel,
}

/// Receives progress reports from a computation, about ten times a second.
pub trait Progress {
    /// Called with what has been done so far.
    fn report(&mut self, done: &Done);
}
