//! Which options are looked at for which index, and in what order: chosen from the values so far.

use super::candidates::Eliminators;
use super::index::Index;
use super::near_options::NearOptions;
use super::parallel;
use super::samples::{Marks, Samples};
use super::{Entry, LANES};
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;
use crate::heap::sequence::engine::splits::class::Class;
use crate::heap::sequence::engine::splits::shape::Shape;
use crate::heap::sequence::engine::splits::sparse::Sparse;

/// All that a run in bit planes knows beforehand.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) index: Index,
    /// How many planes there are.
    pub(super) indices: usize,
    /// All common options: of each split with a rare part, and of moves to one heap.
    pub(super) all: Eliminators,
    /// Options with an offset below 64, below a block, and the others, those first that eliminate most candidates.
    pub(super) near: NearOptions,
    pub(super) mid: Eliminators,
    pub(super) far: [Eliminators; 3],
    /// For each index, far options that tell nearly all heaps that have it.
    pub(super) fill: Vec<Vec<Entry>>,
    /// For each index, pairs of common heaps that tell nearly all heaps that have the rare value with it.
    pub(super) witnesses: Vec<Vec<Entry>>,
    /// Moves to one heap that have a rare value.
    pub(super) rare_singles: Vec<usize>,
    /// How many heaps back the options and the witnesses reach.
    pub(super) reach: usize,
    pub(super) witness_reach: usize,
    pub(super) search_reach: usize,
    /// For each index: the common value in even heaps, and in odd heaps.
    common: Vec<[u16; 2]>,
    /// For each index: a bit for each heap in which the common value is above the rare one.
    larger: Vec<u64>,
}

/// The least share of heaps that a load must settle to be worth it: below that, loading takes as long as comparing those heaps.
const LEAST_FILL: f64 = 1e-4;
const LEAST_WITNESSES: f64 = 3e-5;
/// The largest index: bytes, of which one stands for none.
const LARGEST: usize = 250;
/// How many far options come first, and after them.
const MOST: usize = 400;
const MANY: usize = 500;
/// Rounds in which they are put in order, and how many each puts next.
const ROUNDS: [usize; 7] = [40, 60, 100, 200, 150, 150, 200];
/// Heaps that are sampled are among so many last ones.
const SAMPLED: usize = 4_000_000;

/// When bit planes are worth it, and how much is looked at in them.
#[derive(Clone, Copy, Debug)]
pub(in crate::heap::sequence) struct Plan {
    /// The number of heaps that are known before the first block.
    pub(in crate::heap::sequence) first: usize,
    /// The number of values, for each index, that must still be asked for: the choice takes time.
    pub(in crate::heap::sequence) worth: usize,
    /// The smaller part of a witness that is loaded is below this.
    pub(in crate::heap::sequence) witnesses: usize,
    /// The number of further heaps before the next one whose values are stored, to search for witnesses.
    pub(in crate::heap::sequence) searched: usize,
    /// The least number of planes in reserve for values larger than all so far.
    pub(in crate::heap::sequence) spare: usize,
}

impl Plan {
    /// No run in bit planes.
    pub(in crate::heap::sequence) const NEVER: Self =
        Self { first: usize::MAX, worth: usize::MAX, witnesses: 0, searched: 0, spare: 0 };

    /// How far before a heap after a table of this length is looked, and how large the smaller parts of witnesses are, at
    /// the most, when a move takes at most so many tokens.
    pub(in crate::heap::sequence) fn looks_at(self, length: usize, last_rare: usize, last_taken: usize) -> usize {
        if length < self.first {
            return 0;
        }
        // Each reach is rounded up to a multiple of 64.
        let search = self.witnesses + 2 * last_taken + LANES + 64 + self.searched;
        search.max(last_rare + last_taken + LANES + 64)
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self { first: 1 << 19, worth: 8000, witnesses: 24_000, searched: 32 * LANES, spare: 8 }
    }
}

