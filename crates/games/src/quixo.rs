//! Quixo: slide a cube in from the edge, make a line.
//!
//! Loopy, folded by side to move. A position is seen by the player to move: *mine* and *theirs*.
//! Tiers are (blank, mine, theirs); blanks never come back, so the unit of a tier is the tier and
//! its mirror (blank, theirs, mine).

mod bulk;
mod device;
mod scene;

use std::sync::{Arc, OnceLock};

use hindsight_core::notation::{draw_grid, push_square_name};
use hindsight_core::{
    About, AboutVariant, DeviceSide, Group, Indexed, Looks, MaskAction, Neighbour, NotationError,
    Occupant, OrbitIndex, OrbitSlot, Orbits, Part, Picture, Rules, Scene, Stage, SubsetOrbits,
    Tier, Turn, Value,
};

use self::bulk::{Bulk, Way};
use crate::marks::{self, Marks};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "quixo",
    name: "Quixo",
    summary: "Take a cube from the edge, turn it to your mark and slide it back in; make a line.",
    help: "\
The board is full of cubes, all blank at first. X moves first. A move takes a cube from the edge
that is blank or shows your own mark, turns it to your mark, and pushes it back in at an end of the
row or the column it was taken from, so that the cubes between move up; it may not go back to where
it was. A line of your mark wins. If a move makes lines of both marks, the player who made the move
loses; a move that completes only the opponent's line loses too.

On the square boards a line is a full row, column or diagonal. 4x5 means 4 rows and 5 columns, and
a line is four in a row: a full column, or four adjacent cells of a row or of a diagonal.

Positions are written row by row from the top, '-' blank, X and O, and whose turn it is:
  ----/----/----/----:x
Moves are the cell taken and the cell where the cube goes in: a4-d4. Columns are a, b, c... from the
left, rows 1, 2, 3... from the bottom.",
    variants: &[
        AboutVariant { id: "5x5", summary: "five in a row on 5x5, the game as sold" },
        AboutVariant { id: "4x4", summary: "four in a row on 4x4" },
        AboutVariant { id: "3x3", summary: "three in a row on 3x3" },
        AboutVariant { id: "2x2", summary: "two in a row on 2x2" },
        AboutVariant { id: "4x5", summary: "four in a row on 4 rows and 5 columns" },
    ],
};

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u32,
    theirs: u32,
    turn: Turn,
}

/// One way to take a cube and push it in elsewhere.
#[derive(Clone, Copy, Debug)]
struct Slide {
    from: u32,
    to: u32,
    /// The cells between and at both ends.
    line: u32,
    /// Rotating a mask right by this moves each cell's bit one step towards `from`.
    step: u32,
}

impl Slide {
    /// A mask after the cube at `from` was taken out and the others moved up.
    #[inline(always)]
    fn close(self, mask: u32) -> u32 {
        mask & !self.line | (mask & self.line & !self.from).rotate_right(self.step)
    }

    /// The mask before [`Slide::close`], without the cube at `from`.
    #[inline(always)]
    fn open(self, mask: u32) -> u32 {
        mask & !self.line | (mask & self.line & !self.to).rotate_left(self.step)
    }
}

/// A cell of the edge with the slides that take a cube there, or put one there.
#[derive(Clone, Debug)]
struct End {
    cell: u32,
    slides: Vec<Slide>,
}

fn ends(slides: &[Slide], cell_of: impl Fn(&Slide) -> u32) -> Vec<End> {
    let mut ends: Vec<End> = Vec::new();
    for slide in slides {
        let cell = cell_of(slide);
        match ends.iter_mut().find(|end| end.cell == cell) {
            Some(end) => end.slides.push(*slide),
            None => ends.push(End { cell, slides: vec![*slide] }),
        }
    }
    ends
}

/// A line to complete: the cells where it can start, and the shifts that, each combined with what
/// came of those before, leave a bit where a run of marks long enough starts.
#[derive(Clone, Copy, Debug)]
struct Direction {
    starts: u32,
    shifts: [u32; 3],
}

