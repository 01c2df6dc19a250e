//! Dao: four stones each slide as far as they can; make a row, a square or take the corners.
//!
//! One tier, loopy, folded by side to move.
//!
//! # Open questions
//!
//! The rules are the usual ones of the game by Jeff Pickering and Ben van Buskirk. Diagonals do not
//! count as rows. A player whose stone in a corner is shut in by three opposing stones wins. Who
//! cannot move, which hardly happens, has lost.

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, CountedOrbits, Group, Indexed, Occupant, OrbitSlot, Orbits, Part, Picture,
    Pictured, Rules, Sheet, Sides, Tier, Turn, Value,
};

use crate::art;
use crate::ground::{Ground, piece};
use crate::lines::first_to;
use crate::rays::{Rays, slides};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "dao",
    name: "Dao",
    summary: "Slide stones as far as they go; make a row or a square of four, or take the corners.",
    help: "\
The board has four by four cells. Each player has four stones, which stand on the two diagonals at
first. White moves first. A move slides one of your stones along its row, column or diagonal as far as
it can go: up to the edge or to the next stone. Your four stones in one row or column, in a square of
two by two, or in the four corners win. Diagonals do not count. If one of your stones stands in a corner
and three opposing stones shut it in there, you win as well. Who cannot move has lost.

Positions are written row by row from the top, W, B or '-', then the player to move:
  W--B/-WB-/-BW-/B--W:w
Moves are the cell that the stone leaves and the one where it stops: a4-a2. Columns are a to d from the
left, rows 1 to 4 from the bottom.",
    variants: &[AboutVariant { id: "4x4", summary: "four stones each on 4x4" }],
};

const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;
const STONES: usize = 4;
const START: [u32; 2] = [0b1000_0100_0010_0001, 0b0001_0010_0100_1000];
const CORNERS: u32 = 0b1001_0000_0000_1001;

/// The stones.
pub type Position = Sides;

/// The game.
#[derive(Debug)]
pub struct Dao {
    /// Rows, columns, squares and the corners.
    goals: Vec<u32>,
    rays: Rays,
    orbits: CountedOrbits<2>,
    sheet: Sheet,
}

impl Dao {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Dao> {
        let rows = (0..SIDE).map(|row| 0b1111 << (row * SIDE));
        let columns = (0..SIDE).map(|column| 0b0001_0001_0001_0001 << column);
        let top_left = (0..CELLS).filter(|cell| cell % SIDE < SIDE - 1 && cell / SIDE < SIDE - 1);
        let squares = top_left.map(|cell| 0b0011_0011 << cell);
        (name == "4x4").then(|| Dao {
            goals: rows.chain(columns).chain(squares).chain([CORNERS]).collect(),
            rays: Rays::new(SIDE, SIDE),
            orbits: CountedOrbits::new(&Group::of_rectangle(SIDE, SIDE), CELLS),
            sheet: sheet(),
        })
    }

    /// The slides of the player to move.
    fn slides(&self, position: Position) -> impl Iterator<Item = (usize, usize)> {
        let stones = position.taken();
        ones(position.mine).flat_map(move |from| {
            let ends = slides(&self.rays, from, stones).filter_map(|reached| reached.last());
            ends.map(move |&to| (from, to.into()))
        })
    }

    fn has_won(&self, own: u32, other: u32) -> bool {
        let shut_in = |corner: usize| {
            let beside = self.rays.beside(corner);
            other & beside == beside
        };
        self.goals.contains(&own) || ones(own & CORNERS).any(shut_in)
    }
}

impl Rules for Dao {
    type Position = Position;
    /// From where and to where a stone goes.
    type Move = (usize, usize);

    fn start(&self) -> Position {
        Sides::new(START, Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let stuck = || self.slides(position).next().is_none().then_some(Value::Lose);
        let has_won = |own| self.has_won(own, position.taken() & !own);
        first_to(has_won, [position.mine, position.theirs]).or_else(stuck)
    }

    fn moves(&self, position: Position, visit: impl FnMut((usize, usize))) {
        self.slides(position).for_each(visit);
    }

    fn play(&self, position: Position, (from, to): (usize, usize)) -> Position {
        position.moved(from, to)
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

impl Indexed for Dao {
    fn tier_of(&self, _position: Position) -> Tier {
        self.orbits.tier([STONES; 2])
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    fn tier_name(&self, _tier: Tier) -> String {
        "all".to_owned()
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.orbits.slots(tier)
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.orbits.locate(tier, [position.mine, position.theirs])
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([mine, theirs], stabiliser) = self.orbits.occupant(tier, slot)?;
        Some(Occupant { position: Sides { mine, theirs, turn: Turn::First }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.orbits.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        position.seen_by(turn)
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }
}

fn sheet() -> Sheet {
    Ground::cells(SIDE, SIDE).with_image("dao/grid.svg").sheet(
        ["White", "Black"],
        vec![
            piece('W', "White", art::white_stone().with_image("dao/W.svg")),
            piece('B', "Black", art::black_stone().with_image("dao/B.svg")),
        ],
        "",
    )
}

impl Pictured for Dao {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn show(&self, position: Position) -> Picture {
        self.sheet.sides(['W', 'B'], position)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let position = picture.sides(['W', 'B'], turn);
        let counts = position.by_player().map(|stones| stones.count_ones() as usize);
        (counts == [STONES; 2]).then_some(position).ok_or("each side has four stones".to_owned())
    }

    fn clicks(&self, _position: Position, (from, to): (usize, usize)) -> Vec<Part> {
        vec![self.sheet.arrow(from, to)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Looks;

    fn game() -> Dao {
        Dao::variant("4x4").unwrap()
    }

    #[test]
    fn stones_slide_until_something_stops_them() {
        let game = game();
        let mut names = game.move_names(game.start());
        names.sort();
        assert_eq!(
            names,
            [
                "a4-a2", "a4-c4", "b3-a2", "b3-a3", "b3-b4", "b3-c4", "c2-b1", "c2-c1", "c2-d2",
                "c2-d3", "d1-b1", "d1-d3"
            ]
        );
    }

    #[test]
    fn rows_squares_corners_and_a_stone_shut_in_win() {
        let game = game();
        let value = |text: &str| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("WWWW/----/B-B-/-B-B:b"), Some(Value::Lose));
        assert_eq!(value("-WW-/-WW-/B-B-/-B-B:b"), Some(Value::Lose));
        assert_eq!(value("W--W/-B--/B-B-/WB-W:b"), Some(Value::Lose));
        assert_eq!(value("W---/-W-B/B-WB/--BW:b"), None, "a diagonal");
        assert_eq!(value("WB--/BB-B/-WW-/-W--:w"), Some(Value::Win), "shut in");
        assert_eq!(value("WB--/BB-B/-WW-/-W--:b"), Some(Value::Lose));
        assert_eq!(value("WB--/WB-B/B-W-/-W--:w"), None);
    }

    #[test]
    fn other_numbers_of_stones_are_refused() {
        let game = game();
        for text in ["W--B/-WB-/-BW-/B---:w", "W--B/-WB-/-BW-/BW-W:w", "WWWW:w"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
