//! Positions to think about, and games played again, held to the tables and the rules.

use hindsight_core::{Game, Turn, Value};
use hindsight_games::achi::Achi;
use hindsight_games::chess::Chess;
use hindsight_games::dodgem::Dodgem;
use hindsight_games::quixo::Quixo;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_oracle::{
    DataFolder, Exercise, ExerciseFilter, GameName, Level, Oracle, OracleError, SolveOptions, Task,
};
use hindsight_players::{AlphaBeta, Random};
use hindsight_solve::Control;
use tempfile::TempDir;

fn solved(data: &TempDir, game: Game, name: (&str, &str)) -> Oracle {
    let name = GameName::new(name.0, name.1);
    let oracle = Oracle::new(game, name, DataFolder::new(data.path()), 1 << 30);
    oracle.solve(&SolveOptions::within(1 << 30), &Control::default()).unwrap();
    oracle
}

/// What an exercise promises, by the answer about its position alone.
fn hold_to_the_tables(oracle: &Oracle, exercise: &Exercise) {
    let answer = oracle.answer(&exercise.position).unwrap();
    assert_eq!(answer.verdict, exercise.verdict, "{exercise:?}");
    assert_eq!((answer.turn, answer.moves.len()), (exercise.turn, exercise.choices));
    // Values of moves are those of the opponent.
    let is_right = |value: Value| match exercise.task {
        Task::Win => value == Value::Lose,
        Task::Hold => value != Value::Win,
    };
    let right = answer.moves.iter().filter(|chosen| is_right(chosen.verdict.value));
    assert_eq!(right.count(), 1, "{exercise:?}");
    match exercise.task {
        Task::Win => assert_eq!(answer.verdict.value, Value::Win),
        Task::Hold => assert!(matches!(answer.verdict.value, Value::Tie | Value::Draw)),
    }
    assert!(answer.verdict.value != Value::Win || answer.verdict.remoteness >= Some(3));
}

/// A thousand exercises of five games: one move is right in each, and the level is how often a search of a
/// thousand positions misses it.
#[test]
fn exactly_one_move_of_an_exercise_is_right() {
    let data = tempfile::tempdir().unwrap();
    let tictactoe = || Game::indexed(TicTacToe::variant("3x3").unwrap());
    let oracles = [
        solved(&data, tictactoe(), ("tictactoe", "3x3")),
        solved(&data, Game::indexed(Quixo::variant("3x3").unwrap()), ("quixo", "3x3")),
        solved(&data, Game::rules_only(Achi::variant("diagonals").unwrap()), ("achi", "diagonals")),
        solved(&data, Game::rules_only(Dodgem::variant("3x3").unwrap()), ("dodgem", "3x3")),
        solved(&data, Game::indexed(Chess::variant("KR-K").unwrap()), ("chess", "KR-K")),
    ];
    let mut met = [0; 3];
    for oracle in &oracles {
        for seed in 0..200 {
            let found = oracle.exercise(ExerciseFilter::default(), seed).unwrap().unwrap();
            hold_to_the_tables(oracle, &found);
            assert_eq!(found.level, Level::of(found.failures, found.trials));
            met[found.level as usize] += 1;
            if seed < 3 {
                let again = oracle.exercise(ExerciseFilter::default(), seed).unwrap();
                assert_eq!(again.as_ref(), Some(&found), "the same seed");
            }
        }
    }
    assert!(met.iter().all(|&count| count > 0), "{met:?}");
}

/// The twin of the level: the player itself, asked from outside.
#[test]
fn the_level_is_how_often_a_search_fails() {
    let data = tempfile::tempdir().unwrap();
    let game = Game::indexed(TicTacToe::variant("3x3").unwrap());
    let rules = game.rules.clone();
    let oracle = solved(&data, game, ("tictactoe", "3x3"));
    for seed in 0..10 {
        let found = oracle.exercise(ExerciseFilter::default(), seed).unwrap().unwrap();
        let answer = oracle.answer(&found.position).unwrap();
        let position = rules.parse_position(&found.position).unwrap();
        let failures = (0..u64::from(found.trials)).filter(|&trial| {
            let (mut search, mut random) = (AlphaBeta::for_nodes(1000), Random::fork(0, trial));
            let choice = search.choose(&*rules, &position, 1000, &mut random, &|| false).unwrap();
            let value = answer.moves[choice.chosen].verdict.value;
            if found.task == Task::Win { value != Value::Lose } else { value == Value::Win }
        });
        assert_eq!(failures.count() as u32, found.failures, "{found:?}");
    }
}

#[test]
fn exercises_are_as_wanted() {
    let data = tempfile::tempdir().unwrap();
    let game = Game::rules_only(Achi::variant("diagonals").unwrap());
    let oracle = solved(&data, game, ("achi", "diagonals"));
    for task in Task::ALL {
        for level in [Level::Easy, Level::Medium] {
            let wanted = ExerciseFilter { task: Some(task), level: Some(level) };
            let found = (0..20).find_map(|seed| oracle.exercise(wanted, seed).unwrap());
            if let Some(found) = found {
                assert_eq!((found.task, found.level), (task, level));
            } else {
                assert_eq!(level, Level::Medium, "there are easy ones");
            }
        }
    }
}

#[test]
fn a_game_is_played_again() {
    let data = tempfile::tempdir().unwrap();
    let chess = Game::indexed(Chess::variant("KQ-K").unwrap());
    let folder = DataFolder::new(data.path());
    let oracle = Oracle::new(chess, GameName::new("chess", "KQ-K"), folder, 1 << 30);
    let own = oracle.replay(&oracle.start(), ["d1-d5", "e8-e7", "e1-e2"]).unwrap();
    assert_eq!(own.standard.as_deref(), Some("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"));
    let standard: Vec<_> = own.plies.iter().filter_map(|ply| ply.standard.as_deref()).collect();
    assert_eq!(standard, ["Qd5", "Ke7", "Ke2"]);
    assert_eq!((own.turn, own.plies[0].turn, own.over), (Turn::First, Turn::Second, None));
    // The same from what other programs write.
    let fen = own.standard.as_deref().unwrap();
    assert_eq!(oracle.replay(fen, ["Qd5", "Ke7", "Ke2"]).unwrap(), own);
    // Signs of check may be left out; the end is told.
    let mate = oracle.replay("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", ["Qg7"]).unwrap();
    assert_eq!(mate.plies[0].standard.as_deref(), Some("Qg7#"));
    assert_eq!(mate.over.map(|over| over.value), Some(Value::Lose));
    let wrong = oracle.replay(&oracle.start(), ["d1-d5", "e8-e1"]).unwrap_err();
    assert!(matches!(wrong, OracleError::Replay { number: 2, .. }) && wrong.is_request());
    assert!(wrong.to_string().starts_with("move 2: 'e8-e1' is no move from "), "{wrong}");
    let late = oracle.replay("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", ["Qg7", "h8-g7"]).unwrap_err();
    assert!(late.to_string().contains("the game is over there"), "{late}");
}
