//! Solving a game into its folder: what it runs on, whether it fits, how far it goes.

use std::sync::Arc;
use std::time::Duration;

use hindsight_core::clock::{Instant, unix_seconds};
use hindsight_core::{LevelSurvey, LevelValues, Tier};
use hindsight_solve::{
    self as solve, Backend, BoundaryCost, Control, Cpu, SolveError, SolveReport,
};
use hindsight_store::{Run, Store};

use crate::accelerator;
use crate::error::OracleError;
use crate::oracle::{Device, Oracle, SolveOptions};
use crate::report::Solved;
use crate::tables::Reading;

/// Games with fewer slots are solved before a GPU has started.
const WORTH_A_GPU: u64 = 1 << 26;

impl Oracle {
    /// Solves what is not solved yet, with the threads of the current rayon pool.
    pub fn solve(&self, options: &SolveOptions, control: &Control) -> Result<Solved, OracleError> {
        let index = &*self.index_for(control)?;
        self.check_memory(options)?;
        let backend = self.backend(options.device)?;
        let (store, began) = self.begin(options)?;
        let report = solve::solve(index, &store, &*backend, options.memory, control)?;
        self.finish(&store, &report, began, backend.device_time())
    }

    /// Opens the tables for a solve by several processes, of which this one leads.
    pub fn lead(&self, options: &SolveOptions) -> Result<(Store, Instant), OracleError> {
        self.begin(options)
    }

    /// Opens the folder of the tables for a process that helps with a solve.
    pub fn help(&self) -> Store {
        let disk = Arc::clone(self.data.disk());
        Store::help_on(disk, self.data.root(), &self.id(self.rules()))
    }

    /// Notes and reports what several processes solved.
    pub fn finish_together(
        &self,
        store: &Store,
        report: &SolveReport,
        began: Instant,
        ranks: usize,
    ) -> Result<Solved, OracleError> {
        self.finish_on(store, report, began, None, &format!("{ranks} ranks of "))
    }

    /// Solves the levels up to a boundary; what lies beyond is found when asked for. `None` where the
    /// game has no levels.
    pub fn solve_to(
        &self,
        boundary: u32,
        options: &SolveOptions,
        control: &Control,
    ) -> Option<Result<Solved, OracleError>> {
        let has_boundaries = self.finds() && self.has_levels().is_ok_and(|has_levels| has_levels);
        has_boundaries.then(|| {
            let (rules, index) = (&*self.rules, &*self.index()?);
            let levels = index.levels().filter(|_| options.device == Device::Gpu);
            let behind = match levels {
                Some(levels) => Some(self.level_behind(levels, boundary, options)?),
                None => self.check_boundary(boundary).map(|()| None)?,
            };
            let (store, began) = self.begin(options)?;
            let memory = options.memory;
            let (Some(levels), Some(behind)) = (levels, behind) else {
                let report = solve::solve_bounded(rules, index, boundary, &store, memory, control)?;
                return self.finish(&store, &report, began, None);
            };
            let is_left = |tier: Tier| {
                index.level(tier) == Some(boundary) && !store.has(&index.tier_name(tier))
            };
            let is_needed = levels.tiers(boundary).into_iter().any(is_left);
            let values = match is_needed {
                true => accelerator::level_values(levels, behind, control)?,
                false => LevelValues { level: behind, bytes: Vec::new() },
            };
            let gpu_busy = is_needed.then(|| began.elapsed());
            let find = |tier, slot| Ok(levels.outcome_in(&values, tier, slot));
            let report = solve::solve_bounded_by(&find, index, boundary, &store, memory, control)?;
            self.finish(&store, &report, began, gpu_busy)
        })
    }

    /// The level whose values a GPU finds, from which those of a boundary follow.
    fn level_behind(
        &self,
        levels: &dyn LevelSurvey,
        boundary: u32,
        options: &SolveOptions,
    ) -> Result<u32, OracleError> {
        let Some(behind) = levels.level_behind(boundary) else {
            return Err(self.bad_boundary(format!(
                "nothing comes after level {boundary} that a GPU would find; leave out --device gpu"
            )));
        };
        let (needed, budget) = (levels.outline(behind).bytes, options.memory);
        if needed > budget {
            let what = format!("{}: the values of level {behind}", self.name);
            return Err(SolveError::TooLittleMemory { what, needed, budget }.into());
        }
        Ok(behind)
    }

    /// Refuses a boundary whose positions cannot be searched one by one.
    fn check_boundary(&self, boundary: u32) -> Result<(), OracleError> {
        let first = self.first_searched()?;
        if boundary >= first {
            return Ok(());
        }
        Err(self.bad_boundary(format!(
            "a position before level {first} takes minutes to search, and the opening table that is part of \
             the program has it; --boundary {first} or more will do, or any with --device gpu"
        )))
    }

    fn bad_boundary(&self, why: String) -> OracleError {
        OracleError::Boundary { name: self.name.clone(), why }
    }

    /// The first level whose positions are found by searching, in a game that has a search and comes to an end.
    fn first_searched(&self) -> Result<u32, OracleError> {
        let (rules, index) = (&*self.rules, self.index()?);
        let mut position = rules.start();
        let mut first = 0;
        while !rules.is_found(&position) && rules.primitive(&position).is_none() {
            let Some(next) = rules.moves(&position).into_iter().next() else { break };
            position = next;
            first = index.level(index.tier_of(&position)).unwrap_or(0);
        }
        Ok(first)
    }

