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
    let text = run_with_input(&["graph", "-"], EDGES).noted();
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
        json!([{"component": 0, "move": "move to b", "from": "graph(\"moves.json\", a)", "to": to, "parts": [to]}])
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
    let text = run_with_input(&["graph", "-"], b"{\"\\u001b[31mred\": []}").noted();
    assert!(text.contains("\\u{1b}[31mred") && !text.contains('\x1b'), "{text}");
}

#[test]
fn files_that_hold_no_graph_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("words"), "a b\na b c\n").unwrap();
    fs::write(path("binary"), b"a b\n\xff\xfe").unwrap();
    let error = run(&["graph", &path("words"), "--json"]).error(2, "notation");
    assert!(error["message"].as_str().unwrap().contains("line 2"), "{error}");
    run(&["graph", &path("binary"), "--json"]).error(2, "notation");
    run(&["graph", &path("missing"), "--json"]).error(2, "io");
    run(&["graph", folder.path().to_str().unwrap(), "--json"]).error(2, "io");
    run(&["graph", &path("words"), "--loopy", "--json"]).error(2, "notation");
}

/// The same graph in every format.
const DIAMONDS: [(&str, &[u8]); 6] = [
    ("moves.txt", EDGES),
    ("moves.json", b"{\"0\": [1, 2], \"1\": [\"3\"], \"2\": [3]}"),
    ("moves.dot", b"digraph { 0 -> {1 2} -> 3 }"),
    ("moves.gv", b"digraph \"moves\" { // two ways\n 0 -> 1 -> 3; 0 -> 2 [color=red]; 2 -> 3 }"),
    ("moves.d6", b"&CWP?\n"),
    ("moves", b">>digraph6<<&CWP?\n"),
];

#[test]
fn every_format_is_read_by_its_name_and_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let want = run_with_input(&["graph", "-", "--json"], EDGES).json();
    for (name, text) in DIAMONDS {
        fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(run_in(folder.path(), &["graph", name, "--json"]).json(), want, "{name}");
        assert_eq!(run_with_input(&["graph", "-", "--json"], text).json(), want, "{name}");
        let token = format!("graph({name:?}, 0, 1)");
        assert_eq!(run_in(folder.path(), &["solve", &token, "--json"]).json()["value"], 1, "{name}");
    }
    fs::write(folder.path().join("edge.g6"), "A_").unwrap();
    let error = run_in(folder.path(), &["graph", "edge.g6", "--json"]).error(1, "cycle");
    assert_eq!(error["cycle"], json!(["0", "1"]));
    fs::write(folder.path().join("edge.s6"), ":An").unwrap();
    run_in(folder.path(), &["graph", "edge.s6", "--json"]).error(1, "unsupported");
}

#[test]
fn csv_has_a_line_a_vertex() {
    let text = run_with_input(&["graph", "-", "--format", "csv"], b"{\"a,b\": [\"\\\"\"], \"c\": []}").noted();
    assert_eq!(text, "vertex,value,outcome\n\"a,b\",1,N\n\"\"\"\",0,P\nc,0,P\n");
}

#[test]
fn names_with_control_characters_are_written_whole() {
    let graph = br#"{"a": ["\u001b[31m", "x"], "\u001b]0;title": ["b"], "c": ["d"], "": []}"#;
    let csv = run_with_input(&["graph", "-", "--format", "csv"], graph).noted();
    let rows = ["a,1,N", "\u{1b}[31m,0,P", "x,0,P", "\u{1b}]0;title,1,N", "b,0,P", "c,1,N", "d,0,P", ",0,P"];
    assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), rows);
    let dot = run_with_input(&["graph", "-", "--format", "dot"], graph).noted();
    let [first, second] = [graph, dot.as_bytes()].map(|text| run_with_input(&["graph", "-", "--json"], text).json());
    assert_eq!(first, second);
}

#[test]
fn a_drawing_is_read_again() {
    let names = b"{\"start\": [\"a b\", \"\\\"\", 7], \"a b\": [\"node\", \"\\\\\"], \"7\": [\"node\"], \"node\": []}";
    let page = run_with_input(&["graph", "-", "--format", "dot"], names).noted();
    assert!(page.contains("\"a b\" [label=\"a b: 1\", fillcolor=palegreen];"), "{page}");
    assert!(page.contains("  \"start\" -> 7;\n"), "{page}");
    let again = run_with_input(&["graph", "-", "--format", "dot"], page.as_bytes()).noted();
    assert_eq!(again, page);
    let [first, second] = [names, page.as_bytes()].map(|text| run_with_input(&["graph", "-", "--json"], text).json());
    assert_eq!(first, second);
    let error = run_with_input(&["graph", "-", "--format", "dot", "--json"], EDGES).error(2, "usage");
    assert!(error["message"].as_str().unwrap().contains("--format"), "{error}");
}

