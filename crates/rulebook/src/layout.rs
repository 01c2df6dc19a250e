//! The boards that a text can name, draw or list line by line.

use hindsight_core::notation::square_name;

use crate::board::{Board, Direction, MOST_POINTS, NONE};
use crate::syntax::Joined;

/// The most straight lines that a board of lines is told by.
const MOST_LINES: usize = 48;
/// Up, down, left, right and the diagonals, each behind the direction back.
const SLOPES: [(i8, i8); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)];
/// Diagonals of a drawing that go two columns to the side with every row, likewise.
const FLAT_SLOPES: [(i8, i8); 4] = [(-1, -2), (1, 2), (-1, 2), (1, -2)];

/// Directions with these slopes, each behind the one back, without any next points.
fn sloping(slopes: &[(i8, i8)], points: usize) -> Vec<Direction> {
    let direction = |(number, slope): (usize, &(i8, i8))| Direction {
        next: vec![NONE; points],
        back: number ^ 1,
        joined: 0,
        slope: Some(*slope),
        is_straight: true,
    };
    slopes.iter().enumerate().map(direction).collect()
}

pub(crate) fn grid(columns: usize, rows: usize, joined: Joined) -> Board {
    let points = columns * rows;
    let mut directions = sloping(&SLOPES, points);
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
pub(crate) fn round(around: usize, has_hub: bool) -> Result<Board, String> {
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

pub(crate) fn hexagon(side: usize) -> Result<Board, String> {
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
pub(crate) fn drawn(text: &[String]) -> Result<Board, String> {
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
    // A line that goes two columns to the side with every row is none that goes one.
    let slopes: Vec<(i8, i8)> = SLOPES.into_iter().chain(FLAT_SLOPES).collect();
    let mut directions = sloping(&slopes, cells.len());
    for (point, &(row, column)) in cells.iter().enumerate() {
        for (direction, &(down, right)) in directions.iter_mut().zip(&slopes) {
            let line = match (down, right) {
                (0, _) => '-',
                (_, 0) => '|',
                (down, right) if down.signum() == right.signum() => '\\',
                _ => '/',
            };
            let (down, right) = (isize::from(down), isize::from(right));
            let (mut at, mut length) = ((row + down, column + right), 0);
            while sign(at.0, at.1)
                .is_some_and(|sign| sign == line || (length > 0 && "+xX".contains(sign)))
            {
                at = (at.0 + down, at.1 + right);
                length += 1;
            }
            let Some(other) = cells.iter().position(|cell| *cell == at) else { continue };
            if length > 0 {
                direction.next[point] = other as u8;
                direction.joined |= 1 << point;
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

pub(crate) fn of_lines(lines: &[Vec<String>]) -> Result<Board, String> {
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
