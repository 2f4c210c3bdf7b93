//! The atlas in `atlas/`: whole, in agreement with the reference data, proved by its certificates, and as the book tells.
#![allow(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::Command;

use grundy::heap::Code;
use grundy_check::{Certificate, Claim, Limits};
use serde_json::Value;

const ATLAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../atlas/0.ddd.jsonl");
const CERTIFICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../atlas/certificates");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/atlas.md");

/// As the book says it.
const MADE_BY: &[&str] = &["atlas", "0.ddd", "--max", "1e6", "--max-rare", "4e4"];

/// The lines of the codes, after the header.
fn lines() -> Vec<Value> {
    let text = fs::read_to_string(ATLAS).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn by_code() -> BTreeMap<String, Value> {
    lines().into_iter().map(|line| (line["code"].as_str().unwrap().to_owned(), line)).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// CRC-32 by long division.
fn crc32(bytes: &[u8]) -> u32 {
    let mut rest = u32::MAX;
    for byte in bytes {
        for bit in 0..8 {
            let carry = (rest ^ u32::from(byte >> bit)) & 1 == 1;
            rest >>= 1;
            if carry {
                rest ^= 0xEDB8_8320;
            }
        }
    }
    !rest
}

#[test]
fn it_has_each_code_once_and_no_line_is_damaged() {
    let text = fs::read_to_string(ATLAS).unwrap();
    for line in text.lines() {
        let (before, after) = line.rsplit_once(",\"crc32\":\"").unwrap();
        assert_eq!(after, format!("{:08x}\"}}", crc32(before.as_bytes())), "{line}");
    }
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((number(&header["grundy_atlas"]), number(&header["codes"])), (1, 512));
    assert_eq!((number(&header["max"]), number(&header["max_rare"])), (1_000_000, 40_000));
    let code = |number: u16| format!("0.{number:03o}").parse::<Code>().unwrap().to_string();
    let mut codes: Vec<String> = (0..512).map(code).collect();
    codes.sort_by_key(|code| (if code == "0.0" { 0 } else { code.len() }, code.clone()));
    let found: Vec<String> = lines().iter().map(|line| line["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!(found, codes);
}

#[test]
fn it_agrees_with_the_reference_data() {
    let atlas = by_code();
    // The simplest cousin and how much larger the heaps are than its.
    let cousin = |line: &Value| match &line["cousin"] {
        Value::Null => (line["code"].as_str().unwrap().to_owned(), 0),
        cousin => (cousin["code"].as_str().unwrap().to_owned(), cousin["shift"].as_i64().unwrap()),
    };
    let (mut facts, mut cases) = (0, 0);
    let text = ["octal.jsonl", "bug_reports.jsonl"].map(|name| fs::read_to_string(format!("{CASES}/{name}")).unwrap());
    for case in text.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let (id, answer, game) = (&case["id"], &case["answer"], &case["game"]);
        let Some(line) = line_of(&atlas, &game["digits"]) else { continue };
        let before = facts;
        let mut agree = |field: &str, found: &Value| {
            if !answer[field].is_null() {
                assert_eq!(&answer[field], found, "{id}: {field}");
                facts += 1;
            }
        };
        if answer.is_object() {
            agree("period", &line["period"]);
            agree("preperiod", &line["preperiod"]);
            agree("last_exception", &line["last_exception"]);
            agree("largest_value", &line["largest"]["value"]);
            agree("largest_at", &line["largest"]["heap"]);
        }
        if let Some(values) = answer["values"].as_array() {
            let first = answer["values_from_heap"].as_u64().unwrap_or(0);
            let larger = |best: (u64, u64), next: (u64, u64)| if next.1 > best.1 { next } else { best };
            let (heap, value) = (first..).zip(values.iter().map(number)).reduce(larger).unwrap();
            let largest = (number(&line["largest"]["value"]), number(&line["largest"]["heap"]));
            // The largest value of the case is that of the atlas at the same heap, or a larger one comes later.
            assert!(largest == (value, heap) || largest.0 > value && largest.1 >= first + values.len() as u64, "{id}");
            facts += 1;
        }
        if let (Some(other), Some(shift)) = (line_of(&atlas, &game["other"]), answer["shift"].as_i64()) {
            let (one, two) = (cousin(line), cousin(other));
            assert_eq!((one.0, one.1 - two.1), (two.0, shift), "{id}");
            facts += 1;
        }
        match id.as_str().unwrap() {
            "bug-161-vs-36" => {
                assert_ne!(cousin(line).0, cousin(&atlas["0.36"]).0);
                facts += 1;
            }
            "bug-560-last-exception" => {
                assert_eq!(&line["last_exception"], answer);
                facts += 1;
            }
            "bug-27-26" => {
                assert_eq!(line["equal"]["code"], answer.clone());
                assert_ne!(cousin(line).0, cousin(&atlas["0.06"]).0);
                facts += 1;
            }
            _ => {}
        }
        cases += usize::from(facts > before);
    }
    println!("{facts} facts of {cases} cases");
    assert!(cases >= 45 && facts >= 150, "only {facts} facts of {cases} cases were compared");
}

/// The line of the code with these digits, if the atlas has it.
fn line_of<'a>(atlas: &'a BTreeMap<String, Value>, digits: &Value) -> Option<&'a Value> {
    let code: Code = digits.as_str()?.parse().ok()?;
    atlas.get(&code.to_string())
}

/// The certificates, each with its line.
fn certificates() -> Vec<(Certificate, Value)> {
    let read = |line: Value| {
        let name = line["certificate"].as_str()?;
        let text = fs::read_to_string(format!("{CERTIFICATES}/{name}")).unwrap();
        Some((Certificate::read(&text).unwrap(), line))
    };
    lines().into_iter().filter_map(read).collect()
}

#[test]
fn every_proved_period_has_a_certificate_of_its_own() {
    for line in lines() {
        assert_eq!(line["certificate"].is_null(), line["status"] != "proved", "{line}");
    }
    let mut names = BTreeSet::new();
    for (certificate, line) in certificates() {
        assert_eq!(line["code"], *certificate.rule);
        let claim = Claim::Periodic { period: number(&line["period"]), preperiod: number(&line["preperiod"]) };
        assert_eq!(certificate.claim, claim, "{line}");
        names.insert(line["certificate"].as_str().unwrap().to_owned());
    }
    let found = fs::read_dir(CERTIFICATES).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names, found.collect());
}

