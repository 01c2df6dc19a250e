//! Tiers: how many stones are on the board and in hand.

use std::collections::HashSet;
use std::fmt;

use hindsight_core::Tier;

use super::board::Going;

/// A player with fewer stones, on the board and in hand together, has lost.
pub(super) const FEWEST_STONES: usize = 3;
/// The bits of a tier's number that tell one of its counts.
const BITS: u32 = 4;

/// What the positions of a tier have in common, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Counts {
    pub(super) mine: usize,
    pub(super) theirs: usize,
    pub(super) my_hand: usize,
    pub(super) their_hand: usize,
}

impl Counts {
    /// The tier's number: a digit for each count.
    #[inline(always)]
    pub(super) fn tier(self) -> Tier {
        let counts = [self.mine, self.theirs, self.my_hand, self.their_hand];
        Tier(counts.iter().fold(0, |number, &count| number << BITS | count as u64))
    }

    /// The counts of a tier's number.
    #[inline(always)]
    pub(super) fn of(tier: Tier) -> Counts {
        let count = |digit: u32| (tier.0 >> (digit * BITS)) as usize & ((1 << BITS) - 1);
        Counts { mine: count(3), theirs: count(2), my_hand: count(1), their_hand: count(0) }
    }

    /// The counts after a move, as the opponent sees them.
    #[inline(always)]
    pub(super) fn after(self, going: Going, captures: bool) -> Counts {
        let placed = usize::from(going == Going::Place);
        Counts {
            mine: self.theirs - usize::from(captures),
            theirs: self.mine + placed,
            my_hand: self.their_hand,
            their_hand: self.my_hand - placed,
        }
    }

    /// The counts with the players exchanged.
    #[inline(always)]
    pub(super) fn mirrored(self) -> Counts {
        let Counts { mine, theirs, my_hand, their_hand } = self;
        Counts { mine: theirs, theirs: mine, my_hand: their_hand, their_hand: my_hand }
    }

    /// The stones that the player to move has left.
    pub(super) fn my_stones(self) -> usize {
        self.mine + self.my_hand
    }
}

impl fmt::Display for Counts {
    /// Mine and theirs on the board, mine and theirs in hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}-{}", self.mine, self.theirs, self.my_hand, self.their_hand)
    }
}

/// What of the rules decides how a tier's stones can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// The number of points.
    pub(super) points: usize,
    /// Whether a player with three stones, those in hand included, may fly. That they are included
    /// matters only where stones go over the board before all are placed; Gévay and Danner's program
    /// (Malom) has it so, though their paper does not say it.
    pub(super) flying: bool,
    /// Whether a player with stones in hand may slide.
    pub(super) slides_early: bool,
}

impl Ways {
    /// How a player's stones can go, given how many are on the board and in hand.
    #[inline(always)]
    pub(super) fn goings(self, stones: usize, hand: usize) -> impl Iterator<Item = Going> {
        let place = (hand > 0).then_some(Going::Place);
        place.into_iter().chain(self.walking(stones, hand))
    }

    /// How the stones on the board can go, if they can.
    #[inline(always)]
    pub(super) fn walking(self, stones: usize, hand: usize) -> Option<Going> {
        let may = stones > 0 && (hand == 0 || self.slides_early);
        let fly = self.flying && stones + hand == FEWEST_STONES;
        may.then_some(if fly { Going::Fly } else { Going::Slide })
    }

    /// Whether slides without a capture stay inside the tier's unit: both players can make them.
    #[inline(always)]
    pub(super) fn is_loopy(self, counts: Counts) -> bool {
        let walks =
            |stones, hand| stones + hand >= FEWEST_STONES && self.walking(stones, hand).is_some();
        walks(counts.mine, counts.my_hand)
            && walks(counts.theirs, counts.their_hand)
            && counts.mine + counts.theirs < self.points
    }

    /// The counts that moves lead to.
    pub(super) fn children(self, counts: Counts) -> Vec<Counts> {
        let mut children = Vec::new();
        if counts.my_stones() < FEWEST_STONES || counts.mine + counts.theirs == self.points {
            return children;
        }
        for going in self.goings(counts.mine, counts.my_hand) {
            let plain = counts.after(going, false);
            children.push(plain);
            if plain.theirs >= 3 && counts.theirs > 0 {
                children.push(counts.after(going, true));
            }
        }
        children
    }

    /// All counts that the start's lead to.
    pub(super) fn reachable(self, start: Counts) -> HashSet<Counts> {
        let mut known = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(counts) = open.pop() {
            for child in self.children(counts) {
                if known.insert(child) {
                    open.push(child);
                }
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Ways = Ways { points: 24, flying: true, slides_early: false };
    const LASKER: Ways = Ways { points: 24, flying: true, slides_early: true };

    fn counts(mine: usize, theirs: usize, my_hand: usize, their_hand: usize) -> Counts {
        Counts { mine, theirs, my_hand, their_hand }
    }

    #[test]
    fn numbers_and_counts_are_inverse() {
        for start in [counts(0, 0, 12, 12), counts(3, 4, 5, 6), counts(12, 12, 0, 0)] {
            assert_eq!(Counts::of(start.tier()), start);
        }
    }

    #[test]
    fn a_tier_that_slides_stay_in_leads_to_its_mirror_and_back() {
        for ways in [NINE, LASKER] {
            for start in ways.reachable(counts(0, 0, 7, 5)) {
                let mirror = start.mirrored();
                let there = ways.children(start).contains(&mirror);
                let back = ways.children(mirror).contains(&start);
                assert_eq!(ways.is_loopy(start), there && back, "{start}");
            }
        }
    }

    #[test]
    fn who_has_stones_in_hand_places_them_and_may_slide_in_lasker() {
        let start = counts(4, 3, 2, 2);
        let placed = [counts(3, 5, 2, 1), counts(2, 5, 2, 1)];
        assert_eq!(NINE.children(start), placed);
        assert_eq!(LASKER.children(start)[..2], placed);
        assert_eq!(LASKER.children(start)[2..], [counts(3, 4, 2, 2), counts(2, 4, 2, 2)]);
        assert!(NINE.children(counts(2, 5, 0, 1)).is_empty());
    }
}
