//! The protocol of GamesmanUni: every answer checked as that client reads it, by playing games.

mod boards;
mod games;
mod looks;
mod visit;

use serde_json::{Value, json};

use self::visit::check_fields;
use crate::client::{Running, encoded};

const BASE: &str = "/universal/v1";

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// The client has pictures of games by these names of its own.
fn client_id(own: &str) -> &str {
    match own {
        "tentozero" => "0to10by1or2",
        "morris" => "ninemensmorris",
        "xiangqi" => "chinesechess",
        "foxandgeese" => "foxandhounds",
        "threespot" => "3spot",
        "allqueens" => "allqueenschess",
        "sliding" => "npuzzle",
        "pegs" => "pegsolitaire",
        own => own,
    }
}

/// All games, in the variants that have values: the client's computer stops at a position without one.
#[test]
fn the_list_of_games_is_complete() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let catalogue = server.wait_for("/api/v1/games").json();
    let mut left_out = 0;
    for end in ["", "/"] {
        let list = server.wait_for(&format!("{BASE}{end}"));
        assert_eq!(list.header("access-control-allow-origin"), Some("*"));
        let list = list.json();
        let games = list.as_array().unwrap();
        assert_eq!(games.len(), hindsight_games::catalogue().len());
        for (number, (game, about)) in games.iter().zip(hindsight_games::catalogue()).enumerate() {
            check_fields(game, &["id", "name", "type", "gui"]);
            let is_puzzle = ["sliding", "pegs", "lightsout"].contains(&about.id);
            let kind = if is_puzzle { "onePlayer" } else { "twoPlayer" };
            assert_eq!((&game["id"], &game["type"]), (&json!(client_id(about.id)), &json!(kind)));
            let answer = server.get(&format!("{BASE}/{}{end}", client_id(about.id))).json();
            let by_our_name = server.get(&format!("{BASE}/{}{end}", about.id)).json();
            assert_eq!(answer, by_our_name);
            assert_eq!(answer["id"], client_id(about.id));
            let fields = ["id", "name", "variants", "allowCustomVariantCreation", "supportsWinBy"];
            check_fields(&answer, &fields);
            let variants = answer["variants"].as_array().unwrap();
            let known = catalogue["games"][number]["variants"].as_array().unwrap();
            let has_values = |variant: &&Value| variant["state"] != "unsolved";
            assert!(
                variants
                    .iter()
                    .map(|variant| &variant["id"])
                    .eq(known.iter().filter(has_values).map(|variant| &variant["id"]))
            );
            assert!(!variants.is_empty(), "{}", about.id);
            left_out += known.len() - variants.len();
            variants.iter().for_each(|variant| check_fields(variant, &["id", "name", "gui"]));
        }
    }
    assert!(left_out > 0, "the largest variants are solved nowhere");
}

#[test]
fn what_does_not_exist_is_an_error_with_status_200() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tictactoe/3x3/position");
    server.wait_for("/api/v1/games/quixo/2x2/position");
    let cases = [
        ("/hopscotch/", "Invalid Game"),
        ("/hopscotch/regular/", "Invalid Game"),
        ("/hopscotch/regular/positions/?p=1", "Invalid Game"),
        ("/hopscotch/regular/instructions/", "Invalid Game"),
        ("/%ff/", "Invalid Game"),
        ("/tictactoe/4x4/", "Invalid Variant"),
        ("/tictactoe/4x4/positions/?p=1_---------", "Invalid Variant"),
        ("/tictactoe/3x3/positions/?p=", "Invalid Position"),
        ("/tictactoe/3x3/positions/?p=1_--------", "Invalid Position"),
        ("/tictactoe/3x3/positions/?p=2_---------", "Invalid Position"),
        ("/tictactoe/3x3/positions/?p=---_---_---", "Invalid Position"),
        ("/tictactoe/3x3/positions/?p=1_---------;a1", "Invalid Position"),
        ("/quixo/2x2/positions/?p=%ff", "Invalid Position"),
        ("/quixo/2x2/positions/?p=--_--.x;z9", "Invalid Position"),
        ("/quixo/2x2/positions/?p=--_--.x;a1;b1", "Invalid Position"),
        ("/quixo/2x2/positions/?p=--_--.x;", "Invalid Position"),
        ("/quixo/5x5/positions/?p=zz", "Invalid Position"),
    ];
    for (target, error) in cases {
        let answer = server.get(&format!("{BASE}{target}"));
        assert_eq!((answer.status, &answer.json()), (200, &json!({ "error": error })), "{target}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    }
    let whole = server.get(&format!("{BASE}/quixo/2x2/positions/?p=--_--.x;a1")).json();
    assert_eq!(whole["moves"].as_array().unwrap().len(), 2);
    // Without a position the start is meant, and an encoded one is the same.
    let start = server.get(&format!("{BASE}/quixo/2x2/positions/")).json();
    let same = server.get(&format!("{BASE}/quixo/2x2/positions/?x=1&p={}", encoded("--_--.x")));
    assert_eq!(same.json(), start);
}

/// Custom starts are typed as the instructions say.
#[test]
fn instructions_show_positions_that_are_positions() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for (game, variant) in [("tictactoe", "3x3"), ("sim", "6"), ("quarto", "4x4")] {
        let base = format!("{BASE}/{game}/{variant}");
        let told = server.get(&format!("{base}/instructions/")).json();
        let told = text(&told["instructions"]);
        let shown = told.lines().filter(|line| line.starts_with("1_") || line.starts_with("2_"));
        let shown: Vec<&str> = shown.collect();
        assert_eq!(shown.len(), 1, "{told}");
        let answer = server.get(&format!("{base}/positions/?p={}", shown[0])).json();
        assert_eq!(answer["position"], shown[0], "{answer}");
    }
}

/// The client's own pages ask for the usual variant of a game by this name.
#[test]
fn the_usual_variant_has_the_clients_name_too() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let usual = server.get(&format!("{BASE}/tictactoe/regular/")).json();
    assert_eq!((&usual["id"], usual.get("error")), (&json!("3x3"), None));
    let moves = server.get(&format!("{BASE}/tictactoe/regular/positions/?p=1_---------")).json();
    assert_eq!(moves["positionValue"], "tie");
    // Some of ours have a variant of that name.
    assert_eq!(server.get(&format!("{BASE}/fivefieldkono/regular/")).json()["id"], "regular");
}
