//! Tic-tac-toe: three marks in a row.
//!
//! Loop-free: a tier holds the positions with one number of marks, and every move leads to the next
//! tier. X begins, so that the marks tell whose turn it is.

mod scene;

use hindsight_core::notation::{draw_grid, square_name, write_grid};
use hindsight_core::{
    About, AboutVariant, Board, Group, NotationError, Part, Picture, Placed, PlacedOrbits,
    Presentation, PutInTurn, Scene, Step, Turn, Word,
};

use crate::lines::{completed, first_to};
use crate::marks;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "tictactoe",
    name: "Tic-Tac-Toe",
    summary: "Put your marks on the nine cells in turn; make three in a row.",
    help: "\
The board has nine cells, all empty at first. X moves first. A move puts your mark on an empty cell.
Three of your marks in a row, a column or a diagonal win. A full board without three in a row is a
tie.

Positions are written row by row from the top, '-' empty, x and o. The marks tell whose turn it is:
x has as many as o when x is to move, and one more when o is.
  x-o/-x-/---
Moves are the cell that gets the mark: b2. Columns are a, b, c from the left, rows 1, 2, 3 from the
bottom.",
    variants: &[AboutVariant { id: "3x3", summary: "three in a row on 3x3" }],
};

const SIDE: usize = 3;
const CELLS: usize = SIDE * SIDE;
/// Rows, columns and diagonals.
pub(crate) const LINES: [u32; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The marks: those of X and those of O.
pub type Position = Placed;

/// The game.
#[derive(Debug)]
pub struct TicTacToe {
    orbits: PlacedOrbits,
}

impl TicTacToe {
    /// The variant of a name in [`ABOUT`], or which game has other boards.
    pub fn variant(name: &str) -> Result<TicTacToe, String> {
        let other = || "other boards are variants of mnk, such as 4x4-4".to_owned();
        if name == "3x3" { Ok(TicTacToe::new()) } else { Err(other()) }
    }

    fn new() -> TicTacToe {
        TicTacToe { orbits: PlacedOrbits::new(&Group::of_rectangle(SIDE, SIDE), CELLS) }
    }
}

fn symbols(position: Position) -> impl Iterator<Item = char> {
    marks::symbols([position.first, position.second], CELLS)
        .into_iter()
        .map(|mark| mark.to_ascii_lowercase())
}

impl PutInTurn for TicTacToe {
    type Numbers = PlacedOrbits;

    fn numbers(&self) -> &PlacedOrbits {
        &self.orbits
    }

    fn places(&self) -> usize {
        CELLS
    }

    #[inline(always)]
    fn decided<W: Word>(&self, board: Board<W>, otherwise: W) -> W {
        first_to(|marks| marks.has_one_of(&LINES), board, otherwise)
    }
}

impl Presentation for TicTacToe {
    fn write_position(&self, position: Position) -> String {
        write_grid(SIDE, symbols(position))
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let [x, o] = marks::parse(text, SIDE, SIDE)?;
        let (crosses, noughts) = (x.count_ones(), o.count_ones());
        if crosses != noughts && crosses != noughts + 1 {
            let reason = format!("x begins, so there cannot be {crosses} x and {noughts} o");
            return Err(NotationError::position(text, reason));
        }
        // A line ends the game, so that the marks in it are the last that were put down.
        let has_line = |marks: u32| LINES.iter().any(|line| marks & line == *line);
        let reason = match (has_line(x), has_line(o)) {
            (true, true) => "three in a row end the game, so that only one player can have them",
            (true, false) if crosses == noughts => "o cannot move after x has three in a row",
            (false, true) if crosses > noughts => "x cannot move after o has three in a row",
            _ => return Ok(Placed { first: x, second: o }),
        };
        Err(NotationError::unreachable(text, reason))
    }

    fn write_move(&self, _position: Position, chosen: Step) -> String {
        square_name(chosen.to.trailing_zeros() as usize, SIDE, SIDE)
    }

    fn board(&self, position: Position) -> String {
        draw_grid(SIDE, &symbols(position).collect::<Vec<_>>())
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene())
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(position)
    }

    fn decided_by(&self, position: Position) -> Vec<Vec<usize>> {
        completed(LINES, [position.first, position.second])
    }

    fn parts(&self, position: Position, chosen: Step) -> Vec<Part> {
        scene::parts(position.turn(), chosen, self.write_move(position, chosen))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        let position = self.parse_position(&picture.entities)?;
        if position.turn() == turn {
            return Ok(position);
        }
        let reason = "x has as many marks as o on x's turn, and one more on o's";
        Err(NotationError::position(&picture.entities, reason))
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::{Rules, Value};

    use super::*;

    fn value(text: &str) -> Option<Value> {
        let game = TicTacToe::new();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn lines_end_the_game() {
        assert_eq!(value("---/---/---"), None);
        assert_eq!(value("xxx/oo-/---"), Some(Value::Lose));
        assert_eq!(value("xx-/ooo/x--"), Some(Value::Lose));
        assert_eq!(value("xxo/xo-/o--"), Some(Value::Lose));
        assert_eq!(value("xxo/oox/xxo"), Some(Value::Tie));
        assert_eq!(value("xoo/xxo/oxx"), Some(Value::Lose));
    }

    #[test]
    fn nobody_moves_after_the_end() {
        let game = TicTacToe::new();
        for (text, reason) in [
            ("xxx/ooo/---", "only one player"),
            ("xxx/oo-/o--", "o cannot move"),
            ("ooo/xx-/xx-", "x cannot move"),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        // All that play leads to can be written and read.
        let mut open = vec![game.start()];
        let mut met = std::collections::HashSet::from([game.start()]);
        while let Some(position) = open.pop() {
            assert_eq!(game.parse_position(&game.write_position(position)), Ok(position));
            if game.primitive(position).is_none() {
                game.children(position, |child| {
                    if met.insert(child) {
                        open.push(child);
                    }
                });
            }
        }
        assert_eq!(met.len(), 5478);
        // One mark can complete two lines.
        assert_eq!(value("xxx/xoo/xoo"), Some(Value::Lose));
    }

    #[test]
    fn counts_that_cannot_be_are_refused() {
        let game = TicTacToe::new();
        for text in ["o--/---/---", "xx-/---/---", "x-o/-o-/---"] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains("x begins"), "{error}");
        }
    }
}
