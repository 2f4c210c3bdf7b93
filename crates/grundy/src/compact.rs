//! Compact tables of numbers.
//!
//! The values of heaps, the values of vertices, and the labels of positions are nearly always below 256, and rarely
//! above 65535. A [`CompactTable`] holds such numbers in 8, 16 or 32 bits each, and becomes wider when a number does
//! not fit. Fast loops are generic over the [`Cell`] and work on the vector of a table; [`on_cells`] selects the
//! instance.

use std::ops::BitXor;

/// An unsigned number of 8, 16 or 32 bits.
pub(crate) trait Cell:
    Copy + Default + Eq + From<u8> + Into<u32> + BitXor<Output = Self> + Send + Sync + 'static
{
    /// The number in this width, if it fits.
    fn fit(number: u32) -> Option<Self>;

    /// A slice of numbers of this width, for writing.
    fn slice(numbers: &[Self]) -> CompactSlice<'_>;

    /// Decodes little-endian numbers. Bytes at the end that do not form a whole number are ignored.
    fn from_le_bytes(bytes: &[u8]) -> Vec<Self>;

    /// The numbers as bytes, if this width is a byte; for kernels that exist only for bytes.
    #[inline]
    fn as_bytes(_: &[Self]) -> Option<&[u8]> {
        None
    }

    /// The vector as a vector of bytes, if this width is a byte.
    #[inline]
    fn as_byte_vec(_: &mut Vec<Self>) -> Option<&mut Vec<u8>> {
        None
    }

    /// The number in 32 bits.
    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
}

impl Cell for u8 {
    #[inline]
    fn fit(number: u32) -> Option<Self> {
        Self::try_from(number).ok()
    }

    fn slice(numbers: &[Self]) -> CompactSlice<'_> {
        CompactSlice::U8(numbers)
    }

    fn from_le_bytes(bytes: &[u8]) -> Vec<Self> {
        bytes.to_vec()
    }

    #[inline]
    fn as_bytes(numbers: &[Self]) -> Option<&[u8]> {
        Some(numbers)
    }

    #[inline]
    fn as_byte_vec(numbers: &mut Vec<Self>) -> Option<&mut Vec<u8>> {
        Some(numbers)
    }
}

impl Cell for u16 {
    #[inline]
    fn fit(number: u32) -> Option<Self> {
        Self::try_from(number).ok()
    }

    fn slice(numbers: &[Self]) -> CompactSlice<'_> {
        CompactSlice::U16(numbers)
    }

    fn from_le_bytes(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks().0.iter().map(|&bytes| Self::from_le_bytes(bytes)).collect()
    }
}

impl Cell for u32 {
    #[inline]
    fn fit(number: u32) -> Option<Self> {
        Some(number)
    }

    fn slice(numbers: &[Self]) -> CompactSlice<'_> {
        CompactSlice::U32(numbers)
    }

    fn from_le_bytes(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks().0.iter().map(|&bytes| Self::from_le_bytes(bytes)).collect()
    }
}

/// A slice of numbers of one width.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CompactSlice<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
}

/// A table of numbers that widens when a number does not fit.
#[derive(Clone, Debug)]
pub(crate) enum CompactTable {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

impl Default for CompactTable {
    fn default() -> Self {
        Self::U8(Vec::new())
    }
}

/// Runs the same code on the vector of a table, whatever its width.
macro_rules! on_cells {
    ($table:expr, $cells:ident => $code:expr) => {
        match $table {
            $crate::compact::CompactTable::U8($cells) => $code,
            $crate::compact::CompactTable::U16($cells) => $code,
            $crate::compact::CompactTable::U32($cells) => $code,
        }
    };
}
pub(crate) use on_cells;

impl CompactTable {
    pub(crate) const fn len(&self) -> usize {
        on_cells!(self, cells => cells.len())
    }

    /// The number at this place; `None` if the table is shorter.
    pub(crate) fn get(&self, place: usize) -> Option<u32> {
        on_cells!(self, cells => cells.get(place).map(|cell| cell.get()))
    }

    /// The number at this place.
    ///
    /// # Panics
    /// If the table is shorter.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> u32 {
        on_cells!(self, cells => cells[place].get())
    }

