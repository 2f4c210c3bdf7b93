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
Before, heaps 0 to 70:
  0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2
  3 1 4 7 2 1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6
Repeating block, heaps 71 to 82:
  7 4 1 2 8 1 4 7 2 1 8 2
Exceptions, the heaps before that do not fit the block:
  0 3 6 9 11 15 18 21 22 28 34 39 57 70
Proof: the values repeat over the whole range that the theorem of Guy and Smith requires.
The Grundy values of 168 heaps were computed.
"
    );
    let mut page = run(&["period", "0.77", "--json"]).json();
    let values = page.as_object_mut().unwrap().remove("values").unwrap();
    assert_eq!(values["block"], json!([7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2]));
    assert_eq!(
        page,
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
Repeating block, heaps 0 to 3:
  0 1 2 3
The Grundy values of 200 heaps were computed.
Stopped after 200 heaps; `--max` raises the limit.
"
    );
    let page = run(&["period", "\"../../examples/take.star\"", "--max", "200", "--json"]).json();
    assert_eq!((&page["status"], &page["proof"], &page["limit"]), (&json!("observed"), &json!(null), &json!("heaps")));
}

#[test]
fn without_a_period_the_search_ends_at_its_limits_and_says_at_which() {
    for (flags, limit, told) in [
        (&["--max", "1e3"][..], "heaps", "Stopped after 1000 heaps; `--max` raises the limit.\n"),
        (
            &["--max-positions", "1e3"],
            "positions",
            "Stopped after 1000 positions; `--max-positions` raises the limit.\n",
        ),
        (&["--max-memory", "10K"], "memory", "Stopped at 10.00 KiB of memory; `--max-memory` raises the limit.\n"),
        (&["--timeout", "300ms"], "time", "Stopped after 300ms; `--timeout` raises the limit.\n"),
        (&["--timeout", "1"], "time", "Stopped after 1 s; `--timeout` raises the limit.\n"),
    ] {
        let started = Instant::now();
        let page = run(&[&["period", "0.007", "--json"], flags].concat()).json();
        assert_eq!((&page["status"], &page["limit"]), (&json!("none"), &json!(limit)), "{flags:?}");
        for field in ["period", "preperiod", "last_exception", "saltus", "proof"] {
            assert_eq!(page[field], json!(null), "{field}");
        }
        let text = run(&[&["period", "0.007"], flags].concat()).text();
        assert!(text.starts_with("0.007: no period found\n") && text.ends_with(told), "{text}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
    assert_eq!(run(&["period", "0.007", "--max", "1e3", "--json"]).json()["checked_to"], 999);
}

#[test]
fn no_number_of_heaps_ends_the_search_by_default() {
    let page = run(&["period", "0.104", "--json"]).json();
    assert_eq!((&page["status"], &page["proof"]), (&json!("proved"), &json!("window")));
    assert_eq!((&page["period"], &page["preperiod"]), (&json!(11_770_282), &json!(197_769_598)));
    let page = run(&["period", "0.161", "--timeout", "200ms", "--json"]).json();
    assert_eq!((&page["limit"], &page["stopped"]["done"]["goal"]), (&json!("time"), &json!(null)));
    let message = page["stopped"]["message"].as_str().unwrap();
    assert!(message.contains(" heaps in ") && !message.contains(" of "), "{message}");
    let help = run(&["period", "--help"]).text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("after 60 seconds") && help.contains("half of the memory of the machine"), "{help}");
}

#[test]
fn a_period_without_a_certificate_is_told_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let path = file.to_str().unwrap();
    let reason = "the period follows from a closed form, and certificates are for finite codes, subtraction sets and \
                  Grundy's game";
    for rule in ["4.3[3]", "nim", "nim-with-pass"] {
        let text = run(&["period", rule, "--certificate", path]).text();
        assert!(text.contains(": proved: period ") && text.contains(&format!("was written: {reason}.\n")), "{text}");
        let page = run(&["period", rule, "--certificate", path, "--json"]).json();
        assert_eq!((&page["status"], &page["no_certificate"]), (&json!("proved"), &json!(reason)));
        assert!(!file.exists());
    }
    let page = run(&["period", "0.77", "--certificate", path, "--json"]).json();
    assert!(page["no_certificate"].is_null() && file.exists());
}

