//! Answers that were recorded before the library of answers was: the command still gives them, field by field.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::command::{Run, finish, grundy};

/// A run, and what it left behind: one object, one for each line, or an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    args: Vec<String>,
    #[serde(default)]
    stdin: String,
    status: i32,
    stdout: Option<Value>,
    lines: Option<Vec<Value>>,
    error: Option<Value>,
}

/// What is only compared for being there: checksums of lines that may have more fields, reasons in words.
const ANY_VALUE: [&str; 2] = ["crc32", "reason"];

/// Where `new` lacks something that `old` has. Fields may be added, and games.
fn difference(old: &Value, new: &Value, place: &str) -> Option<String> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => lost(old, new, place),
        (Value::Array(old), Value::Array(new)) => {
            if old.len() != new.len() {
                return Some(format!("{place}: {} entries instead of {}", new.len(), old.len()));
            }
            let pairs = old.iter().zip(new).enumerate();
            pairs.into_iter().find_map(|(i, (old, new))| difference(old, new, &format!("{place}[{i}]")))
        }
        _ => (old != new).then(|| format!("{place}: {new} instead of {old}")),
    }
}

fn lost(old: &Map<String, Value>, new: &Map<String, Value>, place: &str) -> Option<String> {
    old.iter().find_map(|(name, old)| {
        let place = format!("{place}.{name}");
        match (name.as_str(), new.get(name)) {
            (_, None) => Some(format!("{place} is missing")),
            (name, Some(_)) if ANY_VALUE.contains(&name) => None,
            ("games", Some(new)) => missing_game(old, new),
            (_, Some(new)) => difference(old, new, &place),
        }
    })
}

fn missing_game(old: &Value, new: &Value) -> Option<String> {
    let named = |name: &Value| new.as_array().and_then(|games| games.iter().find(|game| game["name"] == *name));
    old.as_array()?.iter().find_map(|old| match named(&old["name"]) {
        None => Some(format!("the game {} is missing", old["name"])),
        Some(new) => difference(old, new, &format!("the game {}", old["name"])),
    })
}

/// What is otherwise in a run than it was.
fn change(recorded: &Recorded, run: &Run) -> Option<String> {
    if run.status != Some(recorded.status) {
        return Some(format!("status {:?} instead of {}: {}", run.status, recorded.status, run.stderr));
    }
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if let Some(old) = &recorded.stdout {
        return difference(old, &parsed(&run.stdout), "");
    }
    if let Some(old) = &recorded.lines {
        let new = run.stdout.lines().map(parsed).collect();
        return difference(&Value::Array(old.clone()), &Value::Array(new), "");
    }
    let old = recorded.error.as_ref().unwrap();
    assert!(old.as_object().unwrap().keys().all(|name| ["kind", "span", "cycle"].contains(&name.as_str())), "{old}");
    difference(old, &parsed(run.stderr.lines().next_back().unwrap())["error"], "error")
}

#[test]
fn recorded_answers_are_still_given() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded/commands.jsonl")).unwrap();
    let recorded: Vec<Recorded> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(recorded.len() >= 486, "{}", recorded.len());
    let next = AtomicUsize::new(0);
    let changes: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut changes = Vec::new();
                    while let Some(recorded) = recorded.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let run = finish(grundy().args(&recorded.args).current_dir(&root), recorded.stdin.as_bytes());
                        changes.extend(change(recorded, &run).map(|change| format!("{:?}: {change}", recorded.args)));
                    }
                    changes
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(changes.is_empty(), "{} of {} changed:\n{}", changes.len(), recorded.len(), changes.join("\n"));
}

#[test]
fn a_field_that_is_lost_or_changed_is_noticed() {
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    for (old, new, noticed) in [
        (r#"{"a": 1}"#, r#"{"a": 1, "b": 2}"#, None),
        (r#"{"a": 1}"#, r#"{"b": 1}"#, Some(".a is missing")),
        (r#"{"a": [1, {"b": null}]}"#, r#"{"a": [1, {"b": 0}]}"#, Some(".a[1].b: 0 instead of null")),
        (r#"{"a": [1]}"#, r#"{"a": [1, 2]}"#, Some(".a: 2 entries instead of 1")),
        (r#"{"a": {}}"#, r#"{"a": []}"#, Some(".a: [] instead of {}")),
        (r#"{"crc32": "1", "reason": "x"}"#, r#"{"crc32": "2", "reason": "y"}"#, None),
        (r#"{"crc32": "1"}"#, r#"{}"#, Some(".crc32 is missing")),
        (r#"{"games": [{"name": "nim", "x": 1}]}"#, r#"{"games": [{"name": "new"}, {"name": "nim", "x": 1}]}"#, None),
        (r#"{"games": [{"name": "nim"}]}"#, r#"{"games": []}"#, Some("the game \"nim\" is missing")),
    ] {
        assert_eq!(difference(&json(old), &json(new), "").as_deref(), noticed, "{old} {new}");
    }
}