impl Choice {
    /// The choice for these values; `None` if bit planes are not for them, or not worth it for so many `more` values.
    pub(super) fn new<T: Cell>(
        shape: &Shape,
        sparse: &Sparse,
        table: &[T],
        more: usize,
        room: Option<u64>,
        plan: Plan,
        threads: usize,
    ) -> Option<Self> {
        let next = table.len();
        if next < plan.first || shape.split.is_empty() {
            return None;
        }
        let index = Index::new(sparse.class);
        let last_rare = sparse.rare.last().map_or(0, |part| part.heap);
        let largest = table.iter().map(|value| index.of(value.get())).max()? as usize;
        // Values grow slowly.
        let indices = (largest + 1 + plan.spare + largest * plan.spare / 32).min(LARGEST);
        let reach = (last_rare + shape.last() + LANES).next_multiple_of(64);
        let witness_reach = (plan.witnesses + shape.last() + LANES).next_multiple_of(64);
        let from = next.saturating_sub(SAMPLED).max(next / 3).max(2 * last_rare + LANES).max(reach).max(witness_reach);
        let bytes = next as u64 + Samples::bytes(indices, reach.max(witness_reach));
        let search_reach = witness_reach + plan.searched;
        // No part of a pair that is looked at is rare, nor are both of any pair.
        let common = last_rare + reach.max(witness_reach).max(last_rare + shape.last()) + LANES;
        let fits = largest < LARGEST - 8 && 8 * sparse.rare.len() < next && room.is_none_or(|room| bytes < room);
        if next < common.max(from + 2 * LANES) || more < plan.worth * indices || next < search_reach || !fits {
            return None;
        }
        let heaps: Vec<u8> =
            table.iter().map(|value| u8::try_from(index.of(value.get())).ok()).collect::<Option<_>>()?;
        let (options, rare_singles) = options(shape, sparse, index)?;
        let (near, others): (Vec<Entry>, Vec<Entry>) =
            options.iter().partition(|option| option.offset < NearOptions::END);
        let (mid, far): (Vec<Entry>, Vec<Entry>) = others.iter().partition(|option| option.offset < LANES);
        let samples = Samples::new(&heaps, from, indices, reach.max(witness_reach));
        let planes = u8::try_from(indices).ok()?;
        let at_least = samples.at_least(planes);
        let larger = larger(index, indices);

        let choose = |own: u8| {
            let mut open = at_least[usize::from(own) + 1];
            (samples.choose(&far, own, least(LEAST_FILL), &mut open), open)
        };
        let (fill, mut open): (_, Vec<Marks>) =
            parallel::map(threads, (0..planes).collect(), choose).into_iter().unzip();
        let far = in_order(&samples, far, &mut open, threads);
        let (most, rest) = far.split_at(MOST.min(far.len()));
        let (many, rest) = rest.split_at(MANY.min(rest.len()));

        let pairs = pairs(shape, sparse, &heaps, &rare_singles, plan.witnesses);
        let witnesses = parallel::map(threads, (0..planes).collect(), |own: u8| {
            let place = usize::from(own);
            let mut open = at_least[place + 1];
            for parity in [0, 1] {
                if larger[place] >> parity & 1 == 1 {
                    let own = Samples::of_parity(&at_least[place], parity);
                    open.iter_mut().zip(own).for_each(|(open, own)| *open |= own);
                }
            }
            samples.choose(&pairs, own, least(LEAST_WITNESSES), &mut open)
        });
        Some(Self {
            index,
            indices,
            near: NearOptions::new(&near),
            mid: Eliminators::new(&mid, reach),
            far: [most, many, rest].map(|options| Eliminators::new(options, reach)),
            all: Eliminators::new(&options, reach),
            fill,
            witnesses,
            rare_singles,
            reach,
            witness_reach,
            search_reach,
            common: values(index, indices),
            larger,
        })
    }

    /// The same for a class that counts a bit more, one that no value so far has.
    pub(super) fn counting(&mut self, class: Class) {
        self.index = Index::new(class);
        self.common = values(self.index, self.indices);
        self.larger = larger(self.index, self.indices);
    }

    /// The indices of the last heaps, so many, and the heap after them; `None` if there are not so many, or if a value has
    /// no plane.
    pub(super) fn last<T: Cell>(&self, known: KnownValues<'_, T>, reach: usize) -> Option<(Vec<u8>, usize)> {
        let last = known.last.get(known.last.len().checked_sub(reach)?..)?;
        let index = |value: &T| {
            u8::try_from(self.index.of(value.get())).ok().filter(|index| usize::from(*index) < self.indices)
        };
        Some((last.iter().map(index).collect::<Option<Vec<u8>>>()?, known.next()))
    }

