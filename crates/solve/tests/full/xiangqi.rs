//! Chinese chess endgames: everything with four pieces, and with five against the published table.

use std::path::Path;
use std::time::Instant;

use hindsight_core::Outcome;
use hindsight_games::xiangqi::Xiangqi;
use hindsight_solve::{Control, Cpu, Scope, analyze, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};
use hindsight_testkit::facts::{self, Rows};

use crate::MEMORY;

/// Solves a variant, or finds it solved, verifies it, and counts all positions that look legal. The
/// canonical column is left out: the publication has none.
fn count(variant: &str, root: &Path) -> Rows {
    let game = Xiangqi::variant(variant).unwrap();
    let control = Control::default();
    let id = GameId {
        game: "xiangqi".into(),
        variant: variant.into(),
        rules: fingerprint(&game, &game),
    };
    let mut began = Instant::now();
    let mut done = |what: &str| {
        println!("xiangqi {variant}: {what} in {:.1?}", began.elapsed());
        began = Instant::now();
    };
    let store = Store::create(root, &id, false).unwrap();
    solve(&game, &store, &Cpu, MEMORY, &control).unwrap();
    drop(store);
    done("solved");
    let store = Store::open(root, &id).unwrap();
    verify(&game, &store, &Cpu, &control).unwrap();
    done("verified");
    let analysis = analyze(&game, &store, Scope::Roots, &Cpu, &control).unwrap();
    done("counted");
    analysis.total.rows().map(|(outcome, count)| (outcome, (count.positions, 0))).collect()
}

fn total(rows: &Rows) -> u64 {
    rows.values().map(|&(positions, _)| positions).sum()
}

/// As counted by trying all placements of four, three and two pieces, with a program that shares
/// nothing with this one.
const FOUR_PIECE_POSITIONS: u64 = 22_622_706 + 70_374 + 108;

#[test]
fn four_pieces_are_solved_and_verified() {
    let temporary = tempfile::tempdir().unwrap();
    let rows = count("4", temporary.path());
    assert_eq!(total(&rows), FOUR_PIECE_POSITIONS);
    assert!(rows.contains_key(&Outcome::Draw));
}

#[test]
fn five_pieces_are_as_published() {
    let published = facts::read("xiangqi_5piece_value_counts.csv");
    assert_eq!(total(&published), 4_738_622_370);
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("HINDSIGHT_FULL_DATA");
    let root = kept.as_deref().map_or(temporary.path(), Path::new);
    assert_eq!(count("5", root), published);
}
