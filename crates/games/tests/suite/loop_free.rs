//! Loop-free games on small boards: every position that play leads to, against plain minimax.

use std::collections::HashMap;

use hindsight_core::{Indexed, Presentation};
use hindsight_games::connect4::{Connect4, Upright};
use hindsight_games::mnk::Mnk;
use hindsight_games::tootandotto::TootAndOtto;
use hindsight_solve::{Control, Cpu, fingerprint, solve};
use hindsight_store::{GameId, Store};
use hindsight_testkit::minimax;

/// Compares the stored value of every position with minimax; says how many there are.
fn compare<G: Indexed + Presentation>(game: &G) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let rules = fingerprint(game, game);
    let id = GameId { game: "loop".into(), variant: "free".into(), rules };
    let store = Store::create(folder.path(), &id, false).unwrap();
    solve(game, &store, &Cpu, 1 << 30, &Control::default()).unwrap();
    let mut known = HashMap::new();
    minimax(game, game.start(), &mut known);
    let mut tables = HashMap::new();
    for (&position, &outcome) in &known {
        let place = game.locate(position);
        let table = tables
            .entry(place.tier)
            .or_insert_with(|| store.table(&game.tier_name(place.tier)).unwrap());
        let stored = table.get(place.slot).unwrap().outcome();
        assert_eq!(stored, Some(outcome), "{}", game.write_position(position));
    }
    known.len()
}

#[test]
fn every_position_is_as_plain_minimax_says() {
    for variant in ["4x3", "3x4", "5x2", "1x6"] {
        assert!(compare(&Connect4::variant(variant).unwrap()) > 5, "{variant}");
    }
    // The index of the usual board, on smaller ones.
    assert!(compare(&Upright::<4, 3>::default()) > 1_000);
    assert!(compare(&Upright::<3, 5>::default()) > 1_000);
    for variant in ["4x2", "2x4", "4x3", "3x4-4"] {
        assert!(compare(&TootAndOtto::variant(variant).unwrap()) > 5, "{variant}");
    }
    for variant in [
        "3x3-3-misere",
        "3x3-3-wild",
        "3x3-3-wild-misere",
        "3x3-3-notakto",
        "4x2-3",
        "2x4-2-wild",
        "4x3-3-misere",
    ] {
        assert!(compare(&Mnk::variant(variant).unwrap()) > 5, "{variant}");
    }
}
