//! Requests that cannot be met: one line that says what would be right, exit code 2.

use std::fs;
use std::process::{Command, Stdio};

use crate::bench::Bench;

#[test]
fn unknown_names_and_options_are_answered_with_the_known_ones() {
    let bench = Bench::new();
    let known = [
        ("solve hopscotch", "the games are tictactoe, connect4, chess, morris"),
        ("games hopscotch", "the games are tictactoe, connect4, chess, morris"),
        ("query quixo --variant 9x9", "its variants are 5x5, 4x4, 3x3, 2x2, 4x5"),
        ("solve qiuxo", "there is no game 'qiuxo'; did you mean quixo? the games are tictactoe,"),
        (
            "solve reversi",
            "there is no game 'reversi'; did you mean othello? the games are tictactoe,",
        ),
        ("solve connect4 --variant 8x6", "8 columns of 6 cells are 48 cells, too many to number"),
        ("solve connect4 --variant seven", "a board is columns x rows, as in 5x4"),
        ("query tictactoe xxx/ooo/---", "three in a row end the game"),
        ("solve", "<GAME>"),
        ("solve quixo --treads 2", "'--treads' found"),
        ("solve quixo --threads 0", "1..=1024"),
        ("solve quixo --threads many", "many"),
        ("solve quixo --memory 16", "16GiB, 512MiB or 2GB"),
        ("solve quixo --device tpu", "auto, cpu, gpu"),
        ("solve quixo --memory lots", "16GiB, 512MiB or 2GB"),
        ("analyze quixo --format xml", "table, csv, json"),
        ("analyze quixo --by player", "tier"),
        ("analyze quixo --scope some", "reachable, roots, all"),
        (
            "solve xiangqi --variant KX-K",
            "'X' is none of K, R, C, N, P, A, B; known are 4, 3, 5, 6",
        ),
        (
            "query morris --variant lasker:2,4",
            "as in lasker:3,12, each from 3 to 12; known are nine",
        ),
        ("query baghchal --variant 21-5", "1 to 20 goats"),
        ("solve xiangqi --variant 7", "neither a number of pieces from 3 to 6 nor two sets"),
        ("query quixo --format csv", "text, json"),
        ("check quixo --samples 0", "'0'"),
        ("play quixo --computer both", "first, second, none"),
        (
            "match quixo --first perfekt --second random",
            "players are perfect, perfect:draws=HOW, search, random",
        ),
        (
            "match quixo --first mistakes:7 --second random",
            "a number from 0 to 1, as in mistakes:0.1",
        ),
        ("match quixo --first search --second random --nodes 9-1", "as in 100000-200000"),
        ("match quixo --first search --second random --games 0", "1..=1000000"),
        ("match pegs --first search --second random", "pegs triangle5 is a puzzle for one player"),
        ("tictactoe", "'tictactoe' is a game and no command; to play it: hindsight play tictactoe"),
        ("play chess KQ-K", "a variant is named after --variant, as in --variant KQ-K; usage:"),
        ("serve --addr nowhere", "nowhere"),
        ("serve --addr 80", "perhaps 127.0.0.1:80?"),
        ("serve --addr ::1", "perhaps [::1]:8000?"),
        ("query tictactoe --variant 4x4", "other boards are variants of mnk, such as 4x4-4"),
        ("completions dos", "bash"),
        ("sovle quixo", "solve"),
    ];
    for (arguments, part) in known {
        let line = bench.run(arguments).failed(2);
        assert!(line.contains(part), "{arguments}: {line}");
    }
    assert!(!bench.path("data").exists());
}

#[test]
fn a_game_that_is_not_solved_says_how_to_solve_it() {
    let bench = Bench::new();
    for command in ["query", "analyze", "verify"] {
        let line = bench.run(&format!("{command} quixo --variant 4x4")).failed(2);
        let wanted = "quixo 4x4 is not solved in data; run: hindsight solve quixo --variant 4x4";
        assert_eq!(line, wanted);
        let line = bench.run(&format!("{command} morris --data elsewhere")).failed(2);
        let wanted = "morris nine is not solved in elsewhere; \
                      run: hindsight solve morris --variant nine --data elsewhere";
        assert_eq!(line, wanted);
    }
    let line = bench.run("match quixo --first perfect --second random").failed(2);
    assert!(line.contains("run: hindsight solve quixo --variant 5x5"), "{line}");
    assert!(!bench.path("data").exists() && !bench.path("elsewhere").exists());
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    bench.run("solve tentozero").ok();
    for text in ["XXX", "X--/---/---", "X--/---/---:z", "XY-/---/---:x", "-", ":", "\u{fffd}é:x"] {
        let line = bench.run(&format!("query quixo {text} --variant 3x3")).failed(2);
        assert!(line.contains("is no position: "), "{line}");
        assert!(line.contains("hindsight games quixo"), "{line}");
    }
    bench.run("query tentozero 10:2").failed(2);
}

#[test]
fn a_position_that_no_game_leads_to_has_no_value() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    let line = bench.run("query quixo X--/---/---:x --variant 3x3").failed(2);
    assert!(line.contains("tier 8-1-0") && line.contains("no game"), "{line}");
}

#[test]
fn a_solve_that_does_not_fit_is_refused_before_it_starts() {
    let bench = Bench::new();
    let line = bench.run("solve quixo --variant 5x5 --memory 1GiB").failed(2);
    assert!(line.contains("the budget is 1.0 GiB"), "{line}");
    assert!(!bench.path("data").exists());
    // What it says would do, does.
    let line = bench.run("solve quixo --variant 4x4 --memory 64KiB").failed(2);
    let enough = line.split_once("--memory ").unwrap().1.split_once(' ').unwrap().0.to_owned();
    bench.run(&format!("solve quixo --variant 4x4 --memory {enough}")).ok();
    // What is solved needs no memory any more.
    bench.run("solve quixo --variant 4x4 --memory 64KiB").ok();
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let bench = Bench::new();
    let script =
        format!("{} games --json | true; echo ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_hindsight"));
    let shell = Command::new("bash").args(["-c", &script]).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(String::from_utf8(shell.stdout).unwrap(), "0\n");
    assert_eq!(String::from_utf8(shell.stderr).unwrap(), "");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = bench.command("games").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr).unwrap().starts_with("error: cannot write the output")
    );
}

#[test]
fn a_gpu_that_cannot_be_used_is_one_line_and_nothing_is_written() {
    let bench = Bench::new();
    let line = bench.run("solve topitop --variant first --device gpu").failed(1);
    assert!(line.contains("this game does not run on a GPU"), "{line}");
    assert!(!bench.path("data").exists());
    // On a machine with a GPU there is nothing to complain about.
    if bench.command("solve quixo --variant 2x2 --device gpu").output().unwrap().status.success() {
        return;
    }
    let line = bench.run("solve quixo --variant 2x2 --device gpu").failed(1);
    assert!(line.contains("no GPU can be used here"), "{line}");
    assert!(!bench.path("data").exists());
    bench.run("solve quixo --variant 2x2 --device auto").ok();
}
