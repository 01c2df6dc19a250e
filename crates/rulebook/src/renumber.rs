//! The same rules with the points numbered in another order, in which joined points are at fewer different
//! distances: all steps of one distance are found together.

use crate::board::{Board, Direction, NONE};
use crate::machine::{
    Act, AnyOf, Choice, Deed, Holds, Machine, Points, Program, Push, Reach, Walk, bits,
};

/// By point: its new number. Boards around a middle, such as squares one inside the other, are numbered ring by
/// ring where that is better; all others stay as they are.
pub(crate) fn best_order(machine: &Machine) -> Vec<u8> {
    let board = &machine.board;
    let as_it_is: Vec<u8> = (0..board.points() as u8).collect();
    if machine.deeds().any(|deed| matches!(deed.act, Act::Push { .. })) {
        return as_it_is;
    }
    let around = by_rings(board);
    if distances(board, &around) < distances(board, &as_it_is) { around } else { as_it_is }
}

/// How many different distances joined points have.
fn distances(board: &Board, order: &[u8]) -> usize {
    let mut found: Vec<u8> = Vec::new();
    for (point, beside) in board.beside.iter().enumerate() {
        found.extend(bits(*beside).map(|other| order[point].abs_diff(order[other])));
    }
    found.sort_unstable();
    found.dedup();
    found.len()
}

/// From the outermost ring inwards, each clockwise from the top left.
fn by_rings(board: &Board) -> Vec<u8> {
    let middle = [0, 1].map(|axis| {
        let of_axis = || board.places.iter().map(move |place| place[axis]);
        (of_axis().fold(f32::MAX, f32::min) + of_axis().fold(f32::MIN, f32::max)) / 2.0
    });
    let key = |point: &usize| {
        let [right, down] = [0, 1].map(|axis| board.places[*point][axis] - middle[axis]);
        let ring = (right.abs().max(down.abs()) * 100.0).round() as i32;
        // A little is added so that the first is not mistaken for the last.
        let angle = down.atan2(right) + 0.75 * std::f32::consts::PI + 0.01;
        (-ring, (angle.rem_euclid(std::f32::consts::TAU) * 1000.0) as i32)
    };
    let mut points: Vec<usize> = (0..board.points()).collect();
    points.sort_by_key(key);
    let mut order = vec![0; points.len()];
    for (number, point) in (0..).zip(points) {
        order[point] = number;
    }
    order
}

impl Machine {
    /// The same rules: what was point `p` is point `order[p]`.
    pub(crate) fn renumbered(&self, order: &[u8]) -> Machine {
        let by = Renumbering { order };
        let mut machine = self.clone();
        machine.masks = self.masks.iter().map(|mask| by.mask(*mask)).collect();
        machine.board.beside = by.table(&self.board.beside);
        machine.board.directions = by.directions(&self.board.directions);
        for (from, to) in order.iter().enumerate() {
            machine.board.names[usize::from(*to)].clone_from(&self.board.names[from]);
            machine.board.places[usize::from(*to)] = self.board.places[from];
        }
        machine.programs = self.programs.clone().map(|program| by.program(program));
        machine
    }
}

struct Renumbering<'a> {
    order: &'a [u8],
}

