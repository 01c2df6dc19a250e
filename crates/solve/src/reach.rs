//! Which positions the start leads to, told apart by whose turn it is.
//!
//! A folded slot stands for the same pieces with either player to move, so it has two bits: reached
//! with the first player to move, and with the second. Players alternate, so a child is reached
//! with the bits exchanged; in a puzzle it is always the first player's turn.
//!
//! An orbit is reached when one of its positions is. Where the start is its own image under all
//! symmetries, so are then all others of the orbit; where not, what an image of the start leads to is
//! found as well.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use hindsight_core::{Numbered, Tier, Turns};
use rayon::prelude::*;

use crate::control::Control;
use crate::error::SolveError;
use crate::tiers::{TierGraph, Unit};

const CHUNK: usize = 4096;

/// Bits above those of the turns reached: the turns whose children have been visited.
const EXPANDED_SHIFT: u8 = 2;

/// The slots of one tier and the turns they are reached with.
#[derive(Debug)]
pub struct ReachedTier {
    marks: Vec<AtomicU8>,
    changed: Vec<AtomicBool>,
}

impl ReachedTier {
    fn new(slots: u64) -> ReachedTier {
        let slots = slots as usize;
        let chunks = slots.div_ceil(CHUNK);
        ReachedTier {
            marks: (0..slots).map(|_| AtomicU8::new(0)).collect(),
            changed: (0..chunks).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// The turns a slot is reached with.
    pub fn turns(&self, slot: u64) -> Turns {
        Turns::from_bits(self.marks[slot as usize].load(Relaxed))
    }

    /// Adds turns to a slot; true if that is news.
    #[inline(always)]
    fn add(&self, slot: usize, turns: Turns) -> bool {
        let mark = &self.marks[slot];
        if mark.load(Relaxed) & turns.bits() == turns.bits() {
            return false;
        }
        mark.fetch_or(turns.bits(), Relaxed);
        // A plain load first: the flag is mostly set, and shared by all threads.
        let changed = &self.changed[slot / CHUNK];
        if !changed.load(Relaxed) {
            changed.store(true, Relaxed);
        }
        true
    }
}

/// A walk over all positions that the start leads to, unit by unit, parents' before their children's.
pub(crate) struct Reach<'a> {
    game: &'a dyn Numbered,
    graph: &'a TierGraph,
    tiers: HashMap<Tier, ReachedTier>,
}

impl<'a> Reach<'a> {
    /// Nothing is reached yet.
    pub fn new(game: &'a dyn Numbered, graph: &'a TierGraph) -> Reach<'a> {
        Reach { game, graph, tiers: HashMap::new() }
    }

    /// What is reached of the tiers of the next unit, in their order.
    pub fn unit(&mut self, unit: &Unit, control: &Control) -> Result<Vec<ReachedTier>, SolveError> {
        for &tier in unit.tiers.iter().chain(&unit.exits) {
            self.tiers.entry(tier).or_insert_with(|| ReachedTier::new(self.graph.slots(tier)));
        }
        let (start, turn) = self.game.start();
        if unit.tiers.contains(&start.tier) {
            self.tiers[&start.tier].add(start.slot as usize, Turns::of(turn));
        }
        let mut news = true;
        while news {
            news = false;
            for &tier in &unit.tiers {
                news |= self.expand_tier(tier)?;
                control.check()?;
            }
        }
        Ok(unit.tiers.iter().filter_map(|tier| self.tiers.remove(tier)).collect())
    }

    /// Visits the children of all slots that are reached in a new way; false if there are none.
    fn expand_tier(&self, tier: Tier) -> Result<bool, SolveError> {
        let reached = &self.tiers[&tier];
        let changed: Vec<usize> = (0..reached.changed.len())
            .filter(|&chunk| reached.changed[chunk].swap(false, Relaxed))
            .collect();
        changed.par_iter().try_for_each_init(Vec::new, |slots, &chunk| {
            self.expand_chunk(tier, reached, chunk, slots)
        })?;
        Ok(!changed.is_empty())
    }

    fn expand_chunk(
        &self,
        tier: Tier,
        reached: &ReachedTier,
        chunk: usize,
        slots: &mut Vec<u64>,
    ) -> Result<(), SolveError> {
        let end = reached.marks.len().min((chunk + 1) * CHUNK);
        // Most slots of a run are reached alike, so each kind of news is passed on in bulk.
        for news in [1, 2, 3] {
            slots.clear();
            for slot in chunk * CHUNK..end {
                let mark = reached.marks[slot].load(Relaxed);
                if mark & 3 & !(mark >> EXPANDED_SHIFT) == news {
                    reached.marks[slot].fetch_or(news << EXPANDED_SHIFT, Relaxed);
                    slots.push(slot as u64);
                }
            }
            self.game.keep_open(tier, slots);
            let turns = Turns::from_bits(news);
            let turns = if self.game.alternates() { turns.exchanged() } else { turns };
            let mut unknown = None;
            self.game.visit_children(tier, slots, &mut |child_tier, children| {
                let Some(target) = self.tiers.get(&child_tier) else {
                    unknown = Some(slots[children[0].number as usize]);
                    return;
                };
                for child in children {
                    target.add(child.slot as usize, turns);
                }
            });
            if let Some(slot) = unknown {
                let what = "a move to a tier that is no child tier";
                let tier = self.game.tier_name(tier);
                return Err(SolveError::Inconsistent { what, tier, slot });
            }
        }
        Ok(())
    }
}
