//! `grundy solve --batch`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::command::{grundy, run, run_with_input};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_line_gives_an_object_and_a_bad_one_does_not_end_the_run() {
    let run = run_with_input(&["solve", "--batch", "-"], b"nim(1, 2)\r\nkyales(1)\n\nnim(\xff)\nkayles(8)");
    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let answers = lines(&run.stdout);
    assert_eq!(answers.len(), 4);
    assert_eq!((&answers[0]["value"], &answers[3]["value"]), (&json!(3), &json!(1)));
    for (answer, message, line, input) in [
        (&answers[1], "there is no game `kyales`", 2, "kyales(1)"),
        (&answers[2], "this is not UTF-8 text", 4, "nim(\u{fffd})"),
    ] {
        let error = &answer["error"];
        assert_eq!((&error["kind"], &error["message"]), (&json!("notation"), &json!(message)));
        assert_eq!((&error["line"], &error["input"]), (&json!(line), &json!(input)));
    }
    assert_eq!(answers[2]["error"]["span"], json!({"start": 4, "end": 7}));
}

#[test]
fn comments_and_empty_lines_give_nothing() {
    let input = "\u{feff}# sums\n\n  nim(1, 2) # three\n \t\ncram(\"#./..\")\n#nim(5)\nnim(\n";
    let run = run_with_input(&["solve", "--batch", "-"], input.as_bytes());
    let answers = lines(&run.stdout);
    assert_eq!((run.status, answers.len()), (Some(1), 3), "{}", run.stdout);
    assert_eq!(
        (&answers[0]["value"], &answers[1]["components"][0]["position"]),
        (&json!(3), &json!("cram(\"#./..\")"))
    );
    assert_eq!((&answers[2]["error"]["line"], &answers[2]["error"]["input"]), (&json!(7), &json!("nim(")));
}

#[test]
fn a_file_of_good_lines_ends_well_and_flags_hold_for_each() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sums.txt");
    fs::write(&file, "nim(1)\nnim(1, 1)\n").unwrap();
    let run = run(&["solve", "--misere", "--outcome-only", "--batch", file.to_str().unwrap()]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let outcomes: Vec<Value> = lines(&run.stdout).into_iter().map(|answer| answer["outcome"].clone()).collect();
    assert_eq!(outcomes, ["P", "N"]);
}

#[test]
fn limits_hold_for_each_line_alone() {
    let input = b"grundys-game(50)\ngrundys-game(3000000)\ngrundys-game(60)\n";
    let run = run_with_input(&["solve", "--batch", "-", "--max-positions", "1000"], input);
    assert_eq!(run.status, Some(1));
    let answers = lines(&run.stdout);
    assert!(answers[0]["value"].is_u64() && answers[2]["value"].is_u64(), "{}", run.stdout);
    assert_eq!(answers[1]["error"]["kind"], "budget");
}

#[test]
fn an_answer_comes_before_the_next_line_is_written() {
    let mut child =
        grundy().args(["solve", "--batch", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for heap in 1..4 {
        writeln!(input, "nim({heap})").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&answer).unwrap()["value"], heap);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_batch_that_cannot_be_read_is_an_error_of_its_own() {
    run(&["solve", "--batch", "/nowhere/at/all", "--json"]).error(2, "io");
    run(&["solve", "--batch", "/", "--json"]).error(2, "io");
    run(&["solve", "nim(3)", "--batch", "-", "--json"]).error(2, "usage");
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    run(&["solve", "--batch", "/dev/zero", "--json"]).error(2, "io");
    let long = [b"nim(1)\n".as_slice(), &vec![b' '; 40 << 20]].concat();
    let run = run_with_input(&["solve", "--batch", "-", "--max-memory", "100M"], &long);
    assert_eq!((run.status, lines(&run.stdout).len()), (Some(2), 1));
    assert!(run.stderr.contains("line 2 is too long"), "{}", run.stderr);
}
