//! Tables that several processes write together: each compresses blocks of its own into a file beside
//! the table, and one of them joins these to the bytes that a single process would have written.

use std::io::{BufWriter, Write};
use std::sync::Arc;

use hindsight_core::Code;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::disk::TEMPORARY_PREFIX;
use crate::error::{Damage, Part, StoreError};
use crate::format::Header;
use crate::manifest::TierEntry;
use crate::name::table_file;
use crate::packing::Packer;
use crate::source::{CodeSource, ReadAt};
use crate::store::{Store, WRITE_BUFFER_BYTES};
use crate::writer::{BATCH_BLOCKS, Hashed, Layout, Press, WriteError, check_names, header_of};

/// Bytes of a part that are read at a time.
const READ_BYTES: usize = 1 << 20;

/// The blocks of a table that one process wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePart {
    /// The name of the file that has them, in the folder of the tables; none if there are no blocks.
    pub file: Option<String>,
    /// The length and the checksum of each, in the order of the blocks' numbers.
    pub frames: Vec<(u32, u32)>,
}

/// A table that is written in parts. Whoever takes part knows all codes that occur in it.
#[derive(Debug)]
pub struct PartialTable<'a> {
    store: &'a Store,
    header: Header,
    dictionary: Vec<Code>,
    packer: Packer,
    layout: Layout,
}

impl<'a> PartialTable<'a> {
    /// The table of a tier with so many slots in which these codes occur, sorted, without the hole.
    ///
    /// # Errors
    /// [`StoreError::AlreadySolved`], [`StoreError::NotAnOutcome`] and others that
    /// [`Store::write_tier`] has, too.
    pub fn new(
        store: &'a Store,
        tier: &str,
        slots: u64,
        dictionary: Vec<Code>,
    ) -> Result<PartialTable<'a>, StoreError> {
        store.writable()?;
        check_names(store.id(), tier, slots)?;
        if let Some(&code) = dictionary.iter().find(|code| code.outcome().is_none()) {
            return Err(StoreError::NotAnOutcome { tier: tier.to_owned(), slot: 0, code });
        }
        let (packer, layout) = (Packer::new(&dictionary), Layout::of(slots));
        let header = header_of(store.id(), tier, slots, &packer, layout);
        Ok(PartialTable { store, header, dictionary, packer, layout })
    }

    /// How many blocks the table has.
    pub fn blocks(&self) -> u64 {
        self.header.blocks()
    }

    /// The first slot of a block, and how many it has.
    pub fn slots_of(&self, block: u64) -> (u64, u64) {
        let (first, slots) = self.header.slots_of(block);
        (first, slots as u64)
    }

    /// Compresses some blocks, in rising order, and writes them to a file of their own. `place` tells the
    /// files of all who take part apart.
    pub fn write_part<S: CodeSource + ?Sized>(
        &self,
        place: usize,
        blocks: &[u64],
        codes: &S,
    ) -> Result<TablePart, StoreError> {
        if blocks.is_empty() {
            return Ok(TablePart::default());
        }
        let file = format!("{TEMPORARY_PREFIX}part-{place}-{}", table_file(&self.header.tier));
        let path = self.store.dir().join(&file);
        let failed = |cause| StoreError::io("write", &path)(cause);
        let mut out = BufWriter::with_capacity(WRITE_BUFFER_BYTES, self.store.temporary()?);
        let mut frames = Vec::with_capacity(blocks.len());
        for batch in blocks.chunks(BATCH_BLOCKS as usize) {
            let pressed = batch
                .par_iter()
                .map_init(
                    || Press::new(self.layout.level),
                    |press, &block| match press {
                        Ok(press) => press.block(block, codes, &self.header, &self.packer),
                        Err(cause) => Err(WriteError::Output(cause.kind().into())),
                    },
                )
                .collect::<Result<Vec<_>, _>>();
            let pressed = pressed.map_err(|error| match error {
                WriteError::Refused(error) => error,
                WriteError::Output(cause) => failed(cause),
            })?;
            for (frame, checksum) in pressed {
                frames.push((frame.len() as u32, checksum));
                out.write_all(&frame).map_err(failed)?;
            }
        }
        let written = out.into_inner().map_err(|error| failed(error.into_error()))?;
        written.rename(&path).map_err(failed)?;
        Ok(TablePart { file: Some(file), frames })
    }

    /// Joins the parts to the table, given which of them has each block, makes it last, and removes them.
    /// The table can be read at once; whoever leads the solve lists it.
    pub fn join(
        &self,
        parts: &[TablePart],
        part_of: impl Fn(u64) -> usize,
    ) -> Result<TierEntry, StoreError> {
        let file = table_file(&self.header.tier);
        let path = self.store.dir().join(&file);
        let failed = |cause| StoreError::io("write", &path)(cause);
        let refused = |error| match error {
            WriteError::Refused(error) => error,
            WriteError::Output(cause) => failed(cause),
        };
        let mut readers = parts
            .iter()
            .map(|part| PartReader::open(self.store, part))
            .collect::<Result<Vec<_>, _>>()?;
        let mut buffer = BufWriter::with_capacity(WRITE_BUFFER_BYTES, self.store.temporary()?);
        let mut out = Hashed { out: &mut buffer, hash: blake3::Hasher::new(), bytes: 0 };
        let header_checksum = out.write_header(&self.header).map_err(refused)?;
        let mut index = Vec::with_capacity(self.blocks() as usize);
        for block in 0..self.blocks() {
            let reader = &mut readers[part_of(block)];
            let (length, checksum) = reader.next(|frame| out.write(frame).map_err(refused))?;
            index.push((length, checksum));
        }
        let written = out.finish(&self.header, &self.dictionary, &index, header_checksum);
        let written = written.map_err(refused)?;
        let mut temporary = buffer.into_inner().map_err(|error| failed(error.into_error()))?;
        temporary.sync().map_err(failed)?;
        temporary.rename(&path).map_err(failed)?;
        drop(readers);
        for file in parts.iter().filter_map(|part| part.file.as_ref()) {
            // One that stays is removed when the next solve begins.
            let _ = self.store.disk().remove(&self.store.dir().join(file));
        }
        let entry = TierEntry {
            name: self.header.tier.clone(),
            file,
            slots: self.header.slots,
            bytes: written.bytes,
            blake3: written.blake3.to_string(),
        };
        self.store.learn(&entry);
        Ok(entry)
    }
}

