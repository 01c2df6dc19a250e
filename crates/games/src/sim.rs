//! Sim: lines between points; who makes a triangle has lost.
//!
//! Loop-free: a tier holds the positions with one number of lines. X begins, so that the lines tell
//! whose turn it is. Any relabelling of the points is a symmetry: 720 of them on six points.
//!
//! # Open questions
//!
//! On six points two players cannot fill the board without a triangle; on five they can, and that is
//! a tie here.

use std::f32::consts::TAU;

use hindsight_core::bits::{lowest, ones};
use hindsight_core::{
    About, AboutVariant, Board, BoardLayout, Button, Group, Part, Picture, Pictured, Placed,
    PlacedOrbits, PutInTurn, Step, Truth, Turn, Word, ending,
};

use crate::board_art::{BoardArt, piece};
use crate::{art, marks};

/// What the catalogue says.
pub const ABOUT: About = About {
    id: "sim",
    name: "Sim",
    summary: "Draw lines between points in turn; do not make a triangle of your own.",
    help: "\
There are six points (five in the variant 5), no three in a row, and no lines at first. X moves first. A
move joins two points by a line of your own, where there is none yet. Who makes a triangle of three own
lines, with corners at three of the points, has lost. With six points somebody always does; with five
the board can fill up without, and that is a tie.

Points are numbered clockwise from the top. Positions are the lines 12, 13, 14, 15, 16, 23, ... 56 in
this order, x, o, or '-' for a line that nobody has drawn, then the player to move:
  x-o------------:x
Moves are the two points, the smaller number first: 12.",
    variants: &[
        AboutVariant { id: "6", summary: "six points" },
        AboutVariant { id: "5", summary: "five points" },
    ],
};

/// The lines: those of X and those of O.
pub type Position = Placed;

/// The game.
#[derive(Debug)]
pub struct Sim {
    /// The ends of each line.
    ends: Vec<[usize; 2]>,
    triangles: Vec<u32>,
    orbits: PlacedOrbits,
    layout: BoardLayout,
}

impl Sim {
    /// The variant of a name in [`ABOUT`].
    pub fn variant(name: &str) -> Option<Sim> {
        match name {
            "6" => Some(Sim::new(6)),
            "5" => Some(Sim::new(5)),
            _ => None,
        }
    }

    fn new(points: usize) -> Sim {
        let ends: Vec<[usize; 2]> =
            (0..points).flat_map(|a| (a + 1..points).map(move |b| [a, b])).collect();
        let line = |a: usize, b: usize| {
            let sought = [a.min(b), a.max(b)];
            ends.iter().position(|ends| *ends == sought).expect("all pairs are lines")
        };
        let triangles = (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
        let triangles = triangles.flat_map(|(a, b)| (b + 1..points).map(move |c| [a, b, c]));
        let triangles = triangles
            .map(|[a, b, c]| 1 << line(a, b) | 1 << line(a, c) | 1 << line(b, c))
            .collect();
        let of_points = |image: &dyn Fn(usize) -> usize| -> Vec<usize> {
            ends.iter().map(|&[a, b]| line(image(a), image(b))).collect()
        };
        let turn = of_points(&|point| (point + 1) % points);
        let swap = of_points(&|point| if point < 2 { 1 - point } else { point });
        let group = Group::generated(ends.len(), &[turn, swap]);
        Sim {
            triangles,
            orbits: PlacedOrbits::new(&group, ends.len()),
            layout: layout(points, &ends),
            ends,
        }
    }
}

/// The name of a line: those of its two points.
fn line_name(ends: &[usize; 2]) -> String {
    ends.map(|point| (point + 1).to_string()).concat()
}

impl PutInTurn for Sim {
    type Numbers = PlacedOrbits;

    fn numbers(&self) -> &PlacedOrbits {
        &self.orbits
    }

    fn symmetries_in_words(&self) -> &'static str {
        "the relabellings of the points"
    }

    fn places(&self) -> usize {
        self.ends.len()
    }

    /// Who makes a triangle has lost.
    #[inline(always)]
    fn decided<W: Word>(&self, board: Board<W>, otherwise: W) -> W {
        let lost = board.first.has_one_of(&self.triangles);
        let won = board.second.has_one_of(&self.triangles);
        won.choose(ending::WIN.into(), lost.choose(ending::LOSE.into(), otherwise))
    }
}

/// Both play with a pencil; positions are written with x and o.
const PLAYERS: [&str; 2] = ["X (blue)", "O (red)"];
const SIZE: f32 = 4.0;
const RADIUS: f32 = 1.33;

