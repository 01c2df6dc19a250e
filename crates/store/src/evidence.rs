//! Parts of a table that anybody can check against the table's hash, without the rest.
//!
//! BLAKE3 hashes a file as a binary tree over chunks of 1024 bytes: the left subtree of a node holds the
//! largest power of two of chunks that is less than all. Whoever has some chunks, and the chaining values
//! of the subtrees between them, can compute the hash of the whole.

use std::ops::Range;

use blake3::CHUNK_LEN;
use blake3::hazmat::{HasherExt, left_subtree_len};
use serde::Serialize;

use crate::error::StoreError;
use crate::format::Header;
use crate::table::Table;

/// A part of a file's hash tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Evidence {
    /// The chaining value of a subtree of which nothing is shown, in hexadecimal.
    Hidden(String),
    /// The bytes of a chunk, in hexadecimal.
    Chunk {
        /// The bytes.
        chunk: String,
    },
    /// A node with what is below it.
    Node(Box<[Evidence; 2]>),
}

impl Table {
    /// What shows the codes of some slots, with the header and the footer that say how to read them.
    ///
    /// # Errors
    /// As [`Table::get`].
    pub fn evidence(&self, slots: &[u64]) -> Result<Evidence, StoreError> {
        let [header, footer] = self.frames();
        let mut shown = vec![header, footer];
        for &slot in slots {
            self.within(slot, 1)?;
            if self.header().width > 0 {
                shown.push(self.block_bytes(slot / Header::block_slots(self.header())));
            }
        }
        self.part(0..self.file_bytes(), &shown)
    }

    fn part(&self, bytes: Range<u64>, shown: &[Range<u64>]) -> Result<Evidence, StoreError> {
        let length = bytes.end - bytes.start;
        if !shown.iter().any(|range| range.start < bytes.end && bytes.start < range.end) {
            let mut hasher = blake3::Hasher::new();
            hasher.set_input_offset(bytes.start);
            self.for_each_piece_of(bytes, |piece| {
                hasher.update(piece);
            })?;
            return Ok(Evidence::Hidden(hex(&hasher.finalize_non_root())));
        }
        if length <= CHUNK_LEN as u64 {
            let mut chunk = Vec::new();
            self.for_each_piece_of(bytes, |piece| chunk.extend_from_slice(piece))?;
            return Ok(Evidence::Chunk { chunk: hex(&chunk) });
        }
        let middle = bytes.start + left_subtree_len(length);
        let left = self.part(bytes.start..middle, shown)?;
        Ok(Evidence::Node(Box::new([left, self.part(middle..bytes.end, shown)?])))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
