//! Whether the rules stay the same when points, and perhaps players, are exchanged. It is shown from the
//! compiled rules, part by part, and so holds for every position.

use crate::board::{Direction, NONE};
use crate::machine::{Act, Choice, Deed, Holds, Machine, Points, Program, Reach, Walk, bits};
use crate::syntax::{Again, Taking};

/// An exchange of points, and of players if it exchanges them.
#[derive(Clone, Debug)]
pub(crate) struct Image<'a> {
    machine: &'a Machine,
    /// By point: where it goes.
    points: &'a [u8],
    /// By kind: what it becomes.
    kinds: Vec<u8>,
    exchanges: bool,
}

impl<'a> Image<'a> {
    /// None where a kind of pieces has no counterpart.
    pub(crate) fn new(machine: &'a Machine, points: &'a [u8], exchanges: bool) -> Option<Self> {
        let kinds = exchanged_kinds(machine, exchanges)?;
        Some(Image { machine, points, kinds, exchanges })
    }

    /// Whether the rules stay the same.
    pub(crate) fn keeps_rules(&self) -> bool {
        let Machine { board, pieces, programs, .. } = self.machine;
        let keeps_captives = pieces.iter().zip(&self.kinds).all(|(piece, to)| {
            let captive = piece.captive.map(|kind| self.kinds[usize::from(kind)]);
            captive == pieces[usize::from(*to)].captive
        });
        let keeps_joins = self.table(&board.beside, &board.beside);
        keeps_captives
            && keeps_joins
            && (0..2).all(|player| {
                let other = if self.exchanges { 1 - player } else { player };
                self.program(&programs[player], &programs[other])
            })
    }

    /// Whether the position at the start stays the same but for whose turn it is.
    pub(crate) fn keeps_start(&self) -> bool {
        let Machine { masks, hands, .. } = self.machine;
        self.kinds.iter().enumerate().all(|(kind, to)| {
            let to = usize::from(*to);
            self.mask(masks[kind]) == masks[to] && hands[kind] == hands[to]
        })
    }

    fn mask(&self, mask: u64) -> u64 {
        bits(mask).fold(0, |image, point| image | 1 << self.points[point])
    }

    /// Whether a mask for each point becomes the other.
    fn table(&self, one: &[u64], other: &[u64]) -> bool {
        let numbered = one.iter().zip(self.points);
        numbered.into_iter().all(|(mask, to)| self.mask(*mask) == other[usize::from(*to)])
    }

    /// Whether masks become the others, in any order.
    fn masks(&self, one: &[u64], other: &[u64]) -> bool {
        let mut image: Vec<u64> = one.iter().map(|mask| self.mask(*mask)).collect();
        let mut other = other.to_vec();
        image.sort_unstable();
        other.sort_unstable();
        image == other
    }

    fn kind(&self, one: u8, other: u8) -> bool {
        self.kinds[usize::from(one)] == other
    }

    fn kinds(&self, one: &[u8], other: &[u8]) -> bool {
        let mut image: Vec<u8> = one.iter().map(|kind| self.kinds[usize::from(*kind)]).collect();
        let mut other = other.to_vec();
        image.sort_unstable();
        other.sort_unstable();
        image == other
    }

    fn points(&self, one: &Points, other: &Points) -> bool {
        match (one, other) {
            (Points::Kinds(one), Points::Kinds(other)) => self.kinds(one, other),
            (Points::Empty, Points::Empty) => true,
            (Points::Fixed(one), Points::Fixed(other)) => self.mask(*one) == *other,
            (Points::And(a, b), Points::And(c, d))
            | (Points::AndNot(a, b), Points::AndNot(c, d))
            | (Points::Beside(a, b), Points::Beside(c, d))
            | (Points::NotBeside(a, b), Points::NotBeside(c, d))
            | (Points::Surrounded(a, b), Points::Surrounded(c, d))
            | (Points::Else(a, b), Points::Else(c, d)) => self.points(a, c) && self.points(b, d),
            (Points::InLines(a, lines), Points::InLines(b, others))
            | (Points::OutsideLines(a, lines), Points::OutsideLines(b, others)) => {
                self.points(a, b) && self.masks(lines, others)
            }
            (Points::Lowest(a, below), Points::Lowest(b, others)) => {
                self.points(a, b) && self.table(below, others)
            }
            _ => false,
        }
    }

