//! A variant as GamesmanUni visits it: every answer checked as that client reads it.

use std::collections::{BTreeMap, HashMap, HashSet};

use hindsight_testkit::facts;
use serde_json::Value;

use super::{BASE, number, text};
use crate::client::Running;

/// One variant, as a client knows it.
pub struct Match<'a> {
    server: &'a Running,
    /// The address of the variant.
    base: String,
    pub start: String,
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
    pub fn get(&self, position: &str) -> Value {
        let answer = self.server.get(&format!("{}/positions/?p={position}", self.base));
        assert_eq!(answer.status, 200, "{position}: {answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        answer.json()
    }

    /// Checks all that one answer says by itself.
    pub fn check(&self, asked: &str, answer: &Value) {
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
        // A puzzle may end without being solved.
        let is_stuck = self.is_puzzle && value == "lose" && moves.is_empty();
        assert_eq!(moves.is_empty(), remoteness == 0 || is_stuck, "{answer:#}");
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
        let fields: Vec<&str> = button.split('_').collect();
        if self.is_quarto {
            let ["A", token, number] = fields[..] else { panic!("{button}") };
            let number: usize = number.parse().unwrap();
            let is_last = token == "-";
            assert!(if is_last { number < 16 } else { (16..288).contains(&number) }, "{button}");
            return;
        }
        let Some((centers, images)) = &self.board else {
            return assert_eq!(button, name);
        };
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
    pub fn play(&self, most: usize, mut choose: impl FnMut(&[Value]) -> usize) -> (usize, Value) {
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

pub fn check_fields(object: &Value, fields: &[&str]) {
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
pub fn enter<'a>(server: &'a Running, game: &str, variant: &str) -> Match<'a> {
    let base = format!("{BASE}/{game}/{variant}");
    let answer = server.get(&format!("{base}/")).json();
    let fields = ["id", "name", "gui", "startPosition", "autoguiStartPosition", "imageAutoGUIData"];
    check_fields(&answer, &fields);
    assert_eq!(answer["id"], variant);
    let images = &answer["imageAutoGUIData"];
    let board = (!images.is_null()).then(|| check_images(images));
    // Told of images, the client would not find Quarto's pieces.
    let is_quarto = game == "quarto";
    assert!(!(is_quarto && board.is_some()));
    assert_eq!(answer["gui"], if board.is_some() || is_quarto { "v3" } else { "v0" });
    let start = text(&answer["startPosition"]).to_owned();
    let about = server.get(&format!("/api/v1/games/{game}/{variant}")).json();
    let is_puzzle = about["kind"] == "puzzle";
    let is_built_in = matches!(game, "tictactoe" | "sim");
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
    let keys: BTreeMap<&str, bool> = facts::text("gamesmanuni_images.txt")
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
