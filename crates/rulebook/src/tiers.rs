//! Tiers, derived from what actions do to the numbers of pieces.
//!
//! The positions of a tier have equally many pieces of each kind on each [part](crate::parts) of the board
//! and in hand, and the same player to move, unless the players are exchanged so that the first one always is.
//! Which numbers a turn can lead to is worked out from the actions alone: where a condition does not follow
//! from the numbers, both ways are followed. So there may be tiers that no play leads to, but never too few.

use std::collections::{BTreeMap, HashMap};

use hindsight_core::Turn;

use crate::likeness::exchanged_kinds;
use crate::machine::{Act, Choice, Deed, Holds, Machine, bits};
use crate::symmetry::after;
use crate::syntax::Taking;

/// The most tiers, ways between them, and numbers that a turn can lead to: more are not worth numbering.
const MOST_TIERS: usize = 1 << 13;
const MOST_WAYS: usize = 1 << 18;
pub(crate) const MOST_OUTCOMES: usize = 1 << 10;
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

impl Counting<'_> {
    pub(crate) fn kinds(&self) -> usize {
        self.machine.pieces.len()
    }

    pub(crate) fn points(&self) -> u32 {
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
                let behind = number.checked_sub(1).map(|before| &choice.deeds[before]);
                let is_done = done == Some(true)
                    && behind.is_none_or(|before| self.is_sure_behind(before, number, &deed.act));
                if !is_done {
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
