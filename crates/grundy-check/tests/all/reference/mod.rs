//! The cases of `cases/octal.jsonl`.
#![allow(clippy::unwrap_used, reason = "a case that cannot be read fails the test")]

use serde_json::Value;

/// The cases whose kind begins with `kind`.
pub(crate) fn octal_cases(kind: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/octal.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases.filter(|case| case["kind"].as_str().unwrap().starts_with(kind)).collect()
}

/// The code of a case.
pub(crate) fn code(case: &Value) -> &str {
    case["game"]["digits"].as_str().unwrap()
}
