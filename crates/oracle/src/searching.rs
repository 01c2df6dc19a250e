//! Searching for values that no table has and that take seconds or more to find.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use hindsight_core::{Indexed, Looks, Outcome};
use hindsight_solve::{Control, SolveError};
use rayon::prelude::*;

use crate::error::OracleError;
use crate::solved::GameOracle;
use crate::view;

/// Values that are kept; then they are forgotten together.
const MOST_KEPT: usize = 1 << 16;

impl<G: Indexed + Looks> GameOracle<G> {
    pub(crate) fn searched(&self) -> MutexGuard<'_, HashMap<G::Position, Outcome>> {
        self.searched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn can_be_searched(&self, position: &str) -> bool {
        let is_known = |position| {
            self.game.primitive(position).is_some() || self.game.published(position).is_some()
        };
        G::IS_FOUND
            && self.parse(position).is_ok_and(|position| {
                let mut all = self.with_children(position).into_iter();
                all.all(|position| is_known(position) || self.game.is_found(position))
            })
    }

    pub(crate) fn search_for(&self, position: &str, control: &Control) -> Result<(), OracleError> {
        let mut wanted = self.with_children(self.parse(position)?);
        wanted.retain(|&position| {
            self.game.primitive(position).is_none()
                && self.game.published(position).is_none()
                && !self.game.is_quickly_found(position)
        });
        control.expect(wanted.len() as u64);
        if self.searched().len() + wanted.len() > MOST_KEPT {
            self.searched().clear();
        }
        let find = |&position: &G::Position| -> Result<(), SolveError> {
            control.check()?;
            if let Some(outcome) = self.game.find(position) {
                self.searched().insert(position, outcome);
            }
            control.advance(1);
            Ok(())
        };
        Ok(wanted.par_iter().try_for_each(find)?)
    }

    /// A position and those that its moves lead to.
    fn with_children(&self, position: G::Position) -> Vec<G::Position> {
        let mut all = vec![position];
        if self.game.primitive(position).is_none() {
            all.extend(view::moves(&self.game, position).into_iter().map(|(_, child)| child));
        }
        all
    }
}
