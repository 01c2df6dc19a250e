//! The exact search for Connect Four.
//!
//! Alpha-beta with windows of width one that halve the range in which a score can lie (Pons 2015 describes
//! the method step by step). Bounds are remembered by board, mirror images together. Moves after which the
//! opponent wins at once are never tried, those that threaten most come first, and a board is not searched
//! where the opponent's replies (`replies.rs`) show enough.
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
const LOOKED_AHEAD_UNTIL: u32 = 30;

/// Bounds of scores by board, which several searches share. An entry is the key of a board, a lower and an
/// upper bound, and how much work they took, all in one word: whoever reads it reads what was written
/// together, so nothing needs a lock.
///
/// Entries come in pairs. The first of a pair holds what took most work, the second what came last.
#[derive(Debug)]
pub struct Bounds {
    entries: Vec<AtomicU64>,
}

impl Bounds {
    /// The lowest bits of an entry are the upper bound; then come the lower bound, the work and the key,
    /// each from this bit on. No board has more than 49 bits of key.
    const LEAST: u32 = 6;
    const WORK: u32 = 12;
    const KEY: u32 = 15;
    /// From a score to a number that is not negative.
    const SHIFT: i32 = 32;

    /// Room for two to the power of so many boards, two at least.
    pub fn new(log_size: u32) -> Bounds {
        Bounds { entries: (0..1usize << log_size.max(1)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.iter_mut().for_each(|entry| *entry.get_mut() = 0);
    }

    /// The first of the pair that may have a board.
    #[inline(always)]
    fn pair(&self, key: u64) -> usize {
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> (64 - self.entries.len().trailing_zeros())) as usize & !1
    }

    /// The least and the most that a score can be, if anything is known about it.
    #[inline(always)]
    fn get(&self, key: u64) -> Option<(i32, i32)> {
        let pair = self.pair(key);
        let entries = [pair, pair + 1].map(|place| self.entries[place].load(Ordering::Relaxed));
        let entry = entries.into_iter().find(|entry| entry >> Self::KEY == key)?;
        let score = |bits: u64| (bits & 63) as i32 - Self::SHIFT;
        Some((score(entry >> Self::LEAST), score(entry)))
    }

    #[inline(always)]
    fn put(&self, key: u64, least: i32, most: i32, boards: u64) {
        // Eight times as many boards are one more.
        let work = u64::from(boards.max(1).ilog2() / 3).min(7);
        let bits = |score: i32| (score + Self::SHIFT) as u64;
        let entry = key << Self::KEY | work << Self::WORK | bits(least) << Self::LEAST | bits(most);
        let first = self.pair(key);
        let old = self.entries[first].load(Ordering::Relaxed);
        let is_same = old >> Self::KEY == key;
        if !is_same && work < old >> Self::WORK & 7 {
            self.entries[first + 1].store(entry, Ordering::Relaxed);
            return;
        }
        if !is_same {
            self.entries[first + 1].store(old, Ordering::Relaxed);
        }
        self.entries[first].store(entry, Ordering::Relaxed);
    }
}

/// A search that remembers bounds.
#[derive(Debug)]
pub struct Search<'b, const COLUMNS: usize, const ROWS: usize> {
    bounds: &'b Bounds,
    /// How many boards were looked at.
    pub boards: u64,
    /// At how many the search is given up.
    most_boards: u64,
    is_given_up: bool,
}

/// Moves, by the cell where the disc comes to rest, with the cells that then complete a line.
type Moves<const COLUMNS: usize> = [(u64, u64); COLUMNS];

impl<'b, const COLUMNS: usize, const ROWS: usize> Search<'b, COLUMNS, ROWS> {
    const CELLS: i32 = (COLUMNS * ROWS) as i32;

    /// A search with these bounds.
    pub fn new(bounds: &'b Bounds) -> Self {
        const { assert!(COLUMNS * (ROWS + 1) <= 64 - Bounds::KEY as usize, "keys fit an entry") };
        Search { bounds, boards: 0, most_boards: u64::MAX, is_given_up: false }
    }

    /// The outcome of a board on which nobody has four in a line yet and a cell is free.
    pub fn outcome(&mut self, discs: Discs<COLUMNS, ROWS>) -> Outcome {
        outcome_of::<COLUMNS, ROWS>(discs.count() as i32, self.score(discs))
    }

