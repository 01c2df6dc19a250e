//! Points, moves and positions as people write them, and the board in characters.

use hindsight_core::{NotationError, Turn};

use super::board::Board;
use super::{MOST_STONES, Morris, Position};

/// How far apart neighbouring points of the grid are drawn.
const COLUMN_WIDTH: usize = 4;
const ROW_HEIGHT: usize = 2;
/// Where the drawing begins: the names of the rows stand before it.
const MARGIN: usize = 4;

/// A position in terms of colours: the stones on the board and in hand, White's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    pub(super) board: [u32; 2],
    pub(super) hands: [usize; 2],
    pub(super) turn: Turn,
}

/// The name of a point: a letter for the column, from the left, and a number for the row, from the
/// bottom.
pub(super) fn point_name(board: &Board, point: u32) -> String {
    let (column, row) = board.places[point.trailing_zeros() as usize];
    format!("{}{}", char::from(b'a' + column as u8), board.side - row)
}

/// The points row by row from the top left.
fn in_reading_order(board: &Board) -> Vec<usize> {
    let mut points: Vec<usize> = (0..board.size()).collect();
    points.sort_by_key(|&point| (board.places[point].1, board.places[point].0));
    points
}

/// A stone's letter, or that of an empty point.
fn symbol(stones: Stones, point: usize, empty: char) -> char {
    match stones.board.map(|mask| mask >> point & 1) {
        [1, _] => 'W',
        [_, 1] => 'B',
        _ => empty,
    }
}

/// A position on one line.
pub(super) fn write(board: &Board, stones: Stones) -> String {
    let mut text = String::new();
    let mut last_row = 0;
    for point in in_reading_order(board) {
        let row = board.places[point].1;
        if row != last_row {
            text.push('/');
            last_row = row;
        }
        text.push(symbol(stones, point, '-'));
    }
    let [white, black] = stones.hands;
    let turn = if stones.turn == Turn::First { 'w' } else { 'b' };
    format!("{text}:{white},{black}:{turn}")
}

/// Reads what [`write`] wrote. The rows need no separators, and nothing in hand need not be said.
pub(super) fn parse(board: &Board, text: &str) -> Result<Stones, NotationError> {
    let wrong = |reason: String| NotationError::position(text, reason);
    let parts: Vec<&str> = text.split(':').collect();
    let (points, hands, turn) = match parts[..] {
        [points, turn] => (points, None, turn),
        [points, hands, turn] => (points, Some(hands), turn),
        _ => return Err(wrong("it is points:white's hand,black's hand:turn".to_owned())),
    };
    let turn = match turn {
        "w" | "W" => Turn::First,
        "b" | "B" => Turn::Second,
        _ => return Err(wrong("the turn is :w or :b".to_owned())),
    };
    let hands = match hands {
        None => [0; 2],
        Some(hands) => parse_hands(hands).ok_or_else(|| {
            wrong("stones in hand are two numbers, White's and Black's, as 8,9".to_owned())
        })?,
    };
    Ok(Stones { board: parse_points(board, points).map_err(wrong)?, hands, turn })
}

