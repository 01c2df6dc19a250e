//! Tiers: how many goats are still to be placed, how many were captured, and whose turn it is.

use std::collections::HashSet;
use std::fmt;

use hindsight_core::{Tier, Turn};

/// The bits of a tier's number that tell one of its counts.
const BITS: u32 = 8;

/// The numbers that make a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Goats, on the board or not.
    pub(super) goats: usize,
    /// Tigers, always on the board.
    pub(super) tigers: usize,
    /// Captures with which the tigers win: at most as many as there are goats, so that goats are
    /// never out of pieces while the game goes on.
    pub(super) captures: usize,
}

/// What the positions of a tier have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Counts {
    /// Goats still to be placed.
    pub(super) to_place: usize,
    /// Goats captured.
    pub(super) captured: usize,
    /// Goats are the first player, tigers the second.
    pub(super) turn: Turn,
}

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Going {
    /// A goat is put on the board.
    Place,
    /// A goat or a tiger, whichever side is to move, goes to a joined point.
    Slide,
    /// A tiger captures a goat.
    Jump,
}

impl Counts {
    /// The tier's number: a digit for each count.
    #[inline(always)]
    pub(super) fn tier(self) -> Tier {
        let turn = u64::from(self.turn == Turn::Second);
        Tier((self.to_place as u64) << (2 * BITS) | (self.captured as u64) << BITS | turn)
    }

    /// The counts of a tier's number.
    #[inline(always)]
    pub(super) fn of(tier: Tier) -> Counts {
        let digit = |place: u32| (tier.0 >> (place * BITS)) as usize & ((1 << BITS) - 1);
        let turn = if digit(0) == 0 { Turn::First } else { Turn::Second };
        Counts { to_place: digit(2), captured: digit(1), turn }
    }

    /// The counts after a move.
    #[inline(always)]
    pub(super) fn after(self, going: Going) -> Counts {
        Counts {
            to_place: self.to_place - usize::from(going == Going::Place),
            captured: self.captured + usize::from(going == Going::Jump),
            turn: self.turn.other(),
        }
    }
}

impl fmt::Display for Counts {
    /// Goats to place, goats captured, and who is to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.to_place, self.captured, side(self.turn))
    }
}

/// The side that a turn belongs to.
pub(super) fn side(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "goats",
        Turn::Second => "tigers",
    }
}

impl Numbers {
    /// The goats on the board, in the tiers that play leads to.
    #[inline(always)]
    pub(super) fn on_board(self, counts: Counts) -> usize {
        self.goats - counts.to_place - counts.captured
    }

    /// Whether the tigers have won.
    #[inline(always)]
    pub(super) fn is_won(self, counts: Counts) -> bool {
        counts.captured >= self.captures
    }

    /// The ways in which the side to move can go.
    #[inline(always)]
    pub(super) fn goings(self, counts: Counts) -> &'static [Going] {
        match (counts.turn, counts.to_place) {
            _ if self.is_won(counts) => &[],
            (Turn::Second, _) => &[Going::Slide, Going::Jump],
            (Turn::First, 0) => &[Going::Slide],
            (Turn::First, _) => &[Going::Place],
        }
    }

    /// Whether slides stay inside the tier's unit: both sides can make them.
    #[inline(always)]
    pub(super) fn is_loopy(self, counts: Counts) -> bool {
        counts.to_place == 0 && !self.is_won(counts)
    }

    /// All counts that some counts lead to, with themselves.
    pub(super) fn reachable(self, start: Counts) -> HashSet<Counts> {
        let mut known = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(counts) = open.pop() {
            for child in self.goings(counts).iter().map(|&going| counts.after(going)) {
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

    const STANDARD: Numbers = Numbers { goats: 20, tigers: 4, captures: 5 };

    fn counts(to_place: usize, captured: usize, turn: Turn) -> Counts {
        Counts { to_place, captured, turn }
    }

    #[test]
    fn numbers_and_counts_are_inverse() {
        for start in STANDARD.reachable(counts(20, 0, Turn::First)) {
            assert_eq!(Counts::of(start.tier()), start);
        }
    }

    #[test]
    fn the_standard_game_has_the_published_tiers() {
        let reachable = STANDARD.reachable(counts(20, 0, Turn::First));
        let (first, second): (Vec<Counts>, Vec<Counts>) =
            reachable.iter().partition(|counts| counts.to_place > 0);
        assert_eq!(first.len(), 190);
        // Published are six for both turns; with five captured it is only the goats' turn.
        assert_eq!(second.len(), 2 * 6 - 1);
        // Whenever tigers are to move, there is a goat that they might capture.
        let tigers_move = reachable.iter().filter(|counts| counts.turn == Turn::Second);
        assert!(tigers_move.into_iter().all(|&counts| STANDARD.on_board(counts) > 0));
    }

    #[test]
    fn tiers_lead_to_one_another_in_the_second_phase_only() {
        let reachable = STANDARD.reachable(counts(20, 0, Turn::First));
        for &from in &reachable {
            let beyond = STANDARD.goings(from).iter().map(|&going| from.after(going));
            let comes_back = beyond
                .into_iter()
                .any(|to| STANDARD.goings(to).iter().any(|&going| to.after(going) == from));
            assert_eq!(comes_back, STANDARD.is_loopy(from), "{from}");
        }
    }

    #[test]
    fn a_part_leads_to_less() {
        let part = STANDARD.reachable(counts(0, 3, Turn::First));
        let mut names: Vec<String> = part.iter().map(Counts::to_string).collect();
        names.sort();
        assert_eq!(names, ["0-3-goats", "0-3-tigers", "0-4-goats", "0-4-tigers", "0-5-goats"]);
    }
}
