//! Ranks that do not belong together are told so in one line, and nobody waits for ever.

use std::path::Path;

use hindsight_cluster::{Passport, Ranks, join};
use hindsight_solve::SolveError;

use crate::graphs::on_ranks;

fn passport() -> Passport {
    let [program, work, rules] = ["hindsight 1", "solve quixo 4x4", "0123"].map(str::to_owned);
    Passport { program, work, rules }
}

/// What each of three ranks gets, where the last one has a passport and a folder of its own.
fn come_together(
    last: Result<Passport, String>,
    folders: [Option<&Path>; 3],
) -> Vec<Result<bool, String>> {
    on_ranks(3, 1, |rank| {
        let own = if rank.rank() == 2 { last.clone() } else { Ok(passport()) };
        join(&rank, own, folders[rank.rank()]).map_err(|failure: SolveError| failure.to_string())
    })
}

#[test]
fn ranks_that_agree_begin() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(come_together(Ok(passport()), [None; 3]), [Ok(true), Ok(true), Ok(true)]);
    let shared = [Some(folder.path()); 3];
    assert_eq!(come_together(Ok(passport()), shared), [Ok(true), Ok(true), Ok(true)]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn ranks_that_differ_are_named() {
    let other = |change: fn(&mut Passport)| {
        let mut passport = passport();
        change(&mut passport);
        let mut found = come_together(Ok(passport), [None; 3]);
        assert_eq!(found.split_off(1), [Ok(false), Ok(false)]);
        found.remove(0).unwrap_err()
    };
    let version = other(|passport| passport.program = "hindsight 2".into());
    assert!(
        version.starts_with("rank 2 on ")
            && version.contains("it runs hindsight 2, and rank 0 hindsight 1"),
        "{version}"
    );
    let work = other(|passport| passport.work = "solve nim".into());
    assert!(work.contains("it is asked to solve nim"), "{work}");
    let rules = other(|passport| passport.rules = "4567".into());
    assert!(rules.contains("its rules have the fingerprint 4567"), "{rules}");
    let unable = come_together(Err("no such game".into()), [None; 3]);
    assert!(unable[0].as_ref().unwrap_err().ends_with(": no such game"), "{unable:?}");
}

#[test]
fn a_folder_that_is_not_shared_is_noticed() {
    let (shared, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (shared, own) = (Some(shared.path()), Some(own.path()));
    let found = come_together(Ok(passport()), [shared, shared, own]);
    let said = found[0].as_ref().unwrap_err();
    assert!(said.starts_with("rank 2 on ") && said.contains("all ranks share"), "{said}");
    assert_eq!(found[1..], [Ok(false), Ok(false)]);
}
