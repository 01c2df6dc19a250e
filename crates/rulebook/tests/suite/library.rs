//! The games of `library/`.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use hindsight_core::{AnyPosition, MoveGraph, Value};
use hindsight_rulebook::Rulebook;
use hindsight_rulebook::syntax::GameResult;
use hindsight_testkit::effort;

use crate::twin::{State, Twin};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../library")
}

pub fn read(file: &str, variant: Option<&str>) -> Rulebook {
    let text = std::fs::read_to_string(folder().join(format!("{file}.game"))).unwrap();
    Rulebook::read(&text, variant).unwrap_or_else(|mistake| panic!("{file}: {mistake}"))
}

pub fn files() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "game"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// Every position, or the first so many, with the twin beside it: what is over, and where moves lead.
/// `HINDSIGHT_TWIN=konane` compares one game, and `HINDSIGHT_TWIN_SECONDS=600` ends each after ten minutes.
#[test]
fn the_slow_twin_agrees_with_every_game() {
    let most = effort(300, 1_000_000);
    let mut names = files();
    assert!(names.len() >= 30, "{}", names.len());
    if let Ok(only) = std::env::var("HINDSIGHT_TWIN") {
        names.retain(|name| *name == only);
        assert!(!names.is_empty(), "there is no {only}.game");
    }
    let seconds = std::env::var("HINDSIGHT_TWIN_SECONDS").ok().and_then(|text| text.parse().ok());
    let patience = seconds.map_or(Duration::MAX, Duration::from_secs);
    for name in names {
        let begin = Instant::now();
        let book = read(&name, None);
        let rules = book.game().rules;
        let twin = Twin::new(book.tree());
        let scene = rules.scene().unwrap();
        let letters =
            scene.players.map(|player| player.chars().next().unwrap().to_ascii_lowercase());
        let write = |state: &State| twin.write(state, letters);
        let start: AnyPosition = rules.start();
        let mut known: HashMap<String, State> =
            HashMap::from([(rules.write_position(&start), twin.start())]);
        assert_eq!(write(&twin.start()), rules.write_position(&start), "{name}");
        let mut open = VecDeque::from([start]);
        let mut seen = 0;
        while seen < most && begin.elapsed() < patience {
            let Some(position) = open.pop_front() else { break };
            seen += 1;
            let text = rules.write_position(&position);
            let state = known[&text].clone();
            let over = twin.over(&state).map(|result| match result {
                GameResult::Win => Value::Win,
                GameResult::Lose => Value::Lose,
                GameResult::Tie => Value::Tie,
            });
            assert_eq!(rules.primitive(&position), over, "{name} {text}");
            if over.is_some() {
                continue;
            }
            let slow: BTreeMap<String, State> =
                twin.children(&state).into_iter().map(|child| (write(&child), child)).collect();
            let children = rules.moves(&position);
            let fast: BTreeSet<String> =
                children.iter().map(|child| rules.write_position(child)).collect();
            assert_eq!(fast, slow.keys().cloned().collect(), "{name} {text}");
            for child in children {
                let text = rules.write_position(&child);
                if !known.contains_key(&text) {
                    known.insert(text.clone(), slow[&text].clone());
                    open.push_back(child);
                }
            }
        }
        let seconds = begin.elapsed().as_secs();
        println!("{name}: {seen} positions in {seconds} s, {} more known", known.len() - seen);
    }
}

/// Values and remoteness, the plain way: by passing over all positions until nothing changes.
pub fn counts(graph: &MoveGraph) -> BTreeMap<String, u32> {
    let positions = graph.len() as usize;
    let mut known: Vec<Option<(Value, u32)>> =
        (0..graph.len()).map(|position| graph.end(position).map(|value| (value, 0))).collect();
    for stage in [false, true] {
        let mut round = 0;
        loop {
            round += 1;
            let mut new = Vec::new();
            for position in 0..positions {
                if known[position].is_some() {
                    continue;
                }
                let children = graph.children_of(position as u32);
                let values: Vec<_> = children.iter().map(|child| known[*child as usize]).collect();
                let at = |value: Value| {
                    values
                        .iter()
                        .flatten()
                        .filter(move |(found, _)| *found == value)
                        .map(|(_, plies)| *plies)
                };
                let decided = if stage {
                    // What is left is tied if a tie can be reached.
                    at(Value::Tie).min().map(|plies| (Value::Tie, plies + 1))
                } else if let Some(plies) = at(Value::Lose).min() {
                    Some((Value::Win, plies + 1))
                } else if values.iter().all(|value| matches!(value, Some((Value::Win, _)))) {
                    at(Value::Win).max().map(|plies| (Value::Lose, plies + 1))
                } else {
                    None
                };
                // Decided in the round of its remoteness: the shortest way is met first.
                new.extend(
                    decided.filter(|(_, plies)| *plies <= round).map(|decided| (position, decided)),
                );
            }
            if new.is_empty()
                && (0..positions)
                    .all(|position| known[position].is_none_or(|(_, plies)| plies < round))
            {
                break;
            }
            for (position, decided) in new {
                known[position] = Some(decided);
            }
        }
    }
    let mut counts = BTreeMap::new();
    for known in known {
        let row = known.map_or("draw".to_owned(), |(value, plies)| format!("{value:?} {plies}"));
        *counts.entry(row).or_default() += 1;
    }
    counts
}

