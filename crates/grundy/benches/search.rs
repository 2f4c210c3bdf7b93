//! Full expansion and nimber search of boards of Cram. One iteration is one question to an engine that knows nothing.
//!
//! `cargo bench -p grundy --bench search -- '^search'`
#![allow(clippy::unwrap_used, reason = "what cannot be solved ends the benchmark")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grundy::games::{Cram, CramBoard};
use grundy::search::{Grundy, Labels, Nimbers};
use grundy::{Error, Game, Limits, Meter, Options};

/// Cram as somebody writes it who knows nothing of symmetry: options alone.
struct OptionsAlone;

impl Game for OptionsAlone {
    type Position = CramBoard;

    fn options(&self, board: &CramBoard, out: &mut Options<CramBoard>) {
        Cram.options(board, out);
    }
}

/// With components and representatives, and nothing else.
struct Reduced;

impl Game for Reduced {
    type Position = CramBoard;

    fn options(&self, board: &CramBoard, out: &mut Options<CramBoard>) {
        Cram.options(board, out);
    }

    fn reduce(&self, board: CramBoard, parts: &mut Vec<CramBoard>) -> Result<(), Error> {
        Cram.reduce(board, parts)
    }
}

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(1));
    let limits = Limits::default();
    for (rows, columns) in [(4, 5), (5, 5), (5, 6), (4, 9), (5, 7)] {
        let board = CramBoard::rectangle(rows, columns).unwrap();
        let id = |method| BenchmarkId::new(method, format!("{rows}x{columns}"));
        if rows * columns <= 30 {
            group.bench_function(id("full expansion"), |bencher| {
                bencher.iter(|| {
                    let mut labels = Labels::new(Cram, Grundy::plain());
                    labels.value(black_box(&board), &mut Meter::new(&limits)).unwrap()
                });
            });
        }
        group.bench_function(id("nimber search"), |bencher| {
            bencher.iter(|| Nimbers::new(Cram).value(black_box(&board), &mut Meter::new(&limits)).unwrap());
        });
        group.bench_function(id("nimber search without weights"), |bencher| {
            bencher.iter(|| Nimbers::new(Reduced).value(black_box(&board), &mut Meter::new(&limits)).unwrap());
        });
        if rows * columns <= 20 {
            group.bench_function(id("nimber search of options alone"), |bencher| {
                bencher.iter(|| Nimbers::new(OptionsAlone).value(black_box(&board), &mut Meter::new(&limits)).unwrap());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
