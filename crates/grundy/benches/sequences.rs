//! The engines of one-heap games, and the plain one beside each: `cargo bench -p grundy`. One element is one heap.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy::heap::{HeapRule, PeriodSearch, PeriodTheorem, Sequence, SubtractionSet};
use grundy::{Limits, Meter};

fn code(text: &str) -> HeapRule {
    HeapRule::Code(text.parse().unwrap())
}

fn takes(set: &[u64]) -> HeapRule {
    HeapRule::Subtraction(SubtractionSet::ranges(set.iter().map(|&take| take..=take)).unwrap())
}

/// All values of the heaps below `heaps`.
fn run(mut sequence: Sequence, heaps: u64) -> usize {
    sequence.extend(heaps - 1, &mut Meter::new(&Limits::default())).unwrap();
    sequence.len()
}

/// Each method on a rule that it is made for, and on one that it is not.
fn engines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("engines");
    group.sample_size(10);
    let all_but = SubtractionSet::all_but([2..=3, 7..=7]).unwrap();
    for (name, rule, heaps) in [
        ("words, sparse: 0.106", code("0.106"), 1_000_000),
        ("words, sparse: 0.16", code("0.16"), 1_000_000),
        ("words, sparse: 0.77", code("0.77"), 1_000_000),
        ("words, all pairs: 0.137", code("0.137"), 30_000),
        ("bytes, sparse: 0.6", code("0.6"), 200_000),
        ("bytes, sparse: 0.354", code("0.354"), 1_000_000),
        ("bytes, sparse: Grundy's game", HeapRule::GrundysGame, 200_000),
        ("bytes, all pairs: 0.007", code("0.007"), 20_000),
        ("takes, far", takes(&[46, 49, 236, 466, 520, 521, 534, 591, 762, 1000]), 10_000_000),
        ("takes, near", takes(&[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]), 1_000_000),
        ("takes, growing: squares", HeapRule::Subtraction(SubtractionSet::squares()), 200_000),
        ("all but", HeapRule::Subtraction(all_but), 1_000_000),
    ] {
        group.throughput(Throughput::Elements(heaps));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| run(Sequence::without_period(rule.clone()), heaps));
        });
    }
    group.finish();
}

/// The definition, on fewer heaps.
fn definition(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("definition");
    group.sample_size(10);
    for (name, rule, heaps) in [
        ("0.106", code("0.106"), 5000),
        ("Grundy's game", HeapRule::GrundysGame, 5000),
        ("takes", takes(&[46, 49, 236, 466, 520, 521, 534, 591, 762, 1000]), 200_000),
        ("0.3F", code("0.3F"), 400),
    ] {
        group.throughput(Throughput::Elements(heaps));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| run(Sequence::plain(rule.clone()), heaps));
        });
    }
    group.finish();
}

/// Whole searches for a period. One element is one search.
fn periods(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("periods");
    group.sample_size(10);
    for (name, rule, theorem) in [
        ("0.77, full range", "0.77", PeriodTheorem::FullRange),
        ("0.16, full range", "0.16", PeriodTheorem::FullRange),
        ("0.16, window", "0.16", PeriodTheorem::Window),
        ("0.56, full range", "0.56", PeriodTheorem::FullRange),
        ("0.56, window", "0.56", PeriodTheorem::Window),
    ] {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                let search = PeriodSearch { heaps: 10_000_000, theorem };
                Sequence::new(code(rule)).find_period(&search, &mut Meter::new(&Limits::default())).unwrap().status
            });
        });
    }
    group.finish();
}

/// The heaps from three million on, in sets of options and in bit planes. One element is one heap.
fn planes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("planes");
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(1));
    for (name, rule) in [("0.6", code("0.6")), ("Grundy's game", HeapRule::GrundysGame)] {
        for (method, threads, heaps) in [("sets", 1, 500_000), ("planes", 1, 5_000_000), ("planes", 2, 5_000_000)] {
            let sequence = match method {
                "sets" => Sequence::without_planes,
                _ => Sequence::without_period,
            };
            let limits = Limits { threads, ..Limits::default() };
            group.throughput(Throughput::Elements(heaps));
            group.bench_function(BenchmarkId::new(name, format!("{method}, {threads}")), |bencher| {
                bencher.iter_custom(|times| {
                    let mut taken = Duration::ZERO;
                    for _ in 0..times {
                        let mut sequence = sequence(rule.clone());
                        sequence.extend(2_999_999, &mut Meter::new(&limits)).unwrap();
                        let start = Instant::now();
                        sequence.extend(2_999_999 + heaps, &mut Meter::new(&limits)).unwrap();
                        taken += start.elapsed();
                    }
                    taken
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, engines, definition, periods, planes);
criterion_main!(benches);
