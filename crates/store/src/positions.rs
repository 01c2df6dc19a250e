//! In which slot a position is kept, beside the table of a game that has rules only: whoever asks about one
//! position need not explore the whole game for its number.
//!
//! `positions.hsp` is no part of what is solved. It may be missing, and then the game is explored. It counts
//! only for the very manifest that it names; where a part of it is damaged, it does not know the positions of
//! that part. What it says follows from the rules alone, so `verify` can tell a forged one from a sound one.
//!
//! A position is known by its **key**, 64 bits of a hash of how the program itself writes it, which is what the
//! fingerprint of the rules is taken from too. Numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `HINDPOSI` |
//! | 8 | the version of this format, 1 |
//! | 32 | the blake3 hash of the manifest |
//! | 8 | how many positions there are, *n* |
//! | 8 for each bucket | where it ends, counted in entries, and the CRC-32C of its entries |
//! | 4 | the CRC-32C of all the above |
//! | 8 for each position | the entries, bucket after bucket |
//!
//! Slots have as many bits as *n* - 1, say *s*. There are as many buckets as *s* - 6 bits can count, or one; the
//! first bits of a key say in which its entry is. The entry has the next 64 - *s* bits of the key, then the
//! slot. Entries are sorted.

use std::io::{self, Write};
use std::path::PathBuf;

use rayon::prelude::*;

use crate::disk::read;
use crate::error::{Damage, Part, StoreError};
use crate::source::ReadAt;
use crate::store::Store;

const POSITIONS_FILE: &str = "positions.hsp";
const MAGIC: &[u8; 8] = b"HINDPOSI";
const VERSION: u64 = 1;
/// Bytes before the buckets.
const HEAD_BYTES: usize = 56;
/// Bytes of an entry, and of what is known about a bucket.
const WORD_BYTES: usize = 8;
/// A bucket has at most two to this power of entries, if keys are spread evenly.
const BUCKET_BITS: u32 = 6;

