//! Small values: the set of values of the options of a heap is a word, and many words are a vector.

use super::block_options::{BlockEnd, Moves, Pairs, Part, Sets, far, for_each_near};
use super::class::Class;
use super::lane::{LANES, Lane};
use super::shape::Shape;
use super::witness::{Hints, Witness, witness};
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;

impl<L: Lane> Sets for [L; LANES] {
    const LANES: usize = LANES;
    // Measured on `0.106`, `0.16` and `0.354`.
    const FEWEST_PAIRS: usize = 32;

    #[inline(always)]
    fn fill<T: Cell>(&mut self, parts: impl Iterator<Item = Part>, taken: usize, known: KnownValues<'_, T>) {
        let next = known.last.len() - taken;
        let mut sets = *self;
        for part in parts {
            let first = next - part.heap;
            for (set, cell) in sets.iter_mut().zip(&known.last[first..first + LANES]) {
                *set |= L::of(cell.get() ^ part.value);
            }
        }
        *self = sets;
    }

    #[inline(always)]
    fn add(&mut self, lane: usize, value: u32) {
        self[lane] |= L::of(value);
    }
}

/// What the options with an offset below `LANES` are, whatever the block: all pairs of small heaps and moves to one heap.
#[derive(Clone, Debug)]
pub(super) struct Near<L> {
    /// For each value of a heap, from the place `LANES` on: the options that it gives to the heap so many further on.
    /// Empty places before and after, so that a row can be laid on the lanes wherever it begins.
    rows: Vec<[L; 3 * LANES]>,
}

impl<L: Lane> Near<L> {
    /// For the table that begins with these values; there are at least `LANES`.
    pub(super) fn new<T: Cell>(shape: &Shape, first: &[T]) -> Self {
        let mut rows = vec![[L::default(); 3 * LANES]; L::BITS as usize];
        for (value, row) in (0..).zip(&mut rows) {
            for_each_near(shape, first, LANES, |offset, part| row[LANES + offset] |= L::of(value ^ part));
        }
        Self { rows }
    }

    /// Adds what a heap of this value gives to the lanes, the first of which is `distance` heaps further on.
    #[inline(always)]
    fn before<T: Cell>(&self, value: T, distance: usize, seen: &mut [L; LANES]) {
        self.lay(value, LANES + distance, seen);
    }

    /// Adds what the heap in this lane gives to the lanes after it.
    #[inline(always)]
    fn after<T: Cell>(&self, value: T, lane: usize, seen: &mut [L; LANES]) {
        self.lay(value, LANES - lane, seen);
    }

    #[inline(always)]
    fn lay<T: Cell>(&self, value: T, from: usize, seen: &mut [L; LANES]) {
        // By value, which the compiler makes vectors of.
        if let Some(&row) = self.rows[value.get() as usize][from..].first_chunk::<LANES>() {
            *seen = std::array::from_fn(|lane| seen[lane] | row[lane]);
        }
    }
}

/// Computes the values of the next heaps, at most `LANES` and `most`, and appends them to `out`. All known values must be
/// below `L::BITS`.
///
/// A table of such values has bytes, so the kernel exists for bytes alone; any other table, which only a checkpoint with wider
/// cells than it needs can make, is [`BlockEnd::TooLarge`] for it.
pub(super) fn block<T: Cell, L: Lane>(
    moves: Moves<'_>,
    near: &Near<L>,
    known: KnownValues<'_, T>,
    most: usize,
    hints: &mut Hints,
    out: &mut Vec<T>,
) -> BlockEnd {
    match (known.as_bytes(), T::as_byte_vec(out)) {
        (Some(known), Some(out)) => block_of_bytes(moves, near, known, most, hints, &mut [L::default(); LANES], out),
        _ => BlockEnd::TooLarge,
    }
}

#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn block_of_bytes<L: Lane>(
    moves: Moves<'_>,
    near: &Near<L>,
    known: KnownValues<'_, u8>,
    most: usize,
    hints: &mut Hints,
    seen: &mut [L; LANES],
    out: &mut Vec<u8>,
) -> BlockEnd {
    block_portable(moves, near, known, most, hints, seen, out)
}