    /// Replaces the number at this place.
    ///
    /// # Panics
    /// If the table is shorter.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, number: u32) {
        loop {
            let fits = on_cells!(self, cells => Cell::fit(number).map(|cell| cells[place] = cell));
            match fits {
                Some(()) => return,
                None => self.widen_for(number),
            }
        }
    }

    /// Appends a number.
    #[inline]
    pub(crate) fn push(&mut self, number: u32) {
        loop {
            let fits = on_cells!(self, cells => Cell::fit(number).map(|cell| cells.push(cell)));
            match fits {
                Some(()) => return,
                None => self.widen_for(number),
            }
        }
    }

    /// Widens the table so that the number fits.
    #[cold]
    fn widen_for(&mut self, number: u32) {
        *self = match std::mem::take(self) {
            Self::U8(cells) if number <= u16::MAX.into() => Self::U16(cells.into_iter().map(u16::from).collect()),
            Self::U8(cells) => Self::U32(cells.into_iter().map(u32::from).collect()),
            Self::U16(cells) => Self::U32(cells.into_iter().map(u32::from).collect()),
            widest @ Self::U32(_) => widest,
        };
    }

    /// The table whose numbers were written with `cell_bytes` bytes each; `None` if there is no such width.
    pub(crate) fn from_le_bytes(cell_bytes: u8, bytes: Vec<u8>) -> Option<Self> {
        match cell_bytes {
            1 => Some(Self::U8(bytes)),
            2 => Some(Self::U16(Cell::from_le_bytes(&bytes))),
            4 => Some(Self::U32(Cell::from_le_bytes(&bytes))),
            _ => None,
        }
    }

    /// The number of bytes per number.
    pub(crate) const fn cell_bytes(&self) -> u8 {
        match self {
            Self::U8(_) => 1,
            Self::U16(_) => 2,
            Self::U32(_) => 4,
        }
    }

    /// All numbers, for writing.
    pub(crate) fn as_slice(&self) -> CompactSlice<'_> {
        on_cells!(self, cells => Cell::slice(cells))
    }

    /// All numbers, with 32 bits each.
    pub(crate) fn to_vec(&self) -> Vec<u32> {
        on_cells!(self, cells => cells.iter().map(|cell| cell.get()).collect())
    }

    /// The bytes that the numbers take.
    pub(crate) const fn bytes(&self) -> usize {
        self.len() * self.cell_bytes() as usize
    }

    /// The bytes that the table has allocated.
    pub(crate) const fn allocated_bytes(&self) -> usize {
        on_cells!(self, cells => cells.capacity()) * self.cell_bytes() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_wide_as_its_largest_number_needs() {
        let mut table = CompactTable::default();
        for (number, cell_bytes) in [(0, 1), (255, 1), (256, 2), (7, 2), (65_535, 2), (65_536, 4), (u32::MAX, 4)] {
            table.push(number);
            assert_eq!((table.get(table.len() - 1), table.cell_bytes()), (Some(number), cell_bytes));
        }
        assert_eq!(table.to_vec(), [0, 255, 256, 7, 65_535, 65_536, u32::MAX]);
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn a_number_that_is_replaced_may_skip_a_width() {
        for (number, cell_bytes) in [(255, 1), (256, 2), (65_536, 4)] {
            let mut table = CompactTable::U8(vec![1, 2, 3]);
            table.set(1, number);
            assert_eq!((table.to_vec(), table.cell_bytes()), (vec![1, number, 3], cell_bytes));
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let tables =
            [CompactTable::U8(vec![1, 255]), CompactTable::U16(vec![1, 256]), CompactTable::U32(vec![1, 65_536])];
        for table in tables {
            let bytes: Vec<u8> = match table.as_slice() {
                CompactSlice::U8(cells) => cells.to_vec(),
                CompactSlice::U16(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
                CompactSlice::U32(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
            };
            assert_eq!(bytes.len(), table.bytes());
            let read = CompactTable::from_le_bytes(table.cell_bytes(), bytes).unwrap();
            assert_eq!((read.to_vec(), read.cell_bytes()), (table.to_vec(), table.cell_bytes()));
        }
        assert!(CompactTable::from_le_bytes(3, Vec::new()).is_none());
    }
}
