//! The limits of questions that are answered by processes of their own.

use std::thread;
use std::time::{Duration, Instant};

use grundy::{Cancel, Limits, Meter};
use grundy_answers::worker::Bounds;
use grundy_answers::{Kind, Limit, Session, Values};
use serde_json::json;

use crate::common::{answer_within, cancelled_by, failure, positions, seconds, session_in};
use crate::workers::{LONG, Marked, assert_answers, files, marked, processes, solve, with_worker};

#[test]
fn a_file_that_takes_all_memory_fails_and_the_next_question_is_answered() {
    let folder = files();
    let session = with_worker(&folder);
    for bytes in [None, Some(200 << 20)] {
        // The machine that runs the test may have less memory than a question gets by default.
        let limits = Limits { bytes: bytes.or(Some(1 << 30)), ..Limits::default() };
        for file in ["doubling", "joined"] {
            let failure = failure(&session, solve(&format!("\"{file}.star\"(3)")), &limits);
            assert!(matches!(failure.kind, Kind::Budget | Kind::Rules), "{file}: {failure:?}");
            assert!(failure.kind == Kind::Rules || failure.limit == Some(Limit::Memory), "{file}: {failure:?}");
            // What the interpreter's panic or the allocator prints is not part of an answer.
            let told = serde_json::to_string(&failure).unwrap();
            assert!(!told.contains("panicked") && !told.contains("allocation"), "{told}");
            assert_answers(&session);
        }
    }
}

#[test]
fn a_file_that_never_looks_at_the_clock_is_ended_when_its_time_is_over() {
    let folder = files();
    let session = with_worker(&folder);
    for _ in 0..2 {
        let since = Instant::now();
        let failure = failure(&session, solve("\"never-looks.star\"(3)"), &seconds(1));
        assert_eq!((failure.kind, failure.limit), (Kind::Budget, Some(Limit::Time)), "{failure:?}");
        assert!((Duration::from_secs(1)..LONG).contains(&since.elapsed()));
        assert_answers(&session);
    }
}

#[test]
fn a_time_limit_that_the_file_does_look_at_leaves_the_worker_as_it_is() {
    let folder = files();
    let Marked { worker, mark } = marked();
    let session = session_in(&folder).with_worker(worker);
    assert_answers(&session);
    let before = processes(&mark);
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let failure = failure(&session, solve("\"endless.star\"(3)"), &limits);
    assert_eq!((failure.kind, failure.limit), (Kind::Budget, Some(Limit::Time)), "{failure:?}");
    assert_answers(&session);
    assert_eq!((processes(&mark), before.len()), (before, 1));
}

#[test]
fn a_question_is_stopped_from_another_thread() {
    let folder = files();
    let session = with_worker(&folder);
    for (file, wait) in [("never-looks", 300), ("endless", 300), ("slow", 300), ("never-looks", 0), ("slow", 0)] {
        let cancel = Cancel::default();
        let limits = cancelled_by(&cancel);
        let n = if file == "slow" { 1_000_000 } else { 3 };
        let since = thread::scope(|scope| {
            let asked = scope.spawn(|| failure(&session, solve(&format!("\"{file}.star\"({n})")), &limits));
            thread::sleep(Duration::from_millis(wait));
            cancel.cancel();
            let since = Instant::now();
            let failure = asked.join().unwrap();
            assert_eq!((failure.kind, failure.limit), (Kind::Budget, Some(Limit::Cancel)), "{file}: {failure:?}");
            assert!(failure.message.starts_with("stopped"), "{failure:?}");
            since
        });
        assert!(since.elapsed() < LONG, "{file}");
        assert_answers(&session);
    }
}

#[test]
fn an_order_to_stop_reaches_a_worker_that_has_just_begun() {
    let folder = files();
    for _ in 0..5 {
        let Marked { worker, mark } = marked();
        let session = session_in(&folder).with_worker(worker);
        let limits = Limits::default();
        limits.cancel.cancel();
        let stopped = failure(&session, solve("\"slow.star\"(1000000)"), &limits);
        assert_eq!(stopped.limit, Some(Limit::Cancel), "{stopped:?}");
        // It has not been killed, unless the machine was too busy.
        let before = processes(&mark);
        assert_answers(&session);
        assert!(before.is_empty() || processes(&mark) == before);
    }
}

#[test]
fn a_search_for_a_period_that_was_stopped_says_so() {
    let folder = files();
    let session = with_worker(&folder);
    let asked = json!({"ask": "period", "rule": "\"take.star\"", "max": 100_000});
    let answer = answer_within(&session, asked, &positions(50)).unwrap();
    assert_eq!((&answer["limit"], &answer["status"]), (&json!("positions"), &json!("observed")));
    assert_eq!(answer["stopped"]["kind"], "budget", "{answer}");
}

#[test]
fn a_limit_on_positions_holds_for_all_questions_of_a_meter() {
    let folder = files();
    let remote = with_worker(&folder);
    let local = session_in(&folder).with_rule_files(Bounds::default());
    let found = |session: &Session| {
        let limits = positions(1000);
        let mut meter = Meter::new(&limits);
        let mut found = 0;
        loop {
            let question = Values { rule: "\"take.star\"".into(), from: found, to: found + 99, ..Values::default() };
            match session.values(&question, &mut meter) {
                Ok(answer) => found += answer.values.len() as u64,
                Err(failure) => return (found, failure.kind, failure.limit, meter.positions_left()),
            }
        }
    };
    assert_eq!(found(&remote), found(&local));
    assert_eq!(found(&with_worker(&folder)), (1000, Kind::Budget, Some(Limit::Positions), Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn other_limits_on_memory_leave_no_processes_behind() {
    let folder = files();
    let Marked { worker, mark } = marked();
    let session = session_in(&folder).with_worker(worker);
    for megabytes in 100..105 {
        let limits = Limits { bytes: Some(megabytes << 20), ..Limits::default() };
        answer_within(&session, solve("\"take.star\"(10)"), &limits).unwrap();
        assert_eq!(processes(&mark).len(), 1);
    }
}

#[test]
fn what_earlier_questions_left_in_memory_is_no_reason_to_fail() {
    let folder = files();
    let session = with_worker(&folder);
    // Some 50 MB each; all of them would be more than the system grants one process.
    let limits = Limits { bytes: Some(100 << 20), threads: 1, ..Limits::default() };
    for name in ('a'..='z').chain('A'..='F') {
        let asked = json!({"ask": "solve", "position": format!("\"large.star\"({name} 10000)"), "detail": "outcome"});
        let answer = answer_within(&session, asked, &limits).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        assert_eq!(answer["outcome"], "N", "{name}");
    }
}
