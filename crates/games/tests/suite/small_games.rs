//! The known values and counts of the loop-free games, by plain minimax.

use std::collections::{BTreeMap, HashMap};

use hindsight_core::{Indexed, Outcome, Rules};
use hindsight_games::tentozero::TenToZero;
use hindsight_games::tictactoe::TicTacToe;
use hindsight_testkit::minimax;

#[test]
fn ten_to_zero_is_won_by_leaving_multiples_of_three() {
    let mut known = HashMap::new();
    assert_eq!(minimax(&TenToZero, TenToZero.start(), &mut known), Outcome::Win(7));
    let mut winning = Vec::new();
    TenToZero.moves(TenToZero.start(), |taken| {
        if known[&TenToZero.play(TenToZero.start(), taken)] == Outcome::Lose(6) {
            winning.push(taken);
        }
    });
    assert_eq!(winning, [1]);
}

#[test]
fn tic_tac_toe_is_a_tie_in_nine_with_the_known_counts() {
    let game = TicTacToe::variant("3x3").unwrap();
    let mut known = HashMap::new();
    assert_eq!(minimax(&game, game.start(), &mut known), Outcome::Tie(9));
    assert_eq!(known.len(), 5_478);
    // By place: the outcome, and how many positions the orbit has.
    let mut orbits = BTreeMap::new();
    for (&position, &outcome) in &known {
        let place = game.locate(position);
        let size = game.symmetries() / place.stabiliser;
        let orbit = *orbits.entry((place.tier, place.slot)).or_insert((outcome, size));
        assert_eq!(orbit, (outcome, size), "one orbit, one outcome");
    }
    assert_eq!(orbits.len(), 765);
    assert_eq!(orbits.values().map(|(_, size)| size).sum::<u32>(), 5_478);
}
