//! What every command prints when all is well: scripts depend on it.

use hindsight_testkit::facts;
use serde_json::{Value, json};

use crate::bench::Bench;

#[test]
fn games_are_listed_for_people_and_programs() {
    let bench = Bench::new();
    let text = bench.run("games").ok();
    for game in ["tentozero", "tictactoe", "quixo", "fivefieldkono", "morris", "baghchal"] {
        assert!(text.lines().any(|line| line.starts_with(game)), "{text}");
    }
    let games = bench.json("games --json");
    let quixo = games.as_array().unwrap().iter().find(|game| game["id"] == "quixo").unwrap();
    assert_eq!(quixo["name"], "Quixo");
    assert!(quixo["summary"].is_string() && quixo["help"].is_string());
    assert_eq!(quixo["variants"][0]["id"], "5x5");
    assert_eq!(quixo["variants"][0]["default"], true);
    assert!(bench.run("games quixo").ok().contains("a4-d4"));
    assert_eq!(bench.json("games tictactoe --json")["id"], "tictactoe");
}

#[test]
fn solve_says_what_came_of_it() {
    let bench = Bench::new();
    let line = bench.run("solve quixo --variant 3x3").ok();
    assert_eq!(line.lines().count(), 1);
    assert!(line.starts_with("quixo 3x3 is solved: the start is win in 7; 38 tiers, "), "{line}");
    assert!(line.contains("slots/s"), "{line}");
    let again = bench.run("solve quixo --variant 3x3").ok();
    assert!(again.starts_with("quixo 3x3 was solved before: the start is win in 7; "), "{again}");
    let forced = bench.run("solve quixo --variant 3x3 --force --data data").ok();
    assert!(forced.contains("38 tiers, "), "{forced}");
    assert!(bench.path("data/quixo/3x3/manifest.json").is_file());
}

#[test]
fn every_small_game_is_solved_verified_and_checked() {
    let bench = Bench::new();
    let known = [
        ("tentozero", "win in 7"),
        ("tictactoe", "tie in 9"),
        ("quixo --variant 3x3", "win in 7"),
        ("quixo --variant 2x2", "win in 3"),
        ("tictactwo --variant 3x5-3", "draw"),
    ];
    for (game, value) in known {
        let line = bench.run(&format!("solve {game}")).ok();
        assert!(line.contains(&format!("the start is {value};")), "{line}");
        let line = bench.run(&format!("verify {game}")).ok();
        assert!(line.contains("is verified: "), "{line}");
        let line = bench.run(&format!("check {game} --samples 500")).ok();
        assert!(line.contains("agrees with itself"), "{line}");
    }
}

/// Quarto needs no tables, and says how it knows.
#[test]
fn quarto_is_found_without_tables() {
    let bench = Bench::new();
    let text = bench.run("query quarto 0F-1-A-5-6-C-9--7").ok();
    assert!(text.contains("(found by search, without tables)"), "{text}");
    let late = bench.json("query quarto 0F-1-A-5-6-C-9--7 --format json");
    assert_eq!(late["found_by"], "search");
    assert!(late["moves"].as_array().unwrap().len() > 7);
    let start = bench.json("query quarto --format json");
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("tie"), &json!(17)));
    assert_eq!(start["found_by"], "opening");
    let simple = bench.json("query quarto-simple --format json");
    assert_eq!((&simple["value"], &simple["remoteness"]), (&json!("lose"), &json!(14)));
    assert_eq!(simple["found_by"], "opening");
    let text = bench.run("query quarto 7--5-8----------C").ok();
    assert!(text.contains("(from the opening table that is part of the program)"), "{text}");
    assert!(!bench.path("data").exists());
}

