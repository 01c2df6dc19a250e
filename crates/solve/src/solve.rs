//! Solving a whole game: unit after unit, finished tables on disk, resumable.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use hindsight_core::clock::Instant;
use hindsight_core::{Numbered, Tier};
use hindsight_store::Store;

use crate::backend::Backend;
use crate::bounded::Boundary;
use crate::control::Control;
use crate::error::SolveError;
use crate::resident::ResidentTable;
use crate::tables::{Tables, check_tiers, load};
use crate::tiers::{TierGraph, Unit};
use crate::unit::{Exits, StreamedExits, UnitTask};

/// Units with at least this many slots get all threads at once.
const PARALLEL_SLOTS: u64 = 1 << 20;

/// Units with at least this many get the threads that have nothing else to do. Smaller ones run side
/// by side, each on one thread: meeting at every level would cost them more than it gives.
const SHARED_SLOTS: u64 = 1 << 16;

/// Finished tables are made to last on the disk this often: flushing after each of many small tiers
/// would take longer than solving them.
const COMMIT_EVERY: Duration = Duration::from_secs(2);

/// What a solve did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveReport {
    /// Tiers solved now.
    pub solved_tiers: u64,
    /// Tiers that had been solved before.
    pub skipped_tiers: u64,
    /// Slots of the tiers solved now.
    pub slots: u64,
    /// Bytes of all tables on disk.
    pub table_bytes: u64,
}

/// The memory that a unit takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitMemory {
    /// Bytes with the tables of all its exits in memory.
    pub resident: u64,
    /// Bytes with the largest of them only: enough to solve it, reading one after another.
    pub streamed: u64,
}

/// The memory that a unit takes: its array, the tables of its exits, its own table for others, and an
/// index that holds every position.
pub fn unit_memory(
    game: &dyn Numbered,
    graph: &TierGraph,
    backend: &dyn Backend,
    unit: &Unit,
) -> UnitMemory {
    let own = game.index_bytes() + backend.memory(game, unit) + unit.total_slots();
    let exits = unit.exits.iter().map(|&tier| graph.slots(tier));
    UnitMemory {
        resident: own + exits.clone().sum::<u64>(),
        streamed: own + exits.max().unwrap_or(0),
    }
}

/// Solves every tier that the roots lead to and the store does not have, with the threads of the
/// current rayon pool. A unit that does not fit the budget of `memory` bytes together with the tables
/// of all its exits has them streamed. Refuses at once when some unit does not fit even so.
pub fn solve(
    game: &dyn Numbered,
    store: &Store,
    backend: &dyn Backend,
    memory: u64,
    control: &Control,
) -> Result<SolveReport, SolveError> {
    solve_down_to(None, game, store, backend, memory, control)
}

/// As [`solve`], down to a boundary if there is one: then the store is not complete at the end.
pub(crate) fn solve_down_to(
    boundary: Option<Boundary<'_>>,
    game: &dyn Numbered,
    store: &Store,
    backend: &dyn Backend,
    memory: u64,
    control: &Control,
) -> Result<SolveReport, SolveError> {
    let graph = &TierGraph::down_to(game, boundary.map(|boundary| boundary.level));
    let state = Mutex::default();
    Run { game, backend, boundary, store, memory, control, graph, state }.finish()
}

impl Run<'_> {
    fn finish(self) -> Result<SolveReport, SolveError> {
        check_tiers(self.game, self.store)?;
        let mut report = self.prepare()?;
        rayon::scope(|scope| self.admit(scope));
        let state = self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.control.saving(|| match state.failure {
            Some(SolveError::Stopped) => self.store.commit(),
            Some(_) => {
                // Keep what was finished; the failure that comes first is the one to report.
                let _ = self.store.commit();
                Ok(())
            }
            None if self.boundary.is_none() => self.store.finish(),
            None => self.store.commit(),
        })?;
        report.table_bytes = self.store.tiers().iter().map(|tier| tier.bytes).sum();
        state.failure.map_or(Ok(report), Err)
    }
}

