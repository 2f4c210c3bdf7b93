//! What a file's functions returned lately, so that they are not called again.
//!
//! Many options leave the same position, and many positions have the same component. A search asks about each; the file is
//! called the first time only.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use crate::position::Position;

/// The answers of one function. Memory is bounded: when the newer answers have filled their half, the older half is
/// forgotten, and what was asked again meanwhile is among the newer.
#[derive(Debug)]
pub(crate) struct Memo<A> {
    newer: FxHashMap<Position, A>,
    older: FxHashMap<Position, A>,
    /// What the newer half holds, and may hold, in bytes.
    held: usize,
    half: usize,
}

/// An answer that can be kept.
pub(crate) trait Answer: Clone {
    /// Memory held outside the answer itself, in bytes.
    fn bytes(&self) -> usize;
}

impl Answer for Position {
    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

impl Answer for Vec<Position> {
    fn bytes(&self) -> usize {
        // What a component holds itself is shared with the tables of the search.
        self.capacity() * size_of::<Position>()
    }
}

impl Answer for u64 {
    fn bytes(&self) -> usize {
        0
    }
}

impl Answer for Option<u64> {
    fn bytes(&self) -> usize {
        0
    }
}

impl<A: Answer> Memo<A> {
    /// An empty memo that takes at most so many bytes.
    pub(crate) fn at_most(bytes: usize) -> Self {
        Self { newer: FxHashMap::default(), older: FxHashMap::default(), held: 0, half: bytes / 2 }
    }

    /// The answer that was given for a position, if it is known still.
    pub(crate) fn get(&mut self, position: &Position) -> Option<A> {
        if let Some(answer) = self.newer.get(position) {
            return Some(answer.clone());
        }
        let (position, answer) = self.older.remove_entry(position)?;
        self.put(position, answer.clone());
        Some(answer)
    }

    /// What it holds, in bytes, or held at most; it is not given back.
    pub(crate) fn bytes(&self) -> usize {
        if self.older.is_empty() { self.held } else { 2 * self.half }
    }

    /// Keeps an answer.
    pub(crate) fn put(&mut self, position: Position, answer: A) {
        // A table that doubles leaves up to half of its places free.
        const PLACES: usize = 2;
        let bytes = PLACES * size_of::<(Position, A)>() + position.bytes() + answer.bytes();
        if self.held + bytes > self.half {
            if bytes > self.half {
                return;
            }
            self.older = std::mem::take(&mut self.newer);
            self.held = 0;
        }
        self.held += bytes;
        self.newer.insert(position, answer);
    }
}

/// The memos of the functions of one file, kept by one thread from one interpreter to the next.
pub(crate) struct Memos {
    /// The components of positions, as their representatives: a position is asked about once for each option that leads to
    /// it.
    pub(crate) components: Memo<Vec<Position>>,
    /// The representatives of components: many positions have the same component.
    pub(crate) representatives: Memo<Position>,
    /// What `value` returned.
    pub(crate) values: Memo<Option<u64>>,
    /// The numbers of options.
    pub(crate) weights: Memo<u64>,
    /// The bytes that have been reported, and the account that they are added to.
    reported: usize,
    account: Arc<AtomicUsize>,
}

impl Memos {
    /// Each of at most so many bytes, which are added to `account` as they are taken.
    pub(crate) fn at_most(bytes: usize, account: Arc<AtomicUsize>) -> Self {
        Self {
            components: Memo::at_most(bytes),
            representatives: Memo::at_most(bytes),
            values: Memo::at_most(bytes),
            weights: Memo::at_most(bytes),
            reported: 0,
            account,
        }
    }

    /// Reports what has been put into the memos.
    pub(crate) fn report(&mut self) {
        let bytes = self.components.bytes() + self.representatives.bytes() + self.values.bytes() + self.weights.bytes();
        if bytes > self.reported {
            self.account.fetch_add(bytes - self.reported, Ordering::Relaxed);
            self.reported = bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_stays_and_the_rest_is_forgotten() {
        let text = |n: usize| Position::Text(format!("{n:100}").into());
        let mut memo = Memo::at_most(20_000);
        for n in 0..1000 {
            memo.put(text(n), Position::from(n.to_string().as_str()));
            assert_eq!(memo.get(&text(0)), Some(Position::from("0")), "{n}");
            assert_eq!(memo.get(&text(n)), Some(Position::from(n.to_string().as_str())));
            assert!(memo.bytes() <= 20_000);
        }
        assert_eq!(memo.get(&text(1)), None);
        assert!(memo.newer.len() + memo.older.len() < 200);
    }

    #[test]
    fn what_is_larger_than_the_memo_is_not_kept() {
        let mut memo = Memo::at_most(10);
        memo.put(1.into(), Position::True);
        assert_eq!((memo.get(&1.into()), memo.bytes()), (None, 0));
    }
}