    fn each<T>(&self, one: &[T], other: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
    }

    fn holds(&self, one: &Holds, other: &Holds) -> bool {
        match (one, other) {
            (Holds::Not(one), Holds::Not(other)) => self.holds(one, other),
            (Holds::All(one), Holds::All(other)) | (Holds::Any(one), Holds::Any(other)) => {
                self.each(one, other, |one, other| self.holds(one, other))
            }
            (
                Holds::Count { least, most, of, in_hand },
                Holds::Count { least: other_least, most: other_most, of: others, in_hand: held },
            ) => {
                let same_points = match (of, others) {
                    (None, None) => true,
                    (Some(one), Some(other)) => self.points(one, other),
                    _ => false,
                };
                (least, most) == (other_least, other_most)
                    && same_points
                    && self.kinds(in_hand, held)
            }
            (Holds::Within(a, b), Holds::Within(c, d)) => self.points(a, c) && self.points(b, d),
            (Holds::Covers(a, lines), Holds::Covers(b, others))
            | (Holds::LastIn(a, lines), Holds::LastIn(b, others))
            | (Holds::InOneOf(a, lines), Holds::InOneOf(b, others)) => {
                self.points(a, b) && self.masks(lines, others)
            }
            (Holds::Connected(one), Holds::Connected(other)) => self.points(one, other),
            _ => false,
        }
    }

    fn condition(&self, one: &Option<Holds>, other: &Option<Holds>) -> bool {
        match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => self.holds(one, other),
            _ => false,
        }
    }

    /// Whether ways through the board become the others, in any order.
    fn ways(&self, one: Vec<Vec<u8>>, mut other: Vec<Vec<u8>>) -> bool {
        let point =
            |point: &u8| if *point == NONE { NONE } else { self.points[usize::from(*point)] };
        let mut image: Vec<Vec<u8>> =
            one.iter().map(|way| way.iter().map(point).collect()).collect();
        for list in [&mut image, &mut other] {
            list.sort_unstable();
            list.dedup();
        }
        image == other
    }

    fn walk(&self, one: &Walk, other: &Walk) -> bool {
        let same_reach = match (&one.reach, &other.reach) {
            (Reach::Leap(over), Reach::Leap(others)) => self.points(over, others),
            (Reach::Table(table), Reach::Table(others)) => {
                return self.table(table, others) && self.walkers(one, other);
            }
            (Reach::Step, Reach::Step)
            | (Reach::Slide, Reach::Slide)
            | (Reach::SlideFar, Reach::SlideFar) => true,
            _ => false,
        };
        let all = &self.machine.board.directions;
        same_reach && self.walkers(one, other) && self.ways(ways_of(one, all), ways_of(other, all))
    }

    fn walkers(&self, one: &Walk, other: &Walk) -> bool {
        (one.taking, one.again) == (other.taking, other.again)
            && self.points(&one.pieces, &other.pieces)
            && self.each(&one.to.0, &other.to.0, |one, other| self.points(one, other))
    }

    fn act(&self, one: &Act, other: &Act) -> bool {
        match (one, other) {
            (
                Act::Place { kind, from_hand, on },
                Act::Place { kind: other, from_hand: held, on: others },
            ) => self.kind(*kind, *other) && from_hand == held && self.points(on, others),
            (Act::Go(one), Act::Go(other)) => self.walk(one, other),
            (Act::Remove(one), Act::Remove(other)) => self.points(one, other),
            (Act::Swap { pieces, with }, Act::Swap { pieces: others, with: theirs }) => {
                self.points(pieces, others) && self.points(with, theirs)
            }
            (
                Act::Push { kind, takes, pushes },
                Act::Push { kind: other, takes: taken, pushes: others },
            ) => {
                let ways = |pushes: &[crate::machine::Push]| {
                    pushes.iter().map(|push| push.cells.clone()).collect()
                };
                self.kind(*kind, *other)
                    && self.points(takes, taken)
                    && self.ways(ways(pushes), ways(others))
            }
            (Act::Shoot { kind, ways }, Act::Shoot { kind: other, ways: others }) => {
                self.kind(*kind, *other) && self.ways(rays(ways, false), rays(others, false))
            }
            (Act::Pass, Act::Pass) | (Act::FlipBeside, Act::FlipBeside) => true,
            (Act::FlipEnclosed, Act::FlipEnclosed)
            | (Act::CaptureEnclosed, Act::CaptureEnclosed) => {
                let straight = rays(&self.machine.board.directions, true);
                self.ways(straight.clone(), straight)
            }
            (
                Act::Promote { kind, on, to },
                Act::Promote { kind: other, on: others, to: theirs },
            ) => self.kind(*kind, *other) && self.kind(*to, *theirs) && self.points(on, others),
            _ => false,
        }
    }

    fn choice(&self, one: &Choice, other: &Choice) -> bool {
        let deed = |one: &Deed, other: &Deed| {
            self.condition(&one.condition, &other.condition) && self.act(&one.act, &other.act)
        };
        (one.is_else, one.is_most) == (other.is_else, other.is_most)
            && self.condition(&one.condition, &other.condition)
            && self.each(&one.deeds, &other.deeds, deed)
    }

    fn program(&self, one: &Program, other: &Program) -> bool {
        one.stuck == other.stuck
            && self.kinds(&one.own, &other.own)
            && self.kinds(&one.enemy, &other.enemy)
            && self.each(&one.ends, &other.ends, |(one, value), (other, theirs)| {
                value == theirs && self.holds(one, other)
            })
            && self.each(&one.options, &other.options, |one, other| self.choice(one, other))
    }
}

