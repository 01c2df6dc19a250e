//! Values and ranks of positions one by one, for programs that write them in a format of their own.

use std::sync::Arc;

use hindsight_core::{Numbered, Outcome};
use hindsight_solve::{DrawRank, TierGraph};
use hindsight_store::Store;

use crate::draws::{DrawsBy, Family};
use crate::error::OracleError;
use crate::oracle::Oracle;
use crate::tables::Reading;

/// The tables of a game that is solved, with one of the families that rank its draws if it is asked for.
pub struct RankedTables<'a> {
    oracle: &'a Oracle,
    index: Arc<dyn Numbered>,
    values: Arc<Store>,
    family: Option<Family>,
}

impl std::fmt::Debug for RankedTables<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RankedTables").field("name", &self.oracle.name).finish_non_exhaustive()
    }
}

impl Oracle {
    /// The tables of the game, complete, and the ranks of its draws.
    pub fn ranked_tables(&self, by: Option<&DrawsBy>) -> Result<RankedTables<'_>, OracleError> {
        let (index, values) = (self.index()?, self.complete_store()?);
        let family = by.map(|by| self.ranked_family(&*index, &values, by)).transpose()?;
        Ok(RankedTables { oracle: self, index, values, family })
    }
}

impl RankedTables<'_> {
    /// The names of all tiers, with what each is worth; 0 where draws are not ranked.
    pub fn tiers(&self) -> Vec<(String, i32)> {
        let worth = |tier| self.family.as_ref().map_or(0, |family| family.worth(tier));
        let graph = TierGraph::of(&*self.index);
        graph.tiers().map(|tier| (self.index.tier_name(tier), worth(tier))).collect()
    }

    /// The outcome of a position and its rank among draws, stable where draws are not ranked.
    pub fn get(&self, position: &str) -> Result<(Outcome, DrawRank), OracleError> {
        let position = self.oracle.parse(position)?;
        let mut reading = Reading::new(&*self.index, Some(&self.values));
        let outcome = self.oracle.outcome(&mut reading, &position)?;
        let rank = match &self.family {
            Some(family) if outcome == Outcome::Draw => {
                self.oracle.own_rank(&*self.index, family, &position)?
            }
            _ => DrawRank::STABLE,
        };
        Ok((outcome, rank))
    }
}
