//! The minimal excludant.

/// A set of values whose *mex* is wanted: the least of 0, 1, 2, … that is not in the set.
///
/// One set serves all heaps in turn, so that its memory, one byte for each value up to the largest, is taken once.
#[derive(Debug, Default)]
pub(crate) struct Mex {
    seen: Vec<bool>,
}

impl Mex {
    /// Empties the set.
    pub(crate) fn clear(&mut self) {
        self.seen.fill(false);
    }

    /// Puts a value into the set.
    pub(crate) fn add(&mut self, value: usize) {
        if value >= self.seen.len() {
            self.seen.resize(value + 1, false);
        }
        self.seen[value] = true;
    }

    /// The least value that is not in the set.
    pub(crate) fn mex(&self) -> usize {
        self.seen.iter().position(|&seen| !seen).unwrap_or(self.seen.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_that_is_missing() {
        let mut set = Mex::default();
        for (values, want) in [(&[][..], 0), (&[0, 1, 2], 3), (&[1, 2], 0), (&[5, 0, 2, 0], 1), (&[0], 1)] {
            set.clear();
            values.iter().for_each(|&value| set.add(value));
            assert_eq!(set.mex(), want, "{values:?}");
        }
    }
}
