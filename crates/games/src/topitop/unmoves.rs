//! Undoing the moves that stay inside a unit.

use hindsight_core::bits::members;

use super::Topitop;
use super::board::NO_STEP;
use super::buildings::{Cells, NEUTRAL, OWN, SMALL};

impl Topitop {
    /// Undoes moves to an empty cell: visits the boards before, as those who moved saw them, with the
    /// step that was made. That step cannot have been forbidden.
    #[inline(always)]
    pub(super) fn unmoves(
        &self,
        cells: &Cells,
        forbidden: usize,
        mut visit: impl FnMut(Cells, Option<usize>),
    ) {
        if forbidden == NO_STEP {
            // The opponent moved a building of their own, which no ban concerns.
            for kind in OWN..SMALL {
                for step in members(self.board.steps(cells.0[kind], self.empty(cells))) {
                    let step = self.board.step(step);
                    visit(cells.toggled(kind, step.from | step.to).exchanged(), None);
                }
            }
        } else {
            // What is forbidden tells which move was made.
            let step = self.board.step(forbidden);
            for kind in NEUTRAL {
                if cells.0[kind] & step.from != 0 {
                    let before = cells.toggled(kind, step.from | step.to).exchanged();
                    visit(before, Some(step.back));
                }
            }
        }
    }

    /// The board, and the forbidden step, from which the opponent had to pass, if there is one.
    #[inline(always)]
    pub(super) fn pass_before(&self, cells: &Cells, forbidden: u8) -> Option<(Cells, u8)> {
        let before = cells.exchanged();
        if usize::from(forbidden) != NO_STEP || self.has_exit(&before) {
            return None;
        }
        let slides = self.slides(&before);
        // Either nothing can be moved, or all that can is forbidden to.
        match slides.count_ones() {
            0 => Some((before, NO_STEP as u8)),
            1 if slides & self.tags(&before) != 0 => Some((before, slides.trailing_zeros() as u8)),
            _ => None,
        }
    }
}
