//! Any text gets an answer: soon, and without a panic.

use std::time::{Duration, Instant};

use hindsight_rulebook::{Mistake, Rulebook};
use proptest::prelude::*;

/// Far more than any text takes, so that a busy machine does not matter; a text that ran away would never
/// come back.
const SOON: Duration = Duration::from_secs(30);

fn refused(text: &str) -> Mistake {
    let begin = Instant::now();
    let mistake = Rulebook::read(text, None).unwrap_err();
    assert!(begin.elapsed() < SOON);
    // What people see stays short, whatever was typed.
    assert!(mistake.to_string().len() < 4_000, "{mistake}");
    mistake
}

/// A game with something to say about it.
fn game(rest: &str) -> String {
    format!("game \"A\"\nboard grid 4x4\npiece stone x o\n{rest}\n")
}

#[test]
fn texts_that_mean_harm_are_refused() {
    let deep = game(&format!("turn pass\nwin {}board is full", "(".repeat(20_000)));
    assert!(refused(&deep).message.contains("nested"));
    let nots = game(&format!("turn pass\nwin {}board is full", "not ".repeat(10_000)));
    assert!(refused(&nots).message.contains("nested"));
    assert!(refused("game \"A\"\nboard grid 1000x1000").message.contains("number"));
    assert!(refused("game \"A\"\nboard grid 999x999").message.contains("board"));
    assert!(
        refused(&format!("game \"A\"\nboard ring {}", "9".repeat(50_000)))
            .message
            .contains("large")
    );
    assert!(refused("game \"A\"\nboard ring 999\npiece s x o\nturn pass").message.contains("ring"));
    let drawing =
        format!("game \"A\"\nboard drawn\n{}piece s x o\nturn pass", " ooooooooooo\n".repeat(70));
    assert!(refused(&drawing).message.contains("points"));
    let long = game(&format!("turn {}", ["place a stone on an empty point"; 8].join(", then ")));
    assert!(refused(&long).message.contains("millions"));
    let many = game(&"turn pass\n".repeat(1_000));
    refused(&many);
    refused(&"x".repeat(10_000_000));
    refused(&"\n".repeat(60_000));
    refused(&"game \"A\"\n".repeat(300));
}

/// Looking for symmetries, tiers and an index ends soon, whatever the text says.
#[test]
fn deriving_an_index_ends_soon() {
    let alone = format!("board drawn\n{}", "  o o o o o o\n".repeat(5));
    let joined = "board grid 6x5 joined all ways\n".to_owned();
    let lines: String =
        (0..24).map(|line| format!("  p{line} p{} p{}\n", line + 1, line + 2)).collect();
    let kinds = "piece ant A a\npiece bee B b\npiece cat C c\npiece dog D d\npiece elk E e\npiece fox F f\n";
    let turns = [
        "turn place an ant on an empty point\nor place a bee on an empty point, then flip beside\n",
        "turn step an ant to an empty point, then flip enclosed\nor place a fox on an empty point\n",
        "captives to hand\nturn move an ant to an enemy\nor place a bee on an empty point\n\
         or place a cat on an empty point\nor place a dog on an empty point, then promote dog on points to elk\n",
        "turn place an ant on an empty point, then flip beside\nor remove my ants\nor pass\n",
        "turn leap an ant over pieces to an empty point, capturing, may go on\n\
         or place an ant on an empty point\n",
    ];
    let mut read = 0;
    for board in [&alone, &joined, &format!("board lines\n{lines}")] {
        for turn in turns {
            let text = format!("game \"A\"\n{board}{kinds}{turn}stuck pass\n");
            let begin = Instant::now();
            if let Ok(book) = Rulebook::read(&text, None) {
                read += 1;
                let _ = book.derived();
                assert!(begin.elapsed() < SOON, "{text}");
                println!("{:.1?} {:?}", begin.elapsed(), book.derived());
            }
        }
    }
    assert!(read > 5, "{read} of the texts mean something");
}

