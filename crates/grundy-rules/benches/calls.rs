//! What a call of a rule file costs, beside what the interpreter alone takes for it. The aim is a quarter more at most.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grundy::{Game, Limits, Options, value};
use grundy_rules::{Bounds, Position, RuleGame};
use starlark::environment::{Globals, Module};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect};
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value};

/// Calls of one heap, after which the bare interpreter gets a new one, lest it be slowed by memory it leaves behind.
const CALLS: i64 = 1000;

const TAKE: &str = "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n";
const EUCLID: &str =
    "def options(p):\n    a, b = sorted(p)\n    return [(a, b - k * a) for k in range(1, b // a + 1)]\n";
const FLIP: &str = "def options(row):\n    return [row[:i] + '--' + row[i + 2:] for i in range(len(row) - 1) if row[i:i + 2] == '++']\n";
const SQUARES: &str = "
def options(n):
    after = []
    for root in range(1, n + 1):
        if root * root > n:
            break
        after.append(n - root * root)
    return after
";

/// The positions of one round.
fn positions(kind: &str) -> Vec<Position> {
    let position = |n: i64| match kind {
        "euclid" => Position::Tuple([Position::Integer(7 + n % 5), Position::Integer(40 + n)].into()),
        "flip" => Position::Text(format!("++-+++{:b}", n).replace('1', "+").replace('0', "-").into()),
        _ => Position::Integer(100 + n),
    };
    (0..CALLS).map(position).collect()
}

fn argument<'v>(position: &Position, heap: Heap<'v>) -> Value<'v> {
    match position {
        Position::Integer(n) => heap.alloc(*n),
        Position::Text(text) => heap.alloc(&**text),
        Position::Boolean(truth) => Value::new_bool(*truth),
        Position::Tuple(items) => {
            heap.alloc(AllocTuple(items.iter().map(|item| argument(item, heap)).collect::<Vec<_>>()))
        }
    }
}

fn calls(criterion: &mut Criterion) {
    for (kind, source) in [("take", TAKE), ("euclid", EUCLID), ("flip", FLIP), ("squares", SQUARES)] {
        let mut group = criterion.benchmark_group(kind);
        group.throughput(criterion::Throughput::Elements(CALLS.unsigned_abs()));
        let positions = positions(kind);
        let module = Module::with_temp_heap(|module| {
            let ast = AstModule::parse("bench.star", source.to_owned(), &Dialect::Standard).unwrap();
            Evaluator::new(&module).eval_module(ast, &Globals::standard()).unwrap();
            module.freeze().unwrap()
        });
        let function = module.get("options").unwrap();
        group.bench_function(BenchmarkId::new("interpreter", kind), |bencher| {
            bencher.iter(|| {
                Module::with_temp_heap(|module| {
                    let mut evaluator = Evaluator::new(&module);
                    let options = module.heap().access_owned_frozen_value(&function);
                    for position in &positions {
                        let argument = argument(position, module.heap());
                        black_box(evaluator.eval_function(options, &[argument], &[]).unwrap());
                    }
                });
            });
        });
        let game = RuleGame::read("bench.star", source, Bounds::default()).unwrap();
        group.bench_function(BenchmarkId::new("rule-file", kind), |bencher| {
            let mut options = Options::new();
            bencher.iter(|| {
                for position in &positions {
                    options.restart(usize::MAX);
                    game.options(position, &mut options);
                    black_box(options.len());
                }
            });
        });
        group.finish();
    }
}

fn a_million_positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.bench_function("a million positions of take", |bencher| {
        bencher.iter(|| {
            let game = RuleGame::read("take.star", TAKE, Bounds::default()).unwrap();
            value(game, &Position::Integer(1_000_000), &Limits::default()).unwrap()
        });
    });
    group.finish();
}

criterion_group!(benches, calls, a_million_positions);
criterion_main!(benches);
