//! What a rank does when it is told to solve units, whole or with others.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hindsight_core::{Numbered, Tier};
use hindsight_solve::{
    Backend, Control, Exits, ResidentTable, SolveError, StreamedExits, TierGraph, Unit, UnitTask,
    unit_memory,
};
use hindsight_store::{Store, TierEntry};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::group::Group;
use crate::held::{Held, HeldArray};
use crate::join::{patiently, write_unit};
use crate::plan::{Means, share_memory};
use crate::ranks::Ranks;
use crate::split::{SplitOptions, solve_share};

/// A unit with at least so many slots gets all threads of a rank.
const PARALLEL_SLOTS: u64 = 1 << 16;

/// What a rank is told by the scheduler.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Solve some units, each alone. What is solved of them and of what they lead to is listed.
    Whole { units: Vec<usize>, known: Vec<TierEntry> },
    /// Solve a unit with others.
    Split { unit: usize, members: Vec<usize>, reads_exits: bool, known: Vec<TierEntry> },
    /// Stop soon.
    Stop,
    /// There is nothing left to do.
    End,
}

/// What a rank tells the scheduler.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Report {
    /// Slots done since the last time.
    Progress(u64),
    /// Units are done; the first of those who solved one together has its tables.
    Done { units: Vec<usize>, entries: Vec<TierEntry>, work: Work },
    /// They are not.
    Failed { stopped: bool, rank: String, what: String },
    /// Somebody asked this rank to stop.
    Stop,
}

/// What solving split units took, on one rank or on all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Moves that were looked at, forwards and backwards.
    pub edges: u64,
    /// Messages to other ranks.
    pub messages: u64,
    /// Their bytes.
    pub message_bytes: u64,
    /// The most memory that a rank has taken so far, in bytes; 0 where the system does not tell.
    pub peak_memory: u64,
}

impl Work {
    /// Adds what another rank, or another unit, took.
    pub(crate) fn add(&mut self, other: Work) {
        self.edges += other.edges;
        self.messages += other.messages;
        self.message_bytes += other.message_bytes;
        self.peak_memory = self.peak_memory.max(other.peak_memory);
    }
}

/// A rank at work.
pub(crate) struct Worker<'a> {
    pub ranks: &'a dyn Ranks,
    pub game: &'a dyn Numbered,
    pub graph: &'a TierGraph,
    pub backend: &'a dyn Backend,
    pub store: Store,
    pub means: Means,
    pub block: Option<u64>,
    pub control: &'a Control,
    /// Finished tables, as long as there is room.
    pub tables: Mutex<HashMap<Tier, Arc<ResidentTable>>>,
    pub edges: AtomicU64,
}

