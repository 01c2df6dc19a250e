//! Analysis: how many positions have which value and remoteness.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use hindsight_core::{AnyPosition, Code, Numbered, Outcome, Tier, Turn, Turns, Value};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::backend::{Backend, UnitCounter};
use crate::control::Control;
use crate::error::SolveError;
use crate::reach::{Reach, ReachedTier};
use crate::resident::ResidentTable;
use crate::tables::load;
use crate::tiers::{TierGraph, Unit};

/// Slots that one thread counts at a time.
const CHUNK: u64 = 1 << 16;
/// Slots of which a game says at a time what counting has to know.
const TOGETHER: usize = 1 << 12;

/// Which positions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those that the start leads to, or an image of it under the symmetries: mostly the start is its
    /// own image.
    #[default]
    Reachable,
    /// All that stand for a slot of a [root](Numbered::roots) tier, and their images, whether play
    /// leads there or not; of a folded game with either player to move. Tiers that the roots merely
    /// lead to are left out.
    Roots,
    /// As [`Scope::Roots`], of all tiers.
    All,
}

impl Scope {
    /// Whether a tier's positions can belong to it.
    pub(crate) fn tiers(self, game: &dyn Numbered) -> impl Fn(Tier) -> bool + use<> {
        let roots: Option<HashSet<Tier>> = match self {
            Scope::Reachable | Scope::All => None,
            Scope::Roots => Some(game.roots().into_iter().collect()),
        };
        move |tier| roots.as_ref().is_none_or(|roots| roots.contains(&tier))
    }
}

/// How often an outcome occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions, with whose turn it is.
    pub positions: u64,
    /// Orbits among them.
    pub canonical: u64,
}

impl Count {
    pub(crate) fn add(&mut self, other: Count) {
        self.positions += other.positions;
        self.canonical += other.canonical;
    }
}

/// Counts by outcome, sorted as reports list them: by value (win, lose, tie, draw), then remoteness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<(usize, u16), (Outcome, Count)>);

impl Counts {
    fn add(&mut self, outcome: Outcome, count: Count) {
        let value = Value::ALL.iter().position(|&value| value == outcome.value());
        let key = (value.unwrap_or(0), outcome.remoteness().unwrap_or(0));
        self.0.entry(key).or_insert((outcome, Count::default())).1.add(count);
    }

    /// The counts of a tier.
    pub fn of(tally: &TierTally) -> Counts {
        let mut counts = Counts::default();
        for (code, &count) in &tally.counts {
            if let Some(outcome) = code.outcome() {
                counts.add(outcome, count);
            }
        }
        counts
    }

    /// The outcomes that occur and how often.
    pub fn rows(&self) -> impl Iterator<Item = (Outcome, Count)> + '_ {
        self.0.values().copied()
    }

    /// All positions together.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        self.rows().for_each(|(_, count)| total.add(count));
        total
    }
}

/// What an analysis found.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Tiers with at least one position: children's before parents'.
    pub tiers: Vec<(Tier, Counts)>,
    /// All tiers together.
    pub total: Counts,
    /// A position with the longest win, if any is won.
    pub longest_win: Option<(Outcome, AnyPosition)>,
    /// A position with the longest loss, if any is lost.
    pub longest_lose: Option<(Outcome, AnyPosition)>,
    /// A position with the longest tie, if any is one.
    pub longest_tie: Option<(Outcome, AnyPosition)>,
}

/// What was counted of a tier.
#[derive(Clone, Debug, Default)]
pub struct TierTally {
    /// How often the codes occur.
    pub counts: HashMap<Code, Count>,
    /// Positions that have a slot and that no play leads to, where a survey counts them apart.
    pub unreachable: Count,
    /// The first slot with the longest win, and a turn that it is reached with.
    pub longest_win: Option<(u16, u64, Turn)>,
    /// The same for the longest loss.
    pub longest_lose: Option<(u16, u64, Turn)>,
    /// The same for the longest tie.
    pub longest_tie: Option<(u16, u64, Turn)>,
}

impl TierTally {
    /// Both together. Of equally long ends the lower slot's is kept, so that threads do not matter.
    pub fn merge(mut self, other: TierTally) -> TierTally {
        for (code, count) in other.counts {
            self.counts.entry(code).or_default().add(count);
        }
        self.unreachable.add(other.unreachable);
        self.longest_win = longer(self.longest_win, other.longest_win);
        self.longest_lose = longer(self.longest_lose, other.longest_lose);
        self.longest_tie = longer(self.longest_tie, other.longest_tie);
        self
    }

