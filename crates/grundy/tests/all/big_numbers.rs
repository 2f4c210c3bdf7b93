//! The largest heaps that can be written, 2^64 - 1 and a little below: answered at once, or refused with the reason.

use std::time::{Duration, Instant};

use grundy::notation::Reader;
use grundy::strategy::{Detail, Solution, Solver};
use grundy::{Bound, Component, Convention, Error, Limits, LoopyValue, Meter, Nimber, Outcome, Sum};

const MAX: u64 = u64::MAX;

/// No answer here needs as long; a search that does not end is stopped.
const LIMIT: Duration = Duration::from_secs(20);

fn read(text: &str) -> Sum {
    Reader::default().sum(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solve(sum: &Sum, convention: Convention, most: usize) -> Result<Solution, Error> {
    let limits = Limits { time: Some(LIMIT), bytes: Some(1 << 28), ..Limits::default() };
    let mut solver = Solver::new(sum.rules.clone());
    solver.solve(&sum.components, convention, Detail::Moves(most), &mut Meter::new(&limits))
}

/// The value of a sum whose winning moves, up to five of them, are checked by solving what they leave; and their number.
fn value(text: &str) -> (u64, usize) {
    let (solution, moves) = solved(text, Convention::Normal);
    let value = solution.value.as_ref().and_then(LoopyValue::nimber).expect("a value in normal play").0;
    assert_eq!(solution.outcome, Outcome::of(Nimber(value)), "{text}");
    (value, moves)
}

fn misere(text: &str) -> (Outcome, usize) {
    let (solution, moves) = solved(text, Convention::Misere);
    (solution.outcome, moves)
}

fn solved(text: &str, convention: Convention) -> (Solution, usize) {
    let sum = read(text);
    let solution = solve(&sum, convention, 5).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(solution.outcome == Outcome::N, !solution.winning.list.is_empty(), "{text}");
    for to in &solution.winning.list {
        let left = Sum { rules: sum.rules.clone(), components: to.apply(&sum.components) };
        let outcome = solve(&left, convention, 0).unwrap().outcome;
        assert_eq!(outcome, Outcome::P, "{text} to {left}");
    }
    let moves = solution.winning.list.len();
    (solution, moves)
}

#[test]
fn nim() {
    assert_eq!(value(&format!("nim({MAX})")), (MAX, 1));
    assert_eq!(value(&format!("*{MAX}")), (MAX, 1));
    assert_eq!(value(&format!("nim({MAX}, {MAX})")), (0, 0));
    assert_eq!(value(&format!("nim({MAX}) + *{}", MAX - 1)), (1, 1));
    assert_eq!(value(&format!("nim({MAX}, {MAX}, {})", 1_u64 << 63)), (1 << 63, 3));
    assert_eq!(value(&format!("allbut{{}}({MAX}) + subtract{{1..{MAX}}}({MAX})")), (0, 0));
}

#[test]
fn take_up_to_k() {
    assert_eq!(value(&format!("subtract{{1..7}}({MAX})")), (7, 1));
    assert_eq!(value(&format!("subtract{{1..{}}}({MAX})", MAX - 1)), (0, 0));
    assert_eq!(value(&format!("subtract{{1..{}}}({MAX})", MAX - 2)), (1, 1));
    assert_eq!(value(&format!("0.333({MAX}) + nim({MAX})")), (MAX - 3, 1));
    // 2^64 - 5 leaves 1 modulo 5: to take 3 of it makes that 3, a move upwards that wins beside nim(3).
    assert_eq!(value(&format!("subtract{{1..4}}({}) + nim(3)", MAX - 4)), (2, 2));
}

#[test]
fn nim_with_splits_has_more_winning_moves_than_are_listed() {
    assert_eq!(value(&format!("0.[7]({MAX})")), (MAX, 5));
    let sum = read(&format!("0.[7]({MAX})"));
    assert!(solve(&sum, Convention::Normal, 5).unwrap().winning.more);
}

#[test]
fn lasker() {
    let lasker = |heap: u64| value(&format!("lasker({heap})"));
    assert_eq!(lasker(MAX - 1).0, MAX - 1);
    assert_eq!(lasker(MAX - 2).0, MAX - 2);
    assert_eq!(lasker(MAX - 3).0, MAX - 4);
    assert_eq!(lasker(MAX - 4).0, MAX - 3);
    assert_eq!(value(&format!("lasker({}, {})", MAX - 1, MAX - 1)), (0, 0));
    let (total, moves) = value(&format!("lasker({}) + nim(1)", MAX - 1));
    assert!(total == MAX && moves > 0);
}

#[test]
fn nim_with_a_pass() {
    assert_eq!(value(&format!("nim-with-pass({})", MAX - 1)), (MAX - 2, 1));
    assert_eq!(value(&format!("nim-with-pass({})", MAX - 2)), (MAX - 1, 1));
    // Pass, or leave the fresh heap that is worth as much as the heap of Nim, or take one of that heap.
    assert_eq!(value(&format!("nim-with-pass({}) + nim({})", MAX - 1, MAX - 1)), (3, 3));
}

#[test]
fn a_value_of_2_to_the_64_is_an_error_and_nothing_else() {
    for text in [format!("lasker({MAX})"), format!("nim-with-pass({MAX})"), format!("lasker({MAX}) + lasker({MAX})")] {
        let error = solve(&read(&text), Convention::Normal, 5).unwrap_err();
        assert!(matches!(error, Error::Overflow(_)), "{text}: {error}");
    }
    // A strip of treblecross is a heap of two tokens more, which does not exist.
    for squares in [MAX, MAX - 1] {
        let error = solve(&read(&format!("treblecross({squares})")), Convention::Normal, 5).unwrap_err();
        assert!(matches!(error, Error::Overflow(_)), "{squares}: {error}");
    }
}

#[test]
fn misere_nim() {
    assert_eq!(misere(&format!("nim({MAX})")), (Outcome::N, 1));
    assert_eq!(misere(&format!("nim({MAX}, {MAX})")), (Outcome::P, 0));
    assert_eq!(misere(&format!("nim({MAX}, 1)")), (Outcome::N, 1));
    assert_eq!(misere(&format!("nim({MAX}, 1, 1)")), (Outcome::N, 1));
    assert_eq!(misere(&format!("nim({MAX}) + *{} + allbut{{}}(1)", MAX - 1)), (Outcome::P, 0));
    assert_eq!(misere(&format!("subtract{{1..{MAX}}}({MAX}) + 0.[3]({})", MAX - 1)), (Outcome::N, 1));
    assert_eq!(misere(&format!("subtract{{1..{}}}({})", MAX - 1, MAX - 1)), (Outcome::N, 1));
}

#[test]
fn a_list_of_options_is_cut_and_each_is_right() {
    for rule in ["nim", "0.[7]", "lasker", "nim-with-pass", "subtract{1..9}"] {
        let sum = read(&format!("{rule}({})", MAX - 1));
        let limits = Limits { time: Some(LIMIT), ..Limits::default() };
        let mut solver = Solver::new(sum.rules.clone());
        let mut meter = Meter::new(&limits);
        let options = solver.options(&sum.components, Convention::Normal, 5, &mut meter).unwrap();
        assert!(options.more && options.list.len() == 5, "{rule}");
        for option in options.list {
            let left = Sum { rules: sum.rules.clone(), components: option.to.apply(&sum.components) };
            assert_eq!(option.value, Some(left.value(&limits).unwrap().into()), "{rule} to {left}");
        }
    }
    let sum = read(&format!("*{MAX} + *1"));
    let limits = Limits { time: Some(LIMIT), ..Limits::default() };
    let mut solver = Solver::new(sum.rules.clone());
    let options = solver.options(&sum.components, Convention::Misere, 5, &mut Meter::new(&limits)).unwrap();
    let outcomes: Vec<Outcome> = options.list.iter().map(|option| option.outcome).collect();
    // *0 + *1 is lost in misère play, *1 + *1 won, and so is every larger heap beside *1.
    assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::N, Outcome::N, Outcome::N]);
}

