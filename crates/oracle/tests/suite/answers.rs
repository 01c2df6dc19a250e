//! The facade, asked about games small enough to know the answers.

use hindsight_core::{Game, NotationError, Presentation, Rules, Turn, Value};
use hindsight_games::quixo::Quixo;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::topitop::Topitop;
use hindsight_oracle::{
    DataFolder, Device, GameName, LineEnd, Oracle, OracleError, RandomFilter, SolveOptions,
};
use hindsight_solve::{Control, Scope};
use proptest::prelude::*;
use tempfile::TempDir;

const OPTIONS: SolveOptions = SolveOptions::within(1 << 30);

fn name(game: &str, variant: &str) -> GameName {
    GameName { game: game.into(), variant: variant.into() }
}

fn quixo(data: &TempDir) -> Oracle {
    let game = Quixo::variant("3x3").unwrap();
    Oracle::new(Game::indexed(game), name("quixo", "3x3"), DataFolder::new(data.path()), 1 << 30)
}

fn topitop(data: &TempDir) -> Oracle {
    let (game, name) = (Topitop::variant("standard").unwrap(), name("topitop", "standard"));
    Oracle::new(Game::indexed(game), name, DataFolder::new(data.path()), 1 << 30)
}

fn tictactoe(data: &TempDir) -> Oracle {
    let game = TicTacToe::variant("3x3").unwrap();
    Oracle::new(
        Game::indexed(game),
        name("tictactoe", "3x3"),
        DataFolder::new(data.path()),
        1 << 30,
    )
}

/// A walk round a pond of four stones: a step on either way. On stone 0 the player may also jump
/// into the water, which loses: nobody does, and the walk never ends.
#[derive(Debug)]
struct Pond;

const WATER: u8 = 4;

impl Rules for Pond {
    type Position = (u8, Turn);
    type Move = u8;

    fn start(&self) -> (u8, Turn) {
        (0, Turn::First)
    }

    fn primitive(&self, position: (u8, Turn)) -> Option<Value> {
        (position.0 == WATER).then_some(Value::Win)
    }

    fn moves(&self, (stone, _): (u8, Turn), mut visit: impl FnMut(u8)) {
        if stone == 0 {
            visit(WATER);
        }
        visit((stone + 1) % 4);
        visit((stone + 3) % 4);
    }

    fn play(&self, (_, turn): (u8, Turn), to: u8) -> (u8, Turn) {
        (to, turn.other())
    }

    fn turn(&self, position: (u8, Turn)) -> Turn {
        position.1
    }
}

impl Presentation for Pond {
    fn write_position(&self, (stone, turn): (u8, Turn)) -> String {
        format!("{stone}{}", if turn == Turn::First { 'a' } else { 'b' })
    }

    fn parse_position(&self, text: &str) -> Result<(u8, Turn), NotationError> {
        let positions = (0..=WATER).flat_map(|stone| [(stone, Turn::First), (stone, Turn::Second)]);
        let found = positions.into_iter().find(|&position| self.write_position(position) == text);
        found.ok_or_else(|| NotationError::position(text, "a stone and a player"))
    }

    fn write_move(&self, _position: (u8, Turn), to: u8) -> String {
        to.to_string()
    }

    fn board(&self, (stone, _): (u8, Turn)) -> String {
        format!("{stone}\n")
    }
}

#[test]
fn without_tables_only_the_rules_answer() {
    let data = tempfile::tempdir().unwrap();
    let oracle = quixo(&data);
    let view = oracle.view(&oracle.start()).unwrap();
    assert_eq!((view.moves.len(), view.turn, view.over), (20, Turn::First, None));
    assert_eq!(oracle.play("XO-/---/---:x", "a3-c3").unwrap(), "O-X/---/---:o");
    assert!(matches!(oracle.play("XO-/---/---:x", "b3-b1"), Err(OracleError::NoSuchMove { .. })));
    let unsolved = oracle.answer(&oracle.start()).unwrap_err();
    assert!(matches!(unsolved, OracleError::NotSolved { .. }) && unsolved.is_request());
    assert!(matches!(
        oracle.analyze(Scope::Reachable, Device::Cpu, &Control::default()),
        Err(OracleError::NotSolved { .. })
    ));
}

