//! Counting the positions of a game whose tables are there.

use hindsight_core::{AnyPosition, Numbered, Outcome};
use hindsight_solve::{self as solve, Control, Scope};
use hindsight_store::Store;

use crate::error::OracleError;
use crate::oracle::{Device, Oracle};
use crate::report::{Analysis, Counted, Example, TierCounts, Unreachable};
use crate::tables::Reading;

impl Oracle {
    /// Counts the positions of a scope, from the tables.
    pub fn analyze(
        &self,
        scope: Scope,
        device: Device,
        control: &Control,
    ) -> Result<Analysis, OracleError> {
        let store = self.complete_store()?;
        let index = &*self.index_for(control)?;
        let found = solve::analyze(index, &store, scope, &*self.backend(device)?, control);
        let found = self.or_reopen(found.map_err(OracleError::from))?;
        self.counted_together(index, &store, scope, found)
    }

    /// Reports what was counted, by this process or by several.
    pub fn counted_together(
        &self,
        index: &dyn Numbered,
        store: &Store,
        scope: Scope,
        found: solve::Analysis,
    ) -> Result<Analysis, OracleError> {
        let orbits = index.orbits();
        let total = found.total.total();
        let tier =
            |(tier, counts): &(_, solve::Counts)| TierCounts::of(index.tier_name(*tier), counts);
        let start = self.outcome(&mut Reading::new(index, Some(store)), &self.rules.start())?;
        let mut analysis = Analysis {
            name: self.name.clone(),
            kind: self.rules.kind(),
            start: start.into(),
            scope: match scope {
                Scope::Reachable => "reachable",
                Scope::Roots => "roots",
                Scope::All => "all",
            },
            symmetries: orbits.symmetries.to_owned(),
            turns_apart: orbits.turns_apart,
            positions: total.positions,
            canonical: total.canonical,
            counts: counted(&found.total),
            tiers: found.tiers.iter().map(tier).collect(),
            longest_win: found.longest_win.map(|found| self.example(found)),
            longest_lose: found.longest_lose.map(|found| self.example(found)),
            longest_tie: found.longest_tie.map(|found| self.example(found)),
            grundy: None,
            margins: None,
        };
        self.count_numbers(&mut analysis, index);
        Ok(analysis)
    }

    fn example(&self, (outcome, position): (Outcome, AnyPosition)) -> Example {
        Example {
            position: self.rules.write_position(&position),
            verdict: outcome.into(),
            board: self.rules.board(&position),
        }
    }
}

impl TierCounts {
    /// What was counted of a tier, with positions apart that no play leads to.
    pub(crate) fn new(tier: String, tally: &solve::TierTally) -> TierCounts {
        let counts = TierCounts::of(tier, &solve::Counts::of(tally));
        let solve::Count { positions, canonical } = tally.unreachable;
        TierCounts { unreachable: Unreachable { positions, canonical }, ..counts }
    }

    fn of(tier: String, counts: &solve::Counts) -> TierCounts {
        let total = counts.total();
        TierCounts {
            tier,
            positions: total.positions,
            canonical: total.canonical,
            counts: counted(counts),
            unreachable: Unreachable::default(),
        }
    }
}

fn counted(counts: &solve::Counts) -> Vec<Counted> {
    let row = |(outcome, count): (Outcome, solve::Count)| Counted {
        verdict: outcome.into(),
        positions: count.positions,
        canonical: count.canonical,
    };
    counts.rows().map(row).collect()
}
