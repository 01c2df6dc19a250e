//! The real program under `mpirun`: the same tables whoever solves, whatever is killed on the way.

mod faults;
mod hosts;
mod same;
mod slurm;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_hindsight");

/// No run may take longer: a rank that waits for ever is a mistake.
pub const LIMIT: Duration = Duration::from_secs(600);

/// The value of Open MPI's `rtc_hwloc_vmhole` with which ranks look at their machine themselves. Otherwise its daemon
/// writes what it knows of the machine into memory that it takes to be free, and now and then it is not:
/// Open MPI 4.1.4 then ends with a segmentation fault in `hwloc_shmem_topology_write`.
pub const TOPOLOGY_UNSHARED: &str = "none";

/// A run under `mpirun`, which oversubscribes cores and may be root's, as in a container.
pub fn mpirun(ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    command
        .args(["-q", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-n"])
        .arg(ranks.to_string())
        // Ranks on one machine: no network is looked for.
        .env("OMPI_MCA_btl", "self,vader")
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("OMPI_MCA_rtc_hwloc_vmhole", TOPOLOGY_UNSHARED);
    command.arg(PROGRAM);
    command
}

/// Runs something to its end, within the time limit.
pub fn finish(command: &mut Command) -> Output {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    wait(child.expect("it starts: is Open MPI installed?"))
}

/// Waits for a process, within the time limit.
pub fn wait(child: Child) -> Output {
    let id = child.id().to_string();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        let late = is_done.recv_timeout(LIMIT) == Err(std::sync::mpsc::RecvTimeoutError::Timeout);
        if late {
            let _ = Command::new("kill").args(["-9", &id]).status();
        }
        late
    });
    let output = child.wait_with_output().unwrap();
    drop(done);
    assert!(!watch.join().unwrap(), "it hangs: {}", text(&output));
    output
}

/// All that a run said.
pub fn text(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}{err}")
}

/// A game as the command line takes it.
pub fn game(name: &str, variant: &str) -> Vec<String> {
    [name, "--variant", variant].map(str::to_owned).to_vec()
}

/// Solves a game by one process; the folder with its tables.
pub fn solve_alone(game: &[String]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(PROGRAM);
    let output = finish(command.arg("solve").args(game).arg("--data").arg(folder.path()));
    assert!(output.status.success(), "{}", text(&output));
    folder
}

/// The tables and the manifest below a folder.
pub fn tables(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".hst") || name == "manifest.json" {
                let below = path.strip_prefix(root).unwrap().to_owned();
                found.insert(below, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// So many bytes as the command line takes them.
pub fn size(bytes: u64) -> String {
    format!("{}.{:03}kB", bytes / 1000, bytes % 1000)
}

/// About the least memory for each of some ranks with which they can solve a game: far less than one
/// process needs, so that units are split.
pub fn least_memory(game: &[String], ranks: usize) -> String {
    let plan = |memory: u64| {
        let (ranks, memory) = (ranks.to_string(), size(memory));
        let mut command = Command::new(PROGRAM);
        command.arg("estimate").args(game).args(["--ranks", &ranks, "--memory-per-rank", &memory]);
        let output = finish(command.args(["--format", "json"]));
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    };
    let (mut least, mut most) = (0, 1024);
    while plan(most).is_none() {
        (least, most) = (most, 2 * most);
    }
    for _ in 0..5 {
        let middle = least.midpoint(most);
        if plan(middle).is_some() { most = middle } else { least = middle }
    }
    let found = plan(most).unwrap();
    assert!(!found.contains("\"split_units\": 0,"), "nothing is split: {found}");
    size(most)
}

/// Whether something is so after a while.
pub fn until(limit: Duration, is_so: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < limit {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}
