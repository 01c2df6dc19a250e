//! Moving many positions at once, board by board.
//!
//! The slots of a board with its various forbidden steps stand side by side. Placing and stacking are
//! the same for all of them, and of the moves to an empty cell they lack one each: so the boards that
//! moves lead to are located once for all slots of a board.

use hindsight_core::bits::members;
use hindsight_core::{Neighbour, OrbitSlot, Tier};

use super::Topitop;
use super::board::NO_STEP;
use super::buildings::{Cells, MOVABLE};
use super::index::Located;
use super::tiers::Exit;

/// Neighbours that are handed over together, about.
const TOGETHER: usize = 256;

/// Some slots of a tier, cut in boards.
pub(super) struct Bulk<'a> {
    game: &'a Topitop,
    tier: Tier,
    boards: Vec<OneBoard>,
    tags: Vec<Tagged>,
}

/// A board and those of its slots that are asked about.
struct OneBoard {
    cells: Cells,
    /// Their place among all slots.
    first: usize,
    length: usize,
}

/// What tells a slot from others of its board.
#[derive(Clone, Copy)]
struct Tagged {
    forbidden: usize,
    /// The size of its orbit.
    orbit: u32,
}

impl<'a> Bulk<'a> {
    pub(super) fn new(game: &'a Topitop, tier: Tier, slots: &[u64]) -> Bulk<'a> {
        let index = game.located(tier);
        let order = game.board.action.order() as u32;
        let mut boards = Vec::with_capacity(slots.len());
        let mut tags = Vec::with_capacity(slots.len());
        let mut first = 0;
        while let Some(&slot) = slots.get(first) {
            let orbit = index.orbits.orbit_of(slot);
            let all = index.orbits.slots_of(orbit);
            let length = slots[first..].iter().take_while(|slot| all.contains(slot)).count();
            tags.extend(slots[first..first + length].iter().map(|&slot| {
                let (forbidden, stabiliser) = index.orbits.tag_of(orbit, slot);
                Tagged { forbidden, orbit: order / stabiliser }
            }));
            boards.push(OneBoard { cells: index.representative(orbit), first, length });
            first += length;
        }
        Bulk { game, tier, boards, tags }
    }

    /// The slots of a board, with their numbers.
    fn tagged(&self, board: &OneBoard) -> impl Iterator<Item = (u32, Tagged)> {
        let tags = &self.tags[board.first..board.first + board.length];
        (board.first as u32..).zip(tags.iter().copied())
    }

    /// The tier with the same buildings as the opponent sees them.
    fn exchanged_tier(&self) -> Tier {
        self.game.tiers.number(self.game.counts_of(self.tier).exchanged())
    }

    /// Adds the number of moves of each slot that lead to no other buildings.
    pub(super) fn count_inside(&self, inside: &mut [u32]) {
        for board in &self.boards {
            let slides = self.game.slides(&board.cells).count_ones();
            let passes = slides <= 1 && !self.game.has_exit(&board.cells);
            for (number, tagged) in self.tagged(board) {
                let left = slides - u32::from(tagged.forbidden != NO_STEP);
                inside[number as usize] += if passes { left.max(1) } else { left };
            }
        }
    }

    /// Visits where placing and stacking lead to.
    #[inline(always)]
    pub(super) fn exits(&self, mut visit: impl FnMut(Tier, &[Neighbour])) {
        let game = self.game;
        let counts = game.counts_of(self.tier);
        for exit in game.tiers.exits(counts) {
            let tier = game.tiers.number(counts.after(exit).exchanged());
            let mut gathered = Gathered::new(tier, &mut visit);
            let index = game.located(tier);
            for board in &self.boards {
                let mut child = |cells: Cells| {
                    let place = index.find(&cells.exchanged()).locate(NO_STEP);
                    for number in board.first..board.first + board.length {
                        gathered.push(number as u32, place.stabiliser, place.slot);
                    }
                };
                match exit {
                    Exit::Place(kind) => {
                        for cell in members(game.empty(&board.cells)) {
                            child(board.cells.toggled(kind, 1 << cell));
                        }
                    }
                    Exit::Stack(stack) => {
                        let Cells(cells) = board.cells;
                        for step in members(game.board.steps(cells[stack.top], cells[stack.bottom]))
                        {
                            let step = game.board.step(step);
                            child(board.cells.stacked(stack, step.from, step.to));
                        }
                    }
                }
            }
            gathered.flush();
        }
    }

    /// Visits where moves to an empty cell, and passes, lead to.
    pub(super) fn insides(&self, mut visit: impl FnMut(Tier, &[Neighbour])) {
        let game = self.game;
        let tier = self.exchanged_tier();
        let mut gathered = Gathered::new(tier, &mut visit);
        let mut located: Option<Located<'_>> = None;
        for board in &self.boards {
            let empty = game.empty(&board.cells);
            let mut slides = 0;
            for kind in MOVABLE {
                for number in members(game.board.steps(board.cells.0[kind], empty)) {
                    let index = *located.get_or_insert_with(|| game.located(tier));
                    let step = game.board.step(number);
                    let child = board.cells.toggled(kind, step.from | step.to).exchanged();
                    let place = index.find(&child).locate(game.forbidden_after(kind, number));
                    for (slot_number, tagged) in self.tagged(board) {
                        if tagged.forbidden != number {
                            gathered.push(slot_number, place.stabiliser, place.slot);
                        }
                    }
                    slides += 1;
                }
            }
            if slides > 1 || game.has_exit(&board.cells) {
                continue;
            }
            for (number, tagged) in self.tagged(board) {
                if slides == u32::from(tagged.forbidden != NO_STEP) {
                    let index = *located.get_or_insert_with(|| game.located(tier));
                    let place = index.find(&board.cells.exchanged()).locate(NO_STEP);
                    gathered.push(number, place.stabiliser, place.slot);
                }
            }
        }
        gathered.flush();
    }

    /// Visits the parents inside the unit.
    #[inline(always)]
    pub(super) fn parents(&self, mut visit: impl FnMut(Tier, &[Neighbour])) {
        let game = self.game;
        let tier = self.exchanged_tier();
        let index = game.located(tier);
        let mut gathered = Gathered::new(tier, &mut visit);
        for board in &self.boards {
            for (number, tagged) in self.tagged(board) {
                let mut parent = |OrbitSlot { slot, stabiliser }| {
                    gathered.push(number, tagged.orbit * stabiliser, slot);
                };
                game.unmoves(&board.cells, tagged.forbidden, |before, except| {
                    index.find(&before).locate_all(except, &mut parent);
                });
                let passed = game.pass_before(&board.cells, tagged.forbidden as u8);
                if let Some((before, forbidden)) = passed {
                    parent(index.find(&before).locate(forbidden.into()));
                }
            }
        }
        gathered.flush();
    }
}

/// Neighbours in one tier that wait to be handed over.
struct Gathered<V> {
    tier: Tier,
    neighbours: Vec<Neighbour>,
    visit: V,
}

impl<V: FnMut(Tier, &[Neighbour])> Gathered<V> {
    fn new(tier: Tier, visit: V) -> Gathered<V> {
        Gathered { tier, neighbours: Vec::with_capacity(TOGETHER), visit }
    }

    #[inline(always)]
    fn push(&mut self, number: u32, weight: u32, slot: u64) {
        if self.neighbours.len() == TOGETHER {
            self.flush();
        }
        self.neighbours.push(Neighbour { number, weight, slot });
    }

    fn flush(&mut self) {
        if !self.neighbours.is_empty() {
            (self.visit)(self.tier, &self.neighbours);
            self.neighbours.clear();
        }
    }
}
