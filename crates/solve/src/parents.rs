//! Going backwards inside a unit: by the game's own un-moves, or by edges that were reversed.

use hindsight_core::{Neighbour, Numbered, Tier};

use crate::error::SolveError;
use crate::tiers::Unit;
use crate::unit::Sources;

/// A way to go from a slot of a unit to the slots whose moves lead to it.
pub trait Parents: Sync {
    /// How much a single inside move adds to a slot's count.
    fn scale(&self) -> u32;

    /// Visits the parents of slots of a tier, some at a time: the address in the unit's array to
    /// which their slots add, and the parents. Their weights are what each takes off its count; over
    /// all of a parent's inside children they add up to the scale times the number of its inside
    /// moves.
    fn visit(&self, tier: Tier, slots: &[u64], visit: impl FnMut(usize, &[Neighbour]));
}

/// The un-moves that a game offers.
///
/// Counts are scaled by the group's order `g`, which makes them exact without sets of children. Let
/// `E(p -> C)` be the number of moves from `p` into the orbit `C` of `c`, and `E(P -> c)` the number
/// of moves from the orbit `P` of `p` to `c`. Counting the moves between the orbits from both ends
/// gives `|P| E(p -> C) = |C| E(P -> c)`, so each un-move found at `c` stands for
/// `|C| / |P| = |Stab(p)| / |Stab(c)|` moves of `p`.
pub(crate) struct Unmoves<'a> {
    /// The game.
    pub game: &'a dyn Numbered,
    /// Where the tiers of the unit are.
    pub sources: &'a Sources,
}

impl Parents for Unmoves<'_> {
    fn scale(&self) -> u32 {
        self.game.symmetries()
    }

    #[inline(always)]
    fn visit(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(usize, &[Neighbour])) {
        self.game.visit_parents(tier, slots, &mut |tier, parents| {
            if let Some(address) = self.sources.inside(tier) {
                visit(address, parents);
            }
        });
    }
}

/// The moves inside a unit, reversed: for games that offer no un-moves.
#[derive(Debug)]
pub struct ReversedMoves<'a> {
    sources: &'a Sources,
    /// The parents of address `a` are `parents[starts[a]..starts[a + 1]]`.
    starts: Vec<u64>,
    parents: Vec<u32>,
}

impl<'a> ReversedMoves<'a> {
    /// Reverses all moves inside a unit: one walk to count, one to fill in.
    pub fn of(
        game: &dyn Numbered,
        unit: &Unit,
        sources: &'a Sources,
    ) -> Result<ReversedMoves<'a>, SolveError> {
        let slots = unit.total_slots() as usize;
        if u32::try_from(slots).is_err() {
            let what = "a unit of more than 4 billion slots and no parents from the game";
            let tier = game.tier_name(unit.tiers[0]);
            return Err(SolveError::Inconsistent { what, tier, slot: 0 });
        }
        let mut starts = vec![0u64; slots + 1];
        for_each_inside_move(game, unit, sources, |_, child| starts[child + 1] += 1);
        for i in 0..slots {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut parents = vec![0u32; starts[slots] as usize];
        for_each_inside_move(game, unit, sources, |parent, child| {
            parents[next[child] as usize] = parent as u32;
            next[child] += 1;
        });
        Ok(ReversedMoves { sources, starts, parents })
    }

    /// A bound for the memory that reversing a unit takes.
    pub fn memory(game: &dyn Numbered, unit: &Unit) -> u64 {
        if !unit.loopy {
            return 0;
        }
        let most = unit.max_inside_moves(game).min(TYPICAL_MOVES);
        unit.total_slots() * (16 + 4 * u64::from(most))
    }
}

/// Inside moves per slot that the memory plan assumes where a game gives no tighter bound.
const TYPICAL_MOVES: u32 = 16;

/// Slots whose moves are looked at together.
const TOGETHER: u64 = 4096;

fn for_each_inside_move(
    game: &dyn Numbered,
    unit: &Unit,
    sources: &Sources,
    mut visit: impl FnMut(usize, usize),
) {
    let mut address = 0;
    let mut open = Vec::new();
    for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
        for first in (0..slots).step_by(TOGETHER as usize) {
            open.clear();
            open.extend(first..slots.min(first + TOGETHER));
            game.keep_open(tier, &mut open);
            game.visit_children(tier, &open, &mut |child_tier, children| {
                let Some(start) = sources.inside(child_tier) else { return };
                for child in children {
                    let parent = address + open[child.number as usize] as usize;
                    visit(parent, start + child.slot as usize);
                }
            });
        }
        address += slots as usize;
    }
}

impl Parents for ReversedMoves<'_> {
    fn scale(&self) -> u32 {
        1
    }

    fn visit(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(usize, &[Neighbour])) {
        let Some(start) = self.sources.inside(tier) else { return };
        let mut neighbours = Vec::new();
        for (number, &slot) in slots.iter().enumerate() {
            let address = start + slot as usize;
            let range = self.starts[address] as usize..self.starts[address + 1] as usize;
            neighbours.extend(self.parents[range].iter().map(|&parent| Neighbour {
                number: number as u32,
                weight: 1,
                slot: parent.into(),
            }));
        }
        visit(0, &neighbours);
    }
}
