//! Which units go whole to a rank and which are split, over how many ranks, and what that takes.

use std::collections::HashMap;

use hindsight_core::Numbered;
use hindsight_solve::{BLOCK, Backend, SolveError, TierGraph, Unit, unit_memory};
use serde::Serialize;

use crate::deal::Deal;
use crate::share::Dealt;

/// How a unit is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// By one rank.
    Whole,
    /// By so many ranks together.
    Split {
        /// How many.
        ranks: usize,
        /// Whether every rank reads all tables that the unit's moves lead to. Otherwise each holds its
        /// share of them and the others ask.
        reads_exits: bool,
    },
}

/// The plan for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UnitPlan {
    /// Who solves it.
    #[serde(flatten)]
    pub way: Way,
    /// The most bytes that it takes on each rank that takes part.
    pub memory: u64,
}

/// Who may work, and with how much memory.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// How many ranks there are.
    pub ranks: usize,
    /// Bytes that each may use.
    pub memory: u64,
}

impl Means {
    /// The bytes that messages of a split unit may take on each rank.
    pub fn buffer(&self) -> u64 {
        (self.memory / 32).min(64 << 20)
    }
}

/// The bytes that a share of a unit takes: the slots and what goes with them, the exits, and messages.
pub(crate) fn share_memory(
    game: &dyn Numbered,
    graph: &TierGraph,
    unit: &Unit,
    means: &Means,
    (ranks, reads_exits): (usize, bool),
) -> u64 {
    let share = Dealt::to_solve(unit, ranks, None).deal.largest_share();
    let reversed = if game.has_parents() || !unit.loopy {
        0
    } else {
        // As the solver of one process reckons, with parents that take eight bytes.
        share * (16 + 8 * u64::from(unit.max_inside_moves(game).min(16)))
    };
    let exits = unit.exits.iter().map(|&tier| graph.slots(tier));
    let exits: u64 = match reads_exits {
        true => exits.sum(),
        false => exits.map(|slots| Deal::runs(slots, ranks).largest_share()).sum(),
    };
    let own = 2 * share + 24 * share.div_ceil(BLOCK as u64);
    game.index_bytes() + own + reversed + exits + means.buffer()
}

/// Plans a unit: whole if a rank can hold it, split over as few ranks as can otherwise. Refuses what does
/// not fit all ranks together.
fn plan_unit(
    game: &dyn Numbered,
    graph: &TierGraph,
    backend: &dyn Backend,
    unit: &Unit,
    means: &Means,
) -> Result<UnitPlan, SolveError> {
    let whole = unit_memory(game, graph, backend, unit);
    if whole.streamed <= means.memory {
        let memory = if whole.resident <= means.memory { whole.resident } else { whole.streamed };
        return Ok(UnitPlan { way: Way::Whole, memory });
    }
    match split_over(game, graph, unit, means, 2) {
        Some(plan) => Ok(plan),
        None => {
            let of = if means.ranks == 1 { "1 rank" } else { &format!("{} ranks", means.ranks) };
            let what = format!("tier {} on each of {of}", game.tier_name(unit.tiers[0]));
            let needed = if means.ranks < 2 {
                whole.streamed
            } else {
                share_memory(game, graph, unit, means, (means.ranks, false))
            };
            Err(SolveError::TooLittleMemory { what, needed, budget: means.memory })
        }
    }
}

/// Plans some units, each with its number. Where some do not fit, the one that needs the most is named.
pub fn plan_units<'u>(
    game: &dyn Numbered,
    graph: &TierGraph,
    backend: &dyn Backend,
    units: impl IntoIterator<Item = (usize, &'u Unit)>,
    means: &Means,
) -> Result<HashMap<usize, UnitPlan>, SolveError> {
    let mut plans = HashMap::new();
    let mut worst: Option<(u64, SolveError)> = None;
    for (number, unit) in units {
        match plan_unit(game, graph, backend, unit, means) {
            Ok(plan) => drop(plans.insert(number, plan)),
            Err(failure) => {
                let SolveError::TooLittleMemory { needed, .. } = failure else {
                    return Err(failure);
                };
                if worst.as_ref().is_none_or(|&(most, _)| most < needed) {
                    worst = Some((needed, failure));
                }
            }
        }
    }
    worst.map_or(Ok(plans), |(_, failure)| Err(failure))
}

