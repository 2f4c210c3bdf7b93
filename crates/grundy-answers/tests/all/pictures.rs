//! What positions look like, in answers and drawn.

use grundy::games::{self, Entry, integer_arguments};
use grundy::picture::{Board, Cell, Coordinates, Diagram, Picture as Told, Vertex};
use grundy::{Game, Options};
use grundy_answers::{Component, Screen, Session, picture_svg, picture_text};
use roxmltree::Document;
use serde_json::json;

use crate::common::{answer, folder, session_in};

const SCREEN: Screen = Screen { columns: 80, lines: 100, unicode: true };
const PLAIN: Screen = Screen { unicode: false, ..SCREEN };

/// The components of a position, with pictures.
fn pictured(session: &Session, position: &str) -> Vec<Component> {
    let answer = answer(session, json!({"ask": "solve", "position": position, "detail": "one-move", "picture": true}));
    serde_json::from_value(answer["components"].clone()).unwrap()
}

fn drawn(position: &str, screen: Screen) -> String {
    picture_text(&pictured(&Session::new(), position), screen)
}

/// Parses a document, and checks that all of it lies within the page.
fn assert_well_made(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let view: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|part| part.parse().unwrap()).collect();
    let text =
        |name: &str| root.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", name))).unwrap();
    assert!(!text("title").text().unwrap().is_empty() && text("desc").text().is_some());
    for (names, most) in [(["x", "cx", "x1", "x2"], view[2]), (["y", "cy", "y1", "y2"], view[3])] {
        for node in document.descendants() {
            for place in names.iter().filter_map(|name| node.attribute(*name)) {
                let place: f64 = place.parse().unwrap();
                assert!((0.0..=most).contains(&place), "{place} is not within {most}: {svg}");
            }
        }
    }
}

