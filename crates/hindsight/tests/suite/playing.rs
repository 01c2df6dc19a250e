//! A game at the prompt, through pipes.

use crate::bench::Bench;

#[test]
fn a_game_against_the_computer_is_played_to_its_end() {
    let bench = Bench::new();
    // The game is not solved: it is small enough to be solved first.
    let out = bench.run_with_input("play tentozero --computer first", "1\n1\n1\n1\n1\n").ok();
    assert!(out.contains("solving it first"), "{out}");
    assert!(out.contains("the computer plays 1"), "{out}");
    assert!(out.ends_with("the game is over: the first player (the computer) wins\n"), "{out}");
    bench.run("verify tentozero").ok();
}

#[test]
fn the_prompt_knows_its_words() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let words = "help\nmoves\nhint\nvalue\nnonsense\n\nb2\nundo\nundo\nB2\nboard\nquit\na1\n";
    let out = bench.run_with_input("play tictactoe --computer none", words).ok();
    for part in [
        "take back your last move",
        "a3 b3 c3 a2 b2 c2 a1 b1 c1",
        "* b2  tie in 9",
        "first player to move: tie in 9",
        "\"nonsense\" is no move here",
        "there is nothing to undo",
        "second player> quit\nbye\n",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn undo_takes_back_the_computers_answer_too() {
    let bench = Bench::new();
    let out = bench.run_with_input("play tictactoe", "a1\nundo\nmoves\n").ok();
    assert!(out.contains("first player> moves\na3 b3 c3 a2 b2 c2 a1 b1 c1\n"), "{out}");
    // The end of the input ends the game.
    assert!(out.ends_with("bye\n"), "{out}");
}

#[test]
fn a_game_can_begin_anywhere() {
    let bench = Bench::new();
    let out = bench.run_with_input("play tictactoe --from xx-/oo-/--- --computer none", "c3\n");
    assert!(out.ok().ends_with("the game is over: the first player wins\n"));
    let line = bench.run("play tictactoe --from xxxx").failed(2);
    assert!(line.contains("is no position"), "{line}");
}

#[test]
fn the_rules_are_told_and_the_strength_is_chosen() {
    let bench = Bench::new();
    let out = bench.run_with_input("play tictactoe --strength beginner", "rules\nb2\n").ok();
    assert!(out.contains("Tic-Tac-Toe: "), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(out.contains("the computer plays "), "{out}");
    // The perfect computer never loses; the beginner soon does, against moves that only look for lines.
    let lost = |strength: &str| {
        let games = (0..12).map(|_| {
            let moves = "b2\na1\nc3\na3\nc1\na2\nc2\nb1\nb3\n".repeat(2);
            let arguments = format!("play tictactoe --strength {strength}");
            bench.run_with_input(&arguments, &moves).ok()
        });
        games.filter(|out| out.contains("the first player wins")).count()
    };
    assert_eq!(lost("perfect"), 0);
    assert!(lost("beginner") > 0);
    let line = bench.run("play tictactoe --strength perfekt").failed(2);
    assert!(line.contains("strengths are beginner, easy, medium, strong, perfect"), "{line}");
}

#[test]
fn a_game_from_a_text_has_rules_too() {
    let bench = Bench::new();
    bench.run("new mine.game").ok();
    let out = bench.run_with_input("play mine.game --computer none", "rules\nquit\n").ok();
    let explained = bench.run("explain mine.game").ok();
    let first = explained.split_whitespace().take(6).collect::<Vec<_>>().join(" ");
    let joined = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined.contains(&first), "{first} in {out}");
}

#[test]
fn a_large_game_is_played_by_search() {
    let bench = Bench::new();
    let out = bench.run_with_input("play quixo --computer first", "hint\nq\n").ok();
    assert!(
        out.starts_with("quixo 5x5 is not solved in data: the computer searches for its"),
        "{out}"
    );
    assert!(out.contains("take --variant 4x4 or 3x3 or 2x2"), "{out}");
    assert!(out.contains("For two people, take --unsolved."), "{out}");
    assert!(out.contains("the computer plays ") && !out.contains("is no move here"), "{out}");
    assert!(out.contains("quixo 5x5 is not solved, so values are not known"), "{out}");
    assert!(!bench.path("data").exists());
    // Where a move wins at once, it is played.
    let from = "XXXX-/-----/OOO--/-----/-----:x";
    let out = bench.run_with_input(&format!("play quixo --computer first --from {from}"), "").ok();
    assert!(out.ends_with("the game is over: the first player (the computer) wins\n"), "{out}");
}
