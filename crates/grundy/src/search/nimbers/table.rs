//! A table of facts with bounded memory.

use std::num::NonZero;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::fact::Fact;

/// Facts about positions. The table grows while it may. After that a new fact replaces a cheap one, so facts may be
/// lost but answers are not. Two searchers may read and write it at the same time; only growing needs exclusive access.
pub(super) struct Table<P> {
    /// One byte of the hash for each slot of a bucket, 0 for an empty slot. Most look-ups are for positions that are
    /// not in the table, and the tags show this without reading the slots.
    tags: Vec<AtomicU32>,
    slots: Vec<Mutex<Bucket<P>>>,
    /// The number of facts at which the table asks to grow.
    full: usize,
    held: Held,
}

/// Counters that change with each new fact. They have their own cache line, since the other fields are read all the
/// time.
#[derive(Default)]
#[repr(align(128))]
struct Held {
    facts: AtomicUsize,
    /// The bytes that the positions own outside the table.
    owned: AtomicUsize,
}

type Bucket<P> = [Option<Slot<P>>; WAYS];

struct Slot<P> {
    position: P,
    fact: Fact,
    /// How many positions were expanded to find the fact.
    cost: NonZero<u32>,
}

/// The number of slots in a bucket.
const WAYS: usize = 4;

impl<P> Default for Table<P> {
    fn default() -> Self {
        Self { tags: Vec::new(), slots: Vec::new(), full: 0, held: Held::default() }
    }
}

/// Access to the table, exclusive to one searcher or shared by two.
pub(super) trait Facts<P> {
    /// What is known about a position.
    fn get(&mut self, hash: u64, position: &P) -> Option<Fact>;

    /// Records a fact about a position with this hash, together with its cost in expansions. `owned` gives the bytes
    /// that a position owns on the heap, and `room` is how many more of those the table may hold.
    fn put(&mut self, hash: u64, position: &P, fact: (Fact, NonZero<u32>), room: usize, owned: impl Fn(&P) -> usize);

    /// Whether the table asks to grow: half the slots are taken, and some buckets are crowded.
    fn is_full(&self) -> bool;
}

/// Exclusive access, without locks.
impl<P: Eq + Clone> Facts<P> for &mut Table<P> {
    #[inline]
    fn get(&mut self, hash: u64, position: &P) -> Option<Fact> {
        let (bucket, tag) = self.place(hash)?;
        if !self.tags[bucket].get_mut().to_le_bytes().contains(&tag) {
            return None;
        }
        find(self.slots[bucket].get_mut().unwrap_or_else(PoisonError::into_inner), position)
    }

    fn put(&mut self, hash: u64, position: &P, fact: (Fact, NonZero<u32>), room: usize, owned: impl Fn(&P) -> usize) {
        let Some((bucket, tag)) = self.place(hash) else { return };
        let slots = self.slots[bucket].get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = keep(slots, position, fact, room, owned) {
            set_tag(self.tags[bucket].get_mut(), kept.way, tag);
            *self.held.facts.get_mut() += usize::from(kept.is_new);
            let bytes = self.held.owned.get_mut();
            *bytes = *bytes + kept.more - kept.less;
        }
    }

    fn is_full(&self) -> bool {
        Table::is_full(self)
    }
}

/// Access shared with another searcher.
impl<P: Eq + Clone> Facts<P> for &Table<P> {
    #[inline]
    fn get(&mut self, hash: u64, position: &P) -> Option<Fact> {
        let (bucket, tag) = self.place(hash)?;
        if !self.tags[bucket].load(Ordering::Relaxed).to_le_bytes().contains(&tag) {
            return None;
        }
        find(&lock(&self.slots[bucket]), position)
    }

