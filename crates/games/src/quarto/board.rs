//! Boards, pieces and lines.
//!
//! A piece is a number whose bits are its properties. A board is kept as bit planes: lane `b` of a
//! word, sixteen bits, has a bit for each cell whose piece has property `b`.
//!
//! ```text
//! planes   |  property 3  |  property 2  |  property 1  |  property 0  |
//!           63          48 47          32 31          16 15           0
//! ```
//!
//! A **line** is a row, a column or a main diagonal. Pieces agree in a property when all have it or
//! none has; a full line whose pieces agree in some property wins.

use hindsight_core::bits::ones;

/// One bit in every lane.
pub(super) const LANES: u64 = 0x0001_0001_0001_0001;
/// The top bit of every lane.
const LANE_TOPS: u64 = LANES << 15;
/// The most properties that a piece can have.
pub(super) const MAX_PROPERTIES: usize = 4;

/// A piece's bits, each at the bottom of its lane.
pub(super) const SPREAD: [u64; 16] = {
    let mut spread = [0; 16];
    let mut piece = 0;
    while piece < 16 {
        let mut property = 0;
        while property < MAX_PROPERTIES {
            spread[piece] |= (piece as u64 >> property & 1) << (16 * property);
            property += 1;
        }
        piece += 1;
    }
    spread
};

/// A board and the piece in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) planes: u64,
    pub(super) occupied: u16,
    /// The piece that must be placed next, plus one; 0 for none.
    hand: u8,
}

impl Position {
    /// Nothing on the board and nothing in hand.
    pub(super) const EMPTY: Position = Position { planes: 0, occupied: 0, hand: 0 };

    /// A position from its parts. Planes must be zero where no cell is occupied.
    pub(super) fn new(planes: u64, occupied: u16, hand: Option<u8>) -> Position {
        debug_assert_eq!(planes & !(u64::from(occupied) * LANES), 0);
        Position { planes, occupied, hand: hand.map_or(0, |piece| piece + 1) }
    }

    /// How many pieces are on the board.
    #[inline(always)]
    pub fn level(self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The piece that must be placed next.
    #[inline(always)]
    pub fn hand(self) -> Option<u8> {
        self.hand.checked_sub(1)
    }

    /// The same board with another piece in hand.
    #[must_use]
    pub fn with_hand(self, hand: Option<u8>) -> Position {
        Position { hand: hand.map_or(0, |piece| piece + 1), ..self }
    }

    /// The piece on a cell.
    pub fn piece(self, cell: usize) -> Option<u8> {
        (self.occupied >> cell & 1 == 1).then(|| piece_under(self.planes, cell))
    }

    /// The board with one more piece.
    #[inline(always)]
    #[must_use]
    pub(super) fn placed(self, cell: usize, piece: u8) -> Position {
        Position {
            planes: self.planes | SPREAD[usize::from(piece)] << cell,
            occupied: self.occupied | 1 << cell,
            hand: 0,
        }
    }

    /// The board without the piece on a cell.
    #[must_use]
    pub(super) fn without(self, cell: usize) -> Position {
        let occupied = self.occupied & !(1 << cell);
        Position { planes: self.planes & (u64::from(occupied) * LANES), occupied, hand: 0 }
    }

    /// The pieces on the board, as a set.
    pub(super) fn pieces(self) -> u16 {
        ones(self.occupied.into()).fold(0, |set, cell| set | 1 << piece_under(self.planes, cell))
    }
}

/// The piece that planes have at an occupied cell.
#[inline(always)]
pub(super) fn piece_under(planes: u64, cell: usize) -> u8 {
    let bits = planes >> cell & LANES;
    // The lanes' lowest bits, moved together: 48, 32, 16 and 0 become 3, 2, 1 and 0.
    ((bits | bits >> 15 | bits >> 30 | bits >> 45) & 0xf) as u8
}

/// The size of the board and the number of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows and columns: 3 or 4.
    pub side: usize,
    /// Properties of a piece: 2 to 4. There is one piece for every combination.
    pub properties: usize,
}

impl Shape {
    /// How many cells there are.
    pub const fn cells(self) -> usize {
        self.side * self.side
    }

    /// How many pieces there are.
    pub const fn pieces(self) -> usize {
        1 << self.properties
    }

