//! `grundy rules check`.

#![cfg(feature = "rules")]

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command::run_in;

fn file(source: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.star"), source).unwrap();
    folder
}

const TAKE: &str = "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n";

#[test]
fn a_sound_file_is_described() {
    let folder = file(TAKE);
    let run = run_in(folder.path(), &["rules", "check", "game.star", "--json"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&answer["positions"], &answer["complete"], &answer["ends"]), (&json!(41), &json!(true), &json!(true)));
    assert_eq!((&answer["most_options"], &answer["compared"], &answer["faults"]), (&json!(3), &json!(41), &json!([])));
    let values: Vec<u64> = answer["values"].as_array().unwrap().iter().map(|v| v["value"].as_u64().unwrap()).collect();
    assert_eq!(values, (0..=40).map(|n| n % 4).collect::<Vec<u64>>());
    let text = run_in(folder.path(), &["rules", "check", "game.star", "100"]).text();
    assert!(text.starts_with("game.star: 101 positions expanded, all that can be reached\n"), "{text}");
    assert!(text.ends_with("Nothing is wrong, as far as was seen.\n"), "{text}");
}

/// What is said to be wrong with a file, and the status.
fn faults(source: &str, arguments: &[&str]) -> (Option<i32>, Value) {
    let folder = file(source);
    let run = run_in(folder.path(), &[&["rules", "check", "game.star"], arguments, &["--json"]].concat());
    (run.status, serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr)))
}

#[test]
fn what_a_file_claims_is_compared_with_its_options() {
    for (claim, fault) in [
        (
            "def value(n):\n    return 2 if n == 7 else None\n",
            "is worth 3 by its options and 2 by what else its rules say",
        ),
        ("def canonical(n):\n    return n - n % 3\n", "which stands for it, is worth"),
        ("def canonical(n):\n    return n % 4\n", "not the same tree of options: misère play may differ"),
        ("def parts(n):\n    return [n // 2, n - n // 2]\n", "which stands for it, is worth"),
        ("def show(n):\n    return str(n // 2)\n", "which is the position"),
        ("uniform = 2\n", "uniform = 2 is false: the moves of 3 are not those of 2"),
    ] {
        let (status, answer) = faults(&format!("{TAKE}{claim}"), &[]);
        let text = answer["faults"].to_string();
        assert!(status == Some(1) && text.contains(fault), "{claim}: {answer}");
    }
    let sound = "def canonical(n):\n    return n\ndef value(n):\n    return n % 4\nuniform = 3\n";
    assert_eq!(faults(&format!("{TAKE}{sound}"), &[]).0, Some(0));
}

#[test]
fn cycles_partizan_rules_and_failing_functions_are_answers() {
    let (status, answer) = faults("def options(n):\n    return [(n + 1) % 5]\n", &["3"]);
    assert_eq!((status, &answer["ends"]), (Some(1), &json!(false)));
    assert_eq!(answer["cycle"].as_array().unwrap().len(), 5);
    let (status, answer) = faults("def options(n, player):\n    return [n - 1 - player] if n > 1 else []\n", &["3"]);
    assert_eq!(status, Some(1));
    assert!(answer["partizan"].as_str().unwrap().contains("player 0 can move to 2 and player 1 cannot"), "{answer}");
    let (status, answer) = faults("def options(n):\n    return [n // (n - 2)]\n", &["2"]);
    assert_eq!(status, Some(1));
    assert!(answer["faults"][0].as_str().unwrap().contains("game.star:2:"), "{answer}");
    let (_, answer) = faults("def options(n):\n    return [n - 3] if n else []\n", &["10", "--positions", "50"]);
    assert_eq!((&answer["ends"], &answer["positions"]), (&Value::Null, &json!(50)));
    assert!(answer["remark"].as_str().unwrap().contains("have become negative"), "{answer}");
}

#[test]
fn positions_are_guessed_or_asked_for() {
    let (status, answer) = faults("def options(a, b):\n    return [(a - 1, b)] if a else []\n", &[]);
    assert_eq!((status, answer["values"].as_array().unwrap().len()), (Some(0), 81));
    let folder = file("def options(a, b, c):\n    return [(a - 1, b, c)] if a else []\n");
    let error = run_in(folder.path(), &["rules", "check", "game.star", "--json"]).error(2, "usage");
    assert!(error["help"].as_str().unwrap().contains("name a position to begin with"), "{error}");
    assert_eq!(run_in(folder.path(), &["rules", "check", "game.star", "2, 5, 1"]).status, Some(0));
    run_in(folder.path(), &["rules", "check", "missing.star", "--json"]).error(2, "io");
}

#[test]
fn an_answer_is_compared_with_the_options_if_that_is_asked_for() {
    let folder = file(TAKE);
    let answer = run_in(folder.path(), &["solve", "\"game.star\"(10)", "--check-rules", "--json"]).json();
    assert_eq!((&answer["value"], &answer["compared"]), (&json!(2), &json!(11)));
    let text = run_in(folder.path(), &["solve", "\"game.star\"(10)", "--check-rules"]).text();
    assert!(text.ends_with("The rules agree with their options at 11 positions that were compared.\n"), "{text}");
    let folder = file(&format!("{TAKE}def value(n):\n    return 2 if n == 7 else None\n"));
    let error = run_in(folder.path(), &["solve", "\"game.star\"(10)", "--check-rules", "--json"]).error(1, "rules");
    let wrong = "the rules contradict their options: \"game.star\"(7) is worth 3 by its options and 2 by what else its rules say";
    assert_eq!(error["message"], wrong);
    let plain = run_in(folder.path(), &["solve", "\"game.star\"(10)", "--json"]).json();
    assert_eq!((&plain["value"], plain.get("compared")), (&json!(3), None));
}
