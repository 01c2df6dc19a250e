//! How fast tables are written and read, by level: `cargo bench -p hindsight-store`.
//!
//! The tier is made up but shaped like a solved one: remotenesses drift, values alternate in runs.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use hindsight_core::{Code, Outcome};
use hindsight_store::{
    BlockCache, Fingerprint, GameId, Layout, Store, StoreError, Table, write_table,
};

const SLOTS: usize = 16 << 20;

fn main() -> Result<(), StoreError> {
    let id = GameId { game: "bench".into(), variant: "".into(), rules: Fingerprint::of(b"") };
    let codes = tier(SLOTS);
    let mut best = Vec::new();
    for level in [1, 3, 6, 9, 12, 15] {
        let mut bytes = Vec::new();
        let start = Instant::now();
        let layout = Layout { level, ..Layout::default() };
        if write_table(&mut bytes, &id, "t", &codes, layout).is_err() {
            continue;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "write  level {level:2}  {:7.1} M slots/s  {:.3} bits a slot",
            SLOTS as f64 / seconds / 1e6,
            bytes.len() as f64 * 8.0 / SLOTS as f64
        );
        if layout == Layout::default() {
            best = bytes;
        }
    }
    let cache = Arc::new(BlockCache::new(BlockCache::DEFAULT_BYTES));
    let table = Table::open(best, Path::new("bench"), Arc::clone(&cache))?;
    let report = |what: &str, count: usize, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        println!("{what:24} {:11.1} k/s", count as f64 / seconds / 1e3);
    };

    // Filled with something else than zeros, so that the pages are there before the clock starts.
    let mut read = vec![Code::HOLE; SLOTS];
    let start = Instant::now();
    table.read_range(0, &mut read)?;
    report("slots, read_range", SLOTS, start);
    let mut bytes = vec![1u8; SLOTS];
    let start = Instant::now();
    table.read_into(0, &mut bytes, |code| code.0 as u8)?;
    report("slots, read_into bytes", SLOTS, start);
    let start = Instant::now();
    table.for_each_block(|_, codes| _ = black_box(codes))?;
    report("slots, for_each_block", SLOTS, start);
    let start = Instant::now();
    table.check()?;
    report("slots, check", SLOTS, start);

    let slots = || (0..SLOTS as u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % SLOTS as u64);
    let cold = Arc::new(BlockCache::new(0));
    let uncached = Table::open(encode(&id, &codes), Path::new("bench"), cold)?;
    let start = Instant::now();
    for slot in slots().take(20_000) {
        black_box(uncached.get(slot)?);
    }
    report("random gets, no cache", 20_000, start);
    for slot in slots().take(100_000) {
        black_box(table.get(slot)?);
    }
    let start = Instant::now();
    for slot in slots().take(1_000_000) {
        black_box(table.get(slot)?);
    }
    report("random gets, cached", 1_000_000, start);

    let root = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(root.path(), &id, false)?;
    let start = Instant::now();
    for number in 0..1000 {
        store.write_tier(&number.to_string(), &codes[number * 100..][..100])?;
    }
    report("tiny tiers, written", 1000, start);
    let start = Instant::now();
    store.commit()?;
    report("tiny tiers, committed", 1000, start);
    Ok(())
}

fn encode(id: &GameId, codes: &[Code]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_table(&mut bytes, id, "t", codes, Layout::default()).expect("memory takes all");
    bytes
}

fn tier(slots: usize) -> Vec<Code> {
    let mut state = 1u64;
    let mut remoteness = 40u16;
    (0..slots)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let dice = state >> 40;
            if dice.is_multiple_of(7) {
                remoteness = (remoteness + (dice >> 8) as u16 % 5).saturating_sub(2).clamp(1, 100);
            }
            match dice % 23 {
                0 => Code::HOLE,
                1 => Code::DRAW,
                2..=5 => Code::new(Outcome::Lose(remoteness & !1)),
                _ => Code::new(Outcome::Win(remoteness | 1)),
            }
        })
        .collect()
}
