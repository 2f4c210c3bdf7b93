//! `grundy graph`.

use std::fs;

use serde_json::json;

use crate::command::{run, run_in, run_with_input};

const EDGES: &[u8] = b"0 1\n0 2\n1 3\n2 3\n";

#[test]
fn every_vertex_has_its_value_and_outcome() {
    let page = run_with_input(&["graph", "-", "--json"], EDGES).json();
    let vertex = |id: &str, value: u64, outcome: &str| json!({"id": id, "value": value, "outcome": outcome});
    let want = [vertex("0", 0, "P"), vertex("1", 1, "N"), vertex("2", 1, "N"), vertex("3", 0, "P")];
    assert_eq!(page, json!({ "vertices": want }));
    let text = run_with_input(&["graph", "-"], EDGES).text();
    assert_eq!(
        text,
        "vertex  value  outcome\n0           0  P\n1           1  N\n2           1  N\n3           0  P\n"
    );
}

#[test]
fn a_file_is_read_and_its_vertices_are_places_of_tokens() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("moves.json"), r#"{"a": ["b", "the end"], "b": ["the end"]}"#).unwrap();
    let page = run_in(folder.path(), &["graph", "moves.json", "--json"]).json();
    assert_eq!(page["vertices"][0], json!({"id": "a", "value": 2, "outcome": "N"}));
    let page = run_in(folder.path(), &["solve", "graph(\"moves.json\", a, b)", "--json"]).json();
    assert_eq!(page["value"], 3);
    let to = "graph(\"moves.json\", b)";
    assert_eq!(
        page["winning_moves"],
        json!([{"component": 0, "from": "graph(\"moves.json\", a)", "to": to, "parts": [to]}])
    );
}

#[test]
fn a_cycle_is_shown_position_by_position() {
    let cyclic = b"{\"a\": [\"b\"], \"b\": [\"c\"], \"c\": [\"a\"]}";
    let error = run_with_input(&["graph", "-", "--json"], cyclic).error(1, "cycle");
    assert_eq!(error["cycle"], json!(["a", "b", "c"]));
    let run = run_with_input(&["graph", "-"], cyclic);
    assert_eq!(run.status, Some(1));
    assert!(run.stderr.contains("a -> b -> c -> a"), "{}", run.stderr);
}

#[test]
fn names_that_would_harm_a_terminal_are_escaped() {
    let text = run_with_input(&["graph", "-"], b"{\"\\u001b[31mred\": []}").text();
    assert!(text.contains("\\u{1b}[31mred") && !text.contains('\x1b'), "{text}");
}

#[test]
fn files_that_hold_no_graph_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("words"), "a b\na -> b\n").unwrap();
    fs::write(path("binary"), b"a b\n\xff\xfe").unwrap();
    let error = run(&["graph", &path("words"), "--json"]).error(2, "notation");
    assert!(error["message"].as_str().unwrap().contains("line 2"), "{error}");
    run(&["graph", &path("binary"), "--json"]).error(2, "notation");
    run(&["graph", &path("missing"), "--json"]).error(2, "io");
    run(&["graph", folder.path().to_str().unwrap(), "--json"]).error(2, "io");
    run(&["graph", &path("words"), "--loopy", "--json"]).error(1, "unsupported");
}
