//! `grundy moves`.

use serde_json::{Value, json};

use crate::command::{run, run_with_input};

#[test]
fn every_move_is_listed_with_what_it_leads_to() {
    assert_eq!(
        run(&["moves", "kayles(2) + nim(1)", "--json"]).json(),
        json!({
            "convention": "normal",
            "options": [
                {"component": 0, "move": "take 1", "from": "kayles(2)", "to": "kayles(1)", "parts": [1], "value": 0, "outcome": "P"},
                {"component": 0, "move": "take 2", "from": "kayles(2)", "to": "kayles(0)", "parts": [], "value": 1, "outcome": "N"},
                {"component": 1, "move": "take 1", "from": "nim(1)", "to": "nim(0)", "parts": [], "value": 2, "outcome": "N"},
            ],
            "more": false,
        })
    );
    assert_eq!(
        run(&["moves", "kayles(2) + nim(1)"]).text(),
        "  move                            value  outcome
  take 1: kayles(2) -> kayles(1)      0  P        wins
  take 2: kayles(2) -> kayles(0)      1  N
  take 1: nim(1) -> nim(0)            2  N
"
    );
}

#[test]
fn misere_moves_have_outcomes_and_no_values() {
    let page = run(&["moves", "--misere", "nim(2)", "--json"]).json();
    let rows: Vec<_> =
        page["options"].as_array().unwrap().iter().map(|o| (&o["to"], &o["value"], &o["outcome"])).collect();
    let (one, none) = (json!("nim(1)"), json!("nim(0)"));
    assert_eq!(rows, [(&one, &json!(null), &json!("P")), (&none, &json!(null), &json!("N"))]);
}

#[test]
fn a_long_list_is_cut_at_a_hundred_thousand_unless_all_is_asked_for() {
    let count = |arguments: &[&str]| {
        let page = run(&[&["moves", "nim(100500)", "--json"], arguments].concat()).json();
        (page["options"].as_array().unwrap().len(), page["more"].as_bool().unwrap())
    };
    assert_eq!(count(&[]), (100_000, true));
    assert_eq!(count(&["--moves", "all"]), (100_500, false));
    assert_eq!(count(&["--moves", "100500"]), (100_500, false));
    assert!(
        run(&["moves", "nim(1500)", "--moves", "1000"]).text().ends_with("There are more; `--moves all` lists them.\n")
    );
}

#[test]
fn no_move_is_said_in_words() {
    assert_eq!(run(&["moves", "nim()"]).text(), "There is no move.\n");
}

#[test]
fn a_list_larger_than_memory_is_refused() {
    let error =
        run(&["moves", "nim(1000000000000)", "--moves", "all", "--max-memory", "10M", "--json"]).error(1, "budget");
    assert!(error["help"].as_str().unwrap().contains("--max-memory"));
}

#[test]
fn the_text_of_the_moves_counts_as_memory() {
    let takes = (1..20_000).map(|take| take.to_string()).collect::<Vec<_>>().join(",");
    let position = format!("subtract{{{takes}}}(1000000)");
    let error =
        run_with_input(&["moves", "-", "--max-memory", "200M", "--json"], position.as_bytes()).error(1, "budget");
    assert_eq!(error["limit"], "memory", "{}", error["message"]);
    // Who wins does not depend on the list.
    let page = run_with_input(&["solve", "-", "--max-memory", "200M", "--json"], position.as_bytes()).json();
    assert_eq!((&page["outcome"], page["winning_moves"].as_array().unwrap().is_empty()), (&"P".into(), true));
}

/// Every edge is a move, and what it leaves is read back with its isolated vertices.
#[test]
fn moves_of_arc_kayles_keep_isolated_vertices() {
    let page = run(&["moves", "arc-kayles(edges:0,1-2,1-3,2-3,3-4)", "--json"]).json();
    let to: Vec<&str> =
        page["options"].as_array().unwrap().iter().map(|option| option["to"].as_str().unwrap()).collect();
    assert_eq!(
        to,
        ["arc-kayles(edges:0,3-4)", "arc-kayles(edges:0,2,4)", "arc-kayles(edges:0,1,4)", "arc-kayles(edges:0,1-2)"]
    );
    for position in to {
        let again = run(&["solve", position, "--json"]).json();
        assert_eq!(again["components"][0]["position"], position);
    }
}

/// Merged moves are those of text: each names the equal components in which it can be made.
#[test]
fn moves_in_equal_components_are_merged_on_request() {
    for (position, count, merged_count) in [("kayles(3, 3, 2, 3)", 11, 5), ("nim(2, 2)", 4, 2), ("nim(1) + *1", 2, 2)] {
        let options = |more: &[&str]| {
            let page = run(&[&["moves", position, "--json"], more].concat()).json();
            page["options"].as_array().unwrap().clone()
        };
        let (all, merged) = (options(&[]), options(&["--merge"]));
        assert_eq!((all.len(), merged.len()), (count, merged_count), "{position}");
        let places = |option: &Value| {
            let also = option["also"].as_array().cloned().unwrap_or_default();
            std::iter::once(option["component"].clone()).chain(also).collect::<Vec<_>>()
        };
        let mut taken_apart: Vec<String> = Vec::new();
        for option in &merged {
            for place in places(option) {
                let mut one = option.clone();
                one.as_object_mut().unwrap().remove("also");
                one["component"] = place;
                taken_apart.push(one.to_string());
            }
        }
        let mut want: Vec<String> = all.iter().map(Value::to_string).collect();
        want.sort();
        taken_apart.sort();
        assert_eq!(taken_apart, want, "{position}");
    }
    let solved = run(&["solve", "nim(3, 3, 3)", "--merge", "--json"]).json();
    assert_eq!(solved["winning_moves"][0]["also"], json!([1, 2]));
    assert_eq!(solved["winning_moves"].as_array().unwrap().len(), 1);
    let explained = run(&["explain", "nim(1, 1)", "--merge", "--json"]).json();
    assert_eq!(explained["reasons"][0]["also"], json!([1]));
    let text = |more: &[&str]| run(&[&["solve", "nim(3, 3, 3)"], more].concat()).text();
    assert_eq!(text(&[]), text(&["--merge"]));
    assert!(run(&["moves", "nim(1, 1)", "--merge"]).text().contains("in any of 2 equal components"));
}
