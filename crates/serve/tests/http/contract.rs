//! Every address: what it answers, and that `openapi.json` says so.

use hindsight_testkit::Dice;
use serde_json::{Value, json};

use crate::client::{Answer, Running, encoded};
use crate::schema::Description;

const BASE: &str = "/api/v1/games/{game}/{variant}";

struct Served {
    _data: tempfile::TempDir,
    server: Running,
    description: Description,
}

impl Served {
    fn new() -> Served {
        let data = tempfile::tempdir().unwrap();
        let server = Running::new(data.path());
        let description = Description(server.get("/api/v1/openapi.json").json());
        Served { _data: data, server, description }
    }

    /// Asks about tic-tac-toe until it is solved, and checks the answer against the description.
    fn ask(&self, what: &str) -> (u16, Value) {
        let answer = self.server.wait_for(&format!("/api/v1/games/tictactoe/3x3{what}"));
        let path = what.split('?').next().unwrap();
        self.description.check(&format!("{BASE}{path}"), answer.status, &answer.json());
        (answer.status, answer.json())
    }
}

#[test]
fn the_catalogue_lists_every_game() {
    let served = Served::new();
    let answer = served.server.wait_for("/api/v1/games");
    assert_eq!(answer.status, 200);
    served.description.check("/api/v1/games", 200, &answer.json());
    let listed = answer.json()["games"].as_array().unwrap().len();
    assert_eq!(listed, hindsight_games::catalogue().len());
}

#[test]
fn a_small_game_is_solved_on_first_use() {
    let served = Served::new();
    let (status, about) = served.ask("");
    assert_eq!((status, &about["state"]), (200, &json!("solvable")));
    assert_eq!(about["start"], "---/---/---");

    let first = served.server.get("/api/v1/games/tictactoe/3x3/position");
    assert_eq!(first.status, 202);
    assert_eq!(first.header("retry-after"), Some("1"));
    served.description.check(&format!("{BASE}/position"), 202, &first.json());
    assert_eq!(first.json()["view"]["moves"].as_array().unwrap().len(), 9);

    let (status, start) = served.ask("/position");
    assert_eq!(status, 200);
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("tie"), &json!(9)));
    assert_eq!(start["rows"].as_array().unwrap().len(), 4);
    let (_, about) = served.ask("");
    assert_eq!(about["state"], "solved");
    assert_eq!(about["start_value"], json!({"value": "tie", "remoteness": 9}));
}

#[test]
fn a_position_comes_with_all_moves_and_their_values() {
    let served = Served::new();
    let (status, answer) = served.ask("/position?p=xx-%2Foo-%2F---");
    assert_eq!(status, 200);
    assert_eq!((&answer["value"], &answer["turn"]), (&json!("win"), &json!("first")));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    let best: Vec<_> = moves.iter().filter(|chosen| chosen["best"] == true).collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0]["position"], "xxx/oo-/---");

    let (_, over) = served.ask("/position?p=xxx%2Foo-%2F---");
    assert_eq!((&over["over"], &over["value"]), (&json!(true), &json!("lose")));
    let (status, wrong) = served.ask("/position?p=xxx");
    assert_eq!(status, 400);
    assert!(wrong["error"].as_str().unwrap().contains("cells"));
}

#[test]
fn a_scene_names_images_that_are_there() {
    let served = Served::new();
    let (_, about) = served.ask("");
    let scene = &about["scene"];
    assert_eq!((&scene["fallback"], &scene["players"]), (&json!(false), &json!(["X", "O"])));
    let theme = &scene["themes"][0];
    for image in [&theme["background"], &theme["pieces"]["x"]["image"]] {
        let answer = served.server.get(image.as_str().unwrap());
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/svg+xml")));
        let keep = answer.header("cache-control").unwrap();
        assert!(keep.contains("immutable"), "{keep}");
        assert!(answer.text().starts_with("<svg "));
    }
    assert_eq!(served.server.get("/art/0.svg").status, 404);
}

