//! Node Kayles and Arc Kayles.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::OnceLock;

use super::adjacency::{Adjacency, for_each_component};
use super::memo::Memo;
use super::set::vertices;
use super::shape::Shape;
use super::symmetry::Symmetries;
use super::{NamedGraph, VertexSet};
use crate::games::{Context, Entry, Playable, ReadError};
use crate::heap::{Code, HeapGame, HeapRule};
use crate::syntax::{Arguments, GraphText};
use crate::{Added, Component, Error, Game, Limits, Meter, Nimber, Options, Rules};

pub(in crate::games) const NODE_KAYLES: Entry = Entry {
    name: "node-kayles",
    parameters: "",
    arguments: "graph",
    rules: "Choose a vertex of the graph; it goes, and its neighbours with it.",
    example: "node-kayles(grid:3x3)",
    build: |call, rules| {
        call.no_parameters()?;
        OnGraphs::<NodeKayles>::build(rules)
    },
};

pub(in crate::games) const ARC_KAYLES: Entry = Entry {
    name: "arc-kayles",
    parameters: "",
    arguments: "graph",
    rules: "Choose an edge of the graph; its ends go, and all edges at them. A loop takes its vertex.",
    example: "arc-kayles(grid:2x4)",
    build: |call, rules| {
        call.no_parameters()?;
        OnGraphs::<ArcKayles>::build(rules)
    },
};

/// What a move takes off a graph.
pub trait Kayles: Send + Sync + 'static {
    /// The name of the rule.
    const NAME: &'static str;
    /// The take-and-break code of paths, a path of n vertices being the heap of n.
    const PATHS: &'static str;
    /// How many vertices a move takes from a cycle that has as many; the rest is a path.
    const OFF_A_CYCLE: u64;
    /// Whether a loop allows a move.
    const LOOPS: bool;

    /// Those of a set of vertices that can still go: the others are no part of the game.
    fn alive(graph: Adjacency<'_>, left: u128) -> u128;

    /// Calls `each` with what every move leaves of a set of vertices, until it answers `false`.
    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool);
}

/// Choose a vertex; it goes with its neighbours. Who has none to choose loses. The vertices that are chosen are an
/// independent set, and a game is over when no vertex can be added to it.
///
/// Source: Schaefer 1978, *On the complexity of some two-person perfect-information games*, who names it; paths are
/// Dawson's Chess, `0.137`, and a cycle is after one move a path. No other closed form is known: the game is hard
/// (PSPACE-complete).
#[derive(Clone, Copy, Debug)]
pub struct NodeKayles;

impl Kayles for NodeKayles {
    const NAME: &'static str = "node-kayles";
    const PATHS: &'static str = "0.137";
    const OFF_A_CYCLE: u64 = 3;
    const LOOPS: bool = false;

    fn alive(_: Adjacency<'_>, left: u128) -> u128 {
        left
    }

    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool) {
        for vertex in vertices(left) {
            if !each(left & !(graph.rows[vertex] | 1 << vertex)) {
                return;
            }
        }
    }
}

/// Choose an edge; both its ends go, with all edges at them. A loop takes its vertex. Who has none to choose loses. The
/// edges that are chosen are a matching, and a game is over when no edge can be added to it.
///
/// Source: Schaefer 1978; paths are Dawson's Kayles, `0.07`. On a graph that has a loop at each vertex of a path it is
/// Kayles, and on a grid it is Cram.
#[derive(Clone, Copy, Debug)]
pub struct ArcKayles;

impl Kayles for ArcKayles {
    const NAME: &'static str = "arc-kayles";
    const PATHS: &'static str = "0.07";
    const OFF_A_CYCLE: u64 = 2;
    const LOOPS: bool = true;

    fn alive(graph: Adjacency<'_>, left: u128) -> u128 {
        let alone = vertices(left & !graph.loops).filter(|&vertex| graph.rows[vertex] & left == 0);
        alone.fold(left, |alive, vertex| alive & !(1 << vertex))
    }

    fn for_each_move(graph: Adjacency<'_>, left: u128, each: &mut dyn FnMut(u128) -> bool) {
        for vertex in vertices(left) {
            let without = left & !(1 << vertex);
            if graph.loops & 1 << vertex != 0 && !each(without) {
                return;
            }
            // Of the two ends of an edge the smaller one lists it.
            for other in vertices(graph.rows[vertex] & left & (u128::MAX << vertex)) {
                if !each(without & !(1 << other)) {
                    return;
                }
            }
        }
    }
}

/// A position of [`NodeKayles`] or [`ArcKayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KaylesPosition {
    /// A path of so many vertices.
    Path(u64),
    /// A cycle of so many vertices, at least one.
    Cycle(u64),
    /// What is left of the graph of the game.
    Part(VertexSet),
    /// A small graph wherever it is: the representative of those that are isomorphic to it.
    Shape(Shape),
}

