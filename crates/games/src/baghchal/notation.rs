//! Positions and moves as people write them, and the board in characters.

use hindsight_core::notation::{parse_grid, square_name, write_grid};
use hindsight_core::{NotationError, Turn};

use hindsight_core::Step;

use super::Position;
use super::board::Board;

/// A character for each point, row by row from the top left.
fn symbols(board: &Board, position: Position, empty: char) -> impl Iterator<Item = char> {
    (0..board.size()).map(move |point| match [position.goats, position.tigers] {
        [goats, _] if goats >> point & 1 == 1 => 'G',
        [_, tigers] if tigers >> point & 1 == 1 => 'T',
        _ => empty,
    })
}

/// A position on one line.
pub(super) fn write(board: &Board, position: Position) -> String {
    let grid = write_grid(board.side, symbols(board, position, '-'));
    let turn = if position.turn == Turn::First { 'g' } else { 't' };
    format!("{grid}:{}:{turn}", position.to_place)
}

/// Reads what [`write`] wrote: the pieces and the turn, and apart from them, since no game may have
/// so many, the goats to place.
pub(super) fn parse(board: &Board, text: &str) -> Result<(Position, usize), NotationError> {
    let wrong = |reason: &str| NotationError::position(text, reason);
    let parts: Vec<&str> = text.split(':').collect();
    let (grid, to_place, turn) = match parts[..] {
        [grid, turn] => (grid, "0", turn),
        [grid, to_place, turn] => (grid, to_place, turn),
        _ => return Err(wrong("it is points:goats to place:turn")),
    };
    let turn = match turn {
        "g" | "G" => Turn::First,
        "t" | "T" => Turn::Second,
        _ => return Err(wrong("the turn is :g or :t")),
    };
    let is_plain = to_place.len() <= 2 && to_place.bytes().all(|byte| byte.is_ascii_digit());
    let to_place = to_place.parse().ok().filter(|_| is_plain);
    let to_place = to_place.ok_or_else(|| wrong("the goats to place are a number, as 20"))?;
    let mut pieces = [0; 2];
    let points = parse_grid(grid, board.side, board.side, "-GTgt")?;
    for (point, symbol) in points.into_iter().enumerate() {
        if symbol > 0 {
            pieces[(symbol - 1) % 2] |= 1 << point;
        }
    }
    let [goats, tigers] = pieces;
    Ok((Position { goats, tigers, to_place: 0, turn }, to_place))
}

/// A move: the point entered, with the point left before it, and an `x` between for a capture.
pub(super) fn write_move(board: &Board, chosen: Step) -> String {
    let name = |point: u32| square_name(point.trailing_zeros() as usize, board.side, board.side);
    match chosen {
        Step { from: 0, to, .. } => name(to),
        Step { from, to, over: 0 } => format!("{}-{}", name(from), name(to)),
        Step { from, to, .. } => format!("{}x{}", name(from), name(to)),
    }
}

/// The board with its lines and the names of rows and columns.
pub(super) fn draw(board: &Board, position: Position) -> String {
    let symbols: Vec<char> = symbols(board, position, '.').collect();
    let mut text = String::new();
    for (row, points) in symbols.chunks(board.side).enumerate() {
        let points: Vec<String> = points.iter().map(char::to_string).collect();
        text.push_str(&format!("{:>2}  {}\n", board.side - row, points.join("---")));
        if row + 1 < board.side {
            text.push_str("    |");
            for column in 0..board.side - 1 {
                let falls = board.falls(row * board.side + column);
                text.push_str(if falls { " \\ |" } else { " / |" });
            }
            text.push('\n');
        }
    }
    let columns = (0..board.side).map(|column| char::from(b'a' + column as u8).to_string());
    text.push_str(&format!("    {}\n", columns.collect::<Vec<_>>().join("   ")));
    text
}
