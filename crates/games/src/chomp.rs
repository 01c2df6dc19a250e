//! Chomp: bite into a bar of chocolate, and leave the poisoned corner to the opponent.
//!
//! # Open questions
//!
//! Where the poison is differs by author; here it is the bottom left square, as in Cheung (2023).
//! Whether the poison may be eaten makes no difference to who wins: here it may not, and to face
//! nothing else is to have lost.

use hindsight_core::{
    About, AboutVariant, BoardLayout, Components, Extras, Kind, Part, Picture, Pictured, Rules,
    Turn, Value,
};

use crate::board_art::{BoardArt, piece};
use crate::{art, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "chomp",
    name: "Chomp",
    summary: "Bite into a bar of chocolate; leave the poisoned square to the opponent.",
    help: "\
A bar of chocolate has rows and columns of squares; the one at the bottom left is poisoned. The
players take turns. A move chooses a square other than the poisoned one: it is eaten, and with it all
that is above it, to the right of it, or both. Who has only the poisoned square left has lost.

Both players have the same moves, so every position also has a Grundy number.

Positions are the rows from the top, c for chocolate, p for the poison and '-' where all is eaten,
then the player to move, f or s:
  ccc-/cccc/pccc:f
Moves are the square chosen, columns lettered from the left and rows numbered from the bottom: b2.
Variants are rows x columns, each up to 10; a bar that is turned over is the same game.",
    variants: &[
        AboutVariant { id: "4x7", summary: "four rows, seven columns" },
        AboutVariant { id: "3x5", summary: "three rows, five columns" },
        AboutVariant { id: "5x5", summary: "a square" },
        AboutVariant { id: "7x8", summary: "seven rows, eight columns" },
    ],
};

const LONGEST: usize = 10;

/// The bar and who is to bite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The squares left in each row, from the top: no row is longer than the one below.
    left: [u8; LONGEST],
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct Chomp {
    rows: usize,
    columns: usize,
    layout: BoardLayout,
}

impl Chomp {
    /// The variant of a name as the [help](ABOUT) describes it, or why it is none.
    pub fn variant(name: &str) -> Result<Chomp, String> {
        let (rows, columns) = size::board(name, 1..=LONGEST)?;
        if rows * columns < 2 {
            return Err("there is nothing but poison".to_owned());
        }
        Ok(Chomp { rows, columns, layout: layout(rows, columns) })
    }

    fn is_left(&self, position: Position, cell: usize) -> bool {
        cell % self.columns < usize::from(position.left[cell / self.columns])
    }

    fn poison(&self) -> usize {
        (self.rows - 1) * self.columns
    }
}

impl Rules for Chomp {
    type Position = Position;
    /// The cell of the square, row by row from the top left.
    type Move = usize;

    fn start(&self) -> Position {
        let mut left = [0; LONGEST];
        left[..self.rows].fill(self.columns as u8);
        Position { left, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let left: u32 = position.left.iter().map(|&row| u32::from(row)).sum();
        (left == 1).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        let cells = (0..self.rows * self.columns).filter(|&cell| cell != self.poison());
        cells.filter(|&cell| self.is_left(position, cell)).for_each(visit);
    }

    fn play(&self, position: Position, cell: usize) -> Position {
        let mut left = position.left;
        for row in &mut left[..=cell / self.columns] {
            *row = (*row).min((cell % self.columns) as u8);
        }
        Position { left, turn: position.turn.other() }
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

impl Components<Position> for Chomp {
    fn components(&self, position: Position, visit: &mut dyn FnMut(Position)) {
        visit(Position { turn: Turn::First, ..position });
    }
}

fn layout(rows: usize, columns: usize) -> BoardLayout {
    let square = |inside: &str| {
        art::token(&format!(
            "<rect x=\"2\" y=\"2\" width=\"96\" height=\"96\" rx=\"10\" fill=\"#6b3f22\" \
             stroke=\"#3d2211\" stroke-width=\"4\"/><rect x=\"16\" y=\"16\" width=\"68\" \
             height=\"68\" rx=\"6\" fill=\"#7d4c2b\" stroke=\"#55301a\" stroke-width=\"4\"/>{inside}"
        ))
    };
    let skull = "<circle cx=\"50\" cy=\"44\" r=\"22\" fill=\"#f3efe6\"/><rect x=\"39\" y=\"58\" \
                 width=\"22\" height=\"16\" rx=\"4\" fill=\"#f3efe6\"/><circle cx=\"42\" cy=\"44\" \
                 r=\"6\" fill=\"#222\"/><circle cx=\"58\" cy=\"44\" r=\"6\" fill=\"#222\"/>\
                 <path d=\"M46 64V74M54 64V74\" stroke=\"#222\" stroke-width=\"3\"/>";
    BoardArt::cells(rows, columns).layout(
        ["First", "Second"],
        vec![
            piece('c', "Chocolate", square("").with_image("chomp/x.svg")),
            piece('p', "Poison", square(skull).with_image("chomp/p.svg")),
        ],
        "",
    )
}

impl Pictured for Chomp {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let square = |cell| match self.is_left(position, cell) {
            _ if cell == self.poison() => 'p',
            true => 'c',
            false => '-',
        };
        self.layout.picture((0..self.rows * self.columns).map(square), Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let squares: Vec<char> = picture.entities.chars().collect();
        let mut left = [0; LONGEST];
        for (row, squares) in squares.chunks(self.columns).enumerate() {
            left[row] = squares.iter().filter(|square| **square != '-').count() as u8;
        }
        let position = Position { left, turn };
        if squares[self.poison()] != 'p' || squares.iter().filter(|c| **c == 'p').count() > 1 {
            return Err("the poison is the square at the bottom left".to_owned());
        }
        if self.show(position) != *picture || !left[..self.rows].is_sorted() {
            return Err("what is above or to the right of an eaten square is eaten".to_owned());
        }
        Ok(position)
    }

    fn clicks(&self, _position: Position, cell: usize) -> Vec<Part> {
        vec![self.layout.spot(cell, None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn a_bite_takes_all_above_and_to_the_right() {
        let game = Chomp::variant("3x5").unwrap();
        let after = game.play(game.start(), 7);
        assert_eq!(game.write_position(after), "cc---/cc---/pcccc:s");
        assert_eq!(game.write_move(game.start(), 7), "c2");
    }

    #[test]
    fn facing_the_poison_is_lost() {
        let game = Chomp::variant("3x5").unwrap();
        let position = game.parse_position("-----/-----/p----:f").unwrap();
        assert_eq!(game.primitive(position), Some(Value::Lose));
        assert_eq!(game.primitive(game.start()), None);
    }

    #[test]
    fn what_no_bites_leave_is_refused() {
        let game = Chomp::variant("3x5").unwrap();
        for text in [
            "ccccc/cc---/pcccc:f",
            "-----/-c---/pcccc:f",
            "-----/-----/-----:f",
            "-----/-----/c----:f",
            "-----/p----/pcccc:f",
            "-----/-----/pc-c-:s",
        ] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
        assert!(Chomp::variant("1x1").is_err() && Chomp::variant("11x2").is_err());
    }
}
