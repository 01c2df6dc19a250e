//! The index: for each tier, the orbits of boards with a forbidden step.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use hindsight_core::bits::members;
use hindsight_core::{
    FoundOrbit, Indexed, Neighbour, Occupant, OrbitSlot, Orbits, Rules, ShapeOrbits, TaggedOrbits,
    Tier, Turn,
};

use super::board::NO_STEP;
use super::buildings::{Cells, KINDS};
use super::bulk::Bulk;
use super::tiers::{Counts, Tiers};
use super::{Position, Topitop};

/// The indexes of all tiers, in the order of their list.
#[derive(Debug)]
pub(super) struct Index {
    tiers: Vec<TierIndex>,
    /// Tiers whose counts are the same, sorted, share their orbits of boards.
    shapes: Vec<Shape>,
}

/// Some numbers of buildings, largest first, whatever the buildings.
#[derive(Debug)]
struct Shape {
    sizes: Vec<usize>,
    orbits: OnceLock<Arc<ShapeOrbits>>,
}

/// The index of a tier, made when first needed.
#[derive(Debug)]
struct TierIndex {
    counts: Counts,
    /// The kinds that there are, those with the most buildings first.
    kinds: Vec<usize>,
    shape: usize,
    slots: OnceLock<u64>,
    orbits: OnceLock<TaggedOrbits>,
}

impl Index {
    pub(super) fn new(tiers: &Tiers) -> Index {
        let mut shapes: Vec<Shape> = Vec::new();
        let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
        let tiers = tiers.list().iter().map(|&counts| {
            let mut kinds: Vec<usize> = (0..KINDS).filter(|&kind| counts.0[kind] > 0).collect();
            kinds.sort_by_key(|&kind| std::cmp::Reverse(counts.0[kind]));
            let sizes: Vec<usize> = kinds.iter().map(|&kind| counts.0[kind].into()).collect();
            let shape = *known.entry(sizes.clone()).or_insert_with(|| {
                shapes.push(Shape { sizes, orbits: OnceLock::new() });
                shapes.len() - 1
            });
            TierIndex { counts, kinds, shape, slots: OnceLock::new(), orbits: OnceLock::new() }
        });
        Index { tiers: tiers.collect(), shapes }
    }
}

/// The index of one tier, ready for use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located<'a> {
    kinds: &'a [usize],
    pub(super) orbits: &'a TaggedOrbits,
}

impl<'a> Located<'a> {
    /// Finds the orbit of a board of the tier.
    #[inline(always)]
    pub(super) fn find(self, cells: &Cells) -> FoundOrbit<'a> {
        let mut masks = [0; KINDS];
        for (mask, &kind) in masks.iter_mut().zip(self.kinds) {
            *mask = cells.0[kind].into();
        }
        self.orbits.find(&masks[..self.kinds.len()])
    }

    /// The board that stands for an orbit.
    #[inline(always)]
    pub(super) fn representative(self, orbit: usize) -> Cells {
        in_kinds(self.kinds, self.orbits.representative(orbit))
    }
}

/// A board from the masks of the kinds that there are.
#[inline(always)]
fn in_kinds(kinds: &[usize], masks: &[u32]) -> Cells {
    let mut cells = Cells::default();
    for (&kind, &mask) in kinds.iter().zip(masks) {
        cells.0[kind] = mask as u16;
    }
    cells
}

impl Topitop {
    pub(super) fn counts_of(&self, tier: Tier) -> Counts {
        self.tier_index(tier).counts
    }

    #[inline(always)]
    fn tier_index(&self, tier: Tier) -> &TierIndex {
        &self.index.tiers[self.tiers.place(tier)]
    }

    fn shape(&self, tier: &TierIndex) -> &Arc<ShapeOrbits> {
        let shape = &self.index.shapes[tier.shape];
        shape.orbits.get_or_init(|| Arc::new(ShapeOrbits::new(&self.board.action, &shape.sizes)))
    }

    /// The steps that can be forbidden on a board of a tier. When the game is over, none is.
    fn tags_in<'a>(&'a self, tier: &'a TierIndex) -> impl Fn(&[u32]) -> u64 + 'a {
        let is_over = self.tiers.is_over(tier.counts);
        move |masks| {
            if is_over { 1 << NO_STEP } else { self.tags(&in_kinds(&tier.kinds, masks)) }
        }
    }

    /// The index of a tier.
    #[inline(always)]
    pub(super) fn located(&self, tier: Tier) -> Located<'_> {
        let tier = self.tier_index(tier);
        let orbits =
            tier.orbits.get_or_init(|| TaggedOrbits::new(self.shape(tier), self.tags_in(tier)));
        Located { kinds: &tier.kinds, orbits }
    }
}

impl Indexed for Topitop {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        self.tiers.number(self.counts(&position.cells))
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let children = self.tiers.children(self.counts_of(tier));
        children.into_iter().map(|child| self.tiers.number(child)).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.counts_of(tier).to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        let tier = self.tier_index(tier);
        *tier.slots.get_or_init(|| TaggedOrbits::count(self.shape(tier), self.tags_in(tier)))
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.located(tier).find(&position.cells).locate(position.forbidden.into())
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let index = self.located(tier);
        let orbit = index.orbits.orbit_of(slot);
        let (forbidden, stabiliser) = index.orbits.tag_of(orbit, slot);
        let (cells, forbidden) = (index.representative(orbit), forbidden as u8);
        Some(Occupant { position: Position { cells, forbidden, turn: Turn::First }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.board.action.order() as u32
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    fn has_parents(&self) -> bool {
        true
    }

    /// Moves to an empty cell, and passes, undone. What was forbidden before such a move is not
    /// known: everything that the board before it allows, except the move itself.
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        if self.primitive(position).is_some() {
            return;
        }
        self.unmoves(&position.cells, position.forbidden.into(), |cells, except| {
            let tags = self.tags(&cells) & !except.map_or(0, |step| 1 << step);
            for forbidden in members(tags) {
                let (forbidden, turn) = (forbidden as u8, position.turn.other());
                visit(Position { cells, forbidden, turn });
            }
        });
        if let Some((cells, forbidden)) = self.pass_before(&position.cells, position.forbidden) {
            visit(Position { cells, forbidden, turn: position.turn.other() });
        }
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        if !self.tiers.is_over(self.counts_of(tier)) {
            Bulk::new(self, tier, slots).parents(visit);
        }
    }

    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        _is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let bulk = Bulk::new(self, tier, slots);
        bulk.count_inside(inside);
        bulk.exits(visit);
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let bulk = Bulk::new(self, tier, slots);
        bulk.exits(&mut visit);
        bulk.insides(visit);
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        // A pass is the only move.
        self.board.most_steps().max(1)
    }
}
