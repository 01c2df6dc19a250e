//! Answers from the tables, slot by slot.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use hindsight_core::{AnyPosition, Numbered, Outcome, Tier, worths};
use hindsight_players::Random;
use hindsight_solve::SolveError;
use hindsight_store::{Prober, Store, StoreError, Table};
use rayon::prelude::*;

use crate::error::OracleError;
use crate::oracle::{GameName, Located, Oracle, RandomFilter};
use crate::report::{Answer, Line, LineEnd, MoveAnswer, Ply};
use crate::view;

/// Games played at random before a wanted position is given up.
const RANDOM_GAMES: usize = 200;
/// The longest of them, in plies: some games never end.
const RANDOM_PLIES: usize = 200;

impl Oracle {
    /// The tables as they are now, complete or not.
    pub(crate) fn store(&self) -> Result<Arc<Store>, OracleError> {
        if let Some(store) = &*self.kept() {
            return Ok(Arc::clone(store));
        }
        let store = match self.open_store() {
            Err(StoreError::NothingSolved { .. }) => return Err(self.not_solved()),
            opened => Arc::new(opened?.with_cache(Arc::clone(self.data.cache()))),
        };
        // A solve that is still running adds tables: only what is complete can be kept.
        if store.is_complete() {
            *self.kept() = Some(Arc::clone(&store));
        }
        Ok(store)
    }

    /// The tables as they are now; `None` where there are none and the game does without.
    pub(crate) fn store_if_any(&self) -> Result<Option<Arc<Store>>, OracleError> {
        if self.rules.finds() && self.kept().is_none() && !self.is_begun()? {
            return Ok(None);
        }
        self.store().map(Some)
    }

    /// Whether there are tables of the game, perhaps of other rules.
    pub(crate) fn is_begun(&self) -> Result<bool, OracleError> {
        let GameName { game, variant } = self.folder().clone();
        Ok(Store::list_on(&**self.data.disk(), self.data.root())?.contains(&(game, variant)))
    }

    pub(crate) fn complete_store(&self) -> Result<Arc<Store>, OracleError> {
        let store = self.store()?;
        if store.is_complete() { Ok(store) } else { Err(self.partly_solved()) }
    }

