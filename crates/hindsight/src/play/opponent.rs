//! The computer as a player: which side it has, and how well it plays.

use std::hash::{BuildHasher, RandomState};

use hindsight_core::{Kind, Turn};
use hindsight_oracle::{Oracle, SearchedMove, View};
use hindsight_players::{Random, Strength};

use crate::failure::Failure;

/// The most positions that the computer looks at before a move where nothing is solved: less than a second.
pub const SEARCH_NODES: u64 = 200_000;

/// The computer as a player.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// The side that it plays, if any.
    pub side: Option<Turn>,
    pub strength: Strength,
    random: Random,
}

impl Opponent {
    pub fn new(side: Option<Turn>, strength: Strength) -> Opponent {
        Opponent { side, strength, random: Random::new(RandomState::new().hash_one(())) }
    }

    /// Any legal move, when it is time to err, and otherwise a best one. In a puzzle it does not err: it would
    /// only go round.
    pub fn choose(&mut self, best: String, view: &View) -> String {
        let errs = self.random.below(100) < self.strength.errs() as usize;
        if !errs || view.kind == Kind::Puzzle || view.moves.is_empty() {
            return best;
        }
        view.moves[self.random.below(view.moves.len())].chosen.clone()
    }

    /// How many positions it searches before a move where nothing is solved.
    pub fn nodes(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Puzzle => SEARCH_NODES,
            _ => self.strength.nodes().min(SEARCH_NODES),
        }
    }

    /// A move found by search, where nothing is solved; `None` where the game is over.
    pub fn search(
        &mut self,
        oracle: &Oracle,
        position: &str,
        nodes: u64,
    ) -> Result<Option<SearchedMove>, Failure> {
        Ok(oracle.searched_move(position, nodes, self.random.roll(), &|| false)?)
    }

    /// What its strength means, in a line.
    pub fn meaning(&self) -> &'static str {
        match self.strength {
            Strength::Beginner => "three of four moves are any legal ones",
            Strength::Easy => "nearly every other move is any legal one",
            Strength::Medium => "one move in four is any legal one",
            Strength::Strong => "one move in ten is any legal one",
            Strength::Perfect => "always a best move",
        }
    }
}

impl From<Option<Turn>> for Opponent {
    fn from(side: Option<Turn>) -> Opponent {
        Opponent::new(side, Strength::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::state::tests::oracle;

    #[test]
    fn levels_err_as_often_as_they_say() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("tictactoe", "3x3", data.path(), false);
        let view = oracle.view(&oracle.start()).unwrap();
        for strength in Strength::ALL {
            let mut computer = Opponent::new(None, strength);
            computer.random = Random::new(7);
            let others =
                (0..9000).filter(|_| computer.choose("b2".to_owned(), &view) != "b2").count();
            // One of nine moves is the best one by chance.
            let wanted = 80 * strength.errs() as usize;
            assert!(others.abs_diff(wanted) < 150, "{strength}: {others} for {wanted}");
        }
    }

    #[test]
    fn puzzles_are_solved_without_errors() {
        let data = tempfile::tempdir().unwrap();
        let oracle = oracle("pegs", "triangle4", data.path(), false);
        let view = oracle.view(&oracle.start()).unwrap();
        let mut computer = Opponent::new(Some(Turn::First), Strength::Beginner);
        assert!((0..100).all(|_| computer.choose("best".to_owned(), &view) == "best"));
    }
}
