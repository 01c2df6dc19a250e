//! Straight lines of cells on a grid, as masks: what the games of so many in a row share.

use hindsight_core::bits::ones;
use hindsight_core::{Board, Truth, Word, ending};

/// Every row, column and diagonal run of `length` cells, cells numbered row by row from the top left.
pub(crate) fn lines(rows: usize, columns: usize, length: usize) -> Vec<u32> {
    debug_assert!(rows * columns <= 32);
    wide_lines(rows, columns, length).into_iter().map(|line| line as u32).collect()
}

/// The same on a board of up to 64 cells.
pub(crate) fn wide_lines(rows: usize, columns: usize, length: usize) -> Vec<u64> {
    debug_assert!(rows * columns <= 64);
    let mut lines = Vec::new();
    for cell in 0..rows * columns {
        // Right, down, and the two ways down aslant.
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let at = |step: usize| {
                let row = cell / columns + step * down;
                let column = (cell % columns).checked_add_signed(step as isize * right)?;
                (row < rows && column < columns).then_some(row * columns + column)
            };
            let line = (0..length).try_fold(0u64, |line, step| Some(line | 1 << at(step)?));
            // A line of one cell is the same in every direction.
            lines.extend(line.filter(|line| !lines.contains(line)));
        }
    }
    lines
}

/// Whether some line is wholly in a mask.
#[inline(always)]
pub(crate) fn has_line(lines: &[u32], mask: u32) -> bool {
    lines.iter().any(|line| mask & line == *line)
}

/// The lines that are wholly in one of some masks, each as its cells: what a game that ends by lines was
/// [decided by](hindsight_core::Presentation::decided_by).
pub(crate) fn completed<M: Copy + Into<u64>>(
    lines: impl IntoIterator<Item = M>,
    masks: impl IntoIterator<Item = M>,
) -> Vec<Vec<usize>> {
    let masks: Vec<u64> = masks.into_iter().map(Into::into).collect();
    let lines = lines.into_iter().map(Into::into);
    let is_whole = |line: &u64| masks.iter().any(|mask| mask & line == *line);
    lines
        .filter(is_whole)
        .map(|line| (0..64).filter(|cell| line >> cell & 1 == 1).collect())
        .collect()
}

/// How a game ends, as a description says it, in which the first to reach a goal wins; `otherwise` where
/// nobody has. The opponent moved last: where the player to move has reached it too, the game was over
/// before, and no play leads there, but indexes have such positions.
#[inline(always)]
pub(crate) fn first_to<W: Word>(
    has_won: impl Fn(W) -> W::Truth,
    board: Board<W>,
    otherwise: W,
) -> W {
    let won = has_won(board.first).choose(ending::WIN.into(), otherwise);
    has_won(board.second).choose(ending::LOSE.into(), won)
}

/// Masks to look for, those that differ only in where they are put together: a few shifts find them all.
#[derive(Debug)]
pub(crate) struct Shapes {
    /// The lowest cells of the masks of a shape, and the shape with cell 0 as its lowest.
    shapes: Vec<[u32; 2]>,
}

impl Shapes {
    /// The shapes of these masks, none of which is empty.
    pub(crate) fn of(masks: impl IntoIterator<Item = u32>) -> Shapes {
        let mut shapes: Vec<[u32; 2]> = Vec::new();
        for mask in masks {
            let (lowest, shape) = (mask & mask.wrapping_neg(), mask >> mask.trailing_zeros());
            match shapes.iter_mut().find(|[_, known]| *known == shape) {
                Some([places, _]) => *places |= lowest,
                None => shapes.push([lowest, shape]),
            }
        }
        Shapes { shapes }
    }

    /// The masks.
    pub(crate) fn masks(&self) -> impl Iterator<Item = u32> {
        self.shapes.iter().flat_map(|&[places, shape]| ones(places).map(move |at| shape << at))
    }

    /// How many masks there are.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u32 {
        self.shapes.iter().map(|[places, _]| places.count_ones()).sum()
    }

    /// Whether one of the masks is wholly in another.
    #[inline(always)]
    pub(crate) fn is_one_in<W: Word>(&self, cells: W) -> W::Truth {
        self.shapes.iter().fold(W::Truth::from(false), |found, &[places, shape]| {
            let narrowed = |places: W, by: usize| places & cells >> W::from(by as u32);
            found.or(|| ones(shape).fold(W::from(places), narrowed).is_some())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_found_where_the_masks_are() {
        let masks = lines(4, 5, 3);
        let shapes = Shapes::of(masks.iter().copied());
        assert_eq!((shapes.shapes.len(), shapes.count()), (4, masks.len() as u32));
        let sorted = |masks: &mut dyn Iterator<Item = u32>| {
            let mut masks: Vec<u32> = masks.collect();
            masks.sort_unstable();
            masks
        };
        assert_eq!(sorted(&mut shapes.masks()), sorted(&mut masks.iter().copied()));
        for cells in (0..1 << 20).step_by(37) {
            assert_eq!(shapes.is_one_in(cells), has_line(&masks, cells), "{cells:b}");
        }
    }

    #[test]
    fn the_numbers_of_lines_are_the_known_ones() {
        let mut square = lines(3, 3, 3);
        square.sort_unstable();
        let mut known = crate::tictactoe::LINES;
        known.sort_unstable();
        assert_eq!(square, known);
        // The 69 lines of four of Connect Four would not fit; those of five columns and rows do.
        assert_eq!(lines(5, 5, 4).len(), 10 + 10 + 8);
        assert_eq!(lines(2, 3, 1).len(), 6);
        assert_eq!(lines(2, 2, 3).len(), 0);
    }

    #[test]
    fn the_last_to_move_was_the_first_to_win() {
        let code = |mine, theirs| first_to(|mask| mask > 1, Board::new(mine, theirs), 7);
        assert_eq!(code(0, 1), 7);
        assert_eq!(code(0, 2), ending::LOSE);
        assert_eq!(code(2, 1), ending::WIN);
        assert_eq!(code(2, 2), ending::LOSE);
    }

    #[test]
    fn a_line_does_not_run_over_the_edge() {
        let lines = lines(3, 4, 3);
        assert!(!has_line(&lines, 0b0000_0001_1100), "the row above and the one below");
        assert!(has_line(&lines, 0b0000_0000_1110));
        assert!(has_line(&lines, 0b0001_0010_0100));
    }
}
