//! The unit analyst: which positions the start leads to, and how many have which value, on the GPU.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hindsight_core::{Code, Indexed, Tier, Turn};
use hindsight_solve::{
    Control, Count, ResidentTable, Scope, SolveError, TierGraph, TierTally, Unit, UnitAnalyst,
    turns_of_tier,
};

use crate::error::GpuError;
use crate::launch::{CHUNK, DUE_BYTES, Launch, MachineTable, Report};
use crate::machine::{Kernel, Machine};
use crate::solver::GpuSolver;
use crate::stock::{Stock, Values};

/// Bytes of the counts: two numbers for every code.
const COUNT_BYTES: usize = 16 << 16;

/// Walks over a game's positions from the start on.
#[derive(Debug)]
pub struct GpuAnalyst<'a, M: Machine> {
    solver: &'a GpuSolver<M>,
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

impl<'a, M: Machine> GpuAnalyst<'a, M> {
    /// An analyst that works with the machine of a solver.
    pub fn new(solver: &'a GpuSolver<M>) -> GpuAnalyst<'a, M> {
        GpuAnalyst { solver, reached: HashMap::new(), is_started: false }
    }

    fn meet(&mut self, stock: &mut Stock<M>, tier: Tier, slots: u64) -> Result<(), GpuError> {
        if let Entry::Vacant(vacant) = self.reached.entry(tier) {
            let chunks = slots.div_ceil(CHUNK);
            let marks = stock.scratch(chunks * CHUNK)?;
            let changed = stock.scratch(chunks * DUE_BYTES)?;
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

    fn byte_at(&self, address: u64) -> Result<u8, GpuError> {
        let mut byte = [0];
        self.solver.machine().download(address, &mut byte)?;
        Ok(byte[0])
    }

    /// Marks the start as reached with its turn.
    fn start<G: Indexed>(&mut self, game: &G) -> Result<(), GpuError> {
        let start = game.locate(game.start());
        let Some(reached) = self.reached.get(&start.tier) else { return Ok(()) };
        let turn = u8::from(game.turn(game.start()) == Turn::Second) + 1;
        let machine = self.solver.machine();
        machine.upload(reached.marks.address() + start.slot, 1, &|_, byte| byte.fill(turn))?;
        let changed = reached.changed.address() + start.slot / CHUNK * DUE_BYTES;
        machine.upload(changed, 1, &|_, byte| byte.fill(1))?;
        self.is_started = true;
        Ok(())
    }

    fn write_report(&self, address: u64) -> Result<(), GpuError> {
        let blank = Report::blank();
        let copy = |offset: u64, part: &mut [u8]| {
            part.copy_from_slice(&blank[offset as usize..][..part.len()]);
        };
        self.solver.machine().upload(address, blank.len() as u64, &copy)
    }

    fn read_report(&self, address: u64) -> Result<Report, GpuError> {
        let mut bytes = [0; Report::BYTES];
        self.solver.machine().download(address, &mut bytes)?;
        Ok(Report::of(&bytes))
    }

    /// The first reached slot with a code, and a turn that it is reached with.
    fn find(&self, launch: &Launch, code: Code) -> Result<(u64, Turn), GpuError> {
        self.write_report(launch.report)?;
        let machine = self.solver.machine();
        let wanted = Launch { level: code.0.into(), ..*launch };
        machine.launch(Kernel::Find, launch.tier.chunks(), &wanted)?;
        let slot = self.read_report(launch.report)?.trouble_slot;
        let mark = self.byte_at(launch.tier.own.marks + slot)?;
        Ok((slot, if mark & 1 != 0 { Turn::First } else { Turn::Second }))
    }

    fn tally(&self, launch: &Launch, turns_apart: bool) -> Result<TierTally, GpuError> {
        let machine = self.solver.machine();
        machine.fill(launch.counts, COUNT_BYTES as u64, 0)?;
        let counting = Launch { level: turns_apart.into(), ..*launch };
        machine.launch(Kernel::Count, launch.tier.chunks(), &counting)?;
        let mut bytes = vec![0; COUNT_BYTES];
        machine.download(launch.counts, &mut bytes)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
        let mut tally = TierTally::default();
        for (code, bytes) in (0..=u16::MAX).map(Code).zip(bytes.chunks_exact(16)) {
            let count = Count { positions: number(&bytes[..8]), canonical: number(&bytes[8..]) };
            if count.canonical > 0 {
                tally.counts.insert(code, count);
            }
        }
        let longest = |tag: u16| {
            let tagged = tally.counts.keys().filter(|code| code.0 & Code::TAG_MASK == tag);
            tagged.map(|code| code.0 & !Code::TAG_MASK).max()
        };
        let found = |tag: u16| -> Result<_, GpuError> {
            let Some(remoteness) = longest(tag) else { return Ok(None) };
            let (slot, turn) = self.find(launch, Code(tag | remoteness))?;
            Ok(Some((remoteness, slot, turn)))
        };
        let [longest_win, longest_lose, longest_tie] =
            [found(Code::TAG_WIN)?, found(Code::TAG_LOSE)?, found(Code::TAG_TIE)?];
        Ok(TierTally { longest_win, longest_lose, longest_tie, ..tally })
    }
}

impl<M: Machine, G: Indexed> UnitAnalyst<G> for GpuAnalyst<'_, M> {
    fn count(
        &mut self,
        game: &G,
        graph: &TierGraph,
        unit: &Unit,
        tables: &[ResidentTable],
        scope: Scope,
        control: &Control,
    ) -> Result<Vec<TierTally>, SolveError> {
        let solver = self.solver;
        let mut work = solver.take_turn();
        let stock = &mut work.stock;
        let side = game.device().ok_or(GpuError::NotOffered)?;
        let is_walked = scope == Scope::Reachable;
        if is_walked {
            for &tier in unit.tiers.iter().chain(&unit.exits) {
                self.meet(stock, tier, graph.slots(tier))?;
            }
            if !self.is_started {
                self.start(game)?;
            }
        } else {
            for &tier in &unit.tiers {
                self.meet(stock, tier, graph.slots(tier))?;
                let marks = &self.reached[&tier].marks;
                let bytes = graph.slots(tier).next_multiple_of(CHUNK);
                solver.machine().fill(marks.address(), bytes, turns_of_tier(game, tier))?;
            }
        }
        let counts = stock.scratch(COUNT_BYTES as u64)?;
        let mut loaded = stock.load(game, unit, &[], Some(&tables.iter().collect::<Vec<_>>()))?;
        for (&tier, launch) in unit.tiers.iter().zip(&mut loaded.launches) {
            self.put_marks(&mut launch.tier.own, tier);
            for (table, target) in launch.tier.targets.iter_mut().zip(side.tier(tier).targets) {
                if let Some(target) = target {
                    self.put_marks(table, target);
                }
            }
            launch.counts = counts.address();
        }
        let mut has_news = is_walked;
        while has_news {
            self.write_report(loaded.launches[0].report)?;
            for launch in &loaded.launches {
                solver.machine().launch(Kernel::Reach, launch.tier.chunks(), launch)?;
            }
            let report = self.read_report(loaded.launches[0].report)?;
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
            .map(|launch| self.tally(launch, turns_apart))
            .collect::<Result<Vec<_>, _>>()?;
        // Nothing of the unit is needed any more: its parents came before it.
        stock.forget(&unit.tiers);
        self.reached.retain(|tier, _| !unit.tiers.contains(tier));
        Ok(tallies)
    }
}
