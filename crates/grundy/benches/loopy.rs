//! Graphs where play may go on for ever: labels by rounds beside the acyclic sweep, on the same graphs without cycles, and
//! on graphs with cycles.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use grundy::graph::{Builder, Graph, loopy_values, remoteness, values};
use grundy::{Convention, Limits, Meter};

const VERTICES: u32 = 1_000_000;
const OPTIONS: u32 = 10;

/// Numbers that look random and are the same in every run (Vigna 2015, splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The upper half of the product: below the bound.
        #[allow(clippy::cast_possible_truncation)]
        {
            ((((z ^ (z >> 31)) >> 32) * u64::from(bound)) >> 32) as u32
        }
    }
}

/// A graph whose vertices have some options each, by a rule.
fn graph(mut option: impl FnMut(u32, &mut Random) -> Option<u32>) -> Graph {
    let mut builder = Builder::new();
    for vertex in 0..VERTICES {
        builder.vertex(&vertex.to_string()).expect("there is room");
    }
    let mut random = Random(1);
    for vertex in 0..VERTICES {
        for _ in 0..OPTIONS {
            if let Some(to) = option(vertex, &mut random) {
                builder.edge(vertex, to).expect("both are there");
            }
        }
    }
    builder.build()
}

/// Anywhere below: without cycles.
fn below(vertex: u32, random: &mut Random) -> Option<u32> {
    (vertex > 0).then(|| random.below(vertex))
}

/// The same with vertices numbered in a random order, by the shuffle of Fisher and Yates.
fn permuted() -> Graph {
    let mut random = Random(2);
    let mut order: Vec<u32> = (0..VERTICES).collect();
    for place in (1..VERTICES).rev() {
        order.swap(place as usize, random.below(place + 1) as usize);
    }
    let mut place = vec![0_u32; order.len()];
    for (at, &vertex) in (0..).zip(&order) {
        place[vertex as usize] = at;
    }
    graph(move |vertex, random| below(place[vertex as usize], random).map(|to| order[to as usize]))
}

/// A little below.
fn near(vertex: u32, random: &mut Random) -> Option<u32> {
    (vertex > 0).then(|| vertex - 1 - random.below(vertex.min(1000)))
}

/// Mostly below, so that many vertices are worth a nimber though they lie on cycles.
fn mostly_below(vertex: u32, random: &mut Random) -> Option<u32> {
    match random.below(50) {
        0 => Some(random.below(VERTICES)),
        _ => below(vertex, random),
    }
}

/// Anywhere, with ends of play here and there: nearly all is infinite.
fn anywhere(vertex: u32, random: &mut Random) -> Option<u32> {
    (!vertex.is_multiple_of(50)).then(|| random.below(VERTICES))
}

fn loopy(criterion: &mut Criterion) {
    let limits = Limits::default();
    let mut group = criterion.benchmark_group("loopy");
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5));
    let labels = |group: &mut BenchmarkGroup<'_, WallTime>, name: &str, graph: &Graph| {
        group.throughput(Throughput::Elements(graph.edge_count() as u64));
        group.bench_function(format!("labels/{name}"), |bencher| {
            bencher.iter(|| black_box(loopy_values(graph, &mut Meter::new(&limits))));
        });
    };
    for (name, graph) in [("acyclic", graph(below)), ("acyclic-permuted", permuted()), ("acyclic-near", graph(near))] {
        labels(&mut group, name, &graph);
        group.bench_function(format!("sweep/{name}"), |bencher| {
            bencher.iter(|| black_box(values(&graph, &mut Meter::new(&limits))));
        });
    }
    for (name, graph) in [("mostly-acyclic", graph(mostly_below)), ("cyclic", graph(anywhere))] {
        labels(&mut group, name, &graph);
        group.bench_function(format!("remoteness/{name}"), |bencher| {
            bencher.iter(|| black_box(remoteness(&graph, Convention::Normal, &mut Meter::new(&limits))));
        });
    }
    group.finish();
}

criterion_group!(benches, loopy);
criterion_main!(benches);
