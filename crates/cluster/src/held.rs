//! Finished values that a group holds together: of each array a rank has its share, or all of it.

use std::ops::Range;
use std::sync::Arc;

use hindsight_core::{Code, Tier};
use hindsight_solve::{ResidentTable, SolveError};
use hindsight_store::Table;

use crate::deal::Deal;

/// Values of one tier, or of several tiers one after another.
#[derive(Debug)]
pub struct HeldArray {
    /// Who has which; `None` where every rank has all.
    deal: Option<Deal>,
    /// What this rank has.
    table: Arc<ResidentTable>,
}

impl HeldArray {
    /// Reads the share of a place from a table.
    pub fn load(table: &Table, (place, places): (usize, usize)) -> Result<HeldArray, SolveError> {
        let deal = Deal::runs(table.slots(), places);
        let run: Range<u64> = deal.runs_of(place).next().unwrap_or(0..0);
        let table = Arc::new(ResidentTable::load_range(table, run)?);
        Ok(HeldArray { deal: Some(deal), table })
    }

    /// All values, of which every rank has its own copy.
    pub fn whole(table: Arc<ResidentTable>) -> HeldArray {
        HeldArray { deal: None, table }
    }

    /// The share of a place, in the order of its addresses.
    pub fn of(deal: Deal, codes: &[Code]) -> HeldArray {
        HeldArray { deal: Some(deal), table: Arc::new(ResidentTable::new(codes)) }
    }

    /// The code under an address of the array, if a place has it.
    pub fn code_at(&self, place: usize, address: u64) -> Option<Code> {
        let local = match &self.deal {
            None => address,
            Some(deal) => {
                let (owner, local) = deal.locate(address);
                if owner != place {
                    return None;
                }
                local
            }
        };
        Some(self.table.code(local as usize))
    }
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    /// Here, under an address of the array.
    Here(usize),
    /// At a place, under a number.
    There(usize, u64),
}

/// The values of one tier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldTier<'h> {
    /// What this rank has of the array that the tier is in.
    pub table: &'h ResidentTable,
    /// Who has which; `None` where all of it is here.
    deal: Option<Deal>,
    /// The address of the tier's first slot.
    start: u64,
    /// By place, the number of the array's first value there.
    firsts: &'h [u64],
    place: usize,
}

impl HeldTier<'_> {
    /// The address of the first slot, where all values are here and the others follow it.
    #[inline(always)]
    pub fn all_from(&self) -> Option<u64> {
        self.deal.is_none().then_some(self.start)
    }

    /// Where the value of a slot is.
    #[inline(always)]
    pub fn find(&self, slot: u64) -> Whereabouts {
        let address = self.start + slot;
        match self.deal.map(|deal| deal.locate(address)) {
            None => Whereabouts::Here(address as usize),
            Some((place, local)) if place == self.place => Whereabouts::Here(local as usize),
            Some((place, local)) => Whereabouts::There(place, self.firsts[place] + local),
        }
    }
}

/// The arrays that the moves of a unit lead to.
#[derive(Debug)]
pub struct Held<'a> {
    /// Each tier with the array that has its values, and the address there of its first slot.
    tiers: Vec<(Tier, usize, u64)>,
    arrays: Vec<&'a HeldArray>,
    /// For each array and place, the number of its first value there.
    firsts: Vec<Vec<u64>>,
    place: usize,
}

impl<'a> Held<'a> {
    /// Arrays as a place of so many sees them; each tier with its array and the address of its first slot.
    pub fn new(
        arrays: Vec<&'a HeldArray>,
        tiers: Vec<(Tier, usize, u64)>,
        (place, places): (usize, usize),
    ) -> Held<'a> {
        let mut next = vec![0; places];
        let mut firsts = Vec::new();
        for array in &arrays {
            firsts.push(next.clone());
            if let Some(deal) = array.deal {
                next.iter_mut().enumerate().for_each(|(place, next)| *next += deal.share(place));
            }
        }
        Held { tiers, arrays, firsts, place }
    }

    /// The values of a tier; `None` of one that is not held.
    #[inline(always)]
    pub(crate) fn tier(&self, tier: Tier) -> Option<HeldTier<'_>> {
        let &(_, number, start) = self.tiers.iter().find(|(known, ..)| *known == tier)?;
        let (array, firsts) = (self.arrays[number], &self.firsts[number][..]);
        let (table, deal) = (&*array.table, array.deal);
        Some(HeldTier { table, deal, start, firsts, place: self.place })
    }

    /// The table with the value under a number that another rank asked for, and where it is there.
    #[inline(always)]
    pub(crate) fn asked(&self, number: u64) -> (&ResidentTable, usize) {
        let array = self.firsts.partition_point(|firsts| firsts[self.place] <= number) - 1;
        (&self.arrays[array].table, (number - self.firsts[array][self.place]) as usize)
    }

    /// Whether numbers take more than four bytes.
    pub(crate) fn is_wide(&self) -> bool {
        let dealt = self.arrays.iter().filter_map(|array| array.deal);
        dealt.map(|deal| deal.largest_share()).sum::<u64>() > u64::from(u32::MAX)
    }
}