/// Splits a unit over as few ranks as can hold it, but no fewer than `least`; `None` if it does not fit.
pub fn split_over(
    game: &dyn Numbered,
    graph: &TierGraph,
    unit: &Unit,
    means: &Means,
    least: usize,
) -> Option<UnitPlan> {
    (least..=means.ranks).find_map(|ranks| {
        [true, false].into_iter().find_map(|reads_exits| {
            let memory = share_memory(game, graph, unit, means, (ranks, reads_exits));
            let way = Way::Split { ranks, reads_exits };
            (memory <= means.memory).then_some(UnitPlan { way, memory })
        })
    })
}

/// What solving a game on several ranks takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// How many ranks there are.
    pub ranks: usize,
    /// Bytes that each may use.
    pub memory_per_rank: u64,
    /// Units that go whole to a rank.
    pub whole_units: u64,
    /// Their slots.
    pub whole_slots: u64,
    /// Units that are split.
    pub split_units: u64,
    /// Their slots.
    pub split_slots: u64,
    /// The most ranks that a unit is split over.
    pub most_ranks: usize,
    /// The most bytes that a unit takes on a rank.
    pub most_memory: u64,
    /// The units that are split, the largest first.
    pub split: Vec<SplitUnit>,
}

/// A unit that is split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SplitUnit {
    /// The names of its tiers.
    pub tiers: Vec<String>,
    /// The slots of all of them.
    pub slots: u64,
    /// Over how many ranks, and with how much memory.
    #[serde(flatten)]
    pub plan: UnitPlan,
    /// About how many bytes go from rank to rank.
    pub message_bytes: u64,
}

/// Slots of a unit that are sampled for the number of moves.
const SAMPLED: u64 = 2_000;
/// Bytes that a move takes in messages if it leads to a slot of another rank: four for the address, and a
/// little more with some; six where a value is asked for.
const BYTES_PER_MOVE: u64 = 5;

/// About how many bytes go from rank to rank when a unit is split: its moves, going by a sample, times the
/// part of them that lead to another rank.
fn message_bytes(game: &dyn Numbered, unit: &Unit, plan: &UnitPlan) -> u64 {
    let Way::Split { ranks, reads_exits } = plan.way else { return 0 };
    let (mut sampled, mut moves) = (0, 0u64);
    for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
        let step = (slots * unit.tiers.len() as u64 / SAMPLED).max(1);
        let mut open: Vec<u64> = (0..slots).step_by(step as usize).collect();
        sampled += open.len() as u64;
        game.keep_open(tier, &mut open);
        game.visit_children(tier, &open, &mut |child, children| {
            if !reads_exits || unit.tiers.contains(&child) {
                moves += children.len() as u64;
            }
        });
    }
    let all = moves as f64 / sampled.max(1) as f64 * unit.total_slots() as f64;
    (all * (ranks - 1) as f64 / ranks as f64) as u64 * BYTES_PER_MOVE
}

/// Plans a whole game.
///
/// # Errors
/// [`SolveError::TooLittleMemory`] for a unit that does not fit all ranks together.
pub fn plan(game: &dyn Numbered, backend: &dyn Backend, means: &Means) -> Result<Plan, SolveError> {
    let graph = TierGraph::of(game);
    let mut plan = Plan {
        ranks: means.ranks,
        memory_per_rank: means.memory,
        whole_units: 0,
        whole_slots: 0,
        split_units: 0,
        split_slots: 0,
        most_ranks: 1,
        most_memory: 0,
        split: Vec::new(),
    };
    let plans = plan_units(game, &graph, backend, graph.units.iter().enumerate(), means)?;
    for (number, unit) in graph.units.iter().enumerate() {
        let slots = unit.total_slots();
        let found = plans[&number];
        plan.most_memory = plan.most_memory.max(found.memory);
        match found.way {
            Way::Whole => {
                plan.whole_units += 1;
                plan.whole_slots += slots;
            }
            Way::Split { ranks, .. } => {
                plan.split_units += 1;
                plan.split_slots += slots;
                plan.most_ranks = plan.most_ranks.max(ranks);
                let tiers = unit.tiers.iter().map(|&tier| game.tier_name(tier)).collect();
                let message_bytes = message_bytes(game, unit, &found);
                plan.split.push(SplitUnit { tiers, slots, plan: found, message_bytes });
            }
        }
    }
    plan.split.sort_by_key(|unit| std::cmp::Reverse(unit.slots));
    Ok(plan)
}
