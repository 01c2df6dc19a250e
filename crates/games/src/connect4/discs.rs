//! The discs on an upright board as bits of a word, with room for a seventh disc in each column of six.
//!
//! Bits are numbered column by column from the left, and from the bottom upwards within a column. The bit
//! above a column is never set, so that lines do not go on in the next one:
//!
//! ```text
//!  .  .  .  .  .  .  .      never set
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

/// The discs on a board of so many columns and rows, as the player to move sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discs<const COLUMNS: usize, const ROWS: usize> {
    /// All discs.
    pub(super) taken: u64,
    /// Those of the player to move.
    pub(super) mine: u64,
}

impl<const COLUMNS: usize, const ROWS: usize> Discs<COLUMNS, ROWS> {
    /// From a bit to the one to its right.
    const RIGHT: u32 = ROWS as u32 + 1;
    /// The lowest cells.
    pub(super) const LOWEST: u64 = {
        assert!(COLUMNS * (ROWS + 1) <= 64, "a board that fits a word");
        let (mut bits, mut column) = (0, 0);
        while column < COLUMNS {
            bits |= 1 << (column * (ROWS + 1));
            column += 1;
        }
        bits
    };
    /// All cells.
    pub(super) const BOARD: u64 = Self::LOWEST * Self::COLUMN;
    /// The cells of the column on the left.
    const COLUMN: u64 = (1 << ROWS) - 1;

    /// The cells of a column.
    pub(super) fn column(column: usize) -> u64 {
        Self::COLUMN << (column * (ROWS + 1))
    }

    /// How many discs there are.
    pub fn count(self) -> u32 {
        self.taken.count_ones()
    }

    pub(super) fn theirs(self) -> u64 {
        self.mine ^ self.taken
    }

    /// The cells to which a disc can fall.
    #[inline(always)]
    pub(super) fn drops(self) -> u64 {
        (self.taken + Self::LOWEST) & Self::BOARD
    }

    /// The same discs and one more on a cell, as the opponent sees them.
    #[inline(always)]
    pub(super) fn drop_on(self, cell: u64) -> Self {
        Discs { taken: self.taken | cell, mine: self.theirs() }
    }

    /// The free cells on which one more disc would make four in a line with these.
    #[inline(always)]
    pub(super) fn completing(self, discs: u64) -> u64 {
        // Upwards the fourth can only be on top.
        let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
        for step in [Self::RIGHT - 1, Self::RIGHT, Self::RIGHT + 1] {
            let before = (discs << step) & (discs << (2 * step));
            cells |= before & ((discs << (3 * step)) | (discs >> step));
            let behind = (discs >> step) & (discs >> (2 * step));
            cells |= behind & ((discs << step) | (discs >> (3 * step)));
        }
        cells & (Self::BOARD ^ self.taken)
    }

    /// Whether there are four in a line among some discs.
    pub(super) fn has_line(discs: u64) -> bool {
        [1, Self::RIGHT - 1, Self::RIGHT, Self::RIGHT + 1].into_iter().any(|step| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// Whether no disc hangs in the air.
    pub(super) fn is_stacked(self) -> bool {
        self.taken & (self.taken + Self::LOWEST) == 0
    }

    /// The mirror image.
    pub fn mirrored(self) -> Self {
        let mirrored = |discs: u64| {
            (0..COLUMNS).fold(0, |image, column| {
                let from = column * (ROWS + 1);
                image | (discs >> from & Self::COLUMN) << ((COLUMNS - 1) * (ROWS + 1) - from)
            })
        };
        Discs { taken: mirrored(self.taken), mine: mirrored(self.mine) }
    }

    /// Of a board and its mirror image the one with the smaller key.
    pub fn canonical(self) -> Self {
        let image = self.mirrored();
        if image.key() < self.key() { image } else { self }
    }

    /// The board after a disc is dropped into a column, counted from 0; `None` if there is no room.
    pub fn dropped(self, column: usize) -> Option<Self> {
        let cell = if column < COLUMNS { self.drops() & Self::column(column) } else { 0 };
        (cell != 0).then(|| self.drop_on(cell))
    }

    /// Whether the last move has won.
    pub fn is_won_by_last(&self) -> bool {
        Self::has_line(self.theirs())
    }

    /// Whether the player to move completes a line at once.
    pub fn wins_at_once(&self) -> bool {
        self.drops() & self.completing(self.mine) != 0
    }

    /// The boards that moves lead to.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let drops = self.drops();
        let cells = (0..COLUMNS).map(move |column| drops & Self::column(column));
        cells.filter(|cell| *cell != 0).map(move |cell| self.drop_on(cell))
    }

    /// A number that no other board has: above each column of own discs a bit where it ends.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.taken + self.mine + Self::LOWEST
    }
}

#[cfg(test)]
mod tests {
    use hindsight_testkit::Dice;

    use super::*;

    type Usual = Discs<7, 6>;

    /// The slow twin: every line of four, by coordinates.
    fn lines() -> Vec<u64> {
        let mut lines = Vec::new();
        for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = (0..4).map(|i| (column + i * right, row + i * up));
                if cells.clone().all(|(c, r)| (0..7).contains(&c) && (0..6).contains(&r)) {
                    lines.push(cells.fold(0, |line, (c, r)| line | 1u64 << (c * 7 + r)));
                }
            }
        }
        lines
    }

    #[test]
    fn lines_and_what_completes_them_are_those_of_the_slow_twin() {
        let (lines, mut random) = (lines(), Dice(4));
        assert_eq!(lines.len(), 69);
        for _ in 0..2_000 {
            let heights = (0..7).map(|column| ((1u64 << random.below(7)) - 1) << (7 * column));
            let taken = heights.fold(0, |taken, column| taken | column);
            let mine = taken & random.roll();
            let board = Usual { taken, mine };
            let is_line = |discs: u64| lines.iter().any(|line| line & discs == *line);
            assert_eq!(Usual::has_line(mine), is_line(mine));
            if !is_line(mine) {
                let slow = ones_of(Usual::BOARD & !taken).filter(|cell| is_line(mine | cell));
                assert_eq!(board.completing(mine), slow.fold(0, |cells, cell| cells | cell));
            }
            assert_eq!(board.mirrored().mirrored(), board);
        }
    }

    fn ones_of(mask: u64) -> impl Iterator<Item = u64> {
        (0..64).map(|bit| 1 << bit).filter(move |bit| mask & bit != 0)
    }

    #[test]
    fn discs_fall_on_those_below() {
        let empty = Usual::default();
        assert_eq!(empty.drops(), Usual::LOWEST);
        let one = empty.drop_on(1 << 21);
        assert_eq!(one.drops(), Usual::LOWEST ^ (0b11 << 21));
        assert!(one.is_stacked() && !Usual { taken: 0b10, mine: 0 }.is_stacked());
        let full = Usual { taken: Usual::column(0), mine: 0 };
        assert!(full.is_stacked() && full.drops() & Usual::column(0) == 0);
    }
}