    fn put(&mut self, hash: u64, position: &P, fact: (Fact, NonZero<u32>), room: usize, owned: impl Fn(&P) -> usize) {
        let Some((bucket, tag)) = self.place(hash) else { return };
        let mut slots = lock(&self.slots[bucket]);
        if let Some(kept) = keep(&mut slots, position, fact, room, owned) {
            // The lock of the bucket also protects its tags.
            let mut tags = self.tags[bucket].load(Ordering::Relaxed);
            set_tag(&mut tags, kept.way, tag);
            self.tags[bucket].store(tags, Ordering::Relaxed);
            if kept.is_new {
                self.held.facts.fetch_add(1, Ordering::Relaxed);
            }
            if (kept.more, kept.less) != (0, 0) {
                self.held.owned.fetch_add(kept.more, Ordering::Relaxed);
                self.held.owned.fetch_sub(kept.less, Ordering::Relaxed);
            }
        }
    }

    fn is_full(&self) -> bool {
        Table::is_full(self)
    }
}

#[inline]
fn find<P: Eq>(slots: &Bucket<P>, position: &P) -> Option<Fact> {
    slots.iter().flatten().find(|slot| slot.position == *position).map(|slot| slot.fact)
}

/// Where a new position was stored.
struct Kept {
    way: usize,
    /// Whether the slot was empty.
    is_new: bool,
    /// The bytes owned by the new position, and by the position it replaced.
    more: usize,
    less: usize,
}

/// Writes a fact to the slot of the position, to an empty slot, or to the slot of the cheapest fact. `None` if the set
/// of positions in the bucket is unchanged.
fn keep<P: Eq + Clone>(
    slots: &mut Bucket<P>,
    position: &P,
    (fact, cost): (Fact, NonZero<u32>),
    room: usize,
    owned: impl Fn(&P) -> usize,
) -> Option<Kept> {
    if let Some(slot) = slots.iter_mut().flatten().find(|slot| slot.position == *position) {
        slot.fact = slot.fact.and(fact);
        slot.cost = slot.cost.saturating_add(cost.get());
        return None;
    }
    let cost_of = |slot: &Option<Slot<P>>| slot.as_ref().map_or(0, |slot| slot.cost.get());
    let way = (0..WAYS).min_by_key(|&way| cost_of(&slots[way]))?;
    let more = owned(position);
    let less = slots[way].as_ref().map_or(0, |slot| owned(&slot.position));
    if more > less.saturating_add(room) {
        return None;
    }
    let before = slots[way].replace(Slot { position: position.clone(), fact, cost });
    Some(Kept { way, is_new: before.is_none(), more, less })
}

const fn set_tag(tags: &mut u32, way: usize, tag: u8) {
    let mut bytes = tags.to_le_bytes();
    bytes[way] = tag;
    *tags = u32::from_le_bytes(bytes);
}

impl<P: Eq> Table<P> {
    const BUCKET: usize = size_of::<Mutex<Bucket<P>>>() + size_of::<AtomicU32>();

    /// The bucket for positions of this hash, and the tag.
    #[inline]
    fn place(&self, hash: u64) -> Option<(usize, u8)> {
        let bits = self.slots.len().checked_ilog2()?;
        // The high bits of a product are well mixed, whatever the hash is.
        let hash = (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the first is below the number of buckets, the second a byte"
        )]
        let (bucket, tag) = ((hash >> 1 >> (63 - bits)) as usize, (hash >> 8) as u8);
        Some((bucket, tag | 1))
    }

    /// Whether the table asks to grow: half the slots are taken, and some buckets are crowded.
    pub(super) fn is_full(&self) -> bool {
        self.len() >= self.full
    }

    /// Doubles the table if the new one takes at most `room` bytes; the old one exists until the new one is filled.
    /// Otherwise the table does not ask again until [`ask_again`](Self::ask_again). `hash` computes the hash of a
    /// position.
    pub(super) fn grow(&mut self, room: usize, hash: impl Fn(&P) -> u64) {
        let buckets = (2 * self.slots.len()).max(MIN);
        if buckets * Self::BUCKET > room {
            self.full = usize::MAX;
            return;
        }
        self.tags = std::iter::repeat_with(AtomicU32::default).take(buckets).collect();
        let empty = std::iter::repeat_with(|| Mutex::new([const { None }; WAYS])).take(buckets).collect();
        let old = std::mem::replace(&mut self.slots, empty);
        for slot in
            old.into_iter().flat_map(|bucket| bucket.into_inner().unwrap_or_else(PoisonError::into_inner)).flatten()
        {
            let Some((bucket, tag)) = self.place(hash(&slot.position)) else { break };
            // A new bucket receives at most half of an old one, so there is room.
            let tags = self.tags[bucket].get_mut();
            if let Some(way) = tags.to_le_bytes().iter().position(|&tag| tag == 0) {
                set_tag(tags, way, tag);
                self.slots[bucket].get_mut().unwrap_or_else(PoisonError::into_inner)[way] = Some(slot);
            }
        }
        self.ask_again();
    }

    /// Allows the table to ask to grow again, if there was no room last time.
    pub(super) fn ask_again(&mut self) {
        self.full = self.slots.len() * WAYS / 2;
    }

    /// How many positions the table has facts about.
    pub(super) fn len(&self) -> usize {
        self.held.facts.load(Ordering::Relaxed)
    }

    /// The memory held.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * Self::BUCKET + self.held.owned.load(Ordering::Relaxed)
    }
}

