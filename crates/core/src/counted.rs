//! Tiers by how many pieces there are of each kind, each with its own [`OrbitIndex`].

use std::sync::{Arc, OnceLock};

use crate::described::{BoardIndex, LocatesBoards};
use crate::device::{DeviceIndex, DeviceIndexing};
use crate::game::Tier;
use crate::group::{Group, MaskAction};
use crate::orbit::{Locator, OrbitIndex, OrbitSlot, SubsetOrbits};
use crate::walker::Board;

/// The orbits of all arrangements of `KINDS` kinds of pieces on a board, numbered tier by tier. A
/// tier's tables are made when it is first used.
///
/// ```
/// use hindsight_core::{CountedOrbits, Group};
/// let orbits = CountedOrbits::<2>::new(&Group::of_rectangle(3, 3), 9);
/// let tier = orbits.tier_of([0b001, 0]);
/// assert_eq!((orbits.name(tier).as_str(), orbits.counts(tier)), ("1-0", [1, 0]));
/// // A corner, an edge or the centre.
/// assert_eq!(orbits.slots(tier), 3);
/// assert_eq!(orbits.locate(tier, [0b001, 0]), orbits.locate(tier, [0b100, 0]));
/// ```
#[derive(Debug)]
pub struct CountedOrbits<const KINDS: usize> {
    cells: usize,
    subsets: Arc<SubsetOrbits>,
    /// By the number of the tier.
    indexes: Vec<OnceLock<OrbitIndex<KINDS>>>,
}

impl<const KINDS: usize> CountedOrbits<KINDS> {
    /// The orbits under a group of which the first points are the cells.
    ///
    /// # Panics
    /// As [`MaskAction::new`] and [`SubsetOrbits::new`] do.
    pub fn new(group: &Group, cells: usize) -> Self {
        CountedOrbits::with(SubsetOrbits::new(MaskAction::new(group, 0..cells)), cells)
    }

    /// The same with a tag, which the points behind the cells stand for.
    ///
    /// # Panics
    /// As [`SubsetOrbits::tagged`] does.
    pub fn tagged(group: &Group, cells: usize) -> Self {
        CountedOrbits::with(SubsetOrbits::tagged(group, 0..cells, cells..group.points()), cells)
    }

    fn with(subsets: Arc<SubsetOrbits>, cells: usize) -> Self {
        let tiers = (cells + 1).pow(KINDS as u32);
        CountedOrbits { cells, subsets, indexes: (0..tiers).map(|_| OnceLock::new()).collect() }
    }

    /// The number of symmetries.
    pub fn symmetries(&self) -> u32 {
        self.subsets.order() as u32
    }

    /// The tier of the arrangements with so many pieces of each kind.
    #[inline(always)]
    pub fn tier(&self, counts: [usize; KINDS]) -> Tier {
        Tier(counts.into_iter().fold(0, |tier, count| tier * (self.cells + 1) + count) as u64)
    }

    /// The tier of an arrangement.
    #[inline(always)]
    pub fn tier_of(&self, masks: [u32; KINDS]) -> Tier {
        self.tier(masks.map(|mask| mask.count_ones() as usize))
    }

    /// How many pieces of each kind there are in a tier.
    pub fn counts(&self, tier: Tier) -> [usize; KINDS] {
        let mut rest = tier.0 as usize;
        let mut counts = [0; KINDS];
        for count in counts.iter_mut().rev() {
            *count = rest % (self.cells + 1);
            rest /= self.cells + 1;
        }
        counts
    }

    /// A tier's name: its numbers of pieces.
    pub fn name(&self, tier: Tier) -> String {
        self.counts(tier).map(|count| count.to_string()).join("-")
    }

    /// The number of slots of a tier, holes included. Makes no tables.
    pub fn slots(&self, tier: Tier) -> u64 {
        OrbitIndex::slots_of(&self.subsets, self.counts(tier))
    }

