//! Nim: take any number from one pile; take the last.
//!
//! # Open questions
//!
//! None under normal play. Misère Nim, in which the last to take loses, is not here: its positions
//! have no Grundy numbers.

use hindsight_core::{
    About, AboutVariant, BoardLayout, Components, Extras, Kind, Part, Picture, Pictured, Rules,
    Turn, Value,
};

use crate::board_art::{BoardArt, piece};
use crate::{art, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "nim",
    name: "Nim",
    summary: "Take any number from one pile; whoever takes the last wins.",
    help: "\
There are some piles of stones. The players take turns. A move takes one or more stones from one of
the piles. Whoever takes the last stone of all wins; in other words, who cannot move has lost.

Both players have the same moves, so every position also has a Grundy number: the sizes of the piles
added in binary without carrying. The player to move has lost when it is 0.

Positions are the piles from the top, a row each with o for a stone, then the player to move, f or s:
  ooo--/oooo-/ooooo:f
Moves are the stone from which on all to the right are taken, columns lettered from the left and rows
numbered from the bottom: b3 leaves one stone of the pile in row 3.
Variants are the piles: 3-4-5. Up to 8 piles, of up to 20 stones.",
    variants: &[
        AboutVariant { id: "3-4-5", summary: "three piles: three, four and five" },
        AboutVariant { id: "1-3-5-7", summary: "four piles: one, three, five and seven" },
        AboutVariant { id: "7-7", summary: "two piles of seven" },
        AboutVariant { id: "5-6-7-8", summary: "four piles: five, six, seven and eight" },
    ],
};

const MOST_PILES: usize = 8;
const LARGEST: usize = 20;

/// The piles and who is to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    piles: [u8; MOST_PILES],
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct Nim {
    piles: Vec<u8>,
    columns: usize,
    layout: BoardLayout,
}

impl Nim {
    /// The variant of a name as the [help](ABOUT) describes it, or why it is none.
    pub fn variant(name: &str) -> Result<Nim, String> {
        let piles = name.split('-').map(|pile| size::number(pile, 1..=LARGEST));
        let Some(piles) = piles.collect::<Option<Vec<_>>>() else {
            return Err(format!("piles are numbers from 1 to {LARGEST}, as in 3-4-5"));
        };
        if piles.len() > MOST_PILES {
            return Err(format!("there are at most {MOST_PILES} piles"));
        }
        let columns = piles.iter().copied().max().unwrap_or(1);
        let layout = BoardArt::cells(piles.len(), columns).layout(
            ["First", "Second"],
            vec![piece('o', "Stone", art::black_stone().with_image("nim/x.svg"))],
            "",
        );
        Ok(Nim { piles: piles.into_iter().map(|pile| pile as u8).collect(), columns, layout })
    }
}

impl Rules for Nim {
    type Position = Position;
    /// The pile, and how many stones are left in it.
    type Move = (u8, u8);

    fn start(&self) -> Position {
        let mut piles = [0; MOST_PILES];
        piles[..self.piles.len()].copy_from_slice(&self.piles);
        Position { piles, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (position.piles == [0; MOST_PILES]).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut((u8, u8))) {
        for (pile, stones) in (0..).zip(position.piles) {
            (0..stones).for_each(|left| visit((pile, left)));
        }
    }

    fn play(&self, position: Position, (pile, left): (u8, u8)) -> Position {
        let mut piles = position.piles;
        piles[usize::from(pile)] = left;
        Position { piles, turn: position.turn.other() }
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

impl Components<Position> for Nim {
    /// Each pile by itself.
    fn components(&self, position: Position, visit: &mut dyn FnMut(Position)) {
        for stones in position.piles.into_iter().filter(|&stones| stones > 0) {
            let mut piles = [0; MOST_PILES];
            piles[0] = stones;
            visit(Position { piles, turn: Turn::First });
        }
    }
}

impl Pictured for Nim {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let rows = position.piles.iter().take(self.piles.len());
        let stone = |at: usize, pile: u8| if at < usize::from(pile) { 'o' } else { '-' };
        let stones = rows.flat_map(|&pile| (0..self.columns).map(move |at| stone(at, pile)));
        self.layout.picture(stones, Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let stones: Vec<char> = picture.entities.chars().collect();
        let mut piles = [0; MOST_PILES];
        for (number, stones) in stones.chunks(self.columns).enumerate() {
            piles[number] = stones.iter().filter(|stone| **stone == 'o').count() as u8;
            if piles[number] > self.piles[number] {
                return Err(format!("pile {} has {} stones", number + 1, self.piles[number]));
            }
        }
        let position = Position { piles, turn };
        if self.show(position) != *picture {
            return Err("the stones of a pile stand side by side at the left".to_owned());
        }
        Ok(position)
    }

    fn clicks(&self, _position: Position, (pile, left): (u8, u8)) -> Vec<Part> {
        vec![self.layout.spot(usize::from(pile) * self.columns + usize::from(left), None)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn a_move_takes_from_one_pile() {
        let game = Nim::variant("3-4-5").unwrap();
        let after = game.play(game.start(), (1, 1));
        assert_eq!(game.write_position(after), "ooo--/o----/ooooo:s");
        assert_eq!(game.write_move(game.start(), (1, 1)), "b2");
        let mut moves = 0;
        game.moves(game.start(), |_| moves += 1);
        assert_eq!(moves, 3 + 4 + 5);
    }

    #[test]
    fn nothing_left_is_lost() {
        let game = Nim::variant("1-3").unwrap();
        let position = game.parse_position("---/---:s").unwrap();
        assert_eq!(game.primitive(position), Some(Value::Lose));
    }

    #[test]
    fn nonsense_is_refused() {
        let game = Nim::variant("1-3").unwrap();
        for text in ["oo-/ooo:f", "-o-/ooo:f", "o--/o-o:f", "o--:f", "o--/ooo:x"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
        for name in ["", "0", "3-", "3--4", "21", "1-1-1-1-1-1-1-1-1", "-1"] {
            assert!(Nim::variant(name).is_err(), "{name}");
        }
    }
}
