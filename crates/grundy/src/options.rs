//! The list to which a game writes the options of a position.

use crate::{Bound, Error, Meter, Watch};

/// The options of one position, each a list of components: its *parts*.
///
/// An option may be a single component, a sum (a heap split in two), or empty (the component ends). All parts are kept
/// in one flat buffer, so options need no allocations of their own.
///
/// A list may have a *limit*. Options pushed beyond it are dropped, and [`more`](Self::more) records that there were
/// some. A game with very many options should stop as soon as [`is_full`](Self::is_full) returns `true`.
///
/// # Examples
/// ```
/// use grundy::Options;
/// let mut options = Options::new();
/// options.push(8);             // one heap is left
/// options.push_sum([3, 4]);    // the heap is split
/// options.push_sum([]);        // the heap is gone
/// let parts: Vec<&[i32]> = options.iter().collect();
/// assert_eq!(parts, [&[8][..], &[3, 4], &[]]);
/// ```
#[derive(Clone, Debug)]
pub struct Options<P> {
    parts: Vec<P>,
    ends: Vec<usize>,
    limit: usize,
    more: bool,
    failure: Option<Error>,
    watch: Option<Watch>,
    /// The bound that closed the list, as the watch reported it.
    closed_by: Option<Bound>,
}

/// How many options are listed between two looks at the clock: some tens of microseconds.
const BETWEEN_LOOKS: usize = 1 << 12;

impl<P> Default for Options<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> Options<P> {
    /// An empty list without a limit.
    #[must_use]
    pub const fn new() -> Self {
        Self::at_most(usize::MAX)
    }

    /// An empty list that keeps at most `limit` options.
    #[must_use]
    pub const fn at_most(limit: usize) -> Self {
        Self { parts: Vec::new(), ends: Vec::new(), limit, more: false, failure: None, watch: None, closed_by: None }
    }

    /// Adds an option that leaves one component.
    #[inline]
    pub fn push(&mut self, part: P) {
        if self.is_full() {
            self.more = true;
            return;
        }
        self.parts.push(part);
        self.pushed();
    }

    /// Adds an option that leaves these components. Without components, the component ends.
    pub fn push_sum(&mut self, parts: impl IntoIterator<Item = P>) {
        if self.is_full() {
            self.more = true;
            return;
        }
        self.parts.extend(parts);
        self.pushed();
    }

    /// Completes the option whose parts were appended, and looks at the clock from time to time.
    #[inline]
    fn pushed(&mut self) {
        self.ends.push(self.parts.len());
        if self.ends.len().is_multiple_of(BETWEEN_LOOKS) {
            self.close(self.watch.as_ref().and_then(Watch::reached));
        }
    }

    /// Closes the list to further options if a bound is given.
    fn close(&mut self, by: Option<Bound>) {
        if by.is_some() {
            self.closed_by = by;
            self.limit = 0;
        }
    }

