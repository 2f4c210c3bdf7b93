//! Which format a text is in.

use std::fmt;
use std::path::Path;

use super::graph6;

/// A format of graph files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One edge per line, with white space between the names, which may hold any sign: `a b`.
    EdgeList,
    /// One edge per line, with a comma, a semicolon or a tab between the names: `a,b`.
    Csv,
    /// One edge per line, or several from one vertex: `a -> b, c`.
    Arrows,
    /// A line `n m`, then m edges between the vertices 1 to n, or 0 to n - 1.
    Contest,
    /// The options of a vertex on each line: `a: b c`.
    Adjacency,
    /// A line n, then for each vertex from 0 to n - 1 a line with the number of its options and these: `2 5 7`.
    CountsFrom0,
    /// The same for the vertices from 1 to n.
    CountsFrom1,
    /// A JSON object of adjacency lists: `{"a": ["b"], "b": []}`.
    Json,
    /// The language of Graphviz: `digraph { a -> b }`.
    Dot,
    /// The format of nauty for directed graphs: one word per graph, beginning with `&`.
    Digraph6,
    /// The format of nauty for undirected graphs, recognised by its header `>>graph6<<` or the name of the file.
    Graph6,
    /// The format of nauty for sparse undirected graphs, which is not supported.
    Sparse6,
}

impl Format {
    /// The formats that can be read.
    pub const ALL: [Self; 11] = [
        Self::EdgeList,
        Self::Csv,
        Self::Arrows,
        Self::Contest,
        Self::Adjacency,
        Self::CountsFrom0,
        Self::CountsFrom1,
        Self::Json,
        Self::Dot,
        Self::Graph6,
        Self::Digraph6,
    ];

    /// The name by which the format is asked for.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EdgeList => "edge-list",
            Self::Csv => "csv",
            Self::Arrows => "arrows",
            Self::Contest => "contest",
            Self::Adjacency => "adjacency",
            Self::CountsFrom0 => "counts-from-0",
            Self::CountsFrom1 => "counts-from-1",
            Self::Json => "json",
            Self::Dot => "dot",
            Self::Graph6 => "graph6",
            Self::Digraph6 => "digraph6",
            Self::Sparse6 => "sparse6",
        }
    }

    /// The format with this [name](Self::name).
    ///
    /// # Examples
    /// ```
    /// use grundy::graph::Format;
    /// assert_eq!(Format::named("contest"), Some(Format::Contest));
    /// assert_eq!(Format::named("txt"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the end of a file's name stands for: the [name](Self::name) of a format, or `.gv`, `.g6`, `.d6`,
    /// `.dig6`, `.s6`. Others are found by content, and so is `.csv`, since such files come with titles and without.
    ///
    /// # Examples
    /// ```
    /// use grundy::graph::Format;
    /// assert_eq!(Format::of_name("moves.GV"), Some(Format::Dot));
    /// assert_eq!(Format::of_name("moves.contest"), Some(Format::Contest));
    /// assert_eq!(Format::of_name("moves.txt"), None);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "gv" => Some(Self::Dot),
            "g6" => Some(Self::Graph6),
            "d6" | "dig6" => Some(Self::Digraph6),
            "s6" | "sparse6" => Some(Self::Sparse6),
            ending => Self::named(ending).filter(|&format| format != Self::Csv),
        }
    }

    /// Whether each line of a text in this format stands for itself.
    pub(super) const fn is_of_lines(self) -> bool {
        match self {
            Self::EdgeList | Self::Csv | Self::Arrows | Self::Contest | Self::Adjacency => true,
            Self::CountsFrom0 | Self::CountsFrom1 => true,
            Self::Json | Self::Dot | Self::Graph6 | Self::Digraph6 | Self::Sparse6 => false,
        }
    }

    /// The format of a text of which this is the beginning, or the whole; none if its lines decide.
    ///
    /// Time O(1) beyond the first line and comments, but for a text that begins with `[`, which is parsed as JSON.
    pub(super) fn of_beginning(text: &str, whole: bool) -> Option<Self> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
        Some(if body.starts_with('{') || is_json_array(body, whole) {
            Self::Json
        } else if is_dot(body) {
            Self::Dot
        } else if is_digraph6(body, whole) {
            Self::Digraph6
        } else if body.starts_with(">>graph6<<") {
            Self::Graph6
        } else if body.starts_with(">>sparse6<<") {
            Self::Sparse6
        } else {
            return None;
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EdgeList => "edge list",
            Self::Csv => "table of edges",
            Self::Arrows => "edges with arrows",
            Self::Contest => "edge list with a header",
            Self::Adjacency => "lists of options",
            Self::CountsFrom0 | Self::CountsFrom1 => "lists of options with their lengths",
            Self::Json => "JSON",
            Self::Dot => "DOT",
            Self::Digraph6 => "digraph6",
            Self::Graph6 => "graph6",
            Self::Sparse6 => "sparse6",
        })
    }
}

