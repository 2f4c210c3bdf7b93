//! Which format a text is in.

use std::fmt;

/// A format of graph files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// An edge a line: `a b`.
    EdgeList,
    /// A JSON object of adjacency lists: `{"a": ["b"], "b": []}`.
    Json,
    /// The language of Graphviz: `digraph { a -> b }`.
    Dot,
    /// The format of nauty for directed graphs: one word a graph, beginning with `&`.
    Digraph6,
    /// The formats of nauty for graphs without directions, which are known by their headers.
    Graph6,
}

impl Format {
    /// The format of `text`, which its beginning decides; what is nothing else is an edge list.
    ///
    /// Time O(1) beyond the first line and comments, but for a text that begins with `[`, which is parsed as JSON.
    #[must_use]
    pub fn detect(text: &str) -> Self {
        let body = text.trim_start();
        if body.starts_with('{') || is_json_array(body) {
            Self::Json
        } else if is_dot(body) {
            Self::Dot
        } else if is_digraph6(body) {
            Self::Digraph6
        } else if body.starts_with(">>graph6<<") || body.starts_with(">>sparse6<<") {
            Self::Graph6
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
        })
    }
}

/// Whether the text is a JSON array, not a list of edges whose first name begins with a bracket.
fn is_json_array(text: &str) -> bool {
    text.starts_with('[') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
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
fn is_digraph6(text: &str) -> bool {
    if text.starts_with(">>digraph6<<") {
        return true;
    }
    let line = text.lines().next().unwrap_or_default().trim_end();
    let Some(word) = line.strip_prefix('&') else { return false };
    if !word.bytes().all(|byte| (63..=126).contains(&byte)) {
        return false;
    }
    let (order, matrix) = match word.as_bytes() {
        [126, 126, rest @ ..] => (rest.get(..6), rest.get(6..)),
        [126, rest @ ..] => (rest.get(..3), rest.get(3..)),
        rest => (rest.get(..1), rest.get(1..)),
    };
    let (Some(order), Some(matrix)) = (order, matrix) else { return false };
    let order = order.iter().fold(0_u128, |order, byte| order << 6 | u128::from(byte - 63));
    (order * order).div_ceil(6) == matrix.len() as u128
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
        ] {
            assert_eq!(Format::detect(text), want, "{text:?}");
        }
    }
}