    /// Counts positions apart that no play leads to and that were counted under a code.
    pub fn set_apart(&mut self, code: Code, unreachable: Count) {
        self.unreachable.add(unreachable);
        if let Some(count) = self.counts.get_mut(&code) {
            count.positions -= unreachable.positions;
            count.canonical -= unreachable.canonical;
        }
        self.counts.retain(|_, count| count.positions > 0);
    }

    /// Notes how long the end of a slot is.
    fn note(&mut self, outcome: Option<Outcome>, slot: u64, turns: Turns) {
        let (remoteness, longest) = match outcome {
            Some(Outcome::Win(remoteness)) => (remoteness, &mut self.longest_win),
            Some(Outcome::Lose(remoteness)) => (remoteness, &mut self.longest_lose),
            Some(Outcome::Tie(remoteness)) => (remoteness, &mut self.longest_tie),
            Some(Outcome::Draw) | None => return,
        };
        // Slots come in order, so that the first of equals is the lowest.
        if longest.is_none_or(|(known, ..)| known < remoteness) {
            *longest = turns.any().map(|turn| (remoteness, slot, turn));
        }
    }
}

type Longest = Option<(u16, u64, Turn)>;

fn longer(a: Longest, b: Longest) -> Longest {
    a.into_iter().chain(b).max_by_key(|&(remoteness, slot, _)| (remoteness, Reverse(slot)))
}

/// The turns that positions of a tier can have, a bit for the first player and one for the second: both
/// where the game is folded, and otherwise the one that all of a tier have in common; 0 where there are
/// only holes.
pub fn turns_of_tier(game: &dyn Numbered, tier: Tier) -> u8 {
    let mut found = Vec::new();
    let occupied = (0..game.slots(tier)).find_map(|slot| {
        found.clear();
        game.occupancies(tier, &[slot], &mut found);
        found[0]
    });
    occupied.map_or(0, |occupancy| occupancy.turns.bits())
}

/// Counts the positions of a scope. What is reached is known by orbits, so where the start has images
/// other than itself, what these lead to counts as well. Every value that is counted was read from the
/// tables; the game must be solved completely.
pub fn analyze(
    game: &dyn Numbered,
    store: &Store,
    scope: Scope,
    backend: &dyn Backend,
    control: &Control,
) -> Result<Analysis, SolveError> {
    let graph = TierGraph::of(game);
    let mut counter = backend.counter(game, &graph, scope);
    analyze_by(game, &graph, scope, control, |unit| {
        let tables = unit.tiers.iter().map(|&tier| load(game, store, tier));
        counter.count(unit, &tables.collect::<Result<Vec<_>, _>>()?, control)
    })
}

/// The same with something that counts one unit after another, where only those count that the start
/// leads to with parents before children; a tally for each tier.
pub fn analyze_by(
    game: &dyn Numbered,
    graph: &TierGraph,
    scope: Scope,
    control: &Control,
    mut count: impl FnMut(&Unit) -> Result<Vec<TierTally>, SolveError>,
) -> Result<Analysis, SolveError> {
    let has_tier = scope.tiers(game);
    let mut units: Vec<&Unit> = graph.units.iter().collect();
    units.retain(|unit| unit.tiers.iter().any(|&tier| has_tier(tier)));
    if scope == Scope::Reachable {
        units.reverse();
    }
    control.expect(units.iter().map(|unit| unit.total_slots()).sum());
    let mut analysis = Analysis::default();
    for unit in units {
        let tallies = count(unit)?;
        for (&tier, tally) in unit.tiers.iter().zip(tallies) {
            if has_tier(tier) {
                analysis.add(game, tier, tally);
            }
        }
        control.advance(unit.total_slots());
        control.check()?;
    }
    if scope == Scope::Reachable {
        analysis.tiers.reverse();
    }
    Ok(analysis)
}