/// The game on a board of some size.
#[derive(Debug)]
pub struct Quixo {
    rows: usize,
    columns: usize,
    slides: Vec<Slide>,
    /// The same slides by the cell they take a cube from, and by the cell they put one to.
    taking: Vec<End>,
    putting: Vec<End>,
    directions: [Direction; 4],
    subsets: Arc<SubsetOrbits>,
    /// By tier, made when first needed.
    indexes: Vec<OnceLock<OrbitIndex<2>>>,
}

impl Quixo {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Quixo> {
        Some(match name {
            "5x5" => Quixo::new(5, 5, 5),
            "4x4" => Quixo::new(4, 4, 4),
            "3x3" => Quixo::new(3, 3, 3),
            "2x2" => Quixo::new(2, 2, 2),
            "4x5" => Quixo::new(4, 5, 4),
            _ => return None,
        })
    }

    fn new(rows: usize, columns: usize, in_a_row: usize) -> Quixo {
        let group = Group::of_rectangle(rows, columns);
        let cells = rows * columns;
        let slides = slides(rows, columns);
        Quixo {
            rows,
            columns,
            taking: ends(&slides, |slide| slide.from),
            putting: ends(&slides, |slide| slide.to),
            slides,
            directions: directions(rows, columns, in_a_row),
            subsets: SubsetOrbits::new(MaskAction::new(&group, 0..cells)),
            indexes: (0..(cells + 1) * (cells + 1)).map(|_| OnceLock::new()).collect(),
        }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    #[inline(always)]
    fn has_line(&self, mask: u32) -> bool {
        self.directions.iter().any(|direction| {
            let runs = direction.shifts.iter().fold(mask, |runs, shift| runs & runs >> shift);
            runs & direction.starts != 0
        })
    }

    #[inline(always)]
    fn tier(&self, mine: usize, theirs: usize) -> Tier {
        Tier((mine * (self.cells() + 1) + theirs) as u64)
    }

    fn counts(&self, tier: Tier) -> [usize; 2] {
        let stride = self.cells() + 1;
        [tier.0 as usize / stride, tier.0 as usize % stride]
    }

    #[inline(always)]
    fn index(&self, tier: Tier) -> &OrbitIndex<2> {
        self.indexes[tier.0 as usize]
            .get_or_init(|| OrbitIndex::new(&self.subsets, self.counts(tier)))
    }

    fn marks(&self, position: Position) -> Marks {
        match position.turn {
            Turn::First => [position.mine, position.theirs],
            Turn::Second => [position.theirs, position.mine],
        }
    }

    fn position_of(&self, [x, o]: Marks, turn: Turn) -> Position {
        let (mine, theirs) = if turn == Turn::First { (x, o) } else { (o, x) };
        Position { mine, theirs, turn }
    }
}

fn slides(rows: usize, columns: usize) -> Vec<Slide> {
    let mut slides = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if (1..rows - 1).contains(&row) && (1..columns - 1).contains(&column) {
                continue;
            }
            let ends = [(row, 0), (row, columns - 1), (0, column), (rows - 1, column)];
            for (end_row, end_column) in ends {
                let (from, to) = (row * columns + column, end_row * columns + end_column);
                if from == to {
                    continue;
                }
                let step = if end_row == row { 1 } else { columns };
                let (low, high) = (from.min(to), from.max(to));
                slides.push(Slide {
                    from: 1 << from,
                    to: 1 << to,
                    line: (low..=high).step_by(step).fold(0, |line, cell| line | 1 << cell),
                    step: if to > from { step as u32 } else { 32 - step as u32 },
                });
            }
        }
    }
    slides
}

/// Right, down, down right and down left, each with the cells where a line can start.
fn directions(rows: usize, columns: usize, in_a_row: usize) -> [Direction; 4] {
    [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right): (isize, isize)| {
        let fits = |start: isize, step: isize, size: usize| {
            (0..size as isize).contains(&(start + step * (in_a_row as isize - 1)))
        };
        let starts = (0..rows * columns)
            .filter(|cell| {
                fits((cell / columns) as isize, down, rows)
                    && fits((cell % columns) as isize, right, columns)
            })
            .fold(0, |starts, cell| starts | 1 << cell);
        let step = (down * columns as isize + right) as u32;
        let shifts = match in_a_row {
            2 => [1, 0, 0],
            3 => [1, 1, 0],
            4 => [1, 2, 0],
            5 => [1, 2, 1],
            _ => unreachable!("no variant has lines of {in_a_row}"),
        };
        Direction { starts, shifts: shifts.map(|cells| cells * step) }
    })
}

