//! `--picture`, and `explain --format dot`.

use std::collections::BTreeMap;
use std::fs;

use crate::command::{finish, grundy, run, run_in, run_with_input};

/// Runs the command where the locale has this character set.
fn run_in_locale(locale: &str, arguments: &[&str]) -> String {
    finish(grundy().args(arguments).env("LC_ALL", locale), b"").text()
}

#[test]
fn pictures_stand_above_the_answer_in_the_characters_of_the_locale() {
    let unicode = run_in_locale("en_GB.UTF-8", &["solve", "kayles(3)", "--picture"]);
    assert!(
        unicode.starts_with("kayles(3)\n   ● ◆ ●\n  ◆ take 1, split 1 + 1\n\n  kayles(3)  value  3\n"),
        "{unicode}"
    );
    let ascii = "kayles(3)\n   o * o\n  * take 1, split 1 + 1\n\n";
    assert!(run_in_locale("C", &["solve", "kayles(3)", "--picture"]).starts_with(ascii));
    assert!(run_in_locale("C.UTF-8", &["explain", "kayles(3)", "--picture=ascii"]).starts_with(ascii));
    // Neither in a pipe nor where it is refused.
    let bare = run(&["solve", "kayles(3)"]).text();
    assert!(bare.starts_with("  kayles(3)  value  3\n"));
    assert_eq!(run(&["solve", "kayles(3)", "--picture=none"]).text(), bare);
}

#[test]
fn svg_is_the_whole_output_and_json_has_pictures_as_data() {
    let svg = run(&["explain", "chomp(3x4)", "--picture=svg"]).text();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(run(&["solve", "chomp(3x4)", "--picture=svg"]).text(), svg);
    let json = run(&["solve", "chomp(2x2)", "--json", "--picture"]).json();
    assert_eq!(json["components"][0]["picture"]["rows"], serde_json::json!(["!O", "OO"]));
    let batch = run_with_input(&["solve", "--batch", "-", "--picture"], b"nim(2)\n").json();
    assert_eq!(batch["components"][0]["picture"]["tokens"], 2);
    let error = run(&["solve", "nim(2)", "--json", "--picture=svg"]).error(2, "usage");
    assert!(error["help"].as_str().unwrap().contains("--json --picture"), "{error}");
}

/// The values in the labels of DOT, by the names of the vertices, and the number of edges.
fn told(dot: &str) -> (BTreeMap<String, String>, usize) {
    let mut values = BTreeMap::new();
    for line in dot.lines().filter(|line| line.contains("fillcolor")) {
        let (id, label) = line.trim().split_once(" [label=\"").unwrap();
        let (label, _) = label.rsplit_once("\", fillcolor").unwrap();
        // As the reader of DOT reads a name.
        let id = id.trim_matches('"').replace("\\\"", "\"");
        values.insert(id, label.rsplit_once(": ").unwrap().1.to_owned());
    }
    (values, dot.matches(" -> ").count())
}

#[test]
fn a_game_tree_that_is_read_again_has_the_same_values() {
    for (position, flags) in [
        ("nim(2, 3) + *2", &[][..]),
        ("kayles(7)", &[]),
        ("chomp(3x3)", &[]),
        ("cram(2x3)", &[]),
        ("{*1, {*1}, *2} + 0.137(4)", &[]),
        ("node-kayles(edges:a-\"b c\",\"b c\"-d)", &[]),
        ("nim(2, 3)", &["--misere"]),
        ("kayles(7)", &["--misere"]),
        ("nim()", &[]),
    ] {
        let explain = [&["explain", position, "--format", "dot"][..], flags].concat();
        let dot = run(&explain).text();
        let (values, edges) = told(&dot);
        let graph = [&["graph", "-", "--input-format", "dot", "--format", "json"][..], flags].concat();
        let read = finish(grundy().args(&graph), dot.as_bytes()).json();
        let vertices = read["vertices"].as_array().unwrap();
        let field = if flags.is_empty() { "value" } else { "outcome" };
        let again: BTreeMap<String, String> = vertices
            .iter()
            .map(|vertex| {
                let value = vertex[field].to_string();
                (vertex["id"].as_str().unwrap().to_owned(), value.trim_matches('"').to_owned())
            })
            .collect();
        assert_eq!(again, values, "{position} {flags:?}\n{dot}");
        assert!(edges >= values.len() - 1, "{position}: every position but the first is reached by a move");
    }
}

#[test]
fn a_game_tree_may_have_cycles_and_any_names() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a\\", "\u{1b}[2J", "\u{202e}", "\"\\\"", "x\ny", "\\u{202e}", "b"];
    // Each leads to the next, and the last but one back to the first.
    let edges = names.windows(2).map(|pair| (pair[0].to_owned(), vec![pair[1]]));
    let mut edges: BTreeMap<String, Vec<&str>> = edges.collect();
    edges.get_mut(names[5]).unwrap().push(names[0]);
    fs::write(folder.path().join("g.json"), serde_json::to_string(&edges).unwrap()).unwrap();
    let position = r#"graph("g.json", "a\\")"#;
    let run = run_in(folder.path(), &["explain", position, "--format", "dot"]);
    let dot = run.text();
    assert!(!dot.contains('\u{1b}') && !dot.contains('\u{202e}'), "{dot}");
    let read = finish(grundy().args(["graph", "-", "--input-format", "dot", "--loopy", "--json"]), dot.as_bytes());
    let vertices = read.json()["vertices"].as_array().unwrap().clone();
    assert_eq!(vertices.len(), names.len(), "{dot}");
    let own = finish(grundy().args(["graph", "g.json", "--loopy", "--json"]).current_dir(folder.path()), b"").json();
    let outcomes = |vertices: &[serde_json::Value]| {
        let mut all: Vec<String> = vertices.iter().map(|vertex| vertex["value"].to_string()).collect();
        all.sort();
        all
    };
    assert_eq!(outcomes(&vertices), outcomes(own["vertices"].as_array().unwrap()));
}

#[test]
fn a_game_tree_that_is_too_large_is_an_error_that_names_the_flag() {
    let large = run(&["explain", "cram(3x4)", "--format", "dot"]);
    assert_eq!((large.status, &*large.stdout), (Some(1), ""));
    assert!(
        large.stderr.contains("more than 200 positions") && large.stderr.contains("--tree-size"),
        "{}",
        large.stderr
    );
    let few = run(&["explain", "nim(3)", "--format", "dot", "--tree-size", "3"]);
    assert!(few.stderr.contains("more than 3 positions"), "{}", few.stderr);
    assert!(run(&["explain", "kayles(20)", "--format", "dot", "--tree-size", "all"]).text().len() > 20_000);
    let both = run(&["explain", "nim(3)", "--format", "dot", "--picture"]);
    assert_eq!(both.status, Some(2));
    run(&["explain", "nim(3)", "--format", "dot", "--json"]).error(2, "usage");
    assert_eq!(run(&["explain", "nim(3)", "--format", "json"]).json()["value"], 3);
}
