//! What tic-tac-toe looks like: marks on a grid of nine cells.

use hindsight_core::notation::square_name;
use hindsight_core::{Art, Button, Part, Picture, Piece, Scene, Setup, Step, Theme, Turn};

use super::{CELLS, Position, SIDE, symbols};
use crate::art;

pub(super) fn scene() -> Scene {
    let side = SIDE as f32;
    let middle = |cell: usize| [(cell % SIDE) as f32 + 0.5, (cell / SIDE) as f32 + 0.5];
    let lines = [1.0, 2.0]
        .into_iter()
        .flat_map(|at: f32| [([at, 0.2], [at, side - 0.2]), ([0.2, at], [side - 0.2, at])]);
    let board = art::plate(side, side) + &art::strokes(lines, art::LINES, 0.06);
    let all: Vec<usize> = (0..CELLS).collect();
    Scene {
        space: [side, side],
        centers: (0..CELLS).map(middle).collect(),
        names: (0..CELLS).map(|cell| square_name(cell, SIDE, SIDE)).collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(
                Art::new(art::document(side, side, &board)).with_image("ttt/3x3grid.svg"),
            ),
            foreground: None,
            pieces: vec![
                Piece {
                    glyph: 'x',
                    name: "X",
                    art: art::cross().with_image("ttt/x.svg"),
                    size: 0.8,
                },
                Piece {
                    glyph: 'o',
                    name: "O",
                    art: art::ring().with_image("ttt/o.svg"),
                    size: 0.8,
                },
            ],
        }],
        counters: Vec::new(),
        button_radius: 0.16,
        arrow_width: 0.06,
        line_width: 0.06,
        lines_by_ends: false,
        players: ["X", "O"],
        setup: Some(Setup { pieces: vec![('x', all.clone()), ('o', all)] }),
        slides: false,
        universal: None,
    }
}

pub(super) fn picture(position: Position) -> Picture {
    Picture::new(symbols(position).collect())
}

pub(super) fn parts(turn: Turn, chosen: Step, name: String) -> Vec<Part> {
    let (center, piece) = (chosen.to.trailing_zeros() as usize, Some(turn.of(['x', 'o'])));
    vec![Part::last(name, Button::Spot { center, piece })]
}
