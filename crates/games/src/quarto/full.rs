//! Counting full boards by which of their lines win, up to symmetry.
//!
//! Every board is one of sixteen reversals of a board with piece 0 on the first cell. The pieces on
//! the next three cells are taken up to permutations of properties, each as often as it has images.
//! From there all boards are counted, the last row at once: which piece wins on which of its cells
//! does not depend on the others.

use hindsight_core::bits::ones;

use super::Shape;
use super::board::MAX_PROPERTIES;
use super::symmetry;

/// Boards with all cells full, by the set of their winning lines (one bit for each line, rows,
/// columns, diagonals).
#[derive(Debug)]
pub struct FullBoards {
    shape: Shape,
    lines: Vec<u16>,
    counts: Vec<u64>,
}

/// How the boards of the last two levels stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastLevels {
    /// Full boards without a winning line.
    pub ties: u64,
    /// Full boards that one placement can have won.
    pub lost: u64,
    /// Boards with one piece left to place that ties, that wins, and that comes too late.
    pub ties_in_1: u64,
    /// See above.
    pub wins_in_1: u64,
    /// See above.
    pub lost_before: u64,
}

struct Count<'a> {
    side: usize,
    cells: usize,
    lines: &'a [u16],
    /// By cell: the lines through it.
    through: Vec<u16>,
    values: Vec<u8>,
    counts: &'a mut [u64],
    weight: u64,
}

impl FullBoards {
    /// Counts the boards; `portion` can leave out openings (by number), to count a part for a test.
    ///
    /// # Panics
    /// When there are fewer pieces than cells.
    pub fn count(shape: Shape, portion: impl Fn(usize) -> bool) -> FullBoards {
        let (side, cells) = (shape.side, shape.cells());
        assert!(shape.pieces() >= cells);
        let lines = shape.lines();
        let mut counts = vec![0; 1 << lines.len()];
        let values = (0..shape.pieces() as u8)
            .map(|piece| piece | (!piece & (shape.pieces() - 1) as u8) << MAX_PROPERTIES)
            .collect();
        let through = (0..cells)
            .map(|cell| {
                let numbered = lines.iter().enumerate();
                numbered.fold(0, |mask, (number, line)| mask | (line >> cell & 1) << number)
            })
            .collect();
        let mut count =
            Count { side, cells, lines: &lines, through, values, counts: &mut counts, weight: 0 };
        for (number, (opening, images)) in openings(shape).into_iter().enumerate() {
            if !portion(number) {
                continue;
            }
            // Reversals make every piece the first.
            count.weight = images * shape.pieces() as u64;
            let mut shared = vec![0xff; count.lines.len()];
            let mut left = shape.all_pieces();
            let mut winning = 0;
            for (cell, &piece) in opening.iter().enumerate() {
                winning |= count.place(&mut shared, cell, piece);
                left &= !(1 << piece);
            }
            count.fill(&shared, left, opening.len(), winning);
        }
        FullBoards { shape, lines, counts }
    }

    /// How many boards there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The boards of the last two levels, counted from the full ones: taking any piece off a full
    /// board gives every board with one piece left once. For as many pieces as cells.
    pub fn last_levels(&self) -> LastLevels {
        let mut levels = LastLevels::default();
        let common =
            |lines: u32| ones(lines).fold(u16::MAX, |cells, line| cells & self.lines[line]);
        for (winning, &count) in self.counts.iter().enumerate() {
            let winning = winning as u32;
            if winning == 0 {
                levels.ties += count;
            } else if common(winning) != 0 {
                levels.lost += count;
            }
            for cell in 0..self.shape.cells() {
                let before = ones(winning)
                    .filter(|&line| self.lines[line] >> cell & 1 == 0)
                    .fold(0, |mask, line| mask | 1 << line);
                if before == 0 {
                    let kind =
                        if winning == 0 { &mut levels.ties_in_1 } else { &mut levels.wins_in_1 };
                    *kind += count;
                } else if common(before) != 0 {
                    levels.lost_before += count;
                }
            }
        }
        levels
    }
}