impl Rules for Quixo {
    type Position = Position;
    /// The number of a slide.
    type Move = u8;

    fn start(&self) -> Position {
        Position { mine: 0, theirs: 0, turn: Turn::First }
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        // A line of the player to move was made by the opponent: alone, or beside a line of their
        // own. Both lose.
        if self.has_line(position.mine) {
            Some(Value::Win)
        } else if self.has_line(position.theirs) {
            Some(Value::Lose)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self, position: Position, mut visit: impl FnMut(u8)) {
        for (number, slide) in self.slides.iter().enumerate() {
            if position.theirs & slide.from == 0 {
                visit(number as u8);
            }
        }
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: u8) -> Position {
        let slide = self.slides[chosen as usize];
        Position {
            mine: slide.close(position.theirs),
            theirs: slide.close(position.mine) | slide.to,
            turn: position.turn.other(),
        }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

impl Indexed for Quixo {
    #[inline(always)]
    fn tier_of(&self, position: Position) -> Tier {
        self.tier(position.mine.count_ones() as usize, position.theirs.count_ones() as usize)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        let [mine, theirs] = self.counts(tier);
        let mut tiers = Vec::new();
        if mine + theirs < self.cells() {
            tiers.push(self.tier(theirs, mine + 1));
        }
        if mine > 0 {
            tiers.push(self.tier(theirs, mine));
        }
        tiers
    }

    fn tier_name(&self, tier: Tier) -> String {
        let [mine, theirs] = self.counts(tier);
        format!("{}-{mine}-{theirs}", self.cells() - mine - theirs)
    }

    fn slots(&self, tier: Tier) -> u64 {
        OrbitIndex::slots_of(&self.subsets, self.counts(tier))
    }

    #[inline(always)]
    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.index(tier).locate([position.mine, position.theirs])
    }

    #[inline(always)]
    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        let ([mine, theirs], stabiliser) = self.index(tier).occupant(slot)?;
        Some(Occupant { position: Position { mine, theirs, turn: Turn::First }, stabiliser })
    }

    fn symmetries(&self) -> u32 {
        self.subsets.order() as u32
    }

    fn seen_by(&self, position: Position, turn: Turn) -> Position {
        Position { turn, ..position }
    }

    fn orbits(&self) -> Orbits {
        Orbits { symmetries: "the symmetries of the board; colours apart", turns_apart: true }
    }

    const HAS_PARENTS: bool = true;

    /// Only slides of the mover's own cube stay inside a unit: a blank taken never comes back.
    #[inline(always)]
    fn parents(&self, position: Position, mut visit: impl FnMut(Position)) {
        // A player without marks can only take blanks: no way back to the tier before.
        if position.mine == 0 {
            return;
        }
        for &slide in &self.slides {
            if position.theirs & slide.to != 0 {
                visit(Position {
                    mine: slide.open(position.theirs) | slide.from,
                    theirs: slide.open(position.mine),
                    turn: position.turn.other(),
                });
            }
        }
    }

    fn parent_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let [mine, theirs] = self.counts(tier);
        // As in `parents`: a player without marks makes no unit with the tier before.
        if mine > 0 {
            let parent_tier = self.tier(theirs, mine);
            let unmoves = Bulk { game: self, from: tier, to: parent_tier, way: Way::Back };
            unmoves.visit(slots, |parents| visit(parent_tier, parents));
        }
    }

    /// Taking a blank leaves the unit, taking a cube of one's own does not.
    fn exit_slots(
        &self,
        tier: Tier,
        slots: &[u64],
        _is_inside: impl Fn(Tier) -> bool,
        inside: &mut [u32],
        mut visit: impl FnMut(Tier, &[Neighbour]),
    ) {
        let [mine, theirs] = self.counts(tier);
        let own = Bulk { game: self, from: tier, to: self.tier(theirs, mine), way: Way::Own };
        own.count(slots, inside);
        if mine + theirs < self.cells() {
            let exit_tier = self.tier(theirs, mine + 1);
            let blank = Bulk { game: self, from: tier, to: exit_tier, way: Way::Blank };
            blank.visit(slots, |exits| visit(exit_tier, exits));
        }
    }