use KaylesPosition::{Cycle, Part, Path};

/// A game of [`Kayles`] on a graph of at most [`VertexSet::MOST`] vertices, and on paths and cycles of any number.
///
/// Components are searched apart: paths by their code, small components as one of those that are isomorphic, larger ones
/// up to the symmetries of the graph. Time and space grow exponentially with the graph in general.
///
/// ```
/// use grundy::games::{NamedGraph, NodeKayles, OnGraph};
/// use grundy::{Limits, Nimber, value};
/// let claw = NamedGraph::new([], [("a", "b"), ("a", "c"), ("a", "d")]).expect("a small graph");
/// let game = OnGraph::<NodeKayles>::new(claw);
/// let all = game.start();
/// assert_eq!(value(game, &all, &Limits::default())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug)]
pub struct OnGraph<K> {
    graph: NamedGraph,
    rows: Vec<u128>,
    loops: u128,
    symmetries: OnceLock<Symmetries>,
    /// The representatives of parts and of shapes that are connected.
    representatives: Memo<KaylesPosition, KaylesPosition>,
    paths: HeapGame,
    kayles: PhantomData<K>,
}

impl<K: Kayles> OnGraph<K> {
    /// The game on a graph whose edges have no direction.
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
        // The paths within a graph are valued now: a search that met one would go on to count heaps, not positions. An
        // error would come again where the value is asked for.
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

    /// The position in which no vertex is gone.
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

    /// The representative of a connected part of a graph, if it is one that any graph may have.
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

    /// The number of vertices of the path that a move leaves of a cycle.
    const fn opened(vertices: u64) -> u64 {
        vertices.saturating_sub(K::OFF_A_CYCLE)
    }

    fn shown(&self, position: &KaylesPosition) -> String {
        match *position {
            Path(vertices) => format!("path:{vertices}"),
            Cycle(vertices) => format!("cycle:{vertices}"),
            Part(left) => self.graph.written(left),
            KaylesPosition::Shape(shape) => {
                let rows = shape.rows();
                let graph = rows.graph();
                let names: Vec<String> = (0..shape.vertex_count()).map(|vertex| vertex.to_string()).collect();
                let name = |vertex: usize| &*names[vertex];
                let edges = (0..names.len()).flat_map(|a| vertices(graph.rows[a]).map(move |b| (a, b)));
                let loops = vertices(graph.loops).map(|vertex| (vertex, vertex));
                let edges = edges.filter(|(a, b)| a < b).chain(loops);
                let named = NamedGraph::new(names.iter().map(|name| &**name), edges.map(|(a, b)| (name(a), name(b))));
                named.map_or_else(String::new, |graph| graph.written(graph.all()))
            }
        }
    }
}

impl<K: Kayles> Game for OnGraph<K> {
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
                    let left = K::alive(graph, left);
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
                    let left = K::alive(rows.graph(), left);
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

