//! Surveys: solving a game and counting its values without keeping tables.
//!
//! The values of a tier stay in memory, this machine's or a GPU's, until no unit that is left leads to
//! them. So a game can be counted whose tables nobody could store, or would want to, in as many runs as
//! it takes: a run solves what the tiers lead to that have not been counted before, and nothing else.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Outcome, Tier};

use crate::analyze::{TierTally, tally_tier};
use crate::backend::{Backend, Cpu, UnitSurveyor, UnitTables};
use crate::control::Control;
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::tables::Uses;
use crate::tiers::{TierGraph, Unit};
use crate::unit::{Exits, UnitTask};
use crate::verify::VerifiedUnit;

/// What a survey found besides its counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SurveyedValues {
    /// The values that were derived again from those of their moves.
    pub verified: VerifiedUnit,
    /// What the start is worth, if its tier was solved.
    pub start: Option<Outcome>,
}

/// Solves what the wanted tiers of a game lead to and counts all of their positions. `found` gets each
/// tier with its counts as soon as they are there. A survey that is stopped has lost nothing that was
/// found. If asked to, it verifies what it solves.
pub fn survey(
    game: &dyn Numbered,
    is_wanted: impl Fn(Tier) -> bool,
    verifies: bool,
    surveyor: &mut dyn UnitSurveyor,
    control: &Control,
    mut found: impl FnMut(Tier, &TierTally),
) -> Result<SurveyedValues, SolveError> {
    let graph = TierGraph::of(game);
    let wanted: HashSet<Tier> = graph.tiers().filter(|&tier| is_wanted(tier)).collect();
    let units = needed_units(&graph, &wanted);
    check_memory(game, &graph, &units, surveyor, |_| 0)?;
    let slots: u64 = units.iter().map(|unit| unit.total_slots()).sum();
    control.expect(if verifies { 2 * slots } else { slots });
    let mut surveyed = SurveyedValues::default();
    let mut uses = uses(&units);
    let (start, _) = game.start();
    for unit in units {
        let tallies = surveyor.survey(unit, &|tier| wanted.contains(&tier), control)?;
        if verifies {
            surveyed.verified = surveyed.verified.add(surveyor.verify(unit, control)?);
        }
        if unit.tiers.contains(&start.tier) {
            surveyed.start = surveyor.code(start.tier, start.slot)?.outcome();
        }
        tallies.iter().for_each(|(tier, tally)| found(*tier, tally));
        let unneeded = uses.finish(unit.tiers.iter().chain(&unit.exits));
        unneeded.into_iter().for_each(|tier| surveyor.forget(tier));
        control.check()?;
    }
    Ok(surveyed)
}

/// The units of the wanted tiers and of what they lead to, children first.
fn needed_units<'g>(graph: &'g TierGraph, wanted: &HashSet<Tier>) -> Vec<&'g Unit> {
    let mut needed = wanted.clone();
    let mut units = Vec::new();
    for unit in graph.units.iter().rev() {
        if unit.tiers.iter().any(|tier| needed.contains(tier)) {
            needed.extend(&unit.exits);
            units.push(unit);
        }
    }
    units.reverse();
    units
}

/// How many of the units need the values of each tier.
pub(crate) fn uses(units: &[&Unit]) -> Uses {
    let mut uses = Uses::default();
    units.iter().for_each(|unit| uses.add(unit.tiers.iter().chain(&unit.exits)));
    uses
}

/// Refuses a survey that at some time needs more memory than there is, with what a unit takes besides.
pub(crate) fn check_memory(
    game: &dyn Numbered,
    graph: &TierGraph,
    units: &[&Unit],
    surveyor: &dyn UnitSurveyor,
    besides: impl Fn(&Unit) -> u64,
) -> Result<(), SolveError> {
    let bytes = |&tier: &Tier| surveyor.kept_bytes(graph.slots(tier));
    let mut uses = uses(units);
    let (mut kept, mut peak) = (0, (0, 0));
    for (number, unit) in units.iter().enumerate() {
        peak = peak.max((kept + surveyor.work_bytes(unit) + besides(unit), number));
        kept += unit.tiers.iter().map(bytes).sum::<u64>();
        let unneeded = uses.finish(unit.tiers.iter().chain(&unit.exits));
        kept -= unneeded.iter().map(bytes).sum::<u64>();
    }
    let (needed, number) = peak;
    if needed <= surveyor.budget() {
        return Ok(());
    }
    let tiers = &units[number].tiers;
    let tiers: Vec<String> = tiers.iter().map(|&tier| game.tier_name(tier)).collect();
    let what = format!("tier {} with what is kept then", tiers.join(" with "));
    Err(surveyor.too_large(what, needed))
}

/// Surveys with the threads of the current rayon pool and this machine's memory.
pub(crate) struct CpuSurveyor<'a> {
    game: &'a dyn Numbered,
    tables: HashMap<Tier, Arc<ResidentTable>>,
    memory: u64,
}

impl<'a> CpuSurveyor<'a> {
    pub fn new(game: &'a dyn Numbered, memory: u64) -> CpuSurveyor<'a> {
        CpuSurveyor { game, tables: HashMap::new(), memory }
    }

    fn known(&self, tiers: &[Tier]) -> Vec<Arc<ResidentTable>> {
        tiers.iter().map(|tier| Arc::clone(&self.tables[tier])).collect()
    }
}

impl UnitSurveyor for CpuSurveyor<'_> {
    fn budget(&self) -> u64 {
        self.memory
    }

    fn too_large(&self, what: String, needed: u64) -> SolveError {
        SolveError::TooLittleMemory { what, needed, budget: self.memory }
    }

    fn work_bytes(&self, unit: &Unit) -> u64 {
        Cpu.memory(self.game, unit) + 2 * unit.total_slots()
    }

    /// A table with more than 256 different values takes two bytes for each slot.
    fn kept_bytes(&self, slots: u64) -> u64 {
        2 * slots
    }

    fn survey(
        &mut self,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError> {
        let exits = self.known(&unit.exits);
        let exits = Exits::Resident(&exits);
        let solved = Cpu.solve(self.game, &UnitTask { unit, exits, control, parallel: true })?;
        let mut tallies = Vec::new();
        for (&tier, codes) in unit.tiers.iter().zip(solved.tiers()) {
            let table = ResidentTable::new(codes);
            if is_counted(tier) {
                tallies.push((tier, tally_tier(self.game, tier, &table, None)));
            }
            self.tables.insert(tier, Arc::new(table));
        }
        Ok(tallies)
    }

    fn verify(&mut self, unit: &Unit, control: &Control) -> Result<VerifiedUnit, SolveError> {
        let (own, exits) = (self.known(&unit.tiers), self.known(&unit.exits));
        Cpu.verify(self.game, unit, UnitTables { own: &own, exits: &exits }, control)
    }

    fn code(&mut self, tier: Tier, slot: u64) -> Result<Code, SolveError> {
        Ok(self.tables[&tier].code(slot as usize))
    }

    fn tables(&self, unit: &Unit) -> Option<Vec<Arc<ResidentTable>>> {
        Some(self.known(&unit.tiers))
    }

    fn forget(&mut self, tier: Tier) {
        self.tables.remove(&tier);
    }
}
