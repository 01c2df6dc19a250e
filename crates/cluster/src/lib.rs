//! One game over several processes, on one machine or on many.
//!
//! Shi's GamesmanOne (2025) hands whole tiers to processes that meet on a shared file system; no tier is larger
//! than a machine. Here small units go whole to a rank as well, and large ones are **split**: every rank
//! owns a share of the slots ([`Deal`]), and news and questions go between ranks in messages.
//! What is split, and over how many ranks, follows from the memory of a rank ([`plan`]). The tables are
//! those of one process, byte for byte.
//!
//! All of it works over a small trait, [`Ranks`]: messages, and nothing else. [`ThreadRank`] puts threads
//! of one process there, for tests; with the feature `mpi` there is `MpiRank`.

mod ask;
mod count;
mod deal;
mod group;
mod held;
mod job;
mod join;
#[cfg(feature = "mpi")]
mod mpi;
mod plan;
mod ranks;
mod reach;
mod reversed;
mod share;
mod solve;
mod split;
mod survey;
mod verify;
mod worker;

pub use count::analyze;
pub use deal::Deal;
pub use group::{Group, host_name, rank_name};
pub use held::{Held, HeldArray};
pub use job::{Passport, join};
pub use join::write_unit;
#[cfg(feature = "mpi")]
pub use mpi::MpiRank;
pub use plan::{Means, Plan, SplitUnit, UnitPlan, Way, plan};
pub use ranks::{Channel, Ranks, ThreadRank, Traffic};
pub use share::{Dealt, Share};
pub use solve::{Cluster, ClusterReport, Splitting, lead, serve};
pub use split::{SplitOptions, solve_share};
pub use survey::ClusterSurveyor;
pub use verify::verify;
pub use worker::Work;
