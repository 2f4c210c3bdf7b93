//! The value of every vertex of a graph.

use std::borrow::Cow;
use std::io::Read;

use grundy::graph::{self, Format, LoopyValues, ReadFromError, ReadGraph, Remoteness, ValueTable};
use grundy::{Meter, Nimber};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::{Convention, Failure, Kind, Outcome, Session, Value};

/// The value of every vertex of a graph: a vertex is a position, and its options are where its edges lead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Graph {
    /// The name of a file.
    pub file: String,
    /// The graph itself, instead of a file.
    pub text: Option<String>,
    /// The format, by a name of [`GRAPH_FORMATS`]; if there is none, the name of the file and the content tell.
    pub format: Option<String>,
    /// Allow positions to repeat: play that never ends is a draw.
    pub loopy: bool,
    /// Misère play: the player who cannot move wins. There are outcomes and no values.
    pub misere: bool,
    /// Also how many moves play lasts if the winner hurries and the loser delays.
    pub remoteness: bool,
}

/// The names of the formats that graphs can be read in.
pub const GRAPH_FORMATS: [&str; Format::ALL.len()] = {
    let mut names = [""; Format::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = Format::ALL[place].name();
        place += 1;
    }
    names
};

/// The value of every vertex of a graph. In JSON an object with the list `vertices`, which is never held as a whole.
pub struct GraphAnswer {
    read: ReadGraph,
    known: Known,
    remoteness: bool,
}

/// What tells who wins.
enum Known {
    /// The values of a graph without cycles, and how long play lasts.
    Finite(ValueTable, Option<Remoteness>),
    /// Those of a graph whose play need not end.
    Loopy(LoopyValues, Option<Remoteness>),
    /// No values: misère play.
    Outcomes(Remoteness),
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vertex<'a> {
    /// Its name.
    pub id: Cow<'a, str>,
    /// Its value; null in misère play.
    pub value: Option<Value>,
    /// Who wins from it.
    pub outcome: Outcome,
    /// How many moves play lasts; null if it never ends. Left out unless it was asked for.
    #[serde(default, deserialize_with = "super::position::asked_for", skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
}

impl GraphAnswer {
    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> &graph::Graph {
        &self.read.graph
    }

    /// How the text of the graph was understood: its format, whether edges are directed, and how many there are.
    #[must_use]
    pub fn understood(&self) -> String {
        self.read.to_string()
    }

    /// Whether vertices have values: not in misère play.
    #[must_use]
    pub const fn has_values(&self) -> bool {
        !matches!(self.known, Known::Outcomes(_))
    }

    /// Whether it was asked how long play lasts.
    #[must_use]
    pub const fn has_remoteness(&self) -> bool {
        self.remoteness
    }

    /// The value of a vertex as a number, if it is one; cheaper than [`vertex`](Self::vertex).
    #[must_use]
    pub fn nimber(&self, vertex: u32) -> Option<u32> {
        match &self.known {
            Known::Finite(values, _) => Some(values.get(vertex)),
            Known::Loopy(..) | Known::Outcomes(_) => None,
        }
    }

    /// What is known of a vertex, by its number in the [graph](Self::graph).
    #[must_use]
    pub fn vertex(&self, vertex: u32) -> Vertex<'_> {
        let (value, outcome, play) = match &self.known {
            Known::Finite(values, play) => {
                let value = Nimber(values.get(vertex).into());
                (Some(value.into()), grundy::Outcome::of(value).into(), play.as_ref())
            }
            Known::Loopy(values, play) => {
                let value = values.get(self.graph(), vertex);
                (Some((&value).into()), value.outcome().into(), play.as_ref())
            }
            Known::Outcomes(play) => (None, play.outcome(vertex).into(), Some(play)),
        };
        let remoteness = play.filter(|_| self.remoteness).map(|play| play.moves(vertex));
        Vertex { id: self.graph().name(vertex), value, outcome, remoteness }
    }

    /// All vertices in the order of their numbers.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex<'_>> {
        self.graph().vertices().map(|vertex| self.vertex(vertex))
    }
}

impl Serialize for GraphAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct List<'a>(&'a GraphAnswer);
        impl Serialize for List<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.vertices())
            }
        }
        let mut object = serializer.serialize_struct("GraphAnswer", 1)?;
        object.serialize_field("vertices", &List(self))?;
        object.end()
    }
}

impl Session {
    /// The value of every vertex of a graph, from a file or from the text of the question.
    ///
    /// # Errors
    /// A [`Failure`] of the kinds `io` and `notation` where the graph cannot be read, `cycle` where play need not end,
    /// `partizan` where a move belongs to one player, `budget` at a limit.
    pub fn graph(&self, question: &Graph, meter: &mut Meter<'_>) -> Result<GraphAnswer, Failure> {
        let Graph { file, text, .. } = question;
        if let Some(text) = text {
            return self.graph_from(text.as_bytes(), "the graph", Some(text.len() as u64), question, meter);
        }
        let input = self.files().open(file, meter).map_err(|error| unread(file, &error))?;
        let size = input.size;
        self.graph_from(input, file, size, question, meter)
    }

    /// The same from any input, of which errors speak by its name.
    ///
    /// # Errors
    /// As for [`graph`](Self::graph).
    pub fn graph_from(
        &self,
        input: impl Read,
        name: &str,
        size: Option<u64>,
        question: &Graph,
        meter: &mut Meter<'_>,
    ) -> Result<GraphAnswer, Failure> {
        let format = match &question.format {
            Some(name) => Some(Format::named(name).ok_or_else(|| {
                let names = GRAPH_FORMATS.map(|name| format!("`{name}`")).join(", ");
                Failure::new(Kind::Usage, format!("graphs cannot be read in a format `{name}`")).with_help(names)
            })?),
            None => Format::of_name(&question.file),
        };
        let read = match graph::read_from(input, format, size, meter) {
            Ok(read) => read,
            Err(ReadFromError::Graph(error)) => return Err(Failure::graph(name, &error)),
            Err(ReadFromError::Io(error)) => {
                // A wait for input that a limit ended.
                meter.look()?;
                return Err(unread(name, &error));
            }
            Err(ReadFromError::Stopped(error)) => return Err(error.into()),
            Err(other) => return Err(Failure::new(Kind::Unsupported, other.to_string())),
        };
        let graph = &read.graph;
        let &Graph { loopy, misere, remoteness, .. } = question;
        // Without `loopy` a cycle is an error, in misère play too.
        let values = if loopy { None } else { Some(graph::sweep(graph, meter)?) };
        let play = match misere || remoteness {
            true => Some(graph::remoteness(graph, Convention::of(misere), meter)?),
            false => None,
        };
        let known = match (misere, values, play) {
            (true, _, Some(play)) => Known::Outcomes(play),
            (_, Some(values), play) => Known::Finite(values, play),
            (_, None, play) => Known::Loopy(graph::loopy_values(graph, meter)?, play),
        };
        Ok(GraphAnswer { read, known, remoteness })
    }
}

fn unread(name: &str, error: &std::io::Error) -> Failure {
    Failure::new(Kind::Io, format!("cannot read {name}: {error}"))
}
