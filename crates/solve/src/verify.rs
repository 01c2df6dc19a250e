//! Verification: every stored value against those of its children.
//!
//! Uses the moves of the rules and the plain order of outcomes, and none of the solver's code. It
//! suffices to look one move ahead. Whatever is stored with a remoteness is right by induction on
//! the remoteness: its claim rests on children with smaller ones, down to the positions where the
//! game is over. And a position that truly ends in `r` cannot be stored as a draw, by induction on
//! `r`: the children that make it so have been stored rightly, and looking at them shows it.

use hindsight_core::{Indexed, Outcome, Tier};
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
            let verify_chunk = |chunk: u64| -> Result<Totals, SolveError> {
                let range = chunk * CHUNK..slots.min((chunk + 1) * CHUNK);
                let length = range.end - range.start;
                let mut totals = Totals::default();
                for slot in range {
                    totals = totals.add(verify_slot(game, &unit_tables, tier, slot)?);
                }
                control.advance(length);
                control.check()?;
                Ok(totals)
            };
            let totals = (0..slots.div_ceil(CHUNK))
                .into_par_iter()
                .map(verify_chunk)
                .try_reduce(Totals::default, |a, b| Ok(a.add(b)))?;
            report.tiers += 1;
            report.positions += totals.positions;
            report.moves += totals.moves;
        }
        tables.release(unit);
    }
    report.holes = graph.total_slots() - report.positions;
    Ok(report)
}

#[derive(Clone, Copy, Default)]
struct Totals {
    positions: u64,
    moves: u64,
}

impl Totals {
    fn add(self, other: Totals) -> Totals {
        Totals { positions: self.positions + other.positions, moves: self.moves + other.moves }
    }
}

fn verify_slot<G: Indexed>(
    game: &G,
    tables: &UnitTables,
    tier: Tier,
    slot: u64,
) -> Result<Totals, SolveError> {
    let Some(occupant) = game.occupant(tier, slot) else { return Ok(Totals::default()) };
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
        return Ok(Totals { positions: 1, moves });
    }
    let tier = game.tier_name(tier);
    let stored = stored.map_or("nothing".to_owned(), |outcome| outcome.to_string());
    Err(SolveError::WrongValue { tier, slot, stored, derived })
}
