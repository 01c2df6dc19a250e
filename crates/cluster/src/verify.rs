//! Verifying tables together: every rank derives the values of its share of each unit again. Where the
//! tables do not fit a rank, each holds its share of them and the others ask.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_core::{Code, Numbered, Outcome, Tier, Value};
use hindsight_solve::{
    Control, ResidentTable, SolveError, TierGraph, Unit, VerifiedUnit, VerifyReport, check_tiers,
};
use hindsight_store::Store;

use crate::ask::ask_all;
use crate::group::Group;
use crate::held::{Held, HeldArray};
use crate::job::read;
use crate::share::{Chunk, Dealt};

/// Checks every table of a solved game together with the other members of the group, with the threads of
/// the current pool and so many bytes of memory on each rank. The first member gets the sums of all.
pub fn verify(
    game: &dyn Numbered,
    store: &Store,
    group: &Group<'_>,
    memory: u64,
    control: &Control,
) -> Result<VerifyReport, SolveError> {
    group.agree(check_tiers(game, store), control, &mut [])?;
    let graph = TierGraph::of(game);
    control.expect(graph.total_slots());
    let (mut verified, mut blocks, mut number) = (VerifiedUnit::default(), 0, 0);
    for unit in &graph.units {
        let mut checked = Ok(());
        for &tier in &unit.tiers {
            // Each file is read from end to end by one of them.
            if number % group.len() == group.place() && checked.is_ok() {
                match store.check(&game.tier_name(tier)) {
                    Ok(found) => blocks += found.blocks,
                    Err(failure) => checked = Err(failure.into()),
                }
            }
            number += 1;
        }
        group.agree(checked, control, &mut [])?;
        let tiers: Vec<Tier> = unit.tiers.iter().chain(&unit.exits).copied().collect();
        let needed: u64 = tiers.iter().map(|&tier| graph.slots(tier)).sum();
        let place = (group.place(), group.len());
        let is_shared = needed + game.index_bytes() > memory;
        let load = |&tier: &Tier| -> Result<HeldArray, SolveError> {
            let table = store.table_of(&game.tier_name(tier), graph.slots(tier))?;
            match is_shared {
                true => HeldArray::load(&table, place),
                false => Ok(HeldArray::whole(Arc::new(ResidentTable::load(&table)?))),
            }
        };
        let (arrays, loaded) = match tiers.iter().map(load).collect::<Result<Vec<_>, _>>() {
            Ok(arrays) => (arrays, Ok(())),
            Err(failure) => (Vec::new(), Err(failure)),
        };
        group.agree(loaded, control, &mut [])?;
        let known = tiers.iter().enumerate().map(|(number, &tier)| (tier, number, 0));
        let held = Held::new(arrays.iter().collect(), known.collect(), place);
        verified = verified.add(verify_share(game, unit, group, &held, control)?);
    }
    let tiers = number as u64;
    let own = (blocks, verified.positions, verified.moves);
    let said = group.gather_first(serde_json::to_vec(&own).unwrap_or_default());
    let mut report = VerifyReport { tiers, ..VerifyReport::default() };
    for said in said.unwrap_or_default() {
        let (blocks, positions, moves): (u64, u64, u64) = read(&said).unwrap_or_default();
        report.blocks += blocks;
        report.positions += positions;
        report.moves += moves;
    }
    report.holes = graph.total_slots().saturating_sub(report.positions);
    Ok(report)
}

/// A position whose value is derived again: its slot, its value if the game is over, and how many moves
/// it has.
type Walked = (u64, Option<Value>, usize);

/// Verifies the share of this rank of a unit, given its values and those of its exits.
pub(crate) fn verify_share(
    game: &dyn Numbered,
    unit: &Unit,
    group: &Group<'_>,
    held: &Held<'_>,
    control: &Control,
) -> Result<VerifiedUnit, SolveError> {
    let chunks = Dealt::new(unit, group.len(), None).chunks_of(unit, group.place());
    let known = [&unit.tiers[..], &unit.exits[..]].concat();
    let next = AtomicUsize::new(0);
    let (positions, moves) = (AtomicU64::new(0), AtomicU64::new(0));
    let trouble: Mutex<Option<SolveError>> = Mutex::default();
    let fail = |failure| {
        trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    };
    let wrong = |what, tier, slot| {
        fail(SolveError::Inconsistent { what, tier: game.tier_name(tier), slot });
    };
    let shared = rayon::current_num_threads() > 1;
    ask_all(
        group,
        held,
        shared,
        |questions| {
            let chunk: &Chunk = chunks.get(next.fetch_add(1, Ordering::Relaxed))?;
            if control.is_stopped() {
                return None;
            }
            let (mut walked_slots, mut codes) = (Vec::<Walked>::new(), Vec::new());
            let mut ask = |tier, slot| {
                let number = codes.len() as u32;
                codes.push(Code::HOLE);
                questions.ask(tier, std::iter::once((number, slot)), |number, table, address| {
                    codes[number as usize] = table.code(address);
                });
            };
            game.walk(chunk.tier, chunk.slots.clone(), &known, &mut |walked| {
                ask(chunk.tier, walked.slot);
                for &(tier, slot) in walked.children {
                    ask(known[tier], slot);
                }
                if !walked.beyond.is_empty() {
                    wrong("a move to a position without a value", chunk.tier, walked.slot);
                }
                walked_slots.push((walked.slot, walked.over, walked.children.len()));
                ControlFlow::Continue(())
            });
            control.advance(chunk.len() as u64);
            Some((chunk.tier, walked_slots, codes))
        },
        |(_, _, codes), number, code| codes[number as usize] = code,
        |(tier, walked, codes)| {
            let mut codes = codes.iter();
            for &(slot, over, children) in &walked {
                let stored = codes.next().and_then(|code| code.outcome());
                let mut best: Option<Outcome> = over.map(Outcome::over);
                for code in codes.by_ref().take(children) {
                    match code.outcome() {
                        Some(outcome) => best = best.max(Some(outcome.as_seen_by_mover())),
                        None => wrong("a move to a position without a value", tier, slot),
                    }
                }
                let Some(derived) = best else {
                    wrong("a position without moves that is not over", tier, slot);
                    continue;
                };
                if stored != Some(derived) {
                    let stored = stored.map_or("nothing".to_owned(), |it| it.to_string());
                    let tier = game.tier_name(tier);
                    fail(SolveError::WrongValue { tier, slot, stored, derived });
                }
                moves.fetch_add(children as u64, Ordering::Relaxed);
            }
            positions.fetch_add(walked.len() as u64, Ordering::Relaxed);
        },
    );
    let trouble = trouble.into_inner().unwrap_or_else(PoisonError::into_inner);
    group.agree(trouble.map_or(Ok(()), Err), control, &mut [])?;
    Ok(VerifiedUnit { positions: positions.into_inner(), moves: moves.into_inner() })
}
