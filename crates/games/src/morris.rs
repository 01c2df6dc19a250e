//! The morris family: place stones, slide them, and close mills to take the opponent's.
//!
//! Loopy, folded by side to move. A position is seen by the player to move: *mine* and *theirs*, on
//! the board and in hand. Tiers are (mine, theirs, my hand, their hand); placements and captures
//! never come back, so the unit of a tier is the tier and its mirror, where both can slide, and the
//! tier alone, where not.
//!
//! A player who is left with fewer than three stones has lost, by a capture and so on the own turn.
//! Such positions are kept in tiers of their own, although all of them have the same value: that
//! costs a few slots in a hundred, which take no time to solve and nothing on the disk, and it lets
//! the published counts, in which they stand, be compared without exceptions.

mod board;
mod evaluation;
mod moves;
mod notation;
mod scene;
mod tiers;

use std::collections::{BTreeSet, HashSet};

use hindsight_core::{
    About, AboutVariant, CountedOrbits, NotationError, Part, Picture, Presentation, Scene, Step,
    Tier, Turn, Value,
};

use self::board::Board;
use self::tiers::{Counts, FEWEST_STONES, Ways};
use crate::size;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "morris",
    name: "Men's Morris",
    summary: "Place stones, slide them along the lines; three in a row take an opposing stone.",
    help: "\
Each player has a number of stones in hand: nine in Nine Men's Morris. White moves first. While you
have stones in hand, a turn puts one of them on an empty point. After that, a turn slides one of your
stones along a line to the next point, which must be empty. With exactly three stones left, on the
board and in hand together, you may move a stone to any empty point (flying).

Three of your stones on a line are a mill. Whoever closes a mill takes one opposing stone off the
board: exactly one, also when two mills close at once, and one that is in a mill only if all opposing
stones are in mills. A player with fewer than three stones, on the board and in hand together, has
lost, and so has a player who cannot move. Repetition is a draw.

The variants differ in the board, in the stones and in one rule each. Lasker: ten stones, and who has
stones in hand may place one or move one. Morabaraba: twelve stones, and the corners of the squares are
joined too, which makes four more mills; with fulldraw, a board that is full when all stones are
placed ends the game level (a tie, as positions that end level are called here); with pass, players
pass on it for ever, which is a draw. Three: the points, rows and columns of a 3x3 board, no diagonals,
no flying. Six: two squares, no flying.

Every variant can be played with other numbers of stones: nine:7,6 gives White seven and Black six.
Numbers from 3 to 12 each on the boards with 24 points, to 8 on that with 16, to 4 on that with 9.
With nine:3-7,3-6 all games with so many stones are solved together; it starts with the most. A plus,
as in nine+, adds tiers that only captures without a mill would lead to, as Malom's databases have them.

Positions are written point by point in rows from the top, '-' empty, W and B, with the rows
separated by '/', then the stones in hand, White's first, and whose turn it is:
  W--/-B-/---/------/---/---/---:8,8:w
In each row only the points of the board are written. Without the stones in hand, there are none.
Moves are the point that gets a stone (d6), or the point left and the point entered (d6-d5), and
behind an x the point of the stone taken: d6xa1, d6-d5xa1. Columns are a, b, c... from the left, rows
1, 2, 3... from the bottom.",
    variants: &[
        AboutVariant { id: "nine", summary: "Nine Men's Morris" },
        AboutVariant { id: "nine-nofly", summary: "Nine Men's Morris without flying" },
        AboutVariant {
            id: "nine-takeany",
            summary: "Nine Men's Morris; stones in mills may always be taken",
        },
        AboutVariant {
            id: "lasker",
            summary: "Lasker Morris: ten stones, place or slide while some are in hand",
        },
        AboutVariant {
            id: "morabaraba",
            summary: "Morabaraba: twelve stones, corners joined; who cannot move loses",
        },
        AboutVariant {
            id: "morabaraba-fulldraw",
            summary: "Morabaraba; a board filled by placing ends the game level (a tie)",
        },
        AboutVariant {
            id: "three",
            summary: "Three Men's Morris on the rows and columns of 3x3 points, no flying",
        },
        AboutVariant { id: "six", summary: "Six Men's Morris: two squares, no flying" },
    ],
};

/// The most stones that a player can have: as many as the digits of a tier's number can tell.
const MOST_STONES: usize = 12;

/// The move of a player who passes.
const PASS: Step = Step { from: 0, to: 0, over: 0 };

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u32,
    theirs: u32,
    my_hand: u8,
    their_hand: u8,
    turn: Turn,
}

/// One game of the family.
#[derive(Debug)]
pub struct Morris {
    board: Board,
    ways: Ways,
    /// Whether a stone in a mill may always be taken.
    takes_any: bool,
    /// What a full board is worth to the player to move, where nobody passes there.
    full_board: Value,
    /// The stones that White and Black have at the start; of several starts, at the last.
    stones: [usize; 2],
    /// The tiers of all starts.
    roots: Vec<Tier>,
    /// The tiers that the starts lead to.
    reachable: HashSet<Counts>,
    orbits: CountedOrbits<2>,
}

