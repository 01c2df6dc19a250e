//! The unit solver.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use hindsight_core::{Code, DeviceSide, Indexed};
use hindsight_solve::{
    CpuSolver, Exits, SlotArray, SolveError, SolvedUnit, TierGraph, Unit, UnitSolver, UnitTask,
};

use crate::cuda::Cuda;
use crate::error::GpuError;
use crate::machine::Machine;
use crate::passes::Passes;
use crate::stock::{Stock, bytes_of_unit};

/// Units with fewer slots are solved by the processor: starting a few hundred kernels takes longer.
const SMALLEST: u64 = 1 << 15;

/// What the GPU did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Time for which kernels ran, or tables were uploaded for them.
    pub busy: Duration,
    /// Units solved.
    pub units: u64,
    /// Slots of these.
    pub slots: u64,
}

/// Solves units on a GPU, one at a time; small ones on the processor.
pub struct GpuSolver<M: Machine = Cuda> {
    machine: Arc<M>,
    smallest: u64,
    pub(crate) work: Mutex<Work<M>>,
}

/// What whose turn it is has to itself.
pub(crate) struct Work<M: Machine> {
    pub(crate) stock: Stock<M>,
    statistics: Statistics,
}

impl GpuSolver<Cuda> {
    /// The first GPU, with the kernels of a game.
    pub fn open(side: &dyn DeviceSide) -> Result<GpuSolver<Cuda>, GpuError> {
        GpuSolver::on(Cuda::open(side)?, side, SMALLEST)
    }
}

impl<M: Machine> GpuSolver<M> {
    /// A solver on a machine that has the kernels of a game. Units with fewer slots than `smallest`
    /// are left to the processor.
    pub fn on(machine: M, side: &dyn DeviceSide, smallest: u64) -> Result<GpuSolver<M>, GpuError> {
        let machine = Arc::new(machine);
        let stock = Stock::new(&machine, side)?;
        let work = Mutex::new(Work { stock, statistics: Statistics::default() });
        Ok(GpuSolver { machine, smallest, work })
    }

    /// The machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    pub(crate) fn shared_machine(&self) -> &Arc<M> {
        &self.machine
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.take_turn().statistics
    }

    /// Whether every unit of the game fits the device together with the tables of its exits.
    pub fn check_memory<G: Indexed>(&self, game: &G) -> Result<(), GpuError> {
        let graph = TierGraph::of(game);
        let bytes = |unit: &Unit| bytes_of_unit(unit, |tier| graph.slots(tier));
        let free = self.take_turn().stock.budget();
        match graph.units.iter().max_by_key(|unit| bytes(unit)) {
            Some(unit) if bytes(unit) > free => {
                let tiers: Vec<String> =
                    unit.tiers.iter().map(|&tier| game.tier_name(tier)).collect();
                let what = format!("tier {}", tiers.join(" with "));
                Err(GpuError::TooLittleMemory { what, needed: bytes(unit), free })
            }
            _ => Ok(()),
        }
    }

    /// Waits until the device is free. A thread of a pool does other work of the pool meanwhile, such
    /// as compressing tables; it may take up another unit too, which then comes first.
    pub(crate) fn take_turn(&self) -> MutexGuard<'_, Work<M>> {
        loop {
            match self.work.try_lock() {
                Ok(work) => return work,
                Err(TryLockError::Poisoned(poisoned)) => return PoisonError::into_inner(poisoned),
                Err(TryLockError::WouldBlock) => {}
            }
            if rayon::yield_now() != Some(rayon::Yield::Executed) {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
    }

    fn solve_on_device<G: Indexed>(
        &self,
        game: &G,
        task: &UnitTask<'_>,
        exits: &[Arc<hindsight_solve::ResidentTable>],
    ) -> Result<SolvedUnit, SolveError> {
        let unit = task.unit;
        let mut work = self.take_turn();
        let begin = Instant::now();
        let mut loaded = work.stock.load(game, unit, exits, None)?;
        let solved = Passes {
            machine: &*self.machine,
            game,
            unit,
            launches: &mut loaded.launches,
            control: task.control,
        }
        .solve();
        if let Err(failure) = solved {
            work.stock.forget(&unit.tiers);
            return Err(failure);
        }
        work.statistics.busy += begin.elapsed();
        work.statistics.units += 1;
        work.statistics.slots += unit.total_slots();
        drop(work);
        // From here on others have their turn: the values stay on the device and are copied.
        let mut array = SlotArray::new(unit.total_slots() as usize);
        let mut rest = array.codes_mut();
        for (values, &slots) in loaded.values.iter().zip(&unit.slots) {
            let (codes, behind) = rest.split_at_mut(slots as usize);
            self.machine.download(values.address(), bytes_of(codes))?;
            rest = behind;
        }
        task.control.advance(unit.total_slots());
        Ok(SolvedUnit::new(array, unit))
    }
}

/// Codes as the bytes that the machine writes.
fn bytes_of(codes: &mut [Code]) -> &mut [u8] {
    let bytes = size_of_val(codes);
    // SAFETY: Code is repr(transparent) over u16, for which every two bytes are valid, and bytes have
    // no alignment; the borrow of the codes lasts as long as that of the bytes.
    unsafe { std::slice::from_raw_parts_mut(codes.as_mut_ptr().cast(), bytes) }
}

impl<M: Machine, G: Indexed> UnitSolver<G> for GpuSolver<M> {
    fn memory(&self, game: &G, unit: &Unit) -> u64 {
        CpuSolver.memory(game, unit)
    }

    fn solve(&self, game: &G, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
        match task.exits {
            Exits::Resident(exits) if task.unit.total_slots() >= self.smallest => {
                self.solve_on_device(game, task, exits)
            }
            // Tables that are short of room in the host's memory are read by turns, which the
            // processor can do.
            _ => CpuSolver.solve(game, task),
        }
    }
}

impl<M: Machine> fmt::Debug for GpuSolver<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuSolver").field("machine", &self.machine.name()).finish_non_exhaustive()
    }
}
