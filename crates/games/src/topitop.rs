//! Topitop: put components on a small board, stack them, and build castles.
//!
//! Loopy, folded by side to move. A position is seen by the player to move: *my* buildings, *their*
//! buildings and neutral ones, and the step that is forbidden, if any. Tiers are the numbers of
//! buildings of each kind; placing and stacking never come back, so the unit of a tier is the tier
//! and its exchanged one.
//!
//! # The set
//! Cheung (2023) speaks of ten components and lists 2 B, 2 R, 4 S and 4 L, which are twelve. The
//! twelve are meant: with them, and with no move from a position that is won, there are exactly the
//! 2,231 tiers and 2,972,507,380 states (41 values of the forbidden step times 2 turns times the
//! arrangements) that he reports; no other set, of up to four of each colour and five of each size,
//! gives either number.
//!
//! The tiers that he prints seem to need more B and R than there are, because their digits are not in
//! the order of his building numbers. Those of his table are tiers of this set when read as (c1, c4,
//! c2, c5, c3, c6, c7, c8, c9): B, R, then what is built on them, then the neutral ones. The tier
//! that needed the most memory, printed as (1,1,1,2,1,1,1,0,0), is (1,1,0,1,1,0,1,2,1), which is the
//! only one with the two sizes given for it, read by height as (c1, c4, c7, c8, c2, c5, c9, c3, c6).
//!
//! # The forbidden step
//! A neutral building that was moved to an empty cell may not be moved back by the next move. So only
//! a neutral building beside an empty cell can have a forbidden step, and a position has a slot for
//! each of those its board allows instead of 41. The ban holds for one turn, and a pass is a turn: after
//! it nothing is forbidden.
//!
//! A player passes exactly when there is no other move; where the only other move is the forbidden
//! one, that is no move. Two players who can only pass do so for ever: a draw.

mod board;
mod buildings;
mod bulk;
mod index;
mod notation;
mod scene;
mod tiers;
mod unmoves;

use hindsight_core::bits::members;
use hindsight_core::{About, AboutVariant, Rules, Turn, Value};

use self::board::{Board, NO_STEP};
use self::buildings::{
    Cells, KINDS, MOVABLE, MY_CASTLE, NEUTRAL, PLACEABLE, STACKS, Stack, THEIR_CASTLE,
};
use self::index::Index;
pub use self::tiers::Kit;
use self::tiers::{Counts, Tiers};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "topitop",
    name: "Topitop",
    summary: "Place components, move and stack them; the first to finish two castles wins.",
    help: "\
The board has nine cells, all empty at first. There are two B, which only Blue places, two R, which
only Red places, four S (small) and four L (large), which both place. Blue moves first. A turn either
puts a component on an empty cell or moves a building one step, also diagonally, to an empty cell or
onto a building on which it stacks. These are the buildings, with their numbers:
  1 B    2 B on S    3 B on S on L (Blue's castle)
  4 R    5 R on S    6 R on S on L (Red's castle)
  7 S    8 L         9 S on L
What stacks: 1 on 7, 2 on 8, 1 on 9, 4 on 7, 5 on 8, 4 on 9, 7 on 8, and nothing else. Buildings are
never taken apart. Blue may not move 4, 5 and 6, Red may not move 1, 2 and 3; 7, 8 and 9 are neutral,
and both move them. A neutral building that was moved to an empty cell may not be moved straight back
by the next move. Who has no other move passes, and only then. Blue wins with two castles, Red with
two of Red's.

Positions are written row by row from the top, '-' empty and buildings by their numbers, then whose
turn it is, b or r, and then the step that is forbidden, if there is one:
  7--/-8-/--1:r
  -7-/-8-/--1:b:b3-a3
Moves are the component and the cell where it is placed, S-b2, or the cell left and the cell entered,
a3-b2, or pass. Columns are a, b, c from the left, rows 1, 2, 3 from the bottom.

The board 2x3 has 2 rows and 3 columns; 3x2, with the columns first, is the same board.",
    variants: &[
        AboutVariant { id: "standard", summary: "3x3 cells; 2 B, 2 R, 4 S, 4 L; two castles win" },
        AboutVariant { id: "few", summary: "3x3 cells; 2 B, 2 R, 2 S, 2 L; two castles win" },
        AboutVariant { id: "first", summary: "3x3 cells; 1 B, 1 R, 2 S, 2 L; one castle wins" },
        AboutVariant { id: "2x3", summary: "2 rows, 3 columns; all twelve; two castles win" },
    ],
};

/// The set of the game as published.
const STANDARD: Kit = Kit { tops: 2, small: 4, large: 4, castles: 2 };

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    cells: Cells,
    /// The number of the step that may not be made, or that of none.
    forbidden: u8,
    turn: Turn,
}

/// What the player to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A component of a kind comes to a cell.
    Place {
        /// The kind.
        kind: u8,
        /// The cell.
        cell: u8,
    },
    /// A building of a kind goes to an empty cell.
    Slide {
        /// The kind.
        kind: u8,
        /// The number of the step.
        step: u8,
    },
    /// A building goes onto another.
    Stack {
        /// Which onto which.
        stack: Stack,
        /// The number of the step.
        step: u8,
    },
    /// Nothing else can be done.
    Pass,
}

