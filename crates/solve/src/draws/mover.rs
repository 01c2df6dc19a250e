//! A game with its positions told apart by who is to move: a perfect player or a fallible one.
//!
//! Gévay and Danner (2014, VII-A) propose it and did not do it: as long as both players are taken to be alike,
//! a tier with many draws is worth nothing to either. Against somebody who makes mistakes it is bad for the
//! perfect player, who cannot hope for one there. So every tier is doubled, and of the two that a unit's moves
//! go to and fro between, one has the perfect player to move and the other the fallible one.

use std::fmt;
use std::ops::{ControlFlow, Range};

use hindsight_core::{
    AnyPosition, Code, DeviceIndex, DeviceIndexing, DeviceSide, DeviceTier, Numbered, Occupancy,
    Occupant, Orbits, Place, Tier, Turn, VisitNeighbours, WalkedSlot,
};

/// What a tier's name has between that of the game's own tier and who is to move. No tier of a game has it.
const APART: char = '@';

/// The name under which the values of a tier are kept: both tiers of a pair have the same.
pub(crate) fn values_name(game: &dyn Numbered, tier: Tier) -> String {
    let name = game.tier_name(tier);
    name.split_once(APART).map_or(name.as_str(), |(own, _)| own).to_owned()
}

/// A game with every tier doubled.
pub struct MoversApart<'g> {
    game: &'g dyn Numbered,
    device: Option<DoubledSide<'g>>,
}

impl<'g> MoversApart<'g> {
    /// Doubles the tiers of a game.
    pub fn new(game: &'g dyn Numbered) -> MoversApart<'g> {
        MoversApart { game, device: game.device().map(DoubledSide) }
    }

    /// The tier of the game that a doubled one stands for.
    pub fn single(tier: Tier) -> Tier {
        Tier(tier.0 >> 1)
    }

    /// Whether the fallible player is to move in a tier.
    pub fn is_fallible(tier: Tier) -> bool {
        tier.0 & 1 == 1
    }

    /// A tier of the game with the perfect player to move, or the fallible one.
    pub fn doubled(tier: Tier, is_fallible: bool) -> Tier {
        Tier(tier.0 << 1 | u64::from(is_fallible))
    }
}

impl fmt::Debug for MoversApart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoversApart").finish_non_exhaustive()
    }
}

/// Where moves from or to a tier lead: the other player is to move there.
fn beyond(from: Tier, neighbour: Tier) -> Tier {
    MoversApart::doubled(neighbour, !MoversApart::is_fallible(from))
}

