//! Sessions, and questions in the form of JSON.

use std::fs;
use std::time::Duration;

use grundy::games::Files;
use grundy::{Cancel, Limits, Meter};
use grundy_answers::{Answer, Failure, Question, Session};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// A session that reads the files of a folder.
pub(crate) fn session_in(folder: &TempDir) -> Session {
    Session::with_files(Files::In(folder.path().into()))
}

pub(crate) fn question(json: Value) -> Question {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

pub(crate) fn ask_within(session: &Session, json: Value, limits: &Limits) -> Result<Answer, Failure> {
    session.ask(&question(json), &mut Meter::new(limits))
}

/// The answer as others see it.
pub(crate) fn answer_within(session: &Session, json: Value, limits: &Limits) -> Result<Value, Failure> {
    ask_within(session, json, limits).map(|answer| serde_json::to_value(&answer).unwrap())
}

pub(crate) fn answer(session: &Session, json: Value) -> Value {
    answer_within(session, json.clone(), &Limits::default()).unwrap_or_else(|failure| panic!("{json}: {failure:?}"))
}

pub(crate) fn failure(session: &Session, json: Value, limits: &Limits) -> Failure {
    match answer_within(session, json.clone(), limits) {
        Err(failure) => failure,
        Ok(answer) => panic!("{json}: {answer}"),
    }
}

pub(crate) fn seconds(seconds: u64) -> Limits {
    Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() }
}

pub(crate) fn positions(positions: u64) -> Limits {
    Limits { positions: Some(positions), threads: 1, ..Limits::default() }
}

pub(crate) fn cancelled_by(cancel: &Cancel) -> Limits {
    Limits { cancel: cancel.clone(), ..Limits::default() }
}

/// Every field of `part` is in `whole`, with the same value.
#[track_caller]
pub(crate) fn assert_has(whole: &Value, part: Value) {
    for (field, value) in part.as_object().unwrap() {
        assert_eq!(whole.get(field), Some(value), "{field} of {whole}");
    }
}

/// How many positions a question takes of a session.
pub(crate) fn cost(session: &Session, json: Value) -> u64 {
    let limits = positions(u64::MAX);
    let mut meter = Meter::new(&limits);
    session.ask(&question(json), &mut meter).unwrap();
    u64::MAX - meter.positions_left().unwrap()
}
