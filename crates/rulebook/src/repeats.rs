//! Whether a text may say one move in two ways, which then count as one.

use std::collections::HashSet;

use crate::board::NONE;
use crate::machine::{Act, Choice, Program, Reach, Walk};
use crate::syntax::Taking;

impl Program {
    /// Whether a position may have two ways to the same move. What follows a beat is told by the position after
    /// it, so that this is so only if an action makes a beat in two ways, or two alternatives begin with the
    /// same one.
    pub(crate) fn may_repeat(&self) -> bool {
        let mut deeds = self.options.iter().flat_map(|choice| &choice.deeds);
        let is_ambiguous = deeds.any(|deed| match &deed.act {
            Act::Go(walk) => arrives_twice(walk),
            Act::Push { pushes, .. } => {
                let mut ends = HashSet::new();
                pushes.iter().any(|push| !ends.insert([push.cells.first(), push.cells.last()]))
            }
            _ => false,
        });
        let pairs = || {
            let numbered = self.options.iter().enumerate();
            numbered.flat_map(|(number, one)| {
                self.options[number + 1..].iter().map(move |other| (one, other))
            })
        };
        is_ambiguous || pairs().any(|(one, other)| !begin_differently(one, other))
    }
}

/// Whether a piece has two ways to the same point.
fn arrives_twice(walk: &Walk) -> bool {
    if matches!(walk.reach, Reach::Table(_)) {
        return false;
    }
    let points = walk.ways.first().map_or(0, |way| way.next.len());
    (0..points).any(|from| {
        let mut reached = 0_u64;
        walk.ways.iter().any(|way| {
            let (mut at, mut seen) = (way.next[from], 1_u64 << from);
            let mut is_first = true;
            while at != NONE && seen >> at & 1 == 0 {
                let arrives = match walk.reach {
                    Reach::Leap(_) => !is_first,
                    _ => true,
                };
                if arrives && reached >> at & 1 == 1 {
                    return true;
                }
                reached |= u64::from(arrives) << at;
                seen |= 1 << at;
                let goes_on = match walk.reach {
                    Reach::Step => false,
                    Reach::Leap(_) => is_first,
                    _ => true,
                };
                if !goes_on {
                    break;
                }
                is_first = false;
                at = way.next[usize::from(at)];
            }
            false
        })
    })
}

/// Whether no turn of one alternative begins as one of another does, as far as is easily seen.
fn begin_differently(one: &Choice, other: &Choice) -> bool {
    let firsts = [one, other].map(|choice| match &choice.deeds[..] {
        // Where the first is left out, the next begins.
        [first, rest @ ..] if rest.is_empty() || first.condition.is_none() => Some(&first.act),
        _ => None,
    });
    match firsts {
        [Some(Act::Place { kind: one, .. }), Some(Act::Place { kind: other, .. })] => one != other,
        [Some(Act::Place { .. }), Some(Act::Go(_))]
        | [Some(Act::Go(_)), Some(Act::Place { .. })] => true,
        [Some(Act::Go(one)), Some(Act::Go(other))] => {
            let beat = |walk: &Walk| match walk.taking {
                Taking::Ahead => 1,
                Taking::Behind => 2,
                _ => 0,
            };
            beat(one) != beat(other)
                || one.pieces.content().kinds & other.pieces.content().kinds == 0
        }
        _ => false,
    }
}
