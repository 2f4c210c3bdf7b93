//! A table of facts that keeps to the memory it is given.

use std::num::NonZero;

use super::fact::Fact;

/// Facts about positions. It grows while it may; then a new fact takes the place of a cheap one, so that facts are lost and
/// answers are not.
pub(super) struct Table<P> {
    /// A byte of the hash for each slot, 0 for an empty one: most positions that are looked up are not there, and this
    /// tells so without a look at the slots.
    tags: Vec<[u8; WAYS]>,
    slots: Vec<[Option<Slot<P>>; WAYS]>,
    used: usize,
    /// Bytes that the positions own outside themselves.
    owned: usize,
}

struct Slot<P> {
    position: P,
    fact: Fact,
    /// The positions that were expanded to find the fact.
    cost: NonZero<u32>,
}

/// The slots that a position may take, a bucket.
const WAYS: usize = 4;

impl<P> Default for Table<P> {
    fn default() -> Self {
        Self { tags: Vec::new(), slots: Vec::new(), used: 0, owned: 0 }
    }
}

impl<P: Eq> Table<P> {
    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, hash: u64, position: &P) -> Option<Fact> {
        let (bucket, tag) = self.place(hash)?;
        let tags = &self.tags[bucket];
        (0..WAYS).filter(|&way| tags[way] == tag).find_map(|way| {
            let slot = self.slots[bucket][way].as_ref()?;
            (slot.position == *position).then_some(slot.fact)
        })
    }

    /// Keeps a fact that cost so many expansions; `owned` tells what a position owns outside itself. `room` is how many
    /// bytes the table may still grow by; `hash` is the function that `get` is asked with.
    pub(super) fn put(
        &mut self,
        position: &P,
        fact: Fact,
        cost: NonZero<u32>,
        room: usize,
        hash: impl Fn(&P) -> u64,
        owned: impl Fn(&P) -> usize,
    ) where
        P: Clone,
    {
        let key = hash(position);
        let place = self.place(key);
        if let Some((bucket, _)) = place
            && let Some(slot) = self.slots[bucket].iter_mut().flatten().find(|slot| slot.position == *position)
        {
            slot.fact = fact;
            slot.cost = slot.cost.saturating_add(cost.get());
            return;
        }
        // A crowded bucket alone is no reason to grow: positions may be made to share one.
        let full = place.is_none_or(|(bucket, _)| !self.tags[bucket].contains(&0));
        let buckets = self.slots.len().max(MIN);
        if full && self.used * 2 >= self.slots.len() * WAYS && buckets * Self::BUCKET <= room {
            self.grow(&hash, &owned);
        }
        let Some((bucket, tag)) = self.place(key) else { return };
        // An empty slot, or the cheapest one.
        let cost_of = |slot: &Option<Slot<P>>| slot.as_ref().map_or(0, |slot| slot.cost.get());
        let slots = &mut self.slots[bucket];
        let Some(way) = (0..WAYS).min_by_key(|&way| cost_of(&slots[way])) else { return };
        let mine = owned(position);
        let freed = slots[way].as_ref().map_or(0, |slot| owned(&slot.position));
        if mine > freed.saturating_add(room) {
            return;
        }
        self.owned = self.owned + mine - freed;
        self.tags[bucket][way] = tag;
        if slots[way].replace(Slot { position: position.clone(), fact, cost }).is_none() {
            self.used += 1;
        }
    }

    const BUCKET: usize = size_of::<[Option<Slot<P>>; WAYS]>() + WAYS;

    /// The bucket that a position of this hash may be in, and its tag.
    #[inline]
    fn place(&self, hash: u64) -> Option<(usize, u8)> {
        let bits = self.slots.len().checked_ilog2()?;
        // The high bits are the good ones of a product, whatever those of the hash are.
        let hash = (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the first is below the number of buckets, the second a byte"
        )]
        let (bucket, tag) = ((hash >> 1 >> (63 - bits)) as usize, (hash >> 8) as u8);
        Some((bucket, tag | 1))
    }

    fn grow(&mut self, hash: &impl Fn(&P) -> u64, owned: &impl Fn(&P) -> usize) {
        let buckets = (2 * self.slots.len()).max(MIN);
        self.tags = vec![[0; WAYS]; buckets];
        let empty = std::iter::repeat_with(|| [const { None }; WAYS]).take(buckets).collect();
        let old = std::mem::replace(&mut self.slots, empty);
        (self.used, self.owned) = (0, 0);
        for slot in old.into_iter().flatten().flatten() {
            let Some((bucket, tag)) = self.place(hash(&slot.position)) else { return };
            // Nothing goes here but half of an old bucket: there is room.
            if let Some(way) = self.tags[bucket].iter().position(|&tag| tag == 0) {
                self.owned += owned(&slot.position);
                self.tags[bucket][way] = tag;
                self.slots[bucket][way] = Some(slot);
                self.used += 1;
            }
        }
    }

    /// How many positions it knows something of.
    pub(super) const fn len(&self) -> usize {
        self.used
    }

    /// Memory held.
    pub(super) const fn bytes(&self) -> usize {
        self.slots.capacity() * Self::BUCKET + self.owned
    }
}

/// The buckets of the first table.
const MIN: usize = 1 << 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(position: &u64) -> u64 {
        position.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn put(table: &mut Table<u64>, position: u32, value: u32, cost: u32, room: usize) {
        let cost = NonZero::new(cost).unwrap();
        table.put(&u64::from(position), Fact::exactly(value), cost, room, hash, |_| 0);
    }

    fn get(table: &Table<u64>, position: u32) -> Option<u32> {
        let position = u64::from(position);
        table.get(hash(&position), &position).and_then(Fact::value)
    }

    #[test]
    fn with_room_nine_facts_of_ten_are_kept() {
        let mut table = Table::default();
        for n in 0..20_000 {
            put(&mut table, n, n % 7, 1, usize::MAX);
        }
        let kept = (0..20_000).filter(|&n| get(&table, n) == Some(n % 7)).count();
        assert_eq!(kept, table.len());
        // A crowded bucket gives way while the table is not half full.
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
}
