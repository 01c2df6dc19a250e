//! Tic-Tac-Two: three in a row inside a frame that moves over the board.
//!
//! Loopy, folded by side to move. A position is seen by the player to move: *mine*, *theirs* and the
//! place of the frame. Tiers are (mine, theirs), the marks on the board; marks never leave it, so the
//! unit of a tier is the tier and its mirror (theirs, mine) once both players have two marks, and
//! the tier alone before. The rules treat the players alike from the first move, so the fold holds
//! in the opening too: there each tier is reached with one of the turns only.
//!
//! The place of the frame is a tag of the index: symmetries of the board take it along with the
//! marks. Cells are not numbered row by row but orbit by orbit (corners first, the centre last),
//! which takes a seventh off the time to solve and a tenth off the tables; the numbers of **squares**
//! are those row by row from the top left, and only people see them.

mod frame;
mod moves;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use hindsight_core::bits::lowest;
use hindsight_core::{
    About, AboutVariant, CountedOrbits, Group, NotationError, Part, Picture, Presentation, Scene,
    Step, Turn,
};

use self::frame::{Frame, SIDE};
use crate::tictactoe::LINES;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "tictactwo",
    name: "Tic-Tac-Two",
    summary: "Tic-tac-toe in a frame that moves: place a mark, move a mark or move the frame.",
    help: "\
The board has 5x5 cells, and a frame surrounds 3x3 of them: at first those in the middle. Each player
has four marks. X moves first. Until both players have two marks on the board, a turn puts one of
your marks on an empty cell inside the frame. From then on a turn is one of three things:
  - put one of your remaining marks on an empty cell inside the frame,
  - move one of your marks, from anywhere on the board, to an empty cell inside the frame,
  - move the frame by one cell in any of the eight directions; it must stay on the board.

Three of your marks in a row, a column or a diagonal inside the frame win, whoever's move showed them:
a frame that is moved to three of the opponent's marks loses. If it is moved to three of both, the
game is a tie. Marks outside the frame do not count.

3x5 means 3 rows and 5 columns (5x3, with the columns first, is the same board, and 5x3-3 that of 3x5-3):
there the frame has three places and moves left and right only. The
variants with -3 in their name give each player three marks.

Positions are written row by row from the top, '-' empty, X and O, then the cell in the middle of the
frame, and whose turn it is:
  -----/-X-O-/--X--/---O-/-----:c3:x
Moves are the cell that gets a new mark (c4), the cells that a mark leaves and enters (b4-c4), or the
cell that the middle of the frame goes to (frame-b3). Columns are a to e from the left, rows 1 to 5
from the bottom.",
    variants: &[
        AboutVariant { id: "5x5", summary: "four marks each on 5x5, the game as published" },
        AboutVariant { id: "5x5-3", summary: "three marks each on 5x5" },
        AboutVariant { id: "3x5", summary: "four marks each on 3 rows and 5 columns" },
        AboutVariant { id: "3x5-3", summary: "three marks each on 3 rows and 5 columns" },
    ],
};

/// Until both players have as many marks on the board, marks are placed and nothing else.
const OPENING_MARKS: usize = 2;

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u32,
    theirs: u32,
    /// The number of the frame's place.
    frame: u8,
    turn: Turn,
}

/// The game on a board of some size.
#[derive(Debug)]
pub struct TicTacTwo {
    rows: usize,
    columns: usize,
    /// The marks that each player has.
    marks: usize,
    /// By cell.
    squares: Vec<usize>,
    /// By place, row by row from the top left.
    frames: Vec<Frame>,
    /// By place: the cells inside the frame, and the set of the places that one move takes it to.
    insides: Vec<[u32; 2]>,
    /// By place: the rows, columns and diagonals inside.
    lines: Vec<[u32; LINES.len()]>,
    orbits: CountedOrbits<2>,
}

impl TicTacTwo {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<TicTacTwo> {
        Some(match name {
            "5x5" => TicTacTwo::new(5, 5, 4),
            "5x5-3" => TicTacTwo::new(5, 5, 3),
            "3x5" => TicTacTwo::new(3, 5, 4),
            "3x5-3" => TicTacTwo::new(3, 5, 3),
            _ => return None,
        })
    }