#[test]
fn lines_of_won_games_are_as_long_as_the_remoteness() {
    let data = tempfile::tempdir().unwrap();
    let oracle = quixo(&data);
    oracle.solve(&OPTIONS, &Control::default()).unwrap();
    let line = oracle.line(&oracle.start(), 100).unwrap();
    assert_eq!((line.verdict.value, line.verdict.remoteness), (Value::Win, Some(7)));
    assert_eq!((line.plies.len(), line.end), (7, LineEnd::Over));
    let remotenesses: Vec<_> = line.plies.iter().filter_map(|ply| ply.verdict.remoteness).collect();
    assert_eq!(remotenesses, [6, 5, 4, 3, 2, 1, 0]);
    let cut = oracle.line(&oracle.start(), 2).unwrap();
    assert_eq!((cut.plies.len(), cut.end), (2, LineEnd::Cut));
}

#[test]
fn lines_of_draws_stop_at_the_first_repetition() {
    let data = tempfile::tempdir().unwrap();
    let oracle = pond(&data, 1 << 20);
    oracle.solve(&OPTIONS, &Control::default()).unwrap();
    let answer = oracle.answer("0a").unwrap();
    assert_eq!((answer.verdict.value, answer.verdict.remoteness), (Value::Draw, None));
    let best: Vec<_> = answer.moves.iter().filter(|m| m.best).map(|m| m.chosen.as_str()).collect();
    assert_eq!(best, ["1", "3"]);
    let line = oracle.line("0a", 100).unwrap();
    assert_eq!(line.end, LineEnd::Repeats(0));
    assert_eq!(line.plies.len(), 4);
    let json = serde_json::to_value(&line).unwrap();
    assert_eq!(json["end"], serde_json::json!({ "repeats": 0 }));
    assert_eq!(json["remoteness"], serde_json::Value::Null);
    // With an odd number of steps it is the other player's turn: no game comes there.
    assert!(matches!(oracle.answer("0b"), Err(OracleError::Notation { .. })));
}

/// The walk round the pond, solved, with what may be explored of it.
fn pond(data: &TempDir, memory: u64) -> Oracle {
    let folder = DataFolder::new(data.path());
    Oracle::new(Game::rules_only(Pond), name("pond", "four"), folder, memory)
}

/// Where there is memory for nothing, nothing is explored.
#[test]
fn a_solved_game_is_answered_without_exploring_it() {
    let data = tempfile::tempdir().unwrap();
    let explored = pond(&data, 1 << 20);
    explored.solve(&OPTIONS, &Control::default()).unwrap();
    let listed = pond(&data, 0);
    let positions = ["0a", "1b", "2a", "3b", "4b"];
    for position in positions {
        assert_eq!(listed.answer(position).unwrap(), explored.answer(position).unwrap());
    }
    assert_eq!(listed.line("0a", 100).unwrap(), explored.line("0a", 100).unwrap());
    // Whether no game comes to a position can be said only by exploring.
    assert!(matches!(listed.answer("0b"), Err(OracleError::Solve(_))));
    assert!(matches!(pond(&data, 1 << 20).answer("0b"), Err(OracleError::Notation { .. })));

    let file = data.path().join("pond/four/positions.hsp");
    let sound = std::fs::read(&file).unwrap();
    for (number, _) in sound.iter().enumerate() {
        let mut damaged = sound.clone();
        damaged[number] ^= 0x10;
        std::fs::write(&file, damaged).unwrap();
        let verified = pond(&data, 1 << 20).verify(Device::Cpu, &Control::default());
        let line = verified.unwrap_err().to_string();
        assert!(line.contains("positions.hsp"), "byte {number}: {line}");
        for position in positions {
            let answer = pond(&data, 1 << 20).answer(position).unwrap();
            assert_eq!(answer, explored.answer(position).unwrap(), "byte {number}");
        }
    }
    // Nobody needs the list, and solving again writes it.
    std::fs::remove_file(&file).unwrap();
    assert!(pond(&data, 0).answer("0a").is_err());
    assert_eq!(pond(&data, 1 << 20).answer("0a").unwrap(), explored.answer("0a").unwrap());
    pond(&data, 1 << 20).verify(Device::Cpu, &Control::default()).unwrap();
    pond(&data, 1 << 20).solve(&OPTIONS, &Control::default()).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), sound);
}

#[test]
fn a_tier_that_is_never_reached_is_no_damage() {
    let data = tempfile::tempdir().unwrap();
    let oracle = quixo(&data);
    oracle.solve(&OPTIONS, &Control::default()).unwrap();
    let error = oracle.answer("X--/---/---:x").unwrap_err();
    assert!(matches!(error, OracleError::NeverReached { .. }) && error.is_request(), "{error}");
}

