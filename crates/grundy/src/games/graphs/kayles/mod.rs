//! Node Kayles and Arc Kayles: games of removing vertices from a graph.

mod rules;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::OnceLock;

pub use self::rules::{ArcKayles, NodeKayles, RemovalRule};
use super::adjacency::{Adjacency, for_each_component};
use super::memo::Memo;
use super::set::vertices;
use super::shape::Shape;
use super::symmetry::Symmetries;
use super::{NamedGraph, VertexSet};
use crate::games::by_argument::ByArgument;
use crate::games::{ArgumentReader, Context, Entry, ReadError};
use crate::heap::{Code, HeapGame, HeapRule};
use crate::picture::{Diagram, Picture};
use crate::syntax::{Arguments, GraphText, written_vertex};
use crate::{Component, Error, Game, Limits, Meter, Nimber, Options, RuleHandle, Rules};

pub(in crate::games) const NODE_KAYLES: Entry = Entry {
    name: "node-kayles",
    parameters: "",
    arguments: "graph",
    rules: "Choose a vertex of the graph; it goes, and its neighbours with it.",
    example: "node-kayles(grid:3x3)",
    source: "Schaefer, On the complexity of some two-person perfect-information games, 1978",
    build: |call, rules| {
        call.no_parameters()?;
        Graphs::<NodeKayles>::build(rules)
    },
};

pub(in crate::games) const ARC_KAYLES: Entry = Entry {
    name: "arc-kayles",
    parameters: "",
    arguments: "graph",
    rules: "Choose an edge of the graph; its ends go, and all edges at them. A loop takes its vertex.",
    example: "arc-kayles(grid:2x4)",
    source: "Schaefer, On the complexity of some two-person perfect-information games, 1978",
    build: |call, rules| {
        call.no_parameters()?;
        Graphs::<ArcKayles>::build(rules)
    },
};

/// A position of [`NodeKayles`] or [`ArcKayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KaylesPosition {
    /// A path with this number of vertices.
    Path(u64),
    /// A cycle with this number of vertices, at least one.
    Cycle(u64),
    /// What is left of the game's graph.
    Part(VertexSet),
    /// A small graph, as the representative of its isomorphism class.
    Shape(Shape),
}

use KaylesPosition::{Cycle, Part, Path};

/// A game of [`NodeKayles`] or [`ArcKayles`] on a graph of at most [`VertexSet::MOST`] vertices, and on paths and
/// cycles of any length.
///
/// Components are searched separately: paths by their code, small components up to isomorphism, and larger ones up to
/// the symmetries of the graph.
///
/// # Complexity
/// Time and space are exponential in the size of the graph in general.
///
/// # Examples
/// ```
/// use grundy::games::{NamedGraph, NodeKayles, RemovalGame};
/// use grundy::{Limits, Nimber, value};
/// let claw = NamedGraph::new([], [("a", "b"), ("a", "c"), ("a", "d")]).expect("a small graph");
/// let game = RemovalGame::<NodeKayles>::new(claw);
/// let all = game.start();
/// assert_eq!(value(game, &all, &Limits::default())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct RemovalGame<K> {
    graph: NamedGraph,
    rows: Vec<u128>,
    loops: u128,
    symmetries: OnceLock<Symmetries>,
    /// The representatives of connected parts and shapes.
    representatives: Memo<KaylesPosition, KaylesPosition>,
    paths: HeapGame,
    kayles: PhantomData<K>,
}

impl<K: RemovalRule> RemovalGame<K> {
    /// The game on a graph; directions of edges are ignored.
    ///
    /// # Panics
    /// Never: the code of paths is well formed.
    #[must_use]
    pub fn new(graph: NamedGraph) -> Self {
        let graph = graph.undirected();
        let mut rows = vec![0; graph.names().len()];
        let mut loops = 0;
        for &(a, b) in graph.edges() {
            if a == b {
                loops |= u128::from(K::LOOPS) << a;
            } else {
                rows[a] |= 1 << b;
                rows[b] |= 1 << a;
            }
        }
        let code: Code = K::PATHS.parse().expect("a code of the literature");
        let paths = HeapGame::new(K::PATHS, HeapRule::Code(code));
        // The paths within a graph are valued now. If a search met one first, the meter would count heaps instead of
        // positions from then on. An error is not lost: it occurs again when the value is asked for.
        let limits = Limits::default();
        let _ = paths.value(&(VertexSet::MOST as u64), &mut Meter::new(&limits));
        Self {
            graph,
            rows,
            loops,
            symmetries: OnceLock::new(),
            representatives: Memo::default(),
            paths,
            kayles: PhantomData,
        }
    }

    /// The position with all vertices.
    #[must_use]
    pub fn start(&self) -> KaylesPosition {
        Part(self.graph.all())
    }

