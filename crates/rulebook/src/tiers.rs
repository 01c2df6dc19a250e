//! Tiers, derived from what actions do to the numbers of pieces.
//!
//! The positions of a tier have equally many pieces of each kind on each [part](crate::parts) of the board
//! and in hand, and the same player to move, unless the players are exchanged so that the first one always is.
//! Which numbers a turn can lead to is worked out from the actions alone: where a condition does not follow
//! from the numbers, both ways are followed. So there may be tiers that no play leads to, but never too few.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hindsight_core::Turn;

use crate::board::NONE;
use crate::likeness::exchanged_kinds;
use crate::machine::{Act, AnyOf, Choice, Deed, Holds, Machine, Points, Reach, Walk, bits};
use crate::position::MOST_BEATS;
use crate::symmetry::after;
use crate::syntax::{Again, Taking};

/// The most tiers, ways between them, and numbers that a turn can lead to: more are not worth numbering.
const MOST_TIERS: usize = 1 << 13;
const MOST_WAYS: usize = 1 << 18;
const MOST_OUTCOMES: usize = 1 << 10;
/// What stands for more moves than can be told.
pub(crate) const TOO_MANY: u64 = 1 << 20;

/// Why the positions of a game have no numbers: a line of its text, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The line.
    pub line: usize,
    /// What is in the way, as a sentence without its end.
    pub why: String,
}

impl Reason {
    pub(crate) fn new(line: usize, why: impl Into<String>) -> Reason {
        Reason { line, why: why.into() }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// What the positions of a tier have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Counts {
    /// The pieces of each kind on the first part of the board, then on the second, and so on.
    pub(crate) on: Vec<u8>,
    /// Those in hand, by kind.
    pub(crate) held: Vec<u8>,
    pub(crate) turn: Turn,
}

/// A tier.
#[derive(Clone, Debug)]
pub(crate) struct TierOf {
    pub(crate) counts: Counts,
    /// The numbers of the tiers that its moves lead to, each with the most moves that do.
    pub(crate) children: Vec<(usize, u64)>,
}

/// An exchange of the players under which the rules stay the same.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    /// By point: where it is for the other player.
    pub(crate) points: Vec<u8>,
    /// The same undone.
    pub(crate) back: Vec<u8>,
    /// By kind: the same kind of the other player.
    pub(crate) kinds: Vec<u8>,
    /// By part: where it is for the other player.
    parts: Vec<usize>,
}

impl Fold {
    /// The fold by an exchange, if it takes parts to parts and the symmetries of the board to themselves.
    pub(crate) fn new(
        machine: &Machine,
        parts: &[u64],
        symmetries: &[Vec<u8>],
        points: &[u8],
    ) -> Option<Fold> {
        let image = |part: &u64| bits(*part).fold(0, |image, point| image | 1_u64 << points[point]);
        let back = crate::symmetry::inverse(points);
        let keeps =
            |symmetry: &Vec<u8>| symmetries.contains(&after(points, &after(symmetry, &back)));
        let to: Option<Vec<usize>> =
            parts.iter().map(|part| parts.iter().position(|other| *other == image(part))).collect();
        Some(Fold {
            parts: to.filter(|_| symmetries.iter().all(keeps))?,
            kinds: exchanged_kinds(machine, true)?,
            points: points.to_vec(),
            back,
        })
    }
}

/// Works tiers out.
pub(crate) struct Counting<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) parts: &'a [u64],
    pub(crate) fold: Option<&'a Fold>,
}

/// What a set of points can contain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Content {
    /// A bit for each kind.
    pub(crate) kinds: u16,
    pub(crate) empty: bool,
}

type Outcomes = BTreeSet<Counts>;