#[test]
fn a_computers_move_needs_no_tables() {
    let served = Served::new();
    // One move wins at once; the search proves it, and nothing is solved for it.
    let (status, found) = served.ask("/move?p=xx-%2Foo-%2F---");
    assert_eq!(
        (status, &found["move"], &found["next"]),
        (200, &json!("c3"), &json!("xxx/oo-/---"))
    );
    assert_eq!((&found["value"], &found["remoteness"]), (&json!("win"), &json!(1)));
    assert_eq!(found["found_by"], "search");
    let about = served.server.get("/api/v1/games/tictactoe/3x3").json();
    assert_eq!(about["state"], "solvable");
    // The default variants of large games, too.
    let path = format!("{BASE}/move");
    for large in ["morris/nine", "quixo/5x5", "chess/4", "xiangqi/6", "quarto/4x4"] {
        let asked = format!("/api/v1/games/{large}/move?nodes=2000&seed=7");
        let answer = served.server.get(&asked);
        assert_eq!(answer.status, 200, "{large}: {}", answer.text());
        served.description.check(&path, 200, &answer.json());
        assert!(answer.json()["nodes"].as_u64().unwrap() <= 2000);
        assert_eq!(served.server.get(&asked).json(), answer.json(), "{large}: the same seed");
    }
    // Grundy numbers tell more than a search.
    let nim = served.server.get("/api/v1/games/nim/3-4-5/move").json();
    assert_eq!(nim["found_by"], "grundy");
    for (wrong, status) in [
        ("p=xxx%2Foo-%2F---", 404),
        ("p=nonsense", 400),
        ("nodes=0", 400),
        ("nodes=1000001", 400),
        ("nodes=many", 400),
        ("depth=3", 400),
    ] {
        assert_eq!(served.ask(&format!("/move?{wrong}")).0, status, "{wrong}");
    }
}

#[test]
fn a_position_to_think_about_comes_from_the_tables() {
    let served = Served::new();
    let (status, found) = served.ask("/exercise?seed=3");
    assert_eq!((status, &found["seed"]), (200, &json!(3)));
    assert_eq!(served.ask("/exercise?seed=3").1, found, "the same seed");
    let position = encoded(found["position"].as_str().unwrap());
    let (_, answer) = served.ask(&format!("/position?p={position}"));
    assert_eq!((&answer["value"], &answer["turn"]), (&found["value"], &found["turn"]));
    let (_, hold) = served.ask("/exercise?task=hold&level=easy&seed=1");
    assert_eq!((&hold["task"], &hold["level"]), (&json!("hold"), &json!("easy")));
    for wrong in ["task=lose", "level=1", "seed=-1", "p=x"] {
        assert_eq!(served.ask(&format!("/exercise?{wrong}")).0, 400, "{wrong}");
    }
    // What only one player plays has none.
    let puzzle = served.server.wait_for("/api/v1/games/pegs/triangle4/exercise");
    assert_eq!(puzzle.status, 404);
}

