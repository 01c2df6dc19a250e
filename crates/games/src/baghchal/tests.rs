use super::*;
use hindsight_core::{Evaluation, Indexed, Rules, Tier, Turn, Value};
use proptest::prelude::*;

fn game(variant: &str) -> BaghChal {
    BaghChal::variant(variant).unwrap()
}

fn moves(game: &BaghChal, text: &str) -> Vec<String> {
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.primitive(position), None);
    let mut moves = Vec::new();
    game.moves(position, |chosen| moves.push(game.write_move(position, chosen)));
    moves.sort();
    moves
}

fn after(game: &BaghChal, text: &str, chosen: &str) -> String {
    let position = game.parse_position(text).unwrap();
    let mut after = None;
    game.moves(position, |found| {
        if game.write_move(position, found) == chosen {
            after = Some(game.write_position(game.play(position, found)));
        }
    });
    after.unwrap_or_else(|| panic!("no move {chosen} from {text}"))
}

fn value(variant: &str, text: &str) -> Option<Value> {
    let game = game(variant);
    game.primitive(game.parse_position(text).unwrap())
}

#[test]
fn goats_start_by_placing_one_on_any_empty_point() {
    let game = game("20-5");
    let start = game.write_position(game.start());
    assert_eq!(start, "T---T/-----/-----/-----/T---T:20:g");
    assert_eq!(moves(&game, &start).len(), 21);
    assert_eq!(after(&game, &start, "c3"), "T---T/-----/--G--/-----/T---T:19:t");
    let small = self::game("3x3-5-2");
    assert_eq!(small.write_position(small.start()), "---/-T-/---:5:g");
    for game in [game, small] {
        assert_eq!(game.locate(game.start()).stabiliser, 8, "it looks the same from all sides");
    }
}

#[test]
fn tigers_slide_along_lines() {
    let game = game("20-5");
    // From a corner there is a diagonal, from the point beside it there is none.
    let from_corners = moves(&game, "T---T/-----/--G--/-----/T---T:19:t");
    assert_eq!(from_corners.len(), 4 * 3);
    assert!(from_corners.contains(&"a5-b4".to_owned()));
    let beside = moves(&game, "-T--T/-----/--G--/-----/T---T:19:t");
    assert_eq!(beside.len(), 3 * 3 + 3);
    assert!(!beside.contains(&"b5-c4".to_owned()), "{beside:?}");
}

#[test]
fn tigers_jump_over_one_goat_to_an_empty_point() {
    let game = game("20-5");
    let start = "T---T/-G---/-----/-----/T---T:19:t";
    let found = moves(&game, start);
    assert!(found.contains(&"a5xc3".to_owned()) && !found.contains(&"a5-b4".to_owned()));
    assert_eq!(found.len(), 2 + 1 + 3 * 3);
    assert_eq!(after(&game, start, "a5xc3"), "----T/-----/--T--/-----/T---T:19:g");
    // A goat or a tiger behind it protects a goat, and so does the edge of the board.
    for text in [
        "T---T/-G---/--G--/-----/T---T:18:t",
        "T----/-G---/--T--/-----/T---T:19:t",
        "-G--T/T----/-----/-----/T---T:19:t",
    ] {
        assert!(moves(&game, text).iter().all(|name| !name.contains('x')), "{text}");
    }
    // No line leads from b5 over c4.
    let off_the_lines = moves(&game, "-T--T/--G--/-----/-----/T---T:19:t");
    assert!(off_the_lines.iter().all(|name| !name.contains('x')), "{off_the_lines:?}");
}

#[test]
fn goats_slide_once_all_are_placed() {
    let game = game("20-5");
    let all = "TGGGT/GGGGG/GGGGG/GGGGG/TGG-T:g";
    assert_eq!(game.write_position(game.parse_position(all).unwrap()), all.replace(":g", ":0:g"));
    assert_eq!(moves(&game, all), ["c1-d1", "d2-d1"]);
    assert_eq!(after(&game, all, "d2-d1"), "TGGGT/GGGGG/GGGGG/GGG-G/TGGGT:0:t");
}

#[test]
fn five_captures_win_and_who_cannot_move_loses() {
    let lost = "T---T/GGGGG/GGGGG/GGGGG/T---T:0:g";
    assert_eq!(value("20-5", lost), Some(Value::Lose));
    assert_eq!(value("20-6", lost), None);
    // Tigers are hemmed in when behind every goat next to one there is no empty point.
    let one_way_out = "TGGGT/GGGGG/GG-GG/GGGGG/TGGGT:0:t";
    assert_eq!(value("20-5", one_way_out), None, "a5xc3");
    let hemmed_in = "TTGG-/TTGG-/GGGGG/GGGGG/GG---:0:t";
    assert_eq!(value("20-5", hemmed_in), Some(Value::Lose));
}

