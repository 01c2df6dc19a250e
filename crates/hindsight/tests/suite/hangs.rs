//! Files that block whoever opens or reads them, and signals while something hangs: every command comes
//! back, with one line.

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};

use crate::bench::{Bench, Finished, Running, wait_until};

/// Commands that read or write the tables of a solved game.
const COMMANDS: [&str; 4] = ["verify", "query", "analyze", "solve"];

/// What a command left that must not take long. One that hangs is ended, and the test fails.
#[track_caller]
fn finish_soon(mut running: Running, what: &str) -> Finished {
    let begin = Instant::now();
    while running.is_running() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{what} hangs");
        thread::sleep(Duration::from_millis(5));
    }
    running.finish()
}

fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_pipe_a_socket_or_a_folder_in_place_of_a_file_is_refused_at_once() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let kept = bench.path("kept");
    let folder = bench.path("data/tictactoe/3x3");
    for file in ["0.hst", "manifest.json", "writer.lock"] {
        let path = folder.join(file);
        assert!(path.exists(), "{file}");
        fs::rename(&path, &kept).unwrap();
        for kind in ["pipe", "socket", "folder"] {
            let _listener = match kind {
                "pipe" => {
                    pipe(&path);
                    None
                }
                "socket" => Some(UnixListener::bind(&path).unwrap()),
                _ => {
                    fs::create_dir(&path).unwrap();
                    None
                }
            };
            for command in COMMANDS {
                let what = format!("{command} with a {kind} as {file}");
                let finished = finish_soon(bench.start(&format!("{command} tictactoe")), &what);
                // Readers take no lock.
                if file == "writer.lock" && command != "solve" {
                    finished.ok();
                } else {
                    let line = finished.failed(1);
                    assert!(
                        line.contains(file) && line.contains("no plain file"),
                        "{what}: {line}"
                    );
                }
            }
            if kind == "folder" { fs::remove_dir(&path) } else { fs::remove_file(&path) }.unwrap();
        }
        fs::rename(&kept, &path).unwrap();
    }
    bench.run("verify tictactoe").ok();
}

#[test]
fn a_journal_and_a_file_of_counts_are_plain_files_too() {
    let bench = Bench::new();
    pipe(&bench.path("counts.csv"));
    let survey = bench.start("survey tictactoe counts.csv");
    let line = finish_soon(survey, "survey").failed(1);
    assert!(line.contains("counts.csv") && line.contains("no plain file"), "{line}");
    fs::create_dir_all(bench.path("data/tictactoe/3x3")).unwrap();
    pipe(&bench.path("data/tictactoe/3x3/journal.jsonl"));
    let line = finish_soon(bench.start("solve tictactoe"), "solve").failed(1);
    assert!(line.contains("journal.jsonl") && line.contains("no plain file"), "{line}");
    finish_soon(bench.start("query tictactoe"), "query").ok();
}

#[test]
fn a_file_with_rules_is_a_plain_file_too() {
    let bench = Bench::new();
    pipe(&bench.path("mine.game"));
    for command in ["query", "solve", "check", "explain"] {
        let finished = finish_soon(bench.start(&format!("{command} mine.game")), command);
        assert!(finished.code != Some(0), "{command}: {finished:?}");
        assert!(format!("{finished:?}").contains("no plain file"), "{command}: {finished:?}");
    }
}

/// A list of positions is no part of what is solved: whoever asks does without, and solving puts it right.
#[test]
fn a_pipe_in_place_of_a_list_of_positions_is_passed_over() {
    let bench = Bench::new();
    bench.run("solve tentozero").ok();
    let list = bench.path("data/tentozero/10-to-0/positions.hsp");
    let sound = fs::read(&list).unwrap();
    pipe(&list);
    finish_soon(bench.start("query tentozero"), "query").ok();
    let line = finish_soon(bench.start("verify tentozero"), "verify").failed(1);
    assert!(line.contains("positions.hsp") && line.contains("no plain file"), "{line}");
    finish_soon(bench.start("solve tentozero"), "solve").ok();
    assert_eq!(fs::read(&list).unwrap(), sound);
    bench.run("verify tentozero").ok();
}

/// A mount whose server never answers: whoever looks at it waits for ever.
struct HungMount {
    path: PathBuf,
    _server: fs::File,
}

impl HungMount {
    /// `None` where the tests may not mount anything.
    fn new(path: PathBuf) -> Option<HungMount> {
        fs::create_dir_all(&path).unwrap();
        let server = fs::File::options().read(true).write(true).open("/dev/fuse").ok()?;
        let options = format!("fd={},rootmode=40000,user_id=0,group_id=0\0", server.as_raw_fd());
        let options = std::ffi::CStr::from_bytes_with_nul(options.as_bytes()).unwrap();
        mount("none", &path, "fuse", MountFlags::empty(), options).ok()?;
        Some(HungMount { path, _server: server })
    }
}

impl Drop for HungMount {
    fn drop(&mut self) {
        let _ = unmount(&self.path, UnmountFlags::DETACH);
    }
}

#[test]
fn a_signal_ends_what_waits_for_a_mount_that_hangs() {
    let bench = Bench::new();
    let Some(_mount) = HungMount::new(bench.path("data")) else { return };
    for command in COMMANDS.iter().chain(&["play"]) {
        for signal in [libc::SIGTERM, libc::SIGINT] {
            let running = bench.start(&format!("{command} tictactoe"));
            thread::sleep(Duration::from_millis(300));
            assert_ends_by(running, signal, command);
        }
    }
}

#[test]
fn a_signal_ends_what_does_not_look_for_it() {
    let bench = Bench::new();
    for command in ["solve othello --variant 6x6", "estimate othello --variant 6x6"] {
        let running = bench.start(command);
        thread::sleep(Duration::from_millis(300));
        assert_ends_by(running, libc::SIGTERM, command);
    }
    let begin = Instant::now();
    let solve = bench.start("solve quixo --variant 4x4 --threads 1");
    bench.wait_for_table("quixo/4x4");
    wait_until("it has begun", || begin.elapsed() > Duration::from_millis(50));
    assert_ends_by(solve, libc::SIGTERM, "solve");
    bench.run("solve quixo --variant 4x4").ok();
    bench.run("verify quixo --variant 4x4").ok();
}

/// The first signal ends a command within a second or so; a busy machine gets three more.
#[track_caller]
fn assert_ends_by(mut running: Running, signal: i32, what: &str) {
    assert!(running.is_running(), "{what} was too quick to be met: {:?}", running.finish());
    let begin = Instant::now();
    running.signal(signal);
    while running.is_running() {
        assert!(begin.elapsed() < Duration::from_secs(4), "{what} does not hear signal {signal}");
        thread::sleep(Duration::from_millis(5));
    }
    let finished = running.finish();
    assert!(matches!(finished.code, None | Some(130)), "{what}: {finished:?}");
    if finished.code == Some(130) {
        assert!(finished.failed(130).contains("stopped"), "{what}");
    }
}
