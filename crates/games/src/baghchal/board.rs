//! The boards: points on the lines of an alquerque board, as masks.
//!
//! Points are numbered row by row from the top left. Rows and columns are lines, and so are the
//! diagonals through points whose row and column add up to an even number. Points that a line joins
//! are at four different distances, one for each direction of lines, so that all the steps of a
//! position in one direction are found with a few shifts.

use hindsight_core::Group;
use hindsight_core::bits::{lowest, ones};

/// A square board.
#[derive(Debug)]
pub(super) struct Board {
    /// Rows, and columns.
    pub(super) side: usize,
    /// All points.
    pub(super) points: u32,
    /// The corners.
    pub(super) corners: u32,
    /// The point in the middle.
    pub(super) centre: u32,
    /// The symmetries.
    pub(super) group: Group,
    directions: [Direction; 4],
    /// For each point, the pairs of points that a jump over it connects.
    jumps_over: Vec<Vec<u32>>,
}

/// The lines of one direction.
#[derive(Clone, Copy, Debug)]
struct Direction {
    /// How much the numbers of joined points differ.
    distance: u32,
    /// The points that are joined with the one at that distance above.
    joined: u32,
    /// The points from which a jump leads to the one at twice that distance above.
    leaping: u32,
}

impl Direction {
    fn new(side: usize, (down, right): (isize, isize)) -> Direction {
        let on_line = |point: usize| {
            let (row, column) = (point / side, point % side);
            let straight = down == 0 || right == 0;
            let stays =
                |at: usize, by: isize| at.checked_add_signed(by).is_some_and(|to| to < side);
            (straight || (row + column).is_multiple_of(2))
                && stays(row, down)
                && stays(column, right)
        };
        let joined = (0..side * side).filter(|&p| on_line(p)).fold(0, |mask, p| mask | 1 << p);
        let distance = (down * side as isize + right) as u32;
        Direction { distance, joined, leaping: joined & joined >> distance }
    }

    /// The lower points of the joined pairs with a piece on one point and the other one free.
    #[inline(always)]
    fn slides(self, pieces: u32, free: u32) -> u32 {
        self.joined & (pieces & free >> self.distance | free & pieces >> self.distance)
    }

    /// The lower ends of the jumps that a tiger has over a goat to a free point.
    #[inline(always)]
    fn jumps(self, tigers: u32, goats: u32, free: u32) -> u32 {
        let twice = 2 * self.distance;
        let ends = tigers & free >> twice | free & tigers >> twice;
        self.leaping & goats >> self.distance & ends
    }
}

impl Board {
    /// A board of so many rows and columns: an odd number, at most five.
    pub(super) fn new(side: usize) -> Board {
        let directions = [(0, 1), (1, -1), (1, 0), (1, 1)].map(|way| Direction::new(side, way));
        let last = side * side - 1;
        let jumps_over = (0..=last)
            .map(|point| {
                let over = directions.iter().filter(|direction| {
                    let lower = point.checked_sub(direction.distance as usize);
                    lower.is_some_and(|lower| direction.leaping >> lower & 1 == 1)
                });
                over.map(|d| {
                    1 << (point - d.distance as usize) | 1 << (point + d.distance as usize)
                })
                .collect()
            })
            .collect();
        Board {
            side,
            points: lowest(side * side),
            corners: 1 | 1 << (side - 1) | 1 << (last + 1 - side) | 1 << last,
            centre: 1 << (last / 2),
            group: Group::of_rectangle(side, side),
            directions,
            jumps_over,
        }
    }

    /// For the GPU: distance, joined points and leaping points of each direction.
    pub(super) fn device_directions(&self) -> Vec<Vec<u32>> {
        self.directions.iter().map(|d| vec![d.distance, d.joined, d.leaping]).collect()
    }

    /// How many points there are.
    pub(super) fn size(&self) -> usize {
        self.side * self.side
    }

    /// Visits the two points of every slide that one of the pieces has to a free point.
    #[inline(always)]
    pub(super) fn slides(&self, pieces: u32, free: u32, mut visit: impl FnMut(u32)) {
        for direction in &self.directions {
            each(direction.slides(pieces, free), |lower| {
                visit(lower | lower << direction.distance);
            });
        }
    }

    /// How many slides the pieces have to free points.
    #[inline(always)]
    pub(super) fn count_slides(&self, pieces: u32, free: u32) -> u32 {
        self.directions.iter().map(|d| d.slides(pieces, free).count_ones()).sum()
    }

    /// Visits every jump of a tiger over a goat: the points that the tiger leaves and enters, and
    /// the point of the goat between.
    #[inline(always)]
    pub(super) fn jumps(
        &self,
        tigers: u32,
        goats: u32,
        free: u32,
        mut visit: impl FnMut(u32, u32),
    ) {
        for direction in &self.directions {
            let distance = direction.distance;
            each(direction.jumps(tigers, goats, free), |lower| {
                visit(lower | lower << (2 * distance), lower << distance);
            });
        }
    }

    /// Whether a piece can slide to a free point.
    #[inline(always)]
    pub(super) fn can_slide(&self, pieces: u32, free: u32) -> bool {
        self.directions.iter().fold(0, |any, d| any | d.slides(pieces, free)) != 0
    }

    /// Whether a tiger can jump over a goat.
    #[inline(always)]
    pub(super) fn can_jump(&self, tigers: u32, goats: u32, free: u32) -> bool {
        self.directions.iter().fold(0, |any, d| any | d.jumps(tigers, goats, free)) != 0
    }

