//! One session, asked by several threads at once.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use grundy::{Cancel, Done, Limits, Meter, Progress};
use grundy_answers::{Failure, Limit, Session};
use serde_json::{Value, json};

use crate::common::{answer, answer_within, cancelled_by, folder, question, seconds, session_in};

/// Questions of all sorts, some about the same games.
fn questions() -> Vec<Value> {
    let solve = |position: &str| json!({"ask": "solve", "position": position});
    let misere = |position: &str| json!({"ask": "solve", "position": position, "misere": true});
    let loopy = |position: &str| json!({"ask": "moves", "position": position, "remoteness": true});
    vec![
        solve("cram(4x4)"),
        solve("cram(3x5)"),
        solve("cram(4x4) + cram(2x5) + nim(3)"),
        solve("kayles(100, 1000000) + 0.137(50)"),
        solve("grundys-game(200, 300)"),
        solve("{*1, {*1}, *2} + {cram(2x3), nim(5)}"),
        solve("{{{*2}, *1}, *0}"),
        solve("node-kayles(grid:3x4) + notakto(3x3)"),
        solve("chomp(3x4) + subtract{1,3,4}(50)"),
        misere("kayles(5, 6, 7)"),
        misere("nim(1, 1, 3) + kayles(4)"),
        misere("{*1, {*1}, *2} + cram(2x3)"),
        solve("graph(\"ring\", a, b) + nim(2)"),
        solve("graph(\"line\", a, b)"),
        loopy("graph(\"ring\", a) + nim(1)"),
        json!({"ask": "solve", "position": "{graph(\"cycle\", a), *1}", "loopy": true}),
        json!({"ask": "solve", "position": "cram(4x5)", "detail": "outcome"}),
        json!({"ask": "explain", "position": "cram(2x5) + kayles(9)", "remoteness": true}),
        json!({"ask": "explain", "position": "{*0, *2} + cram(3x3)"}),
        json!({"ask": "values", "rule": "grundys-game", "to": 2000}),
        json!({"ask": "values", "rule": "0.07", "from": 10, "to": 500, "no_period": true}),
        json!({"ask": "values", "rule": "0.3F", "to": 40, "misere": true}),
        json!({"ask": "values", "rule": "subtract{1,3,4}", "from": 1_000_000, "to": 1_000_100}),
        json!({"ask": "period", "rule": "0.77"}),
        json!({"ask": "period", "rule": "0.356", "certificate": true}),
        json!({"ask": "compare", "rules": ["0.07", "0.137"]}),
        json!({"ask": "equal", "positions": ["cram(2x4) + kayles(3)", "nim(3)"]}),
        json!({"ask": "graph", "file": "ring", "loopy": true, "remoteness": true}),
        json!({"ask": "games"}),
        solve("nonsense(3)"),
        json!({"ask": "graph", "file": "cycle"}),
    ]
}

fn told(answer: Result<Value, Failure>) -> Value {
    answer.unwrap_or_else(|failure| serde_json::to_value(failure).unwrap())
}

#[test]
fn threads_that_share_a_session_get_the_answers_of_a_session_of_their_own() {
    const THREADS: usize = 8;
    let folder =
        folder(&[("line", "a b\nb c\na c\n"), ("ring", "a b\nb c\nc a\nc n\nn end\n"), ("cycle", "a b\nb a\n")]);
    let limits = Limits::default();
    let questions = questions();
    let ask = |session: &Session, asked: &Value| told(answer_within(session, asked.clone(), &limits));
    let wanted: Vec<Value> = questions.iter().map(|asked| ask(&session_in(&folder), asked)).collect();
    let shared = session_in(&folder);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (shared, questions, wanted, ask) = (&shared, &questions, &wanted, &ask);
            scope.spawn(move || {
                // Half of them begin with the same question, and each goes through all twice.
                let first = if thread % 2 == 0 { 0 } else { thread * questions.len() / THREADS };
                for turn in 0..2 * questions.len() {
                    let place = (first + turn) % questions.len();
                    assert_eq!(ask(shared, &questions[place]), wanted[place], "{}", questions[place]);
                }
            });
        }
    });
}

/// Tells when a computation reports for the first time: then it has begun, and is a long one.
struct Begun(mpsc::Sender<()>);

impl Progress for Begun {
    fn report(&mut self, _: &Done) {
        // Later reports have no listener.
        let _ = self.0.send(());
    }
}

/// Asks `quick` while `long` is being answered, which is stopped only then: a quick question that waited for it would wait for
/// ever.
fn meanwhile(session: &Session, long: &Value, quick: &[Value]) -> (Vec<Result<Value, Failure>>, Value) {
    let cancel = Cancel::default();
    let limits = cancelled_by(&cancel);
    let (sender, begun) = mpsc::channel();
    thread::scope(|scope| {
        let asked = scope.spawn(|| {
            let mut begun = Begun(sender);
            session.ask(&question(long.clone()), &mut Meter::new(&limits).reporting(&mut begun))
        });
        begun.recv().unwrap_or_else(|_| panic!("{long} is soon answered"));
        let answers = quick.iter().map(|quick| answer_within(session, quick.clone(), &seconds(PATIENCE))).collect();
        cancel.cancel();
        let stopped = asked.join().unwrap().map(|answer| serde_json::to_value(&answer).unwrap());
        (answers, told(stopped))
    })
}

