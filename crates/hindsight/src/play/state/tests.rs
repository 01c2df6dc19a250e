//! Games played by keys, without a screen.

use std::path::Path;
use std::time::Duration;

use hindsight_oracle::{DataFolder, GameName, RandomFilter, SolveOptions};
use hindsight_solve::Control;

use super::*;

/// An oracle in a folder; solved if asked for.
pub fn oracle(game: &str, variant: &str, data: &Path, solved: bool) -> Oracle {
    let made = hindsight_games::game(game, Some(variant)).unwrap();
    // Nobody waits here for searches that take long.
    let data = DataFolder::new(data);
    let oracle = Oracle::new(made, GameName::new(game, variant), data, 1 << 30);
    if solved {
        oracle.solve(&SolveOptions::within(1 << 30), &Control::default()).unwrap();
    }
    oracle
}

pub fn act(state: &mut State<'_>, actions: &[Action]) {
    for action in actions {
        state.act(*action).unwrap();
    }
}

/// Looks for a move by its name and plays it.
pub fn play(state: &mut State<'_>, chosen: &str) {
    for letter in chosen.chars() {
        act(state, &[Action::Type(letter)]);
    }
    assert_eq!(state.selected_move(), chosen);
    act(state, &[Action::Play]);
}

fn moves(state: &State<'_>) -> Vec<String> {
    state.history().map(|made| made.chosen.clone()).collect()
}

#[test]
fn undo_and_redo_stop_where_a_person_is_to_move() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("tictactoe", "3x3", data.path(), true);
    let mut state = State::new(&oracle, oracle.start(), Some(Turn::Second)).unwrap();
    assert_eq!(state.status(), "X (the first player) to move");
    act(&mut state, &[Action::Undo]);
    assert_eq!(state.message(), Some("there is nothing to undo"));
    play(&mut state, "b2");
    assert_eq!(state.message(), None);
    let after_one = moves(&state);
    assert_eq!((after_one.len(), after_one[0].as_str()), (2, "b2"));
    let made: Vec<_> = state.history().map(|made| (made.by, made.by_computer)).collect();
    assert_eq!(made, [(Turn::First, false), (Turn::Second, true)]);
    act(&mut state, &[Action::PlayBest]);
    assert_eq!(state.history().count(), 4);
    act(&mut state, &[Action::Undo]);
    assert_eq!((moves(&state), state.taken_back()), (after_one, 2));
    act(&mut state, &[Action::Undo, Action::Undo]);
    assert_eq!((state.history().count(), state.taken_back()), (0, 4));
    act(&mut state, &[Action::Redo, Action::Redo]);
    assert_eq!((state.history().count(), state.taken_back()), (4, 0));
    act(&mut state, &[Action::Redo]);
    assert_eq!(state.message(), Some("there is nothing to redo"));
    // The same move keeps what comes after it, another does not.
    act(&mut state, &[Action::New]);
    play(&mut state, "b2");
    assert_eq!((state.history().count(), state.taken_back()), (2, 2));
    act(&mut state, &[Action::New]);
    play(&mut state, "a1");
    assert_eq!(state.taken_back(), 0);
}

#[test]
fn the_computer_changes_sides() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("tentozero", "10-to-0", data.path(), true);
    let mut state = State::new(&oracle, oracle.start(), Some(Turn::First)).unwrap();
    assert_eq!((state.history().count(), state.present().view.turn), (1, Turn::Second));
    act(&mut state, &[Action::Computer]);
    assert_eq!(state.computer(), Some(Turn::Second));
    assert_eq!((state.history().count(), state.present().view.turn), (2, Turn::First));
    act(&mut state, &[Action::Computer, Action::Play]);
    assert_eq!(state.computer(), None);
    assert_eq!((state.history().count(), state.present().view.turn), (3, Turn::Second));
    // To the end, best play on both sides: the first player has thrown nothing away that counts
    // here, so only ask that somebody wins and that keys after the end do no harm.
    while state.present().view.over.is_none() {
        act(&mut state, &[Action::PlayBest]);
    }
    assert!(state.status().starts_with("The game is over: the "), "{}", state.status());
    act(&mut state, &[Action::Play]);
    assert_eq!(state.message(), Some("n begins another game, u takes a move back, q quits"));
    act(&mut state, &[Action::PlayBest, Action::Select(5), Action::Hints, Action::Value]);
    act(&mut state, &[Action::Undo]);
    assert!(state.present().view.over.is_none());
}

