//! The least common value that is not an option, for a block of heaps.
//!
//! 1. A load from the planes for each chosen option of an index marks the heaps that have it ([`Cover`]).
//! 2. Of the indices that were not seen, the least ones of each heap are compared with all options far below, those first
//!    that eliminate most of them ([`Eliminators`]).
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
use super::{BLOCKS, LANES, WORDS};
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;

/// What computes the blocks.
#[derive(Clone, Debug)]
pub(super) struct Proposer {
    planes: BitPlanes,
    cover: Cover,
    /// The indices of the last heaps.
    known: Vec<u8>,
    rows: Vec<Row>,
    /// Heaps of which all candidates were options.
    pub(super) fallbacks: u64,
}

/// Candidates at first, and after the options that eliminate most and many of them.
const FIRST: usize = 12;
const SECOND: usize = 6;
const THIRD: usize = 4;

impl Proposer {
    /// The state after these values, of which the last ones are common; `None` if there are too few.
    pub(super) fn new<T: Cell>(choice: &Choice, known: KnownValues<'_, T>) -> Option<Self> {
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
        if propose_block(self, choice, next) {
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
fn propose_block(proposer: &mut Proposer, choice: &Choice, next: usize) -> bool {
    propose_block_portable(proposer, choice, next)
}

/// The same, for whatever processor the caller is compiled for.
#[inline(always)]
pub(super) fn propose_block_portable(proposer: &mut Proposer, choice: &Choice, next: usize) -> bool {
    proposer.rows.fill([0; WORDS]);
    proposer.cover.add(&proposer.planes, proposer.planes.place(next), &mut proposer.rows);
    let place = proposer.known.len();
    let mut candidates = [[[NONE; 64]; THIRD]; LANES / 64];
    for (group, candidates) in candidates.iter_mut().enumerate() {
        *candidates = far(proposer, choice, group, place + 64 * group);
    }
    for (group, candidates) in candidates.iter().enumerate() {
        let from = proposer.known.len();
        let left = choice.mid.left(candidates, &proposer.known, from);
        let candidates: [Indices; THIRD] = compact(candidates, &left);
        for lane in 0..64 {
            let mut index = NONE;
            for row in &candidates {
                if !choice.near.have(row[lane], &proposer.known) {
                    index = row[lane];
                    break;
                }
            }
            if index == NONE {
                proposer.fallbacks += 1;
                index = plain(choice, &proposer.known);
            }
            if usize::from(index) >= choice.indices {
                return false;
            }
            proposer.known.push(index);
        }
        proposer.planes.put(next + 64 * group, &proposer.known[from..]);
    }
    true
}

/// The least indices that no option far below has.
#[inline(always)]
fn far(proposer: &Proposer, choice: &Choice, group: usize, place: usize) -> [Indices; THIRD] {
    let [most, many, rest] = &choice.far;
    let (low, high): ([Indices; FIRST / 2], [Indices; FIRST / 2]) = halves(free(&proposer.rows, group));
    // Half of them at a time: so many vectors stay in registers.
    let left = [most.left(&low, &proposer.known, place), most.left(&high, &proposer.known, place)];
    let kept: [Indices; SECOND] = compact(&joined([low, high]), &joined(left));
    let kept: [Indices; THIRD] = compact(&kept, &many.left(&kept, &proposer.known, place));
    compact(&kept, &rest.left(&kept, &proposer.known, place))
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
