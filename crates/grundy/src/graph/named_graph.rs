//! A graph with named vertices, and its builder.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::Csr;
use super::names::Names;
use super::numbering::{GraphError, MOST_VERTICES};

/// A finite directed graph with named vertices, which are numbered from 0. It may have cycles.
///
/// Each vertex lists its options once, in the order in which the edges were added. Memory: that of [`Csr`], and about
/// 16 bytes and its name for a vertex whose name is not its number.
///
/// # Examples
/// ```
/// use grundy::graph::Builder;
/// let mut builder = Builder::new();
/// builder.named_edge("a", "b")?;
/// builder.named_edge("a", "c")?;
/// builder.named_edge("a", "b")?; // again: harmless
/// let graph = builder.build();
/// let a = graph.vertex("a").expect("it was just added");
/// let options: Vec<_> = graph.options(a).iter().map(|&option| graph.name(option)).collect();
/// assert_eq!(options, ["b", "c"]);
/// # Ok::<(), grundy::graph::GraphError>(())
/// ```
#[derive(Clone)]
pub struct Graph {
    rows: Csr,
    names: Names,
}

impl Graph {
    pub(super) const fn new(rows: Csr, names: Names) -> Self {
        Self { rows, names }
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.names.len()
    }

    /// The number of edges, each counted once.
    #[must_use]
    pub const fn edge_count(&self) -> usize {
        self.rows.edge_count()
    }

    /// The vertices, in order of their numbers.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // there are at most as many as can be numbered
    pub const fn vertices(&self) -> Range<u32> {
        0..self.vertex_count() as u32
    }

    /// The options of `vertex`, each once.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    #[inline]
    pub fn options(&self, vertex: u32) -> &[u32] {
        self.rows.row(vertex)
    }

    /// The reversed edges: row v lists, in ascending order, the vertices that have v as an option.
    ///
    /// # Complexity
    /// Time and space O(vertices + edges): as much memory as the graph takes without its names.
    ///
    /// # Examples
    /// ```
    /// let graph = grundy::graph::read(b"0 2\n1 2\n")?;
    /// let before = graph.reverse();
    /// assert_eq!([before.row(0), before.row(1), before.row(2)], [&[][..], &[], &[0, 1]]);
    /// # Ok::<(), grundy::graph::GraphReadError>(())
    /// ```
    #[must_use]
    pub fn reverse(&self) -> Csr {
        self.rows.reversed()
    }

    /// The options of all vertices, in compressed sparse rows.
    #[must_use]
    pub const fn csr(&self) -> &Csr {
        &self.rows
    }

    /// The name of `vertex`.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[must_use]
    pub fn name(&self, vertex: u32) -> Cow<'_, str> {
        self.names.get(vertex)
    }

    /// The vertex of this name, if there is one. Time O(length of the name), or O(log(vertices)) if all are numbers.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.names.find(name)
    }

    /// All names, in order of the numbers of their vertices.
    pub fn names(&self) -> impl ExactSizeIterator<Item = Cow<'_, str>> {
        self.names.iter()
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (vertices, edges) = (self.vertex_count(), self.edge_count());
        f.debug_struct("Graph").field("vertices", &vertices).field("edges", &edges).finish_non_exhaustive()
    }
}

/// Builds a graph from vertices and edges in any order.
///
/// Vertices are numbered from 0 in the order in which they are first named.
#[derive(Default)]
pub struct Builder {
    names: Names,
    sources: Vec<u32>,
    targets: Vec<u32>,
}

impl Builder {
    /// A builder without vertices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Vertices 0 to `vertices - 1`, each named by its number, which costs nothing.
    ///
    /// # Errors
    /// [`GraphError::TooManyVertices`].
    pub const fn numbered(vertices: u32) -> Result<Self, GraphError> {
        if vertices > MOST_VERTICES {
            return Err(GraphError::TooManyVertices);
        }
        Ok(Self { names: Names::OwnNumbers(vertices), sources: Vec::new(), targets: Vec::new() })
    }

    /// The number of the vertex of this name, which is added if it is new.
    ///
    /// # Errors
    /// [`GraphError::TooManyVertices`].
    pub fn vertex(&mut self, name: &str) -> Result<u32, GraphError> {
        self.names.intern(name)
    }

