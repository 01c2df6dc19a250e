//! Who owns which slots: a rule that every rank can evaluate at once, without asking.

use std::ops::Range;

/// Addresses dealt out in blocks, in turn. With one block for each place they are contiguous runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    total: u64,
    block: u64,
    places: u64,
    /// 2^64 divided by the length of a block, rounded up: multiplying takes less time than dividing.
    inverse: u64,
}

impl Deal {
    /// Contiguous runs of equal length.
    pub fn runs(total: u64, places: usize) -> Deal {
        Deal::blocks(total, places, total.div_ceil(places as u64))
    }

    /// Blocks of some length, dealt out in turn.
    pub fn blocks(total: u64, places: usize, block: u64) -> Deal {
        // A block of one slot would have an inverse that does not fit.
        let block = block.max(2);
        Deal { total, block, places: places as u64, inverse: u64::MAX / block + 1 }
    }

    /// The place that owns an address.
    #[inline(always)]
    pub fn owner(&self, address: u64) -> usize {
        self.locate(address).0
    }

    /// The place that owns an address, and how many of its addresses come before.
    #[inline(always)]
    pub fn locate(&self, address: u64) -> (usize, u64) {
        let block = self.block_of(address);
        let within = address - block * self.block;
        if block < self.places {
            return (block as usize, within);
        }
        let round = block / self.places;
        ((block - round * self.places) as usize, round * self.block + within)
    }

    /// The block that an address is in.
    #[inline(always)]
    fn block_of(&self, address: u64) -> u64 {
        // At most one too many: the inverse is less than 1 too large, and addresses are far below 2^64.
        let block = ((u128::from(address) * u128::from(self.inverse)) >> 64) as u64;
        block - u64::from(block * self.block > address)
    }

    /// How many addresses a place owns.
    pub fn share(&self, place: usize) -> u64 {
        let round = self.block * self.places;
        let rest = (self.total % round).saturating_sub(place as u64 * self.block);
        self.total / round * self.block + rest.min(self.block)
    }

    /// The most that any place owns.
    pub fn largest_share(&self) -> u64 {
        self.share(0)
    }

    /// The addresses that a place owns, run by run.
    pub fn runs_of(&self, place: usize) -> impl Iterator<Item = Range<u64>> + use<> {
        let Deal { total, block, places, .. } = *self;
        let first = place as u64 * block;
        (first..total)
            .step_by(usize::try_from(block * places).unwrap_or(usize::MAX))
            .map(move |start| start..total.min(start + block))
    }

    /// The end of the run that an address is in.
    pub fn run_end(&self, address: u64) -> u64 {
        self.total.min((self.block_of(address) + 1) * self.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_one_owner_and_one_place_there() {
        for total in [0u64, 1, 2, 7, 64, 1000] {
            for places in [1usize, 2, 3, 5, 16] {
                for block in [1, 3, 8, total.div_ceil(places as u64)] {
                    let deal = Deal::blocks(total, places, block);
                    let mut seen = 0;
                    for place in 0..places {
                        let addresses: Vec<u64> = deal.runs_of(place).flatten().collect();
                        assert_eq!(addresses.len() as u64, deal.share(place));
                        assert!(deal.share(place) <= deal.largest_share());
                        for (local, &address) in addresses.iter().enumerate() {
                            assert_eq!(deal.locate(address), (place, local as u64));
                            assert!(deal.run_end(address) > address);
                            assert_eq!(deal.owner(deal.run_end(address) - 1), place);
                        }
                        seen += addresses.len() as u64;
                    }
                    assert_eq!(seen, total);
                }
            }
        }
    }
}
