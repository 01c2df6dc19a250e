//! How pieces get about, as rows of constants that find the moves of all pieces with a few shifts.

use hindsight_core::{Joins, RowsByCell};

use crate::board::NONE;
use crate::machine::{Points, Push, Reach, Walk, bits};
use crate::said::Set;
use crate::syntax::{Again, Taking};
use crate::tiers::Reason;

/// How a piece gets to where it goes.
#[derive(Clone, Debug)]
pub(crate) enum Doing {
    /// From nowhere or from the hand.
    Place,
    /// To a joined point, by pairs that go both ways.
    Step(Joins),
    /// To the next point: the points that are left, the turn that brings what is there to them, and back.
    Go(Vec<[u32; 3]>),
    /// To any point.
    Fly,
    /// Over a point of a set: the points that are left, the turn that brings what is leapt over to them,
    /// and back; and the same for where it ends.
    Leap(Vec<[u32; 5]>, Set),
    /// As in Quixo: the points where pieces are taken; by such a point the line, the turn of the others
    /// towards the gap, and where the piece comes in; and the same undone.
    Push { edge: u32, taking: RowsByCell<3>, putting: RowsByCell<3> },
}

/// A set, or that it cannot be said.
pub(crate) fn set(points: &Points, line: usize) -> Result<Set, Reason> {
    Set::new(points).ok_or_else(|| Reason::new(line, "such a set has no description"))
}

/// The turn to the right that brings what is at one point to another.
fn turn(from: u8, to: u8) -> u32 {
    (32 + u32::from(from) - u32::from(to)) % 32
}

pub(crate) fn doing(walk: &Walk, all: u64, line: usize) -> Result<Doing, Reason> {
    let refuse = |why: &str| Err(Reason::new(line, why));
    if walk.again != Again::No || matches!(walk.taking, Taking::Ahead | Taking::Behind) {
        return refuse("captures that go on or take rows have no description");
    }
    let each_way = || {
        walk.ways.iter().flat_map(|way| {
            let numbered = (0..).zip(&way.next);
            let next = numbered.filter(|(_, next)| **next != NONE);
            next.map(move |(from, next)| (way, from as u8, *next))
        })
    };
    let mut pairs: Vec<(u8, u8)> = match &walk.reach {
        Reach::Step => each_way().map(|(_, from, to)| (from, to)).collect(),
        Reach::Table(table) if table.iter().all(|to| *to == all) => return Ok(Doing::Fly),
        Reach::Table(table) => {
            let numbered = (0..).zip(table);
            numbered.flat_map(|(from, to)| bits(*to).map(move |to| (from, to as u8))).collect()
        }
        Reach::Leap(over) => {
            let over = set(over, line)?;
            let mut leaps: Vec<[u8; 3]> = each_way()
                .filter(|(way, ..)| way.is_straight)
                .map(|(way, from, over)| [from, over, way.next[usize::from(over)]])
                .filter(|[from, _, to]| *to != NONE && to != from)
                .collect();
            leaps.sort_unstable();
            leaps.dedup();
            let mut rows: Vec<[u32; 5]> = Vec::new();
            for [from, over, to] in leaps {
                let row = [0, turn(over, from), turn(from, over), turn(to, from), turn(from, to)];
                match rows.iter_mut().find(|known| known[1..] == row[1..]) {
                    Some(known) => known[0] |= 1 << from,
                    None => rows.push([1 << from, row[1], row[2], row[3], row[4]]),
                }
            }
            return Ok(Doing::Leap(rows, over));
        }
        Reach::Slide | Reach::SlideFar => return refuse("slides have no description yet"),
    };
    pairs.retain(|(from, to)| from != to);
    pairs.sort_unstable();
    pairs.dedup();
    if pairs.iter().all(|(from, to)| pairs.binary_search(&(*to, *from)).is_ok()) {
        let lower = pairs.iter().filter(|(from, to)| from < to);
        return Ok(Doing::Step(Joins::new(
            lower.map(|(from, to)| (usize::from(*from), usize::from(*to))),
        )));
    }
    Ok(Doing::Go(going(pairs)))
}

/// Steps grouped by how far they go.
fn going(pairs: impl IntoIterator<Item = (u8, u8)>) -> Vec<[u32; 3]> {
    let mut rows: Vec<[u32; 3]> = Vec::new();
    for (from, to) in pairs {
        let by = turn(to, from);
        match rows.iter_mut().find(|[_, known, _]| *known == by) {
            Some([points, ..]) => *points |= 1 << from,
            None => rows.push([1 << from, by, turn(from, to)]),
        }
    }
    rows
}

/// The steps of pairs, there and back.
pub(crate) fn one_way(joins: &Joins) -> Vec<[u32; 3]> {
    let pairs = joins.rows().iter().flat_map(|[lower, distance]| {
        let both = |point: usize| {
            let (low, high) = (point as u8, point as u8 + *distance as u8);
            [(low, high), (high, low)]
        };
        bits(u64::from(*lower)).flat_map(both)
    });
    going(pairs)
}

pub(crate) fn push(pushes: &[Push], points: usize) -> Doing {
    let by_cell = |is_undone: bool| {
        RowsByCell::new((0..points as u8).map(|cell| {
            let rows = pushes.iter().filter_map(|push| {
                let (from, to) = (push.cells[0], push.cells[push.cells.len() - 1]);
                let line = push.cells.iter().fold(0, |line, cell| line | 1_u32 << cell);
                // The next piece moves to where the taken one was.
                let by = turn(push.cells[1], from);
                match is_undone {
                    false => (from == cell).then_some([line, by, 1 << to]),
                    true => (to == cell).then_some([line, (32 - by) % 32, 1 << from]),
                }
            });
            rows.collect()
        }))
    };
    let edge = pushes.iter().fold(0, |edge, push| edge | 1 << push.cells[0]);
    Doing::Push { edge, taking: by_cell(false), putting: by_cell(true) }
}