    fn child_slots(&self, tier: Tier, slots: &[u64], mut visit: impl FnMut(Tier, &[Neighbour])) {
        let [mine, theirs] = self.counts(tier);
        for (to, way) in [(mine, Way::Own), (mine + 1, Way::Blank)] {
            if to + theirs <= self.cells() {
                let to = self.tier(theirs, to);
                let moves = Bulk { game: self, from: tier, to, way };
                moves.visit(slots, |children| visit(to, children));
            }
        }
    }

    fn max_inside_moves(&self, _tier: Tier) -> u32 {
        self.slides.len() as u32
    }

    fn device(&self) -> Option<&dyn DeviceSide> {
        Some(self)
    }
}

impl Looks for Quixo {
    fn write_position(&self, position: Position) -> String {
        marks::write_with_turn(self.marks(position), position.turn, self.rows, self.columns)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let (marks, turn) = marks::parse_with_turn(text, self.rows, self.columns)?;
        Ok(self.position_of(marks, turn))
    }

    fn write_move(&self, _position: Position, chosen: u8) -> String {
        let slide = self.slides[chosen as usize];
        let mut text = String::with_capacity(5);
        for (start, cell) in [("", slide.from), ("-", slide.to)] {
            text.push_str(start);
            push_square_name(&mut text, cell.trailing_zeros() as usize, self.rows, self.columns);
        }
        text
    }

    fn board(&self, position: Position) -> String {
        draw_grid(self.columns, &marks::symbols(self.marks(position), self.cells()))
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn parts(&self, position: Position, chosen: u8) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn stages(&self, position: Position, picture: &Picture, moves: &[u8]) -> Vec<Stage> {
        scene::stages(self, position, picture, moves)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        Ok(self.position_of(scene::masks(self, picture), turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Quixo, text: &str) -> Vec<String> {
        let position = game.parse_position(text).unwrap();
        let mut moves = Vec::new();
        game.moves(position, |chosen| moves.push(game.write_move(position, chosen)));
        moves
    }

    fn value(text: &str) -> Option<Value> {
        let game = Quixo::variant("3x3").unwrap();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn the_start_has_the_known_number_of_moves() {
        for (variant, known) in [("3x3", 20), ("4x4", 32), ("5x5", 44)] {
            let game = Quixo::variant(variant).unwrap();
            let mut count = 0;
            game.moves(game.start(), |_| count += 1);
            assert_eq!(count, known, "{variant}");
        }
    }

    #[test]
    fn a_slide_pushes_the_cubes_between() {
        let game = Quixo::variant("3x3").unwrap();
        let position = game.parse_position("XO-/---/---:x").unwrap();
        let mut after = None;
        game.moves(position, |chosen| {
            if game.write_move(position, chosen) == "a3-c3" {
                after = Some(game.write_position(game.play(position, chosen)));
            }
        });
        assert_eq!(after.as_deref(), Some("O-X/---/---:o"));
    }

    #[test]
    fn cubes_of_the_opponent_cannot_be_taken() {
        let game = Quixo::variant("3x3").unwrap();
        let moves = moves(&game, "XO-/---/---:x");
        assert!(moves.iter().all(|name| !name.starts_with("b3")), "{moves:?}");
    }

    #[test]
    fn a_line_of_both_marks_loses_for_who_made_it() {
        assert_eq!(value("XXX/OO-/---:o"), Some(Value::Lose));
        assert_eq!(value("XXX/OOO/---:o"), Some(Value::Win));
        assert_eq!(value("XX-/OOO/---:o"), Some(Value::Win));
        assert_eq!(value("XX-/OO-/---:o"), None);
    }

    #[test]
    fn four_in_a_row_on_4x5_need_not_fill_a_row() {
        let game = Quixo::variant("4x5").unwrap();
        for text in ["-XXXX/-----/-----/-----:o", "-X---/--X--/---X-/----X:o"] {
            assert_eq!(game.primitive(game.parse_position(text).unwrap()), Some(Value::Lose));
        }
        let broken = game.parse_position("XXX-X/X----/X----/-----:o").unwrap();
        assert_eq!(game.primitive(broken), None);
    }
}