/// So does Connect Four on the usual board, which is the one that is meant without a variant.
#[test]
fn connect_four_is_found_without_tables() {
    let bench = Bench::new();
    // Its score is published as -3: the winner has three discs left with the last one in the line, the 38th.
    let late = "-------/-------/----R--/R---Y-Y/YRY-Y-R/RYR-Y-R:r";
    let found = bench.json(&format!("query connect4 {late} --format json"));
    assert_eq!((&found["value"], &found["remoteness"]), (&json!("lose"), &json!(24)));
    assert_eq!((&found["variant"], &found["found_by"]), (&json!("7x6"), &json!("search")));
    let start = bench.json("query connect4 --format json");
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("win"), &json!(41)));
    assert_eq!(start["found_by"], "opening");
    let estimate = bench.json("estimate connect4 --format json");
    assert_eq!(estimate["tiers"], 43);
    let refused = bench.run("solve connect4").failed(2);
    assert!(refused.contains("connect4 7x6"), "{refused}");
    assert!(!bench.path("data").exists());
}

#[test]
fn a_boundary_is_where_solving_stops() {
    let bench = Bench::new();
    let line = bench.run("solve quarto --variant 3x3 --boundary 3").ok();
    assert!(line.starts_with("quarto 3x3 is solved: the start is "), "{line}");
    let again = bench.run("solve quarto --variant 3x3 --boundary 3").ok();
    assert!(again.starts_with("quarto 3x3 was solved before"), "{again}");
    assert!(bench.run("verify quarto --variant 3x3").ok().contains("is verified: "));
    let above = bench.json("query quarto --variant 3x3 --format json");
    assert_eq!(above["found_by"], Value::Null);
    let beyond = bench.json("query quarto 07-3--4--2 --variant 3x3 --format json");
    assert_eq!(beyond["found_by"], "search");
    let refused = bench.run("solve tictactoe --boundary 2");
    assert!(refused.failed(2).contains("no levels"));
    let early = bench.run("solve quarto --boundary 3").failed(2);
    assert!(early.contains("--boundary 4 or more will do, or any with --device gpu"), "{early}");
    let late = bench.run("solve quarto --boundary 15 --device gpu").failed(2);
    assert!(late.contains("leave out --device gpu"), "{late}");
    assert!(!bench.path("data/quarto/4x4").exists(), "what is refused leaves nothing behind");
}

#[test]
fn query_answers_with_all_moves() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let answer = bench.json("query tictactoe xx-/oo-/--- --format json");
    assert_eq!(answer["game"], "tictactoe");
    assert_eq!(answer["variant"], "3x3");
    assert_eq!(answer["position"], "xx-/oo-/---");
    assert_eq!(answer["value"], "win");
    assert_eq!(answer["remoteness"], 1);
    assert_eq!(answer["turn"], "first");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    let winning = json!({
        "move": "c3", "position": "xxx/oo-/---", "value": "lose", "remoteness": 0, "best": true,
        "picture": {"entities": "xxxoo----", "counters": []}
    });
    assert_eq!(moves.iter().find(|m| m["move"] == "c3"), Some(&winning));
    let losing = moves.iter().find(|m| m["move"] == "c1").unwrap();
    assert_eq!((&losing["value"], &losing["remoteness"]), (&json!("win"), &json!(1)));

    let start = bench.json("query tictactoe --format json");
    assert_eq!((&start["value"], &start["remoteness"]), (&json!("tie"), &json!(9)));
    assert_eq!(start["moves"].as_array().unwrap().len(), 9);
    let over = bench.json("query tictactoe xxx/oo-/--- --format json");
    assert_eq!((&over["over"], &over["moves"]), (&json!(true), &json!([])));

    let text = bench.run("query tictactoe xx-/oo-/---").ok();
    assert!(text.contains("first player to move: win in 1"), "{text}");
    let first_move = text.lines().find(|line| line.starts_with('*')).unwrap();
    assert!(first_move.starts_with("* c3  win in 1"), "{text}");
}

#[test]
fn positions_may_begin_with_what_looks_like_an_option() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    for arguments in [
        "query quixo --variant 3x3 ---/---/--X:o --format json",
        "query quixo ---/---/--X:o --format=json --variant=3x3",
        "query quixo --format json --variant 3x3 -- ---/---/--X:o",
    ] {
        assert_eq!(bench.json(arguments)["position"], "---/---/--X:o", "{arguments}");
    }
}

