//! Hashes the sources that games are compiled from: a program that is built from the same ones need not
//! compare its rules with those that tables were solved under.

use std::fs;
use std::path::{Path, PathBuf};

/// FNV-1a with 128 bits (Fowler, Noll and Vo). It tells apart what people change, not what they forge.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = (1 << 88) + 0x13b;

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src");
    let mut hash = BASIS;
    for folder in [&core, &own] {
        println!("cargo::rerun-if-changed={}", folder.display());
        let Some(files) = files(folder) else {
            // Without all sources there is no hash, and rules are compared each time.
            return;
        };
        for file in files {
            let Ok(text) = fs::read(&file) else { return };
            let name = file.strip_prefix(folder).unwrap_or(&file).to_string_lossy();
            for part in [name.as_bytes(), &text] {
                let length = (part.len() as u64).to_le_bytes();
                for byte in length.iter().chain(part) {
                    hash = (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
                }
            }
        }
    }
    println!("cargo::rustc-env=HINDSIGHT_SOURCES={hash:032x}");
}

/// All files below a folder, sorted; `None` if one cannot be listed.
fn files(folder: &Path) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        let path = entry.ok()?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Some(found)
}
