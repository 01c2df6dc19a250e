//! Solving a game down to a boundary: beyond it, positions are found when asked for.
//!
//! A game that is shallow and widest towards its end, such as Quarto, has far more positions in its
//! last levels than anyone stores, and those are the ones that a search finds at once. Tables hold
//! the levels up to the **boundary**. The boundary level itself is found position by position, the
//! levels before it from the tables of the next, as any game is.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use hindsight_core::{
    Code, Indexed, Neighbour, Occupant, OrbitSlot, Orbits, Outcome, Rules, Tier, Turn, Value,
};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::control::Control;
use crate::error::SolveError;
use crate::retrograde::CpuSolver;
use crate::slots::SlotArray;
use crate::solve::{SolveReport, solve_as_far};
use crate::tiers::{TierGraph, Unit};
use crate::unit::{SolvedUnit, UnitSolver, UnitTask};
use crate::verify::{VerifyReport, verify};

/// Slots that one thread finds at a time.
const CHUNK: usize = 64;

/// A game that ends for its index at a level: no tier leads beyond it.
#[derive(Debug)]
pub struct Bounded<'g, G> {
    game: &'g G,
    boundary: u32,
}

impl<'g, G: Indexed> Bounded<'g, G> {
    /// The game down to a level.
    pub fn new(game: &'g G, boundary: u32) -> Self {
        Bounded { game, boundary }
    }

    fn is_at_boundary(&self, tier: Tier) -> bool {
        self.game.level(tier).is_some_and(|level| level >= self.boundary)
    }
}

impl<G: Indexed> Rules for Bounded<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn primitive(&self, position: G::Position) -> Option<Value> {
        self.game.primitive(position)
    }

    fn moves(&self, position: G::Position, visit: impl FnMut(G::Move)) {
        self.game.moves(position, visit);
    }

    fn play(&self, position: G::Position, chosen: G::Move) -> G::Position {
        self.game.play(position, chosen)
    }

    fn turn(&self, position: G::Position) -> Turn {
        self.game.turn(position)
    }

    const IS_NEVER_WON_AT_END: bool = G::IS_NEVER_WON_AT_END;

    const IS_FOUND: bool = G::IS_FOUND;

    fn find(&self, position: G::Position) -> Option<Outcome> {
        self.game.find(position)
    }
}

impl<G: Indexed> Indexed for Bounded<'_, G> {
    fn tier_of(&self, position: G::Position) -> Tier {
        self.game.tier_of(position)
    }

    fn roots(&self) -> Vec<Tier> {
        self.game.roots()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        if self.is_at_boundary(tier) { Vec::new() } else { self.game.child_tiers(tier) }
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.game.tier_name(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.game.slots(tier)
    }

    fn locate_in(&self, tier: Tier, position: G::Position) -> OrbitSlot {
        self.game.locate_in(tier, position)
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<G::Position>> {
        self.game.occupant(tier, slot)
    }

    fn symmetries(&self) -> u32 {
        self.game.symmetries()
    }

    fn seen_by(&self, position: G::Position, turn: Turn) -> G::Position {
        self.game.seen_by(position, turn)
    }

    fn orbits(&self) -> Orbits {
        self.game.orbits()
    }

    fn level(&self, tier: Tier) -> Option<u32> {
        self.game.level(tier)
    }

    const HAS_PARENTS: bool = G::HAS_PARENTS;

    fn parents(&self, position: G::Position, visit: impl FnMut(G::Position)) {
        self.game.parents(position, visit);
    }

    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        self.game.exit_slots(tier, slots, is_inside, inside, visit);
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        self.game.max_inside_moves(tier)
    }
}

/// Finds the boundary's positions one by one; solves other units as [`CpuSolver`] does.
#[derive(Clone, Copy, Debug)]
pub struct BoundarySolver;

