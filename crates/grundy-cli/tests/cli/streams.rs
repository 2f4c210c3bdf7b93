//! Pipes that close, disks that are full, Ctrl-C.

#![cfg(unix)]

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::command::{grundy, run};

const ENDLESS: &[&str] = &["values", "nim", "--to", "18446744073709551615"];

/// Starts a command whose output is read, and whose standard error is kept.
fn start(arguments: &[&str]) -> Child {
    let pipes = |command: &mut Command| {
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    };
    pipes(&mut grundy()).unwrap()
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// The status and standard error of a command that ends soon.
fn end(mut child: Child) -> (Option<i32>, String) {
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
            panic!("it did not end");
        }
        sleep(Duration::from_millis(5));
    };
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    (status.code(), text)
}

#[test]
fn a_reader_that_goes_away_ends_every_command_quietly() {
    let forms: [&[&str]; 4] = [&[], &["--json"], &["--format", "csv"], &["--format", "bfile"]];
    for form in forms {
        let mut child = start(&[ENDLESS, form].concat());
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        assert_eq!(end(child), (Some(0), String::new()), "{form:?}");
    }
    for arguments in [
        &["--help"][..],
        &["solve", "--help"],
        &["games"],
        &["man"],
        &["completions", "zsh"],
        &["solve", "nim(3)"],
        &["atlas", "0.dd", "--max", "100"],
    ] {
        let mut child = start(arguments);
        drop(child.stdout.take());
        assert_eq!(end(child), (Some(0), String::new()), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_an_error_of_input_and_output() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    for arguments in [
        &["solve", "nim(3)"][..],
        &["solve", "nim(3)", "--json"],
        &["moves", "nim(3)"],
        &["explain", "nim(3)"],
        &["period", "nim"],
        &["compare", "nim", "0.[3]", "--json"],
        &["atlas", "0.d", "--max", "100"],
        &["values", "nim", "--to", "1e6", "--json"],
        &["games"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ] {
        let output = grundy().args(arguments).stdout(full.try_clone().unwrap()).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains("cannot write the output: "), "{arguments:?}: {text}");
    }
}

#[test]
fn ctrl_c_stops_a_search_which_says_how_far_it_came() {
    for json in [false, true] {
        let child = start(if json {
            &["solve", "grundys-game(3000000)", "--json"]
        } else {
            &["solve", "grundys-game(3000000)"]
        });
        sleep(Duration::from_millis(500));
        interrupt(&child);
        let (status, text) = end(child);
        assert_eq!(status, Some(130), "{text}");
        assert!(text.contains("stopped: ") && text.contains(" of 3000001 heaps in "), "{text}");
        assert_eq!(text.starts_with("{\"error\":{\"kind\":\"budget\""), json, "{text}");
    }
}

#[test]
fn ctrl_c_stops_a_search_for_a_period_and_a_comparison() {
    let far = &["compare", "nim", "subtract{1..1000000000000}", "--max", "1e11", "--shift", "0"];
    for arguments in [&["period", "0.161"][..], far] {
        let child = start(arguments);
        sleep(Duration::from_millis(500));
        interrupt(&child);
        let (status, text) = end(child);
        assert_eq!(status, Some(130), "{arguments:?}: {text}");
        assert!(text.starts_with("stopped: ") && text.contains(" heaps in "), "{text}");
    }
}

#[test]
fn ctrl_c_stops_output_that_streams() {
    let mut child = start(&[ENDLESS, &["--format", "bfile"]].concat());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    interrupt(&child);
    // What was found is written, in whole lines, as long as somebody reads.
    assert!(lines.map(|line| line.unwrap()).all(|line| line.split(' ').count() == 2));
    let (status, text) = end(child);
    assert_eq!(status, Some(130));
    assert!(text.starts_with("stopped: ") && text.contains(" of 18446744073709551615 heaps in "), "{text}");
}

#[test]
fn ctrl_c_stops_a_batch_at_work_and_one_that_waits() {
    let mut child = start(&["solve", "--batch", "-"]);
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "nim(3)\ngrundys-game(3000000)").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("{\"value\":3"));
    sleep(Duration::from_millis(300));
    interrupt(&child);
    let (status, text) = end(child);
    assert_eq!(status, Some(130));
    assert!(text.starts_with("stopped: 1 lines in "), "{text}");

    let child = start(&["solve", "--batch", "-"]);
    sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(end(child), (Some(130), "stopped while waiting for input\n".to_owned()));
}

#[test]
fn a_second_ctrl_c_ends_the_program_at_once() {
    // Nobody reads the output, so the program cannot go on to notice the first.
    let child = start(ENDLESS);
    sleep(Duration::from_millis(500));
    interrupt(&child);
    // Sooner it would be the same one, told twice.
    sleep(Duration::from_millis(700));
    interrupt(&child);
    assert_eq!(end(child).0, Some(130));
}

#[test]
fn nothing_but_the_answer_goes_into_pipes() {
    let run = run(&["solve", "grundys-game(20000)"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn ctrl_c_leaves_json_on_one_stream() {
    let mut child = start(&["period", "0.161", "--json"]);
    sleep(Duration::from_millis(500));
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(end(child), (Some(130), String::new()));
    let page: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&page["limit"], &page["stopped"]["limit"]), (&"cancel".into(), &"cancel".into()));
    assert!(page["checked_to"].as_u64().unwrap() > 1000);
}
