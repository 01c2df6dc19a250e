//! Bagh-Chal: goats hem tigers in, tigers jump over goats.
//!
//! The sides differ, so a position is seen the same way whoever is to move. Tiers are (goats to
//! place, goats captured, whose turn it is). While goats are placed nothing comes back, and a unit is
//! a single tier that moves only leave. Afterwards the two tiers with equal captures, one for each
//! turn, lead to each other by slides and are one unit; captures leave it.
//!
//! With the last capture the game is over, on the goats' turn. Such positions are kept in tiers of
//! their own, as published counts do, although all of them have the same value: that costs a tenth
//! of the slots of the standard game, little time and nothing on the disk.

mod board;
mod moves;
mod notation;
mod scene;
mod tiers;

use std::collections::HashSet;

use hindsight_core::{
    About, AboutVariant, CountedOrbits, NotationError, Part, Picture, Presentation, Scene, Step,
    Turn,
};

use self::board::Board;
use self::tiers::{Counts, Numbers, side};
use crate::size;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "baghchal",
    name: "Bagh-Chal",
    summary: "Twenty goats try to hem in four tigers, which jump over goats to capture them.",
    help: "\
The board has 5x5 points. Lines run along all rows and columns, and along the diagonals through the
corners, through the centre and through the middles of the sides. Four tigers stand on the corners.
Goats move first. Each turn they put one goat on an empty point, until all twenty have been placed;
from then on they slide one goat a turn along a line to the next point, which must be empty. Tigers
move from their first turn on: a tiger slides along a line to the next point, if it is empty, or jumps
along a line over a goat next to it to the empty point just behind, and captures that goat. One jump a
turn, and nobody has to jump.

Tigers win when they have captured five goats. Who cannot move loses: goats win when no tiger can
slide or jump, and should the goats be stuck after all are placed, they have lost too. Repetition is
a draw.

A variant is named by its goats and by the captures that win: 8-2 has eight goats and is lost for
them with the second capture. Any numbers do, from 1 to 20 goats, with at most as many captures. With
3x3- in front, as in 3x3-5-2, the board has 3x3 points with the rows, the columns and the two
diagonals for lines, there is one tiger, which starts in the centre, and the goats are 7 at most.

Behind a colon, a part of a game can be asked for: 20-5:0,3 is the standard game from when 0 goats are
left to place and 3 have been captured, with all that may follow. It starts with goats to move, the
tigers where they always start, and the goats on the first points in the order of reading, apart from
the centre.

Positions are written row by row from the top, '-' empty, G and T, then the goats that are still to be
placed, and whose turn it is, g or t:
  T---T/-----/--G--/-----/T---T:19:t
Without the number, no goats are to be placed. All goats that are neither on the board nor to be
placed have been captured. Moves are the point where a goat is put (c3), the points that a piece
leaves and enters (a1-b2), and with an x between them if that is a jump (a1xc3). Columns are a, b, c...
from the left, rows 1, 2, 3... from the bottom.",
    variants: &[
        AboutVariant { id: "20-5", summary: "twenty goats, five captures: the game as played" },
        AboutVariant { id: "6-2", summary: "six goats, two captures" },
        AboutVariant { id: "4-2", summary: "four goats, two captures" },
        AboutVariant { id: "3x3-5-2", summary: "one tiger and five goats on 3x3, two captures" },
        AboutVariant { id: "20-5:0,0", summary: "the second phase of 20-5: all twenty goats are placed" },
    ],
};

/// A position. All goats that are neither on the board nor to be placed have been captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    goats: u32,
    tigers: u32,
    to_place: u8,
    turn: Turn,
}

/// The game with some numbers of goats and captures.
#[derive(Debug)]
pub struct BaghChal {
    board: Board,
    numbers: Numbers,
    start: Counts,
    /// Where the tigers stand at the start.
    dens: u32,
    /// The tiers that the start leads to.
    reachable: HashSet<Counts>,
    orbits: CountedOrbits<2>,
}

impl BaghChal {
    /// The variant of a name: goats and captures, as in `20-5`, on the small board with `3x3-` in
    /// front; and, as in `20-5:0,3`, a part that starts with goats to place and goats captured.
    pub fn variant(name: &str) -> Result<BaghChal, String> {
        BaghChal::named(name).ok_or_else(|| {
            "a name is goats and captures as in 20-5, 1 to 20 goats (to 7 behind 3x3-) and at most as \
             many captures; a part, as in 20-5:0,3, is goats to place and goats captured"
                .to_owned()
        })
    }