/// Where a point is drawn: on a circle, clockwise from the top, with room for its name inside the frame.
fn place(point: usize, points: usize) -> [f32; 2] {
    let (across, down) = (point as f32 / points as f32 * TAU).sin_cos();
    [SIZE / 2.0 + RADIUS * across, SIZE / 2.0 - RADIUS * down]
}

/// The lines as places and, behind them, the points that they join.
fn layout(points: usize, ends: &[[usize; 2]]) -> BoardLayout {
    let all = ends.iter().map(|ends| ends.map(|point| place(point, points)));
    let drawn = art::strokes(all.clone().map(|[from, to]| (from, to)), "#d3bd93", 0.03);
    let numbers: String = (0..points)
        .map(|point| {
            let at = place(point, points);
            art::disc(at, 0.2, "#fbfaf6", art::LINES)
                + &art::label(at, 0.26, &(point + 1).to_string())
        })
        .collect();
    // One solid, one dashed: they can be told apart without colours.
    let pencil = |colour: &str, dashes: &str| {
        art::token(&format!(
            "<path d=\"M0 50H100\" stroke=\"{colour}\" stroke-width=\"60\"{dashes}/>"
        ))
    };
    let mut pieces = vec![
        piece('x', PLAYERS[0], pencil(art::FIRST, "")),
        piece('o', PLAYERS[1], pencil(art::SECOND, " stroke-dasharray=\"10 2.86\"")),
    ];
    for piece in &mut pieces {
        piece.size = 0.16;
    }
    let middles = all.map(|[[x, y], [to_x, to_y]]| [(x + to_x) / 2.0, (y + to_y) / 2.0]);
    let board_art = BoardArt::places([SIZE, SIZE], middles.collect(), [])
        .draw(&drawn)
        .draw_above(&numbers)
        .named(ends.iter().map(line_name));
    let mut layout = board_art.layout(PLAYERS, pieces, "");
    let scene = &mut layout.scene;
    scene.strokes = ends.iter().map(|pair| pair.map(|point| ends.len() + point)).collect();
    scene.centers.extend((0..points).map(|point| place(point, points)));
    scene.names.extend((1..=points).map(|point| point.to_string()));
    scene.lines_by_ends = true;
    layout
}

impl Pictured for Sim {
    fn layout(&self) -> &BoardLayout {
        &self.layout
    }

    fn show(&self, position: Position) -> Picture {
        self.layout.pieces(['x', 'o'], [position.first, position.second], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        marks::put_down_in_turn(picture, ['x', 'o'], turn)
    }

    fn clicks(&self, _position: Position, chosen: Step) -> Vec<Part> {
        let line = chosen.to.trailing_zeros() as usize;
        // From point to point; GamesmanUni knows this board and wants only the name.
        let [from, to] = self.layout.scene.strokes[line];
        vec![Part::last(line_name(&self.ends[line]), Button::Line { from, to })]
    }

    fn draw(&self, position: Position) -> String {
        let mut text = String::new();
        let owners =
            [("blue", position.first), ("red", position.second), ("free", !position.taken())];
        for (owner, lines) in owners {
            let names =
                ones(lines & lowest(self.ends.len())).map(|line| line_name(&self.ends[line]));
            text += &format!("{owner:>4}: {}\n", names.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Indexed, Presentation, Rules, Value};

    fn value(variant: &str, text: &str) -> Option<Value> {
        let game = Sim::variant(variant).unwrap();
        game.primitive(game.parse_position(text).unwrap())
    }

    #[test]
    fn triangles_lose() {
        // 12, 13 and 23 make a triangle; 12, 13 and 14 do not.
        assert_eq!(value("6", "xxo--x---o-----:o"), Some(Value::Win));
        assert_eq!(value("6", "xxx--o---o-----:o"), None);
        assert_eq!(value("6", "ooxx-o--x------:x"), Some(Value::Win));
    }

    #[test]
    fn five_points_can_be_filled_without_a_triangle() {
        // X drew the outer lines, O the star.
        assert_eq!(value("5", "xooxxooxox:x"), Some(Value::Tie));
    }

    #[test]
    fn all_relabellings_are_symmetries() {
        assert_eq!(Sim::variant("6").unwrap().symmetries(), 720);
        assert_eq!(Sim::variant("5").unwrap().symmetries(), 120);
    }

    #[test]
    fn nonsense_is_refused() {
        let game = Sim::variant("6").unwrap();
        for text in
            ["x--------------:x", "---------------:o", "--------------:x", "z-------------:x"]
        {
            assert!(game.parse_position(text).is_err(), "{text}");
        }
    }
}
