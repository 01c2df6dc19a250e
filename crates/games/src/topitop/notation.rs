//! Positions and moves as people write them, and the board in characters.

use hindsight_core::notation::{parse_grid, square_name, write_grid};
use hindsight_core::{NotationError, Part, Picture, Presentation, Scene, Turn};

use super::board::{Board, NO_STEP};
use super::buildings::{Cells, KINDS, MY_CASTLE, NEUTRAL, exchanged};
use super::{Move, Position, Topitop, scene};

/// The buildings by the first player's numbering, from top to bottom.
const BUILDINGS: [&str; KINDS] = ["B", "BS", "BSL", "R", "RS", "RSL", "S", "L", "SL"];
/// An empty cell and the buildings, in a position's text.
const SYMBOLS: &str = "-123456789";
/// How wide a cell is drawn.
const CELL_WIDTH: usize = 5;

/// The name of a cell, given as a mask.
fn cell_name(board: &Board, cell: u16) -> String {
    square_name(cell.trailing_zeros() as usize, board.rows, board.columns)
}

fn step_name(board: &Board, step: usize) -> String {
    let step = board.step(step);
    format!("{}-{}", cell_name(board, step.from), cell_name(board, step.to))
}

fn colour(turn: Turn) -> &'static str {
    if turn == Turn::First { "Blue" } else { "Red" }
}

/// The same board in the colours of the players, or back: the first player's buildings come first.
fn in_colours(cells: Cells, turn: Turn) -> Cells {
    if turn == Turn::First { cells } else { cells.exchanged() }
}

/// What stands on a cell.
fn kind_at(cells: &Cells, cell: usize) -> Option<usize> {
    (0..KINDS).find(|&kind| cells.0[kind] >> cell & 1 == 1)
}

impl Topitop {
    /// The number of the step that may not be made, from its text.
    fn parse_forbidden(&self, text: &str, cells: &Cells) -> Result<usize, String> {
        let mut steps = 1..self.board.tags();
        let text = text.to_ascii_lowercase();
        let step = steps.find(|&step| step_name(&self.board, step) == text).ok_or_else(|| {
            "a forbidden step is a cell and a neighbouring cell, as b2-a3".to_owned()
        })?;
        let board = &self.board;
        let (from, to) = (board.step(step).from, board.step(step).to);
        if cells.of(&NEUTRAL) & from == 0 {
            let cell = cell_name(board, from);
            return Err(format!(
                "only a neutral building (7, 8, 9) is forbidden a step, not {cell}"
            ));
        }
        if cells.occupied() & to != 0 {
            let cell = cell_name(board, to);
            return Err(format!("what is forbidden is a step back, but {cell} is not empty"));
        }
        Ok(step)
    }

    /// Why a board, as the player to move sees it, cannot be; nothing if it can.
    fn reason_against(&self, cells: &Cells, turn: Turn) -> Option<String> {
        let counts = self.counts(cells);
        let [mine, theirs, small, large] = counts.components();
        let (blue, red) = if turn == Turn::First { (mine, theirs) } else { (theirs, mine) };
        let kit = [self.kit.tops, self.kit.tops, self.kit.small, self.kit.large];
        for (name, (used, there)) in
            ["B", "R", "S", "L"].into_iter().zip([blue, red, small, large].into_iter().zip(kit))
        {
            if used > there {
                return Some(format!("it takes {used} {name}, and there are {there}"));
            }
        }
        if counts.0[MY_CASTLE] >= self.kit.castles {
            let player = colour(turn);
            return Some(format!("{player} has won already, so it cannot be {player}'s turn"));
        }
        (!self.tiers.contains(counts)).then(|| "no play leads to these buildings".to_owned())
    }
}

impl Presentation for Topitop {
    fn write_position(&self, position: Position) -> String {
        let cells = in_colours(position.cells, position.turn);
        let symbol = |cell| match kind_at(&cells, cell) {
            Some(kind) => char::from(b'1' + kind as u8),
            None => '-',
        };
        let grid = write_grid(self.board.columns, (0..self.board.size()).map(symbol));
        let turn = if position.turn == Turn::First { 'b' } else { 'r' };
        match usize::from(position.forbidden) {
            NO_STEP => format!("{grid}:{turn}"),
            step => format!("{grid}:{turn}:{}", step_name(&self.board, step)),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |reason: String| NotationError::position(text, reason);
        let parts: Vec<&str> = text.split(':').collect();
        let (grid, turn, forbidden) = match parts[..] {
            [grid, turn] => (grid, turn, None),
            [grid, turn, forbidden] => (grid, turn, Some(forbidden)),
            _ => return Err(wrong("it is board:turn or board:turn:forbidden step".to_owned())),
        };
        let turn = match turn {
            "b" | "B" => Turn::First,
            "r" | "R" => Turn::Second,
            _ => return Err(wrong("the turn is :b or :r".to_owned())),
        };
        let mut cells = Cells::default();
        let symbols = parse_grid(grid, self.board.rows, self.board.columns, SYMBOLS)?;
        for (cell, symbol) in symbols.into_iter().enumerate() {
            if let Some(kind) = symbol.checked_sub(1) {
                cells.0[kind] |= 1 << cell;
            }
        }
        let cells = in_colours(cells, turn);
        if let Some(reason) = self.reason_against(&cells, turn) {
            return Err(wrong(reason));
        }
        let forbidden = match forbidden {
            None => NO_STEP,
            Some(_) if self.tiers.is_over(self.counts(&cells)) => {
                return Err(wrong("the game is over, so no step is forbidden".to_owned()));
            }
            Some(step) => self.parse_forbidden(step, &cells).map_err(wrong)?,
        };
        Ok(Position { cells, forbidden: forbidden as u8, turn })
    }

    fn write_move(&self, position: Position, chosen: Move) -> String {
        match chosen {
            Move::Place { kind, cell } => {
                let kind = match (usize::from(kind), position.turn) {
                    (kind, Turn::Second) => exchanged(kind),
                    (kind, Turn::First) => kind,
                };
                format!("{}-{}", BUILDINGS[kind], cell_name(&self.board, 1 << cell))
            }
            Move::Slide { step, .. } | Move::Stack { step, .. } => {
                step_name(&self.board, step.into())
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn board(&self, position: Position) -> String {
        let Board { rows, columns, .. } = self.board;
        let cells = in_colours(position.cells, position.turn);
        let mut text = String::new();
        for row in 0..rows {
            text.push_str(&format!("{:>2}", rows - row));
            for cell in row * columns..(row + 1) * columns {
                let building = kind_at(&cells, cell).map_or(".", |kind| BUILDINGS[kind]);
                text.push_str(&format!("{building:>CELL_WIDTH$}"));
            }
            text.push('\n');
        }
        text.push_str("  ");
        for column in 0..columns {
            text.push_str(&format!("{:>CELL_WIDTH$}", char::from(b'a' + column as u8)));
        }
        let [blue, red, small, large] = self.counts(&cells).components();
        let (tops, player) = (self.kit.tops, colour(position.turn));
        text.push_str(&format!(
            "\n{player} to move; left: {} B, {} R, {} S, {} L",
            tops - blue,
            tops - red,
            self.kit.small - small,
            self.kit.large - large,
        ));
        if usize::from(position.forbidden) != NO_STEP {
            let step = step_name(&self.board, position.forbidden.into());
            text.push_str(&format!("; {step} is forbidden"));
        }
        text.push('\n');
        text
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn parts(&self, position: Position, chosen: Move) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        scene::set_up(self, picture, turn)
    }
}
