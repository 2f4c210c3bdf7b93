//! From a text in any format to a graph.

use super::{Format, Graph, GraphError, edge_list, json};

/// Why a text is not a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no vertex. An empty graph can be written in JSON, as `{}`.
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
    /// The text is in a format that cannot be read yet.
    #[error("the {format} format is not supported yet; write an edge list (`a b` a line) or JSON adjacency lists")]
    Unsupported {
        /// The format.
        format: Format,
    },
    /// The graph is too large.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// The graph that `bytes` describe, in the format that they are found to be in. A byte-order mark is skipped.
///
/// - *Edge list.* A line `a b` is an edge from a to b, and one name alone a vertex that may have none. Names are
///   separated by white space. A word that begins with `#` begins a comment; blank lines are skipped.
/// - *JSON.* An object such as `{"a": ["b"], "b": []}`, where each key is a vertex and its list holds its options, as
///   strings or integers. A vertex that is no key has no options. The same key twice is an error.
///
/// Vertices are numbered in order of first appearance in the text.
///
/// Time and space O(length of the text).
///
/// # Errors
/// [`ReadError`], with the line.
///
/// ```
/// use grundy::graph::{ReadError, read};
/// assert_eq!(read(b"a b # an edge\nc")?.vertex_count(), 3);
/// assert_eq!(read(br#"{"1": [2, "3"]}"#)?.edge_count(), 2);
/// assert_eq!(read(b"a -> b").unwrap_err(), ReadError::Words { line: 1, words: 3 });
/// # Ok::<(), ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Graph, ReadError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| ReadError::NotUtf8 { line: line_of(bytes, error.valid_up_to()) })?;
    if let Some(place) = text.find('\0') {
        return Err(ReadError::Nul { line: line_of(bytes, place) });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match Format::detect(text) {
        Format::EdgeList => edge_list::read(text),
        Format::Json => json::read(text),
        format @ (Format::Dot | Format::Digraph6 | Format::Graph6) => Err(ReadError::Unsupported { format }),
    }
}

fn line_of(bytes: &[u8], place: usize) -> usize {
    1 + bytes[..place].iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_graph_is_refused_with_its_line() {
        for (bytes, want) in [
            (&b""[..], "no vertex was found: the file is empty or holds only comments"),
            (b"# a b\n \t\r\n\n", "no vertex was found: the file is empty or holds only comments"),
            (b"a b\nc \xff\n", "line 2: this is not UTF-8 text"),
            (b"a b\n\nc\0d\n", "line 3: there is a NUL byte; this is not a text file"),
            (
                b"digraph { a -> b }",
                "the DOT format is not supported yet; write an edge list (`a b` a line) or JSON adjacency lists",
            ),
            (
                b"&BP_\n",
                "the digraph6 format is not supported yet; write an edge list (`a b` a line) or JSON adjacency lists",
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
}
