//! The protocol of GamesmanUni: every answer checked as that client reads it, by playing games.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use hindsight_serve::Limits;
use serde_json::{Value, json};

use crate::client::{Running, encoded};

const BASE: &str = "/universal/v1";
const IMAGES: &str = include_str!("../../../games/tests/facts/gamesmanuni_images.txt");
/// Larger games take too long to be solved here.
const MOST_SLOTS: u64 = 1_000_000;

/// A generator that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// One variant, as a client knows it.
struct Match<'a> {
    server: &'a Running,
    /// The address of the variant.
    base: String,
    start: String,
    /// The number of centers, and which characters have images, and whether those can be clicked;
    /// none for text.
    board: Option<(usize, HashMap<char, bool>)>,
    /// Whether the client draws it with code of its own.
    is_built_in: bool,
    /// Then there is one player, what can be solved is a win, and all else a loss.
    is_puzzle: bool,
    is_quarto: bool,
    /// Whether the client's computer compares margins: then no move may come without one.
    has_margins: bool,
}

impl Match<'_> {
    fn get(&self, position: &str) -> Value {
        let answer = self.server.get(&format!("{}/positions/?p={position}", self.base));
        assert_eq!(answer.status, 200, "{position}: {answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        answer.json()
    }

    /// Checks all that one answer says by itself.
    fn check(&self, asked: &str, answer: &Value) {
        let fields = ["position", "autoguiPosition", "positionValue", "remoteness", "moves"];
        check_fields(answer, &fields);
        assert_eq!(answer["position"], asked, "the position comes back as it was asked for");
        self.check_position(text(&answer["position"]));
        self.check_picture(text(&answer["autoguiPosition"]));
        if self.is_built_in || self.is_quarto {
            assert_eq!(answer["position"], answer["autoguiPosition"]);
        }
        let value = text(&answer["positionValue"]);
        let remoteness = number(&answer["remoteness"]);
        self.check_remoteness(value, remoteness);
        self.check_margin(value, answer);
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!(moves.is_empty(), remoteness == 0, "{answer:#}");
        let turn = &text(&answer["autoguiPosition"])[..1];
        let mut seen = HashSet::new();
        let mut names = HashSet::new();
        let mut order = Vec::new();
        for chosen in moves {
            self.check_move(turn, remoteness, chosen);
            assert!(seen.insert(text(&chosen["autoguiMove"])), "twice: {chosen}");
            assert!(names.insert(text(&chosen["move"])), "twice: {chosen}");
            order.push((class(&chosen["moveValue"]), number(&chosen["deltaRemoteness"])));
        }
        assert!(order.is_sorted(), "{answer:#}");
        if !moves.is_empty() {
            self.check_best(value, remoteness, moves);
        }
    }

    fn check_move(&self, turn: &str, before: i64, chosen: &Value) {
        let fields = [
            "move",
            "autoguiMove",
            "position",
            "autoguiPosition",
            "positionValue",
            "remoteness",
            "moveValue",
            "deltaRemoteness",
        ];
        check_fields(chosen, &fields);
        self.check_position(text(&chosen["position"]));
        self.check_picture(text(&chosen["autoguiPosition"]));
        let name = text(&chosen["move"]);
        assert!(!name.contains(':') && !name.contains([' ', '#', '&', '+', '/']), "{name}");
        let is_part = name.starts_with('~');
        let next = &text(&chosen["autoguiPosition"])[..1];
        assert_eq!(is_part, text(&chosen["position"]).contains(';'), "{chosen}");
        assert_eq!(is_part || self.is_puzzle, next == turn, "{chosen}");
        let value = text(&chosen["positionValue"]);
        let remoteness = number(&chosen["remoteness"]);
        self.check_remoteness(value, remoteness);
        self.check_margin(value, chosen);
        let flipped = match value {
            "win" if self.is_puzzle && remoteness == before => "tie",
            "win" if self.is_puzzle && remoteness > before => "lose",
            same if self.is_puzzle => same,
            "win" if !is_part => "lose",
            "lose" if !is_part => "win",
            same => same,
        };
        assert_eq!(chosen["moveValue"], flipped, "{chosen}");
        assert!(number(&chosen["deltaRemoteness"]) >= 0);
        self.check_button(name, text(&chosen["autoguiMove"]));
    }

    fn check_remoteness(&self, value: &str, remoteness: i64) {
        match value {
            "lose" if self.is_puzzle => assert_eq!(remoteness, -200),
            "draw" => assert_eq!(remoteness, -200),
            "unsolved" => assert_eq!(remoteness, -100),
            "win" | "lose" | "tie" => assert!(remoteness >= 0),
            other => panic!("{other} is no value"),
        }
    }

    /// The client takes the sign from the value.
    fn check_margin(&self, value: &str, answer: &Value) {
        if !self.has_margins || value == "unsolved" {
            return assert!(answer.get("winby").is_none(), "{answer}");
        }
        let margin = number(&answer["winby"]);
        match value {
            "win" | "lose" => assert!(margin > 0, "{answer}"),
            _ => assert_eq!(margin, 0, "{answer}"),
        }
    }

    /// Letters, digits and signs that need no escape.
    fn check_position(&self, position: &str) {
        let is_safe = |c: char| c.is_ascii_alphanumeric() || "_-.~;,|*".contains(c);
        assert!(!position.is_empty() && position.chars().all(is_safe), "{position}");
    }

    fn check_picture(&self, picture: &str) {
        assert!(picture.starts_with("1_") || picture.starts_with("2_"), "{picture}");
        let rest = &picture[2..];
        let is_known = |c: char| c.is_ascii_alphanumeric() || "-.~".contains(c);
        assert!(!rest.is_empty() && rest.chars().all(is_known), "{picture}");
        if self.is_quarto {
            let is_piece = |c: char| c == '-' || ('A'..='P').contains(&c);
            return assert!(rest.len() == 17 && rest.chars().all(is_piece), "{picture}");
        }
        if self.is_built_in {
            // The client reads so many characters and no more.
            let lines = if self.base.contains("/sim/") { 15 } else { 9 };
            return assert!(rest.len() == lines && rest.chars().all(|c| "xo-".contains(c)));
        }
        if let Some((centers, images)) = &self.board {
            let mut parts = rest.split('~');
            let entities = parts.next().unwrap();
            assert!(entities.len() <= *centers, "{picture}");
            assert_eq!(entities.matches('.').count(), parts.count(), "{picture}");
            for glyph in entities.chars().filter(|glyph| !"-.".contains(*glyph)) {
                assert!(images.contains_key(&glyph), "{glyph} of {picture} has no image");
            }
        }
    }

    /// One of the forms that the client draws, or the move's own name.
    fn check_button(&self, name: &str, button: &str) {
        let Some((centers, images)) = &self.board else {
            return assert_eq!(button, name);
        };
        let fields: Vec<&str> = button.split('_').collect();
        if self.is_quarto {
            let ["A", token, number] = fields[..] else { panic!("{button}") };
            let number: usize = number.parse().unwrap();
            let is_last = token == "-";
            assert!(if is_last { number < 16 } else { (16..288).contains(&number) }, "{button}");
            return;
        }
        let center = |field: &str| assert!(field.parse::<usize>().unwrap() < *centers, "{button}");
        match fields[..] {
            ["A", token, at] => {
                center(at);
                let token: Vec<char> = token.chars().collect();
                let [token] = token[..] else { panic!("{button}") };
                // What is clicked must be a circle or an image made for it, except on the board that
                // the client draws by itself.
                let fits = self.is_built_in || images.get(&token) == Some(&true);
                assert!(token == '-' || fits, "{button}");
            }
            ["M" | "L", from, to] => {
                center(from);
                center(to);
                assert_ne!(from, to);
            }
            ["T", letter, at] => {
                center(at);
                assert!(letter.len() == 1 && letter.chars().all(|c| c.is_ascii_alphanumeric()));
            }
            ["LQ", "AAA", ..] => assert_eq!(fields.len(), 8),
            ["LC", "AAAA", ..] => assert_eq!(fields.len(), 10),
            _ => assert_eq!(button, name),
        }
    }

    /// The best move bears out the position's value and remoteness.
    fn check_best(&self, value: &str, remoteness: i64, moves: &[Value]) {
        let same = moves.iter().filter(|chosen| chosen["moveValue"] == value);
        // Parts of moves do not count.
        let plies = |chosen: &&Value| {
            let own = i64::from(!text(&chosen["move"]).starts_with('~'));
            number(&chosen["remoteness"]) + own
        };
        let mut same: Vec<i64> = same.map(|chosen| plies(&chosen)).collect();
        same.sort_unstable();
        match value {
            "lose" if self.is_puzzle => assert_eq!(same.len(), moves.len(), "no move helps"),
            "win" | "tie" => assert_eq!(same.first(), Some(&remoteness)),
            "lose" => {
                assert_eq!(same.len(), moves.len(), "all moves lose");
                assert_eq!(same.last(), Some(&remoteness));
            }
            "draw" | "unsolved" => assert!(!same.is_empty()),
            other => panic!("{other} is no value"),
        }
        assert_eq!(moves[0]["moveValue"], value, "the best comes first");
    }

    /// Plays from a position to the end, or for some plies; says how many answers were checked.
    fn play(&self, most: usize, mut choose: impl FnMut(&[Value]) -> usize) -> (usize, Value) {
        let mut asked = self.start.clone();
        let mut expected: Option<Value> = None;
        for checked in 1..=most {
            let answer = self.get(&asked);
            self.check(&asked, &answer);
            if let Some(expected) = &expected {
                for field in ["position", "autoguiPosition", "positionValue", "remoteness"] {
                    // An ended game has a value even where nothing is solved.
                    if expected[field] != "unsolved" && expected[field] != -100 {
                        assert_eq!(answer[field], expected[field], "{field} of {asked}");
                    }
                }
            }
            let moves = answer["moves"].as_array().unwrap();
            if moves.is_empty() {
                return (checked, answer);
            }
            let chosen = moves[choose(moves)].clone();
            asked = text(&chosen["position"]).to_owned();
            expected = Some(chosen);
        }
        (most, Value::Null)
    }
}

