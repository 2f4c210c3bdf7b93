//! The graph of a game, with named vertices.

use std::collections::BTreeMap;

use super::VertexSet;
use super::set::vertices;
use crate::games::{Context, ReadError};
use crate::picture::{Diagram, Vertex};
use crate::syntax::{EdgeText, GraphText, Item, NotationError, Span, written_vertex};

/// A graph of at most [`VertexSet::MOST`] vertices with their names.
///
/// Vertices are numbered in the order of their names, with integers first and by size. A part of the graph is thus
/// written in the same way wherever it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedGraph {
    /// The graph as an argument of a rule, unless it is a list of edges.
    label: Option<String>,
    /// How the file of the graph was understood.
    note: Option<String>,
    names: Vec<String>,
    /// The edges, from the first end to the second, sorted and without duplicates.
    edges: Vec<(usize, usize)>,
    /// How many vertices there are in a row, if they lie on a grid.
    columns: Option<usize>,
}

/// The sort key of a name.
fn key(name: &str) -> (bool, u64, &str) {
    let number = name.parse().ok().filter(|number: &u64| number.to_string() == name);
    (number.is_none(), number.unwrap_or(0), name)
}

impl NamedGraph {
    /// The graph with these vertices and edges, which may contain duplicates. `None` if there are too many vertices.
    ///
    /// # Examples
    /// ```
    /// use grundy::games::NamedGraph;
    /// let graph = NamedGraph::new(["c"], [("b", "a")]).expect("three vertices");
    /// assert_eq!(graph.names(), ["a", "b", "c"]);
    /// assert_eq!(graph.edges(), [(1, 0)]);
    /// ```
    #[must_use]
    pub fn new<S: AsRef<str>>(
        alone: impl IntoIterator<Item = S>,
        edges: impl IntoIterator<Item = (S, S)>,
    ) -> Option<Self> {
        let (alone, edges): (Vec<S>, Vec<(S, S)>) = (alone.into_iter().collect(), edges.into_iter().collect());
        let edges: Vec<(&str, &str)> = edges.iter().map(|(from, to)| (from.as_ref(), to.as_ref())).collect();
        let alone = alone.iter().map(AsRef::as_ref);
        let mut order: Vec<&str> = alone.chain(edges.iter().flat_map(|&(from, to)| [from, to])).collect();
        order.sort_unstable_by_key(|&name| key(name));
        order.dedup();
        if order.len() > VertexSet::MOST {
            return None;
        }
        let numbers: BTreeMap<&str, usize> = order.iter().enumerate().map(|(number, &name)| (name, number)).collect();
        let mut edges: Vec<(usize, usize)> = edges.iter().map(|(from, to)| (numbers[from], numbers[to])).collect();
        edges.sort_unstable();
        edges.dedup();
        Some(Self {
            label: None,
            note: None,
            names: order.into_iter().map(str::to_owned).collect(),
            edges,
            columns: None,
        })
    }

    /// Reads the graph that an argument describes.
    pub(in crate::games) fn read(
        rule: &str,
        item: &Item<'_>,
        text: &GraphText,
        context: &mut Context<'_, '_>,
    ) -> Result<Self, ReadError> {
        let too_large = |vertices: u128| {
            let message = format!("the graph has {vertices} vertices, but `{rule}` allows at most {}", VertexSet::MOST);
            NotationError::new(item.span(), message)
        };
        let numbered = |label: String, vertices: u64, edges: &dyn Fn(u64) -> Vec<(u64, u64)>| {
            if vertices > VertexSet::MOST as u64 {
                return Err(ReadError::from(too_large(vertices.into())));
            }
            let names: Vec<String> = (0..vertices).map(|vertex| vertex.to_string()).collect();
            let numbers = (0..vertices).flat_map(edges);
            let edges = numbers.map(|(from, to)| (vertex(from), vertex(to))).collect();
            Ok(Self { label: Some(label), note: None, names, edges, columns: None })
        };
        match text {
            &GraphText::Path(n) => {
                let edges = |v| if v + 1 < n { vec![(v, v + 1)] } else { vec![] };
                let path = numbered(format!("path:{n}"), n, &edges)?;
                Ok(Self { columns: (n > 0).then(|| vertex(n)), ..path })
            }
            &GraphText::Cycle(n) => numbered(format!("cycle:{n}"), n, &|v| vec![(v, (v + 1) % n)]),
            &GraphText::Grid { rows, columns } => {
                let vertices = u128::from(rows) * u128::from(columns);
                let Some(small) = u64::try_from(vertices).ok().filter(|&n| n <= VertexSet::MOST as u64) else {
                    return Err(too_large(vertices).into());
                };
                let grid = numbered(format!("grid:{rows}x{columns}"), small, &|v| {
                    let right = ((v + 1) % columns != 0).then_some((v, v + 1));
                    let down = (v + columns < small).then_some((v, v + columns));
                    right.into_iter().chain(down).collect()
                })?;
                Ok(Self { columns: (small > 0).then(|| vertex(columns)), ..grid })
            }
            GraphText::Edges(edges) => {
                let alone = edges.iter().filter(|edge| edge.to.is_none()).map(|edge| &*edge.from);
                let pairs = edges.iter().filter_map(|edge| Some((&*edge.from, edge.to.as_deref()?)));
                let Some(graph) = Self::new(alone, pairs) else {
                    let mut names: Vec<&str> = edges.iter().flat_map(ends).collect();
                    names.sort_unstable();
                    names.dedup();
                    return Err(too_large(names.len() as u128).into());
                };
                Ok(graph)
            }
            GraphText::File(file) => Self::from_file(file, item.span(), context, &too_large),
        }
    }

