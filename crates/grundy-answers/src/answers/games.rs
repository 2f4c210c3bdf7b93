//! What can be played.

use serde::{Deserialize, Serialize};

use crate::Session;

/// What can be played, with an example of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {}

/// What can be played, in the order in which a person would want to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GamesAnswer {
    /// The games that have a name.
    pub games: Vec<NamedGame>,
}

/// A game that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NamedGame {
    /// The name in the notation.
    pub name: String,
    /// The parameters in braces; empty if there are none.
    pub parameters: String,
    /// The arguments.
    pub arguments: String,
    /// The rules in one sentence.
    pub rules: String,
    /// A position that can be solved.
    pub example: String,
}

impl Session {
    /// What can be played.
    #[must_use]
    pub fn games(&self) -> GamesAnswer {
        let game = |entry: &grundy::games::Entry| NamedGame {
            name: entry.name.to_owned(),
            parameters: entry.parameters.to_owned(),
            arguments: entry.arguments.to_owned(),
            rules: entry.rules.to_owned(),
            example: entry.example.to_owned(),
        };
        GamesAnswer { games: self.reader().games().iter().map(game).collect() }
    }
}