    /// Reports that the options of this position cannot be listed, and why: a sentence, which becomes [`Error::Rules`],
    /// or an error. Only the first report is kept; it ends the search.
    ///
    /// # Examples
    /// ```
    /// use grundy::{Error, Options};
    /// let mut options: Options<u32> = Options::new();
    /// options.fail("the board has no squares");
    /// assert!(matches!(options.failure(), Some(Error::Rules { .. })));
    /// ```
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failure.get_or_insert_with(|| error.into());
    }

    /// The error passed to [`fail`](Self::fail), if any.
    #[must_use]
    pub const fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    /// Whether the next option would be dropped.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.ends.len() >= self.limit
    }

    /// Whether an option was dropped.
    #[must_use]
    pub const fn more(&self) -> bool {
        self.more
    }

    /// Records that there are options that are not listed, for a game that stops listing by itself.
    pub const fn mark_more(&mut self) {
        self.more = true;
    }

    /// The deadline and the cancellation of the search, if the options are listed for one.
    #[must_use]
    pub const fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// How many more options the list accepts.
    #[must_use]
    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.ends.len())
    }

    /// The number of options listed.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no option is listed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The options in the order in which they were added, each as its parts.
    pub fn iter(&self) -> impl Iterator<Item = &[P]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.parts[start..end])
    }

    /// Empties the list, option by option, and hands over the parts without copying them.
    pub(crate) fn drain(&mut self) -> Drain<'_, P> {
        Drain { parts: self.parts.drain(..), from: 0, ends: self.ends.drain(..) }
    }

    /// Lists at most `most` options by `list`. The list closes itself once the time limit is reached or the computation
    /// is cancelled, since a heap of 2^64 - 1 tokens has more options than can ever be listed.
    ///
    /// # Errors
    /// [`Error::Budget`] if the list closed itself.
    pub(crate) fn fill(
        &mut self,
        most: usize,
        meter: &mut Meter<'_>,
        list: impl FnOnce(&mut Self),
    ) -> Result<(), Error> {
        self.restart(most);
        self.watch = Some(meter.watch());
        list(self);
        self.watch = None;
        match self.closed_by {
            Some(bound) => Err(meter.stopped(bound)),
            None => meter.work(self.len() as u64),
        }
    }

    /// An empty list with as much room as this one has left and with the same watch: for a game that lists the options
    /// of another game.
    #[must_use]
    pub fn inner<Q>(&self) -> Options<Q> {
        Options { watch: self.watch.clone(), ..Options::at_most(self.room()) }
    }

    /// Takes over from a list of another type whether it was cut off, closed, or failed; its options are not copied.
    pub fn absorb<Q>(&mut self, inner: &Options<Q>) {
        self.more |= inner.more;
        self.close(inner.closed_by);
        if let Some(error) = inner.failure() {
            self.fail(error.clone());
        }
    }

    /// Empties the list and sets a new limit. The allocated memory is kept.
    pub fn restart(&mut self, limit: usize) {
        self.limit = limit;
        self.parts.clear();
        self.ends.clear();
        self.more = false;
        self.failure = None;
        self.watch = None;
        self.closed_by = None;
    }
}

/// The options of a list that is being emptied.
pub(crate) struct Drain<'a, P> {
    parts: std::vec::Drain<'a, P>,
    /// Where the next option begins.
    from: usize,
    ends: std::vec::Drain<'a, usize>,
}

impl<P> Drain<'_, P> {
    /// The parts of the next option. They have to be taken, all of them, before the option after it is asked for.
    pub(crate) fn next_option(&mut self) -> Option<impl Iterator<Item = P>> {
        let to = self.ends.next()?;
        let parts = to - std::mem::replace(&mut self.from, to);
        Some(self.parts.by_ref().take(parts))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Bound, Limits};

    /// Lists 0, 1, 2, … below `count` as a game should: it stops when the list is full.
    fn list(count: u64, out: &mut Options<u64>) {
        for option in 0..count {
            out.push(option);
            if out.more() {
                return;
            }
        }
    }

    #[test]
    fn a_list_is_whole_or_cut_at_its_limit() {
        let limits = Limits::default();
        for (count, most) in [(1000, 2000), (1000, 10), (3 * BETWEEN_LOOKS as u64 + 1, usize::MAX)] {
            let mut options = Options::new();
            options.fill(most, &mut Meter::new(&limits), |out| list(count, out)).unwrap();
            assert_eq!((options.len() as u64, options.more()), (count.min(most as u64), count > most as u64));
        }
    }

    #[test]
    fn a_list_without_end_meets_the_time_limit() {
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let filled = Options::new().fill(usize::MAX, &mut Meter::new(&limits), |out| list(u64::MAX, out));
        assert!(matches!(filled, Err(Error::Budget { bound: Bound::Time, .. })), "{filled:?}");
    }

    #[test]
    fn a_list_is_emptied_option_by_option() {
        let mut options = Options::new();
        for parts in [&["a"][..], &[], &["b", "c"]] {
            options.push_sum(parts.iter().copied());
        }
        let mut drain = options.drain();
        let mut drained: Vec<Vec<&str>> = Vec::new();
        while let Some(parts) = drain.next_option() {
            drained.push(parts.collect());
        }
        drop(drain);
        assert_eq!(drained, [&["a"][..], &[], &["b", "c"]]);
        assert!(options.is_empty());
    }

    #[test]
    fn a_list_of_a_list_without_end_can_be_cancelled() {
        let limits = Limits::default();
        limits.cancel.cancel();
        let filled = Options::<u64>::new().fill(usize::MAX, &mut Meter::new(&limits), |out| {
            let mut inner = out.inner::<u64>();
            list(u64::MAX, &mut inner);
            out.absorb(&inner);
        });
        assert!(matches!(filled, Err(Error::Budget { bound: Bound::Cancel, .. })), "{filled:?}");
    }
}
