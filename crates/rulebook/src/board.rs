//! Boards worked out: points with names and places, and for each direction the next point.

use hindsight_core::notation::square_name;

use crate::syntax::{BoardText, Joined, Line, Way};

/// The most points that a board has.
pub const MOST_POINTS: usize = 64;
/// The most straight lines that a board of lines is told by.
const MOST_LINES: usize = 48;
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
    is_free: bool,
}

/// Up, down, left, right and the diagonals, each behind the direction back.
const SLOPES: [(i8, i8); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)];

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

/// The eight directions without any next points.
fn eight(points: usize) -> Vec<Direction> {
    let direction = |(number, slope): (usize, &(i8, i8))| Direction {
        next: vec![NONE; points],
        back: number ^ 1,
        joined: 0,
        slope: Some(*slope),
        is_straight: true,
    };
    SLOPES.iter().enumerate().map(direction).collect()
}

fn grid(columns: usize, rows: usize, joined: Joined) -> Board {
    let points = columns * rows;
    let mut directions = eight(points);
    for (point, direction) in (0..points).flat_map(|point| (0..8).map(move |way| (point, way))) {
        let (down, right) = SLOPES[direction];
        let row = (point / columns).checked_add_signed(down.into());
        let column = (point % columns).checked_add_signed(right.into());
        let (Some(row), Some(column)) = (row, column) else { continue };
        if row >= rows || column >= columns {
            continue;
        }
        let is_diagonal = down != 0 && right != 0;
        let is_joined = match joined {
            Joined::Orthogonally => !is_diagonal,
            Joined::Diagonally => is_diagonal,
            Joined::AllWays => true,
            Joined::Alquerque => {
                !is_diagonal || (point / columns + point % columns).is_multiple_of(2)
            }
        };
        directions[direction].next[point] = (row * columns + column) as u8;
        directions[direction].joined |= u64::from(is_joined) << point;
    }
    Board {
        names: (0..points).map(|point| square_name(point, rows, columns)).collect(),
        places: (0..points)
            .map(|point| [(point % columns) as f32, (point / columns) as f32])
            .collect(),
        rows: vec![columns; rows],
        directions,
        beside: Vec::new(),
        grid: Some((columns, rows)),
        is_free: joined != Joined::Alquerque,
    }
}

/// A ring, perhaps with a hub, which is the last point. Through the hub of an even ring one goes straight.
fn round(around: usize, has_hub: bool) -> Result<Board, String> {
    let points = around + usize::from(has_hub);
    if !(3..=32).contains(&around) {
        return Err("a ring has 3 to 32 points".to_owned());
    }
    let blank = |back| Direction {
        next: vec![NONE; points],
        back,
        joined: u64::MAX,
        slope: None,
        is_straight: false,
    };
    let mut directions = vec![blank(1), blank(0)];
    for point in 0..around {
        directions[0].next[point] = ((point + 1) % around) as u8;
        directions[1].next[(point + 1) % around] = point as u8;
    }
    if has_hub {
        let hub = around as u8;
        let is_even = around.is_multiple_of(2);
        for point in 0..around {
            let across = if is_even { point + around / 2 } else { point };
            // In from this point, and on to the one opposite; back is in from the opposite one.
            let back = if is_even { 2 + across % around } else { 2 + around + point };
            let mut inwards = blank(back);
            inwards.is_straight = is_even;
            inwards.next[point] = hub;
            if is_even {
                inwards.next[usize::from(hub)] = (across % around) as u8;
            }
            directions.push(inwards);
        }
        if !is_even {
            for point in 0..around {
                let mut outwards = blank(2 + point);
                outwards.next[usize::from(hub)] = point as u8;
                directions.push(outwards);
            }
        }
    }
    let place = |point: usize| {
        let angle = std::f32::consts::TAU * point as f32 / around as f32;
        let radius = (around as f32 / 6.0).max(1.2);
        [radius * (1.0 + angle.sin()), radius * (1.0 - angle.cos())]
    };
    let mut places: Vec<[f32; 2]> = (0..around).map(place).collect();
    let radius = (around as f32 / 6.0).max(1.2);
    places.extend(has_hub.then_some([radius; 2]));
    let mut names: Vec<String> = (1..=around).map(|point| format!("r{point}")).collect();
    names.extend(has_hub.then(|| "hub".to_owned()));
    Ok(Board {
        names,
        places,
        rows: vec![points],
        directions,
        beside: Vec::new(),
        grid: None,
        is_free: false,
    })
}

