//! Disks that go wrong: one that fails at a step of one's choice, and one that remembers every step, to
//! say what could be left of it if the power had been cut there.

mod failing;
mod power_cut;

pub use failing::{FailingDisk, Fault};
pub use power_cut::{Leftover, RecordedDisk};
