//! Solving a game into its folder: what it runs on, whether it fits, how far it goes.

use std::time::{Duration, Instant, SystemTime};

use hindsight_core::{Indexed, Looks};
use hindsight_gpu::{GpuError, GpuSolver};
use hindsight_solve::{self as solve, BoundaryCost, Control, CpuSolver, SolveError, SolveReport};
use hindsight_store::{Run, Store};

use crate::error::OracleError;
use crate::oracle::{Device, GameName, Order};
use crate::report::Solved;
use crate::solved::{GameOracle, Reading};

/// Games with fewer slots are solved before a GPU has started.
const WORTH_A_GPU: u64 = 1 << 26;

impl<G: Indexed + Looks> GameOracle<G> {
    pub(crate) fn solve_whole(
        &self,
        order: &Order,
        control: &Control,
    ) -> Result<Solved, OracleError> {
        self.check_memory(order)?;
        let gpu = self.gpu(order.device)?;
        let (store, began) = self.begin(order)?;
        let (game, memory) = (&self.game, order.memory);
        let report = match &gpu {
            Some(gpu) => solve::solve(game, &store, gpu, memory, control)?,
            None => solve::solve(game, &store, &CpuSolver, memory, control)?,
        };
        self.finish(&store, &report, began, gpu.map(|gpu| gpu.statistics().busy))
    }

    /// Solves the levels of a game that [has boundaries](Self::has_boundaries) up to one.
    pub(crate) fn solve_levels(
        &self,
        boundary: u32,
        order: &Order,
        control: &Control,
    ) -> Result<Solved, OracleError> {
        let (store, began) = self.begin(order)?;
        let report = solve::solve_bounded(&self.game, boundary, &store, order.memory, control)?;
        self.finish(&store, &report, began, None)
    }

    fn begin(&self, order: &Order) -> Result<(Store, Instant), OracleError> {
        // Tables that were read so far may go.
        *self.kept() = None;
        Ok((Store::create(self.data.root(), &self.id(), order.force)?, Instant::now()))
    }

    /// Notes in the journal what was solved, if anything, and reports it.
    fn finish(
        &self,
        store: &Store,
        report: &SolveReport,
        began: Instant,
        gpu_busy: Option<Duration>,
    ) -> Result<Solved, OracleError> {
        if report.solved_tiers > 0 {
            let threads = rayon::current_num_threads();
            let device = if gpu_busy.is_some() { "a GPU and " } else { "" };
            store.note(&Run {
                finished: SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs()),
                seconds: began.elapsed().as_secs_f64(),
                slots: report.slots,
                by: format!("hindsight {} on {device}{threads} threads", env!("CARGO_PKG_VERSION")),
            })?;
        }
        Ok(Solved {
            name: self.name.clone(),
            start: self.outcome(&mut Reading::new(Some(store)), self.game.start())?.into(),
            solved_tiers: report.solved_tiers,
            skipped_tiers: report.skipped_tiers,
            slots: report.slots,
            table_bytes: report.table_bytes,
            gpu_seconds: gpu_busy.map(|busy| busy.as_secs_f64()),
        })
    }

    /// Whether the game has levels, and positions of them are found without tables.
    pub(crate) fn has_boundaries(&self) -> bool {
        let mut tiers = self.game.roots();
        tiers.extend(tiers.clone().into_iter().flat_map(|tier| self.game.child_tiers(tier)));
        G::IS_FOUND && tiers.into_iter().any(|tier| self.game.level(tier).is_some())
    }

    /// What each boundary costs, from the first level on that is found by searching.
    pub(crate) fn boundary_costs(&self) -> Vec<BoundaryCost> {
        // Where a publication is quicker than the search, finding takes too long to be timed.
        let is_quick = |position| self.game.published(position).is_none();
        let mut position = self.game.start();
        let mut first = 0;
        while !is_quick(position) && self.game.primitive(position).is_none() {
            let mut next = None;
            self.game.moves(position, |chosen| next = next.or(Some(chosen)));
            let Some(chosen) = next else { break };
            position = self.game.play(position, chosen);
            first = self.game.level(self.game.tier_of(position)).unwrap_or(0);
        }
        solve::boundary_costs(&self.game, first)
    }

    /// The GPU that a device stands for, if it stands for one here.
    pub(crate) fn gpu(&self, device: Device) -> Result<Option<GpuSolver>, OracleError> {
        let side = self.game.device();
        let open = || -> Result<GpuSolver, GpuError> {
            let side = side.ok_or(GpuError::NotOffered)?;
            let gpu = GpuSolver::open(side)?;
            gpu.check_memory(&self.game)?;
            Ok(gpu)
        };
        match device {
            Device::Cpu => Ok(None),
            Device::Gpu => Ok(Some(open().map_err(SolveError::from)?)),
            Device::Auto if side.is_none() => Ok(None),
            Device::Auto => {
                let slots = solve::estimate(&self.game, &CpuSolver).slots;
                Ok(if slots >= WORTH_A_GPU { open().ok() } else { None })
            }
        }
    }

    /// Refuses a solve that does not fit, before anything is written.
    fn check_memory(&self, order: &Order) -> Result<(), OracleError> {
        if solve::estimate(&self.game, &CpuSolver).fits(order.memory) {
            return Ok(());
        }
        // What is solved already needs no memory any more.
        let GameName { game, variant } = self.name.clone();
        let begun = !order.force && Store::list(self.data.root())?.contains(&(game, variant));
        let store = if begun { Some(Store::open(self.data.root(), &self.id())?) } else { None };
        let is_solved = |tier: &str| store.as_ref().is_some_and(|store| store.has(tier));
        match solve::largest_unsolved(&self.game, &CpuSolver, is_solved) {
            Some(unit) if unit.least_memory > order.memory => Err(SolveError::TooLittleMemory {
                what: format!("{}: tier {}", self.name, unit.tiers.join(" with ")),
                needed: unit.least_memory,
                budget: order.memory,
            }
            .into()),
            _ => Ok(()),
        }
    }
}
