//! The list that a game writes its options to.

use crate::{Error, Meter};

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
}

/// Options that are listed without a look at the clock: milliseconds of work, and enough of it for the meter to look.
pub(crate) const FIRST_ATTEMPT: usize = 1 << 18;

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
        Self { parts: Vec::new(), ends: Vec::new(), limit, more: false, failure: None }
    }

    /// Adds the option that leaves one component.
    pub fn push(&mut self, part: P) {
        self.push_sum([part]);
    }

    /// Adds the option that leaves these components; none of them: the component ends.
    pub fn push_sum(&mut self, parts: impl IntoIterator<Item = P>) {
        if self.is_full() {
            self.more = true;
            return;
        }
        self.parts.extend(parts);
        self.ends.push(self.parts.len());
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
    pub fn is_full(&self) -> bool {
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

    /// Lists at most `most` options by `list`, in longer and longer attempts with a look at the limits between: a heap of
    /// 2^64 - 1 tokens has more options than can ever be listed. A list that is not very long takes one attempt.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit of the meter.
    pub(crate) fn fill(
        &mut self,
        most: usize,
        meter: &mut Meter<'_>,
        mut list: impl FnMut(&mut Self),
    ) -> Result<(), Error> {
        let mut length = most.min(FIRST_ATTEMPT);
        loop {
            self.restart(length);
            list(self);
            if !self.more || length == most || self.failure.is_some() {
                return Ok(());
            }
            meter.work(length as u64)?;
            length = length.saturating_mul(2).min(most);
        }
    }

    /// Empties the list and gives it another limit; its memory stays.
    pub fn restart(&mut self, limit: usize) {
        self.limit = limit;
        self.parts.clear();
        self.ends.clear();
        self.more = false;
        self.failure = None;
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
    fn a_short_list_takes_one_attempt_and_a_long_one_is_whole() {
        let limits = Limits::default();
        for (count, most, attempts) in [(1000, 2000, 1), (1000, 10, 1), (FIRST_ATTEMPT as u64 + 1, usize::MAX, 2)] {
            let (mut options, mut made) = (Options::new(), 0);
            let attempt = |out: &mut Options<u64>| {
                made += 1;
                list(count, out);
            };
            options.fill(most, &mut Meter::new(&limits), attempt).unwrap();
            assert_eq!(made, attempts, "{count}");
            assert_eq!((options.len() as u64, options.more()), (count.min(most as u64), count > most as u64));
        }
    }

    #[test]
    fn a_list_without_end_meets_the_time_limit() {
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let filled = Options::new().fill(usize::MAX, &mut Meter::new(&limits), |out| list(u64::MAX, out));
        assert!(matches!(filled, Err(Error::Budget { bound: Bound::Time, .. })), "{filled:?}");
    }
}
