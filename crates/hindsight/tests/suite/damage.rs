//! Damaged files: reported with the file and the part, exit code 1, and never a wrong answer.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::bench::{Bench, Files, chance, overwrite};

/// A solved game and, for each of its tiers, a position in it with its answer.
struct Solved {
    bench: Bench,
    name: &'static str,
    variant: &'static str,
    files: Files,
    by_tier: BTreeMap<String, (String, Value)>,
}

impl Solved {
    fn new(name: &'static str, variant: &'static str, queries: usize) -> Solved {
        let bench = Bench::new();
        bench.run(&format!("solve {name} --variant {variant}")).ok();
        let files = bench.tables(&format!("{name}/{variant}"));
        let mut solved = Solved { bench, name, variant, files, by_tier: BTreeMap::new() };
        let mut chance = chance();
        let start = solved.answer("").1;
        let mut position = start["position"].as_str().unwrap().to_owned();
        for _ in 0..queries {
            let answer = solved.answer(&position).1;
            let tier = answer["tier"].as_str().unwrap().to_owned();
            let moves = answer["moves"].as_array().unwrap();
            let next = match moves.len() {
                0 => &start["position"],
                count => &moves[chance.below(count)]["position"],
            };
            let next = next.as_str().unwrap().to_owned();
            solved.by_tier.entry(tier).or_insert((position, answer));
            position = next;
        }
        solved
    }

    fn answer(&self, position: &str) -> (String, Value) {
        let arguments =
            format!("query {} --variant {} {position} --format json", self.name, self.variant);
        (arguments.clone(), self.bench.json(&arguments))
    }

    fn path(&self, file: &str) -> std::path::PathBuf {
        self.bench.path(&format!("data/{}/{}/{file}", self.name, self.variant))
    }

    /// With other bytes in a file, `verify` and a query that needs the file say so.
    #[track_caller]
    fn assert_noticed(&self, file: &str, bytes: &[u8], what: &str) {
        overwrite(&self.path(file), bytes);
        let verify = self.bench.run(&format!("verify {} --variant {}", self.name, self.variant));
        let line = verify.failed(1);
        assert!(line.contains(file), "{what}: {line}");
        let tier = file.strip_suffix(".hst").unwrap_or(file);
        let asked = match file {
            "manifest.json" => self.by_tier.values().next(),
            _ => self.by_tier.get(tier),
        };
        if let Some((position, wanted)) = asked {
            let arguments =
                format!("query {} --variant {} {position} --format json", self.name, self.variant);
            let query = self.bench.run(&arguments);
            if query.code == Some(0) {
                // The damage is in a block that the answer does not need.
                assert!(!line.contains("header") && !line.contains("footer"), "{what}: {line}");
                let found: Value = serde_json::from_str(&query.out).unwrap();
                assert_eq!(&found, wanted, "{what}");
            } else {
                let line = query.failed(1);
                assert!(line.contains(file), "{what}: {line}");
                assert!(
                    ["block", "header", "footer", "the file", "manifest", "version"]
                        .iter()
                        .any(|part| line.contains(part)),
                    "{what}: {line}"
                );
            }
        }
        overwrite(&self.path(file), &self.files[file]);
    }

    fn flip_bits(&self, count: usize) {
        let mut chance = chance();
        let names: Vec<_> = self.files.keys().collect();
        for _ in 0..count {
            let file = names[chance.below(names.len())];
            let mut bytes = self.files[file].clone();
            let bit = chance.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            self.assert_noticed(file, &bytes, &format!("bit {bit} of {file}"));
        }
    }
}

#[test]
fn any_flipped_bit_is_noticed() {
    let small = Solved::new("quixo", "3x3", 150);
    assert!(small.by_tier.len() > 5);
    small.flip_bits(60);
    small.bench.run("verify quixo --variant 3x3").ok();
}

#[test]
fn flipped_bits_in_large_tables_are_noticed_with_their_block() {
    let large = Solved::new("quixo", "4x4", 100);
    let (file, bytes) = large.files.iter().max_by_key(|(_, bytes)| bytes.len()).unwrap();
    let mut flipped = bytes.clone();
    let middle = bytes.len() / 2;
    flipped[middle] ^= 4;
    overwrite(&large.path(file), &flipped);
    let line = large.bench.run("verify quixo --variant 4x4").failed(1);
    assert!(line.contains(file) && line.contains("block"), "{line}");
    overwrite(&large.path(file), bytes);
    large.flip_bits(6);
}

#[test]
fn files_that_are_cut_empty_foreign_or_old_are_noticed() {
    let solved = Solved::new("quixo", "3x3", 60);
    solved.bench.run("solve tictactoe").ok();
    let foreign = solved.bench.tables("tictactoe/3x3");
    let (tier, _) = solved
        .by_tier
        .iter()
        .max_by_key(|(tier, _)| solved.files[&format!("{tier}.hst")].len())
        .unwrap();
    let file = format!("{tier}.hst");
    let bytes = &solved.files[&file];
    for length in [0, 1, 17, 18, bytes.len() / 2, bytes.len() - 1] {
        solved.assert_noticed(&file, &bytes[..length], &format!("cut to {length}"));
    }
    let longer = [bytes.as_slice(), b"\0"].concat();
    solved.assert_noticed(&file, &longer, "a byte more");
    solved.assert_noticed(&file, b"PK\x03\x04 something else entirely", "another kind of file");
    let other = solved.files.iter().find(|(name, _)| name.ends_with(".hst") && **name != file);
    solved.assert_noticed(&file, other.unwrap().1, "the table of another tier");
    let table = foreign.iter().find(|(name, _)| name.ends_with(".hst")).unwrap().1;
    solved.assert_noticed(&file, table, "the table of another game");

    let mut old = bytes.clone();
    old[16..18].copy_from_slice(&[0, 0]);
    overwrite(&solved.path(&file), &old);
    let line = solved.bench.run("verify quixo --variant 3x3").failed(1);
    assert!(line.contains(&file) && line.contains("too old"), "{line}");
    overwrite(&solved.path(&file), bytes);

    std::fs::remove_file(solved.path(&file)).unwrap();
    let line = solved.bench.run("verify quixo --variant 3x3").failed(1);
    assert!(line.contains(&file) && line.contains("missing"), "{line}");
    overwrite(&solved.path(&file), bytes);
    solved.bench.run("verify quixo --variant 3x3").ok();
}

#[test]
fn a_damaged_manifest_is_noticed_and_force_solves_again() {
    let solved = Solved::new("quixo", "3x3", 1);
    let manifest = &solved.files["manifest.json"];
    solved.assert_noticed("manifest.json", b"", "an empty manifest");
    solved.assert_noticed("manifest.json", &manifest[..manifest.len() / 2], "half a manifest");
    let old = String::from_utf8(manifest.clone()).unwrap();
    let old = old.replace("\"version\": 1", "\"version\": 0");
    solved.assert_noticed("manifest.json", old.as_bytes(), "an old manifest");
    let foreign = old.replace("\"version\": 0", "\"version\": 1").replace("3x3", "4x4");
    overwrite(&solved.path("manifest.json"), foreign.as_bytes());
    let line = solved.bench.run("solve quixo --variant 3x3").failed(1);
    assert!(line.contains("manifest"), "{line}");
    solved.bench.run("solve quixo --variant 3x3 --force").ok();
    assert_eq!(solved.bench.tables("quixo/3x3"), solved.files);
}
