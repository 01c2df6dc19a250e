//! Writing one table.
//!
//! Same codes, same bytes: each block is compressed on its own with the same settings, so neither
//! the number of threads nor the order in which they finish can show.

use std::io::{self, Write};

use hindsight_core::Code;
use rayon::prelude::*;

use crate::compression::Compressor;
use crate::error::StoreError;
use crate::format::{
    BLOCK_BYTES, COMPRESSION_LEVEL, Footer, Header, MAX_NAME, MAX_SLOTS, block_bytes_fit,
    compression_level,
};
use crate::id::GameId;
use crate::packing::Packer;
use crate::source::CodeSource;

/// How blocks are cut and compressed. Everything but tests and measurements takes [`Layout::of`]; the
/// default is that of all but the largest tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes of a block before compression: a power of two from 16 to 2^20.
    pub block_bytes: u32,
    /// The zstd level.
    pub level: i32,
}

impl Layout {
    /// The layout of tables with so many slots.
    pub const fn of(slots: u64) -> Layout {
        Layout { block_bytes: BLOCK_BYTES, level: compression_level(slots) }
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { block_bytes: BLOCK_BYTES, level: COMPRESSION_LEVEL }
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Bytes of the table.
    pub bytes: u64,
    /// The hash of those bytes.
    pub blake3: blake3::Hash,
}

/// Why a table was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The codes or names are at fault.
    Refused(StoreError),
    /// The output is at fault.
    Output(io::Error),
}

/// Blocks that are compressed before they are written, which bounds the memory.
pub(crate) const BATCH_BLOCKS: u64 = 512;
/// A table with fewer blocks is written by the calling thread alone: handing out the work would
/// cost more than it saves, and small tiers are solved side by side anyway.
const PARALLEL_BLOCKS: u64 = 64;
/// Slots that one thread looks through at a time for the dictionary.
const SCAN_SLOTS: u64 = 1 << 16;

/// Writes the table of one tier. See [`Store::write_tier`](crate::Store::write_tier) for the way
/// onto a disk.
pub fn write_table<S: CodeSource + ?Sized>(
    out: &mut dyn Write,
    id: &GameId,
    tier: &str,
    codes: &S,
    layout: Layout,
) -> Result<Written, WriteError> {
    if !block_bytes_fit(layout.block_bytes) {
        let cause = io::Error::new(io::ErrorKind::InvalidInput, "impossible block size");
        return Err(WriteError::Output(cause));
    }
    check_names(id, tier, codes.slots()).map_err(WriteError::Refused)?;
    let dictionary = dictionary_of(codes, tier).map_err(WriteError::Refused)?;
    let packer = Packer::new(&dictionary);
    let header = header_of(id, tier, codes.slots(), &packer, layout);
    let mut out = Hashed { out, hash: blake3::Hasher::new(), bytes: 0 };
    let header_checksum = out.write_header(&header)?;
    let blocks = header.blocks();
    let mut index = Vec::with_capacity(blocks as usize);
    let mut write_block = |(frame, checksum): (Vec<u8>, u32)| {
        index.push((frame.len() as u32, checksum));
        out.write(&frame)
    };
    if blocks < PARALLEL_BLOCKS {
        let mut press = Press::new(layout.level).map_err(WriteError::Output)?;
        for block in 0..blocks {
            write_block(press.block(block, codes, &header, &packer)?)?;
        }
    } else {
        for start in (0..blocks).step_by(BATCH_BLOCKS as usize) {
            let batch: Vec<_> = (start..blocks.min(start + BATCH_BLOCKS))
                .into_par_iter()
                .map_init(
                    || Press::new(layout.level),
                    |press, block| match press {
                        Ok(press) => press.block(block, codes, &header, &packer),
                        Err(cause) => Err(WriteError::Output(cause.kind().into())),
                    },
                )
                .collect::<Result<_, _>>()?;
            batch.into_iter().try_for_each(&mut write_block)?;
        }
    }
    out.finish(&header, &dictionary, &index, header_checksum)
}

/// Refuses names and sizes that a table cannot have.
pub(crate) fn check_names(id: &GameId, tier: &str, slots: u64) -> Result<(), StoreError> {
    for name in [&id.game, &id.variant, tier] {
        if name.len() > MAX_NAME {
            return Err(StoreError::NameTooLong { name: name.to_owned(), max: MAX_NAME });
        }
    }
    if slots > MAX_SLOTS {
        return Err(StoreError::TooLarge { tier: tier.to_owned(), slots });
    }
    Ok(())
}