#[test]
fn a_draw_has_no_remoteness() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 2x2").ok();
    let analysis = bench.json("analyze quixo --variant 2x2 --format json");
    let draws = analysis["counts"].as_array().unwrap().iter().filter(|c| c["value"] == "draw");
    for draw in draws {
        assert_eq!(draw["remoteness"], Value::Null);
    }
    for row in bench.run("analyze quixo --variant 2x2 --format csv").ok().lines() {
        assert_eq!(row.starts_with("draw"), row.starts_with("draw,,"), "{row}");
    }
}

/// RULES.md has the right counts of 3x3 Quixo.
const QUIXO_3X3: &str = "\
value,remoteness,positions,canonical
win,0,5080,706
win,1,13426,1806
win,3,1204,178
win,5,496,71
win,7,41,7
lose,0,6690,938
lose,1,20,6
lose,2,3644,520
lose,4,1288,180
lose,6,130,19
lose,8,8,2
";

#[test]
fn analyze_prints_csv_as_scripts_expect_it() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    assert_eq!(bench.run("analyze quixo --variant 3x3 --format csv").ok(), QUIXO_3X3);

    let by_tier = bench.run("analyze quixo --variant 3x3 --format csv --by tier").ok();
    let mut rows = by_tier.lines();
    assert_eq!(rows.next(), Some("tier,value,remoteness,positions,canonical"));
    let mut positions = 0;
    for row in rows {
        let fields: Vec<_> = row.split(',').collect();
        assert_eq!((fields.len(), fields[0].split('-').count()), (5, 3), "{row}");
        positions += fields[3].parse::<u64>().unwrap();
    }
    assert_eq!(positions, 32_027);
}

#[test]
fn endgames_are_solved_and_all_their_legal_positions_counted() {
    let bench = Bench::new();
    bench.run("solve xiangqi --variant 3").ok();
    bench.run("verify xiangqi --variant 3").ok();
    let total = |text: &str| -> u64 {
        let positions = |line: &str| line.split(',').nth(2).unwrap().parse::<u64>().unwrap();
        text.lines().skip(1).map(positions).sum()
    };
    // With two pieces 108 and with three 70,374, as counted by trying all placements.
    let legal = bench.run("analyze xiangqi --variant 3 --scope legal --format csv").ok();
    assert_eq!(total(&legal), 70_482);
    let reachable = bench.run("analyze xiangqi --variant 3 --format csv").ok();
    assert!(total(&reachable) < 70_482);
    for scope in ["legal", "roots"] {
        let json =
            bench.json(&format!("analyze xiangqi --variant 3 --scope {scope} --format json"));
        assert_eq!((&json["scope"], &json["positions"]), (&json!("roots"), &json!(70_482)));
    }
    let answer = bench.json("query xiangqi --variant 3 4k4/9/9/9/9/9/9/9/9/3K4R:r --format json");
    assert_eq!((&answer["value"], &answer["remoteness"]), (&json!("win"), &json!(3)));
}

/// The men in the name of an endgame are one tier of several: that is not called all that is legal.
#[test]
fn the_root_tiers_are_counted_under_their_own_name() {
    let bench = Bench::new();
    bench.run("solve chess --variant KR-K").ok();
    let analysis = |scope: &str| {
        bench.json(&format!("analyze chess --variant KR-K --scope {scope} --format json"))
    };
    assert_eq!(analysis("legal")["scope"], "roots");
    assert_eq!(analysis("roots")["tiers"].as_array().unwrap().len(), 1);
    assert_eq!(analysis("all")["tiers"].as_array().unwrap().len(), 3);
    let told = bench.run("analyze chess --variant KR-K --scope legal").ok();
    assert!(told.contains("in a root tier") && !told.contains("legal"), "{told}");
}

