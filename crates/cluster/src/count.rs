//! Counting together: every rank counts its share of each tier, and the first member of the group adds up.

use std::sync::Mutex;

use hindsight_core::{Code, Numbered, Tier, Turn};
use hindsight_solve::{
    Analysis, Control, Count, ResidentTable, Scope, SolveError, TierGraph, TierTally, Unit,
    analyze_by, tally_slots,
};
use hindsight_store::Store;
use serde::{Deserialize, Serialize};

use crate::deal::Deal;
use crate::group::Group;
use crate::job::read;
use crate::reach::{Reach, ReachedShare};

/// Counts the positions of a scope together with the other members of the group, with the threads of the
/// current pool. The first member gets the counts; what the others get says nothing.
pub fn analyze(
    game: &dyn Numbered,
    store: &Store,
    scope: Scope,
    group: &Group<'_>,
    control: &Control,
) -> Result<Analysis, SolveError> {
    let graph = TierGraph::of(game);
    let reach = (scope == Scope::Reachable).then(|| Mutex::new(Reach::new(game, &graph, group)));
    analyze_by(game, &graph, scope, control, |unit| {
        let reached = match &reach {
            None => None,
            Some(reach) => {
                let mut reach = reach.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                Some(reach.unit(unit, control)?)
            }
        };
        let count = |(number, &tier): (usize, &Tier)| {
            let reached = reached.as_ref().map(|tiers| &tiers[number]);
            count_run(game, store, tier, group, reached)
        };
        let counted = unit.tiers.iter().enumerate().map(count).collect::<Result<Vec<_>, _>>();
        let (tallies, counted) = match counted {
            Ok(tallies) => (tallies, Ok(())),
            Err(failure) => (Vec::new(), Err(failure)),
        };
        group.agree(counted, control, &mut [])?;
        Ok(add_up(group, unit, tallies))
    })
}

/// Counts the own run of a tier.
fn count_run(
    game: &dyn Numbered,
    store: &Store,
    tier: Tier,
    group: &Group<'_>,
    reached: Option<&ReachedShare>,
) -> Result<TierTally, SolveError> {
    let slots = game.slots(tier);
    let deal = Deal::runs(slots, group.len());
    let run = deal.runs_of(group.place()).next().unwrap_or(0..0);
    let table = store.table_of(&game.tier_name(tier), slots)?;
    let table = ResidentTable::load_range(&table, run.clone())?;
    let first = run.start;
    let code_of = |slot: u64| table.code((slot - first) as usize);
    let turns = reached.map(|share| move |slot: u64| share.turns(slot - first));
    let turns = turns.as_ref().map(|turns| turns as &(dyn Fn(u64) -> hindsight_core::Turns + Sync));
    Ok(tally_slots(game, tier, run, &code_of, turns))
}

/// A tally as it is sent.
#[derive(Default, Serialize, Deserialize)]
struct Said {
    counts: Vec<(u16, u64, u64)>,
    longest: [Option<(u16, u64, bool)>; 3],
}

/// Adds up what all members counted, tier by tier; for the first member only.
pub(crate) fn add_up(group: &Group<'_>, unit: &Unit, own: Vec<TierTally>) -> Vec<TierTally> {
    let longest = |it: Option<(u16, u64, Turn)>| {
        it.map(|(depth, slot, turn)| (depth, slot, turn == Turn::First))
    };
    let say = |tally: &TierTally| Said {
        counts: tally
            .counts
            .iter()
            .map(|(code, it)| (code.0, it.positions, it.canonical))
            .collect(),
        longest: [tally.longest_win, tally.longest_lose, tally.longest_tie].map(longest),
    };
    let said: Vec<Said> = own.iter().map(say).collect();
    let heard = group.gather_first(serde_json::to_vec(&said).unwrap_or_default());
    let mut sums = vec![TierTally::default(); unit.tiers.len()];
    for said in heard.unwrap_or_default() {
        let said: Vec<Said> = read(&said).unwrap_or_default();
        for (sum, Said { counts, longest }) in sums.iter_mut().zip(said) {
            let count = |(code, positions, canonical)| (Code(code), Count { positions, canonical });
            let turn = |first| if first { Turn::First } else { Turn::Second };
            let [longest_win, longest_lose, longest_tie] =
                longest.map(|it| it.map(|(depth, slot, first)| (depth, slot, turn(first))));
            let tally = TierTally {
                counts: counts.into_iter().map(count).collect(),
                unreachable: Count::default(),
                longest_win,
                longest_lose,
                longest_tie,
            };
            *sum = std::mem::take(sum).merge(tally);
        }
    }
    sums
}