    /// The game on another board, with `marks` for each player. The frame starts in the middle, so
    /// there must be one: then symmetries leave the start as it is, and whatever can be reached from
    /// it is reached with all its images.
    ///
    /// # Panics
    /// When the board is smaller than the frame or has more than 28 cells, when the number of its
    /// rows or columns is even, when the players have fewer than two marks, or so many that they
    /// could fill the frame.
    pub fn new(rows: usize, columns: usize, marks: usize) -> TicTacTwo {
        assert!(rows >= SIDE && columns >= SIDE, "a board that the frame fits on");
        assert!(rows % 2 == 1 && columns % 2 == 1, "a board with a cell in the middle");
        assert!((OPENING_MARKS..=SIDE * SIDE / 2).contains(&marks), "two to four marks each");
        let board = Group::of_rectangle(rows, columns);
        let squares = board.points_by_orbit();
        let frames = frame::places(rows, columns, &squares);
        let group = with_frames(&board.renumbered(&squares), &frames);
        let cells = rows * columns;
        let mask = |places: &[u8]| places.iter().fold(0, |set, place| set | 1 << place);
        TicTacTwo {
            rows,
            columns,
            marks,
            squares,
            insides: frames.iter().map(|frame| [frame.cells, mask(&frame.neighbours)]).collect(),
            lines: frames.iter().map(Frame::lines).collect(),
            orbits: CountedOrbits::tagged(&group, cells),
            frames,
        }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn all_cells(&self) -> u32 {
        lowest(self.cells())
    }

    #[inline(always)]
    fn frame(&self, position: Position) -> &Frame {
        &self.frames[usize::from(position.frame)]
    }

    /// A position's cells with marks, by player.
    fn by_player(&self, position: Position) -> [u32; 2] {
        match position.turn {
            Turn::First => [position.mine, position.theirs],
            Turn::Second => [position.theirs, position.mine],
        }
    }
}

/// The symmetries of the cells, which permute behind these the places of the frame as well.
fn with_frames(board: &Group, frames: &[Frame]) -> Group {
    let cells = board.points();
    let permutations: Vec<Vec<usize>> = (0..board.order())
        .map(|symmetry| {
            let of_frame = |frame: &Frame| {
                let centre = board.image(symmetry, frame.centre);
                let image = frames.iter().position(|other| other.centre == centre);
                cells + image.expect("symmetries take inner cells to inner cells")
            };
            let of_cells = (0..cells).map(|cell| board.image(symmetry, cell));
            of_cells.chain(frames.iter().map(of_frame)).collect()
        })
        .collect();
    Group::generated(cells + frames.len(), &permutations)
}

/// Whether both players have the marks that free them to move marks and the frame.
#[inline(always)]
fn is_open([mine, theirs]: [usize; 2]) -> bool {
    mine >= OPENING_MARKS && theirs >= OPENING_MARKS
}

impl Position {
    /// How many marks the player to move and the opponent have on the board.
    #[inline(always)]
    fn counts(self) -> [usize; 2] {
        [self.mine, self.theirs].map(|marks| marks.count_ones() as usize)
    }
}

impl Presentation for TicTacTwo {
    fn write_position(&self, position: Position) -> String {
        self.write(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse(text)
    }

    fn write_move(&self, _position: Position, chosen: Step) -> String {
        self.move_name(chosen)
    }

    fn board(&self, position: Position) -> String {
        self.draw(position)
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn picture(&self, position: Position) -> Picture {
        scene::picture(self, position)
    }

    fn decided_by(&self, position: Position) -> Vec<Vec<usize>> {
        scene::decided_by(self, position)
    }

    fn parts(&self, position: Position, chosen: Step) -> Vec<Part> {
        scene::parts(self, position, chosen)
    }

    fn set_up(&self, picture: &Picture, turn: Turn) -> Result<Position, NotationError> {
        scene::set_up(self, picture, turn)
    }
}
