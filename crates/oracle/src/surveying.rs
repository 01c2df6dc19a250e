//! Surveying a game: solving and counting without tables.

use std::fmt;

use hindsight_core::{Indexed, Looks};
use hindsight_gpu::GpuSurveyor;
use hindsight_solve::{self as solve, Control, CpuSurveyor, Scope, TierTally, VerifiedUnit};

use crate::error::OracleError;
use crate::oracle::Device;
use crate::report::TierCounts;
use crate::solved::GameOracle;

/// What to count, and who is told.
pub struct Survey<'a> {
    /// Which positions are counted.
    pub scope: Scope,
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
        f.debug_struct("Survey").field("scope", &self.scope).finish_non_exhaustive()
    }
}

impl<G: Indexed + Looks> GameOracle<G> {
    pub(crate) fn survey_tiers(
        &self,
        survey: Survey<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, OracleError> {
        let Survey { scope, device, verifies, memory, is_known, found } = survey;
        let game = &self.game;
        let is_known = |tier| is_known(&game.tier_name(tier));
        let found = |tier, tally: &TierTally| {
            let counts = solve::Counts::of(tally);
            found(TierCounts::new(game.tier_name(tier), &counts));
        };
        let verified = match self.gpu(device)? {
            Some(gpu) => {
                let surveyor = &mut GpuSurveyor::new(&gpu);
                solve::survey(game, scope, verifies, is_known, surveyor, control, found)?
            }
            None => {
                let surveyor = &mut CpuSurveyor::new(memory);
                solve::survey(game, scope, verifies, is_known, surveyor, control, found)?
            }
        };
        Ok(verified)
    }
}
