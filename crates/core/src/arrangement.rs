//! Ranking arrangements: several kinds of pieces, a fixed number of each, on free cells.

use std::sync::Arc;

use crate::bits::{gather, lowest, scatter};
use crate::subset::{SubsetRank, binomial, subsets};

/// The two-way map between the arrangements of some kinds of pieces on `cells` cells and
/// `0..count`.
///
/// An arrangement is a mask per kind. The kinds are ranked one after another, each on the cells
/// that those before it left free, and the ranks are the digits of a mixed-radix number, the first
/// kind's being the highest. Hence the numbers order arrangements as their masks do, first mask
/// first.
///
/// ```
/// use hindsight_core::Arrangements;
/// let noughts_and_crosses = Arrangements::new(9, &[2, 1]);
/// assert_eq!(noughts_and_crosses.count(), 36 * 7);
/// let board = [0b000_010_001, 0b100_000_000];
/// let number = noughts_and_crosses.rank(&board);
/// let mut back = [0; 2];
/// noughts_and_crosses.unrank(number, &mut back);
/// assert_eq!(back, board);
/// ```
#[derive(Clone, Debug)]
pub struct Arrangements {
    cells: u32,
    rank: Arc<SubsetRank>,
    kinds: Vec<Kind>,
    count: u64,
}

#[derive(Clone, Debug)]
struct Kind {
    /// The number of ways to place this kind on the cells left to it.
    ways: u64,
    /// Those ways in the order of their ranks.
    listing: Vec<u32>,
}

impl Arrangements {
    /// Arrangements of `sizes[i]` pieces of each kind `i` on `cells` cells.
    ///
    /// # Panics
    /// When there are more pieces than cells, or too many cells for [`SubsetRank`].
    pub fn new(cells: usize, sizes: &[usize]) -> Arrangements {
        Arrangements::sharing(&Arc::new(SubsetRank::new(cells)), cells, sizes)
    }

    /// As [`Arrangements::new`], with tables that others use too, which keeps them in the cache.
    pub fn sharing(rank: &Arc<SubsetRank>, cells: usize, sizes: &[usize]) -> Arrangements {
        let mut free = cells;
        let mut count = 1;
        let kinds = sizes
            .iter()
            .map(|&size| {
                let kind =
                    Kind { ways: binomial(free, size), listing: subsets(free, size).collect() };
                free = free.checked_sub(size).expect("no more pieces than cells");
                count *= kind.ways;
                kind
            })
            .collect();
        Arrangements { cells: lowest(cells), rank: Arc::clone(rank), kinds, count }
    }

    /// How many arrangements there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of an arrangement.
    #[inline(always)]
    pub fn rank(&self, masks: &[u32]) -> u64 {
        self.rank_on(self.cells, masks)
    }

    /// The arrangement of a number.
    #[inline(always)]
    pub fn unrank(&self, number: u64, masks: &mut [u32]) {
        self.unrank_on(self.cells, number, masks);
    }

    /// As [`Arrangements::rank`], where the cells are those of the mask `free`.
    #[inline(always)]
    pub fn rank_on(&self, mut free: u32, masks: &[u32]) -> u64 {
        if let [mask] = masks {
            return self.rank.rank(gather(*mask, free)).into();
        }
        let mut number = 0;
        for (kind, &mask) in self.kinds.iter().zip(masks) {
            number = number * kind.ways + u64::from(self.rank.rank(gather(mask, free)));
            free &= !mask;
        }
        number
    }

    /// As [`Arrangements::unrank`], where the cells are those of the mask `free`.
    #[inline(always)]
    pub fn unrank_on(&self, mut free: u32, number: u64, masks: &mut [u32]) {
        if let ([kind], [mask]) = (&self.kinds[..], &mut *masks) {
            // One kind needs no division: as in ranking, this is the hot path of orbit indexes.
            *mask = scatter(kind.listing[number as usize], free);
            return;
        }
        let mut rest = number;
        for (kind, mask) in self.kinds.iter().zip(masks.iter_mut()).rev() {
            if kind.ways == 1 {
                // Of many kinds most have no piece, and a division takes longer than all else here.
                *mask = kind.listing[0];
                continue;
            }
            *mask = kind.listing[(rest % kind.ways) as usize];
            rest /= kind.ways;
        }
        for mask in masks {
            *mask = scatter(*mask, free);
            free &= !*mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_arrangements_are_inverse_and_ordered() {
        for (cells, sizes) in [(6, vec![2, 1, 2]), (5, vec![5]), (5, vec![0, 3]), (4, vec![])] {
            let arrangements = Arrangements::new(cells, &sizes);
            let mut before: Option<Vec<u32>> = None;
            for number in 0..arrangements.count() {
                let mut masks = vec![0; sizes.len()];
                arrangements.unrank(number, &mut masks);
                assert_eq!(arrangements.rank(&masks), number);
                let union = masks.iter().fold(0, |union, mask| {
                    assert_eq!(union & mask, 0, "pieces on one another");
                    union | mask
                });
                assert_eq!(union.count_ones() as usize, sizes.iter().sum::<usize>());
                assert!(before < Some(masks.clone()) || sizes.is_empty());
                before = Some(masks);
            }
        }
    }

    #[test]
    fn one_kind_takes_any_free_cells() {
        let arrangements = Arrangements::new(4, &[2]);
        for number in 0..6 {
            let mut masks = [0];
            arrangements.unrank_on(0b1101_0010, number, &mut masks);
            assert_eq!(masks[0] & !0b1101_0010, 0);
            assert_eq!(arrangements.rank_on(0b1101_0010, &masks), number);
        }
    }
}
