//! The GPU, where this program was built with the feature `gpu`; without, there is none.

#[cfg(feature = "gpu")]
mod found {
    use hindsight_core::{LevelSurvey, Numbered, Tier};
    use hindsight_gpu::{Gpu, GpuError};
    use hindsight_solve::{Backend, Control, SolveError, TierTally, VerifiedUnit};

    /// A GPU that has room for a game; an error where there is none.
    pub fn open(index: &dyn Numbered) -> Result<Box<dyn Backend>, SolveError> {
        let gpu = Gpu::open(index.device().ok_or(GpuError::NotOffered)?)?;
        gpu.check_memory(index)?;
        Ok(Box::new(gpu))
    }

    /// Surveys a game level by level; an error where there is no GPU.
    pub fn survey_levels(
        levels: &dyn LevelSurvey,
        is_wanted: &dyn Fn(Tier) -> bool,
        verifies: bool,
        control: &Control,
        found: &mut dyn FnMut(Tier, &TierTally),
    ) -> Result<(VerifiedUnit, u64), SolveError> {
        let surveyed = hindsight_gpu::survey_levels(levels, is_wanted, verifies, control, found)?;
        Ok((surveyed.verified, surveyed.unreachable))
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
    use hindsight_core::{LevelSurvey, Numbered, Tier};
    use hindsight_solve::{Backend, Control, SolveError, TierTally, VerifiedUnit};

    const LEFT_OUT: &str = "this program was built without GPU support (Cargo feature `gpu`); \
                            leave out --device gpu";

    /// Refuses: this program knows no GPU.
    pub fn open(_: &dyn Numbered) -> Result<Box<dyn Backend>, SolveError> {
        Err(SolveError::Device(LEFT_OUT.to_owned()))
    }

    /// Refuses: this program knows no GPU.
    pub fn survey_levels(
        _: &dyn LevelSurvey,
        _: &dyn Fn(Tier) -> bool,
        _: bool,
        _: &Control,
        _: &mut dyn FnMut(Tier, &TierTally),
    ) -> Result<(VerifiedUnit, u64), SolveError> {
        Err(SolveError::Device(LEFT_OUT.to_owned()))
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

pub use found::{level_memory, memory, open, survey_levels};
