//! Games played from the start to the end, and what the answers say about values on the way.

use std::time::Duration;

use hindsight_serve::Limits;
use hindsight_testkit::Dice;
use serde_json::{Value, json};

use super::visit::enter;
use super::{BASE, number, text};
use crate::client::Running;

/// Larger games take too long to be solved here.
const MOST_SLOTS: u64 = 1_000_000;

/// The games that can be solved while a test waits, and the others.
fn variants(server: &Running) -> Vec<(String, String, bool)> {
    let catalogue = server.wait_for("/api/v1/games").json();
    let mut variants = Vec::new();
    for game in catalogue["games"].as_array().unwrap() {
        for variant in game["variants"].as_array().unwrap() {
            let small = variant["slots"].as_u64().is_some_and(|slots| slots <= MOST_SLOTS);
            variants.push((text(&game["id"]).to_owned(), text(&variant["id"]).to_owned(), small));
        }
    }
    variants
}

#[test]
fn every_small_game_is_played_to_the_end_as_the_client_does() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let small: Vec<_> = variants(&server).into_iter().filter(|(_, _, small)| *small).collect();
    assert!(small.len() >= 5, "{} small variants", small.len());
    small.iter().for_each(|(game, variant, _)| play_as_the_client_does(&server, game, variant));
}

/// All that the client is offered.
#[test]
#[ignore = "minutes: ./test --full"]
fn every_variant_on_offer_is_played_to_the_end_as_the_client_does() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let mut variants = 0;
    for game in server.wait_for(&format!("{BASE}/")).json().as_array().unwrap() {
        let game = text(&game["id"]);
        for variant in server.get(&format!("{BASE}/{game}/")).json()["variants"].as_array().unwrap()
        {
            play_as_the_client_does(&server, game, text(&variant["id"]));
            variants += 1;
        }
    }
    assert!(variants > 100, "{variants} variants");
}

/// Plays a variant by the best moves and at random, with a look at all that every answer says.
fn play_as_the_client_does(server: &Running, game: &str, variant: &str) {
    server.wait_for(&format!("/api/v1/games/{game}/{variant}/position"));
    let found = enter(server, game, variant);
    // The computer's play: always one of the best, never the same twice.
    let mut dice = Dice(7);
    let start = found.get(&found.start);
    assert_ne!(start["positionValue"], "unsolved", "{game} {variant}");
    let is_draw = start["positionValue"] == "draw";
    // Quarto's first positions are searched for, each some seconds long.
    let (perfect, random) = if game == "quarto" { (1, 1) } else { (4, 40) };
    for _ in 0..perfect {
        let (_, end) = found.play(if is_draw { 120 } else { 1_000 }, |moves| {
            let best = moves.iter().take_while(|chosen| {
                chosen["moveValue"] == moves[0]["moveValue"] && chosen["deltaRemoteness"] == 0
            });
            dice.below(best.count())
        });
        // Perfect play ends as promised; a draw never ends.
        assert_eq!(end.is_null(), is_draw, "{game} {variant}");
    }
    let mut answers = 0;
    for _ in 0..random {
        answers += found.play(60, |moves| dice.below(moves.len())).0;
    }
    println!("{game} {variant}: {answers} answers of games at random");
    assert!(answers > 2 * random);
}

/// The client asks for the start once; to it, an error is a lost game before an empty board. Where a solve
/// takes longer than a visitor can wait, the board is shown and can be played on.
#[test]
fn a_game_that_is_being_solved_is_shown_without_values() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { solve_patience: Duration::ZERO, ..Limits::default() };
    let server = Running::with(data.path(), limits);
    let found = enter(&server, "quixo", "4x4");
    let answer = found.get(&found.start);
    found.check(&found.start, &answer);
    assert_eq!(
        (&answer["positionValue"], &answer["remoteness"]),
        (&json!("unsolved"), &json!(-100))
    );
    let mut dice = Dice(2);
    found.play(6, |moves| dice.below(moves.len()));
    server.wait_for("/api/v1/games/quixo/4x4/position");
    let answer = found.get(&found.start);
    assert_eq!((&answer["positionValue"], &answer["remoteness"]), (&json!("win"), &json!(21)));
}

#[test]
fn large_games_are_answered_without_values() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let mut asked = 0;
    for (game, variant, _) in variants(&server) {
        let about = server.get(&format!("/api/v1/games/{game}/{variant}")).json();
        if about["state"] != "unsolved" {
            continue;
        }
        asked += 1;
        let found = enter(&server, &game, &variant);
        let answer = found.get(&found.start);
        assert_eq!(
            (&answer["positionValue"], &answer["remoteness"]),
            (&json!("unsolved"), &json!(-100))
        );
        let mut dice = Dice(11);
        for _ in 0..4 {
            found.play(60, |moves| dice.below(moves.len()));
        }
    }
    assert!(asked >= 5);
}