#[test]
fn moves_are_found_by_their_names() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("quixo", "3x3", data.path(), false);
    let mut state = State::new(&oracle, oracle.start(), None).unwrap();
    let all = state.listed().len();
    assert_eq!((all, state.selected_move()), (20, "a3-c3"));
    act(&mut state, &[Action::Select(1)]);
    assert_eq!(state.selected_move(), "a3-a1");
    act(&mut state, &[Action::Select(1000)]);
    assert_eq!(state.selected_move(), "c1-c3");
    act(&mut state, &[Action::Select(-1000), Action::Type('C'), Action::Type('2')]);
    assert_eq!(state.search(), Some("C2"));
    let names = |state: &State<'_>| -> Vec<String> {
        state.listed().iter().map(|m| m.chosen.to_owned()).collect()
    };
    assert_eq!(names(&state), ["c2-a2", "c2-c3", "c2-c1"]);
    act(&mut state, &[Action::Type('q')]);
    assert_eq!(names(&state), Vec::<String>::new());
    act(&mut state, &[Action::Play]);
    assert_eq!(state.message(), Some("no move has this name"));
    act(&mut state, &[Action::Leave, Action::Type('-'), Action::Type('b')]);
    assert_eq!(names(&state), ["b3-b1", "b1-b3"], "the names that contain it");
    act(&mut state, &[Action::Erase, Action::Erase]);
    assert_eq!((state.search(), state.listed().len()), (Some(""), all));
    act(&mut state, &[Action::Erase]);
    assert_eq!(state.search(), None);
}

#[test]
fn hints_put_the_best_first_and_can_be_hidden() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("tictactoe", "3x3", data.path(), true);
    let start = "xo-/-x-/--o".to_owned();
    let mut state = State::new(&oracle, start, None).unwrap();
    assert!(state.listed().iter().all(|m| m.worth.is_none()));
    assert_eq!(state.selected_move(), "c3");
    act(&mut state, &[Action::Hints]);
    assert_eq!(state.selected_move(), "c3", "the selection stays");
    let listed = state.listed();
    let worths: Vec<_> = listed.iter().map(|m| m.worth.unwrap()).collect();
    assert!(worths.is_sorted_by(|a, b| a.0 >= b.0), "{worths:?}");
    assert_eq!(worths[0], (Outcome::new(Value::Win, 3), true));
    act(&mut state, &[Action::Value]);
    assert_eq!(state.line().unwrap().verdict.to_string(), "win in 3");
    assert_eq!(state.line().unwrap().plies.len(), 3);
    act(&mut state, &[Action::PlayBest]);
    assert_eq!(state.line().unwrap().verdict.to_string(), "lose in 2");
    assert_eq!(state.history().next().unwrap().worth.unwrap().0.to_string(), "win in 3");
    act(&mut state, &[Action::Value, Action::Hints]);
    assert!(state.line().is_none() && state.listed()[0].worth.is_none());
}

#[test]
fn without_tables_the_rules_are_enough() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("morris", "nine", data.path(), false);
    let mut state = State::new(&oracle, oracle.start(), None).unwrap();
    let unknown = Some("morris nine is not solved, so values are not known");
    for action in [Action::Hints, Action::Value] {
        act(&mut state, &[action]);
        assert_eq!(state.message(), unknown, "{action:?}");
        assert_eq!((state.computer(), state.history().count()), (None, 0));
    }
    play(&mut state, "d6");
    assert_eq!(state.status(), "Black (the second player) to move");
    // The computer searches for its moves, and says so.
    let searched = Some("morris nine is not solved: sensible moves by search");
    act(&mut state, &[Action::PlayBest]);
    assert_eq!((state.message(), state.history().count()), (searched, 2));
    let state = State::new(&oracle, oracle.start(), Some(Turn::First)).unwrap();
    assert_eq!((state.computer(), state.message()), (Some(Turn::First), searched));
    assert_eq!((state.history().count(), state.present().view.turn), (1, Turn::Second));
}

