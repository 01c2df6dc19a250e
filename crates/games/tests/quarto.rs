//! Quarto against its facts and its slow twins.

use std::collections::HashMap;

use hindsight_core::{Indexed, Looks, Outcome, Rules, Search, Value};
use hindsight_games::quarto::{Quarto, Standing};
use hindsight_games::tentozero::TenToZero;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_testkit::{Dice, minimax, shares};

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
fn shares_of_outcomes_are_the_published_ones() {
    let game = Quarto::variant("4x4").unwrap();
    let mut dice = Dice(1);
    for (level, samples) in [
        (16, 20_000),
        (15, 20_000),
        (14, 20_000),
        (13, 20_000),
        (12, 20_000),
        (11, 20_000),
        (10, 20_000),
        (9, 4_000),
        (8, 1_000),
    ] {
        shares::compare(level, samples, || sampled(&game, level, &mut dice));
    }
}

/// Both games, on all small boards and on the last levels of the whole one.
#[test]
fn the_live_solver_finds_what_minimax_finds() {
    for (variant, levels, samples) in [
        ("3x3-2", 0..=4, 40),
        ("3x3", 3..=8, 60),
        ("3x3-4", 5..=9, 40),
        ("4x4-2", 0..=4, 10),
        ("4x4-3", 5..=8, 20),
        ("4x4", 11..=16, 60),
    ] {
        for game in [Quarto::variant(variant), Quarto::simple_variant(variant)] {
            let game = game.unwrap();
            let mut dice = Dice(7);
            let mut known = HashMap::new();
            let mut seen = std::collections::HashSet::new();
            for level in levels.clone() {
                for _ in 0..samples {
                    let position = game.sample(level, |bound| dice.below(bound));
                    let standing = game.live().standing(position);
                    if !matches!(standing, Standing::Open | Standing::Tied) {
                        continue;
                    }
                    let slow = minimax(&game, position, &mut known);
                    assert_eq!(game.solve(position), slow, "{}", game.write_position(position));
                    seen.insert(slow.value());
                }
                known.clear();
            }
            assert!(!seen.is_empty(), "{variant}");
        }
    }
}

#[test]
fn whole_small_games_are_found_from_their_starts() {
    for variant in ["3x3-2", "4x4-2"] {
        for game in [Quarto::variant(variant), Quarto::simple_variant(variant)] {
            let game = game.unwrap();
            let slow = minimax(&game, game.start(), &mut HashMap::new());
            assert_eq!(game.solve(game.start()), slow, "{variant}");
        }
    }
}

/// The search that works for any finite game: all positions of small games, ties in few plies
/// included.
#[test]
fn the_generic_search_finds_what_minimax_finds() {
    fn compare<G: Rules>(game: &G) {
        let mut known = HashMap::new();
        minimax(game, game.start(), &mut known);
        let mut search = Search::new(game, u64::MAX);
        for (&position, &outcome) in &known {
            assert_eq!(search.outcome(position), Some(outcome), "{position:?}");
        }
    }
    compare(&TenToZero);
    compare(&TicTacToe::variant("3x3").unwrap());
    compare(&Quarto::variant("3x3-2").unwrap());
    compare(&Quarto::simple_variant("3x3-2").unwrap());
    let game = TicTacToe::variant("3x3").unwrap();
    assert_eq!(Search::new(&game, 3).outcome(game.start()), None, "it gives up");
}

/// The examples of the publication, and what it says of their ends.
#[test]
fn positions_of_the_publication_are_read() {
    let game = Quarto::variant("4x4").unwrap();
    for (text, value) in [("-B--0D56-8-7-F---", Value::Lose), ("CFE092B468137D5A-", Value::Tie)] {
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.primitive(position), Some(value), "{text}");
        assert_eq!(game.write_position(position), text);
    }
    let start = game.parse_position("-----------------").unwrap();
    assert_eq!(start, game.start());
    for wrong in [
        "",
        "----------------",
        "7--7------------C",
        "7--5------------5",
        "7--5-------------",
        "7--5------------G",
        "-B--0D56-8-7-F--1",
        "CFE092B468137D5A1",
    ] {
        assert!(game.parse_position(wrong).is_err(), "{wrong}");
    }
    assert!(Quarto::variant("5x5").is_none() && Quarto::variant("4x4-4").is_none());
}

/// Symmetric positions share a slot, others do not, on a whole small game: orbits by brute force.
#[test]
fn slots_are_orbits() {
    for game in [Quarto::variant("3x3-2").unwrap(), Quarto::simple_variant("3x3-2").unwrap()] {
        let mut known = HashMap::new();
        minimax(&game, game.start(), &mut known);
        let mut places: HashMap<(u64, u64), (Outcome, u64, u64)> = HashMap::new();
        for (&position, &outcome) in &known {
            let place = game.locate(position);
            let size = u64::from(game.symmetries() / place.stabiliser);
            let entry = places.entry((place.tier.0, place.slot)).or_insert((outcome, size, 0));
            assert_eq!((entry.0, entry.1), (outcome, size));
            entry.2 += 1;
        }
        // All images are reached, so that every orbit is there whole.
        assert!(places.values().all(|&(_, size, found)| size == found));
    }
}
