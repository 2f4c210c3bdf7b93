//! How much a computation may cost, how it is stopped, and how it says how far it is.

use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use crate::Error;
use crate::clock::Moment;

/// Bounds of one computation. The default has none.
///
/// ```
/// use std::time::Duration;
/// use grundy::Limits;
/// let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most positions that may be expanded.
    pub positions: Option<u64>,
    /// The most memory, in bytes, that tables may take: an account kept by the tables, not by the allocator. Where addresses
    /// have 32 bits it is 2^30 at the most, whatever this says.
    pub bytes: Option<u64>,
    /// The most time. On `wasm32-unknown-unknown` it passes only if a clock was [told](crate::set_clock).
    pub time: Option<Duration>,
    /// The most threads that may work at the same time; 0 for as many as the machine runs side by side. On WebAssembly
    /// without threads there is one, whatever this says.
    pub threads: usize,
    /// Stops the computation from outside: another thread, a signal.
    pub cancel: Cancel,
}

impl Limits {
    /// How many threads may work at the same time: [`threads`](Self::threads), or as many as the machine runs side by side.
    ///
    /// ```
    /// use grundy::Limits;
    /// assert_eq!(Limits { threads: 3, ..Limits::default() }.threads_to_use(), 3);
    /// assert!(Limits::default().threads_to_use() >= 1);
    /// ```
    #[must_use]
    pub fn threads_to_use(&self) -> usize {
        // The machine is asked once: that takes as long as many a small game.
        static SIDE_BY_SIDE: OnceLock<usize> = OnceLock::new();
        match self.threads {
            _ if cfg!(all(target_family = "wasm", not(target_feature = "atomics"))) => 1,
            0 => *SIDE_BY_SIDE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get)),
            threads => threads,
        }
    }
}

/// A flag that stops every computation that was given a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the computations to stop; they do within milliseconds, with [`Error::Budget`].
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) has been called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a computation has come.
#[derive(Clone, Debug)]
pub struct Done {
    /// What is counted: "positions", "heaps", "vertices".
    pub noun: &'static str,
    /// How many of them are done.
    pub count: u64,
    /// How many there are, if that is known.
    pub goal: Option<u64>,
    /// Time since the computation began.
    pub elapsed: Duration,
    /// Bytes that its tables hold.
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

/// Which bound ended a computation.
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

/// Hears from a computation about ten times a second.
pub trait Progress {
    /// Called with what has been done so far.
    fn report(&mut self, done: &Done);
}

/// The account of one computation against its [`Limits`].
///
/// Whoever computes calls [`step`](Self::step) for each position and [`work`](Self::work) for cheaper steps; both end the
/// computation with an error once a bound is reached. The clock is read only every few thousand steps.
pub struct Meter<'a> {
    limits: &'a Limits,
    progress: Option<&'a mut dyn Progress>,
    started: Moment,
    reported: Moment,
    pending: u64,
    positions: u64,
    /// How many positions may be done before the engine that is running has to pause.
    pause: Option<u64>,
    bytes: u64,
    stage: Stage,
}

/// Why an engine does not go on: it failed, or it is another's turn.
#[derive(Debug)]
pub(crate) enum Halt {
    Error(Error),
    /// What it has on its stack stays, for when the same question is asked again.
    Pause,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// The cancellation and the deadline of a computation, for code that runs within it and has no [`Meter`].
///
/// ```
/// use grundy::{Bound, Limits, Meter};
/// let limits = Limits::default();
/// let watch = Meter::new(&limits).watch();
/// assert_eq!(watch.reached(), None);
/// limits.cancel.cancel();
/// assert_eq!(watch.reached(), Some(Bound::Cancel));
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    cancel: Cancel,
    deadline: Option<Moment>,
}

impl Watch {
    /// The bound that has been reached, if one has.
    #[must_use]
    pub fn reached(&self) -> Option<Bound> {
        if self.cancel.is_cancelled() {
            return Some(Bound::Cancel);
        }
        self.deadline.filter(|&deadline| Moment::now() > deadline).map(|_| Bound::Time)
    }
}

#[derive(Clone, Copy)]
struct Stage {
    noun: &'static str,
    count: u64,
    goal: Option<u64>,
}

/// Steps of work between two looks at the clock; a step takes nanoseconds, so a look comes every millisecond or so.
const WORK_BETWEEN_LOOKS: u64 = 1 << 16;
/// The share of that which one position counts for: expanding one takes about a microsecond.
const WORK_OF_A_POSITION: u64 = 1 << 6;
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// The bytes that tables take at the most where addresses have 32 bits: a table that doubles is there twice for a moment, and
/// none is larger than half of all addresses.
const ADDRESSED: Option<u64> = if usize::BITS < u64::BITS { Some(1 << 30) } else { None };

