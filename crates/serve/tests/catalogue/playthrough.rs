//! A whole game of every small variant, with every position's board and the values of all moves,
//! compared with the file that was committed. `HINDSIGHT_WRITE=1` writes the files anew: read the
//! difference before committing it.

use std::fmt::Write;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use hindsight_oracle::{DataFolder, GameName, Oracle};
use hindsight_rulebook::Rulebook;

use crate::{MEMORY, names, opened, solve};

/// Games that never end are followed so far.
const PLIES: usize = 40;

/// A game in which the best move is played, but every third ply the worst: so that values change,
/// and most of the rules are seen.
fn played(oracle: &Oracle) -> String {
    let mut text = String::new();
    let mut position = oracle.start();
    for ply in 0..PLIES {
        let answer = oracle.answer(&position).unwrap();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{ply}. {position}\n{}{}", answer.board, answer.verdict);
        for answer in &answer.moves {
            let _ = writeln!(text, "  {}  {}", answer.chosen, answer.verdict);
        }
        let best = answer.moves.iter().position(|answer| answer.best);
        let other = answer.moves.iter().rposition(|answer| !answer.best);
        let Some(chosen) = (if ply % 3 == 2 { other.or(best) } else { best }) else { return text };
        let _ = writeln!(text, "> {}\n", answer.moves[chosen].chosen);
        position = answer.moves[chosen].position.clone();
    }
    text + "...\n"
}

/// Plays some games and compares each with its file in a folder.
fn compare_all(folder: &str, games: impl Iterator<Item = (Oracle, String)>) {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/catalogue").join(folder);
    let write = std::env::var_os("HINDSIGHT_WRITE").is_some();
    let mut differ = Vec::new();
    for (oracle, file) in games {
        solve(&oracle);
        let text = played(&oracle);
        if write {
            fs::write(files.join(&file), &text).unwrap();
        } else if fs::read_to_string(files.join(&file)).ok().as_ref() != Some(&text) {
            differ.push(file);
        }
    }
    assert!(differ.is_empty(), "played otherwise than committed, or no file: {differ:?}");
}

/// Plays the variants of which the slots are in a range.
fn compare(slots: RangeInclusive<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::new(folder.path());
    let games = names().filter_map(|name| {
        let oracle = opened(&name, &data, &slots)?;
        Some((oracle, format!("{}-{}.txt", name.game, name.variant)))
    });
    compare_all("playthroughs", games);
}

/// The same for the games of `library/`, each in its first variant.
fn compare_library(slots: RangeInclusive<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::new(folder.path());
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../library");
    let mut paths: Vec<_> =
        fs::read_dir(library).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let games = paths.into_iter().filter_map(|path| {
        let name = path.file_stem()?.to_str()?.to_owned();
        let book = Rulebook::read(&fs::read_to_string(path).unwrap(), None).unwrap();
        let names = GameName::new(name.clone(), book.variant());
        let oracle = Oracle::new(book.game(), names, data.clone(), MEMORY);
        let known = slots.contains(&oracle.estimate().unwrap().slots);
        known.then(|| (oracle, format!("{name}.txt")))
    });
    compare_all("library", games);
}

#[test]
fn games_are_played_as_they_were() {
    compare(1..=2_000_000);
}

#[test]
fn games_of_the_library_are_played_as_they_were() {
    compare_library(1..=300_000);
}

#[test]
#[ignore = "minutes: ./test --full"]
fn larger_games_of_the_library_are_played_as_they_were() {
    compare_library(300_001..=15_000_000);
}

#[test]
#[ignore = "minutes: ./test --full"]
fn larger_games_are_played_as_they_were() {
    compare(2_000_001..=15_000_000);
}
