//! Work in the background: who comes first, how long it takes, and who has asked for too much.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hindsight_oracle::{DataFolder, GameName, Oracle, SolveOptions};
use hindsight_serve::{Allowance, Limits};
use hindsight_solve::Control;
use hindsight_store::{GameId, Store, StoreError};
use serde_json::json;

use crate::client::{Running, encoded};

/// Games that are solved in passing and take long.
const LONG: [&str; 3] = ["teeko/standard", "fivefieldkono/regular", "morris/six"];

fn position(game: &str) -> String {
    format!("/api/v1/games/{game}/position")
}

#[test]
fn a_small_game_does_not_wait_for_a_large_one() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for game in LONG {
        assert_eq!(server.get(&position(game)).status, 202, "{game}");
    }
    // Both kinds: those that have an index, and those that are explored first.
    for game in ["tictactoe/3x3", "nim/3-4-5", "tentozero/10-to-0"] {
        assert_eq!(server.wait_for(&position(game)).status, 200);
    }
    // Meanwhile, at least one of the others was not done.
    let states = LONG.map(|game| server.get(&format!("/api/v1/games/{game}")).json());
    assert!(states.iter().any(|about| about["state"] == "solving"), "{states:?}");
}

#[test]
fn what_is_being_worked_out_says_how_long_it_takes() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let answer = server.get(&position(LONG[0]));
    assert_eq!(answer.status, 202);
    let working = answer.json();
    assert!(working["expected_seconds"].as_f64() > Some(0.0), "{working}");
    assert!(working["ahead"].is_u64(), "{working}");
    let left = &working["budget"];
    assert_eq!(left["tasks"], json!(7), "{working}");
    assert!(left["seconds"].as_u64() > Some(0) && left["disk"].as_u64() > Some(0), "{working}");
}

#[test]
fn one_address_cannot_ask_for_everything() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let mut statuses = LONG.map(|game| server.get(&position(game)).status).to_vec();
    let mut refused = None;
    for game in server.games() {
        for variant in game["variants"].as_array().unwrap() {
            if variant["state"] != "solvable" || variant["slots"].as_u64() < Some(1_000_000) {
                continue;
            }
            let names = [&game["id"], &variant["id"]].map(|name| name.as_str().unwrap());
            let target = position(&format!("{}/{}", names[0], encoded(names[1])));
            let answer = server.get(&target);
            statuses.push(answer.status);
            if answer.status == 429 {
                refused = Some(answer);
            }
        }
    }
    let count = statuses.iter().filter(|status| **status == 429).count();
    assert!(count > 0 && statuses[0] == 202, "{statuses:?}");
    let metrics = server.get("/metrics");
    let line = format!("hindsight_refusals_total{{reason=\"budget\"}} {count}");
    assert!(metrics.text().lines().any(|known| known == line), "{line}\n{}", metrics.text());

    let refused = refused.expect("one was refused");
    assert!(refused.header("retry-after").is_some());
    let told = refused.json();
    assert!(told["error"].is_string() && told["budget"]["tasks"] == 0, "{told}");
    assert!(told["view"]["moves"].is_array(), "the board can be shown: {told}");
}

#[test]
fn what_nobody_asks_for_any_more_is_stopped() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { work_patience: Duration::from_millis(300), ..Limits::default() };
    let server = Running::with(data.path(), limits);
    let game = LONG[0];
    assert_eq!(server.get(&position(game)).status, 202);
    let state = || server.get(&format!("/api/v1/games/{game}")).json()["state"].clone();
    assert_eq!(state(), "solving");
    let begin = Instant::now();
    while state() == "solving" {
        assert!(begin.elapsed() < Duration::from_secs(60), "it is still being solved");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(state(), "solvable");
    // It goes on where it was stopped when somebody asks again.
    let begin = Instant::now();
    while server.get(&position("tictactoe/3x3")).status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(server.get(&position(game)).status, 202);
}

#[test]
fn the_time_and_the_disk_of_an_address_are_bounded() {
    let data = tempfile::tempdir().unwrap();
    let each = Allowance { tasks: 8, time: Duration::ZERO, disk: 1 << 30 };
    let limits = Limits { work_each: each, ..Limits::default() };
    let answer = Running::with(data.path(), limits).get(&position("tictactoe/3x3"));
    assert_eq!((answer.status, &answer.json()["budget"]["seconds"]), (429, &json!(0)));
    let each = Allowance { tasks: 8, time: Duration::from_secs(60), disk: 10 };
    let limits = Limits { work_each: each, ..Limits::default() };
    let answer = Running::with(data.path(), limits).get(&position("tictactoe/3x3"));
    assert_eq!((answer.status, &answer.json()["budget"]["disk"]), (429, &json!(10)));
}

/// Solved again by force while visitors ask: they are answered, or told to wait, and nothing is called the
/// server's fault.
#[test]
fn a_solve_by_force_is_no_fault_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let game = position("quixo/3x3");
    let server = Running::new(data.path());
    let start = server.wait_for(&game).json();
    let made = (hindsight_games::games().make)("quixo", "3x3").unwrap();
    let (name, folder) = (GameName::new("quixo", "3x3"), DataFolder::new(data.path()));
    let solver = Oracle::new(made, name, folder, 1 << 30);
    let moves = |position: &str| solver.view(position).unwrap().moves.into_iter();
    // Many, so that they are read from the tables and not remembered.
    let second = moves(&solver.start()).flat_map(|chosen| moves(&chosen.position));
    let positions: Vec<String> = second.map(|chosen| encoded(&chosen.position)).collect();
    // As a solve by force begins: the tables are gone, and the folder is locked.
    let id = GameId { game: "quixo".into(), variant: "3x3".into(), rules: solver.rules() };
    let begun = loop {
        match Store::create(data.path(), &id, true) {
            // The server has just written its tables, and writes its notes.
            Err(StoreError::Locked { .. }) => std::thread::sleep(Duration::from_millis(5)),
            begun => break begun.unwrap(),
        }
    };
    for asked in &positions[..10] {
        let answer = server.get(&format!("{game}?p={asked}"));
        assert_eq!(answer.status, 202, "{answer:?}");
    }
    drop(begun);
    // And whole ones, over and over.
    let is_over = AtomicBool::new(false);
    let mut statuses = BTreeMap::<u16, u32>::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let by_force = SolveOptions { force: true, ..SolveOptions::within(1 << 30) };
            while !is_over.load(Ordering::Relaxed) {
                // The server may be solving too, having found nothing.
                let _ = solver.solve(&by_force, &Control::default());
            }
        });
        for asked in &positions {
            let answer = server.get(&format!("{game}?p={asked}"));
            *statuses.entry(answer.status).or_default() += 1;
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(statuses.keys().all(|status| [200, 202].contains(status)), "{statuses:?}");
    assert_eq!(server.wait_for(&game).json()["value"], start["value"]);
}

/// Solved anew by another process: what is being done is no fault of the server.
#[test]
fn tables_that_vanish_are_made_anew() {
    let data = tempfile::tempdir().unwrap();
    let game = position("tictactoe/3x3");
    assert_eq!(Running::new(data.path()).wait_for(&game).status, 200);
    let server = Running::new(data.path());
    assert_eq!(server.get(&game).status, 200);
    std::fs::remove_dir_all(data.path().join("tictactoe")).unwrap();
    let other = format!("{game}?p=xox%2Fo--%2F---");
    assert_eq!(server.get(&other).status, 202);
    assert_eq!(server.wait_for(&other).status, 200);
}
