//! Every question through messages: what is asked, what is answered, and that both survive the way.

use std::fmt::Debug;

use grundy::{Limits, Meter};
use grundy_answers::{Answer, Failure, GamesAnswer, Kind, Limit, Session, Values, Vertex};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{answer, answer_within, ask_within, assert_has, failure, folder, positions, question, session_in};

/// Graphs: a path, a ring that nobody wants to leave, and two vertices that lead to each other.
pub(crate) fn graphs() -> TempDir {
    folder(&[("line", "a b\nb c\na c\n"), ("ring", "a b\nb c\nc a\nc n\nn end\n"), ("cycle", "a b\nb a\n")])
}

/// The JSON of an answer, once it was read back and was the same.
pub(crate) fn reread<A: Serialize + DeserializeOwned + PartialEq + Debug>(answer: &A) -> Value {
    let json = serde_json::to_string(answer).unwrap();
    assert_eq!(serde_json::from_str::<A>(&json).unwrap(), *answer, "{json}");
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::from_value::<A>(value.clone()).unwrap(), *answer, "{json}");
    value
}

/// Asks in JSON; question and answer are written, and read back.
#[track_caller]
pub(crate) fn told(session: &Session, json: Value) -> Value {
    let asked = question(json.clone());
    assert_eq!(question(serde_json::to_value(&asked).unwrap()), asked);
    let answer = session.ask(&asked, &mut Meter::new(&Limits::default()));
    let answer = answer.unwrap_or_else(|failure| panic!("{json}: {failure:?}"));
    let value = match &answer {
        Answer::Solve(answer) => reread(answer),
        Answer::Moves(answer) => reread(answer),
        Answer::Explain(answer) => reread(answer),
        Answer::Values(answer) => reread(answer),
        Answer::Table(answer) => reread(answer),
        Answer::Period(answer) => reread(answer),
        Answer::Compare(answer) => reread(answer),
        Answer::Equal(answer) => reread(answer),
        Answer::Check(answer) => reread(answer),
        Answer::Games(answer) => reread(answer),
        Answer::Graph(answer) => {
            let vertices: Vec<Vertex<'_>> = answer.vertices().collect();
            json!({ "vertices": reread(&vertices) })
        }
        _ => panic!("an answer that this test does not know: {json}"),
    };
    // To be one of several answers changes nothing.
    assert_eq!(serde_json::to_value(&answer).unwrap(), value);
    value
}

#[test]
fn solve_is_asked_and_answered_in_json() {
    let folder = graphs();
    let session = session_in(&folder);
    let sum = told(&session, json!({"ask": "solve", "position": "nim(3, 4) + subtract{1,2,3}(10)"}));
    assert_has(&sum, json!({"value": 5, "outcome": "N", "convention": "normal", "more": false}));
    assert_eq!(
        sum["winning_moves"],
        json!([{"component": 1, "move": "take 3", "from": "nim(4)", "to": "nim(1)", "parts": [1]}])
    );
    assert!(["plan", "drawing_moves", "stopped"].iter().all(|field| sum.get(field).is_none()), "{sum}");
    let misere = told(&session, json!({"ask": "solve", "position": "nim(1, 1)", "misere": true}));
    assert_has(&misere, json!({"value": null, "outcome": "N", "convention": "misere"}));
    assert_eq!(misere["components"][0], json!({"position": "nim(1)", "value": null}));
    let outcome = json!({"ask": "solve", "position": "kayles(20)", "detail": "outcome"});
    assert_has(&told(&session, outcome), json!({"outcome": "N", "winning_moves": [], "more": true}));
    let one = told(&session, json!({"ask": "solve", "position": "kayles(20)", "detail": "one-move", "plan": true}));
    assert_eq!((one["winning_moves"].as_array().unwrap().len(), &one["plan"]), (1, &json!([["known to the game"]])));
    let two = told(&session, json!({"ask": "solve", "position": "nim(1, 1, 1)", "detail": {"moves": 2}}));
    assert_eq!((two["winning_moves"].as_array().unwrap().len(), &two["more"]), (2, &json!(true)));
    let parts = told(&session, json!({"ask": "solve", "position": "kayles(5)"}));
    let split = json!({"component": 0, "move": "take 1, split 2 + 2", "from": "kayles(5)", "to": "kayles(2, 2)", "parts": [2, 2]});
    assert!(parts["winning_moves"].as_array().unwrap().contains(&split), "{parts}");
    let text = told(&session, json!({"ask": "solve", "position": "{*2, {*1}}"}));
    assert_eq!(text["winning_moves"][0]["parts"], json!(["{*1}"]));
    let drawn = told(&session, json!({"ask": "solve", "position": "graph(\"cycle\", a, b)"}));
    assert_has(&drawn, json!({"value": {"infinity": []}, "outcome": "D", "winning_moves": []}));
    assert!(!drawn["drawing_moves"].as_array().unwrap().is_empty(), "{drawn}");
    // Values and numbers of 64 bits are those that were asked for.
    let largest = told(&session, json!({"ask": "solve", "position": "nim(18446744073709551615)"}));
    assert_has(&largest, json!({"value": u64::MAX}));
}

