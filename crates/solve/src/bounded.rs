//! Solving a game down to a boundary: beyond it, positions are found when asked for.
//!
//! A game that is shallow and widest towards its end, such as Quarto, has far more positions in its
//! last levels than anyone stores, and those are the ones that a search finds at once. Tables hold
//! the levels up to the **boundary**. The boundary level itself is found position by position, the
//! levels before it from the tables of the next, as any game is.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use hindsight_core::clock::Instant;
use hindsight_core::{AnyPosition, AnyRules, Code, LevelValues, Numbered, Occupant, Outcome, Tier};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::backend::Cpu;
use crate::control::Control;
use crate::error::SolveError;
use crate::estimate::expected_table_bytes;
use crate::slots::SlotArray;
use crate::solve::{SolveReport, solve_down_to};
use crate::tiers::{TierGraph, Unit};
use crate::unit::{SolvedUnit, UnitTask};
use crate::verify::{VerifyReport, verify_unit, verify_units};

/// Slots that one thread finds at a time.
const CHUNK: usize = 64;

/// Says what stands in a slot of the boundary's level; `None` for a hole.
pub type FindInSlot<'a> = &'a (dyn Fn(Tier, u64) -> Result<Option<Outcome>, SolveError> + Sync);

/// The last level that is solved, and how its positions are found.
#[derive(Clone, Copy)]
pub(crate) struct Boundary<'a> {
    pub find: FindInSlot<'a>,
    pub level: u32,
}

impl fmt::Debug for Boundary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Boundary({})", self.level)
    }
}

impl Boundary<'_> {
    /// Whether a unit's positions are found one by one.
    pub fn is_met(self, game: &dyn Numbered, unit: &Unit) -> bool {
        unit.tiers.iter().any(|&tier| game.level(tier) >= Some(self.level))
    }

    /// Finds the positions of a unit one by one.
    pub fn find_unit(self, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
        let mut array = SlotArray::new(task.unit.total_slots() as usize);
        let mut rest = array.shared();
        for (&tier, &slots) in task.unit.tiers.iter().zip(&task.unit.slots) {
            let (codes, behind) = rest.split_at(slots as usize);
            rest = behind;
            let find = |(chunk, codes): (usize, &[AtomicU16])| -> Result<(), SolveError> {
                task.control.check()?;
                for (number, code) in codes.iter().enumerate() {
                    let slot = (chunk * CHUNK + number) as u64;
                    let found = (self.find)(tier, slot)?.map_or(Code::HOLE, Code::new);
                    code.store(found.0, Ordering::Relaxed);
                }
                task.control.advance(codes.len() as u64);
                Ok(())
            };
            if task.parallel {
                codes.par_chunks(CHUNK).enumerate().try_for_each(find)?;
            } else {
                codes.chunks(CHUNK).enumerate().try_for_each(find)?;
            }
        }
        Ok(SolvedUnit::new(array, task.unit))
    }
}

/// Solves the levels up to a boundary, whose own positions are searched. The store is then not complete:
/// beyond the boundary there is nothing.
pub fn solve_bounded(
    rules: &dyn AnyRules,
    game: &dyn Numbered,
    boundary: u32,
    store: &Store,
    memory: u64,
    control: &Control,
) -> Result<SolveReport, SolveError> {
    let find = |tier: Tier, slot: u64| {
        let Some(Occupant { position, .. }) = game.occupant(tier, slot) else { return Ok(None) };
        let outcome = match rules.primitive(&position) {
            Some(value) => Some(Outcome::over(value)),
            None => rules.find(&position),
        };
        outcome.map(Some).ok_or_else(|| SolveError::Inconsistent {
            what: "a position at the boundary that cannot be found without tables",
            tier: game.tier_name(tier),
            slot,
        })
    };
    solve_bounded_by(&find, game, boundary, store, memory, control)
}

/// The same with the boundary's own positions found some other way.
pub fn solve_bounded_by(
    find: FindInSlot<'_>,
    game: &dyn Numbered,
    boundary: u32,
    store: &Store,
    memory: u64,
    control: &Control,
) -> Result<SolveReport, SolveError> {
    let boundary = Boundary { find, level: boundary };
    solve_down_to(Some(boundary), game, store, &Cpu, memory, control)
}

/// The boundary down to which a store has tables; `None` when it has none.
pub fn stored_boundary(game: &dyn Numbered, store: &Store) -> Option<u32> {
    let is_stored = |tier: &Tier| store.has(&game.tier_name(*tier));
    TierGraph::of(game).tiers().filter(is_stored).filter_map(|tier| game.level(tier)).max()
}

/// Verifies the tables of a game that was solved down to a boundary: beyond it, the values that moves
/// lead to are found.
pub fn verify_bounded(
    rules: &dyn AnyRules,
    game: &dyn Numbered,
    boundary: u32,
    store: &Store,
    control: &Control,
) -> Result<VerifyReport, SolveError> {
    let graph = TierGraph::down_to(game, Some(boundary));
    verify_units(&graph, game, store, control, |unit, tables| {
        verify_unit(game, unit, tables, Some(rules), control)
    })
}