impl Numbered for MoversApart<'_> {
    fn roots(&self) -> Vec<Tier> {
        let both = |tier| [false, true].map(|is_fallible| MoversApart::doubled(tier, is_fallible));
        self.game.roots().into_iter().flat_map(both).collect()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let children = self.game.child_tiers(MoversApart::single(tier));
        children.into_iter().map(|child| beyond(tier, child)).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        let mover = if MoversApart::is_fallible(tier) { "fallible" } else { "perfect" };
        format!("{}{APART}{mover}", self.game.tier_name(MoversApart::single(tier)))
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.game.slots(MoversApart::single(tier))
    }

    fn symmetries(&self) -> u32 {
        self.game.symmetries()
    }

    fn orbits(&self) -> Orbits {
        self.game.orbits()
    }

    fn max_inside_moves(&self, tier: Tier) -> u32 {
        self.game.max_inside_moves(MoversApart::single(tier))
    }

    fn has_parents(&self) -> bool {
        self.game.has_parents()
    }

    fn is_never_won_at_end(&self) -> bool {
        self.game.is_never_won_at_end()
    }

    fn alternates(&self) -> bool {
        self.game.alternates()
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        self.device.as_ref().map(|side| side as &dyn DeviceSide)
    }

    fn start(&self) -> (Place, Turn) {
        let (place, turn) = self.game.start();
        (Place { tier: MoversApart::doubled(place.tier, false), ..place }, turn)
    }

    fn holds(&self, position: &AnyPosition) -> bool {
        self.game.holds(position)
    }

    /// With the perfect player to move.
    fn tier_of(&self, position: &AnyPosition) -> Tier {
        MoversApart::doubled(self.game.tier_of(position), false)
    }

    /// With the perfect player to move.
    fn locate(&self, position: &AnyPosition) -> Place {
        let place = self.game.locate(position);
        Place { tier: MoversApart::doubled(place.tier, false), ..place }
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<AnyPosition>> {
        self.game.occupant(MoversApart::single(tier), slot)
    }

    fn seen_by(&self, position: &AnyPosition, turn: Turn) -> AnyPosition {
        self.game.seen_by(position, turn)
    }

    fn parents(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        self.game.parents(position)
    }

    fn find_overs(&self, tier: Tier, first: u64, codes: &mut [Code]) -> Result<(), u64> {
        self.game.find_overs(MoversApart::single(tier), first, codes)
    }

    fn keep_open(&self, tier: Tier, slots: &mut Vec<u64>) {
        self.game.keep_open(MoversApart::single(tier), slots);
    }

    fn occupancies(&self, tier: Tier, slots: &[u64], found: &mut Vec<Option<Occupancy>>) {
        self.game.occupancies(MoversApart::single(tier), slots, found);
    }

    fn visit_children(&self, tier: Tier, slots: &[u64], visit: VisitNeighbours<'_>) {
        self.game.visit_children(MoversApart::single(tier), slots, &mut |child, children| {
            visit(beyond(tier, child), children);
        });
    }

    fn visit_exits(
        &self,
        tier: Tier,
        slots: &[u64],
        unit: &[Tier],
        inside: &mut [u32],
        visit: VisitNeighbours<'_>,
    ) {
        let inner: Vec<Tier> = theirs(tier, unit).map(|(_, tier)| tier).collect();
        let from = MoversApart::single(tier);
        self.game.visit_exits(from, slots, &inner, inside, &mut |child, children| {
            visit(beyond(tier, child), children);
        });
    }

    fn visit_parents(&self, tier: Tier, slots: &[u64], visit: VisitNeighbours<'_>) {
        self.game.visit_parents(MoversApart::single(tier), slots, &mut |parent, parents| {
            visit(beyond(tier, parent), parents);
        });
    }

    fn walk(
        &self,
        tier: Tier,
        slots: Range<u64>,
        known: &[Tier],
        visit: &mut dyn FnMut(&WalkedSlot<'_>) -> ControlFlow<()>,
    ) {
        let (places, inner): (Vec<usize>, Vec<Tier>) = theirs(tier, known).unzip();
        let mut children = Vec::new();
        self.game.walk(MoversApart::single(tier), slots, &inner, &mut |walked| {
            children.clear();
            children.extend(walked.children.iter().map(|&(number, slot)| (places[number], slot)));
            visit(&WalkedSlot { children: &children, ..*walked })
        });
    }
}

/// Of some tiers those that moves from one can lead to, with their places: the other player is to move there.
fn theirs(from: Tier, tiers: &[Tier]) -> impl Iterator<Item = (usize, Tier)> {
    let is_theirs =
        move |tier: &Tier| MoversApart::is_fallible(*tier) != MoversApart::is_fallible(from);
    let places = tiers.iter().enumerate().filter(move |(_, tier)| is_theirs(tier));
    places.map(|(place, &tier)| (place, MoversApart::single(tier)))
}

/// The device side of a game with every tier doubled.
struct DoubledSide<'g>(&'g dyn DeviceSide);

impl DeviceSide for DoubledSide<'_> {
    fn header(&self) -> String {
        self.0.header()
    }

    fn tables(&self) -> Vec<u32> {
        self.0.tables()
    }

    fn indexing(&self) -> DeviceIndexing<'_> {
        self.0.indexing()
    }

    fn index_of(&self, tier: Tier) -> DeviceIndex {
        self.0.index_of(MoversApart::single(tier))
    }

    fn tier(&self, tier: Tier) -> DeviceTier {
        let DeviceTier { parameters, targets } = self.0.tier(MoversApart::single(tier));
        let doubled = |target: Option<Tier>| target.map(|target| beyond(tier, target));
        DeviceTier { parameters, targets: targets.into_iter().map(doubled).collect() }
    }
}
