//! QuickCross: chips lie across or upright, and can be turned; a full line of one kind wins.
//!
//! Impartial: both players have the same moves, so that positions are the same for both and the index
//! is folded. A tier holds the positions with so many chips of each kind; turning leads from tier to
//! tier with as many chips in all, so that those make one unit.
//!
//! # Open questions
//!
//! Cheung (2023) has 4x4 only. Other boards follow the same rule; on a board that is no square the
//! full diagonals are those that run from edge to edge across the shorter side. A player may turn a
//! chip that the opponent has just turned or placed. Play need not end.

use hindsight_core::bits::{lowest, mask, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, CountedOrbits, Group, Indexed, Occupant, OrbitSlot,
    Orbits, Part, Picture, Pictured, Rules, Tier, Turn, Value,
};

use crate::board_art::{BoardArt, piece};
use crate::lines::{completed, has_line, lines};
use crate::{art, size};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "quickcross",
    name: "QuickCross",
    summary: "Place chips across or upright, or turn them; complete a line of one kind.",
    help: "\
The board is empty at first. Both players use the same chips. A move places a chip on an empty cell,
lying across or upright, or turns any chip on the board by a quarter. Who completes a full row, column
or diagonal of chips that all lie the same way wins.

The variants are boards of so many columns and rows. On 3x4 the
diagonals of three cells count, which go from the left edge to the right one. With -three, as in
3x4-three, any three neighbours in a row, a column or a diagonal win.

Positions are written row by row from the top, H for a chip that lies across, V for an upright one, '-'
empty, then the player to move, f for the first and s for the second:
  H--/-V-/---:f
Moves are the cell and what is done there: b2-across, b2-upright or b2-turn. Columns are a, b, c from
the left, rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "3x3", summary: "three columns, three rows" },
        AboutVariant { id: "3x4", summary: "three columns, four rows" },
        AboutVariant { id: "4x4", summary: "four columns, four rows" },
        AboutVariant { id: "3x4-three", summary: "three columns, four rows, any three in a row win" },
    ],
};

/// As many cells as the chips can be numbered on quickly.
const MOST_CELLS: usize = 20;

/// The chips, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    across: u32,
    upright: u32,
    turn: Turn,
}

/// What is done at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A chip is placed across.
    Across(usize),
    /// A chip is placed upright.
    Upright(usize),
    /// A chip is turned.
    Turn(usize),
}

/// The game.
#[derive(Debug)]
pub struct QuickCross {
    cells: usize,
    lines: Vec<u32>,
    orbits: CountedOrbits<2>,
    layout: BoardLayout,
}

impl QuickCross {
    /// The variant of a name such as those in [`ABOUT`]: columns and rows, and whether any three in a row
    /// win.
    pub fn variant(name: &str) -> Option<QuickCross> {
        let (size, three) = match name.strip_suffix("-three") {
            Some(size) => (size, true),
            None => (name, false),
        };
        let [columns, rows] = size::columns_and_rows(size)?;
        let cells = rows.checked_mul(columns)?;
        if rows < 2 || columns < 2 || cells > MOST_CELLS || three && rows.max(columns) < 3 {
            return None;
        }
        let group = Group::of_rectangle(rows, columns);
        Some(QuickCross {
            cells,
            lines: if three { lines(rows, columns, 3) } else { full_lines(rows, columns) },
            orbits: CountedOrbits::new(&group, cells),
            layout: layout(rows, columns),
        })
    }
}

/// Whole rows, whole columns, and the diagonals across the shorter side.
fn full_lines(rows: usize, columns: usize) -> Vec<u32> {
    let row = lowest(columns);
    let column = mask((0..rows).map(|row| row * columns));
    let rows_and_columns = (0..rows)
        .map(|number| row << (number * columns))
        .chain((0..columns).map(|number| column << number));
    let is_aslant = |line: &u32| {
        let in_one_row = (0..rows).any(|number| line & !(row << (number * columns)) == 0);
        let in_one_column = (0..columns).any(|number| line & !(column << number) == 0);
        !in_one_row && !in_one_column
    };
    let diagonals = lines(rows, columns, rows.min(columns)).into_iter().filter(is_aslant);
    rows_and_columns.chain(diagonals).collect()
}

impl Rules for QuickCross {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { across: 0, upright: 0, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let full =
            [position.across, position.upright].iter().any(|&mask| has_line(&self.lines, mask));
        full.then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        let chips = position.across | position.upright;
        for cell in ones(lowest(self.cells) & !chips) {
            visit(Move::Across(cell));
            visit(Move::Upright(cell));
        }
        ones(chips).map(Move::Turn).for_each(visit);
    }