#[test]
fn a_written_game_is_played_again() {
    let served = Served::new();
    let (status, found) = served.ask("/replay?moves=b2+a1++c3");
    let positions: Vec<&Value> =
        found["plies"].as_array().unwrap().iter().map(|ply| &ply["position"]).collect();
    assert_eq!(status, 200);
    assert_eq!(
        positions,
        ["---/-x-/---", "---/-x-/o--", "--x/-x-/o--"].map(|text| json!(text)).each_ref()
    );
    assert_eq!((&found["position"], &found["over"]), (&json!("---/---/---"), &Value::Null));
    let (_, ended) = served.ask("/replay?p=xx-%2Foo-%2F---&moves=c3");
    assert_eq!(ended["over"]["value"], "lose");
    assert_eq!(served.ask("/replay").0, 200);
    let (status, wrong) = served.ask("/replay?moves=b2+b2");
    assert_eq!(status, 400);
    assert!(wrong["error"].as_str().unwrap().starts_with("move 2: 'b2' is no move"), "{wrong}");
    assert_eq!(served.ask("/replay?p=nonsense").0, 400);
    let many = format!("/replay?moves={}", "a1+".repeat(1001));
    assert_eq!(served.ask(&many).0, 400);
    // A position in the notation of other programs is one, too.
    let fen = encoded("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let chess = served.server.get(&format!("/api/v1/games/chess/KR-K/replay?p={fen}&moves=Ra8%2B"));
    assert_eq!(chess.json()["plies"][0]["move"], "a1-a8", "{}", chess.text());
    // Only a board that is meant to be framed may be.
    let policy =
        |path: &str| served.server.get(path).header("content-security-policy").unwrap().to_owned();
    assert!(policy("/embed/tictactoe/3x3").contains("frame-ancestors *"));
    assert!(policy("/play/tictactoe/3x3").contains("frame-ancestors 'none'"));
}

#[test]
fn a_move_to_look_at_leads_where_it_says() {
    let served = Served::new();
    let (status, lesson) = served.ask("/lesson");
    assert_eq!(status, 200);
    let [position, chosen] =
        ["position", "move"].map(|field| encoded(lesson[field].as_str().unwrap()));
    let (_, replay) = served.ask(&format!("/replay?p={position}&moves={chosen}"));
    assert_eq!(replay["plies"][0]["position"], lesson["next"]);
    assert_eq!(served.ask("/lesson").1, lesson, "always the same");
    assert_eq!(served.ask("/lesson?p=x").0, 400);
    // Of several clicks, without tables.
    let morris = served.server.get("/api/v1/games/morris/nine/lesson").json();
    let parts = morris["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 2, "{morris}");
    assert_ne!(parts[0]["picture"], parts[1]["picture"]);
}

#[test]
fn an_ended_game_says_which_line_decided_it() {
    let served = Served::new();
    let (_, over) = served.ask("/position?p=xxx%2Foo-%2F---");
    assert_eq!(over["decided_by"], json!([[0, 1, 2]]));
    let (_, full) = served.ask("/position?p=xxo%2Foox%2Fxxo");
    let (_, open) = served.ask("/position?p=xx-%2Foo-%2F---");
    assert!(full.get("decided_by").is_none() && open.get("decided_by").is_none());
    // Also where nothing is solved.
    let answer = served
        .server
        .get("/api/v1/games/quixo/5x5/position?p=XXXXX%2FOOO--%2FOO---%2F-----%2F-----%3Ao");
    assert_eq!(answer.json()["view"]["decided_by"], json!([[0, 1, 2, 3, 4]]));
}

#[test]
fn games_are_known_by_other_names_and_notation_is_apart() {
    let served = Served::new();
    let games = served.server.get("/api/v1/games").json();
    let othello = games["games"].as_array().unwrap().iter().find(|game| game["id"] == "othello");
    assert_eq!(othello.unwrap()["aliases"], json!(["reversi"]));
    let (_, about) = served.ask("");
    let [help, notation] = ["help", "notation"].map(|field| about[field].as_str().unwrap());
    assert!(help.ends_with(notation) && notation.starts_with("Positions are written"));
}

#[test]
fn a_picture_can_be_set_up() {
    let served = Served::new();
    let (status, found) = served.ask("/setup?e=x-o-x----&turn=second");
    assert_eq!((status, found), (200, json!({"position": "x-o/-x-/---"})));
    for wrong in ["", "?e=x-o-x----", "?e=x&turn=second", "?e=---------&c=1", "?e=---------&turn=x"]
    {
        assert_eq!(served.ask(&format!("/setup{wrong}")).0, 400, "{wrong}");
    }
    let nine = "/api/v1/games/morris/nine/setup?e=W-----------------------B-&c=8,9&turn=second";
    assert_eq!(served.server.get(nine).status, 400, "nothing stands on a counter");
    let nine = nine.replace("----B-&", "------&");
    let found = served.server.get(&nine).json();
    assert_eq!(found["position"], "W--/---/---/------/---/---/---:8,9:b");
}

/// What OpenAPI says of a picture to set up is what the server takes, no more and no less.
#[test]
fn a_picture_to_set_up_is_described_as_it_is_taken() {
    let served = Served::new();
    let described = &served.description.0["paths"][&format!("{BASE}/setup")]["get"]["parameters"];
    let asked = described.as_array().unwrap().iter().filter(|it| it["in"] == "query");
    let asked: Vec<(&str, &Value)> = asked.map(|it| (it["name"].as_str().unwrap(), it)).collect();
    assert_eq!(asked.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["e", "c", "turn"]);
    let [e, c, turn] = [0, 1, 2].map(|number| asked[number].1);
    assert_eq!([e, c, turn].map(|it| it["required"].as_bool().unwrap()), [true, false, false]);

    let status = |game: &str, query: &str| {
        let answer = served.server.get(&format!("/api/v1/games/{game}/setup?{query}"));
        served.description.check(&format!("{BASE}/setup"), answer.status, &answer.json());
        answer.status
    };
    // The examples, of a game without counters and of one with two.
    let [picture, counters] = [e, c].map(|it| it["example"].as_str().unwrap());
    assert_eq!(status("tictactoe/3x3", &format!("e={picture}&turn=second")), 200);
    let [nine, one_placed] = ["-", "W"].map(|first| format!("e={first}{}", "-".repeat(25)));
    assert_eq!(status("morris/nine", &format!("{one_placed}&c={counters}&turn=second")), 200);
    assert_eq!(status("morris/nine", &format!("{nine}&c=9,9")), 200, "first where it is missing");
    // What may not be missing, nor be empty.
    assert_eq!(e["schema"]["minLength"], 1);
    for query in ["turn=second", "e=&turn=second"] {
        assert_eq!(status("tictactoe/3x3", query), 400, "{query}");
    }
    // Numbers as the pattern has them: nine digits at most, and nothing else.
    assert_eq!(c["schema"]["pattern"], "^([0-9]{1,9}(,[0-9]{1,9})*)?$");
    assert_eq!(status("tictactoe/3x3", &format!("e={picture}&c=&turn=second")), 200);
    assert_eq!(status("morris/nine", &format!("{nine}&c=000000009,9")), 200);
    for numbers in ["0000000009,9", ",9,9", "9,,9", "9,9,", "%2B9,9", "-0,9", "9;9", "9,%209", ","]
    {
        assert_eq!(status("morris/nine", &format!("{nine}&c={numbers}")), 400, "{numbers}");
    }
    // Turns, each by its name, and nothing that is not described.
    let turns = served.description.0["components"]["schemas"]["Turn"]["enum"].clone();
    assert_eq!(turns, json!(["first", "second"]));
    assert_eq!(status("morris/nine", &format!("{nine}&c=9,9&turn=first")), 200);
    for query in ["turn=third", "turn=", "turn=second&p=x", "turn=second&turn=second"] {
        let query = format!("e={picture}&{query}");
        assert_eq!(status("tictactoe/3x3", &query), 400, "{query}");
    }
}

#[test]
fn a_position_says_how_its_moves_are_clicked() {
    let served = Served::new();
    let answer = served.server.wait_for("/api/v1/games/quixo/2x2/position").json();
    served.description.check(&format!("{BASE}/position"), 200, &answer);
    let stages = answer["stages"].as_array().unwrap();
    assert_eq!(stages.len(), 5, "the start and a cube chosen in each corner");
    assert_eq!(stages[0]["picture"], answer["picture"]);
    assert_eq!(stages[0]["value"], answer["value"]);
    let first = &stages[0]["buttons"][0];
    assert_eq!(first["button"], json!({"kind": "spot", "center": 0, "piece": null}));
    assert_eq!((&first["stage"], first.get("move")), (&json!(1), None));
    let push = &stages[1]["buttons"][0];
    assert_eq!(push["button"]["kind"], "arrow");
    let chosen = &answer["moves"][push["move"].as_u64().unwrap() as usize];
    assert_eq!(chosen["picture"]["entities"].as_str().unwrap().len(), 12);
}

#[test]
fn a_line_goes_to_the_end_unless_cut() {
    let served = Served::new();
    let (status, line) = served.ask("/line");
    assert_eq!(status, 200);
    assert_eq!((line["plies"].as_array().unwrap().len(), &line["end"]), (9, &json!("over")));
    let (_, line) = served.ask("/line?plies=2&p=---%2F---%2F---");
    assert_eq!((line["plies"].as_array().unwrap().len(), &line["end"]), (2, &json!("cut")));
    assert_eq!(served.ask("/line?plies=1001").0, 400);
    assert_eq!(served.ask("/line?plies=x").0, 400);
}

#[test]
fn the_analysis_is_counted_once() {
    let served = Served::new();
    let (status, analysis) = served.ask("/analysis");
    assert_eq!(status, 200);
    assert_eq!((&analysis["positions"], &analysis["canonical"]), (&json!(5478), &json!(765)));
    assert_eq!(served.ask("/analysis"), (status, analysis));
}

#[test]
fn random_positions_are_as_wanted() {
    let served = Served::new();
    let (status, found) = served.ask("/random?value=lose&remoteness=2&seed=5");
    assert_eq!((status, &found["value"]), (200, &json!("lose")));
    assert!(found["remoteness"].as_u64() >= Some(2));
    assert_eq!(served.ask("/random?value=lose&remoteness=2&seed=5").1, found);
    assert_eq!(served.ask("/random").0, 200);
    assert_eq!(served.ask("/random?value=draw").0, 404);
    assert_eq!(served.ask("/random?value=good").0, 400);
    assert_eq!(served.ask("/random?seed=-1").0, 400);
}

#[test]
fn a_large_game_says_what_it_takes() {
    let served = Served::new();
    for what in ["/position", "/line", "/analysis", "/random"] {
        let answer = served.server.get(&format!("/api/v1/games/quixo/5x5{what}"));
        assert_eq!(answer.status, 409, "{what}");
        served.description.check(&format!("{BASE}{what}"), 409, &answer.json());
        assert_eq!(answer.json()["command"], "hindsight solve quixo --variant 5x5");
    }
    // A wrong position stays a wrong position.
    let wrong = served.server.get("/api/v1/games/quixo/5x5/position?p=zz");
    assert_eq!(wrong.status, 400);
    assert_eq!(served.server.get("/api/v1/games/quixo/5x5").json()["state"], "unsolved");
}

#[test]
fn kinds_of_games_have_their_own_numbers() {
    let served = Served::new();
    let ask = |game: &str, what: &str| {
        let answer = served.server.wait_for(&format!("/api/v1/games/{game}{what}"));
        let path = what.split('?').next().unwrap();
        served.description.check(&format!("{BASE}{path}"), answer.status, &answer.json());
        answer.json()
    };
    let about = ask("kayles/8", "");
    assert_eq!((&about["kind"], &about["players"]), (&json!("impartial"), &json!(2)));
    // Grundy numbers need no tables.
    let first = served.server.get("/api/v1/games/kayles/8/position");
    assert_eq!((first.status, &first.json()["view"]["grundy"]), (202, &json!(1)));
    served.description.check(&format!("{BASE}/position"), 202, &first.json());
    let start = ask("kayles/8", "/position");
    assert_eq!((&start["grundy"], start.get("margin")), (&json!(1), None));
    let best = start["moves"].as_array().unwrap().iter().filter(|chosen| chosen["best"] == true);
    assert!(best.into_iter().all(|chosen| chosen["grundy"] == 0));
    let counts = &ask("kayles/8", "/analysis")["grundy"];
    assert_eq!(counts[0]["grundy"], 0);

    let start = ask("othello/4x4", "/position");
    assert_eq!((&start["kind"], &start["margin"]), (&json!("scored"), &json!(-8)));
    let margins = ask("othello/4x4", "/analysis");
    let sum = margins["margins"].as_array().unwrap().iter().map(|row| row["positions"].as_u64());
    assert_eq!(sum.sum::<Option<u64>>(), margins["positions"].as_u64());

    let about = ask("sliding/2x3", "");
    assert_eq!((&about["kind"], &about["players"]), (&json!("puzzle"), &json!(1)));
    let start = ask("sliding/2x3", "/position");
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("tie"), &json!(21)));
    let analysis = ask("sliding/2x3", "/analysis");
    assert_eq!((&analysis["positions"], &analysis["kind"]), (&json!(360), &json!("puzzle")));
    assert_eq!(analysis["longest_tie"]["remoteness"], 21);
    assert_eq!(ask("sliding/2x3", "/line")["plies"].as_array().unwrap().len(), 21);
}