#[test]
fn every_game_of_the_list_is_drawn() {
    let folder = folder(&[("moves.json", r#"{"a": ["b", "c"], "b": ["c"]}"#)]);
    let session = session_in(&folder);
    for entry in games::list() {
        let components = pictured(&session, entry.example);
        assert!(components.iter().all(|component| component.picture.is_some()), "{}", entry.name);
        for screen in [SCREEN, PLAIN] {
            let text = picture_text(&components, screen);
            assert!(!text.is_empty() && (screen.unicode || text.is_ascii()), "{}: {text}", entry.name);
        }
        let svg = picture_svg(&components);
        assert_well_made(&svg);
        assert_eq!(svg, picture_svg(&pictured(&session, entry.example)), "{}", entry.name);
    }
}

#[test]
fn explain_has_the_same_pictures_and_other_answers_have_none() {
    let session = Session::new();
    for position in ["cram(2x3) + nim(4)", "cram(2x2)"] {
        let solved = answer(&session, json!({"ask": "solve", "position": position, "picture": true}));
        let explained = answer(&session, json!({"ask": "explain", "position": position, "picture": true}));
        assert_eq!(solved["components"], explained["components"]);
        // A lost position has no winning move to mark.
        let components = solved["components"].as_array().unwrap();
        let marked = components.iter().any(|component| component["marked_move"].is_string());
        assert_eq!(solved["outcome"] == "N", marked, "{solved}");
    }
    let solved = answer(&session, json!({"ask": "solve", "position": "cram(2x3)"}));
    assert!(solved["components"][0].get("picture").is_none());
    let solved = answer(&session, json!({"ask": "solve", "position": "cram(2x3)", "picture": true}));
    let marked = json!({"kind": "board", "rows": ["...", "..."], "size": [2, 3], "coordinates": "squares", "marked": [[0, 1], [1, 1]]});
    assert_eq!(solved["components"][0]["picture"], marked);
    assert_eq!(solved["components"][0]["marked_move"], solved["winning_moves"][0]["move"]);
}

#[test]
fn ten_games_as_text() {
    for (position, want) in [
        ("nim(3, 4, 5)", "nim(3)  ●○○    3  ○ take 2\nnim(4)  ●●●●   4\nnim(5)  ●●●●●  5\n"),
        ("kayles(5)", "kayles(5)\n   ● ● ◆ ● ●\n  ◆ take 1, split 2 + 2\n"),
        ("treblecross(3)", "treblecross(3)\n   · · ·\n"),
        ("cram(\"..#/...\")", "cram(\"..#/...\")\n    a b c\n  1 · · █\n  2 · · ·\n"),
        ("chomp(3, 3)", "chomp(3, 3)\n    1 2 3\n  1 ! ■ ■\n  2 ■ ■ ◆\n  ◆ bite row 2, column 3\n"),
        (
            "notakto(\"x../.../..x\")",
            "notakto(\"x../.../..x\")\n    a b c\n  1 × · ·\n  2 · ◆ ·\n  3 · · ×\n  ◆ cross b2\n",
        ),
        (
            "node-kayles(grid:2x3)",
            "node-kayles(grid:2x3)\n  [0]───[1]───[2]\n   │     │     │\n   3────[4]────5\n  [ ] vertex 1\n",
        ),
        ("node-kayles(grid:2x2)", "node-kayles(grid:2x2)\n  0───1\n  │   │\n  2───3\n"),
        ("poset(grid:2x2)", "poset(grid:2x2)\n  [0]──→[1]\n   ↓     ↓\n  [2]──→[3]\n  [ ] choose 0\n"),
        (
            "geography{directed,from:12}(edges:12-3,12-4,3-12)",
            "geography{directed,from:12}(edges:3-12,12-3,12-4)\n  [3] ─→ <12>\n  <12> ─→ [3], 4\n  < > the token, on 12\n  [ ] move to 3\n",
        ),
        ("node-kayles(cycle:4)", "node-kayles(cycle:4)\n  0─1─2─3─0\n"),
        ("poset(edges:0-2,1-2,1-3)", "poset(edges:0-2,1-2,1-3)\n  0 ─→ 2\n  1 ─→ 2, 3\n"),
        (
            "geography{from:1}(edges:0-1,1-2,1-3)",
            "geography{from:1}(edges:0-1,1-2,1-3)\n  [0] ─ <1>\n  <1> ─ [0], 2, 3\n  2 ─ <1>\n  3 ─ <1>\n  < > the token, on 1\n  [ ] move to 0\n",
        ),
        ("{*1, {*2, {}}}", "  {*1, {*2, {}}}\n  ├─ *1\n  └─ {*2, {}}\n     ├─ *2\n     └─ {}\n"),
    ] {
        assert_eq!(drawn(position, SCREEN), want, "{position}");
    }
    assert_eq!(drawn("{*1, {*2, {}}}", PLAIN), "  {*1, {*2, {}}}\n  |- *1\n  `- {*2, {}}\n     |- *2\n     `- {}\n");
    assert_eq!(drawn("cram(1x3)", PLAIN), "cram(1x3)\n    a b c\n  1 * * .\n  * domino a1-b1\n");
}

#[test]
fn what_there_is_no_room_for_is_left_out_and_counted() {
    let narrow = Screen { columns: 20, lines: 6, unicode: true };
    assert_eq!(
        drawn("nim(1000, 400)", Screen { columns: 40, ..narrow }),
        format!(
            "nim(1000)  ████████░░░░░░░░░░░░░  1000  ░ take 600\nnim(400)   █████████{}   400\n  █ is 48 tokens or fewer\n",
            " ".repeat(12)
        )
    );
    let taken = drawn("nim(1000000000000000000, 1)", Screen { columns: 60, ..narrow });
    assert!(taken.contains("  █░░░░░░░░░░░░░░  1000000000000000000  ░ take 999999999999999999\n"), "{taken}");
    let chomp = drawn("chomp(1000000000000)", narrow);
    assert!(chomp.contains("more columns"), "{chomp}");
    let path = drawn("node-kayles(path:1000)", narrow);
    assert!(path.contains("… 99") && path.contains("more vertices"), "{path}");
    let many = drawn(&vec!["cram(3x3)"; 50].join(" + "), narrow);
    assert_eq!(many.lines().count(), 6, "{many}");
    assert!(many.ends_with("more components\n"), "{many}");
    let heaps = drawn(&format!("nim({})", vec!["2"; 1000].join(", ")), narrow);
    assert!(heaps.lines().count() <= 6 && heaps.contains("997 more heaps"), "{heaps}");
    for position in ["cram(8x8)", "chomp(60x60)", "node-kayles(grid:8x16)", "{{{{{{{{{{{{{*1}}}}}}}}}}}}}"] {
        for screen in
            [narrow, Screen { columns: 1, lines: 1, unicode: false }, Screen { columns: 0, lines: 0, unicode: true }]
        {
            let answer = answer(
                &Session::new(),
                json!({"ask": "solve", "position": position, "detail": "outcome", "picture": true}),
            );
            let components: Vec<Component> = serde_json::from_value(answer["components"].clone()).unwrap();
            let text = picture_text(&components, screen);
            assert!(text.lines().count() <= screen.lines.max(1), "{text}");
        }
    }
}

/// A board of a hundred by a hundred squares, and a graph whose names are hostile.
struct Large;

const HOSTILE: &str = "]]><script>&\"'\u{1b}[2J\u{202e}\0\u{ffff}\n</svg>";

impl Game for Large {
    type Position = u64;

    fn options(&self, heap: &u64, out: &mut Options<u64>) {
        if *heap > 0 {
            out.push_sum([]);
        }
    }

    fn show(&self, heap: &u64) -> String {
        format!("large({heap})")
    }

    fn name_move(&self, _: &u64, _: &[u64]) -> Option<String> {
        Some(HOSTILE.to_owned())
    }

    fn picture(&self, heap: &u64, left: Option<&[u64]>) -> Option<Told> {
        Some(match *heap {
            1 => {
                let board = Board::new(100, 100, Coordinates::Squares, |_, _| Cell::Free);
                Told::Board(board.marking(|row, column| left.is_some() && row == column))
            }
            2 => Told::Board(Board::new(u64::MAX, u64::MAX, Coordinates::Numbers, |_, _| Cell::Token)),
            _ => {
                let vertex = |at: usize| Vertex {
                    name: format!("{at}{HOSTILE}"),
                    place: at.is_multiple_of(2).then_some((usize::MAX, at)),
                    token: at == 3,
                    marked: left.is_some(),
                };
                // Edges may lead anywhere.
                let edges = (0..100_000).map(|at| (at % 7, at)).collect();
                Told::Graph(Diagram { vertices: (0..100_000).map(vertex).collect(), edges, directed: true, hidden: 5 })
            }
        })
    }
}

const LARGE: Entry = Entry {
    name: "large",
    parameters: "",
    arguments: "which",
    rules: "",
    example: "large(1)",
    source: "",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(integer_arguments(rules.add(Large)))
    },
};

#[test]
fn pictures_of_any_game_are_bounded_and_their_names_do_no_harm() {
    let mut session = Session::new();
    session.register(LARGE);
    for position in ["large(1)", "large(2)", "large(3)"] {
        let components = pictured(&session, position);
        let json = serde_json::to_string(&components).unwrap();
        assert!(json.len() < 100_000, "{position}: {}", json.len());
        for screen in [SCREEN, PLAIN, Screen { columns: 1 << 20, lines: 1 << 20, unicode: true }] {
            let text = picture_text(&components, screen);
            assert!(text.len() < 500_000 && text.lines().count() <= 300, "{position}: {}", text.len());
        }
        let svg = picture_svg(&components);
        assert_well_made(&svg);
        assert!(svg.len() < 5_000_000 && !svg.contains("<script>") && !svg.contains('\u{1b}'), "{position}");
    }
    let many = pictured(&session, &format!("large({})", vec!["1"; 1000].join(", ")));
    let svg = picture_svg(&many);
    assert!(svg.contains("and 960 more components"));
    assert_well_made(&svg);
}

#[test]
fn a_tree_of_positions_is_a_graph_in_which_equal_positions_are_one() {
    let session = Session::new();
    let tree = answer(&session, json!({"ask": "tree", "position": "nim(1, 2)"}));
    let positions: Vec<&str> =
        tree["positions"].as_array().unwrap().iter().map(|position| position["position"].as_str().unwrap()).collect();
    assert_eq!(positions, ["nim(1, 2)", "nim(2)", "nim(1, 1)", "nim(1)", "*0"]);
    let first = json!({"position": "nim(1, 2)", "value": 3, "outcome": "N", "moves": [{"to": 1, "move": "take 1"}, {"to": 2, "move": "take 1"}, {"to": 3, "move": "take 2"}]});
    assert_eq!(tree["positions"][0], first);
    let misere = answer(&session, json!({"ask": "tree", "position": "nim(2)", "misere": true}));
    let outcomes: Vec<&str> =
        misere["positions"].as_array().unwrap().iter().map(|position| position["outcome"].as_str().unwrap()).collect();
    assert_eq!((outcomes, &misere["positions"][0]["value"]), (vec!["N", "P", "N"], &json!(null)));
    for (position, most) in [("nim(1, 2)", 4), ("nim(1000000000000000000)", 200), ("cram(8x8)", 1000), ("nim(1)", 0)] {
        let question = json!({"ask": "tree", "position": position, "most": most});
        let failure = crate::common::failure(&session, question, &grundy::Limits::default());
        assert!(failure.is_budget() && failure.message.contains(&most.to_string()), "{failure:?}");
    }
}
