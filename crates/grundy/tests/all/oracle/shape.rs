//! Whether two positions are played alike: the same tree of options, whatever the positions are called.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// The shapes met so far. A shape is a set of options, each a multiset of shapes; those without options do not count.
#[derive(Default)]
pub(crate) struct Shapes(HashMap<BTreeSet<Vec<usize>>, usize>);

impl Shapes {
    /// The number of the shape of `position`; `known` holds the shapes of positions of the same type.
    pub(crate) fn of<P: Clone + Eq + Hash>(
        &mut self,
        position: &P,
        options: &impl Fn(&P) -> Vec<Vec<P>>,
        known: &mut HashMap<P, usize>,
    ) -> usize {
        if let Some(&shape) = known.get(position) {
            return shape;
        }
        let end = self.number(BTreeSet::new());
        let mut shape = BTreeSet::new();
        for parts in options(position) {
            let mut parts: Vec<usize> = parts.iter().map(|part| self.of(part, options, known)).collect();
            parts.retain(|&part| part != end);
            parts.sort_unstable();
            shape.insert(parts);
        }
        let shape = self.number(shape);
        known.insert(position.clone(), shape);
        shape
    }

    /// The shape of the nim-heap of this size.
    pub(crate) fn of_nim_heap(&mut self, size: u64) -> usize {
        let smaller = |&size: &u64| (0..size).map(|left| vec![left]).collect();
        self.of(&size, &smaller, &mut HashMap::new())
    }

    fn number(&mut self, shape: BTreeSet<Vec<usize>>) -> usize {
        let new = self.0.len();
        *self.0.entry(shape).or_insert(new)
    }
}
