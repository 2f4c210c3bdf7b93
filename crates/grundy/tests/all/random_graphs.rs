//! A hundred random graphs of twelve vertices, each game on them against the plain recursion over sets of vertices.

use std::collections::BTreeMap;

use grundy::games::{Files, ReadError};
use grundy::notation::Reader;
use grundy::{Limits, Outcome};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const VERTICES: usize = 12;

/// What is left: the vertices as bits, and for Geography the token.
type Left = (u16, usize);

/// The value and the misère outcome, by the definitions alone.
struct Plain<'a> {
    moves: &'a dyn Fn(Left) -> Vec<Left>,
    values: BTreeMap<Left, u64>,
    misere: BTreeMap<Left, bool>,
}

impl Plain<'_> {
    fn value(&mut self, left: Left) -> u64 {
        if let Some(&value) = self.values.get(&left) {
            return value;
        }
        let reached: Vec<u64> = (self.moves)(left).into_iter().map(|left| self.value(left)).collect();
        let value = (0..).find(|value| !reached.contains(value)).unwrap();
        self.values.insert(left, value);
        value
    }

    fn wins_misere(&mut self, left: Left) -> bool {
        if let Some(&wins) = self.misere.get(&left) {
            return wins;
        }
        let moves = (self.moves)(left);
        let wins = moves.is_empty() || moves.into_iter().any(|left| !self.wins_misere(left));
        self.misere.insert(left, wins);
        wins
    }
}

/// Plays one text on the library and by these moves.
fn assert_played(text: &str, start: Left, moves: &dyn Fn(Left) -> Vec<Left>) {
    let mut plain = Plain { moves, values: BTreeMap::new(), misere: BTreeMap::new() };
    let limits = Limits::default();
    let sum = Reader::default().sum(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(sum.value(&limits).unwrap().0, plain.value(start), "{text}");
    let outcome = if plain.wins_misere(start) { Outcome::N } else { Outcome::P };
    assert_eq!(sum.misere_outcome(&limits).unwrap(), outcome, "{text}, misère");
}

fn on_a_random_graph(play: impl Fn(Vec<(usize, usize)>)) {
    // From trees and their like to graphs with half of all edges.
    let edges = (0..=33_usize).prop_flat_map(|count| vec((0..VERTICES, 0..VERTICES), count));
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) };
    let played = TestRunner::new(config).run(&edges, |edges| {
        play(edges);
        Ok(())
    });
    played.unwrap_or_else(|failure| panic!("{failure}"));
}

/// The graph as an argument: all its vertices, and its edges.
fn written(edges: &[(usize, usize)]) -> String {
    let alone = (0..VERTICES).map(|vertex| vertex.to_string());
    alone.chain(edges.iter().map(|(a, b)| format!("{a}-{b}"))).collect::<Vec<_>>().join(",")
}

fn has(set: u16, vertex: usize) -> bool {
    set >> vertex & 1 == 1
}

fn present(set: u16) -> impl Iterator<Item = usize> {
    (0..VERTICES).filter(move |&vertex| has(set, vertex))
}

const ALL: u16 = (1 << VERTICES) - 1;

#[test]
fn node_kayles_is_the_recursion_over_vertices() {
    on_a_random_graph(|edges| {
        let near = |v: usize| {
            let ends = edges.iter().filter(|&&(a, b)| a == v || b == v);
            ends.fold(1_u16 << v, |near, &(a, b)| near | 1 << a | 1 << b)
        };
        let moves = |(left, _): Left| present(left).map(|v| (left & !near(v), 0)).collect();
        assert_played(&format!("node-kayles(edges:{})", written(&edges)), (ALL, 0), &moves);
    });
}

#[test]
fn arc_kayles_is_the_recursion_over_edges() {
    on_a_random_graph(|edges| {
        let moves = |(left, _): Left| {
            let whole = edges.iter().filter(|&&(a, b)| has(left, a) && has(left, b));
            whole.map(|&(a, b)| (left & !(1 << a | 1 << b), 0)).collect()
        };
        assert_played(&format!("arc-kayles(edges:{})", written(&edges)), (ALL, 0), &moves);
    });
}

#[test]
fn geography_is_the_recursion_over_walks() {
    for directed in [false, true] {
        on_a_random_graph(|edges| {
            let moves = |(left, token): Left| {
                let left = left & !(1 << token);
                let along = edges.iter().filter(|&&(a, _)| a == token).map(|&(_, b)| b);
                let back = edges.iter().filter(|&&(_, b)| b == token && !directed).map(|&(a, _)| a);
                along.chain(back).filter(|&next| has(left, next)).map(|next| (left, next)).collect()
            };
            let directed = if directed { "directed," } else { "" };
            let text = format!("geography{{{directed}from:7}}(edges:{})", written(&edges));
            assert_played(&text, (ALL, 7), &moves);
        });
    }
}

#[test]
fn a_poset_is_the_recursion_over_elements() {
    on_a_random_graph(|edges| {
        // Edges that lead to larger numbers make no cycle.
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
        let above = |v: usize| {
            (v..VERTICES).fold(1_u16 << v, |above, w| {
                let is_above = edges.iter().any(|&(a, b)| b == w && has(above, a));
                above | u16::from(is_above) << w
            })
        };
        let moves = |(left, _): Left| present(left).map(|v| (left & !above(v), 0)).collect();
        assert_played(&format!("poset(edges:{})", written(&edges)), (ALL, 0), &moves);
    });
}

#[test]
fn a_file_holds_the_graph_that_its_edges_are() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a b.json"), r#"{"0": ["1", "2"], "1": ["0", "3"], "x y": [], "2": ["3"]}"#)
        .unwrap();
    let many: Vec<String> = (0..129).map(|vertex| vertex.to_string()).collect();
    std::fs::write(folder.path().join("many.txt"), many.join("\n")).unwrap();
    let reader = Reader::with_files(Files::In(folder.path().to_owned()));
    let edges = "edges:0-1,0-2,1-3,2-3,\"x y\"";
    for game in ["node-kayles", "arc-kayles", "geography{from:3}"] {
        let sum = reader.sum(&format!("{game}(\"a b.json\") + {game}({edges})")).unwrap();
        let limits = Limits::default();
        assert!(sum.value(&limits).unwrap().is_zero(), "{game}");
        let outcome = |graph| reader.sum(&format!("{game}({graph})")).unwrap().misere_outcome(&limits).unwrap();
        assert_eq!(outcome("\"a b.json\""), outcome(edges), "{game}");
        assert_eq!(sum.to_string(), format!("{game}(\"a b.json\") + {game}({edges})"));
    }
    // In an order the directions count: 1 above 0 and 0 above 1 is none.
    let error = reader.sum("poset(\"a b.json\")").unwrap_err();
    assert_eq!(error.to_string(), "this is not a partial order: `0` below `1` below `0` is a cycle");
    let error = reader.sum("node-kayles(\"many.txt\")").unwrap_err();
    assert_eq!(error.to_string(), "the graph has 129 vertices, but `node-kayles` allows at most 128");
    assert!(matches!(reader.sum("node-kayles(\"none.txt\")"), Err(ReadError::File { .. })));
}
