//! `grundy check`, and the certificates that `grundy period` writes.

use std::fs;

use serde_json::{Value, json};

use crate::command::run;

#[test]
fn a_certificate_that_is_written_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let path = file.to_str().unwrap();
    for (rule, proof) in [
        ("0.77", "full-range"),
        ("kayles", "full-range"),
        ("subtract{1,3,4}", "full-range"),
        ("allbut{2,3,7}", "states"),
        ("0.8", "three-parts"),
        ("subtract{1..5}", "closed-form"),
    ] {
        let page = run(&["period", rule, "--certificate", path, "--json"]).json();
        assert_eq!(page["proof"], proof, "{rule}");
        let checked = run(&["check", path, "--json"]).json();
        assert_eq!(checked["valid"], true, "{rule}");
        assert_eq!(checked["claim"]["period"], page["period"], "{rule}");
    }
    let page = run(&["period", "0.16", "--by", "window", "--certificate", path, "--json"]).json();
    assert_eq!(page["proof"], "window");
    assert_eq!(
        run(&["check", path, "--json"]).json(),
        json!({
            "valid": true, "rule": "0.16",
            "claim": {"kind": "periodic", "period": 149_459, "preperiod": 105_351},
        })
    );
    assert_eq!(run(&["check", path]).text(), "valid: 0.16 has period 149459, preperiod 105351\n");
}

#[test]
fn a_false_certificate_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let path = file.to_str().unwrap();
    run(&["period", "0.77", "--certificate", path]).text();
    let valid = fs::read_to_string(&file).unwrap();
    for (from, to, reason) in [
        ("12", "24", "24 is not the least period"),
        ("12", "11", "heap"),
        ("71", "70", "heap 70"),
        ("71", "72", "72 is not the least preperiod"),
        ("0.77", "0.76", "heap"),
        ("0.77", "0.7x", "refused"),
        ("full-range", "guess", "`guess`"),
        ("{", "", "not a certificate"),
    ] {
        fs::write(&file, valid.replacen(from, to, 1)).unwrap();
        let done = run(&["check", path, "--json"]);
        assert_eq!((done.status, done.stderr.as_str()), (Some(1), ""), "{from} to {to}");
        let page: Value = serde_json::from_str(&done.stdout).unwrap();
        assert_eq!(page["valid"], false, "{from} to {to}");
        assert!(page["reason"].as_str().unwrap().contains(reason), "{from} to {to}: {page}");
    }
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let text = run(&["period", "0.007", "--max", "1000", "--certificate", file.to_str().unwrap()]).text();
    assert!(text.ends_with("Nothing is proved, so no certificate was written.\n"), "{text}");
    assert!(!file.exists());
    run(&["period", "nim", "--certificate", file.to_str().unwrap(), "--json"]).error(1, "unsupported");
    let missing = folder.path().join("missing/certificate.json");
    run(&["period", "0.77", "--certificate", missing.to_str().unwrap(), "--json"]).error(2, "io");
}
