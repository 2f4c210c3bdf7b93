//! Positions numbered in the order in which they are met.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::chunks::Chunks;
use crate::Error;

/// A set of items that numbers them 0, 1, 2, …; each item is stored once.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Chunks<T>,
    numbers: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { items: Chunks::default(), numbers: HashTable::new() }
    }
}

impl<T: Eq + Hash> Interner<T> {
    /// The number of `item`; a new number if it is new.
    ///
    /// # Errors
    /// [`Error::Overflow`] after 2^32 - 1 items.
    pub(crate) fn intern(&mut self, item: T) -> Result<u32, Error> {
        let hash = FxBuildHasher.hash_one(&item);
        let items = &self.items;
        if let Some(&number) = self.numbers.find(hash, |&number| *items.get(number as usize) == item) {
            return Ok(number);
        }
        let number = u32::try_from(self.items.len())
            .ok()
            .filter(|&number| number < u32::MAX)
            .ok_or_else(|| Error::Overflow(format!("more than {} positions", u32::MAX)))?;
        self.items.push(item);
        let items = &self.items;
        self.numbers.insert_unique(hash, number, |&number| FxBuildHasher.hash_one(items.get(number as usize)));
        Ok(number)
    }

    /// The number of `item`, if it is in the set.
    pub(crate) fn find(&self, item: &T) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(item);
        self.numbers.find(hash, |&number| self.items.get(number as usize) == item).copied()
    }

    /// The item with a number that [`intern`](Self::intern) returned.
    pub(crate) fn item(&self, number: u32) -> &T {
        self.items.get(number as usize)
    }

    /// Passes all items to `take` in the order of their numbers, chunk by chunk, each with the bytes held until it is
    /// freed.
    pub(super) fn into_chunks(self, take: impl FnMut(&[T], usize)) {
        drop(self.numbers);
        self.items.into_chunks(take);
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The memory held, not counting what the items own on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.items.bytes() + self.numbers.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_one_number() {
        let mut interner = Interner::default();
        let numbers: Vec<u32> = "abracadabra".chars().map(|c| interner.intern(c).unwrap()).collect();
        assert_eq!(numbers, [0, 1, 2, 0, 3, 0, 4, 0, 1, 2, 0]);
        assert_eq!(*interner.item(3), 'c');
        assert_eq!(interner.len(), 5);
    }
}