    /// The level at which all cells, or all pieces, are used up.
    pub const fn last(self) -> usize {
        if self.cells() < self.pieces() { self.cells() } else { self.pieces() }
    }

    /// All cells as a mask.
    pub(super) const fn all_cells(self) -> u16 {
        (u32::MAX >> (32 - self.cells())) as u16
    }

    /// All pieces as a set.
    pub(super) const fn all_pieces(self) -> u16 {
        (u32::MAX >> (32 - self.pieces())) as u16
    }

    /// Rows, columns and diagonals, as masks of cells.
    pub fn lines(self) -> Vec<u16> {
        let side = self.side;
        let line = |cell: &dyn Fn(usize) -> usize| (0..side).fold(0, |mask, i| mask | 1 << cell(i));
        let rows = (0..side).map(|row| line(&|i| row * side + i));
        let columns = (0..side).map(|column| line(&|i| i * side + column));
        let diagonals = [line(&|i| i * side + i), line(&|i| i * side + side - 1 - i)];
        rows.chain(columns).chain(diagonals).collect()
    }
}

/// Which full lines agree in some property: bit `i` for the line of number `i`.
///
/// All properties are tested at once: a lane under a line is zero when no piece has the property,
/// and equals the line when all have it.
pub(super) fn winning_lines(lines: &[u16], properties: usize, position: Position) -> u16 {
    let mut winning = 0;
    // Lanes of properties that pieces do not have must not count as "none has it".
    let unused = if properties == MAX_PROPERTIES { 0 } else { u64::MAX << (16 * properties) };
    for (number, &line) in lines.iter().enumerate() {
        if position.occupied & line != line {
            continue;
        }
        let full = u64::from(line) * LANES;
        let under = position.planes & full;
        if has_zero_lane(under | unused) || has_zero_lane(under ^ full | unused) {
            winning |= 1 << number;
        }
    }
    winning
}

/// Whether some lane of sixteen bits is zero: subtracting one from it borrows into its top bit.
#[inline(always)]
fn has_zero_lane(word: u64) -> bool {
    word.wrapping_sub(LANES) & !word & LANE_TOPS != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The slow twin: piece by piece, property by property.
    fn winning_lines_slow(shape: Shape, position: Position) -> u16 {
        let agrees = |line: u16| {
            let pieces: Option<Vec<u8>> =
                ones(line.into()).map(|cell| position.piece(cell)).collect();
            pieces.is_some_and(|pieces| {
                (0..shape.properties).any(|property| {
                    pieces.iter().all(|piece| piece >> property & 1 == 1)
                        || pieces.iter().all(|piece| piece >> property & 1 == 0)
                })
            })
        };
        let numbered = shape.lines().into_iter().enumerate();
        numbered.fold(0, |mask, (number, line)| mask | u16::from(agrees(line)) << number)
    }

    proptest! {
        #[test]
        fn lines_are_won_as_the_slow_twin_says(
            side in 3usize..5,
            properties in 2usize..5,
            pieces in proptest::collection::vec(proptest::option::weighted(0.8, 0u8..16), 16),
        ) {
            let shape = Shape { side, properties };
            let mut position = Position::EMPTY;
            for (cell, piece) in pieces.iter().take(shape.cells()).enumerate() {
                // Pieces may be there twice here: lines do not care.
                if let Some(piece) = piece {
                    position = position.placed(cell, piece % (1 << properties));
                }
            }
            let fast = winning_lines(&shape.lines(), properties, position);
            prop_assert_eq!(fast, winning_lines_slow(shape, position));
            for (cell, piece) in pieces.iter().take(shape.cells()).enumerate() {
                prop_assert_eq!(position.piece(cell), piece.map(|piece| piece % (1 << properties)));
            }
        }
    }

    #[test]
    fn there_are_ten_lines_of_four_and_eight_of_three() {
        assert_eq!(Shape { side: 4, properties: 4 }.lines().len(), 10);
        let three = Shape { side: 3, properties: 3 };
        assert_eq!(three.lines(), [7, 56, 448, 73, 146, 292, 273, 84]);
        assert_eq!((three.cells(), three.pieces(), three.last()), (9, 8, 8));
    }
}
