//! Which boards with seven pieces are won for whoever has just placed the seventh.
//!
//! The opening table ends at level 6, so that an answer about a position with five pieces on the board
//! has to search those after its moves: a hundred positions of level 6 with a piece in hand. Most of them are
//! ties, and most of the time goes into proving that none of ten placements wins. One bit for each of the
//! 54 million boards with seven pieces would say so at once. Few of them are won; the file
//! `openings/quarto-wins.bin` has those in a [`Filter`]: a placement that is not in it does not win, one that
//! is in it is searched. Boards at which every piece that is left can complete a line, or the game is over, say
//! so themselves and are left out.
//!
//! The file was made by the example `quarto_opening` from the values that a survey on a GPU kept.

use super::board::Position;
use super::filter::{Filter, filter_file};
use super::index::Index;
use super::live::Live;
use super::opening::SHAPE;
use super::survey::{LevelSlots, in_threads};
use crate::shipped::shipped;

/// How many pieces the boards have.
pub(super) const LEVEL: usize = 7;
/// One in `2^BITS` of the boards that are not won is searched all the same.
const BITS: u32 = 3;

/// The boards.
#[derive(Debug)]
pub(super) struct Wins(Filter<'static>);

impl Wins {
    /// The boards that are part of the program.
    pub fn shipped() -> Option<Wins> {
        Filter::read(shipped!("openings/quarto-wins.bin")).map(Wins)
    }

    /// Whether a board with seven pieces may be won for whoever has just placed.
    pub fn may_have(&self, live: &Live, board: Position) -> bool {
        self.0.may_have(live.board_key(board))
    }
}

/// Whether what is kept for a board says that it is won: the plies until then, less one, are odd.
fn is_won(kept: u8) -> bool {
    kept % 2 == 1
}

/// The file of the boards that are won, from the values of level 7 as a survey keeps them; `None` if these are
/// not as many.
pub fn wins_file(values: &[u8]) -> Option<Vec<u8>> {
    let index = Index::new(SHAPE, false);
    let slots = LevelSlots::new(&index, LEVEL);
    if slots.slots != values.len() as u64 {
        return None;
    }
    let live = Live::new(SHAPE, 12);
    let classes: Vec<usize> = (0..index.classes(LEVEL)).collect();
    let keys = in_threads(&classes, |&class| {
        let tier = index.tier_of_class(LEVEL, class);
        let boards = (0..index.slots(tier)).filter_map(|slot| index.occupant(tier, slot));
        let boards = boards.map(|occupant| occupant.position);
        let won = boards.filter(|&board| is_won(values[slots.of(&index, board) as usize]));
        won.map(|board| live.board_key(board)).collect::<Vec<u64>>()
    });
    let mut keys = keys.concat();
    keys.sort_unstable();
    keys.dedup();
    filter_file(&keys, BITS)
}