impl Counting<'_> {
    fn kinds(&self) -> usize {
        self.machine.pieces.len()
    }

    fn points(&self) -> u32 {
        self.machine.board.points() as u32
    }

    /// The numbers at the start.
    pub(crate) fn start(&self) -> Counts {
        let Machine { masks, hands, .. } = self.machine;
        let on = self
            .parts
            .iter()
            .flat_map(|part| masks.iter().map(move |mask| (mask & part).count_ones() as u8));
        Counts { on: on.collect(), held: hands.clone(), turn: Turn::First }
    }

    /// All tiers that the start leads to, the start's first.
    pub(crate) fn tiers(&self) -> Result<Vec<TierOf>, Reason> {
        let start = self.start();
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut tiers = vec![TierOf { counts: start, children: Vec::new() }];
        let (mut next, mut ways) = (0, 0);
        while next < tiers.len() {
            let mut children: BTreeMap<usize, u64> = BTreeMap::new();
            for (counts, moves) in self.children(&tiers[next].counts)? {
                let number = *numbers.entry(counts).or_insert_with_key(|counts| {
                    tiers.push(TierOf { counts: counts.clone(), children: Vec::new() });
                    tiers.len() - 1
                });
                *children.entry(number).or_default() += moves;
            }
            ways += children.len();
            if tiers.len() > MOST_TIERS || ways > MOST_WAYS {
                let line = self.machine.deeds().map(|deed| (self.variety(deed), deed.line)).max();
                let line = line.map_or(self.machine.board_line, |(_, line)| line);
                let why = "pieces become more or fewer in too many ways to be counted by";
                return Err(Reason::new(line, why));
            }
            tiers[next].children = children.into_iter().collect();
            next += 1;
        }
        Ok(tiers)
    }

    /// In about how many ways an action changes the numbers of pieces.
    fn variety(&self, deed: &Deed) -> u32 {
        match &deed.act {
            Act::FlipEnclosed | Act::FlipBeside => 6,
            Act::CaptureEnclosed => 5,
            Act::Promote { .. } => 4,
            Act::Go(walk) if walk.taking != Taking::Nothing => 3,
            Act::Remove(_) | Act::Place { .. } | Act::Shoot { .. } => 2,
            Act::Go(_) | Act::Push { .. } => 1,
            Act::Swap { .. } | Act::Pass => 0,
        }
    }

    /// The numbers that a turn can lead to, each with the most moves that do, as who is then to move
    /// counts.
    fn children(&self, counts: &Counts) -> Result<BTreeMap<Counts, u64>, Reason> {
        let before = &self.machine.programs[counts.turn.other() as usize];
        if before.ends.iter().any(|(condition, _)| self.holds(condition, counts) == Some(true)) {
            return Ok(BTreeMap::new());
        }
        let program = &self.machine.programs[counts.turn as usize];
        let mut found = BTreeMap::new();
        let mut note = |counts: Counts, moves: u64| {
            let entry: &mut u64 = found.entry(self.passed(counts)).or_default();
            *entry = (*entry + moves).min(TOO_MANY);
        };
        let (mut is_sure, mut was_sure) = (false, false);
        for choice in &program.options {
            if choice.is_else {
                was_sure |= is_sure;
            }
            if was_sure {
                break;
            }
            let outcomes = self.choice(choice, counts, &mut is_sure)?;
            outcomes.into_iter().for_each(|(counts, moves)| note(counts, moves));
        }
        if program.stuck.is_none() && !is_sure {
            note(counts.clone(), 1);
        }
        Ok(found)
    }

    /// Whether one of some alternatives can be done, where that follows from the numbers.
    pub(crate) fn can(&self, choices: &[Choice], counts: &Counts) -> Option<bool> {
        let (mut is_sure, mut can) = (false, false);
        for choice in choices {
            let outcomes = self.choice(choice, counts, &mut is_sure);
            can |= outcomes.is_ok_and(|outcomes| !outcomes.is_empty());
        }
        if is_sure { Some(true) } else { (!can).then_some(false) }
    }

    /// The numbers as who moves has them when moves are described: with the players exchanged, if positions
    /// are seen by the player to move.
    pub(crate) fn moving(&self, counts: &Counts) -> Counts {
        match self.fold {
            Some(fold) => self.exchanged(fold, counts, Turn::Second),
            None => counts.clone(),
        }
    }

    /// The numbers as the other player has them.
    pub(crate) fn passed(&self, counts: Counts) -> Counts {
        let turn = counts.turn.other();
        match self.fold {
            Some(fold) if turn == Turn::Second => self.exchanged(fold, &counts, Turn::First),
            _ => Counts { turn, ..counts },
        }
    }

    /// The numbers with the players exchanged.
    fn exchanged(&self, fold: &Fold, counts: &Counts, turn: Turn) -> Counts {
        let mut image = counts.clone();
        for (kind, to) in fold.kinds.iter().enumerate() {
            let to = usize::from(*to);
            image.held[to] = counts.held[kind];
            for (part, to_part) in fold.parts.iter().enumerate() {
                image.on[to_part * self.kinds() + to] = counts.on[part * self.kinds() + kind];
            }
        }
        Counts { turn, ..image }
    }

    /// What one of the alternatives of a turn leads to; whether it is sure that it can be done is noted.
    fn choice(
        &self,
        choice: &Choice,
        counts: &Counts,
        is_sure: &mut bool,
    ) -> Result<BTreeMap<Counts, u64>, Reason> {
        let condition = |condition: &Option<Holds>, counts: &Counts| match condition {
            Some(condition) => self.holds(condition, counts),
            None => Some(true),
        };
        let mut open = BTreeMap::new();
        let holds = condition(&choice.condition, counts);
        if holds != Some(false) {
            open.insert(counts.clone(), 1_u64);
        }
        for (number, deed) in choice.deeds.iter().enumerate() {
            let mut after: BTreeMap<Counts, u64> = BTreeMap::new();
            let mut note = |counts: Counts, moves: u64| {
                let entry = after.entry(counts).or_default();
                *entry = (*entry).saturating_add(moves).min(TOO_MANY);
            };
            for (counts, moves) in open {
                let done = condition(&deed.condition, &counts);
                if number == 0 && holds == Some(true) && done == Some(true) {
                    *is_sure |= self.is_sure(&deed.act, &counts);
                }
                // What cannot be done is left out, unless the turn begins with it.
                if number > 0 || done != Some(true) {
                    note(counts.clone(), moves);
                }
                if done != Some(false) {
                    let ways = self.ways(&deed.act, &counts);
                    for outcome in self.outcomes(&deed.act, &counts) {
                        note(outcome, moves.saturating_mul(ways));
                    }
                }
            }
            if after.len() > MOST_OUTCOMES {
                let why = "a turn can change the numbers of pieces in too many ways";
                return Err(Reason::new(deed.line, why));
            }
            open = after;
        }
        Ok(open)
    }

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
    fn is_sure(&self, act: &Act, counts: &Counts) -> bool {
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

    /// At most how many ways there are to do something.
    fn ways(&self, act: &Act, counts: &Counts) -> u64 {
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

    /// What a set of points can contain.
    pub(crate) fn content(&self, points: &Points) -> Content {
        let of = |points: &Points| self.content(points);
        match points {
            Points::Kinds(kinds) => {
                let kinds = kinds.iter().fold(0, |all, kind| all | 1 << kind);
                Content { kinds, empty: false }
            }
            Points::Empty => Content { kinds: 0, empty: true },
            Points::Fixed(_) => Content { kinds: u16::MAX, empty: true },
            Points::And(one, other) => {
                let (one, other) = (of(one), of(other));
                Content { kinds: one.kinds & other.kinds, empty: one.empty && other.empty }
            }
            Points::AndNot(one, _)
            | Points::Beside(one, _)
            | Points::NotBeside(one, _)
            | Points::Surrounded(one, _)
            | Points::InLines(one, _)
            | Points::OutsideLines(one, _)
            | Points::Lowest(one, _) => of(one),
            Points::Else(one, other) => {
                let (one, other) = (of(one), of(other));
                Content { kinds: one.kinds | other.kinds, empty: one.empty || other.empty }
            }
        }
    }

    /// The numbers that doing something can lead to.
    fn outcomes(&self, act: &Act, counts: &Counts) -> Outcomes {
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
            Act::Remove(points) => self.captured(counts, self.content(points).kinds),
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
        let movers = self.content(&walk.pieces).kinds;
        let has_movers =
            (0..self.kinds()).any(|kind| movers >> kind & 1 == 1 && self.on(kind, counts) > 0);
        if !has_movers {
            return Outcomes::new();
        }
        let to = walk.to.0.iter().map(|to| self.content(to));
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
            Reach::Leap(over) => self.content(over).kinds,
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

/// By tier: the number of the set of tiers that lead to one another which it belongs to.
pub(crate) fn units(tiers: &[TierOf]) -> Vec<usize> {
    // Every tier behind all that it leads to, but for those that lead back.
    let mut order = Vec::new();
    let mut is_met = vec![false; tiers.len()];
    for first in 0..tiers.len() {
        let mut path = vec![(first, 0)];
        if std::mem::replace(&mut is_met[first], true) {
            continue;
        }
        while let Some((tier, next)) = path.last_mut() {
            match tiers[*tier].children.get(*next) {
                Some((child, _)) => {
                    *next += 1;
                    if !std::mem::replace(&mut is_met[*child], true) {
                        path.push((*child, 0));
                    }
                }
                None => {
                    order.push(*tier);
                    path.pop();
                }
            }
        }
    }
    let mut parents = vec![Vec::new(); tiers.len()];
    for (number, tier) in tiers.iter().enumerate() {
        tier.children.iter().for_each(|(child, _)| parents[*child].push(number));
    }
    let mut units = vec![usize::MAX; tiers.len()];
    for &first in order.iter().rev() {
        let mut open = vec![first];
        while let Some(tier) = open.pop() {
            if units[tier] == usize::MAX {
                units[tier] = first;
                open.extend(&parents[tier]);
            }
        }
    }
    units
}
