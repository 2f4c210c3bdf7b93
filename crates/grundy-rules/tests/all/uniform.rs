//! Large heaps of games that are declared to be uniform.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write;

use grundy::search::{Grundy, Labels};
use grundy::{Bound, Error, Game, Limits, Meter, Nimber, value};
use grundy_rules::{Bounds, Position, RuleGame};
use proptest::prelude::*;

fn game(source: &str) -> RuleGame {
    RuleGame::read("game.star", source, Bounds::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn pair(heap: i64, state: i64) -> Position {
    Position::Tuple([heap.into(), state.into()].into())
}

/// Attacks of x, y or z on a castle; neither y nor z may follow itself (Codeforces 1312F).
fn red_kingdom(declaration: &str) -> RuleGame {
    game(&format!(
        "{declaration}
def options(n, last):
    attacks = [(2, 0), (1, 1), (3, 2)]
    return [(max(0, n - d), t) for d, t in attacks if n and (t == 0 or t != last)]
"
    ))
}

#[test]
fn a_castle_of_a_billion_billion_soldiers_is_valued_by_the_period_of_its_states() {
    let limits = Limits::default();
    let (declared, plain) = (red_kingdom("uniform = 3"), red_kingdom(""));
    let mut labels = Labels::new(plain.clone(), Grundy::plain());
    for heap in 0..100 {
        for state in 0..3 {
            let want = labels.value(&pair(heap, state), &mut Meter::new(&limits)).unwrap();
            assert_eq!(value(declared.clone(), &pair(heap, state), &limits).unwrap(), want, "{heap} {state}");
        }
    }
    // Far beyond what was computed, the period of 12 goes on: 10^18 is 4 modulo 12.
    for (heap, same) in [(1_000_000_000_000_000_000, 52), (i64::MAX, 12 * 4 + i64::MAX % 12)] {
        for state in 0..3 {
            let want = labels.value(&pair(same, state), &mut Meter::new(&limits)).unwrap();
            assert_eq!(value(declared.clone(), &pair(heap, state), &limits).unwrap(), want, "{heap} {state}");
        }
    }
    assert_eq!(plain.premise(), None);
    let premise = declared.premise().unwrap();
    assert!(
        premise
            .starts_with("the declaration uniform = 3 of game.star, compared with its moves at the heaps from 3 to ")
    );
}

#[test]
fn heaps_without_a_state_may_be_declared_too() {
    let take = game("uniform = 3\ndef options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n");
    for heap in [0, 2, 3, 7, 1_000_000_007, i64::MAX] {
        assert_eq!(take.premise().is_some(), heap > 7, "{heap}");
        let found = value(take.clone(), &heap.into(), &Limits::default()).unwrap();
        assert_eq!(found, Nimber(heap.unsigned_abs() % 4), "{heap}");
    }
}

#[test]
fn a_false_declaration_is_an_error_that_names_the_first_heap() {
    for (source, heap, message) in [
        // The third token may be taken from heap 5 on.
        (
            "uniform = 4\ndef options(n):\n    return [n - k for k in (1, 2, 3) if k <= n and (k < 3 or n > 4)]\n",
            100,
            "game.star:1: uniform = 4 is false: the moves of 5 are not those of 4 one heap higher",
        ),
        (
            "uniform = 9\ndef options(n):\n    return [n // 2] if n else []\n",
            50,
            "the moves of 11 are not those of 10 one heap higher",
        ),
        (
            "uniform = 2\ndef options(n):\n    return [0] if n else []\n",
            50,
            "the moves of 3 are not those of 2 one heap higher",
        ),
        (
            "uniform = 2\ndef options(n):\n    return [plus(1, n - 1)] if n else []\n",
            50,
            "a move from 2 leaves several parts",
        ),
        ("uniform = 2\ndef options(n):\n    return [n + 1]\n", 50, "2 can move to 3"),
        ("uniform = 0\ndef options(n):\n    return [-1]\n", 50, "0 can move to -1"),
    ] {
        let error = value(game(source), &heap.into(), &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let counts = game("uniform = 2\ndef options(n, s):\n    return [(n - 1, s + 1)] if n else []\n");
    let error = value(counts, &pair(9, 0), &Limits::default()).unwrap_err().to_string();
    assert!(error.contains("uniform = 2 is false: more than 1000 states can be reached"), "{error}");
    for (declaration, why) in
        [("uniform = -1", "uniform has to be an integer from 0 to"), ("uniform = \"x\"", "uniform has to be")]
    {
        let read =
            RuleGame::read("a.star", &format!("{declaration}\ndef options(n):\n    return []\n"), Bounds::default());
        let error = read.err().unwrap().to_string();
        assert!(error.starts_with(&format!("a.star:1: {why}")), "{error}");
    }
}

#[test]
fn positions_of_another_kind_and_heaps_below_are_searched() {
    let source = "uniform = 3\ndef options(p):\n    if type(p) == 'string':\n        return [1000000000001, 2]\n    return [p - k for k in (1, 2) if k <= p]\n";
    let game = game(source);
    assert_eq!(value(game.clone(), &2.into(), &Limits::default()).unwrap(), Nimber(2));
    assert_eq!(game.premise(), None);
    // 10^12 + 1 is 2 modulo 3.
    assert_eq!(value(game.clone(), &Position::from("start"), &Limits::default()).unwrap(), Nimber(0));
    assert!(game.premise().is_some());
}

#[test]
fn the_limits_hold_where_no_period_is_found() {
    let source = "uniform = 40\nMOVES = [(1, 1), (40, 2), (17, 0)]\ndef options(n, s):\n    return [(n - d, t) for d, t in MOVES if d <= n and t != s]\n";
    let limits = Limits { positions: Some(50), ..Limits::default() };
    let found = value(game(source), &pair(i64::MAX, 0), &limits);
    assert!(matches!(found, Err(Error::Budget { bound: Bound::Positions, .. })), "{found:?}");
}

/// The moves of each state: what they take and which state they leave.
fn moves() -> impl Strategy<Value = Vec<Vec<(usize, usize)>>> {
    (1_usize..4).prop_flat_map(|states| {
        let step = (1_usize..6, 0..states);
        prop::collection::vec(prop::collection::vec(step, 0..4), states)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn periods_of_random_states_give_the_values_of_the_recurrence(moves in moves()) {
        let mut table = String::from("MOVES = [");
        for state in &moves {
            write!(table, "{state:?}, ").unwrap();
        }
        let source = format!(
            "uniform = 5\n{table}]\ndef options(n, s):\n    return [(n - d, t) for d, t in MOVES[s] if d <= n]\n"
        );
        let game = game(&source);
        // The recurrence, from its definition.
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for heap in 0..3000_usize {
            let row = moves.iter().map(|steps| {
                let options: Vec<u64> = steps
                    .iter()
                    .filter(|(taken, _)| *taken <= heap)
                    .map(|&(taken, state)| rows[heap - taken][state])
                    .collect();
                (0..).find(|value| !options.contains(value)).unwrap()
            });
            let row = row.collect();
            rows.push(row);
        }
        for heap in [0, 3, 5, 6, 17, 400, 2999] {
            for (state, &want) in rows[heap].iter().enumerate() {
                let found = value(game.clone(), &pair(heap as i64, state as i64), &Limits::default()).unwrap();
                prop_assert_eq!(found, Nimber(want), "{} {}", heap, state);
            }
        }
    }
}
