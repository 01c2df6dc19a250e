//! Tic-Tac-Two as published, every row in both columns.

use std::path::Path;
use std::time::Instant;

use hindsight_core::{Indexed, Outcome, Rules as _};
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_solve::{Control, CpuSolver, Scope, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

use crate::facts::{self, Rows};

/// What solving may take.
const MEMORY: u64 = 2_000_000_000;

#[test]
fn tic_tac_two_is_as_published() {
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("HINDSIGHT_FULL_DATA");
    let root = kept.as_deref().map_or(temporary.path(), Path::new);
    let game = TicTacTwo::variant("5x5").unwrap();
    let control = Control::default();
    let rules = fingerprint(&game);
    let id = GameId { game: "tictactwo".into(), variant: "5x5".into(), rules };
    let mut began = Instant::now();
    let mut done = |what: &str| {
        println!("tictactwo: {what} in {:.1?}", began.elapsed());
        began = Instant::now();
    };

    let store = Store::create(root, &id, false).unwrap();
    solve(&game, &store, &CpuSolver, MEMORY, &control).unwrap();
    drop(store);
    done("solved");

    let store = Store::open(root, &id).unwrap();
    verify(&game, &store, &control).unwrap();
    done("verified");

    // The text of the publication says 14, its conclusion 12, and its tables agree with the latter.
    let place = game.locate(game.start());
    let table = store.table(&game.tier_name(place.tier)).unwrap();
    assert_eq!(table.get(place.slot).unwrap().outcome(), Some(Outcome::Tie(12)));

    let analysis = analyze(&game, &store, Scope::Reachable, &control).unwrap();
    let rows: Rows = analysis
        .total
        .rows()
        .map(|(outcome, count)| (outcome, (count.positions, count.canonical)))
        .collect();
    assert_eq!(rows, facts::read("tictactwo_value_counts.csv"));
    done("analysed");
}
