//! Snake: one player leads the head, the other the tail, and the body fills the board.
//!
//! # Open questions
//!
//! Cheung (2023) leaves the board's shape and the start open. Here the boards are rectangles, and the
//! snake begins with its head and its tail on the two cells at the middle of the board.

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Extras, Part, Picture, Pictured, Rules, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::rays::edge_neighbours;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "snake",
    name: "Snake",
    summary: "Move your end of the snake to a free cell; who cannot has lost.",
    help: "\
A snake lies on the board, at first on two cells in the middle: its head and its tail; in 4x4-three on
three cells of a row, with its body between them. The first player
moves the head, the second the tail. A move takes your end to a free cell above, below or beside it; the
cell that it leaves becomes a part of the body and is never free again. Who cannot move has lost.

Positions are written row by row from the top, h for the head, t for the tail, b for the body, '-' for
free cells, then whose turn it is, h or t:
  ----/-ht-/----/----:h
Moves are the cell that the end leaves and the one where it goes: b3-b4.

4x5 has four rows and five columns; 5x4, with the columns first, is the same board.",
    variants: &[
        AboutVariant { id: "4x4", summary: "four rows of four" },
        AboutVariant { id: "3x3", summary: "three rows of three" },
        AboutVariant { id: "4x5", summary: "four rows of five" },
        AboutVariant { id: "4x4-three", summary: "four rows of four, the snake begins on three cells" },
    ],
};

/// The free cells and the snake's two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    free: u32,
    head: u8,
    tail: u8,
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct Snake {
    rows: usize,
    columns: usize,
    /// The cells of the snake at the start.
    length: usize,
    /// The cells beside each cell.
    beside: Vec<u32>,
    layout: BoardLayout,
}

impl Snake {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Snake> {
        let (rows, columns, length) = match name {
            "4x4" => (4, 4, 2),
            "3x3" => (3, 3, 2),
            "4x5" => (4, 5, 2),
            "4x4-three" => (4, 4, 3),
            _ => return None,
        };
        let beside = edge_neighbours(rows, columns);
        Some(Snake { rows, columns, length, beside, layout: layout(rows, columns) })
    }

    /// The cells to which the player to move can go.
    fn targets(&self, position: Position) -> u32 {
        position.free & self.beside[usize::from(end(position))]
    }
}

/// The end that moves.
fn end(position: Position) -> u8 {
    position.turn.of([position.head, position.tail])
}

impl Rules for Snake {
    type Position = Position;
    /// The cell to which the end goes.
    type Move = usize;

    fn start(&self) -> Position {
        let column = (self.columns + 1 - self.length) / 2;
        let head = (self.rows - 1) / 2 * self.columns + column;
        let free = lowest(self.rows * self.columns) & !(lowest(self.length) << head);
        let tail = head + self.length - 1;
        Position { free, head: head as u8, tail: tail as u8, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (self.targets(position) == 0).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        ones(self.targets(position)).for_each(visit);
    }

    fn play(&self, position: Position, to: usize) -> Position {
        let moved =
            Position { free: position.free & !(1 << to), turn: position.turn.other(), ..position };
        match position.turn {
            Turn::First => Position { head: to as u8, ..moved },
            Turn::Second => Position { tail: to as u8, ..moved },
        }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }

    fn extras(&self) -> Extras<'_, Position> {
        Extras { never_recurs: true, ..Extras::default() }
    }
}

fn layout(rows: usize, columns: usize) -> BoardLayout {
    let scale = |colour: &str| art::disc([50.0, 50.0], 44.0, colour, "#1d4f2b");
    let eyes = art::dot([33.0, 40.0], 9.0, "#fff")
        + &art::dot([67.0, 40.0], 9.0, "#fff")
        + &art::dot([33.0, 40.0], 4.0, "#111")
        + &art::dot([67.0, 40.0], 4.0, "#111")
        + &art::strokes([([38.0, 68.0], [62.0, 68.0])], "#c22", 7.0);
    let rings = art::circle([50.0, 50.0], 26.0, "#f4e5b0", 6.0)
        + &art::circle([50.0, 50.0], 10.0, "#f4e5b0", 6.0);
    let pieces = vec![
        piece('h', "Head", art::token(&(scale("#2f8f4e") + &eyes)).with_image("snake/h.svg")),
        piece('t', "Tail", art::token(&(scale("#7a5a2a") + &rings)).with_image("snake/t.svg")),
        piece('b', "Body", art::token(&scale("#9cc7a5")).with_image("general/green_circle.svg")),
    ];
    BoardArt::cells(rows, columns).layout(["Head", "Tail"], pieces, "")
}

impl Pictured for Snake {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let glyph = |cell: usize| match cell {
            _ if cell == usize::from(position.head) => 'h',
            _ if cell == usize::from(position.tail) => 't',
            _ if position.free >> cell & 1 == 1 => '-',
            _ => 'b',
        };
        self.layout.picture((0..self.layout.places()).map(glyph), Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [head, tail, free] = ['h', 't', '-'].map(|glyph| picture.mask(glyph) as u32);
        if (head.count_ones(), tail.count_ones()) != (1, 1) {
            return Err("a snake has one head and one tail".to_owned());
        }
        let [head, tail] = [head, tail].map(|cell| cell.trailing_zeros() as u8);
        Ok(Position { free, head, tail, turn })
    }

    fn clicks(&self, position: Position, to: usize) -> Vec<Part> {
        vec![self.layout.arrow(end(position).into(), to)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn the_ends_move_and_leave_the_body() {
        let game = Snake::variant("4x4").unwrap();
        assert_eq!(game.write_position(game.start()), "----/-ht-/----/----:h");
        let after = game.play(game.start(), 1);
        assert_eq!(game.write_position(after), "-h--/-bt-/----/----:t");
        let names = game.move_names(after);
        assert_eq!(names, ["c3-c4", "c3-d3", "c3-c2"]);
    }

    #[test]
    fn the_snake_begins_in_the_middle() {
        for (variant, start) in [
            ("3x3", "---/-ht/---:h"),
            ("4x4", "----/-ht-/----/----:h"),
            ("4x5", "-----/--ht-/-----/-----:h"),
            ("4x4-three", "----/-hbt/----/----:h"),
        ] {
            let game = Snake::variant(variant).unwrap();
            assert_eq!(game.write_position(game.start()), start);
        }
        let three = Snake::variant("4x4-three").unwrap();
        let after = three.play(three.start(), 4);
        assert_eq!(three.write_position(after), "----/hbbt/----/----:t");
        assert_eq!(three.move_names(after), ["d3-d4", "d3-d2"]);
    }

    #[test]
    fn an_end_without_a_free_neighbour_has_lost() {
        let game = Snake::variant("3x3").unwrap();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("hb-/bbt/---:h"), Some(Value::Lose));
        assert_eq!(value("hb-/bbt/---:t"), None);
        assert!(game.parse_position("hbh/bbt/---:h").is_err());
        assert!(game.parse_position("---/---/---:h").is_err());
    }
}
