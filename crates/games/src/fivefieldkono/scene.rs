//! What Five Field Kono looks like: stones on points, and an arrow for every step.

use hindsight_core::notation::square_name;
use hindsight_core::{
    Art, Button, ClientLayout, NOTHING, Part, Picture, Piece, Scene, Setup, Theme,
};

use super::{Kono, Position};
use crate::{art, marks};

const FIRST: char = 'x';
const SECOND: char = 'o';

/// From the edge of the space to the nearest points.
const MARGIN: f32 = 0.75;
const STONE: f32 = 0.72;

pub(super) fn scene(game: &Kono) -> Scene {
    let (right, bottom) = ((game.columns - 1) as f32 + MARGIN, (game.rows - 1) as f32 + MARGIN);
    let (width, height) = (right + MARGIN, bottom + MARGIN);
    let place = |cell: usize| [(cell % game.columns) as f32, (cell / game.columns) as f32];
    let centers: Vec<[f32; 2]> =
        (0..game.cells()).map(place).map(|[x, y]| [x + MARGIN, y + MARGIN]).collect();

    let down = (0..game.columns).map(|column| {
        let x = column as f32 + MARGIN;
        ([x, MARGIN], [x, bottom])
    });
    let across = (0..game.rows).map(|row| {
        let y = row as f32 + MARGIN;
        ([MARGIN, y], [right, y])
    });
    let mut steps = Vec::new();
    for &[upper, distance] in game.joins.rows() {
        for upper in hindsight_core::bits::ones(upper) {
            steps.push((centers[upper], centers[upper + distance as usize]));
        }
    }
    let mut drawn = art::plate(width, height);
    drawn += &art::strokes(down.chain(across), "#d3bd93", 0.04);
    drawn += &art::strokes(steps, art::LINES, 0.05);
    for (cell, &center) in centers.iter().enumerate() {
        // Where the stones start, and so where those of the other player are to arrive.
        if game.home >> cell & 1 == 1 {
            drawn += &art::circle(center, 0.2, art::FIRST, 0.06);
        }
        if game.goal >> cell & 1 == 1 {
            drawn += &art::circle(center, 0.2, art::SECOND, 0.06);
        }
        drawn += &art::dot(center, 0.1, art::LINES);
    }
    let piece = |glyph, name, art| Piece { glyph, name, art, size: STONE };
    let all: Vec<usize> = (0..game.cells()).collect();
    Scene {
        space: [width, height],
        centers,
        names: all.iter().map(|&cell| square_name(cell, game.rows, game.columns)).collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(
                Art::new(art::document(width, height, &drawn))
                    .with_image("fivefieldkono/board.svg"),
            ),
            foreground: None,
            pieces: vec![
                piece(FIRST, "X", art::cross_stone()),
                piece(SECOND, "O", art::ring_stone()),
            ],
        }],
        counters: Vec::new(),
        button_radius: 0.2,
        arrow_width: 0.12,
        line_width: 0.12,
        lines_by_ends: false,
        players: ["X", "O"],
        setup: Some(Setup { pieces: vec![(FIRST, all.clone()), (SECOND, all)] }),
        slides: true,
        universal: Some(ClientLayout {
            space: [game.columns as f32 * 40.0, game.rows as f32 * 40.0],
            centers: (0..game.cells())
                .map(place)
                .map(|[x, y]| [x * 40.0 + 20.0, y * 40.0 + 20.0])
                .collect(),
            scale: 40.0,
            label_width: None,
        }),
    }
}

pub(super) fn picture(game: &Kono, position: Position) -> Picture {
    let symbols = marks::symbols(game.marks(position), game.cells());
    let glyphs = symbols.into_iter().map(|symbol| match symbol {
        'X' => FIRST,
        'O' => SECOND,
        _ => NOTHING,
    });
    Picture::new(glyphs.collect())
}

pub(super) fn parts((from, to): (usize, usize), name: String) -> Vec<Part> {
    vec![Part::last(name, Button::Arrow { from, to })]
}
