//! Edge lists: `a b` a line.

use super::{Builder, Graph, ReadError};

/// Reads the edge list that [`read`](super::read()) describes.
///
/// Nothing is allocated for a line; names are copied once, when they are new.
pub(super) fn read(text: &str) -> Result<Graph, ReadError> {
    let mut builder = Builder::new();
    // The last edge, at first no name: most lists go on from the one end or the other, and the table is not asked.
    let mut last = [("", 0); 2];
    for (line, content) in (1..).zip(text.split('\n')) {
        let mut words = content.split_whitespace().take_while(|word| !word.starts_with('#'));
        let Some(first) = words.next() else { continue };
        let Some(second) = words.next() else {
            builder.vertex(first)?;
            continue;
        };
        match words.count() {
            0 => {
                let from = match last.iter().find(|(name, _)| *name == first) {
                    Some(&(_, vertex)) => vertex,
                    None => builder.vertex(first)?,
                };
                let to = builder.vertex(second)?;
                builder.edge(from, to)?;
                last = [(first, from), (second, to)];
            }
            more => return Err(ReadError::Words { line, words: 2 + more }),
        }
    }
    if builder.vertex_count() == 0 {
        return Err(ReadError::Empty);
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str) -> Vec<String> {
        let graph = read(text).unwrap();
        let options = |vertex| graph.options(vertex).iter().map(|&option| graph.name(option)).collect::<Vec<_>>();
        graph.vertices().map(|vertex| format!("{}:{}", graph.name(vertex), options(vertex).join(","))).collect()
    }

    #[test]
    fn lines_are_edges_vertices_comments_or_blank() {
        let text = "# moves\n\n a\tb \r\n  # indented\nc # alone\na c#1 # a name may hold the sign\nb a\na b";
        assert_eq!(edges(text), ["a:b,c#1", "b:a", "c:", "c#1:"]);
    }

    #[test]
    fn any_white_space_separates_names() {
        assert_eq!(edges("a\u{a0}b\nb\u{3000}é\u{b}"), ["a:b", "b:é", "é:"]);
    }

    #[test]
    fn three_words_are_an_error_on_their_line() {
        let error = read("a b\n\n# c\na -> b # no arrows\n").unwrap_err();
        assert_eq!(error, ReadError::Words { line: 4, words: 3 });
        let want = "line 4: expected an edge (two names) or a vertex (one name), found 3 words";
        assert_eq!(error.to_string(), want);
        assert_eq!(read("a b c d").unwrap_err(), ReadError::Words { line: 1, words: 4 });
    }
}
