//! Tokens on an explicit graph from a file: `graph("moves.json", a, b)`.

use std::sync::Arc;

use super::by_argument::ByArgument;
use super::{ArgumentReader, Context, Entry, ReadError};
use crate::Component;
use crate::graph::TokenGame;
use crate::syntax::{Arguments, NotationError, nearest};

pub(super) const ENTRY: Entry = Entry {
    name: "graph",
    parameters: "",
    arguments: "file, places of the tokens",
    rules: "Move a token along an edge of the graph that the file holds.",
    example: "graph(\"moves.json\", a, b)",
    source: "Sprague 1936 and Grundy 1939; with cycles Smith 1966",
    build: |call, _| {
        call.no_parameters()?;
        Ok(Box::<Graphs>::default())
    },
};

/// The graphs read so far, each once.
#[derive(Default)]
struct Graphs(ByArgument<TokenGame>);

impl ArgumentReader for Graphs {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let items = arguments.items()?;
        let Some((file, tokens)) = items.split_first() else {
            let error = NotationError::new(arguments.span(), "`graph` needs a file and the places of the tokens");
            return Err(error.with_help("write `graph(\"moves.json\", a, b)`").into());
        };
        if !file.is_string() {
            let error = NotationError::new(file.span(), "write the file name in double quotes");
            return Err(error.with_help(format!("write `graph(\"{}\", …)`", file.text())).into());
        }
        let (name, span) = (file.string()?, file.span());
        let game = self.0.get(&name, || {
            let read = context.graph(&name, span)?;
            let note = format!("read {name} as {read}");
            // The label is part of the notation, so it is written like a file name.
            Ok::<_, ReadError>(context.rules.add(TokenGame::new(Arc::new(read.graph), name.as_str()).with_note(note)))
        })?;
        let mut components = Vec::with_capacity(tokens.len());
        for token in tokens {
            let place = token.word()?;
            let Some(vertex) = game.game().vertex(&place) else {
                let error = NotationError::new(token.span(), format!("{name} has no vertex `{place}`"));
                let names: Vec<_> = game.game().names().take(NAMES_COMPARED).collect();
                return Err(match nearest(&place, names.iter().map(AsRef::as_ref)) {
                    Some(near) => error.with_help(format!("did you mean `{near}`?")),
                    None => error,
                }
                .into());
            };
            components.push(game.at(vertex)?);
        }
        Ok(components)
    }
}

/// How many names are compared: in a graph of millions of vertices a suggestion is not worth the wait.
const NAMES_COMPARED: usize = 100_000;
