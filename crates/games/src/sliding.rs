//! The sliding puzzle: numbered tiles and one gap.
//!
//! The model for a puzzle: solved is a tie, so that the engine's tie in n is a solution in n moves.
//!
//! # Open questions
//!
//! Where the gap belongs is a convention: here at the bottom right. The start is as far from solved as
//! positions are; the 3x3 puzzle has two such.

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, Art, BoardLayout, Button, Extras, Kind, Part, Picture, Pictured, Rules,
    Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::rays::edge_neighbours;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "sliding",
    name: "Sliding Puzzle",
    summary: "A puzzle: slide numbered tiles into order.",
    help: "\
A puzzle for one. A frame holds numbered tiles and one gap. A move slides a tile beside the gap into
it. The puzzle is solved when the tiles are in order, row by row from the top left, and the gap is at
the bottom right.

Only half of all arrangements can be brought into order; the others are refused.

Positions are the rows from the top, the tiles' numbers and '-' for the gap:
  867/254/3-1
Moves are the cells that the tile leaves and enters, columns lettered from the left and rows numbered
from the bottom: b2-b1.

2x3 has two rows and three columns; 3x2, with the columns first, is the same board, and 4x2 that of 2x4.",
    variants: &[
        AboutVariant { id: "3x3", summary: "eight tiles" },
        AboutVariant { id: "2x3", summary: "five tiles in two rows" },
        AboutVariant { id: "2x4", summary: "seven tiles in two rows" },
    ],
};

const MOST: usize = 9;
const GAP: u8 = 0;

/// The tile on each cell, row by row from the top left; cells that the frame does not have come last
/// and hold nothing.
pub type Position = [u8; MOST];

/// The puzzle.
#[derive(Debug)]
pub struct Sliding {
    rows: usize,
    columns: usize,
    /// The cells beside each cell.
    beside: Vec<u32>,
    start: Position,
    layout: BoardLayout,
}

impl Sliding {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Sliding> {
        let (rows, columns, start) = match name {
            "2x3" => (2, 3, [4, 5, GAP, 1, 2, 3, 0, 0, 0]),
            "2x4" => (2, 4, [GAP, 7, 2, 1, 4, 3, 6, 5, 0]),
            "3x3" => (3, 3, [8, 6, 7, 2, 5, 4, 3, GAP, 1]),
            _ => return None,
        };
        let beside = edge_neighbours(rows, columns);
        Some(Sliding { rows, columns, beside, start, layout: layout(rows, columns) })
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn gap(&self, position: Position) -> usize {
        position[..self.cells()].iter().position(|&tile| tile == GAP).unwrap_or(0)
    }

    fn solved(&self) -> Position {
        std::array::from_fn(|cell| if cell + 1 < self.cells() { cell as u8 + 1 } else { GAP })
    }

    /// Whether an arrangement can be solved: every move exchanges the gap with a tile and takes the
    /// gap one step, so the parity of the permutation and of the gap's way stay equal.
    fn is_solvable(&self, position: Position) -> bool {
        let mut exchanges = 0;
        let mut left = position;
        let solved = self.solved();
        for (cell, wanted) in solved.into_iter().enumerate().take(self.cells()) {
            let from = left[..self.cells()].iter().position(|&tile| tile == wanted);
            if let Some(from) = from.filter(|&from| from != cell) {
                left.swap(cell, from);
                exchanges += 1;
            }
        }
        let gap = self.gap(position);
        let way = self.rows - 1 - gap / self.columns + self.columns - 1 - gap % self.columns;
        (exchanges + way).is_multiple_of(2)
    }
}

impl Rules for Sliding {
    type Position = Position;
    /// The cell of the tile.
    type Move = usize;

    fn start(&self) -> Position {
        self.start
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (position == self.solved()).then_some(Value::Tie)
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        ones(self.beside[self.gap(position)]).for_each(visit);
    }

    fn play(&self, mut position: Position, tile: usize) -> Position {
        let gap = self.gap(position);
        position.swap(tile, gap);
        position
    }

