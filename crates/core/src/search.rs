//! Solving a position without tables, for any game that is finite and shallow.
//!
//! Who wins, and how soon, is found by alpha-beta with a memory of positions. Ties are different:
//! both players hurry there, so that a tie in few plies is better for both and bounds do not turn
//! around with the turn. The search therefore takes all ties as equal; how soon a tied position ends
//! is asked afterwards, of the moves that keep the tie.

use std::collections::HashMap;

use crate::game::Rules;
use crate::value::{Outcome, Value};

/// More plies than any game that is searched has.
const HORIZON: i32 = 20_000;
/// The longest line that is followed: a game that goes round in circles must not end the program.
const DEEPEST: u32 = 400;

/// A search of one game, with what it remembers. Positions must not come back in the course of a
/// game.
#[derive(Debug)]
pub struct Search<'g, G: Rules> {
    game: &'g G,
    /// Bounds of scores: a win in `r` is `HORIZON - r`, a loss in `r` the same below zero.
    scores: HashMap<G::Position, (i32, i32)>,
    /// Plies to the end of tied positions.
    ties: HashMap<G::Position, u16>,
    /// Positions that may still be looked at.
    left: u64,
}

impl<'g, G: Rules> Search<'g, G> {
    /// A search that gives up after so many positions.
    pub fn new(game: &'g G, most_positions: u64) -> Search<'g, G> {
        Search { game, scores: HashMap::new(), ties: HashMap::new(), left: most_positions }
    }

    /// The outcome of a position; `None` when that takes too many positions, or too long a line.
    pub fn outcome(&mut self, position: G::Position) -> Option<Outcome> {
        let score = self.score(position, -HORIZON, HORIZON, DEEPEST)?;
        Some(match score {
            0 => Outcome::Tie(self.plies(position, DEEPEST)?),
            1.. => Outcome::Win((HORIZON - score) as u16),
            _ => Outcome::Lose((HORIZON + score) as u16),
        })
    }

    /// The score, if it is inside the window; otherwise a bound on the same side of it.
    fn score(&mut self, position: G::Position, low: i32, high: i32, depth: u32) -> Option<i32> {
        match self.game.primitive(position) {
            Some(Value::Win) => return Some(HORIZON),
            Some(Value::Lose) => return Some(-HORIZON),
            Some(_) => return Some(0),
            None => {}
        }
        let (mut low, mut high) = (low, high);
        let known = self.scores.get(&position).copied().unwrap_or((-HORIZON, HORIZON));
        if known.0 >= high || known.0 == known.1 {
            return Some(known.0);
        }
        if known.1 <= low {
            return Some(known.1);
        }
        self.left = self.left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        low = low.max(known.0);
        high = high.min(known.1);
        let from = low;
        let mut best = -HORIZON;
        for child in self.children(position) {
            let score = of_mover(self.score(child, of_child(high), of_child(low), depth)?);
            best = best.max(score);
            if best >= high {
                break;
            }
            low = low.max(best);
        }
        let bounds = if best >= high {
            (best.max(known.0), known.1)
        } else if best <= from {
            (known.0, best.min(known.1))
        } else {
            (best, best)
        };
        self.scores.insert(position, bounds);
        Some(best)
    }

    /// How soon a tied position ends when both hurry.
    fn plies(&mut self, position: G::Position, depth: u32) -> Option<u16> {
        if self.game.primitive(position).is_some() {
            return Some(0);
        }
        if let Some(&plies) = self.ties.get(&position) {
            return Some(plies);
        }
        let depth = depth.checked_sub(1)?;
        let mut least = u16::MAX;
        for child in self.children(position) {
            if self.score(child, -1, 1, depth)? == 0 {
                least = least.min(self.plies(child, depth)? + 1);
            }
        }
        self.ties.insert(position, least);
        Some(least)
    }

    fn children(&self, position: G::Position) -> Vec<G::Position> {
        let mut children = Vec::new();
        self.game.children(position, |child| children.push(child));
        // Equal children, and ends first.
        children.sort_unstable();
        children.dedup();
        children.sort_by_key(|&child| self.game.primitive(child).is_none());
        children
    }
}

/// A child's score for the player who moves there: a ply further from the end.
fn of_mover(score: i32) -> i32 {
    -(score - score.signum())
}

/// The inverse of [`of_mover`].
fn of_child(score: i32) -> i32 {
    -(score + score.signum())
}
