//! Surveys: solving a game and counting its values without keeping tables.
//!
//! The values of a tier stay in memory, this machine's or a GPU's, until no unit that is left leads to
//! them. So a game can be counted whose tables nobody could store, or would want to, in as many runs as
//! it takes: a run solves what the tiers lead to that have not been counted before, and nothing else.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hindsight_core::{Indexed, Tier};

use crate::analyze::{TierTally, any_turn, tally_tier};
use crate::control::Control;
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::retrograde::CpuSolver;
use crate::tiers::{TierGraph, Unit};
use crate::unit::{Exits, UnitSolver, UnitTask};
use crate::verify::{CpuVerifier, UnitTables, UnitVerifier, VerifiedUnit};

/// Something that solves units, keeps their values and counts them.
pub trait UnitSurveyor<G: Indexed> {
    /// The bytes that values can take.
    fn budget(&self) -> u64;

    /// What to say when so many bytes would be needed.
    fn too_large(&self, what: String, needed: u64) -> SolveError;

    /// The bytes that a unit takes while it is solved and counted, its values included.
    fn work_bytes(&self, game: &G, unit: &Unit) -> u64;

    /// The bytes that the values of so many slots take later on.
    fn kept_bytes(&self, slots: u64) -> u64;

    /// Solves a unit, whose exits' values are there, and counts those of its tiers that are wanted.
    fn survey(
        &mut self,
        game: &G,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError>;

    /// Derives every value of a unit that was just solved again from those of its moves.
    fn verify(
        &mut self,
        game: &G,
        unit: &Unit,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError>;

    /// Lets the values of a tier go.
    fn forget(&mut self, tier: Tier);
}

/// Solves what the wanted tiers of a game lead to and counts all of their positions. `found` gets each
/// tier with its counts as soon as they are there. A survey that is stopped has lost nothing that was
/// found. If asked to, it verifies what it solves; the positions and moves that were looked at for that.
pub fn survey<G: Indexed>(
    game: &G,
    is_wanted: impl Fn(Tier) -> bool,
    verifies: bool,
    surveyor: &mut impl UnitSurveyor<G>,
    control: &Control,
    mut found: impl FnMut(Tier, &TierTally),
) -> Result<VerifiedUnit, SolveError> {
    let graph = TierGraph::of(game);
    let wanted: HashSet<Tier> = graph.tiers().filter(|&tier| is_wanted(tier)).collect();
    let plan = Plan::of(&graph, &wanted);
    plan.check_memory(game, &graph, surveyor)?;
    let slots: u64 = plan.steps.iter().map(|step| graph.units[step.unit].total_slots()).sum();
    control.expect(if verifies { 2 * slots } else { slots });
    let mut verified = VerifiedUnit::default();
    for step in &plan.steps {
        let unit = &graph.units[step.unit];
        let is_counted = |tier: Tier| wanted.contains(&tier);
        let tallies = surveyor.survey(game, unit, &is_counted, control)?;
        if verifies {
            let unit = surveyor.verify(game, unit, control)?;
            verified.positions += unit.positions;
            verified.moves += unit.moves;
        }
        tallies.iter().for_each(|(tier, tally)| found(*tier, tally));
        step.last_used.iter().for_each(|&tier| surveyor.forget(tier));
        control.check()?;
    }
    Ok(verified)
}

/// The units to solve, in order.
struct Plan {
    steps: Vec<Step>,
}

struct Step {
    /// The number of the unit in the graph.
    unit: usize,
    /// The tiers that no later unit leads to.
    last_used: Vec<Tier>,
}

impl Plan {
    /// The wanted tiers and what they lead to, children first.
    fn of(graph: &TierGraph, wanted: &HashSet<Tier>) -> Plan {
        let mut needed: HashSet<Tier> = HashSet::new();
        let mut last_use: HashMap<Tier, usize> = HashMap::new();
        let mut steps = Vec::new();
        for (number, unit) in graph.units.iter().enumerate().rev() {
            if !unit.tiers.iter().any(|tier| wanted.contains(tier) || needed.contains(tier)) {
                continue;
            }
            for &tier in unit.tiers.iter().chain(&unit.exits) {
                // Units come in reverse: the first that leads to a tier is the last to need it.
                last_use.entry(tier).or_insert(number);
            }
            needed.extend(&unit.exits);
            steps.push(Step { unit: number, last_used: Vec::new() });
        }
        steps.reverse();
        let mut by_unit: HashMap<usize, Vec<Tier>> = HashMap::new();
        for (tier, unit) in last_use {
            by_unit.entry(unit).or_default().push(tier);
        }
        for step in &mut steps {
            step.last_used = by_unit.remove(&step.unit).unwrap_or_default();
        }
        Plan { steps }
    }

    /// The most bytes that are in use at a time, and the step at which they are.
    fn peak<G: Indexed>(
        &self,
        game: &G,
        graph: &TierGraph,
        surveyor: &impl UnitSurveyor<G>,
    ) -> (u64, usize) {
        let (mut kept, mut peak) = (0, (0, 0));
        for (number, step) in self.steps.iter().enumerate() {
            let unit = &graph.units[step.unit];
            let bytes = |slots: &u64| surveyor.kept_bytes(*slots);
            peak = peak.max((kept + surveyor.work_bytes(game, unit), number));
            kept += unit.slots.iter().map(bytes).sum::<u64>();
            kept -= step.last_used.iter().map(|&tier| bytes(&graph.slots(tier))).sum::<u64>();
        }
        peak
    }

    fn check_memory<G: Indexed>(
        &self,
        game: &G,
        graph: &TierGraph,
        surveyor: &impl UnitSurveyor<G>,
    ) -> Result<(), SolveError> {
        let (needed, step) = self.peak(game, graph, surveyor);
        if needed <= surveyor.budget() {
            return Ok(());
        }
        let tiers = &graph.units[self.steps[step].unit].tiers;
        let tiers: Vec<String> = tiers.iter().map(|&tier| game.tier_name(tier)).collect();
        let what = format!("tier {} with what is kept then", tiers.join(" with "));
        Err(surveyor.too_large(what, needed))
    }
}

/// Surveys with the threads of the current rayon pool and this machine's memory.
#[derive(Debug)]
pub struct CpuSurveyor {
    tables: HashMap<Tier, Arc<ResidentTable>>,
    memory: u64,
}

impl CpuSurveyor {
    /// A surveyor that uses no more than so many bytes.
    pub fn new(memory: u64) -> CpuSurveyor {
        CpuSurveyor { tables: HashMap::new(), memory }
    }
}

impl<G: Indexed> UnitSurveyor<G> for CpuSurveyor {
    fn budget(&self) -> u64 {
        self.memory
    }

    fn too_large(&self, what: String, needed: u64) -> SolveError {
        SolveError::TooLittleMemory { what, needed, budget: self.memory }
    }

    fn work_bytes(&self, game: &G, unit: &Unit) -> u64 {
        CpuSolver.memory(game, unit) + 2 * unit.total_slots()
    }

    /// A table with more than 256 different values takes two bytes for each slot.
    fn kept_bytes(&self, slots: u64) -> u64 {
        2 * slots
    }

    fn survey(
        &mut self,
        game: &G,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError> {
        let exits: Vec<_> = unit.exits.iter().map(|tier| Arc::clone(&self.tables[tier])).collect();
        let exits = Exits::Resident(&exits);
        let solved = CpuSolver.solve(game, &UnitTask { unit, exits, control, parallel: true })?;
        let mut tallies = Vec::new();
        for (&tier, codes) in unit.tiers.iter().zip(solved.tiers()) {
            let table = ResidentTable::new(codes);
            if is_counted(tier) {
                tallies.push((tier, tally_tier(game, tier, &table, any_turn(game))));
            }
            self.tables.insert(tier, Arc::new(table));
        }
        Ok(tallies)
    }

    fn verify(
        &mut self,
        game: &G,
        unit: &Unit,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        let tables = |tiers: &[Tier]| -> Vec<_> {
            tiers.iter().map(|tier| Arc::clone(&self.tables[tier])).collect()
        };
        let (own, exits) = (tables(&unit.tiers), tables(&unit.exits));
        CpuVerifier.verify(game, unit, UnitTables { own: &own, exits: &exits }, control)
    }

    fn forget(&mut self, tier: Tier) {
        self.tables.remove(&tier);
    }
}
