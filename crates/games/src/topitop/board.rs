//! The board: cells, steps from cell to cell, and their symmetries.
//!
//! All steps together are a set of at most 64 bits. The steps of some buildings to some cells are
//! those that leave the buildings' cells and enter the others: one look-up each.

use std::sync::Arc;

use hindsight_core::{Group, MAX_TAGS, TaggedAction};

/// The number that stands where no step does: the tag of a position without a forbidden step.
pub(super) const NO_STEP: usize = 0;

/// A step to a neighbouring cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u16,
    pub(super) to: u16,
    /// The number of the step back.
    pub(super) back: usize,
}

/// A rectangle of cells.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// All cells.
    pub(super) cells: u16,
    /// The steps by number; the first stands for none.
    steps: Vec<Step>,
    /// By a mask of cells, the set of the steps that leave one of them, and that enter one.
    leaving: Vec<u64>,
    entering: Vec<u64>,
    /// How the symmetries permute cells and steps.
    pub(super) action: Arc<TaggedAction>,
}

impl Board {
    /// A board whose cells touch along sides and at corners.
    ///
    /// # Panics
    /// When the steps are more than tags can be.
    pub(super) fn new(rows: usize, columns: usize) -> Board {
        let cells = rows * columns;
        let touch = |a: usize, b: usize| {
            let (down, right) =
                ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
            down.max(right) == 1
        };
        let pairs = (0..cells * cells).map(|pair| [pair / cells, pair % cells]);
        let mut tuples = vec![vec![]];
        tuples.extend(pairs.filter(|&[a, b]| touch(a, b)).map(|pair| pair.to_vec()));
        assert!(tuples.len() <= MAX_TAGS);
        let step = |tuple: &Vec<usize>| match tuple[..] {
            [from, to] => {
                let back = tuples.iter().position(|other| other[..] == [to, from]);
                Step { from: 1 << from, to: 1 << to, back: back.unwrap_or(NO_STEP) }
            }
            _ => Step { from: 0, to: 0, back: NO_STEP },
        };
        let steps: Vec<Step> = tuples.iter().map(step).collect();
        let group = Group::of_rectangle(rows, columns).with_tuples(&tuples);
        let sets = |end: fn(&Step) -> u16| -> Vec<u64> {
            let set = |mask: u16| {
                let numbers = (0..steps.len()).filter(|&number| end(&steps[number]) & mask != 0);
                numbers.fold(0, |set, number| set | 1 << number)
            };
            (0..1 << cells).map(set).collect()
        };
        Board {
            rows,
            columns,
            cells: ((1u32 << cells) - 1) as u16,
            leaving: sets(|step| step.from),
            entering: sets(|step| step.to),
            action: Arc::new(TaggedAction::new(&group, 0..cells, cells..cells + steps.len())),
            steps,
        }
    }

    /// The number of cells.
    pub(super) fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The step of a number.
    #[inline(always)]
    pub(super) fn step(&self, number: usize) -> Step {
        self.steps[number]
    }

    /// The number of steps, and one more for none.
    pub(super) fn tags(&self) -> usize {
        self.steps.len()
    }

    /// The set of steps from some cells to some cells.
    #[inline(always)]
    pub(super) fn steps(&self, from: u16, to: u16) -> u64 {
        self.leaving[usize::from(from)] & self.entering[usize::from(to)]
    }

    /// The most steps that there can be from cells with buildings to empty cells.
    pub(super) fn most_steps(&self) -> u32 {
        let steps = |from: u16| self.steps(from, self.cells & !from).count_ones();
        (0..=self.cells).map(steps).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_cells_have_forty_steps() {
        let board = Board::new(3, 3);
        assert_eq!(board.tags(), 41);
        assert_eq!(board.steps(board.cells, board.cells).count_ones(), 40);
        assert_eq!(board.steps(0b000_010_000, board.cells).count_ones(), 8);
        assert_eq!(board.steps(0b000_000_001, board.cells).count_ones(), 3);
        assert_eq!(board.action.order(), 8);
    }

    #[test]
    fn a_step_back_goes_back() {
        for board in [Board::new(3, 3), Board::new(2, 3), Board::new(2, 2)] {
            for number in 1..board.tags() {
                let step = board.step(number);
                assert_eq!(board.steps(step.from, step.to), 1 << number);
                assert_eq!(board.steps(step.to, step.from), 1 << step.back);
                assert_eq!(board.step(step.back).back, number);
            }
        }
    }
}
