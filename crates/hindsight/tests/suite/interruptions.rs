//! Solves that are killed, stopped or run side by side: the tables come out the same, byte for byte.

use std::fs;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use hindsight_testkit::effort;

use crate::bench::{Bench, Files, chance};

const SOLVE: &str = "solve quixo --variant 4x4";
const GAME: &str = "quixo/4x4";

/// The files of a solve that nobody disturbed, and how long it took.
fn undisturbed() -> &'static (Files, Duration) {
    static SOLVED: OnceLock<(Files, Duration)> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let bench = Bench::new();
        let begin = Instant::now();
        bench.run(&format!("{SOLVE} --threads 2")).ok();
        (bench.tables(GAME), begin.elapsed())
    })
}

#[track_caller]
fn assert_same(found: &Files, wanted: &Files) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(found), names(wanted));
    for (name, bytes) in wanted {
        assert!(found[name] == *bytes, "{name} differs");
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let (two, _) = undisturbed();
    assert!(two.contains_key("manifest.json") && two.len() > 100);
    let bench = Bench::new();
    bench.run(&format!("{SOLVE} --threads 1")).ok();
    assert_same(&bench.tables(GAME), two);
}

#[test]
fn however_often_it_is_killed_the_tables_come_out_the_same() {
    let (wanted, mut time) = undisturbed().clone();
    let bench = Bench::new();
    let mut chance = chance();
    let (mut kills, mut solves) = (0, 0);
    while kills < effort(10, 100) {
        let mut solve = bench.start(SOLVE);
        // Around the whole time of a solve, its end and the last flush included.
        let moment = chance.below(time.as_micros() as usize * 11 / 10);
        thread::sleep(Duration::from_micros(moment as u64));
        if solve.is_running() {
            solve.signal(libc::SIGKILL);
            kills += 1;
        }
        if solve.finish().code == Some(0) {
            assert_same(&bench.tables(GAME), &wanted);
            solves += 1;
            // The machine may have been busier when the time was taken.
            time = time * 9 / 10;
            fs::remove_dir_all(bench.path("data")).unwrap();
        }
    }
    bench.run(SOLVE).ok();
    assert_same(&bench.tables(GAME), &wanted);
    println!("killed {kills} times; {} solves came to their end", solves + 1);
}

#[test]
fn ctrl_c_stops_cleanly_and_the_next_run_goes_on() {
    let (wanted, _) = undisturbed();
    let bench = Bench::new();
    let solve = bench.start(&format!("{SOLVE} --threads 1"));
    bench.wait_for_table(GAME);
    solve.signal(libc::SIGINT);
    let line = solve.finish().failed(130);
    assert!(line.contains("stopped; what was finished is kept"), "{line}");
    // What was finished is listed: stopping is no crash.
    let line = bench.run("verify quixo --variant 4x4").failed(2);
    assert!(line.contains("only partly solved in data; run: hindsight solve"), "{line}");
    let line = bench.run(SOLVE).ok();
    assert!(line.contains("from before"), "{line}");
    assert_same(&bench.tables(GAME), wanted);
}

#[test]
fn a_second_solve_is_told_about_the_first() {
    let bench = Bench::new();
    let mut first = bench.start(&format!("{SOLVE} --threads 1"));
    bench.wait_for_table(GAME);
    let second = bench.run(SOLVE);
    assert!(first.is_running(), "the first was too quick to be met");
    let line = second.failed(1);
    assert!(line.contains("another solve is running in data/quixo/4x4"), "{line}");
    first.finish().ok();
    bench.run("verify quixo --variant 4x4").ok();
}
