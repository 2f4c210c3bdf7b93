//! A memo of bounded size.

use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;

use rustc_hash::FxBuildHasher;

/// The results of a function by argument, in a fixed number of slots that each keep the latest result. It may forget
/// results but never returns a wrong one.
#[derive(Debug)]
pub(super) struct Memo<K, V>([Mutex<Slots<K, V>>; SHARDS]);

type Slots<K, V> = Vec<Option<(K, V)>>;

/// The number of slots of a shard, a power of two. All slots together take a few megabytes once they are in use.
const SLOTS: usize = 1 << 10;

/// The number of shards. Each has its own lock, so that threads rarely collide.
const SHARDS: usize = 1 << 6;

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self([const { Mutex::new(Vec::new()) }; SHARDS])
    }
}

impl<K: Copy + Eq + Hash, V: Copy> Memo<K, V> {
    /// The result for `key`; `compute` is called if it is not known.
    pub(super) fn get(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let hash = FxBuildHasher.hash_one(key);
        #[expect(clippy::cast_possible_truncation, reason = "the lowest bits, which this hash mixes best")]
        let (slot, shard) = (hash as usize % SLOTS, &self.0[hash as usize / SLOTS % SHARDS]);
        // If another thread holds the lock, do not wait for it.
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
