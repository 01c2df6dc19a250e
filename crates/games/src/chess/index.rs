//! The index: a tier for each material with the ranks of its pawns, and a slot for each arrangement
//! up to the board's symmetries, eight of them without pawns and two with.
//!
//! So that all tiers speak of eight symmetries, the six that pawns do not allow count as leaving every
//! arrangement with pawns unchanged in a fourfold way: orbits then have the right sizes.

use std::sync::{Arc, OnceLock};

use hindsight_core::{
    Group, Indexed, Occupant, OrbitSlot, Orbits, Region, RegionIndex, RegionPivot, Tier, Turn,
};

use super::material::Material;
use super::men::{CELLS, Kind, MOST, Men, Role, SIDE};
use super::{Chess, Position};

const SYMMETRIES: u32 = 8;

/// The tiers of a variant.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) roots: Vec<Tier>,
    /// By number.
    tiers: Vec<Option<Entry>>,
}

/// One tier.
#[derive(Debug)]
struct Entry {
    /// All men, in order.
    kinds: Vec<Kind>,
    pivot: Arc<RegionPivot<MOST>>,
    others: Vec<Region>,
    /// How many of the eight symmetries count as the identity.
    idle: u32,
    /// Made when first needed.
    index: OnceLock<RegionIndex<MOST>>,
}

impl Entry {
    #[inline(always)]
    fn index(&self) -> &RegionIndex<MOST> {
        self.index.get_or_init(|| RegionIndex::new(&self.pivot, &self.others))
    }
}

impl Index {
    pub(super) fn new(roots: &[Material]) -> Index {
        let mirror: Vec<usize> = (0..CELLS).map(|cell| cell ^ (SIDE - 1)).collect();
        let king = Region { cells: u64::MAX.into(), pieces: 1 };
        let pivot = |group: &Group| RegionPivot::new(group, &[king, king]);
        let with_pawns = pivot(&Group::generated(CELLS, &[mirror]));
        let without = pivot(&Group::of_rectangle(SIDE, SIDE));
        let mut tiers: Vec<Option<Entry>> = (0..1 << 10).map(|_| None).collect();
        let mut open = roots.to_vec();
        while let Some(material) = open.pop() {
            let entry = &mut tiers[material.tier().0 as usize];
            if entry.is_some() {
                continue;
            }
            let kings = [0, 1].map(|side| Kind::new(Role::KING, side));
            let (pivot, idle) = if material.has_pawns() { (&with_pawns, 4) } else { (&without, 1) };
            *entry = Some(Entry {
                kinds: kings.into_iter().chain(material.kinds().iter().copied()).collect(),
                pivot: Arc::clone(pivot),
                others: regions(material.kinds()),
                idle,
                index: OnceLock::new(),
            });
            open.extend(material.children());
        }
        Index { roots: roots.iter().map(Material::tier).collect(), tiers }
    }

    pub(super) fn has(&self, tier: Tier) -> bool {
        self.tiers[tier.0 as usize].is_some()
    }

    #[inline(always)]
    fn entry(&self, tier: Tier) -> &Entry {
        self.tiers[tier.0 as usize].as_ref().expect("moves stay in the tiers of the variant")
    }
}

/// The regions of the kinds, each with as many men as are alike.
fn regions(kinds: &[Kind]) -> Vec<Region> {
    let alike = kinds.chunk_by(|a, b| a == b);
    alike.map(|kinds| Region { cells: kinds[0].region().into(), pieces: kinds.len() }).collect()
}

impl Indexed for Chess {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        position.men.tier()
    }

    fn roots(&self) -> Vec<Tier> {
        self.index.roots.clone()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        Material::of(tier).children().iter().map(Material::tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        let material = Material::of(tier);
        format!("{}-{}", material.letters(0, true), material.letters(1, true))
    }

    fn slots(&self, tier: Tier) -> u64 {
        let entry = self.index.entry(tier);
        RegionIndex::slots_of(&entry.pivot, &entry.others)
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        let entry = self.index.entry(tier);
        let OrbitSlot { slot, stabiliser } = entry.index().locate(&position.men.cells());
        OrbitSlot { slot, stabiliser: stabiliser * entry.idle }
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let entry = self.index.entry(tier);
        let (cells, stabiliser) = entry.index().occupant(slot)?;
        let men = Men::of(entry.kinds.iter().copied().zip(cells));
        let position = Position { men, turn: Turn::First };
        men.looks_legal().then_some(Occupant { position, stabiliser: stabiliser * entry.idle })
    }

    fn symmetries(&self) -> u32 {
        SYMMETRIES
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        let symmetries = "turns and reflections of the board, with pawns the mirror image only";
        Orbits { symmetries, turns_apart: true }
    }

    fn has_parents(&self) -> bool {
        true
    }

    /// Moves that take nothing and are no pawn's, undone: the others leave the unit.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        let turn = position.turn.other();
        position.men.turned().unmoves(|men| visit(Position { men, turn }));
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        // Two queens and the king.
        2 * 27 + 8
    }
}
