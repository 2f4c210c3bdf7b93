//! `grundy explain`.

use serde_json::json;

use crate::command::run;

#[test]
fn a_win_is_explained_by_the_columns_of_the_xor() {
    assert_eq!(
        run(&["explain", "nim(3, 4) + subtract{1,2,3}(10)"]).text(),
        "The value of each component, in decimal and in binary:
  nim(3)                     3  011
  nim(4)                     4  100
  subtract{1,2,3}(10)        2  010
                                ---
  xor, the value of the sum  5  101

The value is not 0. The player to move wins (N).

A move wins if it leaves the value 0,
so a component worth g has to become worth g xor 5:
  take 3: nim(4) -> nim(1)  4 xor 5 = 1
"
    );
}

#[test]
fn a_loss_is_explained_by_a_reply_to_each_move() {
    let text = run(&["explain", "nim(1, 2, 3)"]).text();
    assert!(
        text.contains("The value is 0: every column has an even number of ones. The player to move loses (P).\n"),
        "{text}"
    );
    assert!(text.contains("  take 1: nim(1) -> nim(0)  then  take 1: nim(3) -> nim(2)\n"), "{text}");
    assert_eq!(text.matches("  then  ").count(), 6);
}

#[test]
fn a_move_upward_is_named() {
    let text = run(&["explain", "nim-with-pass(2) + *2"]).text();
    let upward = "1 xor 3 = 2  upward: the component becomes worth more, 2 instead of 1\n";
    assert!(text.contains(&format!("  pass: nim-with-pass(2) -> nim(2)              {upward}")), "{text}");
    assert!(text.contains("  take 1: *2 -> *1                              2 xor 3 = 1\n"), "{text}");
}

#[test]
fn misere_play_is_explained_by_what_was_used() {
    let nim = run(&["explain", "--misere", "nim(1, 1)"]).text();
    assert!(
        nim.contains("the rule of misère Nim decides")
            && nim.contains("iff the number of heaps of size 1 is even: it is 2."),
        "{nim}"
    );
    let search = run(&["explain", "--misere", "kayles(5)"]).text();
    assert!(search.contains("the sum was searched as a whole") && !search.contains("xor"), "{search}");
}

#[test]
fn no_move_is_said_in_words() {
    assert!(run(&["explain", "nim()"]).text().ends_with("There is no move, so the player to move has lost.\n"));
    assert!(
        run(&["explain", "--misere", "nim()"]).text().ends_with("There is no move, so the player to move has won.\n")
    );
}

#[test]
fn the_reasons_are_there_for_scripts_too() {
    let page = run(&["explain", "nim(1, 1)", "--json"]).json();
    assert_eq!(
        page["reasons"][0],
        json!({
            "component": 0, "move": "take 1", "from": "nim(1)", "to": "nim(0)", "parts": [], "worth": 0, "outcome": "N",
            "reply": {"move": "take 1", "from": "nim(1)", "to": "nim(0)", "parts": []},
        })
    );
    assert_eq!((&page["value"], &page["outcome"], &page["more"]), (&json!(0), &json!("P"), &json!(false)));
}

#[test]
fn moves_are_counted_from_after_the_reply_that_is_shown() {
    let text = run(&["explain", "nim(2, 2)", "--remoteness"]).text();
    assert!(text.contains("(remoteness 4)"), "{text}");
    assert!(text.contains("take 1: nim(2) -> nim(1)  then  take 1: nim(2) -> nim(1)  2 moves are left"), "{text}");
    assert!(text.contains("take 2: nim(2) -> nim(0)  then  take 2: nim(2) -> nim(0)  no move is left"), "{text}");
    let text = run(&["explain", "nim(2, 3)", "--remoteness"]).text();
    assert!(text.contains("(remoteness 5)") && text.contains("3 xor 1 = 2  4 moves are left\n"), "{text}");
    // The number in JSON is the remoteness after the move itself.
    let page = run(&["explain", "nim(2, 2)", "--remoteness", "--json"]).json();
    assert_eq!((&page["reasons"][0]["to"], &page["reasons"][0]["remoteness"]), (&json!("nim(1)"), &json!(3)));
}

#[test]
fn a_move_without_a_reply_is_not_said_to_have_one() {
    let text = run(&["explain", "--misere", "nim(1)"]).text();
    assert!(
        text.ends_with(
            "Every move loses:\n  take 1: nim(1) -> nim(0)  leaves no move, which wins for the other player\n"
        ),
        "{text}"
    );
    let text = run(&["explain", "--misere", "nim(1, 1, 1)"]).text();
    assert!(text.contains("Every move has a reply that leaves a lost position again:\n"), "{text}");
}
