//! Machines and processes that have little memory: what they have is respected, and what does not fit
//! is one line.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::bench::Bench;

/// Runs the binary with so many KiB of address space.
fn limited(bench: &Bench, kib: u64, arguments: &str) -> Output {
    under(bench, &format!("ulimit -v {kib}"), arguments)
}

/// The fewest KiB of address space, in thousands, in which the program itself can be loaded. In less the system ends
/// it, in whatever way, before any of it has run.
fn loaded(bench: &Bench) -> u64 {
    let mut sizes = (1_000..).step_by(1_000);
    sizes.find(|kib| limited(bench, *kib, "--version").status.success()).unwrap()
}

/// Runs the binary under a limit that the shell sets.
fn under(bench: &Bench, limit: &str, arguments: &str) -> Output {
    let binary = env!("CARGO_BIN_EXE_hindsight");
    let script = format!("{limit} && exec {binary} {arguments}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(bench.path("")).output().unwrap()
}

/// Whether a command worked; if not, it must have been one line about memory, and exit code 1 or 2.
fn has_worked(what: &str, output: &Output) -> bool {
    let line = String::from_utf8_lossy(&output.stderr);
    // Where not even the program itself can be loaded, the shell says so.
    if output.status.success() || output.status.code() == Some(127) {
        return output.status.success();
    }
    assert!(matches!(output.status.code(), Some(1 | 2)), "{what}: {:?} {line}", output.status);
    let told: Vec<_> = line.lines().filter(|line| !line.ends_with(" left")).collect();
    assert_eq!(told.len(), 1, "{what}: {line}");
    assert!(told[0].starts_with("error: "), "{what}: {line}");
    assert!(line.contains("memory"), "{what}: {line}");
    false
}

#[test]
fn the_limit_of_the_process_bounds_the_budget() {
    let bench = Bench::new();
    for kib in [1 << 20, 2 << 20] {
        let output = limited(&bench, kib, "estimate tictactoe --format json");
        assert!(output.status.success(), "{output:?}");
        let estimate: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let budget = estimate["memory_budget"].as_u64().unwrap();
        assert!(budget > 0 && budget < kib << 10, "{budget} of {kib} KiB");
    }
}

/// However little there is, and whatever was asked for: it works, or it is one line and exit code 1 or 2.
#[test]
fn an_allocation_that_fails_is_one_line() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let long = [
        "solve quixo --variant 4x4 --force",
        "solve quixo --variant 4x4 --force --memory 64GiB --threads 2",
        "solve othello --variant 6x6 --memory 64GiB",
    ];
    let short = [
        "solve quixo --variant 3x3 --force",
        "solve quixo --variant 3x3 --force --memory 64GiB --threads 16",
        "solve nim --variant 5-6-7-8 --force --memory 64GiB",
        "query tictactoe",
    ];
    let least = loaded(&bench);
    let fine: Vec<u64> =
        (least..100_000).step_by(5_000).chain((100_000..=450_000).step_by(25_000)).collect();
    let coarse = vec![least, 60_000, 100_000, 180_000, 400_000];
    let (mut worked, mut failed) = (0, 0);
    for (commands, sizes) in [(&long[..], &coarse), (&short[..], &fine)] {
        for arguments in commands {
            for &kib in sizes {
                let what = format!("{arguments} in {kib} KiB");
                if has_worked(&what, &limited(&bench, kib, arguments)) {
                    worked += 1;
                } else {
                    failed += 1;
                }
            }
        }
    }
    // Most of what is asked for needs little, and there are sizes in which hardly anything works.
    assert!(failed > 10 && worked > failed, "{worked} worked, {failed} failed");
}

#[test]
fn a_limit_of_data_is_as_good_as_one_of_addresses() {
    let bench = Bench::new();
    let mut failed = 0;
    for kib in [2_000, 5_000, 8_000, 12_000, 16_000, 24_000, 40_000, 100_000] {
        for arguments in ["solve quixo --variant 3x3 --force", "estimate othello --variant 6x6"] {
            let output = under(&bench, &format!("ulimit -d {kib}"), arguments);
            let what = format!("{arguments} with {kib} KiB of data");
            failed += u32::from(!has_worked(&what, &output));
        }
    }
    assert!(failed > 1, "{failed}");
}

#[test]
fn threads_for_which_there_is_no_room_are_not_started() {
    let bench = Bench::new();
    let output = limited(&bench, 300_000, "solve quixo --variant 3x3 --threads 500");
    assert!(!has_worked("500 threads", &output));
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.starts_with("error: cannot start threads: no room"), "{line}");
    let output = limited(&bench, 300_000, "solve quixo --variant 3x3 --threads 50");
    assert!(has_worked("50 threads", &output), "{output:?}");
}

#[test]
fn no_advice_is_given_where_nobody_knows_what_would_do() {
    let bench = Bench::new();
    for budget in ["1MiB", "300MiB"] {
        let solve = format!("solve othello --variant 6x6 --memory {budget}");
        let line = bench.run(&solve).failed(2);
        assert!(line.contains("exploring") && line.contains("positions"), "{line}");
        assert!(!line.contains("would do"), "{line}");
    }
}

#[test]
fn an_estimate_of_a_large_game_without_an_index_comes_back() {
    let bench = Bench::new();
    for game in ["othello --variant 6x6", "nim --variant 3-4-5-6-7-8-9-10"] {
        let begin = Instant::now();
        let text = bench.run(&format!("estimate {game}")).ok();
        assert!(begin.elapsed() < Duration::from_secs(60), "{game}: {:?}", begin.elapsed());
        assert!(text.contains("at least"), "{game}: {text}");
        let json = bench.json(&format!("estimate {game} --format json"));
        assert_eq!(json["at_least"], true, "{json}");
        assert!(json["slots"].as_u64().unwrap() > 10_000, "{json}");
    }
    let json = bench.json("estimate nim --variant 3-4-5 --format json");
    assert_eq!(json["slots"], 232, "{json}");
    assert!(json.get("at_least").is_none(), "{json}");
}
