//! The minimal excludant.

/// A set of values for computing its *mex*: the least of 0, 1, 2, … that is not in the set.
///
/// One set is reused for all heaps. Its values are the bits of a word, which is fast, until a value exceeds 63; from
/// then on each value up to the largest has a byte.
#[derive(Default)]
pub(crate) struct Mex {
    word: u64,
    seen: Vec<bool>,
}

impl Mex {
    pub(crate) fn clear(&mut self) {
        self.word = 0;
        self.seen.fill(false);
    }

    pub(crate) fn add(&mut self, value: usize) {
        self.extend(std::iter::once(value));
    }

    pub(crate) fn extend(&mut self, values: impl Iterator<Item = usize> + Clone) {
        if self.seen.is_empty() {
            let add = |(word, all), value| (word | 1_u64 << (value % 64), all | value);
            let (word, all) = values.clone().fold((self.word, 0), add);
            if all < 64 {
                self.word = word;
                return;
            }
            self.seen = (0..64).map(|value| self.word >> value & 1 == 1).collect();
            self.word = 0;
        }
        for value in values {
            if value >= self.seen.len() {
                self.seen.resize(value + 1, false);
            }
            self.seen[value] = true;
        }
    }

    pub(crate) fn mex(&self) -> usize {
        let least = self.seen.iter().position(|&seen| !seen);
        least.unwrap_or(self.seen.len() + self.word.trailing_ones() as usize)
    }
}
