//! 10 to 0 by 1 or 2: take one or two from a pile, take the last.
//!
//! The model for a game of which only the rules and their notation are written.

mod scene;

use hindsight_core::{
    About, AboutVariant, Components, Extras, Kind, NotationError, Part, Picture, Presentation,
    Rules, Scene, Turn, Value,
};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "tentozero",
    name: "10 to 0 by 1 or 2",
    summary: "Take one or two from a pile of ten; whoever takes the last wins.",
    help: "\
A pile has ten pieces. The players take one or two of them in turn. Whoever takes the last piece
wins.

Positions are the pieces that are left and the player whose turn it is, 1 or 2:
  10:1
Moves are the number of pieces taken: 1 or 2.",
    variants: &[AboutVariant { id: "10-to-0", summary: "ten pieces, take one or two" }],
};

const PIECES: u8 = 10;
const MOST_TAKEN: u8 = 2;

/// The pieces left and who is to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pile: u8,
    turn: Turn,
}

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TenToZero;

impl TenToZero {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<TenToZero> {
        (name == "10-to-0").then_some(TenToZero)
    }
}

impl Rules for TenToZero {
    type Position = Position;
    /// How many are taken.
    type Move = u8;

    fn start(&self) -> Position {
        Position { pile: PIECES, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (position.pile == 0).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, visit: impl FnMut(u8)) {
        (1..=MOST_TAKEN.min(position.pile)).for_each(visit);
    }

    fn play(&self, position: Position, chosen: u8) -> Position {
        Position { pile: position.pile - chosen, turn: position.turn.other() }
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

impl Components<Position> for TenToZero {
    fn components(&self, position: Position, visit: &mut dyn FnMut(Position)) {
        visit(Position { turn: Turn::First, ..position });
    }
}

impl Presentation for TenToZero {
    fn write_position(&self, position: Position) -> String {
        let player = if position.turn == Turn::First { 1 } else { 2 };
        format!("{}:{player}", position.pile)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = |reason: &str| NotationError::position(text, reason);
        let (pile, player) =
            text.split_once(':').ok_or_else(|| wrong("whose turn it is is missing (:1 or :2)"))?;
        let turn = match player {
            "1" => Turn::First,
            "2" => Turn::Second,
            _ => return Err(wrong("the turn is :1 or :2")),
        };
        match pile.parse() {
            Ok(pile) if pile <= PIECES => Ok(Position { pile, turn }),
            _ => Err(wrong("the pile is a number from 0 to 10")),
        }
    }

    fn write_move(&self, _position: Position, chosen: u8) -> String {
        chosen.to_string()
    }

    fn board(&self, position: Position) -> String {
        format!("{:2} {}\n", position.pile, "|".repeat(position.pile.into()))
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene())
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(position)
    }

    fn parts(&self, position: Position, chosen: u8) -> Vec<Part> {
        scene::parts(position, chosen, self.write_move(position, chosen))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        match u8::try_from(scene::count(picture)) {
            Ok(pile) if pile <= PIECES => Ok(Position { pile, turn }),
            _ => Err(NotationError::position(&picture.entities, "more than ten pieces")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_pile_are_refused() {
        for text in ["", "10", "11:1", "3:0", "-1:1", ":1", "300:2"] {
            assert!(TenToZero.parse_position(text).is_err(), "{text}");
        }
        assert_eq!(TenToZero.parse_position("10:1"), Ok(TenToZero.start()));
    }

    #[test]
    fn the_last_piece_can_only_be_taken_alone() {
        let mut moves = Vec::new();
        TenToZero.moves(Position { pile: 1, turn: Turn::Second }, |chosen| moves.push(chosen));
        assert_eq!(moves, [1]);
    }
}
