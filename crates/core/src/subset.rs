//! Ranking subsets: the combinatorial number system.
//!
//! Subsets of equal size are numbered in the numeric order of their masks (colexicographic order):
//! the rank of `{c1 < c2 < ... < ck}` is `C(c1, 1) + C(c2, 2) + ... + C(ck, k)`. The rank does not
//! depend on how many cells there are, so one table serves boards of every size.

/// The most cells that [`SubsetRank`] takes; more would need tables of more than 16 megabytes.
pub const MAX_CELLS: usize = 30;

const LOW_BITS: usize = 12;
/// Each high part has a row of sixteen ranks, one for each count of low bits (0..=12).
const ROW: usize = 16;

/// `n` over `k`; zero when `k > n`.
///
/// ```
/// use hindsight_core::binomial;
/// assert_eq!(binomial(24, 9), 1_307_504);
/// assert_eq!(binomial(3, 4), 0);
/// ```
pub const fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let k = if k > n - k { n - k } else { k };
    let mut result: u128 = 1;
    let mut i = 0;
    while i < k {
        result = result * (n - i) as u128 / (i + 1) as u128;
        i += 1;
    }
    assert!(result <= u64::MAX as u128, "a binomial that does not fit 64 bits");
    result as u64
}

/// `BINOMIALS[n][k]` for all that ranks of at most [`MAX_CELLS`] cells are made of.
pub(crate) static BINOMIALS: [[u32; MAX_CELLS + 3]; MAX_CELLS + 1] = {
    let mut rows = [[0; MAX_CELLS + 3]; MAX_CELLS + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        let mut k = 0;
        while k <= n {
            rows[n][k] = binomial(n, k) as u32;
            k += 1;
        }
        n += 1;
    }
    rows
};

/// Ranks masks of at most [`MAX_CELLS`] cells with two table look-ups.
#[derive(Clone, Debug)]
pub struct SubsetRank {
    cells: usize,
    low: [u32; 1 << LOW_BITS],
    high: Box<[u32]>,
}

impl SubsetRank {
    /// Tables for masks of `cells` cells.
    ///
    /// # Panics
    /// When `cells` exceeds [`MAX_CELLS`].
    pub fn new(cells: usize) -> Self {
        assert!(cells <= MAX_CELLS, "subsets of more than {MAX_CELLS} cells are not ranked");
        let high_bits = cells.saturating_sub(LOW_BITS);
        let mut low = [0; 1 << LOW_BITS];
        for mask in 1..low.len() {
            let (rest, cell) = without_highest(mask);
            low[mask] = low[rest] + BINOMIALS[cell][mask.count_ones() as usize];
        }
        let mut high = vec![0; ROW << high_bits].into_boxed_slice();
        for mask in 1usize..1 << high_bits {
            let (rest, cell) = without_highest(mask);
            for before in 0..=LOW_BITS {
                let place = before + mask.count_ones() as usize;
                high[mask * ROW + before] =
                    high[rest * ROW + before] + BINOMIALS[cell + LOW_BITS][place];
            }
        }
        SubsetRank { cells, low, high }
    }

    /// The mask of so many bits that has a rank.
    ///
    /// ```
    /// use hindsight_core::SubsetRank;
    /// let rank = SubsetRank::new(5);
    /// assert_eq!(rank.unrank(2, rank.rank(0b10100)), 0b10100);
    /// ```
    #[inline]
    pub fn unrank(&self, size: usize, mut rank: u32) -> u32 {
        let mut mask = 0;
        let mut left = size;
        for cell in (0..self.cells).rev() {
            // The highest cell of the rest is the last whose masks begin at or below the rank.
            if left > 0 && BINOMIALS[cell][left] <= rank {
                rank -= BINOMIALS[cell][left];
                mask |= 1 << cell;
                left -= 1;
            }
        }
        mask
    }

    /// The number of `mask` among the masks with as many bits.
    #[inline(always)]
    pub fn rank(&self, mask: u32) -> u32 {
        let low = mask & ((1 << LOW_BITS) - 1);
        if mask == low {
            // Few cells: predicted, and one look-up less.
            return self.low[low as usize];
        }
        let row = (mask >> LOW_BITS) as usize * ROW + low.count_ones() as usize;
        self.low[low as usize] + self.high[row]
    }
}

/// A mask without its highest bit, and which bit that is.
fn without_highest(mask: usize) -> (usize, usize) {
    let highest = mask.ilog2() as usize;
    (mask ^ 1 << highest, highest)
}

/// The masks of `size` bits over `cells` cells in the order of their ranks.
///
/// ```
/// use hindsight_core::subsets;
/// assert_eq!(subsets(3, 2).collect::<Vec<_>>(), [0b011, 0b101, 0b110]);
/// ```
pub fn subsets(cells: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (size <= cells).then(|| ((1u64 << size) - 1) as u32);
    std::iter::successors(first, move |&mask| {
        // Gosper's step to the next larger number with as many bits.
        let mask = u64::from(mask);
        let lowest = mask & mask.wrapping_neg();
        if lowest == 0 {
            return None;
        }
        let ripple = mask + lowest;
        let next = ripple | (((mask ^ ripple) >> 2) / lowest);
        (next < 1 << cells).then_some(next as u32)
    })
}

/// The binomials of the numbers up to `cells`, row by row, for `rank_among` in the GPU's headers.
pub(crate) fn binomial_words(cells: usize) -> Vec<u32> {
    let row = |n: usize| (0..=cells).map(move |k| binomial(n, k) as u32);
    (0..=cells).flat_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_masks_in_order() {
        for cells in [0, 1, 5, 12, 13, 16] {
            let rank = SubsetRank::new(cells);
            for size in 0..=cells {
                let mut count = 0;
                for (i, mask) in subsets(cells, size).enumerate() {
                    assert_eq!(rank.rank(mask) as usize, i);
                    assert_eq!(rank.unrank(size, i as u32), mask);
                    count += 1;
                }
                assert_eq!(count, binomial(cells, size));
            }
        }
    }

    #[test]
    fn the_largest_board_ranks_its_last_subset_last() {
        let rank = SubsetRank::new(MAX_CELLS);
        for size in 0..=MAX_CELLS {
            let last = ((1u64 << size) - 1) << (MAX_CELLS - size);
            assert_eq!(u64::from(rank.rank(last as u32)) + 1, binomial(MAX_CELLS, size));
            assert_eq!(rank.unrank(size, rank.rank(last as u32)), last as u32);
        }
    }
}
