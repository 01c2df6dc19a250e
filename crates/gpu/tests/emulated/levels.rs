//! Quarto's levels, surveyed by its kernels and by the processor's solver: the counts of all tiers are the same.

use std::collections::BTreeMap;

use hindsight_core::{Indexed, LevelSurvey, Tier};
use hindsight_games::quarto::Quarto;
use hindsight_gpu::survey_levels_on;
use hindsight_solve::{Backend, Control, Counts, Cpu, TierTally, survey};

use crate::processor::Processor;

type Surveyed = BTreeMap<Tier, Counts>;

fn on_processor(game: &Quarto) -> Surveyed {
    let mut found = Surveyed::new();
    let mut surveyor = Cpu.surveyor(game, 1 << 32);
    let add = |tier, tally: &TierTally| {
        found.insert(tier, Counts::of(tally));
    };
    survey(game, |_| true, false, &mut *surveyor, &Control::default(), add).unwrap();
    found
}

fn by_kernels(game: &Quarto, is_wanted: &dyn Fn(Tier) -> bool, verifies: bool) -> (Surveyed, u64) {
    let folder = tempfile::tempdir().unwrap();
    let side: &dyn LevelSurvey = Indexed::levels(game).unwrap();
    let machine = Processor::of_levels(side, folder.path());
    let mut found = Surveyed::new();
    let mut add = |tier, tally: &TierTally| {
        found.insert(tier, Counts::of(tally));
    };
    let control = Control::default();
    let report = survey_levels_on(machine, side, is_wanted, verifies, &control, &mut add).unwrap();
    (found, report.verified.positions)
}

#[test]
fn levels_of_small_boards_are_counted_as_by_the_processor() {
    for variant in ["3x3-2", "4x4-2", "3x3"] {
        for game in [Quarto::variant(variant), Quarto::simple_variant(variant)] {
            let game = game.unwrap();
            let expected = on_processor(&game);
            let (found, verified) = by_kernels(&game, &|_| true, true);
            assert_eq!(found, expected, "{variant}");
            assert!(verified > 0);
            // What was counted before is left out, and nothing else.
            let tier = *expected.keys().next().unwrap();
            let (rest, _) = by_kernels(&game, &|other| other != tier, false);
            assert_eq!(rest.len(), expected.len() - 1);
            assert!(rest.iter().all(|(tier, counts)| expected[tier] == *counts));
        }
    }
}
