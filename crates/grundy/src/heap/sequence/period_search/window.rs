//! The window theorem: a period proved at about preperiod + period heaps, in the memory of some windows.
//!
//! Take a rule whose moves leave at most two heaps, with k the largest number of tokens that a move takes, and a class
//! ([`Class`]). Let R be the heaps that are rare so far, W > max R + k + 1 and N > 2W. Suppose that each
//! heap n from N on, as far as computed, is *plain*: g(n) is common, and each rare value below g(n) is the value of a move
//! to one heap or of a split (a, n - i - a) with a < W - k, its witness. **If the W values before n1 and those before n1 + p
//! are equal and N <= n1, then g(n + p) = g(n) for all n >= n1 - W, and all heaps from N on are plain.**
//!
//! Proof. By induction on n >= n1. Let the equation hold for n1 - W, …, n - 1, and let N, …, n + p - 1 be plain; for n = n1
//! this is the hypothesis. We show both for the next heap, the equation for n and that n + p is plain.
//!
//! 1. A move to one heap goes from n + p to n + p - i and from n to n - i, where 1 <= i <= k < W; so these have the same
//!    values. (A heap is taken whole only if it is at most k.)
//! 2. A witness (a, n - i - a) of a rare value for n has n - i - a > n - W >= n1 - W. So g(n + p - i - a) = g(n - i - a), and
//!    (a, n + p - i - a) is a witness of the same value for n + p.
//! 3. A split of n or of n + p with a common value has just one rare part r, which is in R, as N, …, n + p - 1 are common.
//!    So r < W - k - 1, and the rest n + p - i - r, or n - i - r, is at least n + p - W, or n - W: these two have the same
//!    value. So the splits of n and of n + p have the same common values. (A value is rare for n + p iff it is for n: if the
//!    parity of the heap matters, p is even, since n1 - 1 and n1 + p - 1 have the same value, which is common for both.)
//! 4. As n is plain, the values below g(n) are rare ones of moves to one heap and of witnesses, and common ones: by 1, 2 and
//!    3 all are options of n + p. If g(n), which is common, were an option of n + p, it would be one of n by 1 and 3. So
//!    g(n + p) = g(n), and n + p is plain by 1 and 2.
//!
//! (In Grundy's game the parts of a split must differ. They do: one is below W - k, and N > 2W.)
//!
//! Found here: after each heap its last 16 values are hashed, and the hash is looked up among those of the *anchors*, heaps
//! at a ratio of 1 + 1/64 whose windows are stored. So a period p with the preperiod n0 is found before 65/64·(n0 + W) + p,
//! and no smaller p repeats the anchor's window. Going over the heaps since the last anchor that does not repeat gives the
//! least preperiod.

use rustc_hash::FxHashMap;

use super::stream::{COMPARED, Stream, StreamEnd};
use crate::compact::{Cell, CompactSlice};
use crate::heap::checkpoint::StreamState;
use crate::heap::period::{Period, Proof};
use crate::heap::sequence::engine::splits::Splits;
use crate::heap::sequence::engine::splits::class::Class;
use crate::heap::sequence::engine::splits::planes::LANES;
use crate::{Error, Meter};

/// How the search with a window ended.
#[derive(Debug)]
pub(super) enum WindowOutcome {
    /// The period is proved, after the values of so many heaps.
    Proved(Period, usize),
    /// The theorem does not apply any more.
    Left(StreamEnd),
    /// A limit was reached after the values of all heaps below this one.
    Stopped(usize, Option<Error>),
}

/// Heaps between two looks at the meter.
const PORTION: usize = 1 << 12;
/// No run goes further: twice as many heaps still have a number. With 64 bits none comes so far.
const FARTHEST: usize = usize::MAX / 4;
/// An anchor is put after this share of the heaps so far.
const SPACING: usize = 64;
/// The values that are hashed.
const HASHED: usize = 16;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A search for a period among the heaps after a table, by the window theorem.
pub(super) struct WindowSearch<'a, T> {
    run: Run<'a, T>,
    stream: Stream<T>,
    /// The hash of the values before the next heap.
    hash: u64,
    /// Which anchors have a hash.
    places: FxHashMap<u64, Vec<usize>>,
    filter: Filter,
    /// The heap at which an anchor is put next.
    next_anchor: usize,
}

