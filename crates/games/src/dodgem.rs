//! Dodgem: two columns of cars drive off the board at right angles to each other.
//!
//! # Open questions
//!
//! Cheung (2023) puts Red's cars on the bottom row from the left corner on. The usual game leaves the
//! corner between the two sides empty, as here; Cheung's layout is kept as `3x3-corner`. He does not
//! say who begins (Blue here), by which edges cars leave (Blue's by the right, Red's by the top,
//! where they drive to), nor what becomes of a player who cannot move. Usually nobody may block the
//! opponent completely: who does has lost, so a player without a move has won.

use hindsight_core::bits::{mask, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Part, Picture, Pictured, Rules, Sides, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "dodgem",
    name: "Dodgem",
    summary: "Drive all your cars off the board before the opponent does.",
    help: "\
Blue's cars stand on the left edge and Red's on the bottom edge; the corner between them is empty (in
3x3-corner Red's cars stand from that corner on). Blue moves first. A move takes one of your cars to a
free cell beside it: Blue's cars go right, up or down, never left; Red's go up, left or right, never
down. From the right edge a blue car may drive off the board, from the top edge a red one. There are no
captures. Who has driven all cars off the board has won. A player who cannot move has won too: nobody
may block the opponent completely. In 3x3-misere it is the other way round: who has driven all cars off
the board has lost, and so has a player who cannot move.

Positions are written row by row from the top, B and R for the cars, '-' for free cells, then the player
to move:
  B--/B--/-RR:b
Moves are the cell that the car leaves and the one where it goes, or off: a2-b2, c3-off.",
    variants: &[
        AboutVariant { id: "3x3", summary: "two cars each" },
        AboutVariant { id: "4x4", summary: "three cars each" },
        AboutVariant { id: "3x3-corner", summary: "two cars each, Red's from the corner on" },
        AboutVariant { id: "3x3-misere", summary: "two cars each, who leaves the board first has lost" },
    ],
};

/// Both players' cars: Blue's and Red's.
pub type Position = Sides;

/// A car leaves a cell and enters another, or the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: usize,
    to: Option<usize>,
}

/// The game.
#[derive(Debug)]
pub struct Dodgem {
    side: usize,
    /// Whether Red's cars begin in the corner.
    corner: bool,
    /// Whether who has left the board has lost.
    misere: bool,
    layout: BoardLayout,
    /// The first of the centers outside: right of each row, then above each column.
    exits: usize,
}

impl Dodgem {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Dodgem> {
        let (side, corner, misere) = match name {
            "3x3" => (3, false, false),
            "4x4" => (4, false, false),
            "3x3-corner" => (3, true, false),
            "3x3-misere" => (3, false, true),
            _ => return None,
        };
        let (layout, exits) = layout(side);
        Some(Dodgem { side, corner, misere, layout, exits })
    }

    /// The moves of the cars of the player to move.
    fn each_move(&self, position: Position, mut visit: impl FnMut(Move)) {
        let side = self.side;
        let free = |cell: usize| position.taken() >> cell & 1 == 0;
        for from in ones(position.mine) {
            let (row, column) = (from / side, from % side);
            let mut go = |on_board: bool, to: usize| {
                if on_board && free(to) {
                    visit(Move { from, to: Some(to) });
                }
            };
            go(row > 0, from.wrapping_sub(side));
            go(column + 1 < side, from + 1);
            match position.turn {
                Turn::First => go(row + 1 < side, from + side),
                Turn::Second => go(column > 0, from.wrapping_sub(1)),
            }
            if position.turn.of([column + 1 == side, row == 0]) {
                visit(Move { from, to: None });
            }
        }
    }
}

