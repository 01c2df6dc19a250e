//! Quarto's levels, surveyed by its kernels and by the processor's solver: the counts of all tiers are the same, and
//! so are the tables of the levels up to a boundary.

use std::collections::BTreeMap;

use hindsight_core::{Code, Indexed, LevelSurvey, LevelValues, Outcome, Tier};
use hindsight_games::quarto::Quarto;
use hindsight_gpu::{LevelOrder, LevelSink, level_values_on, survey_levels_on};
use hindsight_solve::{
    Backend, Control, Count, Counts, Cpu, TierTally, fingerprint, solve_bounded, solve_bounded_by,
    survey,
};
use hindsight_store::{GameId, Store};
use tempfile::TempDir;

use crate::processor::Processor;

/// What takes the results: counts with what no play leads to, and values.
#[derive(Default)]
struct Found {
    tiers: BTreeMap<Tier, (Counts, Count)>,
    values: BTreeMap<u32, Vec<u8>>,
}

impl LevelSink for Found {
    fn count(&mut self, tier: Tier, tally: &TierTally) {
        self.tiers.insert(tier, (Counts::of(tally), tally.unreachable));
    }

    fn keep(&mut self, values: LevelValues) {
        self.values.insert(values.level, values.bytes);
    }
}

fn side(game: &Quarto) -> &dyn LevelSurvey {
    Indexed::levels(game).unwrap()
}

fn on_processor(game: &Quarto) -> BTreeMap<Tier, (Counts, Count)> {
    let mut found = Found::default();
    let mut surveyor = Cpu.surveyor(game, 1 << 32);
    let add = |tier, tally: &TierTally| {
        let (positions, canonical) = side(game).unreachable(tier);
        let mut tally = tally.clone();
        tally.set_apart(Code::new(Outcome::Lose(0)), Count { positions, canonical });
        found.count(tier, &tally);
    };
    survey(game, |_| true, false, &mut *surveyor, &Control::default(), add).unwrap();
    found.tiers
}

fn by_kernels(game: &Quarto, is_wanted: &dyn Fn(Tier) -> bool, verifies: bool) -> (Found, u64) {
    let folder = tempfile::tempdir().unwrap();
    let machine = Processor::of_levels(side(game), folder.path());
    let mut found = Found::default();
    let order = LevelOrder { is_wanted, is_kept: &|level| level < 3, verifies };
    let control = Control::default();
    let report = survey_levels_on(machine, side(game), order, &control, &mut found).unwrap();
    assert!(report.times.iter().all(|time| time.slots > 0));
    (found, report.verified.positions)
}

#[test]
fn levels_of_small_boards_are_counted_as_by_the_processor() {
    for variant in ["3x3-2", "4x4-2", "3x3"] {
        for game in [Quarto::variant(variant), Quarto::simple_variant(variant)] {
            let game = game.unwrap();
            let expected = on_processor(&game);
            let (found, verified) = by_kernels(&game, &|_| true, true);
            assert_eq!(found.tiers, expected, "{variant}");
            assert_eq!(found.values.keys().copied().collect::<Vec<_>>(), [0, 1, 2]);
            assert!(verified > 0);
            // What was counted before is left out, and nothing else.
            let tier = *expected.keys().next().unwrap();
            let (rest, _) = by_kernels(&game, &|other| other != tier, false);
            assert_eq!(rest.tiers.len(), expected.len() - 1);
            assert!(rest.tiers.iter().all(|(tier, counts)| expected[tier] == *counts));
            assert_eq!(rest.values, found.values);
        }
    }
    let nine = on_processor(&Quarto::variant("3x3").unwrap());
    assert!(nine.values().any(|(_, unreachable)| unreachable.positions > 0));
}

/// A kept value that is wrong is noticed: by the search of random positions, and where a level was searched by
/// looking it up again.
#[test]
fn samples_follow_from_the_values_of_their_level() {
    let game = Quarto::variant("3x3").unwrap();
    let (_, side) = (&game, side(&game));
    let samples = side.samples(3, &|| false);
    assert_eq!(samples.positions.len(), 2000);
    let folder = tempfile::tempdir().unwrap();
    let machine = Processor::of_levels(side, folder.path());
    let values = level_values_on(machine, side, 3, &Control::default()).unwrap();
    let mut at = 0;
    for &(slots, expected) in &samples.positions {
        let of = &samples.slots[at..at + usize::from(slots)];
        let kept: Vec<u8> = of.iter().map(|&slot| values.bytes[slot as usize]).collect();
        assert_eq!(side.worth(&kept), expected);
        at += usize::from(slots);
    }
    assert!(samples.positions.iter().any(|&(_, expected)| expected > 2));
    assert_eq!(side.samples(3, &|| true).positions.len(), 0);
}

fn stored(game: &Quarto, boundary: u32, by_gpu: bool) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let id =
        GameId { game: "quarto".into(), variant: "small".into(), rules: fingerprint(game, game) };
    let store = Store::create(folder.path(), &id, false).unwrap();
    let control = Control::default();
    if by_gpu {
        let side = side(game);
        let kernels = tempfile::tempdir().unwrap();
        let machine = Processor::of_levels(side, kernels.path());
        let behind = side.level_behind(boundary).unwrap();
        let values = level_values_on(machine, side, behind, &control).unwrap();
        let find = |tier, slot| Ok(side.outcome_in(&values, tier, slot));
        solve_bounded_by(&find, game, boundary, &store, 1 << 32, &control).unwrap();
    } else {
        solve_bounded(game, game, boundary, &store, 1 << 32, &control).unwrap();
    }
    (folder, store)
}

#[test]
fn tables_down_to_a_boundary_are_the_same_bytes() {
    for (variant, boundaries) in [("3x3-2", 0..3), ("4x4-2", 1..3), ("3x3", 0..5)] {
        for game in [Quarto::variant(variant), Quarto::simple_variant(variant)] {
            let game = game.unwrap();
            for boundary in boundaries.clone() {
                let (_here, expected) = stored(&game, boundary, false);
                let (_there, found) = stored(&game, boundary, true);
                let hashes = |store: &Store| -> Vec<(String, String)> {
                    let entry = |tier: &hindsight_store::TierEntry| {
                        (tier.name.clone(), format!("{:?}", tier))
                    };
                    store.tiers().iter().map(entry).collect()
                };
                assert_eq!(hashes(&found), hashes(&expected), "{variant}, level {boundary}");
                assert!(!found.tiers().is_empty());
            }
            let last = side(&game).levels();
            assert_eq!(side(&game).level_behind(last), None);
        }
    }
}
