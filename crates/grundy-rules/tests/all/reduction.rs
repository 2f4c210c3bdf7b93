//! What `parts`, `canonical` and the memory of their answers change: the time, and nothing else.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use grundy::games::{Cram, CramBoard};
use grundy::search::{Grundy, Labels, Nimbers};
use grundy::{Bound, Error, Limits, Meter, Misere, value};
use grundy_rules::{Bounds, Position, RuleGame};
use proptest::collection::vec;
use proptest::prelude::*;

fn source(path: &str) -> String {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

const IN_BITS: &str = "../../examples/cram.star";
const IN_TEXT: &str = "benches/text-cram.star";
const FLIP: &str = "../../examples/flip-game.star";

/// A file with all its functions and with each part of them, and with memory for all answers, for a few, and for none.
fn variants(path: &str) -> Vec<RuleGame> {
    let source = source(path);
    let mut games = Vec::new();
    for left_out in [&[][..], &["parts"], &["canonical"], &["parts", "canonical"]] {
        let mut source = source.clone();
        let mut all_there = true;
        for function in left_out {
            let definition = format!("\ndef {function}(");
            all_there &= source.contains(&definition);
            source = source.replace(&definition, &format!("\ndef no_{function}("));
        }
        for remembered in [32 << 20, 5000, 0] {
            if all_there {
                let bounds = Bounds { remembered, ..Bounds::default() };
                games.push(RuleGame::read(path, &source, bounds).unwrap());
            }
        }
    }
    assert!(games.len() >= 6, "{path}");
    games
}

/// A board as the file of bits has it.
fn in_bits(squares: &[bool], columns: usize) -> Position {
    let width = columns + 1;
    let bit = |at: usize| 1_i64 << (at / columns * width + at % columns);
    let free = squares.iter().enumerate().filter(|(_, free)| **free).map(|(at, _)| bit(at)).sum::<i64>();
    let number = |n: usize| Position::Integer(i64::try_from(n).unwrap());
    Position::Tuple([number(squares.len() / columns), number(width), Position::Integer(free)].into())
}

fn in_text(squares: &[bool], columns: usize) -> Position {
    let square = |&free: &bool| if free { '.' } else { '#' };
    let rows = squares.chunks_exact(columns).map(|row| row.iter().map(square).chain(['/']).collect::<String>());
    Position::from(rows.collect::<String>().as_str())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20) })]

    #[test]
    fn a_file_has_the_same_values_whatever_reduces_it(
        squares in vec(prop::bool::weighted(0.75), 12..=16),
        columns in 2..=4_usize,
    ) {
        let limits = Limits::default();
        let squares = &squares[..squares.len() / columns * columns];
        let at = (0_u64..).zip(squares).filter(|(_, free)| **free).map(|(at, _)| (at / columns as u64, at % columns as u64));
        let want = value(Cram, &CramBoard::around(at).unwrap(), &limits).unwrap();
        for (path, board) in [(IN_BITS, in_bits(squares, columns)), (IN_TEXT, in_text(squares, columns))] {
            for game in variants(path) {
                let (game, meter) = (Arc::new(game), &mut Meter::new(&limits));
                prop_assert_eq!(Labels::sharing(Arc::clone(&game), Grundy::default()).value(&board, meter).unwrap(), want);
                prop_assert_eq!(Nimbers::sharing(game).value(&board, meter).unwrap(), want);
            }
        }
    }

    #[test]
    fn a_file_has_the_same_outcome_in_misere_play_whatever_reduces_it(
        squares in vec(prop::bool::weighted(0.8), 9),
        row in "[+-]{1,10}",
    ) {
        let limits = Limits::default();
        for (path, position) in [
            (IN_BITS, in_bits(&squares, 3)), (IN_TEXT, in_text(&squares, 3)), (FLIP, Position::from(row.as_str()))
        ] {
            let outcome = |game| Misere::new(game).outcome(std::slice::from_ref(&position), &mut Meter::new(&limits)).unwrap();
            let outcomes: Vec<_> = variants(path).into_iter().map(outcome).collect();
            prop_assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{} {:?}", path, outcomes);
        }
    }
}

#[test]
fn what_is_remembered_counts_against_the_limit_on_memory() {
    let board = in_text(&[true; 16], 4);
    let needs = |remembered: usize, most: u64| {
        let bounds = Bounds { remembered, ..Bounds::default() };
        let game = RuleGame::read(IN_TEXT, &source(IN_TEXT), bounds).unwrap();
        let limits = Limits { bytes: Some(most), ..Limits::default() };
        value(game, &board, &limits)
    };
    assert_eq!(needs(0, 200_000).unwrap(), grundy::Nimber(0));
    let ended = needs(32 << 20, 200_000);
    assert!(matches!(ended, Err(Error::Budget { bound: Bound::Bytes, .. })), "{ended:?}");
    assert_eq!(needs(32 << 20, 4 << 20).unwrap(), grundy::Nimber(0));
}
