//! A folder of its own for a test, and the binary run in it.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_testkit::Dice;
use serde_json::Value;
use tempfile::TempDir;

/// Files by name, without the lock, which stays behind empty, and notes that no answer depends on.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What a run of the binary left.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Finished {
    fn of(output: Output) -> Finished {
        Finished {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is text"),
            err: without_progress(&String::from_utf8(output.stderr).expect("the errors are text")),
        }
    }

    /// The output of a run that succeeded.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The one line of a run that failed with this exit code and printed nothing else.
    #[track_caller]
    pub fn failed(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.out, "", "{}", self.err);
        let line = self.err.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {self:?}"));
        assert!(!line.contains('\n'), "more than one line: {line}");
        line.strip_prefix("error: ").unwrap_or_else(|| panic!("no error: {line}")).to_owned()
    }
}

/// Whatever is no report of progress, which slow machines get to see.
fn without_progress(text: &str) -> String {
    let is_progress = |line: &str| line.contains("% of ") && line.ends_with(" left\n");
    text.split_inclusive('\n').filter(|line| !is_progress(line)).collect()
}

/// A folder in which the binary runs.
pub struct Bench {
    dir: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench { dir: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The binary with arguments that are separated by spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        command.args(arguments.split_whitespace()).current_dir(self.dir.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &str) -> Finished {
        Finished::of(self.command(arguments).output().expect("the binary runs"))
    }

    pub fn run_with_input(&self, arguments: &str, input: &str) -> Finished {
        let mut child =
            self.command(arguments).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("it has an input");
        // A program that ends early leaves its input unread.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        Finished::of(child.wait_with_output().expect("the binary ends"))
    }

    pub fn json(&self, arguments: &str) -> Value {
        serde_json::from_str(&self.run(arguments).ok()).expect("the output is JSON")
    }

    pub fn start(&self, arguments: &str) -> Running {
        let mut command = self.command(arguments);
        // What a shell starts in the background ignores Ctrl-C: these tests perhaps, and then all that they start.
        //
        // SAFETY: `signal` may be called between fork and exec, and nothing is allocated.
        unsafe {
            command.pre_exec(|| match libc::signal(libc::SIGINT, libc::SIG_DFL) {
                libc::SIG_ERR => Err(std::io::Error::last_os_error()),
                _ => Ok(()),
            });
        }
        Running { child: Some(command.spawn().expect("the binary starts")) }
    }

    /// The files of a solved game that are the same each time.
    pub fn tables(&self, game: &str) -> Files {
        let dir = self.path("data").join(game);
        let mut files = Files::new();
        for entry in fs::read_dir(&dir).unwrap_or_else(|error| panic!("{dir:?}: {error}")) {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if !["writer.lock", "journal.jsonl", "rules.json", "verified.json"]
                .contains(&name.as_str())
            {
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
        files
    }

    /// Waits until a solve has written its first table.
    pub fn wait_for_table(&self, game: &str) {
        let dir = self.path("data").join(game);
        wait_until("a table is written", || {
            let Ok(mut entries) = fs::read_dir(&dir) else { return false };
            entries.any(|entry| {
                entry.is_ok_and(|e| e.path().extension().is_some_and(|suffix| suffix == "hst"))
            })
        });
    }
}

/// A process that is ended with the test, whatever happens.
pub struct Running {
    child: Option<Child>,
}

impl Running {
    pub fn signal(&self, signal: i32) {
        let child = self.child.as_ref().expect("it has not been waited for");
        // SAFETY: plain call; the process is our child and not reaped, so the id is still its own.
        let sent = unsafe { libc::kill(child.id() as i32, signal) };
        assert_eq!(sent, 0);
    }

    pub fn is_running(&mut self) -> bool {
        let child = self.child.as_mut().expect("it has not been waited for");
        child.try_wait().expect("its state is known").is_none()
    }

    pub fn finish(mut self) -> Finished {
        let child = self.child.take().expect("it has not been waited for");
        Finished::of(child.wait_with_output().expect("the binary ends"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub fn wait_until(what: &str, happened: impl Fn() -> bool) {
    let begin = Instant::now();
    while !happened() {
        assert!(begin.elapsed() < Duration::from_secs(60), "waiting until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Numbers that differ from run to run; a failure prints what it met.
pub fn chance() -> Dice {
    Dice(RandomState::new().hash_one("seed"))
}

/// Changes one file in place, as a failing disk would.
pub fn overwrite(file: &Path, bytes: &[u8]) {
    fs::write(file, bytes).unwrap_or_else(|error| panic!("{file:?}: {error}"));
}
