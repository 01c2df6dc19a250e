//! What a player can hold without searching, by answering every disc of the opponent's with a fixed reply.
//!
//! Pair the free cells of each column from the top: a lower one and the upper one above it. A column with an
//! odd number of free cells has a single upper one left at its bottom. Where an even number of cells is
//! free, the player who is not to move can always answer: in the upper cell of the pair whose lower one was just
//! taken, or for a single cell with another single one. So the player to move gets none but lower cells
//! and single ones: without four in a line among those and what is there, no win (Allis 1988 calls the two replies
//! claimeven and baseinverse). The opponent has all other upper cells in the end.
//!
//! Where an odd number of cells is free, the opponent of the player to move needs a threat: a lower cell
//! that completes a line, in a column with a single cell. There the pairs are shifted, with the single cell as
//! the first of the first pair, and the player to move runs out of other moves before having to play below the
//! threat.

use super::discs::Discs;

impl<const COLUMNS: usize, const ROWS: usize> Discs<COLUMNS, ROWS> {
    /// Every second row, from the top one downwards.
    const UPPER: u64 = {
        let (mut cells, mut row) = (0, (ROWS + 1) % 2);
        while row < ROWS {
            cells |= Self::LOWEST << row;
            row += 2;
        }
        cells
    };
    const LOWER: u64 = Self::BOARD ^ Self::UPPER;

    /// The most that the player to move can score, as far as the opponent's replies show it. `threats` are the
    /// cells that complete a line of the opponent's; the player to move does not win at once.
    #[inline(always)]
    pub(super) fn most_against_replies(self, threats: u64) -> Option<i32> {
        let free = Self::BOARD & !self.taken;
        let single = self.drops() & Self::UPPER;
        if single.count_ones().is_multiple_of(2) {
            self.most_against_pairs(threats, free, single)
        } else {
            self.most_against_threat(threats, free, single)
        }
    }

    /// With an even number of free cells.
    #[inline(always)]
    fn most_against_pairs(self, threats: u64, free: u64, single: u64) -> Option<i32> {
        if Self::has_line(self.mine | free & Self::LOWER | single) {
            return None;
        }
        let theirs = free & Self::UPPER & !single;
        let mut above = ROWS as i32 - 2;
        while above >= 0 {
            if above % 2 == 0 && threats & theirs & Self::LOWEST << (ROWS as i32 - 1 - above) != 0 {
                return Some(Self::lost_below(above));
            }
            above -= 1;
        }
        Some(if Self::has_line(self.theirs() | theirs) { Self::lost_below(0) } else { 0 })
    }

    /// With an odd number of free cells.
    #[inline(always)]
    fn most_against_threat(self, threats: u64, free: u64, single: u64) -> Option<i32> {
        let mut waiting = threats & free & Self::LOWER;
        while waiting != 0 {
            let cell = waiting & waiting.wrapping_neg();
            waiting ^= cell;
            let place = cell.trailing_zeros() as usize;
            let column = Self::column(place / (ROWS + 1));
            let below = free & column & (cell - 1);
            if single & below == 0 {
                continue;
            }
            let others = (free & Self::LOWER | single) & !column;
            if !Self::has_line(self.mine | others | below & Self::UPPER) {
                return Some(Self::lost_below((ROWS - 1 - place % (ROWS + 1)) as i32));
            }
        }
        (!Self::has_line(self.mine | free)).then_some(0)
    }

    /// The score of losing at the latest when all cells are taken but so many.
    #[inline(always)]
    fn lost_below(above: i32) -> i32 {
        -(above + 2) / 2
    }
}
