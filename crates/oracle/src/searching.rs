//! Searching for values that no table has and that take seconds or more to find.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use hindsight_core::{AnyPosition, Outcome};
use hindsight_solve::{Control, SolveError};
use rayon::prelude::*;

use crate::error::OracleError;
use crate::oracle::Oracle;

/// Values that are kept; then they are forgotten together.
const MOST_KEPT: usize = 1 << 16;

impl Oracle {
    pub(crate) fn searched(&self) -> MutexGuard<'_, HashMap<AnyPosition, Outcome>> {
        self.searched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the values of a position and its moves, which no table has and which take too long to
    /// find at once, can be [searched for](Oracle::search).
    pub fn is_searchable(&self, position: &str) -> bool {
        let is_known = |position: &_| {
            self.rules.primitive(position).is_some() || self.rules.opening(position).is_some()
        };
        self.rules.finds()
            && self.parse(position).is_ok_and(|position| {
                let mut all = self.with_children(position).into_iter();
                all.all(|position| is_known(&position) || self.rules.is_found(&position))
            })
    }

    /// Searches for the values of a position and its moves, with the threads of the current rayon
    /// pool, so that they are then answered at once.
    pub fn search(&self, position: &str, control: &Control) -> Result<(), OracleError> {
        let position = self.parse(position)?;
        if !self.finds() {
            return Ok(());
        }
        let mut wanted = self.with_children(position);
        wanted.retain(|position| {
            self.rules.primitive(position).is_none()
                && self.rules.opening(position).is_none()
                && !self.rules.is_quickly_found(position)
        });
        control.expect(wanted.len() as u64);
        if self.searched().len() + wanted.len() > MOST_KEPT {
            self.searched().clear();
        }
        let find = |position: &AnyPosition| -> Result<(), SolveError> {
            control.check()?;
            if let Some(outcome) = self.rules.find(position) {
                self.searched().insert(position.clone(), outcome);
            }
            control.advance(1);
            Ok(())
        };
        Ok(wanted.par_iter().try_for_each(find)?)
    }

    /// A position and those that its moves lead to.
    fn with_children(&self, position: AnyPosition) -> Vec<AnyPosition> {
        let mut all = self.rules.moves(&position);
        all.insert(0, position);
        all
    }
}
