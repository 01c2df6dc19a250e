//! What the cubes look like and how moves are clicked: first the cube that is taken, then the arrow
//! beside the board that shows where it is pushed in.

use hindsight_core::notation::square_name;
use hindsight_core::{
    Art, Button, Choice, NOTHING, Part, Picture, Piece, Rules, Scene, Setup, Stage, Step, Theme,
    Then,
};

use super::{Position, Quixo};
use crate::{art, marks};

const BLANK: char = 'B';
const CROSS: char = 'X';
const RING: char = 'O';
/// The cube that was taken, turned to the mover's mark.
const CROSS_TAKEN: char = 'x';
const RING_TAKEN: char = 'o';

/// The room around the cubes, for the arrows.
const MARGIN: f32 = 0.85;
/// From the edge of the cubes to where an arrow begins.
const AWAY: f32 = 0.55;
const CUBE: f32 = 0.96;

pub(super) fn scene(game: &Quixo) -> Scene {
    let (rows, columns) = (game.rows as f32, game.columns as f32);
    let (width, height) = (columns + 2.0 * MARGIN, rows + 2.0 * MARGIN);
    let middle = |at: usize| at as f32 + 0.5 + MARGIN;
    let cells =
        (0..game.cells()).map(|cell| [middle(cell % game.columns), middle(cell / game.columns)]);
    let (before, after) = (MARGIN - AWAY, MARGIN + AWAY);
    // In the order of `entry`.
    let left = (0..game.rows).map(|row| [before, middle(row)]);
    let right = (0..game.rows).map(|row| [columns + after, middle(row)]);
    let top = (0..game.columns).map(|column| [middle(column), before]);
    let bottom = (0..game.columns).map(|column| [middle(column), rows + after]);
    let drawn = art::plate(width, height)
        + &format!(
            "<rect x=\"{x}\" y=\"{x}\" width=\"{w}\" height=\"{h}\" rx=\"0.1\" fill=\"{fill}\"/>",
            x = MARGIN - 0.06,
            w = columns + 0.12,
            h = rows + 0.12,
            fill = art::EDGE,
        );
    let piece = |glyph, name, art| Piece { glyph, name, art, size: CUBE };
    let all: Vec<usize> = (0..game.cells()).collect();
    let blank = art::cube("").with_image("quixo/blank.svg");
    let [cross, ring] = [art::cross_marks(), art::ring_marks()];
    Scene {
        space: [width, height],
        centers: cells.chain(left).chain(right).chain(top).chain(bottom).collect(),
        names: all.iter().map(|&cell| square_name(cell, game.rows, game.columns)).collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(Art::new(art::document(width, height, &drawn))),
            foreground: None,
            pieces: vec![
                piece(BLANK, "Blank cube", blank),
                piece(CROSS, "X", art::cube(&cross).with_image("quixo/x.svg")),
                piece(RING, "O", art::cube(&ring).with_image("quixo/o.svg")),
                piece(
                    CROSS_TAKEN,
                    "X, taken out",
                    art::cube_taken(&cross).with_image("quixo/x.svg"),
                ),
                piece(RING_TAKEN, "O, taken out", art::cube_taken(&ring).with_image("quixo/o.svg")),
            ],
        }],
        counters: Vec::new(),
        button_radius: 0.17,
        arrow_width: 0.14,
        line_width: 0.12,
        lines_by_ends: false,
        players: ["X", "O"],
        setup: Some(Setup {
            pieces: [BLANK, CROSS, RING].map(|glyph| (glyph, all.clone())).to_vec(),
        }),
        slides: false,
        universal: None,
    }
}

pub(super) fn picture(game: &Quixo, position: Position) -> Picture {
    picture_without(game, position, 0)
}

/// A position while the cubes of a mask are taken out and turned to the mover's mark.
fn picture_without(game: &Quixo, position: Position, taken: u32) -> Picture {
    let taken_glyph = game.turn(position).of([CROSS_TAKEN, RING_TAKEN]);
    let glyphs = [BLANK, CROSS, RING, taken_glyph].map(|glyph| glyph as u8);
    let [crosses, rings] = position.by_player().map(|mask| mask | taken);
    let entries = 2 * (game.rows + game.columns);
    let mut entities = vec![NOTHING as u8; game.cells() + entries];
    for (cell, entity) in entities[..game.cells()].iter_mut().enumerate() {
        *entity = glyphs[(crosses >> cell & 1 | (rings >> cell & 1) << 1) as usize];
    }
    // All of them are ASCII.
    Picture::new(String::from_utf8(entities).unwrap_or_default())
}

/// What is clicked to take the cube of a slide.
fn take(game: &Quixo, slide: Step) -> (String, Button) {
    let from = slide.from.trailing_zeros() as usize;
    (square_name(from, game.rows, game.columns), Button::Spot { center: from, piece: None })
}

/// What is clicked to push it in.
fn push(game: &Quixo, slide: Step) -> (String, Button) {
    let [from, to] = [slide.from, slide.to].map(|cell| cell.trailing_zeros() as usize);
    let arrow = Button::Arrow { from: entry(game, from, to), to };
    (square_name(to, game.rows, game.columns), arrow)
}

pub(super) fn parts(game: &Quixo, position: Position, slide: Step) -> Vec<Part> {
    let ((from, take), (to, push)) = (take(game, slide), push(game, slide));
    let picture = picture_without(game, position, slide.from);
    vec![Part::before(from, take, picture), Part::last(to, push)]
}

/// What comes of the parts of moves, in one go: slides that take the same cube are numbered one
/// after the other.
pub(super) fn stages(
    game: &Quixo,
    position: Position,
    picture: &Picture,
    moves: &[Step],
) -> Vec<Stage> {
    let mut stages =
        vec![Stage { picture: picture.clone(), choices: Vec::with_capacity(moves.len() / 2) }];
    let mut taken = 0;
    for (number, &slide) in moves.iter().enumerate() {
        if slide.from != taken {
            taken = slide.from;
            let (name, button) = take(game, slide);
            let then = Then::Stage(stages.len());
            stages[0].choices.push(Choice { name, button, then });
            let picture = picture_without(game, position, taken);
            stages.push(Stage { picture, choices: Vec::with_capacity(3) });
        }
        let (name, button) = push(game, slide);
        let at = stages.len() - 1;
        stages[at].choices.push(Choice { name, button, then: Then::Move(number) });
    }
    stages
}

/// The center beside the board from which a cube taken at one cell goes in at another.
fn entry(game: &Quixo, from: usize, to: usize) -> usize {
    let (row, column) = (to / game.columns, to % game.columns);
    let number = if row == from / game.columns {
        if column == 0 { row } else { game.rows + row }
    } else if row == 0 {
        2 * game.rows + column
    } else {
        2 * game.rows + game.columns + column
    };
    game.cells() + number
}

/// The cells of X and of O in a picture.
pub(super) fn masks(game: &Quixo, picture: &Picture) -> marks::Marks {
    let mut found = [0; 2];
    for (cell, glyph) in picture.entities.chars().take(game.cells()).enumerate() {
        match glyph {
            CROSS => found[0] |= 1 << cell,
            RING => found[1] |= 1 << cell,
            _ => {}
        }
    }
    found
}
