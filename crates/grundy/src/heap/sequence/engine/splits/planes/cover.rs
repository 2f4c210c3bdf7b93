//! Loads from bit planes: which heaps of a block have an index as one of some chosen options.

use super::Entry;
use super::plane::{BitPlanes, Row, words};
use super::{LANES, WORDS};

/// A choice of options for each index, as places in planes.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    runs: Vec<Run>,
    /// The places to load from, from the first one in reach of the block in the first plane on.
    places: Vec<u32>,
    /// Bytes that are in reach.
    reach: usize,
}

/// Loads for one index whose bits are shifted alike.
#[derive(Clone, Copy, Debug)]
struct Run {
    index: u8,
    /// The bits are so many places too high.
    shift: u8,
    /// Where the places of the next run begin.
    end: usize,
}

const _: () = assert!(LANES + 7 <= 64 * WORDS, "a shifted row still holds a block");

impl Cover {
    /// The loads for options of each index, in planes like these. Options are dealt with in tiles of so many offsets, those
    /// of all indices before the next tile, so that the part of the planes in use stays near.
    pub(super) fn new(options: &[Vec<Entry>], planes: &BitPlanes, tile: usize) -> Self {
        let reach = planes.reach() / 8;
        let mut all: Vec<(usize, u8, u8, u32)> = Vec::new();
        for (index, entries) in (0..=u8::MAX).zip(options) {
            for entry in entries {
                let back = entry.offset.div_ceil(8);
                let shift = u8::try_from(8 * back - entry.offset).unwrap_or(0);
                let plane = planes.plane(usize::from(index ^ entry.index));
                let place = u32::try_from(plane + reach - back).unwrap_or(u32::MAX);
                all.push((entry.offset / tile, index, shift, place));
            }
        }
        all.sort_unstable();
        let mut runs: Vec<Run> = Vec::new();
        let mut places = Vec::new();
        for of_run in all.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)) {
            let (_, index, shift, _) = of_run[0];
            places.extend(of_run.iter().map(|load| load.3));
            runs.push(Run { index, shift, end: places.len() });
        }
        Self { runs, places, reach }
    }

    /// Adds to the row of each index the heaps of the block at this place that have it as one of its options.
    #[inline(always)]
    pub(super) fn add(&self, planes: &BitPlanes, place: usize, rows: &mut [Row]) {
        let bits = planes.bits();
        let from_place = place - self.reach;
        let load = |place: u32| bits.at(from_place.wrapping_add(place as usize));
        let mut from = 0;
        for run in &self.runs {
            let mut seen = [0; 8 * WORDS];
            // Two loads at a time are or-ed in one operation.
            let (pairs, odd) = self.places[from..run.end].as_chunks::<2>();
            for pair in pairs {
                let [first, second] = pair.map(load);
                for ((seen, first), second) in seen.iter_mut().zip(first).zip(second) {
                    *seen |= first | second;
                }
            }
            for last in odd {
                for (seen, byte) in seen.iter_mut().zip(load(*last)) {
                    *seen |= byte;
                }
            }
            from = run.end;
            let (seen, shift) = (words(seen), run.shift);
            let row = &mut rows[usize::from(run.index)];
            for word in 0..WORDS {
                let next = if word + 1 < WORDS { seen[word + 1] } else { 0 };
                row[word] |= seen[word] >> shift | next << 1 << (63 - shift);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_sees_what_its_options_say() {
        let (reach, next, indices) = (4096, 8192, 16);
        let heap = |heap: usize| u8::try_from((heap * heap / 13 + heap / 5) % indices).unwrap();
        let heaps: Vec<u8> = (0..next).map(heap).collect();
        let planes = BitPlanes::new(indices, &heaps[next - reach..], next);
        let entry = |at: usize| Entry { index: u8::try_from(at * 7 % indices).unwrap(), offset: LANES + at * 37 };
        let options: Vec<Vec<Entry>> = (0..indices).map(|index| (index..index + 60).map(entry).collect()).collect();
        for tile in [512, usize::MAX] {
            let mut rows = vec![[0; WORDS]; indices];
            Cover::new(&options, &planes, tile).add(&planes, planes.place(next), &mut rows);
            for (index, (row, options)) in rows.iter().zip(&options).enumerate() {
                for lane in 0..LANES {
                    let has = |entry: &Entry| usize::from(heaps[next + lane - entry.offset] ^ entry.index) == index;
                    assert_eq!(row[lane / 64] >> (lane % 64) & 1 == 1, options.iter().any(has), "{index} {lane}");
                }
            }
        }
    }
}