/// Seconds that a quick question may take where many programs want the processors.
const PATIENCE: u64 = 300;

#[test]
fn a_long_question_keeps_no_other_waiting_and_is_answered_no_less_afterwards() {
    let solve = |position: &str| json!({"ask": "solve", "position": position});
    let misere = |position: &str| json!({"ask": "solve", "position": position, "misere": true});
    let loopy = |position: &str| json!({"ask": "solve", "position": position, "loopy": true});
    let values = |rule: &str, to: u64| json!({"ask": "values", "rule": rule, "to": to});
    for (long, quick) in [
        (solve("cram(7x8)"), vec![solve("cram(4x5)")]),
        (json!({"ask": "solve", "position": "cram(7x7)", "detail": "outcome"}), vec![solve("cram(3x4)")]),
        (
            solve("grundys-game(3000000)"),
            vec![solve("grundys-game(100)"), values("grundys-game", 1000), misere("grundys-game(10)")],
        ),
        (values("grundys-game", 3_000_000), vec![solve("grundys-game(100)"), values("grundys-game", 500)]),
        (
            json!({"ask": "values", "rule": "grundys-game", "to": 3_000_000, "no_period": true}),
            vec![json!({"ask": "values", "rule": "grundys-game", "to": 300, "no_period": true})],
        ),
        (solve("node-kayles(grid:9x12)"), vec![solve("node-kayles(grid:3x3)")]),
        (misere("kayles(300, 301)"), vec![misere("kayles(4, 6)"), solve("kayles(300, 301)")]),
        (loopy("cram(7x8)"), vec![loopy("cram(3x3)"), solve("cram(3x3)")]),
        (
            json!({"ask": "period", "rule": "0.007"}),
            vec![values("0.007", 100), json!({"ask": "period", "rule": "0.77"})],
        ),
        (
            json!({"ask": "compare", "rules": ["nim", "subtract{1..1000000000000}"], "shift": 0, "max": 100_000_000_000u64}),
            vec![solve("subtract{1..1000000000000}(100)"), json!({"ask": "compare", "rules": ["0.07", "0.137"]})],
        ),
    ] {
        let session = Session::new();
        let (answers, stopped) = meanwhile(&session, &long, &quick);
        assert_eq!(stopped["limit"], "cancel", "{long}: {stopped}");
        for (quick, found) in quick.iter().zip(answers) {
            let found = found.unwrap_or_else(|failure| panic!("{quick} while {long}: {failure}"));
            let fresh = answer(&Session::new(), quick.clone());
            assert_eq!(found, fresh, "{quick} while {long}");
            assert_eq!(answer(&session, quick.clone()), fresh, "{quick} after {long}");
        }
    }
}

#[test]
fn a_question_that_is_stopped_ends_soon() {
    for long in ["cram(7x8)", "grundys-game(3000000)", "node-kayles(grid:9x12)"] {
        let session = Session::new();
        let cancel = Cancel::default();
        let limits = cancelled_by(&cancel);
        let stopped_at = thread::scope(|scope| {
            let long = scope.spawn(|| answer_within(&session, json!({"ask": "solve", "position": long}), &limits));
            thread::sleep(Duration::from_millis(50));
            cancel.cancel();
            let since = Instant::now();
            assert_eq!(long.join().unwrap().unwrap_err().limit, Some(Limit::Cancel));
            since
        });
        assert!(stopped_at.elapsed() < Duration::from_secs(20), "{long}");
    }
}

#[test]
fn to_stop_one_question_stops_no_other_one() {
    let session = Session::new();
    let cancel = Cancel::default();
    let limits = [Limits::default(), cancelled_by(&cancel)];
    cancel.cancel();
    let asked = json!({"ask": "solve", "position": "grundys-game(3000)"});
    thread::scope(|scope| {
        let (session, limits, asked) = (&session, &limits, &asked);
        let ask = |cancelled: bool| (cancelled, answer_within(session, asked.clone(), &limits[usize::from(cancelled)]));
        let threads: Vec<_> =
            [true, false, true, false].map(|cancelled| scope.spawn(move || ask(cancelled))).into_iter().collect();
        for thread in threads {
            let (cancelled, answer) = thread.join().unwrap();
            match answer {
                Ok(answer) => assert!(answer["value"].is_u64(), "{answer}"),
                Err(failure) => assert!(cancelled && failure.limit == Some(Limit::Cancel), "{failure:?}"),
            }
        }
    });
}
