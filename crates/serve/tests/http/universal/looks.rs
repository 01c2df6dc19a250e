//! What the unmodified client showed wrongly, each held by what the answers say.

use std::collections::HashSet;

use serde_json::Value;

use super::visit::enter;
use super::{BASE, text};
use crate::client::Running;

/// The one theme of a variant, and the picture of its start.
fn theme(server: &Running, game: &str, variant: &str) -> (Value, String) {
    let answer = server.get(&format!("{BASE}/{game}/{variant}/")).json();
    let images = &answer["imageAutoGUIData"];
    let theme = &images["themes"][text(&images["defaultTheme"])];
    (theme.clone(), text(&answer["autoguiStartPosition"]).to_owned())
}

/// An image of the client, or outlined squares below all pieces.
#[test]
fn every_board_has_lines() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let mut outlined = 0;
    for about in hindsight_games::catalogue() {
        for variant in about.variants {
            let name = format!("{} {}", about.id, variant.id);
            // The client draws these by itself, and a pile of sticks needs no board.
            if ["tictactoe", "sim", "quarto", "tentozero"].contains(&about.id) {
                continue;
            }
            let (theme, start) = theme(&server, about.id, variant.id);
            if theme.get("background").is_some() {
                continue;
            }
            let squares = start[2..].chars().take_while(|&glyph| glyph == 'Z').count();
            assert!(squares > 0, "{name}: {theme}");
            let square = &theme["charImages"]["Z"];
            assert_eq!(square["image"], "dawsonschess/b.svg", "{name}");
            let [width, height] = [0, 1].map(|axis| theme["space"][axis].as_f64().unwrap());
            assert!(square["scale"].as_f64().unwrap() <= width.max(height), "{name}");
            assert_eq!(theme["defaultAnimationWindow"][0], squares, "{name}: squares stay");
            // A square is where pieces stand: each has a later place in the same spot.
            let centers = theme["centers"].as_array().unwrap();
            for square in &centers[..squares] {
                assert!(centers[squares..].contains(square), "{name}");
            }
            outlined += 1;
        }
    }
    assert!(outlined > 20, "{outlined} variants");
}

#[test]
fn boards_that_the_client_has_are_drawn_with_them() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for (game, variant, image, places) in [
        ("achi", "diagonals", "achi/board.svg", vec![(0, [10.0, 10.0]), (4, [50.0, 50.0])]),
        ("mutorere", "free", "mutorere/board.svg", vec![(0, [67.0, 8.96]), (8, [50.0, 50.0])]),
        ("hareandhounds", "small", "hareandhounds/boardsmall.svg", vec![(5, [10.0, 50.0])]),
        ("hareandhounds", "large", "hareandhounds/boardlarge.svg", vec![(17, [330.0, 50.0])]),
        ("pegs", "triangle5", "pegsolitaire/triangle.svg", vec![(10, [10.6, 80.48])]),
        ("othello", "4x4", "othello/grid.svg", vec![(15, [35.0, 35.0])]),
        ("threespot", "3x3", "3spot/grid.svg", vec![(8, [25.0, 25.0])]),
        ("allqueens", "5x5", "nqueens/grid5.svg", vec![(24, [4.5, 4.5])]),
        ("foxandgeese", "8x8", "nqueens/grid8.svg", vec![(0, [0.5, 0.5])]),
    ] {
        let (theme, _) = theme(&server, game, variant);
        assert_eq!(theme["background"], image, "{game}");
        for (place, expected) in places {
            for (axis, expected) in expected.into_iter().enumerate() {
                let found = theme["centers"][place][axis].as_f64().unwrap();
                assert!((found - expected).abs() < 0.1, "{game} {place}: {found}");
            }
        }
    }
    // Without diagonals it is another board.
    assert!(theme(&server, "achi", "orthogonal").0.get("background").is_none());
}

