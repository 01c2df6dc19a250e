//! Tac Tix: take neighbouring coins from one row or column of a square; take the last.
//!
//! # Open questions
//!
//! The last to take wins, as in Cheung (2023). As first described, the last to take lost, since under
//! normal play whoever mirrors the opponent's moves wins; that form has no Grundy numbers and is not
//! here.

use hindsight_core::bits::{lowest, mask, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Components, Extras, Kind, Part, Picture, Pictured,
    Rules, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "tactix",
    name: "Tac Tix",
    summary: "Take neighbouring coins from one row or column; whoever takes the last wins.",
    help: "\
Coins lie on all cells of a square. The players take turns. A move takes one coin, or several that lie
side by side in one row or one column with no gap between them. Whoever takes the last coin wins; in
other words, who cannot move has lost.

Both players have the same moves, so every position also has a Grundy number. Groups of coins that do
not touch have nothing to do with one another, and their numbers add up as in Nim.

Positions are the rows from the top, o for a coin and '-' for none, then the player to move, f or s:
  oooo/o--o/oooo/oooo:s
Moves are the coin, or the first and the last coin: b3 or b3-c3, columns lettered from the left and
rows numbered from the bottom.",
    variants: &[
        AboutVariant { id: "4x4", summary: "sixteen coins" },
        AboutVariant { id: "3x3", summary: "nine coins" },
    ],
};

/// The coins, row by row from the top left, and who is to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    coins: u32,
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct TacTix {
    side: usize,
    /// What can be taken at once if all of it is there.
    takes: Vec<Take>,
    layout: BoardLayout,
}

/// Coins side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    coins: u32,
    first: u8,
    last: u8,
}

impl TacTix {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<TacTix> {
        let side = match name {
            "3x3" => 3,
            "4x4" => 4,
            _ => return None,
        };
        let coin = art::token(
            &(art::disc([50.0, 50.0], 46.0, "#d9a92f", "#7d5b0d")
                + &art::circle([50.0, 50.0], 33.0, "#7d5b0d", 4.0)),
        );
        let mut layout = BoardArt::cells(side, side).layout(
            ["First", "Second"],
            vec![piece('o', "Coin", coin.with_image("tactix/o.svg"))],
            "",
        );
        // Coins are taken from one to another; the lines between them cover one another.
        layout.scene.lines_by_ends = true;
        Some(TacTix { side, takes: takes(side), layout })
    }

    /// The coins that a coin touches by way of others.
    fn group(&self, coins: u32, coin: usize) -> u32 {
        let left = mask((0..self.side).map(|row| row * self.side));
        let right = left << (self.side - 1);
        let mut group = 1 << coin;
        loop {
            let beside = (group & !right) << 1 | (group & !left) >> 1;
            let larger = group | (beside | group << self.side | group >> self.side) & coins;
            if larger == group {
                return group;
            }
            group = larger;
        }
    }
}

fn takes(side: usize) -> Vec<Take> {
    let mut takes = Vec::new();
    for first in 0..side * side {
        let (row, column) = (first / side, first % side);
        let mut add = |length: usize, step: usize| {
            let coins = mask((0..length).map(|at| first + at * step));
            let last = first + (length - 1) * step;
            takes.push(Take { coins, first: first as u8, last: last as u8 });
        };
        (1..=side - column).for_each(|length| add(length, 1));
        (2..=side - row).for_each(|length| add(length, side));
    }
    takes
}

impl Rules for TacTix {
    type Position = Position;
    type Move = Take;

    fn start(&self) -> Position {
        Position { coins: lowest(self.side * self.side), turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (position.coins == 0).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, visit: impl FnMut(Take)) {
        let there = |take: &Take| take.coins & !position.coins == 0;
        self.takes.iter().copied().filter(there).for_each(visit);
    }

    fn play(&self, position: Position, take: Take) -> Position {
        Position { coins: position.coins & !take.coins, turn: position.turn.other() }
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

impl Components<Position> for TacTix {
    /// Groups of coins that do not touch one another.
    fn components(&self, position: Position, visit: &mut dyn FnMut(Position)) {
        let mut coins = position.coins;
        while let Some(coin) = ones(coins).next() {
            let group = self.group(coins, coin);
            coins &= !group;
            visit(Position { coins: group, turn: Turn::First });
        }
    }
}

impl Pictured for TacTix {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.pieces(['o'], [position.coins], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        Ok(Position { coins: picture.mask('o') as u32, turn })
    }

    fn clicks(&self, _position: Position, take: Take) -> Vec<Part> {
        let (from, to) = (usize::from(take.first), usize::from(take.last));
        if from == to {
            return vec![self.layout.spot(from, None)];
        }
        let name = format!("{}-{}", self.layout.name(from), self.layout.name(to));
        vec![Part::last(name, Button::Line { from, to })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(game: &TacTix, text: &str) -> Vec<String> {
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn gaps_cannot_be_crossed() {
        let game = TacTix::variant("3x3").unwrap();
        assert_eq!(
            moves(&game, "o-o/o--/o-o:f"),
            ["a3", "a3-a2", "a3-a1", "c3", "a2", "a2-a1", "a1", "c1"]
        );
        // Nine single coins, and in each of the six lines two pairs and one of three.
        assert_eq!(moves(&game, "ooo/ooo/ooo:f").len(), 9 + 6 * 3);
        assert!(moves(&game, "---/---/---:s").is_empty());
    }

    #[test]
    fn corners_do_not_touch() {
        let game = TacTix::variant("3x3").unwrap();
        let parts = |text| {
            let mut parts = Vec::new();
            game.components(game.parse_position(text).unwrap(), &mut |part| {
                parts.push(game.write_position(part));
            });
            parts
        };
        assert_eq!(parts("oo-/--o/o-o:s"), ["oo-/---/---:f", "---/--o/--o:f", "---/---/o--:f"]);
        assert_eq!(parts("ooo/o-o/ooo:f").len(), 1);
        // The end of one row does not touch the beginning of the next.
        assert_eq!(parts("--o/o--/---:f").len(), 2);
        assert!(parts("---/---/---:f").is_empty());
    }
}