fn check_fields(object: &Value, fields: &[&str]) {
    let object = object.as_object().unwrap_or_else(|| panic!("{object} is no object"));
    let optional = ["winby", "mex"];
    let known: HashSet<&str> =
        object.keys().map(String::as_str).filter(|key| !optional.contains(key)).collect();
    assert_eq!(known, fields.iter().copied().collect::<HashSet<_>>());
}

fn class(value: &Value) -> usize {
    let order = ["win", "tie", "draw", "lose", "unsolved"];
    order.iter().position(|known| value == known).unwrap_or_else(|| panic!("{value}"))
}

/// Checks what a client reads before it enters a match.
fn enter<'a>(server: &'a Running, game: &str, variant: &str) -> Match<'a> {
    let base = format!("{BASE}/{game}/{variant}");
    let answer = server.get(&format!("{base}/")).json();
    let fields = ["id", "name", "gui", "startPosition", "autoguiStartPosition", "imageAutoGUIData"];
    check_fields(&answer, &fields);
    assert_eq!(answer["id"], variant);
    let images = &answer["imageAutoGUIData"];
    let board = (!images.is_null()).then(|| check_images(images));
    assert_eq!(answer["gui"], if board.is_some() { "v3" } else { "v0" });
    let start = text(&answer["startPosition"]).to_owned();
    let about = server.get(&format!("/api/v1/games/{game}/{variant}")).json();
    let is_puzzle = about["kind"] == "puzzle";
    let is_built_in = matches!(game, "tictactoe" | "sim");
    let is_quarto = game == "quarto";
    let listed = server.get(&format!("{BASE}/{game}/")).json();
    let has_margins = listed["supportsWinBy"] == true;
    let found =
        Match { server, base, start, board, is_built_in, is_puzzle, is_quarto, has_margins };
    found.check_position(&found.start);
    found.check_picture(text(&answer["autoguiStartPosition"]));
    let rules = server.get(&format!("{}/instructions/?locale=en-US", found.base)).json();
    check_fields(&rules, &["instructions"]);
    assert!(text(&rules["instructions"]).len() > 100);
    assert!(text(&rules["instructions"]).matches("```").count().is_multiple_of(2));
    found
}

