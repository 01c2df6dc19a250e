//! The share that one rank has of a unit: which slots, where, and their values at the end.

use std::ops::Range;

use hindsight_core::{Code, Tier};
use hindsight_solve::{SlotArray, Unit};

use crate::deal::Deal;

/// Slots that a thread takes at a time.
const CHUNK: u64 = 4096;

/// The slots of the longest blocks that a unit is dealt out in: as many as a block of a table has, or a multiple
/// of that, unless a tier has very few different codes. So every rank has all of the blocks that it writes.
const LONGEST_BLOCK: u64 = 1 << 15;
/// Blocks for each rank, at least. Where that makes them shorter than those of a
/// table, a rank is sent slots of others when it writes; they take less than 2 * 16 * 32768 bytes, 1 MiB.
const BLOCKS: u64 = 16;

/// The slots of a unit, tier behind tier, dealt out to the members of a group.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// Who owns which address.
    pub deal: Deal,
    /// Each tier and the address of its first slot.
    pub(crate) starts: Vec<(Tier, u64)>,
}

impl Dealt {
    /// Deals out a unit to be solved, in blocks. Where the slots of a level are depends on the game, and mostly they
    /// are close together: with contiguous runs a few ranks would have the work of a pass and the others wait.
    pub(crate) fn to_solve(unit: &Unit, places: usize, block: Option<u64>) -> Dealt {
        Dealt::new(unit, places, Some(block.unwrap_or_else(|| Dealt::block(unit, places))))
    }

    /// The length of the blocks that a unit is dealt out in to be solved.
    pub(crate) fn block(unit: &Unit, places: usize) -> u64 {
        let most = unit.total_slots() / (BLOCKS * places as u64);
        most.checked_ilog2().map_or(1, |power| 1 << power).min(LONGEST_BLOCK)
    }

    /// Deals out a unit in contiguous runs, or in blocks of some length; then each tier begins with a block.
    pub fn new(unit: &Unit, places: usize, block: Option<u64>) -> Dealt {
        let mut address = 0u64;
        let starts = unit.tiers.iter().zip(&unit.slots).map(|(&tier, &slots)| {
            let start = address.next_multiple_of(block.unwrap_or(1));
            address = start + slots;
            (tier, start)
        });
        let starts = starts.collect();
        let deal = match block {
            None => Deal::runs(address, places),
            Some(block) => Deal::blocks(address, places, block),
        };
        Dealt { deal, starts }
    }

    /// The address of a tier's first slot; `None` of a tier outside the unit.
    #[inline(always)]
    pub(crate) fn start(&self, tier: Tier) -> Option<u64> {
        self.starts.iter().find(|(known, _)| *known == tier).map(|&(_, start)| start)
    }

    /// The runs of slots of each tier that a place owns, with the place of the first among its own.
    pub(crate) fn runs_of(&self, unit: &Unit, place: usize) -> Vec<Chunk> {
        let mut local = 0;
        let mut runs = Vec::new();
        for run in self.deal.runs_of(place) {
            for (&(tier, start), &slots) in self.starts.iter().zip(&unit.slots) {
                let from = run.start.max(start);
                let to = run.end.min(start + slots);
                if from < to {
                    let slots = from - start..to - start;
                    let address = local + (from - run.start) as usize;
                    runs.push(Chunk { tier, slots, address });
                }
            }
            local += (run.end - run.start) as usize;
        }
        runs
    }

    /// The same cut in chunks.
    pub(crate) fn chunks_of(&self, unit: &Unit, place: usize) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        for Chunk { tier, slots, address } in self.runs_of(unit, place) {
            for first in slots.clone().step_by(CHUNK as usize) {
                let address = address + (first - slots.start) as usize;
                let slots = first..slots.end.min(first + CHUNK);
                chunks.push(Chunk { tier, slots, address });
            }
        }
        chunks
    }
}

/// A run of slots of one tier, with the place of the first among a rank's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub tier: Tier,
    pub slots: Range<u64>,
    pub address: usize,
}

impl Chunk {
    pub fn len(&self) -> usize {
        (self.slots.end - self.slots.start) as usize
    }
}

/// What a rank solved of a unit.
#[derive(Debug)]
pub struct Share {
    /// How the unit was dealt out.
    pub dealt: Dealt,
    /// The place of this rank.
    pub place: usize,
    /// The values of its slots, in the order of their addresses.
    pub values: SlotArray,
    /// Moves inside the unit and out of it that were looked at.
    pub edges: u64,
}

impl Share {
    /// The values, with some between tiers that belong to no slot.
    pub(crate) fn codes(&self) -> &[Code] {
        self.values.codes()
    }

    /// The values by runs of slots, each with its tier and its first slot.
    pub fn runs(&self, unit: &Unit) -> impl Iterator<Item = (Tier, u64, &[Code])> {
        let runs = self.dealt.runs_of(unit, self.place);
        let values = |run: Chunk| &self.codes()[run.address..][..run.len()];
        runs.into_iter().map(move |run| (run.tier, run.slots.start, values(run)))
    }
}
