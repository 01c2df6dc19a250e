//! Moving many positions at once.
//!
//! The slots that the engine asks about stand side by side, so most of them share the stones of one
//! player, the pivot. If the pivot's stones move, a step takes them to the same points in the whole
//! run, and the index looks these up once for all. If the other player's stones move, the pivot
//! stays where it is: the index looks it up once for all the steps of the whole run.

use hindsight_core::{Neighbour, OrbitIndex, Run, Tier};

use super::Morris;
use super::board::{Going, each};
use super::tiers::Counts;

const MINE: usize = 0;
const THEIRS: usize = 1;

/// Neighbours that are handed over together: enough for memory to be asked for in advance, few
/// enough for them and what was asked for to stay in the first-level cache.
const TOGETHER: usize = 128;

/// Steps of the stones of one player in the positions of a tier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bulk<'a> {
    game: &'a Morris,
    from: Counts,
    going: Going,
    /// Whose stones move: the player to move makes moves, the opponent takes moves back.
    mover: usize,
}

/// Where steps that take no stone lead to.
pub(super) enum Plain<'a> {
    /// They stay inside the unit: add the number of them to that of each slot.
    Count(&'a mut [u32]),
    /// They are visited.
    Visit,
}

/// A position on its way: its number among all slots, the size of its orbit, and the points of the
/// stones that differ from position to position.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    number: u32,
    orbit: u32,
    stones: u32,
}

/// The buffers of a walk over some slots.
#[derive(Default)]
struct Scratch {
    plain: Vec<Item>,
    closing: Vec<Item>,
    /// For each position of a run: the points where a stone of its mover would close a mill, or
    /// the stones in mills, as the case may be.
    marks: Vec<u32>,
    neighbours: Vec<Neighbour>,
}

