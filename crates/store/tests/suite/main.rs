//! Tables and folders from the outside: what was written is read, and nothing else ever is.

mod damage;
mod folder;
mod power_cut;
mod round_trip;
mod threads;

use std::path::Path;
use std::sync::Arc;

use hindsight_core::{Code, Outcome};
use hindsight_store::{
    BlockCache, CodeSource, Fingerprint, GameId, Layout, StoreError, Table, write_table,
};

fn id() -> GameId {
    GameId { game: "nim".into(), variant: "3:2,5".into(), rules: Fingerprint::of(b"nim") }
}

/// Small blocks, so that small tables have many.
const SMALL: Layout = Layout { block_bytes: 16, level: 3 };

fn encode<S: CodeSource + ?Sized>(codes: &S, layout: Layout) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = write_table(&mut bytes, &id(), "7", codes, layout).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    assert_eq!(written.blake3, blake3::hash(&bytes));
    bytes
}

fn open(bytes: Vec<u8>) -> Result<Table, StoreError> {
    Table::open(bytes, Path::new("test.hst"), Arc::new(BlockCache::new(1 << 16)))
}

/// Different outcomes, as many as wanted.
fn palette(entries: usize) -> Vec<Code> {
    let wins = (0..=Outcome::MAX_REMOTENESS).map(Outcome::Win);
    let loses = (0..=Outcome::MAX_REMOTENESS).map(Outcome::Lose);
    [Outcome::Draw, Outcome::Tie(9)]
        .into_iter()
        .chain(wins)
        .chain(loses)
        .map(Code::new)
        .take(entries)
        .collect()
}

/// Numbers that look random and are the same in every run. Not those of the test kit: the bytes of a table
/// of these numbers are compared with what they were when its format was settled.
fn noise(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state ^ state >> 29) >> 16
    })
}

/// A tier with runs, noise and a hole now and then; uses the whole palette if it is long enough.
fn tier(slots: usize, entries: usize, seed: u64) -> Vec<Code> {
    let palette = palette(entries);
    let mut codes: Vec<Code> = noise(seed)
        .scan(0, |last, number| {
            if number % 4 == 0 {
                *last = (number >> 8) as usize % entries;
            }
            Some(if number % 13 == 0 { Code::HOLE } else { palette[*last] })
        })
        .take(slots)
        .collect();
    for (slot, code) in codes.iter_mut().zip(&palette) {
        *slot = *code;
    }
    codes
}
