//! The adjacency of a graph, for use in searches.

use super::set::vertices;

/// An undirected graph: the neighbours of each vertex, without the vertex itself, and the vertices that have a loop.
#[derive(Clone, Copy, Debug)]
pub struct Adjacency<'a> {
    pub(super) rows: &'a [u128],
    pub(super) loops: u128,
}

impl Adjacency<'_> {
    /// The connected component of `vertex` within `left`.
    pub(super) fn component(&self, vertex: usize, left: u128) -> u128 {
        let (mut found, mut new) = (0, 1 << vertex);
        while new != 0 {
            found |= new;
            let around = vertices(new).fold(0, |around, vertex| around | self.rows[vertex]);
            new = around & left & !found;
        }
        found
    }

    /// The number of neighbours of a vertex within a set.
    pub(super) fn degree(&self, vertex: usize, within: u128) -> u32 {
        (self.rows[vertex] & within).count_ones()
    }
}

/// Calls `each` with the connected components of a set of vertices.
pub(super) fn for_each_component(graph: Adjacency<'_>, mut left: u128, mut each: impl FnMut(u128)) {
    while left != 0 {
        let component = graph.component(left.trailing_zeros() as usize, left);
        left &= !component;
        each(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_part_the_set() {
        // 0-1, 2, 3-4-5 with 4 removed.
        let rows = [0b10, 0b01, 0, 0b1_0000, 0b10_1000, 0b1_0000];
        let graph = Adjacency { rows: &rows, loops: 0 };
        let mut found = Vec::new();
        for_each_component(graph, 0b10_1111, |component| found.push(component));
        assert_eq!(found, [0b11, 0b100, 0b1000, 0b10_0000]);
        assert_eq!((graph.degree(4, 0b11_1111), graph.degree(4, 0b1000)), (2, 1));
    }
}
