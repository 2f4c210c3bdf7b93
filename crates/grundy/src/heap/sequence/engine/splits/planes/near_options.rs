//! The options at the smallest offsets, which are compared heap by heap.

use super::Entry;
use super::candidates::Indices;

/// Options with an offset below 64.
#[derive(Clone, Debug)]
pub(super) struct NearOptions {
    /// Those of the very last heaps, which have only just been written: one by one.
    last: Vec<Entry>,
    /// The others: an index for each offset, downwards, and whether there is such an option. More rows for more options at
    /// an offset.
    rows: Vec<(Indices, Indices)>,
}

/// The last heaps that are looked at one by one.
const ONE_BY_ONE: usize = 12;

impl NearOptions {
    /// All offsets are below this.
    pub(super) const END: usize = 64;

    pub(super) fn new(options: &[Entry]) -> Self {
        let (last, others): (Vec<Entry>, Vec<Entry>) = options.iter().partition(|option| option.offset < ONE_BY_ONE);
        let mut rows: Vec<(Indices, Indices)> = Vec::new();
        for option in others {
            let lane = 64 + ONE_BY_ONE - 1 - option.offset;
            let row = match rows.iter().position(|(_, absent)| absent[lane] != 0) {
                Some(row) => row,
                None => {
                    rows.push(([0; 64], [u8::MAX; 64]));
                    rows.len() - 1
                }
            };
            (rows[row].0[lane], rows[row].1[lane]) = (option.index, 0);
        }
        Self { last, rows }
    }

    /// Whether one of these options of the next heap has the index.
    #[inline(always)]
    pub(super) fn have(&self, index: u8, known: &[u8]) -> bool {
        let before = known[..known.len() - (ONE_BY_ONE - 1)].last_chunk::<64>().unwrap_or(&[0; 64]);
        let rows = self.rows.iter().fold(false, |found, (own, absent)| {
            let found_here =
                (0..64).fold(false, |found, lane| found | (before[lane] ^ own[lane] ^ index | absent[lane] == 0));
            found | found_here
        });
        self.last
            .iter()
            .fold(rows, |found, option| found | (known[known.len() - option.offset] ^ option.index == index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_options_are_all_looked_at() {
        let options: Vec<Entry> = (1..64)
            .flat_map(|offset| {
                (0..offset % 3)
                    .map(move |at| Entry { index: u8::try_from((offset * 5 + at * 9) % 32).unwrap(), offset })
            })
            .collect();
        let known: Vec<u8> = (0..200).map(|heap| u8::try_from(heap * heap % 61).unwrap()).collect();
        for (place, _) in options.iter().enumerate() {
            // Any few of them.
            let some: Vec<Entry> = options.iter().copied().skip(place).step_by(7).collect();
            let near = NearOptions::new(&some);
            for index in 0..64 {
                let has = |option: &Entry| known[known.len() - option.offset] ^ option.index == index;
                assert_eq!(near.have(index, &known), some.iter().any(has), "{place} {index}");
            }
        }
    }
}
