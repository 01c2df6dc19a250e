//! Reading one table.

use std::cell::RefCell;
use std::fmt;
use std::io;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hindsight_core::Code;
use rayon::prelude::*;

use crate::cache::BlockCache;
use crate::compression::{Decompressor, compress_bound};
use crate::error::{Damage, Part, StoreError};
use crate::format::{FORMAT_VERSION, Footer, Header, PREFIX_BYTES, Prefix, TRAILER_BYTES, Trailer};
use crate::packing::Unpacker;
use crate::source::ReadAt;

/// The codes of one tier, read from a file of the format in [`format`](mod@crate::format).
///
/// Any number of threads may read at once. Opening reads header, dictionary and block index;
/// blocks are read, and checked against their checksums, when they are needed.
pub struct Table {
    source: Box<dyn ReadAt>,
    file: PathBuf,
    file_bytes: u64,
    header: Header,
    footer: Footer,
    codes: Unpacker<Code>,
    cache: Arc<BlockCache>,
    number: u64,
}

/// What [`Table::check`] has read without finding fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedBlocks {
    /// Blocks that decompressed to what their checksums promise.
    pub blocks: u64,
    /// Slots in those blocks.
    pub slots: u64,
}

/// Blocks that are fetched with one read when many are wanted.
const RUN_BLOCKS: u64 = 16;
/// Fewer blocks than this are decompressed by the calling thread alone.
const PARALLEL_BLOCKS: u64 = 64;

/// Bytes that are read at a time where much of a file is wanted.
const PIECE_BYTES: usize = 1 << 20;

