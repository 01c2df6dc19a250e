//! Ranking subsets: the combinatorial number system.
//!
//! Subsets of equal size are numbered in the numeric order of their masks (colexicographic order):
//! the rank of `{c1 < c2 < ... < ck}` is `C(c1, 1) + C(c2, 2) + ... + C(ck, k)`. The rank does not
//! depend on how many cells there are, so one table serves boards of every size.

/// The most cells that [`SubsetRank`] takes; more would need tables of many megabytes.
pub const MAX_CELLS: usize = 28;

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

/// Ranks masks of at most [`MAX_CELLS`] cells with two table look-ups.
#[derive(Clone, Debug)]
pub struct SubsetRank {
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
        for (mask, rank) in low.iter_mut().enumerate() {
            *rank = rank_by_sum(mask as u32, 0, 0);
        }
        let high = (0..ROW << high_bits)
            .map(|i| rank_by_sum((i / ROW) as u32, LOW_BITS, i % ROW))
            .collect();
        SubsetRank { low, high }
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

/// Rank of a mask whose lowest bit is cell `shift`, behind `before` cells already counted.
fn rank_by_sum(mask: u32, shift: usize, before: usize) -> u32 {
    crate::bits::ones(mask)
        .enumerate()
        .map(|(i, cell)| binomial(cell + shift, before + i + 1) as u32)
        .sum()
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
        }
    }
}
