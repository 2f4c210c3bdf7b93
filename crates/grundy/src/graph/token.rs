//! One token on a graph, moved along its edges.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::{Graph, LoopyValues, PartialValues, loopy_values};
use crate::picture::{Diagram, Picture, Vertex};
use crate::pool::lock_within;
use crate::{Error, Game, LoopyValue, Meter, Nimber, Options};

/// The game of one token on a directed graph: a move takes it along an edge, and the player who cannot move loses.
/// Several tokens are a sum; they may share a vertex.
///
/// A position is the vertex of the token, which must be one of the graph: other numbers panic.
///
/// The values of what can be reached are found in one sweep and kept, so that every vertex is valued at most once. Where a
/// cycle can be reached, the loopy values of all vertices are found together when the first is asked for.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use grundy::Game;
/// use grundy::graph::{TokenGame, read};
/// let game = TokenGame::new(Arc::new(read(br#"{"a": ["the end"]}"#)?), "moves.json");
/// assert_eq!(game.show_sum(&[0, 1]), r#"graph("moves.json", a, "the end")"#);
/// # Ok::<(), grundy::graph::GraphReadError>(())
/// ```
pub struct TokenGame {
    graph: Arc<Graph>,
    label: String,
    /// How the file of the graph was understood.
    note: Option<String>,
    known: Mutex<PartialValues>,
    loopy: Mutex<Option<LoopyValues>>,
}

impl TokenGame {
    /// The game on `graph`, which positions are shown with by `label`: the file that it was read from.
    #[must_use]
    pub fn new(graph: Arc<Graph>, label: impl Into<String>) -> Self {
        let known = Mutex::new(PartialValues::new(&graph));
        Self { graph, label: label.into(), note: None, known, loopy: Mutex::default() }
    }

    /// The same game, which tells how the file of its graph was understood.
    #[must_use]
    pub(crate) fn with_note(self, note: String) -> Self {
        Self { note: Some(note), ..self }
    }

    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// What the graph is called.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The vertex of this name, if there is one.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.graph.vertex(name)
    }

    /// The names of all vertices, in order of their numbers.
    pub fn names(&self) -> impl ExactSizeIterator<Item = Cow<'_, str>> {
        self.graph.names()
    }

    /// The token on a vertex, and what it can reach in a few moves, beginning with the vertex that it moves to.
    fn around(&self, token: u32, next: Option<u32>) -> Diagram {
        let mut listed = vec![token];
        listed.extend(next.filter(|&next| next != token));
        let mut numbers: FxHashMap<u32, usize> = listed.iter().enumerate().map(|(at, &vertex)| (vertex, at)).collect();
        let mut at = 0;
        while at < listed.len() && listed.len() < AROUND {
            for &option in self.graph.options(listed[at]) {
                if listed.len() == AROUND {
                    break;
                }
                if let Entry::Vacant(place) = numbers.entry(option) {
                    place.insert(listed.len());
                    listed.push(option);
                }
            }
            at += 1;
        }
        let edges_of = |(from, &vertex): (usize, &u32)| {
            let numbers = &numbers;
            self.graph.options(vertex).iter().filter_map(move |option| Some((from, *numbers.get(option)?)))
        };
        let edges = listed.iter().enumerate().flat_map(edges_of).collect();
        let vertex = |&vertex: &u32| Vertex {
            name: written(&self.graph.name(vertex)).into_owned(),
            place: None,
            token: vertex == token,
            marked: next == Some(vertex),
        };
        let vertices = listed.iter().map(vertex).collect();
        let hidden = (self.graph.vertex_count() - listed.len()) as u64;
        Diagram { vertices, edges, directed: true, hidden }
    }

    fn known(&self, meter: &mut Meter<'_>) -> Result<MutexGuard<'_, PartialValues>, Error> {
        Ok(lock_within(&self.known, meter)?.unwrap_or_else(|poisoned| {
            // A sweep that panicked, in a report of its progress, has left vertices open: they would look like a cycle.
            let mut known = poisoned.into_inner();
            *known = PartialValues::new(&self.graph);
            self.known.clear_poison();
            known
        }))
    }
}

impl fmt::Debug for TokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenGame").field("label", &self.label).field("graph", &self.graph).finish_non_exhaustive()
    }
}

impl Game for TokenGame {
    type Position = u32;

    fn options(&self, vertex: &u32, out: &mut Options<u32>) {
        for &option in self.graph.options(*vertex) {
            out.push(option);
            if out.more() {
                return;
            }
        }
    }

    fn value(&self, vertex: &u32, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let mut known = self.known(meter)?;
        known.extend(&self.graph, [*vertex], meter)?;
        Ok(known.get(*vertex).map(|value| Nimber(u64::from(value))))
    }

    fn file_note(&self) -> Option<String> {
        self.note.clone()
    }

