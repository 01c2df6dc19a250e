/*! The bytes of a table file.

A table holds the codes of one tier. `docs/table-format.md` explains it at leisure; this is the
definition. Integers are little-endian, checksums are CRC-32C, text is UTF-8 without a terminator.

```text
table   = header frame, block frames, footer frame, and nothing else.

header frame: a zstd skippable frame of 58 + g + v + t bytes
   0   4  58 2A 4D 18: a skippable frame follows
   4   4  bytes of this frame after this field
   8   8  "HINDTIER"
  16   2  format version, now 1                (bytes 0 to 18 are the same in all versions)
  18   1  w, bits a slot takes: 0, 1, 2, 4, 8 or 16
  19   1  zero
  20   4  B, bytes of a block before compression: a power of two from 16 to 2^20
  24   8  n, number of slots, at most 2^48
  32  16  fingerprint of the rules
  48   2  g, then g bytes: the game's name     (g, v and t are at most 1000)
   .   2  v, then v bytes: the variant's name
   .   2  t, then t bytes: the tier's name
   .   4  checksum of all bytes before it

block frames: one ordinary zstd frame for each block, in order
  Each decompresses to B bytes, the last one to what is left. Together they are n packed places of
  w bits, slot 0 first, from the low bits of a byte to its high bits; the last byte is filled up
  with zeros. A place p stands for the code dictionary[p]. With w = 0 there is no block.

footer frame: a zstd skippable frame of 44 + 2d + 8b bytes
   0   4  58 2A 4D 18
   4   4  bytes of this frame after this field
   8  2d  the dictionary: d codes of 2 bytes, rising; each is an outcome (hindsight_core::Code)
   .  8b  for each of the b blocks: 4 bytes length of its frame, 4 bytes checksum of its frame
  trailer, the last 36 bytes of the file:
   0   8  offset of the footer frame in the file
   8   8  b, number of blocks: n * w bits, cut in blocks
  16   4  d, number of dictionary entries
  20   4  the header's checksum, again: header and footer belong together
  24   4  checksum of the footer frame up to here
  28   8  "HINDENDS"
```

w is the least of 0, 1, 2, 4, 8, 16 for which 2^w >= d (and 1 for d = 1); w = 0 means d = 0: every
slot is a hole. Holes are not stored: the place in a hole's slot is arbitrary, and a reader gets
some code of the tier there.

Every byte is covered: header and footer by their checksums, blocks by those in the footer, the
checksums themselves by being compared, and the blocks must fill the space between header and
footer exactly.

History
- 1: the first.
*/

use hindsight_core::Code;

use crate::id::{Fingerprint, GameId};
use crate::packing::width_for;

/// The format version that this program writes and reads.
pub const FORMAT_VERSION: u16 = 1;

/// Bytes of a block before compression. Larger blocks compress better, smaller ones are faster to
/// reach; this is the design's measured middle.
pub const BLOCK_BYTES: u32 = 16 << 10;

/// The zstd level of a table with so many slots. Part of the format's determinism: another level gives
/// other bytes, and whoever solves a tier must take the same.
///
/// Where a GPU solves, compressing takes longer than solving, and tables of millions of slots are what
/// takes the time. On 24 MB of Five Field Kono level 4 is two to three times as fast as level 6, and 5%
/// larger (level 5: 1.5 to 2 times, 2%; level 3: four times, 10%).
pub const fn compression_level(slots: u64) -> i32 {
    if slots < LARGE_SLOTS { COMPRESSION_LEVEL } else { LARGE_COMPRESSION_LEVEL }
}

/// The level of most tables.
pub const COMPRESSION_LEVEL: i32 = 6;
const LARGE_COMPRESSION_LEVEL: i32 = 4;
/// From so many slots on a table is a large one.
const LARGE_SLOTS: u64 = 1 << 26;

/// The longest name of a game, variant or tier, in bytes.
pub(crate) const MAX_NAME: usize = 1000;
pub(crate) const MAX_SLOTS: u64 = 1 << 48;
const MIN_BLOCK_BYTES: u32 = 16;
const MAX_BLOCK_BYTES: u32 = 1 << 20;

const FRAME_MAGIC: [u8; 4] = 0x184d_2a58_u32.to_le_bytes();
const HEADER_MAGIC: [u8; 8] = *b"HINDTIER";
const TRAILER_MAGIC: [u8; 8] = *b"HINDENDS";

/// Bytes at a file's start that tell what it is and how long its header is.
pub(crate) const PREFIX_BYTES: usize = 18;
pub(crate) const TRAILER_BYTES: usize = 36;
const HEADER_FIXED_BYTES: usize = 58;
/// Bytes of a skippable frame before its content.
const FRAME_BYTES: usize = 8;

/// What is wrong with some bytes; the reader adds file and part.
type Parsed<T> = Result<T, &'static str>;

