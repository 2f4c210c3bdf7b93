//! What the values of a code tell, read off a table of them.

use super::Largest;
use super::run::Run;
use crate::heap::{HeapRule, Period, RareHeaps, Status};

/// The largest of these values of the heaps 0, 1, 2, …, and the least heap that has it.
fn largest(values: impl Iterator<Item = u32>) -> Option<Largest> {
    let mut largest: Option<Largest> = None;
    for (heap, value) in (0u64..).zip(values) {
        if largest.is_none_or(|largest| largest.value < value.into()) {
            largest = Some(Largest { value: value.into(), heap });
        }
    }
    largest
}

/// Facts of a rule whose period is proved: they are about all heaps.
pub(super) fn of_all(rule: &HeapRule, run: &Run, period: &Period) -> (Option<Largest>, Option<RareHeaps>) {
    let &Period { period, preperiod, saltus, .. } = period;
    if saltus > 0 {
        return (None, None);
    }
    let values = run.sequence.values();
    let (first, again) = (count(preperiod + period), count(preperiod));
    // Two periods, for a class may depend on the parity of the heap.
    let twice = values.clone().take(first).chain(values.clone().take(first).skip(again));
    (largest(values.take(first)), RareHeaps::of(rule, twice.skip(1), Some(preperiod)))
}

/// Facts of a rule of which so much is known: its heap n has the value of the run's heap n - shift.
pub(super) fn of_known(rule: &HeapRule, run: &Run, shift: u64) -> (Option<Largest>, Option<RareHeaps>) {
    let values = shifted(run, shift);
    (largest(values.clone()), RareHeaps::of(rule, values.skip(1), None))
}

/// The same for what the period looks like.
pub(super) fn status(run: &Run, shift: u64) -> Status {
    let Status::Observed { period, preperiod, saltus } = run.status else { return run.status.clone() };
    let values: Vec<u32> = shifted(run, shift).take(count(preperiod + shift + period)).collect();
    let repeats = |heap: usize| {
        let later = heap.checked_add(count(period)).and_then(|later| values.get(later));
        later.is_some_and(|&later| u64::from(later) == u64::from(values[heap]) + saltus)
    };
    let before = (0..count(preperiod + shift)).rev().take_while(|&heap| repeats(heap)).count();
    Status::Observed { period, preperiod: preperiod + shift - before as u64, saltus }
}

/// The values of the heaps up to the last one that the run checked.
fn shifted(run: &Run, shift: u64) -> impl Iterator<Item = u32> + Clone + '_ {
    std::iter::repeat_n(0, count(shift)).chain(run.sequence.values()).take(count(run.checked_to.saturating_add(1)))
}

/// A number of heaps, of which a table holds no more than fit.
fn count(heaps: u64) -> usize {
    usize::try_from(heaps).unwrap_or(usize::MAX)
}
