//! From slots to the slots that moves, or un-moves, lead to.
//!
//! The slots that a solver asks about stand side by side, so most of them share one kind of pieces, the
//! pivot of their index. If moves change the pivot, they change it in the same way for the whole run
//! of slots, and the description is followed once for all of them ([`RunWalker`]): half of the work of
//! locating is done once. If the pivot stays where it is, the description is followed board by board
//! ([`BoardWalker`]), and the index remembers the pivot.

use std::cell::Cell;

use crate::described::{BoardIndex, Described, LocatesBoards, TARGETS};
use crate::game::Tier;
use crate::many::Many;
use crate::movecounter::count_moves;
use crate::neighbour::Neighbour;
use crate::orbit::{OrbitIndex, OrbitSlot};
use crate::runwalker::{Item, RunOfBoards, RunWalker};
use crate::walker::{Board, Pointwise, Step, Walker, plain_loops};

/// Neighbours that are handed over together: enough for memory to be asked for in advance, few enough
/// for them and what was asked for to stay in the first-level cache.
const TOGETHER: usize = 128;

/// Runs shorter than this are walked board by board, longer ones than that in parts.
const SHORT: usize = 4;
const LONG: usize = 1 << 12;

/// Which moves are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Those of the player to move.
    Forwards,
    /// Those that led here inside the unit.
    Backwards,
}

/// Visits the slots that the moves of some slots of a tier lead to. Moves to tiers that are inside are
/// only counted.
///
/// Whoever is to be visited is so rarely that it need not be known when this is compiled, which takes as
/// long as the walks of all descriptions together.
pub(crate) fn walk_slots<G: Described>(
    game: &G,
    way: Way,
    tier: Tier,
    slots: &[u64],
    is_inside: &dyn Fn(Tier) -> bool,
    inside: &mut [u32],
    visit: &mut dyn FnMut(Tier, &[Neighbour]),
) {
    let pieces = game.pieces(tier);
    let given = game.given(tier);
    let by_pivot = game.index().by_pivot(pieces);
    let stays_inside = game.targets(tier).into_iter().flatten().all(is_inside);
    if way == Way::Forwards && stays_inside && by_pivot.is_none() {
        return count_moves(game, tier, slots, inside);
    }
    let mut landing = Landing::new(game, tier, is_inside, inside, visit);
    let Some(index) = by_pivot else {
        game.index().each_board(pieces, slots, |number, board, orbit| {
            let mut walker = BoardWalker { landing: &mut landing, number, orbit };
            match way {
                Way::Forwards => game.forwards(&mut walker, given, board),
                Way::Backwards => game.backwards(&mut walker, given, board),
            }
        });
        return landing.finish();
    };
    let moves_pivot = game.changed_kind(tier, way).is_none_or(|kind| kind == index.pivot());
    let follow = |walker: &mut RunWalker<'_, '_, '_, _>, board| match way {
        Way::Forwards => game.forwards(walker, given.map(Many::from), board),
        Way::Backwards => game.backwards(walker, given.map(Many::from), board),
    };
    let mut scratch = SCRATCH.take();
    let mut first = 0;
    index.runs(slots, |run| {
        let tag = run.tag as u32;
        for (others, orbits) in run.others.chunks(LONG).zip(run.orbits.chunks(LONG)) {
            if moves_pivot && others.len() >= SHORT {
                let boards = RunOfBoards { run, others, orbits, first };
                RunWalker::walk(&mut landing, &boards, &mut scratch, follow);
            } else {
                for (number, (&other, &orbit)) in (first..).zip(others.iter().zip(orbits)) {
                    let board = match run.pivot {
                        0 => Board { first: run.pivot_cells, second: other, tag },
                        _ => Board { first: other, second: run.pivot_cells, tag },
                    };
                    let mut walker = BoardWalker { landing: &mut landing, number, orbit };
                    match way {
                        Way::Forwards => game.forwards(&mut walker, given, board),
                        Way::Backwards => game.backwards(&mut walker, given, board),
                    }
                }
            }
            first += others.len() as u32;
        }
    });
    SCRATCH.set(scratch);
    landing.finish();
}

thread_local! {
    /// What walks leave behind for those after them, so that memory is asked for once.
    static SCRATCH: Cell<Vec<Item>> = const { Cell::new(Vec::new()) };
}

/// Where moves land.
pub(crate) struct Landing<'a, 'i, I: BoardIndex + 'a> {
    pub(crate) targets: [Option<Target<'a, I>>; TARGETS],
    pub(crate) inside: &'i mut [u32],
    pub(crate) visit: &'i mut dyn FnMut(Tier, &[Neighbour]),
    /// What was worked out last, and from what: boards of a run mostly ask for the same.
    worked_out: Option<[u32; 2]>,
}

/// A tier that moves lead to.
pub(crate) struct Target<'a, I: BoardIndex + 'a> {
    tier: Tier,
    /// `None` where moves are only counted.
    pub(crate) locator: Option<I::Locator<'a>>,
    pub(crate) by_pivot: Option<&'a OrbitIndex<2>>,
    pub(crate) found: Found,
}

