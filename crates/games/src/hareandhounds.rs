//! Hare and Hounds: three hounds try to trap a hare that tries to slip past them.
//!
//! # Open questions
//!
//! The rules are the usual ones. The hounds begin. The hare has escaped when it stands further left
//! than every hound. Usually ten moves of the hounds in a row that gain no ground lose; in the
//! variants without `-ten` such play goes on, which is a draw if neither side does better. Hounds
//! that cannot move have lost, as the hare has.

use hindsight_core::bits::{mask, ones};
use hindsight_core::{
    About, AboutVariant, BoardLayout, Part, Picture, Pictured, Rules, Turn, Value,
};

use crate::art;
use crate::board_art::{BoardArt, piece};
use crate::rays::pairs;

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "hareandhounds",
    name: "Hare and Hounds",
    summary: "Three hounds drive forward to trap the hare; the hare slips past them.",
    help: "\
The board is three rows of points joined by lines, with one more point at each end. The three hounds
stand at the left end, the hare at the right end. The hounds move first. A move takes one animal along a
line to the free point beside it. The hare goes any way. Hounds never go back to the left: they go up,
down, or to the right, straight or aslant. The hounds win when the hare cannot move. The hare wins when
it stands further left than every hound, and when the hounds cannot move.

Games can go on for ever: that is a draw. In small-ten the hare also wins when the hounds have made ten
moves in a row straight up or down. The medium and the large board have two and four columns more.

Positions are the three rows from the top, d for hounds, r for the hare, '-' for the rest (the corners
are no points), then the player to move, d for the dogs and r for the rabbit, and in small-ten the number
of such moves so far:
  -d---/d---r/-d---:d
Moves are the point that is left and the one that is entered: a2-b2.",
    variants: &[
        AboutVariant { id: "small", summary: "eleven points" },
        AboutVariant { id: "small-ten", summary: "eleven points, ten moves without ground lose" },
        AboutVariant { id: "medium", summary: "seventeen points" },
        AboutVariant { id: "large", summary: "twenty-three points" },
    ],
};

const ROWS: usize = 3;
/// The hounds' moves without ground that lose, where they are counted.
const STALLED: u8 = 10;

/// Where the animals are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    hounds: u32,
    hare: u8,
    /// How often in a row the hounds gained no ground; 0 where that is not counted.
    stalled: u8,
    turn: Turn,
}

/// The game.
#[derive(Debug)]
pub struct HareAndHounds {
    columns: usize,
    counts: bool,
    /// The points joined to each place; none for the corners.
    joined: Vec<u32>,
    layout: BoardLayout,
}

impl HareAndHounds {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<HareAndHounds> {
        let (columns, counts) = match name {
            "small" => (5, false),
            "small-ten" => (5, true),
            "medium" => (7, false),
            "large" => (9, false),
            _ => return None,
        };
        let places = ROWS * columns;
        let joined = |a: usize| mask((0..places).filter(|&b| is_joined(columns, a, b)));
        let joined: Vec<u32> = (0..places).map(joined).collect();
        let layout = layout(columns, counts, &joined);
        Some(HareAndHounds { columns, counts, joined, layout })
    }

    /// The moves of the player to move.
    fn each_move(&self, position: Position, mut visit: impl FnMut(usize, usize)) {
        let taken = position.hounds | 1 << position.hare;
        for from in ones(position.turn.of([position.hounds, 1 << position.hare])) {
            for to in ones(self.joined[from] & !taken) {
                if position.turn == Turn::Second || to % self.columns >= from % self.columns {
                    visit(from, to);
                }
            }
        }
    }

    /// Whether the hare stands further left than every hound.
    fn has_escaped(&self, position: Position) -> bool {
        let hare = usize::from(position.hare) % self.columns;
        ones(position.hounds).all(|hound| hare < hound % self.columns)
    }
}

/// Whether two places are points joined by a line. The slanting lines go through every other point,
/// those at the ends and the middle one of the small board among them.
fn is_joined(columns: usize, a: usize, b: usize) -> bool {
    let is_corner = |place: usize| {
        let end = place % columns;
        place / columns != 1 && (end == 0 || end == columns - 1)
    };
    let (down, across) = ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
    let slants = (a / columns + a % columns) % 2 == 1;
    !is_corner(a) && !is_corner(b) && (down + across == 1 || slants && down == 1 && across == 1)
}

impl Rules for HareAndHounds {
    type Position = Position;
    /// From where and to where an animal goes.
    type Move = (usize, usize);

    fn start(&self) -> Position {
        let hounds = 1 << 1 | 1 << self.columns | 1 << (2 * self.columns + 1);
        let hare = (2 * self.columns - 1) as u8;
        Position { hounds, hare, stalled: 0, turn: Turn::First }
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        if self.has_escaped(position) || position.stalled == STALLED {
            return Some(position.turn.of([Value::Lose, Value::Win]));
        }
        let mut stuck = true;
        self.each_move(position, |_, _| stuck = false);
        stuck.then_some(Value::Lose)
    }

    fn moves(&self, position: Position, mut visit: impl FnMut((usize, usize))) {
        self.each_move(position, |from, to| visit((from, to)));
    }

