//! Edge lists: one edge `a b` per line.

use std::io::Read;

use super::chunks::Chunks;
use super::collector::{Collector, Named};
use super::{GraphReadError, ReadFromError, text};
use crate::Meter;
use crate::graph::Graph;

/// Reads the edge list that [`read`](super::read()) describes, a piece at a time.
///
/// Nothing is allocated for a line; names are copied once, when they are new, and not at all if they are numbers.
pub(super) fn read<R: Read>(chunks: &mut Chunks<R>, meter: &mut Meter<'_>) -> Result<Graph, ReadFromError> {
    let mut lines = Lines::default();
    let mut ended = false;
    // How many bytes are known to hold no end of a line: a long line comes in many pieces.
    let mut searched = 0;
    loop {
        let bytes = chunks.text();
        let whole = match bytes[searched..].iter().rposition(|&byte| byte == b'\n') {
            _ if ended => bytes.len(),
            Some(last) => searched + last + 1,
            None => 0,
        };
        searched = bytes.len() - whole;
        lines.add(&bytes[..whole])?;
        lines.collector.account(meter)?;
        chunks.take(whole);
        if ended {
            break;
        }
        ended = chunks.fill(meter)?;
    }
    if lines.collector.is_empty() {
        return Err(GraphReadError::Empty.into());
    }
    Ok(lines.collector.finish()?)
}

/// The lines that have been read.
#[derive(Default)]
struct Lines {
    collector: Collector,
    count: usize,
}

impl Lines {
    /// Reads whole lines; only the last one may lack its end.
    fn add(&mut self, bytes: &[u8]) -> Result<(), GraphReadError> {
        let text = text(bytes, self.count + 1)?;
        // The last edge, at first no name: most lists go on from the one end or the other, and the table is not asked.
        let mut last = [("", Named::Number(0)); 2];
        let mut start = 0;
        while start < bytes.len() {
            self.count += 1;
            if let Some(NumberedEdge { from, to, length }) = NumberedEdge::at_the_beginning_of(&bytes[start..])
                && self.collector.numbered_edge(from, to)
            {
                start += length;
                continue;
            }
            let length = bytes[start..].iter().position(|&byte| byte == b'\n');
            let end = length.map_or(bytes.len(), |length| start + length);
            self.line(&text[start..end], &mut last)?;
            start = end + 1;
        }
        Ok(())
    }

    fn line<'a>(&mut self, line: &'a str, last: &mut [(&'a str, Named); 2]) -> Result<(), GraphReadError> {
        let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
        let Some(first) = words.next() else { return Ok(()) };
        let Some(second) = words.next() else {
            let vertex = self.collector.named(first)?;
            return Ok(self.collector.vertex(vertex)?);
        };
        match words.count() {
            0 => {
                let from = match last.iter().find(|(name, _)| *name == first) {
                    Some(&(_, vertex)) => vertex,
                    None => self.collector.named(first)?,
                };
                let to = self.collector.named(second)?;
                self.collector.edge(from, to)?;
                *last = [(first, from), (second, to)];
                Ok(())
            }
            more => Err(GraphReadError::Words { line: self.count, words: 2 + more }),
        }
    }
}

/// A line that is two numbers and nothing else, as nearly all lines of large files are.
struct NumberedEdge {
    from: u32,
    to: u32,
    /// The bytes of the line, with its end.
    length: usize,
}

impl NumberedEdge {
    fn at_the_beginning_of(bytes: &[u8]) -> Option<Self> {
        let (from, first_end) = number(bytes)?;
        let second = first_end + blanks(&bytes[first_end..]);
        if second == first_end {
            return None;
        }
        let (to, length) = number(&bytes[second..])?;
        let end = second + length;
        let end = end + blanks(&bytes[end..]);
        match bytes.get(end) {
            Some(b'\n') => Some(Self { from, to, length: end + 1 }),
            Some(_) => None,
            None => Some(Self { from, to, length: end }),
        }
    }
}

/// The number without leading zeros that bytes begin with, and its length.
fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut number = 0_u64;
    let mut length = 0;
    // No more than 9 digits: longer ones need not be fast.
    for &byte in bytes.iter().take(10) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        number = number * 10 + u64::from(digit);
        length += 1;
    }
    let canonical = matches!(length, 1..=9) && (bytes[0] != b'0' || length == 1);
    #[allow(clippy::cast_possible_truncation)] // at most 9 digits
    canonical.then_some((number as u32, length))
}

