//! The walk over the options of a block of heaps, which both kinds of sets of values share.
//!
//! An option of a heap of n that leaves two heaps is (a, n - (a + i)) for some number i of tokens taken: the *part* a, and
//! the rest at the *offset* a + i. A move to one heap has the offset i and no part, which is a part of value 0. For one
//! part, the options of all heaps of a block are a run of known values, each xor the value of the part.

use super::class::Class;
use super::shape::Shape;
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;

/// A heap and its value.
#[derive(Clone, Copy, Debug)]
pub(in crate::heap::sequence) struct Part {
    pub(in crate::heap::sequence) heap: usize,
    pub(in crate::heap::sequence) value: u32,
}

/// The pairs that are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pairs<'a> {
    /// All of them.
    All,
    /// Those with a heap that is rare in this class; of the others, the first ones for a start, and more when a rare value
    /// is in question.
    Sparse { class: Class, rare: &'a [Part] },
}

/// The moves of a rule, and which of them are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves<'a> {
    pub(super) shape: &'a Shape,
    pub(super) pairs: Pairs<'a>,
}

/// The sets of values of the options of a block of heaps, a lane each.
pub(in crate::heap::sequence) trait Sets {
    /// Heaps in a block.
    const LANES: usize;
    /// The least that `first_pairs` can be.
    const FEWEST_PAIRS: usize;

    /// Pairs of every split that are looked at in any case, as far as there are as many.
    fn first_pairs(&self) -> usize {
        Self::FEWEST_PAIRS
    }

    /// Adds, for each part, the value of the part xor that of the rest to every lane: in the first lane the rest is
    /// `taken` + the part's heap below the first heap of the block, which is at least `LANES`.
    fn fill<T: Cell>(&mut self, parts: impl Iterator<Item = Part>, taken: usize, known: KnownValues<'_, T>);

    /// Adds a value to one lane.
    fn add(&mut self, lane: usize, value: u32);
}

/// How the computation of a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::sequence) enum BlockEnd {
    /// All values that were asked for are computed.
    Done,
    /// The next value is too large for these sets; some of the values before it may be computed.
    TooLarge,
    /// The next value, which is this one, does not fit in a cell.
    TooWide(u32),
    /// A rare value has no witness among the values that are stored.
    NoWitness,
}

/// The first heap that a block may begin with.
pub(super) fn first_block<S: Sets>(shape: &Shape) -> usize {
    4 * (S::LANES + S::FEWEST_PAIRS) + 2 * shape.last_split()
}

/// Adds all options with an offset of at least `LANES` that are to be looked at.
#[inline(always)]
pub(super) fn far<T: Cell, S: Sets>(moves: Moves<'_>, known: KnownValues<'_, T>, sets: &mut S) {
    let Moves { shape, pairs } = moves;
    singles(shape, known, sets);
    for &split in &shape.split {
        match pairs {
            Pairs::All => all_pairs(shape.unequal, split, known, sets),
            Pairs::Sparse { rare, .. } => sparse_pairs(shape.unequal, split, rare, known, sets),
        }
    }
}

/// Calls `each` with the offset of every option with an offset below `lanes`, and with the value of its part.
#[inline(always)]
pub(super) fn for_each_near<T: Cell>(shape: &Shape, first: &[T], lanes: usize, mut each: impl FnMut(usize, u32)) {
    for &taken in shape.single.iter().take_while(|&&taken| taken < lanes) {
        each(taken, 0);
    }
    for &split in &shape.split {
        for (heap, part) in (0..lanes.saturating_sub(split)).zip(first).skip(1) {
            each(heap + split, part.get());
        }
    }
}

/// Adds the moves that leave one heap or none.
#[inline(always)]
fn singles<T: Cell, S: Sets>(shape: &Shape, known: KnownValues<'_, T>, sets: &mut S) {
    let next = known.next();
    let near = shape.single.partition_point(|&taken| taken < S::LANES);
    let far = shape.single.partition_point(|&taken| taken < next).max(near);
    sets.fill(shape.single[near..far].iter().map(|&taken| Part { heap: taken, value: 0 }), 0, known);
    for &taken in shape.single[far..].iter().take_while(|&&taken| taken < next + S::LANES) {
        some_lanes(Part { heap: taken, value: 0 }, 0, known, sets);
    }
    let whole = shape.whole.partition_point(|&taken| taken < next);
    for &taken in shape.whole[whole..].iter().take_while(|&&taken| taken < next + S::LANES) {
        sets.add(taken - next, 0);
    }
}

/// Adds all pairs of a split but those with an offset below `LANES`.
#[inline(always)]
fn all_pairs<T: Cell, S: Sets>(unequal: bool, split: usize, known: KnownValues<'_, T>, sets: &mut S) {
    let next = known.next();
    // Up to here the smaller part is less than half of the rest, in every lane.
    let half = (next - split).div_ceil(2);
    let part = |heap: usize| Part { heap, value: known.first[heap].get() };
    sets.fill((S::LANES.saturating_sub(split).max(1)..half).map(part), split, known);
    for smaller in half..=(next + S::LANES - 1 - split) / 2 {
        let twice = 2 * smaller + split;
        for heap in next.max(twice + usize::from(unequal))..next + S::LANES {
            sets.add(heap - next, (known.at(heap - split - smaller) ^ known.first[smaller]).get());
        }
    }
}

/// Adds the pairs of a split that have a rare part, and the first ones of the others.
#[inline(always)]
fn sparse_pairs<T: Cell, S: Sets>(unequal: bool, split: usize, rare: &[Part], known: KnownValues<'_, T>, sets: &mut S) {
    let next = known.next();
    let near = S::LANES.saturating_sub(split).max(1);
    let first = (near..near + sets.first_pairs().min(next / 4 - S::LANES))
        .map(|heap| Part { heap, value: known.first[heap].get() });
    sets.fill(first, split, known);
    let before = |bound: usize| rare.partition_point(|part| part.heap < bound);
    let (from, to) = (before(near), before(next - split));
    if unequal {
        // A pair of equal heaps is none, and each of these rare heaps is half of some lane's.
        let (half, past) = (before(next.div_ceil(2)), before((next + S::LANES).div_ceil(2)));
        sets.fill(rare[from..half].iter().copied(), split, known);
        for part in &rare[half..past] {
            for heap in (next..next + S::LANES).filter(|heap| *heap != 2 * part.heap) {
                sets.add(heap - next, known.at(heap - part.heap).get() ^ part.value);
            }
        }
        sets.fill(rare[past..to].iter().copied(), split, known);
    } else {
        sets.fill(rare[from..to].iter().copied(), split, known);
    }
    for &part in &rare[to..] {
        some_lanes(part, split, known, sets);
    }
}

/// Adds the options of a part that is so large that not every lane has a rest for it.
#[inline(always)]
fn some_lanes<T: Cell, S: Sets>(part: Part, taken: usize, known: KnownValues<'_, T>, sets: &mut S) {
    let (next, offset) = (known.next(), part.heap + taken);
    for heap in next.max(offset + 1)..next + S::LANES {
        sets.add(heap - next, known.first[heap - offset].get() ^ part.value);
    }
}
