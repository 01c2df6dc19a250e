//! Surveying units: they are solved and counted on the GPU, and their values stay there while they are
//! needed. Nothing but the counts comes to the host.

use hindsight_core::{Code, Numbered, Tier};
use hindsight_solve::{
    Control, SolveError, TierTally, Unit, UnitSurveyor, VerifiedUnit, turns_of_tier,
};

use crate::backend::Gpu;
use crate::device_tables::{DeviceTables, LoadedUnit, Values, bytes_of_unit, value_bytes};
use crate::error::GpuError;
use crate::launch::CHUNK;
use crate::machine::Machine;
use crate::passes::Passes;
use crate::tally::{COUNT_BYTES, tally};

/// Surveys on a GPU that nobody else works with.
pub(crate) struct GpuSurveyor<'a, M: Machine> {
    gpu: &'a Gpu<M>,
    game: &'a dyn Numbered,
    counts: Option<Values<M>>,
    /// A mark for every slot of the largest tier counted so far.
    marks: Option<(u64, Values<M>)>,
    /// The unit that was solved last.
    loaded: Option<LoadedUnit<M>>,
}

impl<'a, M: Machine> GpuSurveyor<'a, M> {
    pub(crate) fn new(gpu: &'a Gpu<M>, game: &'a dyn Numbered) -> GpuSurveyor<'a, M> {
        GpuSurveyor { gpu, game, counts: None, marks: None, loaded: None }
    }

    /// The address of marks for so many slots.
    fn marks(&mut self, device_tables: &mut DeviceTables<M>, slots: u64) -> Result<u64, GpuError> {
        let bytes = slots.next_multiple_of(CHUNK);
        if self.marks.as_ref().is_none_or(|(size, _)| *size < bytes) {
            self.marks = None;
            self.marks = Some((bytes, device_tables.scratch(bytes)?));
        }
        Ok(self.marks.as_ref().map_or(0, |(_, marks)| marks.address()))
    }

    fn counts(&mut self, device_tables: &mut DeviceTables<M>) -> Result<u64, GpuError> {
        if self.counts.is_none() {
            self.counts = Some(device_tables.scratch(COUNT_BYTES)?);
        }
        Ok(self.counts.as_ref().map_or(0, Values::address))
    }
}

impl<M: Machine> UnitSurveyor for GpuSurveyor<'_, M> {
    fn budget(&self) -> u64 {
        self.gpu.take_turn().device_tables.budget()
    }

    fn too_large(&self, what: String, needed: u64) -> SolveError {
        let free = self.budget();
        GpuError::TooLittleMemory { what, needed, free }.into()
    }

    fn work_bytes(&self, unit: &Unit) -> u64 {
        let marks = unit.slots.iter().max().map_or(0, |slots| slots.next_multiple_of(CHUNK));
        let own = Unit { exits: Vec::new(), ..unit.clone() };
        bytes_of_unit(&own, |_| 0) + marks + COUNT_BYTES
    }

    fn kept_bytes(&self, slots: u64) -> u64 {
        value_bytes(slots)
    }

    fn survey(
        &mut self,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError> {
        let (game, gpu) = (self.game, self.gpu);
        let machine = gpu.machine();
        let mut work = gpu.take_turn();
        let device_tables = &mut work.device_tables;
        self.loaded = None;
        let mut loaded = device_tables.load(game, unit, &[], None)?;
        let launches = &mut loaded.launches;
        Passes { machine, game, unit, launches, control }.solve()?;
        let turns_apart = game.orbits().turns_apart;
        let mut tallies = Vec::new();
        for (&tier, launch) in unit.tiers.iter().zip(&mut loaded.launches) {
            if is_counted(tier) {
                let slots = launch.tier.slots;
                launch.tier.own.marks = self.marks(device_tables, slots)?;
                launch.counts = self.counts(device_tables)?;
                let turns = turns_of_tier(game, tier);
                machine.fill(launch.tier.own.marks, slots.next_multiple_of(CHUNK), turns)?;
                tallies.push((tier, tally(machine, launch, turns_apart)?));
            }
        }
        self.loaded = Some(loaded);
        control.advance(unit.total_slots());
        Ok(tallies)
    }

    fn verify(&mut self, unit: &Unit, control: &Control) -> Result<VerifiedUnit, SolveError> {
        let Some(loaded) = &mut self.loaded else { return Ok(VerifiedUnit::default()) };
        let _turn = self.gpu.take_turn();
        let (machine, game, launches) = (self.gpu.machine(), self.game, &mut loaded.launches);
        let report = Passes { machine, game, unit, launches, control }.verify()?;
        control.advance(unit.total_slots());
        Ok(VerifiedUnit { positions: report.positions, moves: report.moves })
    }

    fn code(&mut self, tier: Tier, slot: u64) -> Result<Code, SolveError> {
        Ok(Code(self.gpu.code(tier, slot)?))
    }

    fn forget(&mut self, tier: Tier) {
        self.loaded = None;
        self.gpu.take_turn().device_tables.forget(&[tier]);
    }
}
