//! The JSON Schema of questions, answers and failures.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::{
    AtlasEntry, AtlasHeader, CheckAnswer, CompareAnswer, EqualAnswer, ExplainAnswer, Failure, GamesAnswer, MovesAnswer,
    PPositionsAnswer, PeriodAnswer, Question, RulesCheckAnswer, SolveAnswer, TableAnswer, TreeAnswer, ValuesAnswer,
    Vertex,
};

/// The JSON Schema (2020-12) of all questions and answers: under `$defs` each type by its name.
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    macro_rules! add {
        ($($name:ty),*) => { $( generator.subschema_for::<$name>(); )* };
    }
    add!(
        Question,
        SolveAnswer,
        MovesAnswer,
        ExplainAnswer,
        TreeAnswer,
        ValuesAnswer,
        TableAnswer,
        PPositionsAnswer,
        PeriodAnswer,
        CompareAnswer,
        EqualAnswer,
        GraphVertices,
        CheckAnswer,
        RulesCheckAnswer,
        GamesAnswer,
        AtlasHeader,
        AtlasEntry,
        Failure
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "grundy",
        "description": "The questions that a session is asked, its answers and its failures. The JSON that a command prints is the answer of that name; errors are {\"error\": Failure}.",
        "$defs": generator.take_definitions(true),
    })
}

/// The value of every vertex of a graph.
#[derive(JsonSchema)]
#[schemars(rename = "GraphAnswer")]
#[expect(dead_code, reason = "it stands for an answer that is written piece by piece")]
struct GraphVertices {
    /// The vertices in the order of their numbers.
    vertices: Vec<Vertex<'static>>,
}
