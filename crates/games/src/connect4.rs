//! Connect Four: discs are dropped into the columns of an upright board; four in a line win.
//!
//! Loop-free: a tier holds the positions with one number of discs. Only boards on which no disc hangs
//! in the air have slots, and left and right are the same ([`Stacks`]).
//!
//! # Open questions
//!
//! The seeds leave none open. A full board without a line of four is a tie, which the seeds do not
//! need to say. Boards of other sizes than the usual 7x6, which does not fit, are variants.

use hindsight_core::{
    About, AboutVariant, Art, Indexed, Occupant, OrbitSlot, Orbits, Part, Picture, Pictured, Rules,
    Sheet, Stacks, Tier, Turn, Value,
};

use crate::ground::{Ground, piece};
use crate::lines::{has_line, lines};
use crate::{art, marks};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "connect4",
    name: "Connect Four",
    summary: "Drop discs into the columns of an upright board; make four in a line.",
    help: "\
The board stands upright and is empty at first. Red moves first. A move drops one of your discs into a
column that is not full; it falls to the lowest free cell. Four of your discs in a row, a column or a
diagonal win. A full board without four in a line is a tie.

The variants are boards of so many columns and rows: 5x4 has five columns and four rows. Any other size
of up to 30 cells can be named too.

Positions are written row by row from the top, R, Y or '-', then the player to move:
  ----/----/-Y--/-RR-:y
Moves are the cell where the disc comes to rest: b3. Columns are a, b, c from the left, rows 1, 2, 3
from the bottom.",
    variants: &[
        AboutVariant { id: "4x4", summary: "four columns, four rows" },
        AboutVariant { id: "5x4", summary: "five columns, four rows" },
        AboutVariant { id: "5x5", summary: "five columns, five rows" },
        AboutVariant { id: "6x5", summary: "six columns, five rows; takes a long time to solve" },
    ],
};

/// Discs in a line that win.
const WINNING: usize = 4;

/// The cells of both players' discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    red: u32,
    yellow: u32,
}

impl Position {
    #[inline(always)]
    fn discs(self) -> usize {
        (self.red | self.yellow).count_ones() as usize
    }
}

/// The game.
#[derive(Debug)]
pub struct Connect4 {
    cells: usize,
    lines: Vec<u32>,
    stacks: Stacks,
    sheet: Sheet,
}

impl Connect4 {
    /// The variant of a name such as those in [`ABOUT`]: columns and rows.
    pub fn variant(name: &str) -> Option<Connect4> {
        let [columns, rows] = marks::size_named(name)?;
        Stacks::fits(rows, columns).then(|| Connect4 {
            cells: rows * columns,
            lines: lines(rows, columns, WINNING),
            stacks: Stacks::new(rows, columns),
            sheet: sheet(rows, columns),
        })
    }
}

/// How many of so many discs are red: red begins and has the odd one.
fn red_of(discs: usize) -> usize {
    discs.div_ceil(2)
}

impl Rules for Connect4 {
    type Position = Position;
    /// The cell where the disc comes to rest.
    type Move = usize;

    fn start(&self) -> Position {
        Position { red: 0, yellow: 0 }
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        let (mine, theirs) = match self.turn(position) {
            Turn::First => (position.red, position.yellow),
            Turn::Second => (position.yellow, position.red),
        };
        // A line of the player to move would have ended the game before: the index has such
        // positions, though no play leads to them.
        if has_line(&self.lines, theirs) {
            Some(Value::Lose)
        } else if has_line(&self.lines, mine) {
            Some(Value::Win)
        } else {
            (position.discs() == self.cells).then_some(Value::Tie)
        }
    }

    #[inline(always)]
    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        self.stacks.drops(position.red | position.yellow).for_each(visit);
    }

    #[inline(always)]
    fn play(&self, position: Position, cell: usize) -> Position {
        match self.turn(position) {
            Turn::First => Position { red: position.red | 1 << cell, ..position },
            Turn::Second => Position { yellow: position.yellow | 1 << cell, ..position },
        }
    }

    #[inline(always)]
    fn turn(&self, position: Position) -> Turn {
        if position.discs().is_multiple_of(2) { Turn::First } else { Turn::Second }
    }
}