fn check_images(images: &Value) -> (usize, HashMap<char, bool>) {
    let keys: BTreeMap<&str, bool> = IMAGES
        .lines()
        .map(|line| match line.strip_suffix(" button") {
            Some(key) => (key, true),
            None => (line, false),
        })
        .collect();
    let themes = images["themes"].as_object().unwrap();
    assert!(themes.contains_key(text(&images["defaultTheme"])));
    let mut found = None;
    for theme in themes.values() {
        let pair = |value: &Value| {
            let numbers: Vec<f64> =
                value.as_array().unwrap().iter().map(|at| at.as_f64().unwrap()).collect();
            assert_eq!(numbers.len(), 2);
        };
        pair(&theme["space"]);
        let centers = theme["centers"].as_array().unwrap();
        centers.iter().for_each(pair);
        for ground in ["background", "foreground"] {
            if let Some(key) = theme.get(ground) {
                assert!(keys.contains_key(text(key)), "{key}");
            }
        }
        let mut glyphs = HashMap::new();
        for (glyph, image) in theme["charImages"].as_object().unwrap() {
            let is_button = keys.get(text(&image["image"]));
            let is_button = *is_button.unwrap_or_else(|| panic!("{image} does not exist"));
            assert!(image["scale"].as_f64().unwrap() > 0.0);
            glyphs.extend(glyph.chars().map(|glyph| (glyph, is_button)));
        }
        for width in ["circleButtonRadius", "arrowWidth", "lineWidth"] {
            assert!(theme[width].as_f64().unwrap() > 0.0);
        }
        assert!(["simpleSlides", "entityFade"].contains(&text(&theme["animationType"])));
        // A visitor may change the theme at any time.
        let all = (centers.len(), glyphs);
        assert!(found.is_none_or(|found| found == all), "themes differ");
        found = Some(all);
    }
    found.expect("at least one theme")
}

