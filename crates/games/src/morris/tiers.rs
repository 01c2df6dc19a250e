//! Tiers: how many stones are on the board and in hand.

use std::collections::HashSet;
use std::fmt;

use hindsight_core::Tier;

/// A player with fewer stones, on the board and in hand together, has lost.
pub(super) const FEWEST_STONES: usize = 3;
/// The bits of a tier's number that tell one of its counts.
const BITS: u32 = 4;

/// How a stone gets to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Going {
    /// From the hand.
    Place,
    /// From a joined point.
    Slide,
    /// From anywhere on the board.
    Fly,
}

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

    /// The stones that the player to move has left.
    pub(super) fn my_stones(self) -> usize {
        self.mine + self.my_hand
    }

    /// The stones that the opponent has left.
    pub(super) fn their_stones(self) -> usize {
        self.theirs + self.their_hand
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
    /// Whether players pass on a full board.
    pub(super) passes: bool,
}

impl Ways {
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
            && (self.passes || counts.mine + counts.theirs < self.points)
    }

    /// The counts that moves lead to: by placing and walking, each without a capture and with one.
    #[inline(always)]
    pub(super) fn targets(self, counts: Counts) -> [Option<Counts>; 4] {
        let Counts { mine, theirs, my_hand, .. } = counts;
        let is_full = mine + theirs >= self.points;
        let goes_on = counts.my_stones() >= FEWEST_STONES && (self.passes || !is_full);
        let leads = |going: Option<Going>, captures: bool| {
            let going = going.filter(|_| goes_on)?;
            let closes = mine + usize::from(going == Going::Place) >= 3 && theirs > 0 && !is_full;
            (!captures || closes).then(|| counts.after(going, captures))
        };
        let place = (my_hand > 0).then_some(Going::Place);
        let walk = self.walking(mine, my_hand);
        [leads(place, false), leads(place, true), leads(walk, false), leads(walk, true)]
    }

    /// All counts that the start's lead to.
    pub(super) fn reachable(self, start: Counts) -> HashSet<Counts> {
        closure(start, |counts| self.targets(counts).into_iter().flatten().collect())
    }

    /// All counts with enough stones that the start's would lead to if any move could take a stone, with or
    /// without a mill: what Gévay and Danner's databases (Malom's) are made of.
    pub(super) fn sectors(self, start: Counts) -> HashSet<Counts> {
        closure(start, |counts| {
            let Counts { mine, theirs, my_hand, .. } = counts;
            let is_full = mine + theirs >= self.points;
            let place = (my_hand > 0).then_some(Going::Place);
            let goings = [place, self.walking(mine, my_hand)].into_iter().flatten();
            let after = goings.filter(|_| !is_full).flat_map(|going| {
                let taking = (theirs > 0).then(|| counts.after(going, true));
                [Some(counts.after(going, false)), taking]
            });
            let is_enough = |it: &Counts| it.my_stones().min(it.their_stones()) >= FEWEST_STONES;
            after.flatten().filter(is_enough).collect()
        })
    }
}

/// What some counts lead to, and what these lead to, and so on.
fn closure(start: Counts, leads_to: impl Fn(Counts) -> Vec<Counts>) -> HashSet<Counts> {
    let mut known = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(counts) = open.pop() {
        for child in leads_to(counts) {
            if known.insert(child) {
                open.push(child);
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Ways = Ways { points: 24, flying: true, slides_early: false, passes: false };
    const LASKER: Ways = Ways { points: 24, flying: true, slides_early: true, passes: false };

    fn counts(mine: usize, theirs: usize, my_hand: usize, their_hand: usize) -> Counts {
        Counts { mine, theirs, my_hand, their_hand }
    }

    fn leads_to(ways: Ways, counts: Counts) -> Vec<Counts> {
        ways.targets(counts).into_iter().flatten().collect()
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
                let Counts { mine, theirs, my_hand, their_hand } = start;
                let mirror = counts(theirs, mine, their_hand, my_hand);
                let there = leads_to(ways, start).contains(&mirror);
                let back = leads_to(ways, mirror).contains(&start);
                assert_eq!(ways.is_loopy(start), there && back, "{start}");
            }
        }
    }

    #[test]
    fn who_has_stones_in_hand_places_them_and_may_slide_in_lasker() {
        let start = counts(4, 3, 2, 2);
        let placed = [counts(3, 5, 2, 1), counts(2, 5, 2, 1)];
        assert_eq!(leads_to(NINE, start), placed);
        assert_eq!(leads_to(LASKER, start)[..2], placed);
        assert_eq!(leads_to(LASKER, start)[2..], [counts(3, 4, 2, 2), counts(2, 4, 2, 2)]);
        assert!(leads_to(NINE, counts(2, 5, 0, 1)).is_empty());
    }
    #[test]
    fn sectors_are_those_of_the_published_ranks() {
        let morabaraba = NINE;
        for (ways, stones, known) in [(NINE, 9, 498), (LASKER, 10, 3070), (morabaraba, 12, 1216)] {
            let sectors = ways.sectors(counts(0, 0, stones, stones));
            assert_eq!(sectors.len(), known, "{stones} stones");
            let reached = ways.reachable(counts(0, 0, stones, stones));
            let is_enough = |it: &&Counts| it.my_stones().min(it.their_stones()) >= FEWEST_STONES;
            assert!(reached.iter().filter(is_enough).all(|it| sectors.contains(it)));
        }
    }
}