    /// What a search finds; `None` where that takes more than so many boards. What was found out until then
    /// is remembered.
    pub fn within<T>(
        &mut self,
        most_boards: u64,
        search: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        self.most_boards = self.boards.saturating_add(most_boards);
        let found = search(self);
        self.most_boards = u64::MAX;
        (!std::mem::take(&mut self.is_given_up)).then_some(found)
    }

    /// The score of such a board.
    pub fn score(&mut self, discs: Discs<COLUMNS, ROWS>) -> i32 {
        let left = Self::CELLS - discs.count() as i32;
        if discs.wins_at_once() {
            return (left + 1) / 2;
        }
        let (mut low, mut high) = (-left / 2, (left - 1) / 2);
        // A quick end is cheap to find, and cheap to exclude.
        for limit in [high / 2 + 1, low / 2] {
            if low < limit && limit <= high {
                let score = self.probe(discs, limit);
                if score < limit { high = score } else { low = score }
            }
        }
        while low < high && !self.is_given_up {
            // First who wins; then by how much, where most scores are close to a tie.
            let limit = if low < 0 && high >= 0 {
                i32::from(high > 0)
            } else if low >= 0 {
                low + (high - low) / 4 + 1
            } else {
                high - (high - low) / 4
            };
            let score = self.probe(discs, limit);
            if score < limit { high = score } else { low = score }
        }
        low
    }

    /// Who wins such a board: 1 the player to move, -1 the opponent, 0 neither.
    pub fn winner(&mut self, discs: Discs<COLUMNS, ROWS>) -> i32 {
        if discs.wins_at_once() || self.probe(discs, 1) >= 1 {
            1
        } else if self.probe(discs, 0) >= 0 {
            0
        } else {
            -1
        }
    }

    fn key(discs: Discs<COLUMNS, ROWS>) -> u64 {
        let key = discs.key();
        if discs.count() < MIRRORED_UNTIL { key.min(discs.mirrored().key()) } else { key }
    }

    /// Whether the score reaches a limit: a lower bound of the score if so, and an upper bound below the
    /// limit if not. The player to move does not win at once.
    fn probe(&mut self, discs: Discs<COLUMNS, ROWS>, limit: i32) -> i32 {
        if self.boards >= self.most_boards {
            self.is_given_up = true;
            return limit;
        }
        self.boards += 1;
        let boards_before = self.boards;
        let count = discs.count();
        let left = Self::CELLS - count as i32;
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
        let (mut least, mut most) = (-(left - 2) / 2, (left - 1) / 2);
        if let Some(shown) = discs.most_against_replies(threats) {
            most = most.min(shown);
        }
        let key = Self::key(discs);
        // What is shown at once is not worth an entry.
        if least < limit
            && most >= limit
            && let Some(known) = self.bounds.get(key)
        {
            least = least.max(known.0);
            most = most.min(known.1);
        }
        if least >= limit {
            return least;
        }
        if most < limit {
            return most;
        }
        let (moves, length) = ordered::<COLUMNS, ROWS>(discs, drops);
        let moves = &moves[..length];
        for &(cell, threats) in moves {
            if let Some(bound) = self.known_after(discs.drop_on(cell), threats)
                && -bound >= limit
            {
                return -bound;
            }
        }
        let mut best = lost;
        for &(cell, _) in moves {
            let score = -self.probe(discs.drop_on(cell), 1 - limit);
            best = best.max(score);
            if score >= limit {
                break;
            }
        }
        if self.is_given_up {
            return limit;
        }
        if best >= limit {
            least = least.max(best)
        } else {
            most = most.min(best)
        }
        self.bounds.put(key, least, most, self.boards - boards_before);
        best
    }

    /// The most that the player to move can score on a board, as far as that is known without searching.
    #[inline(always)]
    fn known_after(&self, discs: Discs<COLUMNS, ROWS>, threats: u64) -> Option<i32> {
        let shown = discs.most_against_replies(threats);
        if discs.count() > LOOKED_AHEAD_UNTIL {
            return shown;
        }
        let remembered = self.bounds.get(Self::key(discs)).map(|(_, most)| most);
        match (shown, remembered) {
            (Some(shown), Some(remembered)) => Some(shown.min(remembered)),
            _ => shown.or(remembered),
        }
    }
}