#[test]
fn what_is_unknown_is_not_found() {
    let served = Served::new();
    for target in ["/api/v1/games/hopscotch/8x8", "/api/v1/games/quixo/9x9/position"] {
        let answer = served.server.get(target);
        assert_eq!(answer.status, 404, "{target}");
        served.description.check(BASE, 404, &answer.json());
    }
    for target in ["/api/v1/nothing", "/api", "/nothing", "/assets/nothing.js", "/games"] {
        let answer = served.server.get(target);
        assert_eq!(answer.status, 404, "{target}");
        assert!(answer.json()["error"].is_string(), "{target}");
    }
}

#[test]
fn only_reading_is_allowed() {
    let served = Served::new();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"] {
        let request = format!(
            "{method} /api/v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        );
        let answer = served.server.send(request.as_bytes()).unwrap();
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
    }
    // Opening all games takes a while at first.
    served.server.games();
    let request = b"HEAD /api/v1/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let answer = served.server.send(request).unwrap();
    assert_eq!((answer.status, answer.body.len()), (200, 0));
}

#[test]
fn an_answer_that_the_browser_has_is_not_sent_again() {
    let served = Served::new();
    served.ask("/position");
    let target = "/api/v1/games/tictactoe/3x3/position?p=---%2F---%2F---";
    let tag = |answer: &Answer| answer.header("etag").unwrap().to_owned();
    let first = served.server.get(target);
    assert_eq!(first.header("cache-control"), Some("public, max-age=300"));
    let again = served.server.get_with(target, &format!("if-none-match: {}\r\n", tag(&first)));
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(tag(&again), tag(&first));
    let other = served.server.get_with(target, "if-none-match: W/\"other\"\r\n");
    assert_eq!(other.status, 200);
}

