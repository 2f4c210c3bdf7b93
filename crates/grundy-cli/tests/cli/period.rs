//! `grundy period`.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::command::run;

#[test]
fn a_proved_period_is_told_with_its_proof() {
    assert_eq!(
        run(&["period", "0.77"]).text(),
        "0.77: proved: period 12, preperiod 71 (last exception 70)
g(n + 12) = g(n) for all n >= 71.
Proof: the values repeat over the whole range that the theorem of Guy and Smith requires.
The Grundy values of 168 heaps were computed.
"
    );
    assert_eq!(
        run(&["period", "0.77", "--json"]).json(),
        json!({
            "rule": "0.77", "status": "proved", "period": 12, "preperiod": 71, "last_exception": 70, "saltus": 0,
            "checked_to": 167, "proof": "full-range", "limit": null,
        })
    );
}

#[test]
fn periods_of_the_literature_are_proved() {
    for (rule, period, preperiod, saltus) in [
        ("0.07", 34, 53, 0),
        ("dawson-chess", 34, 52, 0),
        ("0.156", 349, 3479, 0),
        ("subtract{2,3,7}", 5, 0, 0),
        ("subtract{1,3}", 2, 0, 0),
        ("nim", 1, 0, 1),
        ("lasker", 4, 1, 4),
        ("nim-with-pass", 2, 1, 2),
    ] {
        let page = run(&["period", rule, "--json"]).json();
        assert_eq!(page["status"], "proved", "{rule}");
        assert_eq!(
            (&page["period"], &page["preperiod"], &page["saltus"]),
            (&json!(period), &json!(preperiod), &json!(saltus)),
            "{rule}"
        );
        let last_exception = if preperiod == 0 { json!(null) } else { json!(preperiod - 1) };
        assert_eq!(page["last_exception"], last_exception, "{rule}");
    }
}

#[test]
fn the_window_theorem_needs_less() {
    let full = run(&["period", "0.106", "--by", "full-range", "--max", "2e5", "--json"]).json();
    assert_eq!(full["status"], "none", "{full}");
    let page = run(&["period", "0.156", "--by", "full-range", "--json"]).json();
    assert_eq!((&page["proof"], &page["preperiod"]), (&json!("full-range"), &json!(3479)));
    let page = run(&["period", "0.16", "--by", "window", "--max", "5e5", "--json"]).json();
    assert_eq!(page["proof"], "window");
    assert_eq!((&page["period"], &page["preperiod"]), (&json!(149_459), &json!(105_351)));
}

#[test]
fn what_is_only_observed_is_not_called_proved() {
    let text = run(&["period", "\"../../examples/take.star\"", "--max", "200"]).text();
    assert_eq!(
        text,
        "\"../../examples/take.star\": observed: period 4, preperiod 0 (no exception)
g(n + 4) = g(n) for all n with n + 4 <= 199; not proved for larger heaps.
The Grundy values of 200 heaps were computed.
Stopped at the limit set by `--max`; raise it to continue.
"
    );
    let page = run(&["period", "\"../../examples/take.star\"", "--max", "200", "--json"]).json();
    assert_eq!((&page["status"], &page["proof"], &page["limit"]), (&json!("observed"), &json!(null), &json!("heaps")));
}

#[test]
fn without_a_period_the_search_ends_at_its_limits_and_says_at_which() {
    for (flags, limit, flag) in [
        (&["--max", "1e3"][..], "heaps", "--max"),
        (&["--max-positions", "1e3"], "positions", "--max-positions"),
        (&["--max-memory", "10K"], "memory", "--max-memory"),
        (&["--timeout", "300ms"], "time", "--timeout"),
    ] {
        let started = Instant::now();
        let page = run(&[&["period", "0.007", "--json"], flags].concat()).json();
        assert_eq!((&page["status"], &page["limit"]), (&json!("none"), &json!(limit)), "{flags:?}");
        for field in ["period", "preperiod", "last_exception", "saltus", "proof"] {
            assert_eq!(page[field], json!(null), "{field}");
        }
        let text = run(&[&["period", "0.007"], flags].concat()).text();
        assert!(
            text.starts_with("0.007: no period found\n") && text.contains(&format!("set by `{flag}`; raise it")),
            "{text}"
        );
        assert!(started.elapsed() < Duration::from_secs(10));
    }
    assert_eq!(run(&["period", "0.007", "--max", "1e3", "--json"]).json()["checked_to"], 999);
}

#[test]
fn only_sequences_have_a_period() {
    let error = run(&["period", "graph", "--json"]).error(2, "usage");
    assert_eq!(error["message"], "the positions of `graph` are not single integers");
    run(&["period", "kyales", "--json"]).error(2, "notation");
    run(&["period", "0.77", "--by", "magic", "--json"]).error(2, "usage");
}
