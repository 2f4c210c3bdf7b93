//! Lists of options with their lengths: a line n, then for each of n vertices a line `k v1 … vk`.

use super::heading::Vertices;
use super::{GraphReadError, unclear};
use crate::graph::read::Format;
use crate::graph::read::collector::Collector;

/// The lists so far. The collector holds the edges by the number of the list, from 0, and the option as it is written.
#[derive(Debug)]
pub(super) struct Lists {
    /// How many vertices there are, once the first line has said so.
    pub(super) vertices: Option<u32>,
    /// How many lists have been read.
    pub(super) read: u32,
    /// The first vertex, if the format says which.
    pub(super) first: Option<u32>,
}

impl Lists {
    /// The lists that begin as this list of edges, if it is the beginning of one: a vertex alone, which is the count, and lines
    /// `0` or `1 v`.
    pub(super) fn instead_of(collector: &mut Collector) -> Option<Self> {
        let mut entries = collector.entries()?;
        let Some((vertices, None)) = entries.next() else { return None };
        let fits = entries.clone().all(|(length, option)| length == u32::from(option.is_some()));
        let read = u32::try_from(entries.len()).ok().filter(|&read| fits && read < vertices)?;
        let edges: Vec<_> = (0..).zip(entries).filter_map(|(list, (_, option))| Some((list, option?))).collect();
        *collector = Collector::default();
        edges.into_iter().for_each(|(list, option)| _ = collector.numbered_edge(list, option));
        Some(Self { vertices: Some(vertices), read, first: None })
    }

    /// Reads a line. None if it is not the list of a vertex.
    pub(super) fn line(&mut self, line: &str, collector: &mut Collector) -> Result<(), String> {
        let mut numbers = line.split_whitespace().map(str::parse::<u32>);
        let Some(Ok(length)) = numbers.next() else { return Err("expected a number".to_owned()) };
        let Some(vertices) = self.vertices else {
            if numbers.next().is_some() {
                return Err("expected the number of vertices alone".to_owned());
            }
            self.vertices = Some(length);
            return Ok(());
        };
        if self.read == vertices {
            return Err(format!("the first line says {vertices} vertices, and this is one list more"));
        }
        let mut found: u32 = 0;
        for option in numbers {
            let Ok(option) = option else { return Err("expected numbers".to_owned()) };
            if option > vertices || !collector.numbered_edge(self.read, option) {
                return Err(format!("{option} is none of {vertices} vertices"));
            }
            found += 1;
        }
        if found != length {
            return Err(format!("expected {length} options, as the first number says, found {found}"));
        }
        self.read += 1;
        Ok(())
    }

    /// The vertices, after the last line, which has this number.
    pub(super) fn vertices(&self, collector: &Collector, line: usize) -> Result<Vertices, GraphReadError> {
        let malformed = |message: String| GraphReadError::Malformed { line, message };
        let Some(count) = self.vertices else { return Err(GraphReadError::Empty) };
        if self.read < count {
            return Err(malformed(format!("the first line says {count} vertices, and there are {} lists", self.read)));
        }
        let options = || collector.entries().into_iter().flatten().filter_map(|(_, option)| option);
        let first = match (options().any(|option| option == 0), options().any(|option| option == count)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            (false, false) => self.first,
            (true, true) => return Err(malformed(format!("vertices 0 and {count} cannot both be among {count}"))),
        };
        match first {
            Some(first) if self.first.is_none_or(|asked| asked == first) => Ok(Vertices { first, count }),
            Some(_) => {
                Err(malformed(format!("vertex {} is not among them", if self.first == Some(0) { count } else { 0 })))
            }
            None => {
                let message = "the first list may be that of vertex 0 or of vertex 1";
                Err(unclear(line, message, &[Format::CountsFrom0, Format::CountsFrom1]))
            }
        }
    }
}
