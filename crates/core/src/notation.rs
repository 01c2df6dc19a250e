//! Ready parts for reading and writing positions and moves.

use thiserror::Error;

/// A text that is no position or no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is no {what}: {reason}")]
pub struct NotationError {
    text: String,
    what: &'static str,
    reason: String,
    is_unreachable: bool,
}

impl NotationError {
    /// Says why a text is no position.
    pub fn position(text: &str, reason: impl Into<String>) -> NotationError {
        NotationError::new("position", text, reason)
    }

    /// Says why no play leads to the position that a text shows. Such positions may have slots, in games
    /// that number more than play leads to, but nobody is to ask about them.
    pub fn unreachable(text: &str, reason: impl Into<String>) -> NotationError {
        NotationError { is_unreachable: true, ..NotationError::position(text, reason) }
    }

    /// Whether the text shows a position, but one that no play leads to.
    pub fn is_unreachable(&self) -> bool {
        self.is_unreachable
    }

    /// Why the text is none.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    fn new(what: &'static str, text: &str, reason: impl Into<String>) -> NotationError {
        // What people see must stay one readable line, whatever was typed.
        let mut shown: String =
            text.chars().take(60).map(|c| if c.is_control() { '?' } else { c }).collect();
        if text.chars().count() > 60 {
            shown.push_str("...");
        }
        NotationError { text: shown, what, reason: reason.into(), is_unreachable: false }
    }
}

/// The name of a cell of a grid as in chess: a letter for the column, from the left, and a number
/// for the row, counted from the bottom. Cells are numbered row by row from the top left.
///
/// ```
/// use hindsight_core::notation::square_name;
/// assert_eq!(square_name(0, 3, 3), "a3");
/// assert_eq!(square_name(8, 3, 3), "c1");
/// ```
pub fn square_name(cell: usize, rows: usize, columns: usize) -> String {
    let mut name = String::with_capacity(3);
    push_square_name(&mut name, cell, rows, columns);
    name
}

/// Writes what [`square_name`] returns at the end of a text.
pub fn push_square_name(text: &mut String, cell: usize, rows: usize, columns: usize) {
    text.push(char::from(b'a' + (cell % columns) as u8));
    let row = rows - cell / columns;
    // An answer names dozens of squares: without the machinery of formatting, where it is a digit.
    match u8::try_from(row) {
        Ok(digit @ 0..=9) => text.push(char::from(b'0' + digit)),
        _ => text.push_str(&row.to_string()),
    }
}

/// Reads a grid written as one character per cell, row by row from the top left, with the rows
/// optionally separated by `/`. Returns the place of each cell's character in `symbols`.
///
/// ```
/// use hindsight_core::notation::parse_grid;
/// assert_eq!(parse_grid("-x/o-", 2, 2, "-xo").unwrap(), [0, 1, 2, 0]);
/// assert!(parse_grid("-x/o", 2, 2, "-xo").is_err());
/// ```
pub fn parse_grid(
    text: &str,
    rows: usize,
    columns: usize,
    symbols: &str,
) -> Result<Vec<usize>, NotationError> {
    let wrong = |reason: String| Err(NotationError::position(text, reason));
    let mut cells = Vec::with_capacity(rows * columns);
    let joined = match rows_joined(text, columns) {
        Ok(joined) => joined,
        Err(reason) => return wrong(reason),
    };
    for symbol in joined.chars() {
        match symbols.chars().position(|known| known == symbol) {
            Some(place) if cells.len() < rows * columns => cells.push(place),
            Some(_) => return wrong(format!("more than {} cells", rows * columns)),
            None => return wrong(format!("'{symbol}' is none of '{symbols}'")),
        }
    }
    if cells.len() < rows * columns {
        return wrong(format!("{} cells of {}", cells.len(), rows * columns));
    }
    Ok(cells)
}

/// The characters of a grid without the `/` between its rows, which may be left out but stand nowhere
/// else; otherwise the reason it is invalid.
///
/// ```
/// use hindsight_core::notation::rows_joined;
/// assert_eq!(rows_joined("12/34", 2).unwrap(), "1234");
/// assert!(rows_joined("123/4", 2).is_err());
/// ```
pub fn rows_joined(text: &str, columns: usize) -> Result<String, String> {
    let mut joined = String::with_capacity(text.len());
    let mut since_last = 0;
    for symbol in text.chars() {
        if symbol != '/' {
            joined.push(symbol);
            since_last += 1;
        } else if since_last == 0 || since_last % columns > 0 {
            return Err(format!("a row has {columns} cells"));
        } else {
            since_last = 0;
        }
    }
    Ok(joined)
}

/// Writes a grid of characters as [`parse_grid`] reads it, rows separated by `/`.
pub fn write_grid(columns: usize, cells: impl IntoIterator<Item = char>) -> String {
    let cells = cells.into_iter();
    let (least, most) = cells.size_hint();
    let count = most.unwrap_or(least);
    // Room for the slashes, and for whose turn it is, which many games write after the board.
    let mut text = String::with_capacity(count + count / columns + 2);
    let mut left = columns;
    for symbol in cells {
        if left == 0 {
            text.push('/');
            left = columns;
        }
        text.push(symbol);
        left -= 1;
    }
    text
}

/// Draws a grid of characters as a board with the names of rows and columns.
pub fn draw_grid(columns: usize, cells: &[char]) -> String {
    let rows = cells.len() / columns;
    let mut text = String::new();
    for (row, line) in cells.chunks(columns).enumerate() {
        text.push_str(&format!("{:>2} ", rows - row));
        for symbol in line {
            text.push(' ');
            text.push(*symbol);
        }
        text.push('\n');
    }
    text.push_str("   ");
    for column in 0..columns {
        text.push(' ');
        text.push(char::from(b'a' + column as u8));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn grids_round_trip(cells in proptest::collection::vec(0usize..3, 12)) {
            let symbols = ['-', 'x', 'o'];
            let text = write_grid(4, cells.iter().map(|&cell| symbols[cell]));
            prop_assert_eq!(parse_grid(&text, 3, 4, "-xo").unwrap(), cells);
        }

        #[test]
        fn any_text_gets_an_answer(text: String) {
            let _ = parse_grid(&text, 3, 4, "-xo");
        }

        #[test]
        fn squares_have_a_letter_and_a_number(rows in 1usize..150, columns in 1usize..26, at: usize) {
            let cell = at % (rows * columns);
            let (row, column) = (rows - cell / columns, (b'a' + (cell % columns) as u8) as char);
            prop_assert_eq!(square_name(cell, rows, columns), format!("{column}{row}"));
        }
    }

    #[test]
    fn errors_stay_on_one_line() {
        let long = "x\n".repeat(1000);
        let message = NotationError::position(&long, "too long").to_string();
        assert!(message.len() < 120 && !message.contains('\n'));
    }
}