/// The header of a table.
pub(crate) fn header_of(
    id: &GameId,
    tier: &str,
    slots: u64,
    packer: &Packer,
    layout: Layout,
) -> Header {
    let (id, tier) = (id.clone(), tier.to_owned());
    Header { id, tier, slots, width: packer.width(), block_bytes: layout.block_bytes }
}

/// Output that is counted and hashed on its way.
pub(crate) struct Hashed<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) hash: blake3::Hasher,
    pub(crate) bytes: u64,
}

impl Hashed<'_> {
    /// Writes a header; its checksum.
    pub(crate) fn write_header(&mut self, header: &Header) -> Result<u32, WriteError> {
        let frame = header.encode();
        self.write(&frame)?;
        Ok(crc32c::crc32c(&frame[..frame.len() - 4]))
    }

    /// Writes what follows the blocks.
    pub(crate) fn finish(
        mut self,
        header: &Header,
        dictionary: &[Code],
        index: &[(u32, u32)],
        header_checksum: u32,
    ) -> Result<Written, WriteError> {
        let footer = Footer::encode(dictionary, index, self.bytes, header_checksum);
        let footer = footer.ok_or_else(|| {
            let (tier, slots) = (header.tier.clone(), header.slots);
            WriteError::Refused(StoreError::TooLarge { tier, slots })
        })?;
        self.write(&footer)?;
        Ok(Written { bytes: self.bytes, blake3: self.hash.finalize() })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes).map_err(WriteError::Output)
    }
}

/// What one thread needs to make blocks.
pub(crate) struct Press {
    compressor: Compressor<'static>,
    codes: Vec<Code>,
    places: Vec<u16>,
    packed: Vec<u8>,
}

impl Press {
    pub(crate) fn new(level: i32) -> io::Result<Press> {
        let compressor = Compressor::new(level)?;
        Ok(Press { compressor, codes: Vec::new(), places: Vec::new(), packed: Vec::new() })
    }

    /// The frame of a block, and its checksum.
    pub(crate) fn block<S: CodeSource + ?Sized>(
        &mut self,
        block: u64,
        source: &S,
        header: &Header,
        packer: &Packer,
    ) -> Result<(Vec<u8>, u32), WriteError> {
        let (first, slots) = header.slots_of(block);
        self.codes.resize(slots, Code::HOLE);
        source.read(first, &mut self.codes);
        packer.pack(&self.codes, &mut self.places, &mut self.packed).map_err(|at| {
            let tier = header.tier.clone();
            WriteError::Refused(StoreError::Unsteady { tier, slot: first + at as u64 })
        })?;
        let mut frame = self.compressor.compress(&self.packed).map_err(WriteError::Output)?;
        frame.shrink_to_fit();
        let checksum = crc32c::crc32c(&frame);
        Ok((frame, checksum))
    }
}

/// Which of the 65536 codes occur.
type Seen = Box<[bool; 1 << 16]>;

/// The codes that occur, sorted, without the hole.
fn dictionary_of<S: CodeSource + ?Sized>(source: &S, tier: &str) -> Result<Vec<Code>, StoreError> {
    let slots = source.slots();
    let nothing = || (Seen::new([false; 1 << 16]), Vec::new());
    let scan = |(mut seen, mut codes): (Seen, Vec<Code>), chunk: u64| {
        let first = chunk * SCAN_SLOTS;
        codes.resize(SCAN_SLOTS.min(slots - first) as usize, Code::HOLE);
        source.read(first, &mut codes);
        for code in &codes {
            seen[usize::from(code.0)] = true;
        }
        (seen, codes)
    };
    let chunks = slots.div_ceil(SCAN_SLOTS);
    let seen = if chunks < PARALLEL_BLOCKS {
        (0..chunks).fold(nothing(), scan).0
    } else {
        (0..chunks).into_par_iter().fold(nothing, scan).map(|(seen, _)| seen).reduce(
            || nothing().0,
            |mut all, more| {
                all.iter_mut().zip(&*more).for_each(|(all, more)| *all |= more);
                all
            },
        )
    };
    let occurs = |bits: &u16| seen[usize::from(*bits)] && Code(*bits) != Code::HOLE;
    let dictionary: Vec<Code> = (0..=u16::MAX).filter(occurs).map(Code).collect();
    match dictionary.iter().find(|code| code.outcome().is_none()) {
        None => Ok(dictionary),
        Some(code) => {
            let mut at = [Code::HOLE];
            let holds = |slot: &u64| {
                source.read(*slot, &mut at);
                at[0] == *code
            };
            let slot = (0..slots).find(holds).unwrap_or(0);
            Err(StoreError::NotAnOutcome { tier: tier.to_owned(), slot, code: *code })
        }
    }
}
