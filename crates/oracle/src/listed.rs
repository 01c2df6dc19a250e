//! A solved game that has rules only, without exploring it: where its positions are kept stands beside its
//! table, for those who ask about a few of them.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use hindsight_core::{
    AnyPosition, Code, Kind, MoveGraph, Numbered, Occupancy, Occupant, Orbits, Place, Tier, Turn,
    VisitNeighbours, WalkedSlot,
};
use hindsight_store::{PositionList, Store, position_key};
use rayon::prelude::*;

use crate::error::OracleError;
use crate::oracle::{Located, Oracle};

/// What a position is listed by: as the fingerprint of the rules sees it, so that a list is never read by a
/// program that writes positions otherwise.
fn key(position: &AnyPosition) -> u64 {
    position_key(&format!("{position:?}"))
}

impl Oracle {
    /// Asks about a position: by the list where there is one, else by the index, for which the game may have to
    /// be explored. Whatever is wrong with a list, what the index says holds.
    pub(crate) fn ask<T>(
        &self,
        position: &str,
        question: impl Fn(Located) -> Result<T, OracleError>,
    ) -> Result<T, OracleError> {
        if let Some(located) = self.locate_in_list(position)
            && let Ok(told) = question(located)
        {
            return Ok(told);
        }
        let located = self.locate(position)?;
        self.or_reopen(question(located))
    }

    /// A position with its number in the list, if a list is needed and has it.
    fn locate_in_list(&self, text: &str) -> Option<Located> {
        // Margins are worked out for all positions together.
        if self.known_index().is_some() || self.kind() == Kind::Scored {
            return None;
        }
        let position = self.parse(text).ok()?;
        let store = self.store_if_any().ok()??;
        let turn = self.rules.turn(&self.rules.start());
        let index = ListedIndex { store: Arc::clone(&store), turn };
        let is_listed = store.is_complete() && index.holds(&position);
        is_listed.then(|| Located { position, index: Arc::new(index), store: Some(store) })
    }

    /// Lists the positions of a game that has rules only and is solved, where that can be written.
    pub(crate) fn list_positions(&self, store: &Store) -> Result<(), OracleError> {
        if store.is_complete()
            && let Some(keys) = self.keys()?
        {
            let _ = store.list_positions(&keys);
        }
        Ok(())
    }

    /// Compares the list of positions, if there is one, with the game.
    pub(crate) fn check_positions(&self, store: &Store) -> Result<(), OracleError> {
        Ok(self.keys()?.map_or(Ok(()), |keys| store.check_positions(&keys))?)
    }

    /// What the positions of an explored game are listed by, slot by slot.
    fn keys(&self) -> Result<Option<Vec<u64>>, OracleError> {
        let index = &*self.index()?;
        let Some(graph) = index.graph() else { return Ok(None) };
        let key_of = |slot: u32| Some(key(&index.occupant(MoveGraph::TIER, slot.into())?.position));
        Ok((0..graph.len()).into_par_iter().map(key_of).collect())
    }
}

/// Where the positions of an explored game are kept, by the list beside its table. The engine, which asks for
/// the positions of slots, would find holes only.
struct ListedIndex {
    store: Arc<Store>,
    /// Whose turn it is at the start.
    turn: Turn,
}

impl ListedIndex {
    fn list(&self) -> Option<&PositionList> {
        self.store.position_list()
    }

    fn slot(&self, position: &AnyPosition) -> Option<u64> {
        self.list()?.slot(key(position))
    }
}

impl Numbered for ListedIndex {
    fn roots(&self) -> Vec<Tier> {
        vec![MoveGraph::TIER]
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        MoveGraph::TIER_NAME.to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        self.list().map_or(0, PositionList::positions)
    }

    fn symmetries(&self) -> u32 {
        1
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "none", turns_apart: true }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        0
    }

    fn alternates(&self) -> bool {
        true
    }

    fn start(&self) -> (Place, Turn) {
        (place(0), self.turn)
    }

    fn holds(&self, position: &AnyPosition) -> bool {
        self.slot(position).is_some()
    }

    fn tier_of(&self, _position: &AnyPosition) -> Tier {
        MoveGraph::TIER
    }

    /// A position that is not listed is beyond the end of the table, and reading it is an error.
    fn locate(&self, position: &AnyPosition) -> Place {
        place(self.slot(position).unwrap_or(u64::MAX))
    }

    fn occupant(&self, _tier: Tier, _slot: u64) -> Option<Occupant<AnyPosition>> {
        None
    }

    fn find_overs(&self, _tier: Tier, _first: u64, codes: &mut [Code]) -> Result<(), u64> {
        codes.fill(Code::HOLE);
        Ok(())
    }

    fn keep_open(&self, _tier: Tier, slots: &mut Vec<u64>) {
        slots.clear();
    }

    fn occupancies(&self, _tier: Tier, slots: &[u64], found: &mut Vec<Option<Occupancy>>) {
        found.extend(slots.iter().map(|_| None));
    }

    fn visit_children(&self, _tier: Tier, _slots: &[u64], _visit: VisitNeighbours<'_>) {}

    fn visit_exits(
        &self,
        _tier: Tier,
        _slots: &[u64],
        _unit: &[Tier],
        _inside: &mut [u32],
        _visit: VisitNeighbours<'_>,
    ) {
    }

    fn walk(
        &self,
        _tier: Tier,
        _slots: Range<u64>,
        _known: &[Tier],
        _visit: &mut dyn FnMut(&WalkedSlot<'_>) -> ControlFlow<()>,
    ) {
    }
}

fn place(slot: u64) -> Place {
    Place { tier: MoveGraph::TIER, slot, stabiliser: 1 }
}