/// What each kind becomes; none where one has no counterpart.
pub(crate) fn exchanged_kinds(machine: &Machine, exchanges: bool) -> Option<Vec<u8>> {
    let numbered = (0..).zip(&machine.pieces);
    numbered
        .map(|(kind, piece)| match piece.owner {
            Some(_) if exchanges => piece.other,
            _ => Some(kind),
        })
        .collect()
}

/// The points behind one another in a direction.
fn ray(direction: &Direction, from: u8) -> Vec<u8> {
    let mut points = vec![from];
    let mut at = direction.next[usize::from(from)];
    while at != NONE && !points.contains(&at) {
        points.push(at);
        at = direction.next[usize::from(at)];
    }
    points
}

/// From each point, in each direction.
fn rays(directions: &[Direction], straight_only: bool) -> Vec<Vec<u8>> {
    let meant = directions.iter().filter(|direction| direction.is_straight || !straight_only);
    let points = |direction: &Direction| 0..direction.next.len() as u8;
    meant.flat_map(|way| points(way).map(move |from| ray(way, from))).collect()
}

/// All that matters of the directions in which pieces go.
fn ways_of(walk: &Walk, all: &[Direction]) -> Vec<Vec<u8>> {
    let length = match (walk.again, &walk.reach) {
        (Again::MayStraight, _) => usize::MAX,
        (_, Reach::Step) => 2,
        (_, Reach::Leap(_)) => 3,
        _ => usize::MAX,
    };
    let needs_straight = matches!(walk.reach, Reach::Leap(_));
    let mut found = Vec::new();
    for (number, way) in walk.ways.iter().enumerate() {
        if needs_straight && !way.is_straight {
            continue;
        }
        for from in 0..way.next.len() as u8 {
            let mut points = ray(way, from);
            points.truncate(length);
            if points.len() == 1 {
                continue;
            }
            if matches!(walk.taking, Taking::Ahead | Taking::Behind) {
                for direction in [&all[number], &all[all[number].back]] {
                    points.push(NONE);
                    points.extend(ray(direction, from));
                }
            }
            found.push(points);
        }
    }
    found
}
