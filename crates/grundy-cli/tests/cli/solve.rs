//! `grundy solve`.

use serde_json::json;

use crate::command::{run, run_with_input};

const EXAMPLE: &str = "nim(3, 4) + subtract{1,2,3}(10)";

#[test]
fn the_worked_example_reads_as_people_would_say_it() {
    assert_eq!(
        run(&["solve", EXAMPLE]).text(),
        "  nim(3)               value  3
  nim(4)               value  4
  subtract{1,2,3}(10)  value  2
  total                value  5
The player to move wins (N).
Winning move:
  take 3: nim(4) -> nim(1)
"
    );
}

#[test]
fn the_worked_example_has_every_field_of_the_contract() {
    assert_eq!(
        run(&["solve", EXAMPLE, "--json"]).json(),
        json!({
            "value": 5,
            "outcome": "N",
            "convention": "normal",
            "components": [
                {"position": "nim(3)", "value": 3},
                {"position": "nim(4)", "value": 4},
                {"position": "subtract{1,2,3}(10)", "value": 2},
            ],
            "winning_moves": [{"component": 1, "move": "take 3", "from": "nim(4)", "to": "nim(1)", "parts": [1]}],
            "more": false,
        })
    );
}

#[test]
fn misere_play_has_outcomes_and_no_values() {
    let page = run(&["solve", "--misere", "nim(1, 1, 2)", "--json"]).json();
    assert_eq!(page["value"], json!(null));
    assert_eq!(page["components"][2], json!({"position": "nim(2)", "value": null}));
    assert_eq!(
        page["winning_moves"],
        json!([{"component": 2, "move": "take 1", "from": "nim(2)", "to": "nim(1)", "parts": [1]}])
    );
    for (sum, outcome) in [("nim(1)", "P"), ("nim(1, 1)", "N"), ("nim()", "N"), ("nim(2, 2)", "P")] {
        assert_eq!(run(&["solve", "--misere", sum, "--json"]).json()["outcome"], outcome, "{sum}");
    }
}

#[test]
fn the_opening_of_nim_as_sets_is_worth_1() {
    let opening = "{{*1, {*1}, *2}, {*2, {*1, {*1}, *2}}, {{*1}, {{*1}}, {*1, {*1}, *2}}}";
    assert_eq!(run(&["solve", opening, "--json"]).json()["value"], 1);
    assert_eq!(run(&["solve", &format!("{opening} + {{{{*1}}}}"), "--json"]).json()["outcome"], "P");
}

#[test]
fn parts_are_sizes_for_heap_games_and_texts_that_read_back_otherwise() {
    let parts = |sum: &str| run(&["solve", sum, "--json"]).json()["winning_moves"][0].clone();
    let whole = |name: Option<&str>, from: &str, to: &str, parts| {
        let mut whole = json!({"component": 0, "from": from, "to": to, "parts": parts});
        name.into_iter().for_each(|name| whole["move"] = json!(name));
        whole
    };
    assert_eq!(parts("kayles(7)"), whole(Some("take 1, split 3 + 3"), "kayles(7)", "kayles(3, 3)", json!([3, 3])));
    assert_eq!(parts("nim(3)"), whole(Some("take 3"), "nim(3)", "nim(0)", json!([])));
    assert_eq!(parts("*3"), whole(Some("take 3"), "*3", "*0", json!([])));
    assert_eq!(parts("*3 + *1"), whole(Some("take 2"), "*3", "*1", json!(["*1"])));
    assert_eq!(parts("{nim(2) + *2}"), whole(None, "{*2 + nim(2)}", "*2 + nim(2)", json!(["*2", "nim(2)"])));
    assert_eq!(parts("nim-with-pass(3) + *3"), whole(Some("pass"), "nim-with-pass(3)", "nim(3)", json!(["nim(3)"])));
}

#[test]
fn what_is_printed_as_a_position_reads_back() {
    for sum in
        ["0.77(9) + kayles(4, 5)", "{nim(2) + *2, {*1}}", "lasker(3, 7) + *5", "nim-with-pass(3, 4) + treblecross(9)"]
    {
        let options = run(&["moves", sum, "--json"]).json()["options"].clone();
        for option in options.as_array().unwrap() {
            let to = option["to"].as_str().unwrap();
            let alone = run(&["solve", to, "--json"]).json()["value"].as_u64().unwrap();
            let parts = option["parts"].as_array().unwrap().iter().filter_map(|part| part.as_str());
            let texts: Vec<&str> = parts.collect();
            if !texts.is_empty() {
                assert_eq!(run(&["solve", &texts.join(" + "), "--json"]).json()["value"], alone, "{option}");
            }
        }
    }
}

