//! Tables in memory, each until its last use.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{Numbered, Tier};
use hindsight_store::Store;

use crate::draws::values_name;
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::tiers::TierGraph;

/// How many units still need the values of each tier.
#[derive(Debug, Default)]
pub(crate) struct Uses(HashMap<Tier, usize>);

impl Uses {
    /// Adds a use of each of some tiers.
    pub fn add<'t>(&mut self, tiers: impl IntoIterator<Item = &'t Tier>) {
        for &tier in tiers {
            *self.0.entry(tier).or_default() += 1;
        }
    }

    /// Takes a use off each of some tiers; those that are not needed any more.
    pub fn finish<'t>(&mut self, tiers: impl IntoIterator<Item = &'t Tier>) -> Vec<Tier> {
        let mut unneeded = Vec::new();
        for &tier in tiers {
            let uses = self.0.get_mut(&tier).expect("a use was added");
            *uses -= 1;
            if *uses == 0 {
                unneeded.push(tier);
            }
        }
        unneeded
    }

    /// Whether some unit still needs a tier.
    pub fn is_needed(&self, tier: Tier) -> bool {
        self.0.get(&tier).is_some_and(|&uses| uses > 0)
    }
}

/// Tables in memory.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// How often they are still needed.
    pub uses: Uses,
    resident: HashMap<Tier, Arc<ResidentTable>>,
    bytes: u64,
}

impl Tables {
    /// The memory that they take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The table of a tier, if it is in memory.
    pub fn get(&self, tier: Tier) -> Option<Arc<ResidentTable>> {
        self.resident.get(&tier).map(Arc::clone)
    }

    /// Keeps a table, unless there is one of that tier.
    pub fn insert(&mut self, tier: Tier, table: Arc<ResidentTable>) {
        if !self.resident.contains_key(&tier) {
            self.bytes += table.bytes();
            self.resident.insert(tier, table);
        }
    }

    /// Takes a use off each of some tiers, and lets go of the tables that are not needed any more.
    pub fn finish<'t>(&mut self, tiers: impl IntoIterator<Item = &'t Tier>) {
        for tier in self.uses.finish(tiers) {
            if let Some(table) = self.resident.remove(&tier) {
                self.bytes -= table.bytes();
            }
        }
    }

    /// Keeps the tables of some tiers only. The others are read again when they are needed.
    pub fn retain(&mut self, is_kept: impl Fn(Tier) -> bool) {
        self.resident.retain(|&tier, _| is_kept(tier));
        self.bytes = self.resident.values().map(|table| table.bytes()).sum();
    }
}

/// Reads the table of a tier from the disk. One with another number of slots is refused: slots that the
/// rules lead to would lie beyond its end.
pub(crate) fn load(
    game: &dyn Numbered,
    store: &Store,
    tier: Tier,
) -> Result<Arc<ResidentTable>, SolveError> {
    let table = store.table_of(&values_name(game, tier), game.slots(tier))?;
    Ok(Arc::new(ResidentTable::load(&table)?))
}

/// Compares the tiers that a store lists with those of the game, all that the roots lead to.
pub fn check_tiers(game: &dyn Numbered, store: &Store) -> Result<(), SolveError> {
    if store.tiers().is_empty() {
        return Ok(());
    }
    let graph = TierGraph::of(game);
    let known: HashMap<String, u64> =
        graph.tiers().map(|tier| (game.tier_name(tier), graph.slots(tier))).collect();
    Ok(store.check_tiers(|name| known.get(name).copied())?)
}
