//! The threads that a command works with.

use std::num::NonZero;
use std::thread;

use crate::allocation;
use crate::failure::Failure;

/// A pool of so many threads, or as many as there are cores.
pub fn of(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let count = threads.map_or_else(cores, usize::from);
    allocation::room_for_threads(count).map_err(|why| Failure::no_threads(&why))?;
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::no_threads(&error))
}
