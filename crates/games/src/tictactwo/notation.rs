//! Positions and moves as people write them, and the board in characters.

use hindsight_core::bits::ones;
use hindsight_core::notation::{square_name, write_grid};
use hindsight_core::{NotationError, Step, Turn};

use super::moves::Move;
use super::{OPENING_MARKS, Position, TicTacTwo};
use crate::marks;

impl TicTacTwo {
    /// The name of a cell.
    fn square(&self, cell: usize) -> String {
        square_name(self.squares[cell], self.rows, self.columns)
    }

    /// A mask of cells as a mask of squares.
    fn squares_of(&self, cells: u32) -> u32 {
        ones(cells).fold(0, |squares, cell| squares | 1 << self.squares[cell])
    }

    /// A mask of squares as a mask of cells.
    fn cells_of(&self, squares: u32) -> u32 {
        let is_in = |square: usize| squares >> square & 1;
        (0..).zip(&self.squares).fold(0, |cells, (cell, &square)| cells | is_in(square) << cell)
    }

    /// A character for each square.
    fn symbols(&self, position: Position) -> Vec<char> {
        let by_player = self.by_player(position).map(|cells| self.squares_of(cells));
        marks::symbols(by_player, self.cells())
    }

    /// A position on one line: marks, the middle of the frame, and whose turn it is.
    pub(super) fn write(&self, position: Position) -> String {
        let frame = self.square(self.frame(position).centre);
        let turn = marks::turn_letter(position.turn);
        format!("{}:{frame}:{turn}", write_grid(self.columns, self.symbols(position)))
    }

    /// Reads what [`TicTacTwo::write`] wrote, in capitals or not.
    pub(super) fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |reason: String| NotationError::position(text, reason);
        let parts: Vec<&str> = text.split(':').collect();
        let [grid, frame, turn] = parts[..] else {
            return Err(wrong("it is cells:middle of the frame:turn".to_owned()));
        };
        let turn = marks::parse_turn(turn).ok_or_else(|| wrong("the turn is :x or :o".into()))?;
        let centres = || self.frames.iter().map(|frame| self.square(frame.centre));
        let Some(frame) = centres().position(|name| name.eq_ignore_ascii_case(frame)) else {
            let centres = centres().collect::<Vec<_>>().join(", ");
            return Err(wrong(format!("the middle of the frame is one of {centres}")));
        };
        let [x, o] =
            marks::parse(grid, self.rows, self.columns)?.map(|squares| self.cells_of(squares));
        let [crosses, noughts] = [x, o].map(|marks| marks.count_ones() as usize);
        if crosses.max(noughts) > self.marks {
            let most = self.marks;
            return Err(wrong(format!(
                "each player has {most} marks, not {crosses} X, {noughts} O"
            )));
        }
        let (mine, theirs) = if turn == Turn::First { (x, o) } else { (o, x) };
        let position = Position { mine, theirs, frame: frame as u8, turn };
        if !is_reached(position.counts()) {
            return Err(wrong(format!(
                "players place {OPENING_MARKS} marks each in turn before anything else, so there \
                 cannot be {crosses} X and {noughts} O with this player to move"
            )));
        }
        Ok(position)
    }

    /// A move as people write it.
    pub(super) fn move_name(&self, chosen: Step) -> String {
        match Move::of(chosen) {
            Move::Place(to) => self.square(to),
            Move::Shift(from, to) => {
                format!("{}-{}", self.square(from), self.square(to))
            }
            Move::Frame(place) => {
                format!("frame-{}", self.square(self.frames[place].centre))
            }
        }
    }

    /// The board with the cells inside the frame in brackets, and the marks left to place.
    pub(super) fn draw(&self, position: Position) -> String {
        let symbols = self.symbols(position);
        let inside = self.squares_of(self.frame(position).cells);
        let mut text = String::new();
        for (row, line) in symbols.chunks(self.columns).enumerate() {
            text.push_str(&format!("{:>2} ", self.rows - row));
            for (square, &symbol) in (row * self.columns..).zip(line) {
                let [left, right] = if inside >> square & 1 == 1 { ['[', ']'] } else { [' ', ' '] };
                text.extend([left, symbol, right]);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str("  ");
        for column in 0..self.columns {
            text.push_str(&format!("  {}", char::from(b'a' + column as u8)));
        }
        let [x, o] = self.by_player(position).map(|marks| self.marks - marks.count_ones() as usize);
        text.push_str(&format!("\nmarks to place: X {x}, O {o}\n"));
        text
    }
}

/// Whether a play from the start leads to so many marks of the player to move and the opponent.
fn is_reached([mine, theirs]: [usize; 2]) -> bool {
    super::is_open([mine, theirs]) || theirs == mine || theirs == mine + 1
}
