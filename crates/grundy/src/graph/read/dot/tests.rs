//! DOT files, read and refused.

use crate::graph::{ReadFromError, read as read_any, read_from};
use crate::{Bound, Error, Limits, Meter};

/// Each vertex with its options.
fn rows(text: &str) -> String {
    let graph = read_any(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let row = |vertex| graph.options(vertex).iter().map(|&to| graph.name(to)).collect::<Vec<_>>().join(",");
    let rows: Vec<_> = graph.vertices().map(|vertex| format!("{}:{}", graph.name(vertex), row(vertex))).collect();
    rows.join(" ")
}

fn refused(text: &str) -> String {
    read_any(text.as_bytes()).expect_err(text).to_string()
}

#[test]
fn the_grammar_is_read() {
    for (text, want) in [
        ("digraph { a -> b }", "a:b b:"),
        ("digraph{a->b->c;b->d}", "a:b b:c,d c: d:"),
        ("STRICT DiGraph \"a name\" { \"x y\" -> \"\\\"\" [label=\"->\", weight=2]; alone }", "x y:\" \": alone:"),
        ("digraph { a; a; a -> a }", "a:a"),
        ("digraph { 10 -> 2 -> -1.5 -> .5 -> é_1 }", "10:2 2:-1.5 -1.5:.5 .5:é_1 é_1:"),
        ("digraph { 10 -> 2 3 }", "2: 3: 10:2"),
        ("digraph { \"10\" -> \"2\" }", "2: 10:2"),
        ("graph { a -- b -- c }", "a:b b:a,c c:b"),
        ("digraph { a -> {b c} -> d }", "a:b,c b:d c:d d:"),
        ("digraph { {a b} -> {c d; b} }", "a:c,d,b b:c,d,b c: d:"),
        ("digraph { subgraph one { a -> b; subgraph { c } } -> d }", "a:b,d b:d c:d d:"),
        ("digraph { subgraph cluster_0 { label = x; a } b }", "a: b:"),
        ("digraph { {} -> a -> {} }", "a:"),
        ("digraph { a {} b }", "a: b:"),
        ("digraph { a:n -> b:port:sw; c:_ }", "a:b b: c:"),
        (
            "digraph { node [shape=box] edge [color=red; style=dotted,] graph [x] a -> b [] [y=1][z=2] rankdir=LR }",
            "a:b b:",
        ),
        ("digraph { \"one\" + /* and */ \" \" // more\n + \"two\" -> <b<i>c</i>> }", "one two:b<i>c</i> b<i>c</i>:"),
        ("# 1 \"made\"\ndigraph {\n# line\n a -> b /* -> c */ // -> d\n}", "a:b b:"),
        ("digraph { \"a\\\\\" -> \"b\\n\" -> \"c\\\nd\" }", "a\\\\:b\\n b\\n:cd cd:"),
        ("digraph { \"node\" -> edge1 -> \"\" }", "node:edge1 edge1: :"),
        ("digraph { } ", ""),
    ] {
        assert_eq!(rows(text), want, "{text}");
    }
}

#[test]
fn whatever_else_is_refused_on_its_line() {
    for (text, want) in [
        (
            "digraph {\n a -> b\n",
            "line 3: expected a vertex, an edge, a subgraph, an attribute or `}`, found the end of the file",
        ),
        ("digraph {\n a ->\n ; }", "line 3: expected a vertex or a subgraph after the arrow, found `;`"),
        ("digraph { a -- b }", "line 1: expected `->` in a digraph, found `--`"),
        ("graph { a -> b }", "line 1: expected `--` in a graph, found `->`"),
        ("digraph { a -> node }", "line 1: expected a vertex or a subgraph after the arrow, found the keyword `node`"),
        ("digraph { a [label] [x=] }", "line 1: expected the value of an attribute, found `]`"),
        ("digraph { a [\n -> ] }", "line 2: expected the name of an attribute or `]`, found `->`"),
        (
            "digraph { {a} [x=1] }",
            "line 1: expected no attributes after a subgraph, but an edge or another statement, found `[`",
        ),
        ("digraph { subgraph a -> b }", "line 1: expected `{`, found `->`"),
        (
            "digraph { a }\ndigraph { b }",
            "line 2: expected the end: a file holds one graph, found the keyword `digraph`",
        ),
        ("digraph { a } }", "line 1: expected the end: a file holds one graph, found `}`"),
        ("digraph {\n\"a -> b }", "line 2: the text that begins here is not closed by `\"`"),
        ("digraph {\n<a -- b }", "line 2: the text that begins here is not closed by `>`"),
        ("digraph {\n/* a -> b }", "line 2: the comment that begins here is not closed by `*/`"),
        ("digraph { \"a\" + b }", "line 1: expected a text in quotes after `+`"),
        ("digraph { 12ab -> c }", "line 1: expected a number such as -2.5; a name that begins so stands in quotes"),
        ("digraph { a - b }", "line 1: expected a number such as -2.5; a name that begins so stands in quotes"),
        ("digraph { a\n& b }", "line 2: `&` is not part of DOT; names with it stand in quotes"),
        (
            "digraph { node [player=L] }",
            "line 1: a player for all vertices is not read; say it of each vertex, or of edges",
        ),
    ] {
        assert_eq!(refused(text), want, "{text}");
    }
}

#[test]
fn blocks_may_lie_deep_within_blocks() {
    let depth = 1_000_000;
    let text = format!("digraph {{ {} a -> b {} -> c }}", "{".repeat(depth), "}".repeat(depth));
    assert_eq!(rows(&text), "a:b,c b:c c:");
    let open = format!("digraph {{ {}", "subgraph x {".repeat(depth));
    assert!(refused(&open).starts_with("line 1: expected a vertex"));
    assert!(refused(&format!("digraph {{ {}", "<".repeat(depth))).contains("not closed by `>`"));
}

#[test]
fn sets_do_not_fill_the_memory() {
    let set: String = (0..20_000).map(|number| format!("{number} ")).collect();
    let message = refused(&format!("digraph {{ {{{set}}} -> {{{set}}} }}"));
    assert!(message.starts_with("line 1: edges between sets are more than"), "{message}");
}

#[test]
fn edges_between_sets_are_counted_while_they_are_made() {
    let set: String = (0..3000).map(|number| format!("{number} ")).collect();
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    for text in [
        format!("digraph {{ {{{set}}} -> {{{set}}} }}"),
        format!("digraph {{ edge [player=L] {{{set}}} -> {{{set}}} }}"),
        format!("digraph {{ {} }}", "{a b c d e f g h i j} -> {k l m n o p q r s t} -> {u v w x y z};".repeat(2000)),
    ] {
        match read_from(text.as_bytes(), None, None, &mut Meter::new(&limits)) {
            Err(ReadFromError::Stopped(Error::Budget { bound: Bound::Bytes, done })) => {
                assert!(done.bytes < 3 << 20, "{}", done.bytes);
            }
            other => panic!("{other:?}"),
        }
    }
}