#[test]
fn long_answers_travel_compressed_if_wanted() {
    let served = Served::new();
    served.ask("/position");
    let target = "/api/v1/games/tictactoe/3x3/analysis";
    served.ask("/analysis");
    let plain = served.server.get(target);
    let packed = served.server.get_with(target, "accept-encoding: gzip\r\n");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < plain.body.len() / 2);
}

#[test]
fn health_and_metrics_are_for_the_operator() {
    let served = Served::new();
    assert_eq!(served.server.get("/healthz").text(), "ok\n");
    served.ask("/position");
    served.server.get("/api/v1/games/x/y");
    let metrics = served.server.get("/metrics");
    let lines: Vec<_> = metrics.text().lines().collect();
    for begin in [
        "hindsight_requests_total{route=\"/api/v1/games/{game}/{variant}/position\",status=\"200\"} ",
        "hindsight_requests_total{route=\"/api/v1/games/{game}/{variant}\",status=\"404\"} 1",
        "hindsight_request_seconds_bucket{route=\"/healthz\",le=\"+Inf\"} 1",
        "hindsight_requests_in_flight 1",
        "hindsight_block_cache_bytes ",
        "hindsight_block_cache_capacity_bytes 67108864",
        "hindsight_solves_running ",
        "hindsight_work_queued ",
        "hindsight_work_seconds_left ",
        "hindsight_connections ",
        "hindsight_kept_replies_total{result=\"hit\"} ",
        "hindsight_refusals_total{reason=\"busy\"} 0",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(begin)), "{begin}\n{}", metrics.text());
    }
}

