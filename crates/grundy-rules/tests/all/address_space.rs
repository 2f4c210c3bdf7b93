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
    command.args(["--exact", test, "--nocapture", "--test-threads", "1"]).env(VARIABLE, "1").env("RUST_BACKTRACE", "0");
    let output = command.output().unwrap();
    // A name that no test has would be a success.
    assert!(String::from_utf8_lossy(&output.stdout).contains("running 1 test"), "{output:?}");
    Some(output)
}

fn ask(body: &str) -> String {
    ask_within(body, Bounds::default())
}

fn ask_within(body: &str, bounds: Bounds) -> String {
    let source = format!("def options(n):\n    {body}\n");
    let game = match RuleGame::read("game.star", &source, bounds) {
        Ok(game) => game,
        Err(error) => return error.to_string(),
    };
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
            assert!(error.contains("one call needs more memory than it may take"), "{error}");
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

/// The most memory that this process has held, in MiB.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn a_call_takes_no_more_than_a_few_times_its_bound() {
    if let Some(output) = apart("address_space::a_call_takes_no_more_than_a_few_times_its_bound") {
        assert!(output.status.success(), "{output:?}");
        return;
    }
    let bounds = || Bounds { bytes: 16 << 20, allocator: Some(&crate::ALLOCATOR), ..Bounds::default() };
    let counted = "one call took more than 16 MiB of memory";
    let unfolded = "options lists positions that take more than 64 MiB once nothing is shared";
    for (body, message) in [
        // Memory outside the heap of the interpreter.
        ("d = {}\n    for i in range(10000000):\n        d[i] = i\n    return []", counted),
        ("s = set()\n    for i in range(10000000):\n        s.add(i)\n    return []", counted),
        ("x = [1 << 100000 for i in range(1900)]\n    return []", counted),
        // A value may share its parts, a position does not.
        ("x = (1,)\n    for i in range(60):\n        x = (x, x)\n    return [x]", unfolded),
        ("x = tuple(range(10000))\n    return [(x, i) for i in range(10000)]", unfolded),
        ("return ['x' * 1000000] * 10000", unfolded),
    ] {
        let said = ask_within(body, bounds());
        assert!(said.contains(message), "{body}: {said}");
    }
    // What calls leave behind is given back: 10 MB each.
    let many = "x = [(1 << 99999) + i for i in range(400)]\n    return [n + 1] if n < 40 else []";
    // 39 moves from 1 to 40.
    assert_eq!(ask_within(many, bounds()), "*1");
    assert!(peak() < 200, "{} MiB", peak());
}

#[test]
fn a_step_that_wants_too_much_at_once_ends_the_process() {
    let name = "address_space::a_step_that_wants_too_much_at_once_ends_the_process";
    let bodies = [
        "x = [0] * 100000000\n    return []",
        "return [len(''.join(['x' * 1000000] * 4000))]",
        "x = [(1 << 100000) * i for i in range(1, 100000)]\n    return []",
        "x = sorted(range(100000000))\n    return []",
        "l = [1]\n    for i in range(100):\n        l = l + l\n    return l",
        "t = 'ab'\n    for i in range(100):\n        t = t + t\n    return [t]",
    ];
    for (place, body) in bodies.into_iter().enumerate() {
        if std::env::var_os(VARIABLE).is_some() {
            if std::env::var("GRUNDY_RULES_TEST_BODY").unwrap() == place.to_string() {
                apart(name);
                println!("{}", ask_within(body, Bounds { allocator: Some(&crate::ALLOCATOR), ..Bounds::default() }));
                return;
            }
        } else {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command
                .args(["--exact", name, "--nocapture", "--test-threads", "1"])
                .env(VARIABLE, "1")
                .env("RUST_BACKTRACE", "0");
            let output = command.env("GRUNDY_RULES_TEST_BODY", place.to_string()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("memory allocation of ") || said.contains("one call "), "{body}: {said}");
            assert!(!said.contains("*0"), "{body}: {said}");
        }
    }
}