/// Cuts fields off the front of a frame.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self, count: usize) -> Parsed<&'a [u8]> {
        let (field, rest) = self.0.split_at_checked(count).ok_or("a field is cut short")?;
        self.0 = rest;
        Ok(field)
    }

    fn array<const N: usize>(&mut self) -> Parsed<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk().ok_or("a field is cut short")?;
        self.0 = rest;
        Ok(*field)
    }

    fn u16(&mut self) -> Parsed<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Parsed<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Parsed<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn name(&mut self) -> Parsed<String> {
        let length = self.u16()?.into();
        if length > MAX_NAME {
            return Err("a name is too long");
        }
        let bytes = self.bytes(length)?;
        Ok(std::str::from_utf8(bytes).map_err(|_| "a name is no text")?.to_owned())
    }
}

/// What the first bytes of a file say, before anything is believed.
pub(crate) struct Prefix {
    pub(crate) version: u16,
    /// Bytes of the header frame; small enough to allocate.
    pub(crate) header_bytes: usize,
}

impl Prefix {
    pub(crate) fn parse(bytes: &[u8; PREFIX_BYTES]) -> Parsed<Prefix> {
        let mut fields = Fields(bytes);
        let frame: [u8; 4] = fields.array()?;
        let content = fields.u32()?;
        let magic: [u8; 8] = fields.array()?;
        if (frame, magic) != (FRAME_MAGIC, HEADER_MAGIC) {
            return Err("it is no Hindsight table");
        }
        let version = fields.u16()?;
        let header_bytes = FRAME_BYTES + content as usize;
        let fits = HEADER_FIXED_BYTES..=HEADER_FIXED_BYTES + 3 * MAX_NAME;
        if version == FORMAT_VERSION && !fits.contains(&header_bytes) {
            return Err("the header's length is impossible");
        }
        Ok(Prefix { version, header_bytes })
    }
}

/// What a table says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Whose positions the table answers for.
    pub id: GameId,
    /// The tier's name.
    pub tier: String,
    /// How many slots the tier has, holes included.
    pub slots: u64,
    /// Bits that a slot takes before compression.
    pub width: u8,
    /// Bytes of a block before compression.
    pub block_bytes: u32,
}

impl Header {
    /// Slots of every block but the last.
    pub fn block_slots(&self) -> u64 {
        u64::from(self.block_bytes) * 8 / u64::from(self.width.max(1))
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        if self.width == 0 { 0 } else { self.slots.div_ceil(self.block_slots()) }
    }

    /// The first slot of a block, and how many it has.
    pub(crate) fn slots_of(&self, block: u64) -> (u64, usize) {
        let first = block * self.block_slots();
        (first, self.block_slots().min(self.slots - first) as usize)
    }

    /// Bytes of a block before compression.
    pub(crate) fn packed_bytes(&self, block: u64) -> usize {
        let (_, slots) = self.slots_of(block);
        (slots * usize::from(self.width)).div_ceil(8)
    }

    /// The header frame. The names are short enough and the sizes valid: the writer has checked.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_FIXED_BYTES + 3 * 40);
        bytes.extend(FRAME_MAGIC);
        bytes.extend([0; 4]);
        bytes.extend(HEADER_MAGIC);
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend([self.width, 0]);
        bytes.extend(self.block_bytes.to_le_bytes());
        bytes.extend(self.slots.to_le_bytes());
        bytes.extend(self.id.rules.0);
        for name in [&self.id.game, &self.id.variant, &self.tier] {
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend(name.as_bytes());
        }
        let content = (bytes.len() + 4 - FRAME_BYTES) as u32;
        bytes[4..8].copy_from_slice(&content.to_le_bytes());
        bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a whole header frame whose prefix has been parsed; also gives its checksum.
    pub(crate) fn parse(frame: &[u8]) -> Parsed<(Header, u32)> {
        let (content, stored) = frame.split_last_chunk().ok_or("it is cut short")?;
        let checksum = crc32c::crc32c(content);
        if checksum != u32::from_le_bytes(*stored) {
            return Err("the checksum differs");
        }
        let mut fields = Fields(content);
        fields.bytes(PREFIX_BYTES)?;
        let [width, 0] = fields.array()? else { return Err("a reserved byte is set") };
        let block_bytes = fields.u32()?;
        let slots = fields.u64()?;
        let rules = Fingerprint(fields.array()?);
        let game = fields.name()?;
        let variant = fields.name()?;
        let tier = fields.name()?;
        if !fields.0.is_empty() {
            return Err("there are bytes too many");
        }
        if !matches!(width, 0 | 1 | 2 | 4 | 8 | 16) {
            return Err("the width is impossible");
        }
        if !block_bytes_fit(block_bytes) {
            return Err("the block size is impossible");
        }
        if slots > MAX_SLOTS {
            return Err("the number of slots is impossible");
        }
        let id = GameId { game, variant, rules };
        Ok((Header { id, tier, slots, width, block_bytes }, checksum))
    }
}

/// Whether blocks may have this size.
pub(crate) fn block_bytes_fit(bytes: u32) -> bool {
    bytes.is_power_of_two() && (MIN_BLOCK_BYTES..=MAX_BLOCK_BYTES).contains(&bytes)
}