impl<'a, T: Cell> WindowSearch<'a, T> {
    /// The search that begins at the end of `table`, which holds the values of all heaps below its length, computed by
    /// `engine`.
    pub(super) fn at_end_of(engine: &Splits, table: &'a [T], (class, window): (Class, usize)) -> Self {
        let start = Stream::continuing(engine, class, table, window);
        let stream = start.clone();
        let run = Run { table, start, anchors: Vec::new(), window };
        let hash = hash(&table[table.len() - HASHED..]);
        let (places, filter) = (FxHashMap::default(), Filter::new());
        Self { run, stream, hash, places, filter, next_anchor: table.len() }
    }

    /// The same search when it has come to the heap `next`, before which are these values, with these windows before its
    /// anchors; `None` if it cannot come there so. What came after the table is compared only with what follows from it
    /// in a moment.
    pub(super) fn resumed(mut self, next: usize, recent: &[T], anchors: Vec<Vec<T>>) -> Option<Self> {
        let (window, class, begin) = (self.run.window, self.stream.class(), self.run.table.len());
        let is_common = |next: usize, values: &[T]| {
            (next - values.len()..).zip(values).all(|(heap, value)| !class.is_rare(value.get(), heap))
        };
        let more = next.checked_sub(begin).filter(|_| next <= FARTHEST)?.min(COMPARED);
        let fits = (window..=window + more).contains(&recent.len());
        if !fits || !is_common(next, recent) || !self.stream.leads_to(next, recent, window) {
            return None;
        }
        for values in anchors {
            let at = self.next_anchor;
            let is_first = at == begin;
            let fits = at <= next && values.len() == window && is_common(at, &values);
            if !fits || is_first && values != self.run.table[at - window..] {
                return None;
            }
            self.put_anchor(at, hash(&values[window - HASHED..]), values.into());
        }
        // The next anchor may be due only when the search continues.
        if self.next_anchor < next {
            return None;
        }
        self.hash = hash(&recent[recent.len() - HASHED..]);
        self.stream = self.run.start.at(next, recent);
        Some(self)
    }

    fn put_anchor(&mut self, next: usize, hash: u64, values: Box<[T]>) {
        self.next_anchor = next + next / SPACING;
        self.filter.add(hash);
        self.places.entry(hash).or_default().push(self.run.anchors.len());
        self.run.anchors.push(Anchor { next, values });
    }

    /// The next heap.
    pub(super) const fn next(&self) -> usize {
        self.stream.next()
    }

    /// The state of the search, with the values that are needed to resume it.
    pub(super) fn state(&self) -> (StreamState, Vec<CompactSlice<'_>>) {
        let window = self.run.window;
        let (recent, anchors) = (self.stream.recent(window), &self.run.anchors);
        let state = StreamState {
            class: self.stream.class().into(),
            window: window as u64,
            next: self.next() as u64,
            recent: recent.len() as u64,
            anchors: anchors.len() as u64,
        };
        let windows = anchors.iter().map(|anchor| &*anchor.values);
        (state, [recent].into_iter().chain(windows).map(Cell::slice).collect())
    }

