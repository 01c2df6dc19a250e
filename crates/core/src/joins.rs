//! Pairs of joined cells, and the steps between them.

use crate::word::Word;

/// The lines of a board: pairs of cells, grouped by how much the numbers of the two differ, so that all
/// steps of a group are found with a few shifts.
///
/// ```
/// use hindsight_core::Joins;
/// // Three cells in a row.
/// let joins = Joins::new([(0, 1), (1, 2)]);
/// let steps: Vec<u32> =
///     joins.rows().iter().map(|&row| Joins::steps(row, 0b001, 0b110)).collect();
/// assert_eq!(steps, [0b001], "from the first to the middle, told by the lower of the two");
/// assert_eq!(joins.count(0b010, 0b101), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joins {
    rows: Vec<[u32; 2]>,
}

impl Joins {
    /// The joins of these pairs; groups come in the order in which they are met.
    pub fn new(pairs: impl IntoIterator<Item = (usize, usize)>) -> Joins {
        let mut rows: Vec<[u32; 2]> = Vec::new();
        for (a, b) in pairs {
            let (lower, distance) = (1 << a.min(b), a.abs_diff(b) as u32);
            match rows.iter_mut().find(|[_, known]| *known == distance) {
                Some([cells, _]) => *cells |= lower,
                None => rows.push([lower, distance]),
            }
        }
        Joins { rows }
    }

    /// For each group: the lower cells of its pairs, and how much the numbers differ.
    pub fn rows(&self) -> &[[u32; 2]] {
        &self.rows
    }

    /// The lower cells of the pairs of a group that have a piece on one cell and the other one free. A
    /// step can be made in both directions, so this serves moves and un-moves.
    #[inline(always)]
    pub fn steps<W: Word>(row: [W; 2], pieces: W, free: W) -> W {
        let [up, down] = Joins::ways(row, pieces, free);
        up | down
    }

    /// The same, those from the lower to the higher cell of a pair apart from those back.
    #[inline(always)]
    pub fn ways<W: Word>([lower, distance]: [W; 2], pieces: W, free: W) -> [W; 2] {
        [lower & pieces & free >> distance, lower & free & pieces >> distance]
    }

    /// The two cells of a step, given the lower.
    #[inline(always)]
    pub fn pair<W: Word>([_, distance]: [W; 2], lower: W) -> W {
        lower | lower << distance
    }

    /// Something if there are steps, nothing if there are none.
    #[inline(always)]
    pub fn some_step<W: Word>(&self, pieces: W, free: W) -> W {
        let steps = self.rows.iter().map(|row| Joins::steps(row.map(W::from), pieces, free));
        steps.fold(W::from(0), |all, steps| all | steps)
    }

    /// How many steps there are.
    pub fn count(&self, pieces: u32, free: u32) -> u32 {
        self.rows.iter().map(|&row| Joins::steps(row, pieces, free).count_ones()).sum()
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u32 {
        self.rows.iter().map(|[lower, _]| lower.count_ones()).sum()
    }

    /// With how many others each cell of a board is joined, the most first.
    pub fn degrees(&self, cells: usize) -> Vec<u32> {
        let mut degrees: Vec<u32> =
            (0..cells).map(|cell| self.count(1 << cell, !(1 << cell))).collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        degrees
    }
}
