//! Readers of graphs in all file formats.

mod chunks;
mod collector;
mod dot;
mod format;
mod graph6;
mod json;
mod lines;
mod players;

use std::fmt;
use std::io::{self, Read};

use self::chunks::Chunks;
pub use self::format::Format;
pub use self::players::Player;
use super::{Graph, GraphError};
use crate::{Error, Limits, Meter};

/// Why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphReadError {
    /// The text names no vertex. An empty graph can be written in JSON, as `{}`.
    #[error("no vertex was found: the file is empty or holds only comments")]
    Empty,
    /// The text is not encoded in UTF-8.
    #[error("line {line}: this is not UTF-8 text")]
    NotUtf8 {
        /// The line of the first byte that is not, counted from 1.
        line: usize,
    },
    /// The text has a byte of value 0, as binary files have.
    #[error("line {line}: there is a NUL byte; this is not a text file")]
    Nul {
        /// The line of the first one, counted from 1.
        line: usize,
    },
    /// A line of an edge list is neither an edge nor a vertex.
    #[error("line {line}: expected an edge (two names) or a vertex (one name), found {words} words")]
    Words {
        /// The line, counted from 1.
        line: usize,
        /// How many words it has, without its comment.
        words: usize,
    },
    /// The text is not JSON, or not an object of lists of vertices, or has the same key twice.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// The line, counted from 1.
        line: usize,
        /// The column where reading stopped, in bytes from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The text is not in the language of DOT, graph6 or digraph6 that it begins in.
    #[error("line {line}: {message}")]
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// What was expected, and what is there.
        message: String,
    },
    /// The lines of a text can be read in two ways.
    #[error("line {line}: {message}")]
    Unclear {
        /// The line, counted from 1.
        line: usize,
        /// What it may mean.
        message: String,
        /// The formats that say which is meant.
        formats: &'static [Format],
    },
    /// A move belongs to one player alone, so the game is not impartial.
    #[error("line {line}: the game is partizan: at {vertex} only {player} can move{}", to(.target.as_deref()))]
    Partizan {
        /// The line, counted from 1.
        line: usize,
        /// The name of a vertex where the players have different options.
        vertex: String,
        /// The player who has an option that the other has not.
        player: Player,
        /// The name of that option, if it is one move that is owned and not the vertex.
        target: Option<String>,
    },
    /// The format of the text is known, but not supported.
    #[error("the {format} format cannot be read; write an edge list (`a b` a line), JSON, DOT, graph6 or digraph6")]
    Unsupported {
        /// The format.
        format: Format,
    },
    /// The graph is too large.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

fn to(target: Option<&str>) -> String {
    target.map(|target| format!(" to {target}")).unwrap_or_default()
}

/// Why [`read_from`] read no graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFromError {
    /// The text is not a graph.
    #[error(transparent)]
    Graph(#[from] GraphReadError),
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The meter has reached a limit.
    #[error(transparent)]
    Stopped(#[from] Error),
}

impl From<GraphError> for ReadFromError {
    fn from(error: GraphError) -> Self {
        Self::Graph(error.into())
    }
}

/// The graph that `bytes` describe, in the format that they are found to be in. A byte-order mark is skipped.
///
/// - *Lines*, in one of these formats. A word that begins with `#` begins a comment; blank lines are skipped; a name alone is
///   a vertex that may have no edge. A text that can be read in two ways is an error ([`GraphReadError::Unclear`]).
///   - *Edge list.* A line `a b` is an edge from a to b. Names are separated by white space, or on all lines by a comma, a
///     semicolon or `->`.
///   - *Header.* A line `n m`, then m edges between the vertices 1 to n, or 0 to n - 1.
///   - *Options.* A line `a: b c` is a vertex with its options.
///   - *Counts.* A line n, then for each of n vertices a line `k v1 … vk` with the number of its options and these.
/// - *JSON.* An object such as `{"a": ["b"], "b": []}`, where each key is a vertex and its list holds its options, as
///   strings or integers. A vertex that is not a key has no options. The same key twice is an error. An object
///   `{"left": ["b"], "right": ["b"]}` in place of a list holds the options of either player.
/// - *DOT*, the language of Graphviz: `digraph { a -> b -> c; a -> {d e} }`. An edge of a `graph`, `a -- b`, leads both
///   ways. The attributes `player` and `owner` say that an edge, or every edge from a vertex, belongs to one player, `L`
///   or `R`; others are skipped. Subgraphs, ports and comments are read as the grammar says.
/// - *graph6* and *digraph6*, the formats of nauty, with or without their headers `>>graph6<<` and `>>digraph6<<`: one
///   graph, whose vertices are 0, 1, 2, … An edge of graph6 leads both ways. Without its header or the name of a file
///   graph6 cannot be told from an edge list, and is read as one.
///
/// If all names are numbers without sign or leading zeros, below 2^32 - 1, the vertices are numbered in their order;
/// otherwise in order of first appearance in the text.
///
/// # Errors
/// [`GraphReadError`], with the line.
///
/// # Complexity
/// Time and space O(length of the text), but for `{a b} -> {c d}` in DOT, which is every edge between the two.
///
/// # Examples
/// ```
/// use grundy::graph::{GraphReadError, read};
/// assert_eq!(read(b"a b # an edge\nc")?.vertex_count(), 3);
/// assert_eq!(read(br#"{"1": [2, "3"]}"#)?.edge_count(), 2);
/// assert_eq!(read(b"digraph { a -> b -> {c d} }")?.edge_count(), 3);
/// assert_eq!(read(b"&B?_")?.edge_count(), 1);
/// assert_eq!(read(b"a -> b\nb -> c, d")?.edge_count(), 3);
/// assert_eq!(read(b"a b c").unwrap_err(), GraphReadError::Words { line: 1, words: 3 });
/// # Ok::<(), GraphReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Graph, GraphReadError> {
    read_as(bytes, None)
}

