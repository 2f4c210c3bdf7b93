//! Whether the rare values below those of a block are options: the witnesses.
//!
//! Loads from the planes for pairs of common heaps, chosen for each index, find nearly all ([`Cover`]). The others are
//! searched for one by one.

use super::choice::Choice;
use super::cover::Cover;
use super::plane::{BitPlanes, Row, words};
use super::{BLOCKS, LANES, Unverified, WORDS};
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;
use crate::heap::sequence::engine::splits::shape::Shape;
use crate::heap::sequence::engine::splits::witness::{Hints, Witness, witness};

/// What verifies the blocks.
#[derive(Clone, Debug)]
pub(super) struct Verifier {
    planes: BitPlanes,
    cover: Cover,
    /// The values of the first heaps.
    first: Vec<u16>,
    /// The values of the last heaps, from `base` on.
    last: Vec<u16>,
    base: usize,
    reach: usize,
    rows: Vec<Row>,
    hints: Hints,
    /// Rare values that were searched for one by one.
    pub(super) searches: u64,
}

impl Verifier {
    /// The state after these values, of which the last ones are common; `None` if there are too few.
    pub(super) fn new<T: Cell>(choice: &Choice, known: KnownValues<'_, T>) -> Option<Self> {
        let (indices, next) = choice.last(known, choice.witness_reach)?;
        let planes = BitPlanes::new(choice.indices, &indices, next);
        // Offsets whose bits of all planes fit in the nearest cache.
        let cover = Cover::new(&choice.witnesses, &planes, 1 << 12);
        let reach = known.last.len().min(choice.search_reach);
        let cells = |values: &[T]| values.iter().map(|value| u16::fit(value.get())).collect::<Option<Vec<u16>>>();
        Some(Self {
            planes,
            cover,
            first: cells(&known.first[..known.first.len().min(reach)])?,
            last: cells(&known.last[known.last.len() - reach..])?,
            base: next - reach,
            reach,
            rows: vec![[0; WORDS]; choice.indices],
            hints: Hints::default(),
            searches: 0,
        })
    }

    /// Forgets what is out of reach.
    pub(super) fn trim(&mut self) {
        if self.last.len() > 2 * self.reach + BLOCKS * LANES {
            let from = self.last.len() - self.reach;
            self.last.drain(..from);
            self.base += from;
        }
    }

    /// The values of the last heaps.
    pub(super) fn last(&self, heaps: usize) -> &[u16] {
        &self.last[self.last.len() - heaps..]
    }

    /// Looks for the rare values below those of the block from `next` on, and adds the ones that are not found.
    pub(super) fn verify(
        &mut self,
        choice: &Choice,
        shape: &Shape,
        next: usize,
        block: &[u8],
        unverified: &mut Vec<Unverified>,
    ) {
        self.put(choice, next, block);
        verify_block(self, choice, shape, next, unverified);
    }

    /// Adds the heaps of the block from `next` on.
    pub(super) fn put(&mut self, choice: &Choice, next: usize, block: &[u8]) {
        self.planes.slide(next);
        self.planes.put(next, block);
        self.last.extend((next..).zip(block).map(|(heap, index)| choice.common(*index, heap)));
    }
}

#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn verify_block(
    verifier: &mut Verifier,
    choice: &Choice,
    shape: &Shape,
    next: usize,
    unverified: &mut Vec<Unverified>,
) {
    verify_block_portable(verifier, choice, shape, next, unverified);
}

/// The same, for whatever processor the caller is compiled for.
#[inline(always)]
pub(super) fn verify_block_portable(
    verifier: &mut Verifier,
    choice: &Choice,
    shape: &Shape,
    next: usize,
    unverified: &mut Vec<Unverified>,
) {
    verifier.rows.fill([0; WORDS]);
    let place = verifier.planes.place(next);
    verifier.cover.add(&verifier.planes, place, &mut verifier.rows);
    // The heaps with a larger index, from the largest down.
    let mut above = [0; WORDS];
    for (index, seen) in (0..256u32).zip(&verifier.rows).rev() {
        let own = words(*verifier.planes.bits().at(verifier.planes.plane(index as usize) + place));
        // A common value is above the rare one with its index in even heaps, in odd heaps, in both or in none.
        let larger = choice.common_above_rare(index);
        for group in 0..LANES / 64 {
            let mut open = (above[group] | own[group] & larger) & !seen[group];
            above[group] |= own[group];
            while open != 0 {
                let heap = next + 64 * group + open.trailing_zeros() as usize;
                open &= open - 1;
                let value = choice.index.value(index, true, heap);
                let known = KnownValues {
                    first: &verifier.first,
                    last: &verifier.last[..heap - verifier.base],
                    base: verifier.base,
                };
                if choice.rare_singles.iter().any(|taken| u32::from(known.at(heap - taken)) == value) {
                    continue;
                }
                verifier.searches += 1;
                if witness(shape, known, heap, value, &mut verifier.hints) != Witness::Found {
                    unverified.push(Unverified { heap, value });
                }
            }
        }
    }
}
