//! What goats and tigers look like and how moves are clicked: a point to put a goat on, an arrow to
//! slide or jump along.

use hindsight_core::notation::{square_name, write_grid};
use hindsight_core::{
    Art, Button, ClientLayout, Counter, NOTHING, NotationError, Part, Picture, Piece, Presentation,
    Scene, Setup, Theme, Turn,
};

use hindsight_core::Step;

use super::{BaghChal, Position};
use crate::art;

const GOAT: char = 'G';
const TIGER: char = 'T';

/// From the edge of the space to the nearest points.
const MARGIN: f32 = 0.65;
/// The height of the strip below the board, where goats are counted.
const STRIP: f32 = 0.7;
const PIECE: f32 = 0.78;

pub(super) fn scene(game: &BaghChal) -> Scene {
    let side = game.board.side;
    let points = game.board.size();
    let width = (side - 1) as f32 + 2.0 * MARGIN;
    let height = width + STRIP;
    let place = |point: usize| [(point % side) as f32 + MARGIN, (point / side) as f32 + MARGIN];
    let icons = [[MARGIN, width + 0.2], [width - MARGIN - 0.55, width + 0.2]];
    let numbers = icons.map(|[x, y]| [x + 0.55, y]);

    let straight = (0..side).flat_map(|at| {
        let last = side * (side - 1);
        [(at, last + at), (at * side, at * side + side - 1)]
    });
    let lines = straight.chain(diagonals(side)).map(|(from, to)| (place(from), place(to)));
    let mut drawn = art::plate(width, height) + &art::strokes(lines, art::LINES, 0.05);
    for point in 0..points {
        drawn += &art::dot(place(point), 0.07, art::LINES);
    }
    for ([x, y], icon) in icons.into_iter().zip([goat(), goat() + TAKEN]) {
        let (left, top) = (x - 0.29, y - 0.29);
        drawn += &format!("<g transform=\"translate({left} {top}) scale(0.0058)\">{icon}</g>");
    }
    let image = if side == 5 { "baghchal/grid5Diag.svg" } else { "adugo/grid3x3.svg" };
    let piece = |glyph, name, art| Piece { glyph, name, art, size: PIECE };
    let all: Vec<usize> = (0..points).collect();
    Scene {
        space: [width, height],
        centers: all.iter().copied().map(place).chain(numbers).collect(),
        names: all.iter().map(|&point| square_name(point, side, side)).collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(Art::new(art::document(width, height, &drawn)).with_image(image)),
            foreground: None,
            pieces: vec![
                piece(GOAT, "Goat", art::token(&goat()).with_image("baghchal/G.svg")),
                piece(TIGER, "Tiger", art::token(&tiger()).with_image("baghchal/T.svg")),
            ],
        }],
        counters: vec![
            Counter { label: "Goats to place", center: points, max: game.numbers.goats as u32 },
            Counter {
                label: "Goats captured",
                center: points + 1,
                max: game.numbers.captures as u32,
            },
        ],
        button_radius: 0.18,
        arrow_width: 0.1,
        line_width: 0.1,
        lines_by_ends: false,
        players: ["Goats", "Tigers"],
        setup: Some(Setup { pieces: vec![(GOAT, all.clone()), (TIGER, all)] }),
        slides: true,
        universal: Some(universal(game)),
    }
}

/// The ends of the diagonals: those of the board, and on the large one those that join the middles
/// of its sides.
fn diagonals(side: usize) -> Vec<(usize, usize)> {
    let (last, middle) = (side - 1, side / 2);
    let point = |row: usize, column: usize| row * side + column;
    let mut ends = vec![(point(0, 0), point(last, last)), (point(0, last), point(last, 0))];
    // On three rows these would pass through points without diagonals.
    if middle % 2 == 0 {
        for (row, column) in [(0, middle), (last, middle)] {
            ends.extend([0, last].map(|edge| (point(row, column), point(middle, edge))));
        }
    }
    ends
}

/// The boards that GamesmanUni has. The large one has room below, where it says what the two numbers
/// are; on the small one they stand between points.
fn universal(game: &BaghChal) -> ClientLayout {
    let side = game.board.side;
    let (space, numbers) = if side == 5 {
        ([5.0, 6.0], [[3.9, 5.2], [3.9, 5.55]])
    } else {
        ([3.0, 3.0], [[1.0, 0.2], [2.0, 0.2]])
    };
    let place = |point: usize| [(point % side) as f32 + 0.5, (point / side) as f32 + 0.5];
    ClientLayout {
        space,
        centers: (0..game.board.size()).map(place).chain(numbers).collect(),
        scale: 1.0,
        // The larger board says what is counted.
        label_width: (side != 5).then_some(1.0),
    }
}