fn hexagon(side: usize) -> Result<Board, String> {
    if !(2..=5).contains(&side) {
        return Err("a hexagon has 2 to 5 points on a side".to_owned());
    }
    let side = side as i32;
    let mut cells = Vec::new();
    let mut rows = Vec::new();
    for down in 1 - side..side {
        let first = (1 - side).max(1 - side - down);
        let last = (side - 1).min(side - 1 - down);
        cells.extend((first..=last).map(|right| (down, right)));
        rows.push((last - first + 1) as usize);
    }
    // Along the row, and the two slants, each behind the way back.
    let slopes: [(i32, i32, (i8, i8)); 6] = [
        (0, -1, (0, -1)),
        (0, 1, (0, 1)),
        (-1, 0, (-1, -1)),
        (1, 0, (1, 1)),
        (-1, 1, (-1, 1)),
        (1, -1, (1, -1)),
    ];
    let find = |cell: (i32, i32)| cells.iter().position(|known| *known == cell);
    let directions = slopes.iter().enumerate().map(|(number, (down, right, slope))| Direction {
        next: cells
            .iter()
            .map(|cell| find((cell.0 + down, cell.1 + right)).map_or(NONE, |next| next as u8))
            .collect(),
        back: number ^ 1,
        joined: u64::MAX,
        slope: Some(*slope),
        is_straight: true,
    });
    let directions = directions.collect();
    let name = |(down, right): &(i32, i32)| {
        let letter = char::from(b'a' + (right + side - 1 + (*down).min(0)) as u8);
        format!("{letter}{}", side - down)
    };
    let place = |&(down, right): &(i32, i32)| {
        let [down, right, side] = [down, right, side].map(|number| number as f32);
        [right + down / 2.0 + side - 1.0, (down + side - 1.0) * 0.866]
    };
    Ok(Board {
        names: cells.iter().map(name).collect(),
        places: cells.iter().map(place).collect(),
        rows,
        directions,
        beside: Vec::new(),
        grid: None,
        is_free: false,
    })
}

