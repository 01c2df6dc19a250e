//! Verification: every stored value against those of its children.
//!
//! Uses the moves of the rules and the plain order of outcomes, and none of the solver's code. It
//! suffices to look one move ahead. Whatever is stored with a remoteness is right by induction on
//! the remoteness: its claim rests on children with smaller ones, down to the positions where the
//! game is over. And a position that truly ends in `r` cannot be stored as a draw, by induction on
//! `r`: the children that make it so have been stored rightly, and looking at them shows it.

use std::ops::Range;
use std::sync::Arc;

use hindsight_core::{Indexed, Outcome, Tier};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::control::Control;
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::tables::Tables;
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

/// Something that derives the values of a unit again: the cores of this machine, or a GPU.
pub trait UnitVerifier<G: Indexed>: Sync {
    /// Compares every value of a unit with those of its moves, given the tables of its tiers and of
    /// its exits. Advances the progress by the unit's slots.
    fn verify(
        &self,
        game: &G,
        unit: &Unit,
        tables: UnitTables<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError>;
}

/// The tables that verifying a unit takes.
#[derive(Clone, Copy, Debug)]
pub struct UnitTables<'a> {
    /// Those of its tiers.
    pub own: &'a [Arc<ResidentTable>],
    /// Those of its exits.
    pub exits: &'a [Arc<ResidentTable>],
}

/// What was verified of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifiedUnit {
    /// Positions whose value was derived again.
    pub positions: u64,
    /// Moves looked at.
    pub moves: u64,
}

/// Verifies with the threads of the current rayon pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuVerifier;

/// Checks every table of a solved game: the files' checksums, then every value.
pub fn verify<G: Indexed>(
    game: &G,
    store: &Store,
    control: &Control,
) -> Result<VerifyReport, SolveError> {
    verify_with(game, store, &CpuVerifier, control)
}

/// As [`verify`], with another verifier.
pub fn verify_with<G: Indexed>(
    game: &G,
    store: &Store,
    verifier: &impl UnitVerifier<G>,
    control: &Control,
) -> Result<VerifyReport, SolveError> {
    let graph = TierGraph::of(game);
    let mut tables = Tables::new(game, store, &graph);
    let mut report = VerifyReport::default();
    control.expect(graph.total_slots());
    for unit in &graph.units {
        for &tier in &unit.tiers {
            report.blocks += store.check(&game.tier_name(tier))?.blocks;
        }
        let loaded = tables.load(unit)?;
        let (own, exits) = loaded.split_at(unit.tiers.len());
        let verified = verifier.verify(game, unit, UnitTables { own, exits }, control)?;
        report.tiers += unit.tiers.len() as u64;
        report.positions += verified.positions;
        report.moves += verified.moves;
        tables.release(unit);
    }
    report.holes = graph.total_slots() - report.positions;
    Ok(report)
}

impl<G: Indexed> UnitVerifier<G> for CpuVerifier {
    fn verify(
        &self,
        game: &G,
        unit: &Unit,
        tables: UnitTables<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        verify_unit(game, unit, tables, control)
    }
}

/// What verifying needs of a game.
trait Verified: Sync {
    /// Verifies a run of slots.
    fn verify_slots(
        &self,
        tables: &NamedTables<'_>,
        tier: Tier,
        slots: Range<u64>,
    ) -> Result<VerifiedUnit, SolveError>;
}

impl<G: Indexed> Verified for G {
    fn verify_slots(
        &self,
        tables: &NamedTables<'_>,
        tier: Tier,
        slots: Range<u64>,
    ) -> Result<VerifiedUnit, SolveError> {
        let mut totals = VerifiedUnit::default();
        for slot in slots {
            totals = totals.add(verify_slot(self, tables, tier, slot)?);
        }
        Ok(totals)
    }
}

fn verify_unit(
    game: &dyn Verified,
    unit: &Unit,
    tables: UnitTables<'_>,
    control: &Control,
) -> Result<VerifiedUnit, SolveError> {
    let tables = NamedTables::of(unit, tables);
    let mut verified = VerifiedUnit::default();
    for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
        let verify_chunk = |chunk: u64| -> Result<VerifiedUnit, SolveError> {
            let range = chunk * CHUNK..slots.min((chunk + 1) * CHUNK);
            let length = range.end - range.start;
            let totals = game.verify_slots(&tables, tier, range)?;
            control.advance(length);
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
    fn add(self, other: VerifiedUnit) -> VerifiedUnit {
        VerifiedUnit {
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
        }
    }
}

/// The tables of a unit, by the tiers' names.
struct NamedTables<'a> {
    list: Vec<(Tier, &'a ResidentTable)>,
}

impl<'a> NamedTables<'a> {
    fn of(unit: &Unit, tables: UnitTables<'a>) -> NamedTables<'a> {
        let tiers = unit.tiers.iter().chain(&unit.exits);
        let tables = tables.own.iter().chain(tables.exits);
        NamedTables { list: tiers.zip(tables).map(|(&tier, table)| (tier, &**table)).collect() }
    }

    /// The table of a tier; `None` when the game's child tiers did not list it.
    #[inline(always)]
    fn get(&self, tier: Tier) -> Option<&ResidentTable> {
        self.list.iter().find(|(known, _)| *known == tier).map(|&(_, table)| table)
    }
}

fn verify_slot<G: Indexed>(
    game: &G,
    tables: &NamedTables<'_>,
    tier: Tier,
    slot: u64,
) -> Result<VerifiedUnit, SolveError> {
    let Some(occupant) = game.occupant(tier, slot) else { return Ok(VerifiedUnit::default()) };
    let position = occupant.position;
    let wrong = |what| SolveError::Inconsistent { what, tier: game.tier_name(tier), slot };
    let mut moves = 0;
    let derived = if let Some(value) = game.primitive(position) {
        Outcome::over(value)
    } else {
        let mut best: Option<Outcome> = None;
        let mut unknown = false;
        game.moves(position, |chosen| {
            moves += 1;
            let child = game.play(position, chosen);
            let tier = game.tier_of(child);
            let outcome = match tables.get(tier) {
                Some(table) => table.code(game.locate_in(tier, child).slot as usize).outcome(),
                // Beyond the boundary of a game that is not solved whole.
                None => match game.primitive(child) {
                    Some(value) if G::IS_FOUND => Some(Outcome::over(value)),
                    _ => game.find(child),
                },
            };
            match outcome {
                Some(outcome) => best = best.max(Some(outcome.as_seen_by_mover())),
                None => unknown = true,
            }
        });
        if unknown {
            return Err(wrong("a move to a position without a value"));
        }
        best.ok_or_else(|| wrong("a position without moves that is not over"))?
    };
    let stored = tables.get(tier).and_then(|table| table.code(slot as usize).outcome());
    if stored == Some(derived) {
        return Ok(VerifiedUnit { positions: 1, moves });
    }
    let tier = game.tier_name(tier);
    let stored = stored.map_or("nothing".to_owned(), |outcome| outcome.to_string());
    Err(SolveError::WrongValue { tier, slot, stored, derived })
}
