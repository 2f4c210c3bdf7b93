//! Play that need not end: graphs, tokens, rule files.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::command::{run_in, run_with_input};

/// A park with a way round and a loop.
const PARK: &str =
    "lane gate\nlane fountain\nfountain lane\nbench gate\nbench lane\npond pond\npond gate\npond bench\n";
/// A boat that the tide carries out at 3 and 5 and holds at 6.
const TIDE: &str = "def options(place):
    out = {3: [4], 5: [6], 6: [6]}
    return [place - k for k in (1, 2) if k <= place] + out.get(place, [])
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("park"), PARK).unwrap();
    fs::write(folder.path().join("tide.star"), TIDE).unwrap();
    folder
}

fn page(folder: &Path, arguments: &[&str]) -> Value {
    run_in(folder, &[arguments, &["--json"]].concat()).json()
}

#[test]
fn every_vertex_has_its_value_outcome_and_remoteness() {
    let vertex = |id: &str, value: Value, outcome: &str, remoteness: Value| json!({"id": id, "value": value, "outcome": outcome, "remoteness": remoteness});
    let page = run_with_input(&["graph", "-", "--loopy", "--remoteness", "--json"], PARK.as_bytes()).json();
    let want = [
        vertex("lane", json!(1), "N", json!(1)),
        vertex("gate", json!(0), "P", json!(0)),
        vertex("fountain", json!(0), "P", json!(2)),
        vertex("bench", json!(2), "N", json!(1)),
        vertex("pond", json!({"infinity": [0, 2]}), "N", json!(1)),
    ];
    assert_eq!(page, json!({ "vertices": want }));
    let page = run_with_input(&["graph", "-", "--loopy", "--json"], b"a b\nb a\n").json();
    assert_eq!(page["vertices"][0], json!({"id": "a", "value": {"infinity": []}, "outcome": "D"}));
}

#[test]
fn misere_play_of_a_graph_has_outcomes_and_no_values() {
    let page = run_with_input(&["graph", "-", "--misere", "--remoteness", "--json"], b"a b\nb c\na c\n").json();
    let want = [("a", "N", 2), ("b", "P", 1), ("c", "N", 0)]
        .map(|(id, outcome, moves)| json!({"id": id, "value": null, "outcome": outcome, "remoteness": moves}));
    assert_eq!(page, json!({ "vertices": want }));
    run_with_input(&["graph", "-", "--misere", "--json"], PARK.as_bytes()).error(1, "cycle");
    let page = run_with_input(&["graph", "-", "--misere", "--loopy", "--json"], PARK.as_bytes()).json();
    assert_eq!(page["vertices"][4], json!({"id": "pond", "value": null, "outcome": "D"}));
}

#[test]
fn winning_drawing_and_losing_moves_of_a_sum_are_told_apart() {
    let folder = folder();
    let pond = "graph(\"park\", pond)";
    let solved = page(folder.path(), &["solve", "graph(\"park\", pond) + nim(3)"]);
    assert_eq!(solved["value"], json!({"infinity": [1, 3]}));
    assert_eq!((&solved["outcome"], &solved["winning_moves"]), (&json!("D"), &json!([])));
    assert_eq!(solved["components"][0], json!({"position": pond, "value": {"infinity": [0, 2]}}));
    let to = |component: usize, name: &str, from: &str, to: &str, parts: Value| json!({"component": component, "move": name, "from": from, "to": to, "parts": parts});
    let drawing = [to(0, "move to pond", pond, pond, json!([pond])), to(1, "take 2", "nim(3)", "nim(1)", json!([1]))];
    assert_eq!((&solved["drawing_moves"], &solved["more"]), (&json!(drawing), &json!(false)));
    let listed = page(folder.path(), &["moves", "graph(\"park\", pond) + nim(3)", "--remoteness"]);
    assert_eq!(listed["remoteness"], json!(null));
    let outcomes: Vec<&Value> = listed["options"].as_array().unwrap().iter().map(|option| &option["outcome"]).collect();
    assert_eq!(outcomes, ["D", "N", "N", "N", "D", "N"]);
    let two = page(folder.path(), &["solve", "graph(\"park\", pond, pond)"]);
    assert_eq!((&two["value"], &two["outcome"]), (&json!({"infinity": []}), &json!("D")));
    let ended = page(folder.path(), &["solve", "graph(\"park\", bench) + nim(2)"]);
    assert_eq!((&ended["value"], &ended["outcome"], &ended["drawing_moves"]), (&json!(0), &json!("P"), &json!([])));
    let one = page(folder.path(), &["solve", "--one-move", "graph(\"park\", pond) + nim(3)"]);
    assert_eq!((one["drawing_moves"].as_array().unwrap().len(), &one["more"]), (1, &json!(true)));
    assert!(page(folder.path(), &["solve", "nim(3)"]).get("drawing_moves").is_none());
}

