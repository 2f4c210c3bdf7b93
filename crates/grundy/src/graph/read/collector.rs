//! What a reader has found so far: edges and vertices by name, which are numbers or any words.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::ReadFromError;
use crate::graph::names::{Names, number};
use crate::graph::numbering::MOST_VERTICES;
use crate::graph::words::Words;
use crate::graph::{Csr, Graph, GraphError};
use crate::{Error, Meter};

/// Collects the vertices and edges of a text.
///
/// As long as all names are numbers, edges are kept by these numbers and nothing is looked up; in the end the vertices are
/// numbered in the same order. From the first other name on, vertices are numbered as they appear, those before included.
#[derive(Default)]
pub(super) struct Collector {
    /// The names, if they are not all numbers.
    words: Option<Words>,
    sources: Vec<u32>,
    /// As long as the sources; [`ALONE`] where the text names a vertex and no edge.
    targets: Vec<u32>,
    /// Bytes that the meter has been told of.
    told: u64,
}

/// A vertex that a text has named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Named {
    /// By this number.
    Number(u32),
    /// By a word, as which it has this number.
    Word(u32),
}

/// Edges by the numbers of their vertices.
pub(super) type Edges = HashSet<(u32, u32), FxBuildHasher>;

/// Stands for a name that is not a number, and for a word that has no number.
const ALONE: u32 = u32::MAX;

impl Collector {
    /// The vertex of this name; it belongs to the graph once [`vertex`](Self::vertex) or [`edge`](Self::edge) says so.
    pub(super) fn named(&mut self, name: &str) -> Result<Named, GraphError> {
        if let Some(vertex) = self.as_number(name) {
            return Ok(vertex);
        }
        if !self.has_words() {
            self.turn_to_words()?;
        }
        self.word(name).map(Named::Word)
    }

    /// Whether not all names have been numbers.
    pub(super) const fn has_words(&self) -> bool {
        self.words.is_some()
    }

    /// The vertex of this name, if all names have been numbers and this is another one.
    #[inline]
    pub(super) fn as_number(&self, name: &str) -> Option<Named> {
        if self.has_words() { None } else { number_as_name(name).map(Named::Number) }
    }

    /// The vertex that is named by a number.
    #[inline]
    pub(super) fn numbered(&mut self, number: u32) -> Result<Named, GraphError> {
        match &self.words {
            None if number != ALONE => Ok(Named::Number(number)),
            _ => self.named(&number.to_string()),
        }
    }

    /// Adds a vertex.
    pub(super) fn vertex(&mut self, vertex: Named) -> Result<(), GraphError> {
        let vertex = self.number_of(vertex)?;
        // A word that has been numbered is a vertex already.
        if self.words.is_none() {
            self.sources.push(vertex);
            self.targets.push(ALONE);
        }
        Ok(())
    }

    /// Adds an edge and its vertices.
    #[inline]
    pub(super) fn edge(&mut self, from: Named, to: Named) -> Result<(), GraphError> {
        let from = self.number_of(from)?;
        let to = self.number_of(to)?;
        self.sources.push(from);
        self.targets.push(to);
        Ok(())
    }

    /// Adds an edge between vertices that are named by these numbers, if all names so far are numbers.
    pub(super) fn numbered_edge(&mut self, from: u32, to: u32) -> bool {
        let possible = self.words.is_none() && from != ALONE && to != ALONE;
        if possible {
            self.sources.push(from);
            self.targets.push(to);
        }
        possible
    }

    /// How many edges there are so far, and vertices that were named alone.
    pub(super) const fn len(&self) -> usize {
        self.sources.len()
    }

    /// Tells the meter what the tables have grown by.
    pub(super) fn account(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let edges = (self.sources.capacity() + self.targets.capacity()) * size_of::<u32>();
        let bytes = (edges + self.words.as_ref().map_or(0, Words::bytes)) as u64;
        meter.grow(bytes.saturating_sub(self.told))?;
        self.told = self.told.max(bytes);
        Ok(())
    }

    /// Those of the edges, by numbers as [`number_of`](Self::number_of) gives them, that have been added.
    pub(super) fn edges_among(&self, edges: &Edges) -> Edges {
        if edges.is_empty() {
            return Edges::default();
        }
        let added = self.sources.iter().copied().zip(self.targets.iter().copied());
        added.filter(|edge| edges.contains(edge)).collect()
    }