    /// The index of a tier.
    #[inline(always)]
    pub fn of(&self, tier: Tier) -> &OrbitIndex<KINDS> {
        self.indexes[tier.0 as usize]
            .get_or_init(|| OrbitIndex::new(&self.subsets, self.counts(tier)))
    }

    /// The slot of an arrangement's orbit in its tier.
    #[inline(always)]
    pub fn locate(&self, tier: Tier, masks: [u32; KINDS]) -> OrbitSlot {
        self.of(tier).locate(masks)
    }

    /// The arrangement that stands for a slot, with the order of its stabiliser; `None` for a hole.
    #[inline(always)]
    pub fn occupant(&self, tier: Tier, slot: u64) -> Option<([u32; KINDS], u32)> {
        self.of(tier).occupant(slot)
    }
}

impl CountedOrbits<2> {
    #[inline(always)]
    fn with_pieces(&self, pieces: [usize; 2]) -> &OrbitIndex<2> {
        self.of(self.tier(pieces))
    }
}

impl BoardIndex for CountedOrbits<2> {
    type Locator<'a> = Locator<'a>;

    fn symmetries(&self) -> u32 {
        self.subsets.order() as u32
    }

    fn slots(&self, pieces: [usize; 2]) -> u64 {
        OrbitIndex::slots_of(&self.subsets, pieces)
    }

    fn locator(&self, pieces: [usize; 2]) -> Locator<'_> {
        Locator::new(self.with_pieces(pieces))
    }

    #[inline(always)]
    fn locate(&self, pieces: [usize; 2], board: Board) -> OrbitSlot {
        let masks = [board.first, board.second];
        self.with_pieces(pieces).locate_tagged(board.tag as usize, masks)
    }

    #[inline(always)]
    fn occupant(&self, pieces: [usize; 2], slot: u64) -> Option<(Board, u32)> {
        let (tag, [first, second], stabiliser) = self.with_pieces(pieces).tagged_occupant(slot)?;
        Some((Board { first, second, tag: tag as u32 }, stabiliser))
    }

    fn by_pivot(&self, pieces: [usize; 2]) -> Option<&OrbitIndex<2>> {
        Some(self.with_pieces(pieces))
    }

    fn device(&self) -> DeviceIndexing<'_> {
        DeviceIndexing::Orbits(&self.subsets)
    }

    fn device_index(&self, pieces: [usize; 2]) -> DeviceIndex {
        DeviceIndex::Orbits(pieces)
    }
}

impl LocatesBoards for Locator<'_> {
    #[inline(always)]
    fn locate(&mut self, board: Board) -> OrbitSlot {
        Locator::locate(self, board.tag, [board.first, board.second])
    }

    #[inline(always)]
    fn locate_each(&mut self, boards: impl Iterator<Item = Board>, visit: impl FnMut(OrbitSlot)) {
        let boards = boards.map(|board| (board.tag, [board.first, board.second]));
        Locator::locate_each(self, boards, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_and_their_slots_come_back() {
        let orbits = CountedOrbits::<3>::new(&Group::of_rectangle(2, 3), 6);
        // The numbers of arrangements are 6! over the factorials of the counts and of what is free.
        for (counts, arrangements) in
            [([0, 0, 0], 1), ([1, 2, 3], 60), ([6, 0, 0], 1), ([2, 2, 1], 180)]
        {
            let tier = orbits.tier(counts);
            assert_eq!(orbits.counts(tier), counts);
            let mut boards = 0;
            for slot in 0..orbits.slots(tier) {
                let Some((masks, stabiliser)) = orbits.occupant(tier, slot) else { continue };
                assert_eq!(orbits.tier_of(masks), tier);
                assert_eq!(orbits.locate(tier, masks), OrbitSlot { slot, stabiliser });
                boards += orbits.symmetries() / stabiliser;
            }
            assert_eq!(boards, arrangements, "{counts:?}");
        }
    }
}
