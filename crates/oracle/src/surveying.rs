//! Surveying a game: solving and counting without tables.

use std::collections::{BTreeSet, HashSet};

use hindsight_core::Tier;
use hindsight_solve::{self as solve, Control, TierTally, VerifiedUnit};

use crate::accelerator;
use crate::counts_file::CountsFile;
use crate::error::OracleError;
use crate::oracle::{Device, Oracle};
use crate::report::TierCounts;

/// What to count, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Whether only tiers that the game names as roots are counted, and not all that they lead to.
    pub roots_only: bool,
    /// What does the work.
    pub device: Device,
    /// Whether every value is derived again from those of the moves.
    pub verifies: bool,
    /// The most memory of this machine to use.
    pub memory: u64,
}

impl Oracle {
    /// Solves and counts without tables; see [`hindsight_solve::survey`]. `is_known` says of a tier,
    /// by its name, whether it was counted before; `found` gets every tier that is counted.
    pub fn survey(
        &self,
        survey: &Survey,
        is_known: impl Fn(&str) -> bool,
        mut found: impl FnMut(TierCounts),
        control: &Control,
    ) -> Result<VerifiedUnit, OracleError> {
        let &Survey { roots_only, device, verifies, memory } = survey;
        let game = &*self.index_for(control)?;
        let roots: HashSet<Tier> = game.roots().into_iter().collect();
        let is_wanted =
            |tier| (!roots_only || roots.contains(&tier)) && !is_known(&game.tier_name(tier));
        let mut found = |tier, tally: &TierTally| {
            let counts = solve::Counts::of(tally);
            found(TierCounts::new(game.tier_name(tier), &counts));
        };
        if let (Device::Gpu, Some(levels)) = (device, game.levels()) {
            let (verified, _) =
                accelerator::survey_levels(levels, &is_wanted, verifies, control, &mut found)?;
            return Ok(verified);
        }
        let backend = self.backend(device)?;
        let mut surveyor = backend.surveyor(game, memory);
        Ok(solve::survey(game, is_wanted, verifies, &mut *surveyor, control, found)?)
    }

    /// Surveys what a file of counts does not have yet, and adds every tier to it as soon as it is
    /// counted. Stops where the file cannot be written.
    pub fn survey_into(
        &self,
        counts: &mut CountsFile,
        survey: &Survey,
        control: &Control,
    ) -> Result<VerifiedUnit, OracleError> {
        let known: BTreeSet<String> = counts.tiers().keys().cloned().collect();
        let mut written = Ok(());
        let add = |tier| {
            if written.is_ok() {
                written = counts.add(tier);
            }
            if written.is_err() {
                control.stop();
            }
        };
        let surveyed = self.survey(survey, |tier| known.contains(tier), add, control);
        written?;
        surveyed
    }
}
