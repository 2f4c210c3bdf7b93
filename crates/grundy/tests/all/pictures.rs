//! Pictures, against the positions that they show: what a move touches is where the pictures before and after it differ.

use std::collections::{BTreeMap, BTreeSet};

use grundy::games::{self, Files};
use grundy::notation::Reader;
use grundy::picture::{Board, Cell, Diagram, Picture};
use grundy::{Component, Game, Options, Rules};

fn options(rules: &Rules, component: &Component) -> Vec<Vec<Component>> {
    let mut options = Options::new();
    rules.options(component, &mut options);
    options.iter().map(<[_]>::to_vec).collect()
}

/// What is on each square; there is nothing on those that are gone.
fn squares(board: &Board) -> BTreeMap<(usize, usize), Cell> {
    let rows = board.cells().iter().enumerate();
    let squares =
        rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, &cell)| ((row, column), cell)));
    squares.filter(|&(_, cell)| cell != Cell::Absent).collect()
}

fn names(diagram: &Diagram) -> BTreeSet<&str> {
    diagram.vertices.iter().map(|vertex| &*vertex.name).collect()
}

fn marked(diagram: &Diagram) -> BTreeSet<&str> {
    diagram.vertices.iter().filter(|vertex| vertex.marked).map(|vertex| &*vertex.name).collect()
}

