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

#[test]
fn rows_may_be_as_long_as_the_period() {
    let text = run(&["values", "0.77", "--from", "72", "--to", "2000", "--columns", "12"]).text();
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert!(rows[0].starts_with("  72    4   1   2   8"), "{text}");
    let values = |row: &str| row.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows.len(), (2000 - 72_usize + 1).div_ceil(12));
    assert!(rows[..rows.len() - 1].iter().all(|row| values(row) == values(rows[0])), "{text}");
    // Rows go on where a portion of the output ends, whatever their length.
    for columns in ["7", "999", "1000"] {
        let text = run(&["values", "nim", "--to", "4999", "--columns", columns]).text();
        let found: Vec<String> = text.lines().skip(2).flat_map(values).collect();
        assert_eq!(found, (0..5000).map(|n: u32| n.to_string()).collect::<Vec<_>>(), "{columns}");
        let rows = text.lines().count() - 2;
        assert_eq!(rows, 5000_usize.div_ceil(columns.parse().unwrap()), "{columns}");
    }
    for arguments in [&["--json"][..], &["--format", "csv"], &["--p-positions"], &["--rows", "1..2", "--cols", "1..2"]]
    {
        let refused = run(&[&["values", "nim", "--columns", "5"], arguments].concat());
        assert!(refused.status == Some(2) && refused.stdout.is_empty(), "{refused:?}");
    }
    run(&["values", "nim", "--columns", "0", "--json"]).error(2, "usage");
}

#[test]
fn sequences_and_tables_are_written_in_markdown_and_latex() {
    assert_eq!(
        run(&["values", "kayles", "--to", "6", "--columns", "4", "--format", "markdown"]).text(),
        "| heap | +0 | +1 | +2 | +3 |
|---:|---:|---:|---:|---:|
| 0 | 0 | 1 | 2 | 3 |
| 4 | 1 | 4 | 3 |  |
"
    );
    assert_eq!(
        run(&["values", "kayles", "--to", "3", "--columns", "2", "--format", "latex"]).text(),
        "\\begin{tabular}{r|rr}
heap & +0 & +1 \\\\
\\hline
0 & 0 & 1 \\\\
2 & 2 & 3 \\\\
\\end{tabular}
"
    );
    let table = ["values", "\"../../examples/euclid.star\"", "--rows", "2..3", "--cols", "1..3", "--format"];
    assert_eq!(
        run(&[&table[..], &["markdown"]].concat()).text(),
        "|  | 1 | 2 | 3 |\n|---:|---:|---:|---:|\n| 2 | 2 | 1 | 0 |\n| 3 | 3 | 0 | 1 |\n"
    );
    assert!(run(&[&table[..], &["latex"]].concat()).text().contains("2 & 2 & 1 & 0 \\\\\n"));
    // What a limit cuts off is still a table.
    let cut = run(&["values", "0.007", "--to", "1e6", "--max-positions", "2000", "--format", "latex"]);
    assert!(cut.status == Some(1) && cut.stdout.ends_with(" \\\\\n\\end{tabular}\n"), "{cut:?}");
}

/// The P-positions are those of value 0 in the list or the table of all values.
#[test]
fn p_positions_are_those_of_value_0() {
    for rule in
        ["0.77", "0.137", "subtract{1,3,4}", "treblecross", "nim", "nim-with-pass", "\"../../examples/take.star\""]
    {
        for misere in [&[][..], &["--misere"]] {
            let ask = |more: &[&str]| {
                run(&[&["values", rule, "--from", "1", "--to", "40", "--json"], misere, more].concat()).json()
            };
            let (values, found) = (ask(&[]), ask(&["--p-positions"]));
            let values: Vec<u64> = serde_json::from_value(values["values"].clone()).unwrap();
            let want: Vec<u64> = (1..).zip(&values).filter(|(_, value)| **value == 0).map(|(heap, _)| heap).collect();
            assert_eq!(found["p_positions"], json!(want), "{rule} {misere:?}");
            assert_eq!((&found["from"], &found["to"]), (&json!(1), &json!(40)));
        }
    }
    for misere in [&[][..], &["--misere"]] {
        let table = ["values", "\"../../examples/euclid.star\"", "--rows", "1..9", "--cols", "2..7", "--json"];
        let ask = |more: &[&str]| run(&[&table[..], misere, more].concat()).json();
        let (values, found) = (ask(&[]), ask(&["--p-positions"]));
        let values: Vec<Vec<u64>> = serde_json::from_value(values["values"].clone()).unwrap();
        let cells = (1..)
            .zip(&values)
            .flat_map(|(row, line)| (2..).zip(line).map(move |(column, value)| ([row, column], value)));
        let want: Vec<[u64; 2]> = cells.filter(|(_, value)| **value == 0).map(|(cell, _)| cell).collect();
        assert!(want.len() > 5);
        assert_eq!((&found["p_positions"], &found["rows"]), (&json!(want), &json!([1, 9])));
    }
    let list = ["values", "0.137", "--to", "15", "--p-positions"];
    assert_eq!(run(&list).text(), "0.137, P-positions in normal play\n  0, 4, 8, 14\n");
    let form = |form: &str| run(&[&list[..], &["--format", form]].concat()).text();
    assert_eq!(form("csv"), "heap\n0\n4\n8\n14\n");
    assert_eq!(form("bfile"), "1 0\n2 4\n3 8\n4 14\n");
    assert_eq!(form("markdown"), "| heap |\n|---:|\n| 0 |\n| 4 |\n| 8 |\n| 14 |\n");
    let pairs = ["values", "\"../../examples/euclid.star\"", "--rows", "1..3", "--cols", "1..3", "--p-positions"];
    assert_eq!(run(&pairs).text(), "\"../../examples/euclid.star\", P-positions in normal play\n  (2, 3), (3, 2)\n");
    assert_eq!(run(&[&pairs[..], &["--format", "csv"]].concat()).text(), "row,column\n2,3\n3,2\n");
    let refused = run(&[&pairs[..], &["--format", "bfile"]].concat());
    assert!(refused.status == Some(2) && refused.stderr.contains("a b-file lists a sequence"), "{refused:?}");
    let none = run(&["values", "nim", "--from", "1", "--p-positions"]).text();
    assert_eq!(none, "nim, P-positions in normal play\nThere is none here.\n");
}
