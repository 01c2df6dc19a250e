//! Positions and moves as text.

use hindsight_core::NotationError;
use hindsight_core::bits::ones;
use hindsight_core::notation::{draw_grid, rows_joined, square_name};

use super::{Move, Position, Quarto};

/// The character of a piece, or `-` for none.
pub(super) fn glyph(piece: Option<u8>) -> char {
    piece
        .and_then(|piece| char::from_digit(piece.into(), 16))
        .map_or('-', |c| c.to_ascii_uppercase())
}

fn cells(game: &Quarto, position: Position) -> impl Iterator<Item = char> {
    (0..game.shape.cells()).map(move |cell| glyph(position.piece(cell)))
}

pub(super) fn write(game: &Quarto, position: Position) -> String {
    let hand = game.is_handed.then(|| glyph(position.hand()));
    cells(game, position).chain(hand).collect()
}

pub(super) fn parse(game: &Quarto, text: &str) -> Result<Position, NotationError> {
    let wrong = |reason: String| Err(NotationError::position(text, reason));
    let cells = game.shape.cells();
    let wanted = cells + usize::from(game.is_handed);
    let symbols: Vec<char> = match rows_joined(text, game.shape.side) {
        Ok(symbols) => symbols.chars().collect(),
        Err(reason) => return wrong(reason),
    };
    if symbols.len() != wanted {
        let hand = if game.is_handed { " and the piece in hand" } else { "" };
        return wrong(format!("it has {} characters for {cells} cells{hand}", symbols.len()));
    }
    let mut position = Position::EMPTY;
    let mut used = 0u16;
    let mut hand = None;
    for (place, symbol) in symbols.into_iter().enumerate() {
        if symbol == '-' {
            continue;
        }
        let most = game.shape.pieces() - 1;
        let piece = match symbol.to_digit(16) {
            Some(piece) if piece as usize <= most => piece as u8,
            _ => return wrong(format!("'{symbol}' is no piece; they are 0 to {most:X}, and -")),
        };
        if used >> piece & 1 == 1 {
            return wrong(format!("piece {} is there twice", glyph(Some(piece))));
        }
        used |= 1 << piece;
        if place == cells {
            hand = Some(piece);
        } else {
            position = position.placed(place, piece);
        }
    }
    if position.level() > game.shape.last() {
        return wrong("it has more pieces than there are".to_owned());
    }
    if game.is_handed {
        let needs_none = position.occupied == 0 || game.is_over(position);
        match hand {
            None if !needs_none => return wrong("a piece must be in hand".to_owned()),
            Some(_) if game.is_over(position) => {
                return wrong("the game is over, so no piece is in hand".to_owned());
            }
            _ => {}
        }
    }
    Ok(position.with_hand(hand))
}

pub(super) fn write_move(game: &Quarto, Move { cell, piece }: Move) -> String {
    let side = game.shape.side;
    let cell = cell.map(|cell| square_name(cell.into(), side, side));
    let piece = piece.map(|piece| glyph(Some(piece)).to_string());
    let parts = if game.is_handed { [cell, piece] } else { [piece, cell] };
    parts.into_iter().flatten().collect::<Vec<_>>().join("-")
}

pub(super) fn board(game: &Quarto, position: Position) -> String {
    let mut text = draw_grid(game.shape.side, &cells(game, position).collect::<Vec<_>>());
    if let Some(piece) = position.hand() {
        text.push_str(&format!("   in hand: {}\n", glyph(Some(piece))));
    }
    let left: String =
        ones(game.left(position).into()).map(|piece| glyph(Some(piece as u8))).collect();
    text.push_str(&format!("   left: {}\n", if left.is_empty() { "none" } else { &left }));
    text
}