/// Chains of leaps have a bound, and so has the number of moves.
#[test]
fn a_position_has_a_bounded_number_of_moves() {
    let full = "  x o o o o o o o\n  . o . o . o . o\n".to_owned()
        + &"  o o o o o o o o\n  . o . o . o . o\n".repeat(3);
    let text = format!(
        "game \"A\"\nboard grid 8x8\npiece stone x o\nstart\n{full}turn leap a stone all ways over an enemy to an empty point, capturing, may go on\nor slide a stone to an empty point\n"
    );
    let rules = Rulebook::read(&text, None).unwrap().game().rules;
    let begin = Instant::now();
    assert!(rules.moves(&rules.start()).len() <= 100_000);
    assert!(begin.elapsed() < SOON);
}

#[test]
fn mistakes_say_where_and_what_instead() {
    for (text, line, column, advice) in [
        (game("turn steep a stone to an empty point"), 4, 6, "step"),
        (game("turn step a stoan to an empty point"), 4, 13, "stone"),
        (game("turn step a stone to an empty point\nwinn board is full"), 5, 1, "win"),
        ("gmae \"A\"".to_owned(), 1, 1, "game"),
        (
            game(
                "piece wolf w -\nturn for first step a wolf to an enemy wolf\nturn for second pass",
            ),
            5,
            1,
            "",
        ),
        (
            game(
                "piece wolf w -\nturn for first pass\nturn for second leap a stone over a wolf to an empty point",
            ),
            6,
            1,
            "enemy wolfs",
        ),
        (
            game("turn step a stone forward to an empty point").replace("grid 4x4", "hexagon 3"),
            4,
            1,
            "diagonally forward",
        ),
        (game("start\n  x o x\n  . . . .\n  . . . .\n  . . . .\nturn pass"), 5, 1, ""),
        (game("turn step a stone to an empty point nicely"), 4, 37, "first column"),
    ] {
        let mistake = refused(&text);
        assert_eq!((mistake.line, mistake.column), (line, column), "{mistake}");
        assert!(mistake.advice.unwrap_or_default().contains(advice));
    }
}

/// Words of the language in any order.
fn words() -> impl Strategy<Value = String> {
    let word = proptest::sample::select(vec![
        "game \"A\"\n",
        "board grid 3x3\n",
        "board wheel 8\n",
        "board drawn\n  o-o\n",
        "piece stone x o\n",
        "piece man/men m -\n",
        "turn ",
        "or ",
        "else ",
        "win ",
        "lose ",
        "tie ",
        "stuck lose\n",
        "place ",
        "step ",
        "slide ",
        "leap ",
        "move ",
        "remove ",
        "push ",
        "stone ",
        "stones ",
        "men ",
        "my ",
        "enemy ",
        "empty ",
        "on ",
        "to ",
        "over ",
        "beside ",
        "in a line of 3 ",
        "make a line of 2 ",
        "board is full ",
        "if ",
        ": ",
        "then ",
        "capturing ",
        "again ",
        "may go on ",
        "forward ",
        "diagonally ",
        "far row ",
        "edge ",
        "corners ",
        "in hand ",
        "fewer than ",
        "no ",
        "3 ",
        "2 away ",
        "\n",
        "start\n  x . o\n  . . .\n  o . x\n",
        "hand 3 stones each\n",
        "option n 1 2\n",
        "and ",
        "( ",
        ") ",
        "flip beside ",
        "capture enclosed ",
        "in from the edge ",
        "shoot ",
        "are connected ",
        "captives to hand\n",
        "neutral rock r\n",
    ]);
    proptest::collection::vec(word, 0..40).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text in "\\PC{0,200}") {
        let _ = Rulebook::read(&text, None);
    }

    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Rulebook::read(&String::from_utf8_lossy(&bytes), Some("1,2"));
    }

    #[test]
    fn any_words_get_an_answer_and_a_game_plays(text in words()) {
        let text = format!("game \"A\"\nboard grid 3x3\npiece stone x o\n{text}");
        if let Ok(book) = Rulebook::read(&text, None) {
            book.explain();
            let rules = book.game().rules;
            let mut position = rules.start();
            for ply in 0..12 {
                let text = rules.write_position(&position);
                prop_assert_eq!(&rules.parse_position(&text).unwrap(), &position);
                let children = rules.moves(&position);
                let names = rules.move_names(&position);
                prop_assert_eq!(names.len(), children.len());
                let Some(next) = children.get(ply * 7 % children.len().max(1)) else { break };
                position = next.clone();
            }
        }
    }
}