/// Pieces on the first four cells, the first of them 0, up to permutations of properties, with how
/// many images each has.
fn openings(shape: Shape) -> Vec<(Vec<u8>, u64)> {
    let group = symmetry::of_properties(shape);
    let mut openings = Vec::new();
    let pieces = 1..shape.pieces() as u8;
    for a in pieces.clone() {
        for b in pieces.clone().filter(|&b| b != a) {
            for c in pieces.clone().filter(|&c| c != a && c != b) {
                let mut images: Vec<[usize; 3]> = (0..group.order())
                    .map(|symmetry| [a, b, c].map(|piece| group.image(symmetry, piece.into())))
                    .collect();
                images.sort_unstable();
                images.dedup();
                if images[0] == [a, b, c].map(usize::from) {
                    openings.push((vec![0, a, b, c], images.len() as u64));
                }
            }
        }
    }
    openings
}

impl Count<'_> {
    /// Puts a piece on a cell and says which lines that completes to winning ones: cells are filled in
    /// order, so that a line is full at its last cell.
    fn place(&self, shared: &mut [u8], cell: usize, piece: u8) -> u16 {
        let mut winning = 0;
        for line in ones(self.through[cell].into()) {
            shared[line] &= self.values[usize::from(piece)];
            if self.lines[line] >> cell == 1 && shared[line] != 0 {
                winning |= 1 << line;
            }
        }
        winning
    }

    fn fill(&mut self, shared: &[u8], left: u16, cell: usize, winning: u16) {
        if cell + self.side == self.cells {
            return self.last_row(shared, left, winning);
        }
        let mut next = [0; 16];
        let next = &mut next[..shared.len()];
        for piece in ones(left.into()) {
            next.copy_from_slice(shared);
            let won = self.place(next, cell, piece as u8);
            self.fill(next, left & !(1 << piece), cell + 1, winning | won);
        }
    }

    /// The last row: columns and diagonals by cell and piece, the row itself by its pieces.
    fn last_row(&mut self, shared: &[u8], left: u16, winning: u16) {
        let row = self.cells - self.side;
        let mut wins = [[0u16; 16]; 4];
        for (column, wins) in wins.iter_mut().enumerate().take(self.side) {
            // The row is the only line through the cell that it does not complete.
            let lines = self.through[row + column] & !(1 << (self.side - 1));
            for piece in ones(left.into()) {
                for line in ones(lines.into()) {
                    let shares = shared[line] & self.values[piece] != 0;
                    wins[piece] |= u16::from(shares) << line;
                }
            }
        }
        self.choose_last(&wins, left, 0, winning, 0xff);
    }

    fn choose_last(
        &mut self,
        wins: &[[u16; 16]; 4],
        left: u16,
        column: usize,
        winning: u16,
        row: u8,
    ) {
        if column == self.side {
            let row = u16::from(row != 0) << (self.side - 1);
            self.counts[usize::from(winning | row)] += self.weight;
            return;
        }
        for piece in ones(left.into()) {
            let row = row & self.values[piece];
            let winning = winning | wins[column][piece];
            self.choose_last(wins, left & !(1 << piece), column + 1, winning, row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quarto::board::{Position, winning_lines};

    /// The slow twin: every board of one opening, by the win check of the rules.
    #[test]
    fn boards_of_an_opening_are_counted_as_the_rules_say() {
        let shape = Shape { side: 3, properties: 4 };
        let (opening, images) = openings(shape)[7].clone();
        let found = FullBoards::count(shape, |number| number == 7);
        let mut counts = vec![0; 1 << shape.lines().len()];
        let mut position = Position::EMPTY;
        for (cell, &piece) in opening.iter().enumerate() {
            position = position.placed(cell, piece);
        }
        fn fill(shape: Shape, position: Position, counts: &mut [u64]) {
            let cell = position.level();
            if cell == shape.cells() {
                let lines = shape.lines();
                counts[usize::from(winning_lines(&lines, shape.properties, position))] += 1;
                return;
            }
            for piece in ones((shape.all_pieces() & !position.pieces()).into()) {
                fill(shape, position.placed(cell, piece as u8), counts);
            }
        }
        fill(shape, position, &mut counts);
        let weight = images * shape.pieces() as u64;
        assert_eq!(found.counts, counts.iter().map(|count| count * weight).collect::<Vec<_>>());
    }

    #[test]
    fn openings_stand_for_all_openings() {
        let shape = Shape { side: 4, properties: 4 };
        let images: u64 = openings(shape).iter().map(|(_, images)| images).sum();
        assert_eq!(images, 15 * 14 * 13);
    }
}
