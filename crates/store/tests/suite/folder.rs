//! Folders with a manifest: what is there whole, what is not there, and who may write.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use hindsight_core::Code;
use hindsight_store::{BlockCache, Damage, Fingerprint, GameId, Part, Run, Store, StoreError};
use tempfile::TempDir;

use crate::{id, tier};

/// A folder with two committed tiers.
fn solved() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let store = Store::create(root.path(), &id(), false).unwrap();
    store.write_tier("1,0", &tier(300, 12, 1)).unwrap();
    store.write_tier("0,0", &tier(20, 3, 2)).unwrap();
    store.commit().unwrap();
    root
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn folder(root: &TempDir) -> std::path::PathBuf {
    Store::folder(root.path(), &id().game, &id().variant)
}

#[test]
fn what_was_committed_is_there() {
    let root = solved();
    let dir = folder(&root);
    assert!(dir.ends_with("nim/3%3A2%2C5"));
    assert_eq!(names(&dir), ["0%2C0.hst", "1%2C0.hst", "manifest.json", "writer.lock"]);
    let store = Store::open(root.path(), &id()).unwrap();
    assert!(store.has("1,0") && store.has("0,0") && !store.has("2,0"));
    assert!(!store.is_complete());
    let tiers = store.tiers();
    assert_eq!(tiers.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["0,0", "1,0"]);
    let table = store.table("1,0").unwrap();
    for (slot, code) in tier(300, 12, 1).into_iter().enumerate() {
        assert!(code == Code::HOLE || table.get(slot as u64).unwrap() == code);
    }
    assert!(Arc::ptr_eq(&table, &store.table("1,0").unwrap()));
    assert_eq!(store.check("0,0").unwrap().slots, 20);
    assert!(matches!(store.table("2,0"), Err(StoreError::NoSuchTier { .. })));
    assert_eq!(Store::list(root.path()).unwrap(), [(id().game, id().variant)]);
}

#[test]
fn nothing_solved_is_told_apart() {
    let root = tempfile::tempdir().unwrap();
    let error = Store::open(root.path(), &id()).unwrap_err();
    assert!(matches!(error, StoreError::NothingSolved { .. }), "{error}");
    assert_eq!(Store::list(root.path()).unwrap(), []);
    assert_eq!(Store::list(&root.path().join("none")).unwrap(), []);
    let store = Store::create(root.path(), &id(), false).unwrap();
    store.write_tier("a", &tier(20, 3, 2)).unwrap();
    let error = Store::open(root.path(), &id()).unwrap_err();
    assert!(matches!(error, StoreError::NothingSolved { .. }), "{error}");
}

#[test]
fn other_rules_are_told_apart() {
    let root = solved();
    let other = GameId { rules: Fingerprint::of(b"misere"), ..id() };
    for result in [Store::open(root.path(), &other), Store::create(root.path(), &other, false)] {
        let error = result.unwrap_err();
        assert!(matches!(error, StoreError::OtherRules { .. }), "{error}");
    }
    let store = Store::create(root.path(), &other, true).unwrap();
    assert_eq!(store.tiers(), []);
    assert_eq!(names(store.dir()), ["writer.lock"]);
    store.finish().unwrap();
    assert!(matches!(Store::open(root.path(), &id()), Err(StoreError::OtherRules { .. })));
}

#[test]
fn an_interrupted_solve_goes_on() {
    let root = solved();
    let store = Store::create(root.path(), &id(), false).unwrap();
    store.write_tier("2,0", &tier(50, 3, 3)).unwrap();
    assert!(store.has("2,0"));
    store.table("2,0").unwrap().check().unwrap();
    let dir = store.dir().to_owned();
    drop(store);
    fs::write(dir.join(".hindsight-x8a2"), "half a table").unwrap();
    fs::write(dir.join("notes.txt"), "not ours").unwrap();
    assert!(!Store::open(root.path(), &id()).unwrap().has("2,0"));

    let store = Store::create(root.path(), &id(), false).unwrap();
    let left = ["0%2C0.hst", "1%2C0.hst", "manifest.json", "notes.txt", "writer.lock"];
    assert_eq!(names(&dir), left);
    assert!(store.has("1,0") && !store.has("2,0"));
    store.write_tier("2,0", &tier(50, 3, 3)).unwrap();
    store.finish().unwrap();
    drop(store);
    let store = Store::open(root.path(), &id()).unwrap();
    assert!(store.is_complete() && store.has("2,0"));
}

#[test]
fn the_manifest_does_not_depend_on_the_way_there() {
    let one = solved();
    let store = Store::create(one.path(), &id(), false).unwrap();
    store.finish().unwrap();
    let two = tempfile::tempdir().unwrap();
    let store = Store::create(two.path(), &id(), true).unwrap();
    store.write_tier("0,0", &tier(20, 3, 2)).unwrap();
    store.commit().unwrap();
    store.write_tier("1,0", &tier(300, 12, 1)).unwrap();
    store.finish().unwrap();
    for name in ["manifest.json", "0%2C0.hst", "1%2C0.hst"] {
        let read = |root| fs::read(folder(root).join(name)).unwrap();
        assert!(read(&one) == read(&two), "{name}");
    }
}