/// The games that can be solved while a test waits, and the others.
fn variants(server: &Running) -> Vec<(String, String, bool)> {
    let catalogue = server.get("/api/v1/games").json();
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
    let mut solved = 0;
    for (game, variant, small) in variants(&server) {
        if !small {
            continue;
        }
        solved += 1;
        server.wait_for(&format!("/api/v1/games/{game}/{variant}/position"));
        let found = enter(&server, &game, &variant);
        // The computer's play: always one of the best, never the same twice.
        let mut dice = Dice(7);
        let start = found.get(&found.start);
        for _ in 0..4 {
            let (_, end) = found.play(120, |moves| {
                let best = moves.iter().take_while(|chosen| {
                    chosen["moveValue"] == moves[0]["moveValue"] && chosen["deltaRemoteness"] == 0
                });
                dice.below(best.count())
            });
            // Perfect play ends as promised; a draw never ends.
            if start["positionValue"] == "draw" {
                assert!(end.is_null());
            } else {
                assert!(!end.is_null(), "{game} {variant}");
            }
        }
        let mut answers = 0;
        for _ in 0..40 {
            answers += found.play(60, |moves| dice.below(moves.len())).0;
        }
        println!("{game} {variant}: {answers} answers of games at random");
        assert!(answers > 100);
    }
    assert!(solved >= 5, "{solved} small variants");
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
    let games = server.get(&format!("{BASE}/")).json();
    let kind = |id: &str| {
        let games = games.as_array().unwrap();
        games.iter().find(|game| game["id"] == id).unwrap()["type"].clone()
    };
    assert_eq!((kind("pegs"), kind("nim")), (json!("onePlayer"), json!("twoPlayer")));
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
fn the_hard_wired_board_gets_what_it_reads() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    // Small games are solved while the first visitor waits.
    let answer = server.get(&format!("{BASE}/tictactoe/3x3/positions/?p=1_---------")).json();
    assert_eq!((&answer["positionValue"], &answer["remoteness"]), (&json!("tie"), &json!(9)));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    for chosen in moves {
        let button: Vec<char> = text(&chosen["autoguiMove"]).chars().collect();
        assert_eq!((button[0], button[2]), ('A', 'x'));
        let cell = button[4].to_digit(10).unwrap() as usize;
        let mut cells = ['-'; 9];
        cells[cell] = 'x';
        let position = format!("2_{}", cells.iter().collect::<String>());
        assert_eq!((&chosen["position"], &chosen["remoteness"]), (&json!(position), &json!(8)));
    }
    let over = server.get(&format!("{BASE}/tictactoe/3x3/positions?p=2_xxxoo----")).json();
    assert_eq!(
        over,
        json!({"position": "2_xxxoo----", "autoguiPosition": "2_xxxoo----",
               "positionValue": "lose", "remoteness": 0, "moves": []})
    );
}

