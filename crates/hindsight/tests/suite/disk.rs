//! Disks that are full and folders that cannot be written to: one line, exit code 1, nothing lost.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::bench::Bench;

const NOBODY: u32 = 65534;

fn is_root() -> bool {
    // SAFETY: plain call without arguments.
    unsafe { libc::geteuid() == 0 }
}

fn only_line(output: Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

/// A file that must not grow behaves as one on a full disk.
#[test]
fn a_full_disk_gives_one_line_and_loses_nothing() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 4x4").ok();
    let wanted = bench.tables("quixo/4x4");
    bench.run("solve quixo --variant 3x3").ok();
    fs::remove_dir_all(bench.path("data/quixo/4x4")).unwrap();
    // In blocks of 512 bytes. The signal is ignored, so that writing fails instead.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} solve quixo --variant 4x4",
        env!("CARGO_BIN_EXE_hindsight")
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited]).current_dir(bench.path(""));
    let line = only_line(shell.output().unwrap(), 1);
    assert!(line.starts_with("error: cannot write data/quixo/4x4/"), "{line}");
    bench.run("verify quixo --variant 3x3").ok();
    bench.run("solve quixo --variant 4x4").ok();
    assert_eq!(bench.tables("quixo/4x4"), wanted);
}

/// A small file system of its own, where the tests may mount one.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    fn mount(path: &Path) -> Option<SmallDisk<'_>> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=256k", "none"]).arg(path);
        mount.output().is_ok_and(|output| output.status.success()).then_some(SmallDisk(path))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).output();
    }
}

#[test]
fn a_disk_that_fills_up_keeps_what_was_solved() {
    let bench = Bench::new();
    let path = bench.path("small");
    fs::create_dir(&path).unwrap();
    let Some(disk) = SmallDisk::mount(&path) else { return };
    bench.run("solve quixo --variant 3x3 --data small").ok();
    let line = bench.run("solve quixo --variant 4x4 --data small").failed(1);
    assert!(line.contains("No space left on device"), "{line}");
    bench.run("verify quixo --variant 3x3 --data small").ok();
    drop(disk);
}

#[test]
fn a_folder_that_cannot_be_written_to_can_still_be_read() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let binary = bench.path("hindsight");
    fs::copy(env!("CARGO_BIN_EXE_hindsight"), &binary).unwrap();
    fs::set_permissions(bench.path(""), Permissions::from_mode(0o755)).unwrap();
    for folder in ["data", "data/tictactoe", "data/tictactoe/3x3"] {
        fs::set_permissions(bench.path(folder), Permissions::from_mode(0o555)).unwrap();
    }
    let run = |arguments: &str| {
        let mut command = Command::new(&binary);
        command.args(arguments.split_whitespace()).current_dir(bench.path(""));
        if is_root() {
            // Permissions mean nothing to root.
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().unwrap()
    };
    for arguments in ["query tictactoe", "verify tictactoe", "analyze tictactoe"] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {output:?}");
    }
    let line = only_line(run("solve quixo --variant 3x3"), 1);
    assert!(line.contains("data/quixo") && line.contains("Permission denied"), "{line}");
    for force in ["", "--force"] {
        let line = only_line(run(&format!("solve tictactoe {force}")), 1);
        assert!(line.contains("data/tictactoe") && line.contains("Permission denied"), "{line}");
    }
    bench.run("verify tictactoe").ok();
    for folder in ["data", "data/tictactoe", "data/tictactoe/3x3"] {
        fs::set_permissions(bench.path(folder), Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn a_file_where_the_data_folder_should_be_is_named() {
    let bench = Bench::new();
    fs::write(bench.path("data"), "not a folder").unwrap();
    for command in ["solve", "query"] {
        let line = bench.run(&format!("{command} tictactoe")).failed(1);
        assert!(line.contains("data/tictactoe"), "{line}");
    }
}
