//! What goes wrong in one rank: the job ends with one line from the program and a code that is not 0, never
//! with a wrong table, never by waiting; and the next run goes on, with any number of ranks.

use std::process::{Command, Stdio};
use std::time::Duration;

use hindsight_testkit::Dice;

use crate::{PROGRAM, finish, game, least_memory, mpirun, solve_alone, tables, text, until, wait};

/// The processes of a job, without `mpirun` itself.
fn rank_processes(folder: &str) -> Vec<u32> {
    let is_rank = |id: &u32| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
        words.first() == Some(&PROGRAM.as_bytes()) && words.contains(&folder.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").unwrap();
    let ids = entries.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    ids.filter(is_rank).collect()
}

/// Ranks are killed at random moments until the game is solved.
#[test]
fn killed_ranks_cost_what_was_not_finished_and_nothing_else() {
    let game = game("quixo", "4x4");
    let alone = solve_alone(&game);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let memory = least_memory(&game, 3);
    let kills: u64 = match std::env::var("HINDSIGHT_ATTACKS") {
        Ok(_) => 30,
        Err(_) => 6,
    };
    let mut dice = Dice(7);
    let mut killed = 0;
    for round in 0.. {
        let ranks = [3, 5, 4][round % 3];
        let mut command = mpirun(ranks);
        command.arg("solve").args(&game).args([
            "--memory",
            &memory,
            "--threads",
            "1",
            "--data",
            path,
        ]);
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if killed < kills {
            assert!(until(Duration::from_secs(60), || rank_processes(path).len() == ranks));
            std::thread::sleep(Duration::from_millis(dice.below(1500) as u64));
            let processes = rank_processes(path);
            if let Some(id) =
                processes.get(dice.below(ranks.max(1)).min(processes.len().max(1) - 1))
            {
                let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
                killed += 1;
            }
        }
        let output = wait(child);
        assert!(
            until(Duration::from_secs(20), || rank_processes(path).is_empty()),
            "a rank lives on: {}",
            text(&output)
        );
        if output.status.success() {
            if killed >= kills {
                break;
            }
            // It was too quick for the kill: begin again.
            std::fs::remove_dir_all(folder.path().join("quixo")).unwrap();
        }
    }
    assert!(tables(folder.path()) == tables(alone.path()));
}

/// Two programs of different games, started together.
#[test]
fn ranks_that_are_asked_for_different_things_are_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = mpirun(1);
    command.args(["solve", "quixo", "--variant", "3x3", "--data"]).arg(folder.path());
    command.args([":", "-n", "1", PROGRAM, "solve", "quixo", "--variant", "2x2", "--data"]);
    let output = finish(command.arg(folder.path()));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("error: rank 1 on ") && said.contains("is asked to solve"), "{said}");
    assert_eq!(said.matches("error:").count(), 1, "{said}");
}

#[test]
fn a_folder_that_is_not_shared_is_noticed() {
    let [one, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let mut command = mpirun(1);
    command.args(["solve", "quixo", "--variant", "3x3", "--data"]).arg(one.path());
    command.args([":", "-n", "1", PROGRAM, "solve", "quixo", "--variant", "3x3", "--data"]);
    let output = finish(command.arg(other.path()));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("error: rank 1 on ") && said.contains("all ranks share"), "{said}");
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = mpirun(2);
    command.args(["solve", "quixo", "--variant", "4x4", "--memory", "10KiB", "--data"]);
    let output = finish(command.arg(folder.path()));
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("on each of 2 ranks needs"), "{said}");
    assert!(tables(folder.path()).is_empty());
}

/// A disk that is full for whoever writes: no table lasts that is not whole.
#[test]
fn a_full_disk_ends_the_job_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("small");
    std::fs::create_dir(&small).unwrap();
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&small);
    if !finish(&mut mount).status.success() {
        eprintln!("not tried: a small file system cannot be mounted here");
        return;
    }
    let mut command = mpirun(3);
    command.args(["solve", "quixo", "--variant", "4x4", "--threads", "1", "--data"]).arg(&small);
    let output = finish(&mut command);
    let unmounted = finish(Command::new("umount").arg(&small));
    assert!(unmounted.status.success(), "{}", text(&unmounted));
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.matches("error: ").count(), 1, "{said}");
    assert!(said.contains("No space left"), "{said}");
}

/// The signal that Slurm sends before the time is up: what is finished is kept.
#[test]
fn a_signal_stops_cleanly_and_the_next_run_goes_on() {
    let game = game("quixo", "4x4");
    let alone = solve_alone(&game);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let memory = least_memory(&game, 3);
    let mut stopped = 0;
    for round in 0u64.. {
        let mut command = mpirun(3);
        command.arg("solve").args(&game).args([
            "--memory",
            &memory,
            "--threads",
            "1",
            "--data",
            path,
        ]);
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if stopped < 2 {
            let manifest = folder.path().join("quixo/4x4");
            assert!(until(Duration::from_secs(60), || manifest.exists()));
            std::thread::sleep(Duration::from_millis(300 + 100 * round));
            if let Some(id) = rank_processes(path).last() {
                let _ = Command::new("kill").args(["-USR1", &id.to_string()]).status();
            }
        }
        let output = wait(child);
        match output.status.code() {
            Some(0) => break,
            Some(130) => stopped += 1,
            _ => panic!("{}", text(&output)),
        }
    }
    assert!(tables(folder.path()) == tables(alone.path()));
}
