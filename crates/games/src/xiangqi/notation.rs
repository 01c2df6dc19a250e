//! Positions and points as people write them, and the board as text.

use hindsight_core::{NotationError, Turn};

use super::board::{FILES, POINTS, RANKS, Role, bit};
use super::men::{Kind, MOST_PIECES, Men};

/// The letter of a piece: capitals for side 0, which is Red's here.
fn letter(kind: Kind) -> char {
    let letter = kind.role().letter();
    if kind.side() == 0 { letter } else { letter.to_ascii_lowercase() }
}

fn kind(letter: char) -> Option<Kind> {
    let role = Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())?;
    Some(Kind::new(role, usize::from(letter.is_ascii_lowercase())))
}

/// The name of a point, as Red sees the board: `a0` is at the bottom left.
pub(super) fn point_name(point: u8) -> String {
    let file = char::from(b'a' + point % FILES as u8);
    format!("{file}{}", point as usize / FILES)
}

fn letters(men: Men) -> [Option<char>; POINTS] {
    let mut letters = [None; POINTS];
    for (kind, point) in men.iter() {
        letters[point as usize] = Some(letter(kind));
    }
    letters
}

/// The text of pieces as Red sees them.
pub(super) fn write(men: Men, turn: Turn) -> String {
    let letters = letters(men);
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        let mut free = 0;
        for letter in &letters[rank * FILES..(rank + 1) * FILES] {
            match letter {
                None => free += 1,
                Some(letter) => {
                    if free > 0 {
                        text.push_str(&free.to_string());
                    }
                    free = 0;
                    text.push(*letter);
                }
            }
        }
        if free > 0 {
            text.push_str(&free.to_string());
        }
        text.push(if rank > 0 { '/' } else { ':' });
    }
    text.push(if turn == Turn::First { 'r' } else { 'b' });
    text
}

/// The pieces that a text means, as Red sees them, each where its kind can stand.
pub(super) fn parse(text: &str) -> Result<(Men, Turn), NotationError> {
    let wrong = |reason: String| NotationError::position(text, reason);
    let (board, turn) = match (text.strip_suffix(":r"), text.strip_suffix(":b")) {
        (Some(board), _) => (board, Turn::First),
        (_, Some(board)) => (board, Turn::Second),
        _ => return Err(wrong("no :r or :b at the end tells whose turn it is".to_owned())),
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != RANKS {
        return Err(wrong(format!("{} ranks of {RANKS}", ranks.len())));
    }
    let mut pieces = Vec::new();
    for (rank, row) in (0..RANKS).rev().zip(ranks) {
        let mut file = 0;
        for symbol in row.chars() {
            if let Some(free) = symbol.to_digit(10) {
                file += free as usize;
                continue;
            }
            let kind = kind(symbol).ok_or_else(|| {
                wrong(format!("'{symbol}' is none of 'KABPNCRkabpncr' and digits"))
            })?;
            if file < FILES {
                pieces.push((kind, (rank * FILES + file) as u8));
            }
            file += 1;
        }
        if file != FILES {
            return Err(wrong(format!("rank {rank} has {file} points of {FILES}")));
        }
    }
    for side in [0, 1] {
        for role in Role::ALL {
            let wanted = Kind::new(role, side);
            let count = pieces.iter().filter(|(kind, _)| *kind == wanted).count();
            let letter = letter(wanted);
            if role == Role::King && count != 1 {
                return Err(wrong(format!("there must be one {letter}, not {count}")));
            }
            if count > role.most() {
                return Err(wrong(format!("at most {} {letter}, not {count}", role.most())));
            }
        }
    }
    let stray =
        pieces.iter().find(|(kind, point)| kind.role().region(kind.side()) & bit(*point) == 0);
    if let Some(&(kind, point)) = stray {
        let (letter, point) = (letter(kind), point_name(point));
        return Err(wrong(format!("no {letter} can stand on {point}")));
    }
    let men = Men::of(pieces).ok_or_else(|| wrong(format!("more than {MOST_PIECES} pieces")))?;
    Ok((men, turn))
}

/// A position in Forsyth-Edwards notation (FEN), in which Red is called white, as the game itself writes it;
/// `None` for other texts.
pub(super) fn translate(text: &str) -> Option<String> {
    let mut fields = text.split_ascii_whitespace();
    let (board, turn) = (fields.next()?, fields.next()?);
    let turn = match turn {
        "w" | "r" => 'r',
        "b" => 'b',
        _ => return None,
    };
    // Programs do not agree on the letters of elephants and horses.
    let letter = |letter| match letter {
        'E' => 'B',
        'e' => 'b',
        'H' => 'N',
        'h' => 'n',
        letter => letter,
    };
    Some(format!("{}:{turn}", board.chars().map(letter).collect::<String>()))
}

/// The game's own text of a position in Forsyth-Edwards notation.
pub(super) fn standard(own: &str) -> String {
    match own.strip_suffix(":r") {
        Some(board) => format!("{board} w - - 0 1"),
        None => format!("{} b - - 0 1", own.trim_end_matches(":b")),
    }
}

/// The board drawn with characters, as Red sees it: stars for the free points of the palaces, waves
/// for the river.
pub(super) fn draw(men: Men) -> String {
    let letters = letters(men);
    let palaces = Role::King.region(0) | Role::King.region(1);
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        text.push_str(&format!("{rank} "));
        for file in 0..FILES {
            let point = rank * FILES + file;
            let empty = if palaces & bit(point as u8) != 0 { '*' } else { '.' };
            text.push(' ');
            text.push(letters[point].unwrap_or(empty));
        }
        text.push('\n');
        if rank == RANKS / 2 {
            text.push_str("   ~ ~ ~ ~ ~ ~ ~ ~ ~\n");
        }
    }
    text.push_str("   a b c d e f g h i\n");
    text
}
