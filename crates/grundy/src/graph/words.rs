//! Names that are any texts, each once, in one string.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::numbering::{GraphError, next_number};

/// Names numbered from 0 in the order in which they were first seen.
///
/// All names lie in one string, and the table holds only their numbers: a name costs its bytes, 8 for its end, and
/// about 8 in the table.
#[derive(Clone, Default)]
pub(super) struct Words {
    text: String,
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

impl Words {
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

    /// The bytes that the names take, about.
    pub(super) fn bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<usize>() + self.numbers.capacity() * 6
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_as_they_appear() {
        let mut words = Words::default();
        for (name, number) in [("b", 0), ("", 1), ("a", 2), ("", 1), ("b", 0), ("é", 3)] {
            assert_eq!(words.intern(name), Ok(number), "{name:?}");
        }
        assert_eq!(words.iter().collect::<Vec<_>>(), ["b", "", "a", "é"]);
        assert_eq!((words.find("a"), words.find("c")), (Some(2), None));
    }

    #[test]
    fn the_table_keeps_every_name_as_it_grows() {
        let mut words = Words::default();
        for number in 0..10_000_u32 {
            assert_eq!(words.intern(&number.to_string()), Ok(number));
        }
        for number in 0..10_000_u32 {
            assert_eq!(words.find(&number.to_string()), Some(number));
            assert_eq!(words.get(number), number.to_string());
        }
    }
}