#[test]
fn random_positions_are_as_wanted() {
    let data = tempfile::tempdir().unwrap();
    let oracle = tictactoe(&data);
    oracle.solve(&OPTIONS, &Control::default()).unwrap();
    for seed in 0..50 {
        let wanted = RandomFilter { value: Some(Value::Win), least_remoteness: 3 };
        let position = oracle.random(wanted, seed).unwrap().unwrap();
        let verdict = oracle.answer(&position).unwrap().verdict;
        assert!(verdict.value == Value::Win && verdict.remoteness >= Some(3), "{position}");
        assert_eq!(oracle.random(wanted, seed).unwrap(), Some(position));
    }
    let impossible = RandomFilter { value: Some(Value::Draw), least_remoteness: 0 };
    assert_eq!(oracle.random(impossible, 1).unwrap(), None);
}

#[test]
fn tables_solved_by_another_process_are_found() {
    let data = tempfile::tempdir().unwrap();
    let (reader, writer) = (tictactoe(&data), tictactoe(&data));
    assert!(reader.answer("---/---/---").is_err());
    writer.solve(&OPTIONS, &Control::default()).unwrap();
    assert_eq!(reader.answer("---/---/---").unwrap().verdict.to_string(), "tie in 9");
    writer.solve(&SolveOptions { force: true, ..OPTIONS }, &Control::default()).unwrap();
    // The old files may be open or gone; an error, if any, does not last.
    let _ = reader.answer("x--/---/---");
    assert_eq!(reader.answer("x--/---/---").unwrap().verdict.to_string(), "tie in 8");
}

#[test]
fn a_solve_that_does_not_fit_says_what_would() {
    let data = tempfile::tempdir().unwrap();
    let oracle = quixo(&data);
    let little = SolveOptions::within(100);
    let error = oracle.solve(&little, &Control::default()).unwrap_err();
    assert!(error.is_request() && error.to_string().contains("--memory 1MiB would do"), "{error}");
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}

#[test]
fn a_gpu_for_a_game_without_kernels_is_refused_in_one_line() {
    let data = tempfile::tempdir().unwrap();
    let on_gpu = SolveOptions { device: Device::Gpu, ..OPTIONS };
    let error = topitop(&data).solve(&on_gpu, &Control::default()).unwrap_err().to_string();
    let reason = if cfg!(feature = "gpu") { "this game does not" } else { "without GPU support" };
    assert!(error.contains(reason) && !error.contains('\n'), "{error}");
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text in "[-XOxo/:ab0-9]{0,14}|.*") {
        let data = tempfile::tempdir().unwrap();
        for oracle in [quixo(&data), tictactoe(&data)] {
            let _ = oracle.view(&text);
            let _ = oracle.play(&text, &text);
            let _ = oracle.play(&oracle.start(), &text);
            prop_assert!(oracle.answer(&text).is_err());
        }
    }
}

/// Of Connect Four it is known who wins before it is known in how many plies, and a search that nobody waits for ends.
#[test]
fn a_search_says_who_wins_first_and_can_be_stopped() {
    let data = tempfile::tempdir().unwrap();
    let game = hindsight_games::connect4::variant("7x6").unwrap();
    let name = name("connect4", "7x6");
    let oracle = Oracle::new(game, name, DataFolder::new(data.path()), 1 << 30);
    // Published as lost four plies before the board is full.
    let late = "-------/-------/----R--/R---Y-Y/YRY-Y-R/RYR-Y-R:r";
    assert_eq!(oracle.view(late).unwrap().value, None, "nothing was searched yet");
    assert!(oracle.is_searchable(late));
    oracle.search(late, &Control::default()).unwrap();
    let (view, answer) = (oracle.view(late).unwrap(), oracle.answer(late).unwrap());
    assert_eq!((answer.verdict.value, answer.verdict.remoteness), (Value::Lose, Some(24)));
    assert_eq!(view.value, Some(Value::Lose));
    assert_eq!(view.moves.len(), 7);
    for (seen, told) in view.moves.iter().zip(&answer.moves) {
        assert_eq!(seen.value, Some(told.verdict.value), "{}", told.chosen);
    }
    // Minutes of work at least, on any machine.
    let early = "-------/-------/-------/-------/Y------/R------:r";
    let control = Control::default();
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| oracle.search(early, &control));
        while control.progress().1 == 0 {
            std::thread::yield_now();
        }
        control.stop();
        assert!(searching.join().unwrap().is_err());
    });
}
