//! `grundy values`.

use serde_json::json;

use crate::command::{run, run_in};

#[test]
fn values_are_rows_of_ten_for_people() {
    assert_eq!(
        run(&["values", "kayles", "--to", "11"]).text(),
        "kayles, values in normal play
heap  +0 +1 +2 +3 +4 +5 +6 +7 +8 +9
   0   0  1  2  3  1  4  3  2  1  4
  10   2  6
"
    );
}

#[test]
fn long_values_make_rows_shorter() {
    let text = run(&["values", "nim", "--from", "18446744073709551614", "--to", "18446744073709551615"]).text();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.ends_with("18446744073709551614  18446744073709551614 18446744073709551615\n"), "{text}");
}

#[test]
fn values_have_a_form_for_each_reader() {
    assert_eq!(
        run(&["values", "kayles", "--from", "3", "--to", "5", "--format", "csv"]).text(),
        "heap,value\n3,3\n4,1\n5,4\n"
    );
    assert_eq!(run(&["values", "kayles", "--from", "3", "--to", "5", "--format", "bfile"]).text(), "3 3\n4 1\n5 4\n");
    let want = json!({"rule": "subtract{1,3,4}", "convention": "normal", "from": 3, "to": 5, "values": [1, 2, 3]});
    for form in [&["--json"][..], &["--format", "json"], &["--json", "--format", "json"]] {
        assert_eq!(run(&[&["values", "subtract{1, 3, 4}", "--from", "3", "--to", "5"], form].concat()).json(), want);
    }
}

#[test]
fn thirty_heaps_are_shown_if_nobody_says_how_many() {
    let page = run(&["values", "0.77", "--from", "5", "--json"]).json();
    assert_eq!((&page["to"], page["values"].as_array().unwrap().len()), (&json!(35), 31));
    let last = run(&["values", "nim", "--from", "18446744073709551615", "--json"]).json();
    assert_eq!(last["values"], json!([u64::MAX]));
}

#[test]
fn misere_values_count_1_without_moves() {
    let page = run(&["values", "nim", "--misere", "--to", "4", "--json"]).json();
    assert_eq!((&page["convention"], &page["values"]), (&json!("misere"), &json!([1, 0, 2, 3, 4])));
    assert_eq!(run(&["values", "kayles", "--misere", "--to", "2", "--format", "bfile"]).text(), "0 1\n1 0\n2 2\n");
}

#[test]
fn misere_values_come_with_the_warning_that_they_do_not_add() {
    let warning = "A position of value 0 is lost, any other is won; the values of several must not be xored.";
    let text = run(&["values", "kayles", "--misere", "--to", "9"]).text();
    assert_eq!(
        text,
        format!(
            "kayles, values in misère play\n{warning}\nheap  +0 +1 +2 +3 +4 +5 +6 +7 +8 +9\n   0   1  0  2  3  0  1  3  2  1  0\n"
        )
    );
    let table = ["values", "\"../../examples/euclid.star\"", "--misere", "--rows", "1..2", "--cols", "1..2"];
    assert!(run(&table).text().contains(&format!("\n{warning}\n")));
    assert!(!run(&["values", "kayles"]).text().contains("xored"));
    // The other answers have no values in misère play, so there is nothing to be xored.
    for command in ["solve", "moves", "explain"] {
        assert!(!run(&[command, "--misere", "kayles(5)", "--json"]).stdout.contains("\"value\":0"));
        assert!(!run(&[command, "--misere", "kayles(5)"]).text().contains("value"));
    }
}

#[test]
fn numbers_may_have_an_exponent_or_be_grouped() {
    let page = |from: &str| run(&["values", "nim", "--from", from, "--to", "1_000_001", "--json"]).json();
    for from in ["1000000", "1e6", "1_000_000"] {
        assert_eq!(page(from)["values"], json!([1_000_000, 1_000_001]), "{from}");
    }
}

#[test]
fn values_are_the_same_in_every_portion() {
    let whole = run(&["values", "subtract{1,3,4}", "--to", "20000", "--json"]).json();
    let lines = run(&["values", "subtract{1,3,4}", "--to", "20000", "--format", "bfile"]).text();
    let values: Vec<u64> = lines.lines().map(|line| line.split(' ').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(json!(values), whole["values"]);
    let rows = run(&["values", "subtract{1,3,4}", "--to", "20000"]).text();
    let values: Vec<u64> = rows
        .lines()
        .skip(2)
        .flat_map(|row| row.split_whitespace().skip(1))
        .map(|value| value.parse().unwrap())
        .collect();
    assert_eq!(json!(values), whole["values"]);
    assert_eq!(rows.lines().count(), 2 + 2001);
}

#[test]
fn a_question_that_makes_no_sense_is_a_usage_error() {
    let error = run(&["values", "nim", "--from", "5", "--to", "3", "--json"]).error(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("--from 5 is above --to 3"));
    let error = run(&["values", "graph", "--json"]).error(2, "usage");
    assert_eq!(error["message"], "the positions of `graph` are not single integers");
    run(&["values", "nim", "--json", "--format", "csv"]).error(2, "usage");
    run(&["values", "nim", "--to", "-1", "--json"]).error(2, "usage");
    run(&["values", "nim(3)", "--json"]).error(2, "notation");
}

#[test]
fn misere_values_reach_the_largest_heap() {
    let largest = u64::MAX.to_string();
    let page = run(&["values", "nim", "--misere", "--from", &largest, "--to", &largest, "--json"]).json();
    assert_eq!(page["values"][0].as_u64(), Some(u64::MAX));
}

#[test]
fn without_a_period_the_values_are_the_same() {
    for rule in ["0.77", "subtract{1,3,4}", "treblecross", "allbut{2,3,7}", "lasker", "nim-with-pass"] {
        let arguments = ["values", rule, "--from", "5", "--to", "3000", "--json"];
        let computed = run(&[&arguments[..], &["--no-period"]].concat()).json();
        assert_eq!(computed, run(&arguments).json(), "{rule}");
    }
    run(&["values", "nim", "--misere", "--no-period", "--json"]).error(2, "usage");
    // A period would answer at once; a table of so many heaps does not fit.
    let huge = ["values", "0.77", "--from", "1e15", "--to", "1e15", "--json"];
    assert_eq!(run(&huge).json()["values"].as_array().unwrap().len(), 1);
    run(&[&huge[..], &["--no-period"]].concat()).error(1, "budget");
}

#[test]
fn json_is_not_begun_before_all_values_are_known() {
    // Heap 40 is worth more than this rule file answers for.
    let folder = tempfile::tempdir().unwrap();
    let rules = "def options(n):\n    if n == 40:\n        fail(\"too large\")\n    return []\n";
    std::fs::write(folder.path().join("short.star"), rules).unwrap();
    let values = |form| run_in(folder.path(), &["values", "\"short.star\"", "--to", "50", "--format", form]);
    values("json").error(1, "rules");
    let lines = values("bfile");
    assert_eq!((lines.status, lines.stdout.lines().count()), (Some(1), 40));
}
