//! `grundy compare`.

use serde_json::json;

use crate::command::run;

#[test]
fn twins_with_proved_periods_are_proved_equal() {
    assert_eq!(
        run(&["compare", "0.012", "0.3"]).text(),
        "0.012 and 0.3: proved equal with shift 1
0.012(n) and 0.3(n - 1) have the same value for all n > 1.
Proof: the periods 2 and 2 are proved, and the values agree up to heap 1025, which is far
enough for two sequences with these periods (Fine and Wilf 1965).
"
    );
    for (a, b, shift) in [("0.147", "0.544", 0), ("0.157", "0.552", 0), ("0.332", "0.372", 0)] {
        let page = run(&["compare", a, b, "--json"]).json();
        assert_eq!(
            (&page["rules"], &page["status"], &page["shift"], &page["proof"], &page["first_difference"]),
            (&json!([a, b]), &json!("proved-equal"), &json!(shift), &json!("periods"), &json!(null)),
        );
    }
}

#[test]
fn a_reduced_code_proves_equality_whatever_the_periods_are() {
    assert_eq!(
        run(&["compare", "0.6", "0.37"]).text(),
        "0.6 and 0.37: proved equal with shift 1
0.6(n) and 0.37(n - 1) have the same value for all n > 1.
Proof: without heaps that have no move, and without moves that change no value,
both reduce to 0.37.
"
    );
    for (a, b, shift) in [
        ("0.07", "0.137", 1),
        ("0.137", "0.07", -1),
        ("0.01377", "0.113377", 1),
        ("0.1271", "0.127", 0),
        ("4.41", "0.77", 1),
        ("0.0077", "0.113377", 2),
        ("0.044", "0.113377", 3),
        ("0.563", "0.56", 0),
        ("0.27", "0.26", 0),
    ] {
        let page = run(&["compare", a, b, "--json"]).json();
        assert_eq!(
            (&page["rules"], &page["status"], &page["shift"], &page["proof"], &page["first_difference"]),
            (&json!([a, b]), &json!("proved-equal"), &json!(shift), &json!("reduction"), &json!(null)),
        );
    }
}

#[test]
fn the_same_moves_prove_it_at_once() {
    for (a, b, shift) in [
        ("0.3033", "subtract{1,3,4}", 0),
        ("kayles", "0.770", 0),
        ("subtract{primes}", "subtract{primes}", 0),
        ("treblecross", "0.007", -2),
        ("nim", "0.[3]", 0),
        ("\"../../examples/take.star\"", "\"../../examples/take.star\"", 0),
    ] {
        let page = run(&["compare", a, b, "--json"]).json();
        assert_eq!(
            (&page["status"], &page["shift"], &page["proof"], &page["checked_to"]),
            (&json!("proved-equal"), &json!(shift), &json!("options"), &json!(null)),
            "{a} {b}"
        );
    }
}

#[test]
fn the_first_difference_is_shown_with_both_values() {
    assert_eq!(
        run(&["compare", "0.161", "0.36"]).text(),
        "0.161 and 0.36: different, first at heap 519\n0.161(519) has the value 2, and 0.36(519) has the value 4.\n"
    );
    let page = run(&["compare", "0.07", "0.137", "--shift", "2", "--json"]).json();
    assert_eq!((&page["status"], &page["shift"], &page["checked_to"]), (&json!("different"), &json!(2), &json!(4)));
    assert_eq!(page["first_difference"], json!({"heap": 4, "values": [2, 1]}));
    let text = run(&["compare", "0.137", "0.07", "--shift=-2"]).text();
    assert!(text.contains("different with shift -2") && text.contains("and 0.07(4) has the value 2"), "{text}");
}

#[test]
fn equal_as_far_as_was_seen_is_no_proof() {
    let text = run(&["compare", "0.161", "0.36", "--max", "60"]).text();
    assert_eq!(
        text,
        "0.161 and 0.36: equal up to heap 60
0.161(n) and 0.36(n) have the same value for all n up to 60.
Not proved for larger heaps.
Stopped after heap 60; `--max` raises the limit.
"
    );
    let text = run(&["compare", "nim", "subtract{1..1000000000}", "--max", "1e4"]).text();
    assert!(text.contains("the values have to agree up to heap 1000000001."), "{text}");
    let page = run(&["compare", "\"../../examples/take.star\"", "subtract{1..3}", "--max", "100", "--json"]).json();
    assert_eq!(
        (&page["status"], &page["checked_to"], &page["proof"], &page["limit"]),
        (&json!("equal"), &json!(100), &json!(null), &json!("heaps"))
    );
}

#[test]
fn a_limit_ends_a_comparison_with_what_was_seen() {
    // Nothing proves the period of this one, and 0.0070 with another last move is not the same game.
    let page = run(&["compare", "0.007", "0.007", "--shift", "16", "--max", "10", "--json"]).json();
    assert_eq!((&page["status"], &page["checked_to"]), (&json!("equal"), &json!(null)));
    let page = run(&["compare", "0.147", "0.544", "--max-positions", "10", "--json"]).json();
    assert_eq!((&page["status"], &page["limit"]), (&json!("equal"), &json!("positions")));
}

#[test]
fn a_comparison_that_makes_no_sense_is_refused() {
    run(&["compare", "0.07", "graph", "--json"]).error(2, "usage");
    run(&["compare", "0.07", "--json"]).error(2, "usage");
    run(&["compare", "0.07", "0.137", "--shift", "many", "--json"]).error(2, "usage");
    run(&["compare", "0.07", "kyales", "--json"]).error(2, "notation");
}