struct Run<'a> {
    game: &'a dyn Numbered,
    backend: &'a dyn Backend,
    boundary: Option<Boundary<'a>>,
    store: &'a Store,
    memory: u64,
    control: &'a Control,
    graph: &'a TierGraph,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Units that can start: all their exits are solved.
    ready: Vec<usize>,
    /// For each unsolved unit, how many units it waits for.
    waiting_for: HashMap<usize, usize>,
    /// For each unsolved unit, the units that wait for it.
    waiters: HashMap<usize, Vec<usize>>,
    /// Those that unsolved units need.
    tables: Tables,
    running: usize,
    running_bytes: u64,
    last_commit: Option<Instant>,
    failure: Option<SolveError>,
}

impl<'scope> Run<'scope> {
    fn prepare(&self) -> Result<SolveReport, SolveError> {
        let mut report = SolveReport::default();
        let mut largest = (0, None);
        let mut state = self.state();
        let solved =
            |unit: &Unit| unit.tiers.iter().all(|&tier| self.store.has(&self.game.tier_name(tier)));
        for (number, unit) in self.graph.units.iter().enumerate() {
            if solved(unit) {
                report.skipped_tiers += unit.tiers.len() as u64;
                continue;
            }
            report.solved_tiers += unit.tiers.len() as u64;
            report.slots += unit.total_slots();
            let needed = unit_memory(self.game, self.graph, self.backend, unit).streamed;
            if needed > largest.0 {
                largest = (needed, Some(unit));
            }
            state.tables.uses.add(&unit.exits);
            let exit_units = unit.exits.iter().filter_map(|&tier| self.graph.unit_of(tier));
            let mut exit_units: Vec<usize> = exit_units.collect();
            exit_units.sort_unstable();
            exit_units.dedup();
            // Units come after their exits, so what is unsolved is known by now.
            exit_units.retain(|exit| state.waiting_for.contains_key(exit));
            for &exit in &exit_units {
                state.waiters.entry(exit).or_default().push(number);
            }
            if exit_units.is_empty() {
                state.ready.push(number);
            }
            state.waiting_for.insert(number, exit_units.len());
        }
        if let (needed, Some(unit)) = largest
            && needed > self.memory
        {
            let what = format!("tier {}", self.game.tier_name(unit.tiers[0]));
            return Err(SolveError::TooLittleMemory { what, needed, budget: self.memory });
        }
        state.last_commit = Some(Instant::now());
        self.control.expect(report.slots);
        Ok(report)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Starts every ready unit for which there is memory, the largest first.
    fn admit(&'scope self, scope: &rayon::Scope<'scope>) {
        let mut state = self.state();
        let state = &mut *state;
        if state.failure.is_some() {
            return;
        }
        state.ready.sort_by_key(|&number| self.graph.units[number].total_slots());
        while let Some(&number) = state.ready.last() {
            let unit = &self.graph.units[number];
            let missing: u64 = unit
                .exits
                .iter()
                .filter(|&&tier| state.tables.get(tier).is_none())
                .map(|&tier| self.graph.slots(tier))
                .sum();
            let needed = self.backend.memory(self.game, unit) + unit.total_slots() + missing;
            let held = self.game.index_bytes() + state.running_bytes + state.tables.bytes();
            if held + needed > self.memory {
                if state.running > 0 {
                    break;
                }
                // It runs alone: make room. What is dropped is read again from the disk.
                let is_streamed = self.is_streamed(unit);
                state.tables.retain(|tier| !is_streamed && unit.exits.contains(&tier));
            }
            state.ready.pop();
            state.running += 1;
            state.running_bytes += needed;
            scope.spawn(move |scope| self.work(scope, number, needed));
        }
    }

    /// Whether the tables of a unit's exits do not fit in memory together.
    fn is_streamed(&self, unit: &Unit) -> bool {
        unit_memory(self.game, self.graph, self.backend, unit).resident > self.memory
    }

    fn work(&'scope self, scope: &rayon::Scope<'scope>, number: usize, reserved: u64) {
        let result = self.solve_unit(&self.graph.units[number]);
        {
            let mut state = self.state();
            state.running -= 1;
            state.running_bytes -= reserved;
            match result {
                Ok(tables) => self.finish_unit(&mut state, number, tables),
                Err(failure) => drop(state.failure.get_or_insert(failure)),
            }
        }
        self.admit(scope);
    }

    /// Solves a unit, writes its tables, and returns those that other units wait for.
    fn solve_unit(&self, unit: &Unit) -> Result<Vec<(Tier, Arc<ResidentTable>)>, SolveError> {
        self.control.check()?;
        let idle_threads = rayon::current_num_threads() > self.state().running;
        let parallel_from = if idle_threads { SHARED_SLOTS } else { PARALLEL_SLOTS };
        let parallel = unit.total_slots() >= parallel_from && rayon::current_num_threads() > 1;
        let solve = |exits: Exits<'_>| {
            let task = UnitTask { unit, exits, control: self.control, parallel };
            match self.boundary {
                Some(boundary) if boundary.is_met(self.game, unit) => boundary.find_unit(&task),
                _ => self.backend.solve(self.game, &task),
            }
        };
        let solved = if self.is_streamed(unit) {
            let UnitMemory { streamed, .. } =
                unit_memory(self.game, self.graph, self.backend, unit);
            let largest = unit.exits.iter().map(|&tier| self.graph.slots(tier)).max();
            let own = streamed - largest.unwrap_or(0);
            let stored = |&tier: &Tier| {
                self.store.table_of(&self.game.tier_name(tier), self.graph.slots(tier))
            };
            let tables = unit.exits.iter().map(stored).collect::<Result<Vec<_>, _>>()?;
            solve(Exits::Streamed(&StreamedExits::new(tables, self.memory.saturating_sub(own))))?
        } else {
            let tables =
                unit.exits.iter().map(|&tier| self.table(tier)).collect::<Result<Vec<_>, _>>()?;
            solve(Exits::Resident(&tables))?
        };
        let mut tables = Vec::new();
        for (&tier, codes) in unit.tiers.iter().zip(solved.tiers()) {
            // A tier of a unit can be there from before, when the solve was stopped between two.
            let name = self.game.tier_name(tier);
            if !self.store.has(&name) {
                self.store.write_tier(&name, codes)?;
            }
            if self.state().tables.uses.is_needed(tier) {
                tables.push((tier, Arc::new(ResidentTable::new(codes))));
            }
        }
        Ok(tables)
    }

    fn finish_unit(
        &self,
        state: &mut State,
        number: usize,
        tables: Vec<(Tier, Arc<ResidentTable>)>,
    ) {
        for (tier, table) in tables {
            state.tables.insert(tier, table);
        }
        state.tables.finish(&self.graph.units[number].exits);
        state.waiting_for.remove(&number);
        for waiter in state.waiters.remove(&number).unwrap_or_default() {
            let left = state.waiting_for.get_mut(&waiter).expect("it waits");
            *left -= 1;
            if *left == 0 {
                state.ready.push(waiter);
            }
        }
        if state.last_commit.is_some_and(|last| last.elapsed() > COMMIT_EVERY) {
            if let Err(failure) = self.control.saving(|| self.store.commit()) {
                state.failure.get_or_insert(failure.into());
            }
            state.last_commit = Some(Instant::now());
        }
    }

    /// The table of a solved tier: from memory, or else from the disk.
    fn table(&self, tier: Tier) -> Result<Arc<ResidentTable>, SolveError> {
        if let Some(table) = self.state().tables.get(tier) {
            return Ok(table);
        }
        let table = load(self.game, self.store, tier)?;
        self.state().tables.insert(tier, Arc::clone(&table));
        Ok(table)
    }
}
