//! The rare heaps of a sequence of values that is known: a fact about the values, whatever computed them.

use super::class::Class;
use super::shape::Shape;
use crate::heap::HeapRule;

/// The rare heaps of a rule, under the class that has the fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RareHeaps {
    /// The class: of those with the fewest rare heaps the one with the smallest mask, without a parity before with one.
    pub class: crate::heap::Class,
    /// How many heaps of at least 1 are rare; `None` if there are infinitely many.
    pub count: Option<u64>,
    /// The last of them; `None` if there is none, or no last one.
    pub last: Option<u64>,
}

impl RareHeaps {
    /// The rare heaps among those that have these values, the heaps 1, 2, 3, … If the values repeat, those of the heaps
    /// from `repeated` on stand for all that follow; they must be an even number, as the parity of a heap may matter.
    ///
    /// `None` for rules whose moves never leave two heaps, and for those that may leave three: there is no class for them.
    ///
    /// Time O(heaps + V log V) for values below V.
    pub(crate) fn of<I>(rule: &HeapRule, values: I, repeated: Option<u64>) -> Option<Self>
    where
        I: Iterator<Item = u32> + Clone,
    {
        let splits = Shape::of(rule)?.split;
        if splits.is_empty() {
            return None;
        }
        let from = repeated.and_then(|from| usize::try_from(from).ok()).unwrap_or(usize::MAX);
        // One that comes again counts for more than all that do not.
        let weight = repeated.unwrap_or(0) + 1;
        let mut counts = [Vec::new(), Vec::new()];
        for (heap, value) in (1..).zip(values.clone()) {
            let (row, value): (&mut Vec<u64>, _) = (&mut counts[heap & 1], value as usize);
            if row.len() <= value {
                row.resize(value + 1, 0);
            }
            row[value] += if heap >= from { weight } else { 1 };
        }
        let (class, _) = Class::best(&counts, &splits)?;
        let (mut count, mut last) = (0, None);
        for (heap, _) in (1..).zip(values).filter(|&(heap, value)| class.is_rare(value, heap)) {
            (count, last) = (count + 1, Some(heap));
        }
        let ends = last.is_none_or(|last| last < from);
        let class = class.into();
        Some(if ends {
            Self { class, count: Some(count), last: last.map(|heap| heap as u64) }
        } else {
            Self { class, count: None, last: None }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> HeapRule {
        HeapRule::Code(text.parse().unwrap())
    }

    #[test]
    fn rare_heaps_are_counted_one_by_one() {
        // Two of six values have an even number of ones among the bits of 1: the heaps 2 and 5.
        let values = [1, 2, 3, 1, 4, 1];
        let rare = RareHeaps::of(&code("0.7"), values.into_iter(), None).unwrap();
        assert_eq!((rare.class.mask, rare.class.parity, rare.count, rare.last), (5, None, Some(1), Some(2)));
        // If the heaps from 2 on come again, there is no last one; from 3 on, there is.
        let again = RareHeaps::of(&code("0.7"), values.into_iter(), Some(3)).unwrap();
        assert_eq!((again.count, again.last), (Some(1), Some(2)));
        let again = RareHeaps::of(&code("0.7"), [0, 0, 0, 0].into_iter(), Some(1)).unwrap();
        assert_eq!((again.count, again.last), (None, None));
    }

    #[test]
    fn without_pairs_there_is_no_class() {
        for rule in ["0.3", "0.8", "0.0", "0.7F"] {
            assert_eq!(RareHeaps::of(&code(rule), [1, 2].into_iter(), None), None, "{rule}");
        }
    }
}
