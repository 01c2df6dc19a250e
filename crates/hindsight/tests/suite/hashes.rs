//! Tables are the bytes that they were: docs/results/table_hashes.csv has a BLAKE3 hash for every variant
//! that two cores solve within two minutes, over the manifest's list of its tables, which has theirs.
//!
//! Ordinary tests solve the small ones. `HINDSIGHT_HASH_SLOTS=1000000000 cargo test --release -p hindsight
//! --test suite hashes` solves all, which takes some twenty minutes.

use hindsight::tables::Store;
use hindsight::{Control, SolveOptions};

/// Variants with more slots are left to the long run.
const SMALL: u64 = 300_000;

#[test]
fn small_variants_have_the_tables_that_they_had() {
    let most = std::env::var("HINDSIGHT_HASH_SLOTS").ok().and_then(|slots| slots.parse().ok());
    let most = most.unwrap_or(SMALL);
    let list = include_str!("../../../../docs/results/table_hashes.csv");
    let mut compared = 0;
    for row in list.lines().skip(1) {
        // Variants of morris have a comma in their names, and stand in quotes.
        let [rules, hash, bytes, slots, tables, name] = row.rsplitn(6, ',').collect::<Vec<_>>()[..]
        else {
            panic!("a row of seven columns: {row}");
        };
        let (game, variant) = name.split_once(',').unwrap();
        let variant = variant.trim_matches('"');
        compared += compare(most, [game, variant, tables, slots, bytes, hash, rules]);
    }
    assert!(compared >= 80, "{compared}");
}

/// Solves a variant unless it is too large, and compares: how many were compared.
fn compare(most: u64, [game, variant, tables, slots, bytes, hash, rules]: [&str; 7]) -> u32 {
    if slots.parse::<u64>().unwrap() > most {
        return 0;
    }
    let folder = tempfile::tempdir().unwrap();
    let oracle = hindsight::open(game, Some(variant), folder.path()).unwrap();
    oracle.solve(&SolveOptions::default(), &Control::default()).unwrap();
    let manifest = Store::folder(folder.path(), game, variant).join("manifest.json");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let listed: Vec<String> = manifest["tiers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tier| {
            let fields = ["name", "file", "slots", "bytes", "blake3"];
            let fields = fields.map(|field| format!("\"{field}\": {}", tier[field]));
            format!("{{{}}}", fields.join(", "))
        })
        .collect();
    let sum = |field: &str| -> u64 {
        let tiers = manifest["tiers"].as_array().unwrap().iter();
        tiers.map(|tier| tier[field].as_u64().unwrap()).sum()
    };
    let found = [
        listed.len().to_string(),
        sum("slots").to_string(),
        sum("bytes").to_string(),
        blake3::hash(format!("[{}]", listed.join(", ")).as_bytes()).to_string(),
        manifest["rules"].as_str().unwrap().to_owned(),
    ];
    assert_eq!(found, [tables, slots, bytes, hash, rules], "{game} {variant}");
    1
}
