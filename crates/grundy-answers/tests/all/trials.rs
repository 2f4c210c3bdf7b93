//! Small rule files from the statements of public problems, within a worker: the answers that are known.

use grundy_answers::Session;
use grundy_answers::worker::Worker;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{answer, assert_has, folder, session_in};
use crate::workers::program;

/// The games, each as its problem describes it.
const FILES: &[(&str, &str)] = &[
    // Codeforces 603C, Lieges of Legendre: remove a cow, or replace an even pile of 2x by k piles of x. Position (n, k).
    (
        "lieges.star",
        "def options(p):
    n, k = p
    out = [(n - 1, k)] if n else []
    if n and n % 2 == 0:
        out.append(plus(*[(n // 2, k)] * k))
    return out
",
    ),
    // Codeforces 1312F, Attack on Red Kingdom, with attacks of 2, 1 and 3: those of 1 and of 3 may not follow themselves.
    (
        "red-kingdom.star",
        "X, Y, Z = 2, 1, 3
def options(p):
    n, last = p
    out = [(max(0, n - X), 0)] if n else []
    if n and last != 1:
        out.append((max(0, n - Y), 1))
    if n and last != 2:
        out.append((max(0, n - Z), 2))
    return out
",
    ),
    // Take from a pile a positive multiple of the other pile; who takes the last coin of a pile wins.
    (
        "two-piles.star",
        "def options(p):
    a, b = p
    if a == 0 or b == 0:
        return []
    return [(a - t, b) for t in range(b, a + 1, b)] + [(a, b - t) for t in range(a, b + 1, a)]
def canonical(p):
    return (min(p), max(p))
",
    ),
    // DMOPC '17 Contest 2 P5: of n stones at most cap may be taken, and after x were taken at most x + k. Position (n, cap, k).
    (
        "dynamic-nim.star",
        "def options(p):
    n, cap, k = p
    return [(n - x, x + k, k) for x in range(1, min(n, cap) + 1)]
def canonical(p):
    return (p[0], min(p[0], p[1]), p[2])
",
    ),
    // A coin on a board moves by one or two squares down, right or diagonally. Position: what is left of the board.
    (
        "coin-board.star",
        "def options(p):
    a, b = p
    return [(a - i, b - j) for i, j in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 2)) if i <= a and j <= b]
def canonical(p):
    return (min(p), max(p))
",
    ),
    // Welter's game: coins on the squares of a strip move to free squares to their left.
    (
        "welter.star",
        "def options(p):
    out = []
    for i in range(len(p)):
        for t in range(p[i]):
            if t not in p:
                out.append(tuple(sorted([p[j] if j != i else t for j in range(len(p))])))
    return out
def canonical(p):
    return tuple(sorted(p))
",
    ),
    ("strange-nim.star", include_str!("../files/strange-nim.star")),
    ("lieges-times.star", include_str!("../files/lieges-times.star")),
    ("red-kingdom-uniform.star", include_str!("../files/red-kingdom.star")),
];

fn session() -> (TempDir, Session) {
    let folder = folder(FILES);
    let session = session_in(&folder).with_worker(Worker::new(program()));
    (folder, session)
}

fn ask(session: &Session, position: &str, detail: Value) -> Value {
    answer(session, json!({"ask": "solve", "position": position, "detail": detail}))
}

#[test]
fn small_positions_of_public_problems_have_their_known_outcomes() {
    let (_folder, session) = session();
    for (position, outcome) in [
        ("\"lieges.star\"(3, 1) + \"lieges.star\"(4, 1)", "N"),
        ("\"lieges.star\"(3, 2)", "P"),
        ("\"red-kingdom.star\"(7, 0) + \"red-kingdom.star\"(6, 0)", "N"),
        ("\"dynamic-nim.star\"(30, 5, 1)", "P"),
        ("\"dynamic-nim.star\"(1000, 50, 2)", "N"),
        ("\"coin-board.star\"(4, 4) + \"coin-board.star\"(2, 7)", "N"),
        ("\"two-piles.star\"(8, 13)", "N"),
    ] {
        assert_eq!(ask(&session, position, json!("outcome"))["outcome"], outcome, "{position}");
    }
}

#[test]
fn small_positions_of_public_problems_have_their_known_values() {
    let (_folder, session) = session();
    for (position, value) in [
        ("\"coin-board.star\"(4, 4) + \"coin-board.star\"(2, 7)", 2),
        ("\"welter.star\"(2, 3, 5, 7)", 5),
        ("\"welter.star\"(1, 4, 9, 16, 25)", 29),
        // A value that the file gives needs no list of 500 million options.
        ("\"strange-nim.star\"(1001, 7)", 143),
        ("\"strange-nim.star\"(12, 5)", 1),
    ] {
        assert_has(&ask(&session, position, json!({"moves": 0})), json!({"value": value}));
    }
    let few = ask(&session, "\"red-kingdom.star\"(7, 0) + \"red-kingdom.star\"(6, 0)", json!({"moves": 1000}));
    assert_eq!(few["winning_moves"].as_array().unwrap().len(), 2, "{few}");
}

#[test]
fn a_position_of_two_piles_is_won_by_the_golden_ratio() {
    let (_folder, session) = session();
    for (a, b) in (1u64..14).flat_map(|a| (a..14).map(move |b| (a, b))) {
        // The quotient of the larger pile by the smaller one is above the golden ratio, or they are equal.
        let wins = a == b || b * (b - a) > a * a;
        let position = format!("\"two-piles.star\"({a}, {b})");
        let found = ask(&session, &position, json!("outcome"));
        assert_eq!(found["outcome"], if wins { "N" } else { "P" }, "{position}");
    }
}

#[test]
fn a_billion_equal_piles_are_counted() {
    let (_folder, session) = session();
    for (position, value) in [("\"lieges.star\"(100, 100000)", 1), ("\"lieges-times.star\"(6, 1000000000)", 1)] {
        let answer = ask(&session, position, json!({"moves": 10}));
        assert_has(&answer, json!({"value": value, "outcome": "N"}));
    }
    let answer = ask(&session, "\"lieges-times.star\"(6, 10^9)", json!({"moves": 10}));
    let replaced = &answer["winning_moves"][1];
    assert_has(
        replaced,
        json!({"move": "replace by 1000000000 of 3", "to": "\"lieges-times.star\"(times(1000000000, (3, 1000000000)))"}),
    );
    // What an answer writes is read back.
    let again = ask(&session, replaced["to"].as_str().unwrap(), json!({"moves": 1}));
    assert_has(&again, json!({"value": 0, "outcome": "P"}));
}

#[test]
fn a_castle_of_any_size_is_valued_by_the_period_of_the_states() {
    let (_folder, session) = session();
    let small = ask(&session, "\"red-kingdom-uniform.star\"(4, 0)", json!({"moves": 1}));
    assert_has(&small, json!({"value": 0, "outcome": "P"}));
    assert_eq!(small.get("premises"), None);
    // 10^18 is 4 modulo 12.
    let large = ask(&session, "\"red-kingdom-uniform.star\"(10^18, 0)", json!({"moves": 1}));
    assert_has(&large, json!({"value": 0, "outcome": "P"}));
    let premise = large["premises"][0].as_str().unwrap();
    assert!(premise.starts_with("the declaration uniform = 3 of red-kingdom-uniform.star, compared with its moves at"));
    let sum = ask(&session, "\"red-kingdom-uniform.star\"(7, 0; 6, 0)", json!({"moves": 1000}));
    assert_eq!(sum["winning_moves"].as_array().unwrap().len(), 2, "{sum}");
}

#[test]
fn the_winner_is_found_without_listing_what_is_not_needed() {
    let (_folder, session) = session();
    for (position, outcome) in [
        ("\"two-piles.star\"(7, 60000)", "N"),
        ("\"two-piles.star\"(1, 100000)", "N"),
        ("\"two-piles.star\"(40000, 60000)", "P"),
        ("\"dynamic-nim.star\"(3000, 150, 2)", "N"),
    ] {
        assert_eq!(ask(&session, position, json!("outcome"))["outcome"], outcome, "{position}");
    }
}
