//! Texts of lines: lists of edges and of options, with the separators and headers that they come with.

mod counts;
mod heading;
mod separator;
#[cfg(test)]
mod tests;

use std::io::Read;

use self::counts::Lists;
use self::heading::Vertices;
use self::separator::{InNames, Separator};
use super::chunks::Chunks;
use super::collector::{Collector, Named};
use super::{Format, GraphReadError, ReadFromError, text};
use crate::Meter;
use crate::graph::Graph;

/// Reads the text that [`read`](super::read()) describes, a piece at a time, in the format that was asked for. Without one, the
/// lines decide, and the format that they are in is returned too.
///
/// Nothing is allocated for a line; names are copied once, when they are new, and not at all if they are numbers.
pub(super) fn read<R: Read>(
    chunks: &mut Chunks<R>,
    asked: Option<Format>,
    meter: &mut Meter<'_>,
) -> Result<(Graph, Format), ReadFromError> {
    let mut lines = Lines::new(asked);
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
    lines.finish(meter)
}

/// The lines that have been read.
struct Lines {
    asked: Option<Format>,
    collector: Collector,
    count: usize,
    /// The number of the first line that is neither blank nor a comment.
    first: Option<usize>,
    /// What separates the names, once a line has shown it.
    separator: Option<Separator>,
    /// Signs in names that white space separates.
    in_names: InNames,
    /// The lists with their lengths, if the text holds these instead of edges.
    lists: Option<Lists>,
}

impl Lines {
    fn new(asked: Option<Format>) -> Self {
        let lists = |first| Some(Lists { vertices: None, read: 0, first: Some(first) });
        let (separator, lists) = match asked {
            Some(Format::EdgeList) => (Some(Separator::Blanks), None),
            Some(Format::Arrows) => (Some(Separator::Arrow), None),
            Some(Format::Adjacency) => (Some(Separator::Colon), None),
            Some(Format::CountsFrom0) => (None, lists(0)),
            Some(Format::CountsFrom1) => (None, lists(1)),
            _ => (None, None),
        };
        let collector = Collector::default();
        Self { asked, collector, count: 0, first: None, separator, in_names: InNames::default(), lists }
    }

    /// Whether the lines decide what they mean.
    const fn is_open(&self) -> bool {
        matches!(self.asked, None | Some(Format::Contest))
    }

    /// Reads whole lines; only the last one may lack its end.
    fn add(&mut self, bytes: &[u8]) -> Result<(), GraphReadError> {
        let text = text(bytes, self.count + 1)?;
        // The last edge, at first no name: most lists go on from the one end or the other, and the table is not asked.
        let mut last = [("", Named::Number(0)); 2];
        let mut start = 0;
        while start < bytes.len() {
            self.count += 1;
            if self.separator == Some(Separator::Blanks)
                && self.lists.is_none()
                && let Some(NumberedEdge { from, to, length }) = NumberedEdge::at_the_beginning_of(&bytes[start..])
                && self.collector.numbered_edge(from, to)
            {
                self.first.get_or_insert(self.count);
                start += length;
                continue;
            }
            let length = bytes[start..].iter().position(|&byte| byte == b'\n');
            let end = length.map_or(bytes.len(), |length| start + length);
            let line = without_comment(&text[start..end]).trim();
            if !line.is_empty() {
                self.first.get_or_insert(self.count);
                self.line(line, &mut last)?;
            }
            start = end + 1;
        }
        Ok(())
    }

