//! What both games look like: the board, the piece in hand, and the pieces that are left.

use hindsight_core::notation::square_name;
use hindsight_core::{
    Art, Button, NOTHING, NotationError, Part, Picture, Piece, Scene, Setup, Theme, Turn,
};

use super::notation::glyph;
use super::{Move, Position, Quarto, Rules};
use crate::art;

/// The width of a cell, of a place for a piece that is left, and of a piece.
const CELL: f32 = 1.1;
const SHELF: f32 = 0.92;
const PIECE: f32 = 0.84;
/// Columns of pieces that are left.
const COLUMNS: usize = 4;
/// The space between the board and what stands beside it.
const GAP: f32 = 0.25;

const NAMES: [&str; 16] = [
    "dark round hollow short",
    "dark round hollow tall",
    "dark round filled short",
    "dark round filled tall",
    "dark square hollow short",
    "dark square hollow tall",
    "dark square filled short",
    "dark square filled tall",
    "light round hollow short",
    "light round hollow tall",
    "light round filled short",
    "light round filled tall",
    "light square hollow short",
    "light square hollow tall",
    "light square filled short",
    "light square filled tall",
];

/// The center of the piece in hand; in simple Quarto, of the one that was chosen.
fn hand_center(game: &Quarto) -> usize {
    game.shape.cells()
}

/// The center of a piece that is left.
fn shelf_center(game: &Quarto, piece: u8) -> usize {
    game.shape.cells() + 1 + usize::from(piece)
}

pub(super) fn scene(game: &Quarto) -> Scene {
    let shape = game.shape;
    let board = shape.side as f32 * CELL;
    let width = board + GAP + COLUMNS as f32 * SHELF;
    let shelves = (shape.pieces() / COLUMNS) as f32 * SHELF;
    let height = board.max(2.0 * GAP + SHELF + shelves);
    let middle = |cell: usize| {
        [
            (cell % shape.side) as f32 * CELL + CELL / 2.0,
            (cell / shape.side) as f32 * CELL + CELL / 2.0,
        ]
    };
    let beside = board + GAP;
    let hand = [beside + COLUMNS as f32 * SHELF / 2.0, GAP + SHELF / 2.0];
    let shelf = |piece: usize| {
        let (column, row) = ((piece % COLUMNS) as f32, (piece / COLUMNS) as f32);
        [beside + (column + 0.5) * SHELF, height - shelves + (row + 0.5) * SHELF]
    };
    let centers = (0..shape.cells())
        .map(middle)
        .chain([hand])
        .chain((0..shape.pieces()).map(shelf))
        .collect();
    let mut board_art = art::plate(board, board);
    for cell in 0..shape.cells() {
        board_art.push_str(&art::circle(middle(cell), CELL * 0.45, art::LINES, 0.03));
    }
    board_art.push_str(&art::circle(hand, SHELF * 0.5, art::EDGE, 0.05));
    let pieces = (0..shape.pieces()).map(|piece| Piece {
        glyph: glyph(Some(piece as u8)),
        name: NAMES[piece],
        art: token(piece),
        size: PIECE,
    });
    // A piece can be put on every cell and in hand; what is left of them shows by itself.
    let places =
        |piece: usize| (0..=hand_center(game)).chain([shelf_center(game, piece as u8)]).collect();
    Scene {
        space: [width, height],
        centers,
        names: (0..shape.cells()).map(|cell| square_name(cell, shape.side, shape.side)).collect(),
        strokes: Vec::new(),
        themes: vec![Theme {
            id: "plain",
            name: "Plain",
            background: Some(Art::new(art::document(width, height, &board_art))),
            foreground: None,
            pieces: pieces.collect(),
        }],
        counters: Vec::new(),
        button_radius: 0.16,
        arrow_width: 0.06,
        line_width: 0.06,
        lines_by_ends: false,
        players: ["First", "Second"],
        setup: Some(Setup {
            pieces: (0..shape.pieces()).map(|p| (glyph(Some(p as u8)), places(p))).collect(),
        }),
        slides: true,
        universal: None,
    }
}