    /// Scans the heaps below `heaps` for a recurrence of an anchor's window, and calls `each` every few heaps. After it has
    /// stopped it can be called again, and continues.
    pub(super) fn scan_for_recurrence(
        &mut self,
        heaps: usize,
        each: &mut dyn FnMut(&Self),
        meter: &mut Meter<'_>,
    ) -> Result<WindowOutcome, Error> {
        let window = self.run.window;
        meter.resume("heaps", self.next() as u64, Some(heaps as u64));
        let end = heaps.min(FARTHEST);
        loop {
            if self.next() >= self.next_anchor {
                let values = self.stream.before(self.next(), window).into();
                self.put_anchor(self.next(), self.hash, values);
                if let Err(error) = meter.grow((window * size_of::<T>()) as u64) {
                    return stop(self.next(), error);
                }
            }
            if self.next() >= end {
                let too_far = || Error::Overflow(format!("no search goes further than {FARTHEST} heaps here"));
                return Ok(WindowOutcome::Stopped(self.next(), (heaps > FARTHEST).then(too_far)));
            }
            let from = self.next();
            let left = meter.positions_left().map_or(usize::MAX, |left| usize::try_from(left).unwrap_or(usize::MAX));
            // Where blocks of bit planes end.
            let portion = (from + PORTION).next_multiple_of(LANES) - from;
            let until = end.min(from + portion.min(left.max(1))).min(self.next_anchor);
            if let Some(found) = self.scan_portion(until, meter)? {
                return Ok(found);
            }
            let done = (self.next() - from) as u64;
            if let Err(error) = meter.steps(done, done * self.stream.cost() as u64) {
                return stop(self.next(), error);
            }
            each(self);
        }
    }

    /// Scans the heaps below `until`; `None` if the search has not ended there.
    fn scan_portion(&mut self, until: usize, meter: &mut Meter<'_>) -> Result<Option<WindowOutcome>, Error> {
        let Self { run, stream, hash: rolled, places, filter, .. } = self;
        let mut hash = *rolled;
        while stream.next() < until {
            let first = stream.next();
            let count = match stream.advance(until - first, run.window) {
                Ok(values) => values.len(),
                Err(left) => return Ok(Some(WindowOutcome::Left(left))),
            };
            let hashed = stream.before(first + count, count + HASHED).windows(HASHED + 1);
            // The window before the next heap ends with the value that has come.
            for (next, hashed) in (first + 1..).zip(hashed) {
                hash = roll(hash, hashed[HASHED], hashed[0]);
                if !filter.may_contain(hash) {
                    continue;
                }
                let now = stream.before(next, run.window);
                for &place in places.get(&hash).into_iter().flatten() {
                    let anchor = &run.anchors[place];
                    let period = next - anchor.next;
                    if *anchor.values != *now {
                        continue;
                    }
                    return match run.with_least_preperiod(place, period, meter) {
                        Ok(period) => Ok(Some(WindowOutcome::Proved(period, next))),
                        Err(Halt::Left(left)) => Ok(Some(WindowOutcome::Left(left))),
                        Err(Halt::Error(error)) => {
                            // So that the window comes again.
                            stream.back_to(first);
                            stop(next, error).map(Some)
                        }
                    };
                }
            }
        }
        *rolled = hash;
        Ok(None)
    }
}

/// What a search comes to at a limit or another error.
fn stop(next: usize, error: Error) -> Result<WindowOutcome, Error> {
    match error {
        Error::Budget { .. } => Ok(WindowOutcome::Stopped(next, Some(error))),
        error => Err(error),
    }
}

/// Why values were not computed once more.
enum Halt {
    Error(Error),
    Left(StreamEnd),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A heap and the window of values before it.
#[derive(Debug)]
struct Anchor<T> {
    next: usize,
    values: Box<[T]>,
}

/// What it takes to compute any stretch of values again.
struct Run<'a, T> {
    table: &'a [T],
    start: Stream<T>,
    anchors: Vec<Anchor<T>>,
    window: usize,
}