    /// Adds an edge between two vertices by their numbers.
    ///
    /// # Errors
    /// [`GraphError::NoSuchVertex`].
    pub fn edge(&mut self, from: u32, to: u32) -> Result<(), GraphError> {
        let (number, vertices) = (from.max(to), self.vertex_count());
        if number as usize >= vertices {
            return Err(GraphError::NoSuchVertex { number, vertices });
        }
        self.sources.push(from);
        self.targets.push(to);
        Ok(())
    }

    /// Adds an edge between two vertices by their names, and the vertices if they are new.
    ///
    /// # Errors
    /// [`GraphError::TooManyVertices`].
    pub fn named_edge(&mut self, from: &str, to: &str) -> Result<(), GraphError> {
        let from = self.vertex(from)?;
        let to = self.vertex(to)?;
        self.edge(from, to)
    }

    /// The number of vertices so far.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.names.len()
    }

    /// The bytes that the edges take until the graph is built.
    pub(super) const fn bytes(&self) -> usize {
        (self.sources.capacity() + self.targets.capacity()) * size_of::<u32>()
    }

    /// The graph. Time and space O(vertices + edges).
    #[must_use]
    pub fn build(self) -> Graph {
        let Self { mut names, sources, targets } = self;
        names.shrink_to_fit();
        Graph::new(Csr::from_edges(names.len(), sources, targets), names)
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (vertices, edges) = (self.vertex_count(), self.sources.len());
        f.debug_struct("Builder").field("vertices", &vertices).field("edges", &edges).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn named(graph: &Graph) -> Vec<(String, Vec<String>)> {
        let name = |vertex| graph.name(vertex).into_owned();
        let options = |vertex| graph.options(vertex).iter().map(|&option| name(option)).collect();
        graph.vertices().map(|vertex| (name(vertex), options(vertex))).collect()
    }

    #[test]
    fn options_keep_the_order_of_their_edges_and_appear_once() {
        let mut builder = Builder::new();
        for (from, to) in [("a", "c"), ("b", "a"), ("a", "b"), ("a", "c"), ("b", "a"), ("c", "c")] {
            builder.named_edge(from, to).unwrap();
        }
        builder.vertex("alone").unwrap();
        let graph = builder.build();
        let want = [("a", vec!["c", "b"]), ("c", vec!["c"]), ("b", vec!["a"]), ("alone", vec![])];
        let want = want.map(|(name, options)| (name.to_owned(), options.into_iter().map(str::to_owned).collect()));
        assert_eq!(named(&graph), want);
        assert_eq!((graph.vertex_count(), graph.edge_count()), (4, 4));
        assert_eq!((graph.vertex("b"), graph.vertex("d")), (Some(2), None));
        assert_eq!(graph.names().collect::<Vec<_>>(), ["a", "c", "b", "alone"]);
    }

    #[test]
    fn a_graph_may_be_empty() {
        let graph = Builder::new().build();
        assert_eq!((graph.vertex_count(), graph.edge_count(), graph.vertices().count()), (0, 0, 0));
    }

    #[test]
    fn an_edge_needs_its_vertices() {
        let mut builder = Builder::new();
        builder.vertex("a").unwrap();
        let error = builder.edge(0, 1).unwrap_err();
        assert_eq!(error, GraphError::NoSuchVertex { number: 1, vertices: 1 });
        assert_eq!(error.to_string(), "there is no vertex number 1: the graph has 1 so far");
        assert_eq!(GraphError::TooManyVertices.to_string(), "the graph has more than 4294967294 vertices");
    }

    proptest! {
        #[test]
        fn rows_are_those_of_plain_lists(edges in prop::collection::vec((0..12_u32, 0..12_u32), 0..60)) {
            let mut builder = Builder::new();
            let mut lists = vec![Vec::new(); 12];
            for number in 0..12 {
                builder.vertex(&format!("v{number}")).unwrap();
            }
            for (from, to) in edges {
                builder.edge(from, to).unwrap();
                if !lists[from as usize].contains(&to) {
                    lists[from as usize].push(to);
                }
            }
            let graph = builder.build();
            for vertex in graph.vertices() {
                prop_assert_eq!(graph.options(vertex), &lists[vertex as usize]);
            }
        }
    }
}
