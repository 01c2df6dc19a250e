//! Peg solitaire on small boards: jump until one peg is left.
//!
//! # Open questions
//!
//! The goal is one peg anywhere; that it stand where the hole was at first is a harder puzzle, not
//! played here. The hole at the start is one from which the puzzle can be solved.

use hindsight_core::bits::lowest;
use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Extras, Kind, Part, Picture, Pictured, Rules, Turn,
    Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "pegs",
    name: "Peg Solitaire",
    summary: "A puzzle: jump pegs over pegs until one is left.",
    help: "\
A puzzle for one. All holes of a board but one have pegs. A move jumps with a peg over a neighbouring
peg into the empty hole right behind it, in a straight line along the board's lines; the peg that was
jumped over is taken out. The puzzle is solved when one peg is left, wherever it stands. A position at
which no peg can jump but several are left is stuck: it is unsolvable, and all one can do is stay.

On the triangles pegs also jump along both slanted sides.

Positions are the holes row by row from the top, o for a peg and '-' for none. The holes of a triangle
are written in one go, those of a square in rows:
  -oooooooooooooo
  o-oo/oooo/oooo/oooo
Moves are the holes that the peg leaves and enters, or stay. On a triangle the holes are a to o from
the top: d1-a1. On a square columns are lettered from the left and rows numbered from the bottom: b2-b4.

4x5 has four rows and five columns; 5x4, with the columns first, is the same board.",
    variants: &[
        AboutVariant { id: "triangle5", summary: "a triangle of fifteen holes, the top one empty" },
        AboutVariant { id: "triangle4", summary: "a triangle of ten holes, one beside the top empty" },
        AboutVariant { id: "4x4", summary: "a square, a hole at its edge empty" },
        AboutVariant { id: "4x5", summary: "four rows of five, a corner empty" },
    ],
};

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A peg jumps.
    Jump(Jump),
    /// Nothing, since no peg can jump.
    Stay,
}

/// A peg's jump over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    from: u8,
    over: u8,
    to: u8,
}

impl Jump {
    fn is_possible(self, pegs: u32) -> bool {
        pegs >> self.from & pegs >> self.over & !(pegs >> self.to) & 1 == 1
    }
}

/// The puzzle.
#[derive(Debug)]
pub struct Pegs {
    /// Row and column of each hole.
    holes: Vec<(isize, isize)>,
    empty: usize,
    jumps: Vec<Jump>,
    is_triangle: bool,
    layout: BoardLayout,
}

impl Pegs {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Pegs> {
        Some(match name {
            "triangle4" => Pegs::triangle(4, 1),
            "triangle5" => Pegs::triangle(5, 0),
            "4x4" => Pegs::rectangle(4, 4, 1),
            "4x5" => Pegs::rectangle(4, 5, 0),
            _ => return None,
        })
    }

    fn triangle(side: isize, empty: usize) -> Pegs {
        let holes: Vec<_> = (0..side).flat_map(|row| (0..=row).map(move |at| (row, at))).collect();
        let steps = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)];
        let across = |row: isize, at: isize| (side - row) as f32 / 2.0 + at as f32;
        let centers = holes.iter().map(|&(row, at)| [across(row, at), row as f32 + 0.5]).collect();
        let mut board_art = BoardArt::places([side as f32; 2], centers, lines(&holes, &steps));
        if side == 5 {
            let place = |[x, y]: [f32; 2]| [50.0 + 19.7 * (x - 2.5), 12.24 + 17.06 * (y - 0.5)];
            board_art =
                board_art.with_fitted_image("pegsolitaire/triangle.svg", [100.0; 2], 17.0, place);
        }
        Pegs { is_triangle: true, ..Pegs::on(holes, &steps, empty, board_art) }
    }

    fn rectangle(rows: isize, columns: isize, empty: usize) -> Pegs {
        let holes: Vec<_> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        let steps = [(0, -1), (0, 1), (-1, 0), (1, 0)];
        let board_art = BoardArt::points(rows as usize, columns as usize, lines(&holes, &steps));
        Pegs::on(holes, &steps, empty, board_art)
    }

    fn on(
        holes: Vec<(isize, isize)>,
        steps: &[(isize, isize)],
        empty: usize,
        board_art: BoardArt,
    ) -> Pegs {
        let find = |hole: (isize, isize)| holes.iter().position(|&known| known == hole);
        let mut jumps = Vec::new();
        for (from, &(row, column)) in holes.iter().enumerate() {
            for (down, across) in steps {
                let over = find((row + down, column + across));
                let to = find((row + 2 * down, column + 2 * across));
                if let (Some(over), Some(to)) = (over, to) {
                    jumps.push(Jump { from: from as u8, over: over as u8, to: to as u8 });
                }
            }
        }
        let peg = art::token(
            &(art::disc([50.0, 50.0], 44.0, "#2f6f8f", "#173f54")
                + &art::dot([40.0, 38.0], 11.0, "#9fc7d9")),
        );
        let pieces = vec![piece('o', "Peg", peg.with_image("general/bluepiece.svg"))];
        let layout = board_art.layout(["Player", "Nobody"], pieces, "");
        Pegs { holes, empty, jumps, is_triangle: false, layout }
    }
}

