//! Surveying a game: solving and counting without tables.

use std::collections::HashSet;
use std::fmt;

use hindsight_core::Tier;
use hindsight_solve::{self as solve, Control, TierTally, VerifiedUnit};

use crate::error::OracleError;
use crate::oracle::{Device, Oracle};
use crate::report::TierCounts;

/// What to count, and who is told.
pub struct Survey<'a> {
    /// Whether only tiers that the game names as roots are counted, and not all that they lead to.
    pub roots_only: bool,
    /// What does the work.
    pub device: Device,
    /// Whether every value is derived again from those of the moves.
    pub verifies: bool,
    /// The most memory of this machine to use.
    pub memory: u64,
    /// Whether a tier was counted before, by its name.
    pub is_known: &'a dyn Fn(&str) -> bool,
    /// Gets every tier that is counted.
    pub found: &'a mut dyn FnMut(TierCounts),
}

impl fmt::Debug for Survey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Survey").field("roots_only", &self.roots_only).finish_non_exhaustive()
    }
}

impl Oracle {
    /// Solves and counts without tables; see [`hindsight_solve::survey`].
    pub fn survey(
        &self,
        survey: Survey<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, OracleError> {
        let Survey { roots_only, device, verifies, memory, is_known, found } = survey;
        let game = &*self.index()?;
        let roots: HashSet<Tier> = game.roots().into_iter().collect();
        let is_wanted =
            |tier| (!roots_only || roots.contains(&tier)) && !is_known(&game.tier_name(tier));
        let found = |tier, tally: &TierTally| {
            let counts = solve::Counts::of(tally);
            found(TierCounts::new(game.tier_name(tier), &counts));
        };
        let backend = self.backend(device)?;
        let mut surveyor = backend.surveyor(game, memory);
        Ok(solve::survey(game, is_wanted, verifies, &mut *surveyor, control, found)?)
    }
}
