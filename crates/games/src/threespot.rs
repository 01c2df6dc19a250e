//! 3-Spot: three dominoes on nine cells, and points for covering the bottom row.
//!
//! # Open questions
//!
//! Cheung (2023) shows the start only in a figure. Here it is the usual one, with the three pieces
//! side by side above the free row that counts. What becomes of a player who cannot move a piece is
//! not said; that never happens, as a test shows. Others let every cell of the bottom row that a moved piece
//! covers count, also one that it covered before, and begin with the pieces on the two lower rows
//! (`3x3-covered-low`).

use hindsight_core::{
    About, AboutVariant, BoardLayout, Button, Part, Picture, Pictured, Rules, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "threespot",
    name: "3-Spot",
    summary: "Cover the bottom row with your domino for points, but do not leave the opponent behind.",
    help: "\
The board has nine cells. Blue and Red have a piece each and share a white one; each covers two cells
side by side, and they never overlap. Blue moves first. A move takes your own piece to another place, at
least one cell of which it did not cover before, and then the white piece likewise. Each cell of the
bottom row that your piece covers and did not cover before is a point.

In 3x3-covered and 3x3-covered-low every cell of the bottom row that your piece covers after its move is
a point, also one that it covered before. In 3x3-covered-low the pieces begin one row lower.

The game ends when a player has 12 points. That player has won if the opponent has at least 6 by then,
and has lost otherwise.

Positions are written row by row from the top, B, R and W for the cells of the pieces, '-' for free
cells, then the player to move and the points of Blue and of Red:
  BWR/BWR/---:b:0,0
Moves are the two cells where your piece goes and the two where the white one goes: a1b1-a3a2.",
    variants: &[
        AboutVariant { id: "3x3", summary: "the usual game" },
        AboutVariant { id: "3x3-covered", summary: "every covered cell of the bottom row scores" },
        AboutVariant {
            id: "3x3-covered-low",
            summary: "every covered cell scores, and the pieces begin one row lower",
        },
    ],
};

const SIDE: usize = 3;
const CELLS: usize = SIDE * SIDE;
const BOTTOM: u16 = 0b111_000_000;
/// The points that end the game, and those that the other must have for it to be won.
const END: u8 = 12;
const ENOUGH: u8 = 6;

/// The cells of the three pieces and the points of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Blue's, Red's.
    own: [u16; 2],
    white: u16,
    points: [u8; 2],
    turn: Turn,
}

/// The cells where one's own piece and the white one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    own: u16,
    white: u16,
}

/// The game.
#[derive(Debug)]
pub struct ThreeSpot {
    /// All places for a piece.
    places: Vec<u16>,
    /// Whether cells score that a piece covered before it moved, too.
    covered_scores: bool,
    /// Whether the pieces begin on the two lower rows.
    is_low: bool,
    layout: BoardLayout,
}

impl ThreeSpot {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<ThreeSpot> {
        let (covered_scores, is_low) = match name {
            "3x3" => (false, false),
            "3x3-covered" => (true, false),
            "3x3-covered-low" => (true, true),
            _ => return None,
        };
        Some(ThreeSpot { places: places(), covered_scores, is_low, layout: layout() })
    }

    /// The position after one's own piece has moved and scored; the turn stays.
    fn with_own(&self, position: Position, cells: u16) -> Position {
        let mut after = position;
        let before = if self.covered_scores { 0 } else { position.own[player(position)] };
        let scored = cells & !before & BOTTOM;
        after.points[player(position)] += scored.count_ones() as u8;
        after.own[player(position)] = cells;
        after
    }

    fn each_move(&self, position: Position, mut visit: impl FnMut(Move)) {
        let [mine, theirs] = position.turn.own_first(position.own);
        let free = |taken: u16, old: u16| {
            self.places.iter().copied().filter(move |&place| place & taken == 0 && place != old)
        };
        for own in free(theirs | position.white, mine) {
            for white in free(own | theirs, position.white) {
                visit(Move { own, white });
            }
        }
    }
}

fn player(position: Position) -> usize {
    usize::from(position.turn == Turn::Second)
}

fn places() -> Vec<u16> {
    let across = (0..CELLS).filter(|cell| cell % SIDE + 1 < SIDE).map(|cell| 0b11 << cell);
    let down = (0..CELLS - SIDE).map(|cell| 0b1001 << cell);
    across.chain(down).collect()
}