/// The moves, those that make most threats first, and of equal ones those in the middle; and how many.
#[inline(always)]
fn ordered<const COLUMNS: usize, const ROWS: usize>(
    discs: Discs<COLUMNS, ROWS>,
    drops: u64,
) -> (Moves<COLUMNS>, usize) {
    let mut moves: Moves<COLUMNS> = [(0, 0); COLUMNS];
    let mut length = 0;
    for rank in 0..COLUMNS {
        // The middle, then left and right of it by turns.
        let offset = rank.div_ceil(2);
        let column = if rank % 2 == 0 { COLUMNS / 2 + offset } else { COLUMNS / 2 - offset };
        let cell = drops & Discs::<COLUMNS, ROWS>::column(column);
        if cell != 0 {
            let threats = discs.drop_on(cell).completing(discs.mine | cell);
            let mut place = length;
            while place > 0 && moves[place - 1].1.count_ones() < threats.count_ones() {
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
    use hindsight_core::{Search as SlowSearch, Value};
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
            let winner = Search::new(&bounds).winner(discs);
            let found = Search::new(&bounds).outcome(discs);
            assert_eq!(Some(found), slow.outcome(discs), "{discs:?}");
            let winner = [Value::Lose, Value::Tie, Value::Win][(winner + 1) as usize];
            assert_eq!(winner, found.value());
        }
    }

    #[test]
    fn outcomes_are_those_of_the_slow_twin() {
        compare::<4, 4>(300, 0);
        compare::<5, 4>(300, 4);
        compare::<4, 5>(300, 5);
        compare::<7, 6>(200, 30);
    }

    /// What replies show is never below the score, and shows something on many boards.
    fn compare_replies<const COLUMNS: usize, const ROWS: usize>(
        games: usize,
        from: u32,
        least_shown: usize,
    ) {
        let rules = Upright::<COLUMNS, ROWS>::default();
        let mut slow = SlowSearch::new(&rules, u64::MAX);
        let mut random = Dice(ROWS as u64);
        let (mut shown, mut exact) = (0, 0);
        for number in 0..games {
            let count = from + number as u32 % ((COLUMNS * ROWS) as u32 - from);
            let Some(discs) = random_discs::<COLUMNS, ROWS>(&mut random, count) else { continue };
            if discs.wins_at_once() {
                continue;
            }
            let Some(most) = discs.most_against_replies(discs.completing(discs.theirs())) else {
                continue;
            };
            let best = outcome_of::<COLUMNS, ROWS>(count as i32, most);
            let outcome = slow.outcome(discs).unwrap();
            assert!(outcome <= best, "{discs:?}: {outcome:?}, and shown was {best:?}");
            shown += 1;
            exact += usize::from(outcome == best);
        }
        assert!(shown >= least_shown && exact > shown / 4, "{exact} of {shown} of {games}");
    }

    #[test]
    fn replies_show_no_more_than_is_true() {
        compare_replies::<4, 4>(4_000, 0, 400);
        compare_replies::<5, 4>(2_000, 4, 100);
        compare_replies::<4, 5>(2_000, 5, 100);
        compare_replies::<3, 7>(2_000, 3, 100);
        compare_replies::<7, 6>(20_000, 28, 20);
    }

    #[test]
    fn remembered_bounds_come_back_as_they_were() {
        let bounds = Bounds::new(4);
        assert_eq!(bounds.get(77), None);
        for (least, most) in [(-21, 21), (0, 0), (-3, 17)] {
            bounds.put(77, least, most, 5);
            assert_eq!(bounds.get(77), Some((least, most)));
        }
        // Of boards that share a pair, that with most work stays, and the last one beside it.
        let others: Vec<u64> =
            (1..).filter(|key| bounds.pair(*key) == bounds.pair(77)).take(4).collect();
        bounds.put(others[0], 1, 1, 1 << 20);
        for &key in &others[1..] {
            bounds.put(key, 2, 2, 9);
            assert_eq!(bounds.get(others[0]), Some((1, 1)));
            assert_eq!(bounds.get(key), Some((2, 2)));
        }
        assert_eq!(bounds.get(77), None);
    }

    #[test]
    fn a_search_that_is_given_up_leaves_only_what_is_true() {
        let bounds = Bounds::new(16);
        let mut random = Dice(9);
        let (mut given_up, mut searched) = (0, 0);
        while searched < 40 {
            let Some(discs) = random_discs::<7, 6>(&mut random, 20) else { continue };
            let mut search = Search::new(&bounds);
            let mut score = None;
            while score.is_none() {
                score = search.within(500, |search| search.score(discs));
                given_up += usize::from(score.is_none());
            }
            assert_eq!(score, Some(Search::new(&Bounds::new(16)).score(discs)));
            searched += 1;
        }
        assert!(given_up > 20, "{given_up}");
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