impl Indexed for Connect4 {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        Tier(position.discs() as u64)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        (tier.0 + 1..=self.cells as u64).take(1).map(Tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    fn slots(&self, tier: Tier) -> u64 {
        let discs = tier.0 as usize;
        self.stacks.slots(discs, red_of(discs))
    }

    #[inline(always)]
    fn locate_in(&self, _tier: Tier, position: Position) -> OrbitSlot {
        self.stacks.locate(position.red | position.yellow, position.red)
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let discs = tier.0 as usize;
        let (occupied, red, stabiliser) = self.stacks.occupant(discs, red_of(discs), slot)?;
        Some(Occupant { position: Position { red, yellow: occupied & !red }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.stacks.symmetries()
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "left and right", turns_apart: true }
    }
}

fn sheet(rows: usize, columns: usize) -> Sheet {
    let middle = [50.0, 50.0];
    let red =
        art::disc(middle, 49.0, "#c8372d", "#7d1d16") + &art::circle(middle, 24.0, "#f2b7ae", 8.0);
    let yellow = art::disc(middle, 49.0, "#f2c230", "#946f09") + &art::dot(middle, 12.0, "#946f09");
    let red = art::token(&red).with_image("general/red_circle.svg");
    let yellow = art::token(&yellow).with_image("general/yellow_circle.svg");
    let mut sheet = Ground::holes(rows, columns).sheet(
        ["Red", "Yellow"],
        vec![disc('R', "Red", red), disc('Y', "Yellow", yellow)],
        "",
    );
    // A disc that appears has not come from another cell.
    sheet.scene.slides = false;
    sheet
}

fn disc(glyph: char, name: &'static str, art: Art) -> hindsight_core::Piece {
    hindsight_core::Piece { size: 0.86, ..piece(glyph, name, art) }
}

impl Pictured for Connect4 {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn show(&self, position: Position) -> Picture {
        self.sheet.two_sided(['R', 'Y'], [position.red, position.yellow], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [red, yellow] = marks::put_down_in_turn(picture, ['R', 'Y'], turn)?;
        if !self.stacks.is_stacked(red | yellow) {
            return Err("a disc hangs in the air".to_owned());
        }
        Ok(Position { red, yellow })
    }

    fn clicks(&self, position: Position, cell: usize) -> Vec<Part> {
        let disc = if self.turn(position) == Turn::First { 'R' } else { 'Y' };
        vec![self.sheet.spot(cell, Some(disc))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Looks;

    fn game() -> Connect4 {
        Connect4::variant("5x4").unwrap()
    }

    #[test]
    fn discs_fall_to_the_lowest_free_cell() {
        let game = game();
        let position = game.parse_position("Y----/R----/Y----/RRY--:r").unwrap();
        let mut names = Vec::new();
        game.moves(position, |cell| names.push(game.write_move(position, cell)));
        assert_eq!(names, ["b2", "c2", "d1", "e1"]);
    }

    #[test]
    fn four_in_any_direction_win_and_a_full_board_is_a_tie() {
        let game = game();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("-----/-----/YYY--/RRRR-:y"), Some(Value::Lose));
        assert_eq!(value("R----/RY---/RY---/RY---:y"), Some(Value::Lose));
        assert_eq!(value("---R-/--RY-/-RYY-/RYYRR:y"), Some(Value::Lose));
        assert_eq!(value("-----/-----/YYY--/RRR--:r"), None);
        assert_eq!(value("RRYYR/YYRRY/RRYYR/YYRRY:r"), Some(Value::Tie));
    }

    #[test]
    fn what_cannot_stand_is_refused() {
        let game = game();
        for text in ["-----/-----/R----/-----:y", "-----/-----/-----/R----:r", "R:y", "é:r"] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
        for name in ["7x6", "0x4", "4", "x", "30x1", "4x4x4", "-1x4"] {
            assert!(Connect4::variant(name).is_none(), "{name}");
        }
    }
}
