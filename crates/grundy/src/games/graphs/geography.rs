//! Geography: a token moves over a graph and never visits a vertex twice.

use super::adjacency::Adjacency;
use super::matching::is_in_every_maximum_matching;
use super::set::vertices;
use super::{NamedGraph, VertexSet};
use crate::games::by_argument::ByArgument;
use crate::games::{ArgumentReader, Call, Context, Entry, ReadError};
use crate::picture::Picture;
use crate::syntax::{Arguments, NotationError, nearest, written_vertex};
use crate::{Component, Error, Game, Meter, Nimber, Options, Outcome};

pub(in crate::games) const GEOGRAPHY: Entry = Entry {
    name: "geography",
    parameters: "directed,from:vertex",
    arguments: "graph",
    rules: "Move the token along an edge to a vertex where it has not been. It starts on vertex 0, or where `from` says.",
    example: "geography{from:3}(grid:2x4)",
    source: "Schaefer 1978; Fraenkel, Scheinerman and Ullman, Undirected edge geography, 1993",
    build: |call, _| Ok(Box::new(Graphs { call: Directions::read(call)?, graphs: ByArgument::default() })),
};

/// Vertex Geography on a graph of at most [`VertexSet::MOST`] vertices. A token is moved along an edge to a vertex that
/// it has not visited. The player who cannot move loses.
///
/// On an undirected graph the position is an N-position iff every maximum matching covers the vertex of the token: the
/// first player moves along the edges of one. The outcome therefore takes polynomial time, while the value takes a
/// search, exponential in general. On a directed graph even the outcome is PSPACE-complete.
///
/// # Source
/// Schaefer 1978; for the matchings Fraenkel, Scheinerman & Ullman 1993, *Undirected edge geography*.
///
/// # Examples
/// ```
/// use grundy::games::{Geography, NamedGraph};
/// use grundy::{Limits, Nimber, value};
/// let graph = NamedGraph::new([], [("a", "b"), ("b", "c")]).expect("a small graph");
/// let game = Geography::new(graph, false);
/// let middle = game.token("b").expect("it is a vertex");
/// assert_eq!(value(game, &middle, &Limits::default())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Geography {
    graph: NamedGraph,
    directed: bool,
    /// The vertices to which an edge leads from each vertex, without the vertex itself.
    rows: Vec<u128>,
}

/// A position of [`Geography`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    /// The unvisited vertices, and that of the token.
    left: VertexSet,
    token: u8,
}

impl Geography {
    /// The game on a graph. Unless it is `directed`, edges can be used in both directions.
    #[must_use]
    pub fn new(graph: NamedGraph, directed: bool) -> Self {
        let graph = if directed { graph } else { graph.undirected() };
        let mut rows = vec![0; graph.names().len()];
        for &(from, to) in graph.edges().iter().filter(|(from, to)| from != to) {
            rows[from] |= 1 << to;
            if !directed {
                rows[to] |= 1 << from;
            }
        }
        Self { graph, directed, rows }
    }

    /// The position with the token on the vertex of this name, if it exists.
    #[must_use]
    pub fn token(&self, name: &str) -> Option<Walk> {
        self.graph.vertex(name).map(|vertex| Walk { left: self.graph.all(), token: number(vertex) })
    }

    fn adjacency(&self) -> Adjacency<'_> {
        Adjacency { rows: &self.rows, loops: 0 }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are at most 128 vertices")]
const fn number(vertex: usize) -> u8 {
    vertex as u8
}

impl Game for Geography {
    type Position = Walk;

    fn options(&self, walk: &Walk, out: &mut Options<Walk>) {
        let token = usize::from(walk.token);
        let left = walk.left.bits() & !(1 << token);
        for next in vertices(self.rows[token] & left) {
            out.push(Walk { left: VertexSet::of(left), token: number(next) });
        }
    }

