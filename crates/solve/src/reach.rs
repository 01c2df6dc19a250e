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

use hindsight_core::{Indexed, Tier, Turn};
use rayon::prelude::*;

use crate::control::Control;
use crate::error::SolveError;
use crate::numbered::Numbered;
use crate::tiers::{TierGraph, Unit};

const CHUNK: usize = 4096;

/// The turns with which a slot is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns(u8);

impl Turns {
    const FIRST: u8 = 1;
    const SECOND: u8 = 2;
    /// Bits above those of the turns reached: the turns whose children have been visited.
    const EXPANDED_SHIFT: u8 = 2;

    /// What is not known to be none.
    pub(crate) const ANY: Turns = Turns(Turns::FIRST | Turns::SECOND);

    /// The turns that the position of a slot can have: both where the game is folded.
    pub(crate) fn all<G: Indexed>(game: &G, position: G::Position) -> Turns {
        let turns = [Turn::First, Turn::Second];
        let seen = turns.map(|turn| Turns::of(game.turn(game.seen_by(position, turn))).0);
        Turns(seen[0] | seen[1])
    }

    fn of(turn: Turn) -> Turns {
        Turns(if turn == Turn::First { Turns::FIRST } else { Turns::SECOND })
    }

    /// A bit for the first player's turn and one for the second's.
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    fn exchanged(self) -> Turns {
        Turns((self.0 & Turns::FIRST) << 1 | self.0 >> 1)
    }

    /// How many of the two turns it is reached with.
    pub fn count(self) -> u64 {
        self.0.count_ones().into()
    }

    /// One of the turns; the first player's if possible.
    pub fn any(self) -> Option<Turn> {
        match self.0 {
            0 => None,
            bits if bits & Turns::FIRST != 0 => Some(Turn::First),
            _ => Some(Turn::Second),
        }
    }
}

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
        Turns(self.marks[slot as usize].load(Relaxed) & (Turns::FIRST | Turns::SECOND))
    }

    /// Adds turns to a slot; true if that is news.
    #[inline(always)]
    fn add(&self, slot: usize, turns: Turns) -> bool {
        let mark = &self.marks[slot];
        if mark.load(Relaxed) & turns.0 == turns.0 {
            return false;
        }
        mark.fetch_or(turns.0, Relaxed);
        // A plain load first: the flag is mostly set, and shared by all threads.
        let changed = &self.changed[slot / CHUNK];
        if !changed.load(Relaxed) {
            changed.store(true, Relaxed);
        }
        true
    }
}

/// Walks over all positions that the start leads to, tier by tier, and hands over each tier when it
/// is complete; parents' tiers come before their children's.
pub fn reach<G: Indexed>(
    game: &G,
    graph: &TierGraph,
    control: &Control,
    mut finished: impl FnMut(&Unit, &HashMap<Tier, ReachedTier>) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let mut tiers: HashMap<Tier, ReachedTier> = HashMap::new();
    let start = game.locate(game.start());
    control.expect(graph.total_slots());
    for unit in graph.units.iter().rev() {
        for &tier in unit.tiers.iter().chain(&unit.exits) {
            tiers.entry(tier).or_insert_with(|| ReachedTier::new(graph.slots(tier)));
        }
        if let Some(tier) = unit.tiers.iter().find(|&&tier| tier == start.tier) {
            tiers[tier].add(start.slot as usize, Turns::of(game.turn(game.start())));
        }
        let walk = Walk { game, alternates: game.kind().alternates(), tiers: &tiers };
        let mut news = true;
        while news {
            news = false;
            for tier in &unit.tiers {
                news |= walk.expand_tier(*tier)?;
                control.check()?;
            }
        }
        finished(unit, &tiers)?;
        control.advance(unit.total_slots());
        for tier in &unit.tiers {
            tiers.remove(tier);
        }
    }
    Ok(())
}

struct Walk<'a> {
    game: &'a dyn Numbered,
    alternates: bool,
    tiers: &'a HashMap<Tier, ReachedTier>,
}

impl Walk<'_> {
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
        for news in [1, 2, 3].map(Turns) {
            slots.clear();
            for slot in chunk * CHUNK..end {
                let mark = reached.marks[slot].load(Relaxed);
                if mark & 3 & !(mark >> Turns::EXPANDED_SHIFT) == news.0 {
                    reached.marks[slot].fetch_or(news.0 << Turns::EXPANDED_SHIFT, Relaxed);
                    slots.push(slot as u64);
                }
            }
            self.game.keep_open(tier, slots);
            let turns = if self.alternates { news.exchanged() } else { news };
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