/// The graph that `bytes` describe in the given format; without one, as [`read()`].
///
/// # Errors
/// [`GraphReadError`], with the line.
///
/// # Panics
/// Where addresses have 32 bits, if the graph takes more memory than tables may have there: [`read_from`] does not.
///
/// # Examples
/// ```
/// use grundy::graph::{Format, GraphReadError, read_as};
/// let triangle = read_as(b"Bw\n", Format::of_name("triangle.g6"))?;
/// assert_eq!(triangle.options(1), [0, 2]);
/// # Ok::<(), GraphReadError>(())
/// ```
pub fn read_as(bytes: &[u8], format: Option<Format>) -> Result<Graph, GraphReadError> {
    let limits = Limits::default();
    let read = read_from(bytes, format, Some(bytes.len() as u64), &mut Meter::new(&limits));
    read.map(|read| read.graph).map_err(|failure| match failure {
        ReadFromError::Graph(error) => error,
        ReadFromError::Io(_) => unreachable!("bytes can be read"),
        ReadFromError::Stopped(error) => panic!("{error}, and none was set"),
    })
}

/// The graph that is read from a file or a pipe, in the given format or that which it is found to be in.
///
/// An edge list is never held whole: besides the graph that comes of it, it takes 8 bytes an edge while it is read.
/// `size` is the length of the file, if it is known, and shown with the progress.
///
/// # Errors
/// [`ReadFromError`]; the meter counts bytes of memory and time, and no positions.
///
/// # Examples
/// ```
/// use grundy::graph::{ReadFromError, read_from};
/// use grundy::{Limits, Meter};
/// let read = read_from(&b"a b\n"[..], None, Some(4), &mut Meter::new(&Limits::default()))?;
/// assert_eq!(read.graph.edge_count(), 1);
/// assert_eq!(read.to_string(), "edge list: directed, 2 vertices, 1 edge");
/// # Ok::<(), ReadFromError>(())
/// ```
pub fn read_from(
    input: impl Read,
    format: Option<Format>,
    size: Option<u64>,
    meter: &mut Meter<'_>,
) -> Result<ReadGraph, ReadFromError> {
    meter.stage("bytes", size);
    let mut chunks = Chunks::new(input, size);
    let whole = chunks.fill(meter)?;
    let found = format.or_else(|| Format::of_beginning(valid_beginning(chunks.text()), whole));
    let Some(format) = found.filter(|format| !format.is_of_lines()) else {
        let (graph, format) = lines::read(&mut chunks, found, meter)?;
        return Ok(ReadGraph { graph, format, directed: true });
    };
    let bytes = chunks.into_whole(meter)?;
    let (graph, directed) = match format {
        Format::Digraph6 | Format::Graph6 => {
            let directed = format == Format::Digraph6;
            (graph6::read(&bytes, directed, meter)?, directed)
        }
        Format::Json => (json::read(text(&bytes, 1)?, meter)?, true),
        Format::Dot => dot::read(text(&bytes, 1)?, meter)?,
        format => return Err(GraphReadError::Unsupported { format }.into()),
    };
    Ok(ReadGraph { graph, format, directed })
}

/// A graph, and how its text was understood.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadGraph {
    /// The graph.
    pub graph: Graph,
    /// The format that the text is in.
    pub format: Format,
    /// Whether an edge of the text leads one way. If not, the graph has two edges for it.
    pub directed: bool,
}

/// The format, whether edges are directed, and how many vertices and edges there are.
impl fmt::Display for ReadGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { graph, format, directed } = self;
        let loops = || graph.vertices().filter(|&vertex| graph.options(vertex).contains(&vertex)).count();
        let edges = if *directed { graph.edge_count() } else { (graph.edge_count() + loops()) / 2 };
        let some = |count: usize, one, many| format!("{count} {}", if count == 1 { one } else { many });
        let (vertices, edges) = (some(graph.vertex_count(), "vertex", "vertices"), some(edges, "edge", "edges"));
        write!(f, "{format}: {}directed, {vertices}", if *directed { "" } else { "un" })?;
        if matches!(format, Format::Contest | Format::CountsFrom0 | Format::CountsFrom1) && graph.vertex_count() > 0 {
            let last = u32::try_from(graph.vertex_count() - 1).unwrap_or(u32::MAX);
            write!(f, " ({} to {})", graph.name(0), graph.name(last))?;
        }
        write!(f, ", {edges}")
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The text that bytes encode, the first of which are on the line with this number.
fn text(bytes: &[u8], line: usize) -> Result<&str, GraphReadError> {
    let line_of = |place: usize| line + bytes[..place].iter().filter(|&&byte| byte == b'\n').count();
    let text =
        std::str::from_utf8(bytes).map_err(|error| GraphReadError::NotUtf8 { line: line_of(error.valid_up_to()) })?;
    match text.as_bytes().contains(&0) {
        false => Ok(text),
        true => Err(GraphReadError::Nul { line: line_of(text.find('\0').unwrap_or_default()) }),
    }
}

