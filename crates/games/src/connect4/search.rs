//! The exact search for Connect Four.
//!
//! Alpha-beta with windows of width one that halve the range in which a score can lie (Pons 2015 describes
//! the method step by step). Bounds are remembered by board, mirror images together. Moves after which the
//! opponent wins at once are never tried, and those that threaten most come first.
//!
//! A **score** says who wins and how soon: how many of the winner's discs are left over, the last one in
//! the line counted in; negative if the opponent wins, and 0 for a tie. So a larger score is better, and
//! every ply of delay that matters costs one.

use std::sync::atomic::{AtomicU64, Ordering};

use hindsight_core::Outcome;

use super::discs::Discs;

/// Up to so many discs a board is remembered together with its mirror image: later they hardly meet.
const MIRRORED_UNTIL: u32 = 20;
/// Up to so many discs the bounds of all moves are looked up before the first is tried.
const LOOKED_AHEAD_UNTIL: u32 = 26;

/// Bounds of scores by board, which several searches share. An entry is the key of a board and its bound
/// in one word: whoever reads it reads both as they were written together, so nothing needs a lock.
#[derive(Debug)]
pub struct Bounds {
    entries: Vec<AtomicU64>,
}

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Bounds {
    /// The bits of an entry that are not the key's. No board has more than 56 bits of key.
    const BITS: u32 = 8;
    /// From a score to a number that is not negative.
    const SHIFT: i32 = 32;

    /// Room for two to the power of so many bounds.
    pub fn new(log_size: u32) -> Bounds {
        Bounds { entries: (0..1usize << log_size).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline(always)]
    fn entry(&self, key: u64) -> &AtomicU64 {
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.entries[(spread >> (64 - self.entries.len().trailing_zeros())) as usize]
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<Bound> {
        let entry = self.entry(key).load(Ordering::Relaxed);
        if entry >> Self::BITS != key {
            return None;
        }
        let score = (entry >> 1 & 0x7f) as i32 - Self::SHIFT;
        Some(if entry & 1 == 0 { Bound::AtMost(score) } else { Bound::AtLeast(score) })
    }

    #[inline(always)]
    fn put(&self, key: u64, bound: Bound) {
        let (score, is_least) = match bound {
            Bound::AtMost(score) => (score, 0),
            Bound::AtLeast(score) => (score, 1),
        };
        let low = ((score + Self::SHIFT) as u64) << 1 | is_least;
        self.entry(key).store(key << Self::BITS | low, Ordering::Relaxed);
    }
}

/// A search that remembers bounds.
#[derive(Debug)]
pub struct Search<'b, const COLUMNS: usize, const ROWS: usize> {
    bounds: &'b Bounds,
    /// How many boards were looked at.
    pub boards: u64,
}

impl<'b, const COLUMNS: usize, const ROWS: usize> Search<'b, COLUMNS, ROWS> {
    const CELLS: i32 = (COLUMNS * ROWS) as i32;

    /// A search with these bounds.
    pub fn new(bounds: &'b Bounds) -> Self {
        Search { bounds, boards: 0 }
    }

    /// The outcome of a board on which nobody has four in a line yet and a cell is free.
    pub fn outcome(&mut self, discs: Discs<COLUMNS, ROWS>) -> Outcome {
        outcome_of::<COLUMNS, ROWS>(discs.count() as i32, self.score(discs))
    }

    /// The score of such a board.
    pub fn score(&mut self, discs: Discs<COLUMNS, ROWS>) -> i32 {
        let left = Self::CELLS - discs.count() as i32;
        if discs.drops() & discs.completing(discs.mine) != 0 {
            return (left + 1) / 2;
        }
        let (mut low, mut high) = (-left / 2, (left + 1) / 2);
        while low < high {
            // First whether it is a win, a tie or a loss; then by halves of what is left.
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let score = self.within(discs, middle, middle + 1);
            if score <= middle { high = score } else { low = score }
        }
        low
    }

    fn key(discs: Discs<COLUMNS, ROWS>) -> u64 {
        let key = discs.key();
        if discs.count() < MIRRORED_UNTIL { key.min(discs.mirrored().key()) } else { key }
    }

    /// The score if it is inside the window, otherwise a bound on the same side of it. The player to move
    /// does not win at once.
    fn within(&mut self, discs: Discs<COLUMNS, ROWS>, mut low: i32, mut high: i32) -> i32 {
        self.boards += 1;
        let count = discs.count() as i32;
        let left = Self::CELLS - count;
        let lost = -left / 2;
        let threats = discs.completing(discs.theirs());
        let mut drops = discs.drops();
        let forced = drops & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return lost;
            }
            drops = forced;
        }
        // Nor may a disc be put below a cell that the opponent waits for.
        drops &= !(threats >> 1);
        if drops == 0 {
            return lost;
        }
        if left <= 2 {
            return 0;
        }
        // The opponent does not win at once, and the player to move does not by this move.
        let wanted = high;
        low = low.max(-(left - 2) / 2);
        high = high.min((left - 1) / 2);
        let key = Self::key(discs);
        match self.bounds.get(key) {
            Some(Bound::AtLeast(least)) => low = low.max(least),
            Some(Bound::AtMost(most)) => high = high.min(most),
            None => {}
        }
        if low >= high {
            return if low >= wanted { low } else { high };
        }
        let (moves, length) = ordered::<COLUMNS, ROWS>(discs, drops);
        let moves = &moves[..length];
        if count < LOOKED_AHEAD_UNTIL as i32 {
            for &(cell, _) in moves {
                if let Some(Bound::AtMost(most)) = self.bounds.get(Self::key(discs.drop_on(cell)))
                    && -most >= high
                {
                    self.bounds.put(key, Bound::AtLeast(-most));
                    return -most;
                }
            }
        }
        for &(cell, _) in moves {
            let score = -self.within(discs.drop_on(cell), -high, -low);
            if score >= high {
                self.bounds.put(key, Bound::AtLeast(score));
                return score;
            }
            low = low.max(score);
        }
        self.bounds.put(key, Bound::AtMost(low));
        low
    }
}

