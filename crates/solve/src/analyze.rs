//! Analysis: how many positions have which value and remoteness.

use std::collections::{BTreeMap, HashMap, HashSet};

use hindsight_core::{Code, Indexed, Outcome, Tier, Turn, Value};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::control::Control;
use crate::error::SolveError;
use crate::reach::{Turns, reach};
use crate::resident::ResidentTable;
use crate::tiers::{TierGraph, Unit};

/// Slots that one thread counts at a time.
const CHUNK: u64 = 1 << 16;

/// Which positions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those that the start leads to, or an image of it under the symmetries: mostly the start is its
    /// own image.
    #[default]
    Reachable,
    /// All that stand for a slot of a [root](Indexed::roots) tier, and their images, whether play
    /// leads there or not; of a folded game with either player to move. Tiers that the roots merely
    /// lead to are left out.
    Legal,
    /// As [`Scope::Legal`], of all tiers.
    All,
}

impl Scope {
    /// Whether a tier's positions can belong to it.
    pub(crate) fn tiers<G: Indexed>(self, game: &G) -> impl Fn(Tier) -> bool + use<G> {
        let roots: Option<HashSet<Tier>> = match self {
            Scope::Reachable | Scope::All => None,
            Scope::Legal => Some(game.roots().into_iter().collect()),
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
    fn add(&mut self, other: Count) {
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
#[derive(Clone, Debug)]
pub struct Analysis<P> {
    /// Tiers with at least one position: children's before parents'.
    pub tiers: Vec<(Tier, Counts)>,
    /// All tiers together.
    pub total: Counts,
    /// A position with the longest win, if any is won.
    pub longest_win: Option<(Outcome, P)>,
    /// A position with the longest loss, if any is lost.
    pub longest_lose: Option<(Outcome, P)>,
    /// A position with the longest tie, if any is one.
    pub longest_tie: Option<(Outcome, P)>,
}

/// Something that finds which slots of a unit are reached and counts them, in place of the cores of
/// this machine. Units come with parents before children where positions are reached.
pub trait UnitAnalyst<G: Indexed> {
    /// Walks on from what is reached of a unit and counts it, given the tables of its tiers; a tally
    /// for each tier. In another scope than [`Scope::Reachable`] it counts every position, with the
    /// turns of [`turns_of_tier`].
    fn count(
        &mut self,
        game: &G,
        graph: &TierGraph,
        unit: &Unit,
        tables: &[ResidentTable],
        scope: Scope,
        control: &Control,
    ) -> Result<Vec<TierTally>, SolveError>;
}

/// What is reached of a tier.
#[derive(Clone, Debug, Default)]
pub struct TierTally {
    /// How often the codes occur.
    pub counts: HashMap<Code, Count>,
    /// The first slot with the longest win, and a turn that it is reached with.
    pub longest_win: Option<(u16, u64, Turn)>,
    /// The same for the longest loss.
    pub longest_lose: Option<(u16, u64, Turn)>,
    /// The same for the longest tie.
    pub longest_tie: Option<(u16, u64, Turn)>,
}

/// The turns that positions of a tier can have, a bit for the first player and one for the second: both
/// where the game is folded, and otherwise the one that all of a tier have in common; 0 where there are
/// only holes.
pub fn turns_of_tier<G: Indexed>(game: &G, tier: Tier) -> u8 {
    let occupant = (0..game.slots(tier)).find_map(|slot| game.occupant(tier, slot));
    occupant.map_or(0, |occupant| Turns::all(game, occupant.position).bits())
}

/// As [`analyze`], with another analyst. In a game that is not folded, the turn must be the same
/// throughout a tier for other scopes than [`Scope::Reachable`].
pub fn analyze_with<G: Indexed>(
    game: &G,
    store: &Store,
    scope: Scope,
    analyst: &mut impl UnitAnalyst<G>,
    control: &Control,
) -> Result<Analysis<G::Position>, SolveError> {
    let graph = TierGraph::of(game);
    let mut analysis = Analysis::default();
    control.expect(graph.total_slots());
    let mut units: Vec<&Unit> = graph.units.iter().collect();
    if scope == Scope::Reachable {
        units.reverse();
    }
    let has_tier = scope.tiers(game);
    for unit in units {
        if !unit.tiers.iter().any(|&tier| has_tier(tier)) {
            control.advance(unit.total_slots());
            continue;
        }
        let load = |&tier: &Tier| -> Result<ResidentTable, SolveError> {
            Ok(ResidentTable::load(&*store.table(&game.tier_name(tier))?)?)
        };
        let tables = unit.tiers.iter().map(load).collect::<Result<Vec<_>, _>>()?;
        let tallies = analyst.count(game, &graph, unit, &tables, scope, control)?;
        for (&tier, tally) in unit.tiers.iter().zip(tallies) {
            if has_tier(tier) {
                analysis.add_tally(game, tier, tally);
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

/// Counts the positions of a scope. What is reached is known by orbits, so where the start has images
/// other than itself, what these lead to counts as well. Every value that is counted was read from the
/// tables; the game must be solved completely.
pub fn analyze<G: Indexed>(
    game: &G,
    store: &Store,
    scope: Scope,
    control: &Control,
) -> Result<Analysis<G::Position>, SolveError> {
    let graph = TierGraph::of(game);
    let mut analysis = Analysis::default();
    match scope {
        Scope::Reachable => {
            reach(game, &graph, control, |unit, reached| {
                for &tier in &unit.tiers {
                    let reached = &reached[&tier];
                    analysis.add_tier(game, store, tier, |slot, _| reached.turns(slot))?;
                }
                Ok(())
            })?;
            analysis.tiers.reverse();
        }
        Scope::Legal | Scope::All => {
            let has_tier = scope.tiers(game);
            let tiers: Vec<Tier> = graph.tiers().filter(|&tier| has_tier(tier)).collect();
            control.expect(tiers.iter().map(|&tier| graph.slots(tier)).sum());
            for tier in tiers {
                analysis.add_tier(game, store, tier, any_turn(game))?;
                control.advance(graph.slots(tier));
                control.check()?;
            }
        }
    }
    Ok(analysis)
}

impl<P> Default for Analysis<P> {
    fn default() -> Analysis<P> {
        Analysis {
            tiers: Vec::new(),
            total: Counts::default(),
            longest_win: None,
            longest_lose: None,
            longest_tie: None,
        }
    }
}

impl<P: Copy> Analysis<P> {
    /// Adds the counts of one tier from its table; see [`tally_tier`].
    fn add_tier<G: Indexed<Position = P>>(
        &mut self,
        game: &G,
        store: &Store,
        tier: Tier,
        turns: impl Fn(u64, Option<P>) -> Turns + Sync,
    ) -> Result<(), SolveError> {
        let table = ResidentTable::load(&*store.table(&game.tier_name(tier))?)?;
        let tally = tally_tier(game, tier, &table, turns);
        self.add_tally(game, tier, tally);
        Ok(())
    }

    fn add_tally<G: Indexed<Position = P>>(&mut self, game: &G, tier: Tier, tally: TierTally) {
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
                let position = game.seen_by(occupant.position, turn);
                *best = Some((Outcome::new(value, remoteness), position));
            }
        }
        if counts.total().positions > 0 {
            self.tiers.push((tier, counts));
        }
    }
}

/// Counts the slots of one tier. `turns` tells with which turns a slot counts: without a position
/// whether it is worth finding out, with its position for sure.
pub(crate) fn tally_tier<G: Indexed>(
    game: &G,
    tier: Tier,
    table: &ResidentTable,
    turns: impl Fn(u64, Option<G::Position>) -> Turns + Sync,
) -> TierTally {
    let tally = tally(game, tier, table, &turns);
    let with_turn = |longest: Option<(u16, u64)>| {
        let (remoteness, slot) = longest?;
        let position = game.occupant(tier, slot)?.position;
        Some((remoteness, slot, turns(slot, Some(position)).any()?))
    };
    TierTally {
        longest_win: with_turn(tally.longest_win),
        longest_lose: with_turn(tally.longest_lose),
        longest_tie: with_turn(tally.longest_tie),
        counts: tally.counts,
    }
}

/// All turns that the position of a slot can have.
pub(crate) fn any_turn<G: Indexed>(
    game: &G,
) -> impl Fn(u64, Option<G::Position>) -> Turns + Sync + '_ {
    |_, position| match position {
        None => Turns::ANY,
        Some(position) => Turns::all(game, position),
    }
}

/// The counts of some slots, and the first slot with the largest remoteness.
#[derive(Default)]
struct Tally {
    counts: HashMap<Code, Count>,
    longest_win: Option<(u16, u64)>,
    longest_lose: Option<(u16, u64)>,
    longest_tie: Option<(u16, u64)>,
}

impl Tally {
    fn merge(mut self, other: Tally) -> Tally {
        for (code, count) in other.counts {
            self.counts.entry(code).or_default().add(count);
        }
        self.longest_win = longer(self.longest_win, other.longest_win);
        self.longest_lose = longer(self.longest_lose, other.longest_lose);
        self.longest_tie = longer(self.longest_tie, other.longest_tie);
        self
    }
}

/// The larger remoteness; among equals the lower slot, so that threads do not matter.
fn longer(a: Option<(u16, u64)>, b: Option<(u16, u64)>) -> Option<(u16, u64)> {
    a.into_iter().chain(b).max_by_key(|&(remoteness, slot)| (remoteness, std::cmp::Reverse(slot)))
}

fn tally<G: Indexed>(
    game: &G,
    tier: Tier,
    table: &ResidentTable,
    turns: &(impl Fn(u64, Option<G::Position>) -> Turns + Sync),
) -> Tally {
    let slots = game.slots(tier);
    let turns_apart = game.orbits().turns_apart;
    let count_chunk = |chunk: u64| {
        let mut tally = Tally::default();
        // Neighbouring slots repeat codes: a last-seen code saves most look-ups.
        let mut last = (Code::HOLE, Count::default());
        for slot in chunk * CHUNK..slots.min((chunk + 1) * CHUNK) {
            if turns(slot, None).count() == 0 {
                continue;
            }
            let Some(occupant) = game.occupant(tier, slot) else { continue };
            let turns = turns(slot, Some(occupant.position));
            let code = table.code(slot as usize);
            if code != last.0 {
                tally.counts.entry(last.0).or_default().add(last.1);
                last = (code, Count::default());
            }
            last.1.add(Count {
                positions: u64::from(game.symmetries() / occupant.stabiliser) * turns.count(),
                canonical: if turns_apart { turns.count() } else { 1 },
            });
            match code.outcome() {
                Some(Outcome::Win(r)) => {
                    tally.longest_win = longer(tally.longest_win, Some((r, slot)));
                }
                Some(Outcome::Lose(r)) => {
                    tally.longest_lose = longer(tally.longest_lose, Some((r, slot)));
                }
                Some(Outcome::Tie(r)) => {
                    tally.longest_tie = longer(tally.longest_tie, Some((r, slot)));
                }
                _ => {}
            }
        }
        tally.counts.entry(last.0).or_default().add(last.1);
        tally
    };
    (0..slots.div_ceil(CHUNK)).into_par_iter().map(count_chunk).reduce(Tally::default, Tally::merge)
}
