//! Games whose moves leave at most two heaps: all pairs, or the sparse space where rare heaps are few.
//!
//! Splitting a heap of n gives about n/2 options. In most such games the values fall into a *common* and a *rare* class
//! ([`Class`]) with few rare heaps. Then every common option has a rare part, so the pairs with a rare part tell the least
//! common value that is not an option; a rare value below it is an option iff some pair has it, the *witness*, and nearly
//! always one of the first pairs does. A rare value without a witness is the value of the heap, which is rare then. The
//! result never depends on the class: a bad one costs time.
//!
//! Source: Berlekamp, Conway & Guy, *Winning Ways*, ch. 4 (sparse spaces); Grossman, *Games of No Chance 5*.

pub(in crate::heap::sequence) mod block_options;
pub(in crate::heap::sequence) mod class;
mod lane;
mod narrow;
pub(in crate::heap::sequence) mod planes;
pub(in crate::heap::sequence) mod rare_heaps;
pub(in crate::heap::sequence) mod shape;
mod sparse;
pub(in crate::heap::sequence) mod wide;
mod witness;

use self::block_options::{BlockEnd, Moves, Pairs, Part, first_block};
use self::class::Class;
use self::lane::LANES;
use self::narrow::Near;
use self::planes::{Plan, Planes, Unverified};
use self::shape::Shape;
use self::sparse::Sparse;
use self::wide::Marks;
use self::witness::{Hints, Witness, witness};
use super::known_values::KnownValues;
use super::one_by_one;
use super::plain::Plain;
use crate::compact::Cell;
use crate::heap::HeapRule;
use crate::{Error, Meter};

/// The engine: what it knows besides the table of values.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Splits {
    shape: Shape,
    sparse: Option<Sparse>,
    /// The heap at which the class is chosen next.
    review: usize,
    largest: u32,
    sets: SetsOf,
    hints: Hints,
    /// The run in bit planes, while no heap is rare.
    planes: Option<Box<Planes>>,
    /// The heap at which bit planes are tried next.
    try_planes: usize,
    threads: usize,
    /// When bit planes are worth it.
    pub(in crate::heap::sequence) plan: Plan,
}

/// The sets that the values of options are collected in, by the largest value that they hold.
#[derive(Clone, Debug)]
enum SetsOf {
    /// Too few heaps are known for a block.
    Few(Plain),
    Below16(Near<u16>),
    Below32(Near<u32>),
    Below64(Near<u64>),
    Any(Marks),
}

/// Below this no class is chosen: all pairs are few.
const FIRST_REVIEW: usize = 256;
/// What a value costs in bit planes, roughly.
const STEPS_IN_PLANES: usize = 128;
/// Work between two looks at the meter.
const WORK: usize = 1 << 18;

impl Splits {
    pub(in crate::heap::sequence) fn new(shape: Shape, rule: HeapRule) -> Self {
        let sets = SetsOf::Few(Plain::new(rule));
        Self {
            shape,
            sparse: None,
            review: FIRST_REVIEW,
            largest: 0,
            sets,
            hints: Hints::default(),
            planes: None,
            try_planes: 0,
            threads: 1,
            plan: Plan::default(),
        }
    }

    /// The engine as it is after it has computed this table.
    pub(in crate::heap::sequence) fn after<T: Cell>(mut self, table: &[T]) -> Self {
        self.shape.list(table.len() + LANES);
        let few = self.few();
        // The class was chosen last at this heap, if there is a heap after it. What was chosen before leaves no trace.
        let mut review = few.max(FIRST_REVIEW);
        while review < table.len().div_ceil(2) {
            review *= 2;
        }
        let (before, since) = table.split_at(review.min(table.len()));
        (0..).zip(before).for_each(|(heap, value)| self.note(heap, value.get()));
        if !since.is_empty() {
            self.choose(before);
        }
        (before.len()..).zip(since).for_each(|(heap, value)| self.note(heap, value.get()));
        if table.len() >= few {
            self.sets = self.sets_for(table);
        }
        self
    }

    /// Below so many heaps there is no block.
    fn few(&self) -> usize {
        first_block::<Marks>(&self.shape).max(first_block::<[u64; LANES]>(&self.shape))
    }

    /// Makes room for values of a table that begins with `first` and was computed by another copy of the engine.
    pub(in crate::heap::sequence) fn expect<T: Cell>(&mut self, values: &[T], first: &[T]) {
        let largest = values.iter().map(|value| value.get()).max().unwrap_or(0);
        if largest > self.largest {
            self.largest = largest;
            self.sets = self.sets_for(first);
        }
    }

