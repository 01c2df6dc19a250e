//! Verification: every stored value against those of its children.
//!
//! Uses the moves of the rules and the plain order of outcomes, and none of the solver's code. It
//! suffices to look one move ahead. Whatever is stored with a remoteness is right by induction on
//! the remoteness: its claim rests on children with smaller ones, down to the positions where the
//! game is over. And a position that truly ends in `r` cannot be stored as a draw, by induction on
//! `r`: the children that make it so have been stored rightly, and looking at them shows it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hindsight_core::{Indexed, Outcome};
use hindsight_store::Store;
use rayon::prelude::*;

use crate::control::Control;
use crate::error::SolveError;
use crate::tables::{Tables, UnitTables};
use crate::tiers::TierGraph;

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

/// Checks every table of a solved game: the files' checksums, then every value.
pub fn verify<G: Indexed>(
    game: &G,
    store: &Store,
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
        let unit_tables = tables.load(unit)?;
        for (&tier, &slots) in unit.tiers.iter().zip(&unit.slots) {
            let totals = Totals::default();
            (0..slots.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
                let range = chunk * CHUNK..slots.min((chunk + 1) * CHUNK);
                let length = range.end - range.start;
                range
                    .into_iter()
                    .try_for_each(|slot| verify_slot(game, &unit_tables, tier, slot, &totals))?;
                control.advance(length);
                control.check()
            })?;
            report.tiers += 1;
            report.positions += totals.positions.into_inner();
            report.moves += totals.moves.into_inner();
        }
        tables.release(unit);
    }
    report.holes = graph.total_slots() - report.positions;
    Ok(report)
}

#[derive(Default)]
struct Totals {
    positions: AtomicU64,
    moves: AtomicU64,
}

fn verify_slot<G: Indexed>(
    game: &G,
    tables: &UnitTables,
    tier: hindsight_core::Tier,
    slot: u64,
    totals: &Totals,
) -> Result<(), SolveError> {
    let Some(occupant) = game.occupant(tier, slot) else { return Ok(()) };
    let position = occupant.position;
    let wrong = |what| SolveError::Inconsistent { what, tier: game.tier_name(tier), slot };
    let derived = if let Some(value) = game.primitive(position) {
        Outcome::over(value)
    } else {
        let mut best: Option<Outcome> = None;
        let mut unknown = false;
        let mut moves = 0;
        game.moves(position, |chosen| {
            moves += 1;
            let place = game.locate(game.play(position, chosen));
            let code = tables.get(place.tier).map(|table| table.code(place.slot as usize));
            match code.and_then(|code| code.outcome()) {
                Some(outcome) => best = best.max(Some(outcome.as_seen_by_mover())),
                None => unknown = true,
            }
        });
        totals.moves.fetch_add(moves, Relaxed);
        if unknown {
            return Err(wrong("a move to a position without a value"));
        }
        best.ok_or_else(|| wrong("a position without moves that is not over"))?
    };
    totals.positions.fetch_add(1, Relaxed);
    let stored = tables.get(tier).and_then(|table| table.code(slot as usize).outcome());
    if stored == Some(derived) {
        return Ok(());
    }
    let tier = game.tier_name(tier);
    let stored = stored.map_or("nothing".to_owned(), |outcome| outcome.to_string());
    Err(SolveError::WrongValue { tier, slot, stored, derived })
}
