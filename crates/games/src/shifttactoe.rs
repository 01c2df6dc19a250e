//! Shift-Tac-Toe: three in a row on an upright board whose rows can be shifted.
//!
//! Small enough for exploring to number its positions.
//!
//! # Open questions
//!
//! Cheung (2023) does not say whether pieces fall after a shift. The board is upright and is "filled
//! exactly like Connect 4", so they do. Each row begins in the middle and can be shifted by one cell
//! to either side of it, and back; a row without pieces can be shifted too. There is no end by a full
//! board: some row can always be shifted.

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, BoardLayout, Part, Picture, Pictured, Rules, Setup, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::lines::{completed, has_line};
use crate::tictactoe::LINES;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "shifttactoe",
    name: "Shift-Tac-Toe",
    summary: "Drop pieces into three columns or shift a row; make three in a row.",
    help: "\
The board stands upright: three columns and three rows, empty at first. X moves first. A move drops one
of your pieces into a column that is not full, where it falls to the lowest free cell, or shifts one of
the rows by one cell to the left or to the right. A piece that is pushed out at the side is gone, and
pieces under which a cell becomes free fall down. Each row begins in the middle: it can be shifted to
one side of it and to the other, but no further. Three of your pieces in a row, a column or a diagonal
win, whoever made them; if a move makes three of both players, the game is a tie, or in 3x3-mover a win
for the player who made the move.

Positions are written row by row from the top, five characters each: the three cells of the board, x, o
or '-', and one before and one behind them, which is s at the side to which the row is shifted. Then
comes the player to move:
  -----/-o---/sxx--:o
Moves are the cell where a piece comes to rest, b1, or the arrow along which a row is shifted, from
outside to the first cell: a1-b1 shifts the lowest row to the right, e1-d1 to the left. The three
columns are b, c and d, rows 1, 2, 3 from the bottom.",
    variants: &[
        AboutVariant { id: "3x3", summary: "three columns, three rows" },
        AboutVariant { id: "3x3-mover", summary: "whoever makes three of both players wins" },
    ],
};

const SIDE: usize = 3;
const CELLS: usize = SIDE * SIDE;
/// The columns of the board with the one at each side.
const WIDE: usize = SIDE + 2;

/// Where a row is.
const LEFT: u8 = 0;
const MIDDLE: u8 = 1;
const RIGHT: u8 = 2;

/// The pieces, where the rows are, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    x: u16,
    o: u16,
    /// From the top.
    rows: [u8; SIDE],
    turn: Turn,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Drops a piece, which comes to rest on a cell of the nine.
    Drop(usize),
    /// Shifts a row.
    Shift {
        /// From the top.
        row: usize,
        /// Whether to the right.
        right: bool,
    },
}

/// The game.
#[derive(Debug)]
pub struct ShiftTacToe {
    /// What three of both players are worth to the opponent of the player who made them.
    both: Value,
    layout: BoardLayout,
}

impl ShiftTacToe {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<ShiftTacToe> {
        let both = match name {
            "3x3" => Value::Tie,
            "3x3-mover" => Value::Lose,
            _ => return None,
        };
        Some(ShiftTacToe { both, layout: layout() })
    }
}

/// A row of a mask shifted by one cell; what leaves the row is gone.
fn shifted(mask: u16, row: usize, right: bool) -> u16 {
    let low = (row * SIDE) as u32;
    let cells = mask >> low & 0b111;
    // Columns are numbered from the left, and bits from the right.
    let moved = if right { cells << 1 & 0b111 } else { cells >> 1 };
    mask & !(0b111 << low) | moved << low
}

/// Both masks after everything has fallen as far as it can.
fn settled(mut x: u16, mut o: u16) -> [u16; 2] {
    const UPPER: u16 = 0b000_111_111;
    loop {
        let free_below = !(x | o) >> SIDE & UPPER;
        let [x_falls, o_falls] = [x & free_below, o & free_below];
        if x_falls | o_falls == 0 {
            return [x, o];
        }
        x = x & !x_falls | x_falls << SIDE;
        o = o & !o_falls | o_falls << SIDE;
    }
}

