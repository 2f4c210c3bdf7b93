//! A run that keeps only the first values and the last ones.

use super::cells::Cell;
use super::class::Class;
use super::known::Known;
use super::narrow::Block;
use super::options::Sets;
use super::splits::Splits;
use super::wide::{MOST_PAIRS, Marks};

/// A run in the sparse space, after its rare heaps have died out, in the memory of a few windows.
#[derive(Clone, Debug)]
pub(super) struct Stream<T> {
    engine: Splits,
    class: Class,
    /// The values of the heaps below the window's size.
    first: Vec<T>,
    /// The values of the heaps from `base` on: at least a window.
    last: Vec<T>,
    base: usize,
    portion: Vec<T>,
}

/// Why a stream cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The value of this heap is rare.
    Rare(usize),
    /// It has a rare value below it without a witness in the window.
    Outside(usize),
    /// It does not fit in a cell.
    Unfit(usize),
}

/// The size of the window that the theorem asks for at the end of a table of this length: above the last rare heap and
/// what a move takes, and at least `shortest`. `None` without a class, or if the table is not more than twice as long.
pub(super) fn window(engine: &Splits, length: usize, shortest: usize) -> Option<(Class, usize)> {
    let sparse = engine.sparse()?;
    let (last_rare, last_taken) = (sparse.rare.last().map_or(0, |part| part.heap), engine.shape().last());
    // What a block looks at in any case is in the window too.
    let looked_at = 4 * (MOST_PAIRS + last_taken + Marks::LANES);
    let window = (last_rare + last_taken + 2).max(looked_at).max(shortest).next_power_of_two();
    (2 * window < length).then_some((sparse.class, window))
}

impl<T: Cell> Stream<T> {
    /// The run that goes on after this table.
    pub(super) fn after(engine: &Splits, class: Class, table: &[T], window: usize) -> Self {
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

    /// The run that goes on at the heap `next`, after a window of these values.
    pub(super) fn at(&self, next: usize, window: &[T]) -> Self {
        Self { last: window.to_vec(), base: next - window.len(), portion: Vec::new(), ..self.clone() }
    }

    /// The class of its rare heaps.
    pub(super) const fn class(&self) -> Class {
        self.class
    }

    /// The next heap.
    pub(super) const fn next(&self) -> usize {
        self.base + self.last.len()
    }

    /// The last `window` values before the heap `next`, which is not far back.
    pub(super) fn before(&self, next: usize, window: usize) -> &[T] {
        &self.last[next - self.base - window..next - self.base]
    }

    /// Roughly how many steps a value takes.
    pub(super) fn cost(&self) -> usize {
        self.engine.cost(self.next())
    }

    /// Computes the values of the next heaps, `most` at the most, and gives them out.
    pub(super) fn advance(&mut self, most: usize, window: usize) -> Result<&[T], Left> {
        if self.last.len() >= 4 * window {
            let old = self.last.len() - window;
            self.last.copy_within(old.., 0);
            self.last.truncate(window);
            self.base += old;
        }
        let from = self.last.len();
        while self.last.len() == from {
            self.portion.clear();
            let known = Known { first: &self.first, last: &self.last, base: self.base };
            let block = self.engine.block(known, most, &mut self.portion);
            for value in &self.portion {
                let heap = self.base + self.last.len();
                if self.class.is_rare(value.get(), heap) {
                    return Err(Left::Rare(heap));
                }
                self.engine.note(heap, value.get());
                self.last.push(*value);
            }
            match block {
                Block::Done | Block::Large => {}
                Block::Outside => return Err(Left::Outside(self.next())),
                Block::Unfit(_) => return Err(Left::Unfit(self.next())),
            }
        }
        Ok(&self.last[from..])
    }
}
