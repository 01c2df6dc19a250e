//! Malom's files: `.sec2`, a sector's values, and `.secval`, what sectors are worth.
//!
//! Nothing that a file says is believed without a look: lengths, counts and references are checked, and what does
//! not fit is an error that names the file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::board::Sector;

/// Bytes before the records.
const HEADER_BYTES: usize = 64;
/// The only version there is.
const VERSION: i32 = 2;

/// What is wrong with a file, or with what should go into one.
#[derive(Debug, Error)]
pub enum MalomError {
    /// It cannot be read or written.
    #[error("cannot {action} {path}: {cause}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        cause: io::Error,
    },
    /// It is not what it should be.
    #[error("{path}: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// A number does not fit the format.
    #[error("{path}: Malom's format has no room for a value of {value} in a depth of {depth}")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The value, relative to the sector.
        value: i32,
        /// The depth.
        depth: i32,
    },
}

impl MalomError {
    pub(super) fn damaged(path: &Path, what: &'static str) -> MalomError {
        MalomError::Damaged { path: path.to_owned(), what }
    }
}

/// How records are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes of a record.
    pub bytes: u32,
    /// Bits of the first key, the lower ones.
    pub first_bits: u32,
    /// Whether sectors are valued by the difference of stones.
    pub by_difference: bool,
}

impl Cut {
    fn second_bits(self) -> u32 {
        8 * self.bytes - self.first_bits
    }

    /// The least second key, which stands for: look in the list at the end.
    fn elsewhere(self) -> i32 {
        -(1 << (self.second_bits() - 1))
    }

    fn fits(bits: u32, number: i32) -> bool {
        (-(1 << (bits - 1))..1 << (bits - 1)).contains(&number)
    }
}

/// The two keys of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// How much more than its sector it is worth.
    pub first: i32,
    /// How deep, or where else to look.
    pub second: i32,
}

/// Writes a sector, slot by slot.
pub struct SectorWriter {
    out: BufWriter<File>,
    path: PathBuf,
    cut: Cut,
    slot: i32,
    /// What did not fit a record.
    list: Vec<(i32, i32)>,
}

impl std::fmt::Debug for SectorWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SectorWriter").field("path", &self.path).finish_non_exhaustive()
    }
}

impl SectorWriter {
    /// Begins a file.
    pub fn create(path: &Path, cut: Cut) -> Result<SectorWriter, MalomError> {
        let failed = |cause| MalomError::Io { action: "write", path: path.to_owned(), cause };
        let mut out = BufWriter::with_capacity(1 << 20, File::create(path).map_err(failed)?);
        let mut header = [0; HEADER_BYTES];
        header[..4].copy_from_slice(&VERSION.to_le_bytes());
        header[4..8].copy_from_slice(&cut.bytes.to_le_bytes());
        header[8..12].copy_from_slice(&cut.first_bits.to_le_bytes());
        header[12] = cut.by_difference.into();
        out.write_all(&header).map_err(failed)?;
        Ok(SectorWriter { out, path: path.to_owned(), cut, slot: 0, list: Vec::new() })
    }

    /// Adds the next slot.
    pub fn add(&mut self, keys: Keys) -> Result<(), MalomError> {
        let Keys { first, second } = keys;
        let cut = self.cut;
        if !Cut::fits(cut.first_bits, first) {
            let path = self.path.clone();
            return Err(MalomError::TooLarge { path, value: first, depth: second });
        }
        let is_near = Cut::fits(cut.second_bits(), second) && second != cut.elsewhere();
        let kept = if is_near { second } else { cut.elsewhere() };
        if !is_near {
            self.list.push((self.slot, second));
        }
        let mask = (1 << cut.first_bits) - 1;
        let record = (kept << cut.first_bits | first & mask).to_le_bytes();
        self.slot += 1;
        self.out.write_all(&record[..cut.bytes as usize]).map_err(|cause| self.failed(cause))
    }

    /// Writes what did not fit, and ends the file.
    pub fn finish(mut self) -> Result<(), MalomError> {
        let mut end = (self.list.len() as i32).to_le_bytes().to_vec();
        for (slot, second) in &self.list {
            end.extend(slot.to_le_bytes());
            end.extend(second.to_le_bytes());
        }
        let written = self.out.write_all(&end).and_then(|()| self.out.flush());
        written.map_err(|cause| self.failed(cause))
    }

    fn failed(&self, cause: io::Error) -> MalomError {
        MalomError::Io { action: "write", path: self.path.clone(), cause }
    }
}

/// Reads a sector.
#[derive(Debug)]
pub struct SectorReader {
    file: File,
    path: PathBuf,
    cut: Cut,
    slots: u64,
    list: BTreeMap<u64, i32>,
}

