//! What lies beside what on a grid, and the eight directions that stones slide in like queens.

use hindsight_core::bits::{mask, ones};
use hindsight_core::{Board, Joins, RowsByCell, Step, Truth, Walker, Word, ending};

/// For each cell of a grid, those that share an edge with it.
pub(crate) fn edge_neighbours(rows: usize, columns: usize) -> Vec<u32> {
    let share = |a: usize, b: usize| {
        (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) == 1
    };
    let cells = 0..rows * columns;
    cells.clone().map(|a| mask(cells.clone().filter(|&b| share(a, b)))).collect()
}

/// The pairs of cells of which each is among the other's neighbours, once each.
pub(crate) fn pairs(neighbours: &[u32]) -> impl Iterator<Item = (usize, usize)> {
    let all = neighbours.iter().enumerate().flat_map(|(a, of)| ones(*of).map(move |b| (a, b)));
    all.filter(|(a, b)| a < b)
}

/// For each cell of a grid, the cells in each direction from it, nearest first.
#[derive(Debug)]
pub(crate) struct Rays(Vec<[Vec<u8>; 8]>);

impl Rays {
    /// The rays of a grid whose cells are numbered row by row.
    pub(crate) fn new(rows: usize, columns: usize) -> Rays {
        let ray = |cell: usize, down: isize, right: isize| -> Vec<u8> {
            let at = |step: usize| {
                let row = (cell / columns).checked_add_signed(step as isize * down)?;
                let column = (cell % columns).checked_add_signed(step as isize * right)?;
                (row < rows && column < columns).then_some((row * columns + column) as u8)
            };
            (1..).map_while(at).collect()
        };
        let directions = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        let of_cell = |cell| directions.map(|(down, right)| ray(cell, down, right));
        Rays((0..rows * columns).map(of_cell).collect())
    }

    /// The cells in each direction from a cell, nearest first.
    pub(crate) fn from(&self, cell: usize) -> &[Vec<u8>; 8] {
        &self.0[cell]
    }

    /// The cells beside a cell.
    pub(crate) fn beside(&self, cell: usize) -> u32 {
        mask(self.0[cell].iter().filter_map(|ray| ray.first()).map(|&beside| beside.into()))
    }

    /// For each cell, those beside it.
    pub(crate) fn neighbours(&self) -> Vec<u32> {
        (0..self.0.len()).map(|cell| self.beside(cell)).collect()
    }
}

/// How far a piece slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// As far as it likes.
    Any,
    /// As far as it can.
    Full,
}

/// Slides over free cells in the eight directions.
#[derive(Debug)]
pub(crate) struct Slides {
    /// By the cell where a slide begins: the cell where it ends, the cells that decide whether it can
    /// be made, and those of them that must be taken.
    made: RowsByCell<3>,
    /// The same by the cell where it ends, with the cell where it began.
    undone: RowsByCell<3>,
    joins: Joins,
}

impl Slides {
    pub(crate) fn new(rays: &Rays, reach: Reach) -> Slides {
        let cells = 0..rays.0.len();
        let along = |ray: &Vec<u8>| {
            let mut path = 0;
            let cells = ray.iter().map(|&cell| 1 << cell);
            let next = cells.clone().skip(1).chain([0]);
            let row = |(to, next): (u32, u32)| {
                path |= to;
                let stop = if reach == Reach::Full { next } else { 0 };
                [to, path | stop, stop]
            };
            cells.zip(next).map(row).collect::<Vec<_>>()
        };
        let made = RowsByCell::new(rays.0.iter().map(|rays| rays.iter().flat_map(along).collect()));
        let undone = |end: usize| {
            let from =
                cells.clone().flat_map(|from| made.at(from).iter().map(move |row| (from, row)));
            let here = from.filter(|(_, row)| row[0] == 1 << end);
            here.map(|(from, [to, deciding, stop])| [1 << from, deciding ^ to ^ 1 << from, *stop])
                .collect()
        };
        let undone = RowsByCell::new(cells.clone().map(undone));
        Slides { made, undone, joins: Joins::new(pairs(&rays.neighbours())) }
    }

