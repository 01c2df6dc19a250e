//! The boards that GamesmanUni draws with code of its own: tic-tac-toe, Sim and Quarto.

use std::collections::HashSet;

use hindsight_testkit::Dice;
use serde_json::json;

use super::visit::enter;
use super::{BASE, text};
use crate::client::Running;

#[test]
fn the_hard_wired_board_gets_what_it_reads() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    // Small games are solved while the first visitor waits.
    let answer = server.get(&format!("{BASE}/tictactoe/3x3/positions/?p=1_---------")).json();
    assert_eq!((&answer["positionValue"], &answer["remoteness"]), (&json!("tie"), &json!(9)));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    for chosen in moves {
        let button: Vec<char> = text(&chosen["autoguiMove"]).chars().collect();
        assert_eq!((button[0], button[2]), ('A', 'x'));
        let cell = button[4].to_digit(10).unwrap() as usize;
        let mut cells = ['-'; 9];
        cells[cell] = 'x';
        let position = format!("2_{}", cells.iter().collect::<String>());
        assert_eq!((&chosen["position"], &chosen["remoteness"]), (&json!(position), &json!(8)));
    }
    let over = server.get(&format!("{BASE}/tictactoe/3x3/positions?p=2_xxxoo----")).json();
    assert_eq!(
        over,
        json!({"position": "2_xxxoo----", "autoguiPosition": "2_xxxoo----",
               "positionValue": "lose", "remoteness": 0, "moves": []})
    );
}

/// The client's list of Sim's lines, between which points each is.
const LINES: [&str; 15] =
    ["12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35", "36", "45", "46", "56"];

/// Sim's board has six points and draws fifteen characters, whatever the variant: a move must change the
/// one of its line.
#[test]
fn sim_on_any_number_of_points_is_drawn_between_six() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    for (variant, lines) in [("6", 15), ("5", 10)] {
        server.wait_for(&format!("/api/v1/games/sim/{variant}/position"));
        let found = enter(&server, "sim", variant);
        assert_eq!(found.start, "1_---------------");
        let (mut asked, mut dice) = (found.start.clone(), Dice(1));
        for drawn in 0.. {
            let answer = found.get(&asked);
            found.check(&asked, &answer);
            let moves = answer["moves"].as_array().unwrap();
            if moves.is_empty() {
                break;
            }
            assert_eq!(moves.len(), lines - drawn, "{asked}");
            for chosen in moves {
                let next = text(&chosen["position"]);
                let changed = (2..17).filter(|&at| next.as_bytes()[at] != asked.as_bytes()[at]);
                let changed: Vec<&str> = changed.map(|at| LINES[at - 2]).collect();
                assert_eq!(changed, [text(&chosen["move"])], "{asked} to {next}");
            }
            asked = text(&moves[dice.below(moves.len())]["position"]).to_owned();
        }
    }
    let wrong = server.get(&format!("{BASE}/sim/5/positions/?p=2_----x----------")).json();
    assert_eq!(wrong, json!({"error": "Invalid Position"}), "a line to the sixth of five points");
}

/// Sim's board wants the lines in the order 12, 13, ..., 56, and moves that are two points.
#[test]
fn the_hard_wired_board_of_sim_gets_what_it_reads() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/sim/6/position");
    let found = enter(&server, "sim", "6");
    assert_eq!(found.start, "1_---------------");
    let answer = found.get(&found.start);
    found.check(&found.start, &answer);
    assert_eq!(answer["positionValue"], "lose");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 15);
    let last = moves.iter().find(|chosen| chosen["move"] == "56").unwrap();
    assert_eq!(last["position"], "2_--------------x");
    let next = found.get("2_--------------x");
    found.check("2_--------------x", &next);
    assert_eq!(next["moves"].as_array().unwrap().len(), 14);
}

/// Quarto has no tables: the start is in the opening table, what is far enough is searched.
#[test]
fn quarto_is_answered_on_its_hard_wired_board() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    let found = enter(&server, "quarto", "4x4");
    assert_eq!(found.start, "1_-----------------");
    let start = found.get(&found.start);
    found.check(&found.start, &start);
    assert_eq!((&start["positionValue"], &start["remoteness"]), (&json!("tie"), &json!(17)));
    let buttons: HashSet<&str> = start["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chosen| text(&chosen["autoguiMove"]))
        .collect();
    let expected =
        (0..16u8).map(|k| format!("A_{}_{}", char::from(b'A' + k), 272 + usize::from(k)));
    assert_eq!(buttons.len(), 16);
    expected.for_each(|button| assert!(buttons.contains(button.as_str()), "{button}"));
    // Eight pieces on the board: from here on to the end everything is searched.
    let mut asked = "2_AP-B-K-F-G-M-J--H".to_owned();
    let mut dice = Dice(3);
    loop {
        let answer = found.get(&asked);
        found.check(&asked, &answer);
        assert_ne!(answer["positionValue"], "unsolved");
        let moves = answer["moves"].as_array().unwrap();
        if moves.is_empty() {
            break;
        }
        asked = text(&moves[dice.below(moves.len())]["position"]).to_owned();
    }
    // With five pieces on it, the answer waits for a search.
    let early = "1_--D--P---O-A--B-H";
    let answer = found.get(early);
    found.check(early, &answer);
    assert_ne!(answer["positionValue"], "unsolved");
    for wrong in ["1_----------------", "2_-----------------", "1_A---------------A", "A"] {
        let answer = server.get(&format!("{BASE}/quarto/4x4/positions/?p={wrong}")).json();
        assert_eq!(answer, json!({"error": "Invalid Position"}), "{wrong}");
    }
}

/// Positions of tic-tac-toe come back from the text that the client's own board reads.
#[test]
fn positions_of_the_hard_wired_board_round_trip() {
    let data = tempfile::tempdir().unwrap();
    let server = Running::new(data.path());
    server.wait_for("/api/v1/games/tictactoe/3x3/position");
    let found = enter(&server, "tictactoe", "3x3");
    let mut known = HashSet::from([found.start.clone()]);
    let mut open = vec![found.start.clone()];
    // Two plies are ninety positions or fewer; the games at random go deeper.
    for _ in 0..2 {
        for position in std::mem::take(&mut open) {
            let answer = found.get(&position);
            found.check(&position, &answer);
            for chosen in answer["moves"].as_array().unwrap() {
                let next = text(&chosen["position"]).to_owned();
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    assert_eq!(known.len(), 1 + 9 + 72);
}