#[test]
fn puzzles_are_for_one_player_and_solvable_is_a_win() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let games = server.wait_for(&format!("{BASE}/")).json();
    let kind = |id: &str| {
        let games = games.as_array().unwrap();
        games.iter().find(|game| game["id"] == id).unwrap()["type"].clone()
    };
    assert_eq!((kind("pegsolitaire"), kind("nim")), (json!("onePlayer"), json!("twoPlayer")));
    for (game, variant, moves) in [("sliding", "2x3", 21), ("pegs", "triangle4", 8)] {
        server.wait_for(&format!("/api/v1/games/{game}/{variant}/position"));
        let found = enter(&server, game, variant);
        let start = found.get(&found.start);
        assert_eq!(
            (&start["positionValue"], &start["remoteness"]),
            (&json!("win"), &json!(moves)),
            "{game}"
        );
        // The best moves solve it.
        let (answers, end) = found.play(100, |_| 0);
        assert_eq!((answers, &end["positionValue"]), (moves + 1, &json!("win")));
        let mut dice = Dice(5);
        for _ in 0..20 {
            found.play(40, |moves| dice.below(moves.len()));
        }
    }
}

#[test]
fn grundy_numbers_and_margins_come_along() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/nim/3-4-5/position");
    let nim = enter(&server, "nim", "3-4-5");
    let start = nim.get(&nim.start);
    nim.check(&nim.start, &start);
    assert_eq!((&start["mex"], start.get("winby")), (&json!("*2"), None));
    assert_eq!(start["moves"][0]["mex"], "0", "the best move leaves nothing");

    assert_eq!(server.get(&format!("{BASE}/othello/")).json()["supportsWinBy"], true);
    assert_eq!(server.get(&format!("{BASE}/nim/")).json()["supportsWinBy"], false);
    server.wait_for("/api/v1/games/othello/4x4/position");
    let othello = enter(&server, "othello", "4x4");
    let start = othello.get(&othello.start);
    othello.check(&othello.start, &start);
    assert_eq!((&start["winby"], start.get("mex")), (&json!(8), None));
    let least = start["moves"].as_array().unwrap().iter().map(|chosen| number(&chosen["winby"]));
    assert_eq!(least.min(), Some(8), "White wins by eight at best");
}

/// The client's computer can be told to play for the margin: of the moves with the position's value the
/// greatest margin if that is a win, and the least if it is a loss. Both doing so get what was promised.
#[test]
fn playing_for_the_margin_ends_with_the_margin() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/othello/4x4/position");
    let othello = enter(&server, "othello", "4x4");
    let start = othello.get(&othello.start);
    let mut dice = Dice(3);
    for _ in 0..10 {
        let mut asked = othello.start.clone();
        let end = loop {
            let answer = othello.get(&asked);
            othello.check(&asked, &answer);
            let moves = answer["moves"].as_array().unwrap();
            let value = &answer["positionValue"];
            let same = moves.iter().filter(|chosen| chosen["moveValue"] == *value);
            let margins = same.clone().map(|chosen| number(&chosen["winby"]));
            let wanted = if value == "lose" { margins.min() } else { margins.max() };
            let best: Vec<&Value> =
                same.filter(|chosen| Some(number(&chosen["winby"])) == wanted).collect();
            if best.is_empty() {
                break answer;
            }
            asked = text(&best[dice.below(best.len())]["position"]).to_owned();
        };
        assert_eq!((&end["remoteness"], &end["winby"]), (&json!(0), &start["winby"]));
    }
}

#[test]
fn draws_never_end_and_parts_cost_no_ply() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/quixo/3x3/position");
    let found = enter(&server, "quixo", "3x3");
    let start = found.get(&found.start);
    let first = &start["moves"][0];
    assert!(text(&first["move"]).starts_with('~'));
    assert_eq!(first["remoteness"], start["remoteness"]);
    let between = found.get(text(&first["position"]));
    assert_eq!(between["positionValue"], start["positionValue"]);
    assert!(text(&between["moves"][0]["move"]).contains('-'), "the whole move's name");

    server.wait_for("/api/v1/games/morris/three/position");
    let found = enter(&server, "morris", "three");
    let start = found.get(&found.start);
    assert_eq!((&start["positionValue"], &start["remoteness"]), (&json!("draw"), &json!(-200)));
    let drawn =
        start["moves"].as_array().unwrap().iter().filter(|chosen| chosen["moveValue"] == "draw");
    assert!(drawn.clone().count() > 0);
    drawn.for_each(|chosen| assert_eq!(chosen["remoteness"], -200));
}

/// With a move to make, the client goes on asking; without, it says that the puzzle was not solved.
#[test]
fn a_stuck_puzzle_has_no_moves() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/pegs/triangle4/position");
    let found = enter(&server, "pegs", "triangle4");
    let mut dice = Dice(8);
    let mut stuck = 0;
    for _ in 0..40 {
        let (_, end) = found.play(60, |moves| dice.below(moves.len()));
        assert!(end["moves"].as_array().unwrap().is_empty(), "{end}");
        stuck += usize::from(end["positionValue"] == "lose" && end["remoteness"] == -200);
    }
    assert!(stuck > 0, "pegs jumped at random are stuck sooner or later");
}