    fn line<'a>(&mut self, line: &'a str, last: &mut [(&'a str, Named); 2]) -> Result<(), GraphReadError> {
        if let Some(lists) = &mut self.lists {
            let read = lists.line(line, &mut self.collector);
            return read.map_err(|message| GraphReadError::Malformed { line: self.count, message });
        }
        match self.separator_of(line)? {
            None => self.vertex(line),
            Some(Separator::Blanks) => self.words(line, last),
            Some(Separator::Sign(sign)) => match separator::fields(line, sign)[..] {
                [from, to] if self.is_certain([from, to]) => self.edge(from, to, last),
                _ => self.no_edge(line),
            },
            Some(separator) => {
                let Some((from, options)) = separator::list(line, separator) else { return self.no_edge(line) };
                if !self.is_certain(options.clone().chain([from])) {
                    return self.no_edge(line);
                }
                self.vertex(from)?;
                options.into_iter().try_for_each(|to| self.edge(from, to, last))
            }
        }
    }

    /// The separator of a line; none if the line is the name of a vertex.
    fn separator_of(&mut self, line: &str) -> Result<Option<Separator>, GraphReadError> {
        let is_one_name = match self.asked {
            Some(Format::Csv) => {
                self.separator = self.separator.or_else(|| Separator::of_table(line));
                if self.separator.is_none() && line.contains(char::is_whitespace) {
                    let message = "expected two fields with a comma, a semicolon or a tab between them".to_owned();
                    return Err(GraphReadError::Malformed { line: self.count, message });
                }
                !matches!(self.separator, Some(Separator::Sign(sign)) if line.contains(sign))
            }
            Some(Format::Arrows) => !line.contains("->"),
            Some(Format::Adjacency) => !line.contains(':'),
            _ => !line.contains(char::is_whitespace),
        };
        if !self.is_open() {
            return Ok(self.separator.filter(|_| !is_one_name));
        }
        let found = separator::of_line(line, self.separator, self.in_names)
            .map_err(|message| unclear(self.count, message, &[Format::EdgeList]))?;
        match (found, self.separator) {
            (Some(found), Some(before)) if found != before => {
                let message =
                    format!("this line separates names by {}, and lines above by {}", found.shown(), before.shown());
                Err(match line.split_whitespace().count() {
                    1 | 2 => unclear(self.count, message, &[Format::EdgeList]),
                    _ => GraphReadError::Malformed { line: self.count, message },
                })
            }
            (found, before) => {
                self.separator = before.or(found);
                Ok(found)
            }
        }
    }

    /// Whether these can be nothing but names, or the format was asked for.
    fn is_certain<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> bool {
        match self.is_open() {
            true => names.into_iter().all(separator::is_plain),
            false => names.into_iter().all(|name| !name.is_empty()),
        }
    }

    fn no_edge(&self, line: &str) -> Result<(), GraphReadError> {
        let short: String = line.chars().take(40).collect();
        let more = if short.len() < line.len() { "…" } else { "" };
        let by = self.separator.map_or("white space", Separator::shown);
        let message =
            format!("expected an edge whose names are separated by {by}, found `{}{more}`", short.escape_debug());
        let formats: &[Format] = match self.separator {
            Some(Separator::Sign(_)) => &[Format::EdgeList, Format::Csv],
            Some(Separator::Arrow) => &[Format::EdgeList, Format::Arrows],
            Some(Separator::Colon) => &[Format::EdgeList, Format::Adjacency],
            _ => &[Format::EdgeList],
        };
        Err(match self.is_open() {
            true => unclear(self.count, message, formats),
            false => GraphReadError::Malformed { line: self.count, message },
        })
    }

    /// A line with white space.
    fn words<'a>(&mut self, line: &'a str, last: &mut [(&'a str, Named); 2]) -> Result<(), GraphReadError> {
        let mut words = line.split_whitespace();
        let (Some(from), Some(to)) = (words.next(), words.next()) else { return Ok(()) };
        match words.count() {
            0 => {
                if self.is_open() {
                    self.in_names.add(from);
                    self.in_names.add(to);
                }
                self.edge(from, to, last)
            }
            more => {
                self.lists = if self.asked.is_none() { Lists::instead_of(&mut self.collector) } else { None };
                match self.lists {
                    Some(_) => self.line(line, last),
                    None => Err(GraphReadError::Words { line: self.count, words: 2 + more }),
                }
            }
        }
    }

    fn vertex(&mut self, name: &str) -> Result<(), GraphReadError> {
        let vertex = self.collector.named(name)?;
        Ok(self.collector.vertex(vertex)?)
    }

    fn edge<'a>(&mut self, from: &'a str, to: &'a str, last: &mut [(&'a str, Named); 2]) -> Result<(), GraphReadError> {
        let (source, target) = (from, to);
        let from = match last.iter().find(|(name, _)| *name == source) {
            Some(&(_, vertex)) => vertex,
            None => self.collector.named(source)?,
        };
        let to = self.collector.named(target)?;
        self.collector.edge(from, to)?;
        *last = [(source, from), (target, to)];
        Ok(())
    }

    fn finish(mut self, meter: &mut Meter<'_>) -> Result<(Graph, Format), ReadFromError> {
        let Some(line) = self.first else { return Err(GraphReadError::Empty.into()) };
        if let Some(lists) = &self.lists {
            let Vertices { first, count } = lists.vertices(&self.collector, line)?;
            let format = if first == 0 { Format::CountsFrom0 } else { Format::CountsFrom1 };
            return Ok((self.collector.finish_of(first, count, first, meter)?, format));
        }
        let header = match self.asked {
            None => heading::of(&self.collector).map_err(|heading| unclear(line, heading.message, heading.formats))?,
            Some(Format::Contest) => Some(
                heading::asked_for(&self.collector).map_err(|message| GraphReadError::Malformed { line, message })?,
            ),
            Some(_) => None,
        };
        if let Some(Vertices { first, count }) = header {
            self.collector.remove_first();
            return Ok((self.collector.finish_of(first, count, 0, meter)?, Format::Contest));
        }
        let format = match self.separator {
            None | Some(Separator::Blanks) => Format::EdgeList,
            Some(Separator::Sign(_)) => Format::Csv,
            Some(Separator::Arrow) => Format::Arrows,
            Some(Separator::Colon) => Format::Adjacency,
        };
        Ok((self.collector.finish(meter)?, self.asked.unwrap_or(format)))
    }
}

/// What may mean several things on this line, and the formats that say which.
fn unclear(line: usize, message: impl Into<String>, formats: &'static [Format]) -> GraphReadError {
    GraphReadError::Unclear { line, message: message.into(), formats }
}

/// The line up to a word that begins with `#`.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    let begins = |(_, character): &(usize, char)| {
        *character == '#' && std::mem::replace(&mut before, *character).is_whitespace() || {
            before = *character;
            false
        }
    };
    let end = line.char_indices().find(begins).map_or(line.len(), |(place, _)| place);
    &line[..end]
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
