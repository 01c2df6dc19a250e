//! Dawson's chess, in the form with kings: no king beside another.
//!
//! # Open questions
//!
//! Dawson's own game has three rows of pawns and forced captures, and its last player loses. This is
//! the form derived from it that is usually meant, as in Cheung (2023): place a king on a free cell
//! of a row that no king attacks; who cannot move has lost.

use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Components, Extras, Kind, Part, Picture, Pictured,
    Rules, Turn, Value,
};

use crate::art;
use crate::board_art::piece;
use crate::row::{Cells, Row};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "dawsonschess",
    name: "Dawson's Chess",
    summary: "Place kings on a row so that none attacks another; who cannot has lost.",
    help: "\
The board is one row of cells. The players take turns. A move places a king on an empty cell that has
no king beside it. Kings stay where they are, and belong to nobody. Who cannot place one has lost.

Both players have the same moves, so every position also has a Grundy number. Kings divide the row into
parts that have nothing to do with one another, and numbers of parts add up as in Nim: rows of up to
200 cells have a Grundy number, and with it who wins, long after they are too long to be solved.

Positions are the cells from the left, K for a king and '-' for none, then the player to move, f or s:
  --K-K----K--:s
Moves are the number of the cell, counted from 1 on the left: 7.
Variants are the number of cells, up to 200.",
    variants: &[
        AboutVariant { id: "12", summary: "twelve cells" },
        AboutVariant { id: "8", summary: "eight cells" },
        AboutVariant { id: "20", summary: "twenty cells" },
    ],
};

/// The kings and who is to place one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    kings: Cells,
    /// The cells that may still have a king: where kings are known, those not beside one. A part of
    /// a position has no kings, only cells.
    free: Cells,
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct DawsonsChess {
    row: Row,
}

impl DawsonsChess {
    /// The variant of a name as the [help](ABOUT) describes it, or why it is none.
    pub fn variant(name: &str) -> Result<DawsonsChess, String> {
        let king = art::token(
            "<path d=\"M50 8V30M40 17H60M24 84L20 48Q35 40 50 56Q65 40 80 48L76 84Z\" \
             fill=\"#f3efe6\" stroke=\"#2b2724\" stroke-width=\"6\" stroke-linejoin=\"round\"/>\
             <path d=\"M25 72H75\" stroke=\"#2b2724\" stroke-width=\"5\"/>",
        );
        let king = piece('K', "King", king.with_image("dawsonschess/x.svg"));
        Ok(DawsonsChess { row: Row::variant(name, king)? })
    }
}

impl Rules for DawsonsChess {
    type Position = Position;
    /// The cell.
    type Move = u8;

    fn start(&self) -> Position {
        Position { kings: Cells::default(), free: Cells::first(self.row.length), turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        position.free.is_empty().then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(u8)) {
        position.free.iter().for_each(|cell| visit(cell as u8));
    }

    fn play(&self, mut position: Position, cell: u8) -> Position {
        let cell = usize::from(cell);
        position.kings.insert(cell);
        for closed in cell.saturating_sub(1)..=cell + 1 {
            position.free.remove(closed);
        }
        Position { turn: position.turn.other(), ..position }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras {
            kind: Kind::Impartial,
            never_recurs: true,
            components: Some(self),
            ..Extras::default()
        }
    }
}

impl Components<Position> for DawsonsChess {
    /// Each run of free cells, moved to the left end.
    fn components(&self, position: Position, visit: &mut dyn FnMut(Position)) {
        position.free.runs(|length| {
            visit(Position {
                kings: Cells::default(),
                free: Cells::first(length),
                turn: Turn::First,
            });
        });
    }
}

impl Pictured for DawsonsChess {
    fn layout(&self) -> &BoardLayout {
        &self.row.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.row.show(position.kings)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let mut position = Position { turn, ..self.start() };
        for cell in self.row.read(picture).iter() {
            if !position.free.has(cell) {
                return Err("no king stands beside another".to_owned());
            }
            position = Position { turn, ..self.play(position, cell as u8) };
        }
        Ok(position)
    }

    fn clicks(&self, _position: Position, cell: u8) -> Vec<Part> {
        let center = usize::from(cell);
        vec![Part::last((center + 1).to_string(), Button::Spot { center, piece: Some('K') })]
    }

    fn draw(&self, position: Position) -> String {
        self.row.draw(&self.show(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn kings_keep_their_distance() {
        let game = DawsonsChess::variant("7").unwrap();
        let position = game.parse_position("--K----:s").unwrap();
        let moves = game.move_names(position);
        assert_eq!(moves, ["1", "5", "6", "7"]);
        assert!(game.parse_position("--KK---:f").is_err());
        let full = game.parse_position("K-K-K-K:f").unwrap();
        assert_eq!(game.primitive(full), Some(Value::Lose));
    }

    #[test]
    fn runs_of_free_cells_are_parts() {
        let game = DawsonsChess::variant("9").unwrap();
        let position = game.parse_position("--K------:s").unwrap();
        let mut parts = Vec::new();
        game.components(position, &mut |part| parts.push(part.free.iter().count()));
        assert_eq!(parts, [1, 5]);
    }
}