/// The client's list of Sim's lines, between which points each is.
const LINES: [&str; 15] =
    ["12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35", "36", "45", "46", "56"];

/// Sim's board has six points and draws fifteen characters, whatever the variant: a move must change the
/// one of its line.
#[test]
fn sim_on_any_number_of_points_is_drawn_between_six() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for (variant, lines) in [("6", 15), ("5", 10)] {
        server.wait_for(&format!("/api/v1/games/sim/{variant}/position"));
        let found = enter(&server, "sim", variant);
        assert_eq!(found.start, "1_---------------");
        let (mut asked, mut dice) = (found.start.clone(), Dice(1));
        for drawn in 0.. {
            let answer = found.get(&asked);
            found.check(&asked, &answer);
            let moves = answer["moves"].as_array().unwrap();
            if moves.is_empty() {
                break;
            }
            assert_eq!(moves.len(), lines - drawn, "{asked}");
            for chosen in moves {
                let next = text(&chosen["position"]);
                let changed = (2..17).filter(|&at| next.as_bytes()[at] != asked.as_bytes()[at]);
                let changed: Vec<&str> = changed.map(|at| LINES[at - 2]).collect();
                assert_eq!(changed, [text(&chosen["move"])], "{asked} to {next}");
            }
            asked = text(&moves[dice.below(moves.len())]["position"]).to_owned();
        }
    }
    let wrong = server.get(&format!("{BASE}/sim/5/positions/?p=2_----x----------")).json();
    assert_eq!(wrong, json!({"error": "Invalid Position"}), "a line to the sixth of five points");
}

/// Sim's board wants the lines in the order 12, 13, ..., 56, and moves that are two points.
#[test]
fn the_hard_wired_board_of_sim_gets_what_it_reads() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/sim/6/position");
    let found = enter(&server, "sim", "6");
    assert_eq!(found.start, "1_---------------");
    let answer = found.get(&found.start);
    found.check(&found.start, &answer);
    assert_eq!(answer["positionValue"], "lose");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 15);
    let last = moves.iter().find(|chosen| chosen["move"] == "56").unwrap();
    assert_eq!(last["position"], "2_--------------x");
    let next = found.get("2_--------------x");
    found.check("2_--------------x", &next);
    assert_eq!(next["moves"].as_array().unwrap().len(), 14);
}

