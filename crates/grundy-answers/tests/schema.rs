//! The JSON Schema in `docs/schema.json` is the one that the types generate: `cargo test -p grundy-answers --features schema`.
//! With the variable `UPDATE_SCHEMA` set the file is written instead.
#![cfg(feature = "schema")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

#[test]
fn the_schema_in_the_book_is_that_of_the_types() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    let generated = serde_json::to_string_pretty(&grundy_answers::schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&file, &generated).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept == generated, "docs/schema.json is out of date: set UPDATE_SCHEMA=1 and run this test again");
}

#[test]
fn the_schema_describes_every_question_and_every_answer() {
    let schema = grundy_answers::schema();
    let types = schema["$defs"].as_object().unwrap();
    let questions =
        ["Solve", "Moves", "Explain", "Values", "Table", "Period", "Compare", "Equal", "Graph", "Check", "Games"];
    for question in questions {
        assert!(types.contains_key(&format!("{question}Answer")), "{question}");
        let asked = schema["$defs"]["Question"]["oneOf"].as_array().unwrap();
        let name = question.to_lowercase();
        assert!(asked.iter().any(|one| one["properties"]["ask"]["const"] == *name), "{name}");
    }
    for name in ["AtlasHeader", "AtlasEntry", "Failure", "Move", "Value"] {
        assert!(types.contains_key(name), "{name}");
    }
}
