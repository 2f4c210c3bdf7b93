//! `grundy equal`.

use serde_json::json;

use crate::command::{run, run_with_input};

#[test]
fn equal_positions_come_with_a_reply_to_each_move() {
    let page = run(&["equal", "{*0, *2}", "*1", "--json"]).json();
    assert_eq!((&page["equal"], &page["values"], &page["loopy"]), (&json!(true), &json!([1, 1]), &json!(false)));
    assert_eq!(page["distinguished_by"], json!(null));
    let replies = page["replies"].as_array().unwrap();
    assert_eq!(replies.len(), 3);
    for reply in replies {
        assert!(!reply["reply"]["to"].as_str().unwrap().is_empty(), "{reply}");
    }
    assert_eq!(
        run(&["equal", "{*0, *2}", "*1"]).text(),
        "Equal: {*0, *2} and *1, both worth 1.
In their sum the player to move loses, since each move has a reply that leaves it worth 0:
  {*0, *2} -> *0    then  take 1: *1 -> *0
  {*0, *2} -> *2    then  take 1: *2 -> *1
  take 1: *1 -> *0  then  {*0, *2} -> *0
"
    );
}

#[test]
fn others_are_told_apart_by_a_nim_heap_and_that_is_so() {
    for (a, b) in [("kayles(5)", "nim(3)"), ("*0", "*1"), ("nim(3, 4)", "{*1} + *2")] {
        let page = run(&["equal", a, b, "--json"]).json();
        assert_eq!((&page["equal"], &page["replies"]), (&json!(false), &json!(null)), "{a} {b}");
        let beside = page["distinguished_by"]["position"].as_str().unwrap();
        let outcomes = &page["distinguished_by"]["outcomes"];
        assert_ne!(outcomes[0], outcomes[1]);
        for (side, outcome) in [a, b].iter().zip(outcomes.as_array().unwrap()) {
            assert_eq!(run(&["solve", &format!("{side} + {beside}"), "--json"]).json()["outcome"], *outcome);
        }
    }
}

#[test]
fn one_side_may_come_from_standard_input() {
    let page = run_with_input(&["equal", "-", "0.77(3)", "--json"], b"nim(1, 2)\n").json();
    assert_eq!((&page["equal"], &page["positions"]), (&json!(true), &json!(["nim(1, 2)", "0.77(3)"])));
    run_with_input(&["equal", "-", "-", "--json"], b"nim(1)").error(2, "usage");
}

#[test]
fn misere_play_is_refused_with_the_reason() {
    let error = run(&["equal", "--misere", "*1", "*1", "--json"]).error(1, "unsupported");
    assert!(error["message"].as_str().unwrap().contains("every sum"), "{error}");
}