/// What a boundary costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundaryCost {
    /// The boundary's level.
    pub level: u32,
    /// Tables up to there.
    pub tiers: u64,
    /// Their slots.
    pub slots: u64,
    /// The boundary level's own slots.
    pub found_slots: u64,
    /// Seconds of one core to find these, projected from some; `None` where none was found in time.
    pub finding_seconds: Option<f64>,
    /// Seconds of one core to solve the levels before it from tables, projected likewise.
    pub solving_seconds: f64,
    /// Seconds of one core to look the boundary level itself up in values that a GPU has found, likewise; `None`
    /// where none can.
    pub looking_up_seconds: Option<f64>,
    /// About how large the tables will be, in bytes.
    pub expected_table_bytes: u64,
}

impl BoundaryCost {
    /// Seconds to solve down to the boundary with so many threads; `None` where a search takes too
    /// long to be timed.
    pub fn seconds(&self, threads: usize) -> Option<f64> {
        Some((self.finding_seconds? + self.solving_seconds) / threads as f64)
    }

    /// The same where the boundary level need not be searched, because a GPU has found the values that it
    /// follows from; without the GPU's own time.
    pub fn seconds_after_gpu(&self, threads: usize) -> Option<f64> {
        Some((self.looking_up_seconds? + self.solving_seconds) / threads as f64)
    }
}

/// Places of a level that are timed, and the longest that takes.
const SAMPLES: u64 = 200;
const STEP: u64 = 89;
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// What each boundary of a game with levels costs. Takes up to two thirds of a second for each level;
/// nothing is found at levels before `first`.
pub fn boundary_costs(rules: &dyn AnyRules, game: &dyn Numbered, first: u32) -> Vec<BoundaryCost> {
    let graph = TierGraph::of(game);
    let mut levels: BTreeMap<u32, Vec<Tier>> = BTreeMap::new();
    for tier in graph.tiers() {
        levels.entry(game.level(tier).unwrap_or(0)).or_default().push(tier);
    }
    let (mut tiers, mut slots, mut solving_seconds) = (0, 0, 0.0);
    let cost = |(level, of_level): (u32, Vec<Tier>)| {
        tiers += of_level.len() as u64;
        let found_slots = of_level.iter().map(|&tier| graph.slots(tier)).sum();
        slots += found_slots;
        let level_slots =
            LevelSlots { rules, game, graph: &graph, tiers: &of_level, slots: found_slots };
        let find = |_: Tier, position: &AnyPosition| rules.find(position).map(|_| ());
        let finding_seconds =
            (level >= first).then(|| level_slots.time(|_, _| Some(()), find)).flatten();
        // Done once before it is timed: an index may make its tables when they are first needed.
        let look_up = |tier: Tier, position: &AnyPosition| {
            let slot = game.locate(position).slot;
            game.visit_exits(tier, &[slot], &[], &mut [0], &mut |_, _| ());
            Some(())
        };
        let behind = game.levels().and_then(|levels| Some((levels, levels.level_behind(level)?)));
        let looking_up_seconds = behind.and_then(|(levels, behind)| {
            // What is looked up does not matter, only where.
            let values = LevelValues { level: behind, bytes: Vec::new() };
            let look_up = |tier: Tier, position: &AnyPosition| {
                levels.outcome_in(&values, tier, game.locate(position).slot).map(|_| ())
            };
            level_slots.time(look_up, look_up)
        });
        let cost = BoundaryCost {
            level,
            tiers,
            slots,
            found_slots,
            finding_seconds,
            solving_seconds,
            looking_up_seconds,
            expected_table_bytes: expected_table_bytes(tiers, slots),
        };
        solving_seconds += level_slots.time(look_up, look_up).unwrap_or(0.0);
        cost
    };
    levels.into_iter().map(cost).collect()
}

/// The slots of a level.
struct LevelSlots<'a> {
    rules: &'a dyn AnyRules,
    game: &'a dyn Numbered,
    graph: &'a TierGraph,
    tiers: &'a [Tier],
    slots: u64,
}

impl LevelSlots<'_> {
    /// Seconds that an act would take with all positions of the level at which the game goes on,
    /// projected from some slots spread over the level; `None` when it cannot be done with one of them.
    fn time(
        &self,
        prepare: impl Fn(Tier, &AnyPosition) -> Option<()>,
        act: impl Fn(Tier, &AnyPosition) -> Option<()>,
    ) -> Option<f64> {
        let samples = SAMPLES.min(self.slots);
        let begin = Instant::now();
        let (mut spent, mut count) = (Duration::ZERO, 0);
        for sample in 0..samples {
            // A prime stride spreads the samples over tiers and slots.
            let turn = u128::from(sample * STEP % samples);
            let mut at = (u128::from(self.slots) * turn / u128::from(samples)) as u64;
            let &tier = self.tiers.iter().find(|&&tier| {
                let is_here = at < self.graph.slots(tier);
                at -= if is_here { 0 } else { self.graph.slots(tier) };
                is_here
            })?;
            count += 1;
            if let Some(Occupant { position, .. }) = self.game.occupant(tier, at)
                && self.rules.primitive(&position).is_none()
            {
                prepare(tier, &position)?;
                let began = Instant::now();
                act(tier, &position)?;
                spent += began.elapsed();
            }
            if begin.elapsed() > LONG_ENOUGH {
                break;
            }
        }
        Some(spent.as_secs_f64() / f64::from(count.max(1)) * self.slots as f64)
    }
}
