//! The index: a tier for each material, and a slot for each arrangement up to the mirror image.
//!
//! A tier and the same with the sides exchanged hold the same arrangements, once with one player to
//! move and once with the other, so both share one [`RegionIndex`]: that of the tier with the lower
//! number. Positions of the other are turned before they are looked up.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, OnceLock};

use hindsight_core::{
    DeviceSide, Group, Indexed, Neighbour, Occupant, OrbitSlot, Orbits, Region, RegionIndex,
    RegionPivot, Tier, Turn,
};

use super::board::{POINTS, Role};
use super::bulk::{self, Quiet};
use super::material::Material;
use super::men::{Kind, MOST_PIECES, Men};
use super::{Position, Xiangqi, mirror};

type Pivot = RegionPivot<MOST_PIECES>;

/// The tiers of a variant and their indexes.
#[derive(Debug)]
pub(super) struct Index {
    roots: Vec<Tier>,
    tiers: HashMap<u64, Shape, BuildHasherDefault<TierHasher>>,
    pairs: Vec<Pair>,
}

/// Where a tier's positions are looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pair: usize,
    /// Whether the positions are turned first: the player to move is side 1 in the shared index.
    pub(super) turned: bool,
    /// The same tier as the other player sees it.
    pub(super) other: Tier,
}

/// A tier and the same with the sides exchanged.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) kinds: [Kind; MOST_PIECES],
    pivot: Arc<Pivot>,
    others: Vec<Region>,
    slots: u64,
    /// Made when first needed.
    index: OnceLock<RegionIndex<MOST_PIECES>>,
}

impl Pair {
    #[inline(always)]
    pub(super) fn index(&self) -> &RegionIndex<MOST_PIECES> {
        self.index.get_or_init(|| RegionIndex::new(&self.pivot, &self.others))
    }
}

impl Index {
    pub(super) fn new(roots: &[Material]) -> Index {
        let group = Group::generated(POINTS, &[mirror()]);
        let mut pivots: HashMap<Vec<Region>, Arc<Pivot>> = HashMap::new();
        let mut index = Index {
            roots: roots.iter().map(|material| material.tier()).collect(),
            tiers: HashMap::default(),
            pairs: Vec::new(),
        };
        for material in Material::closure(roots) {
            let (tier, other) = (material.tier(), material.exchanged().tier());
            if other < tier {
                // The other of the pair enters both.
                continue;
            }
            let regions = material.regions();
            let pivot = pivots
                .entry(regions.pivot)
                .or_insert_with_key(|regions| RegionPivot::new(&group, regions));
            let mut kinds = Men::EMPTY.kinds();
            kinds[..regions.kinds.len()].copy_from_slice(&regions.kinds);
            let pair = index.pairs.len();
            index.pairs.push(Pair {
                kinds,
                pivot: Arc::clone(pivot),
                slots: RegionIndex::slots_of(pivot, &regions.others),
                others: regions.others,
                index: OnceLock::new(),
            });
            index.tiers.insert(other.0, Shape { pair, turned: true, other: tier });
            index.tiers.insert(tier.0, Shape { pair, turned: false, other });
        }
        index
    }

    /// All tiers of the variant.
    #[cfg(test)]
    pub(super) fn tier_numbers(&self) -> Vec<Tier> {
        let mut tiers: Vec<Tier> = self.tiers.keys().map(|&number| Tier(number)).collect();
        tiers.sort_unstable();
        tiers
    }

    /// Whether a tier belongs to the variant.
    pub(super) fn has(&self, tier: u64) -> bool {
        self.tiers.contains_key(&tier)
    }

    /// Where a tier's position with side 0 to move is kept.
    #[inline(always)]
    pub(super) fn locate(&self, tier: Tier, men: Men) -> OrbitSlot {
        let (shape, pair) = self.shape(tier);
        let men = if shape.turned { men.turned() } else { men };
        pair.index().locate(men.points())
    }

    /// By piece of the shared index, the row of a pawn; 0 for other pieces.
    pub(super) fn rows_of(&self, pair: &Pair, material: Material, turned: bool) -> Vec<usize> {
        let material = if turned { material.exchanged() } else { material };
        let mut rows = [0, 1].map(|side| material.pawn_rows(side).into_iter());
        let row = |kind: &Kind| match kind.is_there() && kind.role() == Role::Pawn {
            true => rows[kind.side()].next().unwrap_or(0),
            false => 0,
        };
        pair.kinds.iter().map(row).collect()
    }

    /// The tier as its number is looked up: where its positions are kept.
    #[inline(always)]
    pub(super) fn shape(&self, tier: Tier) -> (Shape, &Pair) {
        let shape = self.tiers[&tier.0];
        (shape, &self.pairs[shape.pair])
    }
}

/// Spreads the bits of a tier's number: the map is asked for every child.
#[derive(Debug, Default)]
struct TierHasher(u64);

impl Hasher for TierHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 << 8 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Indexed for Xiangqi {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        Tier(position.men.tier())
    }

    fn roots(&self) -> Vec<Tier> {
        self.index.roots.clone()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        Material::of(tier).children().into_iter().map(Material::tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        Material::of(tier).to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.index.shape(tier).1.slots
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.index.locate(tier, position.men)
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let (shape, pair) = self.index.shape(tier);
        let (points, stabiliser) = pair.index().occupant(slot)?;
        let men = Men::on(pair.kinds, points);
        if !men.looks_legal(usize::from(shape.turned)) {
            return None;
        }
        let men = if shape.turned { men.turned() } else { men };
        Some(Occupant { position: Position { men, turn: Turn::First }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        2
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the mirror image; colours apart", turns_apart: true }
    }

    fn has_parents(&self) -> bool {
        true
    }

    /// Moves that take nothing and are no pawn's step forward, undone. The position before must look
    /// legal; that the move was legal is what the position after it looking legal says.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        let turn = position.turn.other();
        let men = position.men.turned();
        men.unmoves(0, |number, from| visit(Position { men: men.moved(number, from), turn }));
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        bulk::parents(&self.index, tier, slots, visit);
    }

    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let quiet = if is_inside(self.index.shape(tier).0.other) {
            Quiet::Count(inside)
        } else {
            Quiet::Visit
        };
        bulk::children(&self.index, tier, slots, quiet, visit);
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        bulk::children(&self.index, tier, slots, Quiet::Visit, visit);
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        Material::of(tier).most_quiet_moves()
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}
