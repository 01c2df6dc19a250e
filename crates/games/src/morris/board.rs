//! The boards: points on lines, as masks.
//!
//! The points of the boards made of squares are numbered square by square, the outer one first, and
//! clockwise from the top left corner: so joined points are at few different distances, and all the
//! slides of a position at one distance are found with a few shifts.

use hindsight_core::Group;
use hindsight_core::bits::lowest;

/// No stones fill it: stands where a point is in fewer mills than others.
const NO_MILL: u32 = u32::MAX;
/// A point is in at most this many mills: two sides and a diagonal.
const MILLS_AT_A_POINT: usize = 3;

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
    joins: Vec<Joins>,
    mills: Vec<u32>,
    mills_at: Vec<[u32; MILLS_AT_A_POINT]>,
}

/// The pairs of joined points whose numbers differ by `distance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joins {
    /// The points of the pairs that have the lower numbers.
    lower: u32,
    distance: u32,
}

impl Joins {
    /// The lower points of the pairs with a stone on one point and the other one free.
    #[inline(always)]
    fn steps(self, stones: u32, free: u32) -> u32 {
        self.lower & (stones & free >> self.distance | free & stones >> self.distance)
    }
}

/// How a stone gets to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Going {
    /// From the hand.
    Place,
    /// From a joined point.
    Slide,
    /// From anywhere on the board.
    Fly,
}

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
        let mut joins: Vec<Joins> = Vec::new();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            let lower = 1 << pair[0].min(pair[1]);
            let distance = pair[0].abs_diff(pair[1]) as u32;
            match joins.iter_mut().find(|joins| joins.distance == distance) {
                Some(joins) => joins.lower |= lower,
                None => joins.push(Joins { lower, distance }),
            }
        }
        let mask = |line: &Vec<usize>| line.iter().fold(0, |mask, &point| mask | 1 << point);
        let mills: Vec<u32> = lines.iter().filter(|line| line.len() == 3).map(mask).collect();
        let mills_at = (0..places.len())
            .map(|point| {
                let mut at = [NO_MILL; MILLS_AT_A_POINT];
                let through = mills.iter().filter(|&mill| mill >> point & 1 == 1);
                for (place, &mill) in at.iter_mut().zip(through) {
                    *place = mill;
                }
                at
            })
            .collect();
        let points = lowest(places.len());
        Board { points, places, side, lines, group, joins, mills, mills_at }
    }

    /// For the GPU: the lower points and the distance of each kind of joins.
    pub(super) fn device_joins(&self) -> Vec<Vec<u32>> {
        self.joins.iter().map(|joins| vec![joins.lower, joins.distance]).collect()
    }

    /// For the GPU: the mills.
    pub(super) fn device_mills(&self) -> &[u32] {
        &self.mills
    }

    /// How many points there are.
    pub(super) fn size(&self) -> usize {
        self.places.len()
    }

    /// Visits every way in which one of the stones, or one from the hand, gets to a free point: the
    /// points that change, and the point that it gets to.
    #[inline(always)]
    pub(super) fn steps(
        &self,
        going: Going,
        stones: u32,
        free: u32,
        mut visit: impl FnMut(u32, u32),
    ) {
        match going {
            Going::Place => each(free, |to| visit(to, to)),
            Going::Slide => {
                for &joins in &self.joins {
                    each(joins.steps(stones, free), |lower| {
                        let step = lower | lower << joins.distance;
                        visit(step, step & free);
                    });
                }
            }
            Going::Fly => each(stones, |from| each(free, |to| visit(from | to, to))),
        }
    }

    /// How many slides the stones have to free points.
    #[inline(always)]
    pub(super) fn count_slides(&self, stones: u32, free: u32) -> u32 {
        self.joins.iter().map(|joins| joins.steps(stones, free).count_ones()).sum()
    }

    /// How many steps there are for [`Board::steps`] to visit.
    #[inline(always)]
    pub(super) fn count_steps(&self, going: Going, stones: u32, free: u32) -> u32 {
        match going {
            Going::Place => free.count_ones(),
            Going::Slide => self.count_slides(stones, free),
            Going::Fly => stones.count_ones() * free.count_ones(),
        }
    }

    /// The most steps over the board that so many stones can have, beside so many of the opponent's.
    pub(super) fn most_steps(&self, going: Going, stones: usize, opposing: usize) -> u32 {
        let free = self.size().saturating_sub(stones + opposing);
        if going != Going::Slide {
            return (stones * free) as u32;
        }
        let mut degrees: Vec<u32> = (0..self.size())
            .map(|point| self.count_slides(1 << point, self.points & !(1 << point)))
            .collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        let most = |points: usize| degrees.iter().take(points).sum::<u32>();
        // A slide takes one of the stones over a join to one of the free points. The opponent's stones
        // block joins, each of which at most two of them share.
        let blocked: u32 = degrees.iter().rev().take(opposing).sum();
        let all_joins: u32 = self.joins.iter().map(|joins| joins.lower.count_ones()).sum();
        most(stones).min(most(free)).min(all_joins - blocked.div_ceil(2))
    }

    /// Whether a stone on a point is in a mill of the stones.
    #[inline(always)]
    pub(super) fn is_in_mill(&self, stones: u32, point: u32) -> bool {
        let mills = &self.mills_at[point.trailing_zeros() as usize];
        mills.iter().any(|mill| stones & mill == *mill)
    }

    /// The stones that are in mills.
    #[inline(always)]
    pub(super) fn in_mills(&self, stones: u32) -> u32 {
        let whole = |mill: &u32| if stones & mill == *mill { *mill } else { 0 };
        self.mills.iter().map(whole).fold(0, |union, mill| union | mill)
    }

    /// As [`Board::in_mills`], for the stones of many positions.
    pub(super) fn in_mills_of_each(&self, stones: &[u32], in_mills: &mut Vec<u32>) {
        self.of_each_mill(stones, in_mills, |mill, missing| if missing == 0 { mill } else { 0 });
    }

    /// The points that lack only one stone to complete a mill, for the stones of many positions.
    pub(super) fn completions_of_each(&self, stones: &[u32], completions: &mut Vec<u32>) {
        self.of_each_mill(stones, completions, |_, missing| {
            let is_single = missing & missing.wrapping_sub(1) == 0;
            if is_single { missing } else { 0 }
        });
    }

    /// For each position, the union over the mills of what `marked` makes of a mill and of its
    /// points without a stone. Mill by mill, the positions are worked on eight at a time.
    #[inline(always)]
    fn of_each_mill(&self, stones: &[u32], marks: &mut Vec<u32>, marked: impl Fn(u32, u32) -> u32) {
        marks.clear();
        marks.resize(stones.len(), 0);
        for &mill in &self.mills {
            for (mark, &stones) in marks.iter_mut().zip(stones) {
                *mark |= marked(mill, mill & !stones);
            }
        }
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
    use hindsight_core::bits::ones;

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
            let joins: u32 = board.joins.iter().map(|joins| joins.lower.count_ones()).sum();
            assert_eq!((board.size(), joins, board.mills.len(), board.group.order()), known);
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
                let mut found = 0;
                board.steps(Going::Slide, 1 << point, board.points & !(1 << point), |step, to| {
                    assert_eq!(step, 1 << point | to);
                    found |= to;
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
            for seed in 0..2000u32 {
                let stones = seed.wrapping_mul(0x9e37_79b9) >> 3 & board.points;
                let slow = ones(stones)
                    .filter(|&point| board.is_in_mill(stones, 1 << point))
                    .fold(0, |union, point| union | 1 << point);
                assert_eq!(board.in_mills(stones), slow);
                let completing = ones(board.points & !stones)
                    .filter(|&point| board.is_in_mill(stones | 1 << point, 1 << point))
                    .fold(0, |union, point| union | 1 << point);
                let mut marks = Vec::new();
                board.in_mills_of_each(&[0, stones], &mut marks);
                assert_eq!(marks, [0, slow]);
                board.completions_of_each(&[0, stones], &mut marks);
                assert_eq!(marks, [0, completing]);
            }
        }
    }

    #[test]
    fn twelve_stones_can_have_every_join_and_three_few() {
        let board = Board::squares(3, false);
        let slides = |stones, opposing| board.most_steps(Going::Slide, stones, opposing);
        assert_eq!([slides(12, 0), slides(3, 3), slides(10, 6)], [32, 12, 26]);
        assert_eq!(Board::squares(3, true).most_steps(Going::Slide, 12, 0), 40);
        assert_eq!(board.most_steps(Going::Fly, 3, 4), 3 * 17);
    }

    #[test]
    fn no_stones_have_more_steps_than_their_numbers_allow() {
        let mut random = 7u64;
        for diagonals in [false, true] {
            let board = Board::squares(3, diagonals);
            for _ in 0..20_000 {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let stones = (random >> 20) as u32 & board.points;
                let opposing = (random >> 40) as u32 & board.points & !stones;
                let free = board.points & !(stones | opposing);
                let [mine, theirs] = [stones, opposing].map(|stones| stones.count_ones() as usize);
                for going in [Going::Slide, Going::Fly] {
                    let steps = board.count_steps(going, stones, free);
                    assert!(steps <= board.most_steps(going, mine, theirs));
                }
            }
        }
    }
}
