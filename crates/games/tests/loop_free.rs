//! Loop-free games on small boards: every position that play leads to, against plain minimax.

mod minimax;

use std::collections::HashMap;

use hindsight_core::{Indexed, Looks, Rules};
use hindsight_games::{Visitor, visit};
use hindsight_solve::{Control, CpuSolver, fingerprint, solve};
use hindsight_store::{GameId, Store};
use minimax::minimax;

struct Compare;

impl Visitor for Compare {
    type Output = usize;

    fn indexed<G: Indexed + Looks + 'static>(self, game: G) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let rules = fingerprint(&game);
        let id = GameId { game: "loop".into(), variant: "free".into(), rules };
        let store = Store::create(folder.path(), &id, false).unwrap();
        solve(&game, &store, &CpuSolver, 1 << 30, &Control::default()).unwrap();
        let mut known = HashMap::new();
        minimax(&game, game.start(), &mut known);
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

    fn rules_only<G: Rules + Looks + 'static>(self, _game: G) -> usize {
        unreachable!("these games number their positions")
    }
}

#[test]
fn every_position_is_as_plain_minimax_says() {
    for (game, variant) in [
        ("connect4", "4x3"),
        ("connect4", "3x4"),
        ("connect4", "5x2"),
        ("connect4", "1x6"),
        ("tootandotto", "4x2"),
        ("tootandotto", "2x4"),
        ("tootandotto", "4x3"),
        ("tootandotto", "3x4-4"),
        ("mnk", "3x3-3-misere"),
        ("mnk", "3x3-3-wild"),
        ("mnk", "3x3-3-wild-misere"),
        ("mnk", "3x3-3-notakto"),
        ("mnk", "4x2-3"),
        ("mnk", "2x4-2-wild"),
        ("mnk", "4x3-3-misere"),
    ] {
        let positions = visit(game, Some(variant), Compare).unwrap();
        println!("{game} {variant}: {positions} positions");
        assert!(positions > 5);
    }
}