thread_local! {
    /// A decompressor takes longer to make than a block to decompress.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

impl Table {
    /// Opens a table. `file` is only for messages.
    pub fn open(
        source: impl ReadAt + 'static,
        file: &Path,
        cache: Arc<BlockCache>,
    ) -> Result<Table, StoreError> {
        let number = cache.number_table();
        Table::open_numbered(source, file, cache, number)
    }

    pub(crate) fn open_numbered(
        source: impl ReadAt + 'static,
        file: &Path,
        cache: Arc<BlockCache>,
        number: u64,
    ) -> Result<Table, StoreError> {
        let damage = |part| move |what| Damage::new(file, part, what);
        let read = |offset: u64, bytes: usize| read(&source, file, offset, bytes);
        let file_bytes = source.size().map_err(StoreError::io("read", file))?;
        if file_bytes < (PREFIX_BYTES + TRAILER_BYTES) as u64 {
            let what = if file_bytes == 0 { "it is empty" } else { "it is cut short" };
            return Err(damage(Part::File)(what).into());
        }
        let mut prefix = [0; PREFIX_BYTES];
        prefix.copy_from_slice(&read(0, PREFIX_BYTES)?);
        let prefix = Prefix::parse(&prefix).map_err(damage(Part::File))?;
        if prefix.version != FORMAT_VERSION {
            let (found, known) = (prefix.version.into(), FORMAT_VERSION.into());
            return Err(StoreError::Version { file: file.to_owned(), found, known });
        }
        let frame = read(0, prefix.header_bytes)?;
        let (header, checksum) = Header::parse(&frame).map_err(damage(Part::Header))?;

        let mut trailer = [0; TRAILER_BYTES];
        trailer.copy_from_slice(&read(file_bytes - TRAILER_BYTES as u64, TRAILER_BYTES)?);
        let trailer =
            Trailer::parse(&trailer, file_bytes, &header).map_err(damage(Part::Footer))?;
        let frame = read(trailer.footer_offset, trailer.footer_bytes)?;
        let max_block_bytes = compress_bound(header.block_bytes as usize);
        let header_bytes = prefix.header_bytes as u64;
        let footer = Footer::parse(&frame, &trailer, header_bytes, checksum, max_block_bytes)
            .map_err(damage(Part::Footer))?;
        let codes = Unpacker::new(&footer.dictionary, |code| code);
        let (source, file) = (Box::new(source), file.to_owned());
        Ok(Table { source, file, file_bytes, header, footer, codes, cache, number })
    }

    /// What the table says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file, for messages.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.file_bytes
    }

    /// How many slots the tier has, holes included.
    pub fn slots(&self) -> u64 {
        self.header.slots
    }

    /// The codes that occur, in rising order. Never contains a hole.
    pub fn dictionary(&self) -> &[Code] {
        &self.footer.dictionary
    }

    /// The code of a slot. Touches one block, which is kept in the cache.
    ///
    /// The table does not know its holes: for a slot that is a hole the answer is some code of the
    /// tier, or [`Code::HOLE`] in a tier that has nothing but holes.
    pub fn get(&self, slot: u64) -> Result<Code, StoreError> {
        self.get_from(slot, |block| self.cached_block(block))
    }

    /// The code of a slot of which the block is had from somewhere.
    fn get_from<B: Deref<Target = [u8]>>(
        &self,
        slot: u64,
        block_at: impl FnOnce(u64) -> Result<B, StoreError>,
    ) -> Result<Code, StoreError> {
        self.within(slot, 1)?;
        if self.header.width == 0 {
            return Ok(Code::HOLE);
        }
        let block = slot / self.header.block_slots();
        let packed = block_at(block)?;
        let mut code = [Code::HOLE];
        self.unpack(&self.codes, block, &packed, slot, &mut code)?;
        Ok(code[0])
    }

    /// Fills `out` with the codes from slot `first` on, past the cache, with all threads of the
    /// current rayon pool if there is much to read. About holes see [`Table::get`].
    pub fn read_range(&self, first: u64, out: &mut [Code]) -> Result<(), StoreError> {
        self.read_unpacked(&self.codes, first, out, Code::HOLE)
    }

    /// Like [`Table::read_range`] with each code replaced on the way, for callers that keep tiers
    /// in fewer bytes. `meaning` is asked once for each code of the dictionary, not for each slot.
    pub fn read_into<T: Copy + Send + Sync>(
        &self,
        first: u64,
        out: &mut [T],
        meaning: impl Fn(Code) -> T,
    ) -> Result<(), StoreError> {
        let hole = meaning(Code::HOLE);
        self.read_unpacked(&Unpacker::new(self.dictionary(), meaning), first, out, hole)
    }

    /// Hands over block after block, in order, each with its first slot. Past the cache. A tier
    /// that has nothing but holes has no blocks.
    pub fn for_each_block(&self, mut each: impl FnMut(u64, &[Code])) -> Result<(), StoreError> {
        let mut codes = Vec::new();
        let mut packed = Vec::new();
        self.for_each_frame(0, self.header.blocks(), |block, frame| {
            self.decompress(block, frame, &mut packed)?;
            let (first, slots) = self.header.slots_of(block);
            codes.resize(slots, Code::HOLE);
            self.unpack(&self.codes, block, &packed, first, &mut codes)?;
            each(first, &codes);
            Ok(())
        })
    }

    /// Hands over some bytes of the file, a piece at a time and in order.
    pub(crate) fn for_each_piece_of(
        &self,
        range: Range<u64>,
        mut each: impl FnMut(&[u8]),
    ) -> Result<(), StoreError> {
        for offset in range.clone().step_by(PIECE_BYTES) {
            let bytes = (range.end - offset).min(PIECE_BYTES as u64) as usize;
            each(&read(&*self.source, &self.file, offset, bytes)?);
        }
        Ok(())
    }

    /// Where the frames of the header and of the footer are in the file.
    pub(crate) fn frames(&self) -> [Range<u64>; 2] {
        let starts = &self.footer.starts;
        let (blocks, footer) = (starts[0], starts[starts.len() - 1]);
        [0..blocks, footer..self.file_bytes]
    }

    /// Where the frame of a block is in the file.
    pub(crate) fn block_bytes(&self, block: u64) -> Range<u64> {
        let starts = &self.footer.starts;
        starts[block as usize]..starts[block as usize + 1]
    }

    /// Reads every block and tests it. Header and footer were tested when the table was opened.
    pub fn check(&self) -> Result<CheckedBlocks, StoreError> {
        let blocks = self.header.blocks();
        let runs = (0..blocks.div_ceil(RUN_BLOCKS)).into_par_iter();
        let slots = runs
            .map(|run| {
                let (mut codes, mut packed, mut checked) = (Vec::new(), Vec::new(), 0);
                let first = run * RUN_BLOCKS;
                self.for_each_frame(first, blocks.min(first + RUN_BLOCKS), |block, frame| {
                    self.decompress(block, frame, &mut packed)?;
                    let (first, slots) = self.header.slots_of(block);
                    codes.resize(slots, Code::HOLE);
                    self.unpack(&self.codes, block, &packed, first, &mut codes)?;
                    checked += slots as u64;
                    Ok(())
                })?;
                Ok(checked)
            })
            .sum::<Result<u64, StoreError>>()?;
        Ok(CheckedBlocks { blocks, slots })
    }

    /// Refuses slots beyond the end.
    pub(crate) fn within(&self, first: u64, count: u64) -> Result<(), StoreError> {
        let slots = self.header.slots;
        match first.checked_add(count) {
            Some(end) if end <= slots => Ok(()),
            _ => {
                let slot = first.max(slots);
                Err(StoreError::SlotOutOfRange { file: self.file.clone(), slot, slots })
            }
        }
    }

    fn read_unpacked<T: Copy + Send + Sync>(
        &self,
        unpacker: &Unpacker<T>,
        first: u64,
        out: &mut [T],
        hole: T,
    ) -> Result<(), StoreError> {
        let count = out.len() as u64;
        self.within(first, count)?;
        if self.header.width == 0 || out.is_empty() {
            out.fill(hole);
            return Ok(());
        }
        let run_slots = self.header.block_slots() * RUN_BLOCKS;
        let fill = |(run, out): (u64, &mut [T])| {
            let start = first.max(run * run_slots);
            self.read_run(unpacker, start, out)
        };
        // Cut `out` where the runs of blocks end; the first and the last may be parts of runs.
        let first_run = first / run_slots;
        let head = ((first_run + 1) * run_slots - first).min(count) as usize;
        let (start, rest) = out.split_at_mut(head);
        if count / self.header.block_slots() < PARALLEL_BLOCKS {
            fill((first_run, start))?;
            let runs = rest.chunks_mut(run_slots as usize);
            (first_run + 1..).zip(runs).try_for_each(fill)
        } else {
            fill((first_run, start))?;
            rest.par_chunks_mut(run_slots as usize)
                .enumerate()
                .try_for_each(|(run, out)| fill((first_run + 1 + run as u64, out)))
        }
    }

    /// Fills `out` from slot `first` on; all within few blocks.
    fn read_run<T: Copy>(
        &self,
        unpacker: &Unpacker<T>,
        first: u64,
        out: &mut [T],
    ) -> Result<(), StoreError> {
        let block_slots = self.header.block_slots();
        let end = first + out.len() as u64;
        let mut packed = Vec::new();
        let mut rest = out;
        let blocks = first / block_slots..end.div_ceil(block_slots);
        self.for_each_frame(blocks.start, blocks.end, |block, frame| {
            self.decompress(block, frame, &mut packed)?;
            let from = first.max(block * block_slots);
            let to = end.min((block + 1) * block_slots);
            let (here, later) = std::mem::take(&mut rest).split_at_mut((to - from) as usize);
            rest = later;
            self.unpack(unpacker, block, &packed, from, here)
        })
    }

    /// Unpacks from a decompressed block the slots from `first` on.
    fn unpack<T: Copy>(
        &self,
        unpacker: &Unpacker<T>,
        block: u64,
        packed: &[u8],
        first: u64,
        out: &mut [T],
    ) -> Result<(), StoreError> {
        let within = (first % self.header.block_slots()) as usize;
        if unpacker.unpack(packed, within, out) {
            Ok(())
        } else {
            Err(self.damage(block, "it holds a code that the dictionary lacks"))
        }
    }

    /// Reads the frames of blocks, several at a time, and hands over one after the other.
    fn for_each_frame(
        &self,
        first: u64,
        end: u64,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let starts = &self.footer.starts;
        for run in (first..end).step_by(RUN_BLOCKS as usize) {
            let run_end = end.min(run + RUN_BLOCKS);
            let offset = starts[run as usize];
            let bytes = (starts[run_end as usize] - offset) as usize;
            let frames = read(&*self.source, &self.file, offset, bytes)?;
            for block in run..run_end {
                let from = (starts[block as usize] - offset) as usize;
                let to = (starts[block as usize + 1] - offset) as usize;
                each(block, &frames[from..to])?;
            }
        }
        Ok(())
    }

    fn cached_block(&self, block: u64) -> Result<Arc<[u8]>, StoreError> {
        let key = (self.number, block);
        if let Some(packed) = self.cache.get(key) {
            return Ok(packed);
        }
        let mut packed = Vec::new();
        self.for_each_frame(block, block + 1, |block, frame| {
            self.decompress(block, frame, &mut packed)
        })?;
        let packed: Arc<[u8]> = packed.into();
        self.cache.insert(key, Arc::clone(&packed));
        Ok(packed)
    }

    /// Tests and decompresses the frame of a block.
    fn decompress(&self, block: u64, frame: &[u8], packed: &mut Vec<u8>) -> Result<(), StoreError> {
        if crc32c::crc32c(frame) != self.footer.checksums[block as usize] {
            return Err(self.damage(block, "the checksum differs"));
        }
        let bytes = self.header.packed_bytes(block);
        packed.clear();
        packed.reserve(bytes);
        let result = DECOMPRESSOR.with_borrow_mut(|slot| {
            let decompressor = match slot {
                Some(decompressor) => decompressor,
                None => slot.insert(Decompressor::new()?),
            };
            decompressor.decompress_to_buffer(frame, packed)
        });
        match result {
            Ok(length) if length == bytes => Ok(()),
            Ok(_) => Err(self.damage(block, "its length differs")),
            Err(_) => Err(self.damage(block, "it does not decompress")),
        }
    }

    fn damage(&self, block: u64, what: &'static str) -> StoreError {
        Damage::new(&self.file, Part::Block(block), what).into()
    }
}

