//! The GPU, where this program was built with the feature `gpu`; without, there is none.

use hindsight_core::{LevelTime, LevelValues, Tier};
use hindsight_solve::{TierTally, VerifiedUnit};

/// What is wanted of a survey that goes level by level.
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "it is refused unread"))]
#[derive(Clone, Copy)]
pub struct LevelOrder<'a> {
    /// The tiers that are counted.
    pub is_wanted: &'a dyn Fn(Tier) -> bool,
    /// The levels whose values are kept.
    pub is_kept: &'a dyn Fn(u32) -> bool,
    /// Whether values are found a second time.
    pub verifies: bool,
}

/// What takes the results of such a survey.
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "it is refused unread"))]
pub struct LevelResults<'a> {
    /// Takes the counts of a tier.
    pub count: &'a mut dyn FnMut(Tier, &TierTally),
    /// Takes the values of a level that is kept.
    pub keep: &'a mut dyn FnMut(LevelValues),
}

/// What was surveyed, and how long the levels took.
type Surveyed = (VerifiedUnit, Vec<LevelTime>);

#[cfg(feature = "gpu")]
mod found {
    use hindsight_core::{LevelSurvey, LevelValues, Numbered, Tier};
    use hindsight_gpu::{Gpu, GpuError};
    use hindsight_solve::{Backend, Control, SolveError, TierTally};

    use super::{LevelOrder, LevelResults, Surveyed};

    /// A GPU that has room for a game; an error where there is none.
    pub fn open(index: &dyn Numbered) -> Result<Box<dyn Backend>, SolveError> {
        let gpu = Gpu::open(index.device().ok_or(GpuError::NotOffered)?)?;
        gpu.check_memory(index)?;
        Ok(Box::new(gpu))
    }

    impl hindsight_gpu::LevelSink for LevelResults<'_> {
        fn count(&mut self, tier: Tier, tally: &TierTally) {
            (self.count)(tier, tally);
        }

        fn keep(&mut self, values: LevelValues) {
            (self.keep)(values);
        }
    }

    /// Surveys a game level by level; an error where there is no GPU.
    pub fn survey_levels(
        levels: &dyn LevelSurvey,
        order: LevelOrder<'_>,
        control: &Control,
        mut results: LevelResults<'_>,
    ) -> Result<Surveyed, SolveError> {
        let LevelOrder { is_wanted, is_kept, verifies } = order;
        let order = hindsight_gpu::LevelOrder { is_wanted, is_kept, verifies };
        let surveyed = hindsight_gpu::survey_levels(levels, order, control, &mut results)?;
        Ok((surveyed.verified, surveyed.times))
    }

    /// The values of a level; an error where there is no GPU.
    pub fn level_values(
        levels: &dyn LevelSurvey,
        level: u32,
        control: &Control,
    ) -> Result<LevelValues, SolveError> {
        hindsight_gpu::level_values(levels, level, control)
    }

    /// Seconds that finding the values of a level took on an NVIDIA H200, and the bytes that a GPU must have
    /// free for it; `None` where none can.
    pub fn level_seconds(levels: &dyn LevelSurvey, level: u32) -> Option<(f64, u64)> {
        Some(hindsight_gpu::level_seconds(levels, level))
    }

    /// Bytes that a GPU must have free to survey a game level by level; `None` if it cannot.
    pub fn level_memory(index: &dyn Numbered) -> Option<u64> {
        index.levels().map(hindsight_gpu::level_memory)
    }

    /// Bytes that a GPU must have free to solve a game; `None` if it cannot.
    pub fn memory(index: &dyn Numbered) -> Option<u64> {
        hindsight_gpu::device_memory(index)
    }
}

#[cfg(not(feature = "gpu"))]
mod found {
    use hindsight_core::{LevelSurvey, LevelValues, Numbered};
    use hindsight_solve::{Backend, Control, SolveError};

    use super::{LevelOrder, LevelResults, Surveyed};

    const LEFT_OUT: &str = "this program was built without GPU support (Cargo feature `gpu`); \
                            leave out --device gpu";

    /// Refuses: this program knows no GPU.
    pub fn open(_: &dyn Numbered) -> Result<Box<dyn Backend>, SolveError> {
        Err(SolveError::Device(LEFT_OUT.to_owned()))
    }

    /// Refuses: this program knows no GPU.
    pub fn survey_levels(
        _: &dyn LevelSurvey,
        _: LevelOrder<'_>,
        _: &Control,
        _: LevelResults<'_>,
    ) -> Result<Surveyed, SolveError> {
        Err(SolveError::Device(LEFT_OUT.to_owned()))
    }

    /// Refuses: this program knows no GPU.
    pub fn level_values(
        _: &dyn LevelSurvey,
        _: u32,
        _: &Control,
    ) -> Result<LevelValues, SolveError> {
        Err(SolveError::Device(LEFT_OUT.to_owned()))
    }

    /// None: this program knows no GPU.
    pub fn level_seconds(_: &dyn LevelSurvey, _: u32) -> Option<(f64, u64)> {
        None
    }

    /// None: this program knows no GPU.
    pub fn level_memory(_: &dyn Numbered) -> Option<u64> {
        None
    }

    /// None: this program knows no GPU.
    pub fn memory(_: &dyn Numbered) -> Option<u64> {
        None
    }
}

pub use found::{level_memory, level_seconds, level_values, memory, open, survey_levels};
