//! Following a description for many boards together that have one kind of pieces in common.

use std::ops::Range;

use crate::bits::ones;
use crate::described::{BoardIndex, TARGETS};
use crate::many::{Lists, Many, Which};
use crate::neighbour::Neighbour;
use crate::orbit::{OrbitSlot, Pairs, Run};
use crate::slotwalker::{Landing, NO_TARGET, Target};
use crate::walker::{Board, Pointwise, RowsByCell, Step, Walker};
use crate::word::Word;

/// Boards that share their pivot.
pub(crate) struct RunOfBoards<'r> {
    /// The run that they belong to, with the pivot.
    pub(crate) run: &'r Run,
    /// The other kind of pieces, and the sizes of the orbits.
    pub(crate) others: &'r [u32],
    pub(crate) orbits: &'r [u32],
    /// The place of the first in the list of all slots.
    pub(crate) first: u32,
}

/// A board of a run: its number there, the pieces that are not the pivot's, and the size of its orbit.
/// Eight bytes, since it is copied for every choice that a description makes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Item {
    other: u32,
    board: u16,
    orbit: u16,
}

/// Boards dealt out to the bits of their words: behind what was used are those of each bit, from the
/// first to before the next, and the room that all of them take.
#[derive(Clone, Debug)]
struct Dealt {
    boards: Range<usize>,
    word: Many,
    used: usize,
    first: [u32; 32],
    next: [u32; 32],
    room: usize,
}

/// For fewer boards it does not pay to look at what all bits of their masks change.
const FEW: usize = 4;

/// Follows a description for all boards of a run together.
pub(crate) struct RunWalker<'w, 'a, 'i, I: BoardIndex + 'a> {
    landing: &'w mut Landing<'a, 'i, I>,
    /// The place of the run's first board in the list of all slots.
    first: u32,
    /// The boards' other pieces, of which there may be none.
    others: Many,
    has_others: bool,
    /// What was worked out, from what.
    worked_out: Option<[Many; 2]>,
    /// How boards were dealt out before, as long as they lie there: a loop within a loop often deals
    /// the same boards by the same words again.
    dealt: Option<Dealt>,
    /// The boards for which the description is being followed are those from `begin` to `end`. There is
    /// room behind `used`; before it are boards for which it will be followed again.
    items: &'w mut Vec<Item>,
    begin: usize,
    end: usize,
    used: usize,
}

impl<'w, 'a, 'i, I: BoardIndex> RunWalker<'w, 'a, 'i, I> {
    /// Follows a description.
    #[inline(always)]
    pub(crate) fn walk(
        landing: &'w mut Landing<'a, 'i, I>,
        boards: &RunOfBoards<'_>,
        items: &'w mut Vec<Item>,
        follow: impl FnOnce(&mut Self, Board<Many>),
    ) {
        let RunOfBoards { run, others, orbits, first } = *boards;
        let end = others.len();
        if items.len() < end {
            items.resize(end, Item::default());
        }
        let numbered = (0..).zip(others.iter().zip(orbits));
        for (item, (board, (&other, &orbit))) in items.iter_mut().zip(numbered) {
            *item = Item { other, board, orbit: orbit as u16 };
        }
        let (other, outer) = Lists::begin(others);
        let (pivot, tag) = (Many::from(run.pivot_cells), Many::from(run.tag as u32));
        let board = match run.pivot {
            0 => Board { first: pivot, second: other, tag },
            _ => Board { first: other, second: pivot, tag },
        };
        let has_others = others[0] != 0;
        let mut walker = RunWalker {
            landing,
            first,
            others: other,
            has_others,
            worked_out: None,
            dealt: None,
            items,
            begin: 0,
            end,
            used: end,
        };
        follow(&mut walker, board);
        Lists::end(outer);
    }

    /// Goes on with those boards for which a condition holds.
    #[inline(always)]
    fn select(&mut self, condition: Which, body: impl FnOnce(&mut Self)) {
        let Which { nonzero: word, opposite } = condition;
        let is_plain = word.list == self.others.list && word.is_straight();
        let (before, selected) = self.room(self.end - self.begin);
        // Whether it holds is a coin toss: no branch.
        let mut length = 0;
        if is_plain {
            for item in before {
                selected[length] = *item;
                length += usize::from(word.straight_is_some(item.other) != opposite);
            }
        } else {
            Lists::with(word, |list| {
                for item in before {
                    selected[length] = *item;
                    length += usize::from(condition.holds(word.at(list[usize::from(item.board)])));
                }
            });
        }
        let first = self.used;
        self.go_on_with(first..first + length, first + length, body);
    }

