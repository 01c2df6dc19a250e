//! Labelling the draws of a whole game: unit after unit, finished columns on disk, resumable.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Tier};
use hindsight_store::Store;
use rayon::prelude::*;

use super::labeller::{LabelPlaces, UnitLabeller};
use super::labels::{CLASS, DEPTH, LabelledTier, Labels, OPEN, OTHER};
use super::ranks::RankedUnit;
use super::values::TierValues;
use super::{levels, purity};
use crate::backend::Backend;
use crate::control::Control;
use crate::error::SolveError;
use crate::parents::{Parents, ReversedMoves, Unmoves};
use crate::resident::ResidentTable;
use crate::tables::{Uses, load};
use crate::tiers::{TierGraph, Unit};
use crate::unit::Sources;

/// Slots of which a game says at a time which are holes.
const TOGETHER: usize = 4096;

/// What labelling the draws of a game did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawsReport {
    /// Tiers labelled now.
    pub labelled_tiers: u64,
    /// Tiers that had been labelled before.
    pub skipped_tiers: u64,
    /// Bytes of all tables of the family.
    pub table_bytes: u64,
}

/// By what draws are told apart.
#[derive(Clone, Copy, Debug)]
pub enum DrawOrder<'a> {
    /// By who is nearer to a mistake: each draw has a [`DrawLevel`](super::DrawLevel).
    Levels,
    /// By the tier in which they end up: each draw has a [`DrawRank`](super::DrawRank).
    Ranks(&'a TierValues),
}

/// Labels all draws of a solved game, with the threads of the current rayon pool and a backend that does
/// rounds where it has any, and keeps the labels in a family of tables.
pub fn solve_draws(
    game: &dyn Numbered,
    order: DrawOrder<'_>,
    values: &Store,
    family: &Store,
    backend: &dyn Backend,
    memory: u64,
    control: &Control,
) -> Result<DrawsReport, SolveError> {
    let graph = TierGraph::of(game);
    check_memory(game, &graph, memory)?;
    control.expect(graph.total_slots());
    let mut report = DrawsReport::default();
    let mut uses = Uses::default();
    graph.units.iter().for_each(|unit| uses.add(unit.tiers.iter().chain(&unit.exits)));
    // The other half is for the unit that is worked on.
    let mut labelling = Labelling::new(game, order, backend.labeller(game, memory / 2));
    for unit in &graph.units {
        if unit.tiers.iter().all(|&tier| is_labelled(game, family, tier)) {
            report.skipped_tiers += unit.tiers.len() as u64;
        } else {
            report.labelled_tiers += unit.tiers.len() as u64;
            for &tier in &unit.exits {
                if !labelling.has(tier) {
                    let LabelledTier { numbers, labels } =
                        LabelledTier::load(game, values, family, tier)?;
                    labelling.put(unit, tier, numbers, labels)?;
                }
            }
            let tables = unit.tiers.iter().map(|&tier| load(game, values, tier));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            let labels = labelling.label(unit, Some(&tables), control)?;
            drop(tables);
            let numbers = labelling.labeller.numbers(unit)?;
            write_columns(game, family, unit, numbers, &labels)?;
        }
        uses.finish(unit.tiers.iter().chain(&unit.exits))
            .into_iter()
            .for_each(|tier| labelling.forget(tier));
        labelling.labeller.tidy();
        control.advance(unit.total_slots());
        control.check().inspect_err(|_| drop(family.commit()))?;
    }
    family.commit()?;
    if let DrawOrder::Levels = order {
        purity::find(game, &graph, values, family, control)?;
    }
    family.finish()?;
    report.table_bytes = family.tiers().iter().map(|tier| tier.bytes).sum();
    Ok(report)
}

