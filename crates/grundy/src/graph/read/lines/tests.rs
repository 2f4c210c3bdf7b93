use proptest::prelude::*;

use super::super::{read as read_any, read_as, read_from};
use super::*;
use crate::Limits;

fn read(text: &str) -> Result<Graph, GraphReadError> {
    read_any(text.as_bytes())
}

fn edges(text: &str) -> Vec<String> {
    let graph = read(text).unwrap();
    let options = |vertex| graph.options(vertex).iter().map(|&option| graph.name(option)).collect::<Vec<_>>();
    graph.vertices().map(|vertex| format!("{}:{}", graph.name(vertex), options(vertex).join(","))).collect()
}

#[test]
fn lines_are_edges_vertices_comments_or_blank() {
    let text = "# moves\n\n a\tb \r\n  # indented\nc # alone\na c#1 # a name may hold the sign\nb a\na b";
    assert_eq!(edges(text), ["a:b,c#1", "b:a", "c:", "c#1:"]);
}

#[test]
fn any_white_space_separates_names() {
    assert_eq!(edges("a\u{a0}b\nb\u{3000}é\u{b}"), ["a:b", "b:é", "é:"]);
}

#[test]
fn three_words_are_an_error_on_their_line() {
    let error = read("a b\n\n# c\na b c # weights?\n").unwrap_err();
    assert_eq!(error, GraphReadError::Words { line: 4, words: 3 });
    let want = "line 4: expected an edge (two names) or a vertex (one name), found 3 words";
    assert_eq!(error.to_string(), want);
    assert_eq!(read("a b c d").unwrap_err(), GraphReadError::Words { line: 1, words: 4 });
}

/// The format that the text was found to be in, and each vertex with its options.
fn understood(text: &str, asked: Option<Format>) -> Result<(Format, String), ReadFromError> {
    let limits = Limits::default();
    let read = read_from(text.as_bytes(), asked, None, &mut Meter::new(&limits))?;
    let graph = read.graph;
    let options = |vertex| graph.options(vertex).iter().map(|&option| graph.name(option)).collect::<Vec<_>>();
    let row = |vertex| format!("{}:{}", graph.name(vertex), options(vertex).join(","));
    Ok((read.format, graph.vertices().map(row).collect::<Vec<_>>().join(" ")))
}