    /// The boards for which the description is being followed, and room for so many.
    #[inline(always)]
    fn room(&mut self, size: usize) -> (&[Item], &mut [Item]) {
        if let Some(Dealt { used, room, .. }) = self.dealt
            && self.used < used + room
        {
            self.dealt = None;
        }
        if self.items.len() < self.used + size {
            self.items.resize(2 * (self.used + size), Item::default());
        }
        let (before, room) = self.items.split_at_mut(self.used);
        (&before[self.begin..self.end], &mut room[..size])
    }

    /// Goes on with some boards, if there are any.
    #[inline(always)]
    fn go_on_with(&mut self, boards: Range<usize>, used: usize, body: impl FnOnce(&mut Self)) {
        if !boards.is_empty() {
            let outer = (self.begin, self.end, self.used);
            (self.begin, self.end, self.used) = (boards.start, boards.end, used);
            body(self);
            (self.begin, self.end, self.used) = outer;
        }
    }

    /// Deals the boards out to the bits of their words, of which there are several.
    #[inline(always)]
    fn deal(&mut self, word: Many) -> Dealt {
        let boards = self.begin..self.end;
        if let Some(dealt) = &self.dealt
            && (&dealt.boards, dealt.word, dealt.used) == (&boards, word, self.used)
        {
            return dealt.clone();
        }
        let (mut first, mut room) = ([0; 32], 0);
        let mut possible = word.possible();
        while possible != 0 {
            first[possible.trailing_zeros() as usize] = room as u32;
            room += boards.len();
            possible &= possible - 1;
        }
        let mut next = first;
        let (before, items) = self.room(room);
        Lists::with(word, |list| {
            for item in before {
                let number = list[usize::from(item.board)];
                let mut bits = word.at(number);
                while bits != 0 {
                    let next = &mut next[bits.trailing_zeros() as usize % 32];
                    items[*next as usize] = *item;
                    *next += 1;
                    bits &= bits - 1;
                }
            }
        });
        let dealt = Dealt { boards, word, used: self.used, first, next, room };
        // Other lists come and go with the loops.
        if word.list == self.others.list {
            self.dealt = Some(dealt.clone());
        }
        dealt
    }

    /// Whether a condition holds, if that is the same for all boards.
    #[inline(always)]
    fn known(&self, condition: Which) -> Option<bool> {
        // All boards have equally many other pieces.
        let has_some = self.has_others && condition.nonzero == self.others;
        if has_some { Some(condition.holds(1)) } else { condition.one() }
    }

    /// Whether moves to a target are only counted.
    #[inline(always)]
    fn counts(&self, target: u32) -> bool {
        matches!(&self.landing.targets[target as usize], Some(Target { locator: None, .. }))
    }

    /// Counts moves that stay inside: so many for each board.
    #[inline(always)]
    fn count(&mut self, moves: impl Fn(usize) -> u32) {
        let inside = &mut self.landing.inside[self.first as usize..];
        let items = &self.items[self.begin..self.end];
        if self.begin == 0 {
            // All boards of the run, in order: many at a time.
            for (board, inside) in inside[..items.len()].iter_mut().enumerate() {
                *inside += moves(board);
            }
        } else {
            for item in items {
                let board = usize::from(item.board);
                inside[board] += moves(board);
            }
        }
    }

    /// Notes where the boards get to.
    #[inline(always)]
    fn land(&mut self, target: u32, board: impl FnOnce() -> Board<Many>) {
        if self.counts(target) {
            return self.count(|_| 1);
        }
        let target = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let index = target.by_pivot.expect("runs are of indexes that go by a pivot");
        let items = &self.items[self.begin..self.end];
        let Board { first, second, tag } = board();
        let tag = tag.one().expect("the boards of a run have one tag") as usize;
        let neighbour = |item: &Item, found: OrbitSlot| Neighbour {
            number: self.first + u32::from(item.board),
            weight: u32::from(item.orbit) * found.stabiliser,
            slot: found.slot,
        };
        let found = target.found.room(items.len());
        let [pivot, other] = if index.pivot() == 0 { [first, second] } else { [second, first] };
        match (pivot.one(), other.one()) {
            (Some(pivot), None) if other.list == self.others.list => {
                let others = |item: &Item| other.at(item.other);
                index.locate_others(tag, pivot, items, others, neighbour, found);
            }
            (Some(pivot), None) => Lists::with(other, |list| {
                let others = |item: &Item| other.at(list[usize::from(item.board)]);
                index.locate_others(tag, pivot, items, others, neighbour, found);
            }),
            (None, Some(other)) => Lists::with(pivot, |list| {
                let pivots = |item: &Item| pivot.at(list[usize::from(item.board)]);
                index.locate_pivots(tag, other, items, pivots, neighbour, found);
            }),
            _ => unreachable!("a move leaves the boards of a run one kind of pieces in common"),
        }
        target.hand_over(self.landing.visit);
    }