#[test]
fn replies_to_the_first_moves_are_found() {
    for text in [
        format!("nim({MAX}, {MAX})"),
        format!("subtract{{1..{}}}({MAX})", MAX - 1),
        format!("0.[7]({MAX}) + nim({MAX})"),
    ] {
        let sum = read(&text);
        let limits = Limits { time: Some(LIMIT), ..Limits::default() };
        let mut solver = Solver::new(sum.rules.clone());
        let explanation = solver.explain(&sum.components, Convention::Normal, 4, &mut Meter::new(&limits)).unwrap();
        assert!(explanation.more && explanation.reasons.len() == 4, "{text}");
        for reason in explanation.reasons {
            let mut left = reason.to.apply(&sum.components);
            let reply = reason.reply.expect("a reply to a losing move");
            let place = left.iter().position(|component| *component == reply.from).expect("its component");
            left.splice(place..=place, reply.parts);
            let left = Sum { rules: sum.rules.clone(), components: left };
            assert_eq!(left.outcome(&limits).unwrap(), Outcome::P, "{text} to {left}");
        }
    }
}

/// Asserts that the answer to `text` is the error that this bound was reached, and comes soon.
fn assert_stops(text: &str, convention: Convention, limits: &Limits, bound: Bound) {
    let sum = read(text);
    let begun = Instant::now();
    let mut solver = Solver::new(sum.rules.clone());
    let answer = solver.solve(&sum.components, convention, Detail::Moves(1), &mut Meter::new(limits));
    let Err(Error::Budget { bound: found, .. }) = answer else { panic!("{text}: {answer:?}") };
    assert_eq!(found, bound, "{text}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{text} took {:?} to stop", begun.elapsed());
}