/// Reads the blocks of a part one after another.
struct PartReader<'p> {
    file: Option<Box<dyn ReadAt>>,
    path: std::path::PathBuf,
    frames: std::slice::Iter<'p, (u32, u32)>,
    offset: u64,
    /// The rest of what was read ahead, and the bytes that are left to read.
    ahead: Vec<u8>,
    used: usize,
    left: u64,
}

impl<'p> PartReader<'p> {
    fn open(store: &Store, part: &'p TablePart) -> Result<PartReader<'p>, StoreError> {
        let left = part.frames.iter().map(|&(length, _)| u64::from(length)).sum();
        let path = store.dir().join(part.file.as_deref().unwrap_or_default());
        let disk = Arc::clone(store.disk());
        let open = |_: &String| disk.open(&path).map_err(StoreError::io("open", &path));
        let file = part.file.as_ref().map(open).transpose()?;
        let frames = part.frames.iter();
        Ok(PartReader { file, path, frames, offset: 0, ahead: Vec::new(), used: 0, left })
    }

    /// Hands over the next block, whose checksum is compared; its length and checksum.
    fn next(
        &mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(u32, u32), StoreError> {
        let damaged = |what| Damage::new(&self.path, Part::File, what);
        let (Some(&(length, checksum)), Some(file)) = (self.frames.next(), &self.file) else {
            return Err(damaged("it has too few blocks").into());
        };
        let bytes = length as usize;
        if self.ahead.len() - self.used < bytes {
            self.ahead.drain(..self.used);
            self.used = 0;
            let more = (READ_BYTES.max(bytes) as u64).min(self.left) as usize;
            let from = self.ahead.len();
            self.ahead.resize(from + more, 0);
            file.read_at(&mut self.ahead[from..], self.offset)
                .map_err(StoreError::io("read", &self.path))?;
            self.offset += more as u64;
            self.left -= more as u64;
        }
        let frame = &self.ahead[self.used..self.used + bytes];
        if crc32c::crc32c(frame) != checksum {
            return Err(damaged("a block is not the one that was written").into());
        }
        take(frame)?;
        self.used += bytes;
        Ok((length, checksum))
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::Outcome;

    use super::*;
    use crate::{Fingerprint, GameId};

    /// Parts by single blocks, dealt out in turn, join to the bytes of a table that was written whole.
    #[test]
    fn parts_join_to_the_same_bytes() {
        let id = GameId { game: "g".into(), variant: "v".into(), rules: Fingerprint::of(b"r") };
        for slots in [0u64, 1, 5_000, 300_000] {
            let code = |slot: u64| Code::new(Outcome::Win((slot * slot % 97) as u16));
            let codes: Vec<Code> = (0..slots).map(code).collect();
            let (whole, joined) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let alone = Store::create(whole.path(), &id, false).unwrap();
            let expected = alone.write_tier("t", &codes).unwrap();
            let store = Store::create(joined.path(), &id, false).unwrap();
            let mut dictionary = codes.clone();
            dictionary.sort_unstable_by_key(|code| code.0);
            dictionary.dedup();
            let table = PartialTable::new(&store, "t", slots, dictionary).unwrap();
            for places in [1, 2, 3] {
                let parts: Vec<TablePart> = (0..places)
                    .map(|place| {
                        let of_place = |block: &u64| *block % places as u64 == place as u64;
                        let blocks: Vec<u64> = (0..table.blocks()).filter(of_place).collect();
                        table.write_part(place, &blocks, &codes).unwrap()
                    })
                    .collect();
                let entry = table.join(&parts, |block| block as usize % places).unwrap();
                assert_eq!(entry, expected);
                let bytes = |store: &Store| std::fs::read(store.dir().join(&entry.file)).unwrap();
                assert_eq!(bytes(&store), bytes(&alone));
            }
            let left = std::fs::read_dir(store.dir()).unwrap().count();
            assert_eq!(left, std::fs::read_dir(alone.dir()).unwrap().count(), "no part is left");
        }
    }
}
