//! The search for a pair of heaps with a given value.

use super::shape::Shape;
use crate::compact::Cell;
use crate::heap::sequence::engine::known_values::KnownValues;

/// Whether a heap can be split in two with a given value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Witness {
    /// The heap can be split so.
    Found,
    /// The heap cannot be split so.
    None,
    /// It is not known: pairs whose values are not stored were left out.
    Unknown,
}

/// Where pairs with a value were found last: the next ones are likely to be found there.
#[derive(Clone, Debug, Default)]
pub(super) struct Hints {
    /// For each value, the latest first.
    places: Vec<[Place; 4]>,
}

/// The pairs of one split, beginning with a smaller part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    split: usize,
    from: usize,
}

/// Pairs compared between two looks whether there was one.
const PAIRS: usize = 128;

/// Whether some split of `heap` whose parts are known has this value. Time O(heap) if none has.
#[inline(always)]
pub(super) fn witness<T: Cell>(
    shape: &Shape,
    known: KnownValues<'_, T>,
    heap: usize,
    value: u32,
    hints: &mut Hints,
) -> Witness {
    let Some(cell) = T::fit(value) else { return Witness::None };
    if hints.places.len() <= value as usize {
        hints.places.resize(value as usize + 1, [Place { split: 0, from: 1 }; 4]);
    }
    let places = &mut hints.places[value as usize];
    for slot in 0..places.len() {
        let Place { split, from } = places[slot];
        if pairs(shape, known, heap, split, from).is_some_and(|pairs| pairs.contain(cell)) {
            places[..=slot].rotate_right(1);
            return Witness::Found;
        }
    }
    let (mut from, mut more, mut gap) = (1, true, false);
    while more {
        more = false;
        // The splits in turns: one alone may have the value in no pair at all.
        for split in 0..shape.split.len() {
            let Some(pairs) = pairs(shape, known, heap, split, from) else { continue };
            if pairs.contain(cell) {
                places.rotate_right(1);
                places[0] = Place { split, from };
                return Witness::Found;
            }
            gap |= pairs.cut;
            more |= !pairs.cut;
        }
        from += PAIRS;
    }
    if gap { Witness::Unknown } else { Witness::None }
}

/// Some pairs of heaps with the same sum.
struct Stretch<'a, T> {
    /// The values of the smaller parts, ascending.
    smaller: &'a [T],
    /// The values of the larger parts, which are descending from the end on.
    larger: &'a [T],
    /// Whether a pair was left out because a part of it lies in the gap.
    cut: bool,
}

/// The pairs of a split whose smaller parts are `from` and the next ones; `None` if there are none.
#[inline(always)]
fn pairs<'a, T: Cell>(
    shape: &Shape,
    known: KnownValues<'a, T>,
    heap: usize,
    split: usize,
    from: usize,
) -> Option<Stretch<'a, T>> {
    let rest = heap.checked_sub(*shape.split.get(split)?)?;
    let last = shape.pairs(rest);
    if from > last {
        return None;
    }
    let to = last.min(from + PAIRS - 1);
    // Those with a larger part that has no value yet are among the options that are looked at in any case.
    let from = from.max((rest + 1).saturating_sub(known.next()));
    let within = to.min(known.first.len().saturating_sub(1)).min(rest.saturating_sub(known.base));
    if within < from {
        return Some(Stretch { smaller: &[], larger: &[], cut: within < to });
    }
    let larger = &known.last[rest - within - known.base..rest - from + 1 - known.base];
    Some(Stretch { smaller: &known.first[from..=within], larger, cut: within < to })
}

impl<T: Cell> Stretch<'_, T> {
    #[inline(always)]
    fn contain(&self, value: T) -> bool {
        let pairs = self.smaller.iter().zip(self.larger.iter().rev());
        pairs.fold(false, |found, (&a, &b)| found | (a ^ b == value))
    }
}