/// Locks a bucket. A fact is written in one step, so a bucket is consistent even if a thread panicked while holding it.
fn lock<P>(bucket: &Mutex<Bucket<P>>) -> MutexGuard<'_, Bucket<P>> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of buckets of the first table.
const MIN: usize = 1 << 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(position: &u64) -> u64 {
        position.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Keeps a fact, in a table that may grow by `room` bytes.
    fn put(mut table: &mut Table<u64>, position: u32, value: u32, cost: u32, room: usize) {
        if table.is_full() {
            table.grow(room, hash);
        }
        let position = u64::from(position);
        let fact = (Fact::exactly(value), NonZero::new(cost).unwrap());
        Facts::put(&mut table, hash(&position), &position, fact, room, |_| 0);
    }

    fn get(mut table: &Table<u64>, position: u32) -> Option<u32> {
        let position = u64::from(position);
        Facts::get(&mut table, hash(&position), &position).and_then(Fact::value)
    }

    #[test]
    fn with_room_nine_facts_of_ten_are_kept() {
        let mut table = Table::default();
        for n in 0..20_000 {
            put(&mut table, n, n % 7, 1, usize::MAX);
        }
        let kept = (0..20_000).filter(|&n| get(&table, n) == Some(n % 7)).count();
        assert_eq!(kept, table.len());
        // A crowded bucket replaces facts although the table is less than half full.
        assert!(kept > 18_000, "{kept}");
        assert_eq!(get(&table, 20_001), None);
    }

    #[test]
    fn without_room_cheap_facts_give_way_and_none_is_wrong() {
        let mut table = Table::default();
        put(&mut table, 0, 3, 1000, 1 << 20);
        let bytes = table.bytes();
        for n in 1..100_000 {
            put(&mut table, n, n % 7, 1, 0);
            assert_eq!(get(&table, n), Some(n % 7));
            let position = u64::from(n);
            let mut alone = &mut table;
            assert_eq!(Facts::get(&mut alone, hash(&position), &position), Some(Fact::exactly(n % 7)));
        }
        assert_eq!((table.bytes(), get(&table, 0)), (bytes, Some(3)));
        assert!((1..100_000).all(|n| get(&table, n).is_none_or(|value| value == n % 7)));
    }

    #[test]
    fn without_any_room_nothing_is_kept() {
        let mut table = Table::default();
        put(&mut table, 1, 1, 1, 0);
        assert_eq!((get(&table, 1), table.bytes()), (None, 0));
    }

    #[test]
    fn facts_of_two_threads_are_all_right() {
        let mut table = Table::default();
        (0..2000).for_each(|n| put(&mut table, n, n % 7, 1, usize::MAX));
        let table = &table;
        std::thread::scope(|scope| {
            for thread in 0..2 {
                scope.spawn(move || {
                    for n in (0..20_000_u32).map(|n| n * 13 % 10_007 + thread) {
                        let (position, mut shared) = (u64::from(n), table);
                        let fact = (Fact::exactly(n % 7), NonZero::<u32>::MIN);
                        shared.put(hash(&position), &position, fact, 0, |_| 0);
                        assert!(get(table, n / 2).is_none_or(|value| value == n / 2 % 7));
                    }
                });
            }
        });
        assert!(table.len() > 1000);
    }
}
