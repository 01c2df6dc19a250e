//! Fox and Geese on a chessboard: a row of geese advances to trap a fox that wants to get through.
//!
//! Geese only go forward, so the game ends. The index has every arrangement on the dark squares, a
//! tier for each player to move: no symmetry of the board keeps both the dark squares and the way
//! forward.
//!
//! # Open questions
//!
//! Of the games with this name this is the one on the dark squares of a chessboard (Winning Ways,
//! chapter 20; also called Fox and Hounds); the one on the cross with thirteen geese or more is far
//! too large. The fox moves first, from a square near the middle of its row; a fox that may choose
//! the square is no better off, as the known results say.

use hindsight_core::bits::{mask, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Group, Indexed, Occupant, OrbitSlot, Orbits, Part, Picture,
    Pictured, Region, RegionIndex, RegionPivot, Rules, Tier, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "foxandgeese",
    name: "Fox and Geese",
    summary: "A fox tries to get past a line of geese that only go forward.",
    help: "\
The game is played on the dark squares of a chessboard. The geese fill the top row's dark squares, the
fox stands on the bottom row. The fox moves first. A move takes one animal to a free dark square that
touches its own at a corner. The fox goes any way; geese go down only. Nothing is captured. The fox wins
when it reaches the top row, and when the geese cannot move. The geese win when the fox cannot move.

Positions are written row by row from the top, F for the fox, G for geese, '-' for everything else, then
the player to move, f or g; on 4x4:
  -G-G/----/----/--F-:f
Moves are the square that is left and the one that is entered: e1-d2.",
    variants: &[
        AboutVariant { id: "8x8", summary: "four geese on the chessboard" },
        AboutVariant { id: "6x6", summary: "three geese" },
        AboutVariant { id: "4x4", summary: "two geese" },
    ],
};

/// The most animals: the fox and four geese.
const ANIMALS: usize = 5;

/// The squares of the animals: dark squares, numbered row by row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    geese: u32,
    fox: u8,
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct FoxAndGeese {
    side: usize,
    /// The dark squares above and below that touch each one at a corner.
    above: Vec<u32>,
    below: Vec<u32>,
    index: RegionIndex<ANIMALS>,
    layout: BoardLayout,
}

impl FoxAndGeese {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<FoxAndGeese> {
        match name {
            "8x8" => Some(FoxAndGeese::new(8)),
            "6x6" => Some(FoxAndGeese::new(6)),
            "4x4" => Some(FoxAndGeese::new(4)),
            _ => None,
        }
    }

    fn new(side: usize) -> FoxAndGeese {
        let squares = side * side / 2;
        let touching = |square: usize, down: isize| {
            let (row, column) = (cell(side, square) / side, cell(side, square) % side);
            let touches = |other: &usize| {
                let (to_row, to_column) = (cell(side, *other) / side, cell(side, *other) % side);
                to_row as isize - row as isize == down && to_column.abs_diff(column) == 1
            };
            mask((0..squares).filter(touches))
        };
        let everywhere = (1u128 << squares) - 1;
        let fox = Region { cells: everywhere, pieces: 1 };
        let geese = Region { cells: everywhere, pieces: side / 2 };
        let index = RegionIndex::new(&RegionPivot::new(&Group::trivial(squares), &[fox]), &[geese]);
        FoxAndGeese {
            side,
            above: (0..squares).map(|square| touching(square, -1)).collect(),
            below: (0..squares).map(|square| touching(square, 1)).collect(),
            index,
            layout: layout(side),
        }
    }

    fn each_move(&self, position: Position, mut visit: impl FnMut(usize, usize)) {
        let free = !(position.geese | 1 << position.fox);
        match position.turn {
            Turn::First => {
                let fox = usize::from(position.fox);
                ones((self.above[fox] | self.below[fox]) & free).for_each(|to| visit(fox, to));
            }
            Turn::Second => {
                for goose in ones(position.geese) {
                    ones(self.below[goose] & free).for_each(|to| visit(goose, to));
                }
            }
        }
    }
}

/// The cell of the board that is a dark square.
fn cell(side: usize, square: usize) -> usize {
    let (row, number) = (square / (side / 2), square % (side / 2));
    row * side + 2 * number + (row + 1) % 2
}

impl Rules for FoxAndGeese {
    type Position = Position;
    /// From where and to where an animal goes.
    type Move = (usize, usize);

