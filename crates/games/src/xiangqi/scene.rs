//! What the board and the pieces look like. Every move is an arrow.

use std::fmt::Write;

use hindsight_core::{
    Art, Button, ClientLayout, NOTHING, NotationError, Part, Picture, Piece, Presentation, Scene,
    Setup, Theme, Turn,
};

use super::board::{FILES, POINTS, RANKS, Role, bit, turned};
use super::notation::point_name;
use super::{Move, Position, Xiangqi, in_colours};
use crate::art;

/// From the edge of the space to the nearest points.
const MARGIN: f32 = 0.7;
const PIECE: f32 = 0.86;
/// The radius of a token in a square of a hundred units.
const TOKEN: f32 = 47.0;

/// The center of a point as Red sees it: centers are counted from the top.
fn center(point: u8) -> usize {
    let (rank, file) = (usize::from(point) / FILES, usize::from(point) % FILES);
    (RANKS - 1 - rank) * FILES + file
}

/// The centers, one unit apart.
fn centers(margin: f32) -> impl Iterator<Item = [f32; 2]> {
    (0..POINTS).map(move |at| [(at % FILES) as f32 + margin, (at / FILES) as f32 + margin])
}

/// A role, its names as Red's and as Black's, and its images in GamesmanUni.
type Face = (Role, [&'static str; 2], [&'static str; 2]);

const FACES: [Face; 7] = [
    (
        Role::King,
        ["Red king", "Black king"],
        ["chinesechess/regular/general_r.svg", "chinesechess/regular/general_b.svg"],
    ),
    (
        Role::Advisor,
        ["Red advisor", "Black advisor"],
        ["chinesechess/regular/advisor_r.svg", "chinesechess/regular/advisor_b.svg"],
    ),
    (
        Role::Bishop,
        ["Red bishop", "Black bishop"],
        ["chinesechess/regular/elephant_r.svg", "chinesechess/regular/elephant_b.svg"],
    ),
    (
        Role::Pawn,
        ["Red pawn", "Black pawn"],
        ["chinesechess/regular/soldier_r.svg", "chinesechess/regular/soldier_b.svg"],
    ),
    (
        Role::Knight,
        ["Red knight", "Black knight"],
        ["chinesechess/regular/horse_r.svg", "chinesechess/regular/horse_b.svg"],
    ),
    (
        Role::Cannon,
        ["Red cannon", "Black cannon"],
        ["chinesechess/regular/cannon_r.svg", "chinesechess/regular/cannon_b.svg"],
    ),
    (
        Role::Rook,
        ["Red rook", "Black rook"],
        ["chinesechess/regular/chariot_r.svg", "chinesechess/regular/chariot_b.svg"],
    ),
];

/// The character of a piece in pictures, which is that of positions' texts.
fn glyph(role: Role, side: usize) -> char {
    if side == 0 { role.letter() } else { role.letter().to_ascii_lowercase() }
}

/// A round token with a letter: Red's light with two rings, Black's dark with one.
fn token(role: Role, side: usize) -> Art {
    let middle = [50.0, 50.0];
    let (rings, ink) = if side == 0 {
        let red = "#a8201a";
        let inner = art::circle(middle, 37.0, red, 3.0);
        (art::disc(middle, TOKEN, "#fbf1dc", red) + &inner, red)
    } else {
        (art::disc(middle, TOKEN, "#2b2724", "#0f0d0c"), "#fbf1dc")
    };
    let letter = role.letter();
    art::token(&format!(
        "{rings}<text x=\"50\" y=\"68\" font-family=\"Georgia, 'DejaVu Serif', serif\" \
         font-size=\"52\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\">{letter}</text>"
    ))
}