#[test]
fn every_described_address_exists() {
    let served = Served::new();
    for (path, described) in served.description.0["paths"].as_object().unwrap() {
        let target = path.replace("{game}", "tictactoe").replace("{variant}", "3x3");
        let target = target.replace("/setup", "/setup?e=x--------&turn=second");
        if described.get("get").is_none() {
            let body = match path.as_str() {
                "/api/v1/made" => {
                    "game \"A\"\nboard ring 3\npiece s x o\nturn place a s on an empty point"
                }
                _ => r#"{"positions":[]}"#,
            };
            let answer = served.server.post(&target, body.as_bytes());
            assert_eq!(answer.status, 200, "{path}");
            continue;
        }
        assert_eq!(served.server.wait_for(&target).status, 200, "{path}");
    }
}

#[test]
fn every_game_that_is_small_can_be_played_to_its_end() {
    let served = Served::new();
    for game in served.server.games() {
        for variant in game["variants"].as_array().unwrap() {
            // The larger ones take a while, and the solver's own tests solve them.
            if variant["slots"].as_u64().is_none_or(|slots| slots > 10_000) {
                continue;
            }
            let names = [&game["id"], &variant["id"]].map(|name| name.as_str().unwrap());
            let base = format!("/api/v1/games/{}/{}", names[0], encoded(names[1]));
            let line = served.server.wait_for(&format!("{base}/line")).json();
            for ply in line["plies"].as_array().unwrap() {
                let position = encoded(ply["position"].as_str().unwrap());
                let answer = served.server.get(&format!("{base}/position?p={position}"));
                served.description.check(&format!("{BASE}/position"), 200, &answer.json());
                assert_eq!(answer.json()["value"], ply["value"]);
                assert_eq!(answer.json()["remoteness"], ply["remoteness"]);
            }
        }
    }
}