/// The last bytes of a file: where the rest of the footer is.
pub(crate) struct Trailer {
    pub(crate) footer_offset: u64,
    pub(crate) footer_bytes: usize,
    blocks: u64,
    entries: u32,
    header_checksum: u32,
}

impl Trailer {
    /// Believes nothing that does not fit the file's size and its header, so that the footer can be
    /// allocated safely.
    pub(crate) fn parse(
        bytes: &[u8; TRAILER_BYTES],
        file_bytes: u64,
        header: &Header,
    ) -> Parsed<Trailer> {
        let mut fields = Fields(bytes);
        let footer_offset = fields.u64()?;
        let blocks = fields.u64()?;
        let entries = fields.u32()?;
        let header_checksum = fields.u32()?;
        fields.u32()?;
        if fields.array() != Ok(TRAILER_MAGIC) {
            return Err("it does not end as a table does: cut short, or more was appended");
        }
        if blocks != header.blocks() {
            return Err("the number of blocks is not what the header implies");
        }
        if entries > 1 << 16 || width_for(entries as usize) != header.width {
            return Err("the dictionary's length does not fit the header's width");
        }
        let footer_bytes = blocks
            .checked_mul(8)
            .and_then(|index| index.checked_add(2 * u64::from(entries)))
            .and_then(|rest| rest.checked_add((FRAME_BYTES + TRAILER_BYTES) as u64))
            .filter(|footer| footer_offset.checked_add(*footer) == Some(file_bytes))
            .and_then(|footer| usize::try_from(footer).ok())
            .ok_or("its length does not fit the file's")?;
        Ok(Trailer { footer_offset, footer_bytes, blocks, entries, header_checksum })
    }
}

/// The dictionary and where each block is.
pub(crate) struct Footer {
    pub(crate) dictionary: Vec<Code>,
    /// Where each block's frame begins in the file, and after the last where it ends.
    pub(crate) starts: Vec<u64>,
    /// The checksum of each block's frame.
    pub(crate) checksums: Vec<u32>,
}

impl Footer {
    /// The footer frame. Fails if there are more blocks than a skippable frame can list.
    pub(crate) fn encode(
        dictionary: &[Code],
        index: &[(u32, u32)],
        offset: u64,
        header_checksum: u32,
    ) -> Option<Vec<u8>> {
        let frame_bytes = FRAME_BYTES + 2 * dictionary.len() + size_of_val(index) + TRAILER_BYTES;
        let content = u32::try_from(frame_bytes - FRAME_BYTES).ok()?;
        let mut bytes = Vec::with_capacity(frame_bytes);
        bytes.extend(FRAME_MAGIC);
        bytes.extend(content.to_le_bytes());
        bytes.extend(dictionary.iter().flat_map(|code| code.0.to_le_bytes()));
        for (length, checksum) in index {
            bytes.extend(length.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(offset.to_le_bytes());
        bytes.extend((index.len() as u64).to_le_bytes());
        bytes.extend((dictionary.len() as u32).to_le_bytes());
        bytes.extend(header_checksum.to_le_bytes());
        bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
        bytes.extend(TRAILER_MAGIC);
        Some(bytes)
    }

    /// Reads a whole footer frame whose trailer has been parsed.
    pub(crate) fn parse(
        frame: &[u8],
        trailer: &Trailer,
        header_bytes: u64,
        header_checksum: u32,
        max_block_bytes: usize,
    ) -> Parsed<Footer> {
        let (content, end) = frame.split_last_chunk::<12>().ok_or("it is cut short")?;
        if crc32c::crc32c(content).to_le_bytes() != end[..4] {
            return Err("the checksum differs");
        }
        if trailer.header_checksum != header_checksum {
            return Err("it belongs to another header");
        }
        let mut fields = Fields(content);
        let magic: [u8; 4] = fields.array()?;
        if magic != FRAME_MAGIC || fields.u32()? as usize != frame.len() - FRAME_BYTES {
            return Err("it is no skippable frame");
        }
        let (codes, _) = fields.bytes(2 * trailer.entries as usize)?.as_chunks();
        let dictionary: Vec<Code> =
            codes.iter().map(|code| Code(u16::from_le_bytes(*code))).collect();
        if !dictionary.is_sorted_by(|a, b| a < b) {
            return Err("the dictionary is not sorted");
        }
        if dictionary.iter().any(|code| code.outcome().is_none()) {
            return Err("a dictionary entry is no outcome");
        }
        let mut starts = Vec::with_capacity(trailer.blocks as usize + 1);
        let mut checksums = Vec::with_capacity(trailer.blocks as usize);
        let mut at = header_bytes;
        for _ in 0..trailer.blocks {
            starts.push(at);
            let length = fields.u32()?;
            if length as usize > max_block_bytes {
                return Err("a block is impossibly long");
            }
            at += u64::from(length);
            checksums.push(fields.u32()?);
        }
        starts.push(at);
        if at != trailer.footer_offset {
            return Err("the blocks do not fill the space before it");
        }
        Ok(Footer { dictionary, starts, checksums })
    }
}
