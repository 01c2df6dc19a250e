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
    About, AboutVariant, Board, Button, Group, Part, Picture, Pictured, Placed, PlacedOrbits,
    PutInTurn, Sheet, Step, Truth, Turn, Word, ending,
};

use crate::ground::{Ground, piece};
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
    points: usize,
    /// The ends of each line.
    ends: Vec<[usize; 2]>,
    triangles: Vec<u32>,
    orbits: PlacedOrbits,
    sheet: Sheet,
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
            points,
            triangles,
            orbits: PlacedOrbits::new(&group, ends.len()),
            sheet: sheet(points, &ends),
            ends,
        }
    }

    fn line_name(&self, line: usize) -> String {
        self.ends[line].map(|point| (point + 1).to_string()).concat()
    }
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

const SIZE: f32 = 4.0;

/// Where a point is drawn: on a circle, clockwise from the top.
fn place(point: usize, points: usize) -> [f32; 2] {
    let (across, down) = (point as f32 / points as f32 * TAU).sin_cos();
    [SIZE / 2.0 + 1.7 * across, SIZE / 2.0 - 1.7 * down]
}

/// The point at a part of the way along a line.
fn along([a, b]: [usize; 2], points: usize, part: f32) -> [f32; 2] {
    let [from, to] = [a, b].map(|point| place(point, points));
    [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
}

fn sheet(points: usize, ends: &[[usize; 2]]) -> Sheet {
    // A bead shows whose line it is, where no other line comes near.
    let bead = |ends: &[usize; 2]| {
        let apart = (ends[1] - ends[0]).min(points + ends[0] - ends[1]);
        let part = match (points, apart) {
            (6, 2) => 5.0 / 12.0,
            (6, 3) => 0.13,
            _ => 0.5,
        };
        along(*ends, points, part)
    };
    let all = ends.iter().map(|ends| ends.map(|point| place(point, points)));
    let mut drawn = art::strokes(all.map(|[from, to]| (from, to)), "#bfa77e", 0.04);
    for point in 0..points {
        let [x, y] = place(point, points);
        drawn += &art::disc([x, y], 0.2, "#fbfaf6", art::LINES);
        drawn += &format!(
            "<text x=\"{x}\" y=\"{}\" font-size=\"0.24\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            y + 0.08,
            art::LINES,
            point + 1
        );
    }
    let mut pieces = vec![piece('x', "X", art::cross_stone()), piece('o', "O", art::ring_stone())];
    for piece in &mut pieces {
        piece.size = 0.34;
    }
    Ground::places([SIZE, SIZE], ends.iter().map(bead).collect(), []).draw(&drawn).sheet(
        ["X", "O"],
        pieces,
        "",
    )
}

impl Pictured for Sim {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn show(&self, position: Position) -> Picture {
        self.sheet.pieces(['x', 'o'], [position.first, position.second], Vec::new())
    }

    fn read(&self, picture: &Picture, turn: Turn) -> Result<Position, String> {
        marks::put_down_in_turn(picture, ['x', 'o'], turn)
    }

    fn clicks(&self, _position: Position, chosen: Step) -> Vec<Part> {
        let line = chosen.to.trailing_zeros() as usize;
        // From point to point; GamesmanUni knows this board and wants only the name.
        let points = [0.0, 0.5, 1.0].map(|part| along(self.ends[line], self.points, part));
        vec![Part::last(self.line_name(line), Button::Curve { points: points.to_vec() })]
    }

    fn draw(&self, position: Position) -> String {
        let mut text = String::new();
        let owners = [("X", position.first), ("O", position.second), ("free", !position.taken())];
        for (owner, lines) in owners {
            let names = ones(lines & lowest(self.ends.len())).map(|line| self.line_name(line));
            text += &format!("{owner:>4}: {}\n", names.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_core::{Indexed, Looks, Rules, Value};

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
