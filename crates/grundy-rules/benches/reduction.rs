//! What `parts` and `canonical` of a rule file give, on boards of Cram. One iteration is the value of a board, found by an
//! engine that knows nothing; the file is read before.
//!
//! `cargo bench -p grundy-rules --bench reduction`
#![allow(clippy::unwrap_used, reason = "what cannot be solved ends the benchmark")]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use grundy::games::{Cram, CramBoard};
use grundy::search::{Grundy, Labels, Nimbers};
use grundy::{Game, Limits, Meter};
use grundy_rules::{Bounds, Position, RuleGame};

/// The two ways to write the same game: for speed, and as it comes to mind.
const FILES: [(&str, &str); 2] = [("bits", "../../examples/cram.star"), ("text", "benches/text-cram.star")];

/// The file without some of its functions.
fn read(path: &str, left_out: &[&str]) -> RuleGame {
    let mut source = fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    // What a file knows of values is not what this measures.
    for function in left_out.iter().chain(&["value"]) {
        source = source.replace(&format!("\ndef {function}("), &format!("\ndef no_{function}("));
    }
    RuleGame::read(path, &source, Bounds::default()).unwrap()
}

/// The empty board, as each file has it.
fn board(kind: &str, rows: usize, columns: usize) -> Position {
    if kind == "text" {
        return Position::from(format!("{}/", ".".repeat(columns)).repeat(rows).as_str());
    }
    let number = |n: usize| Position::Integer(i64::try_from(n).unwrap());
    let free = (0..rows).map(|row| ((1 << columns) - 1) << (row * (columns + 1))).sum();
    Position::Tuple([number(rows), number(columns + 1), Position::Integer(free)].into())
}

fn expand<G: Game>(game: G, board: &G::Position) {
    let limits = Limits::default();
    black_box(Labels::new(game, Grundy::plain()).value(black_box(board), &mut Meter::new(&limits)).unwrap());
}

fn search<G: Game>(game: G, board: &G::Position) {
    let limits = Limits::default();
    black_box(Nimbers::new(game).value(black_box(board), &mut Meter::new(&limits)).unwrap());
}

/// The name of a variant, and what it leaves out.
const VARIANTS: [(&str, &[&str]); 4] = [
    ("parts and canonical", &[]),
    ("parts", &["canonical"]),
    ("canonical", &["parts"]),
    ("options alone", &["parts", "canonical"]),
];

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reduction");
    group.sample_size(10).warm_up_time(Duration::from_millis(1)).measurement_time(Duration::from_millis(1));
    for (rows, columns) in [(4, 4), (4, 5), (5, 5)] {
        let native = CramBoard::rectangle(rows as u64, columns as u64).unwrap();
        let id = |what: &str| BenchmarkId::new(what, format!("{rows}x{columns}"));
        if rows * columns <= 20 {
            group.bench_function(id("native, full expansion"), |bencher| bencher.iter(|| expand(Cram, &native)));
        }
        // The native game knows without search that the board of 4 by 4 is worth 0.
        if rows * columns > 16 {
            group.bench_function(id("native, nimber search"), |bencher| bencher.iter(|| search(Cram, &native)));
        }
        for (kind, path) in FILES {
            let board = board(kind, rows, columns);
            for (name, left_out) in VARIANTS {
                let new = || read(path, left_out);
                if rows * columns <= 20 {
                    group.bench_function(id(&format!("{kind}, {name}, full expansion")), |bencher| {
                        bencher.iter_batched(new, |game| expand(game, &board), BatchSize::PerIteration);
                    });
                }
                if left_out.is_empty() && rows * columns > 16 {
                    group.bench_function(id(&format!("{kind}, {name}, nimber search")), |bencher| {
                        bencher.iter_batched(new, |game| search(game, &board), BatchSize::PerIteration);
                    });
                }
            }
        }
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
