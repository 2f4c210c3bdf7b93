//! What is said to those who ask wrongly.

use serde_json::json;

use crate::command::{finish, grundy, run, run_in, run_with_input};

#[test]
fn each_sort_of_bad_text_points_at_its_place() {
    let huge = "1".to_owned() + &"0".repeat(30);
    let braces = "{".repeat(10_000);
    for (sum, start, end) in [
        ("kyales(3)", 0, 6),
        ("nim(3", 5, 5),
        ("nim(-3)", 4, 6),
        ("-3", 0, 2),
        (&*format!("nim({huge})"), 4, 35),
        ("", 0, 0),
        ("nim(1) +", 7, 8),
        ("subtract{0}(3)", 9, 10),
        ("nim(é)", 4, 6),
        (&*braces, 10_000, 10_000),
    ] {
        let error = run(&["solve", sum, "--json"]).error(2, "notation");
        assert_eq!(error["span"], json!({"start": start, "end": end}), "{sum:.40}: {error}");
    }
}

#[test]
fn bad_notation_is_shown_with_a_caret_and_advice() {
    let run = run(&["solve", "nim(1) + kyales(3)"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        run.stderr,
        "error: there is no game `kyales`
  |
1 | nim(1) + kyales(3)
  |          ^^^^^^
  |
  = help: did you mean `kayles`?
"
    );
}

#[test]
fn a_bracket_that_is_never_closed_is_shown_too() {
    let run = run(&["solve", "nim(3"]);
    assert!(run.stderr.contains("this `(` is never closed"), "{}", run.stderr);
}

#[test]
fn megabytes_of_text_give_a_few_lines_of_error() {
    for text in
        ["{".repeat(1_000_000), "x".repeat(1_000_000) + "(3)", "é\x1b[2J".repeat(200_000), "(\n".repeat(500_000)]
    {
        let run = run_with_input(&["solve", "-"], text.as_bytes());
        assert_eq!(run.status, Some(2));
        assert!(run.stderr.len() < 2000 && run.stderr.lines().count() < 20, "{}", run.stderr);
        assert!(!run.stderr.contains('\x1b'), "{}", run.stderr);
    }
}

#[test]
fn only_the_line_at_fault_is_shown() {
    let run = run_with_input(&["solve", "-"], b"nim(3) +\r\n\tkyales(4) +\nnim(5)\n");
    assert!(run.stderr.contains("\n2 |  kyales(4) +\n  |  ^^^^^^\n"), "{}", run.stderr);
}

#[test]
fn well_known_games_without_a_name_are_no_misspellings() {
    for (sum, status, kind, message, help) in [
        ("sprouts(4)", 1, "unsupported", "`sprouts` cannot be played yet", "your-own-game.md"),
        ("northcott(2, 3)", 1, "unsupported", "`northcott` cannot be played yet", "`nim(2, 3)`"),
        ("turtles(2, 5)", 1, "unsupported", "`turtles` cannot be played yet", "`nim(2, 5)`"),
        (
            "domineering(4x4)",
            1,
            "partizan",
            "`domineering` is partizan: one player places vertical dominoes, the other horizontal ones",
            "`cram(4x5)`",
        ),
        ("chess", 1, "partizan", "`chess` is partizan: each player moves pieces of one colour", "`dawson-chess(14)`"),
        (
            "go(19)",
            1,
            "partizan",
            "`go` is partizan: each player places a sign or colour of their own",
            "both players must have the same options",
        ),
        ("subtraction(3)", 2, "notation", "there is no game `subtraction`", "`subtract{1,3,4}(10)`"),
        (
            "dots-and-boxes(2x3)",
            2,
            "notation",
            "`dots-and-boxes` is won by whoever has the most boxes, not by the last move, so this theory does not apply",
            "your-own-game.md",
        ),
    ] {
        let error = run(&["solve", sum, "--json"]).error(status, kind);
        assert_eq!(error["message"], message);
        assert!(error["help"].as_str().unwrap().contains(help), "{error}");
        assert_eq!(error["span"]["start"], 0, "{error}");
    }
}

#[test]
fn integers_are_written_in_several_ways_and_the_others_are_explained() {
    for sum in ["nim(10^18)", "nim(1e18)", "nim(1_000_000_000_000_000_000)", "*10^18"] {
        assert_eq!(run(&["solve", sum, "--json"]).json()["value"], 1_000_000_000_000_000_000_u64, "{sum}");
    }
    assert_eq!(run(&["solve", "subtract{1_0,1e2}(10^3)", "--json"]).json()["value"], 1);
    assert_eq!(run(&["values", "nim", "--from", "10^6", "--to", "1e6", "--json"]).json()["values"], json!([1_000_000]));
    for (sum, message, help) in [
        ("nim(3 4 5)", "expected `,` between integers, found `3 4 5`", "write `3, 4, 5`"),
        ("nim(1,000)", "a comma separates two numbers, not the digits of one", "write `1_000` for one number"),
        ("nim(10^20)", "`10^20` is too large: at most 18446744073709551615", ""),
        ("subtract(1,3,4)(10)", "a rule has one pair of round brackets", "`subtract{1,3,4}(10)`"),
    ] {
        let error = run(&["solve", sum, "--json"]).error(2, "notation");
        assert_eq!(error["message"], message);
        assert!(error["help"].as_str().unwrap_or_default().contains(help), "{error}");
    }
    let error = run(&["values", "nim", "--to", "1,000,000", "--json"]).error(2, "usage");
    assert!(error["message"].as_str().unwrap().ends_with("write `1_000_000`"), "{error}");
}

#[test]
fn files_that_a_position_names_are_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("cycle"), "a b\nb a\n").unwrap();
    std::fs::write(folder.path().join("line"), "a b\n").unwrap();
    let solve = |sum: &str| run_in(folder.path(), &["solve", sum, "--json"]);
    assert_eq!(solve("graph(\"missing\", a)").error(2, "io")["span"], json!({"start": 6, "end": 15}));
    solve("graph(\".\", a)").error(2, "io");
    // A cycle in a graph is meant, one in a set or in rules is not unless `--loopy` says so.
    assert_eq!(solve("graph(\"cycle\", a)").json()["value"], json!({"infinity": []}));
    assert_eq!(solve("{graph(\"cycle\", a)}").error(1, "cycle")["cycle"].as_array().unwrap().len(), 2);
    let error = solve("graph(\"line\", a, c)").error(2, "notation");
    assert_eq!(error["span"], json!({"start": 17, "end": 18}));
}

