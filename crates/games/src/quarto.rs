//! Quarto.
mod board;
pub mod live;
mod symmetry;
pub use board::{Position, Shape};
pub use live::{Live, Standing};

/// A random position of a level.
pub fn sample(shape: Shape, level: usize, mut below: impl FnMut(usize) -> usize) -> Position {
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    let mut pieces: Vec<u8> = (0..shape.pieces() as u8).collect();
    let mut position = Position::EMPTY;
    for _ in 0..level {
        let cell = cells.swap_remove(below(cells.len()));
        let piece = pieces.swap_remove(below(pieces.len()));
        position = position.placed(cell, piece);
    }
    if level < shape.last() {
        position = position.with_hand(Some(pieces[below(pieces.len())]));
    }
    position
}