#[test]
fn headers_and_separators_are_recognised_where_they_are_certain() {
    for (text, format, want) in [
        ("5 6\n1 2\n1 3\n2 4\n3 4\n4 5\n3 5\n", Format::Contest, "1:2,3 2:4 3:4,5 4:5 5:"),
        ("# a header\n3 3\n\n0 1\n1 2 # x\n0 2", Format::Contest, "0:1,2 1:2 2:"),
        ("4 5\n1 2\n2 1\n1 2\n2 1\n1 2", Format::Contest, "1:2 2:1 3: 4:"),
        ("3,4\n1,2\n2,3\n1,3\n1,2", Format::Contest, "1:2,3 2:3 3:"),
        ("1,2\n2, 3 # x\n 4\n", Format::Csv, "1:2 2:3 3: 4:"),
        ("\"a\";b\nb;c", Format::Csv, "a:b b:c c:"),
        ("1->2\n2 -> 3;\n1 ->\n", Format::Arrows, "1:2 2:3 3:"),
        ("a -> b, c\nb->c d\n", Format::Arrows, "a:b,c b:c,d c: d:"),
        ("1: 2 3\n2: 3\n3:\n4", Format::Adjacency, "1:2,3 2:3 3: 4:"),
        ("a : b,c\nb:c", Format::Adjacency, "a:b,c b:c c:"),
        ("4\n2 2 4\n1 3\n0\n0\n", Format::CountsFrom1, "1:2,4 2:3 3: 4:"),
        ("4\n1 1\n0\n1 0\n3 0 1 2\n", Format::CountsFrom0, "0:1 1: 2:0 3:0,1,2"),
        // A tree below its number of vertices is the same with the number as a vertex.
        ("4\n1 2\n2 3\n2 4\n", Format::EdgeList, "1:2 2:3,4 3: 4:"),
        // Names may hold signs where white space separates them.
        (
            "(0,0) (0,1)\n(5,5)\na:1 x=2\nb:7\n1-2 2-3\n1-5",
            Format::EdgeList,
            "(0,0):(0,1) (0,1): (5,5): a:1:x=2 x=2: b:7: 1-2:2-3 2-3: 1-5:",
        ),
        ("north-gate\na/b c", Format::EdgeList, "north-gate: a/b:c c:"),
        ("1 0", Format::EdgeList, "0: 1:0"),
        ("5 7\n1 2\n2 3", Format::EdgeList, "1:2 2:3 3: 5:7 7:"),
        ("9 3\n1 2\n2 10\n5 6", Format::EdgeList, "1:2 2:10 5:6 6: 9:3 3: 10:"),
    ] {
        let found = understood(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let sorted = |text: &str| {
            let mut rows: Vec<String> = text.split(' ').map(str::to_owned).collect();
            rows.sort_unstable();
            rows
        };
        assert_eq!((found.0, sorted(&found.1)), (format, sorted(want)), "{text}");
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_refused_until_the_format_is_said() {
    use Format::{Adjacency, Arrows, Contest, CountsFrom0, CountsFrom1, Csv, EdgeList};
    for (text, line, by) in [
        ("3 2\n3 1\n2 1", 1, &[(EdgeList, "1: 2:1 3:2,1"), (Contest, "1: 2:1 3:1")][..]),
        ("3 2\n2 1\n1 0", 1, &[(EdgeList, "0: 1:0 2:1 3:2"), (Contest, "0: 1:0 2:1")]),
        ("4 5\n3 4\n2 3\n2 4\n1 2\n1 3", 1, &[(EdgeList, "1:2,3 2:3,4 3:4 4:5 5:"), (Contest, "1:2,3 2:3,4 3:4 4:")]),
        ("5 6\n1 2\n1 3\n2 4\n3 4\n4 5\n3 5\n2\n1 3", 1, &[]),
        ("4 3\n1 2\n1 3\n2 3\n1", 1, &[(EdgeList, "1:2,3 2:3 3: 4:3")]),
        ("3 2\na b\nb c", 1, &[(EdgeList, "3:2 2: a:b b:c c:")]),
        ("3\n0 1\n1 2", 1, &[(EdgeList, "0:1 1:2 2: 3:")]),
        ("4\n1 2\n2 3", 1, &[(EdgeList, "1:2 2:3 3: 4:")]),
        ("2\n5 6\n6 7", 1, &[(EdgeList, "2: 5:6 6:7 7:")]),
        ("3\n2\n0 1\n1 0", 1, &[(EdgeList, "0:1 1:0 2: 3:")]),
        ("2\na b\nb c", 1, &[(EdgeList, "2: a:b b:c c:")]),
        ("1\n3 2\n1 2\n2 3", 1, &[]),
        ("3\n1 2\n1 3\n0", 1, &[(EdgeList, "0: 1:2,3 2: 3:"), (CountsFrom1, "1:2 2:3 3:")]),
        ("3\n2 1 2\n1 2\n0", 1, &[(CountsFrom0, "0:1,2 1:2 2:"), (CountsFrom1, "1:1,2 2:2 3:")]),
        ("source,target\n1,2\n2,3", 1, &[(Csv, "source:target target: 1:2 2:3 3:")]),
        ("from to\na b", 1, &[(EdgeList, "from:to to: a:b b:")]),
        ("u v\n1 2", 1, &[(EdgeList, "u:v v: 1:2 2:")]),
        ("1 2\n2,3", 2, &[(EdgeList, "1:2 2: 2,3:")]),
        ("1,2\n2 3", 2, &[(EdgeList, "1,2: 2:3 3:")]),
        ("1,2\n2;3", 2, &[]),
        ("1,2 3", 1, &[(EdgeList, "1,2:3 3:"), (Csv, "2 3: 1:2 3")]),
        ("1,2,3", 1, &[(EdgeList, "1,2,3:")]),
        ("a b, c d", 1, &[(Csv, "a b:c d c d:")]),
        ("1-2\n2-3", 1, &[(EdgeList, "1-2: 2-3:")]),
        ("1--2", 1, &[(EdgeList, "1--2:")]),
        ("1|2", 1, &[(EdgeList, "1|2:")]),
        ("x:2", 1, &[(EdgeList, "x:2:"), (Adjacency, "x:2 2:")]),
        ("a -> b -> c", 1, &[]),
        ("a -> {b}", 1, &[(Arrows, "a:{b} {b}:")]),
        ("a b\n% c", 2, &[(EdgeList, "a:b b: %:c c:")]),
        ("// a\na b", 1, &[(EdgeList, "//:a a:b b:")]),
    ] {
        match understood(text, None) {
            Err(ReadFromError::Graph(GraphReadError::Unclear { line: found, .. })) => assert_eq!(found, line, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
        for &(format, want) in by {
            assert_eq!(understood(text, Some(format)).unwrap(), (format, want.to_owned()), "{text}");
        }
    }
}

#[test]
fn a_text_that_is_not_in_the_format_asked_for_is_refused() {
    for (format, text, want) in [
        (Format::Contest, "3 2\n1 2", "line 1: the header `3 2` says 2 edges, and 1 lines follow"),
        (
            Format::Contest,
            "3 1\n0 3",
            "line 1: the header `3 1` says 3 vertices, but not all edges are between 1 and 3, or 0 and 3 - 1",
        ),
        (Format::Contest, "a b", "line 1: expected numbers in all lines"),
        (Format::Contest, "3\n1 2", "line 1: expected a header `n m` of two numbers"),
        (Format::CountsFrom0, "2\n0", "line 1: the first line says 2 vertices, and there are 1 lists"),
        (Format::CountsFrom0, "1\n0\n0", "line 3: the first line says 1 vertices, and this is one list more"),
        (Format::CountsFrom0, "2\n1 2\n0", "line 1: vertex 2 is not among them"),
        (Format::CountsFrom1, "2\n1 0\n0", "line 1: vertex 0 is not among them"),
        (Format::CountsFrom1, "2\n2 1\n0", "line 2: expected 2 options, as the first number says, found 1"),
        (Format::CountsFrom1, "2\n1 3\n0", "line 2: 3 is none of 2 vertices"),
        (Format::CountsFrom1, "2 1\n", "line 1: expected the number of vertices alone"),
        (Format::Csv, "1 2", "line 1: expected two fields with a comma, a semicolon or a tab between them"),
        (Format::Csv, "1,2,3", "line 1: expected an edge whose names are separated by commas, found `1,2,3`"),
        (Format::Adjacency, "a b: c", "line 1: expected an edge whose names are separated by colons, found `a b: c`"),
    ] {
        assert_eq!(understood(text, Some(format)).expect_err(text).to_string(), want, "{text}");
    }
    let broken = understood("3\n2 1 2\n1 3\n2 1\n", None).unwrap_err().to_string();
    assert_eq!(broken, "line 4: expected 2 options, as the first number says, found 1");
}

#[test]
fn the_vertices_that_a_header_tells_of_take_memory() {
    let few = Limits { bytes: Some(1 << 24), ..Limits::default() };
    let text = "4000000000 1\n1 2\n";
    let read = read_from(text.as_bytes(), Some(Format::Contest), None, &mut Meter::new(&few));
    assert!(matches!(read, Err(ReadFromError::Stopped(_))), "{read:?}");
}

#[test]
fn numbers_may_be_written_in_any_way_that_words_may() {
    assert_eq!(edges("3\t 1\r\n1 0 \n\n0\n2 # x\n"), ["0:", "1:0", "2:", "3:1"]);
    assert_eq!(edges("1 0 # x\n01 1"), ["1:0", "0:", "01:1"]);
    assert_eq!(edges("4000000000 1\n1 12345678901"), ["4000000000:1", "1:12345678901", "12345678901:"]);
    assert_eq!(read("1 2\n3 4 5\n").unwrap_err(), GraphReadError::Words { line: 2, words: 3 });
}

#[test]
fn a_list_is_read_across_the_pieces_that_it_comes_in() {
    let lines = 100_000;
    let long = "x".repeat(3 << 18);
    let text: String = (1..lines).map(|n| format!("{n} {}\n", n / 2)).chain([format!("{long} 0")]).collect();
    let graph = read(&text).unwrap();
    assert_eq!((graph.vertex_count(), graph.edge_count()), (lines + 1, lines));
    for vertex in graph.vertices() {
        let to = graph.name(vertex).parse::<usize>().map_or(0, |number| number / 2).to_string();
        let options: Vec<_> = graph.options(vertex).iter().map(|&option| graph.name(option)).collect();
        assert!(graph.name(vertex) == "0" && options.is_empty() || options == [to], "{vertex}");
    }
    let broken = text.replace("99999 49999", "99999 49999 1");
    assert_eq!(read(&broken).unwrap_err(), GraphReadError::Words { line: 99_999, words: 3 });
    let mut bytes = text.into_bytes();
    let place = bytes.len() - (4 << 18);
    bytes[place] = 0xff;
    let line = 1 + bytes[..place].iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(read_any(&bytes).unwrap_err(), GraphReadError::NotUtf8 { line });
}

proptest! {
    /// The header is recognised, or the text is refused: it is never one of the edges.
    #[test]
    fn a_header_is_no_edge(
        n in 1..9_u32,
        pairs in prop::collection::vec((0..9_u32, 0..9_u32), 1..24),
        first in 0..2_u32,
    ) {
        let lines: Vec<_> = pairs.iter().map(|(from, to)| format!("{} {}", from % n + first, to % n + first)).collect();
        let text = format!("{n} {}\n{}\n", lines.len(), lines.join("\n"));
        match understood(&text, None) {
            Err(ReadFromError::Graph(GraphReadError::Unclear { line: 1, .. })) => {}
            Ok((Format::Contest, found)) => {
                prop_assert_eq!(understood(&text, Some(Format::Contest)).unwrap(), (Format::Contest, found));
                prop_assert!(lines.len() >= n as usize);
            }
            other => prop_assert!(false, "{text}: {other:?}"),
        }
    }

    #[test]
    fn numbers_and_words_are_read_alike(edges in prop::collection::vec((0..30_u32, 0..30_u32), 0..40), at in 0..40_usize) {
        let mut lines: Vec<String> = edges.iter().map(|(from, to)| format!("{from} {to}")).collect();
        let numbers = lines.join("\n");
        lines.insert(at.min(lines.len()), "word".to_owned());
        let plain = |text: &str| read_as(text.as_bytes(), Some(Format::EdgeList));
        let words = plain(&lines.join("\n")).unwrap();
        if let Ok(numbers) = plain(&numbers) {
            prop_assert_eq!((numbers.vertex_count() + 1, numbers.edge_count()), (words.vertex_count(), words.edge_count()));
            for vertex in numbers.vertices() {
                let same = words.vertex(&numbers.name(vertex)).unwrap();
                let named = |graph: &Graph, vertex| {
                    graph.options(vertex).iter().map(|&option| graph.name(option).into_owned()).collect::<Vec<_>>()
                };
                prop_assert_eq!(named(&numbers, vertex), named(&words, same));
            }
        }
    }
}