/// What a position is known by, given how the program writes it.
pub fn position_key(written: &str) -> u64 {
    let hash = blake3::hash(written.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

/// How keys of so many positions are cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    slot_bits: u32,
    bucket_bits: u32,
}

impl Cut {
    fn of(positions: u64) -> Cut {
        let slot_bits = u64::BITS - positions.saturating_sub(1).leading_zeros();
        Cut { slot_bits, bucket_bits: slot_bits.saturating_sub(BUCKET_BITS) }
    }

    fn buckets(self) -> usize {
        1 << self.bucket_bits
    }

    fn bucket(self, key: u64) -> usize {
        key.checked_shr(u64::BITS - self.bucket_bits).unwrap_or(0) as usize
    }

    /// The entry of a key in slot 0.
    fn entry(self, key: u64) -> u64 {
        (key << self.bucket_bits) & !self.slots()
    }

    /// The bits of an entry that say the slot.
    fn slots(self) -> u64 {
        (1 << self.slot_bits) - 1
    }
}

/// The file for positions with these keys, by slot, and the manifest with this hash. `None` where two keys are
/// too much alike, or where there are more positions than an explored game can have.
fn encode(manifest: blake3::Hash, keys: &[u64]) -> Option<Vec<u8>> {
    let positions = u32::try_from(keys.len()).ok().filter(|&positions| positions > 0)?;
    let cut = Cut::of(positions.into());
    let mut sorted: Vec<(usize, u64)> = (0..)
        .zip(keys)
        .map(|(slot, &key): (u64, _)| (cut.bucket(key), cut.entry(key) | slot))
        .collect();
    sorted.par_sort_unstable();
    let without_slot = |&(bucket, entry): &(usize, u64)| (bucket, entry & !cut.slots());
    if sorted.windows(2).any(|pair| without_slot(&pair[0]) == without_slot(&pair[1])) {
        return None;
    }
    let mut bytes = Vec::with_capacity(HEAD_BYTES + (cut.buckets() + keys.len() + 1) * WORD_BYTES);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(manifest.as_bytes());
    bytes.extend_from_slice(&u64::from(positions).to_le_bytes());
    let entries: Vec<u8> = sorted.iter().flat_map(|(_, entry)| entry.to_le_bytes()).collect();
    let mut begin = 0;
    for bucket in 0..cut.buckets() {
        let end = sorted.partition_point(|(other, _)| *other <= bucket);
        let checksum = crc32c::crc32c(&entries[begin * WORD_BYTES..end * WORD_BYTES]);
        bytes.extend_from_slice(&(end as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum.to_le_bytes());
        begin = end;
    }
    bytes.extend_from_slice(&crc32c::crc32c(&bytes).to_le_bytes());
    bytes.extend_from_slice(&entries);
    Some(bytes)
}

/// The slots of the positions of a game that has rules only, read as they are asked for.
pub struct PositionList {
    file: Box<dyn ReadAt>,
    positions: u64,
    cut: Cut,
    /// By bucket, where it ends and the checksum of its entries.
    buckets: Vec<(u32, u32)>,
}

impl PositionList {
    /// Opens a list that was made for the manifest with this hash; `None` where it is none, or its head is
    /// damaged.
    pub fn open(file: Box<dyn ReadAt>, manifest: blake3::Hash) -> Option<PositionList> {
        let mut head = [0; HEAD_BYTES];
        file.read_at(&mut head, 0).ok()?;
        let number = |at: usize| Some(u64::from_le_bytes(*head.get(at..)?.first_chunk()?));
        let is_known = head.starts_with(MAGIC) && number(8)? == VERSION;
        let positions = number(48)?;
        let cut = Cut::of(positions);
        if !is_known || head[16..48] != *manifest.as_bytes() || cut.slot_bits > u32::BITS {
            return None;
        }
        let known = HEAD_BYTES + cut.buckets() * WORD_BYTES + size_of::<u32>();
        // Before there is memory for it: whoever forges a number must also have the bytes.
        if positions == 0 || file.size().ok()? != known as u64 + positions * WORD_BYTES as u64 {
            return None;
        }
        let mut bytes = vec![0; known];
        file.read_at(&mut bytes, 0).ok()?;
        let (told, checksum) = bytes.split_last_chunk::<4>()?;
        let (pairs, _) = told.get(HEAD_BYTES..)?.as_chunks::<WORD_BYTES>();
        let bucket = |&[a, b, c, d, checksum @ ..]: &[u8; WORD_BYTES]| {
            (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(checksum))
        };
        let buckets: Vec<(u32, u32)> = pairs.iter().map(bucket).collect();
        let is_sound = crc32c::crc32c(told) == u32::from_le_bytes(*checksum)
            && buckets.is_sorted_by_key(|(end, _)| *end)
            && buckets.last().is_some_and(|(end, _)| u64::from(*end) == positions);
        is_sound.then_some(PositionList { file, positions, cut, buckets })
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The slot of the position with a key; `None` where there is none, or it cannot be read.
    pub fn slot(&self, key: u64) -> Option<u64> {
        let bucket = self.cut.bucket(key);
        let begin = bucket.checked_sub(1).map_or(0, |before| self.buckets[before].0);
        let (end, checksum) = self.buckets[bucket];
        let mut bytes = vec![0; (end - begin) as usize * WORD_BYTES];
        let known = HEAD_BYTES + self.cut.buckets() * WORD_BYTES + size_of::<u32>();
        self.file.read_at(&mut bytes, (known + begin as usize * WORD_BYTES) as u64).ok()?;
        if crc32c::crc32c(&bytes) != checksum {
            return None;
        }
        let (entries, _) = bytes.as_chunks::<WORD_BYTES>();
        let mut entries = entries.iter().copied().map(u64::from_le_bytes);
        let found = entries.find(|entry| entry & !self.cut.slots() == self.cut.entry(key))?;
        Some(found & self.cut.slots()).filter(|slot| *slot < self.positions)
    }
}

impl std::fmt::Debug for PositionList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PositionList").field("positions", &self.positions).finish_non_exhaustive()
    }
}

impl Store {
    fn positions_file(&self) -> PathBuf {
        self.dir().join(POSITIONS_FILE)
    }

    /// The slots of positions as they are listed beside the tables, if they are. Looked for once.
    pub fn position_list(&self) -> Option<&PositionList> {
        self.listed_positions(|| {
            let file = self.disk().open(&self.positions_file()).ok()?;
            PositionList::open(file, self.manifest_blake3())
        })
    }

    /// Lists the slots of positions beside the tables, given their keys by slot, unless they are listed.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn list_positions(&self, keys: &[u64]) -> io::Result<()> {
        let path = self.positions_file();
        let Some(bytes) = encode(self.manifest_blake3(), keys) else { return Ok(()) };
        if read(&**self.disk(), &path).is_ok_and(|found| found == bytes) {
            return Ok(());
        }
        let mut out = self.disk().create(self.dir())?;
        out.write_all(&bytes)?;
        out.rename(&path)
    }

    /// Compares the list of positions, if there is one, with what it must be, given the keys of the positions by
    /// slot.
    ///
    /// # Errors
    /// [`Damage`](StoreError::Damage) and [`Io`](StoreError::Io).
    pub fn check_positions(&self, keys: &[u64]) -> Result<(), StoreError> {
        let path = self.positions_file();
        let found = match read(&**self.disk(), &path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
            found => found.map_err(StoreError::io("read", &path))?,
        };
        if encode(self.manifest_blake3(), keys).as_ref() == Some(&found) {
            return Ok(());
        }
        let what = "it does not list the positions of the game; solving again mends it";
        Err(Damage::new(&path, Part::File, what).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> blake3::Hash {
        blake3::hash(b"a manifest")
    }

    fn keys(positions: u64) -> Vec<u64> {
        (0..positions).map(|number| position_key(&number.to_string())).collect()
    }

    fn open(bytes: &[u8]) -> Option<PositionList> {
        PositionList::open(Box::new(bytes.to_vec()), manifest())
    }

    #[test]
    fn every_position_has_its_slot_and_no_other_has_one() {
        for positions in [1, 2, 3, 63, 64, 65, 1_000, 20_000] {
            let keys = keys(positions);
            let bytes = encode(manifest(), &keys).unwrap();
            let list = open(&bytes).unwrap();
            assert_eq!(list.positions(), positions);
            assert!((0..).zip(&keys).all(|(slot, &key)| list.slot(key) == Some(slot)));
            assert!(
                (0..1_000).all(|other| list.slot(position_key(&format!("x{other}"))).is_none())
            );
            assert!(bytes.len() as u64 <= 68 + positions * 9, "{positions}");
        }
    }

    #[test]
    fn positions_that_cannot_be_told_apart_are_not_listed() {
        assert!(encode(manifest(), &[]).is_none());
        assert!(encode(manifest(), &[7, 8, 7]).is_none());
        // What differs only where the slot stands is alike too.
        assert!(encode(manifest(), &[1 << 40, 1 << 40 | 1]).is_none());
        assert!(encode(manifest(), &[1 << 40, 1 << 40 | 2]).is_some());
    }

    #[test]
    fn a_list_counts_for_its_manifest_only() {
        let bytes = encode(manifest(), &keys(100)).unwrap();
        assert!(PositionList::open(Box::new(bytes), blake3::hash(b"another")).is_none());
    }

    #[test]
    fn no_flipped_bit_and_no_cut_gives_a_position_another_slot() {
        let keys = keys(300);
        let whole = encode(manifest(), &keys).unwrap();
        let told = |bytes: &[u8]| -> Vec<Option<u64>> {
            let slots = |list: PositionList| keys.iter().map(|&key| list.slot(key)).collect();
            open(bytes).map(slots).unwrap_or_default()
        };
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let told = told(&flipped);
            let is_right = |(slot, told): (u64, &Option<u64>)| told.is_none_or(|told| told == slot);
            assert!((0..).zip(&told).all(is_right), "bit {bit}");
            assert!(told.iter().flatten().count() < keys.len(), "bit {bit} goes unnoticed");
        }
        for end in 0..whole.len() {
            assert!(told(&whole[..end]).is_empty(), "cut after {end}");
        }
        assert!(told(&[&whole[..], &[0]].concat()).is_empty());
    }

    #[test]
    fn a_forged_number_of_positions_takes_no_memory() {
        for positions in [0, 99, 101, 1 << 32, u64::MAX] {
            let mut bytes = encode(manifest(), &keys(100)).unwrap();
            bytes[48..56].copy_from_slice(&positions.to_le_bytes());
            assert!(open(&bytes).is_none(), "{positions}");
        }
    }
}
