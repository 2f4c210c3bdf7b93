//! Rows of values, a byte each while they fit.

use crate::Refusal;
use crate::meter::Meter;

/// A row of values in the narrowest cells that hold them all.
pub(crate) enum Cells {
    /// All are below 2^8.
    Narrow(Vec<u8>),
    /// All are below 2^32.
    Wide(Vec<u32>),
}

impl Cells {
    /// No values, with room for so many.
    pub(crate) fn with_room(values: u128, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        Ok(Self::Narrow(meter.room(values)?))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
        }
    }

    pub(crate) fn get(&self, at: usize) -> u32 {
        match self {
            Self::Narrow(cells) => u32::from(cells[at]),
            Self::Wide(cells) => cells[at],
        }
    }

    /// Adds a value at the end; all become wider if they must.
    pub(crate) fn push(&mut self, value: u64, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let value = u32::try_from(value).map_err(|_| Refusal::ValueTooLarge)?;
        match (&mut *self, u8::try_from(value)) {
            (Self::Narrow(cells), Ok(value)) => cells.push(value),
            (Self::Narrow(cells), Err(_)) => {
                let mut wide: Vec<u32> = meter.room(cells.capacity() as u128)?;
                wide.extend(cells.iter().map(|&value| u32::from(value)));
                wide.push(value);
                meter.drop(cells.capacity() as u128);
                *self = Self::Wide(wide);
            }
            (Self::Wide(cells), _) => cells.push(value),
        }
        Ok(())
    }

    /// Forgets the values at these places; those behind move forward.
    pub(crate) fn forget(&mut self, places: std::ops::Range<usize>) {
        match self {
            Self::Narrow(cells) => drop(cells.drain(places)),
            Self::Wide(cells) => drop(cells.drain(places)),
        }
    }
}