    fn adjacency(&self) -> Adjacency<'_> {
        Adjacency { rows: &self.rows, loops: self.loops }
    }

    fn symmetries(&self) -> &Symmetries {
        self.symmetries.get_or_init(|| Symmetries::of(self.adjacency()))
    }

    /// The representative of a connected part of a graph, if that does not depend on the graph.
    fn common(&self, graph: Adjacency<'_>, component: u128) -> Option<KaylesPosition> {
        let count = component.count_ones();
        if graph.loops & component == 0 {
            let degrees = || vertices(component).map(|vertex| graph.degree(vertex, component));
            if degrees().all(|degree| degree <= 2) {
                let ends = degrees().filter(|&degree| degree < 2).count();
                return Some(if ends > 0 { Path(count.into()) } else { Cycle(count.into()) });
            }
        }
        (count as usize <= Shape::MOST).then(|| {
            let shape = Shape::induced(graph, component);
            self.representatives.get(KaylesPosition::Shape(shape), || KaylesPosition::Shape(shape.canonical()))
        })
    }

    /// The options of paths, which are heaps.
    fn heap_options(heaps: &Options<u64>, out: &mut Options<KaylesPosition>) {
        out.absorb(heaps);
        for parts in heaps.iter() {
            out.push_sum(parts.iter().filter(|&&heap| heap > 0).map(|&heap| Path(heap)));
        }
    }

    /// The number of vertices of the path that is left after a move in a cycle.
    const fn opened(vertices: u64) -> u64 {
        vertices.saturating_sub(K::OFF_A_CYCLE)
    }

    fn shown(&self, position: &KaylesPosition) -> String {
        match *position {
            Path(vertices) => format!("path:{vertices}"),
            Cycle(vertices) => format!("cycle:{vertices}"),
            Part(left) => self.graph.written(left),
            KaylesPosition::Shape(shape) => {
                shape_graph(shape).map_or_else(String::new, |graph| graph.written(graph.all()))
            }
        }
    }
}

impl<K: RemovalRule> Game for RemovalGame<K> {
    type Position = KaylesPosition;

    fn options(&self, position: &KaylesPosition, out: &mut Options<KaylesPosition>) {
        match *position {
            Path(vertices) => {
                let mut heaps = out.inner();
                self.paths.options(&vertices, &mut heaps);
                Self::heap_options(&heaps, out);
            }
            Cycle(vertices) => push_path(Self::opened(vertices), out),
            Part(left) => {
                let graph = self.adjacency();
                K::for_each_move(graph, left.bits(), &mut |left| {
                    if left == 0 {
                        out.push_sum([])
                    } else {
                        out.push(Part(VertexSet::of(left)))
                    }
                    !out.more()
                });
            }
            KaylesPosition::Shape(shape) => {
                let rows = shape.rows();
                K::for_each_move(rows.graph(), rows.all(), &mut |left| {
                    let part = || KaylesPosition::Shape(Shape::induced(rows.graph(), left));
                    if left == 0 {
                        out.push_sum([])
                    } else {
                        out.push(part())
                    }
                    !out.more()
                });
            }
        }
    }

    fn reduce(&self, position: KaylesPosition, parts: &mut Vec<KaylesPosition>) -> Result<(), Error> {
        match position {
            Path(_) | Cycle(_) => parts.push(position),
            Part(left) => {
                let graph = self.adjacency();
                for_each_component(graph, K::alive(graph, left.bits()), |component| {
                    let larger = || Part(VertexSet::of(self.symmetries().least(component)));
                    let of = || self.common(graph, component).unwrap_or_else(larger);
                    parts.push(self.representatives.get(Part(VertexSet::of(component)), of));
                });
            }
            KaylesPosition::Shape(shape) => {
                let rows = shape.rows();
                let graph = rows.graph();
                for_each_component(graph, K::alive(graph, rows.all()), |component| {
                    parts.extend(self.common(graph, component));
                });
            }
        }
        Ok(())
    }

    fn value(&self, position: &KaylesPosition, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        match *position {
            Path(vertices) => self.paths.value(&vertices, meter),
            Cycle(vertices) => {
                let path = self.paths.value(&Self::opened(vertices), meter)?;
                Ok(path.map(|path| Nimber(u64::from(path.is_zero()))))
            }
            Part(left) => Ok(self.symmetries().mirrors(left.bits()).then_some(Nimber::ZERO)),
            KaylesPosition::Shape(_) => Ok(None),
        }
    }

    fn options_worth(
        &self,
        position: &KaylesPosition,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<KaylesPosition>,
    ) -> Result<bool, Error> {
        let Path(vertices) = *position else { return Ok(false) };
        let mut heaps = out.inner();
        let listed = self.paths.options_worth(&vertices, value, meter, &mut heaps)?;
        Self::heap_options(&heaps, out);
        Ok(listed)
    }

    fn nim_heap(&self, position: &KaylesPosition) -> Option<u64> {
        if let Path(vertices) = position { self.paths.nim_heap(vertices) } else { None }
    }

    fn file_note(&self) -> Option<String> {
        self.graph.note()
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, position: &KaylesPosition) -> u64 {
        match *position {
            Path(vertices) | Cycle(vertices) => vertices,
            Part(left) => left.bits().count_ones().into(),
            KaylesPosition::Shape(shape) => shape.vertex_count() as u64,
        }
    }

