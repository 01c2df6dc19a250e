//! Solving games and everything that walks over all of their positions: units of tiers, the solver,
//! verification, analysis and estimates. All of it is compiled once, over
//! [`Numbered`](hindsight_core::Numbered) and [`AnyRules`](hindsight_core::AnyRules).

mod analyze;
mod backend;
mod bounded;
mod check;
mod control;
mod draws;
mod error;
mod estimate;
mod fingerprint;
mod grundy;
mod margin;
mod memory;
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
    Analysis, Count, Counts, Scope, TierTally, analyze, analyze_by, tally_slots, turns_of_tier,
};
pub use backend::{Backend, Cpu, UnitCounter, UnitSurveyor, UnitTables};
pub use bounded::{
    BoundaryCost, FindInSlot, boundary_costs, solve_bounded, solve_bounded_by, stored_boundary,
    verify_bounded,
};
pub use check::{CheckFailure, CheckReport, check};
pub use control::Control;
pub use draws::{
    DrawClass, DrawLevel, DrawOrder, DrawRank, DrawsReport, FIRST_LABEL, LabelPlaces, LabelUnit,
    LevelCounts, MoversApart, OpenDraws, RankCounts, RoundWorths, SurveyedRanks, TierValues,
    TierValuesError, UnitLabeller, VerifiedDraws, count_levels, count_ranks, solve_draws,
    survey_ranks, verify_draws,
};
pub use error::{Bytes, SolveError};
pub use estimate::{Estimate, UnitNeed, estimate, largest_unsolved};
pub use fingerprint::{
    deep_fingerprint, deep_fingerprint_of_rules, fingerprint, fingerprint_of_rules,
};
pub use grundy::{Grundy, GrundyError, Impartial};
pub use margin::margins;
pub use memory::{SizeError, default_budget};
pub use projection::{Projection, project};
pub use resident::{ResidentTable, Worth};
pub use retrograde::marks::{BLOCK, Due, Exhausted, Marks, SharedNumber};
pub use slots::{SlotArray, prefetch};
pub use solve::{SolveReport, UnitMemory, solve, unit_memory};
pub use state::StateCut;
pub use survey::{SurveyedValues, survey};
pub use tables::check_tiers;
pub use tiers::{TierGraph, Unit};
pub use unit::{Exits, SolvedUnit, StreamedExits, UnitTask};
pub use verify::{VerifiedUnit, VerifyReport, verify};

/// Compiles and runs the code of the page that teaches how to add a game.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
pub struct AddingAGame;
