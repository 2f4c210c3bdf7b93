//! Values in the narrowest width that holds them.

use std::ops::Range;

/// The values of all vertices of a graph, in the narrowest of the widths 8, 16 and 32 bits that holds them.
///
/// ```
/// use grundy::graph::{read, sweep};
/// use grundy::{Limits, Meter};
/// let graph = read(b"0 1\n0 2\n1 3\n2 3\n")?;
/// let values = sweep(&graph, &mut Meter::new(&Limits::default()))?;
/// assert_eq!((values.get(1), values.len(), values.width()), (1, 4, 8));
/// assert_eq!(values.to_vec(), [0, 1, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ValueTable(pub(super) Widths);

#[derive(Clone, Debug)]
pub(super) enum Widths {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Words(Vec<u32>),
}

impl ValueTable {
    /// The value of `vertex`.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn get(&self, vertex: u32) -> u32 {
        let vertex = vertex as usize;
        match &self.0 {
            Widths::Bytes(values) => values[vertex].into(),
            Widths::Shorts(values) => values[vertex].into(),
            Widths::Words(values) => values[vertex],
        }
    }

    /// The number of vertices.
    #[must_use]
    pub const fn len(&self) -> usize {
        match &self.0 {
            Widths::Bytes(values) => values.len(),
            Widths::Shorts(values) => values.len(),
            Widths::Words(values) => values.len(),
        }
    }

    /// Whether there is no vertex.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bits each value takes.
    #[must_use]
    pub const fn width(&self) -> usize {
        match &self.0 {
            Widths::Bytes(_) => 8,
            Widths::Shorts(_) => 16,
            Widths::Words(_) => 32,
        }
    }

    /// The values, in order of the numbers of the vertices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> {
        self.numbers().map(|vertex| self.get(vertex))
    }

    #[allow(clippy::cast_possible_truncation)] // vertices are numbered in 32 bits
    const fn numbers(&self) -> Range<u32> {
        0..self.len() as u32
    }

    /// All of them, 32 bits each.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u32> {
        match &self.0 {
            Widths::Bytes(values) => values.iter().map(|&value| value.into()).collect(),
            Widths::Shorts(values) => values.iter().map(|&value| value.into()).collect(),
            Widths::Words(values) => values.clone(),
        }
    }
}

/// An unsigned number of some bits.
pub(super) trait Width: Copy + Default {
    /// The number, if it fits.
    fn new(number: u32) -> Option<Self>;

    fn get(self) -> u32;
}

impl Width for u8 {
    fn new(number: u32) -> Option<Self> {
        Self::try_from(number).ok()
    }

    fn get(self) -> u32 {
        self.into()
    }
}

impl Width for u16 {
    fn new(number: u32) -> Option<Self> {
        Self::try_from(number).ok()
    }

    fn get(self) -> u32 {
        self.into()
    }
}

impl Width for u32 {
    fn new(number: u32) -> Option<Self> {
        Some(number)
    }

    fn get(self) -> u32 {
        self
    }
}
