//! Variants that no list has: every one that a name makes can be asked for.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Running, encoded};
use crate::schema::Description;

fn base(game: &str, variant: &str) -> String {
    format!("/api/v1/games/{game}/{}", encoded(variant))
}

#[test]
fn every_variant_that_a_name_makes_is_served_and_solved() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for (game, variant) in [("nim", "2-3"), ("kayles", "5"), ("chomp", "2x3"), ("mnk", "2x2-2")] {
        let about = server.get(&base(game, variant));
        assert_eq!(about.status, 200, "{game} {variant}");
        let about = about.json();
        assert_eq!((&about["variant"], &about["listed"]), (&json!(variant), &json!(false)));
        let start = server.wait_for(&format!("{}/position", base(game, variant)));
        assert_eq!(start.status, 200, "{game} {variant}");
        assert!(start.json()["value"].is_string());
        let universal = server.get(&format!("/universal/v1/{game}/{variant}/")).json();
        assert_eq!(universal["id"], variant);
    }
    // What is solved is listed, behind the others of the game, also after a restart.
    for server in [server, Running::new(data.path())] {
        let games = server.games();
        let nim = games.iter().find(|game| game["id"] == "nim").unwrap();
        let variants = nim["variants"].as_array().unwrap();
        let last = variants.last().unwrap();
        assert_eq!((&last["id"], &last["listed"]), (&json!("2-3"), &json!(false)));
        assert_eq!(variants[0]["listed"], true);
    }
}

#[test]
fn sizes_are_known_again_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(Running::new(data.path()).wait_for("/api/v1/games/nim/3-4-5/position").status, 200);
    let server = Running::new(data.path());
    let begin = Instant::now();
    loop {
        let games = server.games();
        let nim = games.iter().find(|game| game["id"] == "nim").unwrap();
        let variant = &nim["variants"][0];
        assert_eq!((&variant["id"], &variant["state"]), (&json!("3-4-5"), &json!("solved")));
        if variant["slots"].is_u64() {
            assert_eq!(variant["loopy"], false, "piles only get smaller");
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{variant}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A filter for games in which nothing comes back finds them before anybody has played them. Once explored,
/// what is said is what was found.
#[test]
fn games_that_never_go_back_are_known_before_they_are_explored() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let loopy = |game: &str, number: usize| {
        let games = server.games();
        let found = games.iter().find(|known| known["id"] == game).unwrap();
        found["variants"][number]["loopy"].clone()
    };
    for (game, number, variant) in [
        ("pegs", 1, "triangle4"),
        ("snake", 1, "3x3"),
        ("othello", 0, "4x4"),
        ("nim", 0, "3-4-5"),
        ("kayles", 1, "8"),
        ("chomp", 1, "3x5"),
        ("tactix", 1, "3x3"),
    ] {
        assert_eq!(loopy(game, number), false, "{game}");
        let name = format!("/api/v1/games/{game}/{variant}");
        assert_eq!(server.wait_for(&format!("{name}/position")).status, 200);
        assert_eq!(loopy(game, number), false, "{game}, explored");
    }
    assert_eq!(loopy("sliding", 0), Value::Null, "tiles go back and forth");
}

#[test]
fn large_variants_say_what_they_take() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let answer = server.get(&format!("{}/position", base("morris", "nine:7,6")));
    assert_eq!(answer.status, 409);
    assert_eq!(answer.json()["command"], "hindsight solve morris --variant nine:7,6");
    let answer = server.get(&base("othello", "6x6"));
    assert_eq!((answer.status, &answer.json()["variant"]), (200, &json!("6x6")));
}

#[test]
fn a_name_that_makes_nothing_is_refused_with_the_reason() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let long = "1-".repeat(500);
    for (game, variant, reason) in [
        ("nim", "0-3", "piles are numbers from 1"),
        ("chomp", "1x1", "nothing but poison"),
        ("quixo", "9x9", "its variants are"),
        ("nim", long.as_str(), "at most"),
        ("nim", "../../etc", "piles are numbers"),
    ] {
        let answer = server.get(&base(game, variant));
        assert_eq!(answer.status, 404, "{game} {variant}");
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(reason), "{error}");
    }
}

/// The page builds a name from what is put into a form.
#[test]
fn a_form_makes_names_that_are_variants() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let mut forms = 0;
    for game in server.games() {
        for form in game["forms"].as_array().unwrap() {
            forms += 1;
            let id = game["id"].as_str().unwrap();
            for which in ["default", "min"] {
                let name = filled(form, which);
                let answer = server.get(&base(id, &name));
                assert_eq!(answer.status, 200, "{id} {name}: {answer:?}");
            }
        }
    }
    assert!(forms >= 10, "{forms}");
}

/// The name that a form makes when each number is the usual one or the least.
fn filled(form: &Value, which: &str) -> String {
    let mut name = form["template"].as_str().unwrap().to_owned();
    for field in form["fields"].as_array().unwrap() {
        let value = field.get(which).unwrap_or(&field["default"]);
        let value = value.as_str().map_or(value.to_string(), str::to_owned);
        name = name.replace(&format!("{{{}}}", field["id"].as_str().unwrap()), &value);
    }
    assert!(!name.contains('{'), "{name} of {form}");
    name
}

#[test]
fn many_positions_are_answered_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tictactoe/3x3/position");
    let ask = |body: &Value| {
        let body = body.to_string();
        let head = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n\
             origin: https://elsewhere.example\r\n",
            body.len()
        );
        server.ask("POST", "/api/v1/games/tictactoe/3x3/positions", &head, body.as_bytes())
    };
    let answer = ask(&json!({"positions": ["xx-/oo-/---", "nonsense", "---/---/---"]}));
    assert_eq!(answer.status, 200, "{answer:?}");
    let description = Description(server.get("/api/v1/openapi.json").json());
    let path = "/api/v1/games/{game}/{variant}/positions";
    description.check_by("post", path, 200, &answer.json());
    let answers = answer.json()["positions"].as_array().unwrap().clone();
    assert_eq!(answers.len(), 3);
    assert_eq!((&answers[0]["value"], &answers[0]["remoteness"]), (&json!("win"), &json!(1)));
    assert!(answers[1]["error"].is_string() && answers[1].get("value").is_none());
    assert_eq!((&answers[2]["position"], answers[2].get("moves")), (&json!("---/---/---"), None));
    let answer = ask(&json!({"positions": ["---/---/---"], "moves": true})).json();
    let moves = answer["positions"][0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    assert_eq!((&moves[0]["value"], &moves[0]["best"]), (&json!("tie"), &json!(true)));
    // A thousand, and no more.
    assert_eq!(ask(&json!({"positions": vec!["---/---/---"; 1000]})).status, 200);
    assert_eq!(ask(&json!({"positions": vec!["---/---/---"; 1001]})).status, 400);
    assert_eq!(ask(&json!({"positions": "---/---/---"})).status, 400);
    assert_eq!(ask(&json!({"positions": ["x".repeat(1 << 20)]})).status, 413);
    assert_eq!(server.get("/api/v1/games/tictactoe/3x3/positions").status, 405);
}