#[test]
fn what_may_search_is_told_from_what_is_done_at_once() {
    let data = tempfile::tempdir().unwrap();
    let solved = oracle("tictactoe", "3x3", data.path(), true);
    let solved = State::new(&solved, solved.start(), None).unwrap();
    assert!(!solved.may_take_long(Action::Play));
    // The first has values by search, the second has none.
    for (game, variant) in [("connect4", "7x6"), ("morris", "nine")] {
        let oracle = oracle(game, variant, data.path(), false);
        let mut state = State::new(&oracle, oracle.start(), None).unwrap();
        assert!(state.may_take_long(Action::Play) && !state.may_take_long(Action::Select(1)));
        // The key that puts the help away plays nothing.
        act(&mut state, &[Action::Help]);
        assert!(!state.may_take_long(Action::Play));
    }
}

#[test]
fn what_takes_too_long_to_find_is_left_and_the_game_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("connect4", "7x6", data.path(), false);
    let mut state = State::new(&oracle, oracle.start(), Some(Turn::Second)).unwrap();
    state.may_search(Patience { longest: Duration::from_millis(1), ..Patience::default() });
    act(&mut state, &[Action::Play; 3]);
    let now = state.present();
    assert!(now.answer.is_none() && now.view.turn == Turn::First, "{}", now.view.position);
    assert_eq!(state.present, 6);
}

#[test]
fn the_end_has_a_winner_and_no_value() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("tictactoe", "3x3", data.path(), true);
    let mut state = State::new(&oracle, "xx-/oo-/---".to_owned(), Some(Turn::Second)).unwrap();
    act(&mut state, &[Action::Value]);
    assert!(state.line().is_some());
    act(&mut state, &[Action::PlayBest]);
    assert_eq!(state.status(), "The game is over: you won, as X (the first player)");
    assert!(state.line().is_none());
}

#[test]
fn the_computer_takes_what_wins_at_once_without_tables() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("tictactoe", "3x3", data.path(), false);
    let start = "xx-/oo-/---".to_owned();
    let state = State::new(&oracle, start, Some(Turn::First)).unwrap();
    assert_eq!(state.status(), "The game is over: the computer won, as X (the first player)");
    assert_eq!(moves(&state), ["c3"]);
}

#[test]
fn players_with_plural_names_win_in_proper_english() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("hareandhounds", "small", data.path(), true);
    assert!(oracle.drawing().scene.players.iter().any(|name| name.ends_with('s')));
    let wanted = RandomFilter { value: Some(Value::Win), least_remoteness: 1 };
    let won = oracle.random(wanted, 1).unwrap().unwrap();
    let end = oracle.line(&won, 300).unwrap().plies.pop().unwrap().position;
    let state = State::new(&oracle, end, None).unwrap();
    let status = state.status();
    assert!(status.starts_with("The game is over: ") && status.ends_with(" won"), "{status}");
}

#[test]
fn the_computer_solves_puzzles_that_can_be_solved() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("pegs", "triangle4", data.path(), true);
    let mut state = State::new(&oracle, oracle.start(), None).unwrap();
    assert_eq!(state.status(), "Your move");
    act(&mut state, &[Action::Computer]);
    assert_eq!((state.status().as_str(), state.history().count()), ("The puzzle is solved", 8));
    // Positions from which nothing leads to one peg.
    act(&mut state, &[Action::Computer]);
    let wanted = RandomFilter { value: Some(Value::Draw), least_remoteness: 0 };
    let stuck = oracle.random(wanted, 1).unwrap().unwrap();
    let state = State::new(&oracle, stuck, Some(Turn::First)).unwrap();
    assert_eq!(state.message(), Some("it cannot be solved from here"));
    assert_eq!((state.computer(), state.history().count()), (None, 0));
}

#[test]
fn any_key_puts_the_help_away_and_does_nothing_else() {
    let data = tempfile::tempdir().unwrap();
    let oracle = oracle("tictactoe", "3x3", data.path(), false);
    let mut state = State::new(&oracle, oracle.start(), None).unwrap();
    act(&mut state, &[Action::Help]);
    assert!(state.help());
    act(&mut state, &[Action::Play]);
    assert!(!state.help() && state.history().count() == 0);
}