fn a_moment() -> Limits {
    Limits { time: Some(Duration::from_millis(20)), ..Limits::default() }
}

#[test]
fn what_is_too_large_for_its_table_ends_at_the_limit() {
    for rule in ["0.6", "0.007", "0.3F", "grundys-game", "subtract{primes}", "subtract{squares}"] {
        let text = format!("{rule}({MAX})");
        assert_stops(&text, Convention::Normal, &a_moment(), Bound::Time);
        let few = Limits { positions: Some(1000), ..Limits::default() };
        assert_stops(&text, Convention::Normal, &few, Bound::Positions);
        let little = Limits { bytes: Some(1 << 14), ..Limits::default() };
        assert_stops(&text, Convention::Normal, &little, Bound::Bytes);
    }
}

#[test]
fn what_is_too_large_to_be_searched_in_misere_play_ends_at_the_limit() {
    for rule in ["0.77", "lasker", "nim-with-pass", "0.[7]", "subtract{1..7}", "allbut{2}", "grundys-game"] {
        let text = format!("nim(2) + {rule}({MAX})");
        assert_stops(&text, Convention::Misere, &a_moment(), Bound::Time);
        let little = Limits { bytes: Some(1 << 20), ..Limits::default() };
        assert_stops(&text, Convention::Misere, &little, Bound::Bytes);
    }
}

#[test]
fn a_list_of_all_moves_that_has_no_end_ends_at_the_limit() {
    for (text, convention) in [
        (format!("nim({MAX})"), Convention::Normal),
        (format!("0.[7]({MAX})"), Convention::Normal),
        (format!("*{MAX}"), Convention::Misere),
    ] {
        let sum = read(&text);
        let mut solver = Solver::new(sum.rules.clone());
        let little = Limits { bytes: Some(1 << 25), ..Limits::default() };
        for (limits, bound) in [(a_moment(), Bound::Time), (little, Bound::Bytes)] {
            let options = solver.options(&sum.components, convention, usize::MAX, &mut Meter::new(&limits));
            let Err(Error::Budget { bound: found, .. }) = options else { panic!("{text}: {options:?}") };
            assert_eq!(found, bound, "{text}");
        }
    }
    // 0.[7] has 2^62 moves and more that leave what 1 is worth.
    let sum = read(&format!("0.[7]({MAX}) + nim(1)"));
    let mut solver = Solver::new(sum.rules.clone());
    for (limits, bound) in
        [(a_moment(), Bound::Time), (Limits { bytes: Some(1 << 25), ..Limits::default() }, Bound::Bytes)]
    {
        let all = Detail::Moves(usize::MAX);
        let answer = solver.solve(&sum.components, Convention::Normal, all, &mut Meter::new(&limits));
        let Err(Error::Budget { bound: found, .. }) = answer else { panic!("{answer:?}") };
        assert_eq!(found, bound);
    }
}

#[test]
fn numbers_above_the_largest_are_refused_where_they_stand() {
    let error = Reader::default().sum("nim(1, 18446744073709551616)").unwrap_err();
    let grundy::games::ReadError::Notation(error) = error else { panic!("{error}") };
    assert_eq!(error.span.range(), 7..27);
    assert_eq!(read("nim(18446744073709551615)").components.len(), 1);
    assert_eq!(read("*18446744073709551615").components, [Component::Nim(MAX)]);
}
