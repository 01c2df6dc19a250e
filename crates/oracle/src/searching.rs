//! Searching for values that no table has and that take seconds or more to find.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use hindsight_core::{AnyPosition, Outcome, Value};
use hindsight_solve::{Control, SolveError};
use rayon::prelude::*;

use crate::error::OracleError;
use crate::oracle::Oracle;
use crate::report::View;

/// Values that are kept; then they are forgotten together.
const MOST_KEPT: usize = 1 << 16;

impl Oracle {
    pub(crate) fn searched(&self) -> MutexGuard<'_, HashMap<AnyPosition, Outcome>> {
        self.searched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn winners(&self) -> MutexGuard<'_, HashMap<AnyPosition, Value>> {
        self.winners.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// pool, so that they are then answered at once. Where the game can tell who wins before it can tell in
    /// how many plies, a [view](Oracle::view) has that meanwhile.
    pub fn search(&self, position: &str, control: &Control) -> Result<(), OracleError> {
        let position = self.parse(position)?;
        if !self.finds() {
            return Ok(());
        }
        let all = self.with_children(position);
        let mut wanted = all.clone();
        wanted.retain(|position| {
            self.rules.primitive(position).is_none()
                && self.rules.opening(position).is_none()
                && !self.rules.is_quickly_found(position)
        });
        control.expect(wanted.len() as u64);
        if self.searched().len() + wanted.len() > MOST_KEPT {
            self.searched().clear();
        }
        if self.winners().len() + all.len() > MOST_KEPT {
            self.winners().clear();
        }
        let may_go_on = || !control.is_stopped();
        all.par_iter().try_for_each(|position| {
            control.check()?;
            let known = self.rules.primitive(position);
            let known = known.or_else(|| Some(self.rules.opening(position)?.value()));
            if let Some(value) = known.or_else(|| self.rules.find_value(position, &may_go_on)) {
                self.winners().insert(position.clone(), value);
            }
            Ok::<_, SolveError>(())
        })?;
        let find = |position: &AnyPosition| -> Result<(), SolveError> {
            control.check()?;
            if let Some(outcome) = self.rules.find_while(position, &may_go_on) {
                self.searched().insert(position.clone(), outcome);
            }
            control.advance(1);
            Ok(())
        };
        wanted.par_iter().try_for_each(find)?;
        // Searches that were given up have found nothing.
        Ok(control.check()?)
    }

    /// Adds to a view who wins, as soon as that is known of the position and all its moves.
    pub(crate) fn add_winners(&self, view: &mut View, position: AnyPosition) {
        let winners = self.winners();
        if !winners.contains_key(&position) {
            return;
        }
        let all = self.with_children(position);
        let values: Option<Vec<Value>> =
            all.iter().map(|position| winners.get(position).copied()).collect();
        let Some(values) = values else { return };
        view.value = values.first().copied();
        for (told, value) in view.moves.iter_mut().zip(&values[1..]) {
            told.value = Some(*value);
        }
    }

    /// A position and those that its moves lead to.
    fn with_children(&self, position: AnyPosition) -> Vec<AnyPosition> {
        let mut all = self.rules.moves(&position);
        all.insert(0, position);
        all
    }
}
