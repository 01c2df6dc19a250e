//! The L-game: two L-shaped pieces and two neutral ones on sixteen cells.
//!
//! # Open questions
//!
//! Cheung (2023) shows the start only in a figure; it is the usual one here. A neutral piece that
//! goes back to where it was has not moved, so leaving both where they are is one move, not two.

use hindsight_core::bits::ones;
use hindsight_core::{
    About, AboutVariant, Art, BoardLayout, Button, Part, Picture, Pictured, Rules, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "lgame",
    name: "L-Game",
    summary: "Move your L, then a neutral piece if you like; leave the opponent's L no other place.",
    help: "\
The board has sixteen cells. Each player has one L, which covers four of them: three in a line and one
beside an end of it. It may be turned and turned over. Two neutral pieces cover a cell each. Nothing
overlaps. Red moves first. A move lifts your L and puts it down on a different set of four free cells;
after that you may take one of the neutral pieces to any free cell. Who cannot move the L has lost.

Positions are written row by row from the top, R and B for the cells of the two Ls, N for the neutral
pieces, '-' for free cells, then the player to move:
  NRR-/-BR-/-BR-/-BBN:r
Moves are the L's corner with the ways that its long and its short arm point, u, d, l or r for up, down,
left or right, and then the neutral piece's cell and where it goes, or stay: c1ul-a4-b4, c1ul-stay. On
the page click a small L where the corner is to be, then a neutral piece and its new cell, or the corner
again to leave both.",
    variants: &[AboutVariant { id: "4x4", summary: "the usual game" }],
};

const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;
/// Steps on the board, by row and column, with their letters.
const WAYS: [(isize, isize, char); 4] = [(-1, 0, 'u'), (1, 0, 'd'), (0, -1, 'l'), (0, 1, 'r')];

/// One way to put down an L.
#[derive(Clone, Copy, Debug)]
struct Shape {
    cells: u16,
    corner: usize,
    /// The ways of the long and of the short arm, numbers in [`WAYS`].
    arms: [usize; 2],
}

/// The pieces as masks of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    red: u16,
    blue: u16,
    neutral: u16,
    turn: Turn,
}

/// Where the L goes, and what becomes of the neutral pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The number of the L's new shape.
    shape: usize,
    /// A neutral piece's old and new cell.
    neutral: Option<(usize, usize)>,
}

/// The game.
#[derive(Debug)]
pub struct LGame {
    shapes: Vec<Shape>,
    layout: BoardLayout,
}

impl LGame {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<LGame> {
        (name == "4x4").then(|| LGame { shapes: shapes(), layout: layout() })
    }

    /// The shapes to which the player to move can take the L.
    fn targets(&self, position: Position) -> impl Iterator<Item = usize> {
        let [mine, theirs] = position.turn.own_first([position.red, position.blue]);
        let taken = theirs | position.neutral;
        let fits = move |cells: u16| cells & taken == 0 && cells != mine;
        (0..self.shapes.len()).filter(move |&shape| fits(self.shapes[shape].cells))
    }
}

/// The position with the mover's L somewhere else; the turn stays.
fn with_own(position: Position, cells: u16) -> Position {
    match position.turn {
        Turn::First => Position { red: cells, ..position },
        Turn::Second => Position { blue: cells, ..position },
    }
}

/// All 48 places of an L: a corner, two cells along one way and one along another across it.
fn shapes() -> Vec<Shape> {
    let cell = |corner: usize, way: usize, steps: isize| {
        let (down, across, _) = WAYS[way];
        let row = (corner / SIDE) as isize + down * steps;
        let column = (corner % SIDE) as isize + across * steps;
        let inside = 0..SIDE as isize;
        let on_board = inside.contains(&row) && inside.contains(&column);
        on_board.then_some(1u16 << (row * SIDE as isize + column).clamp(0, CELLS as isize - 1))
    };
    let mut shapes = Vec::new();
    for corner in 0..CELLS {
        for long in 0..WAYS.len() {
            for short in (0..WAYS.len()).filter(|short| short / 2 != long / 2) {
                let ends = (cell(corner, long, 2), cell(corner, short, 1));
                if let ((Some(far), Some(end)), Some(near)) = (ends, cell(corner, long, 1)) {
                    let cells = 1 << corner | near | far | end;
                    shapes.push(Shape { cells, corner, arms: [long, short] });
                }
            }
        }
    }
    shapes
}