#[test]
fn play_that_need_not_end_and_misere_play_are_told_in_every_form() {
    // b can be left for the end or for a; c and d lead to each other.
    let graph = b"a b\nb a\nb end\nc d\nd c\nd b\n";
    let told = |arguments: &[&str]| run_with_input(&[&["graph", "-"], arguments].concat(), graph).noted();
    let csv = told(&["--loopy", "--remoteness", "--format", "csv"]);
    assert_eq!(
        csv,
        "vertex,value,outcome,remoteness\na,0,P,2\nb,1,N,1\nend,0,P,0\nc,\u{221e}(),D,\nd,\u{221e}(1),D,\n"
    );
    let csv = told(&["--misere", "--loopy", "--format", "csv"]);
    assert_eq!(csv, "vertex,value,outcome\na,,D\nb,,D\nend,,N\nc,,D\nd,,D\n");
    let dot = told(&["--loopy", "--remoteness", "--format", "dot"]);
    for line in [
        "\"a\" [label=\"a: 0, lasts 2\", fillcolor=lightpink];",
        "\"b\" [label=\"b: 1, lasts 1\", fillcolor=palegreen];",
        "\"c\" [label=\"c: \u{221e}(), lasts \u{221e}\", fillcolor=lightyellow];",
    ] {
        assert!(dot.contains(line), "{dot}");
    }
    let again = run_with_input(&["graph", "-", "--loopy", "--remoteness", "--format", "dot"], dot.as_bytes()).noted();
    assert_eq!(again, dot);
}

