//! The format: what is written, what is read, what is refused.
#![allow(clippy::unwrap_used, reason = "a test")]

use grundy_check::{Certificate, Claim, Class, Proof, Refusal};

const KAYLES: &str = r#"{
  "grundy_certificate": 1,
  "rule": "0.77",
  "claim": {
    "kind": "periodic",
    "period": 12,
    "preperiod": 71
  },
  "proof": {
    "method": "full-range"
  }
}
"#;

/// The certificate for Kayles with one piece of its text replaced.
fn with(piece: &str, other: &str) -> Result<Certificate, Refusal> {
    assert!(KAYLES.contains(piece), "{piece}");
    Certificate::read(&KAYLES.replacen(piece, other, 1))
}

fn is_malformed(read: Result<Certificate, Refusal>) -> bool {
    matches!(read, Err(Refusal::Malformed { .. }))
}

#[test]
fn what_is_written_is_this_text_and_is_read_back() {
    let claim = Claim::Periodic { period: 12, preperiod: 71 };
    let certificate = Certificate::new("0.77", claim, Proof::FullRange { class: None });
    assert_eq!(certificate.to_json(), KAYLES);
    assert_eq!(Certificate::read(KAYLES), Ok(certificate));
}

#[test]
fn what_a_later_format_may_hold_is_named() {
    assert_eq!(with(": 1,", r#": 2, "new": [],"#), Err(Refusal::Version { found: 2 }));
    assert_eq!(with("periodic", "saltus"), Err(Refusal::Kind { found: "saltus".into() }));
    assert_eq!(with(r#""periodic""#, r#""saltus", "saltus": 4"#), Err(Refusal::Kind { found: "saltus".into() }));
    assert_eq!(with(r#""full-range""#, r#""oracle", "mask": 7"#), Err(Refusal::Method { found: "oracle".into() }));
}

#[test]
fn unknown_fields_are_refused_at_every_depth() {
    assert!(is_malformed(with(r#""rule""#, r#""note": "", "rule""#)));
    assert!(is_malformed(with(r#""kind""#, r#""from": 0, "kind""#)));
    assert!(is_malformed(with(r#""method""#, r#""mask": 7, "method""#)));
}

#[test]
fn fields_that_are_there_twice_are_refused() {
    assert!(is_malformed(with(r#""rule""#, r#""rule": "0.7", "rule""#)));
    assert!(is_malformed(with(r#""grundy"#, r#""grundy_certificate": 2, "grundy"#)));
    assert!(is_malformed(with(r#""period""#, r#""period": 24, "period""#)));
    assert!(is_malformed(with(r#""kind""#, r#""kind": "periodic", "kind""#)));
    assert!(is_malformed(with(r#""method""#, r#""method": "full-range", "method""#)));
    assert!(is_malformed(with(r#""claim""#, r#""claim": {"kind": "periodic", "period": 1, "preperiod": 0}, "claim""#)));
}

#[test]
fn missing_fields_wrong_types_and_other_texts_are_refused() {
    for text in ["", "null", "[]", "{}", "12", "[1, \"0.77\"]", "\u{0}"] {
        assert!(is_malformed(Certificate::read(text)), "{text}");
    }
    assert!(is_malformed(Certificate::read(&KAYLES[..KAYLES.len() - 2])));
    assert!(is_malformed(Certificate::read(&format!("{KAYLES}{KAYLES}"))));
    assert!(is_malformed(with("    \"period\": 12,\n", "")));
    for number in ["12.0", "1.2e1", "-12", "\"12\"", "null", "18446744073709551616", "012"] {
        assert!(is_malformed(with("12", number)), "{number}");
    }
}

#[test]
fn lists_in_the_place_of_objects_are_refused() {
    assert!(is_malformed(Certificate::read(r#"[1, "0.77", ["periodic", 12, 71], ["full-range"]]"#)));
    let flat: String = KAYLES.split_whitespace().collect();
    for (object, list) in [
        (r#"{"kind":"periodic","period":12,"preperiod":71}"#, r#"["periodic",12,71]"#),
        (r#"{"method":"full-range"}"#, r#"["full-range"]"#),
    ] {
        assert!(flat.contains(object));
        assert!(is_malformed(Certificate::read(&flat.replace(object, list))), "{list}");
    }
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    assert!(is_malformed(with("71", &deep)));
    assert!(is_malformed(Certificate::read(&deep)));
}

#[test]
fn a_class_is_read_and_written_and_nothing_else_in_its_place() {
    let method = r#""method": "full-range""#;
    let with_class = |class: &str| with(method, &format!(r#"{method}, "class": {class}"#));
    let class = |mask, parity| Some(Class { mask, parity });
    for (text, want) in [
        (r#"{"mask": 13}"#, class(13, None)),
        (r#"{"parity": 1, "mask": 0}"#, class(0, Some(1))),
        (r#"{"mask": 18446744073709551615, "parity": 255}"#, class(u64::MAX, Some(255))),
    ] {
        let read = with_class(text).unwrap();
        assert_eq!(read.proof, Proof::FullRange { class: want });
        assert_eq!(Certificate::read(&read.to_json()), Ok(read));
    }
    for bad in [
        "null",
        "13",
        "[13, 1]",
        "[13]",
        "{}",
        r#"{"mask": -1}"#,
        r#"{"mask": 13, "parity": null}"#,
        r#"{"mask": 13, "parity": 256}"#,
        r#"{"mask": 13, "mask": 13}"#,
        r#"{"mask": 13, "parity": 1, "parity": 1}"#,
        r#"{"mask": 13, "note": 1}"#,
        r#"{"mask": 13}, "class": {"mask": 13}"#,
        r#"{"mask": 13}, "from": 0"#,
    ] {
        assert!(is_malformed(with_class(bad)), "{bad}");
    }
}

#[test]
fn the_other_claims_and_methods_are_read_and_written() {
    let window = Proof::Window { class: Class { mask: 13, parity: Some(1) }, window: 100, from: 300 };
    let periodic = Claim::Periodic { period: 12, preperiod: 71 };
    let text = with(
        r#""method": "full-range""#,
        r#""method": "window", "class": {"mask": 13, "parity": 1}, "window": 100, "from": 300"#,
    );
    assert_eq!(text, Ok(Certificate::new("0.77", periodic, window)));
    let rises = Claim::Arithmetic { period: 4, preperiod: 2, saltus: 3 };
    for (proof, text) in [
        (Proof::States { from: 9 }, r#"{"method": "states", "from": 9}"#),
        (Proof::ThreeParts {}, r#"{"method": "three-parts"}"#),
    ] {
        let want = Certificate::new("r", rises.clone(), proof);
        let claim = r#"{"kind": "arithmetic", "period": 4, "preperiod": 2, "saltus": 3}"#;
        let text = format!(r#"{{"grundy_certificate": 1, "rule": "r", "claim": {claim}, "proof": {text}}}"#);
        assert_eq!(Certificate::read(&text), Ok(want.clone()));
        assert_eq!(Certificate::read(&want.to_json()), Ok(want));
        // Every field has to be there, and no other.
        for field in [r#", "saltus": 3"#, r#", "preperiod": 2"#, r#""period": 4, "#, r#", "from": 9"#] {
            assert!(!text.contains(field) || is_malformed(Certificate::read(&text.replacen(field, "", 1))), "{field}");
        }
        for method in [r#""states""#, r#""three-parts""#] {
            let noted = text.replacen(method, &format!(r#"{method}, "note": 1"#), 1);
            assert!(noted == text || is_malformed(Certificate::read(&noted)));
        }
    }
    for missing in
        [r#""class": {"mask": 1}, "window": 2"#, r#""window": 2, "from": 3"#, r#""class": {"mask": 1}, "from": 3"#]
    {
        assert!(is_malformed(with(r#""method": "full-range""#, &format!(r#""method": "window", {missing}"#))));
    }
}
