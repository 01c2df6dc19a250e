//! One kind of piece on its region: ranking its cells.

use super::{MAX_REGION_CELLS, Region};
use crate::subset::binomial;

/// The most pieces of one kind.
pub(super) const MAX_OF_A_KIND: usize = 8;

/// `BINOMIALS[n][k]`: the ways to choose `k` of `n`.
static BINOMIALS: [[u64; MAX_OF_A_KIND + 1]; MAX_REGION_CELLS] = {
    let mut table = [[0; MAX_OF_A_KIND + 1]; MAX_REGION_CELLS];
    let mut n = 0;
    while n < MAX_REGION_CELLS {
        let mut k = 0;
        while k <= MAX_OF_A_KIND {
            table[n][k] = binomial(n, k);
            k += 1;
        }
        n += 1;
    }
    table
};

/// One kind of a [`RegionIndex`](crate::RegionIndex): its part of the list of cells, and its part of
/// the number.
#[derive(Clone, Debug)]
pub struct RegionKind {
    /// Where its pieces stand in a list.
    pub first: usize,
    /// How many there are.
    pub pieces: usize,
    /// The pieces before it that always take a cell of its region, a bit for each.
    pub always: u32,
    /// The pieces before it that may take one.
    pub sometimes: u32,
    /// The ways to place it on the cells that are left.
    pub ways: u64,
    /// The number of a cell within the region.
    local: [u8; MAX_REGION_CELLS],
    /// The cells of the region, in order.
    pub cells: Vec<u8>,
    /// For two pieces or more: the numbers of the cells, way after way.
    pub listing: Vec<u8>,
}

impl RegionKind {
    pub(super) fn new(region: Region, first: usize, before: &[(Region, usize)]) -> RegionKind {
        let cells: Vec<u8> =
            (0..MAX_REGION_CELLS as u8).filter(|cell| region.cells >> cell & 1 == 1).collect();
        let mut local = [0; MAX_REGION_CELLS];
        for (number, &cell) in cells.iter().enumerate() {
            local[cell as usize] = number as u8;
        }
        let (mut always, mut sometimes) = (0, 0);
        for &(other, other_first) in before {
            let bits = ((1u32 << other.pieces) - 1) << other_first;
            if other.cells & !region.cells == 0 {
                always |= bits;
            } else if other.cells & region.cells != 0 {
                sometimes |= bits;
            }
        }
        let free = cells.len().saturating_sub(always.count_ones() as usize);
        let pieces = region.pieces;
        let ways = binomial(free, pieces);
        let mut listing = Vec::new();
        if pieces > 1 {
            let mut chosen: Vec<u8> = (0..pieces as u8).collect();
            for _ in 0..ways {
                listing.extend_from_slice(&chosen);
                // The next in the order of ranks: the lowest piece that can go up does, and those
                // below it go back to the bottom.
                let up = (0..pieces).find(|&i| i + 1 == pieces || chosen[i] + 1 < chosen[i + 1]);
                if let Some(up) = up {
                    chosen[up] += 1;
                    (0..up).for_each(|i| chosen[i] = i as u8);
                }
            }
        }
        RegionKind { first, pieces, always, sometimes, ways, local, cells, listing }
    }

    /// The number of its pieces' cells among the ways to place them.
    #[inline(always)]
    pub(super) fn rank(&self, list: &[u8]) -> u64 {
        let mut rank = 0;
        for (i, &cell) in list[self.first..self.first + self.pieces].iter().enumerate() {
            let local = self.local[cell as usize % MAX_REGION_CELLS] as usize;
            let free = local - self.taken(list, |other| other < cell);
            rank += BINOMIALS[free % MAX_REGION_CELLS][(i + 1) % (MAX_OF_A_KIND + 1)];
        }
        rank
    }

    /// Puts the pieces of a rank in the list; false when one stands on another piece.
    #[inline(always)]
    pub(super) fn unrank(&self, rank: u64, list: &mut [u8]) -> bool {
        for i in 0..self.pieces {
            let free = match self.pieces {
                1 => rank as usize,
                pieces => self.listing[rank as usize * pieces + i] as usize,
            };
            // The cell with so many free ones before it: taken ones before it push it up.
            let mut local = free;
            let cell = loop {
                let cell = self.cells[local];
                let pushed = free + self.taken(list, |other| other <= cell);
                if pushed == local {
                    break cell;
                }
                local = pushed;
            };
            let mut others = self.sometimes;
            while others != 0 {
                if list[others.trailing_zeros() as usize] == cell {
                    return false;
                }
                others &= others - 1;
            }
            list[self.first + i] = cell;
        }
        true
    }

    /// Applies a symmetry to its pieces and puts them in order.
    #[inline(always)]
    pub(super) fn apply(&self, image: &[u8; MAX_REGION_CELLS], list: &mut [u8]) {
        let cells = &mut list[self.first..self.first + self.pieces];
        for cell in cells.iter_mut() {
            *cell = image[*cell as usize % MAX_REGION_CELLS];
        }
        if let [a, b] = cells {
            if a > b {
                std::mem::swap(a, b);
            }
        } else if self.pieces > 2 {
            cells.sort_unstable();
        }
    }

    /// How many of the pieces that always stand in the region do so on certain cells.
    #[inline(always)]
    fn taken(&self, list: &[u8], on: impl Fn(u8) -> bool) -> usize {
        let mut taken = 0;
        for (number, &other) in list[..self.first].iter().enumerate() {
            taken += usize::from(self.always >> number & 1 == 1 && on(other));
        }
        taken
    }
}

/// The kinds of some regions, ranked behind others.
pub(super) fn kinds_of(regions: &[Region], before: &[Region]) -> Vec<RegionKind> {
    let mut seen = Vec::new();
    let mut first = 0;
    for &region in before {
        seen.push((region, first));
        first += region.pieces;
    }
    let make = |&region| {
        let kind = RegionKind::new(region, first, &seen);
        seen.push((region, first));
        first += region.pieces;
        kind
    };
    regions.iter().map(make).collect()
}
