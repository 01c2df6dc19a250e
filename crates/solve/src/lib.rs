//! Solving games and everything that walks over all of their positions: units of tiers, the solver,
//! exploration of games without an index, verification, analysis and estimates.

mod analyze;
mod bounded;
mod check;
mod control;
mod error;
mod estimate;
mod explore;
mod fingerprint;
mod graph;
mod grundy;
mod margin;
mod memory;
mod numbered;
mod parents;
mod projection;
mod reach;
mod resident;
mod retrograde;
mod slots;
mod solve;
mod state;
mod survey;
mod tables;
mod tiers;
mod unit;
mod verify;

pub use analyze::{
    Analysis, Count, Counts, Scope, TierTally, UnitAnalyst, analyze, analyze_with, turns_of_tier,
};
pub use bounded::{
    BoundaryCost, BoundarySolver, Bounded, boundary_costs, solve_bounded, stored_boundary,
    verify_bounded,
};
pub use check::{CheckFailure, CheckReport, check};
pub use control::Control;
pub use error::{Bytes, SolveError};
pub use estimate::{Estimate, UnitNeed, estimate, largest_unsolved};
pub use explore::Explored;
pub use fingerprint::{fingerprint, fingerprint_of_rules};
pub use graph::Graph;
pub use grundy::{Grundy, GrundyError};
pub use margin::margins;
pub use memory::{SizeError, default_budget};
pub use projection::{Projection, project};
pub use resident::{ResidentTable, Worth};
pub use retrograde::CpuSolver;
pub use slots::SlotArray;
pub use solve::{SolveReport, UnitMemory, solve, unit_memory};
pub use state::StateCut;
pub use survey::{CpuSurveyor, UnitSurveyor, survey};
pub use tiers::{TierGraph, Unit};
pub use unit::{Exits, SolvedUnit, StreamedExits, UnitSolver, UnitTask};
pub use verify::{
    CpuVerifier, UnitTables, UnitVerifier, VerifiedUnit, VerifyReport, verify, verify_with,
};

/// Compiles and runs the code of the page that teaches how to add a game.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
pub struct AddingAGame;