    fn from_file(
        file: &str,
        span: Span,
        context: &mut Context<'_, '_>,
        too_large: &dyn Fn(u128) -> NotationError,
    ) -> Result<Self, ReadError> {
        let read = context.graph(file, span)?;
        let note = Some(format!("read {file} as {read}"));
        let graph = read.graph;
        if graph.vertex_count() > VertexSet::MOST {
            return Err(too_large(graph.vertex_count() as u128).into());
        }
        let options = |from: u32| graph.options(from).iter().map(move |&to| (from, to));
        let edges = graph.vertices().flat_map(options).map(|(from, to)| (graph.name(from), graph.name(to)));
        let read = Self::new(graph.names(), edges).unwrap_or_default(); // the size was checked above
        Ok(Self { label: Some(serde_json::Value::from(file).to_string()), note, ..read })
    }

    /// How the file of the graph was understood, if it comes from a file.
    pub(super) fn note(&self) -> Option<String> {
        self.note.clone()
    }

    /// The names of the vertices, in order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The edges, from the first end to the second, sorted and without duplicates.
    #[must_use]
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The vertex with this name.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by_key(&key(name), |known| key(known)).ok()
    }

    /// All vertices.
    #[must_use]
    pub fn all(&self) -> VertexSet {
        VertexSet::first(self.names.len())
    }

    /// The graph, or the subgraph induced by a set of vertices, as an argument of a rule.
    #[must_use]
    pub fn written(&self, left: VertexSet) -> String {
        match &self.label {
            Some(label) if left == self.all() => label.clone(),
            _ => self.part(left),
        }
    }

    /// The list of the edges within a set of vertices, and of its isolated vertices.
    fn part(&self, left: VertexSet) -> String {
        let left = left.bits();
        let within = |&&(from, to): &&(usize, usize)| left & 1 << from != 0 && left & 1 << to != 0;
        let edges: Vec<(usize, usize)> = self.edges.iter().filter(within).copied().collect();
        let ends = edges.iter().fold(0, |ends, &(from, to)| ends | 1_u128 << from | 1 << to);
        let mut pieces: Vec<(usize, Option<usize>)> = edges.into_iter().map(|(from, to)| (from, Some(to))).collect();
        pieces.extend(vertices(left & !ends).map(|vertex| (vertex, None)));
        pieces.sort_unstable();
        let name = |vertex: usize| written_vertex(&self.names[vertex]);
        let piece = |(from, to): (usize, Option<usize>)| match to {
            Some(to) => format!("{}-{}", name(from), name(to)),
            None => name(from),
        };
        format!("edges:{}", pieces.into_iter().map(piece).collect::<Vec<_>>().join(","))
    }

    /// What is left of the graph, drawn: with marks on the vertices `touched`, and the token on `token`.
    pub(in crate::games) fn diagram(
        &self,
        left: VertexSet,
        directed: bool,
        touched: VertexSet,
        token: Option<usize>,
    ) -> Diagram {
        let is_in = |set: VertexSet, vertex: usize| set.bits() & 1 << vertex != 0;
        let mut numbers = vec![None; self.names.len()];
        let mut listed = Vec::new();
        for vertex in vertices(left.bits()) {
            numbers[vertex] = Some(listed.len());
            listed.push(Vertex {
                name: written_vertex(&self.names[vertex]),
                place: self.columns.map(|columns| (vertex / columns, vertex % columns)),
                token: token == Some(vertex),
                marked: is_in(touched, vertex),
            });
        }
        let edges = self.edges.iter().filter_map(|&(from, to)| Some((numbers[from]?, numbers[to]?))).collect();
        Diagram { vertices: listed, edges, directed, hidden: 0 }
    }

    /// The same graph without directions: each edge once, the smaller end first.
    #[must_use]
    pub fn undirected(mut self) -> Self {
        for (from, to) in &mut self.edges {
            if from > to {
                (*from, *to) = (*to, *from);
            }
        }
        self.edges.sort_unstable();
        self.edges.dedup();
        self
    }
}