impl<'a> Meter<'a> {
    /// A meter that starts now.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        let now = Moment::now();
        let stage = Stage { noun: "positions", count: 0, goal: None };
        Self {
            limits,
            progress: None,
            started: now,
            reported: now,
            pending: 0,
            positions: 0,
            pause: None,
            bytes: 0,
            stage,
        }
    }

    /// The same meter, reporting to `progress`.
    #[must_use]
    pub fn reporting(mut self, progress: &'a mut dyn Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Names what [`step`](Self::step) counts from now on, and how many are expected.
    pub const fn stage(&mut self, noun: &'static str, goal: Option<u64>) {
        self.stage = Stage { noun, count: 0, goal };
    }

    /// As [`stage`](Self::stage), for work of which some was done before.
    pub const fn resume(&mut self, noun: &'static str, count: u64, goal: Option<u64>) {
        self.stage = Stage { noun, count, goal };
    }

    /// One more position (or heap, or vertex) is done.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn step(&mut self) -> Result<(), Error> {
        self.stage.count += 1;
        self.positions += 1;
        if self.is_over() {
            return Err(self.stopped(Bound::Positions));
        }
        self.work(WORK_OF_A_POSITION)
    }

    /// So many more positions are done, which took so many steps of a few nanoseconds each. Ask
    /// [`positions_left`](Self::positions_left) before.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn steps(&mut self, positions: u64, work: u64) -> Result<(), Error> {
        self.stage.count += positions;
        self.positions += positions;
        if self.is_over() {
            return Err(self.stopped(Bound::Positions));
        }
        self.work(work)
    }

    /// One more position is to be expanded by an engine that can pause.
    ///
    /// # Errors
    /// [`Halt::Pause`] if it is time to, and then nothing is counted; otherwise as [`step`](Self::step).
    pub(crate) fn expand(&mut self) -> Result<(), Halt> {
        if self.pause.is_some_and(|pause| self.positions >= pause) {
            return Err(Halt::Pause);
        }
        Ok(self.step()?)
    }

    /// Runs an engine that pauses once it has expanded so many positions: then `None`, and the same question may be asked
    /// again, to go on. Pauses that are due around it wait.
    ///
    /// # Errors
    /// Those of the engine.
    pub(crate) fn within<T>(
        &mut self,
        positions: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<Option<T>, Error> {
        let outer = self.pause.replace(self.positions.saturating_add(positions));
        let done = run(self);
        self.pause = outer;
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Halt::Pause) => Ok(None),
            Err(Halt::Error(error)) => Err(error),
        }
    }

    /// Runs an engine to its end, whatever pauses are due around it: a game that searches for a value of its own cannot be
    /// taken up again in the middle.
    ///
    /// # Errors
    /// Those of the engine.
    pub(crate) fn whole<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T, Halt>) -> Result<T, Error> {
        let outer = self.pause.take();
        let done = run(self);
        self.pause = outer;
        done.map_err(|halt| match halt {
            Halt::Error(error) => error,
            Halt::Pause => unreachable!("no pause is set"),
        })
    }

    /// Whether more positions were done than the limits allow.
    fn is_over(&self) -> bool {
        self.limits.positions.is_some_and(|most| self.positions > most)
    }

    /// How many positions have been done.
    #[cfg(test)]
    pub(crate) const fn counted(&self) -> u64 {
        self.positions
    }

    /// How many positions may still be done, if that is bounded.
    #[must_use]
    pub fn positions_left(&self) -> Option<u64> {
        self.limits.positions.map(|most| most.saturating_sub(self.positions))
    }

    /// So many steps of a few nanoseconds each are done.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn work(&mut self, steps: u64) -> Result<(), Error> {
        self.pending = self.pending.saturating_add(steps);
        if self.pending >= WORK_BETWEEN_LOOKS {
            self.pending = 0;
            self.look()?;
        }
        Ok(())
    }

    /// Tables grew by so many bytes.
    ///
    /// # Errors
    /// [`Error::Budget`] if that is more than the limits allow.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Error> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.most_bytes().is_some_and(|most| self.bytes > most) {
            return Err(self.stopped(Bound::Bytes));
        }
        Ok(())
    }

    /// Tables grew by so many items: no product of 32 bits, which more than fit in memory would overflow.
    ///
    /// # Errors
    /// As for [`grow`](Self::grow).
    pub(crate) fn grow_for<T>(&mut self, items: usize) -> Result<(), Error> {
        self.grow((items as u64).saturating_mul(size_of::<T>() as u64))
    }

    /// A table that had been reported to hold `reported` bytes holds so many now.
    ///
    /// # Errors
    /// As for [`grow`](Self::grow); then nothing is reported.
    pub(crate) fn grow_to(&mut self, bytes: usize, reported: &mut usize) -> Result<(), Error> {
        if bytes > *reported {
            self.grow((bytes - *reported) as u64)?;
            *reported = bytes;
        }
        Ok(())
    }

    /// How many bytes the tables hold.
    pub(crate) const fn held(&self) -> u64 {
        self.bytes
    }

    /// Tables are gone, and those that are left hold so many bytes.
    pub(crate) const fn release_to(&mut self, held: u64) {
        self.bytes = held;
    }

    /// How many bytes tables may still grow by, if that is bounded.
    #[must_use]
    pub fn room(&self) -> Option<u64> {
        self.most_bytes().map(|most| most.saturating_sub(self.bytes))
    }

    /// How many bytes the tables may hold, if that is bounded.
    fn most_bytes(&self) -> Option<u64> {
        match ADDRESSED {
            Some(most) => Some(self.limits.bytes.map_or(most, |bytes| bytes.min(most))),
            None => self.limits.bytes,
        }
    }

    /// The limits that this account is kept against.
    #[must_use]
    pub const fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Time since the computation began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Tells the progress of work that is done elsewhere, and looks at the clock.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn relay(&mut self, done: &Done) -> Result<(), Error> {
        if let Some(progress) = self.progress.as_deref_mut() {
            progress.report(done);
        }
        self.look()
    }

    /// How many threads may work at the same time: at least one.
    pub(crate) fn threads(&self) -> usize {
        self.limits.threads_to_use()
    }

    /// The limits of a thread that helps this computation: what is left of the time, and a share of the memory.
    pub(crate) fn of_a_helper(&self) -> Limits {
        let time = self.limits.time.map(|most| most.saturating_sub(self.started.elapsed()));
        let bytes = self.room().map(|room| room / 4);
        Limits { positions: None, bytes, time, threads: 1, cancel: self.limits.cancel.clone() }
    }

    /// What ends this computation from outside, for code that has no meter at hand.
    #[must_use]
    pub fn watch(&self) -> Watch {
        // A time that no clock can show never comes.
        let deadline = self.limits.time.and_then(|most| self.started.checked_add(most));
        Watch { cancel: self.limits.cancel.clone(), deadline }
    }

    /// How many items of so many bytes the tables may still grow by.
    pub(crate) fn room_for(&self, bytes: usize) -> usize {
        self.room().map_or(usize::MAX, |room| usize::try_from(room).unwrap_or(usize::MAX) / bytes.max(1))
    }

    /// Looks at the clock and at the cancellation now, and reports progress if it is time to.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn look(&mut self) -> Result<(), Error> {
        if let Some(bound) = self.watch().reached() {
            return Err(self.stopped(bound));
        }
        let now = Moment::now();
        if now - self.reported >= REPORT_EVERY {
            self.reported = now;
            let done = self.done();
            if let Some(progress) = self.progress.as_deref_mut() {
                progress.report(&done);
            }
        }
        Ok(())
    }

    fn done(&self) -> Done {
        let Stage { noun, count, goal } = self.stage;
        Done { noun, count, goal, elapsed: self.started.elapsed(), bytes: self.bytes }
    }

    /// The error that says this bound was reached here.
    pub(crate) fn stopped(&self, bound: Bound) -> Error {
        Error::Budget { bound, done: self.done() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_on_positions_is_exact() {
        let limits = Limits { positions: Some(3), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        for _ in 0..3 {
            meter.step().unwrap();
        }
        assert!(matches!(meter.step(), Err(Error::Budget { bound: Bound::Positions, .. })));
    }

    #[test]
    fn a_pause_is_no_error_and_a_limit_is_no_pause() {
        let limits = Limits { positions: Some(20), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let forever = |meter: &mut Meter<'_>| -> Result<(), Halt> {
            loop {
                meter.expand()?;
            }
        };
        assert_eq!(meter.within(3, |meter| meter.expand()).unwrap(), Some(()));
        assert_eq!(meter.counted(), 1);
        assert_eq!(meter.within(4, forever).unwrap(), None);
        assert_eq!(meter.counted(), 5);
        // A game that searches by itself is not paused by the engine around it.
        let own = meter.within(1, |meter| {
            meter.whole(|meter| (0..4).try_for_each(|_| meter.expand()))?;
            assert_eq!(meter.within(2, forever)?, None);
            meter.expand()
        });
        assert_eq!((own.unwrap(), meter.counted()), (None, 11));
        let over = meter.within(1000, forever);
        assert!(matches!(over, Err(Error::Budget { bound: Bound::Positions, .. })), "{over:?}");
    }

    #[test]
    fn a_cancelled_computation_ends_at_its_next_look() {
        let limits = Limits::default();
        limits.cancel.cancel();
        let mut meter = Meter::new(&limits);
        assert!(matches!(meter.work(WORK_BETWEEN_LOOKS), Err(Error::Budget { bound: Bound::Cancel, .. })));
    }

    #[test]
    fn memory_is_counted_over_all_tables() {
        let limits = Limits { bytes: Some(100), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        meter.grow(60).unwrap();
        assert_eq!(meter.room(), Some(40));
        assert!(matches!(meter.grow(60), Err(Error::Budget { bound: Bound::Bytes, .. })));
    }
}