    fn play(&self, position: Position, (from, to): (usize, usize)) -> Position {
        let turn = position.turn.other();
        if position.turn == Turn::Second {
            return Position { hare: to as u8, turn, ..position };
        }
        let gains = to % self.columns > from % self.columns;
        let stalled = if self.counts && !gains { position.stalled + 1 } else { 0 };
        Position { hounds: position.hounds ^ 1 << from ^ 1 << to, stalled, turn, ..position }
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}

fn layout(columns: usize, counts: bool, joined: &[u32]) -> BoardLayout {
    let mut board = BoardArt::points(ROWS, columns, pairs(joined));
    if counts {
        board = board.counting([("Moves without ground", STALLED.into())]);
    }
    let image = match columns {
        5 => "hareandhounds/boardsmall.svg",
        7 => "hareandhounds/boardmedium.svg",
        _ => "hareandhounds/boardlarge.svg",
    };
    let space = [40.0 * columns as f32 - 20.0, 100.0];
    let place = |at: [f32; 2]| at.map(|at| 10.0 + 40.0 * (at - 0.5));
    let board = board.with_fitted_image(image, space, 34.0, place);
    let ears =
        art::strokes([([38.0, 34.0], [32.0, 8.0]), ([62.0, 34.0], [68.0, 8.0])], "#6b5a45", 13.0);
    let hare = ears
        + &art::disc([50.0, 60.0], 34.0, "#f3ead8", "#6b5a45")
        + &art::dot([38.0, 54.0], 5.0, "#222")
        + &art::dot([62.0, 54.0], 5.0, "#222")
        + &art::dot([50.0, 68.0], 5.0, "#b8431f");
    let ears =
        art::strokes([([20.0, 34.0], [14.0, 66.0]), ([80.0, 34.0], [86.0, 66.0])], "#33261a", 15.0);
    let hound = art::disc([50.0, 50.0], 38.0, "#7a5230", "#33261a")
        + &ears
        + &art::dot([38.0, 42.0], 5.0, "#fff")
        + &art::dot([62.0, 42.0], 5.0, "#fff")
        + &art::dot([50.0, 64.0], 10.0, "#17110b");
    let pieces = vec![
        piece('d', "Hound", art::token(&hound).with_image("hareandhounds/d.svg")),
        piece('r', "Hare", art::token(&hare).with_image("hareandhounds/r.svg")),
    ];
    let mut layout = board.layout(["Dogs", "Rabbit"], pieces, "");
    if let Some(layout) = layout.scene.universal.as_mut().filter(|_| counts) {
        // GamesmanUni's image has no room below the board, but its corners are free.
        layout.centers[ROWS * columns] = [space[0] - 20.0, 6.0];
        layout.label_width = Some(40.0);
    }
    layout
}

impl Pictured for HareAndHounds {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        let counters = if self.counts { vec![position.stalled.into()] } else { Vec::new() };
        self.layout.pieces(['r', 'd'], [1 << position.hare, position.hounds], counters)
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        let [hounds, hare] = ['d', 'r'].map(|animal| picture.mask(animal) as u32);
        if (hounds.count_ones(), hare.count_ones()) != (3, 1) {
            return Err("there are three hounds and one hare".to_owned());
        }
        if ones(hounds | hare).any(|place| self.joined[place] == 0) {
            return Err("the corners are no points".to_owned());
        }
        let stalled = picture.counters.first().map_or(0, |&moves| moves as u8);
        Ok(Position { hounds, hare: hare.trailing_zeros() as u8, stalled, turn })
    }

    fn clicks(&self, _position: Position, (from, to): (usize, usize)) -> Vec<Part> {
        vec![self.layout.arrow(from, to)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::Presentation;

    fn moves(variant: &str, text: &str) -> Vec<String> {
        let game = HareAndHounds::variant(variant).unwrap();
        let position = game.parse_position(text).unwrap();
        game.move_names(position)
    }

    #[test]
    fn hounds_never_go_left_and_lines_slant_through_every_other_point() {
        assert_eq!(
            moves("small", "-d---/d---r/-d---:d"),
            ["b3-c3", "b3-b2", "b3-c2", "a2-b2", "b1-b2", "b1-c2", "b1-c1"]
        );
        assert_eq!(moves("small", "-d---/d-r--/-d---:r").len(), 6);
        assert_eq!(moves("small", "-dr--/d----/-d---:r"), ["c3-d3", "c3-c2"]);
        let game = HareAndHounds::variant("small").unwrap();
        let points = game.joined.iter().filter(|joined| **joined != 0).count();
        assert_eq!(points, 11);
    }

    #[test]
    fn the_hare_wins_past_the_hounds_and_loses_when_trapped() {
        let game = HareAndHounds::variant("small").unwrap();
        let value = |text| game.primitive(game.parse_position(text).unwrap());
        assert_eq!(value("---d-/---dr/---d-:r"), Some(Value::Lose));
        // Here nobody can move.
        assert_eq!(value("---d-/---dr/---d-:d"), Some(Value::Lose));
        assert_eq!(value("-r---/--dd-/--d--:d"), Some(Value::Lose));
        // Level with the last hound is not past it.
        assert_eq!(value("-r---/-ddd-/-----:d"), None);
    }

    #[test]
    fn ten_moves_without_ground_lose() {
        let game = HareAndHounds::variant("small-ten").unwrap();
        let position = game.parse_position("-d---/d---r/-d---:d:9").unwrap();
        let up = game.play(position, (1, 6));
        assert_eq!(game.primitive(up), Some(Value::Win));
        assert_eq!(game.play(position, (5, 6)).stalled, 0);
    }

    #[test]
    fn nonsense_is_refused() {
        let game = HareAndHounds::variant("small").unwrap();
        for text in ["dd---/d---r/-----:d", "-d---/d---r/-----:d", "-d---/d----/-d---:d", ""] {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
