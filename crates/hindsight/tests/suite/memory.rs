//! Machines and processes that have little memory: what they have is respected, and what does not fit
//! is one line.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::bench::Bench;

/// Runs the binary with so many KiB of address space.
fn limited(bench: &Bench, kib: u64, arguments: &str) -> Output {
    let binary = env!("CARGO_BIN_EXE_hindsight");
    let script = format!("ulimit -v {kib} && exec {binary} {arguments}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(bench.path("")).output().unwrap()
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
    let mut failures = 0;
    let commands = [
        "solve quixo --variant 4x4 --force",
        "solve quixo --variant 4x4 --force --memory 64GiB --threads 2",
        "solve nim --variant 5-6-7-8 --force --memory 64GiB",
        "solve othello --variant 6x6 --memory 64GiB",
        "query tictactoe",
    ];
    bench.run("solve tictactoe").ok();
    for arguments in commands {
        for kib in [30_000, 60_000, 100_000, 180_000, 400_000] {
            let what = format!("{arguments} in {kib} KiB");
            let mut output = limited(&bench, kib, arguments);
            // Where memory ends just as a thread starts, the system's libraries say so, and end the program.
            let is_ours = |line: &[u8]| {
                let line = String::from_utf8_lossy(line);
                !["Fatal glibc error", "alternative stack"].iter().any(|said| line.contains(said))
            };
            for _ in 0..5 {
                if !is_ours(&output.stderr) {
                    output = limited(&bench, kib, arguments);
                }
            }
            let line = String::from_utf8(output.stderr).unwrap();
            // Where not even the program itself can be loaded, the shell says so.
            if output.status.success() || output.status.code() == Some(127) {
                continue;
            }
            assert!(
                matches!(output.status.code(), Some(1 | 2)),
                "{what}: {:?} {line}",
                output.status
            );
            let told: Vec<_> = line.lines().filter(|line| !line.ends_with(" left")).collect();
            assert_eq!(told.len(), 1, "{what}: {line}");
            assert!(told[0].starts_with("error: "), "{what}: {line}");
            assert!(line.contains("memory"), "{what}: {line}");
            failures += 1;
        }
    }
    assert!(failures > 3, "{failures}");
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
