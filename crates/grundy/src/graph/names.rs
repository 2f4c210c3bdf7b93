//! The names of the vertices, each once, in one string.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::GraphError;

/// The most vertices of a graph. It and the number after it stay free for marks: in an acyclic graph a vertex has fewer
/// options than there are vertices, so no vertex has this number and none this value.
pub(super) const MOST_VERTICES: u32 = u32::MAX - 1;

/// Names numbered from 0 in the order in which they were first seen.
///
/// All names lie in one string, and the table holds only their numbers: a name costs its bytes, 8 for its end, and
/// about 8 in the table.
#[derive(Clone, Default)]
pub(super) struct Names {
    text: String,
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

impl Names {
    /// The number of `name`, a new one if it has none yet. Amortised time O(length of the name).
    pub(super) fn intern(&mut self, name: &str) -> Result<u32, GraphError> {
        if self.numbers.len() == self.numbers.capacity() {
            self.enlarge();
        }
        let Self { text, ends, numbers } = self;
        let known = |&number: &u32| slice(text, ends, number) == name;
        let place = match numbers.entry(hash(name), known, |&number| hash(slice(text, ends, number))) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(place) => place,
        };
        let number = next_number(ends.len())?;
        place.insert(number);
        text.push_str(name);
        ends.push(text.len());
        Ok(number)
    }

    /// The number of `name`, if it was seen.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.numbers.find(hash(name), |&number| self.get(number) == name).copied()
    }

    /// The name with this number.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn get(&self, number: u32) -> &str {
        slice(&self.text, &self.ends, number)
    }

    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Doubles the table. Left to itself it would hash the names in its own order, one cache miss a name; this reads
    /// them in theirs, and frees the old table first.
    fn enlarge(&mut self) {
        let capacity = self.numbers.capacity() * 2;
        self.numbers = HashTable::new();
        let mut numbers = HashTable::with_capacity(capacity.max(1));
        for (number, name) in (0_u32..).zip(self.iter()) {
            numbers.insert_unique(hash(name), number, |&other| hash(self.get(other)));
        }
        self.numbers = numbers;
    }
}

fn slice<'a>(text: &'a str, ends: &[usize], number: u32) -> &'a str {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &text[start..ends[number]]
}

fn hash(name: &str) -> u64 {
    FxBuildHasher.hash_one(name)
}

/// The number of the next vertex when there are `count`.
fn next_number(count: usize) -> Result<u32, GraphError> {
    u32::try_from(count).ok().filter(|&number| number < MOST_VERTICES).ok_or(GraphError::TooManyVertices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_as_they_appear() {
        let mut names = Names::default();
        for (name, number) in [("b", 0), ("", 1), ("a", 2), ("", 1), ("b", 0), ("é", 3)] {
            assert_eq!(names.intern(name), Ok(number), "{name:?}");
        }
        assert_eq!(names.iter().collect::<Vec<_>>(), ["b", "", "a", "é"]);
        assert_eq!((names.find("a"), names.find("c")), (Some(2), None));
    }

    #[test]
    fn the_table_keeps_every_name_as_it_grows() {
        let mut names = Names::default();
        for number in 0..10_000_u32 {
            assert_eq!(names.intern(&number.to_string()), Ok(number));
        }
        for number in 0..10_000_u32 {
            assert_eq!(names.find(&number.to_string()), Some(number));
            assert_eq!(names.get(number), number.to_string());
        }
    }

    #[test]
    fn vertices_beyond_the_width_of_a_number_are_an_error() {
        let most = MOST_VERTICES as usize;
        assert_eq!(next_number(most - 1), Ok(u32::MAX - 2));
        assert_eq!(next_number(most), Err(GraphError::TooManyVertices));
        assert_eq!(next_number(most + 5), Err(GraphError::TooManyVertices));
    }
}
