//! `grundy check`, and the certificates that `grundy period` writes.

use std::fs;

use serde_json::{Value, json};

use crate::command::{run, run_with_input};

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
    let missing = folder.path().join("missing/certificate.json");
    run(&["period", "0.77", "--certificate", missing.to_str().unwrap(), "--json"]).error(2, "io");
}

#[test]
fn several_certificates_are_checked_each_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [kayles, dawson, wrong, missing] = ["kayles", "dawson", "wrong", "missing"].map(path);
    run(&["period", "0.77", "--certificate", &kayles]).text();
    run(&["period", "0.07", "--certificate", &dawson]).text();
    fs::write(&wrong, "{}").unwrap();
    let both = run(&["check", &kayles, &dawson, "--json"]).json();
    assert_eq!((&both["valid"], both["files"].as_array().unwrap().len()), (&json!(true), 2));
    assert_eq!((&both["files"][1]["file"], &both["files"][1]["rule"]), (&json!(dawson), &json!("0.07")));
    assert_eq!(
        run(&["check", &kayles, &dawson]).text(),
        format!(
            "{kayles}: valid: 0.77 has period 12, preperiod 71\n{dawson}: valid: 0.07 has period 34, preperiod 53\n"
        )
    );
    // One that is not valid, and one that cannot be read, do not keep the others from being checked.
    let ran = run(&["check", &wrong, &kayles, "--json"]);
    let page: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.status, &page["valid"]), (Some(1), &json!(false)));
    assert_eq!((&page["files"][0]["valid"], &page["files"][1]["valid"]), (&json!(false), &json!(true)));
    let ran = run(&["check", &missing, &kayles, "--json"]);
    let page: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (ran.status, &page["valid"], &page["files"][0]["error"]["kind"]),
        (Some(2), &json!(false), &json!("io"))
    );
    assert_eq!(page["files"][1]["valid"], true);
    let ran = run(&["check", &missing, &kayles]);
    assert_eq!(ran.stdout, format!("{kayles}: valid: 0.77 has period 12, preperiod 71\n"));
    assert!(ran.status == Some(2) && ran.stderr.contains("cannot read"), "{ran:?}");
    run(&["check", "-", "-", "--json"]).error(2, "usage");
}

/// A certificate whose rule would paint "valid" over the verdict, and one whose rule reverses the direction of the text.
#[test]
fn a_certificate_cannot_paint_over_its_verdict() {
    for rule in ["\\u001b[2K\\u001b[1Gvalid: 0.77", "\\rvalid: 0.77", "\\u202e77.0", "0.77\\nvalid: 0.77", "\\u009b2K"]
    {
        let text = format!(
            "{{\"grundy_certificate\": 1, \"rule\": \"{rule}\", \"claim\": {{\"kind\": \"periodic\", \"period\": 1, \
             \"preperiod\": 0}}, \"proof\": {{\"method\": \"full-range\"}}}}"
        );
        let ran = run_with_input(&["check", "-"], text.as_bytes());
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.starts_with("not valid:") && ran.stdout.lines().count() <= 2, "{ran:?}");
        let harmful = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!ran.stdout.contains(harmful) && !ran.stderr.contains(harmful), "{ran:?}");
    }
}