/// The moves, those that make most threats first, and of equal ones those in the middle; and how many.
#[inline(always)]
fn ordered<const COLUMNS: usize, const ROWS: usize>(
    discs: Discs<COLUMNS, ROWS>,
    drops: u64,
) -> ([(u64, u32); COLUMNS], usize) {
    let mut moves = [(0, 0); COLUMNS];
    let mut length = 0;
    for rank in 0..COLUMNS {
        // The middle, then left and right of it by turns.
        let offset = rank.div_ceil(2);
        let column = if rank % 2 == 0 { COLUMNS / 2 + offset } else { COLUMNS / 2 - offset };
        let cell = drops & Discs::<COLUMNS, ROWS>::column(column);
        if cell != 0 {
            let threats = discs.drop_on(cell).completing(discs.mine | cell).count_ones();
            let mut place = length;
            while place > 0 && moves[place - 1].1 < threats {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = (cell, threats);
            length += 1;
        }
    }
    (moves, length)
}

/// What a score means on a board with so many discs.
pub(super) fn outcome_of<const COLUMNS: usize, const ROWS: usize>(
    count: i32,
    score: i32,
) -> Outcome {
    let cells = (COLUMNS * ROWS) as i32;
    // The winner's last disc is disc number `last`, counted from one: of two numbers that fit the score
    // the one at which it is the winner's turn.
    let last = |score: i32, plies_are_odd: bool| {
        let late = cells + 2 - 2 * score;
        let plies = late - count;
        (if (plies % 2 == 1) == plies_are_odd { plies } else { plies - 1 }) as u16
    };
    match score {
        0 => Outcome::Tie((cells - count) as u16),
        1.. => Outcome::Win(last(score, true)),
        _ => Outcome::Lose(last(-score, false)),
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::Search as SlowSearch;
    use hindsight_testkit::Dice;

    use super::super::usual::Upright;
    use super::*;

    /// A board that random play leads to, unless the game is over before.
    fn random_discs<const COLUMNS: usize, const ROWS: usize>(
        dice: &mut Dice,
        count: u32,
    ) -> Option<Discs<COLUMNS, ROWS>> {
        let mut discs = Discs::default();
        while discs.count() < count {
            let cells: Vec<u64> = (0..COLUMNS)
                .map(|column| discs.drops() & Discs::<COLUMNS, ROWS>::column(column))
                .collect();
            let cell = cells[dice.below(COLUMNS)];
            if cell & discs.completing(discs.mine) != 0 {
                return None;
            }
            // A full column is rolled again.
            if cell != 0 {
                discs = discs.drop_on(cell);
            }
        }
        Some(discs)
    }

    /// Every board of a small size that is met in random games has the outcome that the search for any game
    /// finds, which shares nothing with this one.
    fn compare<const COLUMNS: usize, const ROWS: usize>(games: usize, from: u32) {
        let rules = Upright::<COLUMNS, ROWS>::default();
        let mut slow = SlowSearch::new(&rules, u64::MAX);
        let bounds = Bounds::new(12);
        let mut random = Dice(COLUMNS as u64);
        for number in 0..games {
            let count = from + number as u32 % ((COLUMNS * ROWS) as u32 - from);
            let Some(discs) = random_discs::<COLUMNS, ROWS>(&mut random, count) else { continue };
            let found = Search::new(&bounds).outcome(discs);
            assert_eq!(Some(found), slow.outcome(discs), "{discs:?}");
        }
    }

    #[test]
    fn outcomes_are_those_of_the_slow_twin() {
        compare::<4, 4>(300, 0);
        compare::<5, 4>(300, 4);
        compare::<4, 5>(300, 5);
        compare::<7, 6>(200, 30);
    }

    #[test]
    fn remembered_bounds_come_back_as_they_were() {
        let bounds = Bounds::new(4);
        assert_eq!(bounds.get(77), None);
        for bound in [Bound::AtLeast(-21), Bound::AtMost(21), Bound::AtMost(0)] {
            bounds.put(77, bound);
            assert_eq!(bounds.get(77), Some(bound));
        }
        bounds.put(77 + (1 << 40), Bound::AtMost(3));
        assert_ne!(bounds.get(77), Some(Bound::AtMost(3)));
    }

    #[test]
    fn scores_mean_what_is_written_down() {
        // The first player wins with the last but one disc of the full board, as Allis and Allen found.
        assert_eq!(outcome_of::<7, 6>(0, 1), Outcome::Win(41));
        assert_eq!(outcome_of::<7, 6>(1, -1), Outcome::Lose(40));
        assert_eq!(outcome_of::<7, 6>(41, 0), Outcome::Tie(1));
        assert_eq!(outcome_of::<7, 6>(6, 18), Outcome::Win(1));
    }
}
