//! The values of the vertices of a graph.

use crate::compact::CompactTable;

/// The values of all vertices of a graph, in the narrowest of the widths 8, 16 and 32 bits that holds them.
///
/// # Examples
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
pub struct ValueTable(pub(super) CompactTable);

impl ValueTable {
    /// The value of `vertex`.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn get(&self, vertex: u32) -> u32 {
        self.0.at(vertex as usize)
    }

    /// The number of vertices.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the graph has no vertex.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bits of a value in this table.
    #[must_use]
    pub const fn width(&self) -> usize {
        8 * self.0.cell_bytes() as usize
    }

    /// The values, in order of the numbers of the vertices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> {
        (0..self.len()).map(|vertex| self.0.at(vertex))
    }

    /// The values, in order of the numbers of the vertices, 32 bits each.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u32> {
        self.0.to_vec()
    }
}
