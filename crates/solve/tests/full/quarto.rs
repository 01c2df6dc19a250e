//! Quarto: a million positions of each level from 15 to 8 against what is published, random positions of
//! both games and small boards completely against the slow twin, and the value of the starts.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use hindsight_core::{Code, Indexed, Outcome, Presentation, Rules};
use hindsight_games::quarto::{
    FullBoards, FullStandings, Live, Quarto, Standing, opening_file, recomputed_opening_file,
    wins_file,
};
use hindsight_solve::{Control, Cpu, TierGraph, fingerprint, solve, verify};
use hindsight_store::{GameId, Store};
use hindsight_testkit::{Dice, shares, twin};

use crate::MEMORY;

/// The outcome of a random position of a level, if play leads to it.
fn sampled(game: &Quarto, level: usize, dice: &mut Dice) -> Option<Outcome> {
    let position = game.sample(level, |bound| dice.below(bound));
    match game.live().standing(position) {
        Standing::Unreachable => None,
        Standing::Lost => Some(Outcome::Lose(0)),
        _ => Some(game.solve(position)),
    }
}

#[test]
fn a_million_positions_of_each_level_have_the_published_outcomes() {
    let game = Quarto::variant("4x4").unwrap();
    let mut dice = Dice(2026);
    for level in (8..=16).rev() {
        shares::compare(level, 1_000_000, || sampled(&game, level, &mut dice));
    }
    shares::compare(7, 20_000, || sampled(&game, 7, &mut dice));
}

/// All 1,703,014,344 full boards up to symmetry, as in docs/results/quarto_value_counts.csv.
#[test]
fn full_boards_up_to_symmetry_are_as_many_as_counted() {
    let expected =
        FullStandings { ties: 33_738_684, lost: 453_969_656, unreachable: 1_215_306_004 };
    assert_eq!(FullBoards::count().orbits(), expected);
}

#[test]
fn quarto_on_nine_cells_is_as_the_twin_says() {
    for game in [Quarto::variant("3x3").unwrap(), Quarto::simple_variant("3x3").unwrap()] {
        let folder = tempfile::tempdir().unwrap();
        let id = GameId {
            game: "quarto".into(),
            variant: "3x3".into(),
            rules: fingerprint(&game, &game),
        };
        let store = Store::create(folder.path(), &id, false).unwrap();
        let control = Control::default();
        solve(&game, &store, &Cpu, MEMORY, &control).unwrap();
        verify(&game, &store, &Cpu, &control).unwrap();
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

/// Random positions of both games, each with all that can follow: the twin knows neither symmetry nor
/// bounds. The levels above are among the ordinary tests.
#[test]
fn random_positions_are_as_the_twin_says() {
    for game in [Quarto::variant("4x4").unwrap(), Quarto::simple_variant("4x4").unwrap()] {
        let mut dice = Dice(11);
        for (level, samples) in [(12, 2000), (11, 1000), (10, 200), (9, 30), (8, 5)] {
            let (mut seen, mut left) = (BTreeMap::new(), samples);
            while left > 0 {
                let position = game.sample(level, |bound| dice.below(bound));
                if game.live().standing(position) != Standing::Open {
                    continue;
                }
                let found = game.solve(position);
                // Most are won at once; a few of those will do.
                if found == Outcome::Win(1) && dice.below(20) > 0 {
                    continue;
                }
                let slow = twin::outcomes(&game, [position])[&position];
                assert_eq!(found, slow, "{}", game.write_position(position));
                *seen.entry(slow.to_string()).or_insert(0) += 1;
                left -= 1;
            }
            println!("level {level}: {seen:?}");
        }
    }
}

/// All 4,155,545 boards of levels 0 to 6 of each game, worked out on the processor from the values of level 7, and as
/// the survey found them: both are the shipped tables, byte for byte. The values are too large to be shipped:
/// HINDSIGHT_QUARTO_VALUES names the folder with the folders `quarto` and `quarto-simple` that `survey --values`
/// has filled.
#[test]
fn the_opening_tables_follow_from_level_7() {
    let Some(folder) = std::env::var_os("HINDSIGHT_QUARTO_VALUES").map(PathBuf::from) else {
        println!("not checked: HINDSIGHT_QUARTO_VALUES names no folder of values");
        return;
    };
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/quarto/openings");
    for (game, is_handed) in [("quarto", true), ("quarto-simple", false)] {
        let shipped = fs::read(format!("{shipped}/{game}.zst")).unwrap();
        let values = |level: u32| fs::read(folder.join(format!("{game}/{level}.values"))).unwrap();
        let first: Vec<Vec<u8>> = (0..=6).map(values).collect();
        assert!(opening_file(&first).unwrap().unwrap() == shipped, "{game}: levels 0 to 6");
        let again = recomputed_opening_file(is_handed, &values(7)).unwrap().unwrap();
        assert!(again == shipped, "{game}: from level 7");
    }
    let won = fs::read(format!("{shipped}/quarto-wins.bin")).unwrap();
    let values = fs::read(folder.join("quarto/7.values")).unwrap();
    assert!(wins_file(&values).unwrap() == won, "boards of level 7 that are won");
}

/// Takes half an hour or more and 2 GiB.
#[test]
fn quarto_is_a_tie() {
    let game = Quarto::variant("4x4").unwrap();
    assert_eq!(Live::new(game.shape(), 28).handed(game.start()), Outcome::Tie(17));
}

/// Takes some ten minutes.
#[test]
fn whoever_begins_simple_quarto_loses() {
    let game = Quarto::simple_variant("4x4").unwrap();
    assert_eq!(Live::new(game.shape(), 26).chosen(game.start()), Outcome::Lose(14));
}
