//! Surveys of ranks: a game is solved, its draws are ranked and counted, and no tables are kept.
//!
//! As in a survey of values, numbers of labels stay in memory, this machine's or a GPU's, until no unit
//! that is left leads to them.

use std::sync::Arc;

use hindsight_core::Numbered;

use super::counting::RankCounts;
use super::family::{DrawOrder, Labelling};
use super::labels::{Label, Labels};
use super::ranks::DrawRank;
use super::values::TierValues;
use crate::backend::Backend;
use crate::control::Control;
use crate::error::SolveError;
use crate::survey::{check_memory, uses};
use crate::tiers::{TierGraph, Unit};
use crate::verify::VerifiedUnit;

/// What a survey of ranks found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SurveyedRanks {
    /// The draws of all tiers by the value of the tier in which they end up.
    pub counts: RankCounts,
    /// The value of the tier in which the start ends up, if it is a draw.
    pub start: Option<i32>,
    /// The values that were derived again from those of their moves.
    pub values: VerifiedUnit,
    /// The ranks that were derived again from those of their moves.
    pub ranks: VerifiedUnit,
}

/// Solves a game, ranks its draws by what tiers are worth, and counts them; if asked to, derives every value
/// and every rank again.
pub fn survey_ranks(
    game: &dyn Numbered,
    of_tiers: &TierValues,
    verifies: bool,
    backend: &dyn Backend,
    memory: u64,
    control: &Control,
) -> Result<SurveyedRanks, SolveError> {
    let graph = TierGraph::of(game);
    let units: Vec<&Unit> = graph.units.iter().collect();
    let mut surveyor = backend.surveyor(game, memory);
    let labeller = backend.labeller(game, u64::MAX);
    check_memory(game, &graph, &units, &*surveyor, |unit| labeller.work_bytes(unit))?;
    let mut labelling = Labelling::new(game, DrawOrder::Ranks(of_tiers), labeller);
    // A unit advances once when it is solved, once when it is verified and once when it is ranked.
    control.expect(graph.total_slots() * if verifies { 3 } else { 2 });
    let mut found = SurveyedRanks::default();
    let mut uses = uses(&units);
    let (start, _) = game.start();
    for unit in units {
        surveyor.survey(unit, &|_| false, control)?;
        if verifies {
            found.values = found.values.add(surveyor.verify(unit, control)?);
        }
        let tables = surveyor.tables(unit);
        let labels = labelling.label(unit, tables.as_deref(), control)?;
        if let Some(places) = labelling.places(unit).filter(|_| verifies) {
            found.ranks = found.ranks.add(labelling.labeller.verify(unit, &places, control)?);
        }
        for &tier in &unit.tiers {
            let own = of_tiers.get(tier);
            for (number, count) in labelling.labeller.count(unit, tier)? {
                if let Some(rank) = rank_of(&labels, number) {
                    found.counts.add(own + rank.key, count);
                }
            }
            if tier == start.tier {
                let number = labelling.labeller.number(tier, start.slot)?;
                found.start = rank_of(&labels, number).map(|rank| own + rank.key);
            }
        }
        for tier in uses.finish(unit.tiers.iter().chain(&unit.exits)) {
            surveyor.forget(tier);
            labelling.forget(tier);
        }
        control.advance(unit.total_slots());
        control.check()?;
    }
    Ok(found)
}

fn rank_of(labels: &Arc<Labels>, number: u16) -> Option<DrawRank> {
    let label: Label = *labels.list().get(usize::from(number))?;
    DrawRank::of(label)
}
