//! Counting units: which positions the start leads to, and how many have which value, on the GPU.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use hindsight_core::{Numbered, Tier, Turns};
use hindsight_solve::{
    Control, ResidentTable, Scope, SolveError, TierGraph, TierTally, Unit, UnitCounter,
    turns_of_tier,
};

use crate::backend::Gpu;
use crate::device_tables::{DeviceTables, Values};
use crate::error::GpuError;
use crate::launch::{CHUNK, DUE_BYTES, MachineTable};
use crate::machine::{Kernel, Machine};
use crate::tally::{COUNT_BYTES, read_report, tally, write_report};

/// Counts the positions of a scope, walking from the start on where it asks for that.
pub(crate) struct GpuCounter<'a, M: Machine> {
    gpu: &'a Gpu<M>,
    game: &'a dyn Numbered,
    graph: &'a TierGraph,
    scope: Scope,
    reached: HashMap<Tier, Reached<M>>,
    is_started: bool,
}

/// What is reached of a tier.
#[derive(Debug)]
struct Reached<M: Machine> {
    marks: Values<M>,
    /// Four words for every chunk, of which the first tells that something was added.
    changed: Values<M>,
}

impl<'a, M: Machine> GpuCounter<'a, M> {
    pub(crate) fn new(
        gpu: &'a Gpu<M>,
        game: &'a dyn Numbered,
        graph: &'a TierGraph,
        scope: Scope,
    ) -> GpuCounter<'a, M> {
        GpuCounter { gpu, game, graph, scope, reached: HashMap::new(), is_started: false }
    }

    fn meet(
        &mut self,
        device_tables: &mut DeviceTables<M>,
        tier: Tier,
        slots: u64,
    ) -> Result<(), GpuError> {
        if let Entry::Vacant(vacant) = self.reached.entry(tier) {
            let chunks = slots.div_ceil(CHUNK);
            let marks = device_tables.scratch(chunks * CHUNK)?;
            let changed = device_tables.scratch(chunks * DUE_BYTES)?;
            vacant.insert(Reached { marks, changed });
        }
        Ok(())
    }

    fn put_marks(&self, table: &mut MachineTable, tier: Tier) {
        if let Some(reached) = self.reached.get(&tier) {
            table.marks = reached.marks.address();
            table.due = reached.changed.address();
        }
    }

    /// Marks the start as reached with its turn.
    fn start(&mut self) -> Result<(), GpuError> {
        let (start, turn) = self.game.start();
        let Some(reached) = self.reached.get(&start.tier) else { return Ok(()) };
        let turn = Turns::of(turn).bits();
        let machine = self.gpu.machine();
        machine.upload(reached.marks.address() + start.slot, 1, &|_, byte| byte.fill(turn))?;
        let changed = reached.changed.address() + start.slot / CHUNK * DUE_BYTES;
        machine.upload(changed, 1, &|_, byte| byte.fill(1))?;
        self.is_started = true;
        Ok(())
    }
}

impl<M: Machine> UnitCounter for GpuCounter<'_, M> {
    fn count(
        &mut self,
        unit: &Unit,
        tables: &[Arc<ResidentTable>],
        control: &Control,
    ) -> Result<Vec<TierTally>, SolveError> {
        let (game, graph, machine) = (self.game, self.graph, self.gpu.machine());
        let mut work = self.gpu.take_turn();
        let device_tables = &mut work.device_tables;
        let side = game.device().ok_or(GpuError::NotOffered)?;
        let is_walked = self.scope == Scope::Reachable;
        if is_walked {
            for &tier in unit.tiers.iter().chain(&unit.exits) {
                self.meet(device_tables, tier, graph.slots(tier))?;
            }
            if !self.is_started {
                self.start()?;
            }
        } else {
            for &tier in &unit.tiers {
                self.meet(device_tables, tier, graph.slots(tier))?;
                let marks = &self.reached[&tier].marks;
                let bytes = graph.slots(tier).next_multiple_of(CHUNK);
                machine.fill(marks.address(), bytes, turns_of_tier(game, tier))?;
            }
        }
        let counts = device_tables.scratch(COUNT_BYTES)?;
        let mut loaded = device_tables.load(game, unit, &[], Some(tables))?;
        for (&tier, launch) in unit.tiers.iter().zip(&mut loaded.launches) {
            self.put_marks(&mut launch.tier.own, tier);
            for (table, target) in launch.tier.targets.iter_mut().zip(side.tier(tier).targets) {
                if let Some(target) = target {
                    self.put_marks(table, target);
                }
            }
            launch.counts = counts.address();
            launch.keeps_turn = (!game.alternates()).into();
        }
        let mut has_news = is_walked;
        while has_news {
            let report = loaded.launches[0].report;
            write_report(machine, report)?;
            for launch in &loaded.launches {
                machine.launch(Kernel::Reach, launch.tier.chunks(), launch)?;
            }
            let report = read_report(machine, report)?;
            if let Some(what) = report.trouble() {
                let tier = game.tier_name(unit.tiers[0]);
                return Err(SolveError::Inconsistent { what, tier, slot: report.trouble_slot });
            }
            control.check()?;
            has_news = report.news != 0;
        }
        let turns_apart = game.orbits().turns_apart;
        let tallies = loaded
            .launches
            .iter()
            .map(|launch| tally(machine, launch, turns_apart))
            .collect::<Result<Vec<_>, _>>()?;
        // Nothing of the unit is needed any more: its parents came before it.
        device_tables.forget(&unit.tiers);
        self.reached.retain(|tier, _| !unit.tiers.contains(tier));
        Ok(tallies)
    }
}
