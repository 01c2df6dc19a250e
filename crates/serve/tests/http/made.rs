//! Games that visitors make of texts: what is said of a text, the game by the addresses of all others, and
//! texts that mean harm.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use hindsight_serve::{Allowance, Limits, MadeLimits};
use hindsight_store::Store;
use serde_json::{Value, json};

use crate::client::{Answer, Running, encoded};
use crate::schema::Description;

const BASE: &str = "/api/v1/games/{game}/{variant}";
/// What a bystander may wait in a test, on a busy machine.
const SOON: Duration = Duration::from_secs(5);
const CORNERS: &str = "\
game \"Corners\"
option size 3 2
board grid 3 x size
piece stone x o
start
  x . x
  . . .
  o . o
turn step a stone to an empty point
win my stones make a line of 3
";

fn noughts(name: &str, letters: &str) -> String {
    format!(
        "game \"{name}\"\nboard grid 3x3\npiece mark {letters}\n\
         turn place a mark on an empty point\nwin my marks make a line of 3\ntie board is full\n"
    )
}

fn base(made: &Value) -> String {
    let name = |field: &str| encoded(made[field].as_str().unwrap());
    format!("/api/v1/games/{}/{}", name("game"), name("variant"))
}

struct Served {
    data: tempfile::TempDir,
    server: Running,
    description: Description,
}

impl Served {
    fn new(made: MadeLimits) -> Served {
        let data = tempfile::tempdir().unwrap();
        let server = Running::with(data.path(), Limits { made, ..Limits::default() });
        let description = Description(server.get("/api/v1/openapi.json").json());
        Served { data, server, description }
    }

    fn post(&self, path: &str, query: &str, text: &str) -> Answer {
        let answer = self.server.post(&format!("{path}{query}"), text.as_bytes());
        self.description.check_by("post", path, answer.status, &answer.json());
        answer
    }

    fn read(&self, text: &str) -> Value {
        let answer = self.post("/api/v1/rules", "", text);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    fn make(&self, text: &str) -> String {
        let answer = self.post("/api/v1/made", "", text);
        assert_eq!(answer.status, 200, "{answer:?}");
        base(&answer.json())
    }

    fn ask(&self, base: &str, what: &str) -> Answer {
        let answer = self.server.wait_for(&format!("{base}{what}"));
        let path = what.split('?').next().unwrap();
        self.description.check(&format!("{BASE}{path}"), answer.status, &answer.json());
        answer
    }

    fn tables(&self) -> Vec<String> {
        let all = Store::list(self.data.path()).unwrap();
        all.into_iter().filter(|(game, _)| game == "made").map(|(_, variant)| variant).collect()
    }
}

#[test]
fn a_text_is_told_its_mistake_or_what_follows_from_it() {
    let served = Served::new(MadeLimits::default());
    let told = served.read(&noughts("N", "x o").replace("place", "plaice"));
    assert_eq!(told["rules"], Value::Null);
    let mistake = &told["mistake"];
    assert_eq!(
        (&mistake["line"], &mistake["column"], &mistake["length"]),
        (&json!(4), &json!(6), &json!(6))
    );
    assert_eq!(mistake["advice"], "did you mean 'place'?");
    let told = served.read(&noughts("N", "x o"));
    let rules = &told["rules"];
    assert_eq!((&told["mistake"], &rules["name"]), (&Value::Null, &json!("N")));
    assert_eq!((&rules["moves_in_all"], &rules["too_large"]), (&json!(9), &Value::Null));
    assert!(rules["derived"][1].as_str().unwrap().starts_with("index: 1,180 slots in 10 tiers"));
    assert!(rules["explanation"].as_str().unwrap().contains("place"));
    let image = rules["scene"]["themes"][0]["background"].as_str().unwrap();
    assert!(image.starts_with("data:image/svg+xml,%3Csvg"), "{image}");
    // A variant is one of the values of the options.
    let small = served.post("/api/v1/rules", "?variant=2", CORNERS).json();
    assert_eq!(small["mistake"]["line"], 5, "the picture has a row too many");
    assert_eq!(served.post("/api/v1/rules", "?variant=7", CORNERS).json()["mistake"]["line"], 2);
    // Nothing was kept.
    assert!(served.tables().is_empty());
    for (path, body, status) in [
        ("/api/v1/rules", &b"\xff"[..], 400),
        ("/api/v1/made", b"gmae", 400),
        ("/api/v1/made?size=3", b"", 400),
        ("/api/v1/rules", &[b'#'; 130 << 10], 413),
    ] {
        let answer = served.server.post(path, body);
        assert_eq!(answer.status, status, "{path}: {answer:?}");
    }
    let answer = served.server.get("/api/v1/made");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
}

#[test]
fn a_game_of_a_text_is_asked_about_as_any_other() {
    let served = Served::new(MadeLimits::default());
    let base = served.make(&noughts("Mine", "x o"));
    let about = served.ask(&base, "").json();
    assert_eq!(
        (&about["name"], &about["state"], &about["listed"]),
        (&json!("Mine"), &json!("solvable"), &json!(false))
    );
    assert_eq!(about["text"], noughts("Mine", "x o"));
    let first = served.server.get(&format!("{base}/position"));
    assert_eq!(first.status, 202);
    assert_eq!(first.json()["view"]["moves"].as_array().unwrap().len(), 9);
    let start = served.ask(&base, "/position").json();
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("tie"), &json!(9)));
    assert_eq!(served.ask(&base, "/analysis").json()["positions"], 5478);
    assert_eq!(served.ask(&base, "/line").json()["plies"].as_array().unwrap().len(), 9);
    for what in [
        "/random",
        "/move?nodes=100",
        "/exercise",
        "/replay?moves=b2",
        "/setup?e=x--------&turn=second",
    ] {
        assert_eq!(served.ask(&base, what).status, 200, "{what}");
    }
    let about = served.ask(&base, "").json();
    assert_eq!(
        (&about["state"], &about["start_value"]["value"]),
        (&json!("solved"), &json!("tie"))
    );
    // It is nobody's but theirs who have its name.
    let listed = served.server.games();
    assert!(listed.iter().all(|game| !game["id"].as_str().unwrap().starts_with("made")));
    assert_eq!(served.server.get("/universal/v1/made/x/").json()["error"], "Invalid Game");

    // The same rules by other names are another game with the same tables.
    let other = served.make(&noughts("Other", "p q"));
    assert_ne!(base, other);
    let start = served.server.get(&format!("{other}/position"));
    assert_eq!((start.status, &start.json()["value"]), (200, &json!("tie")));
    assert_eq!(served.ask(&other, "").json()["name"], "Other");
    assert_eq!(served.tables().len(), 1);
    assert!(served.tables()[0].len() == 32, "a hash and nothing that the text says");

    // Variants are made of the same text, and what no text is known for is not found.
    let corners = served.make(&CORNERS.replace("  . . .\n", "").replace("size 3 2", "size 2 9"));
    let elsewhere = format!("{}9", corners.strip_suffix(&encoded("2")).unwrap());
    assert_eq!(served.server.get(&elsewhere).status, 404);
    assert_eq!(served.server.get("/api/v1/games/made-0123/standard").status, 404);
}