#[test]
fn a_list_that_is_cut_says_so() {
    let page = |arguments: &[&str]| {
        let page = run(&[&["solve", "nim(9, 9, 9)", "--json"], arguments].concat()).json();
        (page["winning_moves"].as_array().unwrap().len(), page["more"].as_bool().unwrap())
    };
    assert_eq!(page(&[]), (3, false));
    assert_eq!(page(&["--moves", "all"]), (3, false));
    assert_eq!(page(&["--moves", "3"]), (3, false));
    assert_eq!(page(&["--moves", "2"]), (2, true));
    assert_eq!(page(&["--moves", "0"]), (0, true));
    assert_eq!(page(&["--one-move"]), (1, true));
    assert_eq!(page(&["--outcome-only"]), (0, true));
    let lost = run(&["solve", "nim(9, 9)", "--outcome-only", "--json"]).json();
    assert_eq!((&lost["outcome"], &lost["more"]), (&json!("P"), &json!(false)));
    // Who is to move in the empty game has won already in misère play, without a move.
    let empty = run(&["solve", "nim(0)", "--misere", "--outcome-only", "--json"]).json();
    assert_eq!((&empty["outcome"], &empty["more"]), (&json!("N"), &json!(false)));
}

#[test]
fn equal_moves_in_equal_components_are_said_once() {
    let text = run(&["solve", "nim(9, 9, 9, 3)"]).text();
    assert!(text.contains("  take 6: nim(9) -> nim(3)  in any of 3 equal components\n"), "{text}");
}

#[test]
fn a_sum_is_read_from_standard_input() {
    let page = run_with_input(&["solve", "-", "--json"], b"nim(1, 2, 3)\n").json();
    assert_eq!((&page["value"], &page["outcome"]), (&json!(0), &json!("P")));
}

#[test]
fn ten_thousand_nested_braces_are_solved_from_input_and_as_an_argument() {
    let nested = "{".repeat(10_000) + &"}".repeat(10_000);
    for page in [run(&["solve", &nested, "--json"]), run_with_input(&["solve", "-", "--json"], nested.as_bytes())] {
        assert_eq!(page.json()["value"], 1);
    }
}

#[test]
fn heaps_may_be_as_large_as_numbers_are() {
    let page = run(&["solve", "nim(18446744073709551615, 1)", "--json"]).json();
    assert_eq!(page["value"], 18_446_744_073_709_551_614_u64);
    assert_eq!(
        page["winning_moves"],
        json!([{"component": 0, "move": "take 18446744073709551614", "from": "nim(18446744073709551615)", "to": "nim(1)", "parts": [1]}])
    );
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    assert!(!run(&["solve", "nim(3)"]).text().contains('\x1b'));
    assert!(run(&["solve", "nim(3)", "--color", "always"]).text().contains("\x1b[1m"));
    assert!(run(&["solve", "kyales(3)", "--color=always"]).stderr.contains('\x1b'));
    assert!(!run(&["solve", "kyales(3)"]).stderr.contains('\x1b'));
    assert!(!run(&["solve", "nim(3)", "--color", "always", "--json"]).text().contains('\x1b'));
}

#[test]
fn the_plan_says_by_which_method_each_component_was_valued() {
    let sum = "cram(4x4) + cram(3x4) + cram(4x7) + *2";
    let plan = [vec!["known to the game"], vec!["full expansion"], vec!["nimber search"], vec!["known to the game"]];
    let page = run(&["solve", sum, "--explain-plan", "--json"]).json();
    assert_eq!((&page["value"], &page["plan"]), (&json!(3 ^ 1 ^ 2), &json!(plan)));
    assert!(run(&["solve", sum, "--json"]).json().get("plan").is_none());
    let text = run(&["solve", sum, "--explain-plan", "--outcome-only"]).text();
    assert!(text.contains("Plan:\n  cram(4x4)  known to the game\n"), "{text}");
}

#[test]
fn who_wins_is_told_without_values_that_are_hard_to_find() {
    let page = run(&["solve", "cram(4x7)", "--outcome-only", "--json"]).json();
    assert_eq!((&page["outcome"], &page["value"]), (&json!("N"), &json!(null)));
    assert_eq!(page["components"], json!([{"position": "cram(4x7)", "value": null}]));
    let page = run(&["solve", "cram(4x7)", "--one-move", "--json"]).json();
    let left = page["winning_moves"][0]["to"].as_str().unwrap();
    assert_eq!(run(&["solve", left, "--json"]).json()["outcome"], "P");
}