#[test]
fn numbers_say_what_they_count() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for (game, variant, expected) in [
        ("threespot", "3x3", vec!["Blues-points-0", "Reds-points-0"]),
        ("morris", "six", vec!["White-stones-in-hand-6", "Black-stones-in-hand-6"]),
        ("hareandhounds", "small-ten", vec!["Moves-without-ground-0"]),
        ("tootandotto", "4x4", vec!["Toots-T-4", "Toots-O-4", "Ottos-T-4", "Ottos-O-4"]),
        ("baghchal", "3x3-5-2", vec!["Goats-to-place-5", "Goats-captured-0"]),
        // The client's own board has the words.
        ("baghchal", "20-5", vec!["20", "0"]),
    ] {
        let (theme, start) = theme(&server, game, variant);
        let numbers: Vec<&str> = start.split('~').skip(1).collect();
        assert_eq!(numbers, expected, "{game} {variant}");
        let letters = expected.iter().map(|words| words.len()).max().unwrap() as f64;
        let wide = 0.6 * letters * theme["textEntityFontSize"].as_f64().unwrap();
        assert!(wide <= theme["space"][0].as_f64().unwrap(), "{game} {variant}: {wide}");
    }
}

/// Of the 64 first moves in Tac Tix half were covered by others. A coin is clicked, then another.
#[test]
fn every_move_of_tac_tix_has_a_place_of_its_own() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tactix/4x4/position");
    let found = enter(&server, "tactix", "4x4");
    let start = found.get(&found.start);
    found.check(&found.start, &start);
    let mut names = HashSet::new();
    let first = start["moves"].as_array().unwrap();
    assert_eq!(first.len(), 16, "one for each coin");
    for part in first {
        let asked = text(&part["position"]);
        let between = found.get(asked);
        found.check(asked, &between);
        assert_eq!(between["positionValue"], part["positionValue"]);
        let mut places = HashSet::new();
        for chosen in between["moves"].as_array().unwrap() {
            names.insert(text(&chosen["move"]).to_owned());
            let button = text(&chosen["autoguiMove"]);
            assert!(button.starts_with("A_-_") && places.insert(button.to_owned()), "{button}");
        }
    }
    assert_eq!(names.len(), 64);
}

/// Yellow marks moves that tie.
#[test]
fn discs_of_connect_four_are_no_hints() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let (theme, _) = theme(&server, "connect4", "4x4");
    let image = |glyph: &str| text(&theme["charImages"][glyph]["image"]).to_owned();
    assert_eq!([image("R"), image("Y")], ["general/redpiece.svg", "general/whitepiece.svg"]);
    let told = server.get(&format!("{BASE}/connect4/4x4/instructions/")).json();
    assert!(text(&told["instructions"]).contains("Yellow's discs are white"));
}

/// Round or square, one of four colours, large or small: each of the four properties can be seen.
#[test]
fn pieces_of_simple_quarto_show_their_properties() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let (theme, _) = theme(&server, "quarto-simple", "4x4");
    let look = |piece: u32| {
        let glyph = char::from_digit(piece, 16).unwrap().to_ascii_uppercase().to_string();
        let image = &theme["charImages"][&glyph];
        (text(&image["image"]).to_owned(), image["scale"].as_f64().unwrap())
    };
    let is_square = |image: &str| image.starts_with("3spot/") || image.starts_with("domineering/");
    let mut seen = HashSet::new();
    for piece in 0..16 {
        let (image, size) = look(piece);
        assert_eq!(is_square(&image), piece & 4 != 0, "{piece:x}");
        assert_eq!(size > look(piece ^ 1).1, piece & 1 != 0, "{piece:x}");
        assert_eq!(image, look(piece ^ 1).0, "{piece:x}");
        assert!(seen.insert(format!("{image} {size}")), "{piece:x} looks like another");
    }
    let told = server.get(&format!("{BASE}/quarto-simple/4x4/instructions/")).json();
    assert!(text(&told["instructions"]).contains("blue if they are hollow"));
}

/// A part of Bagh-Chal that is won in one move is not the first that a visitor finds.
#[test]
fn the_first_variant_of_bagh_chal_is_a_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let listed = server.wait_for(&format!("{BASE}/baghchal/")).json();
    let ids: Vec<&str> =
        listed["variants"].as_array().unwrap().iter().map(|one| text(&one["id"])).collect();
    assert!(ids.len() > 1 && ids[0] != "20-5:0,0", "{ids:?}");
    assert_eq!(ids.last(), Some(&"20-5:0,0"));
}
