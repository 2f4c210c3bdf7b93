//! The least common value that is no option, for a block of heaps.
//!
//! 1. A load from the planes for each chosen option of an index marks the heaps that have it ([`Cover`]).
//! 2. Of the indices that were not seen, the least ones of each heap are compared with all options far below, those first
//!    that strike most of them ([`Strikes`]).
//! 3. So they are with the options at offsets below a block, which belong to the groups of 64 heaps before, and with those
//!    at offsets below 64, heap by heap.
//! 4. If none is left, all options of the heap are marked, by the definition.
//!
//! Whatever was chosen, the first index that is left is an option in none of these comparisons, and each smaller one is an
//! option that was seen.

use super::candidates::{Indices, NONE, compact, free};
use super::choice::Choice;
use super::cover::Cover;
use super::plane::{BitPlanes, Row};
use super::{BLOCKS, Entry, LANES, WORDS};
use crate::heap::sequence::cells::Cell;
use crate::heap::sequence::known::Known;

/// What computes the blocks.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    planes: BitPlanes,
    cover: Cover,
    /// The indices of the last heaps.
    known: Vec<u8>,
    rows: Vec<Row>,
    /// Heaps of which all candidates were options.
    pub(super) fallbacks: u64,
}

/// Candidates at first, and after the options that strike most and many of them.
const FIRST: usize = 12;
const SECOND: usize = 6;
const THIRD: usize = 4;

impl Ahead {
    /// The state after these values, of which the last ones are common; `None` if there are too few.
    pub(super) fn new<T: Cell>(choice: &Choice, known: Known<'_, T>) -> Option<Self> {
        let known = choice.last(known, choice.reach)?;
        let planes = BitPlanes::new(choice.indices, &known.0, known.1);
        let cover = Cover::new(&choice.fill, &planes, usize::MAX);
        Some(Self { planes, cover, known: known.0, rows: vec![[0; WORDS]; choice.indices], fallbacks: 0 })
    }

    /// Forgets what is out of reach.
    pub(super) fn trim(&mut self, choice: &Choice) {
        if self.known.len() > 2 * choice.reach + BLOCKS * LANES {
            self.known.drain(..self.known.len() - choice.reach);
        }
    }

    /// The indices of the last heaps.
    #[cfg(test)]
    pub(super) fn last(&self, heaps: usize) -> &[u8] {
        &self.known[self.known.len() - heaps..]
    }

    /// The indices of the heaps from `next` on, a block; `None` if the planes have none for one of them.
    pub(super) fn block(&mut self, choice: &Choice, next: usize) -> Option<&[u8]> {
        let before = self.known.len();
        self.planes.slide(next);
        if block(self, choice, next) {
            return Some(&self.known[before..]);
        }
        self.known.truncate(before);
        None
    }
}

/// Computes a block; whether there are planes for all its indices.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn block(ahead: &mut Ahead, choice: &Choice, next: usize) -> bool {
    any_block(ahead, choice, next)
}

/// The same, for whatever processor the caller is compiled for.
#[inline(always)]
pub(super) fn any_block(ahead: &mut Ahead, choice: &Choice, next: usize) -> bool {
    ahead.rows.fill([0; WORDS]);
    ahead.cover.add(&ahead.planes, ahead.planes.place(next), &mut ahead.rows);
    let place = ahead.known.len();
    let mut candidates = [[[NONE; 64]; THIRD]; LANES / 64];
    for (group, candidates) in candidates.iter_mut().enumerate() {
        *candidates = far(ahead, choice, group, place + 64 * group);
    }
    for (group, candidates) in candidates.iter().enumerate() {
        let from = ahead.known.len();
        let left = choice.mid.left(candidates, &ahead.known, from);
        let candidates: [Indices; THIRD] = compact(candidates, &left);
        for lane in 0..64 {
            let mut index = NONE;
            for row in &candidates {
                if !choice.near.have(row[lane], &ahead.known) {
                    index = row[lane];
                    break;
                }
            }
            if index == NONE {
                ahead.fallbacks += 1;
                index = plain(choice, &ahead.known);
            }
            if usize::from(index) >= choice.indices {
                return false;
            }
            ahead.known.push(index);
        }
        ahead.planes.put(next + 64 * group, &ahead.known[from..]);
    }
    true
}

/// The least indices that no option far below has.
#[inline(always)]
fn far(ahead: &Ahead, choice: &Choice, group: usize, place: usize) -> [Indices; THIRD] {
    let [most, many, rest] = &choice.far;
    let (low, high): ([Indices; FIRST / 2], [Indices; FIRST / 2]) = halves(free(&ahead.rows, group));
    // Half of them at a time: so many vectors stay in registers.
    let left = [most.left(&low, &ahead.known, place), most.left(&high, &ahead.known, place)];
    let kept: [Indices; SECOND] = compact(&joined([low, high]), &joined(left));
    let kept: [Indices; THIRD] = compact(&kept, &many.left(&kept, &ahead.known, place));
    compact(&kept, &rest.left(&kept, &ahead.known, place))
}

#[inline(always)]
fn halves(all: [Indices; FIRST]) -> ([Indices; FIRST / 2], [Indices; FIRST / 2]) {
    (std::array::from_fn(|k| all[k]), std::array::from_fn(|k| all[FIRST / 2 + k]))
}

#[inline(always)]
fn joined(halves: [[Indices; FIRST / 2]; 2]) -> [Indices; FIRST] {
    std::array::from_fn(|k| halves[k / (FIRST / 2)][k % (FIRST / 2)])
}

/// The least index that no option of the next heap has.
#[inline(never)]
fn plain(choice: &Choice, known: &[u8]) -> u8 {
    let mut seen = [false; 256];
    choice.all.mark(known, &mut seen);
    (0..NONE).find(|index| !seen[usize::from(*index)]).unwrap_or(NONE)
}

/// Options with an offset below 64.
#[derive(Clone, Debug)]
pub(super) struct Near {
    /// Those of the very last heaps, which have only just been written: one by one.
    last: Vec<Entry>,
    /// The others: an index for each offset, downwards, and whether there is such an option. More rows for more options at
    /// an offset.
    rows: Vec<(Indices, Indices)>,
}

/// The last heaps that are looked at one by one.
const ONE_BY_ONE: usize = 12;

impl Near {
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
    fn have(&self, index: u8, known: &[u8]) -> bool {
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
            let near = Near::new(&some);
            for index in 0..64 {
                let has = |option: &Entry| known[known.len() - option.offset] ^ option.index == index;
                assert_eq!(near.have(index, &known), some.iter().any(has), "{place} {index}");
            }
        }
    }
}
