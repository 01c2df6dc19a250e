//! The outcomes that positions of a level can have.
//!
//! Found from the last level upwards: it has lost positions and ties, and a position of any other
//! level is lost already, or what the best of its moves makes of it. Numbered from worst to best, a
//! position's number is the highest there is minus that of its best move's.

use hindsight_core::{Outcome, Value};

use super::board::Shape;

/// The outcomes of a level, worst first.
pub fn anticipated(shape: Shape, level: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::over(Value::Lose), Outcome::over(Value::Tie)];
    for _ in level..shape.last() {
        outcomes = outcomes.into_iter().map(Outcome::as_seen_by_mover).collect();
        outcomes.push(Outcome::over(Value::Lose));
        outcomes.sort_unstable();
    }
    outcomes
}
