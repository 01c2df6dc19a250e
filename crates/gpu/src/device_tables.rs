//! What is on the machine: the fast tables, indexes, and the values of tiers, the least recently used
//! of which make room for others. All of them can be uploaded again from the host.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hindsight_core::{DeviceSide, DeviceTier, Numbered, Tier};
use hindsight_solve::{ResidentTable, TierGraph, Unit};

use crate::error::GpuError;
use crate::indexes::{Indexes, bytes_of_words};
use crate::launch::{CHUNK, DUE_BYTES, Launch, MachineTable, MachineTier, Report};
use crate::machine::{Buffer, Machine};
use crate::words::fast_words;

/// Of the free memory, what is left for index tables and whatever the driver takes, in parts of 16.
const RESERVE_SIXTEENTHS: u64 = 1;

/// How long values can be on their way to the host.
const PATIENCE: Duration = Duration::from_secs(60);

/// The values of a tier on the machine, shared with whoever is still copying them.
#[derive(Debug)]
pub(crate) struct Values<M: Machine> {
    buffer: Buffer<M>,
    in_use: Arc<AtomicU64>,
}

impl<M: Machine> Values<M> {
    pub(crate) fn address(&self) -> u64 {
        self.buffer.address()
    }
}

impl<M: Machine> Drop for Values<M> {
    fn drop(&mut self) {
        self.in_use.fetch_sub(self.buffer.bytes(), Relaxed);
    }
}

/// Bytes of a tier's values: whole chunks, so that threads need not look where they end.
pub(crate) fn value_bytes(slots: u64) -> u64 {
    2 * slots.next_multiple_of(CHUNK)
}

fn due_bytes(slots: u64) -> u64 {
    DUE_BYTES * slots.div_ceil(CHUNK)
}

/// The bytes that a unit and the tables of its exits take.
pub(crate) fn bytes_of_unit(unit: &Unit, slots_of: impl Fn(Tier) -> u64) -> u64 {
    let own = unit.slots.iter().map(|&slots| value_bytes(slots) + due_bytes(slots));
    let exits = unit.exits.iter().map(|&tier| value_bytes(slots_of(tier)));
    own.chain(exits).sum()
}

/// The bytes that a device must have free to solve a game, for its largest unit with the tables of its
/// exits; `None` if the game offers nothing to a device.
pub fn device_memory(game: &dyn Numbered) -> Option<u64> {
    game.device()?;
    let graph = TierGraph::of(game);
    let bytes = graph.units.iter().map(|unit| bytes_of_unit(unit, |tier| graph.slots(tier)));
    Some(bytes.max()?.saturating_mul(16).div_ceil(16 - RESERVE_SIXTEENTHS))
}

#[derive(Debug)]
pub(crate) struct DeviceTables<M: Machine> {
    machine: Arc<M>,
    words: Buffer<M>,
    pub(crate) report: Buffer<M>,
    indexes: Indexes<M>,
    tiers: HashMap<Tier, Kept<M>>,
    /// Counts the units, to tell which values were used when.
    clock: u64,
    budget: u64,
    in_use: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Kept<M: Machine> {
    values: Arc<Values<M>>,
    used: u64,
}

/// A unit on the machine.
#[derive(Debug)]
pub(crate) struct LoadedUnit<M: Machine> {
    /// What to tell the kernels, for each of its tiers.
    pub(crate) launches: Vec<Launch>,
    /// The values of its tiers.
    pub(crate) values: Vec<Arc<Values<M>>>,
    /// The words that tell what is due. They go with the unit.
    _due: Vec<Buffer<M>>,
}

impl<M: Machine> DeviceTables<M> {
    pub(crate) fn new(
        machine: &Arc<M>,
        side: &dyn DeviceSide,
    ) -> Result<DeviceTables<M>, GpuError> {
        let words = Buffer::of(machine, &bytes_of_words(&fast_words(side)))?;
        let free = machine.free_memory()?;
        Ok(DeviceTables {
            machine: Arc::clone(machine),
            words,
            report: Buffer::of(machine, &Report::blank())?,
            indexes: Indexes::new(machine),
            tiers: HashMap::new(),
            clock: 0,
            budget: free - free / 16 * RESERVE_SIXTEENTHS,
            in_use: Arc::default(),
        })
    }

