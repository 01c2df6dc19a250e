//! Every game small enough, completely: each position's stored value is the twin's, and so are the
//! counts of the analysis.

use hindsight_core::{Code, Indexed, Outcome, Rules, Value};
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::quixo::Quixo;
use hindsight_games::tentozero::TenToZero;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_solve::{Control, Explored, analyze, verify};

use crate::by_hand::{MEMORY, all_positions, rows, solve_into};
use crate::twin;

/// Solves, stores, reads back and compares all slots, also those that no play from the start leads
/// to; then the analysis of those that it does. Returns the start's outcome.
fn compare_completely<G: Indexed>(game: &G) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(game, folder.path());
    verify(game, &store, &Control::default()).unwrap();
    let outcomes = twin::outcomes(game, all_positions(game));
    for (&position, &outcome) in &outcomes {
        let place = game.locate(position);
        let stored = store.table(&game.tier_name(place.tier)).unwrap().get(place.slot).unwrap();
        assert_eq!(stored, Code::new(outcome), "{position:?}");
    }
    let from_start = twin::outcomes(game, [game.start()]);
    let counts = twin::count(&from_start, |&position| {
        let place = game.locate(position);
        let turn = game.orbits().turns_apart.then(|| game.turn(position));
        (place.tier, place.slot, turn)
    });
    let analysis = analyze(game, &store, &Control::default()).unwrap();
    assert_eq!(rows(&analysis), counts);
    for (outcome, position) in analysis.longest_win.into_iter().chain(analysis.longest_lose) {
        assert_eq!(from_start[&position], outcome);
        let longer = |other: &&Outcome| {
            other.value() == outcome.value() && other.remoteness() > outcome.remoteness()
        };
        assert_eq!(from_start.values().find(longer), None);
    }
    from_start[&game.start()]
}

fn explored<G: Rules>(rules: G) -> Explored<G> {
    Explored::new(rules, MEMORY).unwrap()
}

#[test]
fn ten_to_zero_by_exploration() {
    assert_eq!(compare_completely(&explored(TenToZero)), Outcome::Win(7));
}

#[test]
fn tic_tac_toe_by_tiers_and_by_exploration() {
    let by_tiers = TicTacToe::variant("3x3").unwrap();
    assert_eq!(compare_completely(&by_tiers), Outcome::Tie(9));
    assert_eq!(compare_completely(&explored(by_tiers)), Outcome::Tie(9));
}

#[test]
fn quixo_by_tiers_and_by_exploration() {
    for (variant, outcome) in [("2x2", Outcome::Win(3)), ("3x3", Outcome::Win(7))] {
        let by_tiers = Quixo::variant(variant).unwrap();
        assert_eq!(compare_completely(&by_tiers), outcome, "{variant}");
        assert_eq!(compare_completely(&explored(by_tiers)), outcome, "{variant}");
    }
}

#[test]
fn small_boards_of_kono_with_ties_and_draws() {
    let boards =
        [(3, 3, 0b111_000_000), (5, 3, 0b111 << 12), (3, 5, 0b11111 << 10), (4, 3, 0b010_111 << 6)];
    let mut seen = std::collections::HashSet::new();
    for (rows, columns, home) in boards {
        for stuck in [Value::Tie, Value::Lose, Value::Win] {
            let kono = Kono::new(rows, columns, home, stuck);
            seen.extend(twin::outcomes(&kono, all_positions(&kono)).values().map(|o| o.value()));
            compare_completely(&kono);
        }
    }
    assert_eq!(seen.len(), Value::ALL.len(), "boards on which all values occur");
}

#[test]
fn small_boards_of_tic_tac_two_with_ties_and_draws() {
    // Without room for the frame to move, with room, and with marks too few for three in a row.
    let boards = [(3, 3, 4, Outcome::Draw), (5, 3, 3, Outcome::Draw), (3, 5, 2, Outcome::Draw)];
    for (rows, columns, marks, outcome) in boards {
        let game = TicTacTwo::new(rows, columns, marks);
        assert_eq!(compare_completely(&game), outcome, "{rows}x{columns}, {marks} marks each");
    }
    // The counts have just been compared: all values occur in play.
    let game = TicTacTwo::new(5, 3, 3);
    let folder = tempfile::tempdir().unwrap();
    let store = solve_into(&game, folder.path());
    let analysis = analyze(&game, &store, &Control::default()).unwrap();
    let seen: std::collections::HashSet<Value> =
        rows(&analysis).keys().map(|outcome| outcome.value()).collect();
    assert_eq!(seen.len(), Value::ALL.len());
}