    /// Notes where the boards get to by the pairs of bits of their two masks, if these change nothing but
    /// cells of the other pieces, and all boards have the pivot's in common. Then nobody need be dealt out.
    #[inline(always)]
    fn land_pairs(
        &mut self,
        masks: [Many; 2],
        target: u32,
        arrival: &mut impl FnMut(Many, Many) -> (Step<Many>, Board<Many>),
    ) -> bool {
        let items = &self.items[self.begin..self.end];
        let target = self.landing.targets[target as usize].as_mut().expect(NO_TARGET);
        let index = target.by_pivot.expect("runs are of indexes that go by a pivot");
        // What a pair has in common with all others, and what it changes. What was the pivot's may be the
        // other kind's there.
        let mut change = |bits: [u32; 2]| {
            let Board { first, second, tag } = arrival(bits[0].into(), bits[1].into()).1;
            let [pivot, other] = if index.pivot() == 0 { [first, second] } else { [second, first] };
            let (shared, changed, changes_pivot) = match (pivot.one(), other.one()) {
                (Some(pivot), None) => (pivot, other, false),
                (None, Some(other)) => (other, pivot, true),
                _ => return None,
            };
            let (cells, change) = changed.untoggled();
            Some(((tag.one()? as usize, shared, cells, changes_pivot), change))
        };
        let possible = masks.map(Many::possible);
        if possible.contains(&0) {
            return true;
        }
        let lowest = possible.map(|mask| mask & mask.wrapping_neg());
        let Some((shared, first)) = change(lowest) else { return false };
        if shared.2.list != self.others.list {
            return false;
        }
        let mut changes = [[0; 32]; 2];
        for side in 0..2 {
            for number in ones(possible[side]) {
                let mut pair = lowest;
                pair[side] = 1 << number;
                match change(pair) {
                    Some((same, changed)) if same == shared => {
                        changes[side][number] = if side == 0 { changed } else { changed ^ first };
                    }
                    _ => return false,
                }
            }
        }
        debug_assert!(
            {
                let last = possible.map(|mask| 31 - mask.leading_zeros());
                let [of_piece, of_cell] = [0, 1].map(|side| changes[side][last[side] as usize]);
                change(last.map(|bit| 1 << bit)) == Some((shared, of_piece ^ of_cell))
            },
            "what a pair changes is what each of the two does"
        );
        let (tag, shared, cells, changes_pivot) = shared;
        let neighbour = |item: &Item, found: OrbitSlot| Neighbour {
            number: self.first + u32::from(item.board),
            weight: u32::from(item.orbit) * found.stabiliser,
            slot: found.slot,
        };
        let pairs = Pairs {
            items,
            masks: |item: &Item| masks.map(|mask| mask.at(item.other)),
            cells: |item: &Item| cells.at(item.other),
            changes,
        };
        let found = target.found.room(pairs.count());
        if changes_pivot {
            index.locate_pairs_of_pivots((tag, shared), pairs, neighbour, found);
        } else {
            index.locate_pairs_of_others((tag, shared), pairs, neighbour, found);
        }
        target.hand_over(self.landing.visit);
        true
    }

    /// Whether a word is the same for all boards, or follows from their other pieces alone.
    #[inline(always)]
    fn is_at_hand(&self, word: Many) -> bool {
        word.one().is_some() || word.list == self.others.list
    }
}

