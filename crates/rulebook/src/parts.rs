//! Parts of a board between which no piece ever moves: how many pieces there are in each then changes by
//! captures only, and each part is numbered by itself.

use crate::board::{Board, NONE};
use crate::machine::{Act, Machine, Reach, Walk, bits};

/// The parts where pieces ever stand, as masks: small ones first. A board where pieces are put down is one
/// part.
pub(crate) fn parts(machine: &Machine) -> Vec<u64> {
    let board = &machine.board;
    let is_put = |act: &Act| matches!(act, Act::Place { .. } | Act::Shoot { .. });
    if machine.deeds().any(|deed| is_put(&deed.act)) {
        return vec![board.all()];
    }
    let mut joined: Vec<u64> = (0..board.points()).map(|point| 1 << point).collect();
    let mut join = |one: u8, other: u8| {
        let both = joined[usize::from(one)] | joined[usize::from(other)];
        for point in bits(both) {
            joined[point] = both;
        }
    };
    for deed in machine.deeds() {
        match &deed.act {
            Act::Go(walk) => each_way(walk, board, &mut join),
            Act::Swap { .. } => {
                for (point, beside) in (0..).zip(&board.beside) {
                    bits(*beside).for_each(|other| join(point, other as u8));
                }
            }
            Act::Push { pushes, .. } => {
                for pair in pushes.iter().flat_map(|push| push.cells.windows(2)) {
                    join(pair[0], pair[1]);
                }
            }
            _ => {}
        }
    }
    let start = machine.masks.iter().fold(0, |all, mask| all | mask);
    let mut parts: Vec<u64> = joined.into_iter().filter(|part| part & start != 0).collect();
    parts.sort_unstable_by_key(|part| (part.count_ones(), part.trailing_zeros()));
    parts.dedup();
    if parts.is_empty() { vec![board.all()] } else { parts }
}

/// The points that a walk joins.
fn each_way(walk: &Walk, board: &Board, join: &mut impl FnMut(u8, u8)) {
    if let Reach::Table(table) = &walk.reach {
        for (from, to) in (0..).zip(table) {
            bits(*to).for_each(|to| join(from, to as u8));
        }
        return;
    }
    for way in &walk.ways {
        for from in 0..board.points() as u8 {
            let next = way.next[usize::from(from)];
            if next == NONE {
                continue;
            }
            match &walk.reach {
                Reach::Leap(_) => match way.next[usize::from(next)] {
                    NONE => {}
                    to => join(from, to),
                },
                _ => join(from, next),
            }
        }
    }
}