/// The same, for whatever processor the caller is compiled for. The sets `seen` are empty; a caller that is compiled apart keeps
/// them, since the compiler takes an array of its own apart into words instead of making vectors of it.
#[inline(always)]
fn block_portable<L: Lane>(
    moves: Moves<'_>,
    near: &Near<L>,
    known: KnownValues<'_, u8>,
    most: usize,
    hints: &mut Hints,
    seen: &mut [L; LANES],
    out: &mut Vec<u8>,
) -> BlockEnd {
    let (Moves { shape, pairs }, next) = (moves, known.next());
    far(moves, known, seen);
    for distance in 1..LANES {
        near.before(known.at(next - distance), distance, seen);
    }
    for lane in 0..most.min(LANES) {
        let options: u64 = seen[lane].into();
        let mut value = (!options).trailing_zeros();
        if let Pairs::Sparse { class, .. } = pairs
            && class.is_rare(value, next + lane)
        {
            match settle::<L>(shape, class, known, next + lane, options, hints) {
                Some(settled) => value = settled,
                None => return BlockEnd::NoWitness,
            }
        }
        if value >= L::BITS {
            return BlockEnd::TooLarge;
        }
        // Such small values fit in a byte.
        let Some(cell) = u8::fit(value) else { return BlockEnd::TooWide(value) };
        out.push(cell);
        near.after(cell, lane, seen);
    }
    BlockEnd::Done
}

/// The value of a heap whose least value that has not been seen is rare: that value, unless a pair has it. `None` if the
/// values that are stored do not tell.
#[cold]
fn settle<L: Lane>(
    shape: &Shape,
    class: Class,
    known: KnownValues<'_, u8>,
    heap: usize,
    options: u64,
    hints: &mut Hints,
) -> Option<u32> {
    let mut seen = options;
    loop {
        let value = (!seen).trailing_zeros();
        // No pair has a value that needs more bits.
        if value >= L::BITS || !class.is_rare(value, heap) {
            return Some(value);
        }
        match witness(shape, known, heap, value, hints) {
            Witness::Found => seen |= 1 << value,
            Witness::None => return Some(value),
            Witness::Unknown => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapRule, Sequence};
    use crate::{Limits, Meter};

    /// The block as a processor without wider vectors than these computes it.
    #[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
    fn avx2_block(
        moves: Moves<'_>,
        near: &Near<u64>,
        known: KnownValues<'_, u8>,
        most: usize,
        hints: &mut Hints,
        seen: &mut [u64; LANES],
        out: &mut Vec<u8>,
    ) -> BlockEnd {
        block_portable(moves, near, known, most, hints, seen, out)
    }

    #[test]
    fn the_same_block_comes_out_on_every_processor() {
        for text in ["0.77", "0.106", "0.16", "0.137", "4.03"] {
            let rule = HeapRule::Code(text.parse().unwrap());
            let mut plain = Sequence::plain(rule.clone());
            plain.extend(2100, &mut Meter::new(&Limits::default())).unwrap();
            let table: Vec<u8> = plain.values().map(|value| u8::try_from(value).unwrap()).collect();
            let shape = Shape::of(&rule).unwrap();
            let class = Class::best(&counts(&table[..1000]), &shape.split).unwrap().0;
            let near = Near::<u64>::new(&shape, &table);
            for next in (1000..2000).step_by(37) {
                let heaps = (1..).zip(&table[1..next]).map(|(heap, &value)| Part { heap, value: value.into() });
                let rare: Vec<Part> = heaps.filter(|part| class.is_rare(part.value, part.heap)).collect();
                for pairs in [Pairs::All, Pairs::Sparse { class, rare: &rare }] {
                    let (moves, known) = (Moves { shape: &shape, pairs }, KnownValues::all(&table[..next]));
                    for compute in [block_of_bytes::<u64>, avx2_block, block_portable] {
                        let (mut seen, mut out) = ([0; LANES], Vec::new());
                        let end = compute(moves, &near, known, LANES, &mut Hints::default(), &mut seen, &mut out);
                        assert_eq!((end, &out[..]), (BlockEnd::Done, &table[next..next + LANES]), "{text} {next}");
                    }
                }
            }
        }
    }

    fn counts(values: &[u8]) -> [Vec<u64>; 2] {
        let mut counts = [vec![0; 64], vec![0; 64]];
        for (heap, &value) in values.iter().enumerate() {
            counts[heap % 2][usize::from(value)] += 1;
        }
        counts
    }
}