    /// Computes values until the table has those of all heaps up to `to`, on the way to `goal`, or one does not fit: that
    /// one is returned, and the caller adds it.
    pub(in crate::heap::sequence) fn extend<T: Cell>(
        &mut self,
        table: &mut Vec<T>,
        to: usize,
        goal: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Error> {
        self.shape.list(table.len() + LANES);
        let few = self.few();
        if let SetsOf::Few(plain) = &mut self.sets {
            let from = table.len();
            let large = one_by_one::extend(plain, table, to.min(few - 1), meter)?;
            for (heap, value) in table.iter().enumerate().skip(from) {
                self.note(heap, value.get());
            }
            if let Some(value) = large {
                self.note(table.len(), value);
            }
            if large.is_some() || table.len() < few {
                return Ok(large);
            }
            self.sets = self.sets_for(table);
        }
        self.threads = meter.threads();
        let mut portion = Vec::with_capacity(LANES);
        while table.len() <= to {
            let from = table.len();
            if from >= self.review {
                self.choose(table);
            }
            self.enter_planes(table, goal, meter.room());
            let cost = self.cost(from);
            let most = meter.positions_left().unwrap_or(u64::MAX);
            if most == 0 {
                meter.step()?; // says that the limit was reached
            }
            let portion_length = match &self.planes {
                // Whole blocks.
                Some(_) => from.next_multiple_of(planes::ALIGNED) - from + planes::BLOCKS * planes::LANES,
                None => (WORK / cost).clamp(1, 1 << 12),
            };
            let count = portion_length.min(usize::try_from(most).unwrap_or(usize::MAX));
            let until = from.saturating_add(count).min(to.saturating_add(1)).min(self.review);
            self.shape.list(until + LANES);
            let mut large = None;
            while table.len() < until && large.is_none() {
                portion.clear();
                // All values are stored, so every witness is found.
                if let BlockEnd::TooWide(value) = self.block(KnownValues::all(table), until - table.len(), &mut portion)
                {
                    large = Some(value);
                }
                for (heap, value) in (table.len()..).zip(&portion) {
                    self.note(heap, value.get());
                }
                table.extend_from_slice(&portion);
            }
            if let Some(value) = large {
                self.note(table.len(), value);
            }
            let done = (table.len() - from + usize::from(large.is_some())) as u64;
            meter.steps(done, done * cost as u64)?;
            meter.grow(done * size_of::<T>() as u64)?;
            if large.is_some() {
                return Ok(large);
            }
        }
        Ok(None)
    }

    /// Computes some of the next values, at most `most`, into `out`.
    pub(in crate::heap::sequence) fn block<T: Cell>(
        &mut self,
        known: KnownValues<'_, T>,
        most: usize,
        out: &mut Vec<T>,
    ) -> BlockEnd {
        let mut most = most;
        if self.planes.is_some() {
            if Planes::begins_at(known.next()) {
                if most >= planes::LANES
                    && let Some(block) = self.blocks(known, most / planes::LANES, out)
                {
                    return block;
                }
            } else {
                // The next block begins at a multiple of this.
                most = most.min(known.next().next_multiple_of(planes::ALIGNED) - known.next());
            }
        }
        let (shape, largest, hints) = (&self.shape, self.largest, &mut self.hints);
        let moves = Moves { shape, pairs: self.sparse.as_ref().map_or(Pairs::All, Sparse::pairs) };
        let block = match &mut self.sets {
            SetsOf::Few(_) => BlockEnd::TooLarge,
            SetsOf::Below16(near) => narrow::block(moves, near, known, most, hints, out),
            SetsOf::Below32(near) => narrow::block(moves, near, known, most, hints, out),
            SetsOf::Below64(near) => narrow::block(moves, near, known, most, hints, out),
            SetsOf::Any(marks) => wide::block(moves, largest, marks, known, most, hints, out),
        };
        if block == BlockEnd::TooLarge {
            self.sets = match self.sets {
                SetsOf::Few(_) => self.sets_for(known.first),
                SetsOf::Below16(_) => SetsOf::Below32(Near::new(shape, known.first)),
                SetsOf::Below32(_) => SetsOf::Below64(Near::new(shape, known.first)),
                SetsOf::Below64(_) | SetsOf::Any(_) => SetsOf::Any(Marks::default()),
            };
        }
        block
    }

    /// Computes some blocks in bit planes; `None` if they have none to give.
    fn blocks<T: Cell>(&mut self, known: KnownValues<'_, T>, blocks: usize, out: &mut Vec<T>) -> Option<BlockEnd> {
        let mut planes = self.planes.take()?;
        planes.resume(known)?;
        let blocks = blocks.min(planes::BLOCKS);
        let (values, unverified) = planes.advance(&self.shape, blocks, self.threads);
        let outgrown = values.len() < blocks * planes::LANES;
        // Smaller parts than those of the pairs that were looked at need values that are not known here.
        let mut has_witness = |Unverified { heap, value }: &Unverified| {
            witness(&self.shape, known, *heap, *value, &mut self.hints) == Witness::Found
        };
        let without_witness = unverified.into_iter().find(|rare| !has_witness(rare));
        let right = without_witness.map_or(values.len(), |rare| rare.heap - known.next());
        for value in &values[..right] {
            match T::fit(u32::from(*value)) {
                Some(cell) => out.push(cell),
                None => return Some(BlockEnd::TooWide(u32::from(*value))),
            }
        }
        // That heap is left to the sets, which have all values; if it is rare, the run ends.
        if !planes.pays() {
            self.try_planes = 2 * known.next();
        } else if !outgrown {
            self.planes = Some(planes);
        }
        (right > 0).then_some(BlockEnd::Done)
    }

    /// Begins a run in bit planes if it pays, and another one when the values have changed since.
    fn enter_planes<T: Cell>(&mut self, table: &[T], to: usize, room: Option<u64>) {
        let goes_on = self.planes.as_ref().is_some_and(|planes| !planes.is_stale());
        if goes_on || table.len() < self.try_planes || !matches!(self.sets, SetsOf::Any(_)) {
            return;
        }
        let Some(sparse) = &self.sparse else { return };
        match Planes::enter(&self.shape, sparse, table, to.saturating_sub(table.len()), room, self.plan, self.threads) {
            Some(planes) => self.planes = Some(planes),
            None => self.try_planes = table.len() + table.len() / 8,
        }
    }

    /// Begins a run in bit planes if it pays, in a rebuilt engine that continues in a stream.
    pub(in crate::heap::sequence) fn prepare_planes<T: Cell>(&mut self, table: &[T], to: usize, meter: &Meter<'_>) {
        self.threads = meter.threads();
        self.enter_planes(table, to, meter.room());
    }

    /// The narrowest sets for the values so far.
    fn sets_for<T: Cell>(&self, table: &[T]) -> SetsOf {
        match self.largest {
            0..16 => SetsOf::Below16(Near::new(&self.shape, table)),
            16..32 => SetsOf::Below32(Near::new(&self.shape, table)),
            32..64 => SetsOf::Below64(Near::new(&self.shape, table)),
            64.. => SetsOf::Any(Marks::default()),
        }
    }

    #[cfg(test)]
    pub(in crate::heap::sequence) const fn in_planes(&self) -> bool {
        self.planes.is_some()
    }

    /// The class in use and its rare heaps, if there is one.
    pub(in crate::heap::sequence) const fn sparse(&self) -> Option<&Sparse> {
        self.sparse.as_ref()
    }

    pub(in crate::heap::sequence) const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Roughly how many steps the value of a heap takes.
    pub(in crate::heap::sequence) fn cost(&self, heap: usize) -> usize {
        let pairs = self.shape.split.iter().map(|split| self.shape.pairs(heap.saturating_sub(*split)));
        let rare = |sparse: &Sparse| sparse.rare.len().saturating_mul(self.shape.split.len()).saturating_add(LANES);
        let splits = self.sparse.as_ref().map_or_else(|| pairs.fold(0, usize::saturating_add), rare);
        if self.planes.is_some() {
            return STEPS_IN_PLANES;
        }
        let steps = splits.saturating_add(1 + self.shape.single.len().min(heap));
        match self.sets {
            SetsOf::Few(_) | SetsOf::Any(_) => steps,
            SetsOf::Below16(_) | SetsOf::Below32(_) | SetsOf::Below64(_) => steps / 4 + 4,
        }
    }

    /// Chooses between all pairs and the best class for the values seen lately.
    fn choose<T: Cell>(&mut self, table: &[T]) {
        let heaps = table.len();
        self.review = heaps.saturating_mul(2);
        if self.shape.split.is_empty() {
            return;
        }
        let size = self.largest as usize + 1;
        let mut counts = [vec![0u64; size], vec![0u64; size]];
        for (heap, value) in table.iter().enumerate().skip(heaps / 2) {
            counts[heap & 1][value.get() as usize] += 1;
        }
        let best = Class::best(&counts, &self.shape.split).map(|(class, _)| class);
        if best != self.sparse.as_ref().map(|sparse| sparse.class) {
            self.planes = None;
            self.sparse = best.map(|class| {
                let heaps = (1..).zip(table.iter().skip(1));
                let rare = heaps.filter(|(heap, value)| class.is_rare(value.get(), *heap));
                Sparse { class, rare: rare.map(|(heap, value)| Part { heap, value: value.get() }).collect() }
            });
        }
        // A rare heap is in one pair of every split, and there are half as many pairs as heaps.
        if self.sparse.as_ref().is_some_and(|sparse| 4 * sparse.rare.len() > heaps) {
            self.sparse = None;
        }
    }

    /// Records the value of a heap.
    #[inline(always)]
    pub(in crate::heap::sequence) fn note(&mut self, heap: usize, value: u32) {
        if value > self.largest {
            // No heap so far has the new highest bit, so whether it is counted changes no heap's class but this one's.
            if let Some(sparse) = &mut self.sparse
                && value.checked_ilog2() > self.largest.checked_ilog2()
                && sparse.class.is_rare(value, heap)
            {
                sparse.class = sparse.class.counting(value.ilog2());
                if let Some(planes) = &mut self.planes {
                    planes.counting(sparse.class);
                }
            }
            self.largest = value;
        }
        if let Some(sparse) = &mut self.sparse
            && heap > 0
            && sparse.class.is_rare(value, heap)
        {
            sparse.rare.push(Part { heap, value });
            self.planes = None;
        }
    }
}
