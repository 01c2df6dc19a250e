//! Published and recounted facts, and tables that do not depend on the number of threads.

use std::collections::BTreeMap;
use std::path::Path;

use hindsight_core::{Indexed, Outcome, Value};
use hindsight_games::baghchal::BaghChal;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::quixo::Quixo;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_solve::{Control, Cpu, Scope, SolveError, analyze, estimate, verify};
use hindsight_testkit::facts::{self, Rows};

use crate::by_hand::{
    MEMORY, pool, rows, solve_in_memory, solve_into, solve_streamed, solve_within,
};

/// Solves with as many threads as there are, verifies, and compares every row in both columns.
fn compare_with_facts<G: Indexed>(game: &G, facts: &Rows) {
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(game, folder.path());
    let report = verify(game, &store, &Cpu, &Control::default()).unwrap();
    assert!(report.positions > 0);
    let analysis = analyze(game, &store, Scope::Reachable, &Cpu, &Control::default()).unwrap();
    assert_eq!(&rows(&analysis), facts);
    let order = |outcome: Outcome| {
        (Value::ALL.iter().position(|&v| v == outcome.value()), outcome.remoteness())
    };
    assert!(analysis.total.rows().is_sorted_by_key(|(outcome, _)| order(outcome)));
    let by_tier: u64 = analysis.tiers.iter().map(|(_, counts)| counts.total().positions).sum();
    assert_eq!(by_tier, analysis.total.total().positions);
}

fn totals(facts: &Rows) -> (u64, u64) {
    facts.values().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1))
}

#[test]
fn quixo_4x4_is_as_published() {
    let facts = facts::read("quixo_4x4_value_counts.csv");
    compare_with_facts(&Quixo::variant("4x4").unwrap(), &facts);
}

#[test]
fn quixo_3x3_is_as_recounted() {
    let facts = facts::read("quixo_3x3_value_counts.csv");
    assert_eq!(totals(&facts).0, 32_027);
    compare_with_facts(&Quixo::variant("3x3").unwrap(), &facts);
}

#[test]
fn quixo_2x2_has_53_positions() {
    let facts = facts::read("quixo_2x2_value_counts.csv");
    assert_eq!(totals(&facts).0, 53);
    compare_with_facts(&Quixo::variant("2x2").unwrap(), &facts);
}

#[test]
fn tic_tac_toe_has_5478_positions_in_765_orbits() {
    let facts = facts::read("tictactoe_3x3_value_counts.csv");
    assert_eq!(totals(&facts), (5_478, 765));
    compare_with_facts(&TicTacToe::variant("3x3").unwrap(), &facts);
}

/// Twenty goats, all of them placed, with up to two captured; a third capture ends the game.
#[test]
fn the_second_phase_of_bagh_chal_is_as_recounted() {
    let facts = facts::read("baghchal_20-3_second_phase.csv");
    compare_with_facts(&BaghChal::variant("20-3:0,0").unwrap(), &facts);
}

/// All files under a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files
}

fn compare_threads<G: Indexed>(game: &G) {
    let [alone, together] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        pool(threads).install(|| solve_into(game, folder.path()));
        files(folder.path())
    });
    assert!(alone.keys().eq(together.keys()));
    for (name, bytes) in &alone {
        assert!(together[name] == *bytes, "{name} differs");
    }
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    compare_threads(&TicTacToe::variant("3x3").unwrap());
    compare_threads(&Quixo::variant("4x4").unwrap());
    compare_threads(&Kono::new(5, 3, 0b111 << 12, Value::Tie));
    compare_threads(&TicTacTwo::variant("3x5-3").unwrap());
}

#[test]
fn many_threads_on_one_unit_find_what_one_finds() {
    let game = Quixo::variant("4x4").unwrap();
    let alone = solve_in_memory(&game, false);
    let together = pool(3).install(|| solve_in_memory(&game, true));
    assert!(alone == together);
}

/// As little memory as will do: exits are streamed, in groups of one table or more.
#[test]
fn tables_do_not_depend_on_the_memory() {
    let game = Quixo::variant("3x3").unwrap();
    let estimate = estimate(&game, &Cpu);
    let least = estimate.least_memory;
    assert!(least < estimate.largest.memory);
    let [plenty, tight, tighter] =
        [MEMORY, (least + estimate.largest.memory) / 2, least].map(|memory| {
            let folder = tempfile::tempdir().unwrap();
            solve_within(&game, folder.path(), memory).unwrap();
            files(folder.path())
        });
    assert!(plenty == tight && plenty == tighter);
    let folder = tempfile::tempdir().unwrap();
    let refused = solve_within(&game, folder.path(), least - 1);
    assert!(matches!(refused, Err(SolveError::TooLittleMemory { .. })), "{refused:?}");
}

#[test]
fn streamed_exits_give_what_resident_ones_give() {
    let game = Quixo::variant("4x4").unwrap();
    let resident = solve_in_memory(&game, false);
    assert!(resident == solve_streamed(&game, false));
    assert!(pool(3).install(|| resident == solve_streamed(&game, true)));
}
