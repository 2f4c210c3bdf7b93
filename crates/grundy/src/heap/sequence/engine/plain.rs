//! Values by the definition, one after the other.

use std::ops::ControlFlow;

use super::one_by_one::OneByOne;
use crate::compact::Cell;
use crate::heap::HeapRule;
use crate::nimber::Excludant;
use crate::{Error, Meter, Nimber};

/// The engine of the definition: it asks the rule for the options.
///
/// Each value is the mex over all options: time O(options) a heap, so O(n^2) for n heaps of an octal game and O(n^3) for a
/// hexadecimal one.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Plain {
    rule: HeapRule,
    sums: Vec<u64>,
    seen: Excludant,
}

impl Plain {
    pub(in crate::heap::sequence) fn new(rule: HeapRule) -> Self {
        Self { rule, sums: Vec::new(), seen: Excludant::default() }
    }
}

impl OneByOne for Plain {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a part is smaller than the heap, so it is an index of the table"
    )]
    fn next<T: Cell>(&mut self, table: &[T], meter: &mut Meter<'_>) -> Result<u32, Error> {
        let Self { rule, sums, seen } = self;
        let heap = table.len() as u64;
        // The heap's options are counted on the way, since the mex is at most their number.
        sums.clear();
        let mut flow = Ok(());
        rule.for_each_option(heap, |parts| {
            sums.push(parts.iter().fold(0, |sum, &part| sum ^ u64::from(table[part as usize].get())));
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
