//! Commands that several processes carry out together, started by `mpirun` or `srun`.

#[cfg(feature = "mpi")]
mod together;

use crate::failure::Failure;

#[cfg(feature = "mpi")]
pub use together::{analyze, solve, survey, verify};

/// What launchers tell the processes that they start about how many there are.
const COUNTS: [&str; 4] =
    ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS", "SLURM_STEP_NUM_TASKS"];

/// How many processes were started together, as the launcher says; 1 where there is none.
fn launched() -> usize {
    let count = |name| std::env::var(name).ok()?.parse().ok();
    COUNTS.into_iter().find_map(count).unwrap_or(1)
}

/// The processes that this one was started with; `None` where it works alone.
#[cfg(feature = "mpi")]
pub fn ranks() -> Result<Option<hindsight_cluster::MpiRank>, Failure> {
    if launched() < 2 {
        return Ok(None);
    }
    match hindsight_cluster::MpiRank::start() {
        Some(ranks) => Ok(Some(ranks)),
        None => Err(Failure::Other(
            "MPI cannot be started with several threads; take an MPI that has MPI_THREAD_SERIALIZED"
                .to_owned(),
        )),
    }
}

/// A program without MPI cannot find the others, and they would all do the same.
#[cfg(not(feature = "mpi"))]
pub fn refuse_launcher() -> Result<(), Failure> {
    match launched() {
        0 | 1 => Ok(()),
        count => Err(Failure::Usage(format!(
            "{count} processes were started together, but this program was built without MPI (Cargo feature \
             `mpi`); start it once"
        ))),
    }
}
