//! The labels, outcomes and remotenesses against play with a nim-heap beside the token, position by position.

use std::collections::HashMap;

use proptest::prelude::*;

use super::super::tests::numbered;
use super::super::{Graph, loopy_values, read, remoteness, values};
use crate::{Bound, Convention, Error, Limits, LoopyValue, Meter, Nimber, Outcome};

fn labelled(graph: &Graph) -> Vec<LoopyValue> {
    let values = loopy_values(graph, &mut Meter::new(&Limits::default())).unwrap();
    graph.vertices().map(|vertex| values.get(graph, vertex)).collect()
}

/// Positions with their options, and what follows from the definition of who wins: nothing is assumed to end, and a position
/// is called won or lost only when that is certain; this is repeated until nothing changes.
fn settled<P: Copy + Eq + std::hash::Hash>(
    options: &HashMap<P, Vec<P>>,
    convention: Convention,
) -> HashMap<P, (Outcome, u32)> {
    let mut known: HashMap<P, (Outcome, u32)> = HashMap::new();
    // In step t all positions are found whose play lasts t moves: the definition of remoteness, by value iteration.
    for step in 0.. {
        let mut new = Vec::new();
        for (&position, options) in options {
            if known.contains_key(&position) {
                continue;
            }
            let mut outcomes = options.iter().map(|option| known.get(option).map(|&(outcome, _)| outcome));
            let wins = match convention {
                Convention::Misere if options.is_empty() => true,
                _ => outcomes.clone().any(|outcome| outcome == Some(Outcome::P)),
            };
            if wins {
                new.push((position, (Outcome::N, step)));
            } else if outcomes.all(|outcome| outcome == Some(Outcome::N)) {
                new.push((position, (Outcome::P, step)));
            }
        }
        // The first step without a find is the last: ends of play are all found in step 0.
        if new.is_empty() {
            return known;
        }
        known.extend(new);
    }
    unreachable!("the loop ends by itself")
}

/// A token on the graph and a nim-heap.
fn with_heaps(graph: &Graph, largest: u32) -> HashMap<(u32, u32), Vec<(u32, u32)>> {
    let positions = graph.vertices().flat_map(|vertex| (0..=largest).map(move |heap| (vertex, heap)));
    positions
        .map(|(vertex, heap)| {
            let moved = graph.options(vertex).iter().map(|&option| (option, heap));
            ((vertex, heap), moved.chain((0..heap).map(|smaller| (vertex, smaller))).collect())
        })
        .collect()
}

/// The value of a vertex by what it does beside every nim-heap.
fn value_by_play(graph: &Graph) -> Vec<LoopyValue> {
    let largest = graph.vertices().end + 1;
    let known = settled(&with_heaps(graph, largest), Convention::Normal);
    let outcome = |vertex, heap| known.get(&(vertex, heap)).map_or(Outcome::D, |&(outcome, _)| outcome);
    graph
        .vertices()
        .map(|vertex| {
            let lost: Vec<u32> = (0..=largest).filter(|&heap| outcome(vertex, heap) == Outcome::P).collect();
            match lost[..] {
                [value] => {
                    assert!((0..=largest).all(|heap| heap == value || outcome(vertex, heap) == Outcome::N));
                    Nimber(value.into()).into()
                }
                [] => {
                    let won = (0..=largest).filter(|&heap| outcome(vertex, heap) == Outcome::N);
                    LoopyValue::infinity(won.map(u64::from))
                }
                _ => panic!("two nim-heaps cannot both be equal to vertex {vertex}: {lost:?}"),
            }
        })
        .collect()
}

#[test]
fn positions_of_the_literature() {
    // A pass that never ends is a loop; beside an exit to 0 whoever is to move wins, alone nobody does.
    let graph = read(b"pass pass\nexit exit\nexit end\n").unwrap();
    let value = |name| labelled(&graph)[graph.vertex(name).unwrap() as usize].clone();
    assert_eq!(value("pass"), LoopyValue::infinity([]));
    assert_eq!(value("exit"), LoopyValue::infinity([0]));
    // A way back that is always answered does not make a position infinite: a is worth 1, since b goes on to c.
    let graph = read(b"a c\na b\nb a\nb d\nd c\n").unwrap();
    let value = |name| labelled(&graph)[graph.vertex(name).unwrap() as usize].clone();
    assert_eq!([value("c"), value("d")], [0, 1].map(|value| Nimber(value).into()));
    assert_eq!(value("a"), value_by_play(&graph)[graph.vertex("a").unwrap() as usize]);
}

