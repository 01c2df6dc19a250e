//! Moving many positions at once.
//!
//! The slots that the engine asks about stand side by side, so most of them share the frame's place
//! and one player's marks, the pivot. If the pivot's marks move, a move takes them to the same cells
//! in the whole run. If the other player's marks move, or the frame, the pivot stays where it is.
//! Either way the positions that moves lead to share the frame's place and one player's marks again,
//! and the index does its part of the work for these once for all.

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{Neighbour, Run, Shared, Tier};

use super::TicTacTwo;

const MINE: usize = 0;
const THEIRS: usize = 1;

/// Neighbours that are handed over together: enough for memory to be asked for in advance, few
/// enough for them and what was asked for to stay in the first-level cache.
const TOGETHER: usize = 128;

/// What is done to the positions of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The player to move places a mark.
    Place,
    /// The player to move moves a mark or the frame.
    Move,
    /// The opponent's last move of a mark or of the frame is undone.
    Undo,
}

/// Moves from one tier to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bulk<'a> {
    game: &'a TicTacTwo,
    from: Tier,
    to: Tier,
    way: Way,
}

/// A position on its way: its number among all slots, the size of its orbit, and the marks that
/// differ from position to position.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    number: u32,
    orbit: u32,
    marks: u32,
}

impl<'a> Bulk<'a> {
    /// The placements of the player to move.
    pub(super) fn placements(game: &'a TicTacTwo, from: Tier) -> Bulk<'a> {
        let [mine, theirs] = game.counts(from);
        Bulk { game, from, to: game.tier([theirs, mine + 1]), way: Way::Place }
    }

    /// The other moves of the player to move.
    pub(super) fn forwards(game: &'a TicTacTwo, from: Tier) -> Bulk<'a> {
        let [mine, theirs] = game.counts(from);
        Bulk { game, from, to: game.tier([theirs, mine]), way: Way::Move }
    }

    /// The moves that the opponent has made without placing a mark, undone.
    pub(super) fn backwards(game: &'a TicTacTwo, from: Tier) -> Bulk<'a> {
        Bulk { way: Way::Undo, ..Bulk::forwards(game, from) }
    }

    /// The player whose marks move, as the positions of the tier see it.
    fn mover(&self) -> usize {
        if self.way == Way::Undo { THEIRS } else { MINE }
    }

    /// The cells that marks can go to, of those that are free: inside the frame, or from where a
    /// move brought them there.
    #[inline(always)]
    fn targets(&self, frame: u32) -> u32 {
        if self.way == Way::Undo { lowest(self.game.cells()) } else { frame }
    }

    /// Visits what the marks of the mover can become when one of them, or a new one, goes to a cell.
    #[inline(always)]
    fn each_with(&self, marks: u32, frame: u32, to: u32, mut visit: impl FnMut(u32)) {
        match self.way {
            Way::Place => visit(marks | to),
            Way::Move => ones(marks).for_each(|from| visit(marks ^ 1 << from | to)),
            Way::Undo => ones(marks & frame).for_each(|from| visit(marks ^ 1 << from | to)),
        }
    }

    /// Adds the number of moves of each slot to `counts`.
    pub(super) fn count(&self, slots: &[u64], counts: &mut [u32]) {
        let moving = self.game.counts(self.from)[MINE] as u32;
        let mut counts = counts.iter_mut();
        self.game.index(self.from).runs(slots, |run| {
            let frame = &self.game.frames[run.label];
            let open = frame.cells & !run.pivot_cells;
            let frames = frame.neighbours.len() as u32;
            for (&marks, count) in run.others.iter().zip(counts.by_ref()) {
                *count += moving * (open & !marks).count_ones() + frames;
            }
        });
    }

    /// Visits where the moves lead to.
    #[inline(always)]
    pub(super) fn visit(&self, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let mut items: Vec<Item> = Vec::new();
        let mut neighbours: Vec<Neighbour> = Vec::with_capacity(TOGETHER);
        let mut first = 0;
        self.game.index(self.from).runs(slots, |run| {
            let frame = &self.game.frames[run.label];
            let cells = self.targets(frame.cells) & !run.pivot_cells;
            if run.pivot == self.mover() {
                for to in ones(cells) {
                    list(run, first, &mut items, |marks| marks >> to & 1 == 0);
                    self.each_with(run.pivot_cells, frame.cells, 1 << to, |after| {
                        let shared = Shared { label: run.label, kind: 1 - run.pivot, cells: after };
                        self.locate(shared, &items, &mut neighbours, &mut visit);
                    });
                }
            } else {
                items.clear();
                for (number, (&marks, &orbit)) in (first..).zip(run.others.iter().zip(&run.orbits))
                {
                    for to in ones(cells & !marks) {
                        self.each_with(marks, frame.cells, 1 << to, |marks| {
                            items.push(Item { number, orbit, marks });
                        });
                    }
                }
                let shared =
                    Shared { label: run.label, kind: 1 - run.pivot, cells: run.pivot_cells };
                self.locate(shared, &items, &mut neighbours, &mut visit);
            }
            if self.way != Way::Place {
                list(run, first, &mut items, |_| true);
                for &place in &frame.neighbours {
                    let shared =
                        Shared { label: place.into(), kind: 1 - run.pivot, cells: run.pivot_cells };
                    self.locate(shared, &items, &mut neighbours, &mut visit);
                }
            }
            first += run.others.len() as u32;
        });
    }

    /// Hands over the slots of positions that share the frame's place and one player's marks.
    #[inline(always)]
    fn locate(
        &self,
        shared: Shared,
        items: &[Item],
        neighbours: &mut Vec<Neighbour>,
        visit: &mut impl FnMut(Tier, &[Neighbour]),
    ) {
        let index = self.game.index(self.to);
        for items in items.chunks(TOGETHER) {
            neighbours.clear();
            index.locate_sharing(
                shared,
                items,
                |item| item.marks,
                |item, place| Neighbour {
                    number: item.number,
                    weight: item.orbit * place.stabiliser,
                    slot: place.slot,
                },
                neighbours,
            );
            visit(self.to, neighbours);
        }
    }
}

/// Lists the positions of a run whose other marks are `wanted`.
#[inline(always)]
fn list(run: &Run, first: u32, items: &mut Vec<Item>, wanted: impl Fn(u32) -> bool) {
    // Whether a mark stands on a cell is a coin toss: no branch.
    items.clear();
    items.resize(run.others.len(), Item::default());
    let mut length = 0;
    for (number, (&marks, &orbit)) in (first..).zip(run.others.iter().zip(&run.orbits)) {
        items[length] = Item { number, orbit, marks };
        length += usize::from(wanted(marks));
    }
    items.truncate(length);
}
