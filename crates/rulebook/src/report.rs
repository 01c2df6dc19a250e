//! What follows from a text, in lines for its author.

use hindsight_core::{Numbered, count};

use crate::rulebook::Rulebook;

impl Rulebook {
    /// What was derived, a line for each thing. `largest_unit` says how many slots the largest unit of an index
    /// has: what a unit is, the solver knows.
    pub fn report(&self, largest_unit: impl FnOnce(&dyn Numbered) -> u64) -> Vec<String> {
        let found = self.symmetries();
        let mut lines = vec![format!(
            "symmetries: {} of the board, {} with an exchange of the players, each tried on {}{}",
            found.of_board,
            found.with_exchange,
            count(found.tried_on as u64, "position"),
            if found.is_complete { "" } else { " (there may be more)" },
        )];
        let derived = match self.derived() {
            Ok(derived) => derived,
            Err(reason) => {
                lines.push(format!("index: none, the game is explored; {reason}"));
                return lines;
            }
        };
        let Some(index) = self.game().index else { return lines };
        let parts = match derived.parts {
            1 => String::new(),
            parts => format!(" in {parts} parts of the board that share no move"),
        };
        lines.push(format!(
            "index: {} in {}{parts}, {}; the largest unit has {}",
            count(derived.slots, "slot"),
            count(derived.tiers as u64, "tier"),
            match (derived.symmetries, derived.is_folded) {
                (1, false) => "without symmetries".to_owned(),
                (1, true) => "as the player to move sees them".to_owned(),
                (number, false) => format!("up to {number} symmetries"),
                (number, true) =>
                    format!("up to {number} symmetries and as the player to move sees them"),
            },
            count(largest_unit(&*index), "slot"),
        ));
        lines.push(match (derived.unmoves, derived.kernels) {
            (Ok(()), Ok(())) => "un-moves: derived; the game runs on a GPU too".to_owned(),
            (Ok(()), Err(reason)) => format!("un-moves: derived; not on a GPU: {reason}"),
            (Err(reason), _) => format!("un-moves: none, edges are reversed; {reason}"),
        });
        lines
    }
}