impl SectorReader {
    /// Opens a file that must have so many slots.
    pub fn open(path: &Path, slots: u64) -> Result<SectorReader, MalomError> {
        let failed = |cause| MalomError::Io { action: "read", path: path.to_owned(), cause };
        let damaged = |what| MalomError::damaged(path, what);
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut header = [0; HEADER_BYTES];
        if length < HEADER_BYTES as u64 {
            return Err(damaged("it is too short for a sector of Malom"));
        }
        file.read_exact(&mut header).map_err(failed)?;
        let number = |at: usize| {
            let mut bytes = [0; 4];
            bytes.copy_from_slice(&header[at..at + 4]);
            i32::from_le_bytes(bytes)
        };
        let cut = Cut {
            bytes: number(4) as u32,
            first_bits: number(8) as u32,
            by_difference: header[12] == 1,
        };
        let is_cut = matches!(cut.bytes, 2 | 3) && (2..8 * cut.bytes - 1).contains(&cut.first_bits);
        if number(0) != VERSION || !is_cut || header[12] > 1 {
            return Err(damaged("it is not a sector of Malom, version 2"));
        }
        let records = HEADER_BYTES as u64 + u64::from(cut.bytes) * slots;
        let wrong_size = || damaged("it is not as long as its sector, or was cut off");
        if length < records + 4 || length - records > 4 + 8 * slots {
            return Err(wrong_size());
        }
        file.seek(SeekFrom::Start(records)).map_err(failed)?;
        let mut end = Vec::new();
        file.take(length - records).read_to_end(&mut end).map_err(failed)?;
        let numbers: Vec<i32> = end
            .chunks_exact(4)
            .map(|bytes| bytes.iter().rev().fold(0, |number, &byte| number << 8 | i32::from(byte)))
            .collect();
        let listed = usize::try_from(numbers[0]).map_err(|_| wrong_size())?;
        if listed.checked_mul(8).and_then(|bytes| bytes.checked_add(4)) != Some(end.len()) {
            return Err(wrong_size());
        }
        let mut list = BTreeMap::new();
        for pair in numbers[1..].chunks_exact(2) {
            let slot = u64::try_from(pair[0]).ok().filter(|&slot| slot < slots);
            let is_next = |slot: &u64| list.keys().next_back().is_none_or(|last| last < slot);
            let slot = slot.filter(is_next);
            list.insert(slot.ok_or_else(|| damaged("its list at the end is damaged"))?, pair[1]);
        }
        let file = File::open(path).map_err(failed)?;
        Ok(SectorReader { file, path: path.to_owned(), cut, slots, list })
    }

    /// The keys of a slot.
    pub fn get(&self, slot: u64) -> Result<Keys, MalomError> {
        if slot >= self.slots {
            return Err(MalomError::damaged(
                &self.path,
                "it is asked for a slot that it does not have",
            ));
        }
        let mut record = [0; 4];
        let bytes = self.cut.bytes as usize;
        let at = HEADER_BYTES as u64 + slot * bytes as u64;
        let mut file = &self.file;
        let read =
            file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut record[..bytes]));
        read.map_err(|cause| MalomError::Io { action: "read", path: self.path.clone(), cause })?;
        // To the top, and back with the sign.
        let unused = 32 - 8 * self.cut.bytes;
        let whole = i32::from_le_bytes(record) << unused >> unused;
        let above = 32 - self.cut.first_bits;
        let (first, second) = (whole << above >> above, whole >> self.cut.first_bits);
        if second != self.cut.elsewhere() {
            return Ok(Keys { first, second });
        }
        let listed = self.list.get(&slot).copied();
        let damaged = || MalomError::damaged(&self.path, "its list at the end lacks a slot");
        Ok(Keys { first, second: listed.ok_or_else(damaged)? })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What sectors are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectorValues {
    /// What a loss counts as.
    pub loss: i32,
    /// What a win counts as.
    pub win: i32,
    /// The sectors.
    pub sectors: BTreeMap<Sector, i32>,
}

impl SectorValues {
    /// Reads a `.secval` file.
    pub fn read(path: &Path) -> Result<SectorValues, MalomError> {
        let mut text = String::new();
        let failed = |cause| MalomError::Io { action: "read", path: path.to_owned(), cause };
        File::open(path)
            .and_then(|file| file.take(1 << 20).read_to_string(&mut text))
            .map_err(failed)?;
        SectorValues::parse(&text).ok_or_else(|| {
            MalomError::damaged(path, "it does not say what the sectors of Malom are worth")
        })
    }

    fn parse(text: &str) -> Option<SectorValues> {
        let mut words = text.split_whitespace();
        let mut named = |name: &str| -> Option<i32> {
            (words.next()? == name).then_some(())?;
            words.next()?.parse().ok()
        };
        let (loss, win) = (named("virt_loss_val:")?, named("virt_win_val:")?);
        let count: usize = words.next()?.parse().ok()?;
        let numbers = words.map(|word| word.parse().ok()).collect::<Option<Vec<i32>>>()?;
        let mut sectors = BTreeMap::new();
        for row in numbers.chunks(5) {
            let &[mine, theirs, my_hand, their_hand, value] = row else { return None };
            let stones = |number: i32| u32::try_from(number).ok().filter(|&number| number <= 12);
            let sector = Sector {
                mine: stones(mine)?,
                theirs: stones(theirs)?,
                my_hand: stones(my_hand)?,
                their_hand: stones(their_hand)?,
            };
            sectors.insert(sector, value);
        }
        (sectors.len() == count && loss < win).then_some(SectorValues { loss, win, sectors })
    }

    /// Writes it.
    pub fn write(&self, path: &Path) -> Result<(), MalomError> {
        let mut text = format!(
            "virt_loss_val: {}\nvirt_win_val: {}\n{}\n",
            self.loss,
            self.win,
            self.sectors.len()
        );
        for (Sector { mine, theirs, my_hand, their_hand }, value) in &self.sectors {
            text += &format!("{mine} {theirs} {my_hand} {their_hand}  {value}\n");
        }
        let written = File::create(path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|cause| MalomError::Io { action: "write", path: path.to_owned(), cause })
    }
}
