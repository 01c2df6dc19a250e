//! Every step that solving, resuming, telling draws apart, verifying, signing and asking take on the disk
//! fails once, in every way: an answer is right or an error, nothing that was solved is lost, and a next
//! solve comes to the same bytes.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use hindsight::parts::Outcome;
use hindsight::tables::{PublicKey, Store};
use hindsight::{
    Control, DataFolder, Device, DrawsBy, GameName, Oracle, OracleError, Scope, SolveOptions,
};
use hindsight_testkit::disk::{FailingDisk, Fault};
use hindsight_testkit::effort;
use minisign::KeyPair;
use rayon::ThreadPool;

use crate::bench::Files;

const GAME: [&str; 2] = ["tictactoe", "3x3"];
/// The first is the one that ordinary runs of the longer test try.
const FAULTS: [Fault; 7] = [
    Fault::Error(libc::EIO),
    Fault::Error(libc::ENOSPC),
    Fault::Error(libc::EACCES),
    Fault::Error(libc::EINTR),
    Fault::Killed,
    Fault::Short,
    Fault::Slow,
];

fn oracle(root: &Path, disk: Option<&FailingDisk>) -> Oracle {
    oracle_of(GAME, root, disk)
}

fn oracle_of(name: [&str; 2], root: &Path, disk: Option<&FailingDisk>) -> Oracle {
    let game = hindsight::games::game(name[0], Some(name[1])).unwrap();
    let data = DataFolder::new(root);
    let data = match disk {
        Some(disk) => data.on(Arc::new(disk.clone())),
        None => data,
    };
    Oracle::new(game, GameName::new(name[0], name[1]), data, 1 << 30)
}

/// One thread, so that steps come in the same order each time.
fn pool() -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap()
}

fn solve(oracle: &Oracle) -> Result<(), OracleError> {
    let solved =
        pool().install(|| oracle.solve(&SolveOptions::within(1 << 30), &Control::default()));
    solved.map(|solved| assert_eq!(Outcome::from(solved.start), Outcome::Tie(9)))
}

