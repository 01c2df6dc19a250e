//! The list of what is solved.
//!
//! `manifest.json` stands beside the tables. A table that it does not list does not count. The same
//! tables give the same manifest, byte for byte: no times, tiers sorted by name. It is read only if
//! it is exactly what this program would write for what it says, `check` included, so that no
//! changed byte goes unnoticed.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{Damage, Part, StoreError};
use crate::id::{Fingerprint, GameId};
use crate::name::table_file;

/// The file name of the manifest.
pub(crate) const MANIFEST_FILE: &str = "manifest.json";
const KIND: &str = "hindsight manifest";
/// 1: the first. `deep_rules` came later; manifests without it are as good as they were.
const VERSION: u32 = 1;

/// What the manifest says about one tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TierEntry {
    /// The tier's name.
    pub name: String,
    /// The table's file name, in the manifest's folder.
    pub file: String,
    /// How many slots the tier has, holes included.
    pub slots: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The blake3 hash of the file, in hexadecimal.
    pub blake3: String,
}

impl TierEntry {
    /// The hash of a list of tables: of its JSON on one line, with a space after each comma and colon.
    /// It stands for every byte of all of them, and is what is published.
    pub fn hash_of_list(tables: &[TierEntry]) -> String {
        let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
        let entries = tables.iter().map(|TierEntry { name, file, slots, bytes, blake3 }| {
            let [name, file, blake3] = [name, file, blake3].map(|text| quoted(text));
            format!(
                "{{\"name\": {name}, \"file\": {file}, \"slots\": {slots}, \"bytes\": {bytes}, \
                 \"blake3\": {blake3}}}"
            )
        });
        let list = format!("[{}]", entries.collect::<Vec<_>>().join(", "));
        blake3::hash(list.as_bytes()).to_string()
    }
}

/// The manifest in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) id: GameId,
    /// The deep fingerprint of the rules; none where a program began the solve that had no such thing.
    pub(crate) deep_rules: Option<Fingerprint>,
    pub(crate) complete: bool,
    pub(crate) tiers: BTreeMap<String, TierEntry>,
}

/// The manifest on disk, in this order of fields.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    kind: String,
    version: u32,
    game: String,
    variant: String,
    rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deep_rules: Option<String>,
    complete: bool,
    tiers: Vec<TierEntry>,
    /// The blake3 hash of this document with an empty `check`.
    check: String,
}

/// The fields that every version of a manifest has.
#[derive(Deserialize)]
struct Kind {
    kind: String,
    version: u32,
}

impl Manifest {
    pub(crate) fn new(id: &GameId) -> Manifest {
        let id = id.clone();
        Manifest { id, deep_rules: None, complete: false, tiers: BTreeMap::new() }
    }

    pub(crate) fn encode(&self) -> String {
        let mut document = Document {
            kind: KIND.to_owned(),
            version: VERSION,
            game: self.id.game.clone(),
            variant: self.id.variant.clone(),
            rules: self.id.rules.to_string(),
            deep_rules: self.deep_rules.map(|rules| rules.to_string()),
            complete: self.complete,
            tiers: self.tiers.values().cloned().collect(),
            check: String::new(),
        };
        document.check = blake3::hash(document.text().as_bytes()).to_string();
        document.text()
    }

    /// Reads what [`Manifest::encode`] wrote. `file` is only for messages.
    pub(crate) fn parse(text: &[u8], file: &Path) -> Result<Manifest, StoreError> {
        let damage = |what| Damage::new(file, Part::Manifest, what);
        let kind: Kind = serde_json::from_slice(text).map_err(|_| damage("it does not parse"))?;
        if kind.kind != KIND {
            return Err(damage("it is no Hindsight manifest").into());
        }
        if kind.version != VERSION {
            let (found, known) = (kind.version, VERSION);
            return Err(StoreError::Version { file: file.to_owned(), found, known });
        }
        let document: Document =
            serde_json::from_slice(text).map_err(|_| damage("it does not parse"))?;
        let fingerprint =
            |text: &str| Fingerprint::from_hex(text).ok_or(damage("the rules do not parse"));
        let rules = fingerprint(&document.rules)?;
        let deep_rules = document.deep_rules.as_deref().map(fingerprint).transpose()?;
        let id = GameId { game: document.game, variant: document.variant, rules };
        if document.tiers.iter().any(|entry| entry.file != table_file(&entry.name)) {
            return Err(damage("it names a file that is no table of its tier").into());
        }
        let tiers = document.tiers.into_iter().map(|entry| (entry.name.clone(), entry)).collect();
        let manifest = Manifest { id, deep_rules, complete: document.complete, tiers };
        if manifest.encode().as_bytes() != text {
            return Err(damage("the check differs").into());
        }
        Ok(manifest)
    }
}

impl Document {
    fn text(&self) -> String {
        // Only maps with odd keys and failing `Serialize` impls can fail, and there are none here.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let rules = Fingerprint::of(b"nim");
        let mut manifest =
            Manifest::new(&GameId { game: "nim".into(), variant: "3:2".into(), rules });
        for name in ["b", "a"] {
            let (file, blake3) = (format!("{name}.hst"), "0f".repeat(32));
            let entry = TierEntry { name: name.into(), file, slots: 10, bytes: 200, blake3 };
            manifest.tiers.insert(name.into(), entry);
        }
        let text = manifest.encode().into_bytes();
        let file = Path::new("manifest.json");
        assert_eq!(Manifest::parse(&text, file).unwrap(), manifest);
        for bit in 0..text.len() * 8 {
            let mut flipped = text.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let error = Manifest::parse(&flipped, file).err();
            let error = error.unwrap_or_else(|| panic!("bit {bit} went unnoticed"));
            assert!(matches!(error, StoreError::Damage(_) | StoreError::Version { .. }), "{error}");
        }
        for length in 0..text.len() {
            assert!(Manifest::parse(&text[..length], file).is_err(), "cut to {length}");
        }
    }
}