    /// How the game ends, if it does, where who cannot slide one of these pieces has lost.
    #[inline(always)]
    pub(crate) fn lost_without<W: Word>(&self, pieces: W, taken: W) -> W {
        let can_slide = self.joins.some_step(pieces, !taken).is_some();
        can_slide.choose(ending::OPEN.into(), ending::LOSE.into())
    }

    /// All slides of these pieces, to the one tier of a game; `board` has the two cells that change and
    /// is what comes of it.
    #[inline(always)]
    pub(crate) fn make<K: Walker>(
        &self,
        walker: &mut K,
        pieces: K::Word,
        taken: K::Word,
        board: impl Fn(K::Word) -> Board<K::Word>,
    ) {
        walk(walker, &self.made, [pieces, taken], board);
    }

    /// All slides that brought these pieces where they are.
    #[inline(always)]
    pub(crate) fn undo<K: Walker>(
        &self,
        walker: &mut K,
        pieces: K::Word,
        taken: K::Word,
        board: impl Fn(K::Word) -> Board<K::Word>,
    ) {
        walk(walker, &self.undone, [pieces, taken], board);
    }
}

#[inline(always)]
fn walk<K: Walker>(
    walker: &mut K,
    rows: &RowsByCell<3>,
    [pieces, taken]: [K::Word; 2],
    board: impl Fn(K::Word) -> Board<K::Word>,
) {
    walker.each_bit(pieces, |walker, from| {
        walker.each_row_at(rows, from, |walker, [to, deciding, stops]| {
            walker.when((taken & deciding).equals(stops), |walker| {
                walker.arrive(0.into(), Step::going(from, to), || board(from | to));
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_an_edge() {
        // Cells 0 1 2 / 3 4 5.
        let neighbours = edge_neighbours(2, 3);
        assert_eq!(neighbours, [0b001_010, 0b010_101, 0b100_010, 0b010_001, 0b101_010, 0b010_100]);
        let lines = [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)];
        assert!(pairs(&neighbours).eq(lines));
    }

    #[test]
    fn rays_end_at_the_edge_and_at_what_is_taken() {
        let rays = Rays::new(2, 3);
        // Cells 0 1 2 / 3 4 5.
        assert_eq!(rays.beside(0), 0b011_010, "1, 3 and 4");
        assert_eq!(rays.beside(4), 0b101_111);
        let ends = |slides: &RowsByCell<3>, cell: usize, taken: u32| -> Vec<u32> {
            let rows =
                slides.at(cell).iter().filter(|[_, deciding, stop]| taken & deciding == *stop);
            rows.map(|[to, ..]| to.trailing_zeros()).collect()
        };
        let any = Slides::new(&rays, Reach::Any);
        assert_eq!(ends(&any.made, 0, 0), [1, 2, 3, 4]);
        assert_eq!(ends(&any.made, 0, 0b000_010), [3, 4]);
        assert_eq!(ends(&any.made, 0, 0b011_100), [1]);
        assert_eq!(ends(&any.undone, 2, 0b011_100), [0, 1, 5]);
        let full = Slides::new(&rays, Reach::Full);
        assert_eq!(ends(&full.made, 0, 0b001_001), [2, 4]);
        assert_eq!(ends(&full.made, 0, 0b001_101), [1, 4]);
        // On 1, from where it was stopped by 2, by 0, or by the edge.
        assert_eq!(ends(&full.undone, 1, 0b000_110), [0, 3, 4, 5]);
        assert_eq!(full.lost_without(0b1, 0b1), ending::OPEN);
        assert_eq!(full.lost_without(0b1, 0b011_011), ending::LOSE);
    }
}
