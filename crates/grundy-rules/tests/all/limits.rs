//! The limits of a question end the calls that are made for it, wherever it calls the file, and no others.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::reader_in;
use grundy::games::ReadError;
use grundy::search::Nimbers;
use grundy::{Bound, Error, Game, Limits, Meter, Nimber, Options, Values};
use grundy_rules::{Bounds, Position, RuleGame};

/// The function that a position names does not return where its number is 9.
const FILE: &str = "
def endless():
    for i in range(1000000000):
        for j in range(1000000000):
            pass

def stuck(p, function):
    return endless() if p == (9, function) else None

def options(p):
    stuck(p, 'options')
    return [] if p[0] == 0 else [(p[0] - 1, p[1])]

def canonical(p):
    stuck(p, 'canonical')
    return p

def value(p):
    stuck(p, 'value')
    return None

def parse(text):
    n, function = text.split(' ')
    stuck((int(n), function), 'parse')
    return (int(n), function)

def show(p):
    stuck(p, 'show')
    return '%d %s' % p
";

fn game() -> RuleGame {
    RuleGame::read("stuck.star", FILE, Bounds { steps: u64::MAX, ..Bounds::default() }).unwrap()
}

fn position(n: i64, function: &str) -> Position {
    Position::Tuple([n.into(), function.into()].into())
}

fn brief() -> Limits {
    Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }
}

/// A question of its own about a game.
fn value(game: &Arc<RuleGame>, position: &Position, limits: &Limits) -> Result<Nimber, Error> {
    Values::sharing(Arc::clone(game)).value(position, &mut Meter::new(limits))
}

fn is_time<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::Budget { bound: Bound::Time, .. }))
}

#[test]
fn the_time_limit_of_a_question_ends_its_calls() {
    let start = Instant::now();
    for function in ["options", "value", "canonical"] {
        let limits = brief();
        // Position 10 is met first, so that a function that knows no meter is called for a question that has one.
        let answer = value(&Arc::new(game()), &position(10, function), &limits);
        assert!(is_time(&answer), "{function}");
        let answer = Nimbers::new(game()).value(&position(10, function), &mut Meter::new(&limits));
        assert!(is_time(&answer), "{function}");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_question_that_is_over_ends_no_call_of_the_next() {
    let game = Arc::new(game());
    for function in ["options", "value", "canonical"] {
        assert!(is_time(&value(&game, &position(10, function), &brief())), "{function}");
        // Its first call is that of a function that knows no meter.
        let mut parts = Vec::new();
        game.reduce(position(8, function), &mut parts).unwrap();
        assert_eq!(parts, [position(8, function)]);
        assert_eq!(game.show(&position(8, function)), format!("\"stuck.star\"(8 {function})"));
        assert_eq!(value(&game, &position(8, function), &Limits::default()).unwrap().0, 0);
        assert_eq!(value(&game, &position(7, function), &Limits::default()).unwrap().0, 1);
    }
}

#[test]
fn a_call_of_no_question_is_ended_by_its_bounds_alone() {
    let game = RuleGame::read("stuck.star", FILE, Bounds { steps: 3_000_000, ..Bounds::default() }).unwrap();
    let mut options = Options::new();
    game.options(&position(9, "options"), &mut options);
    let error = options.failure().unwrap().to_string();
    assert!(error.contains("one call took more than 3000000 steps"), "{error}");
}

#[test]
fn threads_have_questions_of_their_own() {
    let (game, limits) = (Arc::new(game()), Limits::default());
    let start = Instant::now();
    std::thread::scope(|scope| {
        let stopped: Vec<_> = (0..2)
            .map(|_| {
                let game = Arc::clone(&game);
                scope.spawn(move || value(&game, &position(9, "options"), &brief()))
            })
            .collect();
        // A question without a limit outlives those of the others.
        let free = scope.spawn(|| {
            let mut asked = 0;
            while asked < 10 || start.elapsed() < Duration::from_millis(200) {
                let found = value(&game, &position(asked % 8, "options"), &Limits::default()).unwrap();
                assert_eq!(found, Nimber(u64::from(asked % 2 == 1)));
                asked += 1;
            }
        });
        assert!(stopped.into_iter().all(|thread| is_time(&thread.join().unwrap())));
        free.join().unwrap();
        let waiting = scope.spawn(|| value(&game, &position(9, "options"), &limits));
        std::thread::sleep(Duration::from_millis(50));
        limits.cancel.cancel();
        let error = waiting.join().unwrap().unwrap_err();
        assert!(matches!(error, Error::Budget { bound: Bound::Cancel, .. }), "{error}");
    });
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_limit_while_text_is_read_is_no_error_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("stuck.star"), FILE).unwrap();
    fs::write(folder.path().join("endless.star"), format!("{FILE}\nendless()\n")).unwrap();
    let bounds = Bounds { steps: u64::MAX, ..Bounds::default() };
    let start = Instant::now();
    for text in ["\"endless.star\"(1)", "\"stuck.star\"(9 parse)", "\"stuck.star\"(9 show)"] {
        let reader = reader_in(folder.path().to_owned(), bounds.clone());
        for _ in 0..2 {
            let limits = brief();
            let Err(ReadError::Game(error)) = reader.sum_within(text, &mut Meter::new(&limits)) else {
                panic!("{text}")
            };
            assert!(is_time::<()>(&Err(error)), "{text}");
        }
        let sum = reader.sum("\"stuck.star\"(8 parse)").unwrap();
        assert_eq!(sum.value(&Limits::default()).unwrap().0, 0);
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn of_a_file_that_is_too_large_no_more_is_read_than_the_largest_has() {
    let folder = tempfile::tempdir().unwrap();
    let large = fs::File::create(folder.path().join("large.star")).unwrap();
    // It takes no room where it has holes.
    large.set_len(1 << 40).unwrap();
    let error = reader_in(folder.path().to_owned(), Bounds::default()).sum("\"large.star\"(1)").unwrap_err();
    assert_eq!(error.to_string(), "large.star: the file is larger than 1 MiB");
}
