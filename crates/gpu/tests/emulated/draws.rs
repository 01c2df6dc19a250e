//! Draws told apart by the kernels and by the processor: the tables are the same bytes.

use std::path::Path;

use hindsight_core::{AnyRules, Numbered};
use hindsight_games::dao::Dao;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::game;
use hindsight_games::morris::Morris;
use hindsight_gpu::Gpu;
use hindsight_solve::{
    Backend, Control, Cpu, DrawOrder, TierValues, solve, solve_draws, survey_ranks, verify_draws,
};
use hindsight_store::{GameId, Store};

use crate::processor::Processor;
use crate::tables::{id_of, read_files};

#[test]
fn morris() {
    for variant in ["three", "nine:3,3", "lasker:3,3", "six:4,3", "morabaraba-fulldraw:3,3"] {
        let game = Morris::variant(variant).unwrap();
        compare(&game, &game);
    }
}

#[test]
#[ignore = "minutes: ./test --full"]
fn stones_to_lose_on_both_sides() {
    // Every draw of smaller games ends up where it is.
    let game = Morris::variant("nine:4,4").unwrap();
    let classes = compare(&game, &game);
    assert!(classes > 1, "{classes}");
}

#[test]
fn one_tier_and_games_that_are_explored() {
    let kono = Kono::new(4, 3, 0b111 << 9, hindsight_core::Value::Tie);
    compare(&kono, &kono);
    let dao = Dao::variant("4x4").unwrap();
    compare(&dao, &dao);
    for (name, variant) in [("mutorere", "restricted"), ("dodgem", "3x3"), ("achi", "four")] {
        let game = game(name, Some(variant)).unwrap();
        let index = game.rules.explore(1 << 30).unwrap();
        compare(&*game.rules, &*index);
    }
}

/// Labels with both and compares the files, then ranks without tables and compares the counts. How many
/// classes there are by ratio.
fn compare(rules: &dyn AnyRules, game: &dyn Numbered) -> usize {
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let id = &id_of(rules, game);
    let control = Control::default();
    let values = Store::create(folder.path(), id, false).unwrap();
    solve(game, &values, &Cpu, 1 << 32, &control).unwrap();
    let gpu = &Gpu::on(Processor::new(side, folder.path()), side, 0).unwrap();
    let by_ratio = TierValues::by_ratio(game, &values, &Cpu, &control).unwrap();
    let by_difference = TierValues::by_difference(game).ok();
    let ranks = [Some(&by_ratio), by_difference.as_ref()];
    let orders = ranks.into_iter().flatten().map(DrawOrder::Ranks).chain([DrawOrder::Levels]);
    for order in orders {
        let known = label(id, game, order, &values, &Cpu, &folder.path().join("known"));
        let found = label(id, game, order, &values, gpu, &folder.path().join("found"));
        assert!(known.len() > 1);
        assert_eq!(known, found);
    }
    let survey =
        |backend: &dyn Backend| survey_ranks(game, &by_ratio, true, backend, 1 << 32, &control);
    let (known, found) = (survey(&Cpu).unwrap(), survey(gpu).unwrap());
    assert_eq!(known, found);
    assert!(known.values.positions > 0);
    known.counts.rows().count()
}

/// Labels the draws of a game and reads all files that come of it.
fn label(
    id: &GameId,
    game: &dyn Numbered,
    order: DrawOrder<'_>,
    values: &Store,
    backend: &dyn Backend,
    root: &Path,
) -> Vec<(String, Vec<u8>)> {
    let control = Control::default();
    let family = Store::create_family(root, id, "draws", true).unwrap();
    solve_draws(game, order, values, &family, backend, 1 << 32, &control).unwrap();
    verify_draws(game, order, values, &family, &control).unwrap();
    drop(family);
    let mut files = Vec::new();
    read_files(root, &mut files);
    files.sort();
    std::fs::remove_dir_all(root).unwrap();
    files
}