#[test]
fn texts_are_for_those_who_may() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(Running::options(data.path()));
    for path in ["/api/v1/rules", "/api/v1/made"] {
        let answer = server.post(path, b"");
        assert_eq!(answer.status, 403);
        assert!(answer.json()["error"].as_str().unwrap().contains("--make"));
    }
    assert_eq!(server.wait_for("/api/v1/games").json()["makes_games"], false);
    let served = Served::new(MadeLimits::default());
    assert_eq!(served.server.wait_for("/api/v1/games").json()["makes_games"], true);
    let head = "content-length: 0\r\norigin: https://evil.example\r\n";
    assert_eq!(served.server.ask("POST", "/api/v1/made", head, b"").status, 403);
    assert!(served.server.get("/make").status == 200);
}

/// Tables of visitors' games go when others need the room, and are made again when somebody asks.
#[test]
fn room_is_made_for_new_games() {
    let served = Served::new(MadeLimits { tables: 3, games: 4, ..MadeLimits::default() });
    let text = |rows: usize| {
        format!(
            "game \"{rows}\"\nboard grid 2x{rows}\npiece stone x o\nturn place a stone on an empty point\n"
        )
    };
    let bases: Vec<String> = (1..=6)
        .map(|rows| {
            let base = served.make(&text(rows));
            assert_eq!(served.ask(&base, "/position").status, 200);
            assert!(served.tables().len() <= 3);
            base
        })
        .collect();
    assert_eq!(served.tables().len(), 3);
    assert_eq!(served.server.get(&bases[0]).status, 404, "forgotten");
    assert_eq!(served.ask(&bases[3], "").json()["state"], "solved");
    // Its tables are gone, but not the game.
    let gone = served.ask(&bases[2], "").json();
    assert_eq!(gone["state"], "solvable");
    assert_eq!(served.ask(&bases[2], "/position").json()["value"], "lose");
    assert_eq!(served.tables().len(), 3);
}

/// What a game takes beyond the limits is refused in words, and the rest of the server goes on.
#[test]
fn games_beyond_the_limits_are_refused() {
    let work = Allowance { tasks: 2, time: Duration::from_secs(600), disk: 1 << 30 };
    let limits = MadeLimits {
        slots: 10_000,
        moves: 50,
        time: Duration::from_secs(1),
        work_each: work,
        ..MadeLimits::default()
    };
    let served = Served::new(limits);
    let large = "game \"L\"\nboard grid 5x5\npiece s x o\nturn place a s on an empty point\n";
    assert!(
        served.read(large)["rules"]["too_large"].as_str().unwrap().contains("at most 10,000 slots")
    );
    let refused = served.ask(&served.make(large), "/position");
    assert_eq!(refused.status, 409, "{refused:?}");
    assert_eq!(refused.json()["command"], "hindsight solve rules.game --variant standard");
    assert_eq!(refused.json()["view"]["moves"].as_array().unwrap().len(), 25);
    let many = "game \"M\"\nboard grid 3x3\npiece s x o\nhand 4 s each\n\
                turn place a s on an empty point, then place a s on an empty point\n";
    assert!(served.read(many)["rules"]["too_large"].as_str().unwrap().contains("50 moves"));
    let base = served.make(many);
    let refused = served.ask(&base, "/position");
    assert_eq!(
        (refused.status, served.ask(&base, "").json()["state"].clone()),
        (409, json!("unsolved"))
    );
    // Explored for as long as a visitor's game may take; the index has no say, since pieces fall.
    let long = "game \"T\"\nboard grid 6x6\npiece s x o\nturn place a s on a lowest empty point\n";
    let base = served.make(long);
    let refused = served.ask(&base, "/position");
    assert_eq!(refused.status, 409, "{refused:?}");
    assert!(refused.json()["error"].as_str().unwrap().contains("1 seconds"), "{refused:?}");
    assert!(served.tables().is_empty());
}

