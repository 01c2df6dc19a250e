//! The decompressed blocks that were used lately.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A block of a table: the table's number in this cache, and the block's.
type Key = (u64, u64);

/// Decompressed (still packed) blocks, shared by tables and threads and bounded in bytes.
///
/// Cut in shards, each with its own lock and its own share of the bytes. A shard evicts by the
/// clock rule: the hand goes round, spares once whatever was used since it last came by, and takes
/// the first that was not.
pub struct BlockCache {
    shards: Vec<Mutex<Shard>>,
    capacity: usize,
    hasher: RandomState,
    tables: AtomicU64,
}

const MAX_SHARDS: usize = 16;
/// A shard smaller than a few blocks would forget everything at once.
const MIN_SHARD_BYTES: usize = 256 << 10;
/// What an entry costs beside its bytes, about: map, list, reference counts.
const ENTRY_BYTES: usize = 96;

#[derive(Default)]
struct Shard {
    places: HashMap<Key, usize>,
    entries: Vec<Entry>,
    hand: usize,
    bytes: usize,
}

struct Entry {
    key: Key,
    block: Arc<[u8]>,
    used: bool,
}

impl BlockCache {
    /// What a [`Store`](crate::Store) takes unless told otherwise.
    pub const DEFAULT_BYTES: usize = 64 << 20;

    /// A cache that holds at most this many bytes. With 0 it holds nothing.
    pub fn new(capacity: usize) -> BlockCache {
        let shards = (capacity / MIN_SHARD_BYTES).clamp(1, MAX_SHARDS);
        BlockCache {
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            capacity,
            hasher: RandomState::new(),
            tables: AtomicU64::new(0),
        }
    }

    /// The most bytes the cache holds.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many bytes it holds now.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).bytes).sum()
    }

    /// A number for a table, under which its blocks are known here.
    pub(crate) fn number_table(&self) -> u64 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    fn shard(&self, key: Key) -> MutexGuard<'_, Shard> {
        let hash = self.hasher.hash_one(key) as usize;
        lock(&self.shards[hash % self.shards.len()])
    }

    pub(crate) fn get(&self, key: Key) -> Option<Arc<[u8]>> {
        let mut shard = self.shard(key);
        let place = *shard.places.get(&key)?;
        let entry = &mut shard.entries[place];
        entry.used = true;
        Some(Arc::clone(&entry.block))
    }

    pub(crate) fn insert(&self, key: Key, block: Arc<[u8]>) {
        let share = self.capacity / self.shards.len();
        self.shard(key).insert(key, block, share);
    }
}

/// A shard is whole between any two statements that can panic, so a poisoned lock is fine.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    fn insert(&mut self, key: Key, block: Arc<[u8]>, share: usize) {
        let cost = block.len() + ENTRY_BYTES;
        // Two threads may have decompressed the same block; the first to come keeps its place.
        if cost > share || self.places.contains_key(&key) {
            return;
        }
        while self.bytes + cost > share {
            self.evict();
        }
        self.bytes += cost;
        self.places.insert(key, self.entries.len());
        self.entries.push(Entry { key, block, used: false });
    }

    fn evict(&mut self) {
        loop {
            if self.hand >= self.entries.len() {
                self.hand = 0;
            }
            let entry = &mut self.entries[self.hand];
            if entry.used {
                entry.used = false;
                self.hand += 1;
                continue;
            }
            let evicted = self.entries.swap_remove(self.hand);
            self.places.remove(&evicted.key);
            if let Some(moved) = self.entries.get(self.hand) {
                self.places.insert(moved.key, self.hand);
            }
            self.bytes -= evicted.block.len() + ENTRY_BYTES;
            return;
        }
    }
}

impl fmt::Debug for BlockCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockCache")
            .field("capacity", &self.capacity)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(bytes: usize) -> Arc<[u8]> {
        vec![7; bytes].into()
    }

    #[test]
    fn what_is_used_stays_and_the_bytes_are_bounded() {
        let cache = BlockCache::new(10 * (1000 + ENTRY_BYTES));
        cache.insert((0, 0), block(1000));
        for number in 1..1000 {
            assert!(cache.get((0, 0)).is_some(), "evicted before {number}");
            cache.insert((0, number), block(1000));
            assert!(cache.bytes() <= cache.capacity());
        }
        assert!(cache.get((0, 1)).is_none());
        assert!(cache.get((0, 999)).is_some());
    }

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let cache = BlockCache::new(1000);
        cache.insert((0, 0), block(1000));
        assert_eq!(cache.bytes(), 0);
        let none = BlockCache::new(0);
        none.insert((0, 0), block(0));
        assert!(none.get((0, 0)).is_none());
    }

    #[test]
    fn a_second_copy_is_dropped() {
        let cache = BlockCache::new(1 << 20);
        cache.insert((1, 2), block(10));
        cache.insert((1, 2), block(10));
        assert_eq!(cache.bytes(), 10 + ENTRY_BYTES);
    }
}
