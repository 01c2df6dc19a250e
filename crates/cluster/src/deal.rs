//! Who owns which slots: a rule that every rank can evaluate at once, without asking.

use std::ops::Range;

/// Addresses dealt out in blocks, in turn. With one block for each place they are contiguous runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    total: u64,
    block: u64,
    places: u64,
    by_block: Divisor,
    by_places: Divisor,
}

/// A number that others are divided by, which by way of its inverse takes a few multiplications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Divisor {
    number: u64,
    /// 2^64 divided by the number, rounded down; 2^64 - 1 in place of 2^64.
    inverse: u64,
}

impl Divisor {
    fn new(number: u64) -> Divisor {
        Divisor { number, inverse: u64::MAX / number }
    }

    /// How often it is in something less than 2^63, and what is left.
    #[inline(always)]
    fn divide(self, dividend: u64) -> (u64, u64) {
        // At most one too few, since the inverse is too small by at most 1.
        let quotient = ((u128::from(dividend) * u128::from(self.inverse)) >> 64) as u64;
        let rest = dividend - quotient * self.number;
        let is_short = rest >= self.number;
        (quotient + u64::from(is_short), if is_short { rest - self.number } else { rest })
    }
}

impl Deal {
    /// Contiguous runs of equal length.
    pub fn runs(total: u64, places: usize) -> Deal {
        Deal::blocks(total, places, total.div_ceil(places as u64))
    }

    /// Blocks of some length, dealt out in turn.
    pub fn blocks(total: u64, places: usize, block: u64) -> Deal {
        let (block, places) = (block.max(1), places as u64);
        let (by_block, by_places) = (Divisor::new(block), Divisor::new(places));
        Deal { total, block, places, by_block, by_places }
    }

    /// The place that owns an address.
    #[inline(always)]
    pub fn owner(&self, address: u64) -> usize {
        self.locate(address).0
    }

    /// The place that owns an address, and how many of its addresses come before.
    #[inline(always)]
    pub fn locate(&self, address: u64) -> (usize, u64) {
        let (block, within) = self.by_block.divide(address);
        let (round, place) = self.by_places.divide(block);
        (place as usize, round * self.block + within)
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
        self.total.min((self.by_block.divide(address).0 + 1) * self.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dividing_by_way_of_the_inverse_is_exact() {
        for shift in 0..62 {
            for number in [(1 << shift) - 1, 1 << shift, (1 << shift) + 1, 3 << shift] {
                if number == 0 {
                    continue;
                }
                let divisor = Divisor::new(number);
                for near in [0, 1, number, 7 * (number >> 4), 1 << 40, (1 << 62) / number * number]
                {
                    for dividend in near.saturating_sub(2)..near + 3 {
                        let expected = (dividend / number, dividend % number);
                        assert_eq!(divisor.divide(dividend), expected, "{dividend} by {number}");
                    }
                }
            }
        }
    }

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