#[test]
fn analyze_tells_everything_in_json_and_shows_tables() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    let analysis = bench.json("analyze quixo --variant 3x3 --format json");
    assert_eq!(analysis["positions"], 32_027);
    assert_eq!(analysis["canonical"], 4_433);
    assert_eq!(
        analysis["counts"][0],
        json!({ "value": "win", "remoteness": 0, "positions": 5080, "canonical": 706 })
    );
    assert_eq!(analysis["longest_lose"]["remoteness"], 8);
    assert!(analysis["longest_win"]["position"].is_string());
    assert!(analysis["symmetries"].is_string() && analysis["turns_apart"].is_boolean());
    let tiers = analysis["tiers"].as_array().unwrap();
    let positions = tiers.iter().map(|tier| tier["positions"].as_u64().unwrap()).sum::<u64>();
    assert_eq!(positions, 32_027);

    let table = bench.run("analyze quixo --variant 3x3").ok();
    for part in ["total", "32,027", "4,433", "canonical: up to", "a longest win", "lose in 8"] {
        assert!(table.contains(part), "{part} in {table}");
    }
    let by_tier = bench.run("analyze quixo --variant 3x3 --by tier").ok();
    assert!(by_tier.contains("tier 9-0-0") && by_tier.contains("all tiers"), "{by_tier}");
}

/// Counts of 4x4 Quixo that were published and found again by others.
#[test]
fn the_counts_of_4x4_quixo_are_the_published_ones() {
    let facts = facts::text("quixo_4x4_value_counts.csv");
    let bench = Bench::new();
    bench.run("solve quixo --variant 4x4").ok();
    let found = bench.run("analyze quixo --variant 4x4 --format csv").ok();
    let sorted = |text: &str| {
        let mut rows: Vec<_> = text.lines().map(str::to_owned).collect();
        rows.sort();
        rows
    };
    assert_eq!(sorted(&found), sorted(facts));
}

#[test]
fn estimates_need_no_tables_even_for_5x5_quixo() {
    let bench = Bench::new();
    let estimate = bench.json("estimate quixo --variant 5x5 --memory 8GiB --format json");
    assert!(estimate["slots"].as_u64() > Some(100_000_000_000));
    assert!(estimate["tiers"].as_u64() > Some(300));
    assert!(estimate["largest_unit"]["memory"].as_u64() > Some(8 << 30));
    // Two bytes for each slot of the unit and of its exits.
    let slots = estimate["largest_unit"]["slots"].as_u64().unwrap();
    assert!(estimate["device_memory"].as_u64() > Some(2 * slots));
    assert!(estimate["expected_table_bytes"].as_u64() < estimate["most_table_bytes"].as_u64());
    assert_eq!(estimate["fits"], false);
    let projection = &estimate["projection"];
    assert!(projection["seconds"].as_f64() > Some(0.0), "{projection}");
    assert!(projection["threads"].as_u64() > Some(0), "{projection}");
    assert!(projection["sampled_slots"].as_u64() > Some(0), "{projection}");
    let text = bench.run("estimate quixo --memory 8GiB").ok();
    assert!(text.contains("fits          no") && text.contains("would do"), "{text}");
    assert!(text.contains("GPU           ") && text.contains(" free on the device"), "{text}");
    let text = bench.run("estimate tentozero").ok();
    assert!(text.contains("fits          yes"), "{text}");
    assert!(text.contains("time          about ") && text.contains(" timed here)"), "{text}");
    let text = bench.run("estimate topitop --variant first").ok();
    assert!(!text.contains("GPU"), "Topitop does not run on a GPU: {text}");
    assert!(!bench.path("data").exists());
}

#[test]
fn completions_the_manual_and_help_are_there() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(bench.run(&format!("completions {shell}")).ok().contains("hindsight"));
    }
    assert!(bench.run("man").ok().contains(".TH hindsight"));
    let help = bench.run("--help").ok();
    let commands = help.lines().filter(|line| line.starts_with("  ")).filter_map(|line| {
        let word = line.split_whitespace().next()?;
        word.chars().all(char::is_lowercase).then(|| word.to_owned())
    });
    let commands: Vec<_> = commands.filter(|word| word != "hindsight").collect();
    for command in
        ["games", "estimate", "solve", "analyze", "query", "verify", "check", "play", "match"]
    {
        assert!(commands.iter().any(|known| known == command), "{command} in {help}");
        let help = bench.run(&format!("{command} --help")).ok();
        assert!(help.contains("Examples:"), "{help}");
    }
    assert!(bench.run("--version").ok().starts_with("hindsight "));
}

