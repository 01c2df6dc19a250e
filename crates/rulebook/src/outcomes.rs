//! What actions do to the numbers of pieces, as far as it follows from these numbers.

use std::collections::BTreeSet;

use crate::board::{Direction, NONE};
use crate::machine::{Act, AnyOf, Content, Deed, Holds, Points, Reach, Walk};
use crate::position::MOST_BEATS;
use crate::syntax::{Again, Taking};
use crate::tiers::{Counting, Counts, MOST_OUTCOMES, TOO_MANY};

type Outcomes = BTreeSet<Counts>;

impl Counting<'_> {
    /// How many pieces of a kind there are on the board.
    fn on(&self, kind: usize, counts: &Counts) -> u32 {
        counts.on.iter().skip(kind).step_by(self.kinds()).map(|on| u32::from(*on)).sum()
    }

    fn empty(&self, counts: &Counts) -> u32 {
        self.points() - counts.on.iter().map(|on| u32::from(*on)).sum::<u32>()
    }

    /// The fewest and the most points that a set has.
    fn bounds(&self, points: &Points, counts: &Counts) -> [u32; 2] {
        let all = self.points();
        let of = |points: &Points| self.bounds(points, counts);
        match points {
            Points::Kinds(kinds) => {
                [kinds.iter().map(|kind| self.on(usize::from(*kind), counts)).sum(); 2]
            }
            Points::Empty => [self.empty(counts); 2],
            Points::Fixed(points) => [points.count_ones(); 2],
            Points::And(one, other) => {
                let ([least, most], [other_least, other_most]) = (of(one), of(other));
                [(least + other_least).saturating_sub(all), most.min(other_most)]
            }
            Points::AndNot(one, other) => {
                let ([least, most], [other_least, other_most]) = (of(one), of(other));
                [least.saturating_sub(other_most), most.min(all - other_least)]
            }
            Points::Beside(one, _)
            | Points::NotBeside(one, _)
            | Points::Surrounded(one, _)
            | Points::InLines(one, _)
            | Points::OutsideLines(one, _)
            | Points::Lowest(one, _) => [0, of(one)[1]],
            Points::Else(one, other) => {
                let ([least, most], [other_least, other_most]) = (of(one), of(other));
                match (least, most) {
                    (_, 0) => [other_least, other_most],
                    (1.., _) => [least, most],
                    _ => [1.min(other_least), most.max(other_most)],
                }
            }
        }
    }

    fn most(&self, any: &AnyOf, counts: &Counts) -> u32 {
        any.0.iter().map(|points| self.bounds(points, counts)[1]).sum()
    }

    /// Whether a condition holds, where that follows from the numbers.
    pub(crate) fn holds(&self, condition: &Holds, counts: &Counts) -> Option<bool> {
        let most = |points: &Points| self.bounds(points, counts)[1];
        let covers = |points: &Points, shapes: &[u64]| {
            let smallest = shapes.iter().map(|shape| shape.count_ones()).min();
            smallest.is_none_or(|smallest| most(points) < smallest).then_some(false)
        };
        match condition {
            Holds::Not(condition) => self.holds(condition, counts).map(|holds| !holds),
            Holds::All(conditions) => self.all(conditions, counts, true),
            Holds::Any(conditions) => self.all(conditions, counts, false),
            Holds::Count { least, most, of, in_hand } => {
                let held: u32 =
                    in_hand.iter().map(|kind| u32::from(counts.held[usize::from(*kind)])).sum();
                let [fewest, highest] =
                    of.as_ref().map_or([0; 2], |of| self.bounds(of, counts)).map(|on| on + held);
                if (*least..=*most).contains(&fewest) && (*least..=*most).contains(&highest) {
                    Some(true)
                } else {
                    (highest < *least || fewest > *most).then_some(false)
                }
            }
            Holds::Within(one, other) => {
                let ([least, most], [_, other_most]) =
                    (self.bounds(one, counts), self.bounds(other, counts));
                if most == 0 { Some(true) } else { (least > other_most).then_some(false) }
            }
            Holds::Covers(points, shapes) | Holds::LastIn(points, shapes) => covers(points, shapes),
            Holds::Connected(points) => (most(points) < 2).then_some(true),
            Holds::InOneOf(points, _) => (most(points) == 0).then_some(true),
        }
    }

    /// Whether all conditions hold, or with `false` whether one of them does.
    fn all(&self, conditions: &[Holds], counts: &Counts, all: bool) -> Option<bool> {
        let mut known = Some(all);
        for condition in conditions {
            match self.holds(condition, counts) {
                Some(holds) if holds == all => {}
                Some(holds) => return Some(holds),
                None => known = None,
            }
        }
        known
    }

    /// Whether an action can be done whatever the position is.
    pub(crate) fn is_sure(&self, act: &Act, counts: &Counts) -> bool {
        match act {
            Act::Place { kind, from_hand, on } => {
                let has_some = !from_hand || counts.held[usize::from(*kind)] > 0;
                has_some && matches!(on, Points::Empty) && self.empty(counts) > 0
            }
            Act::Go(Walk { reach: Reach::Table(table), pieces, to, taking, .. }) => {
                let goes_anywhere = table.iter().all(|to| *to == self.machine.board.all());
                goes_anywhere
                    && *taking == Taking::Nothing
                    && matches!(pieces, Points::Kinds(_))
                    && self.bounds(pieces, counts)[0] > 0
                    && to.0.iter().any(|to| matches!(to, Points::Empty))
                    && self.empty(counts) > 0
            }
            Act::Pass => true,
            _ => false,
        }
    }

    /// Whether an action can be done whatever the position is, as the one with this number in a turn, behind
    /// another: who has slid or stepped somewhere can shoot at least at the point before, which is empty.
    pub(crate) fn is_sure_behind(&self, before: &Deed, number: usize, act: &Act) -> bool {
        let (Act::Go(walk), Act::Shoot { ways, .. }) = (&before.act, act) else { return false };
        let is_walked = number == 1
            && before.condition.is_none()
            && walk.again == Again::No
            && matches!(walk.reach, Reach::Step | Reach::Slide | Reach::SlideFar);
        let can_turn_back = |way: &Direction| {
            let mut steps = (0..).zip(&way.next).filter(|(_, to)| **to != NONE);
            steps.all(|(from, to)| ways.iter().any(|back| back.next[usize::from(*to)] == from))
        };
        is_walked && walk.ways.iter().all(can_turn_back)
    }

    /// At most how many ways there are to do something.
    pub(crate) fn ways(&self, act: &Act, counts: &Counts) -> u64 {
        let most = |points: &Points| u64::from(self.bounds(points, counts)[1]);
        let board = &self.machine.board;
        match act {
            Act::Place { on, .. } => most(on).min(self.empty(counts).into()),
            Act::Remove(points) => most(points),
            Act::Go(walk) if walk.again != Again::No => TOO_MANY,
            Act::Go(walk) => {
                let from = most(&walk.pieces);
                let each = (0..board.points()).map(|from| reached(walk, from)).max();
                from * u64::from(each.unwrap_or(0).min(self.most(&walk.to, counts)))
            }
            Act::Swap { pieces, .. } => {
                let joined = board.beside.iter().map(|beside| beside.count_ones()).max();
                most(pieces) * u64::from(joined.unwrap_or(0))
            }
            Act::Push { pushes, .. } => pushes.len() as u64,
            Act::Shoot { .. } => self.empty(counts).into(),
            Act::Pass
            | Act::FlipEnclosed
            | Act::CaptureEnclosed
            | Act::FlipBeside
            | Act::Promote { .. } => 1,
        }
    }

    /// The numbers that doing something can lead to.
    pub(crate) fn outcomes(&self, act: &Act, counts: &Counts) -> Outcomes {
        let program = &self.machine.programs[counts.turn as usize];
        let bit = |kinds: &[u8]| kinds.iter().fold(0_u16, |all, kind| all | 1 << kind);
        match act {
            Act::Place { kind, from_hand, .. } => {
                let mut placed = self.put(*kind, counts);
                if *from_hand {
                    let kind = usize::from(*kind);
                    placed = match counts.held[kind] {
                        0 => Outcomes::new(),
                        _ => placed
                            .into_iter()
                            .map(|mut counts| {
                                counts.held[kind] -= 1;
                                counts
                            })
                            .collect(),
                    };
                }
                placed
            }
            Act::Go(walk) => self.gone(walk, counts, bit(&program.enemy)),
            Act::Remove(points) => self.captured(counts, points.content().kinds),
            Act::Swap { .. } | Act::Pass => Outcomes::from([counts.clone()]),
            Act::Push { kind, .. } => {
                let mut found = self.put(*kind, counts);
                if self.on(usize::from(*kind), counts) > 0 {
                    found.insert(counts.clone());
                }
                found
            }
            Act::Shoot { kind, .. } => self.put(*kind, counts),
            Act::FlipEnclosed | Act::FlipBeside => {
                self.any_number(counts, |counts| self.changed(counts, &program.enemy, None))
            }
            Act::CaptureEnclosed => {
                self.any_number(counts, |counts| self.captured(counts, bit(&program.enemy)))
            }
            Act::Promote { kind, to, .. } => {
                self.any_number(counts, |counts| self.changed(counts, &[*kind], Some(*to)))
            }
        }
    }

    /// A piece more.
    fn put(&self, kind: u8, counts: &Counts) -> Outcomes {
        let mut found = Outcomes::new();
        for (part, points) in self.parts.iter().enumerate() {
            let on = &counts.on[part * self.kinds()..][..self.kinds()];
            if on.iter().map(|on| u32::from(*on)).sum::<u32>() < points.count_ones() {
                let mut after = counts.clone();
                after.on[part * self.kinds() + usize::from(kind)] += 1;
                found.insert(after);
            }
        }
        found
    }

    /// A piece of one of these kinds less.
    fn captured(&self, counts: &Counts, kinds: u16) -> Outcomes {
        let mut found = Outcomes::new();
        for (place, on) in counts.on.iter().enumerate() {
            let kind = place % self.kinds();
            if kinds >> kind & 1 == 1 && *on > 0 {
                let mut after = counts.clone();
                after.on[place] -= 1;
                if let Some(captive) = self.machine.pieces[kind].captive {
                    let held = &mut after.held[usize::from(captive)];
                    *held = held.saturating_add(1);
                }
                found.insert(after);
            }
        }
        found
    }

    /// A piece of one of these kinds becomes another: the other player's, unless told which.
    fn changed(&self, counts: &Counts, kinds: &[u8], to: Option<u8>) -> Outcomes {
        let mut found = Outcomes::new();
        for kind in kinds {
            let Some(to) = to.or(self.machine.pieces[usize::from(*kind)].other) else { continue };
            for part in 0..self.parts.len() {
                let first = part * self.kinds();
                let mut after = counts.clone();
                if after.on[first + usize::from(*kind)] > 0 {
                    after.on[first + usize::from(*kind)] -= 1;
                    after.on[first + usize::from(to)] += 1;
                    found.insert(after);
                }
            }
        }
        found
    }

    /// Something that happens any number of times, also never.
    fn any_number(&self, counts: &Counts, once: impl Fn(&Counts) -> Outcomes) -> Outcomes {
        let mut found = Outcomes::from([counts.clone()]);
        let mut open = vec![counts.clone()];
        while let Some(counts) = open.pop().filter(|_| found.len() <= MOST_OUTCOMES) {
            for after in once(&counts) {
                if found.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        found
    }

    fn gone(&self, walk: &Walk, counts: &Counts, enemy: u16) -> Outcomes {
        let movers = walk.pieces.content().kinds;
        let has_movers =
            (0..self.kinds()).any(|kind| movers >> kind & 1 == 1 && self.on(kind, counts) > 0);
        if !has_movers {
            return Outcomes::new();
        }
        let to = walk.to.0.iter().map(|to| to.content());
        let to = to.fold(Content { kinds: 0, empty: false }, |all, to| Content {
            kinds: all.kinds | to.kinds,
            empty: all.empty || to.empty,
        });
        // What stands where the piece arrives is captured, once for each arrival.
        let arrived = |counts: &Counts| {
            let mut found = self.captured(counts, to.kinds);
            if to.empty {
                found.insert(counts.clone());
            }
            found
        };
        let over = match &walk.reach {
            Reach::Leap(over) => over.content().kinds,
            _ => 0,
        };
        let beat = |counts: &Counts| -> Outcomes {
            let taken = match walk.taking {
                Taking::Nothing => Outcomes::from([counts.clone()]),
                // What is leapt over may have been captured on arrival elsewhere: both orders are there.
                Taking::Leapt => self.captured(counts, over),
                Taking::Ahead | Taking::Behind => {
                    let mut rows = self.any_number(counts, |counts| self.captured(counts, enemy));
                    rows.remove(counts);
                    rows
                }
            };
            taken.iter().flat_map(arrived).collect()
        };
        let mut found = beat(counts);
        if walk.again != Again::No {
            let mut last = found.clone();
            for _ in 1..MOST_BEATS {
                last = last.iter().flat_map(beat).filter(|more| !found.contains(more)).collect();
                if last.is_empty() || found.len() > MOST_OUTCOMES {
                    break;
                }
                found.extend(last.iter().cloned());
            }
        }
        found
    }
}

/// How many points a piece can reach from a point on an empty board.
fn reached(walk: &Walk, from: usize) -> u32 {
    if let Reach::Table(table) = &walk.reach {
        return table[from].count_ones();
    }
    let mut ways = 0;
    for way in &walk.ways {
        let mut at = way.next[from];
        match walk.reach {
            Reach::Slide => {
                let mut seen = 1_u64 << from;
                while at != NONE && seen >> at & 1 == 0 {
                    seen |= 1 << at;
                    ways += 1;
                    at = way.next[usize::from(at)];
                }
            }
            _ => ways += u32::from(at != NONE),
        }
    }
    ways
}
