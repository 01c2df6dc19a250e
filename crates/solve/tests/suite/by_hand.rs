//! The engine's parts put together without the command line: into a store, or in memory.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use hindsight_core::{Code, Numbered, Tier};
use hindsight_solve::{
    Analysis, Backend, Control, Cpu, Exits, ResidentTable, SolveError, StreamedExits, TierGraph,
    UnitTask, solve,
};
use hindsight_store::{Fingerprint, GameId, Store};
use hindsight_testkit::facts::Rows;

/// More than any game of this suite takes.
pub const MEMORY: u64 = 4 << 30;

/// Solves a game into a store under `root` and opens it for reading.
pub fn solve_into(game: &dyn Numbered, root: &Path) -> Store {
    solve_within(game, root, MEMORY).unwrap();
    Store::open(root, &id()).unwrap()
}

/// Solves a game into a store under `root` with so many bytes of memory.
pub fn solve_within(game: &dyn Numbered, root: &Path, memory: u64) -> Result<(), SolveError> {
    let store = Store::create(root, &id(), false).unwrap();
    solve(game, &store, &Cpu, memory, &Control::default()).map(drop)
}

/// Writes tables into a store under `root`, right or wrong, and opens it for reading.
pub fn store_of(game: &dyn Numbered, tables: &HashMap<Tier, Vec<Code>>, root: &Path) -> Store {
    let store = Store::create(root, &id(), false).unwrap();
    for (&tier, codes) in tables {
        store.write_tier(&game.tier_name(tier), codes.as_slice()).unwrap();
    }
    store.finish().unwrap();
    drop(store);
    Store::open(root, &id()).unwrap()
}

/// Whose tables they are.
pub fn id() -> GameId {
    GameId { game: "game".into(), variant: "variant".into(), rules: Fingerprint::of(b"rules") }
}

/// Solves every unit of a game, without files. Large units and small ones get all threads, or none.
pub fn solve_in_memory(game: &dyn Numbered, parallel: bool) -> HashMap<Tier, Vec<Code>> {
    let mut solved: HashMap<Tier, Vec<Code>> = HashMap::new();
    let control = Control::default();
    for unit in &TierGraph::of(game).units {
        let exits: Vec<_> =
            unit.exits.iter().map(|tier| Arc::new(ResidentTable::new(&solved[tier]))).collect();
        let task = UnitTask { unit, exits: Exits::Resident(&exits), control: &control, parallel };
        let result = Cpu.solve(game, &task).unwrap();
        solved.extend(unit.tiers.iter().copied().zip(result.tiers().map(<[Code]>::to_vec)));
    }
    solved
}

/// Solves every unit of a game with the table of one exit in memory at a time.
pub fn solve_streamed(game: &dyn Numbered, parallel: bool) -> HashMap<Tier, Vec<Code>> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(folder.path(), &id(), false).unwrap();
    let mut solved: HashMap<Tier, Vec<Code>> = HashMap::new();
    let control = Control::default();
    for unit in &TierGraph::of(game).units {
        let table = |&tier: &Tier| store.table(&game.tier_name(tier)).unwrap();
        let streamed = StreamedExits::new(unit.exits.iter().map(table).collect(), 0);
        assert_eq!(streamed.groups.len(), unit.exits.len());
        // Without exits there is nothing to stream, and the solver is never asked to.
        let exits =
            if unit.exits.is_empty() { Exits::Resident(&[]) } else { Exits::Streamed(&streamed) };
        let task = UnitTask { unit, exits, control: &control, parallel };
        let result = Cpu.solve(game, &task).unwrap();
        for (&tier, codes) in unit.tiers.iter().zip(result.tiers()) {
            store.write_tier(&game.tier_name(tier), codes).unwrap();
            solved.insert(tier, codes.to_vec());
        }
    }
    solved
}

/// The positions that stand for all slots, as both players see them.
pub fn all_positions<P: Copy + 'static>(game: &dyn Numbered) -> Vec<P> {
    use hindsight_core::Turn::{First, Second};
    let graph = TierGraph::of(game);
    let slots = graph.tiers().flat_map(|tier| (0..game.slots(tier)).map(move |slot| (tier, slot)));
    slots
        .filter_map(|(tier, slot)| game.occupant(tier, slot))
        .flat_map(|occupant| {
            [First, Second].map(|turn| game.seen_by(&occupant.position, turn).get())
        })
        .collect()
}

/// The rows of an analysis: positions and canonical ones of each outcome.
pub fn rows(analysis: &Analysis) -> Rows {
    let row = |(outcome, count): (_, hindsight_solve::Count)| {
        (outcome, (count.positions, count.canonical))
    };
    analysis.total.rows().map(row).collect()
}

/// A pool with some threads.
pub fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}
