use std::collections::{BTreeSet, HashSet};

use hindsight_core::{Indexed, Presentation, Rules, Value};
use hindsight_testkit::facts;
use proptest::prelude::*;

use super::buildings::exchanged;
use super::*;

/// The ten slowest tiers and the total, as published.
const PUBLISHED: &str = "topitop_tiers.csv";
/// Which building each digit of a published tier counts, by the numbers of the text less one: in the
/// table, and where the text names the tier that needed the most memory.
const TABLE_ORDER: [usize; KINDS] = [0, 3, 1, 4, 2, 5, 6, 7, 8];
const TEXT_ORDER: [usize; KINDS] = [0, 3, 6, 7, 1, 4, 8, 2, 5];

fn standard() -> Topitop {
    Topitop::variant("standard").unwrap()
}

fn position(game: &Topitop, text: &str) -> Position {
    game.parse_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The moves of a position by name, each with what comes of it.
fn moves(game: &Topitop, text: &str) -> Vec<(String, String)> {
    let position = position(game, text);
    let mut moves = Vec::new();
    game.moves(position, |chosen| {
        let child = game.play(position, chosen);
        moves.push((game.write_move(position, chosen), game.write_position(child)));
    });
    moves
}

fn names(game: &Topitop, text: &str) -> BTreeSet<String> {
    moves(game, text).into_iter().map(|(name, _)| name).collect()
}

fn after(game: &Topitop, text: &str, name: &str) -> String {
    let moves = moves(game, text);
    let found = moves.iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("{name} is none of {moves:?}")).1.clone()
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// The states that Cheung (2023) counts for a tier: every value of the forbidden step, both turns,
/// every arrangement.
fn states(cells: usize, counts: Counts) -> u64 {
    let repeats: u64 = counts.0.iter().map(|&count| factorial(count.into())).product();
    41 * 2 * factorial(cells) / (repeats * factorial(cells - counts.buildings()))
}

/// All tiers, with the colours exchanged and not: Cheung tells the players apart.
fn all_tiers(kit: Kit) -> HashSet<Counts> {
    let tiers = Tiers::new(kit, 9);
    tiers.list().iter().flat_map(|&counts| [counts, counts.exchanged()]).collect()
}

#[test]
fn twelve_components_give_the_published_tiers_and_states() {
    let mut found = Vec::new();
    for (tops, small, large) in (0..100).map(|n| (1 + n / 25, 1 + n / 5 % 5, 1 + n % 5)) {
        let tiers = all_tiers(Kit { tops, small, large, castles: 2 });
        let total: u64 = tiers.iter().map(|&counts| states(9, counts)).sum();
        if tiers.len() == 2_231 || total == 2_972_507_380 {
            found.push((tops, small, large, tiers.len(), total));
        }
    }
    assert_eq!(found, [(2, 4, 4, 2_231, 2_972_507_380)]);
}

#[test]
fn the_published_table_lists_tiers_of_the_set() {
    let tiers = all_tiers(STANDARD);
    let mut compared = 0;
    for row in facts::rows(PUBLISHED) {
        let published: u64 = row[9].parse().unwrap();
        if row[0].is_empty() {
            assert_eq!(published, 2_972_507_380);
            continue;
        }
        let mut counts = Counts::default();
        for (column, kind) in TABLE_ORDER.into_iter().enumerate() {
            counts.0[kind] = row[column].parse().unwrap();
        }
        assert!(tiers.contains(&counts), "{row:?}");
        assert_eq!(states(9, counts), published, "{row:?}");
        compared += 1;
    }
    assert_eq!(compared, 10);
    let largest = tiers.iter().filter(|&&counts| states(9, counts) == 14_878_080);
    assert_eq!(largest.count(), 7, "all of them are in the table");
}

#[test]
fn one_tier_has_the_sizes_of_the_one_that_needed_the_most_memory() {
    let game = standard();
    let of_both = |counts: Counts| -> HashSet<Counts> {
        let by_first = game.tiers.exits(counts).map(|exit| counts.after(exit));
        let other = counts.exchanged();
        let by_second = game.tiers.exits(other).map(|exit| other.after(exit).exchanged());
        by_first.chain(by_second).collect()
    };
    let sizes = |counts: Counts| {
        (states(9, counts), of_both(counts).into_iter().map(|child| states(9, child)).sum::<u64>())
    };
    let matching: Vec<Counts> = all_tiers(STANDARD)
        .into_iter()
        .filter(|&counts| sizes(counts) == (14_878_080, 64_471_680))
        .collect();
    assert_eq!(matching, [Counts([1, 1, 0, 1, 1, 0, 1, 2, 1])]);
    assert_eq!(TEXT_ORDER.map(|kind| matching[0].0[kind]), [1, 1, 1, 2, 1, 1, 1, 0, 0]);
}

#[test]
fn slots_are_the_orbits_of_boards_with_a_step_that_can_be_forbidden() {
    let game = standard();
    let slots: u64 =
        game.tiers.list().iter().map(|&counts| game.slots(game.tiers.number(counts))).sum();
    let mut marked = 0;
    for &counts in game.tiers.list() {
        let boards = states(9, counts) / 82;
        let neutral: u64 = NEUTRAL.iter().map(|&kind| u64::from(counts.0[kind])).sum();
        let empty = 9 - counts.buildings() as u64;
        // A step is forbidden that leaves a neutral building and enters an empty cell: 40 steps.
        let steps = if game.tiers.is_over(counts) { 0 } else { 40 * boards * neutral * empty / 72 };
        marked += boards + steps;
    }
    // An eighth, and a little more for boards that are symmetric themselves.
    assert!(slots > marked / 8 && slots < marked / 8 * 101 / 100, "{slots} of {marked}");
    assert_eq!(slots, 21_807_394);
}

#[test]
fn the_start_has_27_moves_for_each_player() {
    let game = standard();
    let first = moves(&game, "---/---/---:b");
    assert_eq!(first.len(), 27);
    assert!(first.contains(&("B-a3".to_owned(), "1--/---/---:r".to_owned())), "{first:?}");
    assert!(first.contains(&("L-b1".to_owned(), "---/---/-8-:r".to_owned())), "{first:?}");
    let second = names(&game, "---/-1-/---:r");
    assert_eq!(second.len(), 24);
    assert!(second.contains("R-a1") && !second.contains("B-a1"), "{second:?}");
}

#[test]
fn components_run_out() {
    let game = standard();
    let names = names(&game, "772/7--/1--:b");
    assert!(names.iter().all(|name| !name.starts_with(['B', 'R', 'S'])), "{names:?}");
    assert!(names.contains("L-c2"), "{names:?}");
}

/// Every pair of buildings side by side: what the first may do to the second.
#[test]
fn buildings_stack_as_the_table_says_and_in_no_other_way() {
    let game = Topitop::new(1, 4, Kit { castles: 3, ..STANDARD });
    let known = [(1, 7, 2), (2, 8, 3), (1, 9, 3), (4, 7, 5), (5, 8, 6), (4, 9, 6), (7, 8, 9)];
    for top in 1..=9 {
        for bottom in 1..=9 {
            for turn in ['b', 'r'] {
                let found: Vec<String> = moves(&game, &format!("{top}{bottom}--:{turn}"))
                    .into_iter()
                    .filter(|(name, _)| name == "a1-b1")
                    .map(|(_, child)| child)
                    .collect();
                let mine = if turn == 'b' { 1..=3 } else { 4..=6 };
                let may_move = mine.contains(&top) || top >= 7;
                let result = known.iter().find(|k| (k.0, k.1) == (top, bottom) && may_move);
                let other = if turn == 'b' { 'r' } else { 'b' };
                let expected = result.map(|(_, _, result)| format!("-{result}--:{other}"));
                assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{top}{bottom}:{turn}");
            }
        }
    }
}

#[test]
fn each_player_moves_their_own_and_the_neutral_buildings_one_step() {
    let game = standard();
    let steps = |text: &str| -> Vec<String> {
        let mut from: Vec<String> = names(&game, text)
            .into_iter()
            .filter(|name| name.starts_with(['a', 'b', 'c']))
            .collect();
        from.sort();
        from
    };
    assert_eq!(steps("3--/---/--6:b"), ["a3-a2", "a3-b2", "a3-b3"]);
    assert_eq!(steps("3--/---/--6:r"), ["c1-b1", "c1-b2", "c1-c2"]);
    for neutral in ["7", "8", "9"] {
        for turn in ["b", "r"] {
            assert_eq!(steps(&format!("---/-{neutral}-/---:{turn}")).len(), 8);
        }
    }
}

#[test]
fn a_neutral_building_may_not_be_moved_straight_back() {
    let game = standard();
    let text = after(&game, "7--/---/---:b", "a3-b2");
    assert_eq!(text, "---/-7-/---:r:b2-a3");
    let allowed = names(&game, &text);
    assert!(!allowed.contains("b2-a3") && allowed.contains("b2-a2"), "{allowed:?}");
    // Any other move lifts the ban.
    let text = after(&game, &text, "S-a1");
    assert_eq!(text, "---/-7-/7--:b");
    assert!(names(&game, &text).contains("b2-a3"));
    // Own buildings go back and forth, and a stacked one is another building.
    assert_eq!(after(&game, "1--/---/---:b", "a3-b2"), "---/-1-/---:r");
    assert_eq!(after(&game, "7--/-8-/---:b", "a3-b2"), "---/-9-/---:r");
}

#[test]
fn who_has_no_other_move_passes() {
    let pass = |child: &str| [("pass".to_owned(), child.to_owned())];
    let game = Topitop::new(1, 4, Kit { tops: 1, small: 1, large: 0, castles: 1 });
    // Nothing left to place, nothing stacks, and what could be moved is forbidden. A pass lifts that.
    assert_eq!(moves(&game, "14-7:b:d1-c1"), pass("14-7:r"));
    assert_eq!(moves(&game, "14-7:r").len(), 2);
    assert_eq!(moves(&game, "14-7:b"), [("d1-c1".to_owned(), "147-:r:c1-d1".to_owned())]);
    // Nothing can be moved at all, by either player: this goes on for ever.
    let game = Topitop::new(1, 3, Kit { tops: 1, small: 0, large: 1, castles: 1 });
    assert_eq!(moves(&game, "148:b"), pass("148:r"));
    assert_eq!(moves(&game, "148:r"), pass("148:b"));
}

#[test]
fn castles_win_for_who_built_them() {
    let game = standard();
    let value = |text: &str| game.primitive(position(&game, text));
    assert_eq!(value("3--/---/--6:b"), None);
    assert_eq!(value("3--/---/--3:r"), Some(Value::Lose));
    assert_eq!(value("6--/---/--6:b"), Some(Value::Lose));
    assert_eq!(value("63-/---/--6:b"), Some(Value::Lose));
    let one = Topitop::variant("first").unwrap();
    assert_eq!(one.primitive(position(&one, "3--/---/---:r")), Some(Value::Lose));
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let game = standard();
    for (text, reason) in [
        ("---/---/---", "board:turn"),
        ("---/---/---:b:a1-a2:", "board:turn"),
        ("---/---/---:x", ":b or :r"),
        ("---/---/--:b", "8 cells of 9"),
        ("---/--0/---:b", "'0' is none of"),
        ("111/---/---:b", "3 B, and there are 2"),
        ("1-3/2--/---:r", "3 B, and there are 2"),
        ("45-/6--/---:r", "3 R, and there are 2"),
        ("777/77-/---:b", "5 S, and there are 4"),
        ("999/8-8/---:b", "5 L, and there are 4"),
        ("3--/---/--3:b", "Blue has won already"),
        ("6--/---/--6:r", "Red has won already"),
        ("33-/---/-66:b", "Blue has won already"),
        ("---/-7-/---:b:b2", "as b2-a3"),
        ("---/-7-/---:b:b2-d4", "as b2-a3"),
        ("7--/---/---:b:a3-c3", "as b2-a3"),
        ("---/-1-/---:b:b2-a3", "neutral building"),
        ("---/---/---:b:b2-a3", "neutral building"),
        ("8--/-7-/---:b:b2-a3", "a3 is not empty"),
        ("3-7/---/--3:r:c3-b3", "the game is over"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn the_board_shows_buildings_components_left_and_the_ban() {
    let game = standard();
    let drawn = game.board(position(&game, "1-3/-7-/9-5:r:b2-a2"));
    let expected = " 3    B    .  BSL
 2    .    S    .
 1   SL    .   RS
      a    b    c
Red to move; left: 0 B, 1 R, 0 S, 2 L; b2-a2 is forbidden
";
    assert_eq!(drawn, expected, "\n{drawn}");
}

#[test]
fn the_help_text_speaks_the_notation() {
    let game = standard();
    for text in ["7--/-8-/--1:r", "-7-/-8-/--1:b:b3-a3"] {
        assert!(ABOUT.help.contains(text));
        assert_eq!(game.write_position(position(&game, text)), text);
    }
    let names = names(&game, "7--/---/---:b");
    assert!(names.contains("S-b2") && names.contains("a3-b2"), "{names:?}");
}

#[test]
fn buildings_have_the_numbers_of_the_publication_for_both_players() {
    let game = standard();
    for turn in ["b", "r"] {
        let text = format!("12-/45-/789:{turn}");
        let read = position(&game, &text);
        for kind in 0..KINDS {
            let seen = if turn == "b" { kind } else { exchanged(kind) };
            // No castles: building 3 would be on the third cell and building 6 on the sixth.
            let expected = if kind % 3 == 2 && kind < 6 { 0 } else { 1 << kind };
            assert_eq!(read.cells.0[seen], expected, "{text}");
        }
        assert_eq!(game.write_position(read), text);
    }
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text: String) {
        let _ = standard().parse_position(&text);
    }

    #[test]
    fn texts_that_look_like_positions_round_trip(
        text in "[1-9-]{3}/[1-9-]{3}/[1-9-]{3}:[br](:[abc][123]-[abc][123])?",
    ) {
        let game = standard();
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.write_position(position), text);
            prop_assert!(game.locate(position).slot < game.slots(game.tier_of(position)));
        }
    }
}
