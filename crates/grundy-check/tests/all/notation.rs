//! The notation of rules: what is read, and what a text that is none is told.
#![allow(clippy::unwrap_used, reason = "a test")]

use grundy_check::{Certificate, Claim, Limits, Proof, Rule, values};

fn refused(text: &str) -> String {
    text.parse::<Rule>().unwrap_err().to_string()
}

fn same(text: &str, other: &str) -> bool {
    text.parse::<Rule>().unwrap() == other.parse().unwrap()
}

/// How many heaps the theorem on periods asks for.
fn heaps(rule: &str, preperiod: u64, period: u64) -> u128 {
    let claim = Claim::Periodic { period, preperiod };
    Certificate::new(rule, claim, Proof::FullRange { class: None }).cost().unwrap().heaps
}

/// k and s, from s·1 + (s-1)·p + k and a period: with p = 1000, and k below that.
fn last_digit_and_most_heaps(code: &str) -> (u128, u128) {
    let heaps = heaps(code, 0, 1000);
    (heaps % 1000 - heaps / 1000, heaps / 1000)
}

#[test]
fn zero_digits_at_the_end_change_nothing() {
    assert!(same("4.07F00", "4.07F"));
    assert!(!same("4.07F", "4.7F") && !same("4.07F", "4.07E") && !same("4.07F", "0.07F"));
    assert_eq!(last_digit_and_most_heaps("4.07F00"), (3, 3));
    // The digits are 4 for no token, 7 for two and F for three.
    let found = values(&"4.07F00".parse().unwrap(), 4, &Limits::default()).unwrap();
    assert_eq!(found, [0, 0, 1, 2]);
}

#[test]
fn a_code_without_moves_has_neutral_k_and_s() {
    assert_eq!(last_digit_and_most_heaps("0.000"), (0, 1));
    assert_eq!(last_digit_and_most_heaps("0.001"), (3, 1));
    assert_eq!(last_digit_and_most_heaps("4.00"), (0, 2));
}

#[test]
fn a_bad_code_says_what_is_wrong() {
    for digit in "1235679ABDEF".chars() {
        let message = refused(&format!("{digit}.7"));
        assert!(message.starts_with(&format!("`{digit}` before the point is not 0, 4, 8 or C")), "{message}");
    }
    assert!(["0.7", "4.7", "8.7", "C.7"].into_iter().all(|text| text.parse::<Rule>().is_ok()));
    for text in ["0.[3]", "4.[3]", "0.07[F]"] {
        assert!(refused(text).contains("repeats forever"), "{text}");
    }
    for (text, found) in
        [("0.", ""), ("0.7x", "x"), ("0.7a", "a"), ("0.[3", "["), ("0.[3]7", "["), ("0.7 7", " "), ("0.7.", ".")]
    {
        assert_eq!(refused(text), format!("expected a digit 0-9 or A-F, found `{found}`"), "{text}");
    }
    for text in [".7", "00.7", "a.7", "G.7", "07", ""] {
        assert!(refused(text).starts_with("neither a code such as 0.77 nor"), "{text}");
    }
}

#[test]
fn numbers_and_ranges_in_any_order() {
    assert!(same("subtract{ 5 .. 7 , 2 }", "subtract{5..7,2}") && same("subtract{1..1}", "subtract{1}"));
    assert!(!same("subtract{1,3,4}", "subtract{1,3,5}") && !same("allbut{1}", "subtract{1}"));
    let of = |rule: &str| values(&rule.parse().unwrap(), 50, &Limits::default()).unwrap();
    assert_eq!(of("subtract{ 5 .. 7 , 2 }"), of("subtract{2,5,6,7}"));
    assert_eq!(of("subtract{1,3,4}"), of("subtract{3..4,1}"));
    for sets in [["allbut{5..7,2}", "allbut{2,5,6,7}"], ["allbut{2..6,3,4..5,9}", "allbut{9,2..6}"]] {
        assert_eq!(of(sets[0]), of(sets[1]));
    }
    // The largest number counts: preperiod + period + max S.
    assert_eq!(heaps("subtract{ 5 .. 7 , 2 }", 0, 1), 8);
    assert_eq!(heaps("subtract{1..18446744073709551615}", 0, 1), u128::from(u64::MAX) + 1);
}

#[test]
fn a_bad_set_says_what_is_wrong() {
    for (text, message) in [
        ("subtract{", "expected a list that ends in }, found ``"),
        ("subtract{}", "expected a number, found ``"),
        ("subtract{squares}", "expected a number, found `squares`"),
        ("subtract{1,}", "expected a number, found ``"),
        ("subtract{1 é}", "expected a number, found `1 é`"),
        ("subtract{-1}", "expected a number, found `-1`"),
        ("subtract{+1}", "expected a number, found `+1`"),
        ("subtract{1..}", "expected a number, found ``"),
        ("subtract{1..2..3}", "expected a number, found `2..3`"),
        ("subtract{1} ", "expected a list that ends in }, found `1} `"),
        ("subtract{1}(4)", "expected a list that ends in }, found `1}(4)`"),
        ("subtract{0..3}", "the set contains 0, but taking nothing is not a move"),
        ("subtract{3..1}", "the range 3..1 is empty"),
        ("subtract{1,18446744073709551616}", "the number 18446744073709551616 is above 2^64 - 1"),
    ] {
        assert_eq!(refused(text), message, "{text}");
        assert_eq!(refused(&text.replacen("subtract", "allbut", 1)), message, "{text}");
    }
}
