//! Values of any size: [`BLOCK`] heaps side by side, the options of each marked in an array of bytes.
//!
//! As in [`narrow`](super::narrow), an option has one part far below its heap. The parts with an offset of at least
//! `BLOCK` are gone through once for the whole block; those below are looked at heap by heap.

use super::block_options::{BlockEnd, Moves, Pairs, Part, Sets, far, for_each_near};
use super::class::Class;
use super::witness::{Hints, Witness, witness};
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;

/// Heaps that are computed side by side.
pub(super) const BLOCK: usize = 8;

/// The sets of values of the options of the heaps of a block, and which values are rare.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Marks {
    /// A power of two above all values.
    size: usize,
    seen: Vec<u8>,
    /// For even and for odd heaps: 1 for the rare values, 0 for the others. All 0 without a class.
    rare: [Vec<u8>; 2],
    class: Option<Class>,
    /// Pairs that are marked in any case: as many as balance the search for witnesses.
    first_pairs: usize,
}

impl Default for Marks {
    fn default() -> Self {
        let rare = [Vec::new(), Vec::new()];
        Self { size: 0, seen: Vec::new(), rare, class: None, first_pairs: Self::FEWEST_PAIRS }
    }
}

/// The most pairs that are marked in any case.
pub(in crate::heap::sequence) const MOST_PAIRS: usize = 1024;
/// Pairs that are marked in the time that a search for a witness takes, roughly.
const PAIRS_A_SEARCH: usize = 96;

impl Marks {
    /// Begins empty sets for values up to the xor of values of at most `largest`.
    fn start(&mut self, largest: u32, class: Option<Class>) {
        let size = (largest as usize + 1).next_power_of_two().max(64);
        if self.size == size && self.class == class {
            self.seen.fill(0);
            return;
        }
        self.size = size;
        self.class = class;
        self.seen = vec![0; BLOCK * size];
        self.rare = [0, 1].map(|heap| {
            let rare = |value| u8::from(class.is_some_and(|class| class.is_rare(value, heap)));
            (0..).take(size).map(rare).collect()
        });
    }

    /// Marks more pairs in any case from now on, or fewer, after so many searches for a witness a heap.
    fn balance(&mut self, searches: usize) {
        if searches * PAIRS_A_SEARCH > 2 * self.first_pairs {
            self.first_pairs = (self.first_pairs * 2).min(MOST_PAIRS);
        } else if searches * PAIRS_A_SEARCH * 2 < self.first_pairs {
            self.first_pairs = (self.first_pairs / 2).max(Self::FEWEST_PAIRS);
        }
    }

    /// The first common value that is not in the set of a lane; the size if all are.
    #[inline(always)]
    fn first(&self, lane: usize, heap: usize) -> usize {
        let (seen, rare) = (&self.seen[lane * self.size..][..self.size], &self.rare[heap & 1]);
        const CHUNK: usize = 32;
        for (chunk, (seen, rare)) in seen.chunks_exact(CHUNK).zip(rare.chunks_exact(CHUNK)).enumerate() {
            if seen.iter().zip(rare).fold(false, |zeros, (seen, rare)| zeros | (seen | rare == 0)) {
                let place = seen.iter().zip(rare).position(|(seen, rare)| seen | rare == 0);
                return chunk * CHUNK + place.unwrap_or(0);
            }
        }
        self.size
    }
}

impl Sets for Marks {
    const LANES: usize = BLOCK;
    const FEWEST_PAIRS: usize = 32;

    fn first_pairs(&self) -> usize {
        self.first_pairs
    }

    #[inline(always)]
    fn fill<T: Cell>(&mut self, parts: impl Iterator<Item = Part>, taken: usize, known: KnownValues<'_, T>) {
        // Values that need no more bits than these have cells of this width, as a rule.
        match (size_of::<T>(), self.size) {
            (1, 128) => fill::<T, 128>(parts, taken, known, &mut self.seen),
            (1, 256) => fill::<T, 256>(parts, taken, known, &mut self.seen),
            (2, 512) => fill::<T, 512>(parts, taken, known, &mut self.seen),
            (_, size) => {
                let next = known.last.len() - taken;
                for part in parts {
                    let first = next - part.heap;
                    for (seen, cell) in self.seen.chunks_exact_mut(size).zip(&known.last[first..first + BLOCK]) {
                        seen[(cell.get() ^ part.value) as usize] = 1;
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, lane: usize, value: u32) {
        self.seen[lane * self.size..][..self.size][value as usize] = 1;
    }
}

/// Marks the options of some parts in sets of a size that the compiler knows.
#[inline(always)]
fn fill<T: Cell, const SIZE: usize>(
    parts: impl Iterator<Item = Part>,
    taken: usize,
    known: KnownValues<'_, T>,
    seen: &mut [u8],
) {
    let Some(seen) = seen.as_chunks_mut::<SIZE>().0.first_chunk_mut::<BLOCK>() else { return };
    let next = known.last.len() - taken;
    for part in parts {
        let first = next - part.heap;
        for (seen, cell) in seen.iter_mut().zip(&known.last[first..first + BLOCK]) {
            // All values are below the size; the remainder only says so to the compiler.
            seen[(cell.get() ^ part.value) as usize % SIZE] = 1;
        }
    }
}

/// Computes the values of the next heaps, at most `BLOCK` and `most`, and appends them to `out`; the last one may be above
/// `largest`, which is not below any known value.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
pub(super) fn block<T: Cell>(
    moves: Moves<'_>,
    largest: u32,
    marks: &mut Marks,
    known: KnownValues<'_, T>,
    most: usize,
    hints: &mut Hints,
    out: &mut Vec<T>,
) -> BlockEnd {
    let Moves { shape, pairs } = moves;
    let (next, count) = (known.next(), most.min(BLOCK));
    let class = match pairs {
        Pairs::All => None,
        Pairs::Sparse { class, .. } => Some(class),
    };
    marks.start(largest, class);
    far(moves, known, marks);
    let computed = out.len();
    let mut searches = 0;
    for lane in 0..count {
        let heap = next + lane;
        for_each_near(shape, known.first, BLOCK, |offset, part| {
            // The rest is known, or has just been computed.
            let rest = if offset <= lane { out[computed + lane - offset] } else { known.at(heap - offset) };
            marks.add(lane, rest.get() ^ part);
        });
        let common = marks.first(lane, heap);
        let rare = &marks.rare[heap & 1][..common];
        let seen = &marks.seen[lane * marks.size..][..common];
        // Not above the number of known values, which fits.
        let mut value = u32::try_from(common).unwrap_or(u32::MAX);
        for (open, (&seen, &rare)) in (0..value).zip(seen.iter().zip(rare)) {
            if seen < rare {
                searches += 1;
                match witness(shape, known, heap, open, hints) {
                    Witness::Found => {}
                    Witness::None => {
                        value = open;
                        break;
                    }
                    Witness::Unknown => return BlockEnd::NoWitness,
                }
            }
        }
        match T::fit(value) {
            Some(cell) => out.push(cell),
            None => return BlockEnd::TooWide(value),
        }
        if value > largest {
            break;
        }
    }
    marks.balance(searches / BLOCK);
    BlockEnd::Done
}
