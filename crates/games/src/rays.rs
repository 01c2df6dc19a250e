//! What lies beside what on a grid, and the eight directions that stones slide in like queens.

use hindsight_core::bits::{mask, ones};

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

    /// Every step from a cell of one mask to a cell of another beside it.
    pub(crate) fn steps(&self, from: u32, free: u32) -> impl Iterator<Item = (usize, usize)> {
        ones(from).flat_map(move |from| ones(self.beside(from) & free).map(move |to| (from, to)))
    }
}

/// For each direction, the free cells up to the first that is taken.
#[inline]
pub(crate) fn slides(rays: &Rays, from: usize, taken: u32) -> impl Iterator<Item = &[u8]> {
    rays.0[from].iter().map(move |ray| {
        let blocked = ray.iter().position(|&cell| taken >> cell & 1 == 1);
        &ray[..blocked.unwrap_or(ray.len())]
    })
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
        let reached = |taken| -> Vec<u8> { slides(&rays, 0, taken).flatten().copied().collect() };
        assert_eq!(reached(0), [1, 2, 3, 4]);
        assert_eq!(reached(0b000_010), [3, 4]);
        assert_eq!(reached(0b011_100), [1]);
        assert_eq!(rays.steps(0b1, 0b011_000).collect::<Vec<_>>(), [(0, 3), (0, 4)]);
    }
}