/// Refuses a game with a unit for which there is too little memory.
fn check_memory(game: &dyn Numbered, graph: &TierGraph, memory: u64) -> Result<(), SolveError> {
    let needed = |unit: &Unit| {
        let slots = unit.total_slots();
        let exits: u64 = unit.exits.iter().map(|&tier| graph.slots(tier)).sum();
        let reversed = if game.has_parents() { 0 } else { ReversedMoves::memory(game, unit) };
        // Numbers, states, codes and a column; the exits' numbers.
        10 * slots + 2 * exits + reversed
    };
    match graph.units.iter().max_by_key(|unit| needed(unit)) {
        Some(unit) if needed(unit) > memory => {
            let what = format!("telling the draws of tier {} apart", game.tier_name(unit.tiers[0]));
            Err(SolveError::TooLittleMemory { what, needed: needed(unit), budget: memory })
        }
        _ => Ok(()),
    }
}

/// Tiers whose draws have labels, in memory as long as units need them.
pub(super) struct LabelledTiers<'a> {
    game: &'a dyn Numbered,
    values: &'a Store,
    family: &'a Store,
    uses: Uses,
    tiers: HashMap<Tier, Arc<LabelledTier>>,
}

impl<'a> LabelledTiers<'a> {
    pub fn new(
        game: &'a dyn Numbered,
        values: &'a Store,
        family: &'a Store,
        graph: &TierGraph,
    ) -> LabelledTiers<'a> {
        let mut uses = Uses::default();
        graph.units.iter().for_each(|unit| uses.add(unit.tiers.iter().chain(&unit.exits)));
        LabelledTiers { game, values, family, uses, tiers: HashMap::new() }
    }

    /// A tier that was labelled, from memory or else from the disk.
    pub fn get(&mut self, tier: Tier) -> Result<Arc<LabelledTier>, SolveError> {
        if let Some(known) = self.tiers.get(&tier) {
            return Ok(Arc::clone(known));
        }
        let loaded = LabelledTier::load(self.game, self.values, self.family, tier)?;
        let loaded = Arc::new(loaded);
        self.tiers.insert(tier, Arc::clone(&loaded));
        Ok(loaded)
    }

    /// Takes a use off a unit's tiers and of its exits, and lets go of those that are not needed any
    /// more.
    pub fn finish(&mut self, unit: &Unit) {
        for tier in self.uses.finish(unit.tiers.iter().chain(&unit.exits)) {
            self.tiers.remove(&tier);
        }
    }
}

/// Labels the draws of one unit after another.
pub(super) struct Labelling<'a> {
    game: &'a dyn Numbered,
    order: DrawOrder<'a>,
    /// What the numbers of tiers mean.
    labels: HashMap<Tier, Arc<Labels>>,
    pub labeller: Box<dyn UnitLabeller + 'a>,
}

impl<'a> Labelling<'a> {
    pub fn new(
        game: &'a dyn Numbered,
        order: DrawOrder<'a>,
        labeller: Box<dyn UnitLabeller + 'a>,
    ) -> Labelling<'a> {
        Labelling { game, order, labels: HashMap::new(), labeller }
    }

    fn has(&self, tier: Tier) -> bool {
        self.labels.contains_key(&tier) && self.labeller.has(tier)
    }

    /// Takes an exit of a unit that was labelled before.
    fn put(
        &mut self,
        unit: &Unit,
        tier: Tier,
        numbers: Vec<u16>,
        labels: Labels,
    ) -> Result<(), SolveError> {
        self.labels.insert(tier, Arc::new(labels));
        self.labeller.put(unit, tier, numbers)
    }

    fn exits(&self, unit: &Unit) -> Vec<Arc<Labels>> {
        unit.exits.iter().map(|tier| Arc::clone(&self.labels[tier])).collect()
    }

    /// Labels a unit whose exits are there; what its numbers mean.
    pub fn label(
        &mut self,
        unit: &Unit,
        tables: Option<&[Arc<ResidentTable>]>,
        control: &Control,
    ) -> Result<Arc<Labels>, SolveError> {
        let (game, order) = (self.game, self.order);
        let exits = &self.exits(unit)[..];
        let mut labels = Labels::new();
        self.labeller.work(unit, tables, control, &mut |open| {
            labels = match order {
                DrawOrder::Levels => levels::label_unit(game, unit, exits, open)?,
                DrawOrder::Ranks(values) => RankedUnit { game, unit, values, exits }.label(open)?,
            };
            Ok(())
        })?;
        let labels = Arc::new(labels);
        for &tier in &unit.tiers {
            self.labels.insert(tier, Arc::clone(&labels));
        }
        Ok(labels)
    }

    /// What the labels of a unit that was just ranked are worth; `None` where draws are not ranked.
    pub fn places(&self, unit: &Unit) -> Option<LabelPlaces> {
        let DrawOrder::Ranks(values) = self.order else { return None };
        let exits = &self.exits(unit)[..];
        let ranked = RankedUnit { game: self.game, unit, values, exits };
        Some(ranked.places(&self.labels[&unit.tiers[0]]))
    }

    /// Lets a tier go.
    pub fn forget(&mut self, tier: Tier) {
        self.labels.remove(&tier);
        self.labeller.forget(tier);
    }
}

