//! Quarto: place what you are given, and give what does no harm.
//!
//! Loop-free: every move puts one more piece on the board, so that the pieces on the board, the
//! **level**, tell how far the game has come and whose turn it is. The whole game has 11 quadrillion
//! positions and is never stored whole: `live` solves what is asked, and `opening` has the first levels.
//!
//! Both games are here: in *Quarto* the opponent hands over the piece to place, in *simple Quarto*
//! (Rahstorfer's adaptation) everyone takes what they like.

mod anticipated;
mod board;
mod classes;
mod dense;
mod filter;
mod fixed;
mod full;
mod index;
mod levels;
mod live;
mod notation;
mod opening;
mod pair;
mod scene;
mod survey;
mod symmetry;
#[cfg(test)]
mod tests;
mod wins;

use std::sync::OnceLock;

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, Extras, Finder, Indexed, LevelSurvey, NotationError, Occupant, OrbitSlot,
    Orbits, Outcome, Part, Picture, Presentation, Rules, Scene, Tier, Turn, Value,
};

pub use anticipated::anticipated;
pub use board::{Position, Shape};
pub use dense::{dense_board, dense_rank, dense_slots};
pub use fixed::FullStandings;
pub use full::{FullBoards, LastLevels};
pub use live::{Live, Standing};
pub use opening::{opening_file, recomputed_opening_file};
pub use wins::wins_file;

use crate::lines::completed;
use board::winning_lines;
use index::Index;
use levels::Levels;
use opening::Opening;

/// What the catalogue says about Quarto.
pub const ABOUT: About = About {
    id: "quarto",
    name: "Quarto",
    summary: "Place the piece your opponent hands you; four in a row that share a property win.",
    help: "\
The board has sixteen cells, and there are sixteen pieces. Each piece is light or dark, square or round,
filled or hollow, tall or short, and no two are alike; they belong to nobody. The first player begins by
handing the second a piece. From then on a move puts the piece you were handed on any empty cell and
hands your opponent one of the pieces that are left. Whoever puts down the fourth piece of a row, a
column or a main diagonal in which all four share a property (all tall, all round and so on) wins at
once. A full board without such a line is a tie.

A piece is a digit 0 to 9 or A to F: add 8 for light, 4 for square, 2 for filled and 1 for tall. So 0 is
dark, round, hollow and short, and C is light and square, hollow and short.
Positions are the sixteen cells row by row from the top, '-' empty, and the piece in hand at the end,
'-' before the first move and when the game is over:
  7--5-8----------C
Moves are the cell and the piece handed over: b3-E puts the piece in hand on b3 and hands over E. The
first move is a piece alone, a move that ends the game a cell alone. Columns are a, b, c, d from the
left, rows 1, 2, 3, 4 from the bottom.

No tables hold the whole game. Positions with up to five pieces on the board are in an opening table that
is part of the program; the others are solved when asked for, within milliseconds.
Smaller boards are variants by name: 3x3 has lines of three and eight pieces with three properties
(square, filled, tall), 4x4-3 has sixteen cells and those eight pieces, and so on. When the pieces are
used up, it is a tie.",
    variants: &[AboutVariant { id: "4x4", summary: "sixteen pieces on 4x4" }],
};

/// What the catalogue says about simple Quarto.
pub const SIMPLE_ABOUT: About = About {
    id: "quarto-simple",
    name: "Simple Quarto",
    summary: "Quarto in which you choose the piece that you place yourself.",
    help: "\
The board has sixteen cells, and there are sixteen pieces. Each piece is light or dark, square or round,
filled or hollow, tall or short, and no two are alike; they belong to nobody. A move takes any piece that
is left and puts it on any empty cell. Whoever puts down the fourth piece of a row, a column or a main
diagonal in which all four share a property (all tall, all round and so on) wins at once. A full board
without such a line is a tie.

A piece is a digit 0 to 9 or A to F: add 8 for light, 4 for square, 2 for filled and 1 for tall.
Positions are the sixteen cells row by row from the top, '-' empty:
  7--5-8----------
Moves are the piece and its cell: E-b3. Columns are a, b, c, d from the left, rows 1, 2, 3, 4 from the
bottom.

The whole of 4x4 is in no tables. Positions with up to six pieces on the board are in an opening table
that is part of the program; the others are solved when asked for, within milliseconds.
On 3x3 there are lines of three, and eight pieces with three properties (square, filled, tall); when
they are used up, it is a tie.",
    variants: &[
        AboutVariant { id: "4x4", summary: "sixteen pieces on 4x4" },
        AboutVariant { id: "3x3", summary: "eight pieces on 3x3, lines of three" },
    ],
};

