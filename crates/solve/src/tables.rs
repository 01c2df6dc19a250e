//! The tables that a walk over all units needs at a time, read from the disk.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{Indexed, Tier};
use hindsight_store::Store;

use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::tiers::{TierGraph, Unit};

/// Tables in memory, each from the first unit that needs it to the last.
#[derive(Debug)]
pub(crate) struct Tables<'a, G> {
    game: &'a G,
    store: &'a Store,
    /// For each tier, how many units still need its table.
    users: HashMap<Tier, usize>,
    resident: HashMap<Tier, Arc<ResidentTable>>,
}

impl<'a, G: Indexed> Tables<'a, G> {
    /// For a walk in which every unit needs its own tables and those of its exits.
    pub fn new(game: &'a G, store: &'a Store, graph: &TierGraph) -> Self {
        let mut users = HashMap::new();
        for tier in graph.units.iter().flat_map(|unit| unit.tiers.iter().chain(&unit.exits)) {
            *users.entry(*tier).or_default() += 1;
        }
        Tables { game, store, users, resident: HashMap::new() }
    }

    /// The tables of a unit's tiers, then those of its exits.
    pub fn load(&mut self, unit: &Unit) -> Result<Vec<Arc<ResidentTable>>, SolveError> {
        let tables = unit.tiers.iter().chain(&unit.exits).map(|&tier| {
            if !self.resident.contains_key(&tier) {
                let stored = self.store.table(&self.game.tier_name(tier))?;
                self.resident.insert(tier, Arc::new(ResidentTable::load(&stored)?));
            }
            Ok(Arc::clone(&self.resident[&tier]))
        });
        tables.collect()
    }

    /// Lets go of what no later unit needs.
    pub fn release(&mut self, unit: &Unit) {
        for tier in unit.tiers.iter().chain(&unit.exits) {
            if let Some(users) = self.users.get_mut(tier) {
                *users -= 1;
                if *users == 0 {
                    self.resident.remove(tier);
                }
            }
        }
    }
}