#[test]
fn a_failed_write_leaves_the_tier_unsolved() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::create(root.path(), &id(), false).unwrap();
    let error = store.write_tier("a", &[Code(0x8001)][..]).unwrap_err();
    assert_eq!(error.to_string(), "tier \"a\": slot 0 holds Code(0x8001), which is no outcome");
    assert!(!store.has("a"));
    assert_eq!(names(store.dir()), ["writer.lock"]);
    let long = "x".repeat(300);
    assert!(matches!(store.write_tier(&long, &[Code::DRAW][..]), Err(StoreError::Io { .. })));
    store.write_tier("a", &[Code::DRAW][..]).unwrap();
    let again = store.write_tier("a", &[Code::DRAW][..]);
    assert!(matches!(again, Err(StoreError::AlreadySolved { .. })));
    store.commit().unwrap();
    let again = store.write_tier("a", &[Code::DRAW][..]);
    assert!(matches!(again, Err(StoreError::AlreadySolved { .. })));
    assert_eq!(names(store.dir()), ["a.hst", "manifest.json", "writer.lock"]);
}

#[test]
fn one_solve_at_a_time() {
    let root = tempfile::tempdir().unwrap();
    let first = Store::create(root.path(), &id(), false).unwrap();
    let error = Store::create(root.path(), &id(), true).unwrap_err();
    assert_eq!(error.to_string(), format!("another solve is running in {}", first.dir().display()));
    drop(first);
    Store::create(root.path(), &id(), false).unwrap();
}

#[test]
fn readers_do_not_write() {
    let root = solved();
    let store = Store::open(root.path(), &id()).unwrap();
    let refused = store.write_tier("9", &[Code::DRAW][..]);
    assert!(matches!(refused, Err(StoreError::OpenForReading { .. })));
    assert!(matches!(store.finish(), Err(StoreError::OpenForReading { .. })));
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_with_its_path() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Store::create(&file, &id(), false).unwrap_err();
    assert!(error.to_string().starts_with("cannot create "), "{error}");

    let root = solved();
    let dir = folder(&root);
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(dir.join("probe"), "").is_err() {
        // Not as root, who may write anywhere.
        let store = Store::create(root.path(), &id(), false).unwrap();
        let error = store.write_tier("9", &[Code::DRAW][..]).unwrap_err();
        let refused = format!("cannot write in {}: Permission denied", dir.display());
        assert!(error.to_string().starts_with(&refused), "{error}");
        Store::open(root.path(), &id()).unwrap().check("1,0").unwrap();
    }
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_journal_tells_of_every_run_until_force_forgets_it() {
    let root = solved();
    assert_eq!(Store::open(root.path(), &id()).unwrap().runs(), []);
    let run = Run { finished: 1, seconds: 2.5, slots: 3, by: "a test".to_owned() };
    for _ in 0..2 {
        Store::create(root.path(), &id(), false).unwrap().note(&run).unwrap();
    }
    let reading = Store::open(root.path(), &id()).unwrap();
    assert_eq!(reading.runs(), [run.clone(), run.clone()]);
    assert!(reading.note(&run).is_err());
    // No table depends on it.
    fs::write(folder(&root).join("journal.jsonl"), [0xff, b'\n']).unwrap();
    assert_eq!(reading.runs(), []);
    assert!(reading.has("1,0"));
    assert_eq!(Store::create(root.path(), &id(), true).unwrap().runs(), []);
}

#[test]
fn a_damaged_manifest_stops_all_but_force() {
    let root = solved();
    let file = folder(&root).join("manifest.json");
    let text = fs::read(&file).unwrap();
    fs::write(&file, [&text[..], b" "].concat()).unwrap();
    for result in [Store::open(root.path(), &id()), Store::create(root.path(), &id(), false)] {
        let what = "the manifest is damaged: the check differs";
        assert_eq!(result.unwrap_err().to_string(), format!("{}: {what}", file.display()));
    }
    Store::create(root.path(), &id(), true).unwrap();
}

#[test]
fn tables_that_are_not_the_listed_ones_are_noticed() {
    let damage = |result: Result<_, StoreError>| match result {
        Err(StoreError::Damage(Damage { part: Part::File, what, .. })) => what,
        other => panic!("{other:?}"),
    };
    let root = solved();
    let dir = folder(&root);
    // A whole and sound table, but of another tier.
    fs::copy(dir.join("0%2C0.hst"), dir.join("1%2C0.hst")).unwrap();
    let store = Store::open(root.path(), &id()).unwrap();
    let what = "it is not the table that the manifest lists";
    assert_eq!(damage(store.table("1,0").map(drop)), what);
    fs::remove_file(dir.join("1%2C0.hst")).unwrap();
    assert_eq!(damage(store.table("1,0").map(drop)), "it is missing");

    // The same tier and size, sound, but with other codes: every win takes a ply longer.
    let other = solved();
    let store = Store::create(other.path(), &id(), true).unwrap();
    let slower = |code: Code| if code.0 < Code::TAG_TIE { Code(code.0 + 1) } else { code };
    let codes: Vec<Code> = tier(300, 12, 1).into_iter().map(slower).collect();
    let entry = store.write_tier("1,0", &codes).unwrap();
    fs::copy(store.dir().join("1%2C0.hst"), dir.join("1%2C0.hst")).unwrap();
    let store = Store::open(root.path(), &id()).unwrap();
    assert_eq!(store.entry("1,0").unwrap().bytes, entry.bytes);
    let what = "its hash is not the one in the manifest";
    assert_eq!(damage(store.check("1,0").map(|_| ())), what);
}

#[test]
fn many_tables_need_few_open_files() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::create(root.path(), &id(), false).unwrap();
    let store = store.with_cache(Arc::new(BlockCache::new(1 << 20)));
    for number in 0..420 {
        let name = number.to_string();
        store.write_tier(&name, &[Code(number), Code::DRAW][..]).unwrap();
        assert_eq!(store.table(&name).unwrap().get(0).unwrap(), Code(number));
    }
    assert!(fs::read_dir("/proc/self/fd").unwrap().count() < 400);
    for number in 0..420 {
        let table = store.table(&number.to_string()).unwrap();
        assert_eq!(table.get(0).unwrap(), Code(number));
    }
}
