//! What can go wrong, on two levels: [`StoreError`] when the request cannot be met, [`Damage`] when
//! a file is at fault.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use hindsight_core::Code;

use crate::id::Fingerprint;

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no manifest: the game was never solved here, or its first solve has not got far.
    #[error("nothing is solved in {}", dir.display())]
    NothingSolved {
        /// The folder that would hold the tables.
        dir: PathBuf,
    },
    /// The manifest does not list the tier.
    #[error("{}: tier {tier:?} is not solved", dir.display())]
    NoSuchTier {
        /// The folder with the tables.
        dir: PathBuf,
        /// The tier that was asked for.
        tier: String,
    },
    /// The tables belong to rules that are no longer the game's.
    #[error(
        "{}: solved under other rules (fingerprint {found}, this program's is {wanted}); \
         solve again with --force",
        file.display()
    )]
    OtherRules {
        /// The manifest.
        file: PathBuf,
        /// The fingerprint in the manifest.
        found: Fingerprint,
        /// The fingerprint of the rules as they are now.
        wanted: Fingerprint,
    },
    /// The file was written by an older or a newer program.
    #[error(
        "{}: format version {found} is {}",
        file.display(),
        if found < known {
            "too old for this program; solve again with --force"
        } else {
            "newer than this program; update the program"
        }
    )]
    Version {
        /// The table or the manifest.
        file: PathBuf,
        /// The version in the file.
        found: u32,
        /// The version that this program reads and writes.
        known: u32,
    },
    /// Another process writes to the same folder.
    #[error("another solve is running in {}", dir.display())]
    Locked {
        /// The folder with the tables.
        dir: PathBuf,
    },
    /// The store was opened with [`Store::open`](crate::Store::open), which only reads.
    #[error("{} is open for reading only", dir.display())]
    OpenForReading {
        /// The folder with the tables.
        dir: PathBuf,
    },
    /// The tier is written already. A table is never written twice.
    #[error("{}: tier {tier:?} is solved already", dir.display())]
    AlreadySolved {
        /// The folder with the tables.
        dir: PathBuf,
        /// The tier that was to be written.
        tier: String,
    },
    /// The name of a game, variant or tier is too long for a header.
    #[error("the name {name:.40?}... has {} bytes, more than {max}", name.len())]
    NameTooLong {
        /// The name.
        name: String,
        /// The longest that is allowed, in bytes.
        max: usize,
    },
    /// More slots than a table can have.
    #[error("tier {tier:?} has {slots} slots, more than a table can hold")]
    TooLarge {
        /// The tier that was to be written.
        tier: String,
        /// How many slots it has.
        slots: u64,
    },
    /// A code to be written is neither an outcome nor a hole: a bug in the solver.
    #[error("tier {tier:?}: slot {slot} holds {code:?}, which is no outcome")]
    NotAnOutcome {
        /// The tier that was to be written.
        tier: String,
        /// The first such slot.
        slot: u64,
        /// What it holds.
        code: Code,
    },
    /// The source of the codes gave other codes at the second reading.
    #[error("tier {tier:?}: slot {slot} changed while the table was written")]
    Unsteady {
        /// The tier that was to be written.
        tier: String,
        /// The first such slot.
        slot: u64,
    },
    /// A table has another number of slots than the tier that it claims to be: forged, or of another
    /// index.
    #[error("{}: it has {found} slots, and the tier has {wanted}; solve again with --force", file.display())]
    OtherSlots {
        /// The table.
        file: PathBuf,
        /// How many slots it has.
        found: u64,
        /// How many the game's index gives the tier.
        wanted: u64,
    },
    /// The manifest lists a tier that the game does not have.
    #[error("{}: the game has no tier {tier:?}; solve again with --force", file.display())]
    ForeignTier {
        /// The manifest.
        file: PathBuf,
        /// The tier that is listed.
        tier: String,
    },
    /// The manifest has no signature.
    #[error("{} is not signed; `hindsight sign` signs it", dir.display())]
    Unsigned {
        /// The folder with the tables.
        dir: PathBuf,
    },
    /// The signature is not one of this manifest by this key.
    #[error("{}: {what}", file.display())]
    Forged {
        /// The signature.
        file: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The slot lies beyond the table's end.
    #[error("{}: no slot {slot}, the table has {slots}", file.display())]
    SlotOutOfRange {
        /// The table.
        file: PathBuf,
        /// The slot that was asked for.
        slot: u64,
        /// How many slots there are.
        slots: u64,
    },
    /// The operating system refused: disk full, no permission, and so on.
    #[error("cannot {action} {}: {cause}", path.display())]
    Io {
        /// What was tried: a verb.
        action: &'static str,
        /// The file or folder it was tried on.
        path: PathBuf,
        /// What the operating system said. Already part of the message, hence no `source`.
        cause: io::Error,
    },
    /// A file is damaged.
    #[error(transparent)]
    Damage(#[from] Damage),
}

impl StoreError {
    /// For `map_err`: wraps an I/O error with what was tried on which path.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |cause| StoreError::Io { action, path: path.to_owned(), cause }
    }
}

/// A file whose bytes are not what was written. Nothing is ever answered from a damaged part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {part} is damaged: {what}", file.display())]
pub struct Damage {
    /// The damaged file.
    pub file: PathBuf,
    /// Which part of it.
    pub part: Part,
    /// What is wrong with it.
    pub what: &'static str,
}

impl Damage {
    pub(crate) fn new(file: &Path, part: Part, what: &'static str) -> Damage {
        Damage { file: file.to_owned(), part, what }
    }
}

/// A part of a file that can be damaged on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The file as a whole: foreign, cut short, or not the one that the manifest lists.
    File,
    /// The header frame of a table.
    Header,
    /// The footer frame of a table: dictionary, block index, trailer.
    Footer,
    /// The block with this number, counted from 0.
    Block(u64),
    /// The manifest.
    Manifest,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::File => f.write_str("the file"),
            Part::Header => f.write_str("the header"),
            Part::Footer => f.write_str("the footer"),
            Part::Block(block) => write!(f, "block {block}"),
            Part::Manifest => f.write_str("the manifest"),
        }
    }
}
