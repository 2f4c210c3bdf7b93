//! `grundy explain`.

use serde_json::json;

use crate::command::run;

#[test]
fn a_win_is_explained_by_the_columns_of_the_xor() {
    assert_eq!(
        run(&["explain", "nim(3, 4) + subtract{1,2,3}(10)"]).text(),
        "A position is worth the least number that none of its options is worth, the mex (minimum excluded number):
nim(3) is worth 3: a heap of n is worth n.
  worth 0  take 3
  worth 1  take 2
  worth 2  take 1
  The least number that is not among 0, 1, 2 is 3.
nim(4) is worth 4: a heap of n is worth n.
  worth 0  take 4
  worth 1  take 3
  worth 2  take 2
  worth 3  take 1
  The least number that is not among 0, 1, 2, 3 is 4.
subtract{1,2,3}(10) is worth 2: a heap of n is worth n mod 4.
  worth 0  take 2
  worth 1  take 1
  worth 3  take 3
  The least number that is not among 0, 1, 3 is 2.

The value of each component, in decimal and in binary:
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
            && nim.contains("Here no heap is larger than 1, and 2, the number of heaps of size 1, is even.\n"),
        "{nim}"
    );
    let large = run(&["explain", "--misere", "nim(1, 2, 3)"]).text();
    assert!(large.contains("Here a heap is larger than 1, and the xor of the sizes is 0.\n"), "{large}");
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

#[test]
fn a_single_component_is_explained_by_its_options_without_an_xor() {
    assert_eq!(
        run(&["explain", "kayles(7)"]).text(),
        "A position is worth the least number that none of its options is worth, the mex (minimum excluded number):
kayles(7) is worth 2.
  worth 0  take 1, split 3 + 3; take 2, split 1 + 4
  worth 1  take 2, split 2 + 3
  worth 3  take 1; take 1, split 2 + 4
  worth 4  take 2
  worth 5  take 1, split 1 + 5
  The least number that is not among 0, 1, 3, 4, 5 is 2.

The value is not 0. The player to move wins (N).

A move wins if it leaves the value 0:
  take 1, split 3 + 3: kayles(7) -> kayles(3, 3)  worth 0
  take 2, split 1 + 4: kayles(7) -> kayles(1, 4)  worth 0
"
    );
    let loopy = run(&["explain", "--loopy", "\"../../examples/loopy/tide.star\"(4)"]).text();
    let told = "is worth ∞(2).\n  worth 2        take 2\n  worth ∞(1, 2)  take 1\n  It is infinite, with options worth 2: ∞(2).\n";
    assert!(loopy.contains(told), "{loopy}");
    assert!(loopy.contains("wins exactly if there is an option worth 0: it has none. Nobody"), "{loopy}");
}

#[test]
fn a_value_that_needs_no_options_says_what_gives_it() {
    for (position, reason) in [
        (
            "kayles(10^18)",
            "from heap 71 on the values have the period 12 (proved), so it is worth what heap 76 is worth",
        ),
        ("4.[3](10^15 + 0)", "one of 4k + 3 is worth 4k + 4"),
        ("nim-with-pass(5)", "with its pass a heap of n is worth n + 1 for odd n"),
        ("cram(4x4)", "every domino is answered by its image under a half turn of the board"),
        ("chomp(1x5)", "a row of n squares is the nim-heap of n - 1"),
        ("*7", "*n is worth n"),
    ] {
        let position = position.replace(" + 0", "");
        let text = run(&["explain", &position]).text();
        assert!(text.contains(reason), "{text}");
    }
    let text = run(&["explain", "nim(2000)"]).text();
    assert!(text.contains("  Its options are not shown: there are more than 1000.\n"), "{text}");
    let text = run(&["explain", "nim(1000)"]).text();
    assert!(
        text.contains("and options of 991 more values\n  The least number that is not among 0 to 999 is 1000.\n"),
        "{text}"
    );
}

#[test]
fn each_different_component_is_derived_once_in_json() {
    let page = run(&["explain", "kayles(5, 3, 5)", "--json"]).json();
    let derivations = page["derivations"].as_array().unwrap();
    assert_eq!(derivations.len(), 2);
    let first = &derivations[0];
    assert_eq!((&first["components"], &first["value"], &first["options"]), (&json!([0, 2]), &json!(4), &json!(5)));
    assert_eq!((&first["numbers"], &first["origin"]), (&json!([[0, 3]]), &json!({"by": "options"})));
    assert_eq!(
        first["by_value"][0],
        json!({
            "worth": 0, "count": 1,
            "moves": [{"move": "take 1, split 2 + 2", "from": "kayles(5)", "to": "kayles(2, 2)", "parts": [2, 2]}],
        })
    );
    // In misère play values decide nothing, and a set has its own explanation.
    assert_eq!(run(&["explain", "kayles(5)", "--misere", "--json"]).json().get("derivations"), None);
    assert_eq!(run(&["explain", "{*0, *2}", "--json"]).json().get("derivations"), None);
}

#[test]
fn a_rule_file_that_gives_a_wrong_value_is_found_out_by_its_options() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "def options(n):\n    return list(range(n))\ndef value(n):\n    return n + 1 if n == 5 else n\n";
    std::fs::write(folder.path().join("boast.star"), rules).unwrap();
    let run = |position: &str| crate::command::run_in(folder.path(), &["explain", position, "--json"]);
    assert_eq!(run("\"boast.star\"(4)").json()["value"], 4);
    let error = run("\"boast.star\"(5)").error(1, "rules");
    assert!(error["message"].as_str().unwrap().contains("which is not what its options give"), "{error}");
}

#[test]
fn many_components_are_not_all_derived_and_that_is_said() {
    let heaps: Vec<String> = (1..=150).map(|n: u32| n.to_string()).collect();
    let position = format!("nim({})", heaps.join(", "));
    for (moves, shown) in [("3", 3), ("20", 20), ("all", 100)] {
        let text = run(&["explain", &position, "--moves", moves]).text();
        assert_eq!(
            text.matches(" is worth ").count() - text.matches("A position is worth ").count(),
            2 * shown,
            "{text}"
        );
        let rest = 150 - shown;
        assert!(text.contains(&format!("The options of {rest} more components are not shown.\n")), "{text}");
    }
    assert!(!run(&["explain", "nim(1, 2, 3)"]).text().contains("not shown"));
}