    fn begin(&self, options: &SolveOptions) -> Result<(Store, Instant), OracleError> {
        // Tables that were read so far may go.
        *self.kept() = None;
        self.forget_draws();
        let (disk, root) = (Arc::clone(self.data.disk()), self.data.root());
        let store = Store::create_on(disk, root, &self.id(self.rules()), options.force)?;
        store.compare_deep_rules(self.deep_rules())?;
        Ok((store, Instant::now()))
    }

    /// Notes in the journal what was solved, if anything, and reports it.
    fn finish(
        &self,
        store: &Store,
        report: &SolveReport,
        began: Instant,
        gpu_busy: Option<Duration>,
    ) -> Result<Solved, OracleError> {
        self.finish_on(store, report, began, gpu_busy, "")
    }

    fn finish_on(
        &self,
        store: &Store,
        report: &SolveReport,
        began: Instant,
        gpu_busy: Option<Duration>,
        ranks: &str,
    ) -> Result<Solved, OracleError> {
        if report.solved_tiers > 0 {
            let threads = match rayon::current_num_threads() {
                1 => "1 thread".to_owned(),
                threads => format!("{threads} threads"),
            };
            let device = if gpu_busy.is_some() { "a GPU and " } else { "" };
            store.note(&Run {
                finished: unix_seconds(),
                seconds: began.elapsed().as_secs_f64(),
                slots: report.slots,
                by: format!("{} on {ranks}{device}{threads}", self.program()),
            })?;
        }
        self.note_rules(store);
        self.list_positions(store)?;
        let index = &*self.index()?;
        let start = self.outcome(&mut Reading::new(index, Some(store)), &self.rules.start())?;
        Ok(Solved {
            name: self.name.clone(),
            start: start.into(),
            solved_tiers: report.solved_tiers,
            skipped_tiers: report.skipped_tiers,
            slots: report.slots,
            table_bytes: report.table_bytes,
            gpu_seconds: gpu_busy.map(|busy| busy.as_secs_f64()),
        })
    }

    /// Whether the game has levels.
    fn has_levels(&self) -> Result<bool, OracleError> {
        let index = self.index()?;
        let mut tiers = index.roots();
        tiers.extend(tiers.clone().into_iter().flat_map(|tier| index.child_tiers(tier)));
        Ok(tiers.into_iter().any(|tier| index.level(tier).is_some()))
    }

    /// What each boundary costs, from the first level on that is found by searching; nothing for a
    /// game that has no search.
    pub fn boundaries(&self) -> Vec<BoundaryCost> {
        if !self.finds() {
            return Vec::new();
        }
        let (Ok(index), Ok(first)) = (self.index(), self.first_searched()) else {
            return Vec::new();
        };
        solve::boundary_costs(&*self.rules, &*index, first)
    }

    /// Seconds that an NVIDIA H200 took to find the values from which those of a boundary follow, and the bytes
    /// that a GPU must have free for it; `None` where none can.
    pub fn boundary_on_gpu(&self, boundary: u32) -> Option<(f64, u64)> {
        let index = self.index().ok()?;
        let levels = index.levels()?;
        accelerator::level_seconds(levels, levels.level_behind(boundary)?)
    }

    /// Bytes that a GPU must have free to [survey](Oracle::survey) the game level by level; `None` where it
    /// cannot.
    pub fn survey_memory(&self) -> Option<u64> {
        accelerator::level_memory(&*self.index().ok()?)
    }

    /// What does the work that a device stands for: a GPU if it stands for one here.
    pub fn backend(&self, device: Device) -> Result<Box<dyn Backend>, OracleError> {
        let index = &*self.index()?;
        let gpu = match device {
            Device::Cpu => None,
            Device::Gpu => Some(accelerator::open(index)?),
            Device::Auto if index.device().is_none() => None,
            Device::Auto => {
                let is_worth_it = solve::estimate(index, &Cpu).slots >= WORTH_A_GPU;
                if is_worth_it { accelerator::open(index).ok() } else { None }
            }
        };
        Ok(gpu.unwrap_or_else(|| Box::new(Cpu)))
    }

    /// Refuses a solve that does not fit, before anything is written.
    fn check_memory(&self, options: &SolveOptions) -> Result<(), OracleError> {
        let index = &*self.index()?;
        if solve::estimate(index, &Cpu).fits(options.memory) {
            return Ok(());
        }
        // What is solved already needs no memory any more.
        let store =
            if !options.force && self.is_begun()? { Some(self.open_store()?) } else { None };
        let is_solved = |tier: &str| store.as_ref().is_some_and(|store| store.has(tier));
        match solve::largest_unsolved(index, &Cpu, is_solved) {
            Some(unit) if unit.least_memory > options.memory => Err(SolveError::TooLittleMemory {
                what: format!("{}: tier {}", self.name, unit.tiers.join(" with ")),
                needed: unit.least_memory,
                budget: options.memory,
            }
            .into()),
            _ => Ok(()),
        }
    }
}
