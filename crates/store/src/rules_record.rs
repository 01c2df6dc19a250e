//! What a program that was built from certain sources found its rules to be, beside the tables: another
//! run of the same program need not find it out again, which takes seconds for a large game.
//!
//! `rules.json` is no part of what is solved. It may be missing; one that does not parse, or is of other
//! sources, is passed over.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::disk::{Disk, read};
use crate::id::Fingerprint;
use crate::store::Store;

const RULES_FILE: &str = "rules.json";

/// The fingerprints of a game's rules, as a program finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesRecord {
    /// The one that stands in tables.
    pub rules: Fingerprint,
    /// The deep one, where there was something to compare it with.
    pub deep_rules: Option<Fingerprint>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    game: String,
    variant: String,
    sources: String,
    rules: String,
    deep_rules: Option<String>,
    /// The blake3 hash of all the above.
    check: String,
}

impl Document {
    fn new(game: &str, variant: &str, sources: &str, record: RulesRecord) -> Document {
        let rules = record.rules.to_string();
        let deep_rules = record.deep_rules.map(|rules| rules.to_string());
        let fields = [game, variant, sources, &rules, deep_rules.as_deref().unwrap_or("")];
        let check = blake3::hash(format!("{fields:?}").as_bytes()).to_string();
        let [game, variant, sources] = [game, variant, sources].map(str::to_owned);
        Document { game, variant, sources, rules, deep_rules, check }
    }

    fn text(&self) -> String {
        // Texts cannot fail to serialise.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl RulesRecord {
    /// What a program built from these sources noted beside the tables of a game, if it did.
    pub fn read(
        disk: &dyn Disk,
        root: &Path,
        [game, variant]: [&str; 2],
        sources: &str,
    ) -> Option<RulesRecord> {
        let path = Store::folder(root, game, variant).join(RULES_FILE);
        let text = read(disk, &path).ok()?;
        let Document { rules, deep_rules, .. } = serde_json::from_slice(&text).ok()?;
        let deep_rules = deep_rules.as_deref().and_then(Fingerprint::from_hex);
        let record = RulesRecord { rules: Fingerprint::from_hex(&rules)?, deep_rules };
        let wanted = Document::new(game, variant, sources, record).text();
        (wanted.as_bytes() == text).then_some(record)
    }

    /// Notes it beside the tables of a game that are there.
    pub fn write(
        self,
        disk: &dyn Disk,
        root: &Path,
        [game, variant]: [&str; 2],
        sources: &str,
    ) -> io::Result<()> {
        let dir = Store::folder(root, game, variant);
        let mut out = disk.create(&dir)?;
        out.write_all(Document::new(game, variant, sources, self).text().as_bytes())?;
        out.rename(&dir.join(RULES_FILE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SystemDisk;

    #[test]
    fn only_a_whole_record_of_the_same_sources_is_read() {
        let root = tempfile::tempdir().unwrap();
        let name = ["nim", "3:2"];
        let [rules, deep_rules] = [&b"a"[..], b"b"].map(Fingerprint::of);
        let record = RulesRecord { rules, deep_rules: Some(deep_rules) };
        let read = |sources| RulesRecord::read(&SystemDisk, root.path(), name, sources);
        assert_eq!(read("1f"), None);
        assert!(record.write(&SystemDisk, root.path(), name, "1f").is_err(), "there is no folder");
        let dir = Store::folder(root.path(), name[0], name[1]);
        std::fs::create_dir_all(&dir).unwrap();
        record.write(&SystemDisk, root.path(), name, "1f").unwrap();
        assert_eq!(read("1f"), Some(record));
        assert_eq!(read("2f"), None);
        let file = dir.join(RULES_FILE);
        let text = std::fs::read(&file).unwrap();
        for bit in 0..text.len() * 8 {
            let mut flipped = text.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&file, flipped).unwrap();
            assert_eq!(read("1f"), None, "bit {bit}");
        }
    }
}
