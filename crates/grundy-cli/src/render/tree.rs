//! A game tree in the language of Graphviz.

use std::collections::HashSet;
use std::io::{self, Write};

use grundy_answers::{Outcome, TreeAnswer};

use super::dot::{push_id, push_label};

/// The graph of positions and moves. It can be read again: `grundy graph` finds the same values.
pub(crate) fn dot(answer: &TreeAnswer, out: &mut dyn Write) -> io::Result<()> {
    let mut used = HashSet::new();
    let mut ids: Vec<Vec<u8>> = Vec::with_capacity(answer.positions.len());
    for (number, position) in answer.positions.iter().enumerate() {
        let mut id = Vec::new();
        // A text that DOT cannot write, or that another position has, is only the label. No position is written as a bare word.
        if !used.insert(&*position.position) || !push_id(&position.position, &mut id) {
            id = format!("p{number}").into_bytes();
        }
        ids.push(id);
    }
    let mut text = b"digraph {\n  node [style=filled];\n".to_vec();
    for (position, id) in answer.positions.iter().zip(&ids) {
        text.extend_from_slice(b"  ");
        text.extend_from_slice(id);
        text.extend_from_slice(b" [label=\"");
        push_label(&position.position, &mut text);
        match &position.value {
            Some(value) => text.extend_from_slice(format!(": {value}").as_bytes()),
            None => text.extend_from_slice(format!(": {}", position.outcome).as_bytes()),
        }
        let colour = match position.outcome {
            Outcome::P => "lightpink",
            Outcome::N => "palegreen",
            Outcome::D => "lightyellow",
        };
        text.extend_from_slice(format!("\", fillcolor={colour}];\n").as_bytes());
    }
    for (position, id) in answer.positions.iter().zip(&ids) {
        for to in &position.moves {
            text.extend_from_slice(b"  ");
            text.extend_from_slice(id);
            text.extend_from_slice(b" -> ");
            text.extend_from_slice(&ids[to.to]);
            if let Some(name) = &to.name {
                text.extend_from_slice(b" [label=\"");
                push_label(name, &mut text);
                text.extend_from_slice(b"\"]");
            }
            text.extend_from_slice(b";\n");
        }
    }
    text.extend_from_slice(b"}\n");
    out.write_all(&text)
}
