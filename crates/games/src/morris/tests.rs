use hindsight_core::{Evaluation, Indexed, Rules};

use super::*;
use proptest::prelude::*;

fn game(variant: &str) -> Morris {
    Morris::variant(variant).unwrap()
}

fn moves(game: &Morris, text: &str) -> Vec<String> {
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.primitive(position), None);
    let mut moves = Vec::new();
    game.moves(position, |chosen| moves.push(game.write_move(position, chosen)));
    moves.sort();
    moves
}

fn value(variant: &str, text: &str) -> Option<Value> {
    let game = game(variant);
    game.primitive(game.parse_position(text).unwrap())
}

#[test]
fn the_start_has_a_move_for_every_point() {
    for (variant, points) in [("nine", 24), ("morabaraba", 24), ("six", 16), ("three", 9)] {
        let game = game(variant);
        let start = game.write_position(game.start());
        assert_eq!(moves(&game, &start).len(), points);
    }
    assert_eq!(
        game("nine").write_position(game("nine").start()),
        "---/---/---/------/---/---/---:9,9:w"
    );
}

#[test]
fn the_slides_of_the_sample_game_are_along_lines() {
    // From the optimal game of Morabaraba that Gévay and Danner print.
    let game = game("morabaraba");
    let text = "--W/---/---/------/---/-W-/WW-:0,0:b";
    assert!(game.parse_position(text).is_err(), "Black has no stones");
    let slides = moves(&game, "--W/--B/---/BB----/---/-W-/WW-:w");
    assert!(!slides.contains(&"g7-f6".to_owned()), "{slides:?}");
    let slides = moves(&game, "--W/---/---/BBB---/---/-W-/WW-:w");
    assert!(slides.contains(&"g7-f6".to_owned()), "{slides:?}");
    assert!(slides.contains(&"a1-b2".to_owned()), "{slides:?}");
    assert_eq!(slides.len(), 3 + 3 + 1 + 1, "{slides:?}");
}

#[test]
fn a_mill_takes_one_stone_that_is_in_no_mill() {
    let game = game("nine");
    // White closes a7-d7-g7; Black has a mill on row 1 and a loose stone on f4.
    let with_loose = moves(&game, "WW-/---/---/-----W/---/---/BBB:6,6:w");
    assert!(with_loose.contains(&"g7xa1".to_owned()), "all are in the mill");
    let with_loose = moves(&game, "WW-/---/---/----BW/---/---/BBB:5,5:w");
    assert!(with_loose.contains(&"g7xf4".to_owned()));
    assert!(!with_loose.contains(&"g7xa1".to_owned()));
    assert!(!with_loose.contains(&"g7".to_owned()), "a mill must take");
    let any = moves(&self::game("nine-takeany"), "WW-/---/---/----BW/---/---/BBB:5,5:w");
    assert!(any.contains(&"g7xa1".to_owned()));
}

#[test]
fn a_double_mill_takes_one_stone_only() {
    let game = game("nine");
    // Placing on a7 closes a7-d7-g7 and a7-a4-a1.
    let moves = moves(&game, "-WW/---/---/W---B-/---/-B-/W--:5,5:w");
    let closing: Vec<&String> = moves.iter().filter(|name| name.starts_with("a7")).collect();
    assert_eq!(closing, ["a7xd2", "a7xf4"]);
}

#[test]
fn three_stones_fly_and_four_slide() {
    let three = "W--/---/---/--W---/---/---/-WB:0,0:w";
    let game = game("nine");
    assert!(game.parse_position(three).is_err(), "one black stone: the game was over before");
    let three = "W--/---/---/--W---/---/B--/BWB:0,0:w";
    assert_eq!(moves(&game, three).len(), 3 * 18);
    assert_eq!(moves(&self::game("nine-nofly"), three).len(), 2 + 3 + 1);
    let in_hand = "W--/---/---/--W---/---/B--/BWB:3,3:w";
    let lasker = self::game("lasker");
    assert_eq!(moves(&lasker, in_hand).len(), 18 + 2 + 3 + 1);
    let three_with_one_in_hand = "W--/---/---/--W---/---/B--/B-B:1,3:w";
    assert_eq!(moves(&lasker, three_with_one_in_hand).len(), 19 + 2 * 19);
}

#[test]
fn two_stones_or_no_move_lose() {
    let two = "WW-/---/---/------/---/B--/BBB:0,0:w";
    assert_eq!(value("nine", two), Some(Value::Lose));
    assert_eq!(value("nine", "WW-/---/---/------/---/B--/BBB:1,1:w"), None);
    let stuck = "WBW/-B-/---/BW-W-B/---/---/BW-:0,0:w";
    assert_eq!(value("nine", stuck), None);
    let stuck = "WBW/B--/---/B----B/---/---/WBW:0,0:w";
    assert_eq!(value("nine", stuck), Some(Value::Lose));
    assert_eq!(value("morabaraba", stuck), None, "corners are joined");
}

#[test]
fn a_full_board_loses_or_ties() {
    let full = "WBW/BWB/WBW/BWBWBW/BWB/WBW/BWB:0,0:w";
    assert_eq!(value("morabaraba", full), Some(Value::Lose));
    assert_eq!(value("morabaraba-fulldraw", full), Some(Value::Tie));
}

