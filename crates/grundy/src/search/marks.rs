//! What is known about each position, in as few bytes as the labels allow.

use std::fmt::Debug;

use rustc_hash::FxHashMap;

use crate::compact::CompactTable;
use crate::{Nimber, Outcome};

/// A label of a position.
pub trait Label: Copy + Debug {
    /// The number that encodes the label; [`of_code`](Self::of_code) is the inverse. Small codes save memory: a table
    /// takes as many bytes per label as its largest code needs. `None` if the label has no 32-bit code.
    fn code(self) -> Option<u32>;

    /// The label of a number that [`code`](Self::code) returned.
    fn of_code(code: u32) -> Self;
}

impl Label for Nimber {
    fn code(self) -> Option<u32> {
        u32::try_from(self.0).ok()
    }

    fn of_code(code: u32) -> Self {
        Self(code.into())
    }
}

impl Label for Outcome {
    fn code(self) -> Option<u32> {
        Some(match self {
            Self::P => 0,
            Self::N => 1,
            Self::D => 2,
        })
    }

    fn of_code(code: u32) -> Self {
        match code {
            0 => Self::P,
            1 => Self::N,
            _ => Self::D,
        }
    }
}

/// The labels of positions by number, in one byte each as long as all codes are small.
#[derive(Debug)]
pub(super) struct Marks<L> {
    marks: CompactTable,
    /// Labels without a code.
    large: FxHashMap<u32, L>,
}

/// Mark: the position has no label.
const NOTHING: u32 = 0;
/// Mark: the position is on the stack. Meeting it again is a cycle.
const OPEN: u32 = 1;
/// Mark: the label is in the separate map.
const LARGE: u32 = 2;
/// Larger marks are the code of the label plus this.
const CODE: u32 = 3;

impl<L> Default for Marks<L> {
    fn default() -> Self {
        Self { marks: CompactTable::default(), large: FxHashMap::default() }
    }
}

impl<L: Label> Marks<L> {
    /// Adds a position without a label.
    pub(super) fn push(&mut self) {
        self.marks.push(NOTHING);
    }

    pub(super) const fn len(&self) -> usize {
        self.marks.len()
    }

    #[inline]
    fn at(&self, position: u32) -> u32 {
        self.marks.at(position as usize)
    }

    /// The label of a position, if it has one.
    #[inline]
    pub(super) fn get(&self, position: u32) -> Option<L> {
        match self.at(position) {
            NOTHING | OPEN => None,
            LARGE => self.large.get(&position).copied(),
            code => Some(L::of_code(code - CODE)),
        }
    }

    /// Whether a position is on the stack.
    pub(super) fn is_open(&self, position: u32) -> bool {
        self.at(position) == OPEN
    }

    /// Marks an unlabelled position as being on the stack, or as not being there.
    pub(super) fn set_open(&mut self, position: u32, open: bool) {
        self.put(position, if open { OPEN } else { NOTHING });
    }

    /// Gives a position its label.
    pub(super) fn set(&mut self, position: u32, label: L) {
        let mark = label.code().and_then(|code| code.checked_add(CODE));
        if mark.is_none() {
            self.large.insert(position, label);
        }
        self.put(position, mark.unwrap_or(LARGE));
    }

    fn put(&mut self, position: u32, mark: u32) {
        self.marks.set(position as usize, mark);
    }

    /// The memory held.
    pub(super) fn bytes(&self) -> usize {
        self.marks.allocated_bytes() + self.large.capacity() * (size_of::<(u32, L)>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_any_size_are_kept_beside_one_another() {
        let values = [0, 1, 252, 253, 7, 65_532, 65_533, 3, (1 << 32) - 4, (1 << 32) - 3, 1 << 32, u64::MAX, 2];
        let mut marks = Marks::default();
        for _ in 0..=values.len() {
            marks.push();
        }
        for (position, &value) in (0..).zip(&values) {
            assert_eq!(marks.get(position), None);
            marks.set_open(position, true);
            assert!(marks.is_open(position) && marks.get(position).is_none());
            marks.set(position, Nimber(value));
            for (before, &value) in (0..=position).zip(&values) {
                assert_eq!(marks.get(before), Some(Nimber(value)), "after {position}");
                assert!(!marks.is_open(before));
            }
        }
        assert_eq!(marks.len(), values.len() + 1);
    }

    #[test]
    fn small_labels_take_a_byte() {
        let mut marks = Marks::default();
        for position in 0..1 << 16 {
            marks.push();
            marks.set(position, Nimber(u64::from(position) % 253));
        }
        assert_eq!(marks.bytes(), 1 << 16);
        assert!((0..1 << 16).all(|position| marks.get(position) == Some(Nimber(u64::from(position) % 253))));
    }
}