#[test]
fn moves_are_asked_and_answered_in_json() {
    let folder = graphs();
    let session = session_in(&folder);
    let moves = told(&session, json!({"ask": "moves", "position": "nim(2)"}));
    assert_has(&moves, json!({"convention": "normal", "more": false}));
    let last = json!({"component": 0, "move": "take 2", "from": "nim(2)", "to": "nim(0)", "parts": [], "value": 0, "outcome": "P"});
    assert!(moves["options"].as_array().unwrap().contains(&last), "{moves}");
    assert!(moves.get("remoteness").is_none());
    let most = told(&session, json!({"ask": "moves", "position": "nim(9)", "most": 3, "misere": true}));
    assert_eq!((most["options"].as_array().unwrap().len(), &most["more"]), (3, &json!(true)));
    assert_eq!(most["options"][0]["value"], Value::Null);
    let lasts = told(&session, json!({"ask": "moves", "position": "graph(\"ring\", n)", "remoteness": true}));
    assert_eq!((&lasts["remoteness"], &lasts["options"][0]["remoteness"]), (&json!(1), &json!(0)));
    let endless = told(&session, json!({"ask": "moves", "position": "graph(\"cycle\", a)", "remoteness": true}));
    assert_eq!(endless.get("remoteness"), Some(&Value::Null));
    assert_eq!(endless["options"][0].get("remoteness"), Some(&Value::Null));
}

#[test]
fn explain_is_asked_and_answered_in_json() {
    let folder = graphs();
    let session = session_in(&folder);
    for (asked, theorem) in [
        (json!({"position": "nim(1, 2, 3)"}), json!({"name": "sprague-grundy"})),
        (json!({"position": "graph(\"ring\", c) + nim(3)"}), json!({"name": "smith", "infinite": 1, "finite": 3})),
        (
            json!({"position": "nim(1, 1, 3)", "misere": true}),
            json!({"name": "misere-nim", "sizes": [1, 1, 3], "xor": 3, "ones": 2, "large": true}),
        ),
        (json!({"position": "kayles(7)", "misere": true}), json!({"name": "search"})),
    ] {
        let mut asked = asked;
        asked["ask"] = json!("explain");
        let answer = told(&session, asked.clone());
        assert_eq!(answer["theorem"], theorem, "{asked}");
        assert!(!answer["reasons"].as_array().unwrap().is_empty(), "{asked}");
    }
    let lost = told(&session, json!({"ask": "explain", "position": "nim(1, 1)", "remoteness": true, "most": 1}));
    assert_has(&lost, json!({"value": 0, "outcome": "P", "remoteness": 2, "more": true}));
    assert_eq!(lost["reasons"][0]["reply"], json!({"move": "take 1", "from": "nim(1)", "to": "nim(0)", "parts": []}));
    let set = told(&session, json!({"ask": "explain", "position": "{*0, *2}"}));
    assert_has(&set["simplifications"][0], json!({"position": "{*0, *2}", "value": 1, "more": false}));
}