#[test]
fn grundy_numbers_answer_even_where_nothing_is_solved() {
    let bench = Bench::new();
    let long = bench.run("query kayles --variant 200").ok();
    // The Grundy number of 200 pins, from the period of twelve.
    assert!(long.contains("first player to move: win, Grundy number 1\n"), "{long}");
    assert!(long.contains("not solved: who wins follows from the Grundy number"), "{long}");
    assert!(long.contains("Grundy 0"), "{long}");
    let long = bench.json("query kayles --variant 200 --format json");
    assert_eq!((&long["grundy"], &long["value"]), (&json!(1), &json!("win")));
    assert_eq!((&long["solved"], long.get("remoteness")), (&json!(false), None));
    // Other games have nothing to say without tables.
    bench.run("query quixo --variant 5x5").failed(2);

    bench.run("solve nim").ok();
    let text = bench.run("query nim").ok();
    assert!(text.contains("first player to move: win in "), "{text}");
    assert!(text.contains(", Grundy number 2\n") && text.contains("Grundy 0"), "{text}");
    let table = bench.run("analyze nim").ok();
    assert!(table.contains("Grundy number  positions\n"), "{table}");
}

#[test]
fn margins_stand_beside_values() {
    let bench = Bench::new();
    bench.run("solve othello").ok();
    let text = bench.run("query othello").ok();
    assert!(text.contains("lose in 12; played for the margin: loses by 8\n"), "{text}");
    assert!(text.contains("by   -8"), "{text}");
    assert_eq!(bench.json("query othello --format json")["margin"], -8);
    assert!(bench.run("analyze othello").ok().contains("\nmargin  positions\n"));
}

#[test]
fn puzzles_are_solvable_or_not() {
    let bench = Bench::new();
    let line = bench.run("solve sliding --variant 2x3").ok();
    assert!(line.contains("the start is solvable in 21;"), "{line}");
    let text = bench.run("query sliding --variant 2x3").ok();
    assert!(text.contains("45-/123  solvable in 21\n"), "{text}");
    assert!(!text.contains("tie") && !text.contains("player"), "{text}");
    let table = bench.run("analyze sliding --variant 2x3").ok();
    assert!(table.contains("all solvable") && table.contains("a longest solution: solvable in 21"));
    assert_eq!(bench.json("query sliding --variant 2x3 --format json")["kind"], "puzzle");

    bench.run("solve pegs --variant triangle4").ok();
    let unsolvable = bench.run("analyze pegs --variant triangle4").ok();
    assert!(unsolvable.contains("all unsolvable"), "{unsolvable}");
    let played = bench.run_with_input("play sliding --variant 2x3 --computer first", "").ok();
    assert!(played.ends_with("the puzzle is solved\n"), "{played}");
}

#[test]
fn an_estimate_means_the_boundary_where_the_whole_is_out_of_reach() {
    let bench = Bench::new();
    let text = bench.run("estimate quarto").ok();
    assert!(
        text.contains("time          too long as a whole; down to a boundary, see below"),
        "{text}"
    );
    assert!(!text.contains("days with"), "{text}");
    assert!(text.contains("Down to a boundary (--boundary LEVEL)"), "{text}");
    assert!(text.contains("with a GPU: its memory, its time, then the processor's"), "{text}");
    let report = bench.json("estimate quarto --format json");
    let boundaries = report["boundaries"].as_array().unwrap();
    let is_searched: Vec<bool> = boundaries.iter().map(|row| !row["seconds"].is_null()).collect();
    assert_eq!(is_searched[..6], [false, false, false, false, true, true]);
    assert!(boundaries[8]["gpu"]["h200_seconds"].as_f64() > Some(60.0), "{report}");
    assert!(boundaries[15]["gpu"].is_null(), "nothing comes after it that a kernel finds");
}