impl Rules for ThreeSpot {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let lowered = |cells: u16| if self.is_low { cells << SIDE } else { cells };
        Position {
            own: [0b001_001, 0b100_100].map(lowered),
            white: lowered(0b010_010),
            points: [0; 2],
            turn: Turn::First,
        }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        let [mine, theirs] = position.turn.own_first(position.points);
        let ended = |full: u8, other: u8| (full >= END).then_some(other >= ENOUGH);
        let won = ended(mine, theirs).or_else(|| ended(theirs, mine).map(|won| !won))?;
        Some(if won { Value::Win } else { Value::Lose })
    }

    fn moves(&self, position: Position, visit: impl FnMut(Move)) {
        self.each_move(position, visit);
    }

    fn play(&self, position: Position, Move { own, white }: Move) -> Position {
        Position { white, turn: position.turn.other(), ..self.with_own(position, own) }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

fn layout() -> BoardLayout {
    let tile = |colour: &str, mark: String| {
        art::token(&format!(
            "<rect x=\"3\" y=\"3\" width=\"94\" height=\"94\" rx=\"22\" fill=\"{colour}\" \
             stroke=\"#333\" stroke-width=\"4\"/>{mark}"
        ))
    };
    let ring = art::circle([50.0, 50.0], 17.0, "#fff", 9.0);
    let cross =
        art::strokes([([35.0, 35.0], [65.0, 65.0]), ([65.0, 35.0], [35.0, 65.0])], "#fff", 9.0);
    let pieces = vec![
        piece('B', "Blue", tile(art::FIRST, cross).with_image("general/bluepiece.svg")),
        piece('R', "Red", tile(art::SECOND, ring).with_image("general/redpiece.svg")),
        piece('W', "White", tile("#fbfaf6", String::new()).with_image("general/whitepiece.svg")),
    ];
    let spots: String = [0.5, 1.5, 2.5].map(|x| art::dot([x, 2.5], 0.22, "#c9a227")).concat();
    BoardArt::cells(SIDE, SIDE)
        .draw(&spots)
        .counting([("Blue's points", END as u32 + 1), ("Red's points", END as u32 + 1)])
        .with_fitted_image("3spot/grid.svg", [30.0, 40.0], 10.0, |at| at.map(|at| 10.0 * at))
        .layout(["Blue", "Red"], pieces, "")
}

impl Pictured for ThreeSpot {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let [blue, red] = position.own;
        let points = position.points.map(u32::from).to_vec();
        self.layout.pieces(['B', 'R', 'W'], [blue, red, position.white], points)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [blue, red, white] = ['B', 'R', 'W'].map(|glyph| picture.mask(glyph) as u16);
        if ![blue, red, white].iter().all(|cells| self.places.contains(cells)) {
            return Err("each piece covers two cells side by side".to_owned());
        }
        // The counters' limits have been checked: the points fit.
        let points = [picture.counters[0] as u8, picture.counters[1] as u8];
        if points.iter().all(|&points| points >= END) {
            return Err(format!("the game ends when one player has {END} points"));
        }
        Ok(Position { own: [blue, red], white, points, turn })
    }

    fn clicks(&self, position: Position, Move { own, white }: Move) -> Vec<Part> {
        let [own_line, white_line] = [own, white].map(|cells| {
            let (from, to) = (cells.trailing_zeros() as usize, cells.ilog2() as usize);
            let name = self.layout.name(from) + &self.layout.name(to);
            (name, Button::Line { from, to })
        });
        let moved = self.show(self.with_own(position, own));
        vec![Part::before(own_line.0, own_line.1, moved), Part::last(white_line.0, white_line.1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn game() -> ThreeSpot {
        ThreeSpot::variant("3x3").unwrap()
    }

    #[test]
    fn only_newly_covered_cells_of_the_bottom_row_score() {
        let game = game();
        let position = game.parse_position("WWR/--R/BB-:b:3,4").unwrap();
        let after = |own| game.with_own(position, own).points;
        assert_eq!(after(0b110_000_000), [4, 4]);
        assert_eq!(after(0b001_001_000), [3, 4]);
        let position = game.parse_position("BB-/WWR/--R:b:3,4").unwrap();
        assert_eq!(game.with_own(position, 0b011_000_000).points, [5, 4]);
    }

    #[test]
    fn every_covered_cell_scores_in_the_variants() {
        let covered = ThreeSpot::variant("3x3-covered").unwrap();
        assert_eq!(covered.start(), game().start());
        let position = covered.parse_position("WWR/--R/BB-:b:3,4").unwrap();
        let after = |own| covered.with_own(position, own).points;
        assert_eq!(after(0b110_000_000), [5, 4], "b1 was covered before, and counts again");
        assert_eq!(after(0b001_001_000), [4, 4]);
        assert_eq!(after(0b000_011_000), [3, 4]);
        let low = ThreeSpot::variant("3x3-covered-low").unwrap();
        assert_eq!(low.write_position(low.start()), "---/BWR/BWR:b:0,0");
        let names = low.move_names(low.start());
        assert!(names.contains(&"a3a2-b3c3".to_owned()), "{names:?}");
    }

    #[test]
    fn twelve_points_win_only_against_six() {
        let game = game();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("WWR/--R/BB-:r:12,6"), Some(Value::Lose));
        assert_eq!(value("WWR/--R/BB-:r:13,5"), Some(Value::Win));
        assert_eq!(value("WWR/--R/BB-:b:5,12"), Some(Value::Win));
        assert_eq!(value("WWR/--R/BB-:b:6,12"), Some(Value::Lose));
        assert_eq!(value("WWR/--R/BB-:b:11,11"), None);
    }

    #[test]
    fn there_is_always_a_move() {
        let game = game();
        let triples = game.places.iter().flat_map(|&blue| {
            game.places
                .iter()
                .flat_map(move |&red| places().into_iter().map(move |white| (blue, red, white)))
        });
        let mut met = 0;
        for (blue, red, white) in triples {
            if blue & red != 0 || (blue | red) & white != 0 {
                continue;
            }
            let position = Position { own: [blue, red], white, points: [0; 2], turn: Turn::First };
            let mut moves = 0;
            game.moves(position, |_| moves += 1);
            assert!(moves > 0, "{}", game.write_position(position));
            met += 1;
        }
        // Three dominoes fit on nine cells in 56 ways, each in six orders.
        assert_eq!(met, 6 * 56);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "BWR/BWR/---:b",
            "BWR/BWR/---:b:0,14",
            "BWR/BWR/---:b:12,12",
            "BWR/-WR/B--:b:0,0",
            "BWR/BWR/--W:b:0,0",
        ] {
            assert!(game().parse_position(text).is_err(), "{text}");
        }
    }
}