#[test]
fn rule_files_are_played_on_only_if_told_to() {
    let folder = folder();
    for command in [&["solve"][..], &["moves"], &["explain"], &["solve", "--misere"], &["equal", "*0"]] {
        let plain = [command, &["\"tide.star\"(3)", "--json"]].concat();
        let error = run_in(folder.path(), &plain).error(1, "cycle");
        assert!(error["help"].as_str().unwrap().contains("--loopy"), "{error}");
        page(folder.path(), &[command, &["--loopy", "\"tide.star\"(3)"]].concat());
    }
    let solved = page(folder.path(), &["solve", "--loopy", "\"tide.star\"(3) + nim(1)"]);
    assert_eq!((&solved["value"], &solved["outcome"]), (&json!({"infinity": [0, 3]}), &json!("N")));
    let equal = page(folder.path(), &["equal", "--loopy", "\"tide.star\"(5)", "\"tide.star\"(6)"]);
    assert_eq!((&equal["equal"], &equal["values"][0]), (&json!(true), &json!({"infinity": []})));
    let other = page(folder.path(), &["equal", "--loopy", "\"tide.star\"(4)", "*2"]);
    assert_eq!(other["distinguished_by"], json!({"position": "*2", "outcomes": ["N", "P"]}));
    run_in(folder.path(), &["solve", "--loopy", "\"tide.star\"(6)", "--max-positions", "3", "--json"])
        .error(1, "budget");
}

#[test]
fn an_explanation_says_what_draws_and_what_loses() {
    let folder = folder();
    let text = run_in(folder.path(), &["explain", "graph(\"park\", pond) + nim(3)"]).noted();
    assert!(text.contains("exactly if the infinite one has an option worth 3: it has none."), "{text}");
    assert!(text.contains("After these moves nobody can force a win:\n"), "{text}");
    assert!(text.contains("then  take 3: nim(3) -> nim(0)"), "{text}");
    let explained = page(folder.path(), &["explain", "graph(\"park\", pond) + nim(3)"]);
    let outcomes: Vec<&Value> =
        explained["reasons"].as_array().unwrap().iter().map(|reason| &reason["outcome"]).collect();
    assert_eq!(outcomes, ["D", "N", "N", "N", "D", "N"]);
    let misere = run_in(folder.path(), &["explain", "--misere", "graph(\"park\", pond)"]).noted();
    let gate =
        "These moves lose:\n  move to gate: graph(\"park\", pond) -> graph(\"park\", gate)  leaves no move, which wins";
    assert!(misere.contains(gate), "{misere}");
    let won = run_in(folder.path(), &["explain", "graph(\"park\", lane)"]).noted();
    assert!(won.contains("a move must also bring the end nearer"), "{won}");
}

#[test]
fn sets_are_explained_by_the_moves_that_reverse_their_options() {
    let folder = folder();
    let explained = page(folder.path(), &["explain", "{*0, *2} + {*0, *2} + {{*1}}"]);
    let simplified = explained["simplifications"].as_array().unwrap();
    assert_eq!(simplified.len(), 2);
    let reversed =
        json!({"to": "*2", "worth": 2, "reversed_by": {"move": "take 1", "from": "*2", "to": "*1", "parts": ["*1"]}});
    let kept = json!({"to": "*0", "worth": 0, "reversed_by": null});
    let want = json!({"position": "{*0, *2}", "value": 1, "options": [kept, reversed], "more": false});
    assert!(simplified.contains(&want), "{simplified:?}");
    let text = run_in(folder.path(), &["explain", "{*0, *2}"]).text();
    assert!(
        text.starts_with("{*0, *2} = *1\n  *0  worth 0\n  *2  worth 2  is reversed by  take 1: *2 -> *1\n"),
        "{text}"
    );
}