#[test]
fn goats_that_are_stuck_lose_once_all_are_placed() {
    // From b5 lines lead to a5, c5 and b4.
    let stuck = "TGT--/-T---/-----/-----/T----";
    assert_eq!(value("1-1", &format!("{stuck}:0:g")), Some(Value::Lose));
    assert_eq!(value("2-1", &format!("{stuck}:1:g")), None);
    assert_eq!(value("1-1", "TGT--/-----/-T---/-----/T----:0:g"), None);
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let game = game("20-5");
    for (text, reason) in [
        ("", "points:goats to place:turn"),
        ("T---T/-----/-----/-----/T---T", "points:goats to place:turn"),
        ("T---T/-----/-----/-----/T---T:20:0:g", "points:goats to place:turn"),
        ("T---T/-----/-----/-----/T---T:20:x", "the turn"),
        ("T---T/-----/-----/-----/T---T:+2:g", "a number"),
        ("T---T/-----/-----/-----/T---T::g", "a number"),
        ("T---T/-----/-----/-----/T---T:200:g", "a number"),
        ("T---T/-----/-----/-----/T--T:20:g", "24 cells of 25"),
        ("T---T/-----/-----/-----/T---X:20:g", "'X' is none of"),
        ("T---T/-----/-----/-----/T----:20:g", "3 tigers, not 4"),
        ("T---T/-----/-----/-----/T---T:21:g", "0 goats on the board and 21 to place"),
        ("T---T/-----/-----/-----/T---T:3:g", "17 goats are missing"),
        ("T---T/-----/-----/-----/T---T:20:t", "no play leads to 20 to place and 0 captured"),
        ("T---T/-----/-----/-----/T---T:19:t", "with tigers to move"),
        ("T---T/GGGGG/GGGGG/GGGGG/T---T:0:t", "5 captured with tigers to move"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn variants_have_their_numbers() {
    let numbers = |name: &str| {
        let BaghChal { board, numbers, start, .. } = game(name);
        (board.side, numbers.goats, numbers.captures, start.to_place, start.captured)
    };
    assert_eq!(numbers("20-5"), (5, 20, 5, 20, 0));
    assert_eq!(numbers("1-1"), (5, 1, 1, 1, 0));
    assert_eq!(numbers("20-5:0,3"), (5, 20, 5, 0, 3));
    assert_eq!(numbers("20-5:17,3"), (5, 20, 5, 17, 3));
    assert_eq!(numbers("3x3-6-6:2,1"), (3, 6, 6, 2, 1));
    for name in [
        "",
        "20",
        "20-",
        "21-5",
        "0-0",
        "5-6",
        "20-0",
        "020-5",
        "+20-5",
        "20-5-1",
        "20-5:",
        "20-5:0",
        "20-5:0,5",
        "20-5:21,0",
        "20-5:18,3",
        "20-5:0,3,1",
        "3x3",
        "3x3-8-2",
        "4x4-5-2",
        "5x5-20-5",
    ] {
        assert!(BaghChal::variant(name).is_err(), "{name}");
    }
}

#[test]
fn a_part_starts_with_its_goats_in_the_order_of_reading() {
    for (variant, start) in [
        ("20-5:0,0", "TGGGT/GGGGG/GG-GG/GGGGG/TGGGT:0:g"),
        ("20-5:0,3", "TGGGT/GGGGG/GG-GG/GGGGG/T---T:0:g"),
        ("20-5:17,3", "T---T/-----/-----/-----/T---T:17:g"),
        ("3x3-5-2:1,1", "GGG/-T-/---:1:g"),
    ] {
        let game = game(variant);
        assert_eq!(game.write_position(game.start()), start);
        assert_eq!(game.primitive(game.start()), None);
    }
    // Positions are counted by orbits: all images of this start are the start itself.
    let whole_phase = game("20-5:0,0");
    assert_eq!(whole_phase.locate(whole_phase.start()).stabiliser, whole_phase.symmetries());
    let error = game("20-5:0,3").parse_position("T---T/-----/-----/-----/T---T:20:g");
    let error = error.unwrap_err().to_string();
    assert!(error.contains("from 0 goats to place and 3 captured, no play leads to 20"), "{error}");
}

#[test]
fn the_board_is_drawn_with_its_lines() {
    let game = game("20-5");
    let position = game.parse_position("T---T/-----/--G--/-----/T---T:18:t").unwrap();
    let expected = " 5  T---.---.---.---T
    | \\ | / | \\ | / |
 4  .---.---.---.---.
    | / | \\ | / | \\ |
 3  .---.---G---.---.
    | \\ | / | \\ | / |
 2  .---.---.---.---.
    | / | \\ | / | \\ |
 1  T---.---.---.---T
    a   b   c   d   e
Tigers to move; goats to place: 18, captured: 1 of 5
";
    assert_eq!(game.board(position), expected, "\n{}", game.board(position));
}

#[test]
fn inside_moves_have_a_close_bound() {
    assert_eq!(game("20-5").max_inside_moves(Tier(0)), 40);
    assert_eq!(game("1-1").max_inside_moves(Tier(0)), 32);
    assert_eq!(game("3x3-5-2").max_inside_moves(Tier(0)), 8 + 3 * 3);
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text: String) {
        let _ = game("3x3-5-2").parse_position(&text);
    }

    #[test]
    fn texts_that_look_like_positions_round_trip(
        text in "[GT-]{3}/[GT-]{3}/[GT-]{3}:[0-5]:[gt]",
    ) {
        let game = game("3x3-5-2");
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.write_position(position), text);
            prop_assert!(game.locate(position).slot < game.slots(game.tier_of(position)));
        }
    }
}

#[test]
fn tigers_like_captures_and_room() {
    let game = BaghChal::variant("20-5").unwrap();
    let start = game.start();
    // Each tiger in its corner has three ways to go.
    assert_eq!(game.evaluate(start), -5 * 12);
    let captured = Position { to_place: start.to_place - 1, turn: Turn::Second, ..start };
    assert_eq!(game.evaluate(captured), 100 + 5 * 12);
}
