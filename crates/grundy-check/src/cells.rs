//! Rows of values, in one byte each while they fit.

use crate::{Meter, Refusal, Verdict};

/// A row of values in the narrowest cells that can hold them: below 2^8, or below 2^32.
pub(crate) enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Cells {
    pub(crate) fn get(&self, at: usize) -> usize {
        match self {
            Self::Narrow(cells) => usize::from(cells[at]),
            Self::Wide(cells) => cells[at] as usize,
        }
    }

    /// Appends a value, and widens the row if necessary.
    pub(crate) fn push(&mut self, value: usize, meter: &mut Meter<'_>) -> Verdict {
        let value = u32::try_from(value).map_err(|_| Refusal::ValueTooLarge)?;
        if let (Self::Narrow(cells), 256..) = (&*self, value) {
            let mut wide = meter.room(cells.capacity() as u128)?;
            wide.extend(cells.iter().map(|&value| u32::from(value)));
            *self = Self::Wide(wide);
        }
        match self {
            Self::Narrow(cells) => cells.extend(u8::try_from(value)),
            Self::Wide(cells) => cells.push(value),
        }
        Ok(())
    }

    /// Removes the values at these places; later ones move forward.
    pub(crate) fn forget(&mut self, places: std::ops::Range<usize>) {
        match self {
            Self::Narrow(cells) => drop(cells.drain(places)),
            Self::Wide(cells) => drop(cells.drain(places)),
        }
    }
}
