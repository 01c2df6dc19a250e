//! The frame: its places on the board, and three in a row inside it.

use hindsight_core::bits::{lowest, ones};

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
    /// The rows, columns and diagonals inside.
    lines: [u32; LINES.len()],
}

impl Frame {
    /// The rows, columns and diagonals inside.
    pub(super) fn lines(&self) -> [u32; LINES.len()] {
        self.lines
    }
}

/// All places on a board, row by row from the top left; `squares` tells the square of each cell.
pub(super) fn places(rows: usize, columns: usize, squares: &[usize]) -> Vec<Frame> {
    let [down, across] = [rows, columns].map(|size| size + 1 - SIDE);
    let cell_of = |row: usize, column: usize| {
        let square = row * columns + column;
        squares.iter().position(|&other| other == square).expect("every square is a cell")
    };
    let place = |number: usize| {
        let (top, left) = (number / across, number % across);
        // A mask over the nine squares of tic-tac-toe as one over the cells of the board.
        let mask = |nine: u32| {
            ones(nine).fold(0, |mask, i| mask | 1 << cell_of(top + i / SIDE, left + i % SIDE))
        };
        let is_neighbour = |&other: &usize| {
            let (other_top, other_left) = (other / across, other % across);
            other != number && top.abs_diff(other_top) <= 1 && left.abs_diff(other_left) <= 1
        };
        Frame {
            centre: cell_of(top + 1, left + 1),
            cells: mask(lowest(SIDE * SIDE)),
            neighbours: (0..down * across).filter(is_neighbour).map(|n| n as u8).collect(),
            lines: LINES.map(mask),
        }
    };
    (0..down * across).map(place).collect()
}
