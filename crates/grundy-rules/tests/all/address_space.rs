//! A process of little memory, in which a rule file wants much. Each test runs itself once more in such a process.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

use grundy::{Limits, value};
use grundy_rules::{Bounds, Position, RuleGame};

/// Whether this is the process of little memory.
const VARIABLE: &str = "GRUNDY_RULES_TEST_WITH_LITTLE_MEMORY";

/// What becomes of the test of this name in a process of its own; `None`: this is that process.
fn apart(test: &str) -> Option<Output> {
    if std::env::var_os(VARIABLE).is_some() {
        grundy_rules::limit_address_space(1 << 30).unwrap();
        grundy_rules::die_with_parent().unwrap();
        return None;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads", "1"]).env(VARIABLE, "1");
    let output = command.output().unwrap();
    // A name that no test has would be a success.
    assert!(String::from_utf8_lossy(&output.stdout).contains("running 1 test"), "{output:?}");
    Some(output)
}

fn ask(body: &str) -> String {
    let source = format!("def options(n):\n    {body}\n");
    let game = RuleGame::read("game.star", &source, Bounds::default()).unwrap();
    value(game, &Position::Integer(1), &Limits::default())
        .map_or_else(|error| error.to_string(), |value| value.to_string())
}

#[test]
fn rules_that_need_little_are_answered_as_ever() {
    match apart("address_space::rules_that_need_little_are_answered_as_ever") {
        None => assert_eq!(ask("return [n - k for k in (1, 2, 3) if k <= n]"), "*1"),
        Some(output) => assert!(output.status.success(), "{output:?}"),
    }
}

#[test]
fn a_doubling_list_takes_no_more_than_it_was_given() {
    match apart("address_space::a_doubling_list_takes_no_more_than_it_was_given") {
        None => {
            let error = ask("l = [1]\n    for i in range(100):\n        l = l + l\n    return l");
            assert!(error.contains("one call needs more memory than there is"), "{error}");
        }
        Some(output) => assert!(output.status.success(), "{output:?}"),
    }
}

#[test]
fn an_allocator_that_gives_up_aborts_the_process() {
    match apart("address_space::an_allocator_that_gives_up_aborts_the_process") {
        // A text that is joined is not on the interpreter's heap until it is whole.
        None => println!("{}", ask("return [len(''.join(['x' * 1000000] * 4000))]")),
        Some(output) => {
            assert_eq!(output.status.signal(), Some(rustix::process::Signal::ABORT.as_raw()), "{output:?}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("memory allocation of "), "{said}");
            assert!(!output.status.core_dumped());
        }
    }
}
