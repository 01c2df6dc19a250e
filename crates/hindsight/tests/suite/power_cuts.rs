//! The power is cut after every step that real solves take on the disk: what was solved is still there,
//! nothing wrong is said, and a next solve comes to the same bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hindsight::tables::Disk;
use hindsight::{Control, DataFolder, DrawsBy, GameName, Oracle, OracleError, SolveOptions};
use hindsight_testkit::disk::{Leftover, RecordedDisk};
use hindsight_testkit::effort;

/// Games, and whether their draws are told apart too.
const GAMES: [(&str, &str, bool); 7] = [
    ("tictactoe", "3x3", false),
    ("tentozero", "10-to-0", false),
    ("morris", "three", true),
    ("mutorere", "restricted", true),
    ("quixo", "3x3", true),
    ("baghchal", "3x3-5-2", true),
    ("achi", "diagonals", true),
];

/// The folder of the data on a disk that exists in memory only.
const ROOT: &str = "data";

type Files = BTreeMap<PathBuf, Vec<u8>>;

fn oracle(game: &str, variant: &str, disk: &RecordedDisk) -> Oracle {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    let made = hindsight::games::game(game, Some(variant)).unwrap();
    Oracle::new(
        made,
        GameName::new(game, variant),
        DataFolder::new(Path::new(ROOT)).on(disk),
        1 << 30,
    )
}

/// Solves a game, and tells its draws apart; one thread, so that steps come in one order.
fn solve(oracle: &Oracle, has_draws: bool, force: bool) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let options = SolveOptions { force, ..SolveOptions::within(1 << 30) };
    pool.install(|| {
        oracle.solve(&options, &Control::default()).unwrap();
        if has_draws {
            oracle.solve_draws(&DrawsBy::Levels, &options, &Control::default()).unwrap();
        }
    });
}

/// The tables and manifests on a disk.
fn tables(disk: &RecordedDisk) -> Files {
    let is_solved = |path: &PathBuf| {
        path.ends_with("manifest.json") || path.extension().is_some_and(|it| it == "hst")
    };
    disk.files().into_iter().filter(|(path, _)| is_solved(path)).collect()
}

#[test]
fn whenever_the_power_is_cut_nothing_that_was_solved_is_lost() {
    let (mut cuts, mut states) = (0, 0);
    for (game, variant, has_draws) in GAMES.into_iter().take(effort(2, GAMES.len())) {
        let disk = RecordedDisk::default();
        let whole = oracle(game, variant, &disk);
        solve(&whole, has_draws, false);
        let solved = disk.steps();
        let truth = format!("{:?}", whole.answer(&whole.start()).unwrap().verdict);
        solve(&whole, has_draws, true);
        let wanted = tables(&disk);
        for after in 0..=disk.steps() {
            let by_chance =
                (0..effort(0, 2) as u64).map(|chance| Leftover::Some(after as u64 + chance));
            for leftover in [Leftover::Least, Leftover::Most].into_iter().chain(by_chance) {
                let what = format!("{game} {variant}, {leftover:?} after step {after}");
                let after_cut = disk.after_cut(after, leftover);
                let left = oracle(game, variant, &after_cut);
                match left.answer(&left.start()) {
                    Ok(answer) => assert_eq!(format!("{:?}", answer.verdict), truth, "{what}"),
                    Err(OracleError::NotSolved { .. } | OracleError::PartlySolved { .. }) => {
                        assert!(after != solved && after != disk.steps(), "{what}: all is lost");
                    }
                    Err(error) => panic!("{what}: {error}"),
                }
                solve(&left, has_draws, false);
                assert!(tables(&after_cut) == wanted, "{what}: other tables");
                states += 1;
            }
        }
        cuts += disk.steps() + 1;
    }
    println!("{cuts} cut points, {states} states");
    assert!(cuts >= effort(80, 1_000), "{cuts}");
}
