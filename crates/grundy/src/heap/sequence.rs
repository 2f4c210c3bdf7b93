//! The values of the heaps 0, 1, 2, … of a rule, by the definition.

use std::ops::ControlFlow;

use super::HeapRule;
use crate::nimber::Excludant;
use crate::{Bound, Error, Meter, Nimber};

/// The values of all heaps up to some size, and the way to go on.
///
/// Each value is the mex over all options: time O(options) a heap, so O(n^2) for n heaps of an octal game and O(n^3) for a
/// hexadecimal one. Four bytes a heap.
#[derive(Debug)]
pub struct Sequence {
    rule: HeapRule,
    values: Vec<u32>,
    sums: Vec<u64>,
    seen: Excludant,
}

impl Sequence {
    /// The sequence of a rule, none of it computed.
    #[must_use]
    pub fn new(rule: HeapRule) -> Self {
        Self { rule, values: Vec::new(), sums: Vec::new(), seen: Excludant::default() }
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The values computed so far, of the heaps 0, 1, 2, …
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The value of the heap of `heap` tokens, computing all below it.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit; what was computed stays.
    pub fn value(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        if let Some(value) = self.known(heap) {
            return Ok(value);
        }
        self.extend(heap, meter)?;
        self.known(heap).ok_or_else(|| meter.stopped(Bound::Bytes))
    }

    fn known(&self, heap: u64) -> Option<Nimber> {
        let heap = usize::try_from(heap).ok()?;
        self.values.get(heap).map(|&value| Nimber(value.into()))
    }

    /// Computes the values of all heaps up to `heap`.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit; what was computed stays.
    pub fn extend(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<(), Error> {
        let have = self.values.len() as u64;
        if heap < have {
            return Ok(());
        }
        meter.resume("heaps", have, Some(heap.saturating_add(1)));
        // A table that cannot fit is refused before it is begun.
        let more = (heap - have).saturating_add(1).saturating_mul(size_of::<u32>() as u64);
        if meter.room().is_some_and(|room| room < more) {
            return Err(meter.stopped(Bound::Bytes));
        }
        for heap in have..=heap {
            let value = self.next(heap, meter)?;
            meter.grow(size_of::<u32>() as u64)?;
            self.values.push(value);
        }
        Ok(())
    }

    /// The value of the first heap that has none yet.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a part is smaller than the heap, so it is an index of the table"
    )]
    fn next(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<u32, Error> {
        let Self { rule, values, sums, seen } = self;
        // The heap's options are counted on the way, since the mex is at most their number.
        sums.clear();
        let mut flow = meter.step();
        rule.for_each_option(heap, |parts| {
            sums.push(parts.iter().fold(0, |sum, &part| sum ^ u64::from(values[part as usize])));
            if sums.len().is_multiple_of(WORK) {
                flow = meter.work(WORK as u64);
            }
            if flow.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        flow?;
        seen.start(sums.len());
        sums.iter().for_each(|&sum| seen.add(Nimber(sum)));
        let value = seen.mex().0;
        u32::try_from(value).map_err(|_| Error::Overflow(format!("the value {value} of heap {heap} is above 2^32 - 1")))
    }
}

/// Options between two entries in the meter.
const WORK: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn values(code: &str, to: u64) -> Vec<u32> {
        let mut sequence = Sequence::new(HeapRule::Code(code.parse().unwrap()));
        sequence.extend(to, &mut Meter::new(&Limits::default())).unwrap();
        sequence.values().to_vec()
    }

    #[test]
    fn kayles_begins_as_in_winning_ways() {
        let row = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
        assert_eq!(values("0.77", 23), row);
    }

    #[test]
    fn take_and_split_is_nim() {
        assert_eq!(values("0.[7]", 8), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn a_table_too_large_is_refused_before_it_is_begun() {
        let limits = Limits { bytes: Some(1 << 30), ..Limits::default() };
        let mut kayles = Sequence::new(HeapRule::Code("0.77".parse().unwrap()));
        let error = kayles.value(1_000_000_000_000, &mut Meter::new(&limits)).unwrap_err();
        assert!(error.to_string().contains("0 of 1000000000001 heaps"), "{error}");
    }

    #[test]
    fn an_interrupted_sequence_goes_on_where_it_stopped() {
        let limits = Limits { positions: Some(10), ..Limits::default() };
        let mut kayles = Sequence::new(HeapRule::Code("0.77".parse().unwrap()));
        assert!(kayles.extend(20, &mut Meter::new(&limits)).is_err());
        assert_eq!(kayles.values().len(), 10);
        // The account of the second attempt counts what the first one left.
        let error = kayles.extend(20, &mut Meter::new(&Limits { positions: Some(0), ..limits })).unwrap_err();
        assert!(error.to_string().contains("11 of 21 heaps"), "{error}");
        kayles.extend(20, &mut Meter::new(&Limits::default())).unwrap();
        assert_eq!(kayles.values(), values("0.77", 20));
    }
}