#[test]
fn an_observed_period_is_told_what_a_proof_takes() {
    let rule = "subtract{1,10^12}";
    let text = run(&["period", rule, "--max", "1e4", "--max-memory", "1G"]).text();
    assert_eq!(
        text,
        "subtract{1,10^12}: observed: period 2, preperiod 0 (no exception)
g(n + 2) = g(n) for all n with n + 2 <= 9999; not proved for larger heaps.
Repeating block, heaps 0 to 1:
  0 1
The Grundy values of 10000 heaps were computed.
If they repeat up to heap 1000000000002, the theorem of Guy and Smith proves the period,
but so many values take at least 931.32 GiB.
Stopped after 10000 heaps; `--max` raises the limit.
"
    );
    let page = run(&["period", "subtract{1,1001}", "--max", "900", "--json"]).json();
    assert_eq!(page["decisive"], 1003);
    let page = run(&["period", "subtract{1,1001}", "--max", "1004", "--json"]).json();
    assert_eq!((&page["status"], &page["checked_to"]), (&json!("proved"), &json!(1003)));
    assert!(page["decisive"].is_null());
    // They need not: from heap 1000 one can take 1, which leaves 1, or all.
    let page = run(&["period", "subtract{1,1000}", "--max", "1003", "--json"]).json();
    assert_eq!((&page["status"], &page["decisive"]), (&json!("none"), &json!(null)));
    let error = run(&["solve", "subtract{1,10^12}(2e12)", "--max-memory", "100M", "--json"]).error(1, "budget");
    assert_eq!(
        error["help"],
        "a table of 2000000000001 heaps takes at least 1.82 TiB; `--max-memory` raises the limit"
    );
}

#[test]
fn files_are_written_and_standard_output_is_for_the_answer() {
    for arguments in [
        &["period", "0.77", "--certificate", "-"][..],
        &["period", "0.77", "--checkpoint", "-"],
        &["atlas", "0.d", "--output", "-"],
        &["atlas", "0.d", "--certificates", "-"],
    ] {
        let error = run(&[arguments, &["--json"]].concat()).error(2, "usage");
        assert!(error["message"].as_str().unwrap().contains("standard output is for the answer"), "{error}");
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn only_sequences_have_a_period() {
    let error = run(&["period", "graph", "--json"]).error(2, "usage");
    assert_eq!(error["message"], "the positions of `graph` are not single integers");
    run(&["period", "kyales", "--json"]).error(2, "notation");
    run(&["period", "0.77", "--by", "magic", "--json"]).error(2, "usage");
}

/// The block and what comes before it are the values of `grundy values`, and the exceptions are those of the definition.
#[test]
fn the_block_is_what_the_values_repeat() {
    for rule in ["0.77", "0.137", "subtract{2,3,7}", "lasker", "nim", "0.156", "allbut{2,3,7}", "4.7"] {
        let page = run(&["period", rule, "--full", "--json"]).json();
        let number = |name: &str| page[name].as_u64().unwrap();
        let list = |name: &str| -> Vec<u64> { serde_json::from_value(page["values"][name].clone()).unwrap() };
        let (period, preperiod, saltus) = (number("period"), number("preperiod"), number("saltus"));
        let (before, block, exceptions) = (list("preperiod"), list("block"), list("exceptions"));
        assert_eq!((before.len() as u64, block.len() as u64), (preperiod, period), "{rule}");
        let last = (preperiod + 2 * period - 1).to_string();
        let values = run(&["values", rule, "--no-period", "--to", &last, "--json"]).json();
        let values: Vec<u64> = serde_json::from_value(values["values"].clone()).unwrap();
        let later = block.iter().map(|value| value + saltus);
        let want: Vec<u64> = before.iter().copied().chain(block.iter().copied()).chain(later).collect();
        assert_eq!(values, want, "{rule}");
        // Continued downwards heap by heap: g(n) = g(n + p) - s.
        let mut continued: Vec<i128> = want.iter().map(|&value| value.into()).collect();
        for heap in (0..before.len()).rev() {
            continued[heap] = continued[heap + block.len()] - i128::from(saltus);
        }
        let fits = continued.iter().zip(&want).map(|(&continued, &value)| continued == i128::from(value));
        let differ: Vec<u64> = (0..preperiod).zip(fits).filter(|(_, fits)| !fits).map(|(heap, _)| heap).collect();
        assert_eq!(differ, exceptions, "{rule}");
    }
}

#[test]
fn long_blocks_are_cut_and_say_so() {
    let text = run(&["period", "0.156"]).text();
    assert!(
        text.contains("Repeating block, heaps 3479 to 3827:\n") && text.contains("  … and 249 more; `--full`"),
        "{text}"
    );
    let page = run(&["period", "0.156", "--json"]).json();
    let values = &page["values"];
    assert_eq!((values["block"].as_array().unwrap().len(), &values["exceptions"]), (100, &json!(null)));
    assert!(!run(&["period", "0.156", "--full"]).text().contains("more"));
    // The same for a closed form whose period is too long for any list.
    let text = run(&["period", "subtract{1..18446744073709551614}"]).text();
    assert!(text.contains("  … and 18446744073709551515 more; `--full` prints them\n"), "{text}");
    let text = run(&["period", "0.007", "--max", "100"]).text();
    assert!(!text.contains("block"), "{text}");
}