/// How many spaces, tabs and carriage returns bytes begin with.
fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t' | b'\r')).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::read as read_any;
    use super::*;

    fn read(text: &str) -> Result<Graph, GraphReadError> {
        read_any(text.as_bytes())
    }

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
        assert_eq!(error, GraphReadError::Words { line: 4, words: 3 });
        let want = "line 4: expected an edge (two names) or a vertex (one name), found 3 words";
        assert_eq!(error.to_string(), want);
        assert_eq!(read("a b c d").unwrap_err(), GraphReadError::Words { line: 1, words: 4 });
    }

    #[test]
    fn numbers_may_be_written_in_any_way_that_words_may() {
        assert_eq!(edges("3\t 1\r\n1 0 \n\n0\n2 # x\n"), ["0:", "1:0", "2:", "3:1"]);
        assert_eq!(edges("1 0 # x\n01 1"), ["1:0", "0:", "01:1"]);
        assert_eq!(edges("4000000000 1\n1 12345678901"), ["4000000000:1", "1:12345678901", "12345678901:"]);
        assert_eq!(read("1 2\n3 4 5\n").unwrap_err(), GraphReadError::Words { line: 2, words: 3 });
    }

    #[test]
    fn a_list_is_read_across_the_pieces_that_it_comes_in() {
        let lines = 100_000;
        let long = "x".repeat(3 << 18);
        let text: String = (1..lines).map(|n| format!("{n} {}\n", n / 2)).chain([format!("{long} 0")]).collect();
        let graph = read(&text).unwrap();
        assert_eq!((graph.vertex_count(), graph.edge_count()), (lines + 1, lines));
        for vertex in graph.vertices() {
            let to = graph.name(vertex).parse::<usize>().map_or(0, |number| number / 2).to_string();
            let options: Vec<_> = graph.options(vertex).iter().map(|&option| graph.name(option)).collect();
            assert!(graph.name(vertex) == "0" && options.is_empty() || options == [to], "{vertex}");
        }
        let broken = text.replace("99999 49999", "99999 49999 1");
        assert_eq!(read(&broken).unwrap_err(), GraphReadError::Words { line: 99_999, words: 3 });
        let mut bytes = text.into_bytes();
        let place = bytes.len() - (4 << 18);
        bytes[place] = 0xff;
        let line = 1 + bytes[..place].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(read_any(&bytes).unwrap_err(), GraphReadError::NotUtf8 { line });
    }

    proptest! {
        #[test]
        fn numbers_and_words_are_read_alike(edges in prop::collection::vec((0..30_u32, 0..30_u32), 0..40), at in 0..40_usize) {
            let mut lines: Vec<String> = edges.iter().map(|(from, to)| format!("{from} {to}")).collect();
            let numbers = lines.join("\n");
            lines.insert(at.min(lines.len()), "word".to_owned());
            let words = read(&lines.join("\n")).unwrap();
            if let Ok(numbers) = read(&numbers) {
                prop_assert_eq!((numbers.vertex_count() + 1, numbers.edge_count()), (words.vertex_count(), words.edge_count()));
                for vertex in numbers.vertices() {
                    let same = words.vertex(&numbers.name(vertex)).unwrap();
                    let named = |graph: &Graph, vertex| {
                        graph.options(vertex).iter().map(|&option| graph.name(option).into_owned()).collect::<Vec<_>>()
                    };
                    prop_assert_eq!(named(&numbers, vertex), named(&words, same));
                }
            }
        }
    }
}