impl Worker<'_> {
    /// Carries out an order with the threads of the current pool.
    pub fn carry_out(&self, order: &Order) -> Option<Report> {
        let (units, known) = match order {
            Order::Whole { units, known } => (units.clone(), known),
            Order::Split { unit, known, .. } => (vec![*unit], known),
            Order::Stop | Order::End => return None,
        };
        known.iter().for_each(|entry| self.store.learn(entry));
        let sent = self.ranks.sent();
        self.edges.store(0, Relaxed);
        let entries = match order {
            Order::Split { unit, members, reads_exits, .. } => {
                self.split(&self.graph.units[*unit], members, *reads_exits)
            }
            _ => self.whole(&units),
        };
        let now = self.ranks.sent();
        let work = Work {
            edges: self.edges.load(Relaxed),
            messages: now.messages - sent.messages,
            message_bytes: now.bytes - sent.bytes,
            peak_memory: peak_memory(),
        };
        Some(match entries {
            Ok(entries) => Report::Done { units, entries, work },
            Err(failure) => {
                let stopped = matches!(failure, SolveError::Stopped);
                let (rank, what) = match failure {
                    SolveError::Elsewhere { rank, what } => (rank, what),
                    own => (crate::group::rank_name(self.ranks.rank()), own.to_string()),
                };
                Report::Failed { stopped, rank, what }
            }
        })
    }

    fn whole(&self, units: &[usize]) -> Result<Vec<TierEntry>, SolveError> {
        let units: Vec<&Unit> = units.iter().map(|&unit| &self.graph.units[unit]).collect();
        let (mut needed, mut used) = (0, HashSet::new());
        for unit in &units {
            let memory = unit_memory(self.game, self.graph, self.backend, unit);
            if memory.resident <= self.means.memory {
                needed += memory.resident;
                used.extend(&unit.exits);
            } else {
                // It reads tables for itself, and has use for none that is here.
                needed += memory.streamed;
            }
        }
        self.make_room(needed, &used);
        let threads = rayon::current_num_threads();
        let entries: Vec<TierEntry> = match units[..] {
            [unit] => {
                let parallel = threads > 1 && unit.total_slots() >= PARALLEL_SLOTS;
                self.solve_unit(unit, parallel, needed)?
            }
            _ => {
                let solved: Result<Vec<_>, SolveError> =
                    units.par_iter().map(|unit| self.solve_unit(unit, false, needed)).collect();
                solved?.concat()
            }
        };
        self.store.flush_tables(&entries)?;
        Ok(entries)
    }

    fn solve_unit(
        &self,
        unit: &Unit,
        parallel: bool,
        needed: u64,
    ) -> Result<Vec<TierEntry>, SolveError> {
        self.control.check()?;
        let solve = |exits: Exits<'_>| {
            let task = UnitTask { unit, exits, control: self.control, parallel };
            self.backend.solve(self.game, &task)
        };
        let memory = unit_memory(self.game, self.graph, self.backend, unit);
        let solved = if memory.resident > self.means.memory {
            let largest = unit.exits.iter().map(|&tier| self.graph.slots(tier)).max();
            let own = memory.streamed - largest.unwrap_or(0);
            let tables = unit.exits.iter().map(|&tier| self.table(tier));
            let tables = tables.collect::<Result<Vec<_>, _>>()?;
            solve(Exits::Streamed(&StreamedExits::new(
                tables,
                self.means.memory.saturating_sub(own),
            )))?
        } else {
            let tables = unit.exits.iter().map(|&tier| self.resident(tier));
            solve(Exits::Resident(&tables.collect::<Result<Vec<_>, _>>()?))?
        };
        let mut entries = Vec::new();
        for (&tier, codes) in unit.tiers.iter().zip(solved.tiers()) {
            let name = self.game.tier_name(tier);
            if !self.store.has(&name) {
                entries.push(self.store.write_tier(&name, codes)?);
            }
            let kept: u64 = self.tables().values().map(|table| table.bytes()).sum();
            if kept + needed + codes.len() as u64 <= self.means.memory {
                let table = Arc::new(ResidentTable::new(codes));
                self.tables().insert(tier, table);
            }
        }
        Ok(entries)
    }

    fn split(
        &self,
        unit: &Unit,
        members: &[usize],
        reads_exits: bool,
    ) -> Result<Vec<TierEntry>, SolveError> {
        let group = &Group::new(self.ranks, members.to_vec());
        let place = (group.place(), group.len());
        let way = (group.len(), reads_exits);
        let needed = share_memory(self.game, self.graph, unit, &self.means, way);
        let used = if reads_exits { unit.exits.iter().copied().collect() } else { HashSet::new() };
        self.make_room(needed, &used);
        let load = |&tier: &Tier| match reads_exits {
            true => Ok(HeldArray::whole(self.resident(tier)?)),
            false => {
                let table = self.table(tier)?;
                patiently(|| HeldArray::load(&table, place))
            }
        };
        let loaded = unit.exits.iter().map(load).collect::<Result<Vec<_>, _>>();
        let (arrays, loaded) = match loaded {
            Ok(arrays) => (arrays, Ok(())),
            Err(failure) => (Vec::new(), Err(failure)),
        };
        group.agree(loaded, self.control, &mut [])?;
        let tiers = unit.exits.iter().enumerate().map(|(number, &tier)| (tier, number, 0));
        let held = Held::new(arrays.iter().collect(), tiers.collect(), place);
        let options = SplitOptions { block: self.block, buffer: self.means.buffer() };
        let share = solve_share(self.game, unit, group, &held, options, self.control)?;
        self.edges.store(share.edges, Relaxed);
        drop(held);
        drop(arrays);
        let is_known = |name: &str| self.store.has(name);
        write_unit(self.game, unit, group, &share, &self.store, is_known, self.control)
    }

    fn table(&self, tier: Tier) -> Result<Arc<hindsight_store::Table>, SolveError> {
        let name = self.game.tier_name(tier);
        patiently(|| Ok(self.store.table_of(&name, self.graph.slots(tier))?))
    }

    /// A finished table: from memory, or else from the disk.
    fn resident(&self, tier: Tier) -> Result<Arc<ResidentTable>, SolveError> {
        if let Some(table) = self.tables().get(&tier) {
            return Ok(Arc::clone(table));
        }
        let table = self.table(tier)?;
        let table = Arc::new(patiently(|| Ok(ResidentTable::load(&table)?))?);
        self.tables().insert(tier, Arc::clone(&table));
        Ok(table)
    }

    /// Lets tables go that are not used now, where there would not be room for them beside so many bytes. Those
    /// that are used are among these bytes.
    fn make_room(&self, needed: u64, used: &HashSet<Tier>) {
        let mut tables = self.tables();
        let idle = tables.iter().filter(|(tier, _)| !used.contains(*tier));
        let idle: u64 = idle.map(|(_, table)| table.bytes()).sum();
        if idle + needed > self.means.memory {
            tables.retain(|tier, _| used.contains(tier));
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<Tier, Arc<ResidentTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The most memory that this process has taken so far, where Linux tells.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    number.unwrap_or(0) * 1024
}
