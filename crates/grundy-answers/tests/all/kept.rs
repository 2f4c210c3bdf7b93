//! What a session computed stays, even if a limit ended the question.

use std::thread;
use std::time::Duration;

use grundy::{Cancel, Limits};
use grundy_answers::{Kind, Session};
use serde_json::{Value, json};

use crate::common::{answer, answer_within, assert_has, cancelled_by, cost, failure, positions};

/// Asks again and again with no more than a fraction of the positions that a new session needs, and at least so many: each time it
/// gets further.
fn in_pieces(question: &Value, least: u64) {
    const PIECES: u64 = 8;
    let whole = cost(&Session::new(), question.clone());
    let session = Session::new();
    let piece = positions(whole.div_ceil(PIECES).max(least));
    let mut asked = 0;
    let found = loop {
        asked += 1;
        match answer_within(&session, question.clone(), &piece) {
            Ok(answer) => break answer,
            Err(failure) => assert_eq!(failure.kind, Kind::Budget, "{question}: {failure:?}"),
        }
        // A search that is begun again looks at some positions twice, but not at most of them.
        assert!(asked < 4 * PIECES, "{question}: {asked} questions were not enough");
    };
    assert!(asked > 1, "{question} was answered at once");
    assert_eq!(found, answer(&Session::new(), question.clone()));
}

#[test]
fn a_question_that_a_limit_ended_goes_on_where_it_was() {
    // Which method suits a game is found out at once, in some thousand positions, or not at all.
    const AT_ONCE: u64 = 8000;
    let outcome = |position: &str| json!({"ask": "solve", "position": position, "detail": "outcome"});
    for (question, least) in [
        (outcome("cram(5x7)"), AT_ONCE),
        (json!({"ask": "solve", "position": "{cram(3x11), *1} + cram(3x11)", "detail": {"moves": 0}}), AT_ONCE),
        (outcome("grundys-game(5000)"), 0),
        (json!({"ask": "solve", "position": "kayles(20, 21)", "misere": true, "detail": "outcome"}), 0),
        (json!({"ask": "values", "rule": "grundys-game", "from": 4000, "to": 4100}), 0),
        (json!({"ask": "values", "rule": "0.07", "from": 4000, "to": 4100, "no_period": true}), 0),
        (json!({"ask": "values", "rule": "0.3F", "from": 45, "to": 45, "misere": true}), 0),
    ] {
        in_pieces(&question, least);
    }
}

#[test]
fn values_that_were_computed_before_somebody_stopped_the_work_take_no_positions_again() {
    for no_period in [false, true] {
        let session = Session::new();
        let cancel = Cancel::default();
        let limits = cancelled_by(&cancel);
        let rule = "grundys-game";
        let values =
            |from: u64, to: u64| json!({"ask": "values", "rule": rule, "from": from, "to": to, "no_period": no_period});
        let stopped = thread::scope(|scope| {
            let long = scope.spawn(|| failure(&session, values(0, 3_000_000), &limits));
            thread::sleep(Duration::from_millis(500));
            cancel.cancel();
            long.join().unwrap()
        });
        let done = stopped.done.unwrap();
        assert_eq!((done.noun.as_str(), done.goal), ("heaps", Some(3_000_001)));
        assert!(done.count > 100, "{done}");
        let last = done.count - 1;
        let known = answer_within(&session, values(last - 50, last), &positions(0)).unwrap();
        assert_eq!(known["values"], answer(&Session::new(), values(last - 50, last))["values"]);
        assert!(answer_within(&session, values(last + 100, last + 100), &positions(0)).is_err());
        assert_eq!(failure(&Session::new(), values(last - 50, last), &positions(0)).kind, Kind::Budget);
    }
}

#[test]
fn an_answer_is_found_once() {
    for question in [
        json!({"ask": "solve", "position": "cram(5x5)", "detail": "outcome"}),
        json!({"ask": "solve", "position": "kayles(20, 21)", "misere": true, "detail": "outcome"}),
        json!({"ask": "period", "rule": "0.356"}),
    ] {
        let session = Session::new();
        let (first, second) = (cost(&session, question.clone()), cost(&session, question.clone()));
        assert!(10 * second <= first, "{question}: {first} positions, then {second}");
    }
}

#[test]
fn a_list_that_a_limit_ended_is_got_in_portions_of_one_meter() {
    let session = Session::new();
    let limits = positions(1000);
    let mut meter = grundy::Meter::new(&limits);
    let mut found = 0;
    let stopped = loop {
        let question =
            grundy_answers::Values { rule: "grundys-game".into(), from: found, to: found + 99, ..Default::default() };
        match session.values(&question, &mut meter) {
            Ok(answer) => found += answer.values.len() as u64,
            Err(failure) => break failure,
        }
    };
    assert_eq!((found, stopped.kind), (1000, Kind::Budget));
}

#[test]
fn what_a_limit_leaves_out_of_an_answer_is_said() {
    let session = Session::new();
    let whole = json!({"ask": "solve", "position": "cram(4x5) + cram(5x5)", "detail": "outcome"});
    let needed = cost(&session, whole.clone());
    let moves = json!({"ask": "solve", "position": "cram(4x5) + cram(5x5)"});
    let fresh = Session::new();
    let limits = Limits { threads: 1, ..positions(needed + 100) };
    match answer_within(&fresh, moves, &limits) {
        Ok(answer) => {
            assert_has(&answer, json!({"outcome": crate::common::answer(&session, whole)["outcome"]}));
            assert!(answer["more"] == false || answer["stopped"].is_string(), "{answer}");
        }
        Err(failure) => assert_eq!(failure.kind, Kind::Budget),
    }
}