    /// The edges, and the vertices that were named alone, in the order of the text, if all names are numbers.
    pub(super) fn entries(&self) -> Option<impl ExactSizeIterator<Item = (u32, Option<u32>)> + Clone + '_> {
        let target = |&target: &u32| (target != ALONE).then_some(target);
        let entries = self.sources.iter().copied().zip(self.targets.iter().map(target));
        self.words.is_none().then_some(entries)
    }

    /// The edges, if not all names are numbers, by the numbers of the words.
    pub(super) fn edges(&self) -> impl ExactSizeIterator<Item = (u32, u32)> + '_ {
        self.sources.iter().copied().zip(self.targets.iter().copied())
    }

    /// How many words have been named.
    pub(super) fn words(&self) -> u32 {
        self.words.as_ref().map_or(0, |words| u32::try_from(words.len()).unwrap_or(u32::MAX))
    }

    /// Takes back the first edge.
    pub(super) fn remove_first(&mut self) {
        self.sources.remove(0);
        self.targets.remove(0);
    }

    /// The graph, with these vertices, whatever edges they have. All edges are between them, and `shift` is added to their
    /// sources.
    pub(super) fn finish_of(
        mut self,
        first: u32,
        count: u32,
        shift: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Graph, ReadFromError> {
        if count > MOST_VERTICES - 1 {
            return Err(GraphError::TooManyVertices.into());
        }
        // A name and the end of a row each.
        meter.grow_for::<[u32; 2]>(count as usize)?;
        leave_out_alone(&mut self.sources, &mut self.targets);
        self.sources.iter_mut().for_each(|source| *source = *source + shift - first);
        self.targets.iter_mut().for_each(|target| *target -= first);
        let names = match first {
            0 => Names::OwnNumbers(count),
            _ => Names::Numbers((first..first + count).collect()),
        };
        Ok(Graph::new(Csr::from_edges(names.len(), self.sources, self.targets), names))
    }

    /// The name of a vertex by its number.
    pub(super) fn name(&self, number: u32) -> String {
        match &self.words {
            Some(words) => words.get(number).to_owned(),
            None => number.to_string(),
        }
    }

    /// The graph. Time and space O(vertices + edges).
    pub(super) fn finish(self, meter: &mut Meter<'_>) -> Result<Graph, ReadFromError> {
        let Self { words, mut sources, mut targets, .. } = self;
        let names = match words {
            Some(mut words) => {
                words.shrink_to_fit();
                Names::Words(words)
            }
            None => renumber(&mut sources, &mut targets, meter)?,
        };
        leave_out_alone(&mut sources, &mut targets);
        let rows = Csr::from_edges(names.len(), sources, targets);
        Ok(Graph::new(rows, names))
    }

    /// The number of a vertex in the edges as they are now.
    #[inline]
    pub(super) fn number_of(&mut self, vertex: Named) -> Result<u32, GraphError> {
        match vertex {
            Named::Number(number) if self.words.is_some() => self.word(&number.to_string()),
            Named::Number(number) | Named::Word(number) => Ok(number),
        }
    }

    fn word(&mut self, name: &str) -> Result<u32, GraphError> {
        self.words.get_or_insert_default().intern(name)
    }

    /// From now on names are words.
    fn turn_to_words(&mut self) -> Result<(), GraphError> {
        let mut words = Words::default();
        let mut vertices: HashMap<u32, u32, FxBuildHasher> = HashMap::default();
        let mut word = |number: &mut u32| {
            *number = match vertices.entry(*number) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(place) => *place.insert(words.intern(&number.to_string())?),
            };
            Ok(())
        };
        for (source, target) in self.sources.iter_mut().zip(&mut self.targets) {
            word(source)?;
            if *target != ALONE {
                word(target)?;
            }
        }
        leave_out_alone(&mut self.sources, &mut self.targets);
        self.words = Some(words);
        Ok(())
    }
}

fn number_as_name(name: &str) -> Option<u32> {
    number(name).filter(|&number| number != ALONE)
}

fn leave_out_alone(sources: &mut Vec<u32>, targets: &mut Vec<u32>) {
    if targets.contains(&ALONE) {
        let mut edges = targets.iter().map(|&target| target != ALONE);
        sources.retain(|_| edges.next().unwrap_or_default());
        targets.retain(|&target| target != ALONE);
    }
}

/// Numbers the vertices in ascending order of the numbers that name them.
fn renumber(sources: &mut [u32], targets: &mut [u32], meter: &mut Meter<'_>) -> Result<Names, ReadFromError> {
    let all = || sources.iter().chain(targets.iter()).copied().filter(|&number| number != ALONE);
    let Some(largest) = all().max() else { return Ok(Names::OwnNumbers(0)) };
    // A few edges may have large numbers: the bits never take more than the edges.
    if largest as usize / 64 > sources.len() + 1024 {
        return renumber_sparse(sources, targets, meter);
    }
    let mut named = BitSet::new(largest);
    all().for_each(|number| named.insert(number));
    let count = named.count();
    if count > MOST_VERTICES {
        return Err(GraphError::TooManyVertices.into());
    }
    if count == largest + 1 {
        return Ok(Names::OwnNumbers(count));
    }
    for number in sources.iter_mut().chain(targets).filter(|number| **number != ALONE) {
        *number = named.rank(*number);
    }
    Ok(Names::Numbers(named.members()))
}

