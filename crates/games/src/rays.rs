//! The eight directions of a grid: what stones that slide like queens share.

use hindsight_core::bits::ones;

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

    /// The cells beside a cell.
    pub(crate) fn beside(&self, cell: usize) -> u32 {
        self.0[cell].iter().filter_map(|ray| ray.first()).fold(0, |mask, beside| mask | 1 << beside)
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