#[test]
fn who_passes_on_a_full_board_hands_it_over() {
    let full = "WBW/BWB/WBW/BWBWBW/BWB/WBW/BWB:0,0:";
    let game = game("morabaraba-pass");
    let [white, black] =
        ["w", "b"].map(|turn| game.parse_position(&format!("{full}{turn}")).unwrap());
    assert_eq!(game.primitive(white), None);
    assert_eq!(moves(&game, &format!("{full}w")), ["pass"]);
    game.moves(white, |pass| assert_eq!(game.play(white, pass), black));
    let mut parents = Vec::new();
    game.parents(black, |parent| parents.push(parent));
    assert_eq!(parents, [white]);
    assert_eq!(game.child_tiers(game.tier_of(white)), [game.tier_of(black)]);
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let game = game("nine");
    for (text, reason) in [
        ("", "points:white's hand"),
        ("---/---/---/------/---/---/---:9,9", "the turn"),
        ("---/---/---/------/---/---/--:9,9:w", "23 points of 24"),
        ("---/---/---/------/---/---/----:9,9:w", "more than 24"),
        ("---/--/----/------/---/---/---:9,9:w", "between two rows"),
        ("X--/---/---/------/---/---/---:9,8:w", "none of"),
        ("---/---/---/------/---/---/---:9:w", "two numbers"),
        ("---/---/---/------/---/---/---:+9,9:w", "two numbers"),
        ("---/---/---/------/---/---/---:99,9:w", "White has 0 stones on the board and 99"),
        ("WWW/WWW/WWW/W-----/---/---/BBB:0,0:w", "10 stones on the board"),
        ("---/---/---/------/---/---/---:3,3:w", "no play leads to 0 white and 0 black"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn variants_have_their_stones() {
    for (name, stones) in [("nine", [9, 9]), ("nine:7,6", [7, 6]), ("lasker:12,3", [12, 3])] {
        assert_eq!(game(name).stones, stones);
    }
    for name in [
        "ten",
        "nine:",
        "nine:7",
        "nine:2,3",
        "nine:13,3",
        "six:9,3",
        "nine:07,6",
        "nine:+7,6",
        "nine:7,6,5",
        "nine:7-6,5",
    ] {
        assert!(Morris::variant(name).is_err(), "{name}");
    }
    assert!(Morris::variant("lasker:2,4").unwrap_err().contains("from 3 to 12"));
}

#[test]
fn the_board_is_drawn_with_its_lines() {
    let game = game("morabaraba");
    let position = game.parse_position("W--/-B-/---/------/---/---/---:11,11:w").unwrap();
    let drawn = game.board(position);
    let expected = " 7  W-----------.-----------.
    | \\         |         / |
 6  |   .-------B-------.   |
    |   | \\     |     / |   |
 5  |   |   .---.---.   |   |
    |   |   |       |   |   |
 4  .---.---.       .---.---.
    |   |   |       |   |   |
 3  |   |   .---.---.   |   |
    |   | /     |     \\ |   |
 2  |   .-------.-------.   |
    | /         |         \\ |
 1  .-----------.-----------.
    a   b   c   d   e   f   g
White to move; in hand: White 11, Black 11
";
    assert_eq!(drawn, expected, "\n{drawn}");
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text: String) {
        let _ = game("six").parse_position(&text);
    }

    #[test]
    fn texts_that_look_like_positions_round_trip(
        text in "[WB-]{3}/[WB-]{3}/[WB-]{4}/[WB-]{3}/[WB-]{3}:[0-6],[0-6]:[wb]",
    ) {
        let game = game("six");
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.write_position(position), text);
            prop_assert!(game.locate(position).slot < game.slots(game.tier_of(position)));
        }
    }
}

#[test]
fn stones_slides_and_crossings_make_a_position_look_good() {
    let nine = game("nine");
    let evaluate = |text: &str| nine.evaluate(nine.parse_position(text).unwrap());
    assert_eq!(nine.evaluate(nine.start()), 0);
    // A stone ahead, and the same for the other player.
    let ahead = "W-W/---/---/--B-B-/---/--B/W-W:0,0:";
    assert!(evaluate(&format!("{ahead}w")) > 500);
    assert_eq!(evaluate(&format!("{ahead}w")), -evaluate(&format!("{ahead}b")));
    // d6, b4, f4 and d2 have four neighbours. A corner has two slides, such a point four.
    let corner = evaluate("W--/---/---/------/---/---/--B:8,8:w");
    let crossing = evaluate("---/-W-/---/------/---/---/--B:8,8:w");
    assert_eq!((corner, crossing), (0, 2 * 10 + 15));
    assert_eq!(nine.board.crossings.count_ones(), 4);
    assert_eq!(game("three").board.crossings.count_ones(), 1);
    assert_eq!(game("six").board.crossings, 0);
}

/// White has lost a stone though no mill can have been closed.
#[test]
fn a_plus_adds_tiers_that_no_play_leads_to() {
    let (plain, plus) = (game("nine:4,3"), game("nine+:4,3"));
    assert_eq!(plain.start(), plus.start());
    let text = "B--/---/---/------/---/---/---:3,2:w";
    let position = plus.parse_position(text).unwrap();
    assert_eq!(plus.write_position(position), text);
    assert!(plus.roots().contains(&plus.tier_of(position)));
    assert!(plain.parse_position(text).is_err());
    assert!(plain.roots().iter().all(|root| plus.roots().contains(root)));
}
