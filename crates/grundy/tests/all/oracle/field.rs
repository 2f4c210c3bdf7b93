//! Games on a graph whose vertices go one by one, from how they are played.

use std::collections::BTreeSet;

/// A graph with the vertices that are left, as its text has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Field {
    /// So many vertices in a row, each joined to the next.
    Path(usize),
    /// The same with the ends joined.
    Cycle(usize),
    /// Rows and columns.
    Grid(usize, usize),
    /// Vertices and edges by number.
    Listed { vertices: BTreeSet<usize>, edges: BTreeSet<(usize, usize)> },
}

impl Field {
    pub(crate) fn listed(
        edges: impl IntoIterator<Item = (usize, usize)>,
        alone: impl IntoIterator<Item = usize>,
    ) -> Self {
        let edges: BTreeSet<(usize, usize)> = edges.into_iter().collect();
        let vertices = edges.iter().flat_map(|&(a, b)| [a, b]).chain(alone).collect();
        Self::Listed { vertices, edges }
    }

    /// The name of a vertex as the notation has it.
    pub(crate) fn vertex_name(vertex: usize) -> String {
        match vertex {
            100 => "\"a-b\"".to_owned(),
            101 => "\"é \\\"\"".to_owned(),
            number => number.to_string(),
        }
    }

    /// The graph as an argument; only a list has vertices whose names are hard to write.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Path(vertices) => format!("path:{vertices}"),
            Self::Cycle(vertices) => format!("cycle:{vertices}"),
            Self::Grid(rows, columns) => format!("grid:{rows}x{columns}"),
            Self::Listed { vertices, edges } => {
                let name = Self::vertex_name;
                let joined: BTreeSet<usize> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
                // Backwards, since the order in which a graph is written makes no difference.
                let edges = edges.iter().rev().map(|&(a, b)| format!("{}-{}", name(a), name(b)));
                let alone = vertices.difference(&joined).map(|&vertex| name(vertex));
                format!("edges:{}", edges.chain(alone).collect::<Vec<_>>().join(","))
            }
        }
    }

    /// The same graph as a list.
    pub(crate) fn list(&self) -> Self {
        match *self {
            Self::Path(n) => Self::listed((1..n).map(|v| (v - 1, v)), 0..n),
            Self::Cycle(n) => Self::listed((0..n).map(|v| (v, (v + 1) % n)), 0..n),
            Self::Grid(rows, columns) => {
                let right = (0..rows * columns).filter(|v| (v + 1) % columns != 0).map(|v| (v, v + 1));
                let down = (0..(rows.max(1) - 1) * columns).map(|v| (v, v + columns));
                Self::listed(right.chain(down), 0..rows * columns)
            }
            Self::Listed { .. } => self.clone(),
        }
    }

    fn parts(&self) -> (BTreeSet<usize>, BTreeSet<(usize, usize)>) {
        match self.list() {
            Self::Listed { vertices, edges } => (vertices, edges),
            _ => unreachable!("a list is a list"),
        }
    }

    /// The graph without some vertices.
    fn without(&self, gone: &BTreeSet<usize>) -> Self {
        let (vertices, edges) = self.parts();
        let edges = edges.into_iter().filter(|(a, b)| !gone.contains(a) && !gone.contains(b));
        Self::listed(edges, vertices.difference(gone).copied())
    }

    /// What the moves of Node Kayles leave, nothing if all is gone. A path and a cycle leave paths.
    pub(crate) fn node_kayles(&self) -> Vec<Vec<Self>> {
        match *self {
            Self::Path(n) => (0..n).map(|v| rows([v.saturating_sub(1), (n - 1 - v).saturating_sub(1)])).collect(),
            Self::Cycle(n) => vec![rows([n.saturating_sub(3)])],
            _ => {
                let (vertices, edges) = self.parts();
                let around = |v: usize| {
                    let ends = edges.iter().filter(move |&&(a, b)| a == v || b == v).flat_map(|&(a, b)| [a, b]);
                    ends.chain([v]).collect::<BTreeSet<usize>>()
                };
                vertices.iter().map(|&v| self.without(&around(v)).unless_empty()).collect()
            }
        }
    }

    /// What the moves of Arc Kayles leave, with the vertices that no move can take any more.
    pub(crate) fn arc_kayles(&self) -> Vec<Vec<Self>> {
        match *self {
            Self::Path(n) => (1..n).map(|v| rows([v - 1, n - 1 - v])).collect(),
            Self::Cycle(n) => vec![rows([n.saturating_sub(2)])],
            _ => {
                let (_, edges) = self.parts();
                let left = |&(a, b): &(usize, usize)| self.without(&BTreeSet::from([a, b])).unless_empty();
                edges.iter().map(left).collect()
            }
        }
    }

    /// The graph without a vertex.
    pub(crate) fn without_one(&self, vertex: usize) -> Self {
        self.without(&BTreeSet::from([vertex]))
    }

    /// Where edges lead from a vertex, to other vertices; either way unless they are directed.
    pub(crate) fn next_to(&self, vertex: usize, directed: bool) -> BTreeSet<usize> {
        let (_, edges) = self.parts();
        let along = edges.iter().filter(|&&(a, _)| a == vertex).map(|&(_, b)| b);
        let back = edges.iter().filter(|&&(_, b)| b == vertex && !directed).map(|&(a, _)| a);
        along.chain(back).filter(|&next| next != vertex).collect()
    }

    /// What is left when an element of an order goes with all above it. Of a chain a chain is left.
    pub(crate) fn poset(&self) -> Vec<Vec<Self>> {
        if let Self::Path(n) = *self {
            return (0..n).map(|left| rows([left])).collect();
        }
        let (vertices, _) = self.parts();
        let above = |v: usize| {
            let mut above = BTreeSet::from([v]);
            while let Some(more) = above.iter().flat_map(|&v| self.next_to(v, true)).find(|next| !above.contains(next))
            {
                above.insert(more);
            }
            above
        };
        vertices.iter().map(|&v| self.without(&above(v)).unless_empty()).collect()
    }

    fn unless_empty(self) -> Vec<Self> {
        match &self {
            Self::Listed { vertices, .. } if vertices.is_empty() => Vec::new(),
            _ => vec![self],
        }
    }
}

/// Paths of these numbers of vertices, those of none left out.
fn rows<const N: usize>(vertices: [usize; N]) -> Vec<Field> {
    vertices.into_iter().filter(|&vertices| vertices > 0).map(Field::Path).collect()
}