#[test]
fn values_are_asked_and_answered_in_json() {
    let session = Session::new();
    let values = told(&session, json!({"ask": "values", "rule": "kayles", "from": 1, "to": 8}));
    let all = json!({"rule": "kayles", "convention": "normal", "from": 1, "to": 8, "values": [1, 2, 3, 1, 4, 3, 2, 1]});
    assert_eq!(values, all);
    let again = told(&session, json!({"ask": "values", "rule": "kayles", "from": 1, "to": 8, "no_period": true}));
    assert_eq!(again, all);
    let misere = told(&session, json!({"ask": "values", "rule": "nim", "to": 3, "misere": true}));
    assert_eq!((&misere["values"], &misere["convention"]), (&json!([1, 0, 2, 3]), &json!("misere")));
    let far = told(&session, json!({"ask": "values", "rule": "nim", "from": u64::MAX - 1, "to": u64::MAX}));
    assert_eq!(far["values"], json!([u64::MAX - 1, u64::MAX]));
    let table = told(&session, json!({"ask": "values", "rule": "0.137", "from": 100, "to": 100, "no_period": true}));
    assert_eq!(table["values"].as_array().unwrap().len(), 1);
}

#[test]
fn values_that_were_found_before_a_limit_are_part_of_the_answer() {
    let session = Session::new();
    let asked = json!({"ask": "values", "rule": "0.3F", "to": 100_000, "misere": true});
    let Ok(Answer::Values(answer)) = ask_within(&session, asked, &positions(2000)) else { panic!("no values") };
    assert!((1..100_000).contains(&answer.values.len()));
    let stopped = answer.stopped.as_ref().unwrap();
    assert_eq!((stopped.kind, stopped.limit), (Kind::Budget, Some(Limit::Positions)));
    reread(&answer);
}

#[test]
fn a_list_that_does_not_fit_the_memory_ends_at_its_limit_however_small() {
    let session = Session::new();
    for (bytes, found) in [(0, 0), (7, 0), (8, 1), (80, 10)] {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let asked = json!({"ask": "values", "rule": "nim", "to": 100});
        let answer = answer_within(&session, asked, &limits);
        let (values, stopped) = match &answer {
            Ok(answer) => {
                let failure: Failure = serde_json::from_value(answer["stopped"].clone()).unwrap();
                (answer["values"].as_array().unwrap().len(), failure)
            }
            Err(failure) => (0, failure.clone()),
        };
        assert_eq!((values, stopped.kind, stopped.limit), (found, Kind::Budget, Some(Limit::Memory)), "{bytes}");
    }
    // A list that fits is whole.
    let limits = Limits { bytes: Some(808), ..Limits::default() };
    let whole = answer_within(&session, json!({"ask": "values", "rule": "nim", "to": 100}), &limits).unwrap();
    assert_eq!((whole["values"].as_array().unwrap().len(), whole.get("stopped")), (101, None));
}

#[test]
fn period_is_asked_and_answered_in_json() {
    let session = Session::new();
    let kayles = told(&session, json!({"ask": "period", "rule": "kayles", "certificate": true}));
    assert_has(
        &kayles,
        json!({"status": "proved", "period": 12, "preperiod": 71, "last_exception": 70, "saltus": 0, "limit": null}),
    );
    assert!(kayles["certificate"].is_object(), "{kayles}");
    assert!(kayles["no_certificate"].is_null());
    let nim = told(&session, json!({"ask": "period", "rule": "nim", "certificate": true}));
    assert!(nim["certificate"].is_null() && nim["no_certificate"].as_str().unwrap().contains("closed form"), "{nim}");
    assert_has(&nim, json!({"status": "proved", "proof": "closed-form", "saltus": 1, "checked_to": null}));
    let states = told(&session, json!({"ask": "period", "rule": "allbut{2,3,7}"}));
    assert_has(&states, json!({"proof": "states", "period": 4, "saltus": 2}));
    assert!(states["evidence"].get("window").is_none() && states["evidence"]["from"].is_u64(), "{states}");
    let window = told(&session, json!({"ask": "period", "rule": "0.16", "by": "window"}));
    assert_has(&window, json!({"proof": "window", "period": 149_459}));
    assert!(window["evidence"]["window"].is_u64(), "{window}");
    let none = told(&session, json!({"ask": "period", "rule": "0.007", "max": 1000}));
    assert_has(&none, json!({"status": "none", "period": null, "proof": null, "limit": "heaps", "checked_to": 999}));
}