impl<I: BoardIndex> Walker for RunWalker<'_, '_, '_, I> {
    type Word = Many;

    fn each_bit(&mut self, mask: Many, mut body: impl FnMut(&mut Self, Many)) {
        let mark = Lists::mark();
        let mut bits = mask.possible();
        let dealt = mask.one().is_none().then(|| self.deal(mask));
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            bits ^= bit;
            match &dealt {
                None => body(self, bit.into()),
                Some(Dealt { first, next, room, .. }) => {
                    let number = bit.trailing_zeros() as usize;
                    let boards =
                        self.used + first[number] as usize..self.used + next[number] as usize;
                    self.go_on_with(boards, self.used + room, |walker| body(walker, bit.into()));
                }
            }
            Lists::release(mark);
        }
    }

    fn each_row<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        mut body: impl FnMut(&mut Self, [Many; N]),
    ) {
        let mark = Lists::mark();
        for row in rows {
            body(self, row.map(Many::from));
            Lists::release(mark);
        }
    }

    fn each_row_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Many,
        body: impl FnMut(&mut Self, [Many; N]),
    ) {
        let cell = cell.one().expect("rows are asked for by a bit of a loop");
        self.each_row(rows.at(cell.trailing_zeros() as usize), body);
    }

    fn work_out(&mut self, function: &impl Pointwise, word: Many) -> Many {
        match (word.one(), self.worked_out) {
            (Some(word), _) => function.of(word).into(),
            (None, Some([known, result])) if known == word => result,
            _ => Lists::change(word, function),
        }
    }

    fn foresee(&mut self, function: &impl Pointwise, word: Many) {
        if word.one().is_none() {
            self.worked_out = Some([word, Lists::change(word, function)]);
        }
    }

    fn either(
        &mut self,
        condition: Which,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        match self.known(condition) {
            Some(true) => yes(self),
            Some(false) => no(self),
            None => {
                self.select(condition, yes);
                self.select(!condition, no);
            }
        }
    }

    fn when(&mut self, condition: Which, body: impl FnOnce(&mut Self)) {
        match self.known(condition) {
            Some(true) => body(self),
            Some(false) => {}
            None => self.select(condition, body),
        }
    }

    fn assort(&mut self, condition: Which, mut body: impl FnMut(&mut Self, Which)) {
        if condition.one().is_some() {
            return body(self, condition);
        }
        self.select(condition, |walker| body(walker, true.into()));
        self.select(!condition, |walker| body(walker, false.into()));
    }

    fn arrive(&mut self, target: Many, _step: Step<Many>, board: impl FnOnce() -> Board<Many>) {
        if let Some(target) = target.one() {
            return self.land(target, board);
        }
        let board = board();
        for number in 0..TARGETS as u32 {
            self.select(target.equals(number.into()), |walker| walker.land(number, || board));
        }
    }

    fn arrive_rows_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Many,
        target: Many,
        mut arrival: impl FnMut([Many; N]) -> (Step<Many>, Board<Many>),
    ) {
        if let (Some(number), Some(cell)) = (target.one(), cell.one())
            && self.counts(number)
        {
            let moves = rows.at(cell.trailing_zeros() as usize).len() as u32;
            return self.count(|_| moves);
        }
        self.each_row_at(rows, cell, |walker, row| {
            let (step, board) = arrival(row);
            walker.arrive(target, step, || board);
        });
    }

    fn arrive_each(
        &mut self,
        mask: Many,
        target: Many,
        mut arrival: impl FnMut(Many) -> (Step<Many>, Board<Many>),
    ) {
        if let Some(number) = target.one()
            && self.counts(number)
        {
            return match mask.one() {
                Some(mask) => self.count(|_| mask.count_ones()),
                None => Lists::with(mask, |list| {
                    self.count(|board| mask.at(list[board]).count_ones());
                }),
            };
        }
        self.each_bit(mask, |walker, bit| {
            let (step, board) = arrival(bit);
            walker.arrive(target, step, || board);
        });
    }

    fn arrive_pairs(
        &mut self,
        pieces: Many,
        cells: Many,
        target: Many,
        mut arrival: impl FnMut(Many, Many) -> (Step<Many>, Board<Many>),
    ) {
        if let Some(number) = target.one()
            && self.is_at_hand(pieces)
            && self.is_at_hand(cells)
        {
            if self.counts(number) {
                return Lists::with(self.others, |list| {
                    let ones = |mask: Many, board: usize| mask.at(list[board]).count_ones();
                    self.count(|board| ones(pieces, board) * ones(cells, board));
                });
            }
            // Where the pieces are the pivot, all boards have the same.
            if pieces.one().is_none() && self.end - self.begin >= FEW {
                let mark = Lists::mark();
                let has_landed = self.land_pairs([pieces, cells], number, &mut arrival);
                Lists::release(mark);
                if has_landed {
                    return;
                }
            }
        }
        self.each_bit(pieces, |walker, piece| {
            walker.arrive_each(cells, target, |cell| arrival(piece, cell));
        });
    }

    /// In no order: those that go the other way last.
    fn arrive_each_but(
        &mut self,
        mask: Many,
        other: Many,
        target: Many,
        arrival: impl FnMut(Many) -> (Step<Many>, Board<Many>),
        other_way: impl FnMut(&mut Self, Many),
    ) {
        self.arrive_each(mask & !other, target, arrival);
        self.each_bit(mask & other, other_way);
    }
}
