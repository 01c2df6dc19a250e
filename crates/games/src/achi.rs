//! Achi: three in a line with three stones that are placed and then moved.
//!
//! # Open questions
//!
//! Cheung (2023) says neither which lines the board has nor what happens to a player who cannot move.
//! Usually the board has its two diagonals, and who cannot move has lost, as here. On the board
//! without diagonals (`orthogonal`) stones move along rows and columns only; three on a diagonal
//! still count as a line. In West Africa the game is also played with four stones each (`four`).

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Part, Picture, Pictured, Rules, Sides, Step, Turn, Value,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{completed, has_line};
use crate::rays::{edge_neighbours, pairs};
use crate::tictactoe::LINES;
use crate::{art, placing};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "achi",
    name: "Achi",
    summary: "Place three stones, then move them along the lines; make three in a row.",
    help: "\
The board has nine points, three by three, joined by rows, columns and the two long diagonals. White
moves first. In turn, the players place their three stones on empty points. When all are placed, a
move takes one of your stones along a line to an empty point next to it. Three of your stones in a
row, a column or a long diagonal win, also while placing. Who cannot move has lost.

In the variant orthogonal stones move along rows and columns only. In the variant four each player
has four stones. In diagonals-misere everything is the other way round: who makes three in a row has
lost, and who cannot move has won.

Positions are written row by row from the top, W, B or '-', then the player to move:
  B-W/-W-/--B:w
Moves are the point where a stone is placed, b2, or the point that a stone leaves and the one where it
goes, b2-c3. Columns are a, b, c from the left, rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "diagonals", summary: "three stones, the board has diagonals" },
        AboutVariant { id: "orthogonal", summary: "three stones move along rows and columns only" },
        AboutVariant { id: "four", summary: "four stones each, the board has diagonals" },
        AboutVariant { id: "diagonals-misere", summary: "three stones, three in a row lose" },
    ],
};

const POINTS: usize = 9;
const MIDDLE: usize = 4;

/// The stones.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct Achi {
    stones: u32,
    /// What three in a row are worth to the opponent of the player who made them; who cannot move has the
    /// same.
    ended: Value,
    /// For each point, those beside it.
    beside: Vec<u32>,
    layout: BoardLayout,
}

impl Achi {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Achi> {
        let (stones, diagonals, ended) = match name {
            "diagonals" => (3, true, Value::Lose),
            "orthogonal" => (3, false, Value::Lose),
            "four" => (4, true, Value::Lose),
            "diagonals-misere" => (3, true, Value::Win),
            _ => return None,
        };
        let mut beside = edge_neighbours(3, 3);
        for corner in [0, 2, 6, 8].into_iter().filter(|_| diagonals) {
            beside[corner] |= 1 << MIDDLE;
            beside[MIDDLE] |= 1 << corner;
        }
        let layout = layout(&beside);
        Some(Achi { stones, ended, beside, layout })
    }

    fn slides(&self, position: Position) -> impl Iterator<Item = Step> {
        let empty = empty(position);
        ones(position.mine).flat_map(move |from| {
            ones(self.beside[from] & empty).map(move |to| Step::going(1 << from, 1 << to))
        })
    }

    fn is_placing(&self, position: Position) -> bool {
        position.mine.count_ones() < self.stones
    }
}

fn empty(position: Position) -> u32 {
    lowest(POINTS) & !position.taken()
}

impl Rules for Achi {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        Sides::new([0; 2], Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let stuck = || !self.is_placing(position) && self.slides(position).next().is_none();
        (has_line(&LINES, position.theirs) || stuck()).then_some(self.ended)
    }

    fn moves(&self, position: Position, visit: impl FnMut(Step)) {
        if self.is_placing(position) {
            ones(empty(position)).map(|to| Step::onto(1 << to)).for_each(visit);
        } else {
            self.slides(position).for_each(visit);
        }
    }

    fn play(&self, position: Position, chosen: Step) -> Position {
        position.then(position.mine ^ chosen.from ^ chosen.to)
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

const STONES: [char; 2] = ['W', 'B'];

fn layout(beside: &[u32]) -> BoardLayout {
    let mut board_art = BoardArt::points(3, 3, pairs(beside));
    let has_diagonals = beside[0] >> 4 & 1 == 1;
    if has_diagonals {
        let place = |at: [f32; 2]| at.map(|at| 10.0 + 40.0 * (at - 0.5));
        board_art = board_art.with_fitted_image("achi/board.svg", [100.0; 2], 34.0, place);
    }
    board_art.layout(
        ["White", "Black"],
        vec![piece('W', "White", art::white_stone()), piece('B', "Black", art::black_stone())],
        "",
    )
}

impl Pictured for Achi {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(STONES, position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        placing::read(picture, STONES, self.stones, turn)
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(LINES, position.by_player())
    }

    fn clicks(&self, position: Position, chosen: Step) -> Vec<Part> {
        vec![self.layout.step(chosen, position.turn.of(STONES))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(variant: &str, text: &str) -> Vec<String> {
        let game = Achi::variant(variant).unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn in_misere_three_in_a_row_lose() {
        for (variant, value) in [("diagonals", Value::Lose), ("diagonals-misere", Value::Win)] {
            let game = Achi::variant(variant).unwrap();
            let found = |text| game.primitive(game.parse_position(text).unwrap());
            assert_eq!(found("WWW/BB-/---:b"), Some(value), "{variant}");
            assert_eq!(found("WBB/WB-/W--:b"), Some(value), "{variant}");
            assert_eq!(found("WWB/WBB/---:w"), None, "{variant}");
            assert_eq!(found("---/---/---:w"), None, "{variant}");
        }
    }

    #[test]
    fn only_the_middle_has_diagonals() {
        let text = "-WB/W-B/BW-:w";
        assert_eq!(
            moves("diagonals", text),
            ["b3-a3", "b3-b2", "a2-a3", "a2-b2", "b1-b2", "b1-c1"]
        );
        assert_eq!(moves("orthogonal", text), moves("diagonals", text));
        let text = "WBW/---/WBB:w";
        assert_eq!(
            moves("diagonals", text),
            ["a3-a2", "a3-b2", "c3-b2", "c3-c2", "a1-a2", "a1-b2"]
        );
        assert_eq!(moves("orthogonal", text), ["a3-a2", "c3-c2", "a1-a2"]);
    }

    #[test]
    fn stones_are_placed_before_they_move() {
        assert_eq!(moves("diagonals", "W-B/-W-/B--:w"), ["b3", "a2", "c2", "b1", "c1"]);
    }

    #[test]
    fn a_line_or_being_stuck_ends_the_game() {
        let value = |variant: &str, text: &str| {
            let game = Achi::variant(variant).unwrap();
            game.primitive(game.parse_position(text).unwrap())
        };
        assert_eq!(value("diagonals", "W-B/-WB/--W:b"), Some(Value::Lose));
        assert_eq!(value("diagonals", "WB-/BW-/--W:b"), Some(Value::Lose));
        assert_eq!(value("diagonals", "WB-/BW-/W-B:b"), None);
        // The one empty point is a corner, and all beside it are White's.
        assert_eq!(value("four", "-WB/WWB/BBW:b"), Some(Value::Lose));
    }

    #[test]
    fn stones_that_cannot_be_there_are_refused() {
        let game = Achi::variant("diagonals").unwrap();
        for text in ["W--/---/---:w", "WB-/---/---:b", "WWW/WBB/B--:w", "--B/---/---:w", "W-:w"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
