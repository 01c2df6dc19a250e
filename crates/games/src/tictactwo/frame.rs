//! The frame: its places on the board, and three in a row inside it.

use hindsight_core::bits::gather;

use crate::tictactoe::LINES;

/// The frame surrounds so many rows and columns.
pub(super) const SIDE: usize = 3;

/// The frame in one of its places.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The cell in the middle.
    pub(super) centre: usize,
    /// The cells inside.
    pub(super) cells: u32,
    /// The places that one move takes it to.
    pub(super) neighbours: Vec<u8>,
}

impl Frame {
    /// Whether some marks make three in a row inside the frame.
    #[inline(always)]
    pub(super) fn has_line(&self, marks: u32) -> bool {
        let inside = gather(marks, self.cells) as usize;
        WITH_LINE[inside / 64] >> (inside % 64) & 1 != 0
    }
}

/// A bit for each of the 512 ways to fill the cells of a frame: whether three are in a row.
const WITH_LINE: [u64; 8] = {
    let mut bits = [0; 8];
    let mut marks = 0;
    while marks < 1 << (SIDE * SIDE) {
        let mut line = 0;
        while line < LINES.len() {
            if marks as u32 & LINES[line] == LINES[line] {
                bits[marks / 64] |= 1 << (marks % 64);
            }
            line += 1;
        }
        marks += 1;
    }
    bits
};

/// All places on a board, row by row from the top left.
pub(super) fn places(rows: usize, columns: usize) -> Vec<Frame> {
    let [down, across] = [rows, columns].map(|size| size + 1 - SIDE);
    let place = |number: usize| {
        let (top, left) = (number / across, number % across);
        let inside = (0..SIDE * SIDE).map(|i| (top + i / SIDE) * columns + left + i % SIDE);
        let is_neighbour = |&other: &usize| {
            let (other_top, other_left) = (other / across, other % across);
            other != number && top.abs_diff(other_top) <= 1 && left.abs_diff(other_left) <= 1
        };
        Frame {
            centre: (top + 1) * columns + left + 1,
            cells: inside.fold(0, |cells, cell| cells | 1 << cell),
            neighbours: (0..down * across).filter(is_neighbour).map(|n| n as u8).collect(),
        }
    };
    (0..down * across).map(place).collect()
}