/// All files below a folder, by their paths there.
fn files(root: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// The tables and the manifests.
fn tables(root: &Path) -> Files {
    let mut files = files(root);
    files.retain(|name, _| name.ends_with(".hst") || name.ends_with("manifest.json"));
    files
}

fn put(root: &Path, files: &Files) {
    for (name, bytes) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[track_caller]
fn assert_one_line(error: &OracleError, what: &str) {
    let line = error.to_string();
    assert!(!line.is_empty() && !line.contains('\n'), "{what}: {line}");
}

/// Does something again and again from the same files, with one step after another failing. How many
/// steps failed.
fn fail_everywhere(
    begin: &Files,
    faults: &[Fault],
    mut act: impl FnMut(&Path, &FailingDisk, &str),
) -> u64 {
    let mut failures = 0;
    for &fault in faults {
        for at in 1.. {
            let root = tempfile::tempdir().unwrap();
            put(root.path(), begin);
            let disk = FailingDisk::new(at, fault);
            act(root.path(), &disk, &format!("{fault:?} at step {at}"));
            if !disk.has_failed() {
                break;
            }
            failures += 1;
        }
    }
    failures
}

#[test]
fn whatever_fails_nothing_is_wrong_and_nothing_is_lost() {
    let root = tempfile::tempdir().unwrap();
    solve(&oracle(root.path(), None)).unwrap();
    let (solved, wanted) = (files(root.path()), tables(root.path()));

    let recover = |root: &Path, what: &str| {
        let oracle = oracle(root, Some(&FailingDisk::sound()));
        match oracle.answer(&oracle.start()) {
            Ok(answer) => assert_eq!(answer.verdict.to_string(), "tie in 9", "{what}"),
            Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => {}
            Err(error) => panic!("{what}: {error}"),
        }
        solve(&oracle).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(tables(root), wanted, "{what}");
    };
    let solves = |root: &Path, disk: &FailingDisk, what: &str| {
        match solve(&oracle(root, Some(disk))) {
            Ok(()) => assert_eq!(tables(root), wanted, "{what}"),
            Err(error) => assert_one_line(&error, what),
        }
        recover(root, what);
    };
    let mut failures = fail_everywhere(&Files::new(), &FAULTS, solves);

    // Half of the tables are listed, and one more is not.
    let half = half_solved(&wanted);
    failures += fail_everywhere(&half, &FAULTS, solves);

    let truths = ask(&oracle(root.path(), None)).map(|told| told.unwrap());
    let reads = |root: &Path, disk: &FailingDisk, what: &str| {
        for (told, truth) in ask(&oracle(root, Some(disk))).into_iter().zip(&truths) {
            match told {
                Ok(told) => assert_eq!(told, *truth, "{what}"),
                Err(error) => assert_one_line(&error, what),
            }
        }
        assert_eq!(tables(root), wanted, "{what}");
    };
    failures += fail_everywhere(&solved, &FAULTS, reads);
    println!("{failures} injected faults");
    assert!(failures > 1_500, "{failures}");
}

const LOOPY: [&str; 2] = ["mutorere", "restricted"];

#[test]
fn draws_are_told_apart_and_tables_are_signed_rightly_or_not_at_all() {
    let root = tempfile::tempdir().unwrap();
    let (control, options) = (Control::default(), SolveOptions::within(1 << 30));
    let whole = oracle_of(LOOPY, root.path(), None);
    whole.solve(&options, &control).unwrap();
    whole.verify(Device::Cpu, &control).unwrap();
    let values = files(root.path());
    let tell = |oracle: &Oracle| {
        let tell = |by| oracle.solve_draws(&by, &options, &control).map(drop);
        pool().install(|| tell(DrawsBy::Levels).and_then(|()| tell(DrawsBy::Ratio)))
    };
    tell(&whole).unwrap();
    whole.verify_draws(&control).unwrap();
    let KeyPair { pk, sk } = KeyPair::generate_unencrypted_keypair().unwrap();
    let key = PublicKey::parse(&pk.to_box().unwrap().into_string()).unwrap();
    let sign = |text: &str, comment: &str| {
        let signed = minisign::sign(None, &sk, text.as_bytes(), Some(comment), None);
        Ok::<_, OracleError>(signed.unwrap().into_string())
    };
    let signed = whole.sign(sign).unwrap();
    let (told, wanted) = (files(root.path()), tables(root.path()));
    let answer = |oracle: &Oracle| {
        let answer = oracle.answer(&oracle.start())?;
        Ok::<_, OracleError>(serde_json::to_string(&answer).unwrap())
    };
    let truth = answer(&whole).unwrap();
    assert!(truth.contains("\"draw\":{"), "{truth}");

    let faults = &FAULTS[..effort(1, FAULTS.len())];
    let mut failures = fail_everywhere(&values, faults, |root, disk, what| {
        if let Err(error) = tell(&oracle_of(LOOPY, root, Some(disk))) {
            assert_one_line(&error, what);
        }
        let sound = oracle_of(LOOPY, root, Some(&FailingDisk::sound()));
        tell(&sound).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(answer(&sound).unwrap(), truth, "{what}");
        assert_eq!(tables(root), wanted, "{what}");
    });
    failures += fail_everywhere(&told, faults, |root, disk, what| {
        let failing = oracle_of(LOOPY, root, Some(disk));
        match answer(&failing) {
            Ok(told) => assert_eq!(told, truth, "{what}"),
            Err(error) => assert_one_line(&error, what),
        }
        let verified = pool().install(|| failing.verify_draws(&control));
        let _ = verified.map_err(|error| assert_one_line(&error, what));
        for signed_now in [failing.check_signatures(&key), failing.sign(sign)] {
            match signed_now {
                Ok(comments) => assert_eq!(comments, signed, "{what}"),
                Err(error) => assert_one_line(&error, what),
            }
        }
        let sound = oracle_of(LOOPY, root, Some(&FailingDisk::sound()));
        assert_eq!(sound.check_signatures(&key).unwrap(), signed, "{what}");
        assert_eq!(tables(root), wanted, "{what}");
    });
    println!("{failures} injected faults in telling draws apart and signing");
    assert!(failures > effort(200, 1_500) as u64, "{failures}");
}

/// What the tables say, asked in every way that reads them.
fn ask(oracle: &Oracle) -> [Result<String, OracleError>; 4] {
    let control = Control::default();
    [
        pool().install(|| oracle.verify(Device::Cpu, &control)).map(|told| format!("{told:?}")),
        oracle.answer(&oracle.start()).map(|told| format!("{told:?}")),
        pool()
            .install(|| oracle.analyze(Scope::Reachable, Device::Cpu, &control))
            .map(|told| format!("{told:?}")),
        oracle.line(&oracle.start(), 20).map(|told| format!("{told:?}")),
    ]
}

/// The files of a solve that was stopped in the middle, and killed later.
fn half_solved(wanted: &Files) -> Files {
    let root = tempfile::tempdir().unwrap();
    let oracle = oracle(root.path(), None);
    let id = hindsight::tables::GameId {
        game: GAME[0].into(),
        variant: GAME[1].into(),
        rules: oracle.rules(),
    };
    put(root.path(), wanted);
    let whole = Store::open(root.path(), &id).unwrap();
    let begun = tempfile::tempdir().unwrap();
    let store = Store::create(begun.path(), &id, false).unwrap();
    store.compare_deep_rules(oracle.deep_rules()).unwrap();
    let entries = whole.tiers();
    // The game goes from few marks to many, so that the last tiers are solved first.
    let (listed, unlisted) = (entries.iter().rev().take(5), &entries[entries.len() - 6]);
    let write = |entry: &hindsight::tables::TierEntry| {
        let mut codes = vec![hindsight::parts::Code::DRAW; entry.slots as usize];
        whole.table(&entry.name).unwrap().read_range(0, &mut codes).unwrap();
        store.write_tier(&entry.name, &codes[..]).unwrap();
    };
    listed.for_each(write);
    store.commit().unwrap();
    write(unlisted);
    drop(store);
    files(begun.path())
}