    fn named(name: &str) -> Option<BaghChal> {
        let (whole, part) = match name.split_once(':') {
            None => (name, None),
            Some((whole, part)) => (whole, Some(part.split_once(',')?)),
        };
        // The start looks the same from all sides, as the counting of positions by orbits wants it.
        let (board, numbers) = match whole.strip_prefix("3x3-") {
            None => (Board::new(5), whole),
            Some(numbers) => (Board::new(3), numbers),
        };
        let dens = if board.side == 5 { board.corners } else { board.centre };
        let tigers = dens.count_ones() as usize;
        let (goats, captures) = numbers.split_once('-')?;
        // However many are placed, a point stays empty.
        let goats = size::number(goats, 1..=board.size() - tigers - 1)?;
        let numbers = Numbers { goats, tigers, captures: size::number(captures, 1..=goats)? };
        let (to_place, captured) = match part {
            None => (goats, 0),
            Some((to_place, captured)) => {
                let to_place = size::number(to_place, 0..=goats)?;
                let most = (numbers.captures - 1).min(goats - to_place);
                (to_place, size::number(captured, 0..=most)?)
            }
        };
        let start = Counts { to_place, captured, turn: Turn::First };
        Some(BaghChal::new(board, numbers, dens, start))
    }

    fn new(board: Board, numbers: Numbers, dens: u32, start: Counts) -> BaghChal {
        BaghChal {
            numbers,
            start,
            dens,
            reachable: numbers.reachable(start),
            orbits: CountedOrbits::new(&board.group, board.size()),
            board,
        }
    }

    /// The counts of a position with no more goats than there are.
    #[inline(always)]
    fn counts(&self, position: Position) -> Counts {
        let to_place = usize::from(position.to_place);
        let captured = self.numbers.goats - to_place - position.goats.count_ones() as usize;
        Counts { to_place, captured, turn: position.turn }
    }

    /// Why pieces and a turn are no position of this game; `None` if they are.
    fn reason_against(&self, position: Position, to_place: usize) -> Option<String> {
        let Numbers { goats, tigers, captures } = self.numbers;
        let found = position.tigers.count_ones() as usize;
        if found != tigers {
            return Some(format!("{found} tigers, not {tigers}"));
        }
        let on_board = position.goats.count_ones() as usize;
        if on_board + to_place > goats {
            return Some(format!(
                "{on_board} goats on the board and {to_place} to place are more than {goats}"
            ));
        }
        let captured = goats - on_board - to_place;
        if captured > captures {
            return Some(format!(
                "{captured} goats are missing, but the game ends when {captures} are captured"
            ));
        }
        let counts = Counts { to_place, captured, turn: position.turn };
        let Counts { to_place: first_to_place, captured: first_captured, .. } = self.start;
        (!self.reachable.contains(&counts)).then(|| {
            format!(
                "from {first_to_place} goats to place and {first_captured} captured, no play leads \
                 to {to_place} to place and {captured} captured with {} to move",
                side(position.turn)
            )
        })
    }
}

impl Presentation for BaghChal {
    fn write_position(&self, position: Position) -> String {
        notation::write(&self.board, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (position, to_place) = notation::parse(&self.board, text)?;
        match self.reason_against(position, to_place) {
            Some(reason) => Err(NotationError::position(text, reason)),
            None => Ok(Position { to_place: to_place as u8, ..position }),
        }
    }

    fn write_move(&self, _position: Position, chosen: Step) -> String {
        notation::write_move(&self.board, chosen)
    }

    fn board(&self, position: Position) -> String {
        let counts = self.counts(position);
        let captured = format!("{} of {}", counts.captured, self.numbers.captures);
        let side = if position.turn == Turn::First { "Goats" } else { "Tigers" };
        let drawn = notation::draw(&self.board, position);
        format!(
            "{drawn}{side} to move; goats to place: {}, captured: {captured}\n",
            counts.to_place
        )
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn parts(&self, position: Position, chosen: Step) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        scene::set_up(self, picture, turn)
    }
}

#[cfg(test)]
mod tests;