#[test]
fn a_move_touches_what_is_otherwise_after_it() {
    let texts = [
        "cram(3x3)",
        "cram(\"..#/.../#..\")",
        "chomp(3x4)",
        "chomp(5, 2, 2, 1)",
        "chomp(6)",
        "notakto(\"x../.../..x\")",
        "node-kayles(grid:2x3)",
        "node-kayles(edges:a-b,b-c,b-d,e)",
        "arc-kayles(edges:0-1,1-2,2-2,2-3)",
        "poset(edges:0-2,1-2,1-3)",
        "poset(grid:2x3)",
        "moore{2}(3, 2, 1)",
        "staircase(2, 1, 3)",
        "wythoff(3, 2)",
        "euclid(5, 3)",
    ];
    let mut compared = 0;
    for text in texts {
        let sum = Reader::default().sum(text).unwrap();
        let (rules, component) = (&sum.rules, &sum.components[0]);
        let before = rules.picture(component, None).unwrap();
        for left in options(rules, component) {
            let shown = rules.picture(component, Some(&left)).unwrap();
            let after = left.first().map(|part| rules.picture(part, None).unwrap());
            match (&before, &shown, after) {
                (Picture::Board(before), Picture::Board(shown), after) => {
                    assert_eq!((before.cells(), before.marked()), (shown.cells(), &[][..]), "{text}");
                    let Some(Picture::Board(after)) = after else { panic!("{text}: a board is left") };
                    let (before, after) = (squares(before), squares(&after));
                    let differs = |square: &&(usize, usize)| before.get(square) != after.get(square);
                    let touched: Vec<(usize, usize)> = before.keys().filter(differs).copied().collect();
                    assert_eq!(shown.marked(), touched, "{text} {left:?}");
                }
                (Picture::Graph(before), Picture::Graph(shown), after) => {
                    let after = match &after {
                        Some(Picture::Graph(after)) => names(after),
                        Some(_) => panic!("{text}: a graph is left"),
                        None => BTreeSet::new(),
                    };
                    let gone: BTreeSet<&str> = names(before).difference(&after).copied().collect();
                    assert_eq!((marked(shown), marked(before).len()), (gone, 0), "{text} {left:?}");
                }
                _ => panic!("{text}: {before:?} and then {shown:?}"),
            }
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn what_is_taken_of_rows_and_paths_is_what_they_lack() {
    for text in
        ["kayles(7)", "dawson-kayles(6)", "dawson-chess(7)", "node-kayles(path:7)", "arc-kayles(path:6)", "nim(4)"]
    {
        let sum = Reader::default().sum(text).unwrap();
        let (rules, component) = (&sum.rules, &sum.components[0]);
        let length = |component: &Component| match rules.picture(component, None).unwrap() {
            Picture::Heap(heap) => heap.tokens,
            Picture::Board(board) => board.size().1,
            Picture::Graph(diagram) => diagram.vertices.len() as u64,
            _ => panic!("{text}"),
        };
        for left in options(rules, component) {
            let rest: u64 = left.iter().map(length).sum();
            let touched = match rules.picture(component, Some(&left)).unwrap() {
                Picture::Heap(heap) => heap.taken,
                Picture::Board(board) => board.marked().len() as u64,
                Picture::Graph(diagram) => marked(&diagram).len() as u64,
                _ => panic!("{text}"),
            };
            assert_eq!(touched, length(component) - rest, "{text} {left:?}");
        }
    }
}

#[test]
fn a_token_and_where_it_moves_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("moves.json"), r#"{"a": ["b", "c"], "b": ["c"], "c": []}"#).unwrap();
    let reader = Reader::with_files(Files::In(folder.path().into()));
    for (text, to) in [("graph(\"moves.json\", a)", ["b", "c"]), ("geography{from:1}(path:3)", ["0", "2"])] {
        let sum = reader.sum(text).unwrap();
        let (rules, component) = (&sum.rules, &sum.components[0]);
        let mut moves = Vec::new();
        for left in options(rules, component) {
            let Some(Picture::Graph(drawn)) = rules.picture(component, Some(&left)) else { panic!("{text}") };
            let tokens: Vec<&str> =
                drawn.vertices.iter().filter(|vertex| vertex.token).map(|vertex| &*vertex.name).collect();
            assert_eq!((tokens.len(), drawn.vertices.len()), (1, 3), "{text}");
            moves.extend(marked(&drawn).into_iter().map(str::to_owned));
        }
        assert_eq!(moves, to, "{text}");
    }
}

/// A game that joins the list fails here until it tells what its positions look like.
#[test]
fn every_game_of_the_list_has_pictures() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("moves.json"), r#"{"a": ["b", "c"], "b": ["c"]}"#).unwrap();
    let reader = Reader::with_files(Files::In(folder.path().into()));
    for entry in games::list() {
        let sum = reader.sum(entry.example).unwrap();
        for component in &sum.components {
            assert!(sum.rules.picture(component, None).is_some(), "{}", entry.name);
            for left in options(&sum.rules, component) {
                assert!(sum.rules.picture(component, Some(&left)).is_some(), "{}", entry.name);
                for part in &left {
                    assert!(sum.rules.picture(part, None).is_some(), "{}: {}", entry.name, sum.rules.show(part));
                }
            }
        }
    }
}

#[test]
fn a_set_is_a_tree_that_is_cut_where_it_is_large() {
    let tree = |text: &str| match Reader::default().sum(text) {
        Ok(sum) => match sum.rules.picture(&sum.components[0], None) {
            Some(Picture::Tree(tree)) => tree,
            other => panic!("{other:?}"),
        },
        Err(error) => panic!("{error}"),
    };
    let small = tree("{*1, {*2, {}}}");
    let nodes: Vec<(usize, &str)> = small.nodes.iter().map(|node| (node.depth, &*node.text)).collect();
    assert_eq!(nodes, [(0, "{*1, {*2, {}}}"), (1, "*1"), (1, "{*2, {}}"), (2, "*2"), (2, "{}")]);
    assert!(!small.more);
    let members: Vec<String> = (0..100_000).map(|size| format!("*{size}")).collect();
    for large in [tree(&format!("{{{}}}", members.join(", "))), tree(&("{".repeat(50_000) + &"}".repeat(50_000)))] {
        assert_eq!(large.nodes.len(), grundy::picture::Tree::MOST);
        assert!(large.more && large.nodes.iter().all(|node| node.text.len() < 100));
    }
}

#[test]
fn a_graph_of_millions_of_vertices_has_a_small_picture() {
    let folder = tempfile::tempdir().unwrap();
    // Each vertex leads to the next two, and the first to a hundred thousand.
    let mut edges: String = (0..1_000_000).map(|v| format!("{v} {}\n{v} {}\n", v + 1, v + 2)).collect();
    (3..100_000).for_each(|v| edges.push_str(&format!("0 {v}\n")));
    std::fs::write(folder.path().join("large.txt"), edges).unwrap();
    let reader = Reader::with_files(Files::In(folder.path().into()));
    let sum = reader.sum("graph(\"large.txt\", 0, 999000)").unwrap();
    for component in &sum.components {
        let Some(Picture::Graph(drawn)) = sum.rules.picture(component, None) else { panic!("a graph") };
        assert_eq!((drawn.vertices.len(), drawn.hidden), (40, 1_000_002 - 40));
        assert!(drawn.vertices[0].token && drawn.edges.len() < 200);
    }
}
