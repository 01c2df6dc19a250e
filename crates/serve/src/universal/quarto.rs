//! Quarto as GamesmanUni draws it with code of its own: from a position's text, with one small button
//! for every cell and piece instead of parts of moves.
//!
//! A position is `1_` or `2_` for whose turn it is, sixteen cells and the piece in hand, with the
//! letters A to P for the pieces 0 to 15.

use hindsight_core::Turn;

/// The number of the first button of the first move, and of later moves.
const FIRST_GIFT: usize = 272;
const FIRST_PLACEMENT: usize = 16;
const SIDE: usize = 4;
const PIECES: usize = 16;

/// A position in the client's letters.
pub fn write(position: &str, turn: Turn) -> String {
    let letter = |symbol: char| match symbol.to_digit(16) {
        Some(piece) => char::from(b'A' + piece as u8),
        None => '-',
    };
    let player = if turn == Turn::First { "1_" } else { "2_" };
    player.chars().chain(position.chars().map(letter)).collect()
}

/// Whose turn it is and the position in our digits, from the client's letters; `None` where nothing can
/// be meant.
pub fn read(asked: &str) -> Option<(Turn, String)> {
    let (turn, letters) = match asked.split_at_checked(2)? {
        ("1_", letters) => (Turn::First, letters),
        ("2_", letters) => (Turn::Second, letters),
        _ => return None,
    };
    let digit = |letter: char| match letter {
        'A'..='P' => {
            char::from_digit(letter as u32 - 'A' as u32, 16).map(|c| c.to_ascii_uppercase())
        }
        '-' => Some('-'),
        _ => None,
    };
    Some((turn, letters.chars().map(digit).collect::<Option<_>>()?))
}

/// The button of a move, from its name: a piece, a cell, or both.
pub fn button(name: &str) -> Option<String> {
    let piece = |text: &str| {
        let piece = usize::from_str_radix(text, 16).ok()?;
        Some((piece, char::from(b'A' + piece as u8)))
    };
    let cell = |text: &str| {
        let mut symbols = text.bytes();
        let column = usize::from(symbols.next()?.checked_sub(b'a')?);
        let row = usize::from(symbols.next()?.checked_sub(b'0')?);
        (column < SIDE && (1..=SIDE).contains(&row)).then(|| (SIDE - row) * SIDE + column)
    };
    Some(match name.split_once('-') {
        Some((at, given)) => {
            let (number, letter) = piece(given)?;
            format!("A_{letter}_{}", FIRST_PLACEMENT + PIECES * cell(at)? + number)
        }
        None if name.len() == 1 => {
            let (number, letter) = piece(name)?;
            format!("A_{letter}_{}", FIRST_GIFT + number)
        }
        None => format!("A_-_{}", cell(name)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
        let position = "7--5-8----------C";
        let written = write(position, Turn::First);
        assert_eq!(written, "1_H--F-I----------M");
        assert_eq!(read(&written), Some((Turn::First, position.to_owned())));
        for wrong in ["", "1", "1_Q", "3_A", "1_a", "7--5-8----------C"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_move_has_its_own_button() {
        assert_eq!(button("7").as_deref(), Some("A_H_279"));
        assert_eq!(button("a4-0").as_deref(), Some("A_A_16"));
        assert_eq!(button("d1-F").as_deref(), Some("A_P_271"));
        assert_eq!(button("b3").as_deref(), Some("A_-_5"));
        for wrong in ["", "x", "e1-0", "a5-0", "a0", "a1-G"] {
            assert_eq!(button(wrong), None, "{wrong}");
        }
    }
}