    fn loopy_value(&self, vertex: &u32, meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error> {
        // They are put there when all are found, so a panic leaves nothing half done.
        let mut loopy = lock_within(&self.loopy, meter)?.unwrap_or_else(PoisonError::into_inner);
        let values = match &mut *loopy {
            Some(values) => values,
            none => none.insert(loopy_values(&self.graph, meter)?),
        };
        Ok(Some(values.get(&self.graph, *vertex)))
    }

    fn name_move(&self, _: &u32, parts: &[u32]) -> Option<String> {
        Some(format!("move to {}", written(&self.graph.name(*parts.first()?))))
    }

    fn picture(&self, vertex: &u32, left: Option<&[u32]>) -> Option<Picture> {
        Some(Picture::Graph(self.around(*vertex, left.and_then(<[u32]>::first).copied())))
    }

    fn show(&self, vertex: &u32) -> String {
        self.show_sum(&[*vertex])
    }

    fn show_sum(&self, vertices: &[u32]) -> String {
        let mut text = format!("graph({}", quoted(&self.label));
        for &vertex in vertices {
            text.push_str(", ");
            text.push_str(&written(&self.graph.name(vertex)));
        }
        text.push(')');
        text
    }
}

/// The most vertices that a picture shows of a graph that may have millions.
const AROUND: usize = 40;

/// The name of a vertex as the notation reads it.
fn written(name: &str) -> Cow<'_, str> {
    if is_bare_word(name) { Cow::Borrowed(name) } else { Cow::Owned(quoted(name)) }
}

/// Whether a name can be written without quotes.
fn is_bare_word(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
}

/// A string as JSON writes it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::read;
    use crate::{Bound, Limits};

    fn game(text: &str) -> TokenGame {
        TokenGame::new(Arc::new(read(text.as_bytes()).unwrap()), "moves.txt")
    }

    fn value(game: &TokenGame, name: &str, limits: &Limits) -> Result<Option<Nimber>, Error> {
        game.value(&game.vertex(name).unwrap(), &mut Meter::new(limits))
    }

    #[test]
    fn tokens_of_the_worked_example() {
        let game = game("0 1\n0 2\n1 3\n2 3\n");
        let limits = Limits::default();
        for (name, want) in [("0", 0), ("1", 1), ("2", 1), ("3", 0)] {
            assert_eq!(value(&game, name, &limits).unwrap(), Some(Nimber(want)), "{name}");
        }
    }

    #[test]
    fn an_option_is_listed_once() {
        let game = game("a b\na c\na b\n");
        let mut options = Options::new();
        game.options(&0, &mut options);
        assert_eq!(options.iter().collect::<Vec<_>>(), [[1], [2]]);
        let mut cut = Options::at_most(1);
        game.options(&0, &mut cut);
        assert_eq!((cut.len(), cut.more()), (1, true));
    }

    #[test]
    fn names_that_are_no_bare_words_are_shown_as_strings() {
        let graph = read(br#"{"a.b-c_9": ["", "a b", "\"", "\u0001", "\u00e9"]}"#).unwrap();
        let game = TokenGame::new(Arc::new(graph), "dir\\my \"moves\".json");
        assert_eq!(game.show(&0), r#"graph("dir\\my \"moves\".json", a.b-c_9)"#);
        let names = game.show_sum(&[1, 2, 3, 4, 5]);
        assert_eq!(names, r#"graph("dir\\my \"moves\".json", "", "a b", "\"", "\u0001", "é")"#);
        assert_eq!(game.show_sum(&[]), r#"graph("dir\\my \"moves\".json")"#);
    }

    #[test]
    fn a_cycle_is_an_error_only_where_it_can_be_reached() {
        let game = game("a b\nb c\nb b\nd c\n");
        let limits = Limits::default();
        for _ in 0..2 {
            assert_eq!(value(&game, "d", &limits).unwrap(), Some(Nimber(1)));
            let Err(Error::Cycle(cycle)) = value(&game, "a", &limits) else { panic!("a leads to a cycle") };
            assert_eq!(cycle.positions, ["b"]);
        }
    }

    #[test]
    fn a_sweep_that_panicked_does_no_harm() {
        let game = game("a b\n");
        let panicked = std::thread::scope(|scope| {
            let sweep = scope.spawn(|| {
                let _known = game.known(&mut Meter::new(&Limits::default()));
                panic!("as a report of progress might");
            });
            sweep.join().is_err()
        });
        assert!(panicked && game.known.is_poisoned());
        assert_eq!(value(&game, "a", &Limits::default()).unwrap(), Some(Nimber(1)));
        assert!(!game.known.is_poisoned());
    }

    #[test]
    fn values_are_kept_between_calls_and_after_an_error() {
        let game = game("a b\nb c\nc d\n");
        let limits = Limits { positions: Some(2), ..Limits::default() };
        assert!(matches!(value(&game, "a", &limits), Err(Error::Budget { bound: Bound::Positions, .. })));
        // c, d and the vertex at which the account was exceeded are known.
        assert_eq!(value(&game, "a", &limits).unwrap(), Some(Nimber(1)));
        let none = Limits { positions: Some(0), ..Limits::default() };
        assert_eq!(value(&game, "b", &none).unwrap(), Some(Nimber(0)));
    }
}
