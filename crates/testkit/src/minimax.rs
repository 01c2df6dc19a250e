//! The slow, obvious solver of games without loops.

use std::collections::HashMap;

use hindsight_core::{Outcome, Rules};

/// The outcome of a position, by plain minimax; `known` gets those of all positions that it leads to.
pub fn minimax<G: Rules>(
    game: &G,
    position: G::Position,
    known: &mut HashMap<G::Position, Outcome>,
) -> Outcome {
    if let Some(&outcome) = known.get(&position) {
        return outcome;
    }
    let outcome = match game.primitive(position) {
        Some(value) => Outcome::over(value),
        None => {
            let mut children = Vec::new();
            game.moves(position, |chosen| children.push(game.play(position, chosen)));
            let outcomes =
                children.into_iter().map(|child| minimax(game, child, known).as_seen_by_mover());
            outcomes.max().expect("a game that is not over has moves")
        }
    };
    known.insert(position, outcome);
    outcome
}
