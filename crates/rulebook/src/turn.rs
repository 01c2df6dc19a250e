//! Following the choices of a turn: everything that a player can do, beat by beat.

use std::cell::Cell;

use crate::board::{Direction, NONE};
use crate::machine::{Act, Choice, Deed as Doing, Holds, Points, Program, Reach, Walk, bits};
use crate::play::TextGame;
use crate::position::{Beat, Deed, MOST_BEATS, Position};
use crate::syntax::{Again, Taking};

/// What came of a move.
pub(crate) struct Made<'a, const N: usize> {
    /// Its beats, each with the position after it.
    pub(crate) trail: &'a [(Beat, Position<N>)],
    /// The position at the end, the other player to move.
    pub(crate) after: Position<N>,
    /// How many pieces were captured.
    pub(crate) captured: u32,
}

/// How far the choices of a turn are followed.
#[derive(Clone, Copy)]
pub(crate) struct Reins<'a> {
    /// Beats that may still be made. Most ways of a long chain may come to nothing, so that a bound on the
    /// moves that come of them would not do.
    pub(crate) left: &'a Cell<u32>,
    /// The beats that are followed, where only one move is looked for.
    pub(crate) only: Option<&'a [Beat]>,
}

/// Follows the choices of a turn.
pub(crate) struct Walker<'a, const N: usize, V> {
    game: &'a TextGame<N>,
    program: &'a Program,
    reins: Reins<'a>,
    trail: Vec<(Beat, Position<N>)>,
    captured: u32,
    goes_on: bool,
    visit: V,
}