impl Rules for Dodgem {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let side = self.side;
        let blue = mask((0..side - 1).map(|row| row * side));
        let first = side * (side - 1) + usize::from(!self.corner);
        let red = mask(first..first + side - 1);
        Sides::new([blue, red], Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let mut stuck = true;
        self.each_move(position, |_| stuck = false);
        let (won, lost) =
            if self.misere { (Value::Lose, Value::Win) } else { (Value::Win, Value::Lose) };
        match (position.mine, position.theirs) {
            (_, 0) => Some(lost),
            // No play leads to a mover without cars: the game was over before.
            (0, _) => Some(won),
            _ => stuck.then_some(won),
        }
    }

    fn moves(&self, position: Position, visit: impl FnMut(Move)) {
        self.each_move(position, visit);
    }

    fn play(&self, position: Position, Move { from, to }: Move) -> Position {
        position.then(position.mine & !(1 << from) | to.map_or(0, |cell| 1 << cell))
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

fn layout(side: usize) -> (BoardLayout, usize) {
    let right = (0..side).map(|row| [side as f32 + 0.3, row as f32 + 0.5]);
    let above = (0..side).map(|column| [column as f32 + 0.5, -0.3]);
    let (board_art, exits) =
        BoardArt::cells(side, side).with_margin(0.4, right.chain(above).collect());
    let pieces =
        vec![piece('B', "Blue car", art::cross_stone()), piece('R', "Red car", art::ring_stone())];
    (board_art.layout(["Blue", "Red"], pieces, ""), exits)
}

impl Pictured for Dodgem {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(['B', 'R'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = picture.sides(['B', 'R'], turn);
        let most = self.side - 1;
        if position.by_player().iter().any(|cars| cars.count_ones() as usize > most) {
            return Err(format!("each side has at most {most} cars"));
        }
        if position.taken() == 0 {
            return Err("both sides cannot have left".to_owned());
        }
        Ok(position)
    }

    fn clicks(&self, position: Position, Move { from, to }: Move) -> Vec<Part> {
        if let Some(to) = to {
            return vec![self.layout.arrow(from, to)];
        }
        let exit = match position.turn {
            Turn::First => from / self.side,
            Turn::Second => self.side + from % self.side,
        };
        let name = format!("{}-off", self.layout.name(from));
        vec![Part::last(name, Button::Arrow { from, to: self.exits + exit })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(text: &str) -> Vec<String> {
        let game = Dodgem::variant("3x3").unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn cars_leave_by_their_own_edge_only() {
        assert_eq!(moves("--B/---/--R:b"), ["c3-c2", "c3-off"]);
        assert_eq!(moves("-BR/---/---:r"), ["c3-off"]);
        assert_eq!(moves("--R/-B-/---:r"), ["c3-b3", "c3-off"]);
        assert_eq!(moves("B--/B--/-RR:b"), ["a3-b3", "a2-b2", "a2-a1"]);
    }

    #[test]
    fn blocking_loses() {
        let game = Dodgem::variant("3x3").unwrap();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        // Blue's car in the corner can go nowhere: Red has blocked it.
        assert_eq!(value("---/R--/BR-:b"), Some(Value::Win));
        assert_eq!(value("---/R--/BR-:r"), None);
        assert_eq!(value("---/---/BB-:r"), Some(Value::Win));
        assert_eq!(value("---/---/BB-:b"), Some(Value::Lose));
    }

    #[test]
    fn in_misere_leaving_first_and_being_blocked_lose() {
        let game = Dodgem::variant("3x3-misere").unwrap();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("---/---/BB-:r"), Some(Value::Lose));
        assert_eq!(value("---/---/BB-:b"), Some(Value::Win));
        assert_eq!(value("---/R--/BR-:b"), Some(Value::Lose));
        assert_eq!(value("---/R--/BR-:r"), None);
        assert_eq!(game.start(), Dodgem::variant("3x3").unwrap().start());
    }

    #[test]
    fn nonsense_is_refused() {
        let game = Dodgem::variant("3x3").unwrap();
        for text in ["---/---/---:b", "BBB/---/---:b", "B--/B--/-RR:x", "B--/B--/-RR", "B--/B-"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
