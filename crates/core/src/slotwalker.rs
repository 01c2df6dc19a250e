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
use crate::many::{Form, Lists, Many, Which};
use crate::neighbour::Neighbour;
use crate::orbit::{OrbitIndex, OrbitSlot};
use crate::walker::{Board, Pointwise, RowsByCell, Step, Walker, plain_loops};

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
#[inline(always)]
pub(crate) fn walk_slots<G: Described>(
    game: &G,
    way: Way,
    tier: Tier,
    slots: &[u64],
    is_inside: impl Fn(Tier) -> bool,
    inside: &mut [u32],
    visit: impl FnMut(Tier, &[Neighbour]),
) {
    let pieces = game.pieces(tier);
    let given = game.given(tier);
    let mut landing = Landing::new(game, tier, is_inside, inside, visit);
    let Some(index) = game.index().by_pivot(pieces) else {
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
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let Scratch { lists, items } = &mut *scratch;
    let mut first = 0;
    index.runs(slots, |run| {
        let tag = run.tag as u32;
        for (others, orbits) in run.others.chunks(LONG).zip(run.orbits.chunks(LONG)) {
            if moves_pivot && others.len() >= SHORT {
                let both = (0..).zip(others.iter().zip(orbits));
                items.clear();
                items.extend(both.map(|(board, (&other, &orbit))| Item {
                    other,
                    board,
                    orbit: orbit as u16,
                }));
                lists.start(others.len());
                let (pivot, other) = (Many::One(run.pivot_cells), lists.keep(others));
                let tag = Many::One(tag);
                let board = match run.pivot {
                    0 => Board { first: pivot, second: other, tag },
                    _ => Board { first: other, second: pivot, tag },
                };
                let given = given.map(Many::One);
                let end = items.len();
                let landing = &mut landing;
                let mut walker = RunWalker { landing, lists, first, items, begin: 0, end };
                match way {
                    Way::Forwards => game.forwards(&mut walker, given, board),
                    Way::Backwards => game.backwards(&mut walker, given, board),
                }
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
    SCRATCH.set(Some(scratch));
    landing.finish();
}

/// Where moves land.
struct Landing<'a, 'i, I: BoardIndex + 'a, V> {
    targets: [Option<Target<'a, I>>; TARGETS],
    inside: &'i mut [u32],
    visit: V,
}

/// A tier that moves lead to.
struct Target<'a, I: BoardIndex + 'a> {
    tier: Tier,
    /// `None` where moves are only counted.
    locator: Option<I::Locator<'a>>,
    by_pivot: Option<&'a OrbitIndex<2>>,
    found: Vec<Neighbour>,
}

impl<'a, 'i, I: BoardIndex, V: FnMut(Tier, &[Neighbour])> Landing<'a, 'i, I, V> {
    fn new<G: Described<Index = I>>(
        game: &'a G,
        tier: Tier,
        is_inside: impl Fn(Tier) -> bool,
        inside: &'i mut [u32],
        visit: V,
    ) -> Self {
        let target = |tier: Tier| {
            let pieces = game.pieces(tier);
            let locates = !is_inside(tier);
            Target {
                tier,
                locator: locates.then(|| game.index().locator(pieces)),
                by_pivot: locates.then(|| game.index().by_pivot(pieces)).flatten(),
                found: Vec::with_capacity(if locates { 2 * TOGETHER } else { 0 }),
            }
        };
        Landing { targets: game.targets(tier).map(|tier| tier.map(target)), inside, visit }
    }

    /// Hands over what waits.
    fn finish(mut self) {
        for target in self.targets.iter_mut().flatten() {
            if !target.found.is_empty() {
                (self.visit)(target.tier, &target.found);
            }
        }
    }
}

impl<I: BoardIndex> Target<'_, I> {
    #[inline(always)]
    fn hand_over(&mut self, visit: &mut impl FnMut(Tier, &[Neighbour])) {
        if self.found.len() >= TOGETHER {
            visit(self.tier, &self.found);
            self.found.clear();
        }
    }
}

const NO_TARGET: &str = "moves lead where their tier leads";

/// Follows a description for one board.
struct BoardWalker<'w, 'a, 'i, I: BoardIndex + 'a, V> {
    landing: &'w mut Landing<'a, 'i, I, V>,
    /// The place in the list of the slot whose moves are walked, and the size of its orbit.
    number: u32,
    orbit: u32,
}

impl<I: BoardIndex, V: FnMut(Tier, &[Neighbour])> Walker for BoardWalker<'_, '_, '_, I, V> {
    plain_loops!();

    #[inline(always)]
    fn arrive(&mut self, target: u32, _step: Step, board: impl FnOnce() -> Board) {
        let target = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let Some(locator) = &mut target.locator else {
            self.landing.inside[self.number as usize] += 1;
            return;
        };
        let OrbitSlot { slot, stabiliser } = locator.locate(board());
        let weight = self.orbit * stabiliser;
        target.found.push(Neighbour { number: self.number, weight, slot });
        target.hand_over(&mut self.landing.visit);
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
        let found = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let Some(locator) = &mut found.locator else {
            self.landing.inside[self.number as usize] += mask.count_ones();
            return;
        };
        let mut mask = mask;
        while mask != 0 {
            let bit = mask & mask.wrapping_neg();
            mask ^= bit;
            let OrbitSlot { slot, stabiliser } = locator.locate(arrival(bit).1);
            let weight = self.orbit * stabiliser;
            found.found.push(Neighbour { number: self.number, weight, slot });
        }
        found.hand_over(&mut self.landing.visit);
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

/// A board of a run: its number there, the pieces that are not the pivot's, and the size of its orbit.
/// Eight bytes, since it is copied for every choice that a description makes.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    other: u32,
    board: u16,
    orbit: u16,
}

/// What walks leave behind for those after them, so that memory is asked for once.
#[derive(Default)]
struct Scratch {
    lists: Lists,
    items: Vec<Item>,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Follows a description for all boards of a run together.
struct RunWalker<'w, 'a, 'i, 'l, I: BoardIndex + 'a, V> {
    landing: &'w mut Landing<'a, 'i, I, V>,
    lists: &'l Lists,
    /// The place in the list of the slots of the run's first.
    first: u32,
    /// The boards for which the description is being followed are those from `begin` to `end`. Before
    /// them are those for which it will be followed again; behind them is room.
    items: &'w mut Vec<Item>,
    begin: usize,
    end: usize,
}

impl<'l, I: BoardIndex, V: FnMut(Tier, &[Neighbour])> RunWalker<'_, '_, '_, 'l, I, V> {
    /// Goes on with those boards for whose words it is wanted.
    #[inline(always)]
    fn select(
        &mut self,
        form: Form<'l>,
        wanted: impl Fn(u32) -> bool,
        body: impl FnOnce(&mut Self),
    ) {
        let (begin, end) = (self.begin, self.end);
        if self.items.len() < 2 * end - begin {
            self.items.resize(2 * (2 * end - begin), Item::default());
        }
        let (before, selected) = self.items.split_at_mut(end);
        let (before, selected) = (&before[begin..], &mut selected[..end - begin]);
        // Whether a board is wanted is a coin toss: no branch.
        let mut length = 0;
        if form.is_of_first_list() && form.is_straight() {
            for item in before {
                selected[length] = *item;
                length += usize::from(wanted(form.straight_at(item.other)));
            }
        } else {
            self.lists.with(form.list, |list| {
                for item in before {
                    selected[length] = *item;
                    length += usize::from(wanted(form.at(list[usize::from(item.board)])));
                }
            });
        }
        if length > 0 {
            (self.begin, self.end) = (end, end + length);
            body(self);
            (self.begin, self.end) = (begin, end);
        }
    }

    /// Notes where the active boards get to.
    #[inline(always)]
    fn land(&mut self, target: u32, board: impl FnOnce() -> Board<Many<'l>>) {
        let target = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let items = &self.items[self.begin..self.end];
        let Some(index) = target.by_pivot else {
            for item in items {
                self.landing.inside[self.first as usize + usize::from(item.board)] += 1;
            }
            return;
        };
        let Board { first, second, tag } = board();
        let Many::One(tag) = tag else { unreachable!("the boards of a run have one tag") };
        let tag = tag as usize;
        let neighbour = |item: &Item, found: OrbitSlot| Neighbour {
            number: self.first + u32::from(item.board),
            weight: u32::from(item.orbit) * found.stabiliser,
            slot: found.slot,
        };
        let found = &mut target.found;
        let [pivot, other] = if index.pivot() == 0 { [first, second] } else { [second, first] };
        match (pivot, other) {
            (Many::One(pivot), Many::Form(form)) if form.is_of_first_list() => {
                index.locate_others(
                    tag,
                    pivot,
                    items,
                    |item| form.at(item.other),
                    neighbour,
                    found,
                );
            }
            (Many::One(pivot), Many::Form(form)) => self.lists.with(form.list, |list| {
                let other = |item: &Item| form.at(list[usize::from(item.board)]);
                index.locate_others(tag, pivot, items, other, neighbour, found);
            }),
            (Many::Form(form), Many::One(other)) => self.lists.with(form.list, |list| {
                let pivot = |item: &Item| form.at(list[usize::from(item.board)]);
                index.locate_pivots(tag, other, items, pivot, neighbour, found);
            }),
            _ => unreachable!("a move leaves the boards of a run one kind of pieces in common"),
        }
        target.hand_over(&mut self.landing.visit);
    }
}

impl<'l, I: BoardIndex, V: FnMut(Tier, &[Neighbour])> Walker for RunWalker<'_, '_, '_, 'l, I, V> {
    type Word = Many<'l>;

    fn each_bit(&mut self, mask: Many<'l>, mut body: impl FnMut(&mut Self, Many<'l>)) {
        let mark = self.lists.mark();
        let mut bits = match mask {
            Many::One(mask) => mask,
            Many::Form(form) => form.possible(),
        };
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            bits ^= bit;
            match mask {
                Many::One(_) => body(self, Many::One(bit)),
                Many::Form(form) => {
                    self.select(
                        form,
                        |mask| mask & bit != 0,
                        |walker| body(walker, Many::One(bit)),
                    );
                }
            }
            self.lists.release(mark);
        }
    }

    fn each_row<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        mut body: impl FnMut(&mut Self, [Many<'l>; N]),
    ) {
        let mark = self.lists.mark();
        for row in rows {
            body(self, row.map(Many::One));
            self.lists.release(mark);
        }
    }

    fn each_row_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Many<'l>,
        body: impl FnMut(&mut Self, [Many<'l>; N]),
    ) {
        let Many::One(cell) = cell else { unreachable!("rows are asked for by a bit of a loop") };
        self.each_row(rows.at(cell.trailing_zeros() as usize), body);
    }

    fn row<const N: usize>(&mut self, rows: &[[u32; N]], number: Many<'l>) -> [Many<'l>; N] {
        let Many::One(number) = number else { unreachable!("rows are asked for by the tag") };
        rows[number as usize].map(Many::One)
    }

    fn work_out(&mut self, function: &impl Pointwise, word: Many<'l>) -> Many<'l> {
        match word {
            Many::One(word) => Many::One(function.of(word)),
            Many::Form(form) => {
                let items = &self.items[self.begin..self.end];
                let boards = items.iter().map(|item| usize::from(item.board));
                self.lists.change(form, boards, |word| function.of(word))
            }
        }
    }

    fn either(
        &mut self,
        condition: Which<'l>,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        let opposite = condition.opposite;
        match condition.nonzero {
            Many::One(word) if (word != 0) != opposite => yes(self),
            Many::One(_) => no(self),
            Many::Form(form) => {
                self.select(form, |word| (word != 0) != opposite, yes);
                self.select(form, |word| (word != 0) == opposite, no);
            }
        }
    }

    fn assort(&mut self, condition: Which<'l>, mut body: impl FnMut(&mut Self, Which<'l>)) {
        match condition.nonzero {
            Many::One(_) => body(self, condition),
            Many::Form(form) => {
                let opposite = condition.opposite;
                for wanted in [true, false] {
                    let is_wanted = |word| ((word != 0) != opposite) == wanted;
                    self.select(form, is_wanted, |walker| body(walker, wanted.into()));
                }
            }
        }
    }

    fn when(&mut self, condition: Which<'l>, body: impl FnOnce(&mut Self)) {
        let opposite = condition.opposite;
        match condition.nonzero {
            Many::One(word) if (word != 0) != opposite => body(self),
            Many::One(_) => {}
            Many::Form(form) => self.select(form, |word| (word != 0) != opposite, body),
        }
    }

    fn arrive(
        &mut self,
        target: Many<'l>,
        _step: Step<Many<'l>>,
        board: impl FnOnce() -> Board<Many<'l>>,
    ) {
        match target {
            Many::One(target) => self.land(target, board),
            Many::Form(form) => {
                let board = board();
                for number in 0..TARGETS as u32 {
                    self.select(
                        form,
                        |target| target == number,
                        |walker| {
                            walker.land(number, || board);
                        },
                    );
                }
            }
        }
    }

    fn arrive_rows_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Many<'l>,
        target: Many<'l>,
        mut arrival: impl FnMut([Many<'l>; N]) -> (Step<Many<'l>>, Board<Many<'l>>),
    ) {
        if let (Many::One(number), Many::One(cell)) = (target, cell)
            && let Some(Target { locator: None, .. }) = &self.landing.targets[number as usize]
        {
            // They stay inside: counting is all.
            let moves = rows.at(cell.trailing_zeros() as usize).len() as u32;
            for item in &self.items[self.begin..self.end] {
                self.landing.inside[self.first as usize + usize::from(item.board)] += moves;
            }
            return;
        }
        self.each_row_at(rows, cell, |walker, row| {
            let (step, board) = arrival(row);
            walker.arrive(target, step, || board);
        });
    }

    fn arrive_each(
        &mut self,
        mask: Many<'l>,
        target: Many<'l>,
        mut arrival: impl FnMut(Many<'l>) -> (Step<Many<'l>>, Board<Many<'l>>),
    ) {
        if let (Many::One(number), Many::Form(form)) = (target, mask)
            && let Some(Target { locator: None, .. }) = &self.landing.targets[number as usize]
        {
            // They stay inside: counting is all.
            return self.lists.with(form.list, |masks| {
                let inside = &mut self.landing.inside[self.first as usize..];
                let items = &self.items[self.begin..self.end];
                if self.begin == 0 {
                    // All boards of the run, in order: many at a time.
                    for (inside, &mask) in inside.iter_mut().zip(&masks[..items.len()]) {
                        *inside += form.at(mask).count_ones();
                    }
                } else {
                    for item in items {
                        let board = usize::from(item.board);
                        inside[board] += form.at(masks[board]).count_ones();
                    }
                }
            });
        }
        self.each_bit(mask, |walker, bit| {
            let (step, board) = arrival(bit);
            walker.arrive(target, step, || board);
        });
    }

    /// In no order: those that go the other way last.
    fn arrive_each_but(
        &mut self,
        mask: Many<'l>,
        other: Many<'l>,
        target: Many<'l>,
        arrival: impl FnMut(Many<'l>) -> (Step<Many<'l>>, Board<Many<'l>>),
        other_way: impl FnMut(&mut Self, Many<'l>),
    ) {
        self.arrive_each(mask & !other, target, arrival);
        self.each_bit(mask & other, other_way);
    }
}
