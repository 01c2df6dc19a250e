//! The share that one rank has of a unit: which slots, where, and their values at the end.

use std::ops::Range;

use hindsight_core::{Code, Tier};
use hindsight_solve::{SlotArray, Unit};

use crate::deal::Deal;

/// Slots that a thread takes at a time.
const CHUNK: u64 = 4096;

/// The slots of a unit, tier behind tier, dealt out to the members of a group.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// Who owns which address.
    pub deal: Deal,
    /// Each tier and the address of its first slot.
    pub(crate) starts: Vec<(Tier, u64)>,
}

impl Dealt {
    /// Deals out a unit in contiguous runs, or in blocks of some length.
    pub fn new(unit: &Unit, places: usize, block: Option<u64>) -> Dealt {
        let mut address = 0;
        let starts = unit.tiers.iter().zip(&unit.slots).map(|(&tier, &slots)| {
            let start = address;
            address += slots;
            (tier, start)
        });
        let starts = starts.collect();
        let total = unit.total_slots();
        let deal = match block {
            None => Deal::runs(total, places),
            Some(block) => Deal::blocks(total, places, block),
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
    /// The values.
    pub fn codes(&self) -> &[Code] {
        self.values.codes()
    }
}