impl<'a> Bulk<'a> {
    /// The moves of the player to move.
    pub(super) fn forwards(game: &'a Morris, from: Counts, going: Going) -> Bulk<'a> {
        Bulk { game, from, going, mover: MINE }
    }

    /// The moves that the opponent has made without taking a stone, undone.
    pub(super) fn backwards(game: &'a Morris, from: Counts, going: Going) -> Bulk<'a> {
        Bulk { game, from, going, mover: THEIRS }
    }

    fn is_backwards(&self) -> bool {
        self.mover == THEIRS
    }

    /// Visits where the steps lead to, and counts those that stay inside.
    #[inline(always)]
    pub(super) fn visit(
        &self,
        slots: &[u64],
        mut plain: Plain<'_>,
        mut visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let counts = match self.going {
            // Undone, a step leads to the mirrored tier as it does when made.
            _ if self.is_backwards() => self.from.mirrored(),
            going => self.from.after(going, false),
        };
        let targets = Targets { game: self.game, plain: counts };
        let mut scratch = Scratch::default();
        let mut done = 0;
        self.game.index(self.from).runs(slots, |run| {
            let inside = match &mut plain {
                Plain::Count(counts) => Some(&mut counts[done..done + run.others.len()]),
                Plain::Visit => None,
            };
            if run.pivot == self.mover {
                self.pivot_moves(run, done as u32, inside, &targets, &mut scratch, &mut visit);
            } else {
                self.pivot_stays(run, done as u32, inside, &targets, &mut scratch, &mut visit);
            }
            done += run.others.len();
        });
    }

    /// A step at a time, for all positions that have it.
    #[inline(always)]
    fn pivot_moves(
        &self,
        run: &Run,
        first: u32,
        mut inside: Option<&mut [u32]>,
        targets: &Targets<'_>,
        scratch: &mut Scratch,
        visit: &mut impl FnMut(Tier, &[Neighbour]),
    ) {
        let board = &self.game.board;
        let moved = run.pivot_cells;
        let moving = if self.is_backwards() { moved & !board.in_mills(moved) } else { moved };
        // In the target the players' roles are exchanged.
        let kind = 1 - self.mover;
        scratch.marks.clear();
        board.steps(self.going, moving, board.points & !moved, |step, to| {
            let after = moved ^ step;
            if self.is_backwards() || !board.is_in_mill(after, to) {
                if let Some(inside) = &mut inside {
                    for (count, other) in inside.iter_mut().zip(&run.others) {
                        *count += u32::from(other & to == 0);
                    }
                    return;
                }
                select(run, first, to, &mut scratch.plain);
                let Scratch { plain, neighbours, .. } = scratch;
                targets.locate(targets.plain, kind, after, plain, neighbours, visit);
                return;
            }
            select(run, first, to, &mut scratch.plain);
            if scratch.plain.is_empty() {
                return;
            }
            let Scratch { plain, closing, marks, neighbours } = scratch;
            if marks.is_empty() {
                // Which stones may be taken, worked out once for all steps of the run.
                board.in_mills_of_each(&run.others, marks);
                for (mark, &stones) in marks.iter_mut().zip(&run.others) {
                    *mark = self.game.removable_given(stones, *mark);
                }
            }
            closing.clear();
            for item in &*plain {
                each(marks[(item.number - first) as usize], |taken| {
                    closing.push(Item { stones: item.stones ^ taken, ..*item });
                });
            }
            targets.locate(targets.capture(), kind, after, closing, neighbours, visit);
        });
    }

    /// All steps of all positions together.
    #[inline(always)]
    fn pivot_stays(
        &self,
        run: &Run,
        first: u32,
        mut inside: Option<&mut [u32]>,
        targets: &Targets<'_>,
        scratch: &mut Scratch,
        visit: &mut impl FnMut(Tier, &[Neighbour]),
    ) {
        let board = &self.game.board;
        let Scratch { plain, closing, marks, neighbours } = scratch;
        plain.clear();
        closing.clear();
        if self.is_backwards() {
            board.in_mills_of_each(&run.others, marks);
        } else {
            board.completions_of_each(&run.others, marks);
        }
        for (i, (&stones, &orbit)) in run.others.iter().zip(&run.orbits).enumerate() {
            let number = first + i as u32;
            let free = board.points & !(run.pivot_cells | stones);
            if self.is_backwards() {
                board.steps(self.going, stones & !marks[i], free, |step, _| {
                    plain.push(Item { number, orbit, stones: stones ^ step });
                });
            } else if let Some(inside) = &mut inside {
                let closed = closing.len();
                board.steps(self.going, stones, free & marks[i], |step, to| {
                    if board.is_in_mill(stones ^ step, to) {
                        closing.push(Item { number, orbit, stones: stones ^ step });
                    }
                });
                let closed = (closing.len() - closed) as u32;
                inside[i] += board.count_steps(self.going, stones, free) - closed;
            } else {
                board.steps(self.going, stones, free, |step, to| {
                    let after = stones ^ step;
                    let closes = to & marks[i] != 0 && board.is_in_mill(after, to);
                    let list = if closes { &mut *closing } else { &mut *plain };
                    list.push(Item { number, orbit, stones: after });
                });
            }
        }
        let kind = self.mover;
        targets.locate(targets.plain, kind, run.pivot_cells, plain, neighbours, visit);
        if !closing.is_empty() {
            each(self.game.removable(run.pivot_cells), |taken| {
                let left = run.pivot_cells ^ taken;
                targets.locate(targets.capture(), kind, left, closing, neighbours, visit);
            });
        }
    }
}

/// The tiers that steps lead to.
struct Targets<'a> {
    game: &'a Morris,
    plain: Counts,
}

impl Targets<'_> {
    /// The tier of the steps that take a stone.
    fn capture(&self) -> Counts {
        Counts { mine: self.plain.mine - 1, ..self.plain }
    }

    /// Hands over the slots of positions that share the stones of one kind.
    #[inline(always)]
    fn locate(
        &self,
        counts: Counts,
        shared_kind: usize,
        shared: u32,
        items: &[Item],
        neighbours: &mut Vec<Neighbour>,
        visit: &mut impl FnMut(Tier, &[Neighbour]),
    ) {
        if items.is_empty() {
            return;
        }
        let index: &OrbitIndex<2> = self.game.index(counts);
        for items in items.chunks(TOGETHER) {
            neighbours.clear();
            index.locate_run(
                shared_kind,
                shared,
                items,
                |item| item.stones,
                |item, place| Neighbour {
                    number: item.number,
                    weight: item.orbit * place.stabiliser,
                    slot: place.slot,
                },
                neighbours,
            );
            visit(counts.tier(), neighbours);
        }
    }
}

/// Lists the positions of a run whose other stones leave a point free.
#[inline(always)]
fn select(run: &Run, first: u32, point: u32, selected: &mut Vec<Item>) {
    // Whether a stone stands there is a coin toss: no branch.
    selected.clear();
    selected.resize(run.others.len(), Item::default());
    let mut length = 0;
    for (number, (&stones, &orbit)) in (first..).zip(run.others.iter().zip(&run.orbits)) {
        selected[length] = Item { number, orbit, stones };
        length += usize::from(stones & point == 0);
    }
    selected.truncate(length);
}
