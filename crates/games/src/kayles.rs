//! Kayles: bowl at a row of pins, one or two neighbours at a time.
//!
//! The rules are Dudeney's. A ball always hits.

use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Components, Extras, Kind, Part, Picture, Pictured,
    Rules, Turn, Value,
};

use crate::art;
use crate::board_art::piece;
use crate::row::{Cells, Row};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "kayles",
    name: "Kayles",
    summary: "Knock down one pin or two neighbours; whoever knocks down the last wins.",
    help: "\
Pins stand in a row. The players bowl in turn, and both are so skilled that they knock down any one
pin, or any two that stand side by side with no gap between them. Whoever knocks down the last pin
wins; in other words, who cannot move has lost.

Both players have the same moves, so every position also has a Grundy number. Gaps divide the row
into parts that have nothing to do with one another, and numbers of parts add up as in Nim: rows of up
to 200 pins have a Grundy number, and with it who wins, long after they are too long to be solved.

Positions are the places from the left, i for a pin and '-' for a gap, then the player to move, f or s:
  iiii--iiiiii:f
Moves are the number of the pin, counted from 1 on the left, or of both pins: 3 or 3-4.
Variants are the number of pins, up to 200.",
    variants: &[
        AboutVariant { id: "12", summary: "twelve pins" },
        AboutVariant { id: "8", summary: "eight pins" },
        AboutVariant { id: "16", summary: "sixteen pins" },
    ],
};

/// The pins that stand and who is to bowl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pins: Cells,
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct Kayles {
    row: Row,
}

impl Kayles {
    /// The variant of a name as the [help](ABOUT) describes it, or why it is none.
    pub fn variant(name: &str) -> Result<Kayles, String> {
        let pin = art::stick().with_image("kayles/x.svg");
        Ok(Kayles { row: Row::variant(name, piece('i', "Pin", pin))? })
    }
}

impl Rules for Kayles {
    type Position = Position;
    /// The first pin and how many.
    type Move = (u8, u8);

    fn start(&self) -> Position {
        Position { pins: Cells::first(self.row.length), turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        position.pins.is_empty().then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut((u8, u8))) {
        for pin in position.pins.iter() {
            visit((pin as u8, 1));
            if position.pins.has(pin + 1) {
                visit((pin as u8, 2));
            }
        }
    }

    fn play(&self, mut position: Position, (first, count): (u8, u8)) -> Position {
        (first..first + count).for_each(|pin| position.pins.remove(pin.into()));
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

impl Components<Position> for Kayles {
    /// Each run of pins, moved to the left end.
    fn components(&self, position: Position, visit: &mut dyn FnMut(Position)) {
        let part = |length| Position { pins: Cells::first(length), turn: Turn::First };
        position.pins.runs(|length| visit(part(length)));
    }
}

impl Pictured for Kayles {
    fn layout(&self) -> &BoardLayout {
        &self.row.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.row.show(position.pins)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        Ok(Position { pins: self.row.read(picture), turn })
    }

    fn clicks(&self, _position: Position, (first, count): (u8, u8)) -> Vec<Part> {
        let center = usize::from(first);
        vec![match count {
            1 => Part::last((center + 1).to_string(), Button::Spot { center, piece: None }),
            _ => Part::last(
                format!("{}-{}", center + 1, center + 2),
                Button::Line { from: center, to: center + 1 },
            ),
        }]
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
    fn two_pins_fall_only_side_by_side() {
        let game = Kayles::variant("5").unwrap();
        let position = game.parse_position("ii-i-:s").unwrap();
        let moves = game.move_names(position);
        assert_eq!(moves, ["1", "1-2", "2", "4"]);
        assert_eq!(game.write_position(game.play(position, (0, 2))), "---i-:f");
    }

    #[test]
    fn gaps_make_parts() {
        let game = Kayles::variant("9").unwrap();
        let position = game.parse_position("ii-iii--i:s").unwrap();
        let mut parts = Vec::new();
        game.components(position, &mut |part| parts.push(game.write_position(part)));
        assert_eq!(parts, ["ii-------:f", "iii------:f", "i--------:f"]);
    }

    #[test]
    fn a_long_row_is_drawn_in_lines() {
        let game = Kayles::variant("200").unwrap();
        assert_eq!(game.board(game.start()).lines().count(), 5);
        assert!(Kayles::variant("201").is_err() && Kayles::variant("0").is_err());
        assert!(game.parse_position("iii:f").is_err());
    }
}
