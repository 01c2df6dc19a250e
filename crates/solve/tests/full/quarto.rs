//! Quarto: the last two levels counted exactly, a million positions of each level from 15 to 8, small
//! boards completely against the slow twin, and the value of the start.

#[path = "../../../games/tests/shares/mod.rs"]
mod shares;
// Its counts are for games that are published whole.
#[allow(dead_code)]
#[path = "../suite/twin.rs"]
mod twin;

use hindsight_core::{Code, Indexed, Looks, Outcome, Rules};
use hindsight_games::quarto::{FullBoards, LastLevels, Quarto};
use hindsight_solve::{Control, CpuSolver, TierGraph, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};

use crate::{MEMORY, stopwatch};

#[test]
fn the_last_two_levels_of_quarto_are_as_published() {
    let game = Quarto::variant("4x4").unwrap();
    let mut done = stopwatch("quarto");
    let boards = FullBoards::count();
    done("full boards counted");
    assert_eq!(boards.total(), (1..=16).product::<u64>());
    let published = LastLevels {
        ties: 414_298_141_056,
        lost: 5_578_178_254_848,
        ties_in_1: 6_628_770_256_896,
        wins_in_1: 12_365_767_360_512,
        lost_before: 148_698_615_810_048,
    };
    assert_eq!(boards.last_levels(), published);
}

#[test]
fn a_million_positions_of_each_level_have_the_published_outcomes() {
    let game = Quarto::variant("4x4").unwrap();
    let mut dice = shares::Dice(2026);
    for level in (8..=16).rev() {
        shares::compare(&game, level, 1_000_000, &mut dice);
    }
    shares::compare(&game, 7, 20_000, &mut dice);
}

#[test]
fn quarto_on_nine_cells_is_as_the_twin_says() {
    for game in [Quarto::variant("3x3").unwrap(), Quarto::simple_variant("3x3").unwrap()] {
        let folder = tempfile::tempdir().unwrap();
        let id = GameId { game: "quarto".into(), variant: "3x3".into(), rules: fingerprint(&game) };
        let store = Store::create(folder.path(), &id, false).unwrap();
        let control = Control::default();
        solve(&game, &store, &CpuSolver, MEMORY, &control).unwrap();
        verify(&game, &store, &control).unwrap();
        let outcomes = twin::outcomes(&game, [game.start()]);
        println!("{} positions, the start {}", outcomes.len(), outcomes[&game.start()]);
        for (&position, &outcome) in &outcomes {
            let place = game.locate(position);
            let stored = store.table(&game.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
            assert_eq!(stored, Code::new(outcome), "{}", game.write_position(position));
        }
        assert!(TierGraph::of(&game).total_slots() > 0);
    }
}

/// Takes a quarter of an hour or more.
#[test]
fn quarto_is_a_tie() {
    let game = Quarto::variant("4x4").unwrap();
    assert_eq!(game.solve(game.start()), Outcome::Tie(17));
}