fn counts_of(rules: &dyn hindsight_core::AnyPresentation) -> BTreeMap<String, u32> {
    let explored = rules.explore(4 << 30).unwrap();
    counts(explored.graph().unwrap())
}

#[test]
fn games_written_again_have_the_counts_of_the_built_in_ones() {
    let small = [
        ("tictactoe", None, "tictactoe", "3x3"),
        ("mutorere", None, "mutorere", "restricted"),
        ("achi", Some("3"), "achi", "diagonals"),
        ("achi", Some("4"), "achi", "four"),
        ("dodgem", None, "dodgem", "3x3"),
        ("foxandgeese", None, "foxandgeese", "4x4"),
        ("mnk", Some("3,3,3,lose"), "mnk", "3x3-3-misere"),
        ("mnk", Some("4,3,3,win"), "mnk", "4x3-3"),
        ("quixo", Some("3"), "quixo", "3x3"),
        ("quixo", Some("2"), "quixo", "2x2"),
        ("threemensmorris", None, "morris", "three"),
        ("baghchal3", None, "baghchal", "3x3-5-2"),
    ];
    let large = [
        ("foxandgeese6", None, "foxandgeese", "6x6"),
        ("connect4", Some("4,4"), "connect4", "4x4"),
        ("dao", None, "dao", "4x4"),
        ("allqueens", None, "allqueens", "4x4"),
        ("baghchal", Some("4,3"), "baghchal", "4-2"),
        ("morris", Some("3"), "morris", "nine:3,3"),
        ("lasker", Some("3"), "morris", "lasker:3,3"),
        ("morabaraba", Some("3"), "morris", "morabaraba:3,3"),
    ];
    for (file, variant, game, built_in) in small.iter().chain(&large[..effort(1, 8)]) {
        let ours = read(file, *variant).game();
        let theirs = hindsight_games::game(game, Some(built_in)).unwrap();
        assert_eq!(counts_of(&*ours.rules), counts_of(&*theirs.rules), "{file} {variant:?}");
    }
}

/// The value of the start, in words, and how many positions there are.
fn start_of(file: &str, variant: Option<&str>) -> (String, u32) {
    let rules = read(file, variant).game().rules;
    let explored = rules.explore(4 << 30).unwrap();
    let graph = explored.graph().unwrap();
    (value_of_start(graph), graph.len())
}

/// The value of the start, worked out position by position until nothing changes.
fn value_of_start(graph: &MoveGraph) -> String {
    let mut wins = vec![None; graph.len() as usize];
    loop {
        let mut changed = false;
        for position in 0..graph.len() {
            if wins[position as usize].is_some() {
                continue;
            }
            let value = match graph.end(position) {
                Some(value) => Some(value),
                None => {
                    let values: Vec<Option<Value>> = graph
                        .children_of(position)
                        .iter()
                        .map(|child| wins[*child as usize])
                        .collect();
                    if values.contains(&Some(Value::Lose)) {
                        Some(Value::Win)
                    } else if values.iter().all(|value| *value == Some(Value::Win)) {
                        Some(Value::Lose)
                    } else if values
                        .iter()
                        .all(|value| matches!(value, Some(Value::Win | Value::Tie)))
                    {
                        Some(Value::Tie)
                    } else {
                        None
                    }
                }
            };
            wins[position as usize] = value;
            changed |= value.is_some();
        }
        if !changed {
            break;
        }
    }
    wins[0].map_or("Draw".to_owned(), |value| format!("{value:?}"))
}

#[test]
fn published_results_come_out() {
    for (file, variant, value, source) in [
        ("tictactoe", None, "Tie", "folklore"),
        ("ponghauki", None, "Draw", "Culin 1895"),
        ("hexapawn", Some("3,3"), "Lose", "Gardner 1962"),
        ("hexapawn", Some("4,4"), "Win", "no source: worked out here first"),
        ("mutorere", None, "Draw", "Straffin 1995"),
        ("dodgem", None, "Win", "Winning Ways"),
        ("foxandgeese", None, "Lose", "Winning Ways: the geese win"),
        ("quixo", Some("3"), "Win", "Tanaka and others 2020"),
    ] {
        assert_eq!(start_of(file, variant).0, value, "{file} {variant:?}: {source}");
    }
    assert_eq!(start_of("tictactoe", None).1, 5_478);
}

#[test]
fn symmetries_are_those_that_one_sees() {
    for (file, of_board, with_exchange) in [
        ("tictactoe", 8, 8),
        ("mutorere", 16, 16),
        ("hexapawn", 2, 2),
        // Those of the light squares, where nothing ever stands.
        ("foxandgeese", 8, 0),
        ("ponghauki", 2, 2),
        ("baghchal3", 8, 0),
    ] {
        let found = read(file, None).symmetries();
        assert_eq!((found.of_board, found.with_exchange), (of_board, with_exchange), "{file}");
        assert!(found.is_complete && found.tried_on > 0);
    }
}
