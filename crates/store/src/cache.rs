//! The decompressed blocks that were used lately.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::format::BLOCK_BYTES;

/// A block of a table: the table's number in this cache, and the block's.
type Key = (u64, u64);

/// Decompressed (still packed) blocks, shared by tables and threads and bounded in bytes.
///
/// Cut in shards, each with its own lock and its own share of the bytes. Blocks that are asked for again
/// drive out those that are not; blocks that are asked for once, one after the other, do not.
pub struct BlockCache {
    blocks: Cache<Key, Arc<[u8]>, Bytes>,
    capacity: usize,
    tables: AtomicU64,
}

/// There are fewer in a small cache, so that each has room for some blocks.
const MAX_SHARDS: usize = 16;
/// What an entry costs beside its bytes, about: map, list, reference counts.
const ENTRY_BYTES: usize = 96;

/// Weighs blocks by their bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &Key, block: &Arc<[u8]>) -> u64 {
        (block.len() + ENTRY_BYTES) as u64
    }
}

impl BlockCache {
    /// What a [`Store`](crate::Store) takes unless told otherwise.
    pub const DEFAULT_BYTES: usize = 64 << 20;

    /// A cache that holds at most this many bytes. With 0 it holds nothing.
    pub fn new(capacity: usize) -> BlockCache {
        let options = OptionsBuilder::new()
            .shards(MAX_SHARDS)
            // Twice as many as fit, of which the keys are remembered that were driven out: what is
            // asked for again and would fit is then kept, whatever else is kept already.
            .estimated_items_capacity(2 * capacity / BLOCK_BYTES as usize)
            .ghost_allocation(1.0)
            // Shares are rounded up, so that the sum would be more than the capacity.
            .weight_capacity((capacity - capacity % MAX_SHARDS) as u64)
            .build()
            .expect("all that is needed is given");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        BlockCache {
            blocks: Cache::with_options(options, Bytes, hasher, lifecycle),
            capacity,
            tables: AtomicU64::new(0),
        }
    }

    /// The most bytes the cache holds.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many bytes it holds now.
    pub fn bytes(&self) -> usize {
        self.blocks.weight() as usize
    }

    /// A number for a table, under which its blocks are known here.
    pub(crate) fn number_table(&self) -> u64 {
        self.tables.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn get(&self, key: Key) -> Option<Arc<[u8]>> {
        self.blocks.get(&key)
    }

    pub(crate) fn insert(&self, key: Key, block: Arc<[u8]>) {
        self.blocks.insert(key, block);
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
        assert!(cache.get((0, 999)).is_some());
        assert_eq!((0..1000).filter(|&number| cache.get((0, number)).is_some()).count(), 10);
    }

    #[test]
    fn what_is_asked_for_now_drives_out_what_was_asked_for_before() {
        let bytes = BLOCK_BYTES as usize;
        let cache = BlockCache::new(30 * (bytes + ENTRY_BYTES));
        for table in 0..5 {
            for round in 0..10 {
                for number in 0..25 {
                    if cache.get((table, number)).is_none() {
                        assert!(round < 4, "block {number} of table {table} in round {round}");
                        cache.insert((table, number), block(bytes));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_asked_for_once_drives_nothing_out() {
        let bytes = BLOCK_BYTES as usize;
        let cache = BlockCache::new(30 * (bytes + ENTRY_BYTES));
        (0..25).for_each(|number| cache.insert((0, number), block(bytes)));
        assert!((0..25).all(|number| cache.get((0, number)).is_some()));
        (0..1000).for_each(|number| cache.insert((1, number), block(bytes)));
        assert!((0..25).all(|number| cache.get((0, number)).is_some()));
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
