//! The threads that a command works with.

use crate::failure::Failure;

/// A pool of so many threads, or as many as there are cores.
pub fn of(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::no_threads(&error))
}