impl<'a, const N: usize, V: FnMut(Made<'_, N>) -> bool> Walker<'a, N, V> {
    pub(crate) fn new(
        game: &'a TextGame<N>,
        program: &'a Program,
        reins: Reins<'a>,
        visit: V,
    ) -> Self {
        Walker { game, program, reins, trail: Vec::new(), captured: 0, goes_on: true, visit }
    }

    /// Whether a beat is followed. None is once there were too many.
    fn follows(&mut self, beat: Beat) -> bool {
        let Reins { left, only } = self.reins;
        self.goes_on &= left.get() > 0;
        left.set(left.get().saturating_sub(1));
        self.goes_on && only.is_none_or(|only| only.get(self.trail.len()) == Some(&beat))
    }

    pub(crate) fn choose(&mut self, choice: &'a Choice, position: Position<N>) {
        if choice
            .condition
            .as_ref()
            .is_none_or(|condition| self.game.holds(condition, &position, None))
        {
            self.follow(&choice.deeds, position, None);
        }
    }

    /// Does the rest of a turn. `last` is the piece that came last.
    fn follow(&mut self, doings: &'a [Doing], position: Position<N>, last: Option<u8>) {
        if !self.goes_on {
            return;
        }
        let Some((doing, rest)) = doings.split_first() else {
            let after = Position { turn: position.turn.other(), ..position };
            let made = Made { trail: &self.trail, after, captured: self.captured };
            self.goes_on = (self.visit)(made);
            return;
        };
        let holds = |condition: &Holds| self.game.holds(condition, &position, last);
        if !doing.condition.as_ref().is_none_or(holds) {
            return self.follow(rest, position, last);
        }
        let before = self.trail.len();
        let found = self.act(&doing.act, rest, position, last);
        // What cannot be done is left out, unless the turn begins with it.
        if !found && before > 0 {
            self.follow(rest, position, last);
        }
    }

    /// A beat, and then the rest.
    fn beat(&mut self, beat: Beat, after: Position<N>, rest: &'a [Doing], last: Option<u8>) {
        if self.trail.len() == MOST_BEATS || !self.follows(beat) {
            return;
        }
        self.trail.push((beat, after));
        self.follow(rest, after, last);
        self.trail.pop();
    }

    fn points(&self, points: &Points, position: &Position<N>) -> u64 {
        points.of(&self.game.machine.board, &position.masks, position.taken())
    }

    /// Does something in all ways; whether there was one.
    fn act(
        &mut self,
        act: &'a Act,
        rest: &'a [Doing],
        position: Position<N>,
        last: Option<u8>,
    ) -> bool {
        match act {
            Act::Place { kind, from_hand, on } => {
                let kind_number = usize::from(*kind);
                if *from_hand && position.hands[kind_number] == 0 {
                    return false;
                }
                let on = self.points(on, &position) & !position.taken();
                for point in bits(on) {
                    let mut after = position;
                    after.masks[kind_number] |= 1 << point;
                    after.hands[kind_number] -= u8::from(*from_hand);
                    let beat = Beat { deed: Deed::Place, from: *kind, to: point as u8 };
                    self.beat(beat, after, rest, Some(point as u8));
                }
                on != 0
            }
            Act::Go(walk) => self.go(walk, rest, position),
            Act::Remove(points) => {
                let points = self.points(points, &position) & position.taken();
                for point in bits(points) {
                    let mut after = position;
                    self.capture(&mut after, 1 << point);
                    let beat = Beat { deed: Deed::Remove, from: NONE, to: point as u8 };
                    self.captured += 1;
                    self.beat(beat, after, rest, last);
                    self.captured -= 1;
                }
                points != 0
            }
            Act::Swap { pieces, with } => {
                let pieces = self.points(pieces, &position) & position.taken();
                let with = self.points(with, &position) & position.taken();
                let mut found = false;
                for from in bits(pieces) {
                    for to in bits(with & self.game.machine.board.beside[from]) {
                        let (Some(one), Some(other)) =
                            (position.kind_at(from as u8), position.kind_at(to as u8))
                        else {
                            continue;
                        };
                        let mut after = position;
                        let both = 1 << from | 1 << to;
                        after.masks[one] ^= both;
                        after.masks[other] ^= both;
                        found = true;
                        let beat = Beat { deed: Deed::Go, from: from as u8, to: to as u8 };
                        self.beat(beat, after, rest, Some(to as u8));
                    }
                }
                found
            }
            Act::Push { kind, takes, pushes } => {
                let free = self.points(takes, &position) | !position.taken();
                let mut found = false;
                for push in pushes.iter().filter(|push| free >> push.cells[0] & 1 == 1) {
                    let mut after = position;
                    for mask in &mut after.masks {
                        let line = push.cells.iter().fold(0_u64, |line, cell| line | 1 << cell);
                        let moved = push
                            .cells
                            .windows(2)
                            .fold(0, |moved, pair| moved | (*mask >> pair[1] & 1) << pair[0]);
                        *mask = *mask & !line | moved;
                    }
                    let to = push.cells[push.cells.len() - 1];
                    after.masks[usize::from(*kind)] |= 1 << to;
                    found = true;
                    self.beat(
                        Beat { deed: Deed::Go, from: push.cells[0], to },
                        after,
                        rest,
                        Some(to),
                    );
                }
                found
            }
            Act::Shoot { kind, ways } => {
                let Some(last) = last else { return false };
                let mut reached = 0_u64;
                for way in ways {
                    let mut at = way.next[usize::from(last)];
                    while at != NONE && (position.taken() | reached) >> at & 1 == 0 {
                        reached |= 1 << at;
                        at = way.next[usize::from(at)];
                    }
                }
                for point in bits(reached) {
                    let mut after = position;
                    after.masks[usize::from(*kind)] |= 1 << point;
                    let beat = Beat { deed: Deed::Place, from: *kind, to: point as u8 };
                    self.beat(beat, after, rest, Some(last));
                }
                reached != 0
            }
            Act::Pass => {
                self.beat(Beat { deed: Deed::Pass, from: NONE, to: NONE }, position, rest, last);
                true
            }
            Act::FlipEnclosed | Act::CaptureEnclosed => {
                let enclosed = last.map_or(0, |last| self.enclosed(&position, last));
                let flips = matches!(act, Act::FlipEnclosed);
                self.change(enclosed, flips, position, rest, last);
                true
            }
            Act::FlipBeside => {
                let enemy = self.of_kinds(&self.program.enemy, &position);
                let beside =
                    last.map_or(0, |last| self.game.machine.board.beside[usize::from(last)]);
                self.change(enemy & beside, true, position, rest, last);
                true
            }
            Act::Promote { kind, on, to } => {
                let on = self.points(on, &position) & position.masks[usize::from(*kind)];
                let mut after = position;
                after.masks[usize::from(*kind)] &= !on;
                after.masks[usize::from(*to)] |= on;
                self.effect(after, 0, rest, last);
                true
            }
        }
    }

    fn of_kinds(&self, kinds: &[u8], position: &Position<N>) -> u64 {
        kinds.iter().fold(0, |all, kind| all | position.masks[usize::from(*kind)])
    }

    /// Something that follows from the beat before without a choice.
    fn effect(&mut self, after: Position<N>, captured: u32, rest: &'a [Doing], last: Option<u8>) {
        let shown = self.trail.last_mut().map(|(_, shown)| std::mem::replace(shown, after));
        self.captured += captured;
        self.follow(rest, after, last);
        self.captured -= captured;
        if let (Some(shown), Some((_, kept))) = (shown, self.trail.last_mut()) {
            *kept = shown;
        }
    }

    /// Pieces change sides or are captured.
    fn change(
        &mut self,
        points: u64,
        flips: bool,
        position: Position<N>,
        rest: &'a [Doing],
        last: Option<u8>,
    ) {
        let mut after = position;
        if flips {
            for (kind, piece) in self.game.machine.pieces.iter().enumerate() {
                let changed = position.masks[kind] & points;
                if let Some(other) = piece.other {
                    after.masks[kind] &= !changed;
                    after.masks[usize::from(other)] |= changed;
                }
            }
        } else {
            self.capture(&mut after, points);
        }
        self.effect(after, if flips { 0 } else { points.count_ones() }, rest, last);
    }

    /// Takes pieces off; into the hand of the player to move where the text says so.
    fn capture(&self, position: &mut Position<N>, points: u64) {
        for (kind, piece) in self.game.machine.pieces.iter().enumerate() {
            let taken = (position.masks[kind] & points).count_ones();
            position.masks[kind] &= !points;
            if let Some(captive) = piece.captive {
                position.hands[usize::from(captive)] += taken as u8;
            }
        }
    }

    /// The enemy's pieces in unbroken straight rows between a point and other pieces of the player.
    fn enclosed(&self, position: &Position<N>, from: u8) -> u64 {
        let own = self.of_kinds(&self.program.own, position);
        let enemy = self.of_kinds(&self.program.enemy, position);
        let mut all = 0;
        for direction in
            self.game.machine.board.directions.iter().filter(|direction| direction.is_straight)
        {
            let (mut between, mut at) = (0_u64, direction.next[usize::from(from)]);
            while at != NONE && enemy >> at & 1 == 1 && between >> at & 1 == 0 {
                between |= 1 << at;
                at = direction.next[usize::from(at)];
            }
            if at != NONE && at != from && own >> at & 1 == 1 {
                all |= between;
            }
        }
        all
    }

    fn go(&mut self, walk: &'a Walk, rest: &'a [Doing], position: Position<N>) -> bool {
        let pieces = self.points(&walk.pieces, &position) & position.taken();
        let mut found = false;
        for from in bits(pieces) {
            found |= self.go_from(walk, rest, position, from as u8, None);
        }
        found
    }

    /// All ways of a piece; only straight on if a direction is given.
    fn go_from(
        &mut self,
        walk: &'a Walk,
        rest: &'a [Doing],
        position: Position<N>,
        from: u8,
        only: Option<usize>,
    ) -> bool {
        let targets =
            walk.to.of(&self.game.machine.board, &position.masks, position.taken()) & !(1 << from);
        let mut found = false;
        if let Reach::Table(tables) = &walk.reach {
            for to in bits(tables[usize::from(from)] & targets) {
                found |= self.arrive(walk, rest, position, [from, to as u8], 0, None);
            }
            return found;
        }
        for (number, way) in walk.ways.iter().enumerate() {
            if only.is_some_and(|only| only != number) {
                continue;
            }
            let first = way.next[usize::from(from)];
            if first == NONE {
                continue;
            }
            match &walk.reach {
                Reach::Step => {
                    if targets >> first & 1 == 1 {
                        found |= self.arrive(walk, rest, position, [from, first], 0, Some(number));
                    }
                }
                Reach::Leap(over) => {
                    let over = self.points(over, &position) & !(1 << from);
                    let to = way.next[usize::from(first)];
                    if way.is_straight
                        && over >> first & 1 == 1
                        && to != NONE
                        && to != from
                        && targets >> to & 1 == 1
                    {
                        let taken = if walk.taking == Taking::Leapt { 1 << first } else { 0 };
                        found |= self.arrive(walk, rest, position, [from, to], taken, Some(number));
                    }
                }
                _ => {
                    let far = matches!(walk.reach, Reach::SlideFar);
                    let taken = position.taken() & !(1 << from);
                    let (mut at, mut farthest) = (first, NONE);
                    loop {
                        let is_free = taken >> at & 1 == 0;
                        if targets >> at & 1 == 1 {
                            farthest = at;
                            if !far {
                                found |=
                                    self.arrive(walk, rest, position, [from, at], 0, Some(number));
                            }
                        }
                        let next = way.next[usize::from(at)];
                        if !is_free || next == NONE || next == from {
                            break;
                        }
                        at = next;
                    }
                    if far && farthest != NONE {
                        found |=
                            self.arrive(walk, rest, position, [from, farthest], 0, Some(number));
                    }
                }
            }
        }
        found
    }

    /// A piece arrives; whether that is a way to go.
    fn arrive(
        &mut self,
        walk: &'a Walk,
        rest: &'a [Doing],
        position: Position<N>,
        [from, to]: [u8; 2],
        taken: u64,
        way: Option<usize>,
    ) -> bool {
        let directions = &self.game.machine.board.directions;
        let enemy = self.of_kinds(&self.program.enemy, &position);
        let row = |direction: &Direction, from: u8| {
            let (mut row, mut at) = (0_u64, direction.next[usize::from(from)]);
            while at != NONE && enemy >> at & 1 == 1 && row >> at & 1 == 0 {
                row |= 1 << at;
                at = direction.next[usize::from(at)];
            }
            row
        };
        let (mut taken, mut deed) = (taken, Deed::Go);
        match (walk.taking, way) {
            (Taking::Ahead, Some(way)) => {
                taken |= row(&directions[way], to);
                deed = Deed::Approach;
            }
            (Taking::Behind, Some(way)) => {
                taken |= row(&directions[directions[way].back], from);
                deed = Deed::Withdraw;
            }
            _ => {}
        }
        if walk.taking != Taking::Nothing && taken == 0 {
            return false;
        }
        let Some(kind) = position.kind_at(from) else { return false };
        taken |= 1 << to & position.taken();
        let mut after = position;
        self.capture(&mut after, taken);
        after.masks[kind] = after.masks[kind] & !(1 << from) | 1 << to;
        let beat = Beat { deed, from, to };
        if self.trail.len() == MOST_BEATS || !self.follows(beat) {
            return true;
        }
        let captured = taken.count_ones();
        self.captured += captured;
        self.trail.push((beat, after));
        self.go_on(walk, rest, after, to, way);
        self.trail.pop();
        self.captured -= captured;
        true
    }

    /// A piece that has arrived goes on if it must or may.
    fn go_on(
        &mut self,
        walk: &'a Walk,
        rest: &'a [Doing],
        position: Position<N>,
        at: u8,
        way: Option<usize>,
    ) {
        let only = if walk.again == Again::MayStraight { way } else { None };
        let is_last = self.trail.len() + 1 >= MOST_BEATS;
        match walk.again {
            Again::No => self.follow(rest, position, Some(at)),
            Again::Must => {
                if is_last || !self.go_from(walk, rest, position, at, None) {
                    self.follow(rest, position, Some(at));
                }
            }
            Again::May | Again::MayStraight => {
                if !is_last && self.go_from(walk, rest, position, at, only) {
                    self.beat(
                        Beat { deed: Deed::Stop, from: NONE, to: NONE },
                        position,
                        rest,
                        Some(at),
                    );
                } else {
                    self.follow(rest, position, Some(at));
                }
            }
        }
    }
}