impl<G: Indexed> UnitSolver<Bounded<'_, G>> for BoundarySolver {
    fn memory(&self, game: &Bounded<'_, G>, unit: &Unit) -> u64 {
        CpuSolver.memory(game, unit)
    }

    fn solve(&self, game: &Bounded<'_, G>, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
        if !task.unit.tiers.iter().any(|&tier| game.is_at_boundary(tier)) {
            return CpuSolver.solve(game, task);
        }
        let mut array = SlotArray::new(task.unit.total_slots() as usize);
        let mut rest = array.shared();
        for (&tier, &slots) in task.unit.tiers.iter().zip(&task.unit.slots) {
            let (codes, behind) = rest.split_at(slots as usize);
            rest = behind;
            let find = |(chunk, codes): (usize, &[AtomicU16])| -> Result<(), SolveError> {
                task.control.check()?;
                for (number, code) in codes.iter().enumerate() {
                    let slot = (chunk * CHUNK + number) as u64;
                    code.store(found(game, tier, slot)?.0, Ordering::Relaxed);
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

/// What stands in a slot of the boundary level.
fn found<G: Indexed>(game: &G, tier: Tier, slot: u64) -> Result<Code, SolveError> {
    let Some(occupant) = game.occupant(tier, slot) else { return Ok(Code::HOLE) };
    let outcome = match game.primitive(occupant.position) {
        Some(value) => Some(Outcome::over(value)),
        None => game.find(occupant.position),
    };
    outcome.map(Code::new).ok_or_else(|| SolveError::Inconsistent {
        what: "a position at the boundary that cannot be found without tables",
        tier: game.tier_name(tier),
        slot,
    })
}

/// Solves the levels up to a boundary. The store is then not complete: beyond the boundary there is
/// nothing.
pub fn solve_bounded<G: Indexed>(
    game: &G,
    boundary: u32,
    store: &Store,
    memory: u64,
    control: &Control,
) -> Result<SolveReport, SolveError> {
    let bounded = Bounded::new(game, boundary);
    solve_as_far(&bounded, store, &BoundarySolver, memory, control, false)
}

/// The boundary down to which a store has tables; `None` when it has none.
pub fn stored_boundary<G: Indexed>(game: &G, store: &Store) -> Option<u32> {
    let is_stored = |tier: &Tier| store.has(&game.tier_name(*tier));
    TierGraph::of(game).tiers().filter(is_stored).filter_map(|tier| game.level(tier)).max()
}

/// Verifies the tables of a game that was solved down to a boundary: beyond it, the values that moves
/// lead to are found.
pub fn verify_bounded<G: Indexed>(
    game: &G,
    boundary: u32,
    store: &Store,
    control: &Control,
) -> Result<VerifyReport, SolveError> {
    verify(&Bounded::new(game, boundary), store, control)
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
}

/// Places of a level that are timed, and the longest that takes.
const SAMPLES: u64 = 200;
const STEP: u64 = 89;
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// What each boundary of a game with levels costs. Takes up to two thirds of a second for each level;
/// nothing is found at levels before `first`.
pub fn boundary_costs<G: Indexed>(game: &G, first: u32) -> Vec<BoundaryCost> {
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
        let level_slots = LevelSlots { graph: &graph, tiers: &of_level, slots: found_slots };
        let find = |_: Tier, position: G::Position| game.find(position).map(|_| ());
        let finding_seconds =
            (level >= first).then(|| level_slots.time(game, |_, _| Some(()), find)).flatten();
        let cost =
            BoundaryCost { level, tiers, slots, found_slots, finding_seconds, solving_seconds };
        // Done once before it is timed: an index may make its tables when they are first needed.
        let look_up = |tier: Tier, position: G::Position| {
            let slot = game.locate_in(tier, position).slot;
            game.exit_slots(tier, &[slot], |_| false, &mut [0], |_, _| ());
            Some(())
        };
        solving_seconds += level_slots.time(game, look_up, look_up).unwrap_or(0.0);
        cost
    };
    levels.into_iter().map(cost).collect()
}

/// The slots of a level.
struct LevelSlots<'a> {
    graph: &'a TierGraph,
    tiers: &'a [Tier],
    slots: u64,
}

impl LevelSlots<'_> {
    /// Seconds that an act would take with all positions of the level at which the game goes on,
    /// projected from some slots spread over the level; `None` when it cannot be done with one of them.
    fn time<G: Indexed>(
        &self,
        game: &G,
        prepare: impl Fn(Tier, G::Position) -> Option<()>,
        act: impl Fn(Tier, G::Position) -> Option<()>,
    ) -> Option<f64> {
        let samples = SAMPLES.min(self.slots);
        let begin = Instant::now();
        let (mut spent, mut count) = (Duration::ZERO, 0);
        for sample in 0..samples {
            // A step that meets tiers and slots in no order of theirs.
            let turn = u128::from(sample * STEP % samples);
            let mut at = (u128::from(self.slots) * turn / u128::from(samples)) as u64;
            let &tier = self.tiers.iter().find(|&&tier| {
                let is_here = at < self.graph.slots(tier);
                at -= if is_here { 0 } else { self.graph.slots(tier) };
                is_here
            })?;
            count += 1;
            if let Some(Occupant { position, .. }) = game.occupant(tier, at)
                && game.primitive(position).is_none()
            {
                prepare(tier, position)?;
                let began = Instant::now();
                act(tier, position)?;
                spent += began.elapsed();
            }
            if begin.elapsed() > LONG_ENOUGH {
                break;
            }
        }
        Some(spent.as_secs_f64() / f64::from(count.max(1)) * self.slots as f64)
    }
}