/// A move, of whichever game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell that gets a piece; none at the start of Quarto.
    cell: Option<u8>,
    /// In Quarto the piece that is handed over, if the game goes on; in simple Quarto the piece that
    /// is placed.
    piece: Option<u8>,
}

/// Either game, in one size.
#[derive(Debug)]
pub struct Quarto {
    shape: Shape,
    /// Whether pieces are handed over.
    is_handed: bool,
    lines: Vec<u16>,
    live: OnceLock<Live>,
    index: OnceLock<Index>,
    opening: OnceLock<Option<Opening>>,
    levels: OnceLock<Levels>,
}

/// The logarithm of the number of positions that the live solver remembers: 4 MiB, which stay near a core. With
/// 64 MiB the positions that somebody waits for take half as long again.
const MEMO_BITS: u32 = 19;
/// The first level of the whole boards whose positions are found within some milliseconds.
const QUICK: usize = 6;
/// The first level of the whole boards that is searched when asked: earlier positions take minutes.
const SEARCHED: usize = 4;

impl Quarto {
    /// The variant of Quarto of a name: a square board such as 3x3, and where they are not as many as
    /// rows the number of properties, such as 4x4-3.
    pub fn variant(name: &str) -> Option<Quarto> {
        Some(Quarto::new(shape(name)?, true))
    }

    /// The variant of simple Quarto of a name.
    pub fn simple_variant(name: &str) -> Option<Quarto> {
        Some(Quarto::new(shape(name)?, false))
    }

    fn new(shape: Shape, is_handed: bool) -> Quarto {
        Quarto {
            shape,
            is_handed,
            lines: shape.lines(),
            live: OnceLock::new(),
            index: OnceLock::new(),
            opening: OnceLock::new(),
            levels: OnceLock::new(),
        }
    }

    /// The size of the board and the number of properties.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The solver that needs no tables, made when first asked for.
    pub fn live(&self) -> &Live {
        self.live.get_or_init(|| {
            // Small boards have fewer positions than that.
            let bits = if self.shape.cells() == 16 { MEMO_BITS } else { 18 };
            Live::new(self.shape, bits)
        })
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.shape, self.is_handed))
    }

    /// The opening table, unpacked when first asked for; none but for the whole boards.
    fn opening_table(&self) -> Option<&Opening> {
        let has_one = self.shape == opening::SHAPE;
        let unpack = || if has_one { Opening::shipped(self.is_handed) } else { None };
        self.opening.get_or_init(unpack).as_ref()
    }

    /// The outcome of a position, found without tables.
    pub fn solve(&self, position: Position) -> Outcome {
        if self.is_handed { self.live().handed(position) } else { self.live().chosen(position) }
    }

    /// A position of a level, every one equally likely, also those that no play leads to. A position
    /// that is over has a piece in hand here all the same (except at the last level), as in Cheung's
    /// counts. `below` gives random numbers below a bound.
    pub fn sample(&self, level: usize, mut below: impl FnMut(usize) -> usize) -> Position {
        let mut cells: Vec<usize> = (0..self.shape.cells()).collect();
        let mut pieces: Vec<u8> = (0..self.shape.pieces() as u8).collect();
        let mut position = Position::EMPTY;
        for _ in 0..level {
            let cell = cells.swap_remove(below(cells.len()));
            let piece = pieces.swap_remove(below(pieces.len()));
            position = position.placed(cell, piece);
        }
        if self.is_handed && level < self.shape.last() {
            position = position.with_hand(Some(pieces[below(pieces.len())]));
        }
        position
    }

    /// The numbers that the index has for a level: if every arrangement of pieces on cells had one,
    /// as many as it uses, and as many as there are orbits (with a piece in hand also of what is over).
    pub fn count_slots(&self, level: usize) -> [u64; 3] {
        self.index().count_slots(level)
    }

    fn is_over(&self, position: Position) -> bool {
        position.level() == self.shape.last() || self.has_winning_line(position)
    }

    fn has_winning_line(&self, position: Position) -> bool {
        winning_lines(&self.lines, self.shape.properties, position) != 0
    }

    /// The pieces that are neither on the board nor in hand.
    fn left(&self, position: Position) -> u16 {
        let in_hand = position.hand().map_or(0, |piece| 1 << piece);
        self.shape.all_pieces() & !position.pieces() & !in_hand
    }

    fn empty_cells(&self, position: Position) -> impl Iterator<Item = usize> + use<> {
        ones((self.shape.all_cells() & !position.occupied).into())
    }
}

