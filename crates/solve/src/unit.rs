//! A unit to solve, and its values when it is solved.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hindsight_core::{Code, Tier};
use hindsight_store::Table;

use crate::control::Control;
use crate::resident::ResidentTable;
use crate::slots::SlotArray;
use crate::tiers::Unit;

/// A unit to solve and the finished tables it needs.
#[derive(Debug)]
pub struct UnitTask<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The tables of its exits.
    pub exits: Exits<'a>,
    /// Progress and cancellation. Solving advances it by the unit's slots.
    pub control: &'a Control,
    /// Whether all threads of the pool may work on this unit; otherwise only the caller's.
    pub parallel: bool,
}

/// The finished tables of the tiers that a unit's moves lead to, in the order of [`Unit::exits`].
#[derive(Clone, Copy, Debug)]
pub enum Exits<'a> {
    /// All in memory.
    Resident(&'a [Arc<ResidentTable>]),
    /// On the disk, because they do not fit in memory together.
    Streamed(&'a StreamedExits),
}

/// Tables that are read into memory group by group.
#[derive(Debug)]
pub struct StreamedExits {
    /// All tables.
    pub tables: Vec<Arc<Table>>,
    /// Tables that fit together, by their numbers: every table is in one group.
    pub groups: Vec<Range<usize>>,
}

impl StreamedExits {
    /// Cuts a list of tables in groups of at most `memory` bytes; a table larger than that is a
    /// group of its own.
    pub fn new(tables: Vec<Arc<Table>>, memory: u64) -> StreamedExits {
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut used = 0;
        for (number, table) in tables.iter().enumerate() {
            used += table.slots();
            match groups.last_mut() {
                Some(group) if used <= memory => group.end = number + 1,
                _ => {
                    groups.push(number..number + 1);
                    used = table.slots();
                }
            }
        }
        StreamedExits { tables, groups }
    }
}

/// The values of a unit's tiers, one after another.
#[derive(Debug)]
pub struct SolvedUnit {
    slots: SlotArray,
    lengths: Vec<u64>,
}

impl SolvedUnit {
    /// Puts the finished array of a unit together with the lengths of its tiers.
    pub fn new(slots: SlotArray, unit: &Unit) -> SolvedUnit {
        SolvedUnit { slots, lengths: unit.slots.clone() }
    }

    /// The codes of each tier, in the order of the unit's tiers.
    pub fn tiers(&self) -> impl Iterator<Item = &[Code]> {
        let mut rest = self.slots.codes();
        self.lengths.iter().map(move |&length| {
            let (tier, behind) = rest.split_at(length as usize);
            rest = behind;
            tier
        })
    }
}

/// Where a tier's values are found while a unit is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the unit's own array, from this address on.
    Inside(usize),
    /// In the table of this exit.
    Exit(usize),
}

/// From tiers to [`Source`]s. Most units touch few tiers, so that a list beats a map.
#[derive(Debug)]
pub struct Sources {
    list: Vec<(Tier, Source)>,
    /// The same, where they are many.
    map: Option<HashMap<Tier, Source, FixedState>>,
}

/// So many tiers are found faster in a list.
const FEW_TIERS: usize = 32;

impl Sources {
    /// The sources of a unit.
    pub fn of(unit: &Unit) -> Sources {
        let mut address = 0;
        let inside = unit.tiers.iter().zip(&unit.slots).map(|(&tier, &slots)| {
            let source = Source::Inside(address);
            address += slots as usize;
            (tier, source)
        });
        let exits = unit.exits.iter().enumerate().map(|(i, &tier)| (tier, Source::Exit(i)));
        let list: Vec<_> = inside.chain(exits).collect();
        let map = (list.len() > FEW_TIERS).then(|| list.iter().copied().collect());
        Sources { list, map }
    }

    /// Where a tier's values are; `None` when the game's child tiers did not list it.
    #[inline(always)]
    pub fn get(&self, tier: Tier) -> Option<Source> {
        match &self.map {
            Some(map) => map.get(&tier).copied(),
            None => self.list.iter().find(|(known, _)| *known == tier).map(|&(_, source)| source),
        }
    }

    /// The address in the unit's array of a tier inside it.
    #[inline(always)]
    pub fn inside(&self, tier: Tier) -> Option<usize> {
        match self.get(tier)? {
            Source::Inside(address) => Some(address),
            Source::Exit(_) => None,
        }
    }
}
