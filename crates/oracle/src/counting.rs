//! Counting the positions of a game whose tables are there.

use hindsight_core::{Indexed, Looks, Outcome};
use hindsight_gpu::GpuAnalyst;
use hindsight_solve::{self as solve, Control, Scope};

use crate::error::OracleError;
use crate::oracle::Device;
use crate::report::{Analysis, Counted, Example, TierCounts};
use crate::solved::{GameOracle, Reading};

impl<G: Indexed + Looks> GameOracle<G> {
    pub(crate) fn count(
        &self,
        scope: Scope,
        device: Device,
        control: &Control,
    ) -> Result<Analysis, OracleError> {
        let store = self.complete_store()?;
        let found = match self.gpu(device)? {
            Some(gpu) => {
                solve::analyze_with(&self.game, &store, scope, &mut GpuAnalyst::new(&gpu), control)
            }
            None => solve::analyze(&self.game, &store, scope, control),
        };
        let found = self.or_reopen(found.map_err(OracleError::from))?;
        let orbits = self.game.orbits();
        let total = found.total.total();
        let tier = |(tier, counts): &(_, solve::Counts)| {
            TierCounts::new(self.game.tier_name(*tier), counts)
        };
        Ok(Analysis {
            name: self.name.clone(),
            kind: self.game.kind(),
            start: self.outcome(&mut Reading::new(Some(&store)), self.game.start())?.into(),
            scope: match scope {
                Scope::Reachable => "reachable",
                Scope::Legal => "legal",
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
        })
    }

    fn example(&self, (outcome, position): (Outcome, G::Position)) -> Example {
        Example {
            position: self.game.write_position(position),
            verdict: outcome.into(),
            board: self.game.board(position),
        }
    }
}

impl TierCounts {
    pub(crate) fn new(tier: String, counts: &solve::Counts) -> TierCounts {
        let total = counts.total();
        TierCounts {
            tier,
            positions: total.positions,
            canonical: total.canonical,
            counts: counted(counts),
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
