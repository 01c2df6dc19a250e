//! Boards worked out: points with names and places, and for each direction the next point.

use crate::layout::{drawn, grid, hexagon, of_lines, round};
use crate::syntax::{BoardText, Line, Way};

/// The most points that a board has.
pub const MOST_POINTS: usize = 64;
/// The next point where there is none.
pub(crate) const NONE: u8 = u8::MAX;

/// A direction of a board.
#[derive(Clone, Debug)]
pub(crate) struct Direction {
    /// The next point, by point; [`NONE`] at the end.
    pub(crate) next: Vec<u8>,
    /// The number of the direction back.
    pub(crate) back: usize,
    /// The points from which a line of the board goes this way.
    pub(crate) joined: u64,
    /// How a step changes the row and the column, where that means something.
    pub(crate) slope: Option<(i8, i8)>,
    /// Whether going on is going straight, so that there are lines and leaps.
    pub(crate) is_straight: bool,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The names of the points.
    pub(crate) names: Vec<String>,
    /// Where they are, from the top left.
    pub(crate) places: Vec<[f32; 2]>,
    /// How many points there are in each row of a picture.
    pub(crate) rows: Vec<usize>,
    pub(crate) directions: Vec<Direction>,
    /// By point: those that are joined with it.
    pub(crate) beside: Vec<u64>,
    /// Columns and rows, of a grid.
    pub(crate) grid: Option<(usize, usize)>,
    /// Whether words for directions mean those of the grid, joined or not.
    pub(crate) is_free: bool,
}

impl Board {
    /// The board of a text, or the reason there is none.
    pub(crate) fn new(text: &BoardText) -> Result<Board, String> {
        let board = match text {
            BoardText::Missing => return Err("there is no board".to_owned()),
            BoardText::Grid { columns, rows, joined } => grid(*columns, *rows, *joined),
            BoardText::Wheel(points) => round(*points, true)?,
            BoardText::Ring(points) => round(*points, false)?,
            BoardText::Hexagon(side) => hexagon(*side)?,
            BoardText::Drawn(rows) => drawn(rows)?,
            BoardText::Lines(lines) => of_lines(lines)?,
        };
        Ok(board.with_neighbours())
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.names.len()
    }

    /// All points.
    pub(crate) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.points())
    }

    fn with_neighbours(mut self) -> Board {
        self.beside = vec![0; self.points()];
        for direction in &self.directions {
            for (point, &next) in direction.next.iter().enumerate() {
                if direction.joined >> point & 1 == 1 && next != NONE {
                    self.beside[point] |= 1 << next;
                }
            }
        }
        self
    }

    /// The points that are joined with some of these.
    pub(crate) fn beside_some(&self, mut points: u64) -> u64 {
        let mut found = 0;
        while points != 0 {
            found |= self.beside[points.trailing_zeros() as usize];
            points &= points - 1;
        }
        found
    }

    /// The points all of whose joined points are among these.
    pub(crate) fn surrounded_by(&self, points: u64) -> u64 {
        let inside = self.beside.iter().enumerate().filter(|(_, beside)| **beside & !points == 0);
        inside.fold(0, |mask, (point, _)| mask | 1 << point)
    }

    /// By point and direction, where a piece that goes these ways gets: the next points of the
    /// directions, [`NONE`] where a way is not open. `up` is how the player's forward changes the row.
    pub(crate) fn going(&self, ways: &[Way], up: i8) -> Vec<Direction> {
        let mut open = Vec::new();
        for direction in &self.directions {
            let is_meant =
                ways.is_empty() || ways.iter().any(|way| is_way(*way, direction.slope, up));
            let may_go = if ways.is_empty() || !self.is_free { direction.joined } else { u64::MAX };
            let mut way = direction.clone();
            for (point, next) in way.next.iter_mut().enumerate() {
                if !is_meant || may_go >> point & 1 == 0 {
                    *next = NONE;
                }
            }
            open.push(way);
        }
        open
    }

    /// All lines of some length, each once.
    pub(crate) fn lines(&self, line: &Line) -> Vec<u64> {
        let mut found = Vec::new();
        for direction in self.directions.iter().filter(|direction| direction.is_straight) {
            let is_meant = line.ways.is_empty()
                || line.ways.iter().any(|way| {
                    is_way(*way, direction.slope, -1) || is_way(*way, direction.slope, 1)
                });
            if !is_meant {
                continue;
            }
            for point in 0..self.points() {
                let (mut mask, mut at, mut length) = (1_u64 << point, point, 1);
                while length < line.length {
                    let next = direction.next[at];
                    let is_open = self.is_free || direction.joined >> at & 1 == 1;
                    if next == NONE || !is_open || mask >> next & 1 == 1 {
                        break;
                    }
                    mask |= 1 << next;
                    at = next.into();
                    length += 1;
                }
                if length == line.length && !found.contains(&mask) {
                    found.push(mask);
                }
            }
        }
        found
    }

    /// Whether some direction is one that a word means.
    pub(crate) fn has_way(&self, way: Way, up: i8) -> bool {
        self.directions.iter().any(|direction| is_way(way, direction.slope, up))
    }

    /// The points of a grid for which something holds of row and column.
    pub(crate) fn where_on_grid(&self, holds: impl Fn(usize, usize) -> bool) -> Option<u64> {
        let (columns, rows) = self.grid?;
        let points = (0..rows * columns).filter(|point| holds(point / columns, point % columns));
        Some(points.fold(0, |mask, point| mask | 1 << point))
    }
}

