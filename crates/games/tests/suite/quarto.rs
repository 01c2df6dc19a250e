//! Quarto against its facts and its slow twins.

use std::collections::{BTreeMap, HashMap};

use hindsight_core::{Indexed, Outcome, Presentation, Rules, Search, Value};
use hindsight_games::quarto::{Quarto, Standing};
use hindsight_games::tentozero::TenToZero;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_testkit::{Dice, facts, minimax, shares};

/// Counts by level, value and remoteness, as texts.
type Counts = BTreeMap<[String; 3], u64>;

/// The counts of one game from docs/results.
fn counted(game: &str) -> Counts {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/quarto_value_counts.csv");
    let text = std::fs::read_to_string(file).unwrap();
    let rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    rows.filter(|row| row[0] == game)
        .map(|row| ([1, 2, 3].map(|i| row[i].to_owned()), row[4].parse().unwrap()))
        .collect()
}

/// Cheung's Table B.1 up to level 11 counts unreachable boards as lost; from level 12 on it leaves them
/// out. Read so, all of its rows are ours, and its total is ours with those boards and the start.
#[test]
fn all_levels_are_counted_as_published() {
    let mut counts = counted("quarto");
    assert_eq!(counts.remove(&["start", "tie", "17"].map(str::to_owned)), Some(1));
    let reachable: u64 =
        counts.iter().filter(|(key, _)| key[1] != "unreachable").map(|it| it.1).sum();
    assert_eq!(reachable + 1, 11_014_437_407_308_817);
    let mut among_lost = 0;
    for level in 0..=16 {
        let key = |value: &str, remoteness: &str| {
            [level.to_string(), value.to_owned(), remoteness.to_owned()]
        };
        let unreachable = counts.remove(&key("unreachable", "")).unwrap_or(0);
        if level <= 11 && unreachable > 0 {
            *counts.get_mut(&key("lose", "0")).unwrap() += unreachable;
            among_lost += unreachable;
        }
    }
    let published: Counts = facts::rows("quarto_value_counts.csv")
        .map(|row| ([0, 1, 2].map(|i| row[i].to_owned()), row[3].parse().unwrap()))
        .collect();
    assert_eq!(counts, published);
    assert_eq!(among_lost, 15_224_687_454_720);
    assert_eq!(published.values().sum::<u64>() + 1, 11_029_662_094_763_537);
    assert_eq!(reachable + 1 + among_lost, 11_029_662_094_763_537);
}

/// Every board is counted once for each piece that can be in hand, or once if the game is over, and both
/// games have the same boards.
#[test]
fn counts_of_a_level_add_up_to_all_of_its_boards() {
    let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
    for (game, is_handed) in [("quarto", true), ("quarto-simple", false)] {
        let counts = counted(game);
        for level in 0..=16u64 {
            let hands = if is_handed { (16 - level).max(1) } else { 1 };
            let (mut over, mut open) = (0, 0);
            for ([_, _, remoteness], count) in
                counts.iter().filter(|(key, _)| key[0] == level.to_string())
            {
                *if ["", "0"].contains(&remoteness.as_str()) { &mut over } else { &mut open } +=
                    count;
            }
            assert_eq!(open % hands, 0, "{game}, level {level}");
            let boards = choose(16, level).pow(2) * (1..=level).product::<u64>();
            assert_eq!(over + open / hands, boards, "{game}, level {level}");
        }
    }
}

/// Unreachable boards of levels 8 and 9, counted by hand: at level 8 the pieces are on two lines that do
/// not meet, of which there are 13 pairs; level 9 has those with one piece more, and a row, a column
/// and a diagonal that meet in three cells.
#[test]
fn unreachable_boards_of_two_levels_are_as_many_as_lines_say() {
    let wins = |pieces: u16| {
        let sharing = |bit: u32, value: u32| {
            (0..16u32)
                .filter(|piece| pieces >> piece & 1 == 1)
                .all(|piece| piece >> bit & 1 == value)
        };
        (0..4).any(|bit| sharing(bit, 0) || sharing(bit, 1))
    };
    let winning: Vec<u16> =
        (0..=u16::MAX).filter(|&set| set.count_ones() == 4 && wins(set)).collect();
    let apart = |a: u16| winning.iter().filter(|&&b| a & b == 0).count() as u64;
    let on_two_lines = 13 * 24 * 24 * winning.iter().map(|&a| apart(a)).sum::<u64>();
    // Corners 0, b and c: the first can be any piece.
    let mut triangles = 0;
    for (b, c) in (1..16u16).flat_map(|b| (1..16).map(move |c| (b, c))).filter(|(b, c)| b != c) {
        let corners = [1, 1 << b, 1 << c];
        let all = corners[0] | corners[1] | corners[2];
        let sides = |from: u16, to: u16| -> Vec<u16> {
            let side = |&set: &u16| set & all == from | to;
            winning.iter().copied().filter(side).map(|set| set & !all).collect()
        };
        let [first, second, third] =
            [(0, 1), (1, 2), (2, 0)].map(|(i, j)| sides(corners[i], corners[j]));
        for &a in &first {
            for &b in second.iter().filter(|&&b| a & b == 0) {
                triangles += third.iter().filter(|&&c| c & (a | b) == 0).count() as u64;
            }
        }
    }
    let unreachable =
        |level: &str| counted("quarto")[&[level, "unreachable", ""].map(str::to_owned)];
    assert_eq!(unreachable("8"), on_two_lines);
    // One of eight cells and of eight pieces; 24 triangles, two orders on each side.
    assert_eq!(unreachable("9"), 64 * on_two_lines + 24 * 8 * 16 * triangles);
}

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