/// Whatever visitors write, a bystander is answered soon, also about a text of his own.
#[test]
fn hostile_texts_shut_nobody_out() {
    let served = Served::new(MadeLimits::default());
    let server = &served.server;
    assert_eq!(server.wait_for("/api/v1/games/tictactoe/3x3/position").status, 200);
    let game = |board: &str, rest: &str| format!("game \"A\"\n{board}\npiece stone x o\n{rest}\n");
    let twice = "turn move a stone to an empty point, then move a stone to an empty point";
    let half =
        format!("start\n{}{}", "  x x o o . . . .\n".repeat(4), "  o o x x . . . .\n".repeat(4));
    let hop =
        "turn leap a stone all ways over pieces to an empty point, capturing, may go on, most";
    let texts = [
        game("board grid 4x4", &format!("turn pass\nwin {}board is full", "(".repeat(20_000))),
        game("board grid 4x4", &format!("turn pass\nwin {}board is full", "not ".repeat(10_000))),
        game("board grid 1000x1000", "turn pass"),
        game("board grid 999x999", "turn pass"),
        game(&format!("board ring {}", "9".repeat(50_000)), "turn pass"),
        game(&format!("board drawn\n{}", " oooooooooooooooooooo\n".repeat(3000)), "turn pass"),
        game("board grid 8x8", &format!("{half}{twice}")),
        game("board grid 8x8", &format!("{half}{hop}")),
        game(
            "board grid 8x8",
            &format!(
                "{half}turn leap a stone all ways over pieces to a point, may go on, then {}",
                twice.strip_prefix("turn ").unwrap()
            ),
        ),
        game(
            "board grid 8x8 joined all ways",
            "turn place a stone on an empty point, then flip beside",
        ),
        game("board grid 8x8", &"turn place a stone on a lowest empty point\n".repeat(39)),
        "#".repeat(120_000),
        "\u{0}\u{7}\u{202e}".repeat(5_000),
    ];
    let over = std::sync::atomic::AtomicBool::new(false);
    let is_over = || over.load(std::sync::atomic::Ordering::Relaxed);
    std::thread::scope(|scope| {
        for visitor in 2..8 {
            let texts = &texts;
            scope.spawn(move || {
                let say = |target: &str, text: &str| {
                    let mut stream = server.connect_from([127, 0, 0, visitor]);
                    let host = server.address;
                    let length = text.len();
                    let head = format!(
                        "POST {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
                    );
                    let _ = stream.write_all(head.as_bytes());
                    let _ = stream.write_all(text.as_bytes());
                    let mut told = Vec::new();
                    let _ = stream.read_to_end(&mut told);
                    String::from_utf8_lossy(&told).into_owned()
                };
                for text in texts.iter().cycle().take_while(|_| !is_over()) {
                    say("/api/v1/rules", text);
                    let told = say("/api/v1/made", text);
                    let Some((_, made)) = told.split_once("\r\n\r\n") else { continue };
                    let Ok(made) = serde_json::from_str::<Value>(made) else { continue };
                    if made["game"].is_null() {
                        continue;
                    }
                    for what in ["", "/position", "/line", "/move", "/random", "/analysis"] {
                        let told = say(&format!("{}{what}", base(&made)), "");
                        assert!(!told.contains("HTTP/1.1 500"), "{told}");
                    }
                }
            });
        }
        let begin = Instant::now();
        let mut own = 0;
        while begin.elapsed() < Duration::from_secs(8) {
            for target in ["/healthz", "/make", "/api/v1/games/tictactoe/3x3/position"] {
                let begin = Instant::now();
                assert_eq!(server.get(target).status, 200, "{target}");
                assert!(begin.elapsed() < SOON, "{target} took {:?}", begin.elapsed());
            }
            // Others are in the same line, which may be long.
            let answer = server.post("/api/v1/rules", noughts("N", "x o").as_bytes());
            assert!([200, 503].contains(&answer.status), "{answer:?}");
            own += u32::from(answer.status == 200);
        }
        assert!(own > 0, "nobody else's text was read");
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(server.wait_for("/api/v1/games/nim/3-4-5/position").status, 200);
}
