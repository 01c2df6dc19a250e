//! Positions that are marks put down in turn, and their index.

use crate::game::{Occupant, Tier, Turn};
use crate::group::{Group, MaskAction};
use crate::orbit::{DenseOrbits, OrbitSlot};

/// The places of two kinds of marks, of which one more is put down in every turn and none goes away, so
/// that their number tells whose turn it is.
///
/// ```
/// use hindsight_core::{Placed, Turn};
/// let one = Placed::default().with_own(4);
/// assert_eq!((one.first, one.second, one.turn()), (0b1_0000, 0, Turn::Second));
/// assert_eq!(one.with_own(0).own_first(), [0b1_0000, 0b1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// The first kind: the first player's marks, where each player has their own.
    pub first: u32,
    /// The second kind.
    pub second: u32,
}

impl Placed {
    /// The places of all marks.
    #[inline(always)]
    pub fn taken(self) -> u32 {
        self.first | self.second
    }

    /// How many marks there are.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.taken().count_ones() as usize
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(self) -> Turn {
        Turn::after(self.count())
    }

    /// The marks of the player to move and the opponent's, where each player has their own.
    #[inline(always)]
    pub fn own_first(self) -> [u32; 2] {
        self.turn().own_first([self.first, self.second])
    }

    /// The position after a mark of the player to move has been put down, where each player has their
    /// own.
    #[inline(always)]
    pub fn with_own(self, place: usize) -> Placed {
        self.with(self.turn() == Turn::First, place)
    }

    /// The position after a mark of the first kind or of the second has been put down.
    #[inline(always)]
    pub fn with(self, is_first: bool, place: usize) -> Placed {
        let mark = 1 << place;
        match is_first {
            true => Placed { first: self.first | mark, ..self },
            false => Placed { second: self.second | mark, ..self },
        }
    }

    /// The tier of the positions with as many marks.
    #[inline(always)]
    pub fn tier(self) -> Tier {
        Tier(self.count() as u64)
    }

    /// The tiers that a tier leads to on a board with so many places.
    pub fn child_tiers(tier: Tier, places: usize) -> Vec<Tier> {
        (tier.0 + 1..=places as u64).take(1).map(Tier).collect()
    }
}

/// The orbits of marks that two players put down in turn, each their own, on a small board: a tier for
/// each number of marks, without holes.
#[derive(Debug)]
pub struct PlacedOrbits {
    symmetries: u32,
    /// By the number of marks.
    tiers: Vec<DenseOrbits<2>>,
}

impl PlacedOrbits {
    /// The orbits under a group whose points are the places.
    ///
    /// # Panics
    /// As [`MaskAction::new`] and [`DenseOrbits::new`] do.
    pub fn new(group: &Group, places: usize) -> PlacedOrbits {
        let action = MaskAction::new(group, 0..places);
        // The first player begins and has the odd mark.
        let tier = |marks: usize| DenseOrbits::new(&action, [marks.div_ceil(2), marks / 2]);
        PlacedOrbits { symmetries: action.order() as u32, tiers: (0..=places).map(tier).collect() }
    }

    /// The number of symmetries.
    pub fn symmetries(&self) -> u32 {
        self.symmetries
    }

    /// The number of slots of a tier.
    pub fn slots(&self, tier: Tier) -> u64 {
        self.tiers[tier.0 as usize].slots()
    }

    /// The slot of a position's orbit in its tier.
    pub fn locate(&self, tier: Tier, position: Placed) -> OrbitSlot {
        self.tiers[tier.0 as usize].locate([position.first, position.second])
    }

    /// The position that stands for a slot.
    pub fn occupant(&self, tier: Tier, slot: u64) -> Occupant<Placed> {
        let [first, second] = self.tiers[tier.0 as usize].occupant(slot);
        let position = Placed { first, second };
        Occupant { position, stabiliser: self.locate(tier, position).stabiliser }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_the_turn_and_the_tier() {
        let mut position = Placed::default();
        for place in 0..6 {
            assert_eq!(position.count(), place);
            assert_eq!(position.tier(), Tier(place as u64));
            assert_eq!(position.turn(), Turn::after(place));
            position = position.with_own(place);
        }
        assert_eq!((position.first, position.second), (0b01_0101, 0b10_1010));
        assert_eq!(Placed::child_tiers(Tier(5), 6), [Tier(6)]);
        assert_eq!(Placed::child_tiers(Tier(6), 6), []);
        assert_eq!(Placed::default().with(false, 1), Placed { first: 0, second: 0b10 });
    }

    /// On nine cells, the numbers of arrangements are binomials, and of all of them there are 6,046.
    #[test]
    fn every_arrangement_is_in_one_orbit() {
        let orbits = PlacedOrbits::new(&Group::of_rectangle(3, 3), 9);
        let mut arrangements = 0;
        for tier in (0..=9).map(Tier) {
            for slot in 0..orbits.slots(tier) {
                let Occupant { position, stabiliser } = orbits.occupant(tier, slot);
                assert_eq!(position.tier(), tier);
                assert_eq!(orbits.locate(tier, position), OrbitSlot { slot, stabiliser });
                arrangements += orbits.symmetries() / stabiliser;
            }
        }
        assert_eq!(arrangements, 6_046);
    }
}
