//! What does the work of solving, verifying and counting units and of telling their draws apart: the cores of this machine, or a GPU.

use std::sync::Arc;
use std::time::Duration;

use hindsight_core::{Code, Numbered, Tier};

use crate::analyze::{CpuCounter, Scope, TierTally};
use crate::control::Control;
use crate::draws::{CpuLabeller, UnitLabeller};
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::retrograde;
use crate::survey::CpuSurveyor;
use crate::tiers::{TierGraph, Unit};
use crate::unit::{SolvedUnit, UnitTask};
use crate::verify::{VerifiedUnit, verify_unit};

/// Something that works on units.
pub trait Backend: Sync {
    /// The bytes of this machine's memory that solving a unit takes, beside the tables of the exits.
    fn memory(&self, game: &dyn Numbered, unit: &Unit) -> u64;

    /// Solves a unit.
    fn solve(&self, game: &dyn Numbered, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError>;

    /// Compares every value of a unit with those of its moves, given the tables of its tiers and of
    /// its exits. Advances the progress by the unit's slots.
    fn verify(
        &self,
        game: &dyn Numbered,
        unit: &Unit,
        tables: UnitTables<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError>;

    /// Begins to label draws. Numbers of labels for which there is no room in so many bytes of this
    /// machine's memory may be gone when they are asked for next.
    fn labeller<'a>(&'a self, game: &'a dyn Numbered, memory: u64) -> Box<dyn UnitLabeller + 'a>;

    /// Begins to count the positions of a scope.
    fn counter<'a>(
        &'a self,
        game: &'a dyn Numbered,
        graph: &'a TierGraph,
        scope: Scope,
    ) -> Box<dyn UnitCounter + 'a>;

    /// Begins a survey that uses no more than so many bytes of this machine's memory.
    fn surveyor<'a>(&'a self, game: &'a dyn Numbered, memory: u64) -> Box<dyn UnitSurveyor + 'a>;

    /// How long a device beside the processor has worked, if there is one.
    fn device_time(&self) -> Option<Duration> {
        None
    }
}

/// The tables that verifying a unit takes.
#[derive(Clone, Copy, Debug)]
pub struct UnitTables<'a> {
    /// Those of its tiers.
    pub own: &'a [Arc<ResidentTable>],
    /// Those of its exits.
    pub exits: &'a [Arc<ResidentTable>],
}

/// Counts the positions of one unit after another. Where only those count that the start leads to,
/// units come with parents before children.
pub trait UnitCounter {
    /// Counts a unit, given the tables of its tiers; a tally for each tier.
    fn count(
        &mut self,
        unit: &Unit,
        tables: &[Arc<ResidentTable>],
        control: &Control,
    ) -> Result<Vec<TierTally>, SolveError>;
}

/// Solves units, keeps their values while they are needed, and counts them.
pub trait UnitSurveyor {
    /// The bytes that values can take.
    fn budget(&self) -> u64;

    /// What to say when so many bytes would be needed.
    fn too_large(&self, what: String, needed: u64) -> SolveError;

    /// The bytes that a unit takes while it is solved and counted, its values included.
    fn work_bytes(&self, unit: &Unit) -> u64;

    /// The bytes that the values of so many slots take later on.
    fn kept_bytes(&self, slots: u64) -> u64;

    /// Solves a unit, whose exits' values are there, and counts those of its tiers that are wanted.
    fn survey(
        &mut self,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError>;

    /// Derives every value of a unit that was just solved again from those of its moves.
    fn verify(&mut self, unit: &Unit, control: &Control) -> Result<VerifiedUnit, SolveError>;

    /// The value of a slot of a unit that was just solved.
    fn code(&mut self, tier: Tier, slot: u64) -> Result<Code, SolveError>;

    /// The values of a unit that was just solved, where they are in this machine's memory.
    fn tables(&self, _unit: &Unit) -> Option<Vec<Arc<ResidentTable>>> {
        None
    }

    /// Lets the values of a tier go.
    fn forget(&mut self, tier: Tier);
}

/// The threads of the current rayon pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

impl Backend for Cpu {
    fn memory(&self, game: &dyn Numbered, unit: &Unit) -> u64 {
        retrograde::memory(game, unit)
    }

    fn solve(&self, game: &dyn Numbered, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
        retrograde::solve(game, task)
    }

    fn verify(
        &self,
        game: &dyn Numbered,
        unit: &Unit,
        tables: UnitTables<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        verify_unit(game, unit, tables, None, control)
    }

    fn labeller<'a>(&'a self, game: &'a dyn Numbered, memory: u64) -> Box<dyn UnitLabeller + 'a> {
        if cfg!(target_family = "wasm") {
            unreachable!("a browser solves small games, and tells no draws apart");
        }
        Box::new(CpuLabeller::new(game, memory))
    }

    fn counter<'a>(
        &'a self,
        game: &'a dyn Numbered,
        graph: &'a TierGraph,
        scope: Scope,
    ) -> Box<dyn UnitCounter + 'a> {
        Box::new(CpuCounter::new(game, graph, scope))
    }

    fn surveyor<'a>(&'a self, game: &'a dyn Numbered, memory: u64) -> Box<dyn UnitSurveyor + 'a> {
        if cfg!(target_family = "wasm") {
            unreachable!("a browser has the tables of what it solves");
        }
        Box::new(CpuSurveyor::new(game, memory))
    }
}
