//! What the pile looks like: sticks in a row, taken from the right.

use hindsight_core::{Art, Button, NOTHING, Part, Picture, Piece, Scene, Setup, Theme};

use super::{PIECES, Position};
use crate::art;

const STICK: char = 'i';

pub(super) fn scene() -> Scene {
    let sticks = usize::from(PIECES);
    let (width, height) = (PIECES as f32 + 0.6, 2.0);
    let plate = art::document(width, height, &art::plate(width, height));
    Scene {
        space: [width, height],
        centers: (0..sticks).map(|stick| [stick as f32 + 0.8, height / 2.0]).collect(),
        names: Vec::new(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(Art::new(plate)),
            foreground: None,
            pieces: vec![Piece { glyph: STICK, name: "Stick", art: art::stick(), size: 1.5 }],
        }],
        counters: Vec::new(),
        button_radius: 0.24,
        arrow_width: 0.12,
        line_width: 0.12,
        lines_by_ends: false,
        players: ["First", "Second"],
        setup: Some(Setup { pieces: vec![(STICK, (0..sticks).collect())] }),
        slides: false,
        universal: None,
    }
}

pub(super) fn picture(position: Position) -> Picture {
    let glyph = |stick| if stick < position.pile { STICK } else { NOTHING };
    Picture::new((0..PIECES).map(glyph).collect())
}

/// A click on a stick takes it and all to its right.
pub(super) fn parts(position: Position, taken: u8, name: String) -> Vec<Part> {
    let center = usize::from(position.pile - taken);
    vec![Part::last(name, Button::Spot { center, piece: None })]
}

/// How many sticks a picture shows, wherever they stand.
pub(super) fn count(picture: &Picture) -> usize {
    picture.entities.chars().filter(|glyph| *glyph == STICK).count()
}