/// A narrow white face with horns, ears and a beard, in a square of a hundred units.
fn goat() -> String {
    "<g stroke=\"#3a3027\" stroke-width=\"4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
     <path d=\"M40 34C34 28 28 18 32 6C38 12 46 20 48 30ZM60 34C66 28 72 18 68 6C62 12 54 20 52 30Z\" \
     fill=\"#b3a58f\"/>\
     <path d=\"M34 42C24 36 14 38 10 46C18 54 28 54 35 50ZM66 42C76 36 86 38 90 46C82 54 72 54 65 50Z\" \
     fill=\"#e9e1d2\"/>\
     <path d=\"M44 78L50 97L56 78Z\" fill=\"#e9e1d2\"/>\
     <path d=\"M50 26C64 26 70 38 68 50C66 62 62 84 50 84C38 84 34 62 32 50C30 38 36 26 50 26Z\" \
     fill=\"#fdfaf4\"/>\
     <path d=\"M44 72L50 76L56 72\" fill=\"none\"/></g>\
     <circle cx=\"42\" cy=\"48\" r=\"4.5\" fill=\"#3a3027\"/>\
     <circle cx=\"58\" cy=\"48\" r=\"4.5\" fill=\"#3a3027\"/>"
        .to_owned()
}

/// A cross over a goat that was captured.
const TAKEN: &str = "<path d=\"M12 12L88 88M88 12L12 88\" fill=\"none\" stroke=\"#b01818\" \
                     stroke-width=\"9\" stroke-linecap=\"round\"/>";

/// A round striped face with round ears, in a square of a hundred units.
fn tiger() -> String {
    "<g stroke=\"#3d2206\" stroke-width=\"4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
     <circle cx=\"22\" cy=\"24\" r=\"14\" fill=\"#e58a1f\"/><circle cx=\"78\" cy=\"24\" r=\"14\" \
     fill=\"#e58a1f\"/><circle cx=\"50\" cy=\"52\" r=\"42\" fill=\"#e58a1f\"/></g>\
     <path d=\"M50 12V30M36 15L40 31M64 15L60 31M10 46L25 50M10 60L25 60M90 46L75 50M90 60L75 60\" \
     fill=\"none\" stroke=\"#3d2206\" stroke-width=\"6\" stroke-linecap=\"round\"/>\
     <ellipse cx=\"50\" cy=\"72\" rx=\"20\" ry=\"15\" fill=\"#fff3dc\"/>\
     <path d=\"M42 62H58L50 71ZM50 71V78\" fill=\"#3d2206\" stroke=\"#3d2206\" stroke-width=\"3\" \
     stroke-linejoin=\"round\"/>\
     <circle cx=\"36\" cy=\"47\" r=\"6\" fill=\"#1c1003\"/><circle cx=\"64\" cy=\"47\" r=\"6\" \
     fill=\"#1c1003\"/>"
        .to_owned()
}

pub(super) fn picture(game: &BaghChal, position: Position) -> Picture {
    let glyph = |point: usize| match (position.goats >> point & 1, position.tigers >> point & 1) {
        (1, _) => GOAT,
        (_, 1) => TIGER,
        _ => NOTHING,
    };
    let counts = game.counts(position);
    Picture {
        entities: (0..game.board.size()).map(glyph).chain([NOTHING; 2]).collect(),
        counters: vec![counts.to_place as u32, counts.captured as u32],
    }
}

pub(super) fn parts(game: &BaghChal, position: Position, chosen: Step) -> Vec<Part> {
    let center = |point: u32| point.trailing_zeros() as usize;
    let button = match chosen {
        Step { from: 0, to, .. } => Button::Spot { center: center(to), piece: Some(GOAT) },
        Step { from, to, .. } => Button::Arrow { from: center(from), to: center(to) },
    };
    vec![Part::last(game.write_move(position, chosen), button)]
}

/// The position of a picture, read as its text. All goats that are neither on the board nor to be
/// placed have been captured, so that nobody has to count: their number is not looked at.
pub(super) fn set_up(
    game: &BaghChal,
    picture: &Picture,
    turn: Turn,
) -> Result<Position, NotationError> {
    let Some(to_place) = picture.counters.first() else {
        let reason = "the number of goats to place is missing";
        return Err(NotationError::position(&picture.entities, reason));
    };
    let glyphs = picture.entities.chars().take(game.board.size());
    let grid = write_grid(game.board.side, glyphs);
    let turn = if turn == Turn::First { 'g' } else { 't' };
    game.parse_position(&format!("{grid}:{to_place}:{turn}"))
}
