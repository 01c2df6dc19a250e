//! Labelling the draws of a whole game: unit after unit, finished columns on disk, resumable.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Tier};
use hindsight_store::Store;
use rayon::prelude::*;

use super::labels::{CLASS, DEPTH, LabelledTier, Labels, OPEN, OTHER};
use super::round::OpenUnit;
use super::values::TierValues;
use super::{levels, purity, ranks};
use crate::backend::Backend;
use crate::control::Control;
use crate::error::SolveError;
use crate::parents::{Parents, ReversedMoves, Unmoves};
use crate::resident::ResidentTable;
use crate::tables::Uses;
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
    let mut tiers = LabelledTiers::new(game, values, family, &graph);
    // The other half is for the unit that is worked on.
    tiers.most_bytes = memory / 2;
    for unit in &graph.units {
        if unit.tiers.iter().all(|&tier| tiers.is_labelled(tier)) {
            report.skipped_tiers += unit.tiers.len() as u64;
        } else {
            report.labelled_tiers += unit.tiers.len() as u64;
            tiers.label(order, unit, backend, control)?;
        }
        tiers.finish(unit);
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
    /// What they may take together; those for which there is no room are read again.
    most_bytes: u64,
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
        LabelledTiers { game, values, family, uses, tiers: HashMap::new(), most_bytes: u64::MAX }
    }

    fn is_labelled(&self, tier: Tier) -> bool {
        let name = self.game.tier_name(tier);
        [CLASS, DEPTH].iter().all(|column| self.family.has(&format!("{name}{column}")))
    }

    /// A tier that was labelled, from memory or else from the disk.
    pub fn get(&mut self, tier: Tier) -> Result<Arc<LabelledTier>, SolveError> {
        if let Some(known) = self.tiers.get(&tier) {
            return Ok(Arc::clone(known));
        }
        let loaded = LabelledTier::load(self.game, self.values, self.family, tier)?;
        let loaded = Arc::new(loaded);
        self.keep(tier, &loaded);
        Ok(loaded)
    }

    /// Keeps a tier, if there is room for it.
    fn keep(&mut self, tier: Tier, labelled: &Arc<LabelledTier>) {
        let bytes: u64 = self.tiers.values().map(|kept| kept.bytes()).sum();
        if bytes + labelled.bytes() <= self.most_bytes {
            self.tiers.insert(tier, Arc::clone(labelled));
        }
    }

    /// Takes a use off a unit's tiers and of its exits, and lets go of those that are not needed any
    /// more.
    pub fn finish(&mut self, unit: &Unit) {
        for tier in self.uses.finish(unit.tiers.iter().chain(&unit.exits)) {
            self.tiers.remove(&tier);
        }
    }

    /// Labels the draws of a unit and writes its columns.
    fn label(
        &mut self,
        order: DrawOrder<'_>,
        unit: &Unit,
        backend: &dyn Backend,
        control: &Control,
    ) -> Result<(), SolveError> {
        let exits = unit.exits.iter().map(|&tier| self.get(tier));
        let exits = exits.collect::<Result<Vec<_>, _>>()?;
        let exits: Vec<&LabelledTier> = exits.iter().map(|exit| &**exit).collect();
        let mut own = open_draws(self.game, self.values, unit)?;
        let game = self.game;
        let open = OpenUnit { game, unit, own: &mut own, exits: &exits, backend, control };
        let work = LabelUnit { order, open };
        let labels = with_parents(self.game, unit, work)?;
        let mut rest = &own[..];
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            let (numbers, behind) = rest.split_at(slots as usize);
            rest = behind;
            let labelled = LabelledTier { numbers: numbers.to_vec(), labels: labels.clone() };
            let name = self.game.tier_name(tier);
            for (suffix, codes) in [CLASS, DEPTH].iter().zip(labelled.columns()) {
                write_column(self.family, &format!("{name}{suffix}"), &codes)?;
            }
            self.keep(tier, &Arc::new(labelled));
        }
        Ok(())
    }
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

struct LabelUnit<'a> {
    order: DrawOrder<'a>,
    open: OpenUnit<'a>,
}

impl Backwards for LabelUnit<'_> {
    type Found = Labels;

    fn run<P: Parents>(self, _game: &dyn Numbered, parents: &P) -> Result<Labels, SolveError> {
        match self.order {
            DrawOrder::Levels => levels::label_unit(self.open, parents),
            DrawOrder::Ranks(values) => ranks::label_unit(self.open, values, parents),
        }
    }
}

/// The numbers of a unit's slots before its draws have labels.
pub(super) fn open_draws(
    game: &dyn Numbered,
    values: &Store,
    unit: &Unit,
) -> Result<Vec<u16>, SolveError> {
    let mut numbers = Vec::with_capacity(unit.total_slots() as usize);
    for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
        let table = ResidentTable::load(&*values.table(&game.tier_name(tier))?)?;
        let start = numbers.len();
        let number = |slot: u64| LabelledTier::number_of_value(table.code(slot as usize));
        numbers.par_extend((0..slots).into_par_iter().map(number));
        drop_holes(game, tier, &mut numbers[start..]);
    }
    Ok(numbers)
}

/// Tables say nothing of holes, so that some look like draws: takes these out.
fn drop_holes(game: &dyn Numbered, tier: Tier, numbers: &mut [u16]) {
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
