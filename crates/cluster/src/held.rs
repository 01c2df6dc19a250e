//! Finished values that a group holds together: of each array a rank has its share, or all of it.

use std::ops::Range;

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
    table: ResidentTable,
}

impl HeldArray {
    /// Reads the share of a place from a table, or all of it.
    pub fn load(table: &Table, shares: Option<(usize, usize)>) -> Result<HeldArray, SolveError> {
        let Some((place, places)) = shares else {
            return Ok(HeldArray { deal: None, table: ResidentTable::load(table)? });
        };
        let deal = Deal::runs(table.slots(), places);
        let run: Range<u64> = deal.runs_of(place).next().unwrap_or(0..0);
        Ok(HeldArray { deal: Some(deal), table: ResidentTable::load_range(table, run)? })
    }

    /// All values, of which every rank has its own copy.
    pub fn whole(codes: &[Code]) -> HeldArray {
        HeldArray { deal: None, table: ResidentTable::new(codes) }
    }

    /// The share of a place, in the order of its addresses.
    pub fn of(deal: Deal, codes: &[Code]) -> HeldArray {
        HeldArray { deal: Some(deal), table: ResidentTable::new(codes) }
    }
}

/// Where values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    /// Here: the code.
    Here(Code),
    /// At a place, under a number.
    There(usize, u64),
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

    /// Where a slot of a tier is; `None` of a tier that is not held.
    #[inline(always)]
    pub(crate) fn find(&self, tier: Tier, slot: u64) -> Option<Whereabouts> {
        let &(_, number, start) = self.tiers.iter().find(|(known, ..)| *known == tier)?;
        let array = self.arrays[number];
        let address = start + slot;
        let Some(deal) = array.deal else {
            return Some(Whereabouts::Here(array.table.code(address as usize)));
        };
        let (place, local) = deal.locate(address);
        if place == self.place {
            return Some(Whereabouts::Here(array.table.code(local as usize)));
        }
        Some(Whereabouts::There(place, self.firsts[number][place] + local))
    }

    /// The code under a number that another rank asked for; a hole where there is none.
    pub(crate) fn answer(&self, number: u64) -> Code {
        let array = self.firsts.partition_point(|firsts| firsts[self.place] <= number) - 1;
        let within = number - self.firsts[array][self.place];
        self.arrays[array].table.code(within as usize)
    }

    /// Whether numbers take more than four bytes.
    pub(crate) fn is_wide(&self) -> bool {
        let dealt = self.arrays.iter().filter_map(|array| array.deal);
        dealt.map(|deal| deal.largest_share()).sum::<u64>() > u64::from(u32::MAX)
    }
}
