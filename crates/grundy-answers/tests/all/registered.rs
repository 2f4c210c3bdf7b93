//! A game of another crate, registered with a session.

use std::collections::BTreeSet;

use grundy::games::{Entry, integer_arguments};
use grundy::{Game, Limits, Options};
use grundy_answers::{Kind, Session};
use serde_json::{Value, json};

use crate::common::{answer, answer_within, assert_has, failure};

/// Take a square number of tokens, or leave a single heap of half the size.
struct SquareOrHalf;

impl Game for SquareOrHalf {
    type Position = u64;

    fn options(&self, heap: &u64, out: &mut Options<u64>) {
        (1..).map(|root| root * root).take_while(|square| square <= heap).for_each(|square| out.push(heap - square));
        if *heap > 0 {
            out.push(heap / 2);
        }
    }

    fn show(&self, heap: &u64) -> String {
        format!("square-or-half({heap})")
    }

    fn heap(&self, heap: &u64) -> Option<u64> {
        Some(*heap)
    }
}

const ENTRY: Entry = Entry {
    name: "square-or-half",
    parameters: "",
    arguments: "heap sizes",
    rules: "Take a square number of tokens from a heap, or halve it.",
    example: "square-or-half(10)",
    source: "Nobody, 2001",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(integer_arguments(rules.add(SquareOrHalf)))
    },
};

fn session() -> Session {
    let mut session = Session::new();
    session.register(ENTRY);
    session
}

/// The values of the heaps below `heaps`, from the rules alone; `1` for a heap without options in misère play.
fn values(heaps: usize, misere: bool) -> Vec<u64> {
    let mut values: Vec<u64> = vec![u64::from(misere)];
    for heap in 1..heaps {
        let squares = (1..).map(|root| root * root).take_while(|square| *square <= heap).map(|square| heap - square);
        let options: BTreeSet<u64> = squares.chain([heap / 2]).map(|option| values[option]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn a_registered_game_is_solved_added_and_explained() {
    let session = session();
    let known = values(200, false);
    for heap in [0, 1, 7, 10, 100, 199] {
        let position = format!("square-or-half({heap}) + nim(2)");
        let answer = answer(&session, json!({"ask": "solve", "position": position, "plan": true}));
        let value = known[heap] ^ 2;
        assert_has(&answer, json!({"value": value, "outcome": if value == 0 { "P" } else { "N" }}));
        let explained = crate::common::answer(&session, json!({"ask": "explain", "position": position}));
        assert_has(&explained, json!({"value": value, "theorem": {"name": "sprague-grundy"}}));
        // Heaps are named by their size.
        let sizes = |json: &Value| {
            json["winning_moves"]
                .as_array()
                .unwrap()
                .iter()
                .all(|to| to["parts"].as_array().unwrap().iter().all(Value::is_u64))
        };
        assert!(sizes(&answer), "{answer}");
    }
    let moves = answer(&session, json!({"ask": "moves", "position": "square-or-half(10)", "misere": true}));
    assert_eq!(moves["options"].as_array().unwrap().len(), 4);
    let set = answer(&session, json!({"ask": "solve", "position": "{square-or-half(5), *1}"}));
    assert!(set["value"].is_u64(), "{set}");
    let equal = json!({"ask": "equal", "positions": ["square-or-half(10)", format!("*{}", known[10])]});
    assert_has(&answer(&session, equal), json!({"equal": true}));
}

#[test]
fn a_registered_game_of_heaps_has_values_and_a_period_that_is_observed() {
    let session = session();
    for (misere, no_period) in [(false, false), (false, true), (true, false)] {
        let asked =
            json!({"ask": "values", "rule": "square-or-half", "to": 299, "misere": misere, "no_period": no_period});
        assert_eq!(answer(&session, asked)["values"], json!(values(300, misere)), "{misere} {no_period}");
    }
    let period = answer(&session, json!({"ask": "period", "rule": "square-or-half", "max": 500}));
    assert_has(&period, json!({"proof": null, "limit": "heaps", "checked_to": 499}));
    assert_ne!(period["status"], "proved");
    let compare =
        answer(&session, json!({"ask": "compare", "rules": ["square-or-half", "nim"], "shift": 0, "max": 100}));
    let first = values(100, false).iter().zip(0..).position(|(value, heap)| *value != heap).unwrap();
    assert_has(&compare, json!({"status": "different"}));
    assert_eq!(compare["first_difference"]["heap"], first);
}

#[test]
fn a_registered_game_is_listed_and_may_take_the_place_of_another() {
    let mut session = session();
    assert!(session.games().games.iter().any(|game| game.name == "square-or-half" && game.example == ENTRY.example));
    let misspelt = failure(&session, json!({"ask": "solve", "position": "square-or-halv(3)"}), &Limits::default());
    assert_eq!(misspelt.help.as_deref(), Some("did you mean `square-or-half`?"));
    let parameters = failure(&session, json!({"ask": "solve", "position": "square-or-half{2}(3)"}), &Limits::default());
    assert_eq!(parameters.kind, Kind::Notation);
    session.register(Entry { name: "nim", ..ENTRY });
    let nim = answer_within(&session, json!({"ask": "values", "rule": "nim", "to": 9}), &Limits::default()).unwrap();
    assert_eq!(nim["values"], json!(values(10, false)));
    assert_eq!(session.games().games.iter().filter(|game| game.name == "nim").count(), 1);
    // Other sessions are as they were.
    assert_eq!(answer(&Session::new(), json!({"ask": "values", "rule": "nim", "to": 2}))["values"], json!([0, 1, 2]));
}