/// Neighbours that wait to be handed over: so many, with room behind them.
#[derive(Default)]
pub(crate) struct Found {
    neighbours: Vec<Neighbour>,
    length: usize,
}

impl Found {
    /// Room for so many more.
    #[inline(always)]
    pub(crate) fn room(&mut self, more: usize) -> &mut [Neighbour] {
        let before = self.length;
        self.length += more;
        if self.neighbours.len() < self.length {
            self.neighbours.resize((2 * self.length).max(2 * TOGETHER), Neighbour::default());
        }
        &mut self.neighbours[before..self.length]
    }

    fn all(&self) -> &[Neighbour] {
        &self.neighbours[..self.length]
    }
}

impl<'a, 'i, I: BoardIndex> Landing<'a, 'i, I> {
    fn new<G: Described<Index = I>>(
        game: &'a G,
        tier: Tier,
        is_inside: &dyn Fn(Tier) -> bool,
        inside: &'i mut [u32],
        visit: &'i mut dyn FnMut(Tier, &[Neighbour]),
    ) -> Self {
        let target = |tier: Tier| {
            let pieces = game.pieces(tier);
            let locates = !is_inside(tier);
            Target {
                tier,
                locator: locates.then(|| game.index().locator(pieces)),
                by_pivot: locates.then(|| game.index().by_pivot(pieces)).flatten(),
                found: Found::default(),
            }
        };
        let targets = game.targets(tier).map(|tier| tier.map(target));
        Landing { targets, inside, visit, worked_out: None }
    }

    /// Hands over what waits.
    fn finish(self) {
        let Landing { mut targets, visit, .. } = self;
        for target in targets.iter_mut().flatten() {
            if target.found.length > 0 {
                visit(target.tier, target.found.all());
            }
        }
    }
}

impl<I: BoardIndex> Target<'_, I> {
    #[inline(always)]
    pub(crate) fn hand_over(&mut self, visit: &mut dyn FnMut(Tier, &[Neighbour])) {
        if self.found.length >= TOGETHER {
            visit(self.tier, self.found.all());
            self.found.length = 0;
        }
    }
}

pub(crate) const NO_TARGET: &str = "moves lead where their tier leads";

/// Follows a description for one board.
struct BoardWalker<'w, 'a, 'i, I: BoardIndex + 'a> {
    landing: &'w mut Landing<'a, 'i, I>,
    /// The place in the list of the slot whose moves are walked, and the size of its orbit.
    number: u32,
    orbit: u32,
}

impl<I: BoardIndex> Walker for BoardWalker<'_, '_, '_, I> {
    plain_loops!();

    #[inline(always)]
    fn work_out(&mut self, function: &impl Pointwise, word: u32) -> u32 {
        match self.landing.worked_out {
            Some([known, result]) if known == word => {
                debug_assert_eq!(result, function.of(word), "a description works out one function");
                result
            }
            _ => {
                let result = function.of(word);
                self.landing.worked_out = Some([word, result]);
                result
            }
        }
    }

    #[inline(always)]
    fn arrive(&mut self, target: u32, _step: Step, board: impl FnOnce() -> Board) {
        let target = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let Some(locator) = &mut target.locator else {
            self.landing.inside[self.number as usize] += 1;
            return;
        };
        let OrbitSlot { slot, stabiliser } = locator.locate(board());
        let weight = self.orbit * stabiliser;
        target.found.room(1)[0] = Neighbour { number: self.number, weight, slot };
        target.hand_over(self.landing.visit);
    }

    #[inline(always)]
    fn arrive_each(
        &mut self,
        mask: u32,
        target: u32,
        mut arrival: impl FnMut(u32) -> (Step, Board),
    ) {
        if mask == 0 {
            return;
        }
        let target = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let Some(locator) = &mut target.locator else {
            self.landing.inside[self.number as usize] += mask.count_ones();
            return;
        };
        let mut room = target.found.room(mask.count_ones() as usize).iter_mut();
        let mut mask = mask;
        let boards = std::iter::from_fn(|| {
            let bit = mask & mask.wrapping_neg();
            mask ^= bit;
            (bit != 0).then(|| arrival(bit).1)
        });
        locator.locate_each(boards, |OrbitSlot { slot, stabiliser }| {
            if let Some(neighbour) = room.next() {
                let weight = self.orbit * stabiliser;
                *neighbour = Neighbour { number: self.number, weight, slot };
            }
        });
        target.hand_over(self.landing.visit);
    }

    /// In no order: those that go the other way last.
    #[inline(always)]
    fn arrive_each_but(
        &mut self,
        mask: u32,
        other: u32,
        target: u32,
        arrival: impl FnMut(u32) -> (Step, Board),
        other_way: impl FnMut(&mut Self, u32),
    ) {
        self.arrive_each(mask & !other, target, arrival);
        self.each_bit(mask & other, other_way);
    }
}
