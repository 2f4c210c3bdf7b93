//! The sweep against the definitions, and at sizes where a recursion would end the program.

use proptest::prelude::*;

use super::acyclic::{Sweep, SweepOutcome, widening};
use super::{Builder, Graph, read, sweep, values, values_from};
use crate::compact::Cell;
use crate::{Bound, Cycle, Error, Limits, Meter, Nimber, mex};

fn swept(graph: &Graph) -> Result<Vec<u32>, Error> {
    values(graph, &mut Meter::new(&Limits::default()))
}

pub(super) fn numbered(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let mut builder = Builder::new();
    for number in 0..vertices {
        builder.vertex(&number.to_string()).unwrap();
    }
    for (from, to) in edges {
        builder.edge(from, to).unwrap();
    }
    builder.build()
}

fn cycle_of(text: &str) -> Vec<String> {
    match swept(&read(text.as_bytes()).unwrap()) {
        Err(Error::Cycle(Cycle { positions })) => positions,
        other => panic!("{text:?} gives {other:?}"),
    }
}

/// The definition, read aloud.
fn grundy_value(graph: &Graph, vertex: u32) -> u64 {
    mex(graph.options(vertex).iter().map(|&option| Nimber(grundy_value(graph, option)))).0
}

/// Plain search: whether the player to move wins.
fn wins(graph: &Graph, vertex: u32) -> bool {
    graph.options(vertex).iter().any(|&option| !wins(graph, option))
}

/// Plain search in a sum of two tokens.
fn wins_sum(graph: &Graph, a: u32, b: u32) -> bool {
    graph.options(a).iter().any(|&option| !wins_sum(graph, option, b))
        || graph.options(b).iter().any(|&option| !wins_sum(graph, a, option))
}

#[test]
fn the_worked_example() {
    let graph = numbered(4, [(0, 1), (0, 2), (1, 3), (2, 3)]);
    assert_eq!(swept(&graph).unwrap(), [0, 1, 1, 0]);
    assert!(swept(&read(b"{}").unwrap()).unwrap().is_empty());
}

#[test]
fn a_token_moved_left_or_up_is_two_nim_heaps() {
    let side = 12;
    let edges = (0..side * side).flat_map(|place| {
        let (row, column) = (place / side, place % side);
        let left = (0..column).map(move |to| (place, row * side + to));
        left.chain((0..row).map(move |to| (place, to * side + column)))
    });
    let found = swept(&numbered(side * side, edges)).unwrap();
    assert!((0..side * side).zip(found).all(|(place, value)| value == (place / side) ^ (place % side)));
}

#[test]
fn values_grow_beyond_the_bits_of_a_word() {
    let heaps = 200;
    let graph = numbered(heaps, (0..heaps).flat_map(|heap| (0..heap).map(move |to| (heap, to))));
    assert_eq!(swept(&graph).unwrap(), (0..heaps).collect::<Vec<_>>());
    // 64 options: 0 to 62 and one that is worth more.
    let few = (0..heaps - 1).flat_map(|heap| (0..heap).map(move |to| (heap, to)));
    let hub = (0..63).chain([150]).map(|to| (heaps - 1, to));
    assert_eq!(swept(&numbered(heaps, few.chain(hub))).unwrap()[heaps as usize - 1], 63);
}

/// A million edges whose numbers are an order of play, and the same with the numbers the other way round and shuffled.
#[test]
fn every_order_of_the_numbers_gives_the_same_values() {
    let (vertices, window) = (100_000_u32, 5000);
    let mut random = 88_172_645_463_325_252_u64;
    let mut below = |bound: u32| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(((random >> 32) * u64::from(bound)) >> 32).unwrap()
    };
    let edges: Vec<(u32, u32)> = (1..vertices)
        .flat_map(|from| (0..10).map(move |_| from))
        .map(|from| (from, from - 1 - below(window.min(from))))
        .collect();
    let down = swept(&numbered(vertices, edges.iter().copied())).unwrap();
    let mut shuffled: Vec<u32> = (0..vertices).collect();
    for place in (1..vertices).rev() {
        shuffled.swap(place as usize, below(place + 1) as usize);
    }
    let reversed = (0..vertices).rev().collect();
    // A single pair of neighbours changes places, far from both ends.
    let mut nearly: Vec<u32> = (0..vertices).collect();
    nearly.swap(vertices as usize / 2, vertices as usize / 2 + 1);
    for numbers in [reversed, shuffled, nearly] {
        let new = |vertex: u32| numbers[vertex as usize];
        let graph = numbered(vertices, edges.iter().map(|&(from, to)| (new(from), new(to))));
        let found = swept(&graph).unwrap();
        assert!((0..vertices).all(|vertex| found[new(vertex) as usize] == down[vertex as usize]));
        let by_depth = values_from(&graph, graph.vertices(), &mut Meter::new(&Limits::default())).unwrap();
        assert!(graph.vertices().all(|vertex| by_depth.get(vertex) == Some(found[vertex as usize])));
    }
}