impl Analysis {
    fn add(&mut self, game: &dyn Numbered, tier: Tier, tally: TierTally) {
        let counts = Counts::of(&tally);
        counts.rows().for_each(|(outcome, count)| self.total.add(outcome, count));
        for (value, longest, best) in [
            (Value::Win, tally.longest_win, &mut self.longest_win),
            (Value::Lose, tally.longest_lose, &mut self.longest_lose),
            (Value::Tie, tally.longest_tie, &mut self.longest_tie),
        ] {
            let Some((remoteness, slot, turn)) = longest else { continue };
            let known = best.as_ref().and_then(|(outcome, _)| outcome.remoteness());
            let Some(occupant) = game.occupant(tier, slot) else { continue };
            if known < Some(remoteness) {
                let position = game.seen_by(&occupant.position, turn);
                *best = Some((Outcome::new(value, remoteness), position));
            }
        }
        if counts.total().positions > 0 {
            self.tiers.push((tier, counts));
        }
    }
}

/// Counts with the threads of the current rayon pool.
pub(crate) struct CpuCounter<'a> {
    game: &'a dyn Numbered,
    /// Where only those positions count that the start leads to.
    reach: Option<Reach<'a>>,
}

impl<'a> CpuCounter<'a> {
    pub fn new(game: &'a dyn Numbered, graph: &'a TierGraph, scope: Scope) -> CpuCounter<'a> {
        let reach = (scope == Scope::Reachable).then(|| Reach::new(game, graph));
        CpuCounter { game, reach }
    }
}

impl UnitCounter for CpuCounter<'_> {
    fn count(
        &mut self,
        unit: &Unit,
        tables: &[Arc<ResidentTable>],
        control: &Control,
    ) -> Result<Vec<TierTally>, SolveError> {
        let reached = self.reach.as_mut().map(|reach| reach.unit(unit, control)).transpose()?;
        let tally = |(number, &tier): (usize, &Tier)| {
            let reached = reached.as_ref().map(|tiers| &tiers[number]);
            tally_tier(self.game, tier, &tables[number], reached)
        };
        Ok(unit.tiers.iter().enumerate().map(tally).collect())
    }
}

/// Counts the slots of one tier: with all turns that their positions can have, or with those that are
/// reached.
pub(crate) fn tally_tier(
    game: &dyn Numbered,
    tier: Tier,
    table: &ResidentTable,
    reached: Option<&ReachedTier>,
) -> TierTally {
    let reached = reached.map(|reached| move |slot| reached.turns(slot));
    let reached = reached.as_ref().map(|turns| turns as &(dyn Fn(u64) -> Turns + Sync));
    tally_slots(game, tier, 0..game.slots(tier), &|slot| table.code(slot as usize), reached)
}

/// Counts a run of slots of a tier, given their codes: with all turns that their positions can have, or
/// with those that they are reached with.
pub fn tally_slots(
    game: &dyn Numbered,
    tier: Tier,
    run: Range<u64>,
    code_of: &(dyn Fn(u64) -> Code + Sync),
    reached: Option<&(dyn Fn(u64) -> Turns + Sync)>,
) -> TierTally {
    let (symmetries, turns_apart) = (game.symmetries(), game.orbits().turns_apart);
    let count_chunk = |chunk: u64| {
        let mut tally = TierTally::default();
        // Neighbouring slots repeat codes: a last-seen code saves most look-ups.
        let mut last = (Code::HOLE, Count::default());
        let is_met = |&slot: &u64| reached.is_none_or(|turns| turns(slot) != Turns::NONE);
        let first = run.start + chunk * CHUNK;
        let met: Vec<u64> = (first..run.end.min(first + CHUNK)).filter(is_met).collect();
        let mut found = Vec::with_capacity(TOGETHER);
        for slots in met.chunks(TOGETHER) {
            found.clear();
            game.occupancies(tier, slots, &mut found);
            for (&slot, occupancy) in slots.iter().zip(&found) {
                let Some(occupancy) = occupancy else { continue };
                let turns = reached.map_or(occupancy.turns, |turns| turns(slot));
                let code = code_of(slot);
                if code != last.0 {
                    tally.counts.entry(last.0).or_default().add(last.1);
                    last = (code, Count::default());
                }
                last.1.add(Count {
                    positions: u64::from(symmetries / occupancy.stabiliser) * turns.count(),
                    canonical: if turns_apart { turns.count() } else { 1 },
                });
                tally.note(code.outcome(), slot, turns);
            }
        }
        tally.counts.entry(last.0).or_default().add(last.1);
        tally
    };
    let chunks = (0..(run.end - run.start).div_ceil(CHUNK)).into_par_iter();
    chunks.map(count_chunk).reduce(TierTally::default, TierTally::merge)
}
