//! Two searchers against full expansion.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::games::{Cram, CramBoard};
use crate::search::{Grundy, Labels};
use crate::{Bound, Limits, Options};

/// A game given by the options of each position, all of which leave positions of lower numbers.
#[derive(Clone, Debug)]
struct Ending(Vec<Vec<Vec<usize>>>);

impl Game for Ending {
    type Position = usize;

    fn options(&self, position: &usize, out: &mut Options<usize>) {
        self.0[*position].iter().for_each(|parts| out.push_sum(parts.iter().copied()));
    }

    fn ends(&self) -> bool {
        true
    }
}

fn ending() -> impl Strategy<Value = Ending> {
    let options = |position: usize| match position {
        0 => Just(Vec::new()).boxed(),
        _ => vec(vec(0..position, 0..=3), 0..=6).boxed(),
    };
    (1..=60_usize).prop_flat_map(move |n| (0..n).map(options).collect::<Vec<_>>()).prop_map(Ending)
}

/// A search in which a second searcher helps from the first expansion on.
fn together<G: Game>(game: G) -> Nimbers<G> {
    Nimbers { alone: 0, ..Nimbers::new(game) }
}

fn compare<G: Game + Clone>(game: &G, positions: &[G::Position]) {
    let mut full = Labels::new(game.clone(), Grundy::plain());
    for bytes in [None, Some(150_000)] {
        let limits = Limits { threads: 2, bytes, ..Limits::default() };
        let mut nimbers = together(game.clone());
        for position in positions {
            let want = full.value(position, &mut Meter::new(&Limits::default())).unwrap();
            let mut meter = Meter::new(&limits);
            for k in 0..4 {
                let is = nimbers.is(std::slice::from_ref(position), Nimber(k), &mut meter).unwrap();
                assert_eq!(is, want == Nimber(k), "{} {k}", game.show(position));
            }
            assert_eq!(nimbers.value(position, &mut meter).unwrap(), want, "{}", game.show(position));
            let fresh = together(game.clone()).value(position, &mut Meter::new(&limits)).unwrap();
            assert_eq!(fresh, want, "{}", game.show(position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn two_searchers_find_the_values_of_full_expansion(game in ending()) {
        let positions: Vec<usize> = (0..game.0.len()).rev().step_by(7).collect();
        compare(&game, &positions);
    }

    #[test]
    fn two_searchers_find_the_values_of_boards(squares in vec(prop::bool::weighted(0.85), 16..=20), rows in 2..=4_u64) {
        let free = (0..).zip(&squares).filter(|(_, free)| **free).map(|(at, _)| (at % rows, at / rows));
        compare(&Cram, &[CramBoard::around(free).unwrap()]);
    }
}

#[test]
fn both_search_and_the_values_of_larger_boards_are_those_of_one() {
    for (rows, columns, value) in [(4, 7, 3), (5, 5, 0), (3, 9, 1), (5, 6, 2)] {
        let limits = Limits { threads: 2, ..Limits::default() };
        let mut nimbers = together(Cram);
        let board = CramBoard::rectangle(rows, columns).unwrap();
        assert_eq!(nimbers.value(&board, &mut Meter::new(&limits)).unwrap(), Nimber(value), "{rows}x{columns}");
        assert!(nimbers.second.expanded() > 0 || nimbers.searcher.expanded() < 1000, "{rows}x{columns}");
    }
}

#[test]
fn limits_end_both_and_what_was_found_stays_right() {
    let board = CramBoard::rectangle(5, 9).unwrap();
    let mut nimbers = together(Cram);
    let soon = Limits { threads: 2, time: Some(Duration::from_millis(30)), ..Limits::default() };
    for _ in 0..3 {
        let ended = nimbers.value(&board, &mut Meter::new(&soon));
        assert!(matches!(ended, Err(Error::Budget { bound: Bound::Time, .. })), "{ended:?}");
    }
    let few = Limits { threads: 2, positions: Some(100), ..Limits::default() };
    let ended = nimbers.value(&board, &mut Meter::new(&few));
    assert!(matches!(ended, Err(Error::Budget { bound: Bound::Positions, .. })), "{ended:?}");
    let limits = Limits { threads: 2, ..Limits::default() };
    let smaller = CramBoard::rectangle(3, 7).unwrap();
    assert_eq!(nimbers.value(&smaller, &mut Meter::new(&limits)).unwrap(), Nimber(1));
}

#[test]
fn a_panic_of_the_second_thread_leaves_the_question_to_the_first() {
    /// Panics when called from any other thread than the one that made it.
    #[derive(Clone)]
    struct OfOneThread(std::thread::ThreadId);

    impl Game for OfOneThread {
        type Position = u64;
        fn options(&self, position: &u64, out: &mut Options<u64>) {
            assert_eq!(std::thread::current().id(), self.0, "this is another thread");
            (0..*position).for_each(|n| out.push(n));
        }
        fn ends(&self) -> bool {
            true
        }
    }

    let limits = Limits { threads: 2, ..Limits::default() };
    let game = OfOneThread(std::thread::current().id());
    assert_eq!(together(game).value(&30, &mut Meter::new(&limits)).unwrap(), Nimber(30));
}

/// A searcher may start when the other one already has the answer, or learn of it while it works.
#[test]
fn a_searcher_that_comes_too_late_changes_nothing() {
    let rows = [".#......", ".......#"];
    let squares = (0..).zip(rows).flat_map(|(row, squares)| (0..).zip(squares.bytes()).map(move |at| (row, at)));
    let free = squares.filter(|(_, (_, square))| *square == b'.').map(|(row, (column, _))| (row, column));
    let board = CramBoard::around(free).unwrap();
    for bytes in [None, Some(150_000)] {
        let limits = Limits { threads: 2, bytes, ..Limits::default() };
        for _ in 0..2000 {
            let mut nimbers = together(Cram);
            for k in [0, 1, 0, 2] {
                assert_eq!(nimbers.is(&[board], Nimber(k), &mut Meter::new(&limits)).unwrap(), k == 0);
            }
            assert_eq!(nimbers.value(&board, &mut Meter::new(&limits)).unwrap(), Nimber(0));
        }
    }
}

#[test]
fn a_search_that_paused_goes_on_where_it_was() {
    let board = CramBoard::rectangle(5, 5).unwrap();
    let limits = Limits { threads: 1, ..Limits::default() };
    let mut at_once = Nimbers::new(Cram);
    at_once.value(&board, &mut Meter::new(&limits)).unwrap();
    let (mut paused, mut pauses) = (Nimbers::new(Cram), 0);
    let value = loop {
        let mut meter = Meter::new(&limits);
        match meter.within(100, |meter| paused.pausing_value(&board, meter)).unwrap() {
            Some(value) => break value,
            None => pauses += 1,
        }
        if pauses % 7 == 0 {
            // Another question in between costs time, but does not change the answer.
            let smaller = CramBoard::rectangle(3, 5).unwrap();
            assert_eq!(paused.value(&smaller, &mut Meter::new(&limits)).unwrap(), Nimber(1));
        }
    };
    assert_eq!(value, Nimber(0));
    assert!(pauses > 10, "{pauses}");
    assert!(paused.expanded() < 2 * at_once.expanded(), "{} {}", paused.expanded(), at_once.expanded());
}

#[test]
fn what_was_learned_is_not_searched() {
    let limits = Limits { threads: 1, ..Limits::default() };
    let mut labels = Labels::new(Cram, Grundy::default());
    let board = CramBoard::rectangle(4, 5).unwrap();
    let value = labels.value(&board, &mut Meter::new(&limits)).unwrap();
    let mut nimbers = Nimbers::new(Cram);
    for (component, value) in labels.each() {
        nimbers.learn(component, value, &Meter::new(&limits));
    }
    assert!(nimbers.len() * 10 > labels.len() * 9, "{} of {}", nimbers.len(), labels.len());
    assert_eq!(nimbers.value(&board, &mut Meter::new(&limits)).unwrap(), value);
    let mut fresh = Nimbers::new(Cram);
    fresh.value(&board, &mut Meter::new(&limits)).unwrap();
    assert!(nimbers.expanded() * 5 < fresh.expanded(), "{} {}", nimbers.expanded(), fresh.expanded());
}

#[test]
fn a_pause_within_a_value_of_the_game_leaves_the_stack_whole() {
    /// Cram in which boards of few squares are known, at the cost of some positions, as from a table that is being
    /// filled.
    #[derive(Clone)]
    struct Tabled;

    impl Game for Tabled {
        type Position = CramBoard;
        fn options(&self, board: &CramBoard, out: &mut Options<CramBoard>) {
            Cram.options(board, out);
        }
        fn reduce(&self, board: CramBoard, parts: &mut Vec<CramBoard>) -> Result<(), Error> {
            Cram.reduce(board, parts)
        }
        fn value(&self, board: &CramBoard, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
            if Cram.weight(board) > 36 {
                return Ok(None);
            }
            (0..3).try_for_each(|_| meter.step())?;
            Labels::new(Cram, Grundy::plain()).value(board, &mut Meter::new(&Limits::default())).map(Some)
        }
    }

    let limits = Limits { threads: 1, ..Limits::default() };
    for (rows, columns, value) in [(3, 5, 1), (3, 6, 4), (4, 5, 2), (3, 7, 1)] {
        let board = CramBoard::rectangle(rows, columns).unwrap();
        for pause in 20..60 {
            let mut nimbers = Nimbers::new(Tabled);
            let mut labels = Labels::new(Tabled, Grundy::default());
            let mut meter = Meter::new(&limits);
            let mut most = pause;
            let (mut by_nimbers, mut by_labels) = (None, None);
            while by_nimbers.is_none() || by_labels.is_none() {
                by_nimbers = meter.within(most, |meter| nimbers.pausing_value(&board, meter)).unwrap();
                by_labels = meter.within(most, |meter| labels.component(board, meter)).unwrap();
                // The options of a position are listed again, so that a turn must be long enough for it.
                most += 5;
            }
            assert_eq!([by_nimbers, by_labels], [Some(Nimber(value)); 2], "{rows}x{columns} {pause}");
        }
    }
}
