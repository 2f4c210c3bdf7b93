//! First lines that are not edges: `n m` before m edges between n vertices, as problems of programming contests are given, and
//! other counts.
//!
//! A line `n m` is a header for certain if m edges follow and no more, all between vertices 1 to n or 0 to n - 1, m is beyond
//! them, and the edges are not listed from the largest source down, so that the line is not the first of them. If m is one of
//! the vertices, the same text is also a list whose first edge leads from n to m.

use super::super::Format;
use crate::graph::names::number;
use crate::graph::read::collector::Collector;

/// A text that can be read in two ways, and the formats that say which is meant.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclear {
    pub(super) message: String,
    pub(super) formats: &'static [Format],
}

/// The vertices that a header tells: so many, from the first number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vertices {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// An edge, or a vertex alone, by numbers.
type Entry = (u32, Option<u32>);

const EDGES: &[Format] = &[Format::EdgeList];
const EDGES_OR_TABLE: &[Format] = &[Format::EdgeList, Format::Csv];
const EDGES_OR_CONTEST: &[Format] = &[Format::EdgeList, Format::Contest];
const EDGES_OR_COUNTS: &[Format] = &[Format::EdgeList, Format::CountsFrom0, Format::CountsFrom1];

impl Vertices {
    /// The vertices of n that all edges are between: 0 to n - 1 if 0 is one of them, otherwise 1 to n.
    pub(super) fn around(count: u32, mut edges: impl Iterator<Item = Entry>) -> Option<Self> {
        let (mut least, mut largest) = (u32::MAX, 0);
        let only_edges = edges.all(|(from, to)| match to {
            Some(to) => {
                (least, largest) = (least.min(from).min(to), largest.max(from).max(to));
                true
            }
            None => false,
        });
        let first = u32::from(least > 0);
        let within = least > largest || u64::from(largest) < u64::from(first) + u64::from(count);
        (only_edges && within).then_some(Self { first, count })
    }

    fn end(self) -> u64 {
        u64::from(self.first) + u64::from(self.count)
    }
}

/// The header of a list, if it certainly has one; none if it certainly has none.
pub(super) fn of(collector: &Collector) -> Result<Option<Vertices>, Unclear> {
    let Some(entries) = collector.entries() else { return of_words(collector).map_or(Ok(None), Err) };
    match entries.clone().next() {
        Some((n, Some(m))) => of_pair(n, m, entries.skip(1)),
        Some((n, None)) => of_number(n, entries.skip(1)).map_or(Ok(None), Err),
        None => Ok(None),
    }
}

/// The header of a list that is said to have one.
pub(super) fn asked_for(collector: &Collector) -> Result<Vertices, String> {
    let Some(mut entries) = collector.entries() else { return Err("expected numbers in all lines".to_owned()) };
    let Some((n, Some(m))) = entries.next() else { return Err("expected a header `n m` of two numbers".to_owned()) };
    if m as usize != entries.len() {
        return Err(format!("the header `{n} {m}` says {m} edges, and {} lines follow", entries.len()));
    }
    Vertices::around(n, entries).ok_or_else(|| {
        format!("the header `{n} {m}` says {n} vertices, but not all edges are between 1 and {n}, or 0 and {n} - 1")
    })
}

/// A first line `n m`.
fn of_pair(n: u32, m: u32, rest: impl ExactSizeIterator<Item = Entry> + Clone) -> Result<Option<Vertices>, Unclear> {
    let (edges, count) = (m as usize, rest.len());
    if edges == 0 || edges > count {
        return Ok(None);
    }
    let Some(vertices) = Vertices::around(n, rest.clone().take(edges)) else { return Ok(None) };
    let too_long = || {
        let message = format!("`{n} {m}` may be an edge, or say that {m} edges follow, but {count} lines follow");
        Err(Unclear { message, formats: EDGES })
    };
    let is_beyond = u64::from(m) >= vertices.end();
    let descending = rest.clone().zip(rest.clone().skip(1)).all(|((from, _), (next, _))| from >= next);
    match (edges == count, is_beyond) {
        (true, true) if !descending => Ok(Some(vertices)),
        (true, _) => {
            let message = format!("`{n} {m}` may be an edge, or say that {n} vertices and {m} edges follow");
            Err(Unclear { message, formats: EDGES_OR_CONTEST })
        }
        (false, true) => too_long(),
        // After the edges of a graph of a contest there may be questions about it.
        (false, false) => match rest.clone().nth(edges) {
            Some((_, None)) if m > 1 => too_long(),
            _ => Ok(None),
        },
    }
}

