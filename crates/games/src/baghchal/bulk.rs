//! Moving many positions at once.
//!
//! The slots that the engine asks about stand side by side, so most of them share their goats: the
//! index numbers the tigers within a class of goats, except where goats are fewer than tigers. A step
//! of a goat, or the loss of one, leads to the same goats in all positions of such a herd, and the
//! index looks these up once for all. Steps of tigers leave the goats where they are.

use hindsight_core::{Neighbour, OrbitIndex, Tier, Turn};

use super::BaghChal;
use super::board::{Board, each};
use super::tiers::{Counts, Going};

const GOATS: usize = 0;

/// The moves of one kind in the positions of a tier, by the side to move; or the slides of the other
/// side, undone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bulk<'a> {
    game: &'a BaghChal,
    from: Counts,
    mover: Turn,
    going: Going,
}

/// A position of a herd: its number among all slots, the size of its orbit, and its tigers.
#[derive(Clone, Copy, Debug, Default)]
struct Member {
    number: u32,
    orbit: u32,
    tigers: u32,
}

impl<'a> Bulk<'a> {
    pub(super) fn new(game: &'a BaghChal, from: Counts, mover: Turn, going: Going) -> Bulk<'a> {
        Bulk { game, from, mover, going }
    }

    /// Adds the number of slides of each slot to `counts`.
    pub(super) fn count_slides(&self, slots: &[u64], counts: &mut [u32]) {
        let board = &self.game.board;
        self.herds(slots, |goats, herd| {
            for member in herd {
                let free = board.points & !(goats | member.tigers);
                let pieces = if self.mover == Turn::First { goats } else { member.tigers };
                counts[member.number as usize] += board.count_slides(pieces, free);
            }
        });
    }

    /// Visits where the moves lead to.
    #[inline(always)]
    pub(super) fn visit(&self, slots: &[u64], visit: impl FnMut(Tier, &[Neighbour])) {
        let to = self.from.after(self.going);
        let mut target = Target {
            tier: to.tier(),
            index: self.game.index(to),
            selected: Vec::new(),
            length: 0,
            neighbours: Vec::with_capacity(slots.len()),
            visit,
        };
        let board = &self.game.board;
        self.herds(slots, |goats, herd| match (self.mover, self.going) {
            (Turn::First, going) => goats_move(board, going, goats, herd, &mut target),
            (Turn::Second, Going::Jump) => tigers_jump(board, goats, herd, &mut target),
            (Turn::Second, _) => tigers_slide(board, goats, herd, &mut target),
        });
    }

    /// Cuts slots in herds: positions with the same goats.
    #[inline(always)]
    fn herds(&self, slots: &[u64], mut visit: impl FnMut(u32, &[Member])) {
        let mut herd: Vec<Member> = Vec::with_capacity(slots.len());
        let mut first = 0;
        self.game.index(self.from).runs(slots, |run| {
            let positions = (first..).zip(run.others.iter().zip(&run.orbits));
            if run.pivot == GOATS {
                herd.clear();
                herd.extend(positions.map(|(number, (&tigers, &orbit))| Member {
                    number,
                    orbit,
                    tigers,
                }));
                visit(run.pivot_cells, &herd);
            } else {
                // Fewer goats than tigers: small tiers, and each position is a herd of its own.
                for (number, (&goats, &orbit)) in positions {
                    visit(goats, &[Member { number, orbit, tigers: run.pivot_cells }]);
                }
            }
            first += run.others.len() as u32;
        });
    }
}

/// A step of a goat at a time, for all positions in which no tiger is in its way.
#[inline(always)]
fn goats_move(
    board: &Board,
    going: Going,
    goats: u32,
    herd: &[Member],
    target: &mut Target<'_, impl FnMut(Tier, &[Neighbour])>,
) {
    let free = board.points & !goats;
    let mut step = |step: u32| {
        let to = step & free;
        target.select(herd, |tigers| tigers & to == 0, 0);
        target.hand_over(goats ^ step);
    };
    match going {
        Going::Place => each(free, step),
        _ => board.slides(goats, free, &mut step),
    }
}

/// All slides of all tigers: they share the goats, which stay.
#[inline(always)]
fn tigers_slide(
    board: &Board,
    goats: u32,
    herd: &[Member],
    target: &mut Target<'_, impl FnMut(Tier, &[Neighbour])>,
) {
    for &Member { number, orbit, tigers } in herd {
        let free = board.points & !(goats | tigers);
        board.slides(tigers, free, |step| {
            target.add(Member { number, orbit, tigers: tigers ^ step });
        });
    }
    target.hand_over(goats);
}

/// The captures of a goat at a time.
#[inline(always)]
fn tigers_jump(
    board: &Board,
    goats: u32,
    herd: &[Member],
    target: &mut Target<'_, impl FnMut(Tier, &[Neighbour])>,
) {
    each(goats, |captured| {
        for &ends in board.jumps_over(captured).iter().filter(|&ends| ends & goats == 0) {
            target.select(herd, |tigers| (tigers & ends).count_ones() == 1, ends);
        }
        target.hand_over(goats ^ captured);
    });
}

/// The tier that moves lead to, and positions on their way there.
struct Target<'a, V> {
    tier: Tier,
    index: &'a OrbitIndex<2>,
    /// The first `length` of these wait to be handed over; those behind mean nothing.
    selected: Vec<Member>,
    length: usize,
    neighbours: Vec<Neighbour>,
    visit: V,
}

impl<V: FnMut(Tier, &[Neighbour])> Target<'_, V> {
    /// Adds the positions whose tigers are as wanted, after changing these on some points.
    #[inline(always)]
    fn select(&mut self, herd: &[Member], wanted: impl Fn(u32) -> bool, change: u32) {
        self.make_room(herd.len());
        let room = &mut self.selected[self.length..][..herd.len()];
        // Whether they are is a coin toss: no branch.
        let mut added = 0;
        for member in herd {
            room[added] = Member { tigers: member.tigers ^ change, ..*member };
            added += usize::from(wanted(member.tigers));
        }
        self.length += added;
    }

    /// Adds a position.
    #[inline(always)]
    fn add(&mut self, member: Member) {
        self.make_room(1);
        self.selected[self.length] = member;
        self.length += 1;
    }

    #[inline(always)]
    fn make_room(&mut self, members: usize) {
        if self.selected.len() < self.length + members {
            self.selected.resize(2 * (self.length + members), Member::default());
        }
    }

    /// Hands over the slots of the positions that were selected, which share these goats.
    #[inline(always)]
    fn hand_over(&mut self, goats: u32) {
        if self.length == 0 {
            return;
        }
        self.neighbours.clear();
        self.index.locate_run(
            GOATS,
            goats,
            &self.selected[..self.length],
            |member| member.tigers,
            |member, place| Neighbour {
                number: member.number,
                weight: member.orbit * place.stabiliser,
                slot: place.slot,
            },
            &mut self.neighbours,
        );
        (self.visit)(self.tier, &self.neighbours);
        self.length = 0;
    }
}
