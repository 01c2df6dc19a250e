//! The power is cut after every single step of a solve, and the disk is left in every kind of state that
//! it may then be in: what was committed is there, nothing that is listed is wrong, and a next solve
//! comes to the same bytes.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use hindsight_core::Code;
use hindsight_store::{Run, Store, StoreError};
use hindsight_testkit::disk::{FailingDisk, Leftover, RecordedDisk};

use crate::{id, tier};

const TIERS: usize = 14;
/// Tiers that are written before each commit.
const TOGETHER: usize = 3;
/// States tried after each cut.
const CHANCES: u64 = 6;

fn codes(number: usize, seed: u64) -> Vec<Code> {
    tier(20 + 30 * number, 3 + number, seed + number as u64)
}

fn solve(store: &Store, seed: u64, mut committed: impl FnMut(usize)) {
    for number in 0..TIERS {
        let name = number.to_string();
        if !store.has(&name) {
            store.write_tier(&name, &codes(number, seed)).unwrap();
        }
        if number % TOGETHER == TOGETHER - 1 {
            store.commit().unwrap();
            committed(number + 1);
        }
    }
    store.finish().unwrap();
    committed(TIERS);
    let run = Run { finished: 1, seconds: 2.0, slots: 3, by: "a test".to_owned() };
    store.note(&run).unwrap();
}

/// What a folder must have at least once so many steps were taken: tiers, of the solve with a seed.
struct Promise {
    after: usize,
    tiers: usize,
}

#[test]
fn whenever_the_power_is_cut_nothing_that_was_committed_is_lost() {
    let disk = RecordedDisk::default();
    let root = Path::new("data");
    let mut promises = Vec::new();
    let store = Store::create_on(Arc::new(disk.clone()), root, &id(), false).unwrap();
    solve(&store, 1, |tiers| promises.push(Promise { after: disk.steps(), tiers }));
    drop(store);
    let states = cut_everywhere(&disk, 0, |folder, after| {
        let kept = promises.iter().filter(|promise| promise.after <= after).map(|p| p.tiers).max();
        check_left(folder, &[1], kept.unwrap_or(0));
        go_on(folder, 1);
    });
    println!("{} cut points, {states} states", disk.steps());
    assert!(disk.steps() > 80 && states > 600);
}

#[test]
fn solving_again_by_force_mixes_no_old_table_with_a_new_manifest() {
    let disk = RecordedDisk::default();
    let root = Path::new("data");
    let disk_of_store: Arc<RecordedDisk> = Arc::new(disk.clone());
    let store = Store::create_on(disk_of_store.clone(), root, &id(), false).unwrap();
    solve(&store, 1, |_| ());
    drop(store);
    let begun = disk.steps();
    let store = Store::create_on(disk_of_store, root, &id(), true).unwrap();
    solve(&store, 1000, |_| ());
    drop(store);
    let end = disk.steps();
    let states = cut_everywhere(&disk, begun, |folder, after| {
        check_left(folder, &[1, 1000], if after == end { TIERS } else { 0 });
        // What is left is of the one solve or of the other.
        Store::create_on(sound(), &folder.join(root), &id(), true).unwrap();
        go_on(folder, 1000);
    });
    assert!(states > 500, "{states}");
}

/// The model would notice: on a disk that flushes nothing, a solve that ended is lost.
#[test]
fn without_flushing_everything_can_be_lost() {
    let disk = RecordedDisk::lying();
    let store = Store::create_on(Arc::new(disk.clone()), Path::new("data"), &id(), false).unwrap();
    solve(&store, 1, |_| ());
    let [least, most] = [Leftover::Least, Leftover::Most].map(|leftover| {
        let folder = tempfile::tempdir().unwrap();
        disk.cut(disk.steps(), leftover, folder.path()).unwrap();
        Store::open(&folder.path().join("data"), &id()).map(|store| store.is_complete())
    });
    assert!(matches!(least, Err(StoreError::NothingSolved { .. })), "{least:?}");
    assert!(matches!(most, Ok(true)), "{most:?}");
}

/// Cuts the power after every step from one on, and shows what may be left; how many states that were.
fn cut_everywhere(disk: &RecordedDisk, from: usize, mut show: impl FnMut(&Path, usize)) -> usize {
    let mut states = 0;
    for after in from..=disk.steps() {
        let by_chance = (0..CHANCES).map(|chance| Leftover::Some(after as u64 * 1000 + chance));
        for leftover in [Leftover::Least, Leftover::Most].into_iter().chain(by_chance) {
            let folder = tempfile::tempdir().unwrap();
            disk.cut(after, leftover, folder.path()).unwrap();
            show(folder.path(), after);
            states += 1;
        }
    }
    states
}

/// Reads what is left: at least so many tiers, all of one solve of those with some seeds.
fn check_left(folder: &Path, seeds: &[u64], least: usize) {
    let store = match Store::open(&folder.join("data"), &id()) {
        Err(StoreError::NothingSolved { .. }) if least == 0 => return,
        opened => opened.unwrap(),
    };
    let listed = store.tiers();
    assert!(listed.len() >= least, "{} of {least}", listed.len());
    assert!(store.is_complete() || least < TIERS || seeds.len() > 1);
    let is_of = |seed: &&u64| {
        listed.iter().all(|entry| {
            let wanted = codes(entry.name.parse().unwrap(), **seed);
            let table = store.table(&entry.name).unwrap();
            let mut found = vec![Code::DRAW; wanted.len()];
            table.read_range(0, &mut found).unwrap();
            let same = |(found, wanted): (&Code, &Code)| *wanted == Code::HOLE || found == wanted;
            found.iter().zip(&wanted).all(same)
        })
    };
    listed.iter().for_each(|entry| assert!(store.check(&entry.name).unwrap().slots > 0));
    assert!(seeds.iter().any(|seed| is_of(&seed)), "tables of two solves");
}

/// A disk that is quick, for what need not survive a power cut.
fn sound() -> Arc<FailingDisk> {
    Arc::new(FailingDisk::sound())
}

/// Solves what is left to solve, and compares the files with those of a solve that nothing disturbed.
fn go_on(folder: &Path, seed: u64) {
    let store = Store::create_on(sound(), &folder.join("data"), &id(), false).unwrap();
    solve(&store, seed, |_| ());
    let wanted = tempfile::tempdir().unwrap();
    let undisturbed = Store::create_on(sound(), wanted.path(), &id(), false).unwrap();
    solve(&undisturbed, seed, |_| ());
    for entry in undisturbed.tiers() {
        let read = |store: &Store| fs::read(store.dir().join(&entry.file)).unwrap();
        assert!(read(&store) == read(&undisturbed), "{}", entry.name);
    }
    let manifest = |store: &Store| fs::read(store.dir().join("manifest.json")).unwrap();
    assert!(manifest(&store) == manifest(&undisturbed));
}
