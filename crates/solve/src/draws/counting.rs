//! How many draws have which label.

use std::collections::BTreeMap;

use hindsight_core::{Numbered, Tier, Turn, Turns};
use hindsight_store::Store;
use rayon::prelude::*;

use super::family::LabelledTiers;
use super::labels::{IMPURE, LabelledTier};
use super::levels::{DrawClass, DrawLevel};
use super::ranks::DrawRank;
use super::values::TierValues;
use crate::analyze::{Count, Scope};
use crate::control::Control;
use crate::error::SolveError;
use crate::reach::{Reach, ReachedTier};
use crate::resident::ResidentTable;
use crate::tiers::TierGraph;

/// Slots that one thread counts at a time.
const CHUNK: u64 = 1 << 14;

/// Counts of draws by level and by whether they are pure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelCounts(Tally<(usize, u16, u16, bool)>);

impl LevelCounts {
    /// The levels that occur, whether they are pure, and how often: draw-wins, then draw-loses, then
    /// what is untouched, each by level and remoteness, pure ones first.
    pub fn rows(&self) -> impl Iterator<Item = (DrawLevel, bool, Count)> + '_ {
        self.0.iter().map(|(&(class, level, remoteness, impure), &count)| {
            let class = DrawClass::ALL[class];
            (DrawLevel { class, level, remoteness }, !impure, count)
        })
    }
}

/// Counts of draws by the value of the tier in which they end up, for the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankCounts(Tally<i32>);

impl RankCounts {
    /// Adds draws of a value.
    pub(super) fn add(&mut self, value: i32, count: Count) {
        self.0.entry(value).or_default().add(count);
    }

    /// The values that occur and how often, the best first.
    pub fn rows(&self) -> impl Iterator<Item = (i32, Count)> + '_ {
        self.0.iter().rev().map(|(&value, &count)| (value, count))
    }
}

/// Counts the draws of a scope, of all tiers together, from the family of their levels.
pub fn count_levels(
    game: &dyn Numbered,
    values: &Store,
    family: &Store,
    scope: Scope,
    control: &Control,
) -> Result<LevelCounts, SolveError> {
    let tally = count(game, values, family, scope, control, |tier, labelled| {
        let impure = load_impure(game, family, tier)?;
        Ok(move |slot, turn| {
            let level = DrawLevel::of(labelled.label(slot))?;
            let class = DrawClass::ALL.iter().position(|&class| class == level.class)?;
            let is_impure = impure_turns(&impure, slot).bits() & Turns::of(turn).bits() != 0;
            Some((class, level.level, level.remoteness, is_impure))
        })
    });
    tally.map(LevelCounts)
}

/// Counts the draws of a scope, of all tiers together, from the family of their ranks.
pub fn count_ranks(
    game: &dyn Numbered,
    of_tiers: &TierValues,
    values: &Store,
    family: &Store,
    scope: Scope,
    control: &Control,
) -> Result<RankCounts, SolveError> {
    let tally = count(game, values, family, scope, control, |tier, labelled| {
        let own = of_tiers.get(tier);
        Ok(move |slot, _| Some(own + DrawRank::of(labelled.label(slot))?.key))
    });
    tally.map(RankCounts)
}

/// The turns with which the positions of a tier are not pure.
pub(super) fn load_impure(
    game: &dyn Numbered,
    family: &Store,
    tier: Tier,
) -> Result<ResidentTable, SolveError> {
    Ok(ResidentTable::load(&*family.table(&(game.tier_name(tier) + IMPURE))?)?)
}

/// The turns of a slot that a column tells to be not pure.
pub(super) fn impure_turns(column: &ResidentTable, slot: u64) -> Turns {
    let code = column.code(slot as usize).outcome();
    Turns::from_bits(code.and_then(|outcome| outcome.remoteness()).unwrap_or(0) as u8)
}

type Tally<K> = BTreeMap<K, Count>;

fn merge<K: Ord>(mut a: Tally<K>, b: Tally<K>) -> Tally<K> {
    b.into_iter().for_each(|(key, count)| a.entry(key).or_default().add(count));
    a
}

/// Counts the draws of a scope by what a function of slots and turns says about those of a tier.
fn count<'t, K: Ord + Copy + Send, F: Fn(u64, Turn) -> Option<K> + Sync>(
    game: &dyn Numbered,
    values: &Store,
    family: &Store,
    scope: Scope,
    control: &Control,
    key_of: impl Fn(Tier, std::sync::Arc<LabelledTier>) -> Result<F, SolveError> + 't,
) -> Result<Tally<K>, SolveError> {
    let graph = TierGraph::of(game);
    let has_tier = scope.tiers(game);
    let mut tiers = LabelledTiers::new(game, values, family, &graph);
    let mut reach = (scope == Scope::Reachable).then(|| Reach::new(game, &graph));
    let mut counts = Tally::new();
    control.expect(graph.total_slots());
    for unit in graph.units.iter().rev() {
        let reached = reach.as_mut().map(|reach| reach.unit(unit, control)).transpose()?;
        for (number, &tier) in unit.tiers.iter().enumerate().filter(|&(_, &tier)| has_tier(tier)) {
            let key_of = key_of(tier, tiers.get(tier)?)?;
            let reached = reached.as_ref().map(|tiers| &tiers[number]);
            counts = merge(counts, count_tier(game, tier, &key_of, reached));
        }
        tiers.finish(unit);
        control.advance(unit.total_slots());
        control.check()?;
    }
    Ok(counts)
}

pub(super) fn count_tier<K: Ord + Copy + Send>(
    game: &dyn Numbered,
    tier: Tier,
    key_of: &(impl Fn(u64, Turn) -> Option<K> + Sync),
    reached: Option<&ReachedTier>,
) -> Tally<K> {
    let slots = game.slots(tier);
    let (symmetries, turns_apart) = (game.symmetries(), game.orbits().turns_apart);
    let count_chunk = |chunk: u64| {
        let mut counts = Tally::new();
        let is_met = |&slot: &u64| {
            key_of(slot, Turn::First).is_some()
                && reached.is_none_or(|tier| tier.turns(slot) != Turns::NONE)
        };
        let met: Vec<u64> =
            (chunk * CHUNK..slots.min((chunk + 1) * CHUNK)).filter(is_met).collect();
        let mut found = Vec::with_capacity(met.len());
        game.occupancies(tier, &met, &mut found);
        for (&slot, occupancy) in met.iter().zip(&found) {
            let Some(occupancy) = occupancy else { continue };
            let turns = reached.map_or(occupancy.turns, |tier| tier.turns(slot));
            let mut last = None;
            for turn in [Turn::First, Turn::Second] {
                if turns.bits() & Turns::of(turn).bits() == 0 {
                    continue;
                }
                let Some(key) = key_of(slot, turn) else { continue };
                // Where turns are not told apart, both together are one, unless they differ.
                let is_new = turns_apart || last != Some(key);
                last = Some(key);
                counts.entry(key).or_insert(Count::default()).add(Count {
                    positions: u64::from(symmetries / occupancy.stabiliser),
                    canonical: is_new.into(),
                });
            }
        }
        counts
    };
    let chunks = (0..slots.div_ceil(CHUNK)).into_par_iter();
    chunks.map(count_chunk).reduce(Tally::new, merge)
}
