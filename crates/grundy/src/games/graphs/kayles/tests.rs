//! Both games against recursion over sets of vertices.

use std::collections::HashMap;

use super::*;
use crate::search::{Grundy, Labels};

/// Paths and cycles as graphs, by search alone, against their closed forms.
fn assert_known<K: RemovalRule>(most: u64) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    for n in 1..=most {
        for closed in [false, true] {
            let names: Vec<String> = (0..n).map(|vertex| vertex.to_string()).collect();
            let joined = |v: usize| (&*names[v], &*names[(v + 1) % names.len()]);
            let edges = (0..names.len()).filter(|v| closed || v + 1 < names.len()).map(joined);
            let graph = NamedGraph::new(names.iter().map(|name| &**name), edges).unwrap();
            let game = RemovalGame::<K>::new(graph);
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

/// Recursion over sets of vertices.
struct Plain<'a, K> {
    graph: Adjacency<'a>,
    known: HashMap<u128, u64>,
    kayles: PhantomData<K>,
}

fn plain_values<K: RemovalRule>(graph: Adjacency<'_>) -> Plain<'_, K> {
    Plain { graph, known: HashMap::new(), kayles: PhantomData }
}

impl<K: RemovalRule> Plain<'_, K> {
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

/// What a move leaves is shown with its isolated vertices, so that different moves lead to positions that read differently.
#[test]
fn every_edge_is_a_move_to_a_position_of_its_own() {
    let triangle_with_tail = [("1", "2"), ("1", "3"), ("2", "3"), ("3", "4"), ("5", "5")];
    let game = RemovalGame::<ArcKayles>::new(NamedGraph::new(["0"], triangle_with_tail).unwrap());
    let mut options = Options::new();
    game.options(&game.start(), &mut options);
    let shown: Vec<String> = options.iter().map(|parts| game.show_sum(parts)).collect();
    let want = [
        "arc-kayles(edges:0,3-4,5-5)",
        "arc-kayles(edges:0,2,4,5-5)",
        "arc-kayles(edges:0,1,4,5-5)",
        "arc-kayles(edges:0,1-2,5-5)",
        "arc-kayles(edges:0,1-2,1-3,2-3,3-4)",
    ];
    assert_eq!(shown, want);
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
        let (node, arc) = (RemovalGame::<NodeKayles>::new(graph.clone()), RemovalGame::<ArcKayles>::new(graph));
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
    let game = RemovalGame::<NodeKayles>::new(NamedGraph::new([], edges).unwrap());
    let start = game.start();
    let limits = Limits { positions: Some(40), ..Limits::default() };
    let stopped = Labels::new(game, Grundy::default()).value(&start, &mut Meter::new(&limits)).unwrap_err();
    assert!(matches!(&stopped, Error::Budget { done, .. } if done.noun == "positions"), "{stopped:?}");
}

#[test]
fn long_paths_are_heaps_and_shapes_can_be_read() {
    let game = RemovalGame::<ArcKayles>::new(NamedGraph::default());
    let limits = Limits::default();
    let value = game.value(&Path(1_000_000_000_000), &mut Meter::new(&limits)).unwrap();
    assert!(value.is_some());
    let triangle = [0b110, 0b101, 0b011];
    let shape = Shape::induced(Adjacency { rows: &triangle, loops: 0b010 }, 0b111);
    assert_eq!(game.show(&KaylesPosition::Shape(shape)), "arc-kayles(edges:0-1,0-2,1-1,1-2)");
    assert_eq!(game.show_sum(&[]), "arc-kayles(path:0)");
}
