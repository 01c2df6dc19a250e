//! The unit verifier: every value derived again by going forwards, on the GPU.

use std::sync::Arc;

use hindsight_core::Indexed;
use hindsight_solve::{
    Control, CpuVerifier, SolveError, Unit, UnitTables, UnitVerifier, VerifiedUnit,
};

use crate::machine::Machine;
use crate::passes::Passes;
use crate::solver::GpuSolver;

impl<M: Machine, G: Indexed> UnitVerifier<G> for GpuSolver<M> {
    fn verify(
        &self,
        game: &G,
        unit: &Unit,
        tables: UnitTables<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        let mut work = self.take_turn();
        let own: Vec<_> = tables.own.iter().map(|table| &**table).collect();
        let mut loaded = work.stock.load(game, unit, tables.exits, Some(&own))?;
        let machine = &*Arc::clone(self.shared_machine());
        let launches = &mut loaded.launches;
        let verified = Passes { machine, game, unit, launches, control }.verify();
        drop(work);
        match verified {
            Ok(report) => {
                control.advance(unit.total_slots());
                Ok(VerifiedUnit { positions: report.positions, moves: report.moves })
            }
            // What is wrong, the processor can say in words, and it does not take the GPU's word.
            Err(SolveError::Inconsistent { what, tier, slot }) => {
                CpuVerifier.verify(game, unit, tables, control)?;
                Err(SolveError::Inconsistent { what, tier, slot })
            }
            Err(failure) => Err(failure),
        }
    }
}
