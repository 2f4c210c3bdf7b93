//! The account of a computation against its limits.

use std::time::Duration;

use crate::clock::Moment;
use crate::{Bound, Cancel, Done, Error, Limits, Progress};

/// The account of one computation against its [`Limits`].
///
/// An engine calls [`step`](Self::step) for each position and [`work`](Self::work) for cheaper steps. Both end the
/// computation with an error once a bound is reached. The clock is read only every few thousand steps.
pub struct Meter<'a> {
    limits: &'a Limits,
    progress: Option<&'a mut dyn Progress>,
    started: Moment,
    reported: Moment,
    pending: u64,
    positions: u64,
    /// The steps of work so far.
    worked: u64,
    /// How much may be done before the running engine has to pause.
    pause: Option<Pause>,
    bytes: u64,
    stage: Stage,
}

/// Where an engine has to pause: at this many positions, or after this many steps of work.
#[derive(Clone, Copy)]
struct Pause {
    positions: u64,
    work: u64,
}

/// Why an engine stops: it failed, or it pauses so that another can run.
#[derive(Debug)]
pub(crate) enum Halt {
    Error(Error),
    /// The engine keeps its stack and continues when the same question is asked again.
    Pause,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// The cancellation and the deadline of a computation, for code that runs within it without a [`Meter`].
///
/// # Examples
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

/// Steps of work between two looks at the clock. A step takes nanoseconds, so the clock is read every millisecond or
/// so.
const WORK_BETWEEN_LOOKS: u64 = 1 << 16;
/// The steps of work that one position counts as: expanding a position takes about a microsecond.
const WORK_OF_A_POSITION: u64 = 1 << 6;
/// The steps of work that a position may take, on the average, before an engine pauses: those of some hundred options.
const MOST_WORK_OF_A_POSITION: u64 = 1 << 9;
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// The most bytes that tables may hold with 32-bit addresses. A table that doubles exists twice for a moment, and none
/// can be larger than half of the address space.
const ADDRESS_SPACE_LIMIT: Option<u64> = if usize::BITS < u64::BITS { Some(1 << 30) } else { None };

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
            worked: 0,
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

    /// Sets what [`step`](Self::step) counts from now on, and how many are expected.
    pub const fn stage(&mut self, noun: &'static str, goal: Option<u64>) {
        self.stage = Stage { noun, count: 0, goal };
    }

    /// As [`stage`](Self::stage), for work that was partly done before.
    pub const fn resume(&mut self, noun: &'static str, count: u64, goal: Option<u64>) {
        self.stage = Stage { noun, count, goal };
    }

    /// Counts one more position (or heap, or vertex) as done.
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

    /// Counts `positions` more positions as done, which took `work` steps of a few nanoseconds each. Call
    /// [`positions_left`](Self::positions_left) first.
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

    /// Counts one more position that an engine which can pause is about to expand.
    ///
    /// # Errors
    /// [`Halt::Pause`] if a pause is due, in which case nothing is counted; otherwise as for [`step`](Self::step).
    pub(crate) fn expand(&mut self) -> Result<(), Halt> {
        if self.pause.is_some_and(|pause| self.positions >= pause.positions || self.worked >= pause.work) {
            return Err(Halt::Pause);
        }
        Ok(self.step()?)
    }

