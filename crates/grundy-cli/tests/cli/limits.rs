//! `--max-positions`, `--max-memory`, `--timeout`.

use std::time::{Duration, Instant};

use crate::command::run;

const LONG: &str = "grundys-game(3000000)";

#[test]
fn a_limit_names_the_flag_that_raises_it_and_how_far_it_let_the_search_come() {
    for (flag, value) in [("--max-positions", "1e3"), ("--max-memory", "1M"), ("--timeout", "200ms")] {
        let error = run(&["solve", LONG, flag, value, "--json"]).error(1, "budget");
        assert!(error["help"].as_str().unwrap().contains(flag), "{error}");
        assert_eq!(error["done"]["noun"], "heaps");
        assert_eq!(error["done"]["goal"], 3_000_001);
    }
}

#[test]
fn a_timeout_ends_every_command_in_time() {
    let started = Instant::now();
    for arguments in [
        &["solve", LONG][..],
        &["moves", LONG],
        &["explain", LONG],
        &["values", "grundys-game", "--to", "3e6", "--json"],
        &["values", "0.3F", "--misere", "--to", "3e6", "--json"],
    ] {
        run(&[arguments, &["--timeout", "300ms", "--json"]].concat()).error(1, "budget");
    }
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn values_that_follow_from_a_period_are_listed_no_longer_than_the_limit() {
    let long = |rule, limits: &[&str]| run(&[&["values", rule, "--to", "10^18", "--json"], limits].concat());
    for rule in ["0.77", "subtract{1,2}", "nim"] {
        let run = long(rule, &["--timeout", "100ms", "--p-positions"]);
        let error = run.error(1, "budget");
        assert!(error["done"]["goal"] == 1_000_000_000_000_000_001_u64 && error["limit"] == "time", "{error}");
    }
    long("subtract{1,2}", &["--p-positions", "--max-memory", "5M"]).error(1, "budget");
    // JSON that was begun is not whole then; the status says so.
    let run = long("0.77", &["--timeout", "100ms"]);
    assert!(run.status == Some(1) && run.stdout.starts_with('{'), "{:.100}", run.stdout);
    assert!(run.stderr.contains("the time limit was reached: ") && !run.stderr.contains(": 168 of"), "{}", run.stderr);
}

#[test]
fn values_found_before_a_limit_are_printed() {
    let run = run(&["values", "grundys-game", "--to", "3e6", "--format", "bfile", "--timeout", "500ms"]);
    assert_eq!(run.status, Some(1));
    assert!(run.stdout.starts_with("0 0\n1 0\n2 0\n3 1\n"), "{:.100}", run.stdout);
    assert!(
        run.stderr.contains("the time limit was reached: ") && run.stderr.contains(" of 3000001 heaps"),
        "{}",
        run.stderr
    );
}