    /// The bytes that values can take.
    pub(crate) fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether the values of a tier are on the machine.
    pub(crate) fn has(&self, tier: Tier) -> bool {
        self.tiers.contains_key(&tier)
    }

    /// The values of a tier, if they are on the machine.
    pub(crate) fn values(&self, tier: Tier) -> Option<Arc<Values<M>>> {
        self.tiers.get(&tier).map(|kept| Arc::clone(&kept.values))
    }

    /// Puts codes in the place of the values of an exit of a unit.
    pub(crate) fn put(
        &mut self,
        game: &dyn Numbered,
        unit: &Unit,
        tier: Tier,
        code: impl Fn(u64) -> u16 + Sync,
    ) -> Result<(), GpuError> {
        let needed: Vec<Tier> = unit.tiers.iter().chain(&unit.exits).copied().collect();
        self.clock += 1;
        self.tiers.remove(&tier);
        let slots = game.slots(tier);
        self.allocate(game, tier, slots, &needed)?;
        let read = |offset: u64, part: &mut [u8]| {
            for (slot, bytes) in (offset / 2..).zip(part.chunks_exact_mut(2)) {
                bytes.copy_from_slice(&code(slot).to_ne_bytes());
            }
        };
        self.machine.upload(self.tiers[&tier].values.address(), 2 * slots, &read)
    }

    /// Puts a unit and the tables of its exits on the machine. With `own`, the tables of its tiers are
    /// uploaded; without, they are to be made.
    pub(crate) fn load(
        &mut self,
        game: &dyn Numbered,
        unit: &Unit,
        exits: &[Arc<ResidentTable>],
        own: Option<&[Arc<ResidentTable>]>,
    ) -> Result<LoadedUnit<M>, GpuError> {
        if own.is_none() {
            // What a solve that was stopped may have left here is made anew.
            self.forget(&unit.tiers);
        }
        self.reload(game, unit, exits, own)
    }

    /// The same, but values of the unit's tiers that are on the machine stay as they are.
    pub(crate) fn reload(
        &mut self,
        game: &dyn Numbered,
        unit: &Unit,
        exits: &[Arc<ResidentTable>],
        own: Option<&[Arc<ResidentTable>]>,
    ) -> Result<LoadedUnit<M>, GpuError> {
        let side = game.device().ok_or(GpuError::NotOffered)?;
        self.clock += 1;
        let needed: Vec<Tier> = unit.tiers.iter().chain(&unit.exits).copied().collect();
        for tier in &needed {
            if let Some(kept) = self.tiers.get_mut(tier) {
                kept.used = self.clock;
            }
        }
        for (&tier, table) in unit.exits.iter().zip(exits) {
            self.upload(game, tier, table, &needed)?;
        }
        let mut values = Vec::new();
        for (number, (&tier, &slots)) in unit.tiers.iter().zip(&unit.slots).enumerate() {
            match own {
                Some(tables) => self.upload(game, tier, &tables[number], &needed)?,
                None if self.has(tier) => {}
                None => self.allocate(game, tier, slots, &needed)?,
            }
            values.push(Arc::clone(&self.tiers[&tier].values));
        }
        let mut due = Vec::new();
        for &slots in &unit.slots {
            let words = Buffer::new(&self.machine, due_bytes(slots))?;
            self.machine.fill(words.address(), due_bytes(slots), 0)?;
            due.push(words);
        }
        let launches = unit
            .tiers
            .iter()
            .map(|&tier| self.launch(game, side, unit, tier, &due))
            .collect::<Result<_, _>>()?;
        Ok(LoadedUnit { launches, values, _due: due })
    }

    /// Memory for something else than values, which counts against the budget too. Cleared.
    pub(crate) fn scratch(&mut self, bytes: u64) -> Result<Values<M>, GpuError> {
        self.make_room(bytes, &[], || "what is worked out".to_owned())?;
        let buffer = Buffer::new(&self.machine, bytes)?;
        self.machine.fill(buffer.address(), bytes, 0)?;
        self.in_use.fetch_add(buffer.bytes(), Relaxed);
        Ok(Values { buffer, in_use: Arc::clone(&self.in_use) })
    }