/// A piece seen from above: light or dark, square or round, with a hole where it is hollow, and large
/// where it is tall.
fn token(piece: usize) -> Art {
    let (fill, edge) = if piece & 8 != 0 { ("#f3dfb0", "#6b5026") } else { ("#6f4a2c", "#2c1a0c") };
    let radius = if piece & 1 != 0 { 45.0 } else { 29.0 };
    let mut content = if piece & 4 != 0 {
        let (from, side) = (50.0 - radius, 2.0 * radius);
        format!(
            "<rect x=\"{from}\" y=\"{from}\" width=\"{side}\" height=\"{side}\" rx=\"4\" \
             fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"5\"/>"
        )
    } else {
        art::disc([50.0, 50.0], radius + 2.0, fill, edge)
    };
    if piece & 2 == 0 {
        content.push_str(&art::disc([50.0, 50.0], radius * 0.5, "#1d1712", edge));
    }
    let size = if piece & 1 != 0 { 100 } else { 62 };
    art::token(&content).with_sized_image(IMAGES[piece >> 1], size)
}

/// What GamesmanUni draws in simple Quarto. It has no such pieces, but discs and squares in four colours:
/// dark ones are blue where they are hollow and black where not, light ones red and white. Their size
/// tells short from tall.
const IMAGES: [&str; 8] = [
    "general/bluepiece.svg",
    "general/blackpiece.svg",
    "3spot/B.svg",
    "domineering/X.svg",
    "general/redpiece.svg",
    "general/whitepiece.svg",
    "3spot/R.svg",
    "3spot/W.svg",
];

pub(super) fn picture(game: &Quarto, position: Position) -> Picture {
    let cells = (0..game.shape.cells()).map(|cell| glyph(position.piece(cell)));
    let left = game.left(position);
    let shelf = (0..game.shape.pieces() as u8)
        .map(|piece| glyph((left >> piece & 1 == 1).then_some(piece)));
    Picture::new(cells.chain([glyph(position.hand())]).chain(shelf).collect())
}

pub(super) fn parts(game: &Quarto, position: Position, chosen: Move) -> Vec<Part> {
    let name = |cell, piece| super::notation::write_move(game, Move { cell, piece });
    let before = picture(game, position);
    let at_cell = |cell: u8, piece| Button::Spot { center: cell.into(), piece: Some(glyph(piece)) };
    let at_shelf = |piece: u8| Button::Spot { center: shelf_center(game, piece), piece: None };
    match (chosen.cell, chosen.piece) {
        (Some(cell), Some(piece)) if game.is_handed => {
            let placed =
                before.with(cell.into(), glyph(position.hand())).with(hand_center(game), NOTHING);
            vec![
                Part::before(name(Some(cell), None), at_cell(cell, position.hand()), placed),
                Part::last(name(None, Some(piece)), at_shelf(piece)),
            ]
        }
        (Some(cell), Some(piece)) => {
            let taken = before
                .with(shelf_center(game, piece), NOTHING)
                .with(hand_center(game), glyph(Some(piece)));
            vec![
                Part::before(name(None, Some(piece)), at_shelf(piece), taken),
                Part::last(name(Some(cell), None), at_cell(cell, Some(piece))),
            ]
        }
        (Some(cell), None) => {
            vec![Part::last(name(Some(cell), None), at_cell(cell, position.hand()))]
        }
        (None, piece) => {
            let button = piece.map_or(Button::Listed {}, at_shelf);
            vec![Part::last(name(None, piece), button)]
        }
    }
}

/// Reads the cells and the hand; which pieces are left follows from them.
pub(super) fn set_up(
    game: &Quarto,
    picture: &Picture,
    turn: Turn,
) -> Result<Position, NotationError> {
    let wrong = |reason: &str| Err(NotationError::position(&picture.entities, reason));
    let read = hand_center(game) + 1;
    let shown: Vec<char> = picture.entities.chars().collect();
    if shown.len() != game.shape.cells() + 1 + game.shape.pieces() {
        return wrong("it has another number of places");
    }
    if !game.is_handed && shown[read - 1] != NOTHING {
        return wrong("nobody is handed a piece in this game");
    }
    let text: String = shown[..if game.is_handed { read } else { read - 1 }].iter().collect();
    if text.contains('/') {
        return wrong("'/' is no piece");
    }
    let position = super::notation::parse(game, &text)?;
    // A shelf may be left as it was, but not hold what cannot be there.
    let shelf = shown[read..].iter().enumerate();
    for (piece, &known) in shelf {
        if known != NOTHING && known != glyph(Some(piece as u8)) {
            return wrong("each piece that is left has its own place");
        }
    }
    if game.turn(position) != turn {
        return wrong("the number of pieces on the board tells whose turn it is");
    }
    Ok(position)
}
