//! What a call of a rule file costs, beside what the interpreter alone takes for it. The aim is a quarter more at most.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy::search::{Grundy, Labels};
use grundy::{Game, Limits, Meter, Options, value};
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
        Position::False => Value::new_bool(false),
        Position::True => Value::new_bool(true),
        Position::Tuple(items) => {
            heap.alloc(AllocTuple(items.iter().map(|item| argument(item, heap)).collect::<Vec<_>>()))
        }
        other => panic!("no position of this benchmark: {other:?}"),
    }
}

/// How many nanoseconds a call takes in the quickest of many rounds, for each of two kinds of round in turn: what else the
/// machine does falls on both alike, and on the quickest least.
fn quickest(mut rounds: [&mut dyn FnMut(); 2]) -> [f64; 2] {
    let mut best = [f64::INFINITY; 2];
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3) {
        for (round, best) in rounds.iter_mut().zip(&mut best) {
            let start = Instant::now();
            round();
            *best = best.min(start.elapsed().as_secs_f64() * 1e9 / CALLS as f64);
        }
    }
    best
}

fn calls(kind: &str, source: &str) {
    let positions = positions(kind);
    let module = Module::with_temp_heap(|module| {
        let ast = AstModule::parse("bench.star", source.to_owned(), &Dialect::Standard).unwrap();
        Evaluator::new(&module).eval_module(ast, &Globals::standard()).unwrap();
        module.freeze().unwrap()
    });
    let function = module.get("options").unwrap();
    let mut interpreter = || {
        Module::with_temp_heap(|module| {
            let mut evaluator = Evaluator::new(&module);
            let options = module.heap().access_owned_frozen_value(&function);
            for position in &positions {
                let argument = argument(position, module.heap());
                black_box(evaluator.eval_function(options, &[argument], &[]).unwrap());
            }
        });
    };
    let game = RuleGame::read("bench.star", source, Bounds::default()).unwrap();
    let mut options = Options::new();
    let mut listed = 0;
    let mut rule_file = || {
        listed = 0;
        for position in &positions {
            options.restart(usize::MAX);
            game.options(position, &mut options);
            listed += options.len();
        }
    };
    let [alone, ours] = quickest([&mut interpreter, &mut rule_file]);
    let each = listed as f64 / CALLS as f64;
    println!("{kind:8} {each:6.1} options  {alone:7.0} ns  {ours:7.0} ns  {:+4.0} %", (ours / alone - 1.0) * 100.0);
}

fn main() {
    println!("rule     in a call        interpreter  rule file  more");
    let only = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    for (kind, source) in [("take", TAKE), ("squares", SQUARES), ("flip", FLIP), ("euclid", EUCLID)] {
        if only.as_deref().is_none_or(|only| only == kind) {
            calls(kind, source);
        }
    }
    let take = || RuleGame::read("take.star", TAKE, Bounds::default()).unwrap();
    let (million, limits) = (Position::Integer(1_000_000), Limits::default());
    let start = Instant::now();
    Labels::new(take(), Grundy::default()).value(&million, &mut Meter::new(&limits)).unwrap();
    println!("a million positions of take are expanded in full in {:.2} s", start.elapsed().as_secs_f64());
    // It tries nimber search too, which is no help where every position has to be met.
    let start = Instant::now();
    value(take(), &million, &limits).unwrap();
    println!("the method being chosen, in {:.2} s", start.elapsed().as_secs_f64());
}