fn board(width: f32, height: f32) -> String {
    let place = |file: usize, rank: usize| [file as f32 + MARGIN, rank as f32 + MARGIN];
    let (last_file, last_rank) = (FILES - 1, RANKS - 1);
    // Ranks from the top here; the river is between these two.
    let (above, below) = (RANKS / 2 - 1, RANKS / 2);
    let mut lines = Vec::new();
    for rank in 0..RANKS {
        lines.push((place(0, rank), place(last_file, rank)));
    }
    for file in 0..FILES {
        if file == 0 || file == last_file {
            lines.push((place(file, 0), place(file, last_rank)));
        } else {
            lines.push((place(file, 0), place(file, above)));
            lines.push((place(file, below), place(file, last_rank)));
        }
    }
    for top in [0, last_rank - 2] {
        lines.push((place(3, top), place(5, top + 2)));
        lines.push((place(5, top), place(3, top + 2)));
    }
    let mut drawn = art::plate(width, height);
    let [left, top] = place(0, above);
    // Writing to a string cannot fail.
    let _ = write!(
        drawn,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{last_file}\" height=\"1\" fill=\"#bcd6df\"/>"
    );
    let mut waves = String::new();
    for start in 0..4 {
        let (x, y) = (left + 0.75 + 2.0 * start as f32, top + 0.5);
        let _ = write!(waves, "M{x} {y}q0.125 -0.14 0.25 0t0.25 0");
    }
    let _ = write!(
        drawn,
        "<path d=\"{waves}\" fill=\"none\" stroke=\"#5a8494\" stroke-width=\"0.05\" \
         stroke-linecap=\"round\"/>"
    );
    drawn + &art::strokes(lines, art::LINES, 0.035)
}

pub(super) fn scene() -> Scene {
    let width = (FILES - 1) as f32 + 2.0 * MARGIN;
    let height = (RANKS - 1) as f32 + 2.0 * MARGIN;
    let mut pieces = Vec::new();
    let mut setup = Vec::new();
    for side in [0, 1] {
        for (role, names, images) in FACES {
            let glyph = glyph(role, side);
            let art = token(role, side).with_image(images[side]);
            pieces.push(Piece { glyph, name: names[side], art, size: PIECE });
            let stands = |point: &u8| role.region(side) & bit(*point) != 0;
            let places = (0..POINTS as u8).filter(stands).map(center).collect();
            setup.push((glyph, places));
        }
    }
    let background = Art::new(art::document(width, height, &board(width, height)))
        .with_image("chinesechess/board.svg");
    let ranks = (0..RANKS as u8).rev();
    let names = ranks
        .flat_map(|rank| (0..FILES as u8).map(move |file| point_name(rank * FILES as u8 + file)));
    Scene {
        space: [width, height],
        centers: centers(MARGIN).collect(),
        names: names.collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(background),
            foreground: None,
            pieces,
        }],
        counters: Vec::new(),
        button_radius: 0.2,
        arrow_width: 0.11,
        line_width: 0.11,
        lines_by_ends: false,
        players: ["Red", "Black"],
        setup: Some(Setup { pieces: setup }),
        slides: true,
        universal: Some(ClientLayout {
            space: [FILES as f32, RANKS as f32],
            centers: centers(0.5).collect(),
            scale: 1.0 / PIECE,
            label_width: None,
        }),
    }
}

pub(super) fn picture(position: Position) -> Picture {
    let mut entities = [NOTHING; POINTS];
    for (kind, point) in in_colours(position).iter() {
        entities[center(point)] = glyph(kind.role(), kind.side());
    }
    Picture::new(entities.into_iter().collect())
}

pub(super) fn parts(game: &Xiangqi, position: Position, chosen: Move) -> Vec<Part> {
    let seen = |point: u8| if position.turn == Turn::First { point } else { turned(point) };
    let [from, to] = [chosen.from, chosen.to].map(|point| center(seen(point)));
    vec![Part::last(game.write_move(position, chosen), Button::Arrow { from, to })]
}

/// The position of a picture, read as its text.
pub(super) fn set_up(
    game: &Xiangqi,
    picture: &Picture,
    turn: Turn,
) -> Result<Position, NotationError> {
    let mut text = String::new();
    for (at, glyph) in picture.entities.chars().enumerate() {
        if at > 0 && at % FILES == 0 {
            text.push('/');
        }
        text.push(match glyph {
            NOTHING => '1',
            digit if digit.is_ascii_digit() => {
                return Err(NotationError::position(&picture.entities, "no digit is a piece"));
            }
            piece => piece,
        });
    }
    text.push_str(if turn == Turn::First { ":r" } else { ":b" });
    game.parse_position(&text)
}
