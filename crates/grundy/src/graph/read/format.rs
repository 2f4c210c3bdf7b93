//! Which format a text is in.

use std::fmt;
use std::path::Path;

use super::graph6;

/// A format of graph files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One edge per line: `a b`.
    EdgeList,
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
    /// The format that the end of a file's name stands for: `.json`, `.dot` or `.gv`, `.g6`, `.d6`, `.s6`. Others are
    /// found by content.
    ///
    /// # Examples
    /// ```
    /// use grundy::graph::Format;
    /// assert_eq!(Format::of_name("moves.GV"), Some(Format::Dot));
    /// assert_eq!(Format::of_name("moves.txt"), None);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "json" => Some(Self::Json),
            "dot" | "gv" => Some(Self::Dot),
            "g6" | "graph6" => Some(Self::Graph6),
            "d6" | "dig6" | "digraph6" => Some(Self::Digraph6),
            "s6" | "sparse6" => Some(Self::Sparse6),
            _ => None,
        }
    }

    /// The format of `text`, which its beginning decides; what is nothing else is an edge list.
    ///
    /// # Complexity
    /// Time O(1) beyond the first line and comments, but for a text that begins with `[`, which is parsed as JSON.
    #[must_use]
    pub fn detect(text: &str) -> Self {
        Self::of_beginning(text, true)
    }

    /// The format of a text of which this is the beginning, or the whole.
    pub(super) fn of_beginning(text: &str, whole: bool) -> Self {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text).trim_start();
        if body.starts_with('{') || is_json_array(body, whole) {
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
            Self::EdgeList
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EdgeList => "edge list",
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
            ("", Format::EdgeList),
            ("a b\n", Format::EdgeList),
            ("graph a\ngraph b\n", Format::EdgeList),
            ("digraph6 b\n", Format::EdgeList),
            ("[a] b\n", Format::EdgeList),
            ("& b\n", Format::EdgeList),
            ("&ab\n", Format::EdgeList),
            ("# digraph {\na b", Format::EdgeList),
            (" \n {\"a\": []}", Format::Json),
            ("[[0, 1]]", Format::Json),
            ("digraph{a->b}", Format::Dot),
            ("digraph G {", Format::Dot),
            ("DiGraph \"a { \\\" b\" /* x */\n{", Format::Dot),
            ("# made by hand\n// really\n/* yes */ strict graph\n{", Format::Dot),
            ("&B??\n", Format::Digraph6),
            ("&BP_\n", Format::Digraph6),
            (">>digraph6<<&B??", Format::Digraph6),
            (">>graph6<<Bw", Format::Graph6),
            (">>sparse6<<:An", Format::Sparse6),
        ] {
            assert_eq!(Format::detect(text), want, "{text:?}");
        }
    }

    #[test]
    fn the_beginning_of_a_long_text_is_enough() {
        for (text, want) in [
            ("[[1, 2], [", Format::Json),
            ("[[1, 2] a", Format::EdgeList),
            ("&~?@g???", Format::Digraph6),
            ("&~?@g???\n", Format::EdgeList),
            ("[a] b\n", Format::EdgeList),
        ] {
            assert_eq!(Format::of_beginning(text, false), want, "{text:?}");
        }
    }
}
