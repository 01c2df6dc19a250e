//! Othello on small boards: turn the opponent's discs by enclosing them.
//!
//! # Open questions
//!
//! - By how much a game is won when cells stay empty: tournaments give the empty cells to the winner;
//!   here, as in the published results for small boards, only discs count.
//! - Passing: who cannot turn any disc passes, and may not pass otherwise; the game is over when
//!   neither can. That is the usual rule.

use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Extras, Kind, Margins, Part, Picture, Pictured,
    Rules, Sides, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::rays::Rays;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "othello",
    name: "Othello",
    summary: "Enclose the opponent's discs to turn them; have more discs at the end.",
    help: "\
Two black and two white discs lie crosswise on the middle four cells. Black moves first. A move puts a
disc of one's colour on an empty cell so that one or more opposing discs lie in a straight line
between it and another disc of one's colour, across, down or diagonally, with no gap; all discs
enclosed in this way, in all directions, are turned over. A move must turn at least one disc. Who
cannot turn any passes. The game is over when neither player can move, and who has more discs wins, by
the difference; empty cells count for nobody.

Values are who wins and how soon. The margin says by how much, when both play for the difference and
not for speed.

Positions are the rows from the top, B, W or '-', then the player to move:
  ----/-WB-/-BW-/----:b
Moves are the cell, columns lettered from the left and rows numbered from the bottom, or pass: b4.
The variant 6x6 can be played, but has too many positions to be solved.",
    variants: &[AboutVariant { id: "4x4", summary: "four rows, four columns" }],
};

/// The discs, row by row from the top left.
pub type Position = Sides<u64>;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc is put on this cell.
    Place(u8),
    /// Nothing, since no disc can be turned.
    Pass,
}

/// The game.
#[derive(Debug)]
pub struct Othello {
    side: usize,
    rays: Rays,
    layout: BoardLayout,
}

impl Othello {
    /// The variant of a name in [`ABOUT`], or `6x6`.
    pub fn variant(name: &str) -> Option<Othello> {
        let side = match name {
            "4x4" => 4,
            "6x6" => 6,
            _ => return None,
        };
        let mut board_art = BoardArt::cells(side, side);
        if side == 4 {
            let place = |at: [f32; 2]| at.map(|at| 10.0 * at);
            board_art = board_art.with_fitted_image("othello/grid.svg", [40.0, 50.0], 10.0, place);
        }
        let layout = board_art.layout(
            ["Black", "White"],
            vec![piece('B', "Black", art::black_stone()), piece('W', "White", art::white_stone())],
            "",
        );
        Some(Othello { side, rays: Rays::new(side, side), layout })
    }

    /// The discs that a disc on a cell turns.
    fn turned(&self, position: Position, cell: usize) -> u64 {
        let mut turned = 0;
        for ray in self.rays.from(cell) {
            let mut enclosed = 0;
            for &next in ray {
                if position.theirs >> next & 1 == 1 {
                    enclosed |= 1 << next;
                } else {
                    if position.mine >> next & 1 == 1 {
                        turned |= enclosed;
                    }
                    break;
                }
            }
        }
        turned
    }

    fn places(&self, position: Position) -> impl Iterator<Item = usize> + '_ {
        let empty = !position.taken();
        (0..self.side * self.side)
            .filter(move |&cell| empty >> cell & 1 == 1 && self.turned(position, cell) != 0)
    }

    fn is_stuck(&self, position: Position) -> bool {
        self.places(position).next().is_none()
    }
}

/// The position after a move that changes nothing.
fn passed(position: Position) -> Position {
    position.then(position.mine)
}

impl Rules for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let middle = self.side / 2;
        let disc = |row: usize, column: usize| 1 << (row * self.side + column);
        let black = disc(middle - 1, middle) | disc(middle, middle - 1);
        let white = disc(middle - 1, middle - 1) | disc(middle, middle);
        Sides::new([black, white], Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let margin = self.margin(position)?;
        Some(match margin.signum() {
            1 => Value::Win,
            0 => Value::Tie,
            _ => Value::Lose,
        })
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        let mut stuck = true;
        for cell in self.places(position) {
            stuck = false;
            visit(Move::Place(cell as u8));
        }
        if stuck {
            visit(Move::Pass);
        }
    }

    fn play(&self, position: Position, chosen: Move) -> Position {
        let Move::Place(cell) = chosen else { return passed(position) };
        let turned = self.turned(position, cell.into());
        let mine = position.mine | turned | 1 << cell;
        Sides { theirs: position.theirs & !turned, ..position }.then(mine)
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras { kind: Kind::Scored, never_recurs: true, margins: Some(self), ..Extras::default() }
    }
}

impl Margins<Position> for Othello {
    fn margin(&self, position: Position) -> Option<i32> {
        let over = self.is_stuck(position) && self.is_stuck(passed(position));
        let discs = |discs: u64| discs.count_ones() as i32;
        over.then(|| discs(position.mine) - discs(position.theirs))
    }
}

impl Pictured for Othello {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(['B', 'W'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = Sides::new(['B', 'W'].map(|disc| picture.mask(disc)), turn);
        let is_open = self.start().taken() & !position.taken() != 0;
        let reason = || "the four cells in the middle are never empty".to_owned();
        (!is_open).then_some(position).ok_or_else(reason)
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        let disc = position.turn.of(['B', 'W']);
        vec![match chosen {
            Move::Place(cell) => self.layout.spot(cell.into(), Some(disc)),
            Move::Pass => Part::last("pass".to_owned(), Button::Listed {}),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(game: &Othello, text: &str) -> Vec<String> {
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn a_move_turns_at_least_one_disc() {
        let game = Othello::variant("4x4").unwrap();
        assert_eq!(moves(&game, "----/-WB-/-BW-/----:b"), ["b4", "a3", "d2", "c1"]);
        let after = game.play(game.start(), Move::Place(1));
        assert_eq!(game.write_position(after), "-B--/-BB-/-BW-/----:w");
    }

    #[test]
    fn discs_turn_in_all_directions_at_once() {
        let game = Othello::variant("4x4").unwrap();
        let position = game.parse_position("BBBB/-WWB/WWWB/-BWB:b").unwrap();
        let after = game.play(position, Move::Place(12));
        // Up the column there is no black disc behind the white one, along the row there is none
        // to turn; only the diagonal is enclosed.
        assert_eq!(game.write_position(after), "BBBB/-WBB/WBWB/BBWB:w");
    }

    #[test]
    fn one_passes_only_when_stuck_and_the_game_ends_when_both_are() {
        let game = Othello::variant("4x4").unwrap();
        // White cannot enclose anything, Black can.
        assert_eq!(moves(&game, "BBW-/-BB-/BBB-/--B-:w"), ["pass"]);
        let over = game.parse_position("----/-BB-/-BB-/----:w").unwrap();
        assert_eq!((game.margin(over), game.primitive(over)), (Some(-4), Some(Value::Lose)));
        assert_eq!(game.margin(game.start()), None);
    }

    #[test]
    fn the_middle_is_never_empty() {
        let game = Othello::variant("4x4").unwrap();
        assert!(game.parse_position("----/-WB-/-B--/----:b").is_err());
        assert!(Othello::variant("8x8").is_none());
    }
}
