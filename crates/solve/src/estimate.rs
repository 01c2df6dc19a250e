//! What solving a game will take, found from the tiers' sizes alone.

use hindsight_core::{Met, MoveGraph, Numbered};

use crate::backend::Backend;
use crate::solve::{UnitMemory, unit_memory};
use crate::tiers::{TierGraph, Unit};

/// Bits a slot takes in the tables: measured were 1.1 on 4x4 Quixo, 2.2 on Five Field Kono and 2.7 on
/// Nine Men's Morris.
const EXPECTED_BITS_PER_SLOT: u64 = 2;
/// No table of a game with at most 256 different outcomes takes more.
const MOST_BITS_PER_SLOT: u64 = 8;
/// Header, dictionary and block index of a small table, in bytes: as measured, and with all names
/// and dictionaries long.
const EXPECTED_BYTES_PER_TABLE: u64 = 160;
const MOST_BYTES_PER_TABLE: u64 = 1024;

/// What solving a game takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Tiers that the roots lead to.
    pub tiers: u64,
    /// Sets of tiers that are solved together.
    pub units: u64,
    /// Units inside which moves can go round in circles.
    pub loopy_units: u64,
    /// Slots of all tiers, holes included: at least the number of orbits.
    pub slots: u64,
    /// The unit that takes the most memory.
    pub largest: UnitNeed,
    /// Bytes with which every unit can still be solved, though more slowly.
    pub least_memory: u64,
    /// About how large the tables will be, in bytes, going by what other games took.
    pub expected_table_bytes: u64,
    /// The size that the tables will hardly exceed, in bytes.
    pub most_table_bytes: u64,
}

/// What one unit takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitNeed {
    /// The names of its tiers.
    pub tiers: Vec<String>,
    /// The slots of all its tiers.
    pub slots: u64,
    /// Bytes of memory to solve it, with the tables of the tiers that its moves lead to.
    pub memory: u64,
    /// Bytes with which it can still be solved, more slowly, with those tables read by turns.
    pub least_memory: u64,
}

impl UnitNeed {
    fn of(game: &dyn Numbered, unit: &Unit, memory: UnitMemory) -> UnitNeed {
        let tiers = unit.tiers.iter().map(|&tier| game.tier_name(tier)).collect();
        let UnitMemory { resident, streamed } = memory;
        UnitNeed { tiers, slots: unit.total_slots(), memory: resident, least_memory: streamed }
    }
}

impl Estimate {
    /// What solving takes at least of a game that was not explored to its end: it is one tier.
    pub fn at_least(met: Met) -> Estimate {
        let slots = met.positions;
        // A code in sixteen bits while it is solved, and one in eight for whoever asks later.
        let memory = met.bytes + 3 * slots;
        let tiers = vec![MoveGraph::TIER_NAME.to_owned()];
        Estimate {
            tiers: 1,
            units: 1,
            loopy_units: 0,
            slots,
            largest: UnitNeed { tiers, slots, memory, least_memory: memory },
            least_memory: memory,
            expected_table_bytes: expected_table_bytes(1, slots),
            most_table_bytes: disk(1, MOST_BYTES_PER_TABLE, slots, MOST_BITS_PER_SLOT),
        }
    }

    /// Whether every unit can be solved with this many bytes of memory.
    pub fn fits(&self, memory: u64) -> bool {
        self.least_memory <= memory
    }
}

/// About how many bytes the tables of so many tiers with so many slots will take.
pub(crate) fn expected_table_bytes(tiers: u64, slots: u64) -> u64 {
    disk(tiers, EXPECTED_BYTES_PER_TABLE, slots, EXPECTED_BITS_PER_SLOT)
}

fn disk(tiers: u64, bytes_per_table: u64, slots: u64, bits_per_slot: u64) -> u64 {
    tiers * bytes_per_table + slots.saturating_mul(bits_per_slot).div_ceil(8)
}

/// Says what solving a game takes. Builds no tables, so that it is quick for games of any size.
pub fn estimate(game: &dyn Numbered, backend: &dyn Backend) -> Estimate {
    let graph = TierGraph::of(game);
    let (tiers, slots) = (graph.tiers().count() as u64, graph.total_slots());
    let needs = || needs(game, &graph, backend, |_| true);
    Estimate {
        tiers,
        units: graph.units.len() as u64,
        loopy_units: graph.units.iter().filter(|unit| unit.loopy).count() as u64,
        slots,
        largest: needs().max_by_key(|need| need.memory).unwrap_or_default(),
        least_memory: needs().map(|need| need.least_memory).max().unwrap_or(0),
        expected_table_bytes: expected_table_bytes(tiers, slots),
        most_table_bytes: disk(tiers, MOST_BYTES_PER_TABLE, slots, MOST_BITS_PER_SLOT),
    }
}

/// The unit that needs the most memory among those with a tier that is still to be solved, with the
/// tables of its exits read by turns; `None` when there is none.
pub fn largest_unsolved(
    game: &dyn Numbered,
    backend: &dyn Backend,
    is_solved: impl Fn(&str) -> bool,
) -> Option<UnitNeed> {
    let graph = TierGraph::of(game);
    let is_unsolved =
        |unit: &Unit| unit.tiers.iter().any(|&tier| !is_solved(&game.tier_name(tier)));
    needs(game, &graph, backend, is_unsolved).max_by_key(|need| need.least_memory)
}

fn needs(
    game: &dyn Numbered,
    graph: &TierGraph,
    backend: &dyn Backend,
    counts: impl Fn(&Unit) -> bool,
) -> impl Iterator<Item = UnitNeed> {
    let counted = graph.units.iter().filter(move |unit| counts(unit));
    counted.map(move |unit| UnitNeed::of(game, unit, unit_memory(game, graph, backend, unit)))
}

#[cfg(test)]
mod tests {
    use hindsight_games::quixo::Quixo;

    use super::*;
    use crate::Cpu;

    #[test]
    fn a_game_too_large_to_solve_here_is_estimated() {
        let game = Quixo::variant("5x5").unwrap();
        let estimate = estimate(&game, &Cpu);
        // 107 billion by one reckoning; the index decides.
        assert!((100..=110).contains(&(estimate.slots / 1_000_000_000)), "{}", estimate.slots);
        assert!(!estimate.fits(16 << 30) && estimate.fits(1 << 40));
        assert!(estimate.largest.memory > estimate.largest.slots);
    }

    #[test]
    fn what_is_solved_needs_no_memory() {
        let game = Quixo::variant("3x3").unwrap();
        assert_eq!(largest_unsolved(&game, &Cpu, |_| true), None);
        let all = largest_unsolved(&game, &Cpu, |_| false).unwrap();
        assert_eq!(all.least_memory, estimate(&game, &Cpu).least_memory);
        let some = largest_unsolved(&game, &Cpu, |tier| all.tiers.iter().any(|t| t == tier));
        assert!(some.unwrap().least_memory <= all.least_memory);
    }
}