    fn name_move(&self, position: &KaylesPosition, parts: &[KaylesPosition]) -> Option<String> {
        let named = |vertex: usize| written_vertex(&self.graph.names()[vertex]);
        let (vertex, other) = match *position {
            Path(length) => {
                let mut left = [0, 0];
                for (left, part) in left.iter_mut().zip(parts) {
                    let Path(part) = part else { return None };
                    *left = *part;
                }
                let (vertex, other) = K::chosen_on_path(length, left);
                (vertex.to_string(), other.map(|other| other.to_string()))
            }
            Cycle(length) => {
                let (vertex, other) = K::chosen_on_path(length, [0, length.saturating_sub(K::OFF_A_CYCLE)]);
                (vertex.to_string(), other.map(|other| other.to_string()))
            }
            Part(all) => {
                let left = if let Some(Part(left)) = parts.first() { left.bits() } else { 0 };
                let (vertex, other) = K::chosen(self.adjacency(), all.bits(), left)?;
                (named(vertex), other.map(named))
            }
            KaylesPosition::Shape(_) => return None,
        };
        Some(match other {
            None => format!("vertex {vertex}"),
            Some(other) if other == vertex => format!("loop {vertex}"),
            Some(other) => format!("edge {vertex}-{other}"),
        })
    }

    fn picture(&self, position: &KaylesPosition, left: Option<&[KaylesPosition]>) -> Option<Picture> {
        Some(Picture::Graph(match *position {
            Path(length) => {
                let part = |place: usize| match left.and_then(|left| left.get(place)) {
                    Some(Path(part)) => *part,
                    _ => 0,
                };
                // What is removed lies between two paths, or before one.
                let (first, last) = if part(1) > 0 { (part(0), part(1)) } else { (0, part(0)) };
                let removed = first..length.saturating_sub(last);
                Diagram::path(length, false, |vertex| left.is_some() && removed.contains(&vertex))
            }
            Cycle(length) => Diagram::path(length, true, |vertex| left.is_some() && vertex < K::OFF_A_CYCLE),
            Part(all) => {
                let after = match left.map(<[_]>::first) {
                    None => all,
                    Some(Some(Part(after))) => *after,
                    Some(_) => VertexSet::first(0),
                };
                self.graph.diagram(all, false, VertexSet::of(all.bits() & !after.bits()), None)
            }
            KaylesPosition::Shape(shape) => {
                let graph = shape_graph(shape)?;
                graph.diagram(graph.all(), false, VertexSet::first(0), None)
            }
        }))
    }

    fn show(&self, position: &KaylesPosition) -> String {
        format!("{}({})", K::NAME, self.shown(position))
    }

    fn show_sum(&self, parts: &[KaylesPosition]) -> String {
        if parts.is_empty() {
            return format!("{}(path:0)", K::NAME);
        }
        parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" + ")
    }
}

/// A shape as a graph whose vertices are numbered from 0.
fn shape_graph(shape: Shape) -> Option<NamedGraph> {
    let rows = shape.rows();
    let graph = rows.graph();
    let names: Vec<String> = (0..shape.vertex_count()).map(|vertex| vertex.to_string()).collect();
    let name = |vertex: usize| &*names[vertex];
    let edges = (0..names.len()).flat_map(|a| vertices(graph.rows[a]).map(move |b| (a, b)));
    let loops = vertices(graph.loops).map(|vertex| (vertex, vertex));
    let edges = edges.filter(|(a, b)| a < b).chain(loops);
    NamedGraph::new(names.iter().map(|name| &**name), edges.map(|(a, b)| (name(a), name(b))))
}

fn push_path(vertices: u64, out: &mut Options<KaylesPosition>) {
    if vertices == 0 { out.push_sum([]) } else { out.push(Path(vertices)) }
}

/// The games by graph; paths and cycles share one.
struct Graphs<K: RemovalRule> {
    rows: RuleHandle<RemovalGame<K>>,
    graphs: ByArgument<RemovalGame<K>>,
}

impl<K: RemovalRule> Graphs<K> {
    fn build(rules: &Rules) -> Result<Box<dyn ArgumentReader>, ReadError> {
        let nothing = NamedGraph::default();
        Ok(Box::new(Self { rows: rules.add(RemovalGame::new(nothing)), graphs: ByArgument::default() }))
    }
}

impl<K: RemovalRule> ArgumentReader for Graphs<K> {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let item = arguments.whole();
        let text = item.graph()?;
        let row = match text {
            GraphText::Path(n) | GraphText::Grid { rows: 1, columns: n } | GraphText::Grid { rows: n, columns: 1 } => {
                Some(Path(n))
            }
            GraphText::Cycle(n) => Some(Cycle(n)),
            _ => None,
        };
        if let Some(row) = row {
            return Ok(vec![self.rows.at(row)?]);
        }
        let game = self.graphs.get(item.text(), || {
            let graph = NamedGraph::read(K::NAME, &item, &text, context)?;
            Ok::<_, ReadError>(context.rules.add(RemovalGame::new(graph)))
        })?;
        Ok(vec![game.at(game.game().start())?])
    }
}
