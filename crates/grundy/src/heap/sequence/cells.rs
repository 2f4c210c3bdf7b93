//! The values of the heaps 0, 1, 2, … in as few bytes each as the largest of them needs.

use crate::heap::checkpoint::ValueSlice;

/// A number that a value is held in.
pub(super) trait Cell:
    Copy + Eq + From<u8> + Into<u32> + std::ops::BitXor<Output = Self> + Send + Sync + 'static
{
    /// The value in this width, if it fits.
    fn fit(value: u32) -> Option<Self>;

    /// Values to be written.
    fn value_slice(values: &[Self]) -> ValueSlice<'_>;

    /// Values that were written so; bytes that are too few for one more are left out.
    fn read(bytes: &[u8]) -> Vec<Self>;

    /// The value.
    fn get(self) -> u32 {
        self.into()
    }
}

impl Cell for u8 {
    fn fit(value: u32) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn value_slice(values: &[Self]) -> ValueSlice<'_> {
        ValueSlice::U8(values)
    }

    fn read(bytes: &[u8]) -> Vec<Self> {
        bytes.to_vec()
    }
}

impl Cell for u16 {
    fn fit(value: u32) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn value_slice(values: &[Self]) -> ValueSlice<'_> {
        ValueSlice::U16(values)
    }

    fn read(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks().0.iter().map(|&bytes| Self::from_le_bytes(bytes)).collect()
    }
}

impl Cell for u32 {
    fn fit(value: u32) -> Option<Self> {
        Some(value)
    }

    fn value_slice(values: &[Self]) -> ValueSlice<'_> {
        ValueSlice::U32(values)
    }

    fn read(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks().0.iter().map(|&bytes| Self::from_le_bytes(bytes)).collect()
    }
}

/// A table of values that widens when a value needs it.
#[derive(Debug)]
pub(super) enum Cells {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

impl Default for Cells {
    fn default() -> Self {
        Self::U8(Vec::new())
    }
}

/// Runs the same code on the table, whatever its width.
macro_rules! on_cells {
    ($cells:expr, $table:ident => $code:expr) => {
        match $cells {
            Cells::U8($table) => $code,
            Cells::U16($table) => $code,
            Cells::U32($table) => $code,
        }
    };
}
pub(super) use on_cells;

impl Cells {
    pub(super) fn len(&self) -> usize {
        on_cells!(self, table => table.len())
    }

    pub(super) fn get(&self, heap: usize) -> Option<u32> {
        on_cells!(self, table => table.get(heap).map(|value| value.get()))
    }

    /// Adds the value of the next heap.
    pub(super) fn push(&mut self, value: u32) {
        loop {
            let pushed = on_cells!(self, table => Cell::fit(value).map(|cell| table.push(cell)));
            match pushed {
                Some(()) => return,
                None => self.widen(),
            }
        }
    }

    fn widen(&mut self) {
        *self = match std::mem::take(self) {
            Self::U8(table) => Self::U16(table.into_iter().map(u16::from).collect()),
            Self::U16(table) => Self::U32(table.into_iter().map(u32::from).collect()),
            Self::U32(table) => Self::U32(table),
        };
    }

    /// The table that was written with so many bytes a value, if there is such a width.
    pub(super) fn read(cell: u8, bytes: Vec<u8>) -> Option<Self> {
        match cell {
            1 => Some(Self::U8(bytes)),
            2 => Some(Self::U16(Cell::read(&bytes))),
            4 => Some(Self::U32(Cell::read(&bytes))),
            _ => None,
        }
    }

    /// Bytes that a value takes.
    pub(super) const fn width(&self) -> u8 {
        match self {
            Self::U8(_) => 1,
            Self::U16(_) => 2,
            Self::U32(_) => 4,
        }
    }

    /// The table, to be written.
    pub(super) fn value_slice(&self) -> ValueSlice<'_> {
        on_cells!(self, table => Cell::value_slice(table))
    }

    /// Bytes that the table holds.
    pub(super) fn bytes(&self) -> usize {
        on_cells!(self, table => std::mem::size_of_val(table.as_slice()))
    }
}
