//! Solving units on a GPU.
//!
//! The passes are written once, in CUDA C++ (`device/`), and compiled when the program runs, together
//! with the header of the game: [`hindsight_core::DeviceSide`]. The CUDA libraries are looked for at
//! run time only, so that everything builds, tests and runs without them.
//!
//! [`Gpu`] is a [`hindsight_solve::Backend`], so that the scheduler, the tables and resuming are those of
//! every other solve: one unit at a time is worked on by the GPU, while the
//! machine's cores compress and write the ones before.

mod backend;
mod counter;
mod cuda;
mod device_tables;
mod error;
mod indexes;
mod labeller;
mod launch;
mod levels;
mod machine;
mod passes;
mod profile;
mod source;
mod surveyor;
mod tally;
mod words;

pub use backend::{Gpu, Statistics};
pub use cuda::Cuda;
pub use device_tables::device_memory;
pub use error::GpuError;
pub use launch::{Index, Launch, LevelLaunch, LevelTable, MachineTable, MachineTier, Report};
pub use levels::{
    LevelOrder, LevelSink, SurveyedLevels, level_memory, level_seconds, level_values,
    level_values_on, survey_levels, survey_levels_on,
};
pub use machine::{Buffer, Kernel, Machine, Reader};
pub use source::{level_source, source};
pub use words::fast_words;
