//! Surveys by several ranks: every unit is split over all of them, and each keeps its share of the values
//! for as long as something is left that leads to them.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Tier};
use hindsight_solve::{
    BLOCK, Control, SolveError, TierTally, Unit, UnitSurveyor, VerifiedUnit, tally_slots,
};

use crate::count::add_up;
use crate::group::Group;
use crate::held::{Held, HeldArray};
use crate::plan::Means;
use crate::split::{SplitOptions, solve_share};
use crate::verify::verify_share;

/// Surveys with all ranks. Every member of the group makes the same calls; the first gets the counts.
pub struct ClusterSurveyor<'a> {
    game: &'a dyn Numbered,
    group: &'a Group<'a>,
    means: Means,
    /// Each tier with the values of its unit, and the address there of its first slot.
    tiers: HashMap<Tier, (Arc<HeldArray>, u64)>,
}

impl std::fmt::Debug for ClusterSurveyor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClusterSurveyor").field("group", self.group).finish_non_exhaustive()
    }
}

impl<'a> ClusterSurveyor<'a> {
    /// Nothing is solved yet.
    pub fn new(game: &'a dyn Numbered, group: &'a Group<'a>, means: Means) -> ClusterSurveyor<'a> {
        ClusterSurveyor { game, group, means, tiers: HashMap::new() }
    }

    fn arrays(&self, tiers: &[Tier]) -> Vec<(Tier, Arc<HeldArray>, u64)> {
        let array = |&tier: &Tier| {
            let (array, start) = self.tiers.get(&tier)?;
            Some((tier, Arc::clone(array), *start))
        };
        tiers.iter().filter_map(array).collect()
    }
}

fn held<'h>(arrays: &'h [(Tier, Arc<HeldArray>, u64)], group: &Group<'_>) -> Held<'h> {
    // A unit of several tiers is listed once for each: that costs nothing but numbers.
    let tiers = arrays.iter().enumerate().map(|(at, &(tier, _, start))| (tier, at, start));
    let place = (group.place(), group.len());
    Held::new(arrays.iter().map(|(_, array, _)| &**array).collect(), tiers.collect(), place)
}

impl UnitSurveyor for ClusterSurveyor<'_> {
    fn budget(&self) -> u64 {
        self.means.memory
    }

    fn too_large(&self, what: String, needed: u64) -> SolveError {
        let what = format!("{what}, on each of {} ranks", self.means.ranks);
        SolveError::TooLittleMemory { what, needed, budget: self.means.memory }
    }

    fn work_bytes(&self, unit: &Unit) -> u64 {
        let share = unit.total_slots().div_ceil(self.group.len() as u64);
        4 * share
            + 24 * share.div_ceil(BLOCK as u64)
            + self.means.buffer()
            + self.game.index_bytes()
    }

    fn kept_bytes(&self, slots: u64) -> u64 {
        2 * slots.div_ceil(self.group.len() as u64)
    }

    fn survey(
        &mut self,
        unit: &Unit,
        is_counted: &dyn Fn(Tier) -> bool,
        control: &Control,
    ) -> Result<Vec<(Tier, TierTally)>, SolveError> {
        let arrays = self.arrays(&unit.exits);
        let exits = held(&arrays, self.group);
        let options = SplitOptions { block: None, buffer: self.means.buffer() };
        let share = solve_share(self.game, unit, self.group, &exits, options, control)?;
        let runs = share.dealt.runs_of(unit, share.place);
        let tally = |&tier: &Tier| {
            let own = runs.iter().filter(|run| run.tier == tier && is_counted(tier));
            own.fold(TierTally::default(), |sum, run| {
                let codes = &share.codes()[run.address..][..run.len()];
                let code_of = |slot: u64| codes[(slot - run.slots.start) as usize];
                sum.merge(tally_slots(self.game, tier, run.slots.clone(), &code_of, None))
            })
        };
        let tallies = add_up(self.group, unit, unit.tiers.iter().map(tally).collect());
        let array = Arc::new(HeldArray::of(share.dealt.deal, share.codes()));
        for &(tier, start) in &share.dealt.starts {
            self.tiers.insert(tier, (Arc::clone(&array), start));
        }
        let counted = unit.tiers.iter().copied().zip(tallies);
        Ok(counted.filter(|&(tier, _)| is_counted(tier)).collect())
    }

    fn verify(&mut self, unit: &Unit, control: &Control) -> Result<VerifiedUnit, SolveError> {
        let arrays = self.arrays(&[&unit.tiers[..], &unit.exits[..]].concat());
        let own = verify_share(self.game, unit, self.group, &held(&arrays, self.group), control)?;
        let said = serde_json::to_vec(&(own.positions, own.moves)).unwrap_or_default();
        let heard = self.group.gather_first(said).unwrap_or_default();
        Ok(heard.iter().fold(VerifiedUnit::default(), |sum, said| {
            let (positions, moves) = crate::job::read(said).unwrap_or_default();
            sum.add(VerifiedUnit { positions, moves })
        }))
    }

    /// What the owner of the slot says, for the first member; the others get a hole.
    fn code(&mut self, tier: Tier, slot: u64) -> Result<Code, SolveError> {
        let (array, start) = &self.tiers[&tier];
        let own = array.code_at(self.group.place(), start + slot).map(|code| code.0);
        let heard = self.group.gather_first(serde_json::to_vec(&own).unwrap_or_default());
        let said = heard.iter().flatten().filter_map(|said| crate::job::read::<Option<u16>>(said));
        Ok(Code(said.flatten().next().unwrap_or(Code::HOLE.0)))
    }

    fn forget(&mut self, tier: Tier) {
        self.tiers.remove(&tier);
    }
}