    fn start(&self) -> Position {
        let half = self.side / 2;
        let fox = half * (self.side - 1) + half / 2;
        Position { geese: (1 << half) - 1, fox: fox as u8, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        if usize::from(position.fox) < self.side / 2 {
            return Some(position.turn.of([Value::Win, Value::Lose]));
        }
        let mut stuck = true;
        self.each_move(position, |_, _| stuck = false);
        stuck.then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut((usize, usize))) {
        self.each_move(position, |from, to| visit((from, to)));
    }

    fn play(&self, position: Position, (from, to): (usize, usize)) -> Position {
        let turn = position.turn.other();
        match position.turn {
            Turn::First => Position { fox: to as u8, turn, ..position },
            Turn::Second => {
                Position { geese: position.geese ^ 1 << from ^ 1 << to, turn, ..position }
            }
        }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

impl Indexed for FoxAndGeese {
    fn tier_of(&self, position: Position) -> Tier {
        Tier(u64::from(position.turn == Turn::Second))
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        vec![Tier(1 - tier.0)]
    }

    fn tier_name(&self, tier: Tier) -> String {
        if tier.0 == 0 { "fox" } else { "geese" }.to_owned()
    }

    fn slots(&self, _tier: Tier) -> u64 {
        self.index.slots()
    }

    fn locate_in(&self, _tier: Tier, position: Position) -> OrbitSlot {
        let mut list = [u8::MAX; ANIMALS];
        list[0] = position.fox;
        for (place, goose) in list[1..].iter_mut().zip(ones(position.geese)) {
            *place = goose as u8;
        }
        self.index.locate(&list)
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([fox, geese @ ..], stabiliser) = self.index.occupant(slot)?;
        let geese = mask(geese[..self.side / 2].iter().map(|&goose| goose.into()));
        let turn = if tier.0 == 0 { Turn::First } else { Turn::Second };
        Some(Occupant { position: Position { geese, fox, turn }, stabiliser })
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "none", turns_apart: true }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.side as u32
    }
}

fn layout(side: usize) -> BoardLayout {
    let fox = "<path d=\"M14 16L34 30H66L86 16L80 54L50 90L20 54Z\" fill=\"#c8622a\" \
               stroke=\"#5a2608\" stroke-width=\"5\" stroke-linejoin=\"round\"/>\
               <path d=\"M32 58L50 90L68 58L50 66Z\" fill=\"#fff3e6\"/>"
        .to_owned()
        + &art::dot([37.0, 48.0], 5.0, "#1d0f05")
        + &art::dot([63.0, 48.0], 5.0, "#1d0f05");
    let goose = art::disc([50.0, 50.0], 42.0, "#f7f7f2", "#555")
        + "<path d=\"M38 52H62L50 76Z\" fill=\"#e59a1c\" stroke=\"#8a5a0a\" stroke-width=\"4\"/>"
        + &art::dot([36.0, 38.0], 5.0, "#222")
        + &art::dot([64.0, 38.0], 5.0, "#222");
    let pieces = vec![
        piece('F', "Fox", art::token(&fox).with_image("foxandhounds/F.svg")),
        piece('G', "Goose", art::token(&goose).with_image("foxandhounds/G.svg")),
    ];
    BoardArt::chequered(side, side).layout(["Fox", "Geese"], pieces, "")
}

impl Pictured for FoxAndGeese {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let mut cells = vec!['-'; self.layout.places()];
        cells[cell(self.side, position.fox.into())] = 'F';
        ones(position.geese).for_each(|goose| cells[cell(self.side, goose)] = 'G');
        self.layout.picture(cells, Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let squares = self.side * self.side / 2;
        let [fox, geese] = ['F', 'G'].map(|animal| {
            let cells = picture.mask(animal);
            let dark = (0..squares).filter(|square| cells >> cell(self.side, *square) & 1 == 1);
            let found = mask(dark);
            (found.count_ones() == cells.count_ones()).then_some(found)
        });
        let (Some(fox), Some(geese)) = (fox, geese) else {
            return Err("animals stand on dark squares only".to_owned());
        };
        if (fox.count_ones(), geese.count_ones() as usize) != (1, self.side / 2) {
            return Err(format!("there are one fox and {} geese", self.side / 2));
        }
        Ok(Position { geese, fox: fox.trailing_zeros() as u8, turn })
    }

    fn clicks(&self, _position: Position, (from, to): (usize, usize)) -> Vec<Part> {
        vec![self.layout.arrow(cell(self.side, from), cell(self.side, to))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(text: &str) -> Vec<String> {
        let game = FoxAndGeese::variant("4x4").unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn the_start_is_as_described() {
        let game = FoxAndGeese::variant("8x8").unwrap();
        let rows = "-G-G-G-G/--------/--------/--------/--------/--------/--------/----F---:f";
        assert_eq!(game.write_position(game.start()), rows);
        assert_eq!(moves("-G-G/----/----/--F-:f"), ["c1-b2", "c1-d2"]);
    }

    #[test]
    fn geese_go_down_and_the_fox_anywhere() {
        assert_eq!(moves("-G-G/----/-F--/----:g"), ["b4-a3", "b4-c3", "d4-c3"]);
        assert_eq!(moves("-G-G/----/-F--/----:f"), ["b2-a3", "b2-c3", "b2-a1", "b2-c1"]);
    }

    #[test]
    fn the_game_ends_at_the_top_or_when_stuck() {
        let game = FoxAndGeese::variant("4x4").unwrap();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("-F--/----/-G-G/----:g"), Some(Value::Lose));
        assert_eq!(value("----/----/-G-G/--F-:f"), Some(Value::Lose));
        assert_eq!(value("----/--F-/----/G-G-:g"), Some(Value::Lose));
        assert_eq!(value("----/--F-/----/G-G-:f"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        let game = FoxAndGeese::variant("4x4").unwrap();
        for text in
            ["G--G/----/----/--F-:f", "-G--/----/----/--F-:f", "-G-G/----/----/----:f", ":f"]
        {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