/// A first line with one number, which may be a vertex or a count.
fn of_number(n: u32, rest: impl ExactSizeIterator<Item = Entry> + Clone) -> Option<Unclear> {
    let unclear = |what: &str, formats| Some(Unclear { message: format!("`{n}` may be a vertex, or {what}"), formats });
    let is_list = |(length, only): Entry| length == u32::from(only.is_some());
    if n as usize == rest.len() && rest.clone().all(is_list) && n > 0 {
        return unclear("say that a list of options follows for each of so many vertices", EDGES_OR_COUNTS);
    }
    let alone = rest.clone().take_while(|(_, to)| to.is_none()).count();
    let mut edges = rest.skip(alone);
    let all = edges.clone();
    let (from, to) = edges.next()?;
    if let Some(to) = to
        && !matches!(of_pair(from, to, edges), Ok(None))
    {
        return unclear("the number of graphs that follow", EDGES);
    }
    let named = |vertex: u32| all.clone().any(|(from, to)| from == vertex || to == Some(vertex));
    if n as usize == all.len() && !named(n) || alone > 0 && all.clone().all(|(_, to)| to.is_some()) && !named(n) {
        return unclear("the number of vertices or edges that follow", EDGES);
    }
    let vertices = Vertices::around(n, all.clone()).filter(|_| alone == 0)?;
    // Both readings are the same graph if every vertex from 1 to n has an edge.
    if vertices.first == 1 && has_all(n, all) { None } else { unclear("the number of vertices", EDGES) }
}

/// Whether all of 1 to n are among the ends of edges that are between them.
fn has_all(n: u32, edges: impl ExactSizeIterator<Item = Entry>) -> bool {
    if n as usize > 2 * edges.len() {
        return false;
    }
    let mut seen = vec![false; n as usize + 1];
    for (from, to) in edges {
        [Some(from), to].into_iter().flatten().for_each(|vertex| seen[vertex as usize] = true);
    }
    seen[1..].iter().all(|&seen| seen)
}

/// Names that are not all numbers.
fn of_words(collector: &Collector) -> Option<Unclear> {
    let mut edges = collector.edges();
    let (lines, names) = (edges.len(), collector.words());
    let is_number = |vertex: u32| number(&collector.name(vertex)).is_some();
    if let Some(n) = number(&collector.name(0))
        && collector.edges().all(|(from, to)| from > 0 && to > 0)
        && (n as usize == lines || n == names - 1)
    {
        let message = format!("`{n}` may be a vertex, or the number of vertices or edges that follow");
        return Some(Unclear { message, formats: EDGES });
    }
    let is_first_edge = edges.next() == Some((0, 1));
    if !is_first_edge || lines < 2 || edges.any(|(from, to)| from < 2 || to < 2) {
        return None;
    }
    let numbers = [0, 1].map(|vertex| number(&collector.name(vertex)));
    let later = || (2..names).map(is_number);
    match numbers {
        [Some(n), Some(m)] if m as usize == lines - 1 || n == names - 2 && later().all(|number| !number) => {
            let message = format!("`{n} {m}` may be an edge, or say how many vertices and edges follow");
            Some(Unclear { message, formats: EDGES })
        }
        [None, None] if later().all(|number| number) || is_title(&collector.name(0), &collector.name(1)) => {
            let message = "this may be an edge, or the titles of the columns; if they are titles, leave out the line";
            Some(Unclear { message: message.to_owned(), formats: EDGES_OR_TABLE })
        }
        _ => None,
    }
}

/// Titles of the two columns of a list of edges.
fn is_title(from: &str, to: &str) -> bool {
    let pair = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
    [("from", "to"), ("source", "target"), ("src", "dst"), ("parent", "child")].contains(&(&pair.0, &pair.1))
}