    fn play(&self, position: Position, chosen: Move) -> Position {
        let Position { across, upright, turn } = position;
        let [across, upright] = match chosen {
            Move::Across(cell) => [across | 1 << cell, upright],
            Move::Upright(cell) => [across, upright | 1 << cell],
            Move::Turn(cell) => [across ^ 1 << cell, upright ^ 1 << cell],
        };
        Position { across, upright, turn: turn.other() }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

impl Indexed for QuickCross {
    fn tier_of(&self, position: Position) -> Tier {
        self.orbits.tier_of([position.across, position.upright])
    }

    fn child_tiers(&self, from: Tier) -> Vec<Tier> {
        let [across, upright] = self.orbits.counts(from);
        let mut counts = Vec::new();
        if across + upright < self.cells {
            counts.extend([[across + 1, upright], [across, upright + 1]]);
        }
        if across > 0 {
            counts.push([across - 1, upright + 1]);
        }
        if upright > 0 {
            counts.push([across + 1, upright - 1]);
        }
        counts.into_iter().map(|counts| self.orbits.tier(counts)).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.orbits.name(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.orbits.slots(tier)
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.orbits.locate(tier, [position.across, position.upright])
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([across, upright], stabiliser) = self.orbits.occupant(tier, slot)?;
        Some(Occupant { position: Position { across, upright, turn: Turn::First }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.orbits.symmetries()
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board", turns_apart: true }
    }

    fn has_parents(&self) -> bool {
        true
    }

    /// A chip turned back: placing leaves the unit.
    fn parents(&self, position: Position, visit: impl FnMut(Position)) {
        let chips = ones(position.across | position.upright);
        chips.map(|cell| self.play(position, Move::Turn(cell))).for_each(visit);
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.cells as u32
    }
}

/// The ends of the lines that are clicked to place a chip, from the middle of a cell: of the one across
/// and, below it, of the upright one.
const ENDS: [[f32; 2]; 4] = [[-0.34, -0.27], [0.34, -0.27], [0.0, -0.05], [0.0, 0.41]];

fn layout(rows: usize, columns: usize) -> BoardLayout {
    let chip = |x, y, width, height| {
        art::token(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"12\" \
             fill=\"{}\" stroke=\"#123a68\" stroke-width=\"4\"/>",
            art::FIRST
        ))
    };
    let mut layout = BoardArt::cells(rows, columns).layout(
        ["First", "Second"],
        vec![
            piece('H', "Across", chip(4, 34, 92, 32).with_image("quickcross/H.svg")),
            piece('V', "Upright", chip(34, 4, 32, 92).with_image("quickcross/V.svg")),
        ],
        "",
    );
    let scene = &mut layout.scene;
    let ends: Vec<[f32; 2]> = scene
        .centers
        .iter()
        .flat_map(|[x, y]| ENDS.map(|[right, down]| [x + right, y + down]))
        .collect();
    scene.centers.extend(ends);
    scene.slides = false;
    layout
}

impl Pictured for QuickCross {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.pieces(['H', 'V'], [position.across, position.upright], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [across, upright] = ['H', 'V'].map(|chip| picture.mask(chip) as u32);
        Ok(Position { across, upright, turn })
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        completed(self.lines.iter().copied(), [position.across, position.upright])
    }

    fn clicks(&self, _position: Position, chosen: Move) -> Vec<Part> {
        let end = |cell, number| self.cells + ENDS.len() * cell + number;
        let line = |cell, first| Button::Line { from: end(cell, first), to: end(cell, first + 1) };
        let (cell, name, button) = match chosen {
            Move::Across(cell) => (cell, "across", line(cell, 0)),
            Move::Upright(cell) => (cell, "upright", line(cell, 2)),
            Move::Turn(cell) => (cell, "turn", Button::Spot { center: cell, piece: None }),
        };
        vec![Part::last(format!("{}-{name}", self.layout.name(cell)), button)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn value(variant: &str, text: &str) -> Option<Value> {
        let game = QuickCross::variant(variant).unwrap();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn full_lines_of_one_kind_end_the_game() {
        assert_eq!(value("3x3", "HHH/V--/---:s"), Some(Value::Lose));
        assert_eq!(value("3x3", "VHH/-V-/--V:s"), Some(Value::Lose));
        assert_eq!(value("3x3", "HHV/V--/---:s"), None);
        assert_eq!(value("3x4", "V--/V--/V--/---:f"), None);
        assert_eq!(value("3x4", "V--/V--/V--/V--:f"), Some(Value::Lose));
        assert_eq!(value("3x4", "---/V--/-V-/--V:f"), Some(Value::Lose));
    }

    #[test]
    fn any_three_win_in_the_variant() {
        assert_eq!(value("3x4-three", "V--/V--/V--/---:f"), Some(Value::Lose));
        assert_eq!(value("3x4-three", "---/V--/-V-/--V:f"), Some(Value::Lose));
        assert_eq!(value("3x4-three", "V--/V--/H--/V--:f"), None);
        assert!(QuickCross::variant("2x2-three").is_none());
        assert!(QuickCross::variant("3x4-four").is_none());
    }

    #[test]
    fn the_numbers_of_lines() {
        let number = |variant| QuickCross::variant(variant).unwrap().lines.len();
        assert_eq!([number("3x3"), number("3x4"), number("4x4")], [8, 11, 10]);
        // Four rows, three columns of two each, and two diagonals each way.
        assert_eq!(number("3x4-three"), 4 + 3 * 2 + 2 * 2);
    }

    #[test]
    fn chips_are_placed_either_way_or_turned() {
        let game = QuickCross::variant("3x3").unwrap();
        let position = game.parse_position("H--/---/--V:f").unwrap();
        let mut after = Vec::new();
        game.moves(position, |chosen| {
            let child = game.write_position(game.play(position, chosen));
            after.push((game.write_move(position, chosen), child));
        });
        assert_eq!(after.len(), 2 * 7 + 2);
        let known = |name: &str| after.iter().find(|(known, _)| known == name).unwrap().1.clone();
        assert_eq!(known("b2-upright"), "H--/-V-/--V:s");
        assert_eq!(known("a3-turn"), "V--/---/--V:s");
        assert_eq!(known("c1-turn"), "H--/---/--H:s");
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for name in ["1x4", "5x5", "3", "3x"] {
            assert!(QuickCross::variant(name).is_none(), "{name}");
        }
        let game = QuickCross::variant("3x3").unwrap();
        for text in ["HHH:f", "X--/---/---:f", "---/---/---:x", ""] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
