//! Connect Four: discs are dropped into the columns of an upright board; four in a line win.
//!
//! Loop-free: a tier holds the positions with one number of discs. Only boards on which no disc hangs
//! in the air have slots, and left and right are the same ([`Stacks`]).
//!
//! # Open questions
//!
//! A full board without a line of four is a tie. The usual board, 7x6, is too large for tables; its
//! positions are searched ([`Usual`]).

pub mod book;
mod discs;
mod index;
mod replies;
pub mod search;
mod usual;

pub use self::discs::Discs;
pub use self::usual::{Upright, Usual};

use hindsight_core::{
    About, AboutVariant, Art, Board, BoardLayout, Game, Part, Picture, Pictured, Placed, PutInTurn,
    Stacks, Step, Turn, Word,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{Shapes, completed, first_to, lines};
use crate::{art, marks, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "connect4",
    name: "Connect Four",
    summary: "Drop discs into the columns of an upright board; make four in a line.",
    help: "\
The board stands upright and is empty at first. Red moves first. A move drops one of your discs into a
column that is not full; it falls to the lowest free cell. Four of your discs in a row, a column or a
diagonal win. A full board without four in a line is a tie.

The variants are boards of so many columns and rows: 7x6, the usual board, has seven columns and six
rows. Any other size of up to 30 cells can be named too.

Positions are written row by row from the top, R, Y or '-', then the player to move:
  ----/----/-Y--/-RR-:y
Moves are the cell where the disc comes to rest: b3. Columns are a, b, c from the left, rows 1, 2, 3
from the bottom.",
    variants: &[
        AboutVariant { id: "7x6", summary: "the usual board; searched, as it is too large for tables" },
        AboutVariant { id: "4x4", summary: "four columns, four rows" },
        AboutVariant { id: "5x4", summary: "five columns, four rows" },
        AboutVariant { id: "5x5", summary: "five columns, five rows" },
        AboutVariant { id: "6x5", summary: "six columns, five rows; takes a long time to solve" },
    ],
};

/// Why a board without support below its discs is none.
const IN_THE_AIR: &str = "a disc hangs in the air";

/// Discs in a line that win.
const WINNING: usize = 4;

/// The discs: the red ones and the yellow ones.
pub type Position = Placed;

/// The game.
#[derive(Debug)]
pub struct Connect4 {
    cells: usize,
    lines: Shapes,
    stacks: Stacks,
    layout: BoardLayout,
}

/// The usual board, or another one that is small enough to be solved: columns and rows.
pub fn variant(name: &str) -> Result<Game, String> {
    match name {
        "7x6" => Ok(Game::indexed(Usual::default())),
        _ => Connect4::variant(name).map(Game::indexed),
    }
}

impl Connect4 {
    /// A board that is small enough to be solved: columns and rows.
    pub fn variant(name: &str) -> Result<Connect4, String> {
        let [columns, rows] = size::stacks(name)?;
        Ok(Connect4 {
            cells: rows * columns,
            lines: Shapes::of(lines(rows, columns, WINNING)),
            stacks: Stacks::new(rows, columns),
            layout: layout(rows, columns),
        })
    }
}

impl PutInTurn for Connect4 {
    type Numbers = Stacks;

    fn numbers(&self) -> &Stacks {
        &self.stacks
    }

    fn symmetries_in_words(&self) -> &'static str {
        "left and right"
    }

    fn places(&self) -> usize {
        self.cells
    }

    #[inline(always)]
    fn open<W: Word>(&self, taken: W) -> W {
        self.stacks.drops(taken)
    }

    /// Column by column from the left.
    fn order_of(&self, cell: u32) -> u32 {
        self.stacks.column(cell)
    }

    #[inline(always)]
    fn decided<W: Word>(&self, board: Board<W>, otherwise: W) -> W {
        first_to(|discs| self.lines.is_one_in(discs), board, otherwise)
    }
}

fn layout(rows: usize, columns: usize) -> BoardLayout {
    let middle = [50.0, 50.0];
    let red =
        art::disc(middle, 49.0, "#c8372d", "#7d1d16") + &art::circle(middle, 24.0, "#f2b7ae", 8.0);
    let yellow = art::disc(middle, 49.0, "#f2c230", "#946f09") + &art::dot(middle, 12.0, "#946f09");
    let red = art::token(&red).with_image("general/redpiece.svg");
    // GamesmanUni marks moves that tie with yellow discs.
    let yellow = art::token(&yellow).with_image("general/whitepiece.svg");
    let mut layout = BoardArt::holes(rows, columns).layout(
        ["Red", "Yellow"],
        vec![disc('R', "Red", red), disc('Y', "Yellow", yellow)],
        "",
    );
    // A disc that appears has not come from another cell.
    layout.scene.slides = false;
    layout
}

fn disc(glyph: char, name: &'static str, art: Art) -> hindsight_core::Piece {
    hindsight_core::Piece { size: 0.86, ..piece(glyph, name, art) }
}

impl Pictured for Connect4 {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.pieces(['R', 'Y'], [position.first, position.second], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = marks::put_down_in_turn(picture, ['R', 'Y'], turn)?;
        if !self.stacks.is_stacked(position.taken()) {
            return Err(IN_THE_AIR.to_owned());
        }
        Ok(position)
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(self.lines.masks(), [position.first, position.second])
    }

    fn clicks(&self, position: Position, chosen: Step) -> Vec<Part> {
        vec![self.layout.step(chosen, position.turn().of(['R', 'Y']))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Presentation, Rules, Value};

    fn game() -> Connect4 {
        Connect4::variant("5x4").unwrap()
    }

    #[test]
    fn discs_fall_to_the_lowest_free_cell() {
        let game = game();
        let position = game.parse_position("Y----/R----/Y----/RRY--:r").unwrap();
        let names = game.move_names(position);
        assert_eq!(names, ["b2", "c2", "d1", "e1"]);
    }

    #[test]
    fn four_in_any_direction_win_and_a_full_board_is_a_tie() {
        let game = game();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("-----/-----/YYY--/RRRR-:y"), Some(Value::Lose));
        assert_eq!(value("R----/RY---/RY---/RY---:y"), Some(Value::Lose));
        assert_eq!(value("---R-/--RY-/-RYY-/RYYRR:y"), Some(Value::Lose));
        assert_eq!(value("-----/-----/YYY--/RRR--:r"), None);
        assert_eq!(value("RRYYR/YYRRY/RRYYR/YYRRY:r"), Some(Value::Tie));
    }

    #[test]
    fn what_cannot_stand_is_refused() {
        let game = game();
        for text in ["-----/-----/R----/-----:y", "-----/-----/-----/R----:r", "R:y", "é:r"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
        for name in ["7x6", "0x4", "4", "x", "30x1", "4x4x4", "-1x4"] {
            assert!(Connect4::variant(name).is_err(), "{name}");
        }
    }
}