impl Renumbering<'_> {
    fn point(&self, point: u8) -> u8 {
        if point == NONE { NONE } else { self.order[usize::from(point)] }
    }

    fn mask(&self, mask: u64) -> u64 {
        bits(mask).fold(0, |image, point| image | 1 << self.order[point])
    }

    fn masks(&self, masks: &[u64]) -> Vec<u64> {
        masks.iter().map(|mask| self.mask(*mask)).collect()
    }

    fn table(&self, table: &[u64]) -> Vec<u64> {
        let mut image = vec![0; table.len()];
        for (mask, to) in table.iter().zip(self.order) {
            image[usize::from(*to)] = self.mask(*mask);
        }
        image
    }

    fn directions(&self, directions: &[Direction]) -> Vec<Direction> {
        let direction = |direction: &Direction| {
            let mut next = vec![NONE; direction.next.len()];
            for (to, from) in direction.next.iter().zip(self.order) {
                next[usize::from(*from)] = self.point(*to);
            }
            let open = direction.joined & (u64::MAX >> (64 - self.order.len()));
            Direction { next, joined: self.mask(open), ..direction.clone() }
        };
        directions.iter().map(direction).collect()
    }

    fn points(&self, points: &Points) -> Points {
        let of = |points: &Points| Box::new(self.points(points));
        match points {
            Points::Kinds(kinds) => Points::Kinds(kinds.clone()),
            Points::Empty => Points::Empty,
            Points::Fixed(points) => Points::Fixed(self.mask(*points)),
            Points::And(one, other) => Points::And(of(one), of(other)),
            Points::AndNot(one, other) => Points::AndNot(of(one), of(other)),
            Points::Beside(one, other) => Points::Beside(of(one), of(other)),
            Points::NotBeside(one, other) => Points::NotBeside(of(one), of(other)),
            Points::Surrounded(one, other) => Points::Surrounded(of(one), of(other)),
            Points::Else(one, other) => Points::Else(of(one), of(other)),
            Points::InLines(one, lines) => Points::InLines(of(one), self.masks(lines)),
            Points::OutsideLines(one, lines) => Points::OutsideLines(of(one), self.masks(lines)),
            Points::Lowest(one, below) => Points::Lowest(of(one), self.table(below)),
        }
    }

    fn holds(&self, holds: &Holds) -> Holds {
        let all = |all: &[Holds]| all.iter().map(|one| self.holds(one)).collect();
        match holds {
            Holds::Not(condition) => Holds::Not(Box::new(self.holds(condition))),
            Holds::All(conditions) => Holds::All(all(conditions)),
            Holds::Any(conditions) => Holds::Any(all(conditions)),
            Holds::Count { least, most, of, in_hand } => Holds::Count {
                least: *least,
                most: *most,
                of: of.as_ref().map(|of| self.points(of)),
                in_hand: in_hand.clone(),
            },
            Holds::Within(one, other) => Holds::Within(self.points(one), self.points(other)),
            Holds::Covers(one, shapes) => Holds::Covers(self.points(one), self.masks(shapes)),
            Holds::LastIn(one, lines) => Holds::LastIn(self.points(one), self.masks(lines)),
            Holds::Connected(one) => Holds::Connected(self.points(one)),
            Holds::InOneOf(one, sets) => Holds::InOneOf(self.points(one), self.masks(sets)),
        }
    }

    fn walk(&self, walk: &Walk) -> Walk {
        let reach = match &walk.reach {
            Reach::Leap(over) => Reach::Leap(self.points(over)),
            Reach::Table(table) => Reach::Table(self.table(table)),
            other => other.clone(),
        };
        let to = walk.to.0.iter().map(|to| self.points(to)).collect();
        Walk {
            pieces: self.points(&walk.pieces),
            reach,
            to: AnyOf(to),
            ways: self.directions(&walk.ways),
            ..walk.clone()
        }
    }

    fn act(&self, act: &Act) -> Act {
        match act {
            Act::Place { kind, from_hand, on } => {
                Act::Place { kind: *kind, from_hand: *from_hand, on: self.points(on) }
            }
            Act::Go(walk) => Act::Go(self.walk(walk)),
            Act::Remove(points) => Act::Remove(self.points(points)),
            Act::Swap { pieces, with } => {
                Act::Swap { pieces: self.points(pieces), with: self.points(with) }
            }
            Act::Push { kind, takes, pushes } => {
                let push = |push: &Push| Push {
                    cells: push.cells.iter().map(|cell| self.point(*cell)).collect(),
                };
                let pushes = pushes.iter().map(push).collect();
                Act::Push { kind: *kind, takes: self.points(takes), pushes }
            }
            Act::Shoot { kind, ways } => Act::Shoot { kind: *kind, ways: self.directions(ways) },
            Act::Promote { kind, on, to } => {
                Act::Promote { kind: *kind, on: self.points(on), to: *to }
            }
            Act::Pass | Act::FlipEnclosed | Act::CaptureEnclosed | Act::FlipBeside => act.clone(),
        }
    }

    fn program(&self, program: Program) -> Program {
        let condition = |condition: &Option<Holds>| condition.as_ref().map(|it| self.holds(it));
        let deed = |deed: &Deed| Deed {
            condition: condition(&deed.condition),
            act: self.act(&deed.act),
            line: deed.line,
        };
        let choice = |choice: &Choice| Choice {
            condition: condition(&choice.condition),
            deeds: choice.deeds.iter().map(deed).collect(),
            ..choice.clone()
        };
        Program {
            options: program.options.iter().map(choice).collect(),
            ends: program.ends.iter().map(|(end, value)| (self.holds(end), *value)).collect(),
            ..program
        }
    }
}
