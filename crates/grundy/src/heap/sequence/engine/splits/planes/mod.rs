//! Values of any size after the rare heaps have died out: whole blocks of heaps in bit planes.
//!
//! While no heap is rare, the value of a heap is the least common value that no pair with a rare part has, if each rare value
//! below is the value of some pair. [`propose`] computes that value for blocks of [`LANES`] heaps; [`verify`] looks for the pairs,
//! in another thread if there is one. The values from the first heap that fails on are discarded.
//!
//! All of it works on the [`index`] of a value, its number among the values of its class, in one byte, and on bit planes
//! ([`plane`]): for each index, a bit for each heap. One load from a plane tells for 1024 heaps whether an option has the
//! index in question. Which options are worth a load is chosen from a sample of the values so far ([`samples`],
//! [`choice`]), since options are far from independent of each other; a bad choice costs time and never changes a value.

mod candidates;
mod choice;
mod cover;
mod index;
mod near_options;
mod parallel;
mod plane;
mod propose;
mod samples;
mod verify;

use std::mem;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use self::choice::Choice;
pub(in crate::heap::sequence) use self::choice::Plan;
use self::propose::Proposer;
use self::verify::Verifier;
use super::class::Class;
use super::shape::Shape;
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;
use crate::heap::sequence::engine::splits::sparse::Sparse;

/// Words in a row of bits.
const WORDS: usize = 16;
/// Heaps that are computed side by side. The last word of a row is lost to shifts.
pub(in crate::heap::sequence) const LANES: usize = 64 * (WORDS - 1);
/// Blocks begin at multiples of this.
pub(super) const ALIGNED: usize = 64;
/// The most blocks in one go.
pub(super) const BLOCKS: usize = 64;

/// An option that is looked at: its index is that of the heap `offset` tokens smaller, xor `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    index: u8,
    offset: usize,
}

/// A run in bit planes.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    choice: Arc<Choice>,
    proposer: Proposer,
    verifier: Verifier,
    next: usize,
    rates: Rates,
}

/// A rare value below the value of a heap, for which the verifier has found no witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unverified {
    pub(super) heap: usize,
    pub(super) value: u32,
}

impl Planes {
    /// A run that continues these values, if it is likely to pay for `more` further values; `room` bounds the memory in
    /// bytes. The choice is the same on any number of threads.
    pub(super) fn enter<T: Cell>(
        shape: &Shape,
        sparse: &Sparse,
        table: &[T],
        more: usize,
        room: Option<u64>,
        plan: Plan,
        threads: usize,
    ) -> Option<Box<Self>> {
        let choice = Choice::new(shape, sparse, table, more, room, plan, threads)?;
        let (next, known) = (table.len(), KnownValues::all(table));
        let (proposer, verifier) = (Proposer::new(&choice, known)?, Verifier::new(&choice, known)?);
        Some(Box::new(Self { choice: Arc::new(choice), proposer, verifier, next, rates: Rates::default() }))
    }

    /// Whether a block can begin at this heap.
    pub(super) const fn begins_at(heap: usize) -> bool {
        heap.is_multiple_of(ALIGNED)
    }

    /// Continues these values, even if others were computed in between; `None` if they do not reach back far enough.
    pub(super) fn resume<T: Cell>(&mut self, known: KnownValues<'_, T>) -> Option<()> {
        if self.next != known.next() {
            self.proposer = Proposer::new(&self.choice, known)?;
            self.verifier = Verifier::new(&self.choice, known)?;
            self.next = known.next();
        }
        Some(())
    }

    /// Continues with a class that counts one more bit, which no value so far has. The sets have computed the next heap.
    pub(super) fn counting(&mut self, class: Class) {
        Arc::make_mut(&mut self.choice).counting(class);
    }

    /// Computes some blocks, at most [`BLOCKS`]: the values of the next heaps, which are right before the first heap with an
    /// unverified value. The unverified values are in ascending order of their heaps. Fewer blocks, or none, come if a value has outgrown the planes.
    pub(super) fn advance(&mut self, shape: &Shape, blocks: usize, threads: usize) -> (&[u16], Vec<Unverified>) {
        let Self { choice, proposer, verifier, next, rates } = self;
        let first = *next;
        proposer.trim(choice);
        verifier.trim();
        let mut unverified = Vec::new();
        let mut done = 0;
        if threads > 1 && blocks > 1 {
            let (send, receive) = mpsc::channel::<Vec<u8>>();
            let (choice, verifier, unverified) = (&*choice, &mut *verifier, &mut unverified);
            thread::scope(|scope| {
                let verify = move || {
                    for (block, indices) in receive.into_iter().enumerate() {
                        verifier.verify(choice, shape, first + block * LANES, &indices, unverified);
                    }
                };
                // Without a second thread all is done below.
                if thread::Builder::new().spawn_scoped(scope, verify).is_ok() {
                    while done < blocks
                        && let Some(indices) = proposer.block(choice, first + done * LANES)
                        && send.send(indices.to_vec()).is_ok()
                    {
                        done += 1;
                    }
                    drop(send);
                }
            });
        }
        if done == 0 {
            while done < blocks
                && let Some(indices) = proposer.block(choice, first + done * LANES)
            {
                verifier.verify(choice, shape, first + done * LANES, indices, &mut unverified);
                done += 1;
            }
        }
        *next += done * LANES;
        rates.count(done * LANES, mem::take(&mut proposer.fallbacks), mem::take(&mut verifier.searches));
        unverified.sort_unstable();
        (verifier.last(done * LANES), unverified)
    }

    /// Whether a value has lately cost less than marking the options with each rare part would.
    pub(super) fn pays(&self) -> bool {
        self.rates.lately.is_none_or(|cost| cost < self.choice.all.len() as u64)
    }

    /// Whether a value costs twice as much as at first, so that another choice may be better.
    pub(super) fn is_stale(&self) -> bool {
        matches!((self.rates.first, self.rates.lately), (Some(first), Some(lately)) if lately > 2 * first)
    }
}

/// What a value costs, in nanoseconds, roughly: what decides when the choice is made anew.
#[derive(Clone, Copy, Debug, Default)]
struct Rates {
    /// In the first heaps after the choice, and in the latest.
    first: Option<u64>,
    lately: Option<u64>,
    heaps: u64,
    fallbacks: u64,
    searches: u64,
}

impl Rates {
    /// Heaps that are averaged over.
    const HEAPS: u64 = (2 * BLOCKS * LANES) as u64;

    fn count(&mut self, heaps: usize, fallbacks: u64, searches: u64) {
        self.heaps += heaps as u64;
        self.fallbacks += fallbacks;
        self.searches += searches;
        if self.heaps >= Self::HEAPS {
            // A block, a heap of which all options are marked, a search for a witness.
            let cost = 200 + (1000 * self.fallbacks + 60 * self.searches) / self.heaps;
            *self = Self { first: self.first.or(Some(cost)), lately: Some(cost), ..Self::default() };
        }
    }
}

#[cfg(test)]
pub(in crate::heap::sequence) mod tests;