/// Neighbouring holes, once for each pair.
fn lines(holes: &[(isize, isize)], steps: &[(isize, isize)]) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    for (from, &(row, column)) in holes.iter().enumerate() {
        for (to, &(other_row, other_column)) in holes.iter().enumerate().skip(from + 1) {
            if steps.contains(&(other_row - row, other_column - column)) {
                lines.push((from, to));
            }
        }
    }
    lines
}

impl Rules for Pegs {
    /// The holes with a peg.
    type Position = u32;
    type Move = Move;

    fn start(&self) -> u32 {
        lowest(self.holes.len()) & !(1 << self.empty)
    }

    fn primitive(&self, pegs: u32) -> Option<Value> {
        (pegs.count_ones() == 1).then_some(Value::Tie)
    }

    fn moves(&self, pegs: u32, mut visit: impl FnMut(Move)) {
        let mut stuck = true;
        for &jump in self.jumps.iter().filter(|jump| jump.is_possible(pegs)) {
            stuck = false;
            visit(Move::Jump(jump));
        }
        if stuck {
            visit(Move::Stay);
        }
    }

    fn play(&self, pegs: u32, chosen: Move) -> u32 {
        match chosen {
            Move::Jump(Jump { from, over, to }) => pegs ^ (1 << from | 1 << over | 1 << to),
            Move::Stay => pegs,
        }
    }

    fn turn(&self, _pegs: u32) -> Turn {
        Turn::First
    }

    fn extras(&self) -> Extras<'_, Self::Position> {
        Extras { kind: Kind::Puzzle, never_recurs: true, ..Extras::default() }
    }
}

impl Pictured for Pegs {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, pegs: u32) -> Picture {
        self.layout.pieces(['o'], [pegs], Vec::new())
    }

    fn read(&self, picture: &Picture, _turn: Turn) -> Result<u32, String> {
        match picture.mask('o') as u32 {
            0 => Err("there is always a peg".to_owned()),
            pegs => Ok(pegs),
        }
    }

    fn clicks(&self, _pegs: u32, chosen: Move) -> Vec<Part> {
        vec![match chosen {
            Move::Jump(jump) => self.layout.arrow(jump.from.into(), jump.to.into()),
            Move::Stay => Part::last("stay".to_owned(), Button::Listed {}),
        }]
    }

    fn draw(&self, pegs: u32) -> String {
        let picture = self.show(pegs);
        if !self.is_triangle {
            let cells: Vec<char> = picture.entities.chars().collect();
            return hindsight_core::notation::draw_grid(self.layout.columns, &cells);
        }
        let last = self.holes.last().map_or(0, |&(row, _)| row);
        let mut text = String::new();
        for row in 0..=last {
            let cells = picture.entities.chars().zip(&self.holes).filter(|(_, hole)| hole.0 == row);
            let cells: Vec<String> = cells.map(|(glyph, _)| glyph.to_string()).collect();
            text += &format!("  {}{}\n", " ".repeat((last - row) as usize), cells.join(" "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(game: &Pegs, text: &str) -> Vec<String> {
        let pegs = game.parse_position(text).unwrap();
        game.move_names(pegs)
    }

    #[test]
    fn pegs_jump_over_pegs_into_holes() {
        let game = Pegs::variant("triangle5").unwrap();
        assert_eq!(moves(&game, "-oooooooooooooo"), ["d1-a1", "f1-a1"]);
        let square = Pegs::variant("4x4").unwrap();
        assert_eq!(moves(&square, "o-oo/oooo/oooo/oooo"), ["d4-b4", "b2-b4"]);
        // Fifteen holes have 18 straight triples, each jumped both ways.
        assert_eq!(game.jumps.len(), 36);
    }

    #[test]
    fn a_stuck_board_can_only_stay() {
        let game = Pegs::variant("4x4").unwrap();
        assert_eq!(moves(&game, "o--o/----/----/o--o"), ["stay"]);
        let stuck = game.parse_position("o--o/----/----/o--o").unwrap();
        assert_eq!(game.play(stuck, Move::Stay), stuck);
        let solved = game.parse_position("---o/----/----/----").unwrap();
        assert_eq!(game.primitive(solved), Some(Value::Tie));
        assert!(game.parse_position("----/----/----/----").is_err());
    }
}
