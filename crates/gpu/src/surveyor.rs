//! The unit surveyor: units are solved and counted on the GPU, and their values stay there while they are
//! needed. Nothing but the counts comes to the host.

use std::sync::Arc;

use hindsight_core::{Indexed, Tier};
use hindsight_solve::{
    Control, SolveError, TierTally, Unit, UnitSurveyor, VerifiedUnit, turns_of_tier,
};

use crate::error::GpuError;
use crate::launch::CHUNK;
use crate::machine::Machine;
use crate::passes::Passes;
use crate::solver::GpuSolver;
use crate::stock::{LoadedUnit, Stock, Values, bytes_of_unit, value_bytes};
use crate::tally::{COUNT_BYTES, tally};

/// Surveys with the machine of a solver.
#[derive(Debug)]
pub struct GpuSurveyor<'a, M: Machine> {
    solver: &'a GpuSolver<M>,
    counts: Option<Values<M>>,
    /// A mark for every slot of the largest tier counted so far.
    marks: Option<(u64, Values<M>)>,
    /// The unit that was solved last.
    loaded: Option<LoadedUnit<M>>,
}

impl<'a, M: Machine> GpuSurveyor<'a, M> {
    /// A surveyor that works with the machine of a solver, and nobody else does.
    pub fn new(solver: &'a GpuSolver<M>) -> GpuSurveyor<'a, M> {
        GpuSurveyor { solver, counts: None, marks: None, loaded: None }
    }

    /// The address of marks for so many slots.
    fn marks(&mut self, stock: &mut Stock<M>, slots: u64) -> Result<u64, GpuError> {
        let bytes = slots.next_multiple_of(CHUNK);
        if self.marks.as_ref().is_none_or(|(size, _)| *size < bytes) {
            self.marks = None;
            self.marks = Some((bytes, stock.scratch(bytes)?));
        }
        Ok(self.marks.as_ref().map_or(0, |(_, marks)| marks.address()))
    }

    fn counts(&mut self, stock: &mut Stock<M>) -> Result<u64, GpuError> {
        if self.counts.is_none() {
            self.counts = Some(stock.scratch(COUNT_BYTES)?);
        }
        Ok(self.counts.as_ref().map_or(0, Values::address))
    }
}

impl<M: Machine, G: Indexed> UnitSurveyor<G> for GpuSurveyor<'_, M> {
    fn budget(&self) -> u64 {
        self.solver.take_turn().stock.budget()
    }

    fn too_large(&self, what: String, needed: u64) -> SolveError {
        let free = UnitSurveyor::<G>::budget(self);
        GpuError::TooLittleMemory { what, needed, free }.into()
    }

    fn work_bytes(&self, _game: &G, unit: &Unit) -> u64 {
        let marks = unit.slots.iter().max().map_or(0, |slots| slots.next_multiple_of(CHUNK));
        let own = Unit { exits: Vec::new(), ..unit.clone() };
        bytes_of_unit(&own, |_| 0) + marks + COUNT_BYTES
    }

    fn kept_bytes(&self, slots: u64) -> u64 {
        value_bytes(slots)
    }

    fn survey(
        &mut self,
        game: &G,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError> {
        let solver = self.solver;
        let machine = &*Arc::clone(solver.shared_machine());
        let mut work = solver.take_turn();
        let stock = &mut work.stock;
        self.loaded = None;
        let mut loaded = stock.load(game, unit, &[], None)?;
        let launches = &mut loaded.launches;
        Passes { machine, game, unit, launches, control }.solve()?;
        let turns_apart = game.orbits().turns_apart;
        let mut tallies = Vec::new();
        for (&tier, launch) in unit.tiers.iter().zip(&mut loaded.launches) {
            if is_counted(tier) {
                let slots = launch.tier.slots;
                launch.tier.own.marks = self.marks(stock, slots)?;
                launch.counts = self.counts(stock)?;
                let turns = turns_of_tier(game, tier);
                machine.fill(launch.tier.own.marks, slots.next_multiple_of(CHUNK), turns)?;
                tallies.push((tier, tally(machine, launch, turns_apart)?));
            }
        }
        self.loaded = Some(loaded);
        control.advance(unit.total_slots());
        Ok(tallies)
    }

    fn verify(
        &mut self,
        game: &G,
        unit: &Unit,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        let Some(loaded) = &mut self.loaded else { return Ok(VerifiedUnit::default()) };
        let _turn = self.solver.take_turn();
        let machine = &*Arc::clone(self.solver.shared_machine());
        let launches = &mut loaded.launches;
        let report = Passes { machine, game, unit, launches, control }.verify()?;
        control.advance(unit.total_slots());
        Ok(VerifiedUnit { positions: report.positions, moves: report.moves })
    }

    fn forget(&mut self, tier: Tier) {
        self.loaded = None;
        self.solver.take_turn().stock.forget(&[tier]);
    }
}