    /// The common value of a heap that has this index.
    pub(super) fn common(&self, index: u8, heap: usize) -> u16 {
        self.common[usize::from(index)][heap % 2]
    }

    /// A bit for each heap, from an even one on: whether the common value with this index is above the rare one.
    pub(super) fn common_above_rare(&self, index: u32) -> u64 {
        self.larger.get(index as usize).copied().unwrap_or(0)
    }
}

/// The share of the sampled heaps that is so large.
fn least(share: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive number")]
    let least = (share * Samples::HEAPS as f64) as u32;
    least.max(1)
}

/// For each index: the common value in even heaps, and in odd heaps.
fn values(index: Index, indices: usize) -> Vec<[u16; 2]> {
    // Indices below 256 are of values below 512.
    let value = |own, heap| u16::try_from(index.value(own, false, heap)).unwrap_or(u16::MAX);
    (0..).take(indices).map(|own| [value(own, 0), value(own, 1)]).collect()
}

/// For each index: a bit for each heap, from an even one on, whether the common value is above the rare one.
fn larger(index: Index, indices: usize) -> Vec<u64> {
    let above = |own, heap| index.value(own, false, heap) > index.value(own, true, heap);
    let bits = |own| {
        let even = if above(own, 0) { u64::MAX / 3 } else { 0 };
        even | if above(own, 1) { (u64::MAX / 3) << 1 } else { 0 }
    };
    (0..).take(indices).map(bits).collect()
}

/// The common options, and the moves to one heap that have a rare value.
fn options(shape: &Shape, sparse: &Sparse, index: Index) -> Option<(Vec<Entry>, Vec<usize>)> {
    let mut options = Vec::new();
    for split in &shape.split {
        for part in &sparse.rare {
            options.push(Entry { index: u8::try_from(index.of(part.value)).ok()?, offset: part.heap + split });
        }
    }
    // If the place of a heap matters, an odd number of tokens changes the class.
    let (rare, common): (Vec<usize>, Vec<usize>) =
        shape.single.iter().partition(|taken| sparse.class.parity().is_some() && *taken % 2 == 1);
    options.extend(common.iter().map(|taken| Entry { index: 0, offset: *taken }));
    options.sort_unstable();
    options.dedup();
    Some((options, rare))
}

/// Pairs that may be witnesses: with a common smaller part, at offsets whose bits need no shift; and the moves to one heap
/// that have a rare value.
fn pairs(shape: &Shape, sparse: &Sparse, heaps: &[u8], rare_singles: &[usize], below: usize) -> Vec<Entry> {
    let rare: std::collections::BTreeSet<usize> = sparse.rare.iter().map(|part| part.heap).collect();
    let mut pairs: Vec<Entry> = rare_singles.iter().map(|taken| Entry { index: 0, offset: *taken }).collect();
    for split in &shape.split {
        let smaller = (1..below).filter(|heap| (heap + split).is_multiple_of(8) && !rare.contains(heap));
        pairs.extend(smaller.map(|heap| Entry { index: heaps[heap], offset: heap + split }));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Options in the order in which each eliminates most of the candidates that are open yet, roughly.
fn in_order(samples: &Samples, mut options: Vec<Entry>, open: &mut [Marks], threads: usize) -> Vec<Entry> {
    let mut ordered = Vec::with_capacity(options.len());
    for take in ROUNDS {
        let gain = |option: &Entry| -> u32 {
            (0..).zip(&*open).map(|(index, open)| samples.part_of_gain(*option, index, open)).fold(0, u32::wrapping_add)
        };
        let parts: Vec<&[Entry]> = options.chunks(256).collect();
        let gains_of =
            |part: &[Entry]| -> Vec<(u32, Entry)> { part.iter().map(|option| (gain(option), *option)).collect() };
        let mut gains = parallel::map(threads, parts, gains_of).concat();
        gains.sort_by(|a, b| b.cmp(a));
        let rest = gains.split_off(take.min(gains.len()));
        for (_, option) in gains {
            for (index, open) in (0..).zip(&mut *open) {
                samples.cover(option, index, open);
            }
            ordered.push(option);
        }
        options = rest.into_iter().map(|(_, option)| option).collect();
        options.sort_unstable();
    }
    ordered.extend(options);
    ordered
}