    /// The pairs of points that jumps over a point connect.
    #[inline(always)]
    pub(super) fn jumps_over(&self, point: u32) -> &[u32] {
        &self.jumps_over[point.trailing_zeros() as usize]
    }

    /// Whether diagonals cross the square to the right of and below a point from its top left to its
    /// bottom right; else they cross it the other way.
    pub(super) fn falls(&self, point: usize) -> bool {
        (point / self.side + point % self.side).is_multiple_of(2)
    }

    /// The most slides that so many points can have a part in, as pieces or as free points.
    pub(super) fn most_slides(&self, points: usize) -> u32 {
        let mut degrees: Vec<u32> = ones(self.points)
            .map(|point| self.count_slides(1 << point, self.points & !(1 << point)))
            .collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        degrees.iter().take(points).sum()
    }
}

/// Visits the points of a mask one by one.
#[inline(always)]
pub(super) fn each(mut mask: u32, mut visit: impl FnMut(u32)) {
    while mask != 0 {
        let point = mask & mask.wrapping_neg();
        mask ^= point;
        visit(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin: whether a line joins two points, by their rows and columns.
    fn is_joined(side: usize, a: usize, b: usize) -> bool {
        let (down, right) = ((a / side).abs_diff(b / side), (a % side).abs_diff(b % side));
        let on_diagonal = (a / side + a % side).is_multiple_of(2);
        matches!((down, right), (0, 1) | (1, 0)) || (down, right) == (1, 1) && on_diagonal
    }

    /// The point beyond `over` as seen from `from`, if it is on the board.
    fn beyond(side: usize, from: usize, over: usize) -> Option<usize> {
        let mirror =
            |from: usize, over: usize| (2 * over).checked_sub(from).filter(|&to| to < side);
        let row = mirror(from / side, over / side)?;
        Some(row * side + mirror(from % side, over % side)?)
    }

    #[test]
    fn the_boards_have_the_known_numbers_of_lines_and_jumps() {
        for (side, joins, jumps) in [(3, 12 + 4, 6 + 2), (5, 40 + 16, 30 + 10)] {
            let board = Board::new(side);
            let count = |mask: fn(&Direction) -> u32| -> u32 {
                board.directions.iter().map(|direction| mask(direction).count_ones()).sum()
            };
            assert_eq!((count(|d| d.joined), count(|d| d.leaping)), (joins, jumps), "{side}");
            assert_eq!(board.group.order(), 8);
        }
    }

    #[test]
    fn slides_and_jumps_are_those_of_the_slow_twin() {
        for side in [3, 5] {
            let board = Board::new(side);
            let points = side * side;
            for seed in 0..3000u32 {
                let mixed = seed.wrapping_mul(0x9e37_79b9) >> 3;
                let tigers = mixed & board.points;
                let goats = mixed.rotate_left(13) & board.points & !tigers;
                let free = board.points & !(tigers | goats);
                let has = |mask: u32, point: usize| mask >> point & 1 == 1;
                let (mut slides, mut jumps) = (Vec::new(), Vec::new());
                for from in (0..points).filter(|&from| has(tigers, from)) {
                    for over in (0..points).filter(|&over| is_joined(side, from, over)) {
                        if has(free, over) {
                            slides.push(1 << from | 1 << over);
                        }
                        let to = beyond(side, from, over).filter(|&to| has(free, to));
                        if let (true, Some(to)) = (has(goats, over), to) {
                            jumps.push((1 << from | 1 << to, 1 << over));
                        }
                    }
                }
                let (mut found_slides, mut found_jumps) = (Vec::new(), Vec::new());
                board.slides(tigers, free, |step| found_slides.push(step));
                board.jumps(tigers, goats, free, |ends, over| found_jumps.push((ends, over)));
                assert_eq!(board.count_slides(tigers, free) as usize, slides.len());
                assert_eq!(board.can_slide(tigers, free), !slides.is_empty());
                assert_eq!(board.can_jump(tigers, goats, free), !jumps.is_empty());
                let mut by_goat = Vec::new();
                each(goats, |goat| {
                    let ends = board.jumps_over(goat).iter();
                    let open = ends.filter(|&ends| {
                        (ends & tigers).count_ones() == 1 && (ends & free).count_ones() == 1
                    });
                    by_goat.extend(open.map(|&ends| (ends, goat)));
                });
                slides.sort_unstable();
                found_slides.sort_unstable();
                assert_eq!(found_slides, slides);
                for list in [&mut jumps, &mut found_jumps, &mut by_goat] {
                    list.sort_unstable();
                }
                assert_eq!(found_jumps, jumps);
                assert_eq!(by_goat, jumps);
            }
        }
    }

    #[test]
    fn symmetries_take_lines_to_lines() {
        for side in [3, 5] {
            let board = Board::new(side);
            for symmetry in 0..board.group.order() {
                let image = |point| board.group.image(symmetry, point);
                for a in 0..board.size() {
                    for b in 0..board.size() {
                        let joined = is_joined(side, a, b);
                        assert_eq!(is_joined(side, image(a), image(b)), joined);
                    }
                }
            }
        }
    }

    #[test]
    fn few_pieces_have_few_slides() {
        assert_eq!(Board::new(5).most_slides(1), 8);
        assert_eq!(Board::new(5).most_slides(4), 32);
        assert_eq!(Board::new(3).most_slides(2), 8 + 3);
    }
}