/// The text up to where bytes encode none: there they may be cut within a character.
fn valid_beginning(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_graph_is_refused_with_its_line() {
        for (bytes, want) in [
            (&b""[..], "no vertex was found: the file is empty or holds only comments"),
            (b"# a b\n \t\r\n\n", "no vertex was found: the file is empty or holds only comments"),
            (b"a b\nc \xff\n", "line 2: this is not UTF-8 text"),
            (b"a b\n\nc\0d\n", "line 3: there is a NUL byte; this is not a text file"),
            (
                b">>sparse6<<:An",
                "the sparse6 format cannot be read; write an edge list (`a b` a line), JSON, DOT, graph6 or digraph6",
            ),
        ] {
            let error = read(bytes).expect_err(&String::from_utf8_lossy(bytes));
            assert_eq!(error.to_string(), want);
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_name() {
        assert!(read("\u{feff}a b".as_bytes()).unwrap().vertex("a").is_some());
        assert!(read("\u{feff}{\"a\": []}".as_bytes()).unwrap().vertex("a").is_some());
    }

    /// Pieces of all formats.
    const PIECES: [&str; 48] = [
        "digraph",
        "graph",
        "strict",
        "subgraph",
        "node",
        "edge",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "=",
        ":",
        "->",
        "--",
        "player",
        "L",
        "R",
        "a",
        "\"b\"",
        "<c>",
        "\"",
        "<",
        "/*",
        "*/",
        "//",
        "#",
        "\\",
        "+",
        "0",
        "7",
        "4294967295",
        "4294967294",
        "99999999999999999999",
        "-1",
        "1.5",
        "\n",
        "\r\n",
        "\t",
        " ",
        "\u{a0}",
        "\"left\"",
        "&",
        "~~",
        "?",
        ">>digraph6<<",
        ">>graph6<<",
    ];

    /// Every edge leads to a vertex, and every vertex is found by its name.
    fn is_sound(graph: &Graph) -> bool {
        graph.vertices().all(|vertex| {
            let inside = graph.options(vertex).iter().all(|option| graph.vertices().contains(option));
            inside && graph.vertex(&graph.name(vertex)) == Some(vertex)
        })
    }

    const FORMATS: [Option<Format>; 12] = [
        None,
        Some(Format::EdgeList),
        Some(Format::Csv),
        Some(Format::Arrows),
        Some(Format::Contest),
        Some(Format::Adjacency),
        Some(Format::CountsFrom0),
        Some(Format::CountsFrom1),
        Some(Format::Json),
        Some(Format::Dot),
        Some(Format::Digraph6),
        Some(Format::Graph6),
    ];

    proptest! {
        #[test]
        fn no_text_makes_a_reader_panic(
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40),
            begins in prop::sample::select(&["", "digraph{", "graph{", "{\"a\":", "{", "&", "\u{feff}"][..]),
            format in prop::sample::select(&FORMATS[..]),
        ) {
            let text = begins.to_owned() + &pieces.concat();
            if let Ok(graph) = read_as(text.as_bytes(), format) {
                prop_assert!(is_sound(&graph));
            }
        }

        #[test]
        fn no_bytes_make_a_reader_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            format in prop::sample::select(&FORMATS[..]),
        ) {
            if let Ok(graph) = read_as(&bytes, format) {
                prop_assert!(is_sound(&graph));
            }
        }

        #[test]
        fn a_text_that_was_cut_or_changed_makes_no_reader_panic(
            text in prop::sample::select(&[
                "a b\nb c # x\n10 20\n",
                "{\"a\": [\"b\", 7], \"c\": {\"left\": [1], \"right\": [1]}}",
                "digraph G { a -> {b c [x=1]} -> \"d\"; subgraph s { edge [player=both] 1 -> 2 } }",
                ">>graph6<<DQc",
                "&DI?AO?",
            ][..]),
            cut in 0..80_usize,
            place in 0..80_usize,
            byte in any::<u8>(),
        ) {
            let mut bytes = text.as_bytes().to_vec();
            bytes.truncate(cut);
            if let Some(changed) = bytes.get_mut(place) {
                *changed = byte;
            }
            if let Ok(graph) = read(&bytes) {
                prop_assert!(is_sound(&graph));
            }
        }
    }
}
