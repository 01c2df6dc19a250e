//! What `verify` noted about tables that it went through, beside them.
//!
//! `verified.json` is no part of what is solved. It counts only for the very manifest that it names, and
//! thereby for the very bytes of all tables, and only if it is exactly what was written.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::disk::read;
use crate::store::Store;

const VERIFIED_FILE: &str = "verified.json";

/// What was verified, when and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// The blake3 hash of the manifest.
    pub manifest: String,
    /// The program, with its version.
    pub program: String,
    /// The hash of the sources that the game was compiled from, where it is known.
    pub sources: Option<String>,
    /// The fingerprint of the rules.
    pub rules: String,
    /// Their deep fingerprint.
    pub deep_rules: String,
    /// What did the work.
    pub device: String,
    /// When it ended, in seconds since 1970.
    pub finished: u64,
    /// Tables read.
    pub tables: u64,
    /// Blocks whose checksums were tested.
    pub blocks: u64,
    /// Positions whose value was derived again and found as stored.
    pub positions: u64,
    /// Moves looked at on the way.
    pub moves: u64,
}

/// The note on disk.
#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(flatten)]
    noted: Verification,
    /// The blake3 hash of this document with an empty `check`.
    check: String,
}

impl Document {
    fn new(noted: &Verification) -> Document {
        let mut document = Document { noted: noted.clone(), check: String::new() };
        document.check = blake3::hash(document.text().as_bytes()).to_string();
        document
    }

    fn text(&self) -> String {
        // Numbers and texts cannot fail to serialise.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Store {
    /// What `verify` noted about these tables, if it went through them as they are.
    pub fn verification(&self) -> Option<Verification> {
        let text = read(&**self.disk(), &self.dir().join(VERIFIED_FILE)).ok()?;
        let Document { noted, .. } = serde_json::from_slice(&text).ok()?;
        let is_whole = Document::new(&noted).text().as_bytes() == text;
        (is_whole && noted.manifest == self.manifest_hash()).then_some(noted)
    }

    /// Notes that these tables were verified.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn note_verified(&self, noted: &Verification) -> io::Result<()> {
        let mut out = self.disk().create(self.dir())?;
        out.write_all(Document::new(noted).text().as_bytes())?;
        out.rename(&self.dir().join(VERIFIED_FILE))
    }
}