/// Whether the text is a JSON array, not a list of edges whose first name begins with a bracket.
fn is_json_array(text: &str, whole: bool) -> bool {
    text.starts_with('[')
        && match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Ok(_) => true,
            Err(error) => error.is_eof() && !whole,
        }
}

/// Whether the text begins as DOT: `[strict] (graph | digraph) [name] {`, in any case, with comments anywhere.
///
/// Source: the DOT language, graphviz.org/doc/info/lang.html.
fn is_dot(text: &str) -> bool {
    let (mut keyword, mut rest) = leading_word(after_comments(text));
    if keyword.eq_ignore_ascii_case("strict") {
        (keyword, rest) = leading_word(after_comments(rest));
    }
    if !keyword.eq_ignore_ascii_case("graph") && !keyword.eq_ignore_ascii_case("digraph") {
        return false;
    }
    let name = after_comments(rest);
    let rest = match name.strip_prefix('"') {
        Some(quoted) => after_quote(quoted),
        None => name.trim_start_matches(|c: char| !c.is_whitespace() && c != '{'),
    };
    after_comments(rest).starts_with('{')
}

fn leading_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    text.split_at(end)
}

fn after_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        text = if text.starts_with("//") || text.starts_with('#') {
            text.split_once('\n').map_or("", |(_, rest)| rest)
        } else if let Some(comment) = text.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, rest)| rest)
        } else {
            return text;
        };
    }
}

/// What follows the closing quote of a string.
fn after_quote(text: &str) -> &str {
    let mut escaped = false;
    for (place, character) in text.char_indices() {
        match character {
            '"' if !escaped => return &text[place + 1..],
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    ""
}

/// Whether the first line is one digraph6 word: `&`, the order, and exactly the bits of its adjacency matrix.
///
/// Source: B. D. McKay, "Description of graph6, sparse6 and digraph6 encodings", 2015.
fn is_digraph6(text: &str, whole: bool) -> bool {
    if text.starts_with(">>digraph6<<") {
        return true;
    }
    let line = text.lines().next().unwrap_or_default().trim_end();
    let Some(word) = line.strip_prefix('&') else { return false };
    if !word.bytes().all(|byte| (63..=126).contains(&byte)) {
        return false;
    }
    let Some((order, matrix)) = graph6::order(word.as_bytes()) else { return false };
    let bytes = (u128::from(order) * u128::from(order)).div_ceil(6);
    bytes == matrix.len() as u128 || !whole && !text.contains('\n') && bytes > matrix.len() as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_is_known_by_its_beginning() {
        for (text, want) in [
            ("", None),
            ("a b\n", None),
            ("graph a\ngraph b\n", None),
            ("digraph6 b\n", None),
            ("[a] b\n", None),
            ("& b\n", None),
            ("&ab\n", None),
            ("# digraph {\na b", None),
            (" \n {\"a\": []}", Some(Format::Json)),
            ("[[0, 1]]", Some(Format::Json)),
            ("digraph{a->b}", Some(Format::Dot)),
            ("digraph G {", Some(Format::Dot)),
            ("DiGraph \"a { \\\" b\" /* x */\n{", Some(Format::Dot)),
            ("# made by hand\n// really\n/* yes */ strict graph\n{", Some(Format::Dot)),
            ("&B??\n", Some(Format::Digraph6)),
            ("&BP_\n", Some(Format::Digraph6)),
            (">>digraph6<<&B??", Some(Format::Digraph6)),
            (">>graph6<<Bw", Some(Format::Graph6)),
            (">>sparse6<<:An", Some(Format::Sparse6)),
        ] {
            assert_eq!(Format::of_beginning(text, true), want, "{text:?}");
        }
    }

    #[test]
    fn the_beginning_of_a_long_text_is_enough() {
        for (text, want) in [
            ("[[1, 2], [", Some(Format::Json)),
            ("[[1, 2] a", None),
            ("&~?@g???", Some(Format::Digraph6)),
            ("&~?@g???\n", None),
            ("[a] b\n", None),
        ] {
            assert_eq!(Format::of_beginning(text, false), want, "{text:?}");
        }
    }
}
