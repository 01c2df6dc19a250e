//! Kinds of games: how many play, and what more than a value can be known.

use crate::value::{Outcome, Value};

/// What kind of game it is, which says what there is to know about a position beyond its value and
/// remoteness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Two players, and nothing more to know.
    #[default]
    Partisan,
    /// Two players who have the same moves at every position, and who cannot move has lost. No
    /// position comes back. Every position has a Grundy number: it is worth as much as a pile of so
    /// many in Nim, also as a part of a larger game.
    Impartial,
    /// Two players, one of whom wins by a [margin](crate::Margins).
    Scored,
    /// One player, who looks for a way to a solved position.
    ///
    /// To the engine a puzzle is a game like any other in which it is always the first player's
    /// turn: a solved position is a primitive [tie](crate::Value::Tie), and one at which nothing can
    /// be done has a move to itself. Nobody wins or loses then, ties hurry, and what never ends is a
    /// draw: a tie in n means *solvable in n moves*, a draw *unsolvable*.
    Puzzle,
}

impl Kind {
    /// The word used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Partisan => "partisan",
            Kind::Impartial => "impartial",
            Kind::Scored => "scored",
            Kind::Puzzle => "puzzle",
        }
    }

    /// How many people play.
    pub const fn players(self) -> u32 {
        match self {
            Kind::Partisan | Kind::Impartial | Kind::Scored => 2,
            Kind::Puzzle => 1,
        }
    }

    /// An outcome as people read it: of a puzzle how many moves solve it, or that none do.
    pub fn in_words(self, outcome: Outcome) -> String {
        match (self, outcome) {
            (Kind::Puzzle, Outcome::Tie(0)) => "solved".to_owned(),
            (Kind::Puzzle, Outcome::Tie(moves)) => format!("solvable in {moves}"),
            (Kind::Puzzle, Outcome::Draw) => "unsolvable".to_owned(),
            _ => outcome.to_string(),
        }
    }

    /// A value as people read it.
    pub const fn value_in_words(self, value: Value) -> &'static str {
        match (self, value) {
            (Kind::Puzzle, Value::Tie) => "solvable",
            (Kind::Puzzle, Value::Draw) => "unsolvable",
            _ => value.name(),
        }
    }

    /// Whether every move passes the turn.
    pub const fn alternates(self) -> bool {
        self.players() == 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_of_puzzles_have_their_own_words() {
        let words = |outcome| Kind::Puzzle.in_words(outcome);
        assert_eq!(words(Outcome::Tie(0)), "solved");
        assert_eq!(words(Outcome::Tie(31)), "solvable in 31");
        assert_eq!(words(Outcome::Draw), "unsolvable");
        assert_eq!(Kind::Scored.in_words(Outcome::Tie(3)), "tie in 3");
        assert_eq!(Kind::Partisan.in_words(Outcome::Draw), "draw");
    }
}