#[test]
fn its_certificates_hold() {
    for (certificate, _) in certificates() {
        assert_eq!(certificate.verify(&Limits::default()), Ok(()), "{}", certificate.rule);
    }
}

#[test]
fn lines_that_are_taken_out_are_made_again_as_they_were() {
    let text = fs::read_to_string(ATLAS).unwrap();
    let is_soon = |line: &Value| line["certificate"].is_string() && number(&line["checked_to"]) < 5000;
    let kept = |line: &&str| {
        let page: Value = serde_json::from_str(line).unwrap();
        page["code"].is_null() || !is_soon(&page)
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.jsonl");
    let left: String = text.lines().filter(kept).flat_map(|line| [line, "\n"]).collect();
    assert!(left.lines().count() < 250);
    fs::write(&file, left).unwrap();
    // So that the lines that are kept find theirs.
    let proofs = folder.path().join("certificates");
    fs::create_dir(&proofs).unwrap();
    for line in lines().iter().filter(|line| !is_soon(line)).filter_map(|line| line["certificate"].as_str()) {
        fs::copy(format!("{CERTIFICATES}/{line}"), proofs.join(line)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(MADE_BY).args(["--no-verify", "--output", "atlas.jsonl", "--certificates", "certificates"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read_to_string(&file).unwrap() == text, "the atlas is another one now");
    for (_, line) in certificates() {
        let name = line["certificate"].as_str().unwrap();
        let [made, committed] = [proofs.join(name), format!("{CERTIFICATES}/{name}").into()];
        assert_eq!(fs::read_to_string(made).unwrap(), fs::read_to_string(committed).unwrap(), "{name}");
    }
}

#[test]
fn the_numbers_of_the_book_are_those_of_the_atlas() {
    let page = fs::read_to_string(PAGE).unwrap();
    for table in [counts(), longest(), unknown()] {
        assert!(page.contains(&table), "docs/src/atlas.md shall say\n\n{table}");
    }
}

fn counts() -> String {
    let lines = lines();
    let count = |of: &dyn Fn(&Value) -> bool| lines.iter().filter(|line| of(line)).count();
    let alone = |line: &Value| line["cousin"].is_null();
    let unproved = |line: &Value| line["status"] != "proved";
    let by = |twin: &'static str, proof: &'static str| count(&move |line| line[twin]["proof"] == proof);
    let seen = count(&|line| line["cousin"]["status"] == "observed" || line["equal"]["status"] == "observed");
    let rows: [(&str, usize); 12] = [
        ("codes", lines.len()),
        ("with a proved period", count(&|line| line["status"] == "proved")),
        ("with a period that is only observed", count(&|line| line["status"] == "observed")),
        ("without a period, 10^6 heaps computed", count(&|line| line["status"] == "none" && line["limit"] == "heaps")),
        ("without a period, fewer heaps computed", count(&|line| line["status"] == "none" && line["limit"] == "rare")),
        ("equal to a simpler code, by their reduced code", by("equal", "reduction")),
        ("equal to a simpler code, by their periods", by("equal", "periods")),
        ("equal to a simpler code, or its cousin, as far as was seen and no more", seen),
        ("simplest with their values", count(&|line| line["equal"].is_null())),
        ("simplest with their values up to a shift", count(&alone)),
        ("of these with a proved period", count(&|line| alone(line) && !unproved(line))),
        ("of these without one", count(&|line| alone(line) && unproved(line))),
    ];
    let mut table = "| codes | number |\n|---|---|\n".to_owned();
    rows.iter().for_each(|(what, number)| writeln!(table, "| {what} | {number} |").unwrap());
    table
}

/// The periods that begin last, of the codes that are the simplest ones with their values up to a shift.
fn longest() -> String {
    let mut lines = lines();
    lines.retain(|line| line["cousin"].is_null() && line["status"] == "proved");
    lines.sort_by_key(|line| std::cmp::Reverse(number(&line["preperiod"])));
    let mut table = "| code | period | preperiod | largest value | first at heap |\n|---|---|---|---|---|\n".to_owned();
    for line in &lines[..8] {
        let (code, largest) = (line["code"].as_str().unwrap(), &line["largest"]);
        let (value, heap) = (&largest["value"], &largest["heap"]);
        writeln!(table, "| `{code}` | {} | {} | {value} | {heap} |", line["period"], line["preperiod"]).unwrap();
    }
    table
}

/// The codes without a proved period that are the simplest ones with their values up to a shift, by how far they were
/// computed.
fn unknown() -> String {
    let mut by_heap: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for line in lines().iter().filter(|line| line["cousin"].is_null() && line["status"] != "proved") {
        let codes = by_heap.entry(number(&line["checked_to"])).or_default();
        codes.push(format!("`{}`", line["code"].as_str().unwrap()));
    }
    let mut table = "| up to heap | codes |\n|---|---|\n".to_owned();
    for (heap, codes) in by_heap.iter().rev() {
        writeln!(table, "| {heap} | {} |", codes.join(" ")).unwrap();
    }
    table
}