fn parse_hands(text: &str) -> Option<[usize; 2]> {
    let (white, black) = text.split_once(',')?;
    let number = |text: &str| {
        let plain = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    Some([number(white)?, number(black)?])
}

fn parse_points(board: &Board, text: &str) -> Result<[u32; 2], String> {
    let order = in_reading_order(board);
    let row = |at: usize| order.get(at).map(|&point| board.places[point].1);
    let mut stones = [0; 2];
    let mut read = 0;
    for symbol in text.chars() {
        if symbol == '/' {
            if read == 0 || row(read) == row(read - 1) || read >= order.len() {
                return Err("'/' stands between two rows of points".to_owned());
            }
            continue;
        }
        let point = *order.get(read).ok_or_else(|| format!("more than {} points", order.len()))?;
        match symbol {
            'W' | 'w' => stones[0] |= 1 << point,
            'B' | 'b' => stones[1] |= 1 << point,
            '-' => {}
            _ => return Err(format!("'{symbol}' is none of 'W', 'B' and '-'")),
        }
        read += 1;
    }
    if read < order.len() {
        return Err(format!("{read} points of {}", order.len()));
    }
    Ok(stones)
}

/// The board with its lines, and below it what is in hand.
pub(super) fn draw(board: &Board, stones: Stones) -> String {
    let height = (board.side - 1) * ROW_HEIGHT + 1;
    let width = MARGIN + (board.side - 1) * COLUMN_WIDTH + 1;
    let mut canvas = vec![vec![' '; width]; height];
    let at = |point: usize| {
        let (column, row) = board.places[point];
        (MARGIN + column * COLUMN_WIDTH, row * ROW_HEIGHT)
    };
    for pair in board.lines.iter().flat_map(|line| line.windows(2)) {
        let ((x, y), (to_x, to_y)) = (at(pair[0]), at(pair[1]));
        let stroke = match (to_x.cmp(&x), to_y.cmp(&y)) {
            (_, std::cmp::Ordering::Equal) => '-',
            (std::cmp::Ordering::Equal, _) => '|',
            (across, down) if across == down => '\\',
            _ => '/',
        };
        let length = x.abs_diff(to_x).max(y.abs_diff(to_y));
        for i in 1..length {
            let between = |from: usize, to: usize| (from * (length - i) + to * i) / length;
            // A diagonal crosses a row half way between two columns: one stroke for each row.
            if stroke != '-' && (y * (length - i) + to_y * i) % length != 0 {
                continue;
            }
            canvas[between(y, to_y)][between(x, to_x)] = stroke;
        }
    }
    for point in 0..board.size() {
        let (x, y) = at(point);
        canvas[y][x] = symbol(stones, point, '.');
    }
    let mut text = String::new();
    for (y, line) in canvas.iter_mut().enumerate() {
        if y % ROW_HEIGHT == 0 {
            line[1] = char::from(b'0' + (board.side - y / ROW_HEIGHT) as u8);
        }
        text.extend(line.iter());
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str(&" ".repeat(MARGIN));
    for column in 0..board.side {
        let gap = if column == 0 { 0 } else { COLUMN_WIDTH - 1 };
        text.push_str(&" ".repeat(gap));
        text.push(char::from(b'a' + column as u8));
    }
    let [white, black] = stones.hands;
    let turn = if stones.turn == Turn::First { "White" } else { "Black" };
    text.push_str(&format!("\n{turn} to move"));
    if white + black > 0 {
        text.push_str(&format!("; in hand: White {white}, Black {black}"));
    }
    text.push('\n');
    text
}

impl Morris {
    /// A position's stones by colour.
    pub(super) fn in_colours(&self, position: Position) -> Stones {
        let mut board = [position.mine, position.theirs];
        let mut hands = [position.my_hand.into(), position.their_hand.into()];
        if position.turn == Turn::Second {
            board.swap(0, 1);
            hands.swap(0, 1);
        }
        Stones { board, hands, turn: position.turn }
    }

    /// The position with these stones, if play can lead to one with their numbers; `text` is what
    /// was given for it.
    pub(super) fn with_stones(
        &self,
        stones: Stones,
        text: &str,
    ) -> Result<Position, NotationError> {
        let too_many = stones.hands.into_iter().any(|hand| hand > MOST_STONES);
        let [my_hand, their_hand] = stones.hands.map(|hand| hand as u8);
        let [mine, theirs] = stones.board;
        let white = Position { mine, theirs, my_hand, their_hand, turn: Turn::First };
        let position = match stones.turn {
            Turn::First => white,
            Turn::Second => Position {
                mine: theirs,
                theirs: mine,
                my_hand: their_hand,
                their_hand: my_hand,
                turn: Turn::Second,
            },
        };
        if too_many || !self.reachable.contains(&self.counts(position)) {
            return Err(NotationError::position(text, self.reason_against(stones)));
        }
        Ok(position)
    }

    /// Why no play leads to positions of a tier that is none of the reachable ones.
    fn reason_against(&self, stones: Stones) -> String {
        let most = self.stones.into_iter().max().unwrap_or(0);
        for (name, (board, hand)) in
            ["White", "Black"].into_iter().zip(stones.board.into_iter().zip(stones.hands))
        {
            let on_board = board.count_ones() as usize;
            if on_board + hand > most {
                return format!(
                    "{name} has {on_board} stones on the board and {hand} in hand, together more \
                     than {most}"
                );
            }
        }
        let [white, black] = stones.board.map(u32::count_ones);
        let [white_hand, black_hand] = stones.hands;
        let [all_white, all_black] = self.stones;
        format!(
            "from {all_white} and {all_black} stones to place, no play leads to {white} white and \
             {black} black stones on the board with {white_hand} and {black_hand} in hand"
        )
    }
}