#[test]
fn a_search_for_a_period_that_a_limit_ends_says_so_in_json_too() {
    let session = Session::new();
    let asked = json!({"ask": "period", "rule": "0.007"});
    let Ok(Answer::Period(answer)) = ask_within(&session, asked, &positions(2000)) else { panic!("no answer") };
    assert_eq!((answer.limit, answer.checked_to), (Some(Limit::Positions), Some(1999)));
    let stopped = answer.stopped.as_ref().unwrap();
    assert_eq!((stopped.kind, stopped.limit), (Kind::Budget, Some(Limit::Positions)));
    reread(&answer);
}

#[test]
fn compare_is_asked_and_answered_in_json() {
    let session = Session::new();
    for (rules, more, want) in [
        (["0.07", "0.137"], json!({}), json!({"status": "proved-equal", "shift": 1})),
        (["nim", "0.[3]"], json!({}), json!({"status": "proved-equal", "shift": 0})),
        (["kayles", "0.07"], json!({"shift": 0}), json!({"status": "different", "proof": null, "limit": null})),
        (["0.007", "0.007"], json!({"max": 10}), json!({"status": "proved-equal", "proof": "options"})),
        (["0.3033", "subtract{1,3,4}"], json!({}), json!({"status": "proved-equal", "proof": "options"})),
        (["0.161", "0.36"], json!({"max": 60}), json!({"status": "equal", "limit": "heaps", "checked_to": 60})),
    ] {
        let mut asked = more;
        asked["ask"] = json!("compare");
        asked["rules"] = json!(rules);
        assert_has(&told(&session, asked), want);
    }
    let different = told(&session, json!({"ask": "compare", "rules": ["kayles", "0.07"], "shift": 0}));
    assert_eq!(different["first_difference"], json!({"heap": 1, "values": [1, 0]}));
    let shifted = told(&session, json!({"ask": "compare", "rules": ["0.77", "4.41"], "shift": -1, "max": 100}));
    assert_eq!(shifted["shift"], -1);
}

#[test]
fn equal_is_asked_and_answered_in_json() {
    let folder = graphs();
    let session = session_in(&folder);
    let equal = told(&session, json!({"ask": "equal", "positions": ["{*0, *2}", "*1"]}));
    assert_has(&equal, json!({"equal": true, "values": [1, 1], "distinguished_by": null, "loopy": false}));
    assert!(equal["replies"].as_array().unwrap().iter().all(|reply| reply["reply"].is_object()), "{equal}");
    let few = told(&session, json!({"ask": "equal", "positions": ["nim(9)", "*9"], "most": 2}));
    assert_eq!((few["replies"].as_array().unwrap().len(), &few["more"]), (2, &json!(true)));
    let different = told(&session, json!({"ask": "equal", "positions": ["nim(3)", "kayles(2)"]}));
    assert_has(&different, json!({"equal": false, "values": [3, 2], "replies": null}));
    let beside = &different["distinguished_by"];
    assert_ne!(beside["outcomes"][0], beside["outcomes"][1], "{different}");
    let loopy = told(&session, json!({"ask": "equal", "positions": ["graph(\"ring\", a)", "graph(\"cycle\", a)"]}));
    assert_has(&loopy, json!({"equal": true, "loopy": true, "values": [{"infinity": []}, {"infinity": []}]}));
    let misere = json!({"ask": "equal", "positions": ["*1", "*2"], "misere": true});
    assert_eq!(failure(&session, misere, &Limits::default()).kind, Kind::Unsupported);
}