    fn turn(&self, _position: Position) -> Turn {
        Turn::First
    }

    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras { kind: Kind::Puzzle, ..Extras::default() }
    }
}

/// The tiles' names, numbers and images in GamesmanUni.
const TILES: [(char, &str, &str); MOST - 1] = [
    ('1', "Tile 1", "npuzzle/1.svg"),
    ('2', "Tile 2", "npuzzle/2.svg"),
    ('3', "Tile 3", "npuzzle/3.svg"),
    ('4', "Tile 4", "npuzzle/4.svg"),
    ('5', "Tile 5", "npuzzle/5.svg"),
    ('6', "Tile 6", "npuzzle/6.svg"),
    ('7', "Tile 7", "npuzzle/7.svg"),
    ('8', "Tile 8", "npuzzle/8.svg"),
];

fn layout(rows: usize, columns: usize) -> BoardLayout {
    let tiles = TILES[..rows * columns - 1].iter().map(|&(glyph, name, image)| {
        let art: Art = art::token(&format!(
            "<rect x=\"3\" y=\"3\" width=\"94\" height=\"94\" rx=\"12\" fill=\"#f6ecd8\" \
             stroke=\"#8a6a43\" stroke-width=\"4\"/><text x=\"50\" y=\"71\" font-size=\"60\" \
             font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\" \
             fill=\"#3a3027\">{glyph}</text>"
        ));
        piece(glyph, name, art.with_image(image))
    });
    BoardArt::cells(rows, columns).layout(["Player", "Nobody"], tiles.collect(), "")
}

impl Pictured for Sliding {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let glyph = |tile: u8| if tile == GAP { '-' } else { char::from(b'0' + tile) };
        self.layout.picture(position.into_iter().take(self.cells()).map(glyph), Vec::new())
    }

    fn read(&self, picture: &Picture, _turn: Turn) -> Result<Position, String> {
        let mut position = [GAP; MOST];
        for (cell, glyph) in position.iter_mut().zip(picture.entities.chars()) {
            *cell = glyph.to_digit(10).map_or(GAP, |tile| tile as u8);
        }
        let mut tiles = position;
        tiles[..self.cells()].sort_unstable();
        if tiles[..self.cells()].iter().enumerate().any(|(cell, &tile)| usize::from(tile) != cell) {
            return Err("every tile is there once, and one gap".to_owned());
        }
        if !self.is_solvable(position) {
            return Err("it cannot be solved: two tiles would have to change places".to_owned());
        }
        Ok(position)
    }

    fn clicks(&self, position: Position, tile: usize) -> Vec<Part> {
        // There is one gap, so that a click on the tile says it all.
        let Part { name, .. } = self.layout.arrow(tile, self.gap(position));
        vec![Part::last(name, Button::Spot { center: tile, piece: None })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    #[test]
    fn tiles_beside_the_gap_move() {
        let game = Sliding::variant("3x3").unwrap();
        let start = game.start();
        assert_eq!(game.write_position(start), "867/254/3-1");
        let moves = game.move_names(start);
        assert_eq!(moves, ["b2-b1", "a1-b1", "c1-b1"]);
        assert_eq!(game.write_position(game.play(start, 4)), "867/2-4/351");
    }

    #[test]
    fn half_of_all_arrangements_are_solvable() {
        let game = Sliding::variant("2x3").unwrap();
        let mut solvable = 0;
        for number in 0..6usize.pow(6) {
            let digit = |cell: u32| b'0' + (number / 6usize.pow(cell) % 6) as u8;
            let text: String = (0..6).map(|cell| char::from(digit(cell))).collect();
            solvable += usize::from(game.parse_position(&text.replace('0', "-")).is_ok());
        }
        assert_eq!(solvable, 720 / 2);
    }

    #[test]
    fn nonsense_is_refused() {
        let game = Sliding::variant("3x3").unwrap();
        assert_eq!(
            game.parse_position("123/456/78-").map(|p| game.primitive(p)),
            Ok(Some(Value::Tie))
        );
        for text in
            ["123/456/87-", "113/456/78-", "123/456/789", "123/456/7--", "12/345", "123/456/78-:p"]
        {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
