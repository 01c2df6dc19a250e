//! Surveying a game: solving and counting without tables.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::PathBuf;

use hindsight_core::{Code, LevelTime, LevelValues, Numbered, Outcome, Tier};
use hindsight_solve::{
    self as solve, Control, Count, SolveError, SurveyedValues, TierTally, UnitSurveyor,
    VerifiedUnit,
};

use crate::accelerator::{self, LevelOrder, LevelResults};
use crate::counts_file::CountsFile;
use crate::error::OracleError;
use crate::oracle::{Device, Oracle};
use crate::report::TierCounts;

/// Levels with more values are not kept.
const MOST_KEPT_BYTES: u64 = 64 << 20;

/// What to count, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Whether only tiers that the game names as roots are counted, and not all that they lead to.
    pub roots_only: bool,
    /// What does the work.
    pub device: Device,
    /// Whether every value is derived again from those of the moves.
    pub verifies: bool,
    /// The most memory of this machine to use.
    pub memory: u64,
    /// A folder for the values of the levels that take up to 64 MiB, as `LEVEL.values`; for games that a GPU
    /// surveys level by level.
    pub values: Option<PathBuf>,
}

/// What a survey did besides counting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surveyed {
    /// The values that were derived again.
    pub verified: VerifiedUnit,
    /// What the start is worth, if its tier was among those that were solved unit by unit.
    pub start: Option<Outcome>,
    /// How long the levels took, the last one first, where a GPU went level by level.
    pub times: Vec<LevelTime>,
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
    ) -> Result<Surveyed, OracleError> {
        let &Survey { roots_only, device, verifies, memory, ref values } = survey;
        let game = &*self.index_for(control)?;
        let roots: HashSet<Tier> = game.roots().into_iter().collect();
        let is_wanted =
            |tier| (!roots_only || roots.contains(&tier)) && !is_known(&game.tier_name(tier));
        let mut found = |tier, tally: &TierTally| {
            found(TierCounts::new(game.tier_name(tier), tally));
        };
        if let (Device::Gpu, Some(levels)) = (device, game.levels()) {
            let is_kept =
                |level: u32| values.is_some() && levels.outline(level).bytes <= MOST_KEPT_BYTES;
            let mut kept = Ok(());
            let mut keep = |LevelValues { level, bytes }: LevelValues| {
                let Some(folder) = values else { return };
                let path = folder.join(format!("{level}.values"));
                let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
                if let Err(cause) = written {
                    kept = Err(OracleError::Values { path, cause });
                    control.stop();
                }
            };
            let order = LevelOrder { is_wanted: &is_wanted, is_kept: &is_kept, verifies };
            let results = LevelResults { count: &mut found, keep: &mut keep };
            let surveyed = accelerator::survey_levels(levels, order, control, results);
            kept?;
            let (verified, times) = surveyed?;
            return Ok(Surveyed { verified, start: None, times });
        }
        if values.is_some() {
            let why = "values are kept where a GPU surveys a game level by level, as it does Quarto: \
                       ask for --device gpu";
            return Err(SolveError::Device(why.to_owned()).into());
        }
        let backend = self.backend(device)?;
        let mut surveyor = backend.surveyor(game, memory);
        let SurveyedValues { verified, start } =
            survey_units(game, is_wanted, verifies, &mut *surveyor, control, &mut found)?;
        Ok(Surveyed { verified, start, times: Vec::new() })
    }

    /// As [`Oracle::survey`], with something that surveys one unit after another: several processes, say,
    /// each of which makes the same calls.
    pub fn survey_by(
        &self,
        survey: &Survey,
        is_known: impl Fn(&str) -> bool,
        mut found: impl FnMut(TierCounts),
        surveyor: &mut dyn UnitSurveyor,
        control: &Control,
    ) -> Result<Surveyed, OracleError> {
        let game = &*self.index_for(control)?;
        let roots: HashSet<Tier> = game.roots().into_iter().collect();
        let is_wanted = |tier| {
            (!survey.roots_only || roots.contains(&tier)) && !is_known(&game.tier_name(tier))
        };
        let mut found = |tier, tally: &TierTally| {
            found(TierCounts::new(game.tier_name(tier), tally));
        };
        let SurveyedValues { verified, start } =
            survey_units(game, is_wanted, survey.verifies, surveyor, control, &mut found)?;
        Ok(Surveyed { verified, start, times: Vec::new() })
    }

    /// Surveys what a file of counts does not have yet, and adds every tier to it as soon as it is
    /// counted. Stops where the file cannot be written.
    pub fn survey_into(
        &self,
        counts: &mut CountsFile,
        survey: &Survey,
        control: &Control,
    ) -> Result<Surveyed, OracleError> {
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

/// Surveys unit by unit, with positions apart that no play leads to.
fn survey_units(
    game: &dyn Numbered,
    is_wanted: impl Fn(Tier) -> bool,
    verifies: bool,
    surveyor: &mut dyn UnitSurveyor,
    control: &Control,
    found: &mut dyn FnMut(Tier, &TierTally),
) -> Result<SurveyedValues, SolveError> {
    let apart = |tier, tally: &TierTally| match game.levels() {
        None => found(tier, tally),
        Some(levels) => {
            let (positions, canonical) = levels.unreachable(tier);
            let mut tally = tally.clone();
            tally.set_apart(Code::new(Outcome::Lose(0)), Count { positions, canonical });
            found(tier, &tally);
        }
    };
    solve::survey(game, is_wanted, verifies, surveyor, control, apart)
}
