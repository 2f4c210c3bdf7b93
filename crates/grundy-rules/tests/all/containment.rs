//! The example program `contained`, which runs rule files in a child process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The program is built with the tests, into the folder beside theirs.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().join("examples/contained")
}

fn run(source: &str, position: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.star");
    fs::write(&file, source).unwrap();
    Command::new(program()).current_dir(&folder).arg("game.star").arg(position).output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_good_file_is_answered_as_without_containment() {
    let output = run("def options(n): return [n - k for k in (1, 2, 3) if k <= n]\n", "1003");
    assert_eq!(said(&output), (Some(0), "*3\n".to_owned(), String::new()));
    let (status, _, error) = said(&run("def options(n): return [n // 0]\n", "7"));
    assert_eq!(status, Some(1));
    assert_eq!(error, "error: the rules fail at \"game.star\"(7): game.star:1: Floor division by zero: 7 // 0\n");
}

#[test]
fn a_doubling_list_takes_no_more_than_it_was_given() {
    let doubling = "def options(n):\n    l = [1]\n    for i in range(100):\n        l = l + l\n    return l\n";
    let (status, _, error) = said(&run(doubling, "1"));
    assert_eq!(status, Some(1));
    assert!(error.contains("one call needs more memory than there is"), "{error}");
    assert!(!error.contains("panicked"), "{error}");
}

#[test]
fn an_allocator_that_gives_up_is_a_spent_budget() {
    // A text that is joined is not on the interpreter's heap until it is whole.
    let text = "def options(n):\n    return [len(''.join(['x' * 1000000] * 4000))]\n";
    let (status, _, error) = said(&run(text, "1"));
    assert_eq!(status, Some(1));
    assert_eq!(error, "error: the command needed more memory than 1 GiB\n");
}

#[test]
fn an_interrupt_reaches_the_child() {
    let endless =
        "def options(n):\n    for i in range(1000000000):\n        for j in range(1000000000):\n            pass\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.star"), endless).unwrap();
    let start = Instant::now();
    let mut child = Command::new(program()).current_dir(&folder).args(["game.star", "1"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    // The child of this program does not handle interrupts, so it dies of it.
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(2));
}