#[test]
fn input_that_is_not_utf_8_is_refused_where_it_begins() {
    let error = run_with_input(&["solve", "-", "--json"], b"nim(3) + \xff").error(2, "notation");
    assert_eq!(error["span"]["start"], 9);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_a_usage_error() {
    use std::os::unix::ffi::OsStrExt;
    let bad = std::ffi::OsStr::from_bytes(b"nim(\xff)");
    let error = finish(grundy().arg("solve").arg(bad).arg("--json"), b"").error(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("UTF-8"));
}

#[test]
fn wrong_usage_is_json_where_json_is_asked_for() {
    for arguments in [
        &["solv", "nim(3)"][..],
        &[],
        &["solve"],
        &["solve", "nim(3)", "nim(4)"],
        &["solve", "nim(3)", "--moves", "many"],
        &["solve", "nim(3)", "--one-move", "--outcome-only"],
        &["solve", "nim(3)", "--timeout", "soon"],
        &["solve", "nim(3)", "--max-memory", "much"],
        &["values"],
        &["completions", "tcsh"],
        &["completions", "bash"],
        &["man"],
    ] {
        run(&[arguments, &["--json"]].concat()).error(2, "usage");
    }
    let plain = run(&["solv", "nim(3)"]);
    assert_eq!((plain.status, plain.stdout.as_str()), (Some(2), ""));
    assert!(plain.stderr.contains("a similar subcommand exists: 'solve'"), "{}", plain.stderr);
    assert_eq!(run(&[]).status, Some(2));
}
