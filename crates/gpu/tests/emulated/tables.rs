//! Whole games, solved by the kernels and by the processor's solver: the tables are the same bytes.

use std::path::Path;

use hindsight_core::{AnyRules, Numbered, Outcome, Tier, Value};
use hindsight_games::allqueens::AllQueens;
use hindsight_games::baghchal::BaghChal;
use hindsight_games::connect4::Connect4;
use hindsight_games::dao::Dao;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::game;
use hindsight_games::mnk::Mnk;
use hindsight_games::morris::Morris;
use hindsight_games::quixo::Quixo;
use hindsight_games::sim::Sim;
use hindsight_games::teeko::Teeko;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_games::tootandotto::TootAndOtto;
use hindsight_games::xiangqi::Xiangqi;
use hindsight_gpu::{Gpu, device_memory};
use hindsight_rulebook::Rulebook;
use hindsight_solve::{
    Backend, Control, Counts, Cpu, Scope, SolveError, analyze, fingerprint, solve, survey, verify,
};
use hindsight_store::{GameId, Store};

use crate::processor::Processor;

#[test]
fn quixo() {
    for variant in ["2x2", "3x3"] {
        compare(&Quixo::variant(variant).unwrap());
    }
}

#[test]
fn bagh_chal() {
    for variant in ["3x3-5-2", "2-1"] {
        compare(&BaghChal::variant(variant).unwrap());
    }
}

#[test]
fn tic_tac_two() {
    compare(&TicTacTwo::new(3, 3, 4));
    compare(&TicTacTwo::variant("3x5-3").unwrap());
}

#[test]
fn five_field_kono() {
    compare(&Kono::new(4, 3, 0b111 << 9, Value::Tie));
    compare(&Kono::new(5, 3, 0b111_101 << 9, Value::Win));
    compare(&Kono::new(3, 5, 0b11111 << 10, Value::Lose));
}

#[test]
fn xiangqi() {
    for variant in ["3", "KA-KP", "KP-KP", "KCN-K"] {
        compare(&Xiangqi::variant(variant).unwrap());
    }
}

#[test]
fn morris() {
    for variant in [
        "three",
        "three:4,4",
        "nine:3,3",
        "lasker:3,3",
        "morabaraba:3,3",
        "six:4,4",
        "three:3-4,3-4",
    ] {
        compare(&Morris::variant(variant).unwrap());
    }
}

#[test]
fn teeko_all_queens_and_dao() {
    compare(&Teeko::new(4, 3));
    compare(&AllQueens::variant("4x4").unwrap());
    compare(&Dao::variant("4x4").unwrap());
}

#[test]
fn little_memory_on_the_machine_changes_nothing() {
    let game = Quixo::variant("3x3").unwrap();
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Enough for one unit with its exits, not for all: every tier but the current ones has to go.
    let machine = Processor::new(side, folder.path()).with_memory(64 << 10);
    let solver = Gpu::on(machine, side, 0).unwrap();
    solver.check_memory(&game).unwrap();
    let known = run(&id_of(&game, &game), &game, &Cpu, &folder.path().join("known"));
    assert_eq!(run(&id_of(&game, &game), &game, &solver, &folder.path().join("found")), known);
}

#[test]
fn a_machine_that_is_too_small_is_refused_before_the_start() {
    let game = Quixo::variant("3x3").unwrap();
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let machine = Processor::new(side, folder.path()).with_memory(8 << 10);
    let solver = Gpu::on(machine, side, 0).unwrap();
    let refused = solver.check_memory(&game).unwrap_err().to_string();
    assert!(refused.contains("on the GPU, which has 7.5 KiB free"), "{refused}");
    assert!(!refused.contains('\n'));
    let (surveyor, control) = (&mut *solver.surveyor(&game, 0), Control::default());
    let refused = survey(&game, |_| true, false, surveyor, &control, |_, _| {});
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("on the GPU, which has 7.5 KiB free"), "{refused}");
}

#[test]
fn what_is_said_to_be_enough_memory_is_just_enough() {
    let game = Quixo::variant("3x3").unwrap();
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let enough = device_memory(&game).unwrap();
    let fits = |memory: u64| {
        let machine = Processor::new(side, folder.path()).with_memory(memory);
        Gpu::on(machine, side, 0).unwrap().check_memory(&game).is_ok()
    };
    assert!(fits(enough) && !fits(enough - 16));
}

#[test]
fn a_stopped_solve_is_resumed() {
    let game = Quixo::variant("3x3").unwrap();
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let solver = Gpu::on(Processor::new(side, folder.path()), side, 0).unwrap();
    let root = folder.path().join("found");
    let store = Store::create(&root, &id_of(&game, &game), false).unwrap();
    let control = Control::default();
    control.stop();
    let stopped = solve(&game, &store, &solver, 1 << 30, &control).unwrap_err();
    assert!(matches!(stopped, SolveError::Stopped));
    drop(store);
    let known = run(&id_of(&game, &game), &game, &Cpu, &folder.path().join("known"));
    assert_eq!(run(&id_of(&game, &game), &game, &solver, &root), known);
}

#[test]
fn marks_that_are_put_down() {
    compare(&TicTacToe::variant("3x3").unwrap());
    compare(&Sim::variant("5").unwrap());
    compare(&Mnk::variant("3x3-3-wild").unwrap());
    compare(&Connect4::variant("4x4").unwrap());
    compare(&TootAndOtto::variant("4x3").unwrap());
}

