//! The same bytes and the same counts as one process, with so little memory that units are split.

use std::process::Command;

use crate::{PROGRAM, finish, game, least_memory, mpirun, solve_alone, tables, text};

fn compare(game: &[String], ranks: &[usize]) {
    let alone = solve_alone(game);
    let expected = tables(alone.path());
    assert!(!expected.is_empty());
    let one = |what: &str| {
        let mut command = Command::new(PROGRAM);
        let counted = command.arg(what).args(game).args(["--format", "csv", "--data"]);
        finish(counted.arg(alone.path())).stdout
    };
    let counts = one("analyze");
    assert!(!counts.is_empty());
    for &ranks in ranks {
        let memory = least_memory(game, ranks);
        let folder = tempfile::tempdir().unwrap();
        let run = |what: &str, more: &[&str]| {
            let mut command = mpirun(ranks);
            command.arg(what).args(game).args(more).arg("--data").arg(folder.path());
            let output = finish(&mut command);
            assert!(output.status.success(), "{ranks} ranks, {what}: {}", text(&output));
            output
        };
        let limits = ["--memory", &memory, "--threads", "1"];
        let solved = text(&run("solve", &limits));
        assert!(solved.contains("is solved") && solved.contains("split over ranks"), "{solved}");
        assert!(
            tables(folder.path()) == expected,
            "{game:?}, {ranks} ranks: other bytes; {solved}"
        );
        let again = text(&run("solve", &limits));
        assert!(again.contains("was solved before"), "{again}");
        let verified = text(&run("verify", &["--memory", &memory]));
        assert!(verified.contains("is verified"), "{verified}");
        assert_eq!(run("analyze", &["--format", "csv"]).stdout, counts);
    }
}

#[test]
fn quixo_3x3() {
    compare(&game("quixo", "3x3"), &[2, 3, 5]);
}

#[test]
fn quixo_4x4() {
    compare(&game("quixo", "4x4"), &[2, 3, 5]);
}

#[test]
fn tic_tac_two() {
    compare(&game("tictactwo", "5x5-3"), &[2, 3, 5]);
}

#[test]
fn morris() {
    compare(&game("morris", "nine:3,3"), &[2, 3, 5]);
}

#[test]
#[ignore = "299 million slots take minutes"]
fn kono() {
    compare(&game("fivefieldkono", "delta"), &[2, 3, 5]);
}

#[test]
fn a_game_that_has_rules_only() {
    compare(&game("mutorere", "free"), &[2, 3, 5]);
}

/// A survey by several ranks counts what one process counts.
#[test]
fn surveys() {
    let game = game("quixo", "3x3");
    let folder = tempfile::tempdir().unwrap();
    let [one, three] = ["one.csv", "three.csv"].map(|name| folder.path().join(name));
    let output = finish(Command::new(PROGRAM).arg("survey").args(&game).arg(&one));
    assert!(output.status.success(), "{}", text(&output));
    let output = finish(mpirun(3).arg("survey").args(&game).arg("--verify").arg(&three));
    assert!(output.status.success(), "{}", text(&output));
    let sorted = |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        rows.retain(|row| !row.starts_with('#'));
        rows.sort();
        rows
    };
    assert_eq!(sorted(three), sorted(one));
}
