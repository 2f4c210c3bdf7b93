//! What was computed before, as far as there is room.

use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;

use rustc_hash::FxBuildHasher;

/// A function's results by its argument, the latest in each of a fixed number of slots. It forgets, and is never wrong.
#[derive(Debug)]
pub(super) struct Memo<K, V>([Mutex<Slots<K, V>>; SHARDS]);

type Slots<K, V> = Vec<Option<(K, V)>>;

/// Slots of a shard, a power of two: a few megabytes in all once they are in use.
const SLOTS: usize = 1 << 10;

/// Parts with a lock each, so that threads seldom meet.
const SHARDS: usize = 1 << 6;

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self([const { Mutex::new(Vec::new()) }; SHARDS])
    }
}

impl<K: Copy + Eq + Hash, V: Copy> Memo<K, V> {
    /// The result for `key`, which `compute` gives if it is not known.
    pub(super) fn get(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let hash = FxBuildHasher.hash_one(key);
        #[expect(clippy::cast_possible_truncation, reason = "the lowest bits, which this hash mixes best")]
        let (slot, shard) = (hash as usize % SLOTS, &self.0[hash as usize / SLOTS % SHARDS]);
        // Another thread that is here just now is not worth the wait.
        if let Ok(slots) = shard.try_lock()
            && let Some(&Some((known, value))) = slots.get(slot)
            && known == key
        {
            return value;
        }
        let value = compute();
        if let Ok(mut slots) = shard.try_lock() {
            if slots.is_empty() {
                slots.resize(SLOTS, None);
            }
            slots[slot] = Some((key, value));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_was_computed() {
        let memo = Memo::default();
        // More keys than slots, each asked for twice.
        for key in (0..3 * SLOTS as u64).chain(0..3 * SLOTS as u64) {
            assert_eq!(memo.get(key, || key * key), key * key);
        }
        assert_eq!(memo.get(0, || 0), 0);
    }
}
