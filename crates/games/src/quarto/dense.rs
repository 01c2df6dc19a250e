//! The sizes of the whole-board encoding of Rahstorfer, for comparison with our own index.
//!
//! That encoding numbers boards without regard to what is in hand: which cells are occupied, with two
//! of them (or of the empty ones) taken to a place by sixteen symmetries of the board; the first
//! piece reversed to 0; three more with their properties sorted; where the piece 15 is, if it is on
//! the board; the rest as a permutation and a combination. Two slips of the printed formulas are
//! corrected, without which they do not give the printed sizes: from 5 to 14 pieces the empty cells
//! are encoded where the text says the others and the other way round, and from 2 to 4 pieces the
//! missing pieces need no combination.

use super::pair::factorial;

/// Ways in which one, two or three pieces other than 0 and 15 can have their properties sorted.
const SORTED: [u64; 4] = [1, 3, 16, 121];
/// Cells left for the others, for each place of a second cell beside a first.
const LEFT: [u64; 14] = [14, 13, 11, 10, 8, 6, 5, 3, 1, 6, 5, 4, 3, 2];

/// How many numbers the encoding has for boards with so many pieces, 1 to 16.
pub fn dense_slots(pieces: usize) -> u64 {
    let (on_board, missing) = (pieces as u64, 16 - pieces as u64);
    let sorted = SORTED[3];
    match pieces {
        16 => sorted * 9 * factorial(11),
        15 => sorted * 25 * 11 * factorial(10) + sorted * 2 * factorial(11),
        5..=14 => {
            let encoded = if pieces >= 8 { missing } else { on_board };
            let cells: u64 = LEFT.iter().map(|&left| choose(left, encoded - 2)).sum();
            let rest = pieces - 5;
            let with_15 = (on_board - 1) * choose(11, missing) * factorial(rest);
            cells * sorted * (with_15 + choose(11, missing - 1) * factorial(rest + 1))
        }
        2..=4 => {
            let cells = 14 * choose(14, on_board - 2);
            cells * (SORTED[pieces - 2] * (on_board - 1) + SORTED[pieces - 1])
        }
        1 => 2,
        _ => 1,
    }
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1))
}
