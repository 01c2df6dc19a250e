//! Indexes that are derived from texts, against the rules and against exploring.

use std::collections::BTreeMap;

use hindsight_core::{Game, Numbered, Outcome, Value};
use hindsight_rulebook::Rulebook;
use hindsight_solve::{Control, Cpu, Scope, analyze, check, solve, verify};
use hindsight_store::{Fingerprint, GameId, Store};
use hindsight_testkit::effort;

use crate::library::{counts, files, read};

/// Solves a game and counts the positions of each outcome that the start leads to.
fn analysed(index: &dyn Numbered) -> BTreeMap<String, u32> {
    let folder = tempfile::tempdir().unwrap();
    let id = GameId { game: "a".into(), variant: "b".into(), rules: Fingerprint::of(b"c") };
    let control = Control::default();
    let store = Store::create(folder.path(), &id, false).unwrap();
    solve(index, &store, &Cpu, 4 << 30, &control).unwrap();
    drop(store);
    let store = Store::open(folder.path(), &id).unwrap();
    verify(index, &store, &Cpu, &control).unwrap();
    let analysis = analyze(index, &store, Scope::Reachable, &Cpu, &control).unwrap();
    let name = |outcome: Outcome| match (outcome.value(), outcome.remoteness()) {
        (Value::Draw, _) => "draw".to_owned(),
        (value, plies) => format!("{value:?} {}", plies.unwrap_or(0)),
    };
    let rows = analysis.total.rows();
    rows.map(|(outcome, count)| (name(outcome), count.positions as u32)).collect()
}

fn index_of(game: &Game, name: &str) -> std::sync::Arc<dyn Numbered> {
    game.index.clone().unwrap_or_else(|| panic!("{name} has an index"))
}

/// The games that are explored, each with the line that is the reason.
#[test]
fn most_games_of_the_library_have_an_index() {
    let (mut explored, mut described, mut undone) = (Vec::new(), Vec::new(), Vec::new());
    for name in files() {
        let book = read(&name, None);
        match book.derived() {
            Ok(derived) => {
                println!("{name}: {derived:?}");
                let index = index_of(&book.game(), &name);
                assert_eq!(index.has_parents(), derived.unmoves.is_ok());
                assert_eq!(index.device().is_some(), derived.kernels.is_ok());
                if derived.kernels.is_ok() {
                    described.push(name.clone());
                }
                if derived.unmoves.is_ok() {
                    undone.push(name);
                }
            }
            Err(reason) => {
                println!("{name}: {reason}");
                assert!(book.game().index.is_none());
                explored.push(name);
            }
        }
    }
    assert_eq!(explored, ["connect4"]);
    for name in [
        "achi",
        "baghchal",
        "kono",
        "lasker",
        "mnk",
        "morabaraba",
        "morris",
        "mutorere",
        "quixo",
        "teeko",
        "tictactoe",
    ] {
        assert!(described.iter().any(|known| known == name), "{name} has kernels");
    }
    for name in described.iter().map(String::as_str).chain(["allqueens", "dao", "dobutsu"]) {
        assert!(undone.iter().any(|known| known == name), "{name} has un-moves");
    }
}

/// Un-moves, slots, symmetries, tiers and texts, on positions of plays and of slots.
#[test]
fn every_index_agrees_with_the_rules() {
    for name in files() {
        let game = read(&name, None).game();
        let Some(index) = &game.index else { continue };
        let begin = std::time::Instant::now();
        let samples = effort(240, 4_000) as u64;
        let report = check(&*game.rules, &**index, samples, &Control::default());
        let report = report.unwrap_or_else(|failure| panic!("{name}: {failure}"));
        println!("{name}: {report:?} in {:.1?}", begin.elapsed());
        assert!(report.positions > 10);
    }
}

/// Values, remoteness and counts: solved by the index, and the plain way from what exploring finds.
#[test]
fn games_solved_by_their_index_have_the_counts_of_exploring() {
    let small = [
        ("tictactoe", None),
        ("mutorere", None),
        ("achi", Some("3")),
        ("dodgem", None),
        ("foxandgeese", None),
        ("quixo", Some("3")),
        ("threemensmorris", None),
        ("baghchal3", None),
        ("hexapawn", Some("3,3")),
        ("ponghauki", None),
        ("draughts4", None),
        ("alquerque3", None),
        ("fanorona3", None),
    ];
    let large = [
        ("dao", None),
        ("tapatan", None),
        ("picaria", None),
        ("shisima", None),
        ("hexapawn", Some("4,4")),
        ("morris", Some("3")),
        ("amazons", None),
    ];
    for (file, variant) in small.iter().chain(&large[..effort(0, large.len())]) {
        let game = read(file, *variant).game();
        let explored = game.rules.explore(4 << 30).unwrap();
        let expected = counts(explored.graph().unwrap());
        assert_eq!(analysed(&*index_of(&game, file)), expected, "{file} {variant:?}");
    }
}

/// Counts in every row, against those of the built-in games by their own indexes.
#[test]
fn games_solved_by_their_index_have_the_counts_of_the_built_in_ones() {
    let small = [
        ("quixo", Some("3"), "quixo", "3x3"),
        ("mnk", Some("4,3,3,win"), "mnk", "4x3-3"),
        ("morris", Some("3"), "morris", "nine:3,3"),
        ("baghchal", Some("4,3"), "baghchal", "4-2"),
    ];
    let large = [
        ("quixo", None, "quixo", "4x4"),
        ("morris", Some("4"), "morris", "nine:4,4"),
        ("lasker", Some("4"), "morris", "lasker:4,4"),
        ("morabaraba", Some("4"), "morris", "morabaraba:4,4"),
        ("kono", Some("lose"), "fivefieldkono", "delta"),
    ];
    let (small, large) = (&small[..effort(2, 4)], &large[..effort(0, large.len())]);
    for (file, variant, game, built_in) in small.iter().chain(large) {
        let ours = read(file, *variant).game();
        let theirs = hindsight_games::game(game, Some(built_in)).unwrap();
        let [ours, theirs] = [&ours, &theirs].map(|game| analysed(&*index_of(game, file)));
        assert_eq!(ours, theirs, "{file} {variant:?}");
    }
}

/// Positions that have no number are told from those that have one.
#[test]
fn positions_with_other_numbers_of_pieces_have_no_place() {
    let game = read("threemensmorris", None).game();
    let index = index_of(&game, "threemensmorris");
    let holds = |text: &str| index.holds(&game.rules.parse_position(text).unwrap());
    let start = game.rules.write_position(&game.rules.start());
    assert!(holds(&start));
    assert!(!holds("wwwww/----/:w:0,0".replace("/----/", "----").as_str()));
}

/// A text that changes the numbers of pieces in too many ways is explored, and says which line is why.
#[test]
fn a_line_that_stands_in_the_way_is_told() {
    let text = "\
game \"Falling\"
board grid 4x4
piece disc x o
turn  place a disc on the lowest empty point
win   my discs make a line of 3
tie   board is full
";
    let reason = Rulebook::read(text, None).unwrap().derived().unwrap_err();
    assert_eq!(reason.line, 4);
    let large = text.replace("4x4", "8x8").replace("the lowest ", "an ");
    let reason = Rulebook::read(&large, None).unwrap().derived().unwrap_err();
    assert_eq!(reason.line, 2, "{reason}");
}
