//! The marks of two players on a grid, as text: what the grid games share.

use hindsight_core::notation::parse_grid;
use hindsight_core::{Board, GIVEN, NotationError, Picture, Placed, Step, Turn, Walker, Word};

/// The cells of the first player's marks and of the second player's, as masks.
pub(crate) type Marks = [u32; 2];

/// What an empty cell looks like, the first player's mark, and the second player's; a cell with both
/// is the first player's.
const SYMBOLS: [u8; 4] = *b"-XOX";

fn symbol([first, second]: Marks, cell: usize) -> u8 {
    SYMBOLS[(first >> cell & 1 | (second >> cell & 1) << 1) as usize]
}

/// A character per cell, row by row from the top left.
pub(crate) fn symbols(marks: Marks, cells: usize) -> Vec<char> {
    (0..cells).map(|cell| symbol(marks, cell).into()).collect()
}

/// Reads what [`symbols`] made, in capitals or not, with rows optionally separated by `/`.
pub(crate) fn parse(text: &str, rows: usize, columns: usize) -> Result<Marks, NotationError> {
    let mut marks = [0; 2];
    for (cell, symbol) in parse_grid(text, rows, columns, "-XOxo")?.into_iter().enumerate() {
        if symbol > 0 {
            marks[(symbol - 1) % 2] |= 1 << cell;
        }
    }
    Ok(marks)
}

/// Writes marks and whose turn it is, as in `X-/-O:x`.
pub(crate) fn write_with_turn(marks: Marks, turn: Turn, rows: usize, columns: usize) -> String {
    // An answer has dozens of positions, so the text is made in one piece: rows that end in a slash,
    // the last one in a colon, and the letter.
    let mut text = vec![b'/'; rows * (columns + 1) + 1];
    for (row, line) in text.chunks_exact_mut(columns + 1).enumerate().take(rows) {
        for (column, at) in line[..columns].iter_mut().enumerate() {
            *at = symbol(marks, row * columns + column);
        }
    }
    let end = rows * (columns + 1);
    text[end - 1] = b':';
    text[end] = turn_letter(turn) as u8;
    // All of it is ASCII.
    String::from_utf8(text).unwrap_or_default()
}

/// The letter of the player to move.
pub(crate) fn turn_letter(turn: Turn) -> char {
    turn.of(['x', 'o'])
}

/// Reads what [`turn_letter`] wrote, in capitals or not.
pub(crate) fn parse_turn(letter: &str) -> Option<Turn> {
    match letter {
        "x" | "X" => Some(Turn::First),
        "o" | "O" => Some(Turn::Second),
        _ => None,
    }
}

/// Reads what [`write_with_turn`] wrote.
pub(crate) fn parse_with_turn(
    text: &str,
    rows: usize,
    columns: usize,
) -> Result<(Marks, Turn), NotationError> {
    let wrong = |reason: &str| NotationError::position(text, reason);
    let (grid, player) =
        text.split_once(':').ok_or_else(|| wrong("whose turn it is is missing (:x or :o)"))?;
    let turn = parse_turn(player).ok_or_else(|| wrong("the turn is :x or :o"))?;
    Ok((parse(grid, rows, columns)?, turn))
}

/// The two players' pieces in a picture, where the players put down one each in turn and all stay.
pub(crate) fn put_down_in_turn(
    picture: &Picture,
    glyphs: [char; 2],
    turn: Turn,
) -> Result<Placed, String> {
    let marks = glyphs.map(|glyph| picture.mask(glyph) as u32);
    check_turns(glyphs, marks.map(u32::count_ones), turn)?;
    Ok(Placed { first: marks[0], second: marks[1] })
}

/// Whether there are as many marks of each player as taking turns puts down; otherwise the reason it is
/// invalid.
pub(crate) fn check_turns(glyphs: [char; 2], counts: [u32; 2], turn: Turn) -> Result<(), String> {
    let ([x, o], [first, second]) = (glyphs, counts);
    if first == second + turn.of([0, 1]) {
        return Ok(());
    }
    Err(format!("{first} {x} and {second} {o}, but the player of {x} begins and they take turns"))
}

/// The kinds of marks where a player has a choice: whether one of a kind may be put down is given under
/// its number, and such moves lead to the target of that number.
pub(crate) const KINDS: [usize; 2] = [0, 1];

/// The moves that put down a mark of either kind on one of some cells. One of the second kind is also
/// over the cell, which tells the two apart.
#[inline(always)]
pub(crate) fn put_either<K: Walker>(
    walker: &mut K,
    given: [K::Word; GIVEN],
    board: Board<K::Word>,
    cells: K::Word,
) {
    for kind in KINDS {
        walker.when(given[kind].is_some(), |walker| {
            walker.arrive_each(cells, (kind as u32).into(), |cell| {
                let [first, second] = KINDS.map(|of| if of == kind { cell } else { 0.into() });
                let after = Board::new(board.first | first, board.second | second);
                (Step::onto(cell).over(second), after)
            });
        });
    }
}

/// The cell of such a move, and whether the mark is of the first kind.
pub(crate) fn put(Step { to, over, .. }: Step) -> (usize, bool) {
    (to.trailing_zeros() as usize, over == 0)
}

#[cfg(test)]
mod tests {
    use hindsight_core::notation::write_grid;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pieces_are_put_down_in_turn() {
        let read = |entities: &str, turn| {
            put_down_in_turn(&Picture::new(entities.to_owned()), ['a', 'b'], turn)
        };
        assert_eq!(read("a-ba", Turn::Second), Ok(Placed { first: 0b1001, second: 0b0100 }));
        assert!(read("a-ba", Turn::First).is_err());
        assert_eq!(read("--", Turn::First), Ok(Placed::default()));
        assert!(read("-b", Turn::First).is_err() && read("-b", Turn::Second).is_err());
    }

    proptest! {
        #[test]
        fn marks_and_turn_round_trip(first in 0u32..1 << 12, second in 0u32..1 << 12, x: bool) {
            let marks = [first & !second, second];
            let turn = if x { Turn::First } else { Turn::Second };
            let text = write_with_turn(marks, turn, 3, 4);
            let slow = write_grid(4, symbols(marks, 12));
            prop_assert_eq!(&text, &format!("{slow}:{}", turn_letter(turn)));
            prop_assert_eq!(parse_with_turn(&text, 3, 4), Ok((marks, turn)));
            prop_assert_eq!(parse_with_turn(&text.to_lowercase(), 3, 4), Ok((marks, turn)));
        }

        #[test]
        fn any_text_gets_an_answer(text: String) {
            let _ = parse_with_turn(&text, 3, 4);
        }
    }
}
