//! What can go wrong with a GPU.

use hindsight_solve::{Bytes, SolveError};
use thiserror::Error;

/// Why the GPU does not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GpuError {
    /// There is no GPU, or its libraries are missing.
    #[error("no GPU can be used here: {0}; leave out --device gpu to solve on the processor")]
    Missing(String),
    /// The game has no side for GPUs.
    #[error("this game does not run on a GPU; leave out --device gpu")]
    NotOffered,
    /// The kernels do not compile: a mistake in a header.
    #[error("the kernels do not compile: {0}")]
    Compile(String),
    /// The driver refuses.
    #[error("the GPU failed at {what}: {reason}")]
    Driver {
        /// What was tried.
        what: &'static str,
        /// What the driver said.
        reason: String,
    },
    /// The memory of the device does not suffice.
    #[error("{what} needs {} on the GPU, which has {} free; --device cpu would do", Bytes(*.needed), Bytes(*.free))]
    TooLittleMemory {
        /// What does not fit.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        free: u64,
    },
}

impl From<GpuError> for SolveError {
    fn from(error: GpuError) -> SolveError {
        SolveError::Device(error.to_string())
    }
}