    fn weight(&self, position: &KaylesPosition) -> u64 {
        match *position {
            Path(vertices) | Cycle(vertices) => vertices,
            Part(left) => left.bits().count_ones().into(),
            KaylesPosition::Shape(shape) => shape.vertex_count() as u64,
        }
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

fn push_path(vertices: u64, out: &mut Options<KaylesPosition>) {
    if vertices == 0 { out.push_sum([]) } else { out.push(Path(vertices)) }
}

/// The graphs on the table, each with a game of its own, by what they are called; paths and cycles share one.
struct OnGraphs<K: Kayles> {
    rows: Added<OnGraph<K>>,
    graphs: HashMap<String, Added<OnGraph<K>>>,
}

impl<K: Kayles> OnGraphs<K> {
    fn build(rules: &mut Rules) -> Result<Box<dyn Playable>, ReadError> {
        let nothing = NamedGraph::default();
        Ok(Box::new(Self { rows: rules.add(OnGraph::new(nothing)), graphs: HashMap::new() }))
    }
}

impl<K: Kayles> Playable for OnGraphs<K> {
    fn read(&mut self, arguments: &Arguments, context: &mut Context<'_>) -> Result<Vec<Component>, ReadError> {
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
        let key = item.text().to_owned();
        if !self.graphs.contains_key(&key) {
            let graph = NamedGraph::read(K::NAME, &item, &text, context)?;
            self.graphs.insert(key.clone(), context.rules.add(OnGraph::new(graph)));
        }
        let game = &self.graphs[&key];
        Ok(vec![game.at(game.game().start())?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grundy, Labels};

    /// Paths and cycles as graphs, by search alone, and as what they are known to be.
    fn assert_known<K: Kayles>(most: u64) {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        for n in 1..=most {
            for closed in [false, true] {
                let names: Vec<String> = (0..n).map(|vertex| vertex.to_string()).collect();
                let joined = |v: usize| (&*names[v], &*names[(v + 1) % names.len()]);
                let edges = (0..names.len()).filter(|v| closed || v + 1 < names.len()).map(joined);
                let graph = NamedGraph::new(names.iter().map(|name| &**name), edges).unwrap();
                let game = OnGraph::<K>::new(graph);
                let known = if closed { Cycle(n) } else { Path(n) };
                let value = game.value(&known, &mut meter).unwrap().unwrap();
                let (start, all) = (game.start(), game.graph.all().bits());
                let mut plain = plain_values::<K>(game.adjacency());
                assert_eq!(value.0, plain.value(all), "{} {known:?}", K::NAME);
                let mut search = Labels::new(game, Grundy::default());
                assert_eq!(search.value(&start, &mut meter).unwrap(), value);
            }
        }
    }

    /// The recursion over sets of vertices.
    struct Plain<'a, K> {
        graph: Adjacency<'a>,
        known: HashMap<u128, u64>,
        kayles: PhantomData<K>,
    }

    fn plain_values<K: Kayles>(graph: Adjacency<'_>) -> Plain<'_, K> {
        Plain { graph, known: HashMap::new(), kayles: PhantomData }
    }

    impl<K: Kayles> Plain<'_, K> {
        fn value(&mut self, left: u128) -> u64 {
            if let Some(&value) = self.known.get(&left) {
                return value;
            }
            let mut options = Vec::new();
            K::for_each_move(self.graph, left, &mut |left| {
                options.push(left);
                true
            });
            let reached: Vec<u64> = options.into_iter().map(|left| self.value(left)).collect();
            let value = (0..).find(|value| !reached.contains(value)).unwrap();
            self.known.insert(left, value);
            value
        }
    }

    #[test]
    fn paths_and_cycles_are_worth_what_the_search_says() {
        assert_known::<NodeKayles>(16);
        assert_known::<ArcKayles>(16);
    }

    #[test]
    fn grids_that_mirror_themselves_are_lost() {
        let limits = Limits::default();
        for (rows, columns) in [(2, 2), (2, 4), (4, 4), (3, 3), (3, 4), (2, 5)] {
            let vertices = rows * columns;
            let names: Vec<String> = (0..vertices).map(|vertex: usize| vertex.to_string()).collect();
            let right = (0..vertices).filter(|v| (v + 1) % columns != 0).map(|v| (v, v + 1));
            let down = (0..vertices - columns).map(|v| (v, v + columns));
            let edges: Vec<(&str, &str)> = right.chain(down).map(|(a, b)| (&*names[a], &*names[b])).collect();
            let graph = NamedGraph::new([], edges).unwrap();
            let (node, arc) = (OnGraph::<NodeKayles>::new(graph.clone()), OnGraph::<ArcKayles>::new(graph));
            let all = node.graph.all().bits();
            let want = plain_values::<NodeKayles>(node.adjacency()).value(all);
            let known = node.value(&node.start(), &mut Meter::new(&limits)).unwrap();
            assert!(known.is_none_or(|known| known.0 == want), "node-kayles {rows}x{columns}");
            assert_eq!(known.is_some(), rows % 2 == 0 && columns % 2 == 0);
            let want = plain_values::<ArcKayles>(arc.adjacency()).value(all);
            let known = arc.value(&arc.start(), &mut Meter::new(&limits)).unwrap();
            assert!(known.is_none_or(|known| known.0 == want), "arc-kayles {rows}x{columns}");
        }
    }

    #[test]
    fn a_search_that_stops_has_counted_positions() {
        let names: Vec<String> = (0..24).map(|vertex| vertex.to_string()).collect();
        let joined = |v: usize| [v + 1, v + 5].into_iter().filter(|&w| w < 24).map(move |w| (v, w));
        let edges: Vec<(&str, &str)> = (0..24).flat_map(joined).map(|(a, b)| (&*names[a], &*names[b])).collect();
        let game = OnGraph::<NodeKayles>::new(NamedGraph::new([], edges).unwrap());
        let start = game.start();
        let limits = Limits { positions: Some(40), ..Limits::default() };
        let stopped = Labels::new(game, Grundy::default()).value(&start, &mut Meter::new(&limits)).unwrap_err();
        assert!(matches!(&stopped, Error::Budget { done, .. } if done.noun == "positions"), "{stopped:?}");
    }

    #[test]
    fn long_paths_are_heaps_and_shapes_can_be_read() {
        let game = OnGraph::<ArcKayles>::new(NamedGraph::default());
        let limits = Limits::default();
        let value = game.value(&Path(1_000_000_000_000), &mut Meter::new(&limits)).unwrap();
        assert!(value.is_some());
        let triangle = [0b110, 0b101, 0b011];
        let shape = Shape::induced(Adjacency { rows: &triangle, loops: 0b010 }, 0b111);
        assert_eq!(game.show(&KaylesPosition::Shape(shape)), "arc-kayles(edges:0-1,0-2,1-1,1-2)");
        assert_eq!(game.show_sum(&[]), "arc-kayles(path:0)");
    }
}
