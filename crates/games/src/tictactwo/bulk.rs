//! Moving many positions at once.
//!
//! The slots that the engine asks about stand side by side, so most of them share the frame's place
//! and one player's marks, the pivot. If the pivot's marks move, a move takes them to the same cells
//! in the whole run. If the other player's marks move, or the frame, the pivot stays where it is.
//! Either way the positions that moves lead to share the frame's place and one player's marks again,
//! and the index does its part of the work for these once for all.

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{Gathered, Neighbour, OrbitSlot, Run, Tier};

use super::TicTacTwo;

const MINE: usize = 0;
const THEIRS: usize = 1;

/// Where new marks come from: a bit that stands for no cell.
const NOWHERE: u32 = 1 << 31;

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

    /// Where a mark that the mover puts on a cell can come from.
    #[inline(always)]
    fn leaving(&self, marks: u32, frame: u32) -> u32 {
        match self.way {
            Way::Place => NOWHERE,
            Way::Move => marks,
            Way::Undo => marks & frame,
        }
    }

    /// Adds the number of moves of each slot to `counts`.
    pub(super) fn count(&self, slots: &[u64], counts: &mut [u32]) {
        let moving = self.game.counts(self.from)[MINE] as u32;
        let mut counts = counts.iter_mut();
        self.game.index(self.from).runs(slots, |run| {
            let frame = &self.game.frames[run.tag];
            let open = frame.cells & !run.pivot_cells;
            let frames = frame.neighbours.len() as u32;
            for (&marks, count) in run.others.iter().zip(counts.by_ref()) {
                *count += moving * (open & !marks).count_ones() + frames;
            }
        });
    }

    /// Visits where the moves lead to.
    #[inline(always)]
    pub(super) fn visit(&self, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        let target = self.game.index(self.to);
        let mut items: Vec<Item> = Vec::new();
        let mut found = Found { tier: self.to, gathered: Gathered::new(), visit };
        let mut first = 0;
        self.game.index(self.from).runs(slots, |run| {
            let frame = &self.game.frames[run.tag];
            let cells = self.targets(frame.cells) & !run.pivot_cells;
            // After a move the players' roles are exchanged.
            let kind = 1 - run.pivot;
            if run.pivot == self.mover() {
                for to in cells_of(cells) {
                    list(run, first, &mut items, |marks| marks & to == 0);
                    for from in cells_of(self.leaving(run.pivot_cells, frame.cells)) {
                        let sharing = target.sharing(run.tag, kind, (run.pivot_cells & !from) | to);
                        for item in &items {
                            found.push(item, sharing.locate(item.marks));
                        }
                    }
                }
                list(run, first, &mut items, |_| true);
            } else {
                list(run, first, &mut items, |_| true);
                let sharing = target.sharing(run.tag, kind, run.pivot_cells);
                for item in &items {
                    for from in cells_of(self.leaving(item.marks, frame.cells)) {
                        for to in cells_of(cells & !item.marks) {
                            found.push(item, sharing.locate((item.marks & !from) | to));
                        }
                    }
                }
            }
            if self.way != Way::Place {
                for &place in &frame.neighbours {
                    let sharing = target.sharing(place.into(), kind, run.pivot_cells);
                    for item in &items {
                        found.push(item, sharing.locate(item.marks));
                    }
                }
            }
            first += items.len() as u32;
        });
        found.flush();
    }
}

/// Neighbours on their way to whoever visits them.
struct Found<V> {
    tier: Tier,
    gathered: Gathered,
    visit: V,
}

impl<V: FnMut(Tier, &[Neighbour])> Found<V> {
    #[inline(always)]
    fn push(&mut self, item: &Item, place: OrbitSlot) {
        let weight = item.orbit * place.stabiliser;
        let neighbour = Neighbour { number: item.number, weight, slot: place.slot };
        self.gathered.push(self.tier, neighbour, &mut self.visit);
    }

    fn flush(&mut self) {
        self.gathered.flush(&mut self.visit);
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

/// The cells of a mask, each as a mask of its own.
#[inline(always)]
fn cells_of(mask: u32) -> impl Iterator<Item = u32> {
    ones(mask).map(|cell| 1 << cell)
}
