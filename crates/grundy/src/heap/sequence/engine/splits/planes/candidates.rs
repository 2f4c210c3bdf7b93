//! The least indices that may be free, for 64 heaps side by side.
//!
//! Loops are written out: a closure that is not inlined is compiled for the least of all processors, not for the one that the
//! caller is compiled for.

use super::Entry;
use super::plane::Row;

/// An index for each of 64 heaps.
pub(super) type Indices = [u8; 64];

/// No index: all are below.
pub(super) const NONE: u8 = u8::MAX;

/// The least indices, ascending, for each heap of the group, that no option seen so far has.
#[inline(always)]
pub(super) fn free<const K: usize>(rows: &[Row], group: usize) -> [Indices; K] {
    let mut least = [[NONE; 64]; K];
    for (index, row) in (0..NONE).zip(rows).rev() {
        let seen = row[group];
        let mut free = [0; 64];
        for (lane, free) in free.iter_mut().enumerate() {
            *free = if seen >> lane & 1 == 0 { u8::MAX } else { 0 };
        }
        insert(&mut least, free, [index; 64]);
    }
    least
}

/// The first of those candidates that are left, where that is not 0.
#[inline(always)]
pub(super) fn compact<const K: usize, const J: usize>(candidates: &[Indices; K], left: &[Indices; K]) -> [Indices; J] {
    let mut kept = [[NONE; 64]; J];
    for (candidates, left) in candidates.iter().zip(left).rev() {
        let mut mask = [0; 64];
        for lane in 0..64 {
            mask[lane] = if left[lane] == 0 { 0 } else { u8::MAX };
        }
        insert(&mut kept, mask, *candidates);
    }
    kept
}

/// Puts an index before the others where the mask has all bits; the last one is lost.
#[inline(always)]
fn insert<const K: usize>(indices: &mut [Indices; K], mask: Indices, mut first: Indices) {
    for row in indices {
        let old = *row;
        for lane in 0..64 {
            row[lane] = old[lane] ^ (old[lane] ^ first[lane]) & mask[lane];
        }
        first = old;
    }
}

/// Options that are compared with candidates.
#[derive(Clone, Debug)]
pub(super) struct Eliminators {
    /// An index and the options with it, as places from the first one in reach on.
    strips: Vec<(u8, Vec<u32>)>,
    /// How many heaps back the options are looked for, at the most.
    reach: usize,
}

impl Eliminators {
    /// Options whose offsets are at most `reach`.
    pub(super) fn new(options: &[Entry], reach: usize) -> Self {
        let mut options = options.to_vec();
        options.sort_unstable();
        let strips = options.chunk_by(|a, b| a.index == b.index);
        // No table is as long as that.
        let place = |option: &Entry| u32::try_from(reach - option.offset).unwrap_or(u32::MAX);
        let strips = strips.map(|strip| (strip[0].index, strip.iter().map(place).collect())).collect();
        Self { strips, reach }
    }

    /// How many options there are.
    pub(super) fn len(&self) -> usize {
        self.strips.iter().map(|(_, places)| places.len()).sum()
    }

    /// Not 0 for the candidates that are not options. The first heap of the group is at this place among the known ones.
    #[inline(always)]
    pub(super) fn left<const K: usize>(&self, candidates: &[Indices; K], known: &[u8], place: usize) -> [Indices; K] {
        let known = &known[place - self.reach..];
        let mut left = [[u8::MAX; 64]; K];
        for (index, places) in &self.strips {
            let mut sought = *candidates;
            for candidate in sought.as_flattened_mut() {
                *candidate ^= index;
            }
            for &place in places {
                let rest = known[place as usize..].first_chunk::<64>().unwrap_or(&[0; 64]);
                for (left, sought) in left.iter_mut().zip(&sought) {
                    for lane in 0..64 {
                        left[lane] = left[lane].min(rest[lane] ^ sought[lane]);
                    }
                }
            }
        }
        left
    }

    /// Marks the indices of all options of the heap after the known ones.
    pub(super) fn mark(&self, known: &[u8], seen: &mut [bool; 256]) {
        let known = &known[known.len() - self.reach..];
        for (index, places) in &self.strips {
            let mut mark = |place: u32| seen[usize::from(known[place as usize] ^ index)] = true;
            // Some at a time: the loop would cost as much as the marks.
            let (fours, rest) = places.as_chunks::<4>();
            for four in fours {
                mark(four[0]);
                mark(four[1]);
                mark(four[2]);
                mark(four[3]);
            }
            rest.iter().for_each(|place| mark(*place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_free_indices_come_in_order_and_options_eliminate_them() {
        // The heaps have every index that a multiplication says, and no other.
        let seen = |index: usize, lane: usize| (index * 31 + lane * 17) % 5 < 3;
        let rows: Vec<Row> = (0..40)
            .map(|index| std::array::from_fn(|_| (0..64).map(|lane| u64::from(seen(index, lane)) << lane).sum()))
            .collect();
        let free: [Indices; 6] = free(&rows, 3);
        let known: Vec<u8> = (0..300).map(|heap| u8::try_from(heap * heap % 37).unwrap()).collect();
        let options: Vec<Entry> =
            (0..9).map(|at| Entry { index: at * 5 % 8, offset: 64 + usize::from(at) * 11 }).collect();
        let left = Eliminators::new(&options, 180).left(&free, &known, 200);
        let kept: [Indices; 4] = compact(&free, &left);
        for lane in 0..64 {
            let mut least: Vec<u8> = (0..40).filter(|index| !seen(usize::from(*index), lane)).collect();
            least.truncate(6);
            assert_eq!(free.map(|row| row[lane])[..], least);
            least.retain(|index| {
                options.iter().all(|option| known[200 + lane - option.offset] ^ option.index != *index)
            });
            least.resize(4, NONE);
            assert_eq!(kept.map(|row| row[lane])[..], least);
        }
    }
}
