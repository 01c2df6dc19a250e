//! The boards: points on the lines of an alquerque board, as masks.
//!
//! Points are numbered row by row from the top left. Rows and columns are lines, and so are the
//! diagonals through points whose row and column add up to an even number. Points that a line joins
//! are at four different distances, one for each direction of lines, so that all the steps of a
//! position in one direction are found with a few shifts.

use hindsight_core::bits::lowest;
use hindsight_core::{Group, Joins, Word};

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
    /// The slides along lines.
    pub(super) joins: Joins,
    /// For each direction, the points from which a jump leads up to the one at twice a distance, and
    /// that distance.
    pub(super) jumps: Vec<[u32; 2]>,
}

/// The directions of lines.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// The point that a line leads to from another in a direction, if there is one.
fn along(side: usize, point: usize, (down, right): (isize, isize)) -> Option<usize> {
    let (row, column) = (point / side, point % side);
    let is_line = down == 0 || right == 0 || (row + column).is_multiple_of(2);
    let at = |at: usize, by: isize| at.checked_add_signed(by).filter(|&to| to < side);
    Some(at(row, down)? * side + at(column, right)?).filter(|_| is_line)
}

impl Board {
    /// A board of so many rows and columns: an odd number, at most five.
    pub(super) fn new(side: usize) -> Board {
        let points = side * side;
        let pairs = DIRECTIONS.into_iter().flat_map(|way| {
            (0..points).filter_map(move |from| Some((from, along(side, from, way)?)))
        });
        let jumps = DIRECTIONS.map(|(down, right)| {
            let leaps = |&from: &usize| {
                let over = along(side, from, (down, right));
                over.and_then(|over| along(side, over, (down, right))).is_some()
            };
            let leaping = (0..points).filter(leaps).fold(0, |mask, point| mask | 1 << point);
            [leaping, (down * side as isize + right) as u32]
        });
        let last = points - 1;
        Board {
            side,
            points: lowest(side * side),
            corners: 1 | 1 << (side - 1) | 1 << (last + 1 - side) | 1 << last,
            centre: 1 << (last / 2),
            group: Group::of_rectangle(side, side),
            joins: Joins::new(pairs),
            jumps: jumps.to_vec(),
        }
    }

    /// How many points there are.
    pub(super) fn size(&self) -> usize {
        self.side * self.side
    }

    /// The lower ends of the jumps of a direction that a tiger has over a goat to a free point.
    #[inline(always)]
    pub(super) fn leaps<W: Word>([leaping, distance]: [W; 2], tigers: W, goats: W, free: W) -> W {
        let twice = distance + distance;
        leaping & goats >> distance & (tigers & free >> twice | free & tigers >> twice)
    }

    /// Something if a tiger can jump over a goat, nothing if none can.
    #[inline(always)]
    pub(super) fn some_leap<W: Word>(&self, tigers: W, goats: W, free: W) -> W {
        let leaps =
            self.jumps.iter().map(|row| Board::leaps(row.map(W::from), tigers, goats, free));
        leaps.fold(W::from(0), |all, leaps| all | leaps)
    }

    /// Whether diagonals cross the square to the right of and below a point from its top left to its
    /// bottom right; else they cross it the other way.
    pub(super) fn falls(&self, point: usize) -> bool {
        (point / self.side + point % self.side).is_multiple_of(2)
    }

    /// The most slides that so many points can have a part in, as pieces or as free points.
    pub(super) fn most_slides(&self, points: usize) -> u32 {
        self.joins.degrees(self.size()).iter().take(points).sum()
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::bits::ones;
    use hindsight_testkit::Dice;

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
            let leaps: u32 = board.jumps.iter().map(|[leaping, _]| leaping.count_ones()).sum();
            assert_eq!((board.joins.pairs(), leaps), (joins, jumps), "{side}");
            assert_eq!(board.group.order(), 8);
        }
    }

    #[test]
    fn slides_and_jumps_are_those_of_the_slow_twin() {
        for side in [3, 5] {
            let board = Board::new(side);
            let points = side * side;
            let mut dice = Dice(0);
            for _ in 0..3000 {
                let [tigers, goats] = [(); 2].map(|()| dice.roll() as u32 & board.points);
                let goats = goats & !tigers;
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
                for &row in board.joins.rows() {
                    let lower = ones(Joins::steps(row, tigers, free));
                    found_slides.extend(lower.map(|lower| Joins::pair(row, 1 << lower)));
                }
                for &row in &board.jumps {
                    for lower in ones(Board::leaps(row, tigers, goats, free)) {
                        let ends = 1 << lower | 1 << (lower + 2 * row[1] as usize);
                        found_jumps.push((ends, 1 << (lower + row[1] as usize)));
                    }
                }
                assert_eq!(board.some_leap(tigers, goats, free) != 0, !jumps.is_empty());
                slides.sort_unstable();
                found_slides.sort_unstable();
                assert_eq!(found_slides, slides);
                jumps.sort_unstable();
                found_jumps.sort_unstable();
                assert_eq!(found_jumps, jumps);
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
