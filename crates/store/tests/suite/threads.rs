//! Many threads: the same bytes from any number of them, and a cache that stays bounded.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use hindsight_core::Code;
use hindsight_store::{BlockCache, Layout, Store, Table};

use crate::{SMALL, encode, id, noise, tier};

#[test]
fn the_number_of_threads_does_not_show() {
    // More blocks than are compressed in one go, at the level that is used in earnest.
    let codes = tier(70_000, 200, 7);
    let layout = Layout { block_bytes: 64, ..Layout::default() };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| encode(&codes, layout))
    };
    let bytes = with(1);
    assert!(bytes == with(2) && bytes == with(7));
}

#[test]
fn the_history_of_a_compressor_does_not_show() {
    // One compressor makes all blocks of a small table; a table of one block gets a new one.
    let layout = Layout { block_bytes: 256, ..Layout::default() };
    let codes = tier(256 * 60, 200, 8);
    let frame_of = |bytes: &[u8], block: usize| {
        let header = 8 + u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
        let trailer = &bytes[bytes.len() - 36..];
        let field =
            |at: usize| u64::from_le_bytes(trailer[at..at + 8].try_into().unwrap()) as usize;
        let index = bytes.len() - 36 - 8 * field(8);
        let length = |block: usize| {
            u32::from_le_bytes(bytes[index + 8 * block..][..4].try_into().unwrap()) as usize
        };
        let start = header + (0..block).map(length).sum::<usize>();
        bytes[start..start + length(block)].to_vec()
    };
    let bytes = encode(&codes, layout);
    let packed = zstd::stream::decode_all(bytes.as_slice()).unwrap();
    for block in [0, 1, 30, 59] {
        let alone = zstd::bulk::compress(&packed[256 * block..][..256], layout.level).unwrap();
        assert!(frame_of(&bytes, block) == alone, "block {block}");
    }
}

#[test]
fn a_small_cache_stays_small_and_right() {
    let codes = tier(20_000, 200, 9);
    let cache = Arc::new(BlockCache::new(8 << 10));
    let bytes = encode(&codes, SMALL);
    let open = || Table::open(bytes.clone(), Path::new("test.hst"), Arc::clone(&cache)).unwrap();
    let tables = [open(), open()];
    thread::scope(|scope| {
        for seed in 0..8 {
            let (tables, cache, codes) = (&tables, &cache, &codes);
            scope.spawn(move || {
                for number in noise(seed).take(20_000) {
                    let slot = number as usize % codes.len();
                    let read = tables[number as usize / 7 % 2].get(slot as u64).unwrap();
                    assert!(codes[slot] == Code::HOLE || read == codes[slot]);
                    assert!(cache.bytes() <= cache.capacity());
                }
            });
        }
    });
    assert!(cache.bytes() > 0);
}

#[test]
fn tiers_are_written_and_read_by_many_threads() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::create(root.path(), &id(), false).unwrap();
    thread::scope(|scope| {
        for thread in 0..6 {
            let store = &store;
            scope.spawn(move || {
                for number in 0..10 {
                    let name = format!("{thread}:{number}");
                    let codes = tier(1000 + number, 30, thread);
                    store.write_tier(&name, &codes).unwrap();
                    assert_eq!(store.table(&name).unwrap().slots(), codes.len() as u64);
                    if number % 4 == thread as usize % 4 {
                        store.commit().unwrap();
                    }
                }
            });
        }
    });
    store.finish().unwrap();
    drop(store);
    let store = Store::open(root.path(), &id()).unwrap();
    assert_eq!(store.tiers().len(), 60);
    for entry in store.tiers() {
        assert_eq!(store.check(&entry.name).unwrap().slots, entry.slots);
    }
}