/// Reads single slots of one table in turn, for one thread and one question: blocks that it has used
/// are at hand without asking the cache, which is shared and locked.
#[derive(Debug)]
pub struct Prober {
    table: Arc<Table>,
    blocks: Vec<(u64, Arc<[u8]>)>,
}

/// So few that looking for one is quicker than asking the cache.
const PROBER_BLOCKS: usize = 16;

impl Prober {
    /// Has used no block yet.
    pub fn new(table: Arc<Table>) -> Prober {
        Prober { table, blocks: Vec::new() }
    }

    /// The code of a slot, as [`Table::get`] has it.
    pub fn get(&mut self, slot: u64) -> Result<Code, StoreError> {
        let Prober { table, blocks } = self;
        table.get_from(slot, |block| {
            let place = match blocks.iter().position(|(known, _)| *known == block) {
                Some(place) => place,
                None => {
                    if blocks.len() == PROBER_BLOCKS {
                        blocks.clear();
                    }
                    blocks.push((block, table.cached_block(block)?));
                    blocks.len() - 1
                }
            };
            Ok(&*blocks[place].1)
        })
    }
}

/// Reads bytes that the caller knows to be within bounds, so that an end of file is damage.
fn read(
    source: &dyn ReadAt,
    file: &Path,
    offset: u64,
    bytes: usize,
) -> Result<Vec<u8>, StoreError> {
    let mut buffer = vec![0; bytes];
    match source.read_at(&mut buffer, offset) {
        Ok(()) => Ok(buffer),
        Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => {
            Err(Damage::new(file, Part::File, "it is cut short").into())
        }
        Err(cause) => Err(StoreError::io("read", file)(cause)),
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("file", &self.file)
            .field("header", &self.header)
            .field("entries", &self.footer.dictionary.len())
            .finish_non_exhaustive()
    }
}