#[test]
fn moves_of_one_player_are_refused_as_partizan() {
    for (text, vertex, player) in [
        (&b"digraph {\n a -> b\n b -> c [player=R] }"[..], "b", "Right"),
        (b"{\"a\": {\"left\": [\"b\", \"c\"], \"right\": [\"c\"]}}", "a", "Left"),
    ] {
        let error = run_with_input(&["graph", "-", "--json"], text).error(1, "partizan");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(&format!("at {vertex} only {player} can move to")), "{message}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("moves.dot"), "digraph { a -> b [owner=left] }").unwrap();
    run_in(folder.path(), &["solve", "graph(\"moves.dot\", a)", "--json"]).error(1, "partizan");
}

#[test]
fn limits_end_the_reading_and_the_sweep() {
    let text: String = (1..200_000).map(|number| format!("{number} {}\n", number / 2)).collect();
    let run = |limit: &[&str]| run_with_input(&[&["graph", "-", "--json"], limit].concat(), text.as_bytes());
    assert_eq!(run(&["--max-positions", "200000"]).json()["vertices"].as_array().unwrap().len(), 200_000);
    run(&["--max-positions", "199999"]).error(1, "budget");
    run(&["--max-memory", "1M"]).error(1, "budget");
}

#[test]
fn a_note_says_what_was_understood() {
    let note = |text: &str| {
        let run = run_with_input(&["graph", "-"], text.as_bytes());
        assert_eq!(run.status, Some(0), "{run:?}");
        run.stderr
    };
    assert_eq!(note("a b\nb c"), "note: read edge list: directed, 3 vertices, 2 edges\n");
    assert_eq!(note("{\"a\": []}"), "note: read JSON: directed, 1 vertex, 0 edges\n");
    assert_eq!(
        note("3 4\n1 2\n1 2\n2 3\n1 3\n"),
        "note: read edge list with a header: directed, 3 vertices (1 to 3), 3 edges\n"
    );
    let run = run_with_input(&["graph", "-", "--loopy"], b"graph { a -- b; b -- b; b -- c }");
    assert_eq!(run.stderr, "note: read DOT: undirected, 3 vertices, 3 edges\n");
    run_with_input(&["graph", "-", "--json"], EDGES).json();
    run_with_input(&["graph", "-", "--format", "json"], EDGES).json();
}

#[test]
fn a_text_with_two_readings_is_refused_and_the_format_settles_it() {
    let text = b"3 2\n3 1\n2 1\n";
    let error = run_with_input(&["graph", "-", "--json"], text).error(2, "notation");
    let help = "`grundy graph --input-format` says which is meant, `edge-list` or `contest`, and so does the ending of a file, \
                `.edge-list` or `.contest`";
    assert_eq!(error["help"], help);
    let values = |format: &str| -> Vec<u64> {
        let page = run_with_input(&["graph", "-", "--json", "--input-format", format], text).json();
        page["vertices"].as_array().unwrap().iter().map(|vertex| vertex["value"].as_u64().unwrap()).collect()
    };
    assert_eq!((values("edge-list"), values("contest")), (vec![0, 1, 2], vec![0, 1, 1]));
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [("a.edge-list", 2), ("a.contest", 1)] {
        fs::write(folder.path().join(name), text).unwrap();
        let token = format!("graph({name:?}, 3)");
        assert_eq!(run_in(folder.path(), &["solve", &token, "--json"]).json()["value"], value);
    }
    fs::write(folder.path().join("a.txt"), text).unwrap();
    run_in(folder.path(), &["solve", "graph(\"a.txt\", 3)", "--json"]).error(2, "notation");
    run_with_input(&["graph", "-", "--json", "--input-format", "edges"], text).error(2, "usage");
}

/// The header of a large file is not an edge, so that the last vertex has no options.
#[test]
fn the_last_vertex_of_a_contest_file_has_no_options() {
    let n = 20_000;
    let edges: Vec<String> = (1..n).flat_map(|v| [(v, v + 1), (v, n)]).map(|(a, b)| format!("{a} {b}\n")).collect();
    let text = format!("{n} {}\n{}", edges.len(), edges.concat());
    let page = run_with_input(&["graph", "-", "--json"], text.as_bytes()).json();
    let vertices = page["vertices"].as_array().unwrap();
    assert_eq!(vertices.len(), n);
    assert_eq!(vertices[n - 1], json!({"id": "20000", "value": 0, "outcome": "P"}));
}

#[test]
fn a_stream_is_read_within_the_memory() {
    let lines = |line: &dyn Fn(u32) -> String| (0..100_000).map(line).collect::<String>();
    for text in [
        lines(&|n| format!("v{n} w{n}\n")),
        format!("digraph {{ {} }}", lines(&|n| format!("v{n} -> w{n};"))),
        format!("digraph {{ {} }}", "{a b c d e f g} -> {h i j k l m n};".repeat(10_000)),
        format!("{{ {} \"\": [] }}", lines(&|n| format!("\"v{n}\": [],"))),
        "x".repeat(2 << 20),
    ] {
        let beginning: String = text.chars().take(20).collect();
        let error = run_with_input(&["graph", "-", "--json", "--max-memory", "1M"], text.as_bytes()).error(1, "budget");
        assert_eq!(error["limit"], "memory", "{beginning}: {error}");
        run_with_input(&["solve", "-", "--json", "--max-memory", "1M"], text.as_bytes()).error(2, "io");
        run_with_input(&["check", "-", "--json", "--max-memory", "1M"], text.as_bytes()).error(2, "io");
    }
    run_with_input(&["solve", "--batch", "-", "--json", "--max-memory", "1M"], "x".repeat(2 << 20).as_bytes())
        .error(2, "io");
}

#[test]
fn a_position_tells_how_its_graph_file_was_understood() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("moves.txt"), "1 2\n2 3\n").unwrap();
    std::fs::write(folder.path().join("streets.json"), "{\"a\": [\"b\"], \"b\": []}").unwrap();
    let run = |arguments: &[&str]| crate::command::run_in(folder.path(), arguments);
    let position = "graph(\"moves.txt\", 1) + {node-kayles(\"streets.json\"), graph(\"moves.txt\", 2)}";
    let notes = [
        "read moves.txt as edge list: directed, 3 vertices, 2 edges",
        "read streets.json as JSON: directed, 2 vertices, 1 edge",
    ];
    for command in ["solve", "moves", "explain"] {
        let text = run(&[command, position]);
        let want: String = notes.iter().map(|note| format!("note: {note}\n")).collect();
        assert_eq!((text.status, text.stderr), (Some(0), want), "{command}");
        let page = run(&[command, position, "--json"]).json();
        assert_eq!(page["notes"], serde_json::json!(notes), "{command}");
        assert_eq!(run(&[command, "nim(3)", "--json"]).json().get("notes"), None);
    }
    let page = run(&["equal", "graph(\"moves.txt\", 1)", "*0", "--json"]).json();
    assert_eq!(page["notes"], serde_json::json!(notes[..1]));
}
