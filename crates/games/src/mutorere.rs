//! Mū Tōrere: stones on a wheel, one point of which is empty.
//!
//! The model for a small game: rules, and looks that follow from a picture. Exploring numbers its
//! positions.
//!
//! # Open questions
//!
//! Cheung (2023) does not say which stones may go to the hub. Usually only a stone with an opposing
//! stone beside it may, as here; without that restriction (`free`) the first player wins at once.

use std::f32::consts::TAU;

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, BoardLayout, Part, Picture, Pictured, Rules, Sides, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "mutorere",
    name: "Mū Tōrere",
    summary: "Move a stone to the one empty point of a wheel; block the opponent.",
    help: "\
The board is a wheel: a hub, and eight points on the rim, each joined to the hub and to its two
neighbours. Black has four stones side by side on the rim, White the other four. Black moves first. A
move takes one of your stones along a line to the one empty point. Who cannot move has lost.

A stone may go to the hub only if an opposing stone stands beside it on the rim. The variant free has
no such rule.

Positions are the eight points of the rim, clockwise from the top, and the hub, B, W or '-', then the
player to move:
  BBBBWWWW-:b
Moves are the point that the stone leaves, a to h on the rim from the top and i for the hub, and the
one where it goes: a1-i1.",
    variants: &[
        AboutVariant { id: "restricted", summary: "only stones beside an opponent go to the hub" },
        AboutVariant { id: "free", summary: "any stone may go to the hub" },
    ],
};

const HUB: usize = 8;

/// The stones.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct MuTorere {
    restricted: bool,
    layout: BoardLayout,
}

impl MuTorere {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<MuTorere> {
        let restricted = match name {
            "restricted" => true,
            "free" => false,
            _ => return None,
        };
        Some(MuTorere { restricted, layout: layout() })
    }

    /// The stones that can go to the empty point.
    fn movable(&self, position: Position) -> u32 {
        let Sides { mine, theirs, .. } = position;
        let beside = |points: u32| (points << 1 | points >> 7 | points >> 1 | points << 7) & 0xff;
        match empty(position) {
            HUB if self.restricted => mine & beside(theirs),
            HUB => mine,
            point => mine & (1 << HUB | beside(1 << point)),
        }
    }
}

fn empty(position: Position) -> usize {
    (!position.taken()).trailing_zeros() as usize
}

impl Rules for MuTorere {
    type Position = Position;
    /// The point that a stone leaves.
    type Move = usize;

    fn start(&self) -> Position {
        Sides::new([0b0000_1111, 0b1111_0000], Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (self.movable(position) == 0).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        ones(self.movable(position)).for_each(visit);
    }

    fn play(&self, position: Position, from: usize) -> Position {
        position.moved(from, empty(position))
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

fn layout() -> BoardLayout {
    let rim = (0..HUB).map(|point| {
        let (across, down) = (point as f32 / HUB as f32 * TAU).sin_cos();
        [2.0 + 1.5 * across, 2.0 - 1.5 * down]
    });
    let lines = (0..HUB).flat_map(|point| [(point, (point + 1) % HUB), (point, HUB)]);
    // GamesmanUni's star is turned by half a point.
    let place = |at: [f32; 2]| {
        let (sin, cos) = (TAU / 16.0).sin_cos();
        let [x, y] = at.map(|at| (at - 2.0) * 44.42 / 1.5);
        [50.0 + cos * x - sin * y, 50.0 + sin * x + cos * y]
    };
    let board_art = BoardArt::places([4.0, 4.0], rim.chain([[2.0, 2.0]]).collect(), lines);
    board_art.with_fitted_image("mutorere/board.svg", [100.0; 2], 25.0, place).layout(
        ["Black", "White"],
        vec![piece('B', "Black", art::black_stone()), piece('W', "White", art::white_stone())],
        "",
    )
}

impl Pictured for MuTorere {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.sides(['B', 'W'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = picture.sides(['B', 'W'], turn);
        let counts = position.by_player().map(u32::count_ones);
        (counts == [4; 2]).then_some(position).ok_or("each side has four stones".to_owned())
    }

    fn clicks(&self, position: Position, from: usize) -> Vec<Part> {
        vec![self.layout.arrow(from, empty(position))]
    }

    fn draw(&self, position: Position) -> String {
        let points: Vec<char> = self.show(position).entities.chars().collect();
        let row = |line: [usize; 3]| line.map(|point| points[point].to_string()).join(" ");
        [[7, 0, 1], [6, HUB, 2], [5, 4, 3]].map(|line| format!("   {}\n", row(line))).concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn only_stones_at_the_ends_open_the_game() {
        let moves = |variant| {
            let game = MuTorere::variant(variant).unwrap();
            game.move_names(game.start())
        };
        assert_eq!(moves("restricted"), ["a1-i1", "d1-i1"]);
        assert_eq!(moves("free"), ["a1-i1", "b1-i1", "c1-i1", "d1-i1"]);
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        let game = MuTorere::variant("free").unwrap();
        let after = game.play(game.start(), 1);
        assert_eq!(game.write_position(after), "B-BBWWWWB:w");
        assert_eq!(game.primitive(after), Some(Value::Lose));
    }
}