/// What is set up by clicking on a solved game can be asked about.
#[test]
fn a_position_that_was_set_up_can_be_asked_about() {
    let served = Served::new();
    let mut dice = Dice(4);
    let mut set_up = 0;
    for game in ["tictactoe/3x3", "achi/diagonals", "dodgem/3x3", "quixo/3x3", "morris/three"] {
        let base = format!("/api/v1/games/{game}");
        served.server.wait_for(&format!("{base}/position"));
        let about = served.server.get(&base).json();
        let start = about["start_picture"]["entities"].as_str().unwrap().to_owned();
        let counters = about["scene"]["counters"].as_array().unwrap().clone();
        let pieces = about["scene"]["setup"]["pieces"].as_array().unwrap().clone();
        for _ in 0..60 {
            let mut entities: Vec<char> = start.chars().collect();
            for piece in &pieces {
                let glyph = piece["piece"].as_str().unwrap().chars().next().unwrap();
                let centers = piece["centers"].as_array().unwrap();
                for _ in 0..dice.below(4) {
                    let center = centers[dice.below(centers.len())].as_u64().unwrap() as usize;
                    entities[center] = if dice.below(5) == 0 { '-' } else { glyph };
                }
            }
            let entities: String = entities.into_iter().collect();
            let numbers: Vec<String> = counters
                .iter()
                .map(|counter| {
                    dice.below(counter["max"].as_u64().unwrap() as usize + 1).to_string()
                })
                .collect();
            let turn = ["first", "second"][dice.below(2)];
            let query = format!("e={}&c={}&turn={turn}", encoded(&entities), numbers.join(","));
            let found = served.server.get(&format!("{base}/setup?{query}"));
            if found.status == 200 {
                let position = encoded(found.json()["position"].as_str().unwrap());
                let answer = served.server.get(&format!("{base}/position?p={position}"));
                assert_eq!(answer.status, 200, "{game} {query}: {answer:?}");
                set_up += 1;
            }
        }
    }
    assert!(set_up > 10, "{set_up} of 300");
}