    /// Vertices that the token can never reach are removed.
    fn reduce(&self, walk: Walk, parts: &mut Vec<Walk>) -> Result<(), Error> {
        let left = self.adjacency().component(usize::from(walk.token), walk.left.bits());
        parts.push(Walk { left: VertexSet::of(left), token: walk.token });
        Ok(())
    }

    fn value(&self, walk: &Walk, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(if self.outcome(walk) == Some(Outcome::P) { Some(Nimber::ZERO) } else { None })
    }

    fn outcome(&self, walk: &Walk) -> Option<Outcome> {
        if self.directed {
            return None;
        }
        let token = usize::from(walk.token);
        let is_won = is_in_every_maximum_matching(token, self.adjacency(), walk.left.bits());
        Some(if is_won { Outcome::N } else { Outcome::P })
    }

    fn file_note(&self) -> Option<String> {
        self.graph.note()
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, walk: &Walk) -> u64 {
        walk.left.bits().count_ones().into()
    }

    fn name_move(&self, _: &Walk, parts: &[Walk]) -> Option<String> {
        Some(format!("move to {}", written_vertex(&self.graph.names()[usize::from(parts.first()?.token)])))
    }

    fn picture(&self, walk: &Walk, left: Option<&[Walk]>) -> Option<Picture> {
        let next = left.and_then(<[Walk]>::first).map_or(0, |next| 1 << next.token);
        let token = Some(usize::from(walk.token));
        Some(Picture::Graph(self.graph.diagram(walk.left, self.directed, VertexSet::of(next), token)))
    }

    fn show(&self, walk: &Walk) -> String {
        let directed = if self.directed { "directed," } else { "" };
        let token = written_vertex(&self.graph.names()[usize::from(walk.token)]);
        format!("geography{{{directed}from:{token}}}({})", self.graph.written(walk.left))
    }
}

/// The parameters of the game.
struct Directions {
    directed: bool,
    from: Option<String>,
}

impl Directions {
    fn read(call: &Call<'_>) -> Result<Self, ReadError> {
        let mut read = Self { directed: false, from: None };
        let Some(parameters) = call.parameters else { return Ok(read) };
        for item in parameters.items()? {
            match item.split_once(":")? {
                None if item.text() == "directed" && !read.directed => read.directed = true,
                Some((word, vertex)) if word.text() == "from" && read.from.is_none() => {
                    read.from = Some(vertex.word()?.into_owned());
                }
                _ => {
                    let error = NotationError::new(item.span(), format!("unexpected `{}`", item.text()));
                    return Err(error.with_help("write `directed`, `from:3`, or both: `{directed,from:3}`").into());
                }
            }
        }
        Ok(read)
    }
}

/// The games by graph.
struct Graphs {
    call: Directions,
    graphs: ByArgument<Geography>,
}

impl ArgumentReader for Graphs {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let item = arguments.whole();
        let game = self.graphs.get(item.text(), || {
            let graph = NamedGraph::read("geography", &item, &item.graph()?, context)?;
            Ok::<_, ReadError>(context.rules.add(Geography::new(graph, self.call.directed)))
        })?;
        let from = self.call.from.as_deref();
        match game.game().token(from.unwrap_or("0")) {
            Some(walk) => Ok(vec![game.at(walk)?]),
            None => Err(no_vertex(from, game.game(), context).into()),
        }
    }
}

fn no_vertex(from: Option<&str>, game: &Geography, context: &Context<'_, '_>) -> NotationError {
    let names = game.graph.names();
    let error = NotationError::new(context.rule, format!("the graph has no vertex `{}`", from.unwrap_or("0")));
    let near = from.and_then(|from| nearest(from, names.iter().map(|name| &**name)));
    match near.or_else(|| names.first().map(|name| &**name)) {
        Some(name) => error.with_help(format!("name the start vertex: `geography{{from:{}}}`", written_vertex(name))),
        None => error.with_help("the token needs a vertex, but the graph has none"),
    }
}
