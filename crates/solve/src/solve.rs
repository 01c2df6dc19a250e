//! Solving a whole game: unit after unit, finished tables on disk, resumable.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use hindsight_core::{Indexed, Tier};
use hindsight_store::Store;

use crate::control::Control;
use crate::error::SolveError;
use crate::numbered::Numbered;
use crate::resident::ResidentTable;
use crate::tiers::{TierGraph, Unit};
use crate::unit::{Exits, SolvedUnit, StreamedExits, UnitSolver, UnitTask};

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

/// The memory that a unit takes: its array, the tables of its exits, and its own table for others.
pub fn unit_memory<G: Indexed>(
    game: &G,
    graph: &TierGraph,
    solver: &impl UnitSolver<G>,
    unit: &Unit,
) -> UnitMemory {
    memory_beside(solver.memory(game, unit), graph, unit)
}

/// The same, given what the solver takes.
fn memory_beside(solver: u64, graph: &TierGraph, unit: &Unit) -> UnitMemory {
    let own = solver + unit.total_slots();
    let exits = unit.exits.iter().map(|&tier| graph.slots(tier));
    UnitMemory {
        resident: own + exits.clone().sum::<u64>(),
        streamed: own + exits.max().unwrap_or(0),
    }
}

/// A solver together with the game whose units it solves: what the run over all units needs to know
/// of both.
trait Work: Sync {
    fn memory(&self, unit: &Unit) -> u64;

    fn solve(&self, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError>;
}

impl<G: Indexed, S: UnitSolver<G>> Work for (&G, &S) {
    fn memory(&self, unit: &Unit) -> u64 {
        self.1.memory(self.0, unit)
    }

    fn solve(&self, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
        self.1.solve(self.0, task)
    }
}

/// Solves every tier that the roots lead to and the store does not have, with the threads of the
/// current rayon pool. A unit that does not fit the budget of `memory` bytes together with the tables
/// of all its exits has them streamed. Refuses at once when some unit does not fit even so.
pub fn solve<G: Indexed>(
    game: &G,
    store: &Store,
    solver: &impl UnitSolver<G>,
    memory: u64,
    control: &Control,
) -> Result<SolveReport, SolveError> {
    solve_as_far(game, store, solver, memory, control, true)
}

/// As [`solve`], of a game that may be only a part of the one that the store is for: then the store
/// is not complete at the end.
pub(crate) fn solve_as_far<G: Indexed>(
    game: &G,
    store: &Store,
    solver: &impl UnitSolver<G>,
    memory: u64,
    control: &Control,
    is_whole: bool,
) -> Result<SolveReport, SolveError> {
    let graph = TierGraph::of(game);
    let run = Run {
        game,
        work: &(game, solver),
        store,
        memory,
        control,
        graph: &graph,
        state: Mutex::default(),
    };
    run.finish(is_whole)
}

impl Run<'_> {
    fn finish(self, is_whole: bool) -> Result<SolveReport, SolveError> {
        let mut report = self.prepare()?;
        rayon::scope(|scope| self.admit(scope));
        let state = self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        match state.failure {
            Some(SolveError::Stopped) => self.store.commit()?,
            Some(_) => {
                // Keep what was finished; the failure that comes first is the one to report.
                let _ = self.store.commit();
            }
            None if is_whole => self.store.finish()?,
            None => self.store.commit()?,
        }
        report.table_bytes = self.store.tiers().iter().map(|tier| tier.bytes).sum();
        state.failure.map_or(Ok(report), Err)
    }
}

struct Run<'a> {
    game: &'a dyn Numbered,
    work: &'a dyn Work,
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
    /// For each tier, the unsolved units that need its table.
    users: HashMap<Tier, usize>,
    resident: HashMap<Tier, Arc<ResidentTable>>,
    resident_bytes: u64,
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
            let needed = memory_beside(self.work.memory(unit), self.graph, unit).streamed;
            if needed > largest.0 {
                largest = (needed, Some(unit));
            }
            let mut exit_units = Vec::new();
            for &tier in &unit.exits {
                *state.users.entry(tier).or_default() += 1;
                exit_units.extend(self.graph.unit_of(tier));
            }
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
                .filter(|tier| !state.resident.contains_key(tier))
                .map(|&tier| self.graph.slots(tier))
                .sum();
            let needed = self.work.memory(unit) + unit.total_slots() + missing;
            if state.running_bytes + state.resident_bytes + needed > self.memory {
                if state.running > 0 {
                    break;
                }
                // It runs alone: make room. What is dropped is read again from the disk.
                let is_streamed = self.is_streamed(unit);
                state.resident.retain(|tier, _| !is_streamed && unit.exits.contains(tier));
                state.resident_bytes = state.resident.values().map(|table| table.bytes()).sum();
            }
            state.ready.pop();
            state.running += 1;
            state.running_bytes += needed;
            scope.spawn(move |scope| self.work(scope, number, needed));
        }
    }

    /// Whether the tables of a unit's exits do not fit in memory together.
    fn is_streamed(&self, unit: &Unit) -> bool {
        memory_beside(self.work.memory(unit), self.graph, unit).resident > self.memory
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
            self.work.solve(&UnitTask { unit, exits, control: self.control, parallel })
        };
        let solved = if self.is_streamed(unit) {
            let own = self.work.memory(unit) + unit.total_slots();
            let stored = |&tier: &Tier| self.store.table(&self.game.tier_name(tier));
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
            if self.state().users.get(&tier).is_some_and(|&users| users > 0) {
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
            state.resident_bytes += table.bytes();
            state.resident.insert(tier, table);
        }
        for tier in &self.graph.units[number].exits {
            let users = state.users.get_mut(tier).expect("every exit has users");
            *users -= 1;
            if *users == 0
                && let Some(table) = state.resident.remove(tier)
            {
                state.resident_bytes -= table.bytes();
            }
        }
        state.waiting_for.remove(&number);
        for waiter in state.waiters.remove(&number).unwrap_or_default() {
            let left = state.waiting_for.get_mut(&waiter).expect("it waits");
            *left -= 1;
            if *left == 0 {
                state.ready.push(waiter);
            }
        }
        if state.last_commit.is_some_and(|last| last.elapsed() > COMMIT_EVERY) {
            if let Err(failure) = self.store.commit() {
                state.failure.get_or_insert(failure.into());
            }
            state.last_commit = Some(Instant::now());
        }
    }

    /// The table of a solved tier: from memory, or else from the disk.
    fn table(&self, tier: Tier) -> Result<Arc<ResidentTable>, SolveError> {
        if let Some(table) = self.state().resident.get(&tier) {
            return Ok(Arc::clone(table));
        }
        let stored = self.store.table(&self.game.tier_name(tier))?;
        let table = Arc::new(ResidentTable::load(&stored)?);
        let mut state = self.state();
        if !state.resident.contains_key(&tier) {
            state.resident_bytes += table.bytes();
            state.resident.insert(tier, Arc::clone(&table));
        }
        Ok(table)
    }
}