/// Moves between all heaps up to `heaps`, numbered as `number` says: values reach 300, and so do moves to a vertex.
fn nim(heaps: u32, number: impl Fn(u32) -> u32) -> Graph {
    let edges: Vec<_> = (0..heaps).flat_map(|heap| (0..heap).map(move |to| (heap, to))).collect();
    numbered(heaps, edges.into_iter().map(|(from, to)| (number(from), number(to))))
}

#[test]
fn values_and_numbers_of_moves_may_be_larger_than_a_byte() {
    let heaps = 300;
    let orders: [fn(u32) -> u32; 3] = [|heap| heap, |heap| 299 - heap, |heap| heap * 7 % 300];
    for number in orders {
        let graph = nim(heaps, number);
        let found = sweep(&graph, &mut Meter::new(&Limits::default())).unwrap();
        assert_eq!(found.width(), 16);
        assert!((0..heaps).all(|heap| found.get(number(heap)) == heap));
        assert!(found.iter().eq(found.to_vec()));
    }
    assert_eq!(sweep(&nim(256, |heap| heap), &mut Meter::new(&Limits::default())).unwrap().width(), 8);
}

/// A sweep that gives each vertex a value that no small graph has.
struct Squares {
    done: u32,
    order: bool,
}

impl Sweep for Squares {
    fn go_on<W: Cell>(&mut self, values: &mut [W], _: &mut Meter<'_>) -> Result<SweepOutcome, Error> {
        while (self.done as usize) < values.len() {
            let Some(square) = W::fit(self.done * self.done) else { return Ok(SweepOutcome::TooWide) };
            values[self.done as usize] = square;
            self.done += 1;
        }
        Ok(if self.order { SweepOutcome::Finished } else { SweepOutcome::NotAnOrder })
    }
}

#[test]
fn a_table_widens_as_often_as_it_has_to() {
    let limits = Limits::default();
    for (count, width) in [(0, 8), (16, 8), (17, 16), (256, 16), (257, 32), (1000, 32)] {
        let graph = numbered(count, []);
        let table = widening(&mut Squares { done: 0, order: true }, &graph, &mut Meter::new(&limits)).unwrap().unwrap();
        assert_eq!((table.width(), table.len(), table.is_empty()), (width, count as usize, count == 0));
        assert!((0..count).all(|vertex| table.get(vertex) == vertex * vertex));
        assert!(table.iter().eq((0..count).map(|vertex| vertex * vertex)));
        let none = widening(&mut Squares { done: 0, order: false }, &graph, &mut Meter::new(&limits)).unwrap();
        assert!(none.is_none());
    }
}

#[test]
fn a_chain_of_ten_million_vertices_is_no_recursion() {
    let length = 10_000_000;
    let graph = numbered(length, (1..length).map(|number| (number - 1, number)));
    let want = |vertex: u32| (length - 1 - vertex) & 1;
    assert!((0..length).zip(swept(&graph).unwrap()).all(|(vertex, value)| value == want(vertex)));
    // From its beginning the whole chain lies on the path.
    let known = values_from(&graph, [0], &mut Meter::new(&Limits::default())).unwrap();
    assert!((0..length).all(|vertex| known.get(vertex) == Some(want(vertex))));
}

#[test]
fn a_chain_may_be_numbered_either_way() {
    let length = 1000;
    let descending = numbered(length, (1..length).map(|number| (number, number - 1)));
    assert!((0..length).zip(swept(&descending).unwrap()).all(|(vertex, value)| value == vertex & 1));
}

#[test]
fn a_cycle_is_listed_in_order_of_play_from_the_vertex_named_first() {
    assert_eq!(cycle_of("a a"), ["a"]);
    assert_eq!(cycle_of("a b\nb c\nc a"), ["a", "b", "c"]);
    assert_eq!(cycle_of("x\nc\nb\na b\nb c\nc a"), ["c", "a", "b"]);
    assert_eq!(cycle_of("start in\nin b\nb end\nb c\nc in\n"), ["in", "b", "c"]);
    assert_eq!(cycle_of("d c\nc b\nb b\nb a"), ["b"]);
}

#[test]
fn a_cycle_of_a_million_vertices_is_listed_whole() {
    let length = 1_000_000;
    let graph = numbered(length, (0..length).map(|number| (number, (number + 1) % length)));
    let Err(Error::Cycle(cycle)) = swept(&graph) else { panic!("it is one cycle") };
    assert!((0..length).map(|number| number.to_string()).eq(cycle.positions));
}

#[test]
fn a_cycle_that_is_not_reached_is_no_obstacle() {
    let graph = read(b"a b\nb c\nloop loop\nlost loop\n").unwrap();
    let known = values_from(&graph, [0], &mut Meter::new(&Limits::default())).unwrap();
    let by_name = |name| graph.vertex(name).and_then(|vertex| known.get(vertex));
    assert_eq!(["a", "b", "c", "loop", "lost"].map(by_name), [Some(0), Some(1), Some(0), None, None]);
    assert_eq!(known.get(99), None);
    assert!(matches!(swept(&graph), Err(Error::Cycle(_))));
    let lost = graph.vertex("lost");
    assert!(matches!(values_from(&graph, lost, &mut Meter::new(&Limits::default())), Err(Error::Cycle(_))));
}

