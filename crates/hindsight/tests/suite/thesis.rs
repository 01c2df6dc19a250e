//! The two games of 3x3 Quixo in Appendix A of the thesis on GamesmanOne, followed step by step at the
//! prompt. There, cells are numbered 1 to 9 from the top left and a move is the cell that is taken and
//! the cell where it goes in; the lists of moves come in the same order as ours.

use crate::bench::Bench;

/// A step of a game: the position in our notation, its moves, and the move that was made.
struct Step {
    position: &'static str,
    moves: &'static str,
    made: &'static str,
}

const fn step(position: &'static str, moves: &'static str, made: &'static str) -> Step {
    Step { position, moves, made }
}

const ALL: &str = "13 17 21 23 28 31 39 46 41 47 64 63 69 79 71 87 89 82 97 93";
const WITHOUT_3: &str = "13 17 21 23 28 46 41 47 64 63 69 79 71 87 89 82 97 93";

/// The person's turns; the computer answers each.
const SOLVED: [Step; 4] = [
    step("---/---/---:x", ALL, "46"),
    step("--O/--X/---:x", WITHOUT_3, "17"),
    step("-OO/--X/X--:x", "13 17 46 41 47 64 63 69 79 71 87 89 82 97 93", "93"),
    step("OXO/--O/X-X:x", "21 23 28 46 41 47 79 71 87 89 82 97 93", "28"),
];

const UNSOLVED: [Step; 7] = [
    step("---/---/---:x", ALL, "13"),
    step("--X/---/---:o", WITHOUT_3, "13"),
    step("-XO/---/---:x", WITHOUT_3, "46"),
    step("-XO/--X/---:o", "13 17 31 39 46 41 47 79 71 87 89 82 97 93", "93"),
    step("-XO/--O/--X:x", "13 17 21 23 28 46 41 47 79 71 87 89 82 97 93", "13"),
    step("XOX/--O/--X:o", "21 23 28 46 41 47 64 63 69 79 71 87 89 82", "79"),
    step("XOX/--O/-XO:x", "13 17 31 39 46 41 47 79 71 87 89 82", "82"),
];

/// Moves as we write them, separated by spaces.
fn ours(moves: &str) -> String {
    let cell = |digit: char| {
        let cell = digit.to_digit(10).expect("a digit") as usize - 1;
        format!("{}{}", ["a", "b", "c"][cell % 3], 3 - cell / 3)
    };
    let name = |digits: &str| digits.chars().map(cell).collect::<Vec<_>>().join("-");
    moves.split(' ').map(name).collect::<Vec<_>>().join(" ")
}

/// The board as the prompt draws it, with the position below.
fn drawn(position: &str) -> String {
    let cells = position.split(':').next().expect("cells");
    let mut text = String::from("\n");
    for (row, name) in cells.split('/').zip(["3", "2", "1"]) {
        let symbols: Vec<String> = row.chars().map(String::from).collect();
        text += &format!(" {name}  {}\n", symbols.join(" "));
    }
    text + "    a b c\n" + position + "\n"
}

/// What `query` says about a position.
fn value(bench: &Bench, position: &str) -> String {
    let answer = bench.json(&format!("query quixo {position} --variant 3x3 --format json"));
    format!("{} in {}", answer["value"].as_str().expect("a value"), answer["remoteness"])
}

#[test]
fn the_solved_game_against_the_computer() {
    let bench = Bench::new();
    let mut input = String::new();
    let mut wanted = String::from(
        "quixo 3x3 is not solved yet; solving it first...\nquixo 3x3; type help for help\n",
    );
    // The positions in which the computer is to move.
    let after = ["---/--X/---:o", "--O/--X/X--:o", "-OX/--O/X-X:o", "O-O/--O/XXX:o"];
    for (at, Step { position, moves, made }) in SOLVED.iter().enumerate() {
        let (moves, made, remoteness) = (ours(moves), ours(made), 7 - 2 * at);
        input += &format!("moves\nvalue\n{made}\n");
        wanted += &drawn(position);
        wanted += &format!("first player> moves\n{moves}\n");
        wanted += &format!("first player> value\nfirst player to move: win in {remoteness}\n");
        wanted += &format!("first player> {made}\n{}", drawn(after[at]));
        // All three answers that the thesis shows push a cube in at the top right.
        wanted += if at < 3 { "the computer plays a3-c3\n" } else { "" };
    }
    wanted += "the game is over: the first player wins\n";
    let command = "play quixo --variant 3x3 --computer second";
    assert_eq!(bench.run_with_input(command, &input).ok(), wanted);
    for (position, plies) in after.iter().zip([6, 4, 2, 0]) {
        assert_eq!(value(&bench, position), format!("lose in {plies}"), "{position}");
    }
}

#[test]
fn the_values_of_all_moves() {
    let bench = Bench::new();
    bench.run("solve quixo --variant 3x3").ok();
    let hint = |position: &str| {
        let command = format!("play quixo --variant 3x3 --computer none --from {position}");
        let out = bench.run_with_input(&command, "hint\n").ok();
        let mut worths: Vec<String> = Vec::new();
        for line in out.lines().filter(|line| line.contains(" in ")) {
            let line = line.trim_start_matches("first player> hint");
            let words: Vec<&str> = line.trim_start_matches(['*', ' ']).split_whitespace().collect();
            worths.push(words[..4].join(" "));
        }
        worths
    };
    // The thesis gives the remoteness after the move, we that before it.
    let at_start: Vec<String> =
        ALL.split(' ').map(|chosen| format!("{} win in 7", ours(chosen))).collect();
    assert_eq!(hint(SOLVED[0].position), at_start);
    let losing = "13 17 46 41 47 64 69 79 71 87 89 82 97";
    let mut later = vec![format!("{} win in 3", ours("93")), format!("{} lose in 4", ours("63"))];
    later.extend(losing.split(' ').map(|chosen| format!("{} lose in 2", ours(chosen))));
    assert_eq!(hint(SOLVED[2].position), later);
}

#[test]
fn the_game_that_is_not_solved() {
    let bench = Bench::new();
    let mut input = String::new();
    let mut wanted = String::from("quixo 3x3; type help for help\n");
    for (at, Step { position, moves, made }) in UNSOLVED.iter().enumerate() {
        let (moves, made) = (ours(moves), ours(made));
        let player = ["first player", "second player"][at % 2];
        input += &format!("moves\nhint\nvalue\n{made}\n");
        wanted += &drawn(position);
        wanted += &format!("{player}> moves\n{moves}\n");
        for word in ["hint", "value"] {
            wanted +=
                &format!("{player}> {word}\nquixo 3x3 is not solved, so values are not known\n");
        }
        wanted += &format!("{player}> {made}\n");
    }
    wanted += &drawn("XXX/-OO/--O:o");
    wanted += "the game is over: the first player wins\n";
    let out = bench.run_with_input("play quixo --variant 3x3 --unsolved", &input).ok();
    assert_eq!(out, wanted);
    assert!(!bench.path("data").exists(), "nothing is solved");
    // A computer needs values.
    let line = bench.run("play quixo --unsolved --computer first").failed(2);
    assert!(line.contains("cannot be used with"), "{line}");
}