#[test]
fn graph_is_asked_and_answered_in_json() {
    let folder = graphs();
    let session = session_in(&folder);
    let line = json!([
        {"id": "a", "value": 2, "outcome": "N"},
        {"id": "b", "value": 1, "outcome": "N"},
        {"id": "c", "value": 0, "outcome": "P"},
    ]);
    assert_eq!(told(&session, json!({"ask": "graph", "file": "line"}))["vertices"], line);
    assert_eq!(told(&session, json!({"ask": "graph", "text": "a b\nb c\na c\n"}))["vertices"], line);
    // A name beside a text only tells the format, and opens nothing.
    let text = json!({"ask": "graph", "text": "{\"a\": [\"b\"], \"b\": []}", "file": "nowhere.json"});
    assert_eq!(told(&session, text)["vertices"].as_array().unwrap().len(), 2);
    let misere = told(&session, json!({"ask": "graph", "file": "line", "misere": true, "remoteness": true}));
    assert_eq!(misere["vertices"][2], json!({"id": "c", "value": null, "outcome": "N", "remoteness": 0}));
    let loopy = told(&session, json!({"ask": "graph", "file": "cycle", "loopy": true, "remoteness": true}));
    let round = json!({"id": "a", "value": {"infinity": []}, "outcome": "D", "remoteness": null});
    assert_eq!(loopy["vertices"][0], round);
    let cycle = failure(&session, json!({"ask": "graph", "file": "cycle"}), &Limits::default());
    assert_eq!((cycle.kind, cycle.cycle.map(|cycle| cycle.len())), (Kind::Cycle, Some(2)));
    for file in ["missing", "."] {
        assert_eq!(failure(&session, json!({"ask": "graph", "file": file}), &Limits::default()).kind, Kind::Io);
    }
}

#[test]
fn check_is_asked_and_answered_in_json() {
    let session = Session::new();
    let period = answer(&session, json!({"ask": "period", "rule": "kayles", "certificate": true}));
    let certificate = period["certificate"].to_string();
    let valid = told(&session, json!({"ask": "check", "certificate": certificate}));
    assert_eq!((&valid["valid"], &valid["rule"], valid.get("reason")), (&json!(true), &json!("0.77"), None));
    let wrong = certificate.replace("\"period\":12", "\"period\":13");
    assert_ne!(wrong, certificate);
    let refused = told(&session, json!({"ask": "check", "certificate": wrong}));
    assert!(refused["valid"] == false && refused["reason"].is_string(), "{refused}");
    let no_certificate = told(&session, json!({"ask": "check", "certificate": "{}"}));
    assert_has(&no_certificate, json!({"valid": false, "rule": null, "claim": null}));
}

#[test]
fn games_are_asked_and_answered_in_json() {
    let session = Session::new();
    let games: GamesAnswer = serde_json::from_value(told(&session, json!({"ask": "games"}))).unwrap();
    assert_eq!(games, session.games());
    // The example of a graph game names a file.
    for game in games.games.into_iter().filter(|game| !game.example.contains(".json")) {
        let example = json!({"ask": "solve", "position": game.example, "detail": "outcome"});
        assert!(answer(&session, example)["outcome"].is_string(), "{}", game.name);
    }
}

#[test]
fn a_list_that_is_written_piece_by_piece_is_the_same_list() {
    let session = Session::new();
    let limits = Limits::default();
    for (rule, from, to) in
        [("kayles", 0, 300_000), ("kayles", 5, 5), ("nim", u64::MAX - 3, u64::MAX), ("lasker", 0, 200_000)]
    {
        let question = Values { rule: rule.to_owned(), from, to, ..Values::default() };
        let whole = session.values(&question, &mut Meter::new(&limits)).unwrap();
        let pieces = session.stream_values(&question, &mut Meter::new(&limits)).unwrap();
        assert!(
            serde_json::to_string(&pieces).unwrap() == serde_json::to_string(&whole).unwrap(),
            "{rule} {from} {to}"
        );
    }
}
