//! A list that grows without moving its items.

/// A list of items by number, which grows in chunks of [`CHUNK`] items. A vector that doubles holds up to twice what it
/// needs, and three times while it is being copied.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T> {
    /// All chunks but the last hold [`CHUNK`] items.
    chunks: Vec<Vec<T>>,
}

/// The number of items in a chunk. The first chunk doubles up to this size, since most lists are short.
const CHUNK: usize = 1 << 14;

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T> Chunks<T> {
    pub(super) fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(item),
            last => {
                let mut chunk = if last.is_none() { Vec::new() } else { Vec::with_capacity(CHUNK) };
                chunk.push(item);
                self.chunks.push(chunk);
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> &T {
        &self.chunks[number / CHUNK][number % CHUNK]
    }

    /// Passes the chunks to `take` in order, each with the bytes held until it is freed.
    pub(super) fn into_chunks(self, mut take: impl FnMut(&[T], usize)) {
        let mut left = self.bytes();
        for chunk in self.chunks {
            take(&chunk, left);
            left -= chunk.capacity() * size_of::<T>();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// The memory held, not counting what the items own on the heap.
    pub(super) fn bytes(&self) -> usize {
        let items = self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.capacity());
        items * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are() {
        let mut chunks = Chunks::default();
        assert_eq!((chunks.len(), chunks.bytes()), (0, 0));
        for n in 0..3 * CHUNK + 5 {
            chunks.push(n);
            assert_eq!((chunks.len(), *chunks.get(n)), (n + 1, n));
        }
        assert!((0..chunks.len()).all(|n| *chunks.get(n) == n));
        assert!(chunks.bytes() < 4 * CHUNK * size_of::<usize>() + 1000);
    }
}