#[test]
fn a_tiny_game_is_solved_when_somebody_asks_about_it() {
    let bench = Bench::new();
    // What is done is said on stderr: the answer is for programs.
    let run = |arguments: &str| {
        let output = bench.command(arguments).output().unwrap();
        assert!(output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.ends_with("is not solved yet; solving it first...\n"), "{said}");
        String::from_utf8(output.stdout).unwrap()
    };
    let answer: Value =
        serde_json::from_str(&run("query tictactoe xx-/oo-/--- --format json")).unwrap();
    assert_eq!((&answer["value"], &answer["remoteness"]), (&json!("win"), &json!(1)));
    let counts = run("analyze mutorere --format csv");
    assert!(counts.starts_with("value,remoteness,positions,canonical\n"), "{counts}");
    bench.run("verify mutorere").ok();
    // What is no position is refused before anything is solved.
    bench.run("query quixo nonsense --variant 3x3").failed(2);
    assert!(!bench.path("data/quixo").exists());
}

#[test]
fn completions_know_the_games() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = bench.run(&format!("completions {shell}")).ok();
        for name in ["quixo", "mutorere", "baghchal"] {
            assert!(script.contains(name), "{name} for {shell}");
        }
    }
    let script = bench.run("completions fish").ok();
    let quixo = script.lines().find(|line| line.contains("-a quixo ")).unwrap();
    assert!(
        quixo.contains("solve") && quixo.contains("play") && !quixo.contains("serve"),
        "{quixo}"
    );
}

#[test]
fn a_match_is_counted_and_its_games_are_kept() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let asked = "match tictactoe --first perfect --second mistakes:0.5 --games 40 --seed 3";
    let report = bench.json(&format!("{asked} --format json --save games.txt"));
    let score = &report["score"];
    let of = |what: &str| score[what].as_u64().unwrap();
    assert_eq!((of("games"), of("wins") + of("draws"), of("losses")), (40, 40, 0));
    assert!(of("wins") > 0, "{score}");
    let share = &score["won"];
    let part = |what: &str| share[what].as_f64().unwrap();
    assert!((part("share") - of("wins") as f64 / 40.0).abs() < 1e-9, "{share}");
    assert!(part("low") < part("share") && part("share") < part("high"), "{share}");
    let sides = |side: &str| report[side]["games"].as_u64().unwrap();
    assert_eq!((sides("moving_first"), sides("moving_second")), (20, 20), "sides are switched");
    let games = report["games"].as_array().unwrap();
    assert_eq!(games[0]["players"], json!(["perfect", "mistakes:0.5"]));
    assert_eq!(games[1]["players"], json!(["mistakes:0.5", "perfect"]));
    // The file has the same games.
    let saved = std::fs::read_to_string(bench.path("games.txt")).unwrap();
    let lines: Vec<&str> = saved.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 40);
    for (line, game) in lines.iter().zip(games) {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!((fields[3], fields[5]), (game["result"].as_str().unwrap(), &*moves.join(" ")));
    }
    // The same seed gives the same games, whatever the number of threads; another gives others.
    for threads in [1, 3] {
        assert_eq!(bench.json(&format!("{asked} --format json --threads {threads}")), report);
    }
    assert_ne!(
        bench.json(&format!("{} --format json", asked.replace("seed 3", "seed 4")))["games"],
        report["games"]
    );
    let csv = bench.run(&format!("{asked} --format csv")).ok();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.lines().nth(1).unwrap().starts_with("perfect,mistakes:0.5,both,40,"), "{csv}");
    let text = bench.run(asked).ok();
    assert!(
        text.starts_with("tictactoe 3x3: perfect against mistakes:0.5, 40 games, seed 3"),
        "{text}"
    );
}

#[test]
fn players_without_tables_play_large_games() {
    let bench = Bench::new();
    let asked =
        "match morris --first search --second random --games 4 --nodes 200-400 --format json";
    let report = bench.json(asked);
    assert_eq!(report["score"]["wins"], 4, "{}", report["score"]);
    assert_eq!(bench.json(&format!("{asked} --threads 1")), report);
    assert!(!bench.path("data").exists());
    bench.run("match morris --first search --second random --save nowhere/games.txt").failed(1);
}