#[test]
fn a_long_cycle_and_a_long_chain_take_one_round_and_no_stack() {
    let length = 1_000_000;
    let cycle = numbered(length, (0..length).map(|number| (number, (number + 1) % length)));
    assert!(labelled(&cycle).iter().all(|value| *value == LoopyValue::infinity([])));
    let chain = numbered(length, (1..length).map(|number| (number - 1, number)));
    let found = labelled(&chain);
    assert!(found.iter().zip(0..).all(|(value, at)| *value == Nimber(u64::from((length - 1 - at) & 1)).into()));
    let play = remoteness(&chain, Convention::Normal, &mut Meter::new(&Limits::default())).unwrap();
    assert_eq!(play.moves(0), Some(length - 1));
}

#[test]
fn the_meter_stops_the_rounds() {
    let graph = numbered(100, (0..100).map(|number| (number, (number + 1) % 100)));
    let few = Limits { positions: Some(99), ..Limits::default() };
    let small = Limits { bytes: Some(100), ..Limits::default() };
    for (limits, want) in [(few, Bound::Positions), (small, Bound::Bytes)] {
        let errors = [
            loopy_values(&graph, &mut Meter::new(&limits)).map(drop),
            remoteness(&graph, Convention::Misere, &mut Meter::new(&limits)).map(drop),
        ];
        for error in errors {
            assert!(matches!(error, Err(Error::Budget { bound, .. }) if bound == want), "{error:?}");
        }
    }
}

/// Any graph of up to 7 vertices, and more edges than make cycles rare.
fn any_graph() -> impl Strategy<Value = (u32, Vec<(u32, u32)>)> {
    (1..8_u32).prop_flat_map(|vertices| (Just(vertices), prop::collection::vec((0..vertices, 0..vertices), 0..20)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_label_says_what_a_vertex_does_beside_every_nim_heap((vertices, edges) in any_graph()) {
        let graph = numbered(vertices, edges);
        prop_assert_eq!(labelled(&graph), value_by_play(&graph));
    }

    #[test]
    fn the_values_of_two_tokens_say_who_wins_their_sum((vertices, edges) in any_graph(), heap in 0..4_u32) {
        let graph = numbered(vertices, edges);
        let found = labelled(&graph);
        let pairs = graph.vertices().flat_map(|a| graph.vertices().map(move |b| (a, b)));
        let sums: HashMap<(u32, u32, u32), Vec<_>> = pairs
            .flat_map(|(a, b)| (0..=heap).map(move |heap| (a, b, heap)))
            .map(|(a, b, heap)| {
                let first = graph.options(a).iter().map(|&option| (option, b, heap));
                let second = graph.options(b).iter().map(|&option| (a, option, heap));
                ((a, b, heap), first.chain(second).chain((0..heap).map(|less| (a, b, less))).collect())
            })
            .collect();
        let known = settled(&sums, Convention::Normal);
        for &(a, b, heap) in sums.keys() {
            let outcome = known.get(&(a, b, heap)).map_or(Outcome::D, |&(outcome, _)| outcome);
            let value = found[a as usize].clone() + found[b as usize].clone() + Nimber(heap.into()).into();
            prop_assert_eq!(value.outcome(), outcome, "{} {} {}", a, b, heap);
        }
    }

    #[test]
    fn on_a_graph_without_cycles_the_labels_are_those_of_the_sweep(
        (order, edges) in (1..60_u32).prop_flat_map(|vertices| {
            let order = Just((0..vertices).collect::<Vec<_>>()).prop_shuffle();
            (order, prop::collection::vec((0..vertices, 0..vertices), 0..300))
        })
    ) {
        let down = edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.max(b), a.min(b)));
        let renamed = down.map(|(a, b)| (order[a as usize], order[b as usize]));
        let graph = numbered(u32::try_from(order.len()).unwrap(), renamed);
        let want = values(&graph, &mut Meter::new(&Limits::default())).unwrap();
        let want: Vec<LoopyValue> = want.into_iter().map(|value| Nimber(value.into()).into()).collect();
        prop_assert_eq!(labelled(&graph), want);
    }

    #[test]
    fn remoteness_is_that_of_the_definition((vertices, edges) in any_graph()) {
        let graph = numbered(vertices, edges);
        let options: HashMap<u32, Vec<u32>> =
            graph.vertices().map(|vertex| (vertex, graph.options(vertex).to_vec())).collect();
        for convention in [Convention::Normal, Convention::Misere] {
            let known = settled(&options, convention);
            let play = remoteness(&graph, convention, &mut Meter::new(&Limits::default())).unwrap();
            for vertex in graph.vertices() {
                let want = known.get(&vertex);
                prop_assert_eq!(play.moves(vertex), want.map(|&(_, moves)| moves));
                prop_assert_eq!(play.outcome(vertex), want.map_or(Outcome::D, |&(outcome, _)| outcome));
            }
        }
    }
}