    /// Forgets the values of tiers: they turned out wrong or unfinished, or nobody needs them any more.
    pub(crate) fn forget(&mut self, tiers: &[Tier]) {
        for tier in tiers {
            self.tiers.remove(tier);
        }
    }

    fn launch(
        &mut self,
        game: &dyn Numbered,
        side: &dyn DeviceSide,
        unit: &Unit,
        tier: Tier,
        due: &[Buffer<M>],
    ) -> Result<Launch, GpuError> {
        let DeviceTier { parameters, targets, .. } = side.tier(tier);
        let mut machine_tier = MachineTier {
            own: self.table(side, unit, tier, due)?,
            slots: game.slots(tier),
            ..MachineTier::default()
        };
        machine_tier.parameters[..parameters.len()].copy_from_slice(&parameters);
        for (place, target) in machine_tier.targets.iter_mut().zip(targets) {
            if let Some(target) = target {
                *place = self.table(side, unit, target, due)?;
            }
        }
        Ok(Launch {
            tier: machine_tier,
            tables: self.words.address(),
            report: self.report.address(),
            ..Launch::default()
        })
    }

    fn table(
        &mut self,
        side: &dyn DeviceSide,
        unit: &Unit,
        tier: Tier,
        due: &[Buffer<M>],
    ) -> Result<MachineTable, GpuError> {
        let inside = unit.tiers.iter().position(|&own| own == tier);
        let values =
            self.tiers.get(&tier).filter(|_| inside.is_some() || unit.exits.contains(&tier));
        let (values, is_known) = match values {
            Some(kept) => (kept.values.address(), 1),
            None => (0, 0),
        };
        Ok(MachineTable {
            values,
            due: inside.map_or(0, |number| due[number].address()),
            marks: 0,
            labels: 0,
            worst: 0,
            worths: 0,
            index: self.indexes.of(side, tier)?,
            is_inside: inside.is_some().into(),
            is_known,
        })
    }

    fn upload(
        &mut self,
        game: &dyn Numbered,
        tier: Tier,
        table: &ResidentTable,
        needed: &[Tier],
    ) -> Result<(), GpuError> {
        if self.tiers.contains_key(&tier) {
            return Ok(());
        }
        let slots = game.slots(tier);
        self.allocate(game, tier, slots, needed)?;
        let read = |offset: u64, part: &mut [u8]| {
            let first = offset / 2;
            for (slot, bytes) in (first..).zip(part.chunks_exact_mut(2)) {
                bytes.copy_from_slice(&table.code(slot as usize).0.to_ne_bytes());
            }
        };
        self.machine.upload(self.tiers[&tier].values.address(), 2 * slots, &read)
    }

    /// Takes memory for a tier's values. Tiers that are needed stay.
    fn allocate(
        &mut self,
        game: &dyn Numbered,
        tier: Tier,
        slots: u64,
        needed: &[Tier],
    ) -> Result<(), GpuError> {
        let bytes = value_bytes(slots);
        self.make_room(bytes, needed, || format!("tier {}", game.tier_name(tier)))?;
        let buffer = Buffer::new(&self.machine, bytes)?;
        self.in_use.fetch_add(buffer.bytes(), Relaxed);
        let values = Arc::new(Values { buffer, in_use: Arc::clone(&self.in_use) });
        self.tiers.insert(tier, Kept { values, used: self.clock });
        Ok(())
    }

    /// Lets the least recently used values go until so many bytes fit. Tiers that are needed stay.
    fn make_room(
        &mut self,
        bytes: u64,
        needed: &[Tier],
        what: impl Fn() -> String,
    ) -> Result<(), GpuError> {
        let begin = Instant::now();
        while self.in_use.load(Relaxed) + bytes > self.budget {
            let oldest = self.tiers.iter().filter(|(tier, kept)| {
                !needed.contains(tier) && Arc::strong_count(&kept.values) == 1
            });
            if let Some((&oldest, _)) = oldest.min_by_key(|(_, kept)| kept.used) {
                self.tiers.remove(&oldest);
                continue;
            }
            // Some values may be on their way to the host; they go soon.
            if begin.elapsed() > PATIENCE {
                let needed = self.in_use.load(Relaxed) + bytes;
                return Err(GpuError::TooLittleMemory { what: what(), needed, free: self.budget });
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}
