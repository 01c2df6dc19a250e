//! Verification: every stored value against those of its children.
//!
//! Uses the moves of the rules and the plain order of outcomes, and none of the solver's code. It
//! suffices to look one move ahead. Whatever is stored with a remoteness is right by induction on
//! the remoteness: its claim rests on children with smaller ones, down to the positions where the
//! game is over. And a position that truly ends in `r` cannot be stored as a draw, by induction on
//! `r`: the children that make it so have been stored rightly, and looking at them shows it.

use std::ops::ControlFlow;
use std::sync::Arc;

use hindsight_core::{AnyPosition, AnyRules, Numbered, Outcome, Tier, WalkedSlot};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::backend::{Backend, UnitTables};
use crate::control::Control;
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::tables::{Tables, check_tiers, load};
use crate::tiers::{TierGraph, Unit};

/// Slots that one thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Tables read.
    pub tiers: u64,
    /// Blocks whose checksums were tested.
    pub blocks: u64,
    /// Positions whose value was derived again and found as stored.
    pub positions: u64,
    /// Moves looked at on the way.
    pub moves: u64,
    /// Slots that stand for no position.
    pub holes: u64,
}

/// What was verified of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedUnit {
    /// Positions whose value was derived again.
    pub positions: u64,
    /// Moves looked at.
    pub moves: u64,
}

/// Checks every table of a solved game: that there is one for each tier and no other, of the tier's size,
/// the files' checksums, then every value.
pub fn verify(
    game: &dyn Numbered,
    store: &Store,
    backend: &dyn Backend,
    control: &Control,
) -> Result<VerifyReport, SolveError> {
    let verify = |unit: &Unit, tables: UnitTables<'_>| backend.verify(game, unit, tables, control);
    verify_units(&TierGraph::of(game), game, store, control, verify)
}

/// The same for the tiers of a graph, with something that verifies one unit after another.
pub(crate) fn verify_units(
    graph: &TierGraph,
    game: &dyn Numbered,
    store: &Store,
    control: &Control,
    verify: impl Fn(&Unit, UnitTables<'_>) -> Result<VerifiedUnit, SolveError>,
) -> Result<VerifyReport, SolveError> {
    check_tiers(game, store)?;
    let needed = |unit: &Unit| [unit.tiers.clone(), unit.exits.clone()].concat();
    let mut tables = Tables::default();
    graph.units.iter().for_each(|unit| tables.uses.add(&needed(unit)));
    let mut report = VerifyReport::default();
    control.expect(graph.total_slots());
    for unit in &graph.units {
        for &tier in &unit.tiers {
            report.blocks += store.check(&game.tier_name(tier))?.blocks;
        }
        let mut loaded = Vec::new();
        for tier in needed(unit) {
            let table = tables.get(tier).map_or_else(|| load(game, store, tier), Ok)?;
            tables.insert(tier, Arc::clone(&table));
            loaded.push(table);
        }
        let (own, exits) = loaded.split_at(unit.tiers.len());
        let verified = verify(unit, UnitTables { own, exits })?;
        report.tiers += unit.tiers.len() as u64;
        report.positions += verified.positions;
        report.moves += verified.moves;
        tables.finish(&needed(unit));
    }
    report.holes = graph.total_slots() - report.positions;
    Ok(report)
}

/// Verifies a unit with the threads of the current rayon pool. Values of positions in no known tier,
/// beyond the boundary of a game that is not solved whole, are found by the rules, if these are given.
pub(crate) fn verify_unit(
    game: &dyn Numbered,
    unit: &Unit,
    tables: UnitTables<'_>,
    beyond: Option<&dyn AnyRules>,
    control: &Control,
) -> Result<VerifiedUnit, SolveError> {
    let known = [&unit.tiers[..], &unit.exits[..]].concat();
    let tables: Vec<_> = tables.own.iter().chain(tables.exits).map(|table| &**table).collect();
    let verifier = Verifier { game, known: &known, tables: &tables, beyond };
    let mut verified = VerifiedUnit::default();
    for (number, &slots) in unit.slots.iter().enumerate() {
        let verify_chunk = |chunk: u64| -> Result<VerifiedUnit, SolveError> {
            let first = chunk * CHUNK;
            let end = slots.min(first + CHUNK);
            let mut totals = VerifiedUnit::default();
            let mut trouble = None;
            game.walk(known[number], first..end, &known, &mut |walked| match verifier
                .slot(number, walked)
            {
                Ok(moves) => {
                    totals = totals.add(VerifiedUnit { positions: 1, moves });
                    ControlFlow::Continue(())
                }
                Err(failure) => {
                    trouble = Some(failure);
                    ControlFlow::Break(())
                }
            });
            trouble.map_or(Ok(()), Err)?;
            control.advance(end - first);
            control.check()?;
            Ok(totals)
        };
        let totals = (0..slots.div_ceil(CHUNK))
            .into_par_iter()
            .map(verify_chunk)
            .try_reduce(VerifiedUnit::default, |a, b| Ok(a.add(b)))?;
        verified = verified.add(totals);
    }
    Ok(verified)
}

impl VerifiedUnit {
    /// Both together.
    pub fn add(self, other: VerifiedUnit) -> VerifiedUnit {
        VerifiedUnit {
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
        }
    }
}

struct Verifier<'a> {
    game: &'a dyn Numbered,
    /// The tiers of the unit, then its exits.
    known: &'a [Tier],
    /// Their tables.
    tables: &'a [&'a ResidentTable],
    beyond: Option<&'a dyn AnyRules>,
}

impl Verifier<'_> {
    /// Compares the value of a slot of a known tier with those that its moves lead to; the number of
    /// its moves.
    fn slot(&self, tier: usize, walked: &WalkedSlot<'_>) -> Result<u64, SolveError> {
        let slot = walked.slot;
        let name = || self.game.tier_name(self.known[tier]);
        let wrong = |what| SolveError::Inconsistent { what, tier: name(), slot };
        let value = |tier: usize, slot: u64| self.tables[tier].code(slot as usize).outcome();
        let derived = if let Some(value) = walked.over {
            Outcome::over(value)
        } else {
            let known = walked.children.iter().map(|&(tier, slot)| value(tier, slot));
            let found = walked.beyond.iter().map(|position| self.found(position));
            let mut best: Option<Outcome> = None;
            for outcome in known.chain(found) {
                let outcome =
                    outcome.ok_or_else(|| wrong("a move to a position without a value"))?;
                best = best.max(Some(outcome.as_seen_by_mover()));
            }
            best.ok_or_else(|| wrong("a position without moves that is not over"))?
        };
        let stored = value(tier, slot);
        if stored == Some(derived) {
            return Ok((walked.children.len() + walked.beyond.len()) as u64);
        }
        let stored = stored.map_or("nothing".to_owned(), |outcome| outcome.to_string());
        Err(SolveError::WrongValue { tier: name(), slot, stored, derived })
    }

    /// The outcome of a position in no known tier.
    fn found(&self, position: &AnyPosition) -> Option<Outcome> {
        let rules = self.beyond?;
        match rules.primitive(position) {
            Some(value) => Some(Outcome::over(value)),
            None => rules.find(position),
        }
    }
}
