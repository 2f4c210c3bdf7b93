//! The list that a game writes its options to.

use crate::{Bound, Error, Game, Meter, Watch};

/// The options of one position, each a list of components: its *parts*.
///
/// An option may be a sum (a heap split in two), one position, or nothing at all (the component ends). The list is one
/// flat buffer, so that an option costs no allocation of its own.
///
/// A list may have a *limit*. What is pushed beyond it is dropped and remembered as [`more`](Self::more); a game with
/// very many options should stop as soon as [`is_full`](Self::is_full) says so.
///
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
    /// The bound of the watch that was reached.
    closed_by: Option<Bound>,
}

/// Options between two looks at the clock: some tens of microseconds.
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

    /// Adds the option that leaves one component.
    #[inline]
    pub fn push(&mut self, part: P) {
        if self.is_full() {
            self.more = true;
            return;
        }
        self.parts.push(part);
        self.pushed();
    }

    /// Adds the option that leaves these components; none of them: the component ends.
    pub fn push_sum(&mut self, parts: impl IntoIterator<Item = P>) {
        if self.is_full() {
            self.more = true;
            return;
        }
        self.parts.extend(parts);
        self.pushed();
    }

    /// Ends the option whose parts were appended, and looks at the clock now and then.
    #[inline]
    fn pushed(&mut self) {
        self.ends.push(self.parts.len());
        if self.ends.len().is_multiple_of(BETWEEN_LOOKS) {
            self.close(self.watch.as_ref().and_then(Watch::reached));
        }
    }

    /// Takes no more options, if there is a reason.
    fn close(&mut self, by: Option<Bound>) {
        if by.is_some() {
            self.closed_by = by;
            self.limit = 0;
        }
    }

    /// Reports that the options of this position cannot be listed, and why: a sentence, which becomes
    /// [`Error::Rules`], or an error. The first one is kept, and the search ends with it.
    ///
    /// ```
    /// use grundy::{Error, Options};
    /// let mut options: Options<u32> = Options::new();
    /// options.fail("the board has no squares");
    /// assert!(matches!(options.failure(), Some(Error::Rules { .. })));
    /// ```
    pub fn fail(&mut self, error: impl Into<Error>) {
        self.failure.get_or_insert_with(|| error.into());
    }

    /// The error given to [`fail`](Self::fail), if any.
    #[must_use]
    pub const fn failure(&self) -> Option<&Error> {
        self.failure.as_ref()
    }

    /// Whether another option would be dropped.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.ends.len() >= self.limit
    }

    /// Whether an option was dropped.
    #[must_use]
    pub const fn more(&self) -> bool {
        self.more
    }

    /// Records that there are options beyond those that are listed, for a game that stops early by itself.
    pub const fn mark_more(&mut self) {
        self.more = true;
    }

    /// What may end the search that these options are listed for, if the list is part of one.
    #[must_use]
    pub const fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// How many options the list may still take.
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

    /// The options in the order in which they were pushed, each as its parts.
    pub fn iter(&self) -> impl Iterator<Item = &[P]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.parts[start..end])
    }

    /// Lists at most `most` options by `list`. A heap of 2^64 - 1 tokens has more options than can ever be listed, so the
    /// list closes itself once the meter's time is over or its computation is cancelled.
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

    /// Lists at most `most` options of a position.
    ///
    /// # Errors
    /// [`Error::Rules`] if the rules fail there, [`Error::Budget`] if the list closed itself.
    pub(crate) fn list<G: Game<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        self.fill(most, meter, |out| game.options(position, out))?;
        match &self.failure {
            Some(error) => Err(error.clone().at(|| game.show(position))),
            None => Ok(()),
        }
    }

    /// Lists all options of a position.
    ///
    /// # Errors
    /// As for [`list`](Self::list), and [`Error::Budget`] if they do not fit the memory left: an engine holds an option in a
    /// buffer that doubles, and once more where it is numbered.
    pub(crate) fn list_all<G: Game<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let room = meter.room_for(4 * (size_of::<P>() + size_of::<usize>()));
        self.list(game, position, room, meter)?;
        if self.more { Err(meter.stopped(Bound::Bytes)) } else { Ok(()) }
    }

    /// An empty list that takes as many options as there is room for here, and closes itself as this one does: for a game
    /// that lists the options of another.
    #[must_use]
    pub fn inner<Q>(&self) -> Options<Q> {
        Options { watch: self.watch.clone(), ..Options::at_most(self.room()) }
    }

    /// Records what is to be known of a list of another type besides its options: that it was cut, closed, or failed.
    pub fn absorb<Q>(&mut self, inner: &Options<Q>) {
        self.more |= inner.more;
        self.close(inner.closed_by);
        if let Some(error) = inner.failure() {
            self.fail(error.clone());
        }
    }

    /// Empties the list and gives it another limit; its memory stays.
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Bound, Limits};

    /// Lists 0, 1, 2, … below `count`, as a game should: no further than the list takes.
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