/// The board that a variant's name means.
fn shape(name: &str) -> Option<Shape> {
    let (board, properties) = match name.split_once('-') {
        Some((board, properties)) => (board, Some(properties)),
        None => (name, None),
    };
    let side = match board {
        "3x3" => 3,
        "4x4" => 4,
        _ => return None,
    };
    let properties = match properties {
        None => side,
        Some("2") => 2,
        Some("3") if side != 3 => 3,
        Some("4") if side != 4 => 4,
        Some(_) => return None,
    };
    Some(Shape { side, properties })
}

impl Rules for Quarto {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        if self.has_winning_line(position) {
            Some(Value::Lose)
        } else if position.level() == self.shape.last() {
            Some(Value::Tie)
        } else {
            None
        }
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        let left = || ones(self.left(position).into()).map(|piece| piece as u8);
        if !self.is_handed {
            for cell in self.empty_cells(position) {
                for piece in left() {
                    visit(Move { cell: Some(cell as u8), piece: Some(piece) });
                }
            }
            return;
        }
        let Some(hand) = position.hand() else {
            left().for_each(|piece| visit(Move { cell: None, piece: Some(piece) }));
            return;
        };
        for cell in self.empty_cells(position) {
            let place = |piece| Move { cell: Some(cell as u8), piece };
            if self.is_over(position.placed(cell, hand)) {
                visit(place(None));
            } else {
                left().for_each(|piece| visit(place(Some(piece))));
            }
        }
    }

    fn play(&self, position: Position, Move { cell, piece }: Move) -> Position {
        match (cell, position.hand()) {
            (Some(cell), Some(hand)) => position.placed(cell.into(), hand).with_hand(piece),
            (Some(cell), None) => {
                piece.map_or(position, |piece| position.placed(cell.into(), piece))
            }
            (None, _) => position.with_hand(piece),
        }
    }

    fn turn(&self, position: Position) -> Turn {
        // In Quarto the first player's first move places nothing.
        let is_start = position.occupied == 0 && position.hand().is_none();
        let is_first = position.level().is_multiple_of(2) != (self.is_handed && !is_start);
        if is_first { Turn::First } else { Turn::Second }
    }

    fn extras(&self) -> Extras<'_, Position> {
        Extras { finder: Some(self), ..Extras::default() }
    }
}

impl Finder<Position> for Quarto {
    fn find(&self, position: Position) -> Option<Outcome> {
        let behind = position.level().wrapping_sub(opening::LAST_LEVEL);
        let table = if behind <= 1 { self.opening_table() } else { None };
        let shortened = table.and_then(|table| match behind {
            0 => table.searched(self.live(), position),
            _ => table.searched_behind(self.live(), position),
        });
        shortened.or_else(|| self.is_found(position).then(|| self.solve(position)))
    }

    fn is_found(&self, position: Position) -> bool {
        self.shape.last() < 16 || position.level() >= SEARCHED || self.is_over(position)
    }

    fn is_quickly_found(&self, position: Position) -> bool {
        self.shape.last() < 16 || position.level() >= QUICK || self.is_over(position)
    }

    fn opening(&self, position: Position) -> Option<Outcome> {
        self.opening_table()?.outcome(self.live(), position)
    }

    fn level(&self, tier: Tier) -> Option<u32> {
        self.index().level(tier).map(|level| level as u32)
    }
}

impl Indexed for Quarto {
    fn tier_of(&self, position: Position) -> Tier {
        self.index().tier_of(position)
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        self.index().child_tiers(tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.index().tier_name(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        self.index().slots(tier)
    }

    fn locate_in(&self, tier: Tier, position: Position) -> OrbitSlot {
        self.index().locate(tier, position)
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<Position>> {
        self.index().occupant(tier, slot)
    }

    fn symmetries(&self) -> u32 {
        self.index().symmetries()
    }

    fn levels(&self) -> Option<&dyn LevelSurvey> {
        Some(self)
    }

    fn orbits(&self) -> Orbits {
        let symmetries = "the symmetries of the board, and properties permuted and reversed";
        Orbits { symmetries, turns_apart: true }
    }
}

impl Presentation for Quarto {
    fn write_position(&self, position: Position) -> String {
        notation::write(self, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse(self, text)
    }

    fn write_move(&self, _position: Position, chosen: Move) -> String {
        notation::write_move(self, chosen)
    }

    fn board(&self, position: Position) -> String {
        notation::board(self, position)
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn decided_by(&self, position: Position) -> Vec<Vec<usize>> {
        let winning = winning_lines(&self.lines, self.shape.properties, position);
        let lines = self.lines.iter().enumerate().filter(|(number, _)| winning >> number & 1 == 1);
        completed(lines.map(|(_, &line)| line), [position.occupied])
    }

    fn parts(&self, position: Position, chosen: Move) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        scene::set_up(self, picture, turn)
    }
}
