//! Where things stand on the terminal: the moves beside the board where both have room, else below it.

use hindsight_core::Kind;
use ratatui::layout::{Constraint, Layout, Rect};

use super::board;
use super::state::State;

/// The most columns of the moves, and the columns from which on they may stand beside the board.
const MOVES: u16 = 34;
const WIDE: u16 = 52;
/// The rows of the moves below the board.
const MOVES_BELOW: u16 = 4;
/// The rows of the value and of the line of best play.
pub const VALUE_ROWS: usize = 2;

/// Where everything stands.
pub struct Places {
    pub title: Rect,
    pub board: Rect,
    /// The position, below the board.
    pub written: Rect,
    pub moves: Rect,
    /// Where there is room beside the board.
    pub history: Option<Rect>,
    pub value: Rect,
    pub status: Rect,
    pub keys: Rect,
}

/// The places on a terminal of some size; `status_rows` are those of what is said.
pub fn places(state: &State<'_>, area: Rect, status_rows: u16) -> Places {
    let value_rows = if state.line().is_some() { VALUE_ROWS as u16 } else { 0 };
    let [title, middle, value, status, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(4),
        Constraint::Length(value_rows),
        Constraint::Length(status_rows),
        Constraint::Length(1),
    ])
    .areas(area);
    let (left, moves, history) = match beside(state, area.width) {
        Some(columns) => {
            let [left, right] =
                Layout::horizontal([Constraint::Min(1), Constraint::Length(columns)]).areas(middle);
            let [moves, history] =
                Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(right);
            (left, moves, Some(history))
        }
        None => {
            let rows = board_rows(state, area.width).max(middle.height * 3 / 5);
            let most = middle.height.saturating_sub(MOVES_BELOW);
            let [above, below] =
                Layout::vertical([Constraint::Length(rows.min(most)), Constraint::Min(1)])
                    .areas(middle);
            (above, below, None)
        }
    };
    let rows = written_rows(&state.present().view.position, left.width);
    // The board is worth more than the position in letters.
    let board = board::least(&state.present().view.board, left.width.into()).height;
    let rows = if board + rows > left.height && board <= left.height { 0 } else { rows };
    let [board, written] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(rows)]).areas(left);
    Places { title, board, written, moves, history, value, status, keys }
}

/// The rows of a position as it is written.
fn written_rows(position: &str, width: u16) -> u16 {
    position.chars().count().div_ceil(width.max(1).into()) as u16
}

/// The columns of the moves, where there is room for them beside the board.
fn beside(state: &State<'_>, width: u16) -> Option<u16> {
    let board = board::least(&state.present().view.board, MOVES.into()).width;
    let longest = state.listed().iter().map(|m| m.chosen.chars().count()).max().unwrap_or(0) as u16;
    let worth = match (state.hints(), state.kind()) {
        (false, _) => 0,
        (true, Kind::Puzzle) => 17,
        (true, _) => 11,
    };
    // A border on each side, and the mark of the selected move.
    let least = (longest + worth + 4).clamp(16, MOVES);
    (width >= WIDE && board + least <= width).then(|| (width - board).clamp(least, MOVES))
}

/// The rows of the board where it is as small as can be, and of the position below it.
fn board_rows(state: &State<'_>, width: u16) -> u16 {
    let view = &state.present().view;
    board::least(&view.board, width.into()).height + written_rows(&view.position, width)
}
