//! A rule in the form that the fast methods read.

use crate::heap::{HeapRule, SubtractionSet};

/// A rule whose moves leave at most two heaps. All lists are of tokens taken, ascending.
#[derive(Clone, Debug)]
pub(in crate::heap::sequence) struct Shape {
    /// A heap of exactly so many may be taken whole.
    pub(in crate::heap::sequence) whole: Vec<usize>,
    /// After taking so many, the rest, if there is any, may be left as one heap.
    pub(in crate::heap::sequence) single: Vec<usize>,
    /// After taking so many, the rest may be left as two non-empty heaps.
    pub(in crate::heap::sequence) split: Vec<usize>,
    /// Whether those two heaps must differ in size.
    pub(in crate::heap::sequence) unequal: bool,
    /// The set that `whole` and `single` are the beginning of, if it has too many members to list.
    growing: Option<SubtractionSet>,
    /// The lists hold all that concerns heaps below this.
    listed: usize,
}

impl Shape {
    /// The shape of a rule; `None` if a move may leave three heaps, or may take any number of many and split the rest.
    pub(in crate::heap::sequence) fn of(rule: &HeapRule) -> Option<Self> {
        let mut shape = Self {
            whole: Vec::new(),
            single: Vec::new(),
            split: Vec::new(),
            unequal: false,
            growing: None,
            listed: usize::MAX,
        };
        match rule {
            HeapRule::Code(code) => {
                let (digits, repeated) = code.digits();
                if repeated != 0 || digits.iter().any(|digit| digit & 8 != 0) {
                    return None;
                }
                let with = |bit: u8| (0..digits.len()).filter(|&k| digits[k] & bit != 0).collect();
                (shape.whole, shape.single, shape.split) = (with(1), with(2), with(4));
            }
            HeapRule::Subtraction(set) => {
                shape.growing = Some(set.clone());
                shape.listed = 0;
            }
            HeapRule::GrundysGame => {
                shape.split.push(0);
                shape.unequal = true;
            }
        }
        Some(shape)
    }

    /// Lists all that concerns heaps below `heaps`.
    pub(in crate::heap::sequence) fn list(&mut self, heaps: usize) {
        let Some(set) = self.growing.as_ref().filter(|_| heaps > self.listed) else { return };
        self.listed = heaps.max(self.listed.saturating_mul(2)).max(1024);
        self.whole.clear();
        set.for_each_up_to(self.listed as u64 - 1, |take| {
            self.whole.extend(usize::try_from(take));
            true
        });
        self.single.clone_from(&self.whole);
    }

    /// How many pairs of heaps, the smaller first from 1 up, add up to `rest`.
    pub(in crate::heap::sequence) fn pairs(&self, rest: usize) -> usize {
        if self.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }

    /// The largest number that a move takes, of those listed; 0 without moves.
    pub(in crate::heap::sequence) fn last(&self) -> usize {
        [&self.whole, &self.single, &self.split]
            .into_iter()
            .filter_map(|list| list.last())
            .max()
            .map_or(0, |last| *last)
    }

    /// The largest number that a splitting move takes; 0 without such moves.
    pub(in crate::heap::sequence) fn last_split(&self) -> usize {
        self.split.last().copied().unwrap_or(0)
    }
}
