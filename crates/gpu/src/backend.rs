//! Units on a GPU: solved and verified there, one at a time.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use hindsight_core::{Code, DeviceSide, Numbered, Tier};
use hindsight_solve::{
    Backend, Control, Cpu, Exits, ResidentTable, Scope, SlotArray, SolveError, SolvedUnit,
    TierGraph, Unit, UnitCounter, UnitLabeller, UnitSurveyor, UnitTables, UnitTask, VerifiedUnit,
};

use crate::counter::GpuCounter;
use crate::cuda::Cuda;
use crate::device_tables::{DeviceTables, bytes_of_unit};
use crate::error::GpuError;
use crate::labeller::GpuLabeller;
use crate::machine::Machine;
use crate::passes::Passes;
use crate::surveyor::GpuSurveyor;

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

/// Works on units on a GPU, one at a time; solves small ones on the processor.
pub struct Gpu<M: Machine = Cuda> {
    machine: Arc<M>,
    smallest: u64,
    pub(crate) work: Mutex<Work<M>>,
}

/// State that only the thread holding the device may touch.
pub(crate) struct Work<M: Machine> {
    pub(crate) device_tables: DeviceTables<M>,
    statistics: Statistics,
}

impl Gpu<Cuda> {
    /// The first GPU, with the kernels of a game.
    pub fn open(side: &dyn DeviceSide) -> Result<Gpu<Cuda>, GpuError> {
        Gpu::on(Cuda::open(side)?, side, SMALLEST)
    }
}

impl<M: Machine> Gpu<M> {
    /// A backend on a machine that has the kernels of a game. Units with fewer slots than `smallest`
    /// are left to the processor.
    pub fn on(machine: M, side: &dyn DeviceSide, smallest: u64) -> Result<Gpu<M>, GpuError> {
        let machine = Arc::new(machine);
        let device_tables = DeviceTables::new(&machine, side)?;
        let work = Mutex::new(Work { device_tables, statistics: Statistics::default() });
        Ok(Gpu { machine, smallest, work })
    }

    /// The machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    /// The machine, shared with its buffers.
    pub(crate) fn machine_arc(&self) -> &Arc<M> {
        &self.machine
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.take_turn().statistics
    }

    /// Whether every unit of the game fits the device together with the tables of its exits.
    pub fn check_memory(&self, game: &dyn Numbered) -> Result<(), GpuError> {
        let graph = TierGraph::of(game);
        let bytes = |unit: &Unit| bytes_of_unit(unit, |tier| graph.slots(tier));
        let free = self.take_turn().device_tables.budget();
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

    /// What the device has for a slot of a tier whose values are on it.
    pub(crate) fn code(&self, tier: Tier, slot: u64) -> Result<u16, GpuError> {
        let values = self.take_turn().device_tables.values(tier).ok_or(GpuError::NotOffered)?;
        let mut code = [0; 2];
        self.machine.download(values.address() + 2 * slot, &mut code)?;
        Ok(u16::from_ne_bytes(code))
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

    fn solve_on_device(
        &self,
        game: &dyn Numbered,
        task: &UnitTask<'_>,
        exits: &[Arc<ResidentTable>],
    ) -> Result<SolvedUnit, SolveError> {
        let unit = task.unit;
        let mut work = self.take_turn();
        let begin = Instant::now();
        let mut loaded = work.device_tables.load(game, unit, exits, None)?;
        let solved = Passes {
            machine: &*self.machine,
            game,
            unit,
            launches: &mut loaded.launches,
            control: task.control,
        }
        .solve();
        if let Err(failure) = solved {
            work.device_tables.forget(&unit.tiers);
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
pub(crate) fn bytes_of(codes: &mut [Code]) -> &mut [u8] {
    let bytes = size_of_val(codes);
    // SAFETY: Code is repr(transparent) over u16, for which every two bytes are valid, and bytes have
    // no alignment; the borrow of the codes lasts as long as that of the bytes.
    unsafe { std::slice::from_raw_parts_mut(codes.as_mut_ptr().cast(), bytes) }
}

impl<M: Machine> Backend for Gpu<M> {
    fn memory(&self, game: &dyn Numbered, unit: &Unit) -> u64 {
        Cpu.memory(game, unit)
    }

    fn solve(&self, game: &dyn Numbered, task: &UnitTask<'_>) -> Result<SolvedUnit, SolveError> {
        match task.exits {
            Exits::Resident(exits) if task.unit.total_slots() >= self.smallest => {
                self.solve_on_device(game, task, exits)
            }
            // Tables that are short of room in the host's memory are read by turns, which the
            // processor can do.
            _ => Cpu.solve(game, task),
        }
    }

    /// Derives every value again by going forwards.
    fn verify(
        &self,
        game: &dyn Numbered,
        unit: &Unit,
        tables: UnitTables<'_>,
        control: &Control,
    ) -> Result<VerifiedUnit, SolveError> {
        let mut work = self.take_turn();
        let mut loaded = work.device_tables.load(game, unit, tables.exits, Some(tables.own))?;
        let launches = &mut loaded.launches;
        let verified = Passes { machine: &*self.machine, game, unit, launches, control }.verify();
        drop(work);
        match verified {
            Ok(report) => {
                control.advance(unit.total_slots());
                Ok(VerifiedUnit { positions: report.positions, moves: report.moves })
            }
            // What is wrong, the processor can say in words, and it does not take the GPU's word.
            Err(SolveError::Inconsistent { what, tier, slot }) => {
                Cpu.verify(game, unit, tables, control)?;
                Err(SolveError::Inconsistent { what, tier, slot })
            }
            Err(failure) => Err(failure),
        }
    }

    /// In a game that is not folded, the turn must be the same throughout a tier for other scopes than
    /// [`Scope::Reachable`].
    fn counter<'a>(
        &'a self,
        game: &'a dyn Numbered,
        graph: &'a TierGraph,
        scope: Scope,
    ) -> Box<dyn UnitCounter + 'a> {
        Box::new(GpuCounter::new(self, game, graph, scope))
    }

    /// Values stay on the device: this machine's memory does not matter.
    fn surveyor<'a>(&'a self, game: &'a dyn Numbered, _memory: u64) -> Box<dyn UnitSurveyor + 'a> {
        Box::new(GpuSurveyor::new(self, game))
    }

    /// Numbers stay on the device: this machine's memory does not matter.
    fn labeller<'a>(&'a self, game: &'a dyn Numbered, _memory: u64) -> Box<dyn UnitLabeller + 'a> {
        Box::new(GpuLabeller::new(self, game))
    }

    fn device_time(&self) -> Option<Duration> {
        Some(self.statistics().busy)
    }
}

impl<M: Machine> fmt::Debug for Gpu<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gpu").field("machine", &self.machine.name()).finish_non_exhaustive()
    }
}
