//! Compares on a real GPU what a game's header says about every slot with what the rules say, tier by
//! tier: `cargo run --release -p hindsight-gpu --example inspect -- xiangqi KCN-K`.

use std::sync::{Arc, Mutex};

use hindsight_core::{Code, Game, Numbered, Outcome, Tier};
use hindsight_gpu::{Buffer, Cuda, Gpu, GpuError, Kernel, Launch, LevelLaunch, Machine, Reader};
use hindsight_solve::{Backend, Control, Exits, ResidentTable, TierGraph, UnitTask};

/// Tiers with more slots are left out.
const LARGEST: u64 = 20_000_000;

/// A GPU that keeps what its kernels are told and runs none.
struct Watched {
    gpu: Arc<Cuda>,
    launches: Mutex<Vec<Launch>>,
}

impl Machine for Watched {
    fn name(&self) -> String {
        self.gpu.name()
    }
    fn free_memory(&self) -> Result<u64, GpuError> {
        self.gpu.free_memory()
    }
    fn allocate(&self, bytes: u64) -> Result<u64, GpuError> {
        self.gpu.allocate(bytes)
    }
    fn release(&self, address: u64) {
        self.gpu.release(address);
    }
    fn fill(&self, address: u64, bytes: u64, value: u8) -> Result<(), GpuError> {
        self.gpu.fill(address, bytes, value)
    }
    fn upload(&self, address: u64, bytes: u64, read: Reader<'_>) -> Result<(), GpuError> {
        self.gpu.upload(address, bytes, read)
    }
    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.gpu.download(address, bytes)
    }
    fn launch_level(
        &self,
        kernel: &'static str,
        blocks: u64,
        launch: &LevelLaunch,
    ) -> Result<(), GpuError> {
        self.gpu.launch_level(kernel, blocks, launch)
    }

    fn launch(&self, kernel: Kernel, _: u64, launch: &Launch) -> Result<(), GpuError> {
        if kernel != Kernel::Overs {
            return Err(GpuError::Missing("it only watches".to_owned()));
        }
        self.launches.lock().unwrap().push(*launch);
        Ok(())
    }
}

/// What is said about a slot: laid out as the kernel writes it.
type Said = [u64; 4];

fn mixed(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// What the rules say.
fn said_by_rules(game: &Game, index: &dyn Numbered, tier: Tier, slot: u64) -> Said {
    let Some(occupant) = index.occupant(tier, slot) else { return [0; 4] };
    let over = game.rules.primitive(&occupant.position).map(Outcome::over);
    let code = over.map_or(Code::DRAW, Code::new);
    let mut said = [u64::from(code.0) << 32 | u64::from(occupant.stabiliser), 0, 0, 0];
    for child in game.rules.children(&occupant.position) {
        let place = index.locate(&child);
        said[1] += 1;
        said[2] = said[2].wrapping_add(mixed(place.slot << 8 | u64::from(place.stabiliser)));
    }
    let orbit = index.symmetries() / occupant.stabiliser;
    index.visit_parents(tier, &[slot], &mut |_, found| {
        for parent in found {
            let stabiliser = parent.weight / orbit;
            said[1] += 1 << 32;
            said[3] = said[3].wrapping_add(mixed(parent.slot << 8 | u64::from(stabiliser)));
        }
    });
    said
}

fn compare(game: &Game) {
    let index = game.index.as_deref();
    let Some((index, side)) = index.and_then(|index| Some((index, index.device()?))) else {
        return eprintln!("it does not run on a GPU");
    };
    let gpu = Arc::new(Cuda::open(side).unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(1)
    }));
    for (name, registers, local, blocks) in gpu.resources() {
        eprintln!("{name}: {registers} registers, {local} bytes of local memory, {blocks} blocks");
    }
    let watched = Watched { gpu: Arc::clone(&gpu), launches: Mutex::default() };
    let solver = Gpu::on(watched, side, 0).unwrap();
    let graph = TierGraph::of(index);
    for unit in &graph.units {
        let mut tiers = unit.tiers.iter().chain(&unit.exits);
        if tiers.any(|&tier| graph.slots(tier) > LARGEST) {
            continue;
        }
        let none = |&tier: &Tier| {
            Arc::new(ResidentTable::new(&vec![Code::DRAW; graph.slots(tier) as usize]))
        };
        let exits: Vec<_> = unit.exits.iter().map(none).collect();
        let exits = Exits::Resident(&exits);
        let control = Control::default();
        let task = UnitTask { unit, exits, control: &control, parallel: false };
        let _ = solver.solve(index, &task);
        let launches = std::mem::take(&mut *solver.machine().launches.lock().unwrap());
        for (&tier, launch) in unit.tiers.iter().zip(&launches) {
            compare_tier(game, index, &gpu, tier, launch);
        }
    }
}

fn compare_tier(game: &Game, index: &dyn Numbered, gpu: &Arc<Cuda>, tier: Tier, launch: &Launch) {
    let slots = index.slots(tier);
    let buffer = Buffer::new(gpu, 32 * slots).unwrap();
    let mut launch = *launch;
    launch.counts = buffer.address();
    gpu.launch(Kernel::Describe, slots.div_ceil(4096), &launch).unwrap();
    let mut bytes = vec![0; 32 * slots as usize];
    // A small transfer waits for the kernel, a large one does not.
    gpu.download(buffer.address(), &mut bytes[..16]).unwrap();
    gpu.download(buffer.address(), &mut bytes).unwrap();
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let mut different = [0_u64; 4];
    for (slot, bytes) in (0..).zip(bytes.chunks_exact(32)) {
        let by_device: Said = std::array::from_fn(|i| word(&bytes[8 * i..][..8]));
        let by_rules = said_by_rules(game, index, tier, slot);
        if by_device == by_rules {
            continue;
        }
        if different.iter().sum::<u64>() < 5 {
            println!("{} slot {slot}: {by_device:x?} for {by_rules:x?}", index.tier_name(tier));
        }
        for (count, (a, b)) in different.iter_mut().zip(by_device.iter().zip(by_rules)) {
            *count += u64::from(*a != b);
        }
    }
    println!("{}: {slots} slots, different {different:?}", index.tier_name(tier));
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "quixo".to_owned());
    let variant = arguments.next();
    match hindsight_games::game(&name, variant.as_deref()) {
        Ok(game) => compare(&game),
        Err(unknown) => eprintln!("{unknown}"),
    }
}
