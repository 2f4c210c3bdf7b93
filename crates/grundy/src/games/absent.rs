//! Well-known games that have no name here: why, and what serves instead. They are not treated as misspelt.

use super::ReadError;
use crate::syntax::{NotationError, Span};

/// Why a game has no name here.
#[derive(Clone, Copy)]
enum Why {
    /// It is not implemented yet; the name is reserved for it.
    Planned,
    /// The players have different options; what they are.
    Partizan(&'static str),
    /// It is written otherwise.
    Otherwise,
    /// This theory says nothing about it; the reason.
    Beyond(&'static str),
}

const RULE_FILE: &str = "its rules can be written in a rule file: docs/src/your-own-game.md";
const PIECES: Why = Why::Partizan("each player moves pieces of one colour");
const SIGNS: Why = Why::Partizan("each player places a sign or colour of their own");

/// The names of games, and what serves instead.
const ABSENT: &[(&[&str], Why, &str)] = &[
    (&["turtles"], Why::Planned, "it is Nim with the places of the heads as heaps: `nim(2, 5)`"),
    (
        &["northcott"],
        Why::Planned,
        "it is won as Nim is, with the numbers of squares between the two pieces of each row as heaps: `nim(2, 3)`",
    ),
    (
        &["hackenbush", "green-hackenbush"],
        Why::Planned,
        "examples/green-graph.star holds the rules of green Hackenbush; with edges in colours it is partizan",
    ),
    (
        &[
            "twins",
            "mock-turtles",
            "mock-turtle-fives",
            "triplets",
            "triplet-fives",
            "turnips",
            "grunt",
            "ruler",
            "ruler-fives",
            "moebius",
            "mogul",
            "moidores",
            "product",
            "take-away",
            "sprouts",
            "nimstring",
        ],
        Why::Planned,
        RULE_FILE,
    ),
    (
        &["domineering", "crosscram", "stop-gate"],
        Why::Partizan("one player places vertical dominoes, the other horizontal ones"),
        "if both may place either, it is Cram: `cram(4x5)`",
    ),
    (
        &["tic-tac-toe", "noughts-and-crosses"],
        SIGNS,
        "if both write X, and a line loses, it is Notakto: `notakto(\"x../.x./...\")`",
    ),
    (&["col", "snort"], SIGNS, "if nobody may paint beside a painted vertex, it is Node Kayles: `node-kayles(path:5)`"),
    (&["hex", "go", "gomoku", "connect-four", "othello", "reversi"], SIGNS, ""),
    (
        &["blue-red-hackenbush", "red-blue-hackenbush"],
        Why::Partizan("each player cuts edges of one colour"),
        "examples/green-graph.star holds the rules of green Hackenbush, which is impartial",
    ),
    (&["chess"], PIECES, "Dawson's Chess in normal play is impartial: `dawson-chess(14)`"),
    (
        &[
            "checkers",
            "draughts",
            "shogi",
            "xiangqi",
            "amazons",
            "konane",
            "clobber",
            "toads-and-frogs",
            "fox-and-geese",
            "nine-mens-morris",
        ],
        PIECES,
        "",
    ),
    (
        &["cutcake"],
        Why::Partizan("one player cuts vertically, the other horizontally"),
        "if both may cut either way, it is a game as in examples/cutting-paper.star",
    ),
    (&["octal", "octal-game", "take-and-break"], Why::Otherwise, "an octal game is written by its code: `0.77(9)`"),
    (
        &["subtraction", "subtraction-game", "bachet"],
        Why::Otherwise,
        "a subtraction game is written by its set: `subtract{1,3,4}(10)`",
    ),
    (&["marienbad"], Why::Otherwise, "it is misère Nim: `nim(1, 3, 5, 7)` with `--misere`"),
    (&["georgia-and-bob"], Why::Otherwise, "did you mean `silver-dollar`?"),
    (&["laskers-nim", "lasker-nim"], Why::Otherwise, "did you mean `lasker`?"),
    (&["dots-and-boxes"], Why::Beyond("is won by whoever has the most boxes, not by the last move"), RULE_FILE),
    (&["mancala", "kalah", "oware"], Why::Beyond("is won by whoever has the most seeds, not by the last move"), ""),
    (&["backgammon", "poker"], Why::Beyond("depends on chance"), ""),
];

/// The error for the name of a well-known game that has none here; `None` for other names. `rule` is the rule as written, at
/// `span`.
pub(crate) fn absent(name: &str, rule: &str, span: Span) -> Option<ReadError> {
    let &(_, why, instead) = ABSENT.iter().find(|(names, ..)| names.contains(&name))?;
    let help = (!instead.is_empty()).then_some(instead);
    let notation = |message: String| {
        let error = NotationError::new(span, message);
        ReadError::Notation(match help {
            Some(help) => error.with_help(help),
            None => error,
        })
    };
    Some(match why {
        Why::Planned => ReadError::Unsupported { name: rule.to_owned(), span, help },
        Why::Partizan(reason) => ReadError::Partizan { name: name.to_owned(), span, reason, help },
        Why::Otherwise => notation(format!("there is no game `{name}`")),
        Why::Beyond(reason) => notation(format!("`{name}` {reason}, so this theory does not apply")),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::Reader;

    #[test]
    fn no_absent_game_has_a_name_and_each_is_listed_once() {
        let mut known: HashSet<&str> = crate::games::list().iter().map(|entry| entry.name).collect();
        for name in ABSENT.iter().flat_map(|(names, ..)| names.iter()) {
            assert!(known.insert(name), "{name}");
        }
    }

    #[test]
    fn what_is_told_to_be_written_instead_can_be_read() {
        let reader = Reader::default();
        let mut read = 0;
        for instead in ABSENT.iter().map(|(.., instead)| instead) {
            let quoted = instead.split('`').skip(1).step_by(2);
            for text in quoted.filter(|text| text.ends_with(')') && !text.starts_with('"')) {
                assert!(reader.sum(text).is_ok(), "{text}");
                read += 1;
            }
            let words = instead.split(|c: char| !(c.is_alphanumeric() || "./-".contains(c)));
            let files = words.filter(|word| word.starts_with("examples/") || word.starts_with("docs/"));
            for file in files.map(|word| word.trim_end_matches('.')) {
                assert!(std::path::Path::new("../..").join(file).exists(), "{file}");
                read += 1;
            }
        }
        assert!(read >= 12, "{read}");
    }

    #[test]
    fn a_bare_name_is_told_as_one_with_arguments() {
        let reader = Reader::default();
        for text in ["chess", "chess()", "nim(3) + chess(8)"] {
            assert!(matches!(reader.sum(text), Err(ReadError::Partizan { .. })), "{text}");
        }
        assert!(matches!(reader.rule("sprouts"), Err(ReadError::Unsupported { .. })));
        assert_eq!(reader.rule("octal").err().unwrap().to_string(), "there is no game `octal`");
        assert_eq!(reader.sum("kyales").err().unwrap().to_string(), "`kyales` needs its arguments in brackets");
    }
}
