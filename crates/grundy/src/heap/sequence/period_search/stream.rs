//! A run that stores only the first values and the last ones.

use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;
use crate::heap::sequence::engine::splits::Splits;
use crate::heap::sequence::engine::splits::block_options::{BlockEnd, Sets};
use crate::heap::sequence::engine::splits::class::Class;
use crate::heap::sequence::engine::splits::wide::{MOST_PAIRS, Marks};

/// A run in the sparse space, after its rare heaps have died out, in the memory of a few windows.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Stream<T> {
    engine: Splits,
    class: Class,
    /// The values of the heaps below the window's size.
    first: Vec<T>,
    /// The values of the heaps from `base` on: at least a window.
    last: Vec<T>,
    base: usize,
    portion: Vec<T>,
}

/// The number of values that are stored besides a window, to check that they follow from it.
pub(in crate::heap::sequence) const COMPARED: usize = 1 << 12;

/// Why a stream cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::heap::sequence) enum StreamEnd {
    /// The value of this heap is rare.
    Rare(usize),
    /// A rare value below the value of this heap has no witness in the window.
    NoWitness(usize),
    /// The value of this heap does not fit in a cell.
    TooWide(usize),
}

/// The size of the window that the theorem asks for at the end of a table of this length: above the last rare heap and
/// what a move takes, and at least `shortest`. `None` without a class, or if the table is not more than twice as long.
pub(in crate::heap::sequence) fn choose_window(
    engine: &Splits,
    length: usize,
    shortest: usize,
) -> Option<(Class, usize)> {
    let sparse = engine.sparse()?;
    let (last_rare, last_taken) = (sparse.rare.last().map_or(0, |part| part.heap), engine.shape().last());
    // What a block looks at in any case is in the window too, so that it does not matter which sets it is computed in.
    let looked_at = 4 * (MOST_PAIRS + last_taken + Marks::LANES);
    let looked_at = looked_at.max(engine.plan.looks_at(length, last_rare, last_taken));
    let window = (last_rare + last_taken + 2).max(looked_at).max(shortest).checked_next_power_of_two()?;
    (window < length.div_ceil(2)).then_some((sparse.class, window))
}

impl<T: Cell> Stream<T> {
    /// The run that continues this table.
    pub(in crate::heap::sequence) fn continuing(engine: &Splits, class: Class, table: &[T], window: usize) -> Self {
        let base = table.len() - window;
        Self {
            engine: engine.clone(),
            class,
            // A smaller part of a witness is below this, and its partner is in the window.
            first: table[..window - engine.shape().last()].to_vec(),
            last: table[base..].to_vec(),
            base,
            portion: Vec::new(),
        }
    }

    /// The run that continues at the heap `next` after these values, at least a window of them.
    pub(in crate::heap::sequence) fn at(&self, next: usize, values: &[T]) -> Self {
        let mut engine = self.engine.clone();
        engine.expect(values, &self.first);
        let (class, first) = (self.class, self.first.clone());
        Self { engine, class, first, last: values.to_vec(), base: next - values.len(), portion: Vec::new() }
    }

    /// Goes back to a heap that was the next one before the last values came.
    pub(in crate::heap::sequence) fn back_to(&mut self, next: usize) {
        self.last.truncate(next - self.base);
    }

    /// The last values: a window, from which the run continues, and up to [`COMPARED`] values after it, which are checked
    /// when the run is resumed.
    pub(in crate::heap::sequence) fn recent(&self, window: usize) -> &[T] {
        &self.last[self.last.len().saturating_sub(window + COMPARED)..]
    }

    /// Whether these values before the heap `next`, the first of which are a window, follow from that window.
    pub(in crate::heap::sequence) fn leads_to(&self, next: usize, values: &[T], window: usize) -> bool {
        let (known, compared) = values.split_at(window);
        let mut stream = self.at(next - compared.len(), known);
        let mut left = compared;
        while !left.is_empty() {
            let Ok(values) = stream.advance(left.len(), window) else { return false };
            match left.split_at_checked(values.len()) {
                Some((now, later)) if now == values => left = later,
                _ => return false,
            }
        }
        true
    }

    /// The class of its rare heaps.
    pub(in crate::heap::sequence) const fn class(&self) -> Class {
        self.class
    }

    /// The next heap.
    pub(in crate::heap::sequence) const fn next(&self) -> usize {
        self.base + self.last.len()
    }

    /// The last `window` values before the heap `next`, which is not far back.
    pub(in crate::heap::sequence) fn before(&self, next: usize, window: usize) -> &[T] {
        &self.last[next - self.base - window..next - self.base]
    }

    /// The number of steps that a value takes, roughly.
    pub(in crate::heap::sequence) fn cost(&self) -> usize {
        self.engine.cost(self.next())
    }

    /// Computes the values of the next heaps, at most `most`, and returns them.
    pub(in crate::heap::sequence) fn advance(&mut self, most: usize, window: usize) -> Result<&[T], StreamEnd> {
        if self.last.len() >= 4 * window {
            let kept = window + window.min(COMPARED);
            let old = self.last.len() - kept;
            self.last.copy_within(old.., 0);
            self.last.truncate(kept);
            self.base += old;
        }
        let from = self.last.len();
        while self.last.len() == from {
            self.portion.clear();
            let known = KnownValues { first: &self.first, last: &self.last, base: self.base };
            let block = self.engine.block(known, most, &mut self.portion);
            for value in &self.portion {
                let heap = self.base + self.last.len();
                if self.class.is_rare(value.get(), heap) {
                    return Err(StreamEnd::Rare(heap));
                }
                self.engine.note(heap, value.get());
                self.last.push(*value);
            }
            match block {
                BlockEnd::Done | BlockEnd::TooLarge => {}
                BlockEnd::NoWitness => return Err(StreamEnd::NoWitness(self.next())),
                BlockEnd::TooWide(_) => return Err(StreamEnd::TooWide(self.next())),
            }
        }
        Ok(&self.last[from..])
    }
}