/// The game on a board with a set of components.
#[derive(Debug)]
pub struct Topitop {
    board: Board,
    kit: Kit,
    tiers: Tiers,
    index: Index,
}

impl Topitop {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Topitop> {
        Some(match name {
            "standard" => Topitop::new(3, 3, STANDARD),
            "few" => Topitop::new(3, 3, Kit { small: 2, large: 2, ..STANDARD }),
            "first" => Topitop::new(3, 3, Kit { tops: 1, small: 2, large: 2, castles: 1 }),
            "2x3" => Topitop::new(2, 3, STANDARD),
            _ => return None,
        })
    }

    /// The game on a board of at most nine cells with any small set of components.
    ///
    /// # Panics
    /// When there are more than nine cells, more than four components of a colour or five of a size.
    pub fn new(rows: usize, columns: usize, kit: Kit) -> Topitop {
        assert!((1..=9).contains(&(rows * columns)));
        assert!(kit.tops <= 4 && kit.small.max(kit.large) <= 5 && kit.castles > 0);
        let board = Board::new(rows, columns);
        let tiers = Tiers::new(kit, board.size());
        let index = Index::new(&tiers);
        Topitop { board, kit, tiers, index }
    }

    #[inline(always)]
    fn counts(&self, cells: &Cells) -> Counts {
        Counts(cells.0.map(|mask| mask.count_ones() as u8))
    }

    #[inline(always)]
    fn empty(&self, cells: &Cells) -> u16 {
        self.board.cells & !cells.occupied()
    }

    /// The set of steps with which the player to move can take a building to an empty cell, if none
    /// is forbidden.
    #[inline(always)]
    fn slides(&self, cells: &Cells) -> u64 {
        self.board.steps(cells.of(&MOVABLE), self.empty(cells))
    }

    /// The set of steps, by number, of which one can be forbidden, and with it none.
    #[inline(always)]
    fn tags(&self, cells: &Cells) -> u64 {
        1 << NO_STEP | self.board.steps(cells.of(&NEUTRAL), self.empty(cells))
    }

    /// The kinds of components that the player to move can still place.
    #[inline(always)]
    fn left(&self, cells: &Cells) -> impl Iterator<Item = usize> {
        let components = self.counts(cells).components();
        PLACEABLE.into_iter().filter(move |&kind| self.tiers.is_left(components, kind))
    }

    /// Whether the player to move can place a component or stack one building on another.
    #[inline(always)]
    fn has_exit(&self, cells: &Cells) -> bool {
        let can_stack =
            |stack: &Stack| self.board.steps(cells.0[stack.top], cells.0[stack.bottom]) != 0;
        (self.empty(cells) != 0 && self.left(cells).next().is_some())
            || STACKS.iter().any(can_stack)
    }

    /// What is forbidden after a building of a kind has made a step to an empty cell.
    #[inline(always)]
    fn forbidden_after(&self, kind: usize, step: usize) -> usize {
        if NEUTRAL.contains(&kind) { self.board.step(step).back } else { NO_STEP }
    }
}

impl Rules for Topitop {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { cells: Cells([0; KINDS]), forbidden: NO_STEP as u8, turn: Turn::First }
    }

    #[inline(always)]
    fn primitive(&self, position: Position) -> Option<Value> {
        // Only the player who moves finishes a castle of their own.
        let has_won =
            |castle: usize| position.cells.0[castle].count_ones() >= u32::from(self.kit.castles);
        if has_won(THEIR_CASTLE) {
            Some(Value::Lose)
        } else {
            has_won(MY_CASTLE).then_some(Value::Win)
        }
    }

    #[inline(always)]
    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        let cells = &position.cells;
        let empty = self.empty(cells);
        let mut is_stuck = true;
        let mut found = |chosen| {
            is_stuck = false;
            visit(chosen);
        };
        for kind in self.left(cells) {
            for cell in members(empty) {
                found(Move::Place { kind: kind as u8, cell: cell as u8 });
            }
        }
        let forbidden = 1 << position.forbidden;
        for kind in MOVABLE {
            for step in members(self.board.steps(cells.0[kind], empty) & !forbidden) {
                found(Move::Slide { kind: kind as u8, step: step as u8 });
            }
        }
        for stack in STACKS {
            for step in members(self.board.steps(cells.0[stack.top], cells.0[stack.bottom])) {
                found(Move::Stack { stack, step: step as u8 });
            }
        }
        if is_stuck {
            visit(Move::Pass);
        }
    }

    #[inline(always)]
    fn play(&self, position: Position, chosen: Move) -> Position {
        let cells = position.cells;
        let mut forbidden = NO_STEP;
        let after = match chosen {
            Move::Place { kind, cell } => cells.toggled(kind.into(), 1 << cell),
            Move::Slide { kind, step } => {
                forbidden = self.forbidden_after(kind.into(), step.into());
                let step = self.board.step(step.into());
                cells.toggled(kind.into(), step.from | step.to)
            }
            Move::Stack { stack, step } => {
                let step = self.board.step(step.into());
                cells.stacked(stack, step.from, step.to)
            }
            Move::Pass => cells,
        };
        Position {
            cells: after.exchanged(),
            forbidden: forbidden as u8,
            turn: position.turn.other(),
        }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

#[cfg(test)]
mod tests;