impl Rules for LGame {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            red: 0b0000_0100_0100_0110,
            blue: 0b0110_0010_0010_0000,
            neutral: 0b1000_0000_0000_0001,
            turn: Turn::First,
        }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        self.targets(position).next().is_none().then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut(Move)) {
        for shape in self.targets(position) {
            visit(Move { shape, neutral: None });
            let after = with_own(position, self.shapes[shape].cells);
            let free = !(after.red | after.blue | after.neutral);
            for from in ones(position.neutral.into()) {
                for to in ones(free.into()) {
                    visit(Move { shape, neutral: Some((from, to)) });
                }
            }
        }
    }

    fn play(&self, position: Position, chosen: Move) -> Position {
        let moved = with_own(position, self.shapes[chosen.shape].cells);
        let neutral = match chosen.neutral {
            Some((from, to)) => position.neutral ^ 1 << from ^ 1 << to,
            None => position.neutral,
        };
        Position { neutral, turn: position.turn.other(), ..moved }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

/// The character of the button for an L with these arms.
fn button_glyph([long, short]: [usize; 2]) -> char {
    char::from(b'1' + (long * 2 + short % 2) as u8)
}

fn layout() -> BoardLayout {
    let tile = |colour: &str, mark: String| {
        art::token(&format!(
            "<rect x=\"2\" y=\"2\" width=\"96\" height=\"96\" rx=\"10\" fill=\"{colour}\"/>{mark}"
        ))
    };
    let neutral = || {
        let middle = [50.0, 50.0];
        art::token(
            &(art::disc(middle, 36.0, "#8d8d8d", "#3d3d3d") + &art::dot(middle, 9.0, "#ddd")),
        )
        .with_image("lgame/G.svg")
    };
    let cross =
        art::strokes([([35.0, 35.0], [65.0, 65.0]), ([65.0, 35.0], [35.0, 65.0])], "#fff", 9.0);
    let ring = art::circle([50.0, 50.0], 17.0, "#fff", 9.0);
    let mut pieces = vec![
        piece('R', "Red", tile(art::SECOND, ring).with_image("general/redpiece.svg")),
        piece('B', "Blue", tile(art::FIRST, cross).with_image("general/bluepiece.svg")),
        piece('N', "Neutral", neutral()),
        piece('n', "Neutral, chosen", art::chosen(neutral())),
    ];
    for piece in &mut pieces[..2] {
        piece.size = 1.0;
    }
    for (long, way) in WAYS.iter().enumerate() {
        for short in [0, 1].map(|side| (1 - long / 2) * 2 + side) {
            let glyph = button_glyph([long, short]);
            pieces.push(piece(glyph, "Put the L here", small_l(*way, WAYS[short])));
        }
    }
    BoardArt::cells(SIDE, SIDE).with_image("lgame/grid.svg").layout(
        ["Red", "Blue"],
        pieces,
        "n12345678",
    )
}

/// A small L in its quarter of the cell, on the side of its long arm.
fn small_l(long: (isize, isize, char), short: (isize, isize, char)) -> Art {
    let at = |along: f32, across: f32| {
        [
            50.0 + along * long.1 as f32 + across * short.1 as f32,
            50.0 + along * long.0 as f32 + across * short.0 as f32,
        ]
    };
    let lines = [(at(14.0, 6.0), at(46.0, 6.0)), (at(14.0, 6.0), at(14.0, 20.0))];
    // The rim keeps it visible on the players' colours.
    art::token(&(art::strokes(lines, "#fff", 12.0) + &art::strokes(lines, "#222", 7.0)))
}

impl Pictured for LGame {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let Position { red, blue, neutral, .. } = position;
        self.layout.pieces(['R', 'B', 'N'], [red, blue, neutral], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [red, blue, neutral] = ['R', 'B', 'N'].map(|glyph| picture.mask(glyph) as u16);
        let is_l = |cells| self.shapes.iter().any(|shape| shape.cells == cells);
        if !is_l(red) || !is_l(blue) {
            return Err("each player's four cells make an L".to_owned());
        }
        if neutral.count_ones() != 2 {
            return Err("there are two neutral pieces".to_owned());
        }
        Ok(Position { red, blue, neutral, turn })
    }

    fn clicks(&self, position: Position, chosen: Move) -> Vec<Part> {
        let shape = self.shapes[chosen.shape];
        let moved = self.show(with_own(position, shape.cells));
        let corner = self.layout.name(shape.corner);
        let [long, short] = shape.arms.map(|way| WAYS[way].2);
        let l = Button::Spot { center: shape.corner, piece: Some(button_glyph(shape.arms)) };
        let mut parts = vec![Part::before(format!("{corner}{long}{short}"), l, moved.clone())];
        if let Some((from, to)) = chosen.neutral {
            parts.push(self.layout.choose(from, moved.with(from, 'n')));
            parts.push(self.layout.spot(to, None));
        } else {
            let again = Button::Spot { center: shape.corner, piece: None };
            parts.push(Part::last("stay".to_owned(), again));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;
    use std::collections::BTreeSet;

    fn game() -> LGame {
        LGame::variant("4x4").unwrap()
    }

    #[test]
    fn an_l_has_forty_eight_places() {
        let places: BTreeSet<u16> = shapes().iter().map(|shape| shape.cells).collect();
        assert_eq!((places.len(), shapes().len()), (48, 48));
        assert!(places.iter().all(|cells| cells.count_ones() == 4));
    }

    #[test]
    fn moves_are_named_by_the_corner_and_the_arms() {
        let game = game();
        assert_eq!(game.write_position(game.start()), "NRR-/-BR-/-BR-/-BBN:r");
        let names = game.move_names(game.start());
        let all: BTreeSet<_> = names.iter().collect();
        assert_eq!(all.len(), names.len());
        assert!(names.contains(&"d3ul-stay".to_owned()) || names.contains(&"d4dl-stay".to_owned()));
        // Nothing changes without the L.
        assert!(!names.iter().any(|name| name.starts_with("c4dl")));
    }

    #[test]
    fn an_l_without_another_place_has_lost() {
        let game = game();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("RRR-/RBBB/NB--/-N--:r"), Some(Value::Lose));
        assert_eq!(value("RRR-/RBBB/NB--/-N--:b"), None);
        assert_eq!(value("NRR-/-BR-/-BR-/-BBN:r"), None);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "NRR-/-BR-/-BR-/-BB-:r",
            "NRRR/-BR-/-B--/-BBN:r",
            "NRR-/-BR-/-BR-/-BBN:w",
            "nRR-/-BR-/-BR-/-BBN:r",
            "----/----/----/----:r",
        ] {
            assert!(game().parse_position(text).is_err(), "{text}");
        }
    }
}