impl Morris {
    /// The variant of a name in [`ABOUT`], optionally with the stones of White and of Black, as in
    /// `nine:7,6`, or with the least and the most of each, as in `nine:3-7,6-6`; with a plus, as in `nine+` and
    /// `nine+:7,6`, there are also the tiers that only captures without a mill would lead to.
    pub fn variant(name: &str) -> Result<Morris, String> {
        let (name, stones) = match name.split_once(':') {
            None => (name, None),
            Some((name, stones)) => (name, Some(stones)),
        };
        let (name, has_sectors) = match name.strip_suffix('+') {
            None => (name, false),
            Some(name) => (name, true),
        };
        let squares = |squares| Board::squares(squares, false);
        let morabaraba = || Board::squares(3, true);
        let (board, usual_stones) = match name {
            "nine" | "nine-nofly" | "nine-takeany" => (squares(3), 9),
            "lasker" => (squares(3), 10),
            "morabaraba" | "morabaraba-fulldraw" | "morabaraba-pass" => (morabaraba(), 12),
            "three" => (Board::three_by_three(), 3),
            "six" => (squares(2), 6),
            _ => return Err(format!("no rules are called '{name}'")),
        };
        let most = (board.size() / 2).min(MOST_STONES);
        let malformed = || {
            let fewest = FEWEST_STONES;
            format!(
                "stones are White's and Black's as in {name}:{fewest},{most}, each from {fewest} to {most}"
            )
        };
        let number = |text: &str| size::number(text, FEWEST_STONES..=most);
        let range = |text: &str| match text.split_once('-') {
            None => number(text).map(|stones| stones..=stones),
            Some((least, most)) => Some(number(least)?..=number(most)?),
        };
        let ranges = |text: &str| {
            let (white, black) = text.split_once(',')?;
            Some((range(white)?, range(black)?))
        };
        let (white, black) = match stones {
            None => (usual_stones..=usual_stones, usual_stones..=usual_stones),
            Some(stones) => ranges(stones).ok_or_else(malformed)?,
        };
        let starts = white.flat_map(|white| black.clone().map(move |black| [white, black]));
        let ways = Ways {
            points: board.size(),
            flying: !matches!(name, "nine-nofly" | "three" | "six"),
            slides_early: name == "lasker",
            passes: name == "morabaraba-pass",
        };
        let full_board = if name == "morabaraba-fulldraw" { Value::Tie } else { Value::Lose };
        let starts = starts.collect();
        Morris::new(board, ways, name == "nine-takeany", full_board, starts, has_sectors)
            .ok_or_else(malformed)
    }

    /// A game with the stones of White and Black at one or several starts; none without any.
    fn new(
        board: Board,
        ways: Ways,
        takes_any: bool,
        full_board: Value,
        starts: Vec<[usize; 2]>,
        has_sectors: bool,
    ) -> Option<Morris> {
        let stones = *starts.last()?;
        let counts =
            |[my_hand, their_hand]: [usize; 2]| Counts { mine: 0, theirs: 0, my_hand, their_hand };
        let mut starts: Vec<Counts> = starts.into_iter().map(counts).collect();
        if has_sectors {
            let sectors: BTreeSet<Counts> =
                starts.iter().flat_map(|&start| ways.sectors(start)).collect();
            starts = sectors.into_iter().collect();
        }
        Some(Morris {
            ways,
            takes_any,
            full_board,
            stones,
            reachable: starts.iter().flat_map(|&start| ways.reachable(start)).collect(),
            roots: starts.into_iter().map(Counts::tier).collect(),
            orbits: CountedOrbits::new(&board.group, board.size()),
            board,
        })
    }

    #[inline(always)]
    fn counts(&self, position: Position) -> Counts {
        Counts {
            mine: position.mine.count_ones() as usize,
            theirs: position.theirs.count_ones() as usize,
            my_hand: position.my_hand.into(),
            their_hand: position.their_hand.into(),
        }
    }
}

impl Presentation for Morris {
    fn write_position(&self, position: Position) -> String {
        notation::write(&self.board, self.in_colours(position))
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.with_stones(notation::parse(&self.board, text)?, text)
    }

    fn write_move(&self, _position: Position, chosen: Step) -> String {
        let name = |point| notation::point_name(&self.board, point);
        if chosen == PASS {
            return "pass".to_owned();
        }
        let mut text = name(chosen.to);
        if chosen.from != 0 {
            text = format!("{}-{text}", name(chosen.from));
        }
        if chosen.over != 0 {
            text = format!("{text}x{}", name(chosen.over));
        }
        text
    }

    fn board(&self, position: Position) -> String {
        notation::draw(&self.board, self.in_colours(position))
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
