//! Damaged, foreign and malicious bytes: always an error or the truth, never a panic or a lie.

use std::io;

use hindsight_core::Code;
use hindsight_store::format::FORMAT_VERSION;
use hindsight_store::{Damage, Layout, Part, StoreError, Table, WriteError, write_table};
use proptest::prelude::*;

use crate::{SMALL, encode, id, open, tier};

/// Opens and reads everything.
fn check(bytes: Vec<u8>) -> Result<Table, StoreError> {
    let table = open(bytes)?;
    table.check()?;
    Ok(table)
}

/// Every single slot is read right, or not at all.
fn assert_honest(table: &Table, codes: &[Code]) {
    for (slot, code) in codes.iter().enumerate() {
        if let Ok(read) = table.get(slot as u64) {
            assert!(*code == Code::HOLE || read == *code, "slot {slot}");
        }
    }
}

fn damage(result: Result<Table, StoreError>) -> Damage {
    match result {
        Err(StoreError::Damage(damage)) => damage,
        other => panic!("expected damage, not {other:?}"),
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    for entries in [2, 12, 20] {
        let codes = tier(150, entries, 5);
        let bytes = encode(&codes, SMALL);
        check(bytes.clone()).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Ok(table) = open(flipped.clone()) {
                assert_honest(&table, &codes);
            }
            let error = check(flipped).err().unwrap_or_else(|| panic!("bit {bit} went unnoticed"));
            assert!(error.to_string().starts_with("test.hst: "), "{error}");
        }
    }
}

#[test]
fn every_cut_and_every_addition_is_noticed() {
    let bytes = encode(&tier(150, 12, 5), SMALL);
    for length in 0..bytes.len() {
        assert!(check(bytes[..length].to_vec()).is_err(), "cut to {length}");
    }
    for more in [&b"\0"[..], b"HINDENDS", &bytes] {
        assert!(check([&bytes, more].concat()).is_err());
        assert!(check([more, &bytes].concat()).is_err());
    }
}

#[test]
fn damage_names_the_block() {
    let codes = tier(150, 12, 5);
    let mut bytes = encode(&codes, SMALL);
    // The block frames begin after the header, whose length is in its second field.
    let header = 8 + u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
    bytes[header + 6] ^= 0x10;
    let table = open(bytes.clone()).unwrap();
    assert!(table.get(0).is_err());
    assert!(table.get(149).is_ok());
    let mut all = vec![Code::HOLE; 150];
    assert!(table.read_range(0, &mut all).is_err());
    assert!(table.for_each_block(|_, _| ()).is_err());
    let damage = damage(check(bytes));
    assert_eq!(damage.part, Part::Block(0));
    assert_eq!(damage.to_string(), "test.hst: block 0 is damaged: the checksum differs");
}

#[test]
fn empty_and_foreign_files_are_told_apart() {
    assert_eq!(damage(check(vec![])).what, "it is empty");
    assert_eq!(damage(check(b"short".to_vec())).what, "it is cut short");
    assert_eq!(damage(check(b"GIF89a".repeat(50))).what, "it is no Hindsight table");
    let zstd = zstd::bulk::compress(&[7; 1000], 3).unwrap().repeat(9);
    assert_eq!(damage(check(zstd)).what, "it is no Hindsight table");
}

#[test]
fn other_versions_are_told_apart() {
    let bytes = encode(&tier(150, 12, 5), SMALL);
    for (version, message) in [
        (FORMAT_VERSION - 1, "too old for this program; solve again with --force"),
        (FORMAT_VERSION + 1, "newer than this program; update the program"),
    ] {
        let mut other = bytes.clone();
        other[16..18].copy_from_slice(&version.to_le_bytes());
        let error = check(other).unwrap_err();
        assert_eq!(error.to_string(), format!("test.hst: format version {version} is {message}"));
    }
}

#[test]
fn halves_of_two_tables_do_not_fit() {
    let (one, two) = (encode(&tier(150, 12, 5), SMALL), encode(&tier(149, 12, 6), SMALL));
    let header = 8 + u32::from_le_bytes(one[4..8].try_into().unwrap()) as usize;
    let mixed = damage(check([&one[..header], &two[header..]].concat()));
    assert_eq!((mixed.part, mixed.what), (Part::Footer, "it belongs to another header"));
}

#[test]
fn a_full_disk_is_an_error() {
    let mut full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    match write_table(&mut full, &id(), "7", &tier(150, 12, 5), Layout::default()) {
        Err(WriteError::Output(cause)) => assert_eq!(cause.kind(), io::ErrorKind::StorageFull),
        other => panic!("{other:?}"),
    }
}

/// Makes the checksums right again, as an attacker would, so that the fields behind them are tried.
fn repair(bytes: &mut [u8]) {
    let header = 8 + u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
    let end = bytes.len();
    if header < 8 || header > end {
        return;
    }
    let checksum = crc32c::crc32c(&bytes[..header - 4]).to_le_bytes();
    bytes[header - 4..header].copy_from_slice(&checksum);
    bytes[end - 16..end - 12].copy_from_slice(&checksum);
    let footer = u64::from_le_bytes(bytes[end - 36..end - 28].try_into().unwrap()) as usize;
    if footer < end - 12 {
        let checksum = crc32c::crc32c(&bytes[footer..end - 12]).to_le_bytes();
        bytes[end - 12..end - 8].copy_from_slice(&checksum);
    }
}

/// Reads in every way; only panics matter.
fn read_anyhow(bytes: Vec<u8>) {
    if let Ok(table) = open(bytes) {
        let _ = table.check();
        let _ = table.for_each_block(|_, _| ());
        for slot in [0, 1, 100, table.slots() / 2, table.slots().wrapping_sub(1), u64::MAX] {
            let _ = table.get(slot);
        }
        let mut some = vec![Code::HOLE; table.slots().min(1000) as usize];
        let _ = table.read_range(table.slots() / 2, &mut some);
        let _ = table.read_range(0, &mut some);
    }
}

#[test]
fn every_byte_with_right_checksums_around_it_never_panics() {
    let bytes = encode(&tier(150, 12, 5), SMALL);
    for at in 0..bytes.len() {
        for value in [0, 1, 2, 4, 16, 17, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x40] {
            let mut changed = bytes.clone();
            changed[at] = value;
            repair(&mut changed);
            read_anyhow(changed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn random_bytes_never_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..600),
        kept in 0usize..60,
    ) {
        let valid = encode(&tier(150, 12, 5), SMALL);
        let mut started = bytes.clone();
        let kept = kept.min(started.len());
        started[..kept].copy_from_slice(&valid[..kept]);
        read_anyhow(bytes);
        read_anyhow(started);
    }

    #[test]
    fn mutated_tables_never_panic_and_never_lie(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        entries in 1usize..20,
    ) {
        let codes = tier(150, entries, 5);
        let valid = encode(&codes, SMALL);
        let mut bytes = valid.clone();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let changed = bytes != valid;
        if let Ok(table) = open(bytes.clone()) {
            assert_honest(&table, &codes);
        }
        prop_assert_eq!(check(bytes.clone()).is_err(), changed);
        repair(&mut bytes);
        read_anyhow(bytes);
    }
}