/// Points are `o`; lines are drawn with `-`, `|`, `\` and `/`, and a `+` or `x` is where lines cross without a
/// point. A slanting line goes one or two columns to the side with every row.
fn drawn(text: &[String]) -> Result<Board, String> {
    let signs: Vec<Vec<char>> = text.iter().map(|row| row.chars().collect()).collect();
    if signs.iter().any(|row| row.len() > 400) {
        return Err("a drawing has at most 400 columns".to_owned());
    }
    let sign = |row: isize, column: isize| {
        let row = signs.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let mut cells: Vec<(isize, isize)> = Vec::new();
    let mut rows = Vec::new();
    for (row, line) in signs.iter().enumerate() {
        let before = cells.len();
        for (column, sign) in line.iter().enumerate() {
            match sign {
                'o' | 'O' => cells.push((row as isize, column as isize)),
                ' ' | '-' | '|' | '\\' | '/' | '+' | 'x' | 'X' => {}
                other => {
                    return Err(format!("'{other}' in a drawing: points are o, lines - | \\ /"));
                }
            }
        }
        if cells.len() > before {
            rows.push(cells.len() - before);
        }
    }
    if cells.is_empty() || cells.len() > MOST_POINTS {
        return Err(format!("a drawing has 1 to {MOST_POINTS} points"));
    }
    let mut directions = eight(cells.len());
    for (point, &(row, column)) in cells.iter().enumerate() {
        for (number, &(down, right)) in SLOPES.iter().enumerate() {
            let line = match (down, right) {
                (0, _) => '-',
                (_, 0) => '|',
                (down, right) if down == right => '\\',
                _ => '/',
            };
            let slants: &[isize] = if down != 0 && right != 0 { &[1, 2] } else { &[1] };
            for slant in slants {
                let (down, right) = (isize::from(down), isize::from(right) * slant);
                let (mut at, mut length) = ((row + down, column + right), 0);
                while sign(at.0, at.1)
                    .is_some_and(|sign| sign == line || (length > 0 && "+xX".contains(sign)))
                {
                    at = (at.0 + down, at.1 + right);
                    length += 1;
                }
                let Some(other) = cells.iter().position(|cell| *cell == at) else { continue };
                if length > 0 {
                    directions[number].next[point] = other as u8;
                    directions[number].joined |= 1 << point;
                }
            }
        }
    }
    let order = |numbers: Vec<isize>| {
        let mut numbers = numbers;
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let down = order(cells.iter().map(|cell| cell.0).collect());
    let right = order(cells.iter().map(|cell| cell.1).collect());
    if right.len() > 26 {
        return Err("a drawing has points in at most 26 columns".to_owned());
    }
    let index =
        |numbers: &[isize], number| numbers.iter().position(|known| *known == number).unwrap_or(0);
    let names = cells.iter().map(|(row, column)| {
        square_name(
            index(&down, *row) * right.len() + index(&right, *column),
            down.len(),
            right.len(),
        )
    });
    let tall = (down[down.len() - 1] - down[0]).max(1) as f32;
    let wide = (right[right.len() - 1] - right[0]).max(1) as f32;
    // Characters are about twice as high as wide.
    let unit =
        (tall.max(wide / 2.0) / (down.len().max(right.len()) as f32 - 1.0).max(1.0)).max(0.5);
    let places = cells.iter().map(|(row, column)| {
        [(column - right[0]) as f32 / 2.0 / unit, (row - down[0]) as f32 / unit]
    });
    Ok(Board {
        names: names.collect(),
        places: places.collect(),
        rows,
        directions,
        beside: Vec::new(),
        grid: None,
        is_free: false,
    })
}

fn of_lines(lines: &[Vec<String>]) -> Result<Board, String> {
    let mut names: Vec<String> = Vec::new();
    if lines.len() > MOST_LINES {
        return Err(format!("a board has at most {MOST_LINES} lines"));
    }
    for name in lines.iter().flatten() {
        if name.len() > 4 || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(format!(
                "'{}' is no name for a point: up to four letters and digits",
                crate::parse::shorten(name)
            ));
        }
        if !names.contains(name) {
            names.push(name.clone());
        }
        if names.len() > MOST_POINTS {
            return Err(format!("a board has at most {MOST_POINTS} points"));
        }
    }
    let find = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
    let mut directions = Vec::new();
    for line in lines {
        let points: Vec<usize> = line.iter().map(find).collect();
        let mut sorted = points.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if points.len() < 2 || sorted.len() < points.len() {
            return Err("a line has two points or more, each once".to_owned());
        }
        let mut there = Direction {
            next: vec![NONE; names.len()],
            back: directions.len() + 1,
            joined: u64::MAX,
            slope: None,
            is_straight: true,
        };
        let mut back = Direction { back: directions.len(), ..there.clone() };
        for pair in points.windows(2) {
            there.next[pair[0]] = pair[1] as u8;
            back.next[pair[1]] = pair[0] as u8;
        }
        directions.extend([there, back]);
    }
    let count = names.len();
    let radius = (count as f32 / 5.0).max(1.5);
    let place = |point: usize| {
        let angle = std::f32::consts::TAU * point as f32 / count as f32;
        [radius * (1.0 + angle.sin()), radius * (1.0 - angle.cos())]
    };
    Ok(Board {
        places: (0..count).map(place).collect(),
        rows: vec![count],
        names,
        directions,
        beside: Vec::new(),
        grid: None,
        is_free: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