#[test]
fn games_that_are_explored() {
    // Draws, players with different moves, and a puzzle, in which moves keep the turn.
    for (name, variant) in [("achi", "four"), ("hareandhounds", "small"), ("sliding", "2x3")] {
        let game = game(name, Some(variant)).unwrap();
        let index = game.rules.explore(1 << 30).unwrap();
        compare_game(&*game.rules, &*index);
    }
}

/// Diagonal steps on a small board, whose two parts share no move.
const SMALL_KONO: &str = "\
game \"Kono\"
board grid 3x5 joined diagonally
piece stone x o
start
  o o o
  . . .
  . . .
  . . .
  x x x
turn  step a stone to an empty point
win   my stones fill enemy home
stuck lose
";

/// The kernels of games that are told by a text are printed from it.
#[test]
fn games_from_texts() {
    let texts = [
        (include_str!("../../../../library/quixo.game"), Some("3")),
        (include_str!("../../../../library/morris.game"), Some("3")),
        (include_str!("../../../../library/hexapawn.game"), None),
        (include_str!("../../../../library/baghchal3.game"), None),
        (include_str!("../../../../library/picaria.game"), None),
        (SMALL_KONO, None),
        (include_str!("../../../../library/col.game"), None),
        (include_str!("../../../../library/snort.game"), None),
    ];
    texts.into_iter().for_each(compare_text);
}

#[test]
#[ignore = "a minute: ./test --full"]
fn larger_games_from_texts() {
    compare_text((include_str!("../../../../library/lasker.game"), Some("3")));
    compare_text((include_str!("../../../../library/squava.game"), Some("4,4")));
}

fn compare_text((text, variant): (&str, Option<&str>)) {
    let game = Rulebook::read(text, variant).unwrap().game();
    compare_game(&*game.rules, &*game.index.unwrap());
}

fn compare<G: AnyRules + Numbered>(game: &G) {
    compare_game(game, game);
}

/// Solves with both solvers and compares the files.
fn compare_game(rules: &dyn AnyRules, game: &dyn Numbered) {
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let solver = Gpu::on(Processor::new(side, folder.path()), side, 0).unwrap();
    let id = &id_of(rules, game);
    let known = run(id, game, &Cpu, &folder.path().join("known"));
    let root = folder.path().join("found");
    let found = run(id, game, &solver, &root);
    let store = Store::open(&root, id).unwrap();
    let control = Control::default();
    let by_kernels = verify(game, &store, &solver, &control).unwrap();
    assert_eq!(by_kernels, verify(game, &store, &Cpu, &control).unwrap());
    for scope in [Scope::Reachable, Scope::Roots, Scope::All] {
        let counted = analyze(game, &store, scope, &solver, &control).unwrap();
        let expected = analyze(game, &store, scope, &Cpu, &control).unwrap();
        assert_eq!(counted.tiers, expected.tiers);
        assert_eq!(counted.total, expected.total);
        assert_eq!(counted.longest_win, expected.longest_win);
        assert_eq!(counted.longest_lose, expected.longest_lose);
        assert_eq!(counted.longest_tie, expected.longest_tie);
        if scope != Scope::Reachable {
            let (place, _) = game.start();
            let start = store.table(&game.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
            compare_surveys(game, scope, &expected.tiers, start.outcome());
        }
    }
    assert!(known.len() > 1);
    assert_eq!(known, found);
    assert!(solver.statistics().units > 0);
}

/// Solves and counts without tables, in one run and in two.
fn compare_surveys(
    game: &dyn Numbered,
    scope: Scope,
    expected: &[(Tier, Counts)],
    start: Option<Outcome>,
) {
    let side = game.device().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let solver = Gpu::on(Processor::new(side, folder.path()), side, 0).unwrap();
    for known in [0, expected.len() / 2] {
        let is_known = |tier| expected[..known].iter().any(|&(counted, _)| counted == tier);
        let is_counted = |tier| scope == Scope::All || game.roots().contains(&tier);
        let is_wanted = |tier| is_counted(tier) && !is_known(tier);
        let mut found = Vec::new();
        let surveyor = &mut *solver.surveyor(game, 0);
        let control = Control::default();
        let surveyed = survey(game, is_wanted, true, surveyor, &control, |tier, tally| {
            let counts = Counts::of(tally);
            if counts.rows().next().is_some() {
                found.push((tier, counts));
            }
        });
        let surveyed = surveyed.unwrap();
        assert!(surveyed.verified.positions > 0);
        if is_wanted(game.start().0.tier) {
            assert_eq!(surveyed.start, start);
        }
        assert_eq!(found, expected[known..]);
    }
}

/// Solves a game and reads all of its files.
fn run(
    id: &GameId,
    game: &dyn Numbered,
    solver: &dyn Backend,
    root: &Path,
) -> Vec<(String, Vec<u8>)> {
    let store = Store::create(root, id, false).unwrap();
    solve(game, &store, solver, 1 << 32, &Control::default()).unwrap();
    verify(game, &store, &Cpu, &Control::default()).unwrap();
    drop(store);
    let mut files = Vec::new();
    read_files(root, &mut files);
    files.sort();
    files
}

pub fn read_files(folder: &Path, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_files(&path, files);
        } else {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.push((name, std::fs::read(&path).unwrap()));
        }
    }
}

pub fn id_of(rules: &dyn AnyRules, game: &dyn Numbered) -> GameId {
    GameId { game: "a-game".into(), variant: "a".into(), rules: fingerprint(rules, game) }
}