#[test]
fn the_meter_counts_vertices_and_stops_the_sweep() {
    let graph = numbered(100, (0..99).map(|number| (number, number + 1)));
    let enough = Limits { positions: Some(100), ..Limits::default() };
    assert!(values(&graph, &mut Meter::new(&enough)).is_ok());
    let few = Limits { positions: Some(99), ..Limits::default() };
    let Err(Error::Budget { bound: Bound::Positions, done }) = values(&graph, &mut Meter::new(&few)) else {
        panic!("100 vertices are more than 99")
    };
    assert_eq!((done.noun, done.goal), ("vertices", Some(100)));
    let small = Limits { bytes: Some(99), ..Limits::default() };
    assert!(matches!(values(&graph, &mut Meter::new(&small)), Err(Error::Budget { bound: Bound::Bytes, .. })));
}

/// A graph without cycles: edges lead down in a hidden order of the vertices; some are repeated.
fn acyclic_graph() -> impl Strategy<Value = (u32, Vec<(u32, u32)>)> {
    let order = (2..10_u32).prop_flat_map(|vertices| Just((0..vertices).collect::<Vec<_>>()).prop_shuffle());
    order.prop_flat_map(|order| {
        let vertices = order.len();
        let edge = (1..vertices).prop_flat_map(|from| (Just(from), 0..from));
        prop::collection::vec(edge, 0..25).prop_map(move |edges| {
            let edges = edges.into_iter().map(|(from, to)| (order[from], order[to])).collect();
            (u32::try_from(vertices).unwrap(), edges)
        })
    })
}

proptest! {
    #[test]
    fn the_sweep_agrees_with_the_definition_and_with_plain_search((vertices, edges) in acyclic_graph()) {
        let graph = numbered(vertices, edges);
        let found = swept(&graph).unwrap();
        for vertex in graph.vertices() {
            let value = found[vertex as usize];
            prop_assert_eq!(u64::from(value), grundy_value(&graph, vertex));
            prop_assert_eq!(value != 0, wins(&graph, vertex));
            let known = values_from(&graph, [vertex], &mut Meter::new(&Limits::default())).unwrap();
            prop_assert_eq!(known.get(vertex), Some(value));
        }
        let order = super::acyclic::topological::topological_order(&graph, &mut Meter::new(&Limits::default())).unwrap().unwrap();
        let place = |vertex| order.iter().position(|&other| other == vertex);
        for vertex in graph.vertices() {
            prop_assert!(graph.options(vertex).iter().all(|&option| place(vertex) < place(option)));
        }
        let (first, last) = (0, vertices - 1);
        prop_assert_eq!(found[first as usize] != found[last as usize], wins_sum(&graph, first, last));
    }

    #[test]
    fn names_and_repeated_edges_change_no_value(
        (vertices, edges) in acyclic_graph(),
        names in Just((0..10).map(|number| format!("v{number}")).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let plain = numbered(vertices, edges.clone());
        let lines = edges.iter().chain(edges.iter().rev());
        let text: String = lines.map(|&(a, b)| format!("{} {}\n", names[a as usize], names[b as usize])).collect();
        let alone: String = (0..vertices).map(|vertex| format!("{}\n", names[vertex as usize])).collect();
        let renamed = read((text + &alone).as_bytes()).unwrap();
        prop_assert_eq!(plain.edge_count(), renamed.edge_count());
        let (want, found) = (swept(&plain).unwrap(), swept(&renamed).unwrap());
        for vertex in plain.vertices() {
            let place = renamed.vertex(&names[vertex as usize]).unwrap();
            prop_assert_eq!(found[place as usize], want[vertex as usize]);
        }
    }

    #[test]
    fn a_cycle_is_reported_exactly_if_there_is_one(edges in prop::collection::vec((0..8_u32, 0..8_u32), 0..16)) {
        let graph = numbered(8, edges);
        // Offsets of play are taken away until none is left: what stays has a cycle.
        let mut left = [true; 8];
        while let Some(end) = graph.vertices().find(|&vertex| {
            left[vertex as usize] && graph.options(vertex).iter().all(|&option| !left[option as usize])
        }) {
            left[end as usize] = false;
        }
        match swept(&graph) {
            Ok(_) => prop_assert!(!left.contains(&true)),
            Err(Error::Cycle(cycle)) => {
                let vertices: Vec<u32> = cycle.positions.iter().filter_map(|name| graph.vertex(name)).collect();
                prop_assert_eq!(vertices.iter().min(), vertices.first());
                for (place, &vertex) in vertices.iter().enumerate() {
                    let next = vertices[(place + 1) % vertices.len()];
                    prop_assert!(graph.options(vertex).contains(&next));
                    prop_assert!(!vertices[..place].contains(&vertex));
                }
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}