fn ends(edge: &EdgeText) -> impl Iterator<Item = &str> {
    [Some(&*edge.from), edge.to.as_deref()].into_iter().flatten()
}

#[expect(clippy::cast_possible_truncation, reason = "there are at most 128 vertices")]
const fn vertex(number: u64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Files;
    use crate::syntax::Arguments;
    use crate::{Limits, Meter, Rules};

    fn read(text: &str) -> Result<NamedGraph, ReadError> {
        let arguments = Arguments::new(text, 0);
        let item = arguments.whole();
        let (rules, files, limits) = (Rules::default(), Files::None, Limits::default());
        let meter = &mut Meter::new(&limits);
        let mut context = Context { rules: &rules, files: &files, rule: Span::at(0), meter };
        NamedGraph::read("rule", &item, &item.graph()?, &mut context)
    }

    #[test]
    fn a_graph_is_written_as_it_is_read() {
        for (text, edges) in [
            ("path:3", vec![(0, 1), (1, 2)]),
            ("cycle:3", vec![(0, 1), (1, 2), (2, 0)]),
            ("cycle:1", vec![(0, 0)]),
            ("grid:2x2", vec![(0, 1), (0, 2), (1, 3), (2, 3)]),
            ("grid:0x5", vec![]),
            ("edges:2-10,a-2", vec![(0, 1), (2, 0)]),
            ("edges:", vec![]),
        ] {
            let graph = read(text).unwrap();
            assert_eq!(graph.edges(), edges, "{text}");
            let written = graph.written(graph.all());
            assert_eq!(written, text);
        }
    }

    #[test]
    fn a_part_is_written_alike_wherever_it_was_cut_from() {
        let graph = read("edges:10-b,9-10,9-9,\"a-b\"-b,01,7").unwrap();
        assert_eq!(graph.names(), ["7", "9", "10", "01", "a-b", "b"]);
        assert_eq!(graph.written(graph.all()), "edges:7,9-9,9-10,10-b,01,\"a-b\"-b");
        let left = VertexSet::of(0b11_0110);
        let part = graph.written(left);
        assert_eq!(part, "edges:9-9,9-10,10-b,\"a-b\"-b");
        assert_eq!(read(&part).unwrap().written(VertexSet::first(4)), part);
    }

    #[test]
    fn without_directions_an_edge_is_written_from_its_smaller_end() {
        let graph = read("edges:2-1,1-2,0-1").unwrap().undirected();
        assert_eq!((graph.edges(), &*graph.written(graph.all())), (&[(0, 1), (1, 2)][..], "edges:0-1,1-2"));
    }

    #[test]
    fn a_graph_that_is_too_large_is_refused_with_its_size() {
        let many: Vec<String> = (0..129).map(|vertex| vertex.to_string()).collect();
        let many = format!("edges:{}", many.join(","));
        for (text, size) in [
            ("path:129", "129"),
            ("cycle:18446744073709551615", "18446744073709551615"),
            ("grid:18446744073709551615x2", "36893488147419103230"),
            (&many, "129"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert_eq!(error, format!("the graph has {size} vertices, but `rule` allows at most 128"));
        }
        assert!(read("path:128").is_ok() && read("grid:8x16").is_ok());
    }
}