/// Whether a direction is one that a word means.
fn is_way(way: Way, slope: Option<(i8, i8)>, up: i8) -> bool {
    let Some((down, right)) = slope else { return way == Way::AllWays };
    let is_diagonal = down != 0 && right != 0;
    match way {
        Way::AllWays => true,
        Way::Orthogonally => !is_diagonal,
        Way::Diagonally => is_diagonal,
        Way::Forward => !is_diagonal && down == up,
        Way::Backward => !is_diagonal && down == -up,
        Way::Sideways => down == 0,
        Way::DiagonallyForward => is_diagonal && down == up,
        Way::DiagonallyBackward => is_diagonal && down == -up,
        Way::Up => (down, right) == (-1, 0),
        Way::Down => (down, right) == (1, 0),
        Way::Left => (down, right) == (0, -1),
        Way::Right => (down, right) == (0, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Joined;

    fn drawing(rows: &[&str]) -> Board {
        Board::new(&BoardText::Drawn(rows.iter().map(|row| (*row).to_owned()).collect())).unwrap()
    }

    fn line(length: u32) -> Line {
        Line { length, ways: Vec::new() }
    }

    #[test]
    fn drawings_have_the_points_and_lines_that_one_sees() {
        let board = drawing(&["o---o---o", "| \\ | / |", "o---o---o", "| / | \\ |", "o---o---o"]);
        assert_eq!(board.names, ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]);
        assert_eq!(board.beside[4].count_ones(), 8);
        assert_eq!(board.beside[1].count_ones(), 3);
        assert_eq!(board.lines(&line(3)).len(), 8);
        let square = drawing(&["o-----o", "| o-o |", "| | | |", "| o-o |", "o-----o"]);
        assert_eq!(square.points(), 8);
        assert!(square.beside.iter().all(|beside| beside.count_ones() == 2));
        let crossed = drawing(&["o o", " x ", "o o"]);
        assert_eq!(crossed.beside, [0, 0, 0, 0], "a crossing is no line by itself");
    }

    #[test]
    fn grids_have_lines_in_eight_directions() {
        let board =
            Board::new(&BoardText::Grid { columns: 3, rows: 3, joined: Joined::Orthogonally })
                .unwrap();
        assert_eq!(board.lines(&line(3)).len(), 8);
        assert_eq!(board.lines(&Line { length: 3, ways: vec![Way::Orthogonally] }).len(), 6);
        assert_eq!(board.beside[4], 0b010_101_010);
        let alquerque =
            Board::new(&BoardText::Grid { columns: 5, rows: 5, joined: Joined::Alquerque })
                .unwrap();
        let joins: u32 = alquerque.beside.iter().map(|beside| beside.count_ones()).sum();
        assert_eq!(joins / 2, 56, "the lines of Alquerque");
    }

    #[test]
    fn wheels_and_hexagons_are_joined_as_they_should_be() {
        let wheel = Board::new(&BoardText::Wheel(8)).unwrap();
        assert_eq!(wheel.beside[8].count_ones(), 8);
        assert_eq!(wheel.beside[0], 1 << 1 | 1 << 7 | 1 << 8);
        assert_eq!(wheel.lines(&line(3)).len(), 4, "through the hub");
        for direction in &wheel.directions {
            for (point, next) in
                direction.next.iter().enumerate().filter(|(_, next)| **next != NONE)
            {
                assert_eq!(wheel.directions[direction.back].next[usize::from(*next)], point as u8);
            }
        }
        let hexagon = Board::new(&BoardText::Hexagon(3)).unwrap();
        assert_eq!(hexagon.points(), 19);
        assert_eq!(hexagon.beside[9].count_ones(), 6);
        let names: std::collections::HashSet<_> = hexagon.names.iter().collect();
        assert_eq!(names.len(), 19);
    }
}
