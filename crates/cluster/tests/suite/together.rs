//! Whole games by several ranks: the same tables, byte for byte, the same counts, and what goes wrong.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hindsight_cluster::{
    Cluster, ClusterReport, ClusterSurveyor, Group, Means, Ranks, Splitting, ThreadRank, analyze,
    lead, serve, verify,
};
use hindsight_core::Numbered;
use hindsight_solve::{Control, Counts, Cpu, Scope, SolveError, estimate, solve, survey};
use hindsight_store::{Fingerprint, GameId, Store, SystemDisk};
use hindsight_testkit::graph_game::GraphGame;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::graphs::{graphs, on_ranks};

fn id() -> GameId {
    GameId { game: "game".into(), variant: "variant".into(), rules: Fingerprint::of(b"rules") }
}

/// The files of a folder, but for the lock and the journal.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let dir = Store::folder(root, "game", "variant");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let counts = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|ending| ending == "hst" || ending == "json")
    };
    files.filter(counts).map(|path| (name(&path), std::fs::read(&path).unwrap())).collect()
}

/// Solves a game with several ranks; what rank 0 reports.
fn solve_together(
    game: &dyn Numbered,
    root: &Path,
    means: Means,
    splitting: Splitting,
    stop: &Control,
) -> Result<ClusterReport, SolveError> {
    std::thread::scope(|scope| {
        let mut ranks = ThreadRank::several(means.ranks).into_iter();
        let first = ranks.next().unwrap();
        let store = Store::create(root, &id(), false).unwrap();
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let helper = || Store::help_on(Arc::new(SystemDisk), root, &id());
        for rank in ranks {
            scope.spawn(move || {
                let (pool, ranks) = (&pool(), &rank as &dyn Ranks);
                let cluster = Cluster { ranks, pool, game, backend: &Cpu, means, splitting };
                serve(&cluster, helper(), &Control::default());
            });
        }
        let (pool, ranks) = (&pool(), &first as &dyn Ranks);
        let cluster = Cluster { ranks, pool, game, backend: &Cpu, means, splitting };
        lead(&cluster, &store, helper(), stop)
    })
}

fn compare(game: &dyn Numbered) {
    let least = estimate(game, &Cpu).least_memory;
    let mut split_units = 0;
    let alone = tempfile::tempdir().unwrap();
    let store = Store::create(alone.path(), &id(), false).unwrap();
    solve(game, &store, &Cpu, 1 << 30, &Control::default()).unwrap();
    drop(store);
    let expected = files(alone.path());
    for memory in [4 * least, least * 4 / 5, least / 2] {
        for ranks in [1, 2, 3, 5] {
            for spread in [None, Some(200)] {
                let root = tempfile::tempdir().unwrap();
                let splitting = Splitting { block: None, spread };
                let means = Means { ranks, memory };
                let stop = Control::default();
                let report = match solve_together(game, root.path(), means, splitting, &stop) {
                    Ok(report) => report,
                    Err(SolveError::TooLittleMemory { needed, budget, .. }) => {
                        assert!(needed > budget && budget == memory);
                        continue;
                    }
                    Err(failure) => panic!("{failure}"),
                };
                let same = files(root.path()) == expected;
                assert!(same, "{ranks} ranks, {memory} bytes, {report:?}");
                assert!(memory >= least || report.split_units > 0, "{report:?}");
                assert!(report.split_units == 0 || report.work.message_bytes > 0, "{report:?}");
                split_units += report.split_units;
                check_reading(game, root.path(), means);
            }
        }
    }
    assert!(split_units > 0);
}

/// Verifies, analyses and surveys with several ranks, and compares with one process.
fn check_reading(game: &dyn Numbered, root: &Path, means: Means) {
    let control = Control::default();
    let store = Store::open(root, &id()).unwrap();
    let verified = hindsight_solve::verify(game, &store, &Cpu, &control).unwrap();
    for scope in [Scope::Reachable, Scope::Roots, Scope::All] {
        let expected = hindsight_solve::analyze(game, &store, scope, &Cpu, &control).unwrap();
        let found = on_ranks(means.ranks, 2, |rank| {
            let store = Store::open(root, &id()).unwrap();
            let control = Control::default();
            let found = analyze(game, &store, scope, &Group::all(&rank), &control).unwrap();
            assert!(
                scope != Scope::All || {
                    let group = &Group::all(&rank);
                    let report = verify(game, &store, group, means.memory, &control).unwrap();
                    rank.rank() > 0 || report == verified
                }
            );
            found
        });
        assert_eq!((&found[0].tiers, &found[0].total), (&expected.tiers, &expected.total));
        let longest = |it: &Option<_>| it.as_ref().map(|(outcome, _)| *outcome);
        assert_eq!(longest(&found[0].longest_win), longest(&expected.longest_win));
    }
    let count = |surveyor: &mut dyn hindsight_solve::UnitSurveyor| {
        let mut found = Vec::new();
        let add = |tier, tally: &hindsight_solve::TierTally| found.push((tier, Counts::of(tally)));
        let verified = survey(game, |_| true, true, surveyor, &Control::default(), add).unwrap();
        (found, verified)
    };
    let expected = count(&mut *hindsight_solve::Backend::surveyor(&Cpu, game, 1 << 30));
    let found = on_ranks(means.ranks, 2, |rank| {
        let group = &Group::all(&rank);
        count(&mut ClusterSurveyor::new(game, group, Means { memory: 1 << 30, ..means }))
    });
    assert_eq!(found[0], expected);
}

#[test]
fn random_games_have_the_same_tables_and_counts() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..2 {
        let graph = graphs(200..300, 1..4u64).new_tree(&mut runner).unwrap().current();
        compare(&GraphGame::<true>(&graph));
        compare(&GraphGame::<false>(&graph));
    }
}

/// Stopped at some time, gone on with another number of ranks, until it is finished.
#[test]
fn a_stopped_solve_goes_on_with_any_number_of_ranks() {
    let graph = graphs(2_000..3_000, Just(2u64))
        .new_tree(&mut TestRunner::deterministic())
        .unwrap()
        .current();
    let game = &GraphGame::<true>(&graph);
    let (alone, root) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Store::create(alone.path(), &id(), false).unwrap();
    solve(game, &store, &Cpu, 1 << 30, &Control::default()).unwrap();
    let memory = estimate(game, &Cpu).least_memory * 4 / 5;
    let mut stopped = 0;
    for round in 0u64.. {
        let stop = Control::default();
        let ranks = [3, 5, 2, 4][round as usize % 4];
        let means = Means { ranks, memory };
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(2 + 3 * round));
                stop.stop();
            });
            solve_together(game, root.path(), means, Splitting::default(), &stop)
        });
        match result {
            Ok(_) => break,
            Err(SolveError::Stopped) => stopped += 1,
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(stopped > 0);
    drop(store);
    assert_eq!(files(root.path()), files(alone.path()));
}
