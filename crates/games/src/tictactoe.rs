//! Tic-tac-toe: three marks in a row.
//!
//! Loop-free: a tier holds the positions with one number of marks, and every move leads to the next
//! tier. X begins, so that the marks tell whose turn it is.

mod scene;

use hindsight_core::bits::{lowest, ones};
use hindsight_core::notation::{draw_grid, square_name, write_grid};
use hindsight_core::{
    About, AboutVariant, Group, Indexed, Looks, MaskAction, NotationError, Occupant, OrbitIndex,
    OrbitSlot, Orbits, Part, Picture, Rules, Scene, SubsetOrbits, Tier, Turn, Value,
};

use crate::marks;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "tictactoe",
    name: "Tic-Tac-Toe",
    summary: "Put your marks on the nine cells in turn; make three in a row.",
    help: "\
The board has nine cells, all empty at first. X moves first. A move puts your mark on an empty cell.
Three of your marks in a row, a column or a diagonal win. A full board without three in a row is a
tie.

Positions are written row by row from the top, '-' empty, x and o. The marks tell whose turn it is:
x has as many as o when x is to move, and one more when o is.
  x-o/-x-/---
Moves are the cell that gets the mark: b2. Columns are a, b, c from the left, rows 1, 2, 3 from the
bottom.",
    variants: &[AboutVariant { id: "3x3", summary: "three in a row on 3x3" }],
};

const SIDE: usize = 3;
const CELLS: usize = SIDE * SIDE;
/// Rows, columns and diagonals.
pub(crate) const LINES: [u32; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The cells of both players' marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    x: u32,
    o: u32,
}

impl Position {
    #[inline(always)]
    fn marks(self) -> usize {
        (self.x | self.o).count_ones() as usize
    }
}

/// The game.
#[derive(Debug)]
pub struct TicTacToe {
    symmetries: u32,
    /// By tier.
    indexes: Vec<OrbitIndex<2>>,
}

impl TicTacToe {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<TicTacToe> {
        (name == "3x3").then(TicTacToe::new)
    }

    fn new() -> TicTacToe {
        let group = Group::of_rectangle(SIDE, SIDE);
        let subsets = SubsetOrbits::new(MaskAction::new(&group, 0..CELLS));
        // X begins and has the odd mark.
        let index = |marks: usize| OrbitIndex::new(&subsets, [marks.div_ceil(2), marks / 2]);
        TicTacToe { symmetries: subsets.order() as u32, indexes: (0..=CELLS).map(index).collect() }
    }
}

fn has_line(mask: u32) -> bool {
    LINES.iter().any(|line| mask & line == *line)
}

fn symbols(position: Position) -> impl Iterator<Item = char> {
    marks::symbols([position.x, position.o], CELLS)
        .into_iter()
        .map(|mark| mark.to_ascii_lowercase())
}

impl Rules for TicTacToe {
    type Position = Position;
    /// The cell that gets the mark.
    type Move = u8;

    fn start(&self) -> Position {
        Position { x: 0, o: 0 }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let (mine, theirs) = match self.turn(position) {
            Turn::First => (position.x, position.o),
            Turn::Second => (position.o, position.x),
        };
        // The opponent moved last. A line of the player to move would have ended the game before:
        // the index has such positions, though no play leads to them.
        if has_line(theirs) {
            Some(Value::Lose)
        } else if has_line(mine) {
            Some(Value::Win)
        } else if position.marks() == CELLS {
            Some(Value::Tie)
        } else {
            None
        }
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(u8)) {
        for cell in ones(lowest(CELLS) & !(position.x | position.o)) {
            visit(cell as u8);
        }
    }

    fn play(&self, position: Position, chosen: u8) -> Position {
        match self.turn(position) {
            Turn::First => Position { x: position.x | 1 << chosen, ..position },
            Turn::Second => Position { o: position.o | 1 << chosen, ..position },
        }
    }

    fn turn(&self, position: Position) -> Turn {
        if position.marks().is_multiple_of(2) { Turn::First } else { Turn::Second }
    }
}

impl Indexed for TicTacToe {
    fn tier_of(&self, position: Position) -> Tier {
        Tier(position.marks() as u64)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        (tier.0 + 1..=CELLS as u64).take(1).map(Tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.indexes[tier.0 as usize].slots()
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.indexes[tier.0 as usize].locate([position.x, position.o])
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([x, o], stabiliser) = self.indexes[tier.0 as usize].occupant(slot)?;
        Some(Occupant { position: Position { x, o }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.symmetries
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board", turns_apart: true }
    }
}

impl Looks for TicTacToe {
    fn write_position(&self, position: Position) -> String {
        write_grid(SIDE, symbols(position))
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let [x, o] = marks::parse(text, SIDE, SIDE)?;
        let (crosses, noughts) = (x.count_ones(), o.count_ones());
        if crosses == noughts || crosses == noughts + 1 {
            return Ok(Position { x, o });
        }
        let reason = format!("x begins, so there cannot be {crosses} x and {noughts} o");
        Err(NotationError::position(text, reason))
    }

    fn write_move(&self, _position: Position, chosen: u8) -> String {
        square_name(chosen.into(), SIDE, SIDE)
    }

    fn board(&self, position: Position) -> String {
        draw_grid(SIDE, &symbols(position).collect::<Vec<_>>())
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene())
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(position)
    }

    fn parts(&self, position: Position, chosen: u8) -> Vec<Part> {
        scene::parts(self.turn(position), chosen, self.write_move(position, chosen))
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        let position = self.parse_position(&picture.entities)?;
        if self.turn(position) == turn {
            return Ok(position);
        }
        let reason = "x has as many marks as o on x's turn, and one more on o's";
        Err(NotationError::position(&picture.entities, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<Value> {
        let game = TicTacToe::new();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn lines_end_the_game() {
        assert_eq!(value("---/---/---"), None);
        assert_eq!(value("xxx/oo-/---"), Some(Value::Lose));
        assert_eq!(value("xx-/ooo/x--"), Some(Value::Lose));
        assert_eq!(value("xxo/xo-/o--"), Some(Value::Lose));
        assert_eq!(value("xxo/oox/xxo"), Some(Value::Tie));
        assert_eq!(value("xoo/xxo/oxx"), Some(Value::Lose));
    }

    #[test]
    fn positions_that_no_play_leads_to_have_a_value() {
        assert_eq!(value("xxx/ooo/---"), Some(Value::Lose));
        assert_eq!(value("xxx/oo-/o--"), Some(Value::Win));
    }

    #[test]
    fn counts_that_cannot_be_are_refused() {
        let game = TicTacToe::new();
        for text in ["o--/---/---", "xx-/---/---", "x-o/-o-/---"] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains("x begins"), "{error}");
        }
    }
}
