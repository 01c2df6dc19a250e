//! The boards: points on lines, as masks.
//!
//! The points of the boards made of squares are numbered square by square, the outer one first, and
//! clockwise from the top left corner: so joined points are at few different distances, and all the
//! slides of a position at one distance are found with a few shifts.

use hindsight_core::bits::lowest;
use hindsight_core::{Group, Joins, Truth, Word};

/// The corners and midpoints of a square around the centre, clockwise from the top left.
const SQUARE: [(isize, isize); 8] =
    [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// A board.
#[derive(Debug)]
pub(super) struct Board {
    /// All points.
    pub(super) points: u32,
    /// The column and the row of each point on the grid that names it, from the top left.
    pub(super) places: Vec<(usize, usize)>,
    /// Rows, and columns, of that grid.
    pub(super) side: usize,
    /// The lines: neighbours on a line are joined, and a line of three points is a mill.
    pub(super) lines: Vec<Vec<usize>>,
    /// The symmetries.
    pub(super) group: Group,
    /// The steps along lines.
    pub(super) joins: Joins,
    /// The points with four neighbours.
    pub(super) crossings: u32,
    /// For each group of joins: the lower cells of its pairs, how much the numbers differ, and for each
    /// direction of mills the lower cells of pairs that are not on a mill of that direction.
    pub(super) slides: Vec<[u32; 2 + DIRECTIONS]>,
    /// The mills by direction. Mills that share a point have different directions.
    mills: [Vec<u32>; DIRECTIONS],
}

/// As many mills as meet in a point of any board.
pub(super) const DIRECTIONS: usize = 3;

impl Board {
    /// Squares one inside the other, their midpoints joined, and on request their corners too.
    pub(super) fn squares(squares: usize, corners_joined: bool) -> Board {
        let point = |square: usize, at: usize| square * 8 + at % 8;
        let side = 2 * squares + 1;
        let mut places = Vec::new();
        let mut lines = Vec::new();
        for square in 0..squares {
            let radius = (squares - square) as isize;
            let middle = squares as isize;
            places.extend(SQUARE.map(|(right, down)| {
                ((middle + right * radius) as usize, (middle + down * radius) as usize)
            }));
            for corner in [0, 2, 4, 6] {
                lines.push((corner..=corner + 2).map(|at| point(square, at)).collect());
            }
        }
        for at in 0..8 {
            if at % 2 == 1 || corners_joined {
                lines.push((0..squares).map(|square| point(square, at)).collect());
            }
        }
        let image = |image: &dyn Fn(usize, usize) -> usize| -> Vec<usize> {
            (0..squares * 8).map(|number| image(number / 8, number % 8)).collect()
        };
        let generators = [
            image(&|square, at| point(square, at + 2)),
            image(&|square, at| point(square, 10 - at)),
            image(&|square, at| point(squares - 1 - square, at)),
        ];
        Board::new(places, side, lines, Group::generated(squares * 8, &generators))
    }

    /// Three rows and three columns of points.
    pub(super) fn three_by_three() -> Board {
        let places = (0..9).map(|point| (point % 3, point / 3)).collect();
        let rows = (0..3).map(|row| (0..3).map(|column| row * 3 + column).collect());
        let columns = (0..3).map(|column| (0..3).map(|row| row * 3 + column).collect());
        Board::new(places, 3, rows.chain(columns).collect(), Group::of_rectangle(3, 3))
    }

    fn new(
        places: Vec<(usize, usize)>,
        side: usize,
        lines: Vec<Vec<usize>>,
        group: Group,
    ) -> Board {
        let pairs = lines.iter().flat_map(|line| line.windows(2)).map(|pair| (pair[0], pair[1]));
        let mask = |line: &Vec<usize>| line.iter().fold(0, |mask, &point| mask | 1 << point);
        let mut mills = [const { Vec::new() }; DIRECTIONS];
        for mill in lines.iter().filter(|line| line.len() == 3).map(mask) {
            let is_apart = |mills: &&mut Vec<u32>| mills.iter().all(|other| other & mill == 0);
            mills.iter_mut().find(is_apart).expect("few mills meet in a point").push(mill);
        }
        let joins = Joins::new(pairs);
        let slides = joins.rows().iter().map(|&[lower, distance]| {
            let across = mills.each_ref().map(|mills| {
                let is_along = |&cell: &usize| {
                    let pair = 1 << cell | 1 << (cell + distance as usize);
                    mills.iter().any(|mill| mill & pair == pair)
                };
                lower & !mask(&(0..places.len()).filter(is_along).collect())
            });
            [lower, distance, across[0], across[1], across[2]]
        });
        let points = (0..places.len()).map(|point| 1 << point);
        let crossings = points.filter(|&point| joins.count(point, !point) == 4);
        Board {
            points: lowest(places.len()),
            crossings: crossings.fold(0, |mask, point| mask | point),
            slides: slides.collect(),
            joins,
            mills,
            places,
            side,
            lines,
            group,
        }
    }

    /// How many points there are.
    pub(super) fn size(&self) -> usize {
        self.places.len()
    }

    /// The most slides that so many stones can have, beside so many of the opponent's.
    pub(super) fn most_slides(&self, stones: usize, opposing: usize) -> u32 {
        let free = self.size().saturating_sub(stones + opposing);
        let degrees = self.joins.degrees(self.size());
        let most = |points: usize| degrees.iter().take(points).sum::<u32>();
        // A slide takes one of the stones over a join to one of the free points. The opponent's stones
        // block joins, each of which at most two of them share.
        let blocked: u32 = degrees.iter().rev().take(opposing).sum();
        most(stones).min(most(free)).min(self.joins.pairs() - blocked.div_ceil(2))
    }

    /// Whether a stone on a point is in a mill of the stones.
    #[inline(always)]
    pub(super) fn is_in_mill<W: Word>(&self, stones: W, point: W) -> W::Truth {
        (self.in_mills(stones) & point).is_some()
    }

    /// The stones that are in mills.
    #[inline(always)]
    pub(super) fn in_mills<W: Word>(&self, stones: W) -> W {
        let mills = self.mills.iter().flatten();
        let whole = mills.map(|&mill| stones.has(W::from(mill)).choose(W::from(mill), W::from(0)));
        whole.fold(W::from(0), |union, mill| union | mill)
    }

    /// The points that lack only one stone to complete a mill, by the direction of the mill.
    #[inline(always)]
    pub(super) fn completions<W: Word>(&self, stones: W) -> [W; DIRECTIONS] {
        self.mills.each_ref().map(|mills| {
            let lacking = mills.iter().map(|&mill| {
                let missing = W::from(mill) & !stones;
                missing.equals(missing.lowest()).choose(missing, W::from(0))
            });
            lacking.fold(W::from(0), |union, missing| union | missing)
        })
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::bits::ones;
    use hindsight_testkit::Dice;

    use super::*;

    fn boards() -> [Board; 4] {
        [
            Board::squares(3, false),
            Board::squares(3, true),
            Board::squares(2, false),
            Board::three_by_three(),
        ]
    }

    #[test]
    fn points_joins_mills_and_symmetries_are_the_known_ones() {
        let known = [(24, 32, 16, 16), (24, 40, 20, 16), (16, 20, 8, 16), (9, 12, 6, 8)];
        for (board, known) in boards().iter().zip(known) {
            let (joins, mills) = (board.joins.pairs(), board.mills.iter().flatten().count());
            assert_eq!((board.size(), joins, mills, board.group.order()), known);
        }
    }

    #[test]
    fn symmetries_take_lines_to_lines() {
        for board in boards() {
            let sorted = |mut line: Vec<usize>| {
                line.sort_unstable();
                line
            };
            let lines: Vec<Vec<usize>> = board.lines.iter().cloned().map(sorted).collect();
            for symmetry in 0..board.group.order() {
                for line in &board.lines {
                    let image = line.iter().map(|&point| board.group.image(symmetry, point));
                    assert!(lines.contains(&sorted(image.collect())));
                    // The middle of a line stays a middle, so that joins stay joins.
                    let middle = board.group.image(symmetry, line[1]);
                    let middles = board.lines.iter().filter(|line| line.len() == 3);
                    assert!(line.len() < 3 || middles.into_iter().any(|line| line[1] == middle));
                }
            }
        }
    }

    #[test]
    fn steps_are_along_lines() {
        for board in boards() {
            for point in 0..board.size() {
                let (stone, free) = (1 << point, board.points & !(1 << point));
                let found = board.joins.rows().iter().fold(0, |found, &row| {
                    let lower = ones(Joins::steps(row, stone, free));
                    found | lower.fold(0, |found, low| found | Joins::pair(row, 1 << low) & free)
                });
                let joined = board.lines.iter().flat_map(|line| line.windows(2)).fold(
                    0,
                    |joined: u32, pair| match pair {
                        [a, b] if *a == point => joined | 1 << b,
                        [a, b] if *b == point => joined | 1 << a,
                        _ => joined,
                    },
                );
                assert_eq!(found, joined, "point {point}");
            }
        }
    }

    #[test]
    fn a_stone_is_in_a_mill_or_not_whoever_asks() {
        for board in boards() {
            let mut dice = Dice(0);
            for _ in 0..2000 {
                let stones = dice.roll() as u32 & board.points;
                let is_in_mill = |stones: u32, point: usize| {
                    let mills = board.lines.iter().filter(|line| line.len() == 3);
                    let mut through = mills.filter(|line| line.contains(&point));
                    through.any(|line| line.iter().all(|point| stones >> point & 1 == 1))
                };
                let union = |points: &mut dyn Iterator<Item = usize>| {
                    points.fold(0, |union, point| union | 1 << point)
                };
                let slow = union(&mut ones(stones).filter(|&point| is_in_mill(stones, point)));
                assert_eq!(board.in_mills(stones), slow);
                let completing = ones(board.points & !stones)
                    .filter(|&point| is_in_mill(stones | 1 << point, point));
                let found = board.completions(stones).iter().fold(0, |all, points| all | points);
                assert_eq!(found, union(&mut { completing }));
                for point in ones(stones) {
                    let found: bool = board.is_in_mill(stones, 1 << point);
                    assert_eq!(found, is_in_mill(stones, point));
                }
            }
        }
    }

    #[test]
    fn twelve_stones_can_have_every_join_and_three_few() {
        let board = Board::squares(3, false);
        let slides = |stones, opposing| board.most_slides(stones, opposing);
        assert_eq!([slides(12, 0), slides(3, 3), slides(10, 6)], [32, 12, 26]);
        assert_eq!(Board::squares(3, true).most_slides(12, 0), 40);
    }

    #[test]
    fn no_stones_have_more_steps_than_their_numbers_allow() {
        let mut dice = Dice(7);
        for diagonals in [false, true] {
            let board = Board::squares(3, diagonals);
            for _ in 0..20_000 {
                let stones = dice.roll() as u32 & board.points;
                let opposing = dice.roll() as u32 & board.points & !stones;
                let free = board.points & !(stones | opposing);
                let [mine, theirs] = [stones, opposing].map(|stones| stones.count_ones() as usize);
                let slides = board.joins.count(stones, free);
                assert!(slides <= board.most_slides(mine, theirs));
            }
        }
    }
}
