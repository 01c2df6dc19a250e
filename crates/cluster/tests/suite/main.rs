//! Split units, the scheduler, verification and counting, with threads in the place of processes.

mod graphs;
mod jobs;
mod together;
