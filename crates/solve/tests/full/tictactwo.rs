//! Tic-Tac-Two as published, every row in both columns.

use hindsight_core::Outcome;
use hindsight_games::tictactwo::TicTacTwo;
use hindsight_solve::fingerprint;
use hindsight_store::GameId;

use crate::{in_folder, solve_and_count, stopwatch};

#[test]
fn tic_tac_two_is_as_published() {
    in_folder(|root| {
        let game = TicTacTwo::variant("5x5").unwrap();
        let rules = fingerprint(&game, &game);
        let id = GameId { game: "tictactwo".into(), variant: "5x5".into(), rules };
        // The text of the publication says 14, its conclusion 12, and its tables agree with the latter.
        let start = Outcome::Tie(12);
        let facts = "tictactwo_value_counts.csv";
        solve_and_count(&game, &id, root, start, facts, stopwatch("tictactwo"));
    });
}
