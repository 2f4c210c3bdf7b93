//! Many equal parts of an option.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use grundy::search::{Grundy, Labels};
use grundy::{Game, Limits, Meter, Misere, Nimber, Options, value};
use grundy_rules::{Bounds, Position, RuleGame};

use crate::common::reader_in;

fn game(source: &str) -> RuleGame {
    RuleGame::read("game.star", source, Bounds::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Remove one of n, or replace an even pile by k piles of half the size; the piles are written by this expression.
fn lieges(piles: &str) -> RuleGame {
    game(&format!(
        "def options(n, k):
    out = [(n - 1, k)] if n else []
    if n and n % 2 == 0:
        out.append({piles})
    return out
"
    ))
}

fn pair(n: i64, k: i64) -> Position {
    Position::Tuple([n.into(), k.into()].into())
}

/// The options of a position, each as its parts are written.
fn options(game: &RuleGame, position: &Position) -> Vec<String> {
    let mut options = Options::new();
    game.options(position, &mut options);
    assert!(options.failure().is_none(), "{:?}", options.failure());
    options.iter().map(|parts| parts.iter().map(Position::to_string).collect::<Vec<_>>().join(" + ")).collect()
}

/// The value for Codeforces 603C, by its editorial: for odd k after the first few 0, 1, 0, 2, 0, 1, …; for even k 1 on even piles.
fn known(n: u64, k: u64) -> u64 {
    match (n, k % 2) {
        (0, _) => 0,
        (1, _) => 1,
        (2, 0) => 2,
        (n, 0) => 1 - n % 2,
        (2, _) => 0,
        (3, _) => 1,
        (4, _) => 2,
        (n, _) if n % 2 == 1 => 0,
        (n, k) => {
            if known(n / 2, k) == 1 {
                2
            } else {
                1
            }
        }
    }
}

#[test]
fn the_value_depends_on_the_parity_of_the_copies() {
    let listed = lieges("plus(*[(n // 2, k)] * k)");
    let counted = lieges("times(k, (n // 2, k))");
    let beside = lieges("plus((n // 2, k), times(k - 1, (n // 2, k)))");
    let limits = Limits::default();
    for n in 0..=24 {
        for k in [1, 2, 3, 8, 255, 256, 257, 258, 1000, 1001] {
            let position = pair(n, k);
            let want = Nimber(known(n as u64, k as u64));
            for game in [&listed, &counted, &beside] {
                let mut meter = Meter::new(&limits);
                let mut labels = Labels::new(game.clone(), Grundy::default());
                assert_eq!(labels.value(&position, &mut meter).unwrap(), want, "{position}");
            }
        }
    }
    for (n, k) in [(6, 1_000_000_000), (100, i64::MAX), (1001, 999_999_999), (64, i64::MAX)] {
        let found = value(counted.clone(), &pair(n, k), &limits).unwrap();
        assert_eq!(found, Nimber(known(n as u64, k as u64)), "({n}, {k})");
    }
}

#[test]
fn copies_that_are_counted_are_played_as_those_that_are_listed() {
    // Without known values, and in misère play.
    let game = game(
        "def options(n):\n    return [n - k for k in (1, 3) if k <= n] + ([times(n * 100, 1)] if n == 3 else [])\n",
    );
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut plain = Labels::new(game.clone(), Grundy::plain());
    let mut misere = Misere::new(game.clone());
    for n in 0..6 {
        let position = Position::Integer(n);
        let known = value(game.clone(), &position, &limits).unwrap();
        assert_eq!(plain.value(&position, &mut meter).unwrap(), known, "{n}");
    }
    // 300 single moves, one after the other: the last one loses in misère play.
    let three_hundred = options(&game, &3.into());
    assert_eq!(three_hundred, ["2", "0", "times(300, 1)"]);
    let mut all = Options::new();
    game.options(&3.into(), &mut all);
    let copies = all.iter().last().unwrap()[0].clone();
    let singles = vec![Position::Integer(1); 300];
    let counted = misere.outcome(std::slice::from_ref(&copies), &mut meter).unwrap();
    assert_eq!(counted, misere.outcome(&singles, &mut meter).unwrap());
    assert_eq!(options(&game, &copies), ["0 + times(299, 1)"]);
}

#[test]
fn equal_parts_side_by_side_are_counted() {
    let game = game(
        "def options(n):\n    return [plus(*[2] * 300), plus(*[(2, 1)] * 3), plus(1, *[2] * 1000), times(0, 5), times(1, 5)]\n",
    );
    let parts = options(&game, &9.into());
    assert_eq!(parts, ["times(300, 2)", "(2, 1) + (2, 1) + (2, 1)", "1 + times(1000, 2)", "", "5"]);
}

#[test]
fn what_is_no_number_of_copies_is_an_error() {
    for count in ["-1", "1 << 63", "\"3\"", "True"] {
        let game = game(&format!("def options(n):\n    return [times({count}, 1)]\n"));
        let error = value(game, &3.into(), &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("game.star:2: times needs a number of copies from 0 to 2^63 - 1"), "{error}");
    }
    let nested = game("def options(n):\n    return [times(2, plus(1, 1))]\n");
    let error = value(nested, &3.into(), &Limits::default()).unwrap_err().to_string();
    assert!(error.contains("game.star:1: options lists a sum with a tuple with a function"), "{error}");
}

#[test]
fn copies_are_written_so_that_they_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let plain =
        "def options(a, b):\n    return [(a - 1, b)] if a else []\ndef move(p, q):\n    return \"one of %d\" % p[0]\n";
    std::fs::write(folder.path().join("plain.star"), plain).unwrap();
    let shown = "def options(n):\n    return [n - 1] if n else []\ndef show(n):\n    return \"x\" * n\ndef parse(t):\n    return len(t)\n";
    std::fs::write(folder.path().join("shown.star"), shown).unwrap();
    for (text, first, name) in [
        (
            "\"plain.star\"(times(1001, (3, 2)))",
            "\"plain.star\"(2, 2) + \"plain.star\"(times(1000, (3, 2)))",
            Some("one of 3"),
        ),
        ("\"shown.star\"(times(1001, xxx))", "\"shown.star\"(xx) + \"shown.star\"(times(1000, xxx))", None),
    ] {
        let reader = reader_in(folder.path().to_owned(), Bounds::default());
        let sum = reader.sum(text).unwrap();
        assert_eq!(sum.value(&Limits::default()).unwrap(), Nimber(1), "{text}");
        assert_eq!(sum.rules.show(&sum.components[0]), text);
        let mut options = Options::new();
        sum.rules.options(&sum.components[0], &mut options);
        let parts = options.iter().next().unwrap();
        assert_eq!(sum.rules.show_sum(parts), first);
        assert!(sum.rules.check_shown(&parts[1]).is_ok());
        let words = sum.rules.name_move(&sum.components[0], parts);
        assert_eq!(words.as_deref(), name, "{text}");
    }
}