impl<T: Cell> Run<'_, T> {
    /// The proved period with its least preperiod, where the window of this anchor recurs after `period` heaps and not
    /// before.
    fn with_least_preperiod(&self, anchor: usize, period: usize, meter: &mut Meter<'_>) -> Result<Period, Halt> {
        let from = self.anchors[anchor].next;
        let mut until = from;
        for before in (0..=anchor).rev() {
            // From the window of the anchor before on, if there is one.
            let since = if before == 0 { 0 } else { self.anchors[before - 1].next - self.window };
            if since >= until {
                continue;
            }
            if let Some(last) = self.last_difference(since, until, period, meter)? {
                return Ok(self.period(period, last + 1));
            }
            until = since;
        }
        Ok(self.period(period, 0))
    }

    /// The result, as the theorem has it for all heaps from 2W on: with a window that reaches back to the middle of the
    /// table, all witnesses of the heaps past twice the window are in it.
    fn period(&self, period: usize, preperiod: usize) -> Period {
        let window = self.window.max(self.table.len().div_ceil(2));
        let proof = Proof::Window {
            class: self.start.class().into(),
            window: window as u64,
            from: (preperiod + window).max(2 * window) as u64,
        };
        Period { period: period as u64, preperiod: preperiod as u64, saltus: 0, proof }
    }

    /// The last heap n from `from` to `until` - 1 with g(n + distance) different from g(n).
    fn last_difference(
        &self,
        from: usize,
        until: usize,
        distance: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<usize>, Halt> {
        let (mut near, mut far) = (self.replay(from, meter)?, self.replay(from + distance, meter)?);
        let mut last = None;
        let mut heap = from;
        while heap < until {
            let count = PORTION.min(until - heap);
            let (near, far) = (near.take(count, self, meter)?, far.take(count, self, meter)?);
            if let Some(place) = near.iter().zip(&far).rposition(|(near, far)| near != far) {
                last = Some(heap + place);
            }
            heap += count;
        }
        Ok(last)
    }

    /// The values from a heap on, once more.
    fn replay(&self, from: usize, meter: &mut Meter<'_>) -> Result<Replay<T>, Halt> {
        let stream = match self.anchors.iter().rev().find(|anchor| anchor.next <= from) {
            Some(anchor) => self.start.at(anchor.next, &anchor.values),
            None => self.start.clone(),
        };
        let mut replay = Replay { next: from.min(stream.next()), stream };
        if from < self.table.len() {
            replay.next = from;
        }
        while replay.next < from {
            replay.take(PORTION.min(from - replay.next), self, meter)?;
        }
        Ok(replay)
    }
}

/// Values that are computed once more, in order.
struct Replay<T> {
    /// The next heap to be given out.
    next: usize,
    stream: Stream<T>,
}

impl<T: Cell> Replay<T> {
    fn take(&mut self, count: usize, run: &Run<'_, T>, meter: &mut Meter<'_>) -> Result<Vec<T>, Halt> {
        let until = self.next + count;
        let mut values: Vec<T> = run.table.get(self.next..until.min(run.table.len())).unwrap_or_default().to_vec();
        while self.stream.next() < until {
            let most = until - self.stream.next();
            self.stream.advance(most, run.window).map_err(Halt::Left)?;
            meter.work((most.min(32) * self.stream.cost()) as u64)?;
        }
        let given = self.next + values.len();
        if given < until {
            values.extend_from_slice(self.stream.before(until, until - given));
        }
        self.next = until;
        Ok(values)
    }
}

/// The hash of some values.
fn hash<T: Cell>(values: &[T]) -> u64 {
    values.iter().fold(0u64, |hash, value| hash.wrapping_mul(FACTOR).wrapping_add(value.get().into()))
}

/// The hash of values of which one has come and one has gone.
#[inline(always)]
fn roll<T: Cell>(hash: u64, come: T, gone: T) -> u64 {
    const POWER: u64 = {
        let (mut power, mut times) = (1u64, 0);
        while times < HASHED {
            power = power.wrapping_mul(FACTOR);
            times += 1;
        }
        power
    };
    let hash = hash.wrapping_mul(FACTOR).wrapping_add(come.get() as u64);
    hash.wrapping_sub(u64::from(gone.get()).wrapping_mul(POWER))
}

/// Which hashes are not among the anchors', for the most part.
struct Filter {
    bits: Box<[u64; 1024]>,
}

impl Filter {
    fn new() -> Self {
        Self { bits: Box::new([0; 1024]) }
    }

    fn add(&mut self, hash: u64) {
        self.bits[(hash >> 54) as usize] |= 1 << (hash >> 48 & 63);
    }

    #[inline(always)]
    fn may_contain(&self, hash: u64) -> bool {
        self.bits[(hash >> 54) as usize] >> (hash >> 48 & 63) & 1 == 1
    }
}