impl Rules for ShiftTacToe {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { x: 0, o: 0, rows: [MIDDLE; SIDE], turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let lines = [position.x, position.o].map(|mask| has_line(&LINES, mask.into()));
        let first_to_move = position.turn == Turn::First;
        match lines {
            [false, false] => None,
            [true, true] => Some(self.both),
            [x, _] if x == first_to_move => Some(Value::Win),
            _ => Some(Value::Lose),
        }
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        let empty = !(position.x | position.o);
        for column in 0..SIDE {
            let lowest = (0..SIDE).rev().find(|row| empty >> (row * SIDE + column) & 1 == 1);
            lowest.into_iter().for_each(|row| visit(Move::Drop(row * SIDE + column)));
        }
        for (row, &place) in position.rows.iter().enumerate() {
            if place != LEFT {
                visit(Move::Shift { row, right: false });
            }
            if place != RIGHT {
                visit(Move::Shift { row, right: true });
            }
        }
    }

    fn play(&self, position: Position, chosen: Move) -> Position {
        let Position { mut x, mut o, mut rows, turn } = position;
        match chosen {
            Move::Drop(cell) if turn == Turn::First => x |= 1 << cell,
            Move::Drop(cell) => o |= 1 << cell,
            Move::Shift { row, right } => {
                [x, o] = settled(shifted(x, row, right), shifted(o, row, right));
                rows[row] = if right { rows[row] + 1 } else { rows[row] - 1 };
            }
        }
        Position { x, o, rows, turn: turn.other() }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

/// The place of a cell on the board with its sides.
fn place(cell: usize) -> usize {
    cell / SIDE * WIDE + cell % SIDE + 1
}

fn layout() -> BoardLayout {
    let sides = format!(
        "<path d=\"M0 0h1v{SIDE}h-1zM{right} 0h1v{SIDE}h-1z\" fill=\"{}\" opacity=\"0.45\"/>",
        art::EDGE,
        right = WIDE - 1
    );
    let handle = format!(
        "<rect x=\"18\" y=\"30\" width=\"64\" height=\"40\" rx=\"10\" fill=\"{}\" \
         stroke=\"#2e2415\" stroke-width=\"5\"/>",
        art::LINES
    );
    let mut layout = BoardArt::cells(SIDE, WIDE).draw(&sides).layout(
        ["X", "O"],
        vec![
            piece('x', "X", art::cross_stone().with_image("shifttactoe/x.svg")),
            piece('o', "O", art::ring_stone().with_image("shifttactoe/o.svg")),
            piece('s', "Handle of a row", art::token(&handle).with_image("shifttactoe/S.svg")),
        ],
        "",
    );
    let cells: Vec<usize> = (0..CELLS).map(place).collect();
    let sides = (0..SIDE * WIDE).filter(|place| !cells.contains(place)).collect();
    let pieces = vec![('x', cells.clone()), ('o', cells), ('s', sides)];
    layout.scene.setup = Some(Setup { pieces });
    layout.scene.slides = false;
    layout
}

impl Pictured for ShiftTacToe {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let mut board = ['-'; SIDE * WIDE];
        ones(position.x.into()).for_each(|cell| board[place(cell)] = 'x');
        ones(position.o.into()).for_each(|cell| board[place(cell)] = 'o');
        for (row, &at) in position.rows.iter().enumerate() {
            match at {
                LEFT => board[row * WIDE] = 's',
                RIGHT => board[row * WIDE + WIDE - 1] = 's',
                _ => {}
            }
        }
        self.layout.picture(board, Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let handles = picture.mask('s');
        let mut rows = [MIDDLE; SIDE];
        for (row, at) in rows.iter_mut().enumerate() {
            let is_at = |place: usize| handles >> (row * WIDE + place) & 1 == 1;
            *at = match (is_at(0), is_at(WIDE - 1)) {
                (true, true) => return Err("a row is shifted to both sides".to_owned()),
                (true, false) => LEFT,
                (false, true) => RIGHT,
                (false, false) => MIDDLE,
            };
        }
        let [x, o] = ['x', 'o'].map(|glyph| {
            let mask = picture.mask(glyph);
            (0..CELLS).fold(0u16, |cells, cell| cells | ((mask >> place(cell) & 1) as u16) << cell)
        });
        if settled(x, o) != [x, o] {
            return Err("a piece hangs in the air".to_owned());
        }
        Ok(Position { x, o, rows, turn })
    }

    fn deciding(&self, position: Position) -> Vec<Vec<usize>> {
        let mut lines = completed(LINES, [position.x, position.o].map(u32::from));
        lines.iter_mut().flatten().for_each(|cell| *cell = place(*cell));
        lines
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        let mark = position.turn.of(['x', 'o']);
        vec![match chosen {
            Move::Drop(cell) => self.layout.spot(place(cell), Some(mark)),
            Move::Shift { row, right: true } => self.layout.arrow(row * WIDE, row * WIDE + 1),
            Move::Shift { row, right: false } => {
                self.layout.arrow(row * WIDE + WIDE - 1, row * WIDE + WIDE - 2)
            }
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn after(text: &str, name: &str) -> String {
        let game = ShiftTacToe::variant("3x3").unwrap();
        let position = game.parse_position(text).unwrap();
        let mut found = None;
        game.moves(position, |chosen| {
            if game.write_move(position, chosen) == name {
                found = Some(game.write_position(game.play(position, chosen)));
            }
        });
        found.unwrap_or_else(|| panic!("{name} is no move at {text}"))
    }

    #[test]
    fn pieces_that_are_pushed_out_are_gone_and_others_fall() {
        assert_eq!(after("-----/-----/-----:x", "b1"), "-----/-----/-x---:o");
        // The lowest row goes left: x at b1 leaves, o at c1 comes to b1, and x at c2 falls.
        assert_eq!(after("-----/--x--/-xo--:o", "e1-d1"), "-----/-----/sox--:x");
        // Everything above the cell that becomes free falls, through two cells if need be.
        assert_eq!(after("-o---/-x---/-x---:o", "a1-b1"), "-----/-o---/-xx-s:x");
        assert_eq!(after("-----/-----/sox--:x", "a1-b1"), "-----/-----/--ox-:o");
    }

    #[test]
    fn a_row_moves_by_one_to_either_side_of_the_middle() {
        let game = ShiftTacToe::variant("3x3").unwrap();
        let position = game.parse_position("s----/-----/----s:x").unwrap();
        let names = game.move_names(position);
        assert_eq!(names, ["b1", "c1", "d1", "a3-b3", "e2-d2", "a2-b2", "e1-d1"]);
    }

    #[test]
    fn lines_count_whoever_made_them() {
        let game = ShiftTacToe::variant("3x3").unwrap();
        let value = |text: &str| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("-----/-----/-xxx-:o"), Some(Value::Lose));
        assert_eq!(value("-----/-----/-xxx-:x"), Some(Value::Win));
        assert_eq!(value("-----/-ooo-/-xxx-:x"), Some(Value::Tie));
        assert_eq!(value("-----/-ooo-/-xox-:o"), Some(Value::Win));
        assert_eq!(value("-----/-----/-xox-:o"), None);
    }

    #[test]
    fn both_lines_win_for_the_mover_in_the_variant() {
        let game = ShiftTacToe::variant("3x3-mover").unwrap();
        let value = |text: &str| game.primitive(game.parse_position(text).unwrap());
        // Whoever has just moved has won.
        assert_eq!(value("-----/-ooo-/-xxx-:x"), Some(Value::Lose));
        assert_eq!(value("-----/-ooo-/-xxx-:o"), Some(Value::Lose));
        assert_eq!(value("-----/-----/-xxx-:x"), Some(Value::Win));
        assert_eq!(value("-----/-----/-xox-:o"), None);
    }

    #[test]
    fn what_cannot_stand_is_refused() {
        let game = ShiftTacToe::variant("3x3").unwrap();
        for text in ["-x---/-----/-----:o", "s---s/-----/-----:x", "x----/-----/-----:x", "--s--:x"]
        {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