    /// Runs an engine that pauses once it has expanded this many positions, or fewer that have very many options. It then
    /// returns `None`, and the same question may be asked again to continue. Pauses of the engine around it are deferred.
    ///
    /// # Errors
    /// Those of the engine.
    pub(crate) fn within<T>(
        &mut self,
        positions: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<Option<T>, Error> {
        let pause = Pause {
            positions: self.positions.saturating_add(positions),
            work: self.worked.saturating_add(positions.saturating_mul(MOST_WORK_OF_A_POSITION)),
        };
        let outer = self.pause.replace(pause);
        let done = run(self);
        self.pause = outer;
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Halt::Pause) => Ok(None),
            Err(Halt::Error(error)) => Err(error),
        }
    }

    /// Runs an engine to its end and defers the pauses of the engine around it: a game that searches for a value of its
    /// own cannot be resumed halfway.
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

    /// How many more positions may be done, if that is limited.
    #[must_use]
    pub fn positions_left(&self) -> Option<u64> {
        self.limits.positions.map(|most| most.saturating_sub(self.positions))
    }

    /// Counts steps of a few nanoseconds each.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn work(&mut self, steps: u64) -> Result<(), Error> {
        self.pending = self.pending.saturating_add(steps);
        self.worked = self.worked.saturating_add(steps);
        if self.pending >= WORK_BETWEEN_LOOKS {
            self.pending = 0;
            self.look()?;
        }
        Ok(())
    }

    /// Counts the growth of tables by this many bytes.
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

    /// Counts the growth of tables by this many items. The product is computed in 64 bits, since it may overflow 32
    /// bits for tables that do not fit in memory.
    ///
    /// # Errors
    /// As for [`grow`](Self::grow).
    pub(crate) fn grow_for<T>(&mut self, items: usize) -> Result<(), Error> {
        self.grow((items as u64).saturating_mul(size_of::<T>() as u64))
    }

    /// Updates the account of a table that was reported to hold `reported` bytes and now holds `bytes`.
    ///
    /// # Errors
    /// As for [`grow`](Self::grow), in which case `reported` is unchanged.
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

    /// Counts tables as freed; those that are left hold this many bytes.
    pub(crate) const fn release_to(&mut self, held: u64) {
        self.bytes = held;
    }

    /// How many more bytes the tables may take, if that is limited.
    #[must_use]
    pub fn room(&self) -> Option<u64> {
        self.most_bytes().map(|most| most.saturating_sub(self.bytes))
    }

    /// How many bytes the tables may hold, if that is limited.
    fn most_bytes(&self) -> Option<u64> {
        match ADDRESS_SPACE_LIMIT {
            Some(most) => Some(self.limits.bytes.map_or(most, |bytes| bytes.min(most))),
            None => self.limits.bytes,
        }
    }

    /// The limits of this computation.
    #[must_use]
    pub const fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The time since the computation began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Passes on a progress report of work that is done elsewhere, and looks at the clock.
    ///
    /// # Errors
    /// [`Error::Budget`] once a bound is reached.
    pub fn relay(&mut self, done: &Done) -> Result<(), Error> {
        if let Some(progress) = self.progress.as_deref_mut() {
            progress.report(done);
        }
        // No report of the work that is done here comes between.
        self.reported = Moment::now();
        self.look()
    }

    /// How many threads may work at the same time: at least one.
    pub(crate) fn threads(&self) -> usize {
        self.limits.threads_to_use()
    }

    /// The limits of a thread that helps this computation: the time that is left, and a share of the memory.
    pub(crate) fn of_a_helper(&self) -> Limits {
        let time = self.limits.time.map(|most| most.saturating_sub(self.started.elapsed()));
        let bytes = self.room().map(|room| room / 4);
        Limits { positions: None, bytes, time, threads: 1, cancel: self.limits.cancel.clone() }
    }

    /// The cancellation and the deadline of this computation, for code that has no meter.
    #[must_use]
    pub fn watch(&self) -> Watch {
        // If the clock cannot represent the deadline, there is none.
        let deadline = self.limits.time.and_then(|most| self.started.checked_add(most));
        Watch { cancel: self.limits.cancel.clone(), deadline }
    }

    /// How many more items of `bytes` bytes each the tables may hold.
    pub(crate) fn room_for(&self, bytes: usize) -> usize {
        self.room().map_or(usize::MAX, |room| usize::try_from(room).unwrap_or(usize::MAX) / bytes.max(1))
    }

    /// Looks at the clock and at the cancellation now, and reports progress if a report is due.
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

    /// The error that reports that this bound was reached now, for code that knows so before the meter does.
    #[must_use]
    pub fn stopped(&self, bound: Bound) -> Error {
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
        // A game that runs its own search is not paused by the engine around it.
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
    fn an_engine_whose_positions_take_much_work_pauses_sooner() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let expanded = |meter: &mut Meter<'_>, work: u64| {
            let before = meter.counted();
            let forever = |meter: &mut Meter<'_>| -> Result<(), Halt> {
                loop {
                    meter.expand()?;
                    meter.work(work)?;
                }
            };
            assert_eq!(meter.within(100, forever).unwrap(), None);
            meter.counted() - before
        };
        assert_eq!(expanded(&mut meter, 100), 100);
        assert_eq!(expanded(&mut meter, 100 * MOST_WORK_OF_A_POSITION), 1);
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