/// Quarto has no tables: the start by publication, what is far enough by search.
#[test]
fn quarto_is_answered_on_its_hard_wired_board() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let found = enter(&server, "quarto", "4x4");
    assert_eq!(found.start, "1_-----------------");
    let start = found.get(&found.start);
    found.check(&found.start, &start);
    assert_eq!((&start["positionValue"], &start["remoteness"]), (&json!("tie"), &json!(17)));
    let buttons: HashSet<&str> = start["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chosen| text(&chosen["autoguiMove"]))
        .collect();
    let expected =
        (0..16u8).map(|k| format!("A_{}_{}", char::from(b'A' + k), 272 + usize::from(k)));
    assert_eq!(buttons.len(), 16);
    expected.for_each(|button| assert!(buttons.contains(button.as_str()), "{button}"));
    // Eight pieces on the board: from here on to the end everything is searched.
    let mut asked = "2_AP-B-K-F-G-M-J--H".to_owned();
    let mut dice = Dice(3);
    loop {
        let answer = found.get(&asked);
        found.check(&asked, &answer);
        assert_ne!(answer["positionValue"], "unsolved");
        let moves = answer["moves"].as_array().unwrap();
        if moves.is_empty() {
            break;
        }
        asked = text(&moves[dice.below(moves.len())]["position"]).to_owned();
    }
    // With five pieces on it, the answer waits for a search.
    let early = "1_--D--P---O-A--B-H";
    let answer = found.get(early);
    found.check(early, &answer);
    assert_ne!(answer["positionValue"], "unsolved");
    for wrong in ["1_----------------", "2_-----------------", "1_A---------------A", "A"] {
        let answer = server.get(&format!("{BASE}/quarto/4x4/positions/?p={wrong}")).json();
        assert_eq!(answer, json!({"error": "Invalid Position"}), "{wrong}");
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

/// Positions of tic-tac-toe come back from the text that the client's own board reads.
#[test]
fn positions_of_the_hard_wired_board_round_trip() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tictactoe/3x3/position");
    let found = enter(&server, "tictactoe", "3x3");
    let mut known = HashSet::from([found.start.clone()]);
    let mut open = vec![found.start.clone()];
    // Two plies are ninety positions or fewer; the games at random go deeper.
    for _ in 0..2 {
        for position in std::mem::take(&mut open) {
            let answer = found.get(&position);
            found.check(&position, &answer);
            for chosen in answer["moves"].as_array().unwrap() {
                let next = text(&chosen["position"]).to_owned();
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    assert_eq!(known.len(), 1 + 9 + 72);
}

#[test]
fn the_list_of_games_is_complete() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for end in ["", "/"] {
        let list = server.get(&format!("{BASE}{end}"));
        assert_eq!(list.header("access-control-allow-origin"), Some("*"));
        let list = list.json();
        let games = list.as_array().unwrap();
        assert_eq!(games.len(), hindsight_games::catalogue().len());
        for (game, about) in games.iter().zip(hindsight_games::catalogue()) {
            check_fields(game, &["id", "name", "type", "gui"]);
            let is_puzzle = ["sliding", "pegs", "lightsout"].contains(&about.id);
            let kind = if is_puzzle { "onePlayer" } else { "twoPlayer" };
            assert_eq!((&game["id"], &game["type"]), (&json!(about.id), &json!(kind)));
            let answer = server.get(&format!("{BASE}/{}{end}", about.id)).json();
            let fields = ["id", "name", "variants", "allowCustomVariantCreation", "supportsWinBy"];
            check_fields(&answer, &fields);
            let variants = answer["variants"].as_array().unwrap();
            assert_eq!(variants.len(), about.variants.len());
            for (variant, known) in variants.iter().zip(about.variants) {
                check_fields(variant, &["id", "name", "gui"]);
                assert_eq!(variant["id"], known.id);
            }
        }
    }
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