fn renumber_sparse(sources: &mut [u32], targets: &mut [u32], meter: &mut Meter<'_>) -> Result<Names, ReadFromError> {
    let mut ranks: HashMap<u32, u32, FxBuildHasher> = HashMap::default();
    let held = meter.held();
    let mut told = 0;
    for &number in sources.iter().chain(targets.iter()).filter(|&&number| number != ALONE) {
        // A table that is full becomes twice as large.
        if ranks.len() == ranks.capacity() {
            meter.grow_to(2 * ranks.capacity() * SLOT, &mut told)?;
        }
        ranks.insert(number, 0);
    }
    if ranks.len() > MOST_VERTICES as usize {
        return Err(GraphError::TooManyVertices.into());
    }
    meter.grow_for::<u32>(ranks.len())?;
    let mut members: Vec<u32> = ranks.keys().copied().collect();
    members.sort_unstable();
    for (rank, number) in (0..).zip(&members) {
        ranks.insert(*number, rank);
    }
    for number in sources.iter_mut().chain(targets).filter(|number| **number != ALONE) {
        *number = ranks[number];
    }
    meter.release_to(held);
    Ok(Names::Numbers(members))
}

/// The bytes of a slot of a table of ranks.
const SLOT: usize = size_of::<(u32, u32)>() + 1;

/// A set of numbers that counts how many of them are below a number.
struct BitSet {
    words: Vec<u64>,
    /// How many are in the words before each word, once they have been counted.
    before: Vec<u32>,
}

impl BitSet {
    fn new(largest: u32) -> Self {
        Self { words: vec![0; largest as usize / 64 + 1], before: Vec::new() }
    }

    fn insert(&mut self, number: u32) {
        self.words[number as usize / 64] |= 1 << (number % 64);
    }

    /// Counts the members: no more come after.
    fn count(&mut self) -> u32 {
        let mut sum = 0;
        self.before.clear();
        for word in &self.words {
            self.before.push(sum);
            sum += word.count_ones();
        }
        sum
    }

    fn rank(&self, number: u32) -> u32 {
        let word = number as usize / 64;
        self.before[word] + (self.words[word] & ((1 << (number % 64)) - 1)).count_ones()
    }

    fn members(&self) -> Vec<u32> {
        let mut members = Vec::new();
        for (first, &word) in (0..).step_by(64).zip(&self.words) {
            let mut left = word;
            while left != 0 {
                members.push(first + left.trailing_zeros());
                left &= left - 1;
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Limits;

    fn collected(edges: &[(&str, &str)], alone: &[&str]) -> Vec<String> {
        let mut collector = Collector::default();
        for (from, to) in edges {
            let (from, to) = (collector.named(from).unwrap(), collector.named(to).unwrap());
            collector.edge(from, to).unwrap();
        }
        for name in alone {
            let vertex = collector.named(name).unwrap();
            collector.vertex(vertex).unwrap();
        }
        let graph = collector.finish(&mut Meter::new(&Limits::default())).unwrap();
        let row = |vertex| graph.options(vertex).iter().map(|&to| graph.name(to)).collect::<Vec<_>>().join(",");
        graph.vertices().map(|vertex| format!("{}:{}", graph.name(vertex), row(vertex))).collect()
    }

    #[test]
    fn numbers_are_in_their_order_and_words_in_that_of_the_text() {
        assert_eq!(collected(&[("2", "0"), ("1", "0")], &["3"]), ["0:", "1:0", "2:0", "3:"]);
        assert_eq!(collected(&[("20", "7")], &["9"]), ["7:", "9:", "20:7"]);
        assert_eq!(collected(&[("4294967294", "7")], &[]), ["7:", "4294967294:7"]);
        assert_eq!(collected(&[("2", "0")], &["1", "a", "0"]), ["2:0", "0:", "1:", "a:"]);
        assert_eq!(collected(&[("2", "00")], &[]), ["00:", "2:00"]);
        assert_eq!(collected(&[("4294967295", "1")], &[]), ["4294967295:1", "1:"]);
        assert_eq!(collected(&[], &[]), [""; 0]);
    }

    #[test]
    fn a_vertex_that_was_named_before_the_first_word_keeps_its_edges() {
        let mut collector = Collector::default();
        let one = collector.named("1").unwrap();
        collector.vertex(one).unwrap();
        let a = collector.named("a").unwrap();
        collector.edge(one, a).unwrap();
        let graph = collector.finish(&mut Meter::new(&Limits::default())).unwrap();
        assert_eq!(graph.names().collect::<Vec<_>>(), ["1", "a"]);
        assert_eq!(graph.options(0), [1]);
    }

    proptest! {
        #[test]
        fn numbers_near_and_far_are_ranked_alike(edges in prop::collection::vec((0..200_u32, 0..200_u32), 1..80)) {
            let (mut sources, mut targets): (Vec<u32>, Vec<u32>) = edges.iter().copied().unzip();
            let (mut far_sources, mut far_targets) = (sources.clone(), targets.clone());
            let limits = Limits::default();
            let near = renumber(&mut sources, &mut targets, &mut Meter::new(&limits)).unwrap();
            let far = renumber_sparse(&mut far_sources, &mut far_targets, &mut Meter::new(&limits)).unwrap();
            prop_assert_eq!((&sources, &targets), (&far_sources, &far_targets));
            prop_assert!(near.iter().eq(far.iter()));
            for ((from, to), (source, target)) in edges.iter().zip(sources.iter().zip(&targets)) {
                prop_assert_eq!((from.to_string(), to.to_string()), (near.get(*source).into(), near.get(*target).into()));
            }
        }
    }
}
