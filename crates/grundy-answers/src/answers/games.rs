//! What can be played.

use grundy::games::Entry;
use grundy::syntax::{NodeKind, parse_sum};
use grundy::{Limits, Meter};
use serde::{Deserialize, Serialize};

use crate::{Failure, Kind, Session};

/// What can be played, with an example of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Games {
    /// Only the game of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

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
    /// Who described the game, when and where; empty if nobody has to be named.
    #[serde(default)]
    pub source: String,
    /// The rule of the example, without its arguments.
    #[serde(default)]
    pub rule: String,
    /// The questions that can be asked about it: `solve`, `moves`, `explain` and `equal` about positions, and about the rule
    /// `values`, `period` and `compare` if positions are single integers, `table` if they are pairs of integers.
    #[serde(default)]
    pub questions: Vec<String>,
}

const OF_POSITIONS: [&str; 4] = ["solve", "moves", "explain", "equal"];
const OF_HEAPS: [&str; 3] = ["values", "period", "compare"];
const OF_GRIDS: [&str; 1] = ["table"];

impl Session {
    /// What can be played.
    #[must_use]
    pub fn games(&self) -> GamesAnswer {
        GamesAnswer { games: self.reader().games().iter().map(|entry| self.named(entry)).collect() }
    }

    /// The game of this name.
    ///
    /// # Errors
    /// A [`Failure`] of the kind `notation`, `partizan` or `unsupported` if there is none, and `usage` if the text is a rule
    /// without a name.
    pub fn game(&self, name: &str) -> Result<NamedGame, Failure> {
        if let Some(entry) = self.reader().games().iter().find(|entry| entry.name == name) {
            return Ok(self.named(entry));
        }
        self.rule(name, &mut Meter::new(&Limits::default()))?;
        let failure = Failure::new(Kind::Usage, format!("`{name}` is a rule, not the name of a game"));
        Err(failure.with_help("ask for its values or its period, or solve one of its positions"))
    }

    fn named(&self, entry: &Entry) -> NamedGame {
        let rule = rule_of(entry.example);
        let mut questions = OF_POSITIONS.to_vec();
        if let Ok(rule) = self.rule(&rule, &mut Meter::new(&Limits::default())) {
            questions.extend(rule.heaps().into_iter().flat_map(|_| OF_HEAPS));
            questions.extend(rule.grid().into_iter().flat_map(|_| OF_GRIDS));
        }
        NamedGame {
            name: entry.name.to_owned(),
            parameters: entry.parameters.to_owned(),
            arguments: entry.arguments.to_owned(),
            rules: entry.rules.to_owned(),
            example: entry.example.to_owned(),
            source: entry.source.to_owned(),
            rule,
            questions: questions.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// The rule of the first component of a position.
fn rule_of(position: &str) -> String {
    let nodes = parse_sum(position).map(|syntax| syntax.nodes).unwrap_or_default();
    let mut rules = nodes.into_iter().filter_map(|node| match node.kind {
        NodeKind::Component { rule, .. } => Some(rule.canonical()),
        _ => None,
    });
    rules.next().unwrap_or_default()
}
