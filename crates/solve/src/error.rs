//! What can go wrong while solving.

use hindsight_core::{Outcome, Unexplored};
use hindsight_store::StoreError;
use thiserror::Error;

/// Why a game was not solved, verified or analysed.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A table cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game contradicts itself: a mistake of its author.
    #[error(
        "the rules of the game are inconsistent: {what} (tier {tier}, slot {slot}); `check` may tell more"
    )]
    Inconsistent {
        /// What was found.
        what: &'static str,
        /// The tier.
        tier: String,
        /// The slot in the tier.
        slot: u64,
    },
    /// A stored value is not what the children's values make of it.
    #[error("tier {tier}, slot {slot} is stored as {stored}, but its moves make it {derived}")]
    WrongValue {
        /// The tier.
        tier: String,
        /// The slot in the tier.
        slot: u64,
        /// What the table says.
        stored: String,
        /// What the children say.
        derived: Outcome,
    },
    /// What is stored about a draw is not what its moves make of it.
    #[error("tier {tier}, slot {slot} is stored as {stored}, but its moves make it {derived}")]
    WrongLabel {
        /// The tier.
        tier: String,
        /// The slot in the tier.
        slot: u64,
        /// What the tables say.
        stored: String,
        /// What the moves say.
        derived: String,
    },
    /// The memory budget does not suffice.
    #[error("{what} needs {} of memory, the budget is {}; --memory {} would do", Bytes(*.needed), Bytes(*.budget), Bytes::rounded_up(*.needed))]
    TooLittleMemory {
        /// What does not fit.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        budget: u64,
    },
    /// The memory budget does not suffice to explore a game that has rules only. What would suffice is
    /// known only when all of it is explored.
    #[error(
        "exploring the game, its first {positions} positions fill the budget of {} of memory; how \
         many more there are is not known",
        Bytes(*.budget)
    )]
    TooManyPositions {
        /// The positions met so far.
        positions: u64,
        /// Bytes allowed.
        budget: u64,
    },
    /// A GPU cannot be used, or failed.
    #[error("{0}")]
    Device(String),
    /// Another process of the same job failed.
    #[error("{rank}: {what}")]
    Elsewhere {
        /// Which one, and on which machine.
        rank: String,
        /// What it said.
        what: String,
    },
    /// The user asked to stop. What was finished is kept.
    #[error("stopped; what was finished is kept")]
    Stopped,
}

impl From<Unexplored> for SolveError {
    fn from(error: Unexplored) -> SolveError {
        match error {
            Unexplored::Memory { met, budget } => {
                SolveError::TooManyPositions { positions: met.positions, budget }
            }
            Unexplored::Stopped(_) => SolveError::Stopped,
        }
    }
}

/// A number of bytes as people read it.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl Bytes {
    /// A round number of GiB or MiB that is not less, as `--memory` takes it.
    pub fn rounded_up(bytes: u64) -> String {
        if bytes > 4 << 30 {
            format!("{}GiB", bytes.div_ceil(1 << 30))
        } else {
            format!("{}MiB", bytes.div_ceil(1 << 20).max(1))
        }
    }
}

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
        match units.into_iter().find(|(_, shift)| self.0 >= 1 << shift) {
            Some((unit, shift)) => {
                write!(f, "{:.1} {unit}", self.0 as f64 / (1u64 << shift) as f64)
            }
            None => write!(f, "{} bytes", self.0),
        }
    }
}