    pub(crate) fn kept(&self) -> MutexGuard<'_, Option<Arc<Store>>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn not_solved(&self) -> OracleError {
        let (name, data) = (self.name.clone(), self.data.root().to_owned());
        OracleError::NotSolved { name, data }
    }

    pub(crate) fn partly_solved(&self) -> OracleError {
        let (name, data) = (self.name.clone(), self.data.root().to_owned());
        OracleError::PartlySolved { name, data }
    }

    pub(crate) fn contradiction(&self, position: &AnyPosition) -> OracleError {
        let position = self.rules.write_position(position);
        OracleError::Contradiction { name: self.name.clone(), position }
    }

    /// Passes a result on; after an error the tables are opened anew next time, in case they were
    /// solved again meanwhile.
    pub(crate) fn or_reopen<T>(&self, result: Result<T, OracleError>) -> Result<T, OracleError> {
        if matches!(result, Err(OracleError::Solve(SolveError::Store(_)))) {
            *self.kept() = None;
        }
        result
    }

    pub(crate) fn outcome(
        &self,
        reading: &mut Reading<'_>,
        position: &AnyPosition,
    ) -> Result<Outcome, OracleError> {
        let Some(store) = reading.store else { return self.found(reading, position) };
        let index = reading.index;
        let tier = index.tier_of(position);
        let place = match reading.tables.iter().position(|(known, _)| *known == tier) {
            Some(place) => place,
            None => {
                let table = match self.table(index, store, tier, position) {
                    // Beyond the boundary, or not yet solved.
                    Err(OracleError::NeverReached { .. } | OracleError::PartlySolved { .. })
                        if self.rules.finds() =>
                    {
                        return self.found(reading, position);
                    }
                    table => table?,
                };
                reading.tables.push((tier, Prober::new(table)));
                reading.tables.len() - 1
            }
        };
        let prober = &mut reading.tables[place].1;
        let code = prober.get(index.locate(position).slot)?;
        code.outcome().ok_or_else(|| self.contradiction(position))
    }

    /// The outcome of a position that is in no table.
    fn found(
        &self,
        reading: &mut Reading<'_>,
        position: &AnyPosition,
    ) -> Result<Outcome, OracleError> {
        if let Some(value) = self.rules.primitive(position) {
            return Ok(Outcome::over(value));
        }
        if let Some(outcome) = self.rules.opening(position) {
            reading.found_by.get_or_insert(OPENING);
            return Ok(outcome);
        }
        reading.found_by = Some(SEARCH);
        if let Some(&outcome) = reading.known.get(position) {
            return Ok(outcome);
        }
        if let Some(&outcome) = self.searched().get(position) {
            return Ok(outcome);
        }
        let is_possible = self.data.is_patient() || self.rules.is_quickly_found(position);
        let outcome = if is_possible { self.rules.find(position) } else { None };
        outcome.ok_or_else(|| match reading.store {
            Some(_) => self.partly_solved(),
            None => self.not_solved(),
        })
    }

    /// Searches with all threads for what a question needs and no table has: a position and where its moves
    /// lead.
    fn find_side_by_side(
        &self,
        reading: &mut Reading<'_>,
        position: &AnyPosition,
    ) -> Result<(), OracleError> {
        let mut wanted = self.rules.moves(position);
        wanted.push(position.clone());
        let (index, store) = (reading.index, reading.store);
        let find = |position: AnyPosition| -> Result<_, OracleError> {
            let mut reading = Reading::new(index, store);
            let outcome = self.outcome(&mut reading, &position)?;
            Ok((reading.found_by == Some(SEARCH)).then_some((position, outcome)))
        };
        let found = wanted.into_par_iter().map(find).collect::<Result<Vec<_>, _>>()?;
        reading.known = found.into_iter().flatten().collect();
        Ok(())
    }

    /// The table of a position's tier.
    fn table(
        &self,
        index: &dyn Numbered,
        store: &Store,
        tier: Tier,
        position: &AnyPosition,
    ) -> Result<Arc<Table>, OracleError> {
        let tier_name = index.tier_name(tier);
        match store.table_of(&tier_name, index.slots(tier)) {
            Err(StoreError::NoSuchTier { .. }) if store.is_complete() => {
                Err(OracleError::NeverReached {
                    name: self.name.clone(),
                    position: self.rules.write_position(position),
                    tier: tier_name,
                })
            }
            Err(StoreError::NoSuchTier { .. }) => Err(self.partly_solved()),
            table => Ok(table?),
        }
    }

    /// The value of a position and of its moves. All of them were read anyway, so that a stored
    /// value which its moves do not bear out is noticed.
    fn judge(&self, located: &Located) -> Result<Judged, OracleError> {
        let Located { position, index, store } = located;
        let mut reading = Reading::new(&**index, store.as_deref());
        if self.finds() {
            self.find_side_by_side(&mut reading, position)?;
        }
        let outcome = self.outcome(&mut reading, position)?;
        let mut moves = Vec::new();
        for child in self.rules.moves(position) {
            let outcome = self.outcome(&mut reading, &child)?;
            moves.push((child, outcome));
        }
        let derived = match self.rules.primitive(position) {
            Some(value) => Some(Outcome::over(value)),
            None => moves.iter().map(|(_, outcome)| outcome.as_seen_by_mover()).max(),
        };
        if derived != Some(outcome) {
            return Err(self.contradiction(position));
        }
        Ok(Judged { outcome, moves, found_by: reading.found_by })
    }

    pub(crate) fn describe(&self, located: &Located) -> Result<Answer, OracleError> {
        let (rules, index, position) = (&*self.rules, &*located.index, &located.position);
        let judged = self.judge(located)?;
        let names = rules.move_names(position);
        let moves =
            names.into_iter().zip(&judged.moves).map(|(chosen, (child, outcome))| MoveAnswer {
                chosen,
                position: rules.write_position(child),
                verdict: (*outcome).into(),
                best: outcome.as_seen_by_mover() == judged.outcome,
                grundy: None,
                margin: None,
                draw: None,
                picture: rules.picture(child),
            });
        let picture = rules.picture(position);
        let clicks = rules.stages(position, &picture);
        let of_moves = judged.moves.iter().map(|(_, outcome)| outcome.as_seen_by_mover());
        // Only a position at which the game is over has nothing to click.
        let worths = worths(&clicks, &of_moves.collect::<Vec<_>>(), judged.outcome);
        let stages = clicks.into_iter().zip(worths);
        let mut answer = Answer {
            name: self.name.clone(),
            position: rules.write_position(position),
            turn: rules.turn(position),
            board: rules.board(position),
            tier: index.tier_name(index.tier_of(position)),
            over: rules.primitive(position).is_some(),
            kind: rules.kind(),
            verdict: judged.outcome.into(),
            grundy: None,
            margin: None,
            draw: None,
            decided_by: rules.decided_by(position),
            picture,
            moves: moves.collect(),
            stages: stages.map(|(stage, worth)| view::stage_answer(stage, Some(worth))).collect(),
            found_by: judged.found_by,
        };
        self.add_numbers(&mut answer, located);
        self.add_draws(&mut answer, located)?;
        Ok(answer)
    }

    pub(crate) fn best_line(
        &self,
        mut located: Located,
        most_plies: usize,
    ) -> Result<Line, OracleError> {
        let mut judged = self.judge(&located)?;
        let mut line = Line {
            position: self.rules.write_position(&located.position),
            verdict: judged.outcome.into(),
            plies: Vec::new(),
            end: LineEnd::Cut,
        };
        let mut met = HashMap::from([(located.position.clone(), 0)]);
        loop {
            if judged.moves.is_empty() {
                line.end = LineEnd::Over;
                break;
            }
            if line.plies.len() == most_plies {
                break;
            }
            let is_best = |(_, child): &(_, Outcome)| child.as_seen_by_mover() == judged.outcome;
            let best = judged.moves.iter().position(is_best);
            let best = best.ok_or_else(|| self.contradiction(&located.position))?;
            let (child, outcome) = judged.moves.swap_remove(best);
            line.plies.push(Ply {
                chosen: self.rules.move_names(&located.position).swap_remove(best),
                position: self.rules.write_position(&child),
                verdict: outcome.into(),
            });
            if let Some(&plies) = met.get(&child) {
                line.end = LineEnd::Repeats(plies);
                break;
            }
            met.insert(child.clone(), line.plies.len());
            located.position = child;
            judged = self.judge(&located)?;
        }
        Ok(line)
    }

    pub(crate) fn random_position(
        &self,
        index: &dyn Numbered,
        store: &Store,
        wanted: RandomFilter,
        seed: u64,
    ) -> Result<Option<String>, OracleError> {
        let mut random = Random::new(seed);
        let mut reading = Reading::new(index, Some(store));
        for _ in 0..RANDOM_GAMES {
            let mut found = Vec::new();
            let mut position = self.rules.start();
            for _ in 0..RANDOM_PLIES {
                let outcome = self.outcome(&mut reading, &position)?;
                if wanted.value.is_none_or(|value| value == outcome.value())
                    && outcome.remoteness().unwrap_or(0) >= wanted.least_remoteness
                {
                    found.push(position.clone());
                }
                let mut moves = self.rules.moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = moves.swap_remove(random.below(moves.len()));
            }
            if !found.is_empty() {
                let chosen = &found[random.below(found.len())];
                return Ok(Some(self.rules.write_position(chosen)));
            }
        }
        Ok(None)
    }
}

/// The tables that one question needs, each looked up once: positions of one tier are asked about in
/// turn.
pub(crate) struct Reading<'a> {
    index: &'a dyn Numbered,
    /// None where a game does without.
    store: Option<&'a Store>,
    tables: Vec<(Tier, Prober)>,
    /// How values were found that are in no table.
    found_by: Option<&'static str>,
    /// What was searched for already.
    known: HashMap<AnyPosition, Outcome>,
}

/// Values of which some were searched for.
const SEARCH: &str = "search";
/// Values that are all from the opening table that is part of the program.
const OPENING: &str = "opening";

impl<'a> Reading<'a> {
    pub(crate) fn new(index: &'a dyn Numbered, store: Option<&'a Store>) -> Reading<'a> {
        Reading { index, store, tables: Vec::new(), found_by: None, known: HashMap::new() }
    }
}

/// A position's value, and where its moves lead with the values there.
struct Judged {
    outcome: Outcome,
    moves: Vec<(AnyPosition, Outcome)>,
    found_by: Option<&'static str>,
}
