//! Engines that compute one heap after the other.

use crate::compact::Cell;
use crate::{Error, Meter};

/// An engine that computes the value of one heap at a time.
pub(super) trait OneByOne {
    /// The value of the first heap that has none in the table.
    fn next<T: Cell>(&mut self, table: &[T], meter: &mut Meter<'_>) -> Result<u32, Error>;
}

/// Computes values until the table has those of all heaps up to `to`, or one does not fit: that one is returned, and is to
/// be added by the caller.
pub(super) fn extend<T: Cell>(
    engine: &mut impl OneByOne,
    table: &mut Vec<T>,
    to: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<u32>, Error> {
    while table.len() <= to {
        meter.step()?;
        let value = engine.next(table, meter)?;
        meter.grow(size_of::<T>() as u64)?;
        match T::fit(value) {
            Some(cell) => table.push(cell),
            None => return Ok(Some(value)),
        }
    }
    Ok(None)
}