fn is_labelled(game: &dyn Numbered, family: &Store, tier: Tier) -> bool {
    let name = game.tier_name(tier);
    [CLASS, DEPTH].iter().all(|column| family.has(&format!("{name}{column}")))
}

/// Writes the columns of a unit.
fn write_columns(
    game: &dyn Numbered,
    family: &Store,
    unit: &Unit,
    numbers: Vec<Vec<u16>>,
    labels: &Labels,
) -> Result<(), SolveError> {
    for (&tier, numbers) in unit.tiers.iter().zip(numbers) {
        let labelled = LabelledTier { numbers, labels: labels.clone() };
        let name = game.tier_name(tier);
        for (suffix, codes) in [CLASS, DEPTH].iter().zip(labelled.columns()) {
            write_column(family, &format!("{name}{suffix}"), &codes)?;
        }
    }
    Ok(())
}

/// Work on a unit that goes backwards inside it.
pub(super) trait Backwards {
    /// What it finds.
    type Found;
    /// Does it.
    fn run<P: Parents>(self, game: &dyn Numbered, parents: &P) -> Result<Self::Found, SolveError>;
}

/// Does some work with the game's un-moves, or with reversed moves where it has none.
pub(super) fn with_parents<W: Backwards>(
    game: &dyn Numbered,
    unit: &Unit,
    work: W,
) -> Result<W::Found, SolveError> {
    let sources = Sources::of(unit);
    if game.has_parents() || !unit.loopy {
        work.run(game, &Unmoves { game, sources: &sources })
    } else {
        work.run(game, &ReversedMoves::of(game, unit, &sources)?)
    }
}

/// Tables say nothing of holes, so that some look like draws: takes these out.
pub(super) fn drop_holes(game: &dyn Numbered, tier: Tier, numbers: &mut [u16]) {
    numbers.par_chunks_mut(TOGETHER).enumerate().for_each(|(chunk, numbers)| {
        let first = (chunk * TOGETHER) as u64;
        let mut open: Vec<u64> = (first..)
            .zip(&*numbers)
            .filter(|&(_, &number)| number == OPEN)
            .map(|(slot, _)| slot)
            .collect();
        game.keep_open(tier, &mut open);
        for number in numbers.iter_mut().filter(|number| **number == OPEN) {
            *number = OTHER;
        }
        for slot in open {
            numbers[(slot - first) as usize] = OPEN;
        }
    });
}

/// Writes a column, unless it is there from before, when a run was stopped between two.
pub(super) fn write_column(family: &Store, name: &str, codes: &[Code]) -> Result<(), SolveError> {
    if !family.has(name) {
        family.write_tier(name, codes)?;
    }
    Ok(())
}
